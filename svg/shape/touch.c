/* How near is touching: what lines and arrows may end at. */
#include "document/document_priv.h"
#include "shape/scene.h"

#include <math.h>

#define AIMED         0.4 /* cosine of the widest angle from where a line goes to words at its end */
#define TOUCH_SHARE   0.005 /* of the page's longer side: how near is touching */
#define TOUCH_PX      6     /* at least */
#define TOUCH_PX_MOST 20
#define ROUNDED_PX    8   /* from a sharp corner to the round one there */
#define AHEAD_PX      24  /* how far a shape may be that an end points at, at least */
#define SLACK_PX      0.1 /* distances that are equal */

SvgTouch svg_touch_of(SvgDocument *doc)
{
    double px = svg_px(doc), share = TOUCH_SHARE * svg_box_side(svg_document_page(doc));

    return (SvgTouch){px, CLAMP(share, TOUCH_PX * px, TOUCH_PX_MOST * px)};
}

static double gap_of(SvgTouch touch, const SvgEntry *line)
{
    return SVG_GAP_PX * touch.px + line->stroke_width / 2;
}

double svg_touch_rounded(SvgTouch touch, SvgBox box, SvgPoint end)
{
    double tight = SVG_TIGHT_PX * touch.px;
    gboolean at_border = svg_box_holds(svg_box_grown(box, tight, tight), end) &&
                         !svg_box_holds(svg_box_grown(box, -tight, -tight), end);
    return at_border ? ROUNDED_PX * touch.px : 0;
}

double svg_entry_border(const SvgEntry *shape)
{
    return shape->stroke.kind != SVG_PAINT_NONE ? shape->stroke_width / 2 : 0;
}

double svg_line_gap(SvgTouch touch, const SvgEntry *line, SvgPoint end, const SvgEntry *shape)
{
    return MAX(gap_of(touch, line) + svg_entry_border(shape),
               svg_touch_rounded(touch, shape->box, end));
}

gboolean svg_entry_is_node(const SvgEntry *entry)
{
    return entry->label != SVG_NO_ENTRY || entry->kind != SVG_KIND_DRAW;
}

gboolean svg_line_is_aimed(SvgBox box, SvgPoint end, SvgPoint out)
{
    SvgPoint near = {CLAMP(end.x, box.x, box.x + box.w), CLAMP(end.y, box.y, box.y + box.h)};
    double along = (near.x - end.x) * out.x + (near.y - end.y) * out.y;
    return (out.x == 0 && out.y == 0) || along >= AIMED * svg_box_distance(box, end);
}

double svg_touch_ahead(SvgTouch touch, guint step)
{
    return MAX(AHEAD_PX * touch.px, 2 * touch.near) * step / SVG_TOUCH_STEPS;
}

double svg_touch_reach(SvgTouch touch)
{
    return touch.near + svg_touch_ahead(touch, SVG_TOUCH_STEPS);
}

static gboolean may_touch(SvgPoint end, SvgPoint out, guint steps, double far, SvgBox at)
{
    for (guint i = 0; i <= steps; i++) {
        double by = far * i / SVG_TOUCH_STEPS;

        if (svg_box_holds(at, (SvgPoint){end.x + by * out.x, end.y + by * out.y})) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_line_may_meet(SvgTouch touch, const SvgEntry *line, gboolean last, gboolean ahead,
                           SvgBox at)
{
    double by = SLACK_PX * touch.px + (ahead ? touch.near : gap_of(touch, line));
    SvgPoint end = last ? line->end : line->start, out = last ? line->end_out : line->start_out;
    return may_touch(end, out, ahead ? SVG_TOUCH_STEPS : 0, svg_touch_ahead(touch, SVG_TOUCH_STEPS),
                     svg_box_grown(at, by, by));
}

gboolean svg_entry_may_end_at(SvgTouch touch, const SvgEntry *line, gboolean arrow,
                              const SvgEntry *shape, SvgBox at)
{
    gboolean ahead = arrow || shape->kind == SVG_KIND_TEXT;
    double border = svg_entry_border(shape);
    at = svg_box_grown(at, border, border);
    return (ahead || svg_entry_is_node(shape)) &&
           (svg_line_may_meet(touch, line, FALSE, ahead, at) ||
            svg_line_may_meet(touch, line, TRUE, ahead, at));
}
