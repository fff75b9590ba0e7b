/* Elements drawn by librsvg where they are. */
#include "common/in_place.h"

#include "document/node.h"

#include <librsvg/rsvg.h>

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

/* For any child of a <switch>, librsvg draws the one that is chosen: surely not one behind a child
 * that has no conditions. */
static gboolean is_passed_over(SvgDocument *doc, const char *id)
{
    for (const SvgNode *at = svg_document_find(doc, id); at->parent; at = at->parent) {
        const SvgNode *child = svg_node_first_element(at->parent);
        while (child != at && (svg_node_attr(child, "systemLanguage") ||
                               svg_node_attr(child, "requiredExtensions") ||
                               svg_node_attr(child, "requiredFeatures"))) {
            child = svg_node_next_element(child);
        }
        if (svg_node_tag(at->parent) == SVG_TAG_SWITCH && child != at) {
            return TRUE;
        }
    }
    return FALSE;
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
        g_ptr_array_add(out, is_passed_over(doc, id) ? NULL : draw(handle, id, side));
    }
    g_object_unref(handle);
    return out;
}
