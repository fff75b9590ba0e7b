/* Directions of segments, and the two ends of an outline. */
#include "values/values.h"

#include <math.h>

#define SLIVER 0.01 /* of the segment beside it */

gboolean svg_segment_is_curve(const SvgSegment *segment)
{
    return segment->kind == SVG_SEG_QUAD || segment->kind == SVG_SEG_CUBIC ||
           segment->kind == SVG_SEG_ARC;
}

static double bezier(double a, double b, double c, double d, double t)
{
    double s = 1 - t;

    return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d;
}

static SvgUserPoint between(SvgUserPoint a, SvgUserPoint b, double t)
{
    return (SvgUserPoint){a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

SvgUserPoint svg_segment_at(const SvgSegment *segment, SvgUserPoint from, double t)
{
    const SvgUserPoint *p = segment->p;
    double angle = segment->arc_from + segment->arc_sweep * t;
    SvgUserPoint first = p[0], second = p[1], end = p[2];

    if (t == 1 || !svg_segment_is_curve(segment)) {
        return t == 1 ? svg_segment_end(segment) : between(from, svg_segment_end(segment), t);
    }
    if (segment->kind == SVG_SEG_ARC) {
        return (SvgUserPoint){
            segment->arc_center.x + segment->arc_u.x * cos(angle) + segment->arc_v.x * sin(angle),
            segment->arc_center.y + segment->arc_u.y * cos(angle) + segment->arc_v.y * sin(angle)};
    }
    if (segment->kind == SVG_SEG_QUAD) {
        end = p[1];
        first = between(from, p[0], 2.0 / 3);
        second = between(end, p[0], 2.0 / 3);
    }
    return (SvgUserPoint){bezier(from.x, first.x, second.x, end.x, t),
                          bezier(from.y, first.y, second.y, end.y, t)};
}

/* What two points may differ by, of their size, and still be one. */
#define SAME_POINT 1e-12
/* Between these a square neither overflows nor loses digits. */
#define USUAL_LEAST 1e-100
#define USUAL_MOST  1e100

/* The unit vector from `a` to `b`; FALSE when they are one point. */
static gboolean direction(SvgUserPoint a, SvgUserPoint b, SvgUserPoint *out)
{
    double dx = b.x / 2 - a.x / 2, dy = b.y / 2 - a.y / 2, way = MAX(fabs(dx), fabs(dy));
    double size = MAX(MAX(fabs(a.x), fabs(a.y)), MAX(fabs(b.x), fabs(b.y)));
    if (way <= SAME_POINT * size) {
        return FALSE;
    }
    double length = sqrt(dx * dx + dy * dy);
    if (!(way > USUAL_LEAST && way < USUAL_MOST)) {
        dx /= way;
        dy /= way;
        length = hypot(dx, dy);
    }
    *out = (SvgUserPoint){dx / length, dy / length};
    return TRUE;
}

static gboolean arc_direction(const SvgSegment *s, double angle, SvgUserPoint *out)
{
    double forward = s->arc_sweep < 0 ? -1 : 1;
    double sine = forward * sin(angle), cosine = forward * cos(angle);
    return direction((SvgUserPoint){s->arc_u.x * sine, s->arc_u.y * sine},
                     (SvgUserPoint){s->arc_v.x * cosine, s->arc_v.y * cosine}, out);
}

gboolean svg_segment_leaving(const SvgSegment *s, SvgUserPoint from, SvgUserPoint *out)
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

gboolean svg_segment_arriving(const SvgSegment *s, SvgUserPoint from, SvgUserPoint *out)
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

static double length2(const SvgSegment *s, SvgUserPoint from)
{
    SvgUserPoint to = svg_segment_end(s);
    return (to.x - from.x) * (to.x - from.x) + (to.y - from.y) * (to.y - from.y);
}

/* What rounding has left of a segment beside its neighbour: it leads anywhere. */
static gboolean is_sliver(double mine, double other)
{
    return mine < SLIVER * SLIVER * other;
}

static gboolean is_sliver_at(const GArray *segments, guint i, guint other)
{
    return is_sliver(length2(segment_at(segments, i), start_of(segments, i)),
                     length2(segment_at(segments, other), start_of(segments, other)));
}

static gboolean is_drawn_at(const GArray *segments, guint i, guint first, guint last)
{
    return i >= first && i < last && segment_at(segments, i)->kind != SVG_SEG_MOVE;
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
        gboolean sliver =
            is_drawn_at(segments, i + 1, first, last) && is_sliver_at(segments, i, i + 1);
        if (svg_segment_leaving(segment_at(segments, i), start_of(segments, i), start_direction) &&
            !sliver) {
            break;
        }
    }
    for (guint i = last; i-- > first && segment_at(segments, i)->kind != SVG_SEG_MOVE;) {
        gboolean sliver = i > first && is_drawn_at(segments, i - 1, first, last) &&
                          is_sliver_at(segments, i, i - 1);
        if (svg_segment_arriving(segment_at(segments, i), start_of(segments, i), end_direction) &&
            !sliver) {
            break;
        }
    }
    return TRUE;
}

static void note_slivers(SvgTrail *trail, double length2)
{
    gboolean follows = trail->n_in_part > 0;
    trail->sliver_first |=
        trail->n_parts == 1 && trail->n_in_part == 1 && is_sliver(trail->last_length2, length2);
    trail->sliver_last = follows && is_sliver(length2, trail->last_length2);
    trail->last_length2 = length2;
}

void svg_trail_add(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    SvgTrail *trail = data;
    gboolean drawn = segment->kind != SVG_SEG_MOVE;
    trail->counts[segment->kind]++;
    if (drawn && trail->n_in_part == 0 && trail->n_parts++ == 0) {
        trail->first = *segment;
        trail->first_from = from;
    }
    if (drawn) {
        note_slivers(trail, length2(segment, from));
        trail->last = *segment;
        trail->last_from = from;
    }
    trail->n_in_part = drawn ? trail->n_in_part + 1 : 0;
}

gboolean svg_trail_ends(const SvgTrail *trail, SvgUserPoint *start, SvgUserPoint *end,
                        SvgUserPoint *start_direction, SvgUserPoint *end_direction)
{
    if (trail->n_parts == 0 || trail->sliver_first || trail->sliver_last) {
        return FALSE;
    }
    *start = trail->first_from;
    *end = svg_segment_end(&trail->last);
    return svg_segment_leaving(&trail->first, trail->first_from, start_direction) &&
           svg_segment_arriving(&trail->last, trail->last_from, end_direction);
}
