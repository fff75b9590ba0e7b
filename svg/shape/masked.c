/* Programs that draw diagrams interrupt a line behind its words by a mask: one for all lines, white
 * where they are seen, with a black rectangle for each label. */
#include "shape/masked.h"

#include "style/style.h"
#include "values/color.h"
#include "values/values.h"

#define SEEN 0.5 /* of the line's paint: with less it counts as hidden */

SvgNode *svg_masked_by(SvgDocument *doc, SvgNode *node)
{
    SvgStyle style;
    svg_style_of(doc, node, &style);
    SvgNode *mask = style.mask ? svg_document_find(doc, style.mask) : NULL;
    gboolean plain = mask && svg_node_tag(mask) == SVG_TAG_MASK &&
                     g_strcmp0(svg_node_attr(mask, "maskContentUnits"), "objectBoundingBox") != 0;
    return plain ? mask : NULL;
}

gboolean svg_mask_box(const SvgNode *node, SvgBox *box)
{
    static const char *const names[] = {"x", "y", "width", "height"};
    double *const values[] = {&box->x, &box->y, &box->w, &box->h};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *text = svg_node_attr(node, names[i]);
        *values[i] = 0;
        if (text ? !svg_number_parse(text, values[i]) : i > 1) {
            return FALSE;
        }
    }
    return !svg_node_attr(node, "transform");
}

/* What is left of a paint that is `below` where this is over it. */
static double shade_over(SvgDocument *doc, SvgNode *rect, double below)
{
    SvgStyle style;
    svg_style_of(doc, rect, &style);
    guint32 rgb = style.fill.rgb;
    double alpha = style.fill.kind == SVG_PAINT_NONE
                       ? 0
                       : style.fill.alpha * style.fill_opacity * style.opacity;
    double light = svg_luminance(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
    return below * (1 - alpha) + light * alpha;
}

static gboolean is_beyond(const SvgNode *mask, SvgPoint p)
{
    SvgBox region;
    return g_strcmp0(svg_node_attr(mask, "maskUnits"), "userSpaceOnUse") == 0 &&
           svg_mask_box(mask, &region) && !svg_box_holds(region, p);
}

gboolean svg_mask_hides(SvgDocument *doc, SvgNode *node, SvgPoint p)
{
    SvgNode *mask = svg_masked_by(doc, node);
    SvgMatrix inverse;
    if (!mask || !svg_matrix_invert(svg_node_matrix(doc, node), &inverse)) {
        return mask != NULL;
    }
    SvgUserPoint own = svg_matrix_to_user(inverse, p);
    SvgPoint there = {own.x, own.y};
    double shade = 0;
    for (SvgNode *at = svg_node_first_element(mask); at; at = svg_node_next_element(at)) {
        SvgBox box;
        if (svg_node_tag(at) != SVG_TAG_RECT || !svg_mask_box(at, &box)) {
            return TRUE;
        }
        shade = svg_box_holds(box, there) ? shade_over(doc, at, shade) : shade;
    }
    return is_beyond(mask, there) || shade < SEEN;
}
