/* Asks of each file named on standard input what goes with its shapes: near each shape, and by
 * reading the whole drawing. Both must say the same. STEP=n asks about every n-th element. */
#include "common/same_attachments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char line[4096];
    SameAttachments count = {0};
    const char *step = g_getenv("STEP");
    guint files = 0;
    while (fgets(line, sizeof line, stdin)) {
        g_autoptr(SvgDocument) doc = svg_document_load(g_strchomp(line), NULL);
        if (doc) {
            files++;
            same_attachments(doc, step ? (guint)MAX(g_ascii_strtoull(step, NULL, 10), 1) : 1,
                             &count);
        }
    }
    printf(
        "%u files, %u elements: %u with attachments, %u only by the whole drawing, %u may have ends "
        "of lines, %u have, %u wrong\n",
        files, count.shapes, count.with, count.unclear, count.ends, count.with_ends, count.wrong);
    svg_cleanup();
    return count.wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
