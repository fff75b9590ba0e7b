/* Where a line ends behind its heads; and a way that is given, up to the outlines of its shapes. */
#include "edit/laying.h"
#include "edit/style_defaults.h"

#include <math.h>

#define STEPS     64 /* in which a way is followed to its shape */
#define HALVES    12
#define MOST_BACK 0.9 /* of the way between two tips: what heads at both may take */

static SvgPoint ahead(SvgPoint from, SvgPoint out, double by)
{
    return (SvgPoint){from.x + by * out.x, from.y + by * out.y};
}

double svg_laying_back(const SvgJoint *joint, guint which, const SvgPoint tips[2])
{
    const double *back = joint->back;
    double way = hypot(tips[1].x - tips[0].x, tips[1].y - tips[0].y), both = back[0] + back[1];
    return both > MOST_BACK * way && both > 0 ? back[which] * MOST_BACK * way / both : back[which];
}

SvgPoint svg_laying_behind(const SvgJoint *joint, guint which, const SvgPoint tips[2], SvgPoint out)
{
    return ahead(ahead(tips[which], out, -svg_laying_back(joint, which, tips)),
                 (SvgPoint){-out.y, out.x}, joint->aside[which]);
}

static gboolean is_there(const SvgOutlined *outlined, SvgPoint at, double gap)
{
    return svg_outlined_distance(outlined, at) <= gap;
}

/* Where the end of the way, going on, comes as near to the shape. FALSE when it doesn't. */
static gboolean find_tip(const SvgOutlined *outlined, const GArray *way, guint which, double gap,
                         SvgPoint *tip)
{
    SvgPoint end = svg_way_end(way, which), out = svg_way_out(way, which);
    double before = 0, at = 0, step = svg_box_side(outlined->box) / STEPS;
    for (guint i = 0; i < STEPS && !is_there(outlined, ahead(end, out, at), gap); i++) {
        before = at;
        at += step;
    }
    for (guint i = 0; i < HALVES && before < at; i++) {
        double middle = (before + at) / 2;
        *(is_there(outlined, ahead(end, out, middle), gap) ? &at : &before) = middle;
    }
    *tip = ahead(end, out, at);
    return is_there(outlined, *tip, gap);
}

gboolean svg_laying_along(SvgEdit *edit, const SvgJoint *joint, const SvgLaying *laying,
                          SvgLaid *out)
{
    g_auto(SvgOutlined) from = svg_outlined(edit, laying->shapes[0]);
    g_auto(SvgOutlined) to = svg_outlined(edit, laying->shapes[1]);
    const SvgOutlined *shapes[2] = {&from, &to};
    gboolean ok = TRUE;
    out->way = g_array_copy((GArray *)laying->way);
    for (guint i = 0; i < 2 && ok; i++) {
        ok = find_tip(shapes[i], out->way, i, MAX(joint->gap[i], 0), &out->tips[i]);
    }
    for (guint i = 0; i < 2 && ok; i++) {
        SvgPoint on = svg_way_out(out->way, i);
        svg_way_move_end(out->way, i, svg_laying_behind(joint, i, out->tips, on));
    }
    for (guint i = 0; i < 2 && ok; i++) {
        ok = joint->inside[i] || svg_outlined_spares(shapes[i], out->way, svg_unit(edit->doc));
    }
    return ok;
}
