/* Where a curve bends more tightly than its stroke is wide. There the edge of the stroke turns back
 * on itself, and may reach further than anywhere around. */
#include "geometry/trace.h"

#include <math.h>

#define SAMPLES 8
#define STEPS   40 /* of halving */

typedef struct {
    const SvgSegment *segment;
    SvgUserPoint from[4]; /* control points, when it isn't an arc */
    double half;
} Curve;

typedef struct {
    SvgUserPoint first, second;
} Derivatives;

static SvgUserPoint mix(SvgUserPoint a, SvgUserPoint b, double t)
{
    return (SvgUserPoint){a.x * (1 - t) + b.x * t, a.y * (1 - t) + b.y * t};
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
    const SvgUserPoint *p = curve->from;
    if (s->kind == SVG_SEG_ARC) {
        double angle = s->arc_from + t * s->arc_sweep, w = s->arc_sweep;
        double sine = sin(angle), cosine = cos(angle);
        return (Derivatives){arc_vector(s, -w * sine, w * cosine),
                             arc_vector(s, -w * w * cosine, -w * w * sine)};
    }
    SvgUserPoint a = {p[1].x - p[0].x, p[1].y - p[0].y}, b = {p[2].x - p[1].x, p[2].y - p[1].y},
                 c = {p[3].x - p[2].x, p[3].y - p[2].y};
    SvgUserPoint ab = mix(a, b, t), bc = mix(b, c, t), first = mix(ab, bc, t);
    return (Derivatives){{3 * first.x, 3 * first.y}, {6 * (bc.x - ab.x), 6 * (bc.y - ab.y)}};
}

/* Positive where the radius of curvature is smaller than the pen's. */
static double tightness(const Curve *curve, double t)
{
    Derivatives d = derivatives_at(curve, t);
    double speed = hypot(d.first.x, d.first.y);
    return curve->half * fabs(d.first.x * d.second.y - d.first.y * d.second.x) -
           speed * speed * speed;
}

/* Negative where it slows down. */
static double acceleration(const Curve *curve, double t)
{
    Derivatives d = derivatives_at(curve, t);
    return d.first.x * d.second.x + d.first.y * d.second.y;
}

/* Where `func` changes its sign between two places where it has different ones. */
static double root(double (*func)(const Curve *, double), const Curve *curve, double a, double b)
{
    gboolean rises = func(curve, a) < 0;
    for (int i = 0; i < STEPS; i++) {
        double t = (a + b) / 2;
        if ((func(curve, t) < 0) == rises) {
            a = t;
        } else {
            b = t;
        }
    }
    return (a + b) / 2;
}

static void add_between(const Curve *curve, double a, double b, SvgCusps *out)
{
    if ((tightness(curve, a) > 0) == (tightness(curve, b) > 0) || out->n >= G_N_ELEMENTS(out->at)) {
        return;
    }
    double t = root(tightness, curve, a, b);
    SvgUserPoint direction = derivatives_at(curve, t).first;
    double speed = hypot(direction.x, direction.y);
    if (speed > 0) {
        out->at[out->n] = point_at(curve, t);
        out->direction[out->n++] = (SvgUserPoint){direction.x / speed, direction.y / speed};
    }
}

/* A curve bends most where it is slowest: those places are looked at besides the samples. */
void svg_segment_cusps(const SvgSegment *segment, SvgUserPoint from, double half, SvgCusps *out)
{
    Curve curve = make_curve(segment, from, half);
    double before = acceleration(&curve, 0);
    out->n = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        double a = (i - 1) / (double)SAMPLES, b = i / (double)SAMPLES;
        double after = acceleration(&curve, b);
        if (before < 0 && after > 0) {
            double slowest = root(acceleration, &curve, a, b);
            add_between(&curve, a, slowest, out);
            add_between(&curve, slowest, b, out);
        } else {
            add_between(&curve, a, b, out);
        }
        before = after;
    }
}
