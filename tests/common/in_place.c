/* Elements drawn by librsvg where they are. */
#include "common/in_place.h"

#include "document/hash.h"
#include "document/node.h"

#include <librsvg/rsvg.h>
#include <sys/wait.h>

#include <unistd.h>

static guint64 draw(RsvgHandle *handle, const char *id, guint side)
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
    guint64 sum = drawn ? svg_hash(pixels, len, 0) : 0;
    g_free(pixels);
    return sum;
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

static void draw_all(SvgDocument *doc, const GPtrArray *ids, guint side, int to)
{
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    g_autoptr(GError) error = NULL;
    gsize len;
    const guint8 *text = g_bytes_get_data(bytes, &len);
    RsvgHandle *handle = rsvg_handle_new_from_data(text, len, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < ids->len; i++) {
        const char *id = ids->pdata[i];
        guint64 sum = is_passed_over(doc, id) ? 0 : draw(handle, id, side);
        g_assert_cmpint(write(to, &sum, sizeof sum), ==, sizeof sum);
    }
    g_object_unref(handle);
}

/* In a process of its own: what librsvg keeps of fonts must not be there when fontconfig goes. */
GArray *test_draw_in_place(SvgDocument *doc, const GPtrArray *ids, guint side)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(guint64));
    int ends[2], status;
    g_assert_cmpint(pipe(ends), ==, 0);
    pid_t child = fork();
    if (child == 0) {
        draw_all(doc, ids, side, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    guint64 sum;
    while (read(ends[0], &sum, sizeof sum) == sizeof sum) {
        g_array_append_val(out, sum);
    }
    close(ends[0]);
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(status, ==, 0);
    g_assert_cmpuint(out->len, ==, ids->len);
    return out;
}
