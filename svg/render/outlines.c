/* A drawing with what is read of it laid over: to see at a glance whether it was read right. */
#include "render/over.h"

#include <svg/shape.h>

#define GROUP_COLOR "#57606a"

static const char *color_of(SvgKind kind)
{
    static const struct {
        SvgKind kind;
        const char *color;
    } colors[] = {
        {SVG_KIND_ARROW, "#cf222e"}, {SVG_KIND_LINE, "#bc6c00"},    {SVG_KIND_TEXT, "#8250df"},
        {SVG_KIND_IMAGE, "#1a7f37"}, {SVG_KIND_DRAW, "#0a7ea4"},    {SVG_KIND_GROUP, GROUP_COLOR},
        {SVG_KIND_NOTE, "#9a6700"},  {SVG_KIND_UNKNOWN, "#d4145a"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(colors); i++) {
        if (colors[i].kind == kind) {
            return colors[i].color;
        }
    }
    return "#1f6feb";
}

static void add_frame(const SvgOver *over, const SvgShape *shape)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *dashes = g_strconcat(
        "stroke-dasharray:", g_ascii_formatd(number, sizeof number, "%.8g", 4 * over->unit), NULL);

    svg_over_frame(over, shape->box, color_of(shape->kind), 1.5,
                   shape->kind == SVG_KIND_GROUP ? dashes : "");
}

static void add_end(const SvgOver *over, SvgPoint at, const char *color, gboolean bound)
{
    g_string_append(over->markup, "<circle");
    svg_over_number(over, "cx", at.x);
    svg_over_number(over, "cy", at.y);
    svg_over_number(over, "r", (bound ? 5 : 2) * over->unit);
    svg_over_style(over, color, 2, "");
}

/* From end to end; a large circle at an end that is bound, a small one at another. */
static void add_connection(const SvgOver *over, const SvgShape *shape)
{
    const char *color = color_of(shape->kind);

    g_string_append(over->markup, "<line");
    svg_over_number(over, "x1", shape->start.x);
    svg_over_number(over, "y1", shape->start.y);
    svg_over_number(over, "x2", shape->end.x);
    svg_over_number(over, "y2", shape->end.y);
    svg_over_style(over, color, 2, "");
    add_end(over, shape->start, color, shape->from_id != NULL);
    add_end(over, shape->end, color, shape->to_id != NULL);
}

static void add_words(const SvgOver *over, const SvgShape *shape)
{
    gboolean line = shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
    const char *words = shape->text ? shape->text : shape->name;
    g_autofree char *shown =
        g_strconcat(svg_kind_name(shape->kind), words ? ": " : "", words ? words : "", NULL);
    SvgPoint at = {shape->box.x + over->unit, shape->box.y - 2 * over->unit};

    if (line) {
        at = (SvgPoint){(shape->start.x + shape->end.x) / 2, (shape->start.y + shape->end.y) / 2};
    }
    svg_over_words(over, at, color_of(shape->kind), FALSE, shown);
}

static void add_shape(const SvgShape *shape, gpointer data)
{
    const SvgOver *over = data;

    if (!shape->id) {
        return; /* out of view */
    }
    if (shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE) {
        add_connection(over, shape);
    } else {
        add_frame(over, shape);
    }
    if (!shape->layer && (shape->kind != SVG_KIND_GROUP || shape->name)) {
        add_words(over, shape);
    }
}

GBytes *svg_render_outlines(SvgDocument *doc, const SvgRenderOptions *options, GError **error)
{
    SvgBox view = svg_box_is_empty(options->view) ? svg_document_page(doc) : options->view;
    SvgOver over = svg_over_new(view);
    SvgRender *render;

    svg_document_each_shape(doc, view, FALSE, add_shape, &over);
    render = svg_over_start(doc, &over, options, error);
    return render ? svg_render_finish(render, error) : NULL;
}
