/* Ways with right angles around what is in the way, and ways between sides of shapes that are said.
 */
#include "edit/build.h"
#include "edit/laying.h"
#include "edit/route.h"
#include "edit/style_defaults.h"

#include <math.h>

#define ROUND 0.5 /* font sizes: the radius of a curve's corners that goes around things */
#define REACH 0.4 /* of the way between its ends: how far a curve goes straight out of a side */

GArray *svg_laying_around(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                          const SvgLaying *laying, SvgRounding rounding, SvgPoint tips[2])
{
    SvgNode *shapes[2] = {laying->shapes[0], laying->shapes[1]};
    SvgPoint points[SVG_ROUTE_POINTS];
    g_auto(SvgInWay) way = {0};
    if (!shapes[0] || !shapes[1] || shapes[0] == shapes[1]) {
        return NULL;
    }
    svg_in_way_init(&way, edit, line, shapes, tips);
    guint n = svg_route_around(&way, shapes, laying->sides, points);
    if (n < 2) {
        return NULL;
    }
    for (guint i = 0; i < 2; i++) {
        SvgPoint *at = i == 0 ? &points[0] : &points[n - 1];
        SvgPoint in = svg_way_unit(*at, i == 0 ? points[1] : points[n - 2]);
        tips[i] = svg_way_from(*at, in, joint->gap[i]);
        *at = svg_way_from(tips[i], in, joint->back[i]);
    }
    return svg_way_of_corners(points, n, rounding);
}

SvgRounding svg_laying_rounding(SvgEdit *edit, const SvgNode *line, const GArray *way)
{
    gboolean curved = svg_node_tag(line) == SVG_TAG_PATH && !svg_way_is_straight(way);
    double radius = curved ? ROUND * svg_style_defaults_of(edit)->font_size : 0;
    return (SvgRounding){radius, SVG_WAY_CIRCLE};
}

void svg_laying_tell_square(SvgEdit *edit, SvgNode *line, const GArray *way)
{
    SvgRounding rounding;
    g_autoptr(GArray) corners = svg_way_corners(way, &rounding);
    if (!corners) {
        svg_edit_remark(edit,
                        "%s goes with right angles now, around what is in its way; \"route\":"
                        "\"straight\" takes it through that",
                        svg_node_id(edit->doc, line));
    }
}

/* --- sides ------------------------------------------------------------------------------------ */

/* An end that no side is said of stays, or faces the other one. */
static void find_tips(SvgEdit *edit, const SvgJoint *joint, const SvgLaying *laying,
                      SvgPoint tips[2])
{
    for (guint i = 0; i < 2; i++) {
        const SvgSides *sides = &laying->sides;
        SvgNode *shape = laying->shapes[i];
        tips[i] = sides->said[i] ? svg_way_from(svg_side_point(edit, shape, sides->at[i]),
                                                svg_side_out(sides->at[i]), joint->gap[i])
                                 : laying->tips[i];
    }
    for (guint i = 0; i < 2; i++) {
        if (!laying->sides.said[i] && laying->shapes[i] && !laying->known[i]) {
            SvgPoint at = svg_leave_point(edit, laying->shapes[i], tips[1 - i]);
            tips[i] = svg_way_from(at, svg_way_unit(at, tips[1 - i]), joint->gap[i]);
        }
    }
}

/* Straight out of a side that is said; else towards the other end. */
static SvgPoint control_at(const SvgLaying *laying, const SvgPoint tips[2], guint which)
{
    SvgPoint out = laying->sides.said[which] ? svg_side_out(laying->sides.at[which])
                                             : svg_way_unit(tips[which], tips[1 - which]);
    double way = hypot(tips[1].x - tips[0].x, tips[1].y - tips[0].y);
    return svg_way_from(tips[which], out, REACH * way);
}

static GArray *laid_between(const SvgJoint *joint, const SvgLaying *laying, gboolean straight,
                            const SvgPoint tips[2])
{
    SvgPoint controls[2], ends[2];
    for (guint i = 0; i < 2; i++) {
        controls[i] = straight ? tips[1 - i] : control_at(laying, tips, i);
        ends[i] = svg_way_from(tips[i], svg_way_unit(tips[i], controls[i]),
                               svg_laying_back(joint, i, tips));
    }
    if (straight) {
        return svg_way_between(ends[0], ends[1]);
    }
    GArray *way = g_array_new(FALSE, FALSE, sizeof(SvgWayPart));
    SvgWayPart parts[2] = {{0, {ends[0]}}, {3, {controls[0], controls[1], ends[1]}}};
    g_array_append_vals(way, parts, G_N_ELEMENTS(parts));
    return way;
}

static gboolean spares_both(SvgEdit *edit, const SvgLaying *laying, const GArray *way)
{
    gboolean spares = TRUE;
    for (guint i = 0; i < 2; i++) {
        g_auto(SvgOutlined) outlined = {.track = NULL};
        if (laying->shapes[i]) {
            outlined = svg_outlined(edit, laying->shapes[i]);
            spares &= svg_outlined_spares(&outlined, way, svg_unit(edit->doc));
        }
    }
    return spares;
}

/* A curve out of these sides would run through its own shapes. */
static void go_around(SvgEdit *edit, const SvgJoint *joint, SvgNode *line, const SvgLaying *laying,
                      SvgLaid *out)
{
    SvgRounding rounding = svg_laying_rounding(edit, line, joint->way);
    SvgPoint tips[2] = {out->tips[0], out->tips[1]};
    GArray *around = svg_laying_around(edit, joint, line, laying, rounding, tips);
    if (around) {
        svg_laid_clear(out);
        *out = (SvgLaid){around, {tips[0], tips[1]}};
        svg_laying_tell_square(edit, line, joint->way);
    }
}

gboolean svg_laying_by_sides(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                             const SvgLaying *laying, SvgLaid *out)
{
    SvgRounding rounding;
    g_autoptr(GArray) corners = svg_way_corners(joint->way, &rounding);
    find_tips(edit, joint, laying, out->tips);
    if (laying->manner == SVG_MANNER_SQUARE || (laying->manner == SVG_MANNER_AS_DRAWN && corners)) {
        rounding = corners ? rounding : svg_laying_rounding(edit, line, joint->way);
        out->way = svg_laying_around(edit, joint, line, laying, rounding, out->tips);
        return out->way != NULL;
    }
    gboolean straight = laying->manner == SVG_MANNER_STRAIGHT || svg_way_is_straight(joint->way);
    out->way = laid_between(joint, laying, straight, out->tips);
    if (!straight && !spares_both(edit, laying, out->way)) {
        go_around(edit, joint, line, laying, out);
    }
    return TRUE;
}
