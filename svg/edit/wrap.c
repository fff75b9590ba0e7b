/* Lines that are broken at a width. Inkscape 1.2 joins the lines of a text with inline-size without
 * a space between them, so the width is kept beside them. */
#include "edit/build.h"
#include "geometry/text.h"
#include "shape/content.h"

#include <math.h>
#include <string.h>

#define WIDTH "data-max-width"

void svg_text_was_wrapped(SvgEdit *edit, SvgNode *text, double width)
{
    svg_splice_number(edit->doc, text, WIDTH, width);
}

double svg_text_wrapped_at(const SvgNode *text)
{
    const char *known = svg_node_attr(text, WIDTH);
    double width;
    return known && svg_number_parse(known, &width) ? width : INFINITY;
}

static double width_of(const char *text, const SvgStyle *style)
{
    SvgTextExtents extents;
    svg_text_measure(text, style, &extents);
    return extents.width;
}

char *svg_text_joined(const char *words, const SvgStyle *style, double width)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    GString *out = g_string_new(lines[0]);
    double widest = width; /* more, when the letters were scaled since */
    for (guint i = 0; lines[i]; i++) {
        widest = MAX(widest, width_of(lines[i], style));
    }
    for (guint i = 1; lines[i]; i++) {
        g_autofree char *longer =
            g_strdup_printf("%s %.*s", lines[i - 1], (int)strcspn(lines[i], " "), lines[i]);
        g_string_append_c(out, width_of(longer, style) > widest ? ' ' : '\n');
        g_string_append(out, lines[i]);
    }
    return g_string_free(out, FALSE);
}

void svg_text_wrap_lines(SvgEdit *edit, SvgNode *text, const char *words, double width)
{
    SvgStyle style;
    svg_style_of(edit->doc, svg_content_first(text), &style);
    const char *known = svg_node_attr(text, WIDTH);
    double before = 0;
    gboolean was_wrapped = known && svg_number_parse(known, &before);
    g_autofree char *joined =
        was_wrapped ? svg_text_joined(words, &style, before) : g_strdup(words);
    if (isfinite(width)) {
        g_auto(GStrv) lines = svg_text_wrap(joined, &style, width);
        svg_set_text(edit, text, lines, FALSE);
        svg_text_was_wrapped(edit, text, width);
    } else if (was_wrapped) {
        g_auto(GStrv) lines = g_strsplit(joined, "\n", -1);
        svg_set_text(edit, text, lines, FALSE);
        svg_splice_attr(edit->doc, text, WIDTH, NULL);
    }
}
