/* Widths and dashes of strokes, and strokes of shapes that had none. */
#include "edit/build.h"
#include "edit/restyle.h"
#include "edit/style_defaults.h"
#include "shape/scene.h"
#include "shape/track.h"

/* Of a dash, in stroke widths: what is drawn, and what isn't. */
static const double dashes[][2] = {
    [SVG_DASH_SOLID] = {0, 0},
    [SVG_DASH_DASHED] = {4, 3},
    [SVG_DASH_DOTTED] = {1, 2},
};

#define PERIODS  3   /* of dashes that a line shows at least, where that leaves them */
#define SHORTEST 0.5 /* of their usual length: shorter ones look like dots */

/* Of the usual dashes' length: less on a line on which there would be hardly one. */
static double share_of_dash(SvgDocument *doc, SvgNode *node, double period)
{
    SvgEntry entry = svg_entry_read(doc, node, svg_node_box(doc, node));
    g_autoptr(GArray) track = svg_track_of(doc, &entry);
    double length = track ? svg_track_length(track) / svg_node_scale_factor(doc, node) : 0;
    return length > 0 ? CLAMP(length / (PERIODS * period), SHORTEST, 1) : 1;
}

void svg_stroke_set_dash(SvgDocument *doc, SvgNode *node, SvgDash dash)
{
    SvgStyle style;
    svg_style_of(doc, node, &style);
    if (dash == SVG_DASH_SOLID) {
        if (style.dashes) {
            svg_force_property(doc, node, SVG_PROPERTY_STROKE_DASHARRAY, "none");
        }
        return;
    }
    double width = style.stroke_width;
    if (width <= 0) {
        width = svg_px(doc) / svg_node_scale_factor(doc, node);
    }
    if (dash == SVG_DASH_DASHED) {
        width *= share_of_dash(doc, node, (dashes[dash][0] + dashes[dash][1]) * width);
    }
    char on[SVG_NUMBER_SIZE], off[SVG_NUMBER_SIZE];
    g_autofree char *text = g_strconcat(svg_number_print(dashes[dash][0] * width, on), ",",
                                        svg_number_print(dashes[dash][1] * width, off), NULL);
    svg_force_property(doc, node, SVG_PROPERTY_STROKE_DASHARRAY, text);
}

void svg_stroke_set_width(SvgDocument *doc, SvgNode *node, double width)
{
    SvgStyle style;
    svg_style_of(doc, node, &style);
    double scale = style.non_scaling_stroke ? 1 : svg_node_scale_factor(doc, node);
    char text[SVG_NUMBER_SIZE];
    svg_force_property(doc, node, SVG_PROPERTY_STROKE_WIDTH, svg_number_print(width / scale, text));
}

/* --- shapes without ----------------------------------------------------------------------------
 */

static gboolean is_bare(SvgEdit *edit, const SvgNode *shape)
{
    SvgStyle style;
    if (!svg_node_is(shape, SVG_TAG_IS_SHAPE)) {
        return FALSE;
    }
    svg_style_of(edit->doc, shape, &style);
    return style.stroke.kind == SVG_PAINT_NONE;
}

static gboolean wants_stroke(const SvgStyling *styling)
{
    guint given = styling->given;
    return !styling->stroke &&
           (given & SVG_STYLING_STROKE_WIDTH
                ? styling->stroke_width > 0
                : (given & SVG_STYLING_DASH) && styling->dash != SVG_DASH_SOLID);
}

/* That of most outlines, else of lines, else of words. */
static const char *usual_color(SvgEdit *edit, char *css)
{
    const SvgOutlineLook *look = &svg_style_defaults_all(edit)->outline;
    const SvgStyleDefaults *defaults = svg_style_defaults_of(edit);
    gboolean stroked = look->known && look->stroke.kind == SVG_PAINT_COLOR;
    guint32 rgb = stroked                ? look->stroke.rgb
                  : defaults->line.known ? defaults->line.rgb
                                         : defaults->ink;
    g_snprintf(css, SVG_INK_SIZE, "#%06x", rgb);
    return css;
}

gboolean svg_stroke_complete(SvgEdit *edit, const GPtrArray *shapes, SvgStyling *styling, char *css)
{
    gboolean bare = wants_stroke(styling) && shapes->len;
    for (guint i = 0; bare && i < shapes->len; i++) {
        bare = is_bare(edit, shapes->pdata[i]);
    }
    if (!bare) {
        return FALSE;
    }
    styling->stroke = usual_color(edit, css);
    if (!(styling->given & SVG_STYLING_STROKE_WIDTH)) {
        double width = svg_style_defaults_all(edit)->outline.width;
        styling->given |= SVG_STYLING_STROKE_WIDTH;
        styling->stroke_width = width > 0 ? width : svg_style_defaults_of(edit)->unit;
    }
    for (guint i = 0; i < shapes->len; i++) {
        svg_edit_remark(edit, "%s had no stroke; it has one in %s now",
                        svg_node_id(edit->doc, shapes->pdata[i]), css);
    }
    return TRUE;
}
