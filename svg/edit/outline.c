/* Where a line that starts in the middle of a shape leaves it: on the outline that is drawn, so
 * that arrows end at the tip of a triangle and not in the air beside it. */
#include "edit/build.h"
#include "edit/end_box.h"
#include "shape/track.h"

#include <math.h>

#define MOST_IN_GROUP 64 /* elements */

/* The way from the middle of the shape, and how far along it (1 = at its end) the outline was met
 * last. */
typedef struct {
    SvgPoint from;
    double dx, dy;
    double reach;
} Ray;

static double cross(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

static void meet(Ray *ray, SvgPoint a, SvgPoint b)
{
    double ex = b.x - a.x, ey = b.y - a.y, turn = cross(ray->dx, ray->dy, ex, ey);
    if (turn == 0) {
        return;
    }
    double ax = a.x - ray->from.x, ay = a.y - ray->from.y;
    double along = cross(ax, ay, ex, ey) / turn, across = cross(ax, ay, ray->dx, ray->dy) / turn;
    if (across >= 0 && across <= 1 && along >= 0 && along <= 1) {
        ray->reach = MAX(ray->reach, along);
    }
}

/* What is drawn inside doesn't matter: the outline is met last. */
static void meet_shape(Ray *ray, SvgEdit *edit, SvgNode *shape, SvgBox box)
{
    SvgEntry entry = svg_entry_read(edit->doc, shape, box);
    g_autoptr(GArray) track = svg_track_of(edit->doc, &entry);
    for (guint i = 1; i < track->len; i++) {
        const SvgTrackPoint *point = &g_array_index(track, SvgTrackPoint, i);
        if (!point->first) {
            meet(ray, point[-1].at, point->at);
        }
    }
}

static void meet_box(Ray *ray, SvgBox box)
{
    SvgPoint corners[] = {{box.x, box.y},
                          {box.x + box.w, box.y},
                          {box.x + box.w, box.y + box.h},
                          {box.x, box.y + box.h}};
    for (guint i = 0; i < 4; i++) {
        meet(ray, corners[i], corners[(i + 1) % 4]);
    }
}

static void meet_ellipse(Ray *ray, SvgBox box)
{
    double reach = hypot(box.w > 0 ? 2 * ray->dx / box.w : 0, box.h > 0 ? 2 * ray->dy / box.h : 0);
    ray->reach = reach > 1 ? 1 / reach : 1;
}

/* An ellipse whose axes are those of its box. */
static gboolean is_plain_ellipse(SvgEdit *edit, SvgNode *shape)
{
    SvgMatrix m = svg_node_matrix(edit->doc, shape);
    return m.b == 0 && m.c == 0 && svg_node_kind(edit, shape) == SVG_KIND_ELLIPSE;
}

/* Of a group, the farthest outline in it; one with very many is met at its box. */
static void meet_group(Ray *ray, SvgEdit *edit, SvgNode *group)
{
    guint n = 0;
    for (SvgNode *node = group; node && n <= MOST_IN_GROUP;
         node = svg_node_walk(group, node, FALSE)) {
        n += node->name != NULL;
    }
    for (SvgNode *node = group; node && n <= MOST_IN_GROUP;
         node = svg_node_walk(group, node, FALSE)) {
        if (svg_node_is(node, SVG_TAG_IS_SHAPE) && svg_node_is_rendered(edit->doc, node)) {
            meet_shape(ray, edit, node, svg_node_box(edit->doc, node));
        }
    }
}

static Ray ray_between(SvgPoint from, SvgPoint to)
{
    return (Ray){.from = from, .dx = to.x - from.x, .dy = to.y - from.y};
}

static void meet_outline(Ray *ray, SvgEdit *edit, SvgNode *shape, SvgBox box)
{
    if (svg_node_is(shape, SVG_TAG_IS_CONTAINER)) {
        meet_group(ray, edit, shape);
    } else {
        meet_shape(ray, edit, shape, box);
    }
}

static SvgPoint end_of(const Ray *ray)
{
    return (SvgPoint){ray->from.x + ray->dx * ray->reach, ray->from.y + ray->dy * ray->reach};
}

SvgPoint svg_leave_point(SvgEdit *edit, SvgNode *from, SvgPoint to)
{
    SvgBox box = svg_end_box(edit->doc, from);
    Ray ray = ray_between(svg_box_center(box), to);
    if (svg_is_figure(edit->doc, from)) {
        meet_box(&ray, box);
    } else if (is_plain_ellipse(edit, from)) {
        meet_ellipse(&ray, box);
    } else {
        meet_outline(&ray, edit, from, box);
    }
    if (ray.reach == 0) {
        meet_box(&ray, box);
    }
    return end_of(&ray);
}

gboolean svg_leave_from(SvgEdit *edit, SvgNode *shape, SvgPoint from, SvgPoint to, SvgPoint *at)
{
    Ray ray = ray_between(from, to);
    if (svg_is_figure(edit->doc, shape)) {
        meet_box(&ray, svg_end_box(edit->doc, shape));
    } else {
        meet_outline(&ray, edit, shape, svg_node_box(edit->doc, shape));
    }
    if (ray.reach > 0) {
        *at = end_of(&ray);
    }
    return ray.reach > 0;
}
