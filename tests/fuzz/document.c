/* Any bytes as a file: what parses prints as it was; looking at it and moving things in it never
 * crashes; undo gives the bytes back; what was printed parses again. */
#include "fuzz.h"

#include <svg/edit.h>

#include <stdlib.h>
#include <string.h>

static GBytes *print(SvgDocument *doc)
{
    return svg_document_print_utf8(doc);
}

static void edit(SvgDocument *doc, const SvgShape *shape, guint which)
{
    const char *ids[] = {shape->id, NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(SvgEdit) open = svg_edit_begin(doc, "fuzz");
    gboolean good = FALSE;
    switch (which % 5) {
    case 0:
        good = svg_edit_offset(open, ids, 3, 4, &error);
        break;
    case 1:
        good = svg_edit_label(open, shape->id, "a<b", &error);
        break;
    case 2:
        good = svg_edit_rotate(open, ids, 30, (SvgPoint){1, 2}, &error);
        break;
    case 3:
        good = svg_edit_delete(open, shape->id, &error);
        break;
    default:
        good = svg_edit_bring_to_front(open, ids, &error);
    }
    if (good) {
        svg_change_free(svg_edit_commit(g_steal_pointer(&open), NULL));
    }
}

/* As it would be saved; what no longer fits into the file's encoding isn't. */
static void check_reads_again(SvgDocument *doc)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) now = svg_document_print(doc, NULL);
    if (!now) {
        return;
    }
    svg_document_free(
        svg_document_parse(g_bytes_get_data(now, NULL), g_bytes_get_size(now), "fuzz", &error));
    g_assert_no_error(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static gsize once;
    if (g_once_init_enter(&once)) {
        atexit(svg_cleanup);
        g_once_init_leave(&once, 1);
    }
    g_autoptr(SvgDocument) doc = svg_document_parse((const char *)data, size, "fuzz", NULL);
    if (!doc) {
        return 0;
    }
    g_autoptr(GBytes) before = print(doc);
    g_autoptr(GBytes) own = svg_document_print(doc, NULL);
    gboolean packed = size > 1 && data[0] == 0x1f && data[1] == 0x8b;
    g_assert(packed ||
             (g_bytes_get_size(own) == size && !memcmp(g_bytes_get_data(own, NULL), data, size)));
    g_autoptr(GPtrArray) shapes = svg_document_shapes(doc);
    for (guint i = 0; i < shapes->len && i < 20; i++) {
        edit(doc, shapes->pdata[i], i + (guint)size);
    }
    check_reads_again(doc);
    while (svg_document_undo(doc)) {
    }
    g_autoptr(GBytes) after = print(doc);
    g_assert(g_bytes_equal(before, after));
    return 0;
}
