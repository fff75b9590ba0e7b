/* A drawing with what is read of it laid over: to see at a glance whether it was read right. */
#include "document/document_priv.h"
#include "render/part.h"

#include <svg/error.h>
#include <svg/render.h>
#include <svg/shape.h>

#include <string.h>

#define UNITS      900 /* in the longer side of the view: a line is one wide */
#define LETTERS    11  /* units high */
#define MOST_WORDS 28  /* characters of a label that are shown */

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

typedef struct {
    GString *out;
    double unit; /* of lines and letters, in document units */
} Overlay;

static void add_number(GString *out, const char *name, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd(number, sizeof number, "%.8g", value);
    g_string_append_printf(out, " %s=\"%s\"", name, number);
}

static void add_style(const Overlay *overlay, const char *color, double width, const char *more)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd(number, sizeof number, "%.8g", width * overlay->unit);
    g_string_append_printf(overlay->out,
                           " style=\"fill:none;stroke:%s;stroke-width:%s;opacity:.85;%s\"/>", color,
                           number, more);
}

static void add_frame(const Overlay *overlay, const SvgShape *shape)
{
    double dash = 4 * overlay->unit;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *dashes = g_strconcat(
        "stroke-dasharray:", g_ascii_formatd(number, sizeof number, "%.8g", dash), NULL);

    g_string_append(overlay->out, "<rect");
    add_number(overlay->out, "x", shape->box.x);
    add_number(overlay->out, "y", shape->box.y);
    add_number(overlay->out, "width", MAX(shape->box.w, overlay->unit));
    add_number(overlay->out, "height", MAX(shape->box.h, overlay->unit));
    add_style(overlay, color_of(shape->kind), 1.5, shape->kind == SVG_KIND_GROUP ? dashes : "");
}

static void add_end(const Overlay *overlay, SvgPoint at, const char *color, gboolean bound)
{
    g_string_append(overlay->out, "<circle");
    add_number(overlay->out, "cx", at.x);
    add_number(overlay->out, "cy", at.y);
    add_number(overlay->out, "r", (bound ? 5 : 2) * overlay->unit);
    add_style(overlay, color, 2, "");
}

/* From end to end; a large circle at an end that is bound, a small one at another. */
static void add_connection(const Overlay *overlay, const SvgShape *shape)
{
    const char *color = color_of(shape->kind);

    g_string_append(overlay->out, "<line");
    add_number(overlay->out, "x1", shape->start.x);
    add_number(overlay->out, "y1", shape->start.y);
    add_number(overlay->out, "x2", shape->end.x);
    add_number(overlay->out, "y2", shape->end.y);
    add_style(overlay, color, 2, "");
    add_end(overlay, shape->start, color, shape->from_id != NULL);
    add_end(overlay, shape->end, color, shape->to_id != NULL);
}

/* One line, cut, with what XML can't have taken out. */
static char *shown_words(const SvgShape *shape)
{
    const char *words = shape->text ? shape->text : shape->name;
    gboolean cut = words && g_utf8_strlen(words, -1) > MOST_WORDS;
    g_autofree char *start = words ? g_utf8_substring(words, 0, cut ? MOST_WORDS : -1) : NULL;
    g_autofree char *line = NULL;

    if (start) {
        g_strdelimit(start, "\n\t\r", '/');
    }
    line = g_strconcat(svg_kind_name(shape->kind), start ? ": " : "", start ? start : "",
                       cut ? "…" : "", NULL);
    return g_markup_escape_text(line, -1);
}

static void add_words(const Overlay *overlay, const SvgShape *shape)
{
    gboolean line = shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
    double size = LETTERS * overlay->unit;
    char height[G_ASCII_DTOSTR_BUF_SIZE], halo[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *words = shown_words(shape);

    g_string_append(overlay->out, "<text");
    add_number(overlay->out, "x",
               line ? (shape->start.x + shape->end.x) / 2 : shape->box.x + overlay->unit);
    add_number(overlay->out, "y",
               line ? (shape->start.y + shape->end.y) / 2 : shape->box.y - 2 * overlay->unit);
    g_string_append_printf(
        overlay->out,
        " style=\"font:%spx sans-serif;fill:%s;stroke:#fff;stroke-width:%s;paint-order:stroke;"
        "text-anchor:start\">%s</text>",
        g_ascii_formatd(height, sizeof height, "%.8g", size), color_of(shape->kind),
        g_ascii_formatd(halo, sizeof halo, "%.8g", 3 * overlay->unit), words);
}

static void add_shape(const SvgShape *shape, gpointer data)
{
    const Overlay *overlay = data;

    if (!shape->id) {
        return; /* out of view */
    }
    if (shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE) {
        add_connection(overlay, shape);
    } else {
        add_frame(overlay, shape);
    }
    if (!shape->layer && (shape->kind != SVG_KIND_GROUP || shape->name)) {
        add_words(overlay, shape);
    }
}

/* Before the end of the root, which is the last end tag. */
static GBytes *laid_over(SvgDocument *doc, GBytes *drawing, const GString *overlay)
{
    gsize len;
    const char *text = g_bytes_get_data(drawing, &len);
    g_autofree char *tag = g_strconcat("</", svg_document_root(doc)->name->str, NULL);
    const char *end = g_strrstr_len(text, (gssize)len, tag);
    GString *out = g_string_sized_new(len + overlay->len);

    if (!end) {
        end = text + len; /* <svg/>: nothing is in it */
    }
    g_string_append_len(out, text, end - text);
    g_string_append_len(out, end < text + len ? overlay->str : "", -1);
    g_string_append_len(out, end, text + len - end);
    return g_string_free_to_bytes(out);
}

GBytes *svg_render_overlay(SvgDocument *doc, const SvgRenderOptions *options, GError **error)
{
    SvgRenderOptions complete = *options;
    g_autoptr(GBytes) drawing = NULL, both = NULL;
    g_autoptr(GString) markup = g_string_new("<g xmlns=\"http://www.w3.org/2000/svg\">");
    Overlay overlay = {.out = markup};

    if (svg_box_is_empty(complete.view)) {
        complete.view = svg_document_page(doc);
    }
    overlay.unit = MAX(complete.view.w, complete.view.h) / UNITS;
    svg_document_each_shape(doc, complete.view, FALSE, add_shape, &overlay);
    g_string_append(markup, "</g>");
    drawing = svg_part_print(doc, complete.view);
    both = laid_over(doc, drawing, markup);
    return svg_render_bytes(both, &complete, svg_document_px_per_unit(doc), error);
}
