/* The boxes of an outline, segment by segment as it is read: of what is filled (SVG 2 §8.10), and
 * of what its stroke covers (SVG 2 §13.5.9). Private to geometry/. */
#pragma once

#include "style/style.h"
#include "values/values.h"

/* How an outline is stroked. */
typedef struct {
    double half; /* of the width, in the pen's space; 0: not at all */
    SvgLineCap cap;
    SvgLineJoin join;
    double miter_limit;
    gboolean fixed;   /* vector-effect: non-scaling-stroke */
    SvgMatrix to_pen; /* user space → the space the pen is round in; identity unless `fixed` */
    SvgMatrix to_document; /* from there */
} SvgStroke;

typedef struct {
    double lo, hi;
} SvgRange;

typedef struct {
    SvgRange x, y;
} SvgRanges;

/* A curve that may bend more tightly than the pen is wide, until it is known whether that matters.
 */
typedef struct {
    SvgSegment segment; /* in the pen's space */
    SvgUserPoint from;
    SvgRanges box; /* of the curve, in document space */
} SvgPendingCurve;

#define SVG_MAX_PENDING 8

typedef struct {
    const SvgStroke *stroke;
    const SvgBox *area; /* as SvgTrail.area */
    SvgRanges drawn;    /* ends of what is drawn */
    SvgRanges moves;    /* MOVEs, which count when nothing is drawn */
    SvgRanges smooth; /* points that a round pen goes over: extrema of curves, round joins, caps */
    SvgRanges edge;   /* of the stroke otherwise */
    SvgPoint at;      /* the end of the segment before */
    SvgUserPoint begin, end;
    SvgUserPoint first, last; /* directions in the subpath so far, */
    gboolean has_direction;   /* if it has any length */
    gboolean open;            /* something is drawn in it */
    guint n_pending;
    SvgPendingCurve pending[SVG_MAX_PENDING];
} SvgTracer;

/* `stroke` must outlive the tracer. */
void svg_tracer_init(SvgTracer *tracer, const SvgStroke *stroke);
/* An SvgSegmentFunc; `data` is the tracer. */
void svg_tracer_add(const SvgSegment *segment, SvgUserPoint from, gpointer data);
SvgBounds svg_tracer_end(SvgTracer *tracer);

/* How far the pen reaches from its centre, in document space. */
SvgPoint svg_stroke_reach(const SvgStroke *stroke);

/* Where the radius of curvature of a curve passes that of the pen, and the directions there. */
typedef struct {
    guint n;
    SvgUserPoint at[16], direction[16];
} SvgCusps;
void svg_segment_cusps(const SvgSegment *segment, SvgUserPoint from, double half, SvgCusps *out);
