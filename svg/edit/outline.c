/* Where a line that starts in the middle of a shape leaves it: on the outline that is drawn, so
 * that arrows end at the tip of a triangle and not in the air beside it. */
#include "edit/build.h"
#include "geometry/parts.h"

#include <math.h>

#define CURVE_STEPS 24

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

static void meet_segments(Ray *ray, const GArray *segments, SvgMatrix m)
{
    SvgUserPoint start = {0, 0};
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        guint steps = svg_segment_is_curve(segment) ? CURVE_STEPS : 1;
        SvgUserPoint from = start;
        for (guint k = 1; segment->kind != SVG_SEG_MOVE && k <= steps; k++) {
            SvgUserPoint to = svg_segment_at(segment, start, (double)k / steps);
            meet(ray, svg_matrix_to_document(m, from), svg_matrix_to_document(m, to));
            from = to;
        }
        start = svg_segment_end(segment);
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

SvgPoint svg_leave_point(SvgEdit *edit, SvgNode *from, SvgPoint to)
{
    SvgContext context;
    SvgBox box = svg_node_box(edit->doc, from);
    Ray ray = {.from = svg_box_center(box), .reach = 0};
    ray.dx = to.x - ray.from.x;
    ray.dy = to.y - ray.from.y;
    g_autoptr(GArray) segments = svg_context_of_children(edit->doc, from->parent, &context)
                                     ? svg_node_segments(from, &context.viewport)
                                     : NULL;
    if (svg_node_kind(edit, from) == SVG_KIND_ELLIPSE) {
        meet_ellipse(&ray, box);
    } else if (segments) {
        meet_segments(&ray, segments, svg_node_matrix(edit->doc, from));
    }
    if (ray.reach == 0) {
        meet_box(&ray, box);
    }
    return (SvgPoint){ray.from.x + ray.dx * ray.reach, ray.from.y + ray.dy * ray.reach};
}
