#include "edit/bent.h"

#include "edit/outlined.h"

#include <math.h>

#define STEPS   64   /* of an arc, to find where it is in a shape */
#define HALVES  44   /* of such a step */
#define ROUNDS  24   /* to find the arc */
#define NEAR    1e-3 /* of the bend: near enough */
#define ONWARDS 0.02 /* of an arc's way between its ends */

typedef struct {
    SvgPoint center;
    double radius, from, sweep;
} Arc;

/* Its middle is `rise` to the left of the straight way. */
static Arc arc_through(const SvgPoint aims[2], double rise)
{
    double dx = aims[1].x - aims[0].x, dy = aims[1].y - aims[0].y, way = hypot(dx, dy);
    double radius = (way * way / 4 + rise * rise) / (2 * fabs(rise));
    double off = rise - copysign(radius, rise);
    Arc arc = {.radius = radius,
               .center = {(aims[0].x + aims[1].x) / 2 + off * dy / way,
                          (aims[0].y + aims[1].y) / 2 - off * dx / way}};
    double to = atan2(aims[1].y - arc.center.y, aims[1].x - arc.center.x);
    arc.from = atan2(aims[0].y - arc.center.y, aims[0].x - arc.center.x);
    arc.sweep = fmod(to - arc.from + 4 * G_PI, 2 * G_PI);
    arc.sweep = rise > 0 ? arc.sweep : arc.sweep - 2 * G_PI;
    return arc;
}

static SvgPoint at(const Arc *arc, double t)
{
    double angle = arc->from + t * arc->sweep;
    return (SvgPoint){arc->center.x + arc->radius * cos(angle),
                      arc->center.y + arc->radius * sin(angle)};
}

static gboolean is_in(const SvgOutlined *shape, const Arc *arc, double t)
{
    return svg_outlined_distance(shape, at(arc, t)) < 0;
}

/* Where the arc, on the way from `end` (0 or 1) to the other, leaves the shape for good. FALSE when
 * it isn't in it, or never out of it. */
static gboolean find_cut(const SvgOutlined *shape, const Arc *arc, guint end, double *cut)
{
    double towards = end == 0 ? 1 : -1, inside = -1;
    for (gint i = STEPS; i >= 0 && inside < 0; i--) {
        double t = end + towards * i / STEPS;
        inside = is_in(shape, arc, t) ? t : -1;
    }
    if (inside < 0 || inside == 1 - end) {
        return FALSE;
    }
    double outside = inside + towards / STEPS;
    for (guint i = 0; i < HALVES; i++) {
        double middle = (inside + outside) / 2;
        *(is_in(shape, arc, middle) ? &inside : &outside) = middle;
    }
    *cut = outside;
    return TRUE;
}

static gboolean find_cuts(const SvgOutlined shapes[2], const gboolean bound[2], const Arc *arc,
                          double cuts[2])
{
    for (guint i = 0; i < 2; i++) {
        cuts[i] = i;
        if (bound[i] && !find_cut(&shapes[i], arc, i, &cuts[i])) {
            return FALSE;
        }
    }
    return cuts[0] < cuts[1];
}

/* A part of a circle bends less than the whole: the arc rises more between the aims. */
static gboolean find_arc(const SvgOutlined shapes[2], const gboolean bound[2],
                         const SvgPoint aims[2], double bend, Arc *arc, double cuts[2])
{
    double most = 2 * hypot(aims[1].x - aims[0].x, aims[1].y - aims[0].y), rise = bend;
    for (guint i = 0; i < ROUNDS && fabs(rise) <= most; i++) {
        *arc = arc_through(aims, rise);
        if (!find_cuts(shapes, bound, arc, cuts)) {
            return FALSE;
        }
        double quarter = sin(fabs(arc->sweep) * (cuts[1] - cuts[0]) / 4);
        double now = copysign(2 * arc->radius * quarter * quarter, bend);
        if (now == 0) { /* so flat that it is none */
            return FALSE;
        }
        if (fabs(now - bend) <= NEAR * fabs(bend)) {
            return TRUE;
        }
        rise *= bend / now;
    }
    return FALSE;
}

gboolean svg_bent_ends(SvgEdit *edit, SvgNode *const shapes[2], const SvgPoint aims[2], double bend,
                       SvgPoint points[2], SvgPoint after[2])
{
    SvgOutlined outlined[2] = {{.track = NULL}, {.track = NULL}};
    gboolean bound[2] = {shapes[0] != NULL, shapes[1] != NULL};
    double cuts[2];
    Arc arc;
    for (guint i = 0; i < 2; i++) {
        outlined[i] = bound[i] ? svg_outlined(edit, shapes[i]) : outlined[i];
    }
    gboolean apart = bend != 0 && (aims[0].x != aims[1].x || aims[0].y != aims[1].y);
    gboolean found = apart && find_arc(outlined, bound, aims, bend, &arc, cuts);
    for (guint i = 0; i < 2; i++) {
        svg_outlined_clear(&outlined[i]);
    }
    for (guint i = 0; found && i < 2; i++) {
        points[i] = bound[i] ? at(&arc, cuts[i]) : aims[i];
        after[i] = at(&arc, cuts[i] + (i == 0 ? ONWARDS : -ONWARDS) * (cuts[1] - cuts[0]));
    }
    return found;
}
