/* Two states of a drawing in one picture: each is drawn, and a drawing that holds both pictures is
 * drawn again. */
#include <svg/error.h>
#include <svg/render.h>
#include <svg/shape.h>

#include <string.h>

enum {
    GAP = 12, /* px between the two */
    PNG_WIDTH_AT = 16,
    PNG_HEIGHT_AT = 20,
};

#define MARGIN      0.2  /* of what changed, around it */
#define LEAST_SHARE 0.05 /* of the page that is shown at least */
#define FRAME       "#808080"

static SvgBox box_of(SvgDocument *doc, const char *const *ids)
{
    SvgBox out = SVG_BOX_EMPTY, box;
    for (; *ids; ids++) {
        if (svg_document_bounds(doc, *ids, &box, NULL)) {
            out = svg_box_union(out, box);
        }
    }
    return out;
}

/* Where the shapes are before or after, with something around; the page when they are nowhere. */
static SvgBox view_of(SvgDocument *before, SvgDocument *after, const char *const *ids)
{
    SvgBox box = svg_box_union(box_of(before, ids), box_of(after, ids));
    SvgBox page = svg_document_page(after);
    if (svg_box_is_empty(box)) {
        return page;
    }
    double margin = MAX(svg_box_side(box) * MARGIN, svg_box_side(page) * LEAST_SHARE / 2);
    return svg_box_grown(box, margin, margin);
}

static guint number_at(GBytes *png, gsize offset)
{
    gsize len;
    const guint8 *data = g_bytes_get_data(png, &len);
    guint32 number = 0;
    if (len >= offset + sizeof number) {
        memcpy(&number, data + offset, sizeof number);
    }
    return GUINT32_FROM_BE(number);
}

static void add_picture(GString *out, GBytes *png, guint x, guint w, guint h)
{
    gsize len;
    const guint8 *data = g_bytes_get_data(png, &len);
    g_autofree char *text = g_base64_encode(data, len);
    g_string_append_printf(out,
                           "<image x=\"%u\" y=\"1\" width=\"%u\" height=\"%u\" "
                           "xlink:href=\"data:image/png;base64,%s\"/>"
                           "<rect x=\"%g\" y=\"0.5\" width=\"%u\" height=\"%u\" fill=\"none\" "
                           "stroke=\"" FRAME "\"/>",
                           x + 1, w, h, text, x + 0.5, w + 1, h + 1);
}

GBytes *svg_render_pair(SvgDocument *before, SvgDocument *after, const char *const *ids,
                        const SvgRenderOptions *options, GError **error)
{
    SvgRenderOptions each = *options, both = *options;
    each.view = svg_box_is_empty(options->view) ? view_of(before, after, ids) : options->view;
    each.max_side = MAX(options->max_side / 2, GAP) - GAP / 2;
    each.format = SVG_PICTURE_PNG;
    each.fill = TRUE;
    g_autoptr(GBytes) left = svg_render(before, &each, error);
    g_autoptr(GBytes) right = left ? svg_render(after, &each, error) : NULL;
    if (!right) {
        return NULL;
    }
    guint w = number_at(right, PNG_WIDTH_AT), h = number_at(right, PNG_HEIGHT_AT);
    GString *out = g_string_new("<svg xmlns=\"http://www.w3.org/2000/svg\" "
                                "xmlns:xlink=\"http://www.w3.org/1999/xlink\" ");
    both.view = (SvgBox){0, 0, 2.0 * w + GAP + 2, h + 2.0};
    both.max_side = 0;
    both.fill = FALSE;
    g_string_append_printf(out, "width=\"%g\" height=\"%g\">", both.view.w, both.view.h);
    add_picture(out, left, 0, w, h);
    add_picture(out, right, w + GAP, w, h);
    g_string_append(out, "</svg>");
    g_autoptr(GBytes) bytes = g_string_free_to_bytes(out);
    return svg_render_bytes(bytes, &both, 1, error);
}
