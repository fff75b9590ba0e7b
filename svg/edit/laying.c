/* Ways between two shapes: of several the first that spares both shapes is taken. */
#include "edit/laying.h"

#include "edit/bent.h"
#include "edit/build.h"
#include "edit/route.h"
#include "edit/stretch.h"
#include "edit/style_defaults.h"

#include <math.h>

#define ROUNDS   4   /* in which the ends of a way that turns are found */
#define MOST_OFF 0.3 /* of a shape's side: how far beside the middles a line may face */

void svg_laid_clear(SvgLaid *laid)
{
    g_clear_pointer(&laid->way, g_array_unref);
}

/* --- what is asked for ------------------------------------------------------------------------ */

typedef struct {
    SvgEdit *edit;
    const SvgJoint *joint;
    SvgNode *line;
    const SvgLaying *laying;
    GArray *way;      /* in the direction in which it is to go */
    SvgPoint tips[2]; /* those of that way */
    SvgOutlined outlined[2];
    gboolean spares[2]; /* it mustn't run through that one */
    double unit;
} Task;

static void begin(Task *task)
{
    const SvgJoint *joint = task->joint;
    task->unit = svg_unit(task->edit->doc);
    task->way = g_array_copy(joint->way);
    gboolean turned = task->laying->turned && svg_way_reverse(task->way);
    for (guint i = 0; i < 2; i++) {
        SvgNode *shape = task->laying->shapes[i];
        task->tips[i] = joint->ends[turned ? 1 - i : i].tip;
        if (shape) {
            task->outlined[i] = svg_outlined(task->edit, shape);
            task->spares[i] = !joint->inside[turned ? 1 - i : i];
        }
    }
}

static void end(Task *task)
{
    g_array_unref(task->way);
    svg_outlined_clear(&task->outlined[0]);
    svg_outlined_clear(&task->outlined[1]);
}

static gboolean suits(const Task *task, const SvgLaid *laid)
{
    for (guint i = 0; i < 2; i++) {
        if (task->spares[i] && task->laying->shapes[i] &&
            !svg_outlined_spares(&task->outlined[i], laid->way, task->unit)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- in the manner of the old one ------------------------------------------------------------- */

static GArray *laid_straight(const Task *task, const SvgPoint tips[2])
{
    SvgPoint on = svg_way_unit(tips[0], tips[1]);
    return svg_way_between(svg_way_from(tips[0], on, svg_laying_back(task->joint, 0, tips)),
                           svg_way_from(tips[1], on, -svg_laying_back(task->joint, 1, tips)));
}

/* A way that is mapped as a whole has no new kinks. */
static GArray *laid_mapped(const Task *task, const SvgPoint tips[2], gboolean scaled)
{
    const GArray *way = task->way;
    SvgPoint a = svg_way_end(way, 0), b = svg_way_end(way, 1), to[2] = {tips[0], tips[1]};
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    for (guint round = 0; round < ROUNDS; round++) {
        if (!scaled) {
            m = svg_stretch_turned(a, b, to[0], to[1]);
        } else if (!svg_stretch_scaled(a, b, to[0], to[1], &m)) {
            return NULL;
        }
        for (guint i = 0; i < 2; i++) {
            SvgPoint from = svg_way_end(way, i), on = svg_way_from(from, svg_way_out(way, i), 1);
            SvgPoint out = svg_way_unit(svg_way_mapped(m, from), svg_way_mapped(m, on));
            to[i] = svg_laying_behind(task->joint, i, tips, out);
        }
    }
    GArray *laid = g_array_copy((GArray *)way);
    svg_way_map(laid, m);
    return laid;
}

/* One curve, whose ends go by themselves and keep their directions. */
static GArray *laid_bent(const Task *task, const SvgPoint tips[2])
{
    GArray *laid = g_array_copy(task->way);
    SvgWayPart *begin = &g_array_index(laid, SvgWayPart, 0), *curve = begin + 1;
    SvgPoint *points[2][2] = {{&begin->p[0], &curve->p[0]}, {&curve->p[2], &curve->p[1]}};
    for (guint i = 0; i < 2; i++) {
        SvgPoint at = svg_way_end(task->way, i), out = svg_way_out(task->way, i);
        SvgPoint to = svg_laying_behind(task->joint, i, tips, out);
        for (guint k = 0; k < 2; k++) {
            *points[i][k] =
                (SvgPoint){points[i][k]->x + to.x - at.x, points[i][k]->y + to.y - at.y};
        }
    }
    return laid;
}

/* --- right angles ----------------------------------------------------------------------------- */

/* One end goes by `delta`, and the corner next to it so that both of its stretches keep their
 * direction. */
static void shift_end(SvgPoint *corners, guint n, guint which, SvgPoint delta)
{
    SvgPoint *end = which == 0 ? &corners[0] : &corners[n - 1];
    SvgPoint *next = which == 0 ? &corners[1] : &corners[n - 2];
    if (fabs(end->x - next->x) > fabs(end->y - next->y)) {
        next->y += delta.y;
    } else {
        next->x += delta.x;
    }
    *end = svg_way_from(*end, delta, 1);
}

/* A stretch goes the way it did, and isn't shorter than its corners need. */
static gboolean goes_on(SvgPoint a, SvgPoint b, SvgPoint was_a, SvgPoint was_b, double least)
{
    double dx = was_b.x - was_a.x, dy = was_b.y - was_a.y;
    double along = (b.x - a.x) * dx + (b.y - a.y) * dy, was = hypot(dx, dy);
    return was > 0 && along / was >= MIN(least, was);
}

static GArray *laid_square(const Task *task, const SvgPoint tips[2], const GArray *corners,
                           SvgRounding rounding)
{
    guint n = corners->len;
    g_autoptr(GArray) moved = g_array_copy((GArray *)corners);
    SvgPoint *to = (SvgPoint *)(gpointer)moved->data;
    const SvgPoint *was = (const SvgPoint *)(gconstpointer)corners->data;
    for (guint i = 0; i < 2; i++) {
        SvgPoint end = svg_laying_behind(task->joint, i, tips, svg_way_out(task->way, i));
        shift_end(to, n, i, svg_way_from(end, svg_way_end(task->way, i), -1));
    }
    for (guint i = 1; i < n; i++) {
        gboolean outer = i == 1 || i + 1 == n;
        if (!goes_on(to[i - 1], to[i], was[i - 1], was[i], (outer ? 1 : 2) * rounding.radius)) {
            return NULL;
        }
    }
    return svg_way_of_corners(to, n, rounding);
}

/* Around what is in the way; NULL when there is no such way. */
static GArray *laid_around(const Task *task, SvgRounding rounding, SvgPoint tips[2])
{
    return svg_laying_around(task->edit, task->joint, task->line, task->laying, rounding, tips);
}

/* --- the sides that face each other ----------------------------------------------------------- */

static SvgPoint middle_at(const Task *task, guint which)
{
    return task->laying->shapes[which] ? svg_box_center(task->outlined[which].box)
                                       : task->laying->tips[which];
}

/* How far to the left of the way from middle to middle the line was, as lines do that run side by
 * side. */
static double aside(const Task *task)
{
    const SvgJoint *joint = task->joint;
    gboolean same = !task->laying->turned && !task->laying->alone;
    for (guint i = 0; i < 2; i++) {
        same &= joint->ends[i].shape && joint->ends[i].shape == task->laying->shapes[i];
    }
    if (!same) {
        return 0;
    }
    SvgPoint a = svg_box_center(joint->boxes[0]), b = svg_box_center(joint->boxes[1]);
    SvgPoint p = {(task->tips[0].x + task->tips[1].x) / 2, (task->tips[0].y + task->tips[1].y) / 2};
    SvgPoint on = svg_way_unit(a, b);
    double off = (p.x - a.x) * on.y - (p.y - a.y) * on.x, most = INFINITY;
    for (guint i = 0; i < 2; i++) {
        SvgBox box = task->outlined[i].box;
        most = MIN(most, MOST_OFF * MIN(box.w, box.h));
    }
    return CLAMP(off, -most, most);
}

/* FALSE when one of the shapes covers the other's middle. */
static gboolean face(const Task *task, SvgPoint tips[2])
{
    SvgPoint middles[2] = {middle_at(task, 0), middle_at(task, 1)};
    SvgPoint on = svg_way_unit(middles[0], middles[1]), beside = {on.y, -on.x};
    double off = aside(task);
    if (task->laying->shapes[0] == task->laying->shapes[1]) {
        return FALSE;
    }
    for (guint i = 0; i < 2; i++) {
        middles[i] = svg_way_from(middles[i], beside, off);
    }
    for (guint i = 0; i < 2; i++) {
        SvgNode *shape = task->laying->shapes[i];
        tips[i] = middles[i];
        if (shape && !svg_leave_from(task->edit, shape, middles[i], middles[1 - i], &tips[i])) {
            tips[i] = svg_leave_point(task->edit, shape, middles[1 - i]);
        }
        tips[i] =
            shape ? svg_way_from(tips[i], on, i == 0 ? task->joint->gap[i] : -task->joint->gap[i])
                  : tips[i];
    }
    return (tips[1].x - tips[0].x) * on.x + (tips[1].y - tips[0].y) * on.y > 0;
}

/* Right, down, left or up: on which side of the first box the second one is. */
static guint side_of(SvgBox a, SvgBox b)
{
    double right = b.x - a.x - a.w, left = a.x - b.x - b.w, down = b.y - a.y - a.h,
           up = a.y - b.y - b.h;
    double level = MAX(right, left), upright = MAX(down, up);
    return level >= upright ? (right >= left ? 0 : 2) : (down >= up ? 1 : 3);
}

static guint side_at(SvgBox box, SvgPoint p)
{
    const double off[4] = {fabs(box.x + box.w - p.x), fabs(box.y + box.h - p.y), fabs(box.x - p.x),
                           fabs(box.y - p.y)};
    guint best = 0;
    for (guint i = 1; i < 4; i++) {
        best = off[i] < off[best] ? i : best;
    }
    return best;
}

/* The shapes face each other with other sides than the ones at which the line was. */
static gboolean has_turned(const Task *task)
{
    const SvgJoint *joint = task->joint;
    if (!joint->ends[0].shape || !joint->ends[1].shape || !task->laying->shapes[0] ||
        !task->laying->shapes[1]) {
        return FALSE;
    }
    guint was = side_of(joint->boxes[0], joint->boxes[1]), first = task->laying->turned;
    guint now = side_of(task->outlined[first].box, task->outlined[1 - first].box);
    return was != now && side_at(joint->boxes[0], joint->ends[0].tip) == was &&
           side_at(joint->boxes[1], joint->ends[1].tip) == (was + 2) % 4;
}

/* Level and upright ends are at the sides that face each other, or would be. */
static gboolean leaves_alike(const Task *task)
{
    static const SvgPoint ways[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    if (!task->laying->shapes[0] || !task->laying->shapes[1]) {
        return FALSE;
    }
    SvgPoint way = ways[side_of(task->outlined[0].box, task->outlined[1].box)];
    SvgPoint first = svg_way_out(task->way, 0), last = svg_way_out(task->way, 1);
    return svg_way_is_upright(task->way) &&
           first.x * way.x + first.y * way.y < SVG_WAY_ALIGNED - 1 &&
           last.x * way.x + last.y * way.y > 1 - SVG_WAY_ALIGNED;
}

/* --- choosing --------------------------------------------------------------------------------- */

/* Takes `way`. TRUE when it is to be taken. */
static gboolean take(const Task *task, GArray *way, const SvgPoint tips[2], SvgLaid *out)
{
    if (!way) {
        return FALSE;
    }
    svg_laid_clear(out);
    *out = (SvgLaid){way, {tips[0], tips[1]}};
    return suits(task, out);
}

static gboolean try_manner(const Task *task, const SvgPoint tips[2], const GArray *corners,
                           SvgRounding rounding, gboolean upright, SvgLaid *out)
{
    if (svg_way_is_straight(task->way)) {
        return take(task, laid_straight(task, tips), tips, out);
    }
    if (corners) {
        return take(task, laid_square(task, tips, corners, rounding), tips, out);
    }
    return (upright && take(task, laid_mapped(task, tips, TRUE), tips, out)) ||
           (upright && svg_way_is_curve(task->way) &&
            take(task, laid_bent(task, tips), tips, out)) ||
           take(task, laid_mapped(task, tips, FALSE), tips, out);
}

/* The whole of it is moved. */
static gboolean try_moved(const Task *task, SvgLaid *out)
{
    const SvgLaying *laying = task->laying;
    SvgPoint by = {laying->tips[0].x - task->tips[0].x, laying->tips[0].y - task->tips[0].y};
    double size = fabs(by.x) + fabs(by.y) + fabs(task->tips[1].x) + fabs(task->tips[1].y);
    double off = hypot(laying->tips[1].x - task->tips[1].x - by.x,
                       laying->tips[1].y - task->tips[1].y - by.y);
    if (laying->turned || !laying->known[0] || !laying->known[1] || off > 1e-9 * size) {
        return FALSE;
    }
    *out = (SvgLaid){g_array_copy(task->way), {laying->tips[0], laying->tips[1]}};
    svg_way_map(out->way, svg_matrix_translation(by.x, by.y));
    return TRUE;
}

/* It runs backwards where it is: only its ends make room for the heads. */
static gboolean try_back(const Task *task, SvgLaid *out)
{
    const SvgLaying *laying = task->laying;
    if (!laying->turned || !laying->known[0] || !laying->known[1] || task->way->len < 2 ||
        svg_way_is_straight(task->way)) {
        return FALSE;
    }
    GArray *way = g_array_copy(task->way);
    for (guint i = 0; i < 2; i++) {
        svg_way_move_end(way, i,
                         svg_laying_behind(task->joint, i, laying->tips, svg_way_out(way, i)));
    }
    return take(task, way, laying->tips, out);
}

static gboolean try_kept(const Task *task, const GArray *corners, SvgRounding rounding,
                         SvgLaid *out)
{
    const SvgLaying *laying = task->laying;
    return laying->known[0] && laying->known[1] &&
           try_manner(task, laying->tips, corners, rounding, svg_way_is_upright(task->way), out);
}

static gboolean try_facing(const Task *task, const GArray *corners, SvgRounding rounding,
                           SvgLaid *out)
{
    SvgPoint tips[2] = {task->laying->tips[0], task->laying->tips[1]};
    if (corners) {
        return take(task, laid_around(task, rounding, tips), tips, out);
    }
    return face(task, tips) &&
           try_manner(task, tips, NULL, (SvgRounding){0}, leaves_alike(task), out);
}

static gboolean put_point(SvgPoint at, gpointer points)
{
    g_array_append_val((GArray *)points, at);
    return TRUE;
}

/* Nothing else is in the way. */
static gboolean is_free(const Task *task, const SvgLaid *laid)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    g_auto(SvgInWay) way = {0};
    svg_in_way_init(&way, task->edit, task->line, task->laying->shapes, laid->tips);
    svg_way_each(laid->way, put_point, points);
    return svg_route_is_free(&way, (const SvgPoint *)(gconstpointer)points->data, points->len);
}

/* One that is to end elsewhere goes around what is in its way, with right angles. */
static void keep_off(const Task *task, SvgLaid *out)
{
    const SvgLaying *laying = task->laying;
    SvgPoint tips[2] = {out->tips[0], out->tips[1]};
    gboolean asked = !laying->known[0] && !laying->known[1];
    if (!asked || svg_node_tag(task->line) == SVG_TAG_LINE || is_free(task, out)) {
        return;
    }
    SvgLaid around = {
        laid_around(task, svg_laying_rounding(task->edit, task->line, task->way), tips),
        {tips[0], tips[1]}};
    if (around.way && suits(task, &around)) {
        svg_laid_clear(out);
        *out = (SvgLaid){g_steal_pointer(&around.way), {tips[0], tips[1]}};
        svg_laying_tell_square(task->edit, task->line, task->way);
    }
    svg_laid_clear(&around);
}

static void lay(const Task *task, SvgLaid *out)
{
    SvgRounding rounding;
    SvgPoint tips[2] = {task->laying->tips[0], task->laying->tips[1]};
    g_autoptr(GArray) corners = svg_way_corners(task->way, &rounding);
    gboolean turned = has_turned(task);
    if (try_moved(task, out) || try_back(task, out) ||
        (!turned && try_kept(task, corners, rounding, out)) ||
        try_facing(task, corners, rounding, out) ||
        (turned && try_kept(task, corners, rounding, out))) {
        return;
    }
    gboolean faces = face(task, tips);
    if ((faces && take(task, laid_straight(task, tips), tips, out)) || out->way) {
        return;
    }
    *out = (SvgLaid){laid_straight(task, tips), {tips[0], tips[1]}};
}

/* One curve, as near to an arc as one is, whose middle is that far to the left of the straight way.
 */
static GArray *laid_curve(const Task *task, const SvgPoint tips[2])
{
    SvgPoint on = svg_way_unit(tips[0], tips[1]), left = {on.y, -on.x};
    double chord = hypot(tips[1].x - tips[0].x, tips[1].y - tips[0].y);
    double rise = chord > 0 ? 2 * task->laying->bend / chord : 0, share = (1 - rise * rise) / 3;
    SvgPoint third = {share * (tips[1].x - tips[0].x), share * (tips[1].y - tips[0].y)};
    double off = task->laying->bend * 4 / 3;
    SvgPoint controls[2] = {svg_way_from(svg_way_from(tips[0], third, 1), left, off),
                            svg_way_from(svg_way_from(tips[1], third, -1), left, off)};
    SvgPoint ends[2];
    for (guint i = 0; i < 2; i++) {
        ends[i] = svg_way_from(tips[i], svg_way_unit(tips[i], controls[i]),
                               svg_laying_back(task->joint, i, tips));
    }
    GArray *way = g_array_new(FALSE, FALSE, sizeof(SvgWayPart));
    SvgWayPart parts[2] = {{0, {ends[0]}}, {3, {controls[0], controls[1], ends[1]}}};
    g_array_append_vals(way, parts, G_N_ELEMENTS(parts));
    return way;
}

/* Where the arc from middle to middle leaves and meets the shapes. FALSE when there is no such arc.
 */
static gboolean face_bent(const Task *task, SvgPoint tips[2])
{
    SvgPoint aims[2] = {middle_at(task, 0), middle_at(task, 1)}, after[2];
    if (task->laying->manner != SVG_MANNER_BENT ||
        !svg_bent_ends(task->edit, task->laying->shapes, aims, task->laying->bend, tips, after)) {
        return FALSE;
    }
    for (guint i = 0; i < 2; i++) {
        double gap = task->laying->shapes[i] ? task->joint->gap[i] : 0;
        tips[i] = svg_way_from(tips[i], svg_way_unit(tips[i], after[i]), gap);
    }
    return TRUE;
}

static gboolean lay_as_asked(const Task *task, SvgLaid *out)
{
    const SvgLaying *laying = task->laying;
    SvgPoint tips[2] = {laying->tips[0], laying->tips[1]};
    if (laying->manner == SVG_MANNER_SQUARE) {
        SvgRounding rounding;
        g_autoptr(GArray) corners = svg_way_corners(task->way, &rounding);
        take(task,
             laid_around(
                 task, corners ? rounding : svg_laying_rounding(task->edit, task->line, task->way),
                 tips),
             tips, out);
        return out->way != NULL;
    }
    if (!face_bent(task, tips) && !face(task, tips)) {
        tips[0] = laying->tips[0];
        tips[1] = laying->tips[1];
    }
    take(task, (laying->manner == SVG_MANNER_BENT ? laid_curve : laid_straight)(task, tips), tips,
         out);
    return TRUE;
}

gboolean svg_laying_find(SvgEdit *edit, const SvgJoint *joint, SvgNode *line,
                         const SvgLaying *laying, SvgLaid *out)
{
    Task task = {.edit = edit, .joint = joint, .line = line, .laying = laying};
    gboolean found = TRUE;
    if (laying->manner == SVG_MANNER_ALONG) {
        return svg_laying_along(edit, joint, laying, out);
    }
    if (svg_sides_any(laying->sides)) {
        return svg_laying_by_sides(edit, joint, line, laying, out);
    }
    begin(&task);
    if (laying->manner == SVG_MANNER_AS_DRAWN) {
        lay(&task, out);
        keep_off(&task, out);
    } else {
        found = lay_as_asked(&task, out);
    }
    end(&task);
    return found;
}
