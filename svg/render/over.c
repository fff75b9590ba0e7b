/* Markup over a drawing: written with numbers in the drawing's own units, put at its end. */
#include "render/over.h"

#include "document/document_priv.h"
#include "render/client.h"
#include "render/part.h"

#include <string.h>

#define UNITS      900 /* in the longer side of the view: a line is one wide */
#define LETTERS    11  /* units high */
#define EDGE       3   /* units, of the white around them */
#define MOST_WORDS 40  /* characters that are shown */

SvgOver svg_over_new(SvgBox view)
{
    return (SvgOver){.markup = g_string_new("<g xmlns=\"http://www.w3.org/2000/svg\">"),
                     .view = view,
                     .unit = MAX(view.w, view.h) / UNITS};
}

static void add_value(const SvgOver *over, const char *before, double value, const char *after)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.8g", value);
    g_string_append_printf(over->markup, "%s%s%s", before, number, after);
}

void svg_over_number(const SvgOver *over, const char *name, double value)
{
    g_string_append_printf(over->markup, " %s", name);
    add_value(over, "=\"", value, "\"");
}

void svg_over_style(const SvgOver *over, const char *color, double width, const char *more)
{
    g_string_append_printf(over->markup, " style=\"fill:none;stroke:%s", color);
    add_value(over, ";stroke-width:", width * over->unit, ";opacity:.85;");
    g_string_append_printf(over->markup, "%s\"/>", more);
}

void svg_over_frame(const SvgOver *over, SvgBox box, const char *color, double width,
                    const char *more)
{
    g_string_append(over->markup, "<rect");
    svg_over_number(over, "x", box.x);
    svg_over_number(over, "y", box.y);
    svg_over_number(over, "width", MAX(box.w, over->unit));
    svg_over_number(over, "height", MAX(box.h, over->unit));
    svg_over_style(over, color, width, more);
}

/* --- words ------------------------------------------------------------------------------------ */

/* XML has no way to write these; line breaks would be spaces. */
static gunichar shown_as(gunichar c)
{
    gboolean line = c == '\n' || c == '\t' || c == '\r';
    gboolean none = c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff;
    return line ? '/' : none ? 0xfffd : c;
}

/* One line, cut, as XML. */
static char *shown_words(const char *words)
{
    g_autofree char *valid = g_utf8_make_valid(words, -1);
    GString *out = g_string_new(NULL);
    guint n = 0;
    const char *p = valid;
    for (; *p && n < MOST_WORDS; p = g_utf8_next_char(p), n++) {
        g_string_append_unichar(out, shown_as(g_utf8_get_char(p)));
    }
    g_string_append(out, *p ? "…" : "");
    g_autofree char *line = g_string_free(out, FALSE);
    return g_markup_escape_text(line, -1);
}

void svg_over_words(const SvgOver *over, SvgPoint at, const char *color, gboolean ends,
                    const char *words)
{
    g_autofree char *shown = shown_words(words);
    g_string_append(over->markup, "<text");
    svg_over_number(over, "x", at.x);
    svg_over_number(over, "y", at.y);
    add_value(over, " style=\"font:", LETTERS * over->unit, "px sans-serif;stroke:#fff;");
    add_value(over, "stroke-width:", EDGE * over->unit, ";paint-order:stroke;");
    g_string_append_printf(over->markup, "fill:%s;text-anchor:%s\">%s</text>", color,
                           ends ? "end" : "start", shown);
}

/* --- the picture ------------------------------------------------------------------------------ */

/* Before the end of the root, which is the last end tag. */
static GBytes *laid_over(SvgDocument *doc, GBytes *drawing, const GString *markup)
{
    gsize len;
    const char *text = g_bytes_get_data(drawing, &len);
    g_autofree char *tag = g_strconcat("</", svg_document_root(doc)->name->str, NULL);
    const char *end = g_strrstr_len(text, (gssize)len, tag);
    GString *out = g_string_sized_new(len + markup->len);
    if (!end) {
        end = text + len; /* <svg/>: nothing is in it */
    }
    g_string_append_len(out, text, end - text);
    g_string_append_len(out, end < text + len ? markup->str : "", -1);
    g_string_append_len(out, end, text + len - end);
    return g_string_free_to_bytes(out);
}

SvgRender *svg_over_start(SvgDocument *doc, SvgOver *over, const SvgRenderOptions *options,
                          GError **error)
{
    SvgRenderOptions complete = *options;
    complete.view = over->view;
    complete.shapes_next = FALSE;
    g_string_append(over->markup, "</g>");
    g_autoptr(GBytes) drawing = svg_part_print(doc, over->view, 0);
    g_autoptr(GBytes) both = laid_over(doc, drawing, over->markup);
    g_string_free(g_steal_pointer(&over->markup), TRUE);
    return svg_render_start_bytes(both, &complete, svg_document_px_per_unit(doc), error);
}
