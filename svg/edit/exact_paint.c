/* Fills and strokes in colours that are given exactly. */
#include "edit/exact_paint.h"

#include "edit/effects.h"
#include "edit/property.h"

gboolean svg_exact_paint_read(SvgEdit *edit, const char *name, SvgExactPaint *out, GError **error)
{
    guint32 rgb;
    g_autofree char *css = svg_document_color(edit->doc, name, FALSE);
    gboolean none = g_ascii_strcasecmp(name, "none") == 0;
    out->alpha = 1;
    gboolean known = svg_color_parse(name, &rgb, &out->alpha);
    if (!css && !none && !(known && out->alpha == 0)) {
        g_autofree char *names = g_strjoinv(", ", (char **)svg_palette_names());
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%.40s\" is no colour; use a CSS colour, none or one of %s", name, names);
        return FALSE;
    }
    g_strlcpy(out->css, css ? css : "none", sizeof out->css);
    return TRUE;
}

/* A translucent colour says how much of it; of one that isn't, that it shows. */
void svg_exact_paint_set(SvgEdit *edit, SvgNode *node, SvgProperty property,
                         const SvgExactPaint *ink)
{
    SvgDocument *doc = edit->doc;
    SvgStyle style;
    gboolean fill = property == SVG_PROPERTY_FILL;
    svg_style_of(doc, node, &style);
    svg_force_property(doc, node, property, ink->css);
    svg_expect_paint(edit, node, property, ink->css);
    double opacity = fill ? style.fill_opacity : style.stroke_opacity;
    if (ink->alpha != opacity && (ink->alpha < 1 || opacity == 0)) {
        char text[SVG_NUMBER_SIZE];
        svg_force_property(doc, node,
                           fill ? SVG_PROPERTY_FILL_OPACITY : SVG_PROPERTY_STROKE_OPACITY,
                           svg_number_print(ink->alpha, text));
    }
}

gboolean svg_exact_paint_is_so(const char *css, const SvgPaint *paint)
{
    guint32 rgb;
    double alpha;
    g_autofree char *url = g_strdup_printf("url(#%s)", paint->server ? paint->server : "");
    return g_str_equal(css, "none") ? paint->kind == SVG_PAINT_NONE
           : paint->kind == SVG_PAINT_SERVER
               ? g_str_equal(css, url)
               : svg_color_parse(css, &rgb, &alpha) && paint->kind == SVG_PAINT_COLOR &&
                     paint->rgb == rgb;
}
