/* The boxes, ends and directions of segments. */
#include "geometry/values.h"

#include <math.h>

/* What two points may differ by, of their size, and still be one. */
#define SAME_POINT 1e-12

typedef struct {
    double lo, hi;
} Range;

typedef struct {
    Range x, y;
} Bounds;

#define RANGE_EMPTY ((Range){G_MAXDOUBLE, -G_MAXDOUBLE})

static void add_value(Range *range, double value)
{
    range->lo = MIN(range->lo, value);
    range->hi = MAX(range->hi, value);
}

static double mix(double a, double b, double t)
{
    return a * (1 - t) + b * t;
}

/* The extremum between two ends, which are in the range already; so below. */
static void add_quad(Range *range, double a, double b, double c)
{
    if ((a <= b && b <= c) || (a >= b && b >= c)) {
        return;
    }
    double t = (b - a) / ((b - a) + (b - c));
    add_value(range, mix(mix(a, b, t), mix(b, c, t), t));
}

static void add_cubic_at(Range *range, const double p[4], double t)
{
    if (!(t > 0 && t < 1)) {
        return;
    }
    double ab = mix(p[0], p[1], t), bc = mix(p[1], p[2], t), cd = mix(p[2], p[3], t);
    add_value(range, mix(mix(ab, bc, t), mix(bc, cd, t), t));
}

/* Where the derivative is 0, by the form of the quadratic formula that cancels nothing. */
static void add_cubic(Range *range, const double p[4])
{
    double lo = MIN(p[0], p[3]), hi = MAX(p[0], p[3]);
    if (p[1] >= lo && p[1] <= hi && p[2] >= lo && p[2] <= hi) {
        return;
    }
    double d0 = p[1] - p[0], d1 = p[2] - p[1], d2 = p[3] - p[2];
    double size = MAX(fabs(d0), MAX(fabs(d1), fabs(d2)));
    d0 /= size;
    d1 /= size;
    d2 /= size;
    double a = d0 - 2 * d1 + d2, b = d1 - d0; /* a t² + 2 b t + d0 */
    double root = b * b - a * d0;
    if (root < 0) {
        return;
    }
    double q = -(b + copysign(sqrt(root), b));
    if (a != 0) {
        add_cubic_at(range, p, q / a);
    }
    if (q != 0) {
        add_cubic_at(range, p, d0 / q);
    }
}

/* Whether going from `from` by `sweep` comes past `angle`. */
static gboolean passes(double from, double sweep, double angle)
{
    double way = fmod(sweep < 0 ? from - angle : angle - from, 2 * G_PI);
    return (way < 0 ? way + 2 * G_PI : way) <= fabs(sweep);
}

/* center + u cos t + v sin t is furthest where t = atan2(v, u), and opposite. */
static void add_arc(Range *range, double center, double u, double v, const SvgSegment *s)
{
    double angle = atan2(v, u), reach = hypot(u, v);
    if (passes(s->arc_from, s->arc_sweep, angle)) {
        add_value(range, center + reach);
    }
    if (passes(s->arc_from, s->arc_sweep, angle + G_PI)) {
        add_value(range, center - reach);
    }
}

static SvgPoint map_delta(SvgMatrix m, SvgUserPoint delta)
{
    m.e = m.f = 0;
    return svg_matrix_to_document(m, delta);
}

static void add_point(Bounds *bounds, SvgPoint p)
{
    add_value(&bounds->x, p.x);
    add_value(&bounds->y, p.y);
}

static void add_segment(Bounds *bounds, SvgPoint from, SvgPoint to, const SvgSegment *s,
                        SvgMatrix m)
{
    add_point(bounds, from);
    add_point(bounds, to);
    if (s->kind == SVG_SEG_QUAD) {
        SvgPoint b = svg_matrix_to_document(m, s->p[0]);
        add_quad(&bounds->x, from.x, b.x, to.x);
        add_quad(&bounds->y, from.y, b.y, to.y);
    } else if (s->kind == SVG_SEG_CUBIC) {
        SvgPoint b = svg_matrix_to_document(m, s->p[0]), c = svg_matrix_to_document(m, s->p[1]);
        add_cubic(&bounds->x, (double[]){from.x, b.x, c.x, to.x});
        add_cubic(&bounds->y, (double[]){from.y, b.y, c.y, to.y});
    } else if (s->kind == SVG_SEG_ARC) {
        SvgPoint center = svg_matrix_to_document(m, s->arc_center);
        SvgPoint u = map_delta(m, s->arc_u), v = map_delta(m, s->arc_v);
        add_arc(&bounds->x, center.x, u.x, v.x, s);
        add_arc(&bounds->y, center.y, u.y, v.y, s);
    }
}

SvgBox svg_segments_box(const GArray *segments, SvgMatrix m)
{
    Bounds drawn = {RANGE_EMPTY, RANGE_EMPTY}, moves = {RANGE_EMPTY, RANGE_EMPTY};
    SvgPoint from = {0, 0};
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *s = &g_array_index(segments, SvgSegment, i);
        SvgPoint to = svg_matrix_to_document(m, svg_segment_end(s));
        if (s->kind == SVG_SEG_MOVE) {
            add_point(&moves, to);
        } else {
            add_segment(&drawn, from, to, s, m);
        }
        from = to;
    }
    const Bounds *b = drawn.x.lo <= drawn.x.hi ? &drawn : &moves;
    if (b->x.lo > b->x.hi) {
        return SVG_BOX_EMPTY;
    }
    return (SvgBox){b->x.lo, b->y.lo, b->x.hi - b->x.lo, b->y.hi - b->y.lo};
}

/* The unit vector from `a` to `b`; FALSE when they are one point. */
static gboolean direction(SvgUserPoint a, SvgUserPoint b, SvgUserPoint *out)
{
    double dx = b.x / 2 - a.x / 2, dy = b.y / 2 - a.y / 2, way = MAX(fabs(dx), fabs(dy));
    double size = MAX(MAX(fabs(a.x), fabs(a.y)), MAX(fabs(b.x), fabs(b.y)));
    if (way <= SAME_POINT * size) {
        return FALSE;
    }
    dx /= way;
    dy /= way;
    *out = (SvgUserPoint){dx / hypot(dx, dy), dy / hypot(dx, dy)};
    return TRUE;
}

static gboolean arc_direction(const SvgSegment *s, double angle, SvgUserPoint *out)
{
    double forward = s->arc_sweep < 0 ? -1 : 1;
    double sine = forward * sin(angle), cosine = forward * cos(angle);
    return direction((SvgUserPoint){s->arc_u.x * sine, s->arc_u.y * sine},
                     (SvgUserPoint){s->arc_v.x * cosine, s->arc_v.y * cosine}, out);
}

/* A control point on top of an end gives no direction there: the next one does. */
static gboolean leaving(SvgUserPoint from, const SvgSegment *s, SvgUserPoint *out)
{
    if (s->kind == SVG_SEG_ARC) {
        return arc_direction(s, s->arc_from, out);
    }
    guint n = s->kind == SVG_SEG_CUBIC ? 3 : s->kind == SVG_SEG_QUAD ? 2 : 1;
    for (guint i = 0; i < n; i++) {
        if (direction(from, s->p[i], out)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean arriving(SvgUserPoint from, const SvgSegment *s, SvgUserPoint *out)
{
    if (s->kind == SVG_SEG_ARC) {
        return arc_direction(s, s->arc_from + s->arc_sweep, out);
    }
    guint n = s->kind == SVG_SEG_CUBIC ? 3 : s->kind == SVG_SEG_QUAD ? 2 : 1;
    for (guint i = n - 1; i-- > 0;) {
        if (direction(s->p[i], s->p[n - 1], out)) {
            return TRUE;
        }
    }
    return direction(from, s->p[n - 1], out);
}

static const SvgSegment *segment_at(const GArray *segments, guint i)
{
    return &g_array_index(segments, SvgSegment, i);
}

static SvgUserPoint start_of(const GArray *segments, guint i)
{
    return svg_segment_end(segment_at(segments, i - (i > 0)));
}

gboolean svg_segments_ends(const GArray *segments, SvgUserPoint *start, SvgUserPoint *end,
                           SvgUserPoint *start_direction, SvgUserPoint *end_direction)
{
    guint first = 0, last = segments->len;
    *start_direction = *end_direction = (SvgUserPoint){0, 0};
    if (segments->len == 0) {
        return FALSE;
    }
    while (first < last && segment_at(segments, first)->kind == SVG_SEG_MOVE) {
        first++;
    }
    while (last > first && segment_at(segments, last - 1)->kind == SVG_SEG_MOVE) {
        last--;
    }
    if (first == last) {
        *start = start_of(segments, 0);
        *end = start_of(segments, segments->len);
        return TRUE;
    }
    *start = start_of(segments, first);
    *end = start_of(segments, last);
    for (guint i = first; i < last && segment_at(segments, i)->kind != SVG_SEG_MOVE; i++) {
        if (leaving(start_of(segments, i), segment_at(segments, i), start_direction)) {
            break;
        }
    }
    for (guint i = last; i-- > first && segment_at(segments, i)->kind != SVG_SEG_MOVE;) {
        if (arriving(start_of(segments, i), segment_at(segments, i), end_direction)) {
            break;
        }
    }
    return TRUE;
}
