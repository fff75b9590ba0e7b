/* Elements drawn by librsvg where they are. */
#include "common/in_place.h"

#include "document/node.h"

#include <librsvg/rsvg.h>

#include <string.h>

static GBytes *draw(RsvgHandle *handle, const char *id, guint side)
{
    int px = (int)side, stride = cairo_format_stride_for_width(CAIRO_FORMAT_ARGB32, px);
    gsize len = (gsize)stride * side;
    guchar *pixels = g_malloc0(len);
    RsvgRectangle viewport = {0, 0, side, side};
    g_autofree char *reference = g_strconcat("#", id, NULL);
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, px, px, stride);
    cairo_t *cr = cairo_create(surface);
    gboolean drawn = rsvg_handle_render_layer(handle, cr, reference, &viewport, NULL);
    cairo_destroy(cr);
    cairo_surface_finish(surface);
    cairo_surface_destroy(surface);
    GBytes *out = drawn ? g_bytes_new(pixels, len) : NULL;
    g_free(pixels);
    return out;
}

static gboolean is_in_switch(SvgDocument *doc, const char *id)
{
    const SvgNode *at = svg_document_find(doc, id);
    while (at && svg_node_tag(at) != SVG_TAG_SWITCH) {
        at = at->parent;
    }
    return at != NULL;
}

/* For any child of a <switch>, librsvg draws the one that is chosen. When it makes no difference
 * that `id` is hidden, this isn't it. */
static GBytes *draw_if_chosen(RsvgHandle *handle, const char *id, guint side)
{
    g_autofree char *hiding = g_strdup_printf("#%s{display:none!important}", id);
    GBytes *shown = draw(handle, id, side);
    rsvg_handle_set_stylesheet(handle, (const guint8 *)hiding, strlen(hiding), NULL);
    g_autoptr(GBytes) hidden = draw(handle, id, side);
    rsvg_handle_set_stylesheet(handle, (const guint8 *)"", 0, NULL);
    if (shown && hidden && g_bytes_equal(shown, hidden)) {
        g_clear_pointer(&shown, g_bytes_unref);
    }
    return shown;
}

static void free_picture(gpointer picture)
{
    g_clear_pointer((GBytes **)&picture, g_bytes_unref);
}

GPtrArray *test_draw_in_place(SvgDocument *doc, const GPtrArray *ids, guint side)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    g_autoptr(GError) error = NULL;
    gsize len;
    const guint8 *text = g_bytes_get_data(bytes, &len);
    RsvgHandle *handle = rsvg_handle_new_from_data(text, len, &error);
    g_assert_no_error(error);
    GPtrArray *out = g_ptr_array_new_with_free_func(free_picture);
    for (guint i = 0; i < ids->len; i++) {
        const char *id = ids->pdata[i];
        g_ptr_array_add(out, is_in_switch(doc, id) ? draw_if_chosen(handle, id, side)
                                                   : draw(handle, id, side));
    }
    g_object_unref(handle);
    return out;
}
