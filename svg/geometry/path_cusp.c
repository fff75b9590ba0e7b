/* Where a curve bends more tightly than its stroke is wide. There the edge of the stroke turns back
 * on itself, and may reach further than anywhere around. */
#include "geometry/trace.h"

#include <math.h>

#define SAMPLES 32
#define STEPS   20 /* of halving */

typedef struct {
    const SvgSegment *segment;
    SvgUserPoint from[4]; /* control points, when it isn't an arc; */
    SvgUserPoint a, b, c; /* a t² + b t + c is its derivative then */
    double half;
} Curve;

typedef struct {
    SvgUserPoint first, second;
} Derivatives;

static SvgUserPoint mix(SvgUserPoint a, SvgUserPoint b, double t)
{
    return (SvgUserPoint){a.x * (1 - t) + b.x * t, a.y * (1 - t) + b.y * t};
}

static double cross(SvgUserPoint a, SvgUserPoint b)
{
    return a.x * b.y - a.y * b.x;
}

static void set_derivative(Curve *curve)
{
    const SvgUserPoint *p = curve->from;
    curve->c = (SvgUserPoint){3 * (p[1].x - p[0].x), 3 * (p[1].y - p[0].y)};
    curve->b =
        (SvgUserPoint){6 * (p[2].x - 2 * p[1].x + p[0].x), 6 * (p[2].y - 2 * p[1].y + p[0].y)};
    curve->a = (SvgUserPoint){3 * (p[3].x - 3 * p[2].x + 3 * p[1].x - p[0].x),
                              3 * (p[3].y - 3 * p[2].y + 3 * p[1].y - p[0].y)};
}

static Curve make_curve(const SvgSegment *s, SvgUserPoint from, double half)
{
    Curve curve = {.segment = s, .half = half};
    if (s->kind == SVG_SEG_QUAD) {
        curve.from[1] = mix(from, s->p[0], 2.0 / 3);
        curve.from[2] = mix(s->p[1], s->p[0], 2.0 / 3);
        curve.from[3] = s->p[1];
    } else if (s->kind == SVG_SEG_CUBIC) {
        curve.from[1] = s->p[0];
        curve.from[2] = s->p[1];
        curve.from[3] = s->p[2];
    }
    curve.from[0] = from;
    set_derivative(&curve);
    return curve;
}

static SvgUserPoint arc_vector(const SvgSegment *s, double along_u, double along_v)
{
    return (SvgUserPoint){s->arc_u.x * along_u + s->arc_v.x * along_v,
                          s->arc_u.y * along_u + s->arc_v.y * along_v};
}

static SvgUserPoint point_at(const Curve *curve, double t)
{
    const SvgSegment *s = curve->segment;
    const SvgUserPoint *p = curve->from;
    if (s->kind == SVG_SEG_ARC) {
        double angle = s->arc_from + t * s->arc_sweep;
        SvgUserPoint out = arc_vector(s, cos(angle), sin(angle));
        return (SvgUserPoint){s->arc_center.x + out.x, s->arc_center.y + out.y};
    }
    SvgUserPoint a = mix(p[0], p[1], t), b = mix(p[1], p[2], t), c = mix(p[2], p[3], t);
    return mix(mix(a, b, t), mix(b, c, t), t);
}

static Derivatives derivatives_at(const Curve *curve, double t)
{
    const SvgSegment *s = curve->segment;
    if (s->kind == SVG_SEG_ARC) {
        double angle = s->arc_from + t * s->arc_sweep, w = s->arc_sweep;
        double sine = sin(angle), cosine = cos(angle);
        return (Derivatives){arc_vector(s, -w * sine, w * cosine),
                             arc_vector(s, -w * w * cosine, -w * w * sine)};
    }
    SvgUserPoint a = curve->a, b = curve->b, c = curve->c;
    return (Derivatives){{(a.x * t + b.x) * t + c.x, (a.y * t + b.y) * t + c.y},
                         {2 * a.x * t + b.x, 2 * a.y * t + b.y}};
}

/* Positive where the radius of curvature is smaller than the pen's. */
static double tightness(const Curve *curve, double t)
{
    Derivatives d = derivatives_at(curve, t);
    double square = d.first.x * d.first.x + d.first.y * d.first.y;
    return curve->half * fabs(cross(d.first, d.second)) - square * sqrt(square);
}

/* Where the tightness passes 0 between two places where it has different signs. */
static void add_between(const Curve *curve, double a, double b, SvgCusps *out)
{
    gboolean rises = tightness(curve, a) <= 0;
    if ((tightness(curve, b) <= 0) == rises || out->n >= G_N_ELEMENTS(out->at)) {
        return;
    }
    for (int i = 0; i < STEPS; i++) {
        double t = (a + b) / 2;
        *((tightness(curve, t) <= 0) == rises ? &a : &b) = t;
    }
    SvgUserPoint direction = derivatives_at(curve, a).first;
    double speed = hypot(direction.x, direction.y);
    if (speed > 0) {
        out->at[out->n] = point_at(curve, a);
        out->direction[out->n++] = (SvgUserPoint){direction.x / speed, direction.y / speed};
    }
}

/* The place between `a` and `b` where the tightness is nearest to the other sign than `side`. */
static double extremum(const Curve *curve, double a, double b, double side)
{
    for (int i = 0; i < STEPS; i++) {
        double c = a + (b - a) * 0.382, d = a + (b - a) * 0.618;
        if (tightness(curve, c) * side < tightness(curve, d) * side) {
            b = d;
        } else {
            a = c;
        }
    }
    return (a + b) / 2;
}

/* The tightness came near 0 at a sample, and may have passed it twice around there. */
static void add_around(const Curve *curve, int sample, const double values[3], SvgCusps *out)
{
    double side = values[1] <= 0 ? -1 : 1;
    double a = (sample - 1.0) / SAMPLES, b = (sample + 1.0) / SAMPLES;
    for (int i = 0; i < 3; i++) {
        if (values[i] * side < 0 || values[i] * side < values[1] * side) {
            return;
        }
    }
    if (fabs(values[1]) > fabs(values[0] - 2 * values[1] + values[2])) {
        return; /* it isn't curved enough to get there */
    }
    double t = extremum(curve, a, b, side);
    add_between(curve, a, t, out);
    add_between(curve, t, b, out);
}

/* The curve goes on so far in the direction of its end that it can't bend that much: its second
 * derivative is too small beside the square of the first. */
static gboolean is_gentle(const Curve *curve)
{
    const SvgUserPoint *p = curve->from;
    SvgUserPoint chord = {p[3].x - p[0].x, p[3].y - p[0].y};
    double length = sqrt(chord.x * chord.x + chord.y * chord.y), least = G_MAXDOUBLE, bend = 0;
    if (curve->segment->kind == SVG_SEG_ARC || !(length > 0)) {
        return FALSE;
    }
    for (int i = 0; i < 3; i++) {
        double ahead = (p[i + 1].x - p[i].x) * chord.x + (p[i + 1].y - p[i].y) * chord.y;
        least = MIN(least, ahead / length);
    }
    for (int i = 0; i < 2; i++) {
        double x = p[i + 2].x - 2 * p[i + 1].x + p[i].x, y = p[i + 2].y - 2 * p[i + 1].y + p[i].y;
        bend = MAX(bend, x * x + y * y);
    }
    return least > 0 && curve->half * 6 * sqrt(bend) < 9 * least * least;
}

void svg_segment_cusps(const SvgSegment *segment, SvgUserPoint from, double half, SvgCusps *out)
{
    Curve curve = make_curve(segment, from, half);
    double values[3] = {0};
    out->n = 0;
    if (is_gentle(&curve)) {
        return;
    }
    for (int i = 0; i <= SAMPLES; i++) {
        values[0] = values[1];
        values[1] = values[2];
        values[2] = tightness(&curve, i / (double)SAMPLES);
        if (i > 0 && (values[1] <= 0) != (values[2] <= 0)) {
            add_between(&curve, (i - 1) / (double)SAMPLES, i / (double)SAMPLES, out);
        } else if (i > 1) {
            add_around(&curve, i - 1, values, out);
        }
    }
}
