/* Which state of a drawing a text is, told by a sum of its bytes. */
#include "document/document_priv.h"
#include "document/hash.h"
#include "document/print.h"

static void add_run(SvgSlice run, gpointer hasher)
{
    svg_hasher_add(hasher, run.at, run.len);
}

static char *text_of(const SvgHasher *hasher)
{
    return g_strdup_printf("%" G_GSIZE_FORMAT "-%016" G_GINT64_MODIFIER "x", hasher->len,
                           svg_hasher_end(hasher));
}

/* It is quick: a drawing of 20 MB has one for every small change. */
char *svg_document_digest_as_read(SvgDocument *doc)
{
    SvgHasher hasher = {.sums = {0}};
    svg_hasher_add(&hasher, doc->source, doc->source_len);
    return text_of(&hasher);
}

char *svg_document_digest(SvgDocument *doc)
{
    SvgHasher hasher = {.sums = {0}};
    if (!doc->version && !doc->open) {
        return svg_document_digest_as_read(doc);
    }
    svg_print_runs(doc, add_run, &hasher);
    return text_of(&hasher);
}
