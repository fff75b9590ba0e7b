/* Values that elements have because others say so, or nobody does; lengths; what is hard to read.
 */
#include "edit/restyle.h"
#include "house/mend.h"
#include "lint/contrast.h"

#include <math.h>

#define BLACK 0

/* --- colours and fonts ------------------------------------------------------------------------ */

static gboolean departs(const SvgMending *mending, const SvgPaint *paint, guint32 *nearest)
{
    return paint->kind == SVG_PAINT_COLOR && paint->alpha > 0 &&
           svg_house_nearest(mending->house, paint->rgb, NULL, NULL, nearest) &&
           *nearest != paint->rgb;
}

static gboolean is_filled(const SvgNode *node, const SvgStyle *style)
{
    return svg_node_tag(node) != SVG_TAG_LINE && style->displayed;
}

/* Whether something is black because nobody says which colour it has. */
static gboolean shows_black(const SvgMending *mending)
{
    for (SvgNode *node = NULL; (node = svg_mending_next(mending, node));) {
        SvgStyle style;
        gboolean draws = svg_node_is(node, SVG_TAG_IS_SHAPE) || svg_node_has_words(node);
        if (draws) {
            svg_style_of(mending->doc, node, &style);
            if (is_filled(node, &style) && style.fill.kind == SVG_PAINT_COLOR &&
                style.fill.rgb == BLACK) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* All of it is said by the root, which clones inherit from, too. */
static void mend_default_fill(SvgMending *mending)
{
    SvgNode *root = mending->doc->root;
    SvgPaint black = {.kind = SVG_PAINT_COLOR, .rgb = BLACK, .alpha = 1};
    guint32 nearest;
    if (departs(mending, &black, &nearest) && svg_mending_may(mending, root) &&
        !svg_style_declared(mending->doc, root, SVG_PROPERTY_FILL) && shows_black(mending)) {
        g_autofree char *css = g_strdup_printf("#%06x", nearest);
        svg_splice_attr(mending->doc, root, "fill", css);
        svg_mending_tell(mending, root, SVG_LINT_HOUSE_COLOR,
                         "What has no fill is black; what stands for it is %s.", css);
    }
}

static void mend_paint(SvgMending *mending, SvgNode *node, SvgProperty property,
                       const SvgPaint *paint)
{
    guint32 nearest;
    if (departs(mending, paint, &nearest)) {
        g_autofree char *css = g_strdup_printf("#%06x", nearest);
        svg_force_property(mending->doc, node, property, css);
        svg_mending_tell(mending, node, SVG_LINT_HOUSE_COLOR,
                         "The %s is #%06x; what stands for it is %s.", svg_property_name(property),
                         paint->rgb, css);
    }
}

static void mend_font(SvgMending *mending, SvgNode *node, const SvgStyle *style)
{
    const char *family = style->font_family ? style->font_family : "sans-serif";
    const char *other = *mending->house->fonts && svg_node_has_words(node)
                            ? svg_house_font(mending->house, family)
                            : NULL;
    if (other) {
        g_autofree char *css = svg_family_css(other);
        svg_force_property(mending->doc, node, SVG_PROPERTY_FONT_FAMILY, css);
        svg_mending_tell(mending, node, SVG_LINT_HOUSE_FONT,
                         "The font is %s; what stands for it is %s.", family, css);
    }
}

/* Black is what a stop is of which nobody says otherwise. */
static void mend_stop(SvgMending *mending, SvgNode *stop)
{
    const char *style = svg_node_attr(stop, "style");
    g_autofree char *declared = style ? svg_declarations_get(style, "stop-color") : NULL;
    guint32 nearest;
    SvgPaint black = {.kind = SVG_PAINT_COLOR, .rgb = BLACK, .alpha = 1};
    if (!declared && !svg_node_attr(stop, "stop-color") && !svg_node_attr(stop, "class") &&
        departs(mending, &black, &nearest)) {
        g_autofree char *css = g_strdup_printf("#%06x", nearest);
        svg_splice_attr(mending->doc, stop, "stop-color", css);
        svg_mending_tell(mending, stop, SVG_LINT_HOUSE_COLOR,
                         "The stop is black; what stands for it is %s.", css);
    }
}

void svg_mend_computed(SvgMending *mending)
{
    mend_default_fill(mending);
    for (SvgNode *node = NULL; (node = svg_mending_next(mending, node));) {
        SvgStyle style;
        if (svg_node_tag(node) == SVG_TAG_STOP && svg_mending_may(mending, node)) {
            mend_stop(mending, node);
        }
        if (!svg_mending_is_leaf(mending, node) || !svg_mending_may(mending, node)) {
            continue;
        }
        svg_style_of(mending->doc, node, &style);
        if (is_filled(node, &style)) {
            mend_paint(mending, node, SVG_PROPERTY_FILL, &style.fill);
        }
        mend_paint(mending, node, SVG_PROPERTY_STROKE, &style.stroke);
        mend_font(mending, node, &style);
    }
}

/* --- lengths ---------------------------------------------------------------------------------- */

/* How many px a unit of the element is. */
static double px_of(const SvgMending *mending, const SvgNode *node, gboolean scaled)
{
    return svg_document_px_per_unit(mending->doc) *
           (scaled ? svg_node_scale_factor(mending->doc, node) : 1);
}

static void mend_length(SvgMending *mending, SvgNode *node, SvgProperty property, double value,
                        double px, const GArray *allowed, SvgLintType type)
{
    char text[SVG_NUMBER_SIZE];
    double now = svg_house_snap(allowed, value * px);
    if (now == value * px || !isfinite(now / px)) {
        return;
    }
    svg_number_print(now / px, text);
    g_autofree char *css =
        property == SVG_PROPERTY_FONT_SIZE ? g_strconcat(text, "px", NULL) : g_strdup(text);
    svg_force_property(mending->doc, node, property, css);
    svg_mending_tell(mending, node, type, "The %s is %.4g px; what stands for it is %g px.",
                     svg_property_name(property), value * px, now);
}

/* What isn't drawn where it stands is scaled by whoever shows it. */
static gboolean is_in_place(const SvgNode *node)
{
    for (const SvgNode *at = node; at; at = at->parent) {
        guint flags = svg_tag_flags(svg_node_tag(at));
        if (!(flags & (SVG_TAG_IS_RENDERED | SVG_TAG_IS_TEXT))) {
            return FALSE;
        }
    }
    return TRUE;
}

void svg_mend_lengths(SvgMending *mending)
{
    const SvgHouse *house = mending->house;
    gboolean any = house->widths->len > 0 || house->sizes->len > 0;
    for (SvgNode *node = NULL; any && (node = svg_mending_next(mending, node));) {
        SvgStyle style;
        if (!svg_mending_is_leaf(mending, node) || !is_in_place(node) ||
            !svg_mending_may(mending, node)) {
            continue;
        }
        svg_style_of(mending->doc, node, &style);
        gboolean scaled = !style.non_scaling_stroke;
        if (style.stroke.kind != SVG_PAINT_NONE) {
            mend_length(mending, node, SVG_PROPERTY_STROKE_WIDTH, style.stroke_width,
                        px_of(mending, node, scaled), house->widths, SVG_LINT_HOUSE_WIDTH);
        }
        if (svg_node_is(node, SVG_TAG_IS_TEXT)) {
            mend_length(mending, node, SVG_PROPERTY_FONT_SIZE, style.font_size,
                        px_of(mending, node, TRUE), house->sizes, SVG_LINT_HOUSE_SIZE);
        }
    }
}

/* --- contrast --------------------------------------------------------------------------------- */

typedef struct {
    SvgNode *text;
    guint32 behind;
    double ratio, least;
} Pale;

static void note_pale(SvgNode *text, guint32 behind, double ratio, double least, gpointer data)
{
    Pale pale = {text, behind, ratio, least};
    g_array_append_val((GArray *)data, pale);
}

static double luminance(guint32 rgb)
{
    return svg_luminance(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
}

static gboolean stands_out(guint32 rgb, gpointer data)
{
    const Pale *pale = data;
    return svg_contrast(luminance(rgb), luminance(pale->behind)) >= pale->least;
}

/* The nearest colour that is seen well enough; black or white where any is allowed. */
static gboolean find_ink(const SvgHouse *house, Pale *pale, guint32 old, guint32 *ink)
{
    if (house->colors->len > 0) {
        return svg_house_nearest(house, old, stands_out, pale, ink);
    }
    *ink = luminance(pale->behind) > 0.179 ? BLACK : 0xffffff;
    return stands_out(*ink, pale);
}

static void mend_words(SvgMending *mending, Pale *pale, SvgNode *words)
{
    SvgStyle style;
    guint32 ink;
    svg_style_of(mending->doc, words, &style);
    if (style.fill.kind != SVG_PAINT_COLOR || stands_out(style.fill.rgb, pale) ||
        !svg_mending_may(mending, words) || !find_ink(mending->house, pale, style.fill.rgb, &ink)) {
        return;
    }
    g_autofree char *css = g_strdup_printf("#%06x", ink);
    svg_force_property(mending->doc, words, SVG_PROPERTY_FILL, css);
    svg_mending_tell(mending, words, SVG_LINT_HOUSE_CONTRAST,
                     "Words have a contrast of %.3g to 1 to what is behind them (#%06x), and %.3g "
                     "is wanted; they become %s.",
                     pale->ratio, pale->behind, pale->least, css);
}

static void mend_pale(SvgMending *mending, Pale *pale)
{
    for (SvgNode *at = pale->text; at; at = svg_node_walk(pale->text, at, FALSE)) {
        if (at->name && (at == pale->text || svg_node_has_words(at))) {
            mend_words(mending, pale, at);
        }
    }
}

void svg_mend_contrast(SvgMending *mending)
{
    if (mending->house->contrast <= 1) {
        return;
    }
    g_autoptr(GArray) pale = g_array_new(FALSE, FALSE, sizeof(Pale));
    svg_lint_each_contrast(mending->doc, mending->house->contrast, note_pale, pale);
    for (guint i = 0; i < pale->len; i++) {
        mend_pale(mending, &g_array_index(pale, Pale, i));
    }
}
