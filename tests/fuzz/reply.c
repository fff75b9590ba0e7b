/* Any bytes as a reply: every action ends in one outcome, a locked shape keeps its bytes, what
 * comes out parses, and undoing the turn gives the drawing back. */
#include "fuzz.h"

#include <fairy/executor.h>

#include <stdlib.h>
#include <string.h>

#define LOCKED "<rect id=\"l\" width=\"9\" height=\"9\" sodipodi:insensitive=\"true\"/>"

static const char drawing[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 300\"><g id=\"g\">" LOCKED
    "<rect id=\"a\" x=\"20\" y=\"20\" width=\"80\" height=\"40\"/><text id=\"t\" x=\"40\" y=\"45\">Login</text></g>"
    "<circle id=\"b\" cx=\"300\" cy=\"60\" r=\"30\"/><path id=\"e\" d=\"M 100,40 L 270,60\" "
    "inkscape:connection-start=\"#a\" inkscape:connection-end=\"#b\"/><use id=\"u\" href=\"#b\" x=\"9\"/></svg>";

static GBytes *print(SvgDocument *doc)
{
    return svg_document_print_utf8(doc);
}

static void check_result(SvgDocument *doc)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) now = print(doc);
    gsize len;
    const char *text = g_bytes_get_data(now, &len);
    g_assert(memmem(text, len, LOCKED, strlen(LOCKED)));
    svg_document_free(svg_document_parse(text, len, "fuzz", &error));
    g_assert_no_error(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gsize once;
    if (g_once_init_enter(&once)) {
        atexit(svg_cleanup);
        g_once_init_leave(&once, 1);
    }
    const FairyExecutorOptions options = {.author = "fuzz"};
    g_autoptr(SvgDocument) doc = svg_document_parse(drawing, strlen(drawing), "fuzz", NULL);
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    if (fairy_executor_feed(executor, (const char *)data, size, NULL)) {
        fairy_executor_end(executor, NULL);
    }
    check_result(doc);
    fairy_executor_undo(executor);
    g_autoptr(GBytes) after = print(doc);
    g_assert(g_bytes_get_size(after) == strlen(drawing));
    g_assert(memcmp(g_bytes_get_data(after, NULL), drawing, strlen(drawing)) == 0);
    return 0;
}
