/* A drawing with marks over it: frames, areas, figures, each with a name and a colour. */
#include "render/over.h"

#define RISE        2   /* units between a frame and the words over it */
#define LINE        3   /* units */
#define DASH        5   /* units */
#define FIGURE_SIZE 1.4 /* times as large as it is told below */
#define LIFT        24  /* units that a figure is over its place, whose words stay free */
#define FIGURE_W    22  /* units from a figure's middle to its name */
#define NEAR_END    0.8 /* of the view's width: from there on names are to the left */

static void add_frame(const SvgOver *over, const SvgMark *mark)
{
    SvgPoint at = {mark->box.x, mark->box.y - RISE * over->unit};
    svg_over_frame(over, mark->box, mark->color, LINE, "opacity:1");
    svg_over_words(over, at, mark->color, FALSE, mark->text);
}

static void add_area(const SvgOver *over, const SvgMark *mark)
{
    char dash[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(dash, sizeof dash, "%.8g", DASH * over->unit);
    g_autofree char *more = g_strdup_printf(
        "opacity:1;stroke-dasharray:%s;fill:%s;fill-opacity:.06", dash, mark->color);
    SvgPoint at = {mark->box.x + 4 * over->unit, mark->box.y + 14 * over->unit};
    svg_over_frame(over, mark->box, mark->color, LINE, more);
    svg_over_words(over, at, mark->color, FALSE, mark->text);
}

/* Four wings and a body, around (0,0). */
#define WINGS                                                                    \
    "<path d=\"M0,0C-3,-13-15,-14-13,-6-12,-2-6,0 0,0-9,1-12,6-8,9-4,11-1,5 0,0" \
    "-0,5 4,11 8,9 12,6 9,1 0,0 6,0 12,-2 13,-6 15,-14 3,-13 0,0z\" "            \
    "style=\"fill-opacity:.35;stroke-width:1\"/>"
#define BODY                                                              \
    "<path d=\"M0,-7a3,3 0 0 1 0,6 l2,9q-2,3-4,0l2,-9a3,3 0 0 1 0,-6z\" " \
    "style=\"stroke:#fff;stroke-width:.8\"/>"

static void add_figure(const SvgOver *over, const SvgMark *mark)
{
    char x[G_ASCII_DTOSTR_BUF_SIZE], y[G_ASCII_DTOSTR_BUF_SIZE], scale[G_ASCII_DTOSTR_BUF_SIZE];
    SvgPoint at = {mark->box.x + mark->box.w / 2,
                   mark->box.y + mark->box.h / 2 - LIFT * over->unit};
    gboolean ends = at.x > over->view.x + NEAR_END * over->view.w;
    g_ascii_formatd(x, sizeof x, "%.8g", at.x);
    g_ascii_formatd(y, sizeof y, "%.8g", at.y);
    g_ascii_formatd(scale, sizeof scale, "%.8g", FIGURE_SIZE * over->unit);
    g_string_append_printf(over->markup,
                           "<g transform=\"translate(%s %s) scale(%s)\" "
                           "style=\"fill:%s;stroke:%s\">" WINGS BODY "</g>",
                           x, y, scale, mark->color, mark->color);
    at.x += (ends ? -FIGURE_W : FIGURE_W) * over->unit;
    svg_over_words(over, at, mark->color, ends, mark->text);
}

static void (*const adders[])(const SvgOver *, const SvgMark *) = {
    [SVG_MARK_FRAME] = add_frame,
    [SVG_MARK_AREA] = add_area,
    [SVG_MARK_FIGURE] = add_figure,
};

SvgRender *svg_render_start_marked(SvgDocument *doc, const SvgRenderOptions *options,
                                   const SvgMark *marks, guint n, GError **error)
{
    SvgBox view = svg_box_is_empty(options->view) ? svg_document_page(doc) : options->view;
    if (n == 0) {
        return svg_render_start(doc, options, error);
    }
    SvgOver over = svg_over_new(view);
    for (guint i = 0; i < n; i++) {
        adders[marks[i].kind](&over, &marks[i]);
    }
    return svg_over_start(doc, &over, options, error);
}
