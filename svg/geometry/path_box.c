/* The boxes of an outline: of its segments, and of the stroke along them. */
#include "geometry/trace.h"

#include <math.h>

#define RANGE_EMPTY  ((SvgRange){G_MAXDOUBLE, -G_MAXDOUBLE})
#define RANGES_EMPTY ((SvgRanges){RANGE_EMPTY, RANGE_EMPTY})

static void add_value(SvgRange *range, double value)
{
    range->lo = MIN(range->lo, value);
    range->hi = MAX(range->hi, value);
}

static double mix(double a, double b, double t)
{
    return a * (1 - t) + b * t;
}

static SvgBox box_of(const SvgRanges *r)
{
    if (r->x.lo > r->x.hi) {
        return SVG_BOX_EMPTY;
    }
    return (SvgBox){r->x.lo, r->y.lo, r->x.hi - r->x.lo, r->y.hi - r->y.lo};
}

/* The extremum between two ends, where there is one; so below. */
static void add_quad(SvgRange *range, double a, double b, double c)
{
    if ((a <= b && b <= c) || (a >= b && b >= c)) {
        return;
    }
    double t = (b - a) / ((b - a) + (b - c));
    add_value(range, mix(mix(a, b, t), mix(b, c, t), t));
}

static void add_cubic_at(SvgRange *range, const double p[4], double t)
{
    if (!(t > 0 && t < 1)) {
        return;
    }
    double ab = mix(p[0], p[1], t), bc = mix(p[1], p[2], t), cd = mix(p[2], p[3], t);
    add_value(range, mix(mix(ab, bc, t), mix(bc, cd, t), t));
}

/* Nothing of the curve is beyond its ends; with `turns`, it doesn't turn back between them either:
 * with a wide stroke such a place counts. */
static gboolean is_plain(const double p[4], gboolean turns)
{
    double lo = MIN(p[0], p[3]), hi = MAX(p[0], p[3]);
    if (turns) {
        return (p[0] <= p[1] && p[1] <= p[2] && p[2] <= p[3]) ||
               (p[0] >= p[1] && p[1] >= p[2] && p[2] >= p[3]);
    }
    return p[1] >= lo && p[1] <= hi && p[2] >= lo && p[2] <= hi;
}

/* Where the derivative is 0, by the form of the quadratic formula that cancels nothing. */
static void add_cubic(SvgRange *range, const double p[4], gboolean turns)
{
    if (is_plain(p, turns)) {
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
static void add_arc(SvgRange *range, double center, double u, double v, const SvgSegment *s)
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

static void add_point(SvgRanges *ranges, SvgPoint p)
{
    add_value(&ranges->x, p.x);
    add_value(&ranges->y, p.y);
}

/* `p` and what lies `delta` to either side of it. */
static void add_around(SvgRanges *ranges, SvgPoint p, SvgPoint delta)
{
    double dx = fabs(delta.x), dy = fabs(delta.y);
    add_value(&ranges->x, p.x - dx);
    add_value(&ranges->x, p.x + dx);
    add_value(&ranges->y, p.y - dy);
    add_value(&ranges->y, p.y + dy);
}

static void join_range(SvgRange *range, SvgRange other)
{
    range->lo = MIN(range->lo, other.lo);
    range->hi = MAX(range->hi, other.hi);
}

static void join_ranges(SvgRanges *ranges, const SvgRanges *other)
{
    join_range(&ranges->x, other->x);
    join_range(&ranges->y, other->y);
}

static void add_extrema(SvgRanges *ranges, SvgPoint from, SvgPoint to, const SvgSegment *s,
                        SvgMatrix m, gboolean turns)
{
    if (s->kind == SVG_SEG_QUAD) {
        SvgPoint b = svg_matrix_to_document(m, s->p[0]);
        add_quad(&ranges->x, from.x, b.x, to.x);
        add_quad(&ranges->y, from.y, b.y, to.y);
    } else if (s->kind == SVG_SEG_CUBIC) {
        SvgPoint b = svg_matrix_to_document(m, s->p[0]), c = svg_matrix_to_document(m, s->p[1]);
        add_cubic(&ranges->x, (double[]){from.x, b.x, c.x, to.x}, turns);
        add_cubic(&ranges->y, (double[]){from.y, b.y, c.y, to.y}, turns);
    } else if (s->kind == SVG_SEG_ARC) {
        SvgPoint center = svg_matrix_to_document(m, s->arc_center);
        SvgPoint u = map_delta(m, s->arc_u), v = map_delta(m, s->arc_v);
        add_arc(&ranges->x, center.x, u.x, v.x, s);
        add_arc(&ranges->y, center.y, u.y, v.y, s);
    }
}

/* --- the stroke ------------------------------------------------------------------------------- */

SvgPoint svg_stroke_reach(const SvgStroke *stroke)
{
    const SvgMatrix *m = &stroke->to_document;
    if (m->b == 0 && m->c == 0) {
        return (SvgPoint){stroke->half * fabs(m->a), stroke->half * fabs(m->d)};
    }
    return (SvgPoint){stroke->half * hypot(m->a, m->c), stroke->half * hypot(m->b, m->d)};
}

static SvgPoint map_pen(const SvgStroke *stroke, double x, double y)
{
    const SvgMatrix *m = &stroke->to_document;
    return (SvgPoint){stroke->half * (m->a * x + m->c * y), stroke->half * (m->b * x + m->d * y)};
}

/* The two sides of the stroke at a point of the outline. */
static void add_sides(SvgTracer *tracer, SvgPoint p, SvgUserPoint direction)
{
    add_around(&tracer->edge, p, map_pen(tracer->stroke, -direction.y, direction.x));
}

/* The tip of a miter lies on the outer side, as far as the limit allows (SVG 2 §13.5.6). */
static void add_miter(SvgTracer *tracer, SvgPoint p, SvgUserPoint in, SvgUserPoint out)
{
    double limit = tracer->stroke->miter_limit;
    double share = 1 + in.x * out.x + in.y * out.y; /* 2 cos² of half the turn */
    if (!(share > 0) || 2 > limit * limit * share) {
        return;
    }
    double side = in.x * out.y - in.y * out.x > 0 ? 1 / share : -1 / share;
    SvgPoint tip = map_pen(tracer->stroke, side * (in.y + out.y), -side * (in.x + out.x));
    add_point(&tracer->edge, (SvgPoint){p.x + tip.x, p.y + tip.y});
}

static void add_join(SvgTracer *tracer, SvgPoint p, SvgUserPoint in, SvgUserPoint out)
{
    if (tracer->stroke->join == SVG_JOIN_ROUND) {
        add_point(&tracer->smooth, p);
    } else if (tracer->stroke->join == SVG_JOIN_MITER) {
        add_miter(tracer, p, in, out);
    }
}

static void add_cap(SvgTracer *tracer, SvgPoint p, SvgUserPoint outward)
{
    if (tracer->stroke->cap == SVG_CAP_ROUND) {
        add_point(&tracer->smooth, p);
    } else if (tracer->stroke->cap == SVG_CAP_SQUARE) {
        SvgPoint ahead = map_pen(tracer->stroke, outward.x, outward.y);
        add_sides(tracer, (SvgPoint){p.x + ahead.x, p.y + ahead.y}, outward);
    }
}

/* A subpath without length is its two caps (SVG 2 §13.5.4). */
static void add_dot(SvgTracer *tracer, SvgPoint p)
{
    const SvgUserPoint right = {1, 0}, left = {-1, 0};
    add_cap(tracer, p, right);
    add_cap(tracer, p, left);
}

/* --- curves that bend tightly ----------------------------------------------------------------- */

static gboolean is_within(SvgRange range, double reach, SvgRange edge, SvgRange smooth)
{
    double lo = MIN(edge.lo, smooth.lo - reach), hi = MAX(edge.hi, smooth.hi + reach);
    return range.lo - reach >= lo && range.hi + reach <= hi;
}

/* The pen held anywhere in the curve's box stays in what is covered already. */
static gboolean is_covered(const SvgTracer *tracer, const SvgRanges *box)
{
    SvgPoint reach = svg_stroke_reach(tracer->stroke);
    const SvgRanges *edge = &tracer->edge, *smooth = &tracer->smooth;
    return is_within(box->x, reach.x, edge->x, smooth->x) &&
           is_within(box->y, reach.y, edge->y, smooth->y);
}

static void add_cusps(SvgTracer *tracer, const SvgSegment *s, SvgUserPoint from)
{
    SvgCusps cusps;
    svg_segment_cusps(s, from, tracer->stroke->half, &cusps);
    for (guint i = 0; i < cusps.n; i++) {
        add_sides(tracer, svg_matrix_to_document(tracer->stroke->to_document, cusps.at[i]),
                  cusps.direction[i]);
    }
}

static void drop_covered(SvgTracer *tracer)
{
    guint kept = 0;
    for (guint i = 0; i < tracer->n_pending; i++) {
        if (!is_covered(tracer, &tracer->pending[i].box)) {
            if (kept < i) {
                tracer->pending[kept] = tracer->pending[i];
            }
            kept++;
        }
    }
    tracer->n_pending = kept;
}

/* The pen held in the curve's box doesn't come near the area that matters. */
static gboolean is_away(const SvgTracer *tracer, const SvgRanges *box)
{
    SvgPoint reach = svg_stroke_reach(tracer->stroke);

    return tracer->area &&
           !svg_box_touches(svg_box_grown(box_of(box), reach.x, reach.y), *tracer->area);
}

/* Cusps are expensive to find, and hardly ever stick out of the whole: they are looked for last,
 * where they still might. */
static void expect_cusps(SvgTracer *tracer, const SvgSegment *s, const SvgRanges *box)
{
    if (s->kind == SVG_SEG_LINE || s->kind == SVG_SEG_CLOSE || is_covered(tracer, box) ||
        is_away(tracer, box)) {
        return;
    }
    if (tracer->n_pending == SVG_MAX_PENDING) {
        drop_covered(tracer);
    }
    if (tracer->n_pending == SVG_MAX_PENDING) {
        add_cusps(tracer, s, tracer->end);
        return;
    }
    SvgPendingCurve *pending = &tracer->pending[tracer->n_pending++];
    pending->segment = *s;
    pending->from = tracer->end;
    pending->box = *box;
}

static void resolve_cusps(SvgTracer *tracer)
{
    for (guint i = 0; i < tracer->n_pending; i++) {
        const SvgPendingCurve *pending = &tracer->pending[i];
        if (!is_covered(tracer, &pending->box)) {
            add_cusps(tracer, &pending->segment, pending->from);
        }
    }
}

/* --- subpaths --------------------------------------------------------------------------------- */

static void stroke_segment(SvgTracer *tracer, SvgPoint from, SvgPoint to, const SvgSegment *s)
{
    SvgUserPoint out, in;
    if (!svg_segment_leaving(s, tracer->end, &out)) {
        return;
    }
    if (!svg_segment_arriving(s, tracer->end, &in)) {
        in = out;
    }
    add_sides(tracer, from, out);
    add_sides(tracer, to, in);
    if (tracer->has_direction) {
        add_join(tracer, from, tracer->last, out);
    } else {
        tracer->first = out;
    }
    tracer->has_direction = TRUE;
    tracer->last = in;
}

static void end_subpath(SvgTracer *tracer, gboolean closed)
{
    if (tracer->open && tracer->stroke->half > 0) {
        SvgPoint begin = svg_matrix_to_document(tracer->stroke->to_document, tracer->begin);
        if (!tracer->has_direction) {
            add_dot(tracer, begin);
        } else if (closed) {
            add_join(tracer, begin, tracer->last, tracer->first);
        } else {
            add_cap(tracer, begin, (SvgUserPoint){-tracer->first.x, -tracer->first.y});
            add_cap(tracer, tracer->at, tracer->last);
        }
    }
    tracer->open = tracer->has_direction = FALSE;
}

/* --- the tracer ------------------------------------------------------------------------------- */

void svg_tracer_init(SvgTracer *tracer, const SvgStroke *stroke)
{
    tracer->stroke = stroke;
    tracer->area = NULL;
    tracer->drawn = tracer->moves = tracer->smooth = tracer->edge = RANGES_EMPTY;
    tracer->at = (SvgPoint){0, 0};
    tracer->begin = tracer->end = (SvgUserPoint){0, 0};
    tracer->has_direction = tracer->open = FALSE;
    tracer->n_pending = 0;
}

static SvgUserPoint map_point(SvgMatrix m, SvgUserPoint p)
{
    SvgPoint mapped = svg_matrix_to_document(m, p);
    return (SvgUserPoint){mapped.x, mapped.y};
}

static SvgSegment to_pen(const SvgSegment *segment, SvgMatrix m)
{
    SvgSegment s = *segment;
    guint n = s.kind == SVG_SEG_CUBIC ? 3 : s.kind == SVG_SEG_QUAD ? 2 : 1;
    for (guint i = 0; i < n; i++) {
        s.p[i] = map_point(m, s.p[i]);
    }
    if (s.kind == SVG_SEG_ARC) {
        s.arc_center = map_point(m, s.arc_center);
        m.e = m.f = 0;
        s.arc_u = map_point(m, s.arc_u);
        s.arc_v = map_point(m, s.arc_v);
    }
    return s;
}

static void draw(SvgTracer *tracer, SvgPoint to, const SvgSegment *s)
{
    SvgRanges box = RANGES_EMPTY;
    gboolean stroked = tracer->stroke->half > 0;
    add_point(&tracer->drawn, tracer->at);
    add_point(&tracer->drawn, to);
    add_extrema(&box, tracer->at, to, s, tracer->stroke->to_document, stroked);
    join_ranges(&tracer->smooth, &box);
    tracer->open = TRUE;
    if (stroked) {
        stroke_segment(tracer, tracer->at, to, s);
        add_point(&box, tracer->at);
        add_point(&box, to);
        expect_cusps(tracer, s, &box);
    }
}

void svg_tracer_add(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    SvgTracer *tracer = data;
    SvgSegment mapped;
    (void)from;
    if (tracer->stroke->fixed) {
        mapped = to_pen(segment, tracer->stroke->to_pen);
        segment = &mapped;
    }
    SvgUserPoint end = svg_segment_end(segment);
    SvgPoint to = svg_matrix_to_document(tracer->stroke->to_document, end);
    if (segment->kind == SVG_SEG_MOVE) {
        end_subpath(tracer, FALSE);
        add_point(&tracer->moves, to);
        tracer->begin = end;
    } else {
        draw(tracer, to, segment);
    }
    tracer->at = to;
    tracer->end = end;
    if (segment->kind == SVG_SEG_CLOSE) {
        end_subpath(tracer, TRUE);
    }
}

static void widen(SvgRange *range, double by)
{
    if (range->lo <= range->hi) {
        range->lo -= by;
        range->hi += by;
    }
}

SvgBounds svg_tracer_end(SvgTracer *tracer)
{
    SvgRanges all = tracer->drawn;
    end_subpath(tracer, FALSE);
    resolve_cusps(tracer);
    if (all.x.lo > all.x.hi) {
        all = tracer->moves;
    }
    join_ranges(&all, &tracer->smooth);
    SvgBounds bounds = {box_of(&all), SVG_BOX_EMPTY};
    if (tracer->stroke->half > 0) {
        SvgPoint reach = svg_stroke_reach(tracer->stroke);
        widen(&tracer->smooth.x, reach.x);
        widen(&tracer->smooth.y, reach.y);
        join_ranges(&all, &tracer->smooth);
        join_ranges(&all, &tracer->edge);
    }
    bounds.visual = box_of(&all);
    return bounds;
}

SvgBox svg_segments_box(const GArray *segments, SvgMatrix m)
{
    const SvgStroke stroke = {.to_document = m};
    SvgTracer tracer;
    svg_tracer_init(&tracer, &stroke);
    for (guint i = 0; i < segments->len; i++) {
        svg_tracer_add(&g_array_index(segments, SvgSegment, i), tracer.end, &tracer);
    }
    return svg_tracer_end(&tracer).geometric;
}
