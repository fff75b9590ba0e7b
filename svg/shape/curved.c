/* Kinds of outlines with curves: rounded boxes by their edges, others by the corners between their
 * curves. */
#include "shape/curved.h"

#include "shape/polygon.h"

#include <math.h>

#define FLAT_CAP     0.4  /* of the width: the end of a cylinder; that of a pill is a half */
#define MAX_ROUNDED  14   /* segments of a box with round parts */
#define STEPS        8    /* samples of a curve */
#define CORNER       0.5  /* radians: a turn that is a corner; samples of a curve turn by less */
#define BULGE_NOISE  0.05 /* radians that a curve may turn back */
#define LEAST_BUMPS  4    /* of a cloud */
#define SAME_HALVES  0.15 /* relative difference of a heart's halves */
#define ROUND        0.03 /* relative difference of an ellipse's radii, once it is made a circle */
#define AT_END       0.01 /* of a segment: where its direction is taken */
#define MOST_SAMPLES (SVG_MAX_CORNERS * STEPS)

static gboolean near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* --- boxes with round parts ------------------------------------------------------------------- */

/* What is seen of a closed outline with curves. */
typedef struct {
    guint curves, level, upright; /* curved stretches; edges along top or bottom; left or right */
    gboolean elliptic;            /* all on the ellipse in the box */
    gboolean on_border;           /* all ends on the border of the box, no slanted edge */
    double side, top;             /* the longest upright edge, and the longest level one */
} Rounded;

static gboolean on_ellipse(const SvgBox *box, SvgPoint p)
{
    return near(hypot((p.x - box->x) / box->w * 2 - 1, (p.y - box->y) / box->h * 2 - 1), 1,
                SVG_ON_SPOT);
}

static gboolean on_side(const SvgBox *box, SvgPoint p, gboolean upright)
{
    double at = upright ? (p.x - box->x) / box->w : (p.y - box->y) / box->h;

    return near(fabs(at - 0.5), 0.5, SVG_ON_SPOT / 2);
}

static void see_edge(Rounded *r, const SvgBox *box, SvgPoint a, SvgPoint b)
{
    if (distance(a, b) <= SVG_ON_SPOT * MAX(box->w, box->h)) {
        return;
    }
    r->elliptic = FALSE;
    if (on_side(box, a, FALSE) && near(a.y, b.y, SVG_ON_SPOT * box->h)) {
        r->level++;
        r->top = MAX(r->top, fabs(a.x - b.x));
    } else if (on_side(box, a, TRUE) && near(a.x, b.x, SVG_ON_SPOT * box->w)) {
        r->upright++;
        r->side = MAX(r->side, fabs(a.y - b.y));
    } else {
        r->on_border = FALSE;
    }
}

static void see_segment(Rounded *r, const SvgBox *box, SvgMatrix m, const SvgSegment *s,
                        SvgUserPoint from)
{
    SvgPoint a = svg_matrix_to_document(m, from), b = svg_matrix_to_document(m, svg_segment_end(s));
    SvgPoint half = svg_matrix_to_document(m, svg_segment_at(s, from, 0.5));

    if (s->kind == SVG_SEG_LINE || s->kind == SVG_SEG_CLOSE) {
        see_edge(r, box, a, b);
        return;
    }
    r->curves++;
    r->elliptic &= on_ellipse(box, a) && on_ellipse(box, b) && on_ellipse(box, half);
    r->on_border &= on_side(box, a, TRUE) || on_side(box, a, FALSE);
    r->on_border &= on_side(box, b, TRUE) || on_side(box, b, FALSE);
}

/* The sides of the box that run along are as long as `side`, and its ends bulge a little. */
static gboolean has_flat_caps(double whole, double side, double across)
{
    return (whole - side) / 2 < FLAT_CAP * across;
}

static SvgKind kind_in_box(const SvgSegment *part, guint n, SvgMatrix m, const SvgBox *box)
{
    Rounded r = {0, 0, 0, TRUE, TRUE, 0, 0};
    SvgUserPoint from = {0, 0};

    for (guint i = 0; i < n; i++) {
        if (part[i].kind != SVG_SEG_MOVE) {
            see_segment(&r, box, m, &part[i], from);
        }
        from = svg_segment_end(&part[i]);
    }
    if (r.elliptic && r.curves >= 2) {
        return SVG_KIND_ELLIPSE;
    }
    if (!r.on_border || r.curves > 8) {
        return SVG_KIND_DRAW;
    }
    if (r.level == 2 && r.upright == 2) {
        return r.curves == 4 || r.curves == 8 ? SVG_KIND_RECTANGLE : SVG_KIND_DRAW;
    }
    if (r.curves < 2 || !((r.level == 0 && r.upright == 2) || (r.level == 2 && r.upright == 0))) {
        return r.curves >= 2 && r.level + r.upright == 2 && (r.level == 2 || r.upright == 2)
                   ? SVG_KIND_PILL
                   : SVG_KIND_DRAW;
    }
    return (r.upright ? has_flat_caps(box->h, r.side, box->w)
                      : has_flat_caps(box->w, r.top, box->h))
               ? SVG_KIND_CYLINDER
               : SVG_KIND_PILL;
}

/* --- what is worth a closer look -------------------------------------------------------------- */

static SvgPoint way(SvgMatrix m, SvgUserPoint a, SvgUserPoint b)
{
    SvgPoint p = svg_matrix_to_document(m, a), q = svg_matrix_to_document(m, b);

    return (SvgPoint){q.x - p.x, q.y - p.y};
}

/* Adds a corner to those that turn left or right. */
static void see_corner(SvgPoint in, SvgPoint out, guint turns[2])
{
    double turn = atan2(in.x * out.y - in.y * out.x, in.x * out.x + in.y * out.y);

    if (fabs(turn) >= CORNER) {
        turns[turn > 0]++;
    }
}

/* Few outlines have the corners of a cloud, a heart or an ellipse: the others needn't be sampled.
 */
static gboolean may_be_known(const SvgSegment *part, guint n, SvgMatrix m, double same)
{
    guint turns[2] = {0, 0};
    SvgPoint first = {0, 0}, last = {0, 0};
    SvgUserPoint from = {0, 0};
    gboolean edges = FALSE;

    for (guint i = 0; i < n; from = svg_segment_end(&part[i++])) {
        SvgUserPoint end = svg_segment_end(&part[i]);

        SvgPoint whole = way(m, from, end);
        gboolean curve = svg_segment_is_curve(&part[i]);
        if (part[i].kind == SVG_SEG_MOVE || (!curve && hypot(whole.x, whole.y) <= same)) {
            continue;
        }
        SvgPoint out = way(m, from, svg_segment_at(&part[i], from, AT_END));

        if (last.x != 0 || last.y != 0) {
            see_corner(last, out, turns);
        } else {
            first = out;
        }
        edges |= !curve;
        last = way(m, svg_segment_at(&part[i], from, 1 - AT_END), end);
    }
    see_corner(last, first, turns);
    return (edges && n <= MAX_ROUNDED) || (turns[0] == 1 && turns[1] == 1) ||
           MIN(turns[0], turns[1]) == 0;
}

/* --- samples ---------------------------------------------------------------------------------- */

typedef struct {
    SvgPoint at[MOST_SAMPLES + 1];
    gboolean joint[MOST_SAMPLES + 1]; /* where a segment begins */
    guint n;
    gboolean edges; /* some of it is straight */
    SvgPoint edge;  /* the longest straight part, as a vector */
    double area;    /* > 0 when it goes round clockwise on screen */
} Samples;

static void add_sample(Samples *s, SvgPoint at, gboolean joint, double same)
{
    if (s->n && distance(s->at[s->n - 1], at) <= same) {
        s->joint[s->n - 1] |= joint;
        return;
    }
    s->at[s->n] = at;
    s->joint[s->n++] = joint;
}

static void see_straight(Samples *s, SvgPoint from, SvgPoint to, double least)
{
    SvgPoint way = {to.x - from.x, to.y - from.y};

    if (distance(from, to) > MAX(least, hypot(s->edge.x, s->edge.y))) {
        s->edges = TRUE;
        s->edge = way;
    }
}

/* FALSE when it has too many curves. */
static gboolean sample(const SvgSegment *part, guint n, SvgMatrix m, SvgBox box, Samples *s)
{
    double side = MAX(box.w, box.h), same = side * SVG_SAME_POINT / 4;
    SvgUserPoint from = {0, 0};

    s->n = 0;
    s->edges = FALSE;
    s->edge = (SvgPoint){0, 0};
    s->area = 0;
    for (guint i = 0; i < n; from = svg_segment_end(&part[i++])) {
        gboolean curve = svg_segment_is_curve(&part[i]);
        SvgPoint start = svg_matrix_to_document(m, from);

        if (s->n + STEPS > MOST_SAMPLES) {
            return FALSE;
        }
        if (part[i].kind == SVG_SEG_MOVE) {
            continue;
        }
        if (!curve) {
            see_straight(s, start, svg_matrix_to_document(m, svg_segment_end(&part[i])),
                         SVG_ON_SPOT * side);
        }
        for (guint k = 0; k < (curve ? STEPS : 1); k++) {
            SvgPoint at =
                svg_matrix_to_document(m, svg_segment_at(&part[i], from, (double)k / STEPS));

            add_sample(s, at, k == 0, same);
        }
    }
    if (s->n > 1 && distance(s->at[0], s->at[s->n - 1]) <= same) {
        s->n--;
    }
    for (guint i = 0; i < s->n; i++) {
        SvgPoint a = s->at[i], b = s->at[(i + 1) % s->n];

        s->area += (a.x * b.y - a.y * b.x) / 2;
    }
    return s->n > 2 && s->area != 0;
}

/* By how much the way turns at a sample, in radians; > 0 the way it goes round. */
static double turn_at(const Samples *s, guint i)
{
    SvgPoint a = s->at[(i + s->n - 1) % s->n], b = s->at[i], c = s->at[(i + 1) % s->n];
    double x1 = b.x - a.x, y1 = b.y - a.y, x2 = c.x - b.x, y2 = c.y - b.y;
    double turn = atan2(x1 * y2 - y1 * x2, x1 * x2 + y1 * y2);

    return s->area > 0 ? turn : -turn;
}

/* --- clouds and hearts ------------------------------------------------------------------------ */

/* The corners, and whether all between them bulges outward. */
typedef struct {
    guint inward, outward;
    guint notch, tip; /* the last of each */
    gboolean bulges;
} Corners;

static Corners find_corners(const Samples *s)
{
    Corners out = {.bulges = TRUE};

    for (guint i = 0; i < s->n; i++) {
        double turn = turn_at(s, i);

        if (!s->joint[i] || fabs(turn) < CORNER) {
            out.bulges &= turn > -BULGE_NOISE;
        } else if (turn < 0) {
            out.inward++;
            out.notch = i;
        } else {
            out.outward++;
            out.tip = i;
        }
    }
    return out;
}

/* Both sides of the line from the tip to the notch are alike, and go beyond the notch. */
static gboolean is_heart(const Samples *s, const Corners *corners)
{
    SvgPoint tip = s->at[corners->tip], notch = s->at[corners->notch];
    double length = distance(tip, notch), sides[2] = {0, 0}, reach = 0;

    for (guint i = 0; i < s->n && length > 0; i++) {
        double x = s->at[i].x - tip.x, y = s->at[i].y - tip.y;
        double off = ((notch.x - tip.x) * y - (notch.y - tip.y) * x) / length;
        double along = ((notch.x - tip.x) * x + (notch.y - tip.y) * y) / length;

        sides[off > 0] = MAX(sides[off > 0], fabs(off));
        reach = MAX(reach, along);
    }
    return reach > length && near(sides[0], sides[1], SAME_HALVES * MAX(sides[0], sides[1]));
}

/* --- ellipses --------------------------------------------------------------------------------- */

/* What an area is like: its middle, and how it is spread around it. */
typedef struct {
    double x, y, xx, yy, xy;
} Spread;

static Spread spread_of(const Samples *s)
{
    Spread out = {0};
    SvgPoint o = s->at[0];

    for (guint i = 0; i < s->n; i++) {
        SvgPoint p = s->at[i], q = s->at[(i + 1) % s->n];
        double ax = p.x - o.x, ay = p.y - o.y, bx = q.x - o.x, by = q.y - o.y;
        double cross = ax * by - ay * bx;

        out.x += (ax + bx) * cross / 6;
        out.y += (ay + by) * cross / 6;
        out.xx += (ax * ax + ax * bx + bx * bx) * cross / 12;
        out.yy += (ay * ay + ay * by + by * by) * cross / 12;
        out.xy += (ax * by + 2 * ax * ay + 2 * bx * by + bx * ay) * cross / 24;
    }
    out.x /= s->area;
    out.y /= s->area;
    out.xx = out.xx / s->area - out.x * out.x;
    out.yy = out.yy / s->area - out.y * out.y;
    out.xy = out.xy / s->area - out.x * out.y;
    out.x += o.x;
    out.y += o.y;
    return out;
}

/* Of an ellipse, (p - c)ᵀ S⁻¹ (p - c) is 4 for all points of its outline, S being the spread of
 * its area. */
static gboolean is_ellipse(const Samples *s)
{
    Spread spread = spread_of(s);
    double det = spread.xx * spread.yy - spread.xy * spread.xy;

    for (guint i = 0; i < s->n; i++) {
        if (!(det > 0)) {
            return FALSE;
        }
        double x = s->at[i].x - spread.x, y = s->at[i].y - spread.y;
        double q = (spread.yy * x * x - 2 * spread.xy * x * y + spread.xx * y * y) / det;

        if (!near(sqrt(q) / 2, 1, ROUND)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* In the box that lies along its longest straight part. */
static SvgKind turned_kind(const SvgSegment *part, guint n, SvgMatrix m, SvgPoint edge)
{
    double turn = atan2(edge.y, edge.x) * 180 / G_PI;
    SvgMatrix level = svg_matrix_multiply(svg_matrix_rotation(-turn, 0, 0), m);
    g_autoptr(GArray) segments = g_array_new(FALSE, FALSE, sizeof(SvgSegment));
    SvgBox box;

    g_array_append_vals(segments, part, n);
    box = svg_segments_box(segments, level);
    return box.w > 0 && box.h > 0 ? kind_in_box(part, n, level, &box) : SVG_KIND_DRAW;
}

static SvgKind sampled_kind(const Samples *s)
{
    Corners corners = find_corners(s);

    if (corners.inward == 1 && corners.outward == 1) {
        return is_heart(s, &corners) ? SVG_KIND_HEART : SVG_KIND_DRAW;
    }
    if (s->edges || !corners.bulges || corners.outward) {
        return SVG_KIND_DRAW;
    }
    return corners.inward >= LEAST_BUMPS          ? SVG_KIND_CLOUD
           : corners.inward == 0 && is_ellipse(s) ? SVG_KIND_ELLIPSE
                                                  : SVG_KIND_DRAW;
}

/* What it looks like is told from it stretched to a square: flat clouds have shallow corners. */
SvgKind svg_curved_kind(const SvgSegment *part, guint n, SvgMatrix m, SvgBox box)
{
    const SvgBox square = {0, 0, 1, 1};
    SvgMatrix unit =
        svg_matrix_multiply(svg_matrix_scaling(1 / box.w, 1 / box.h),
                            svg_matrix_multiply(svg_matrix_translation(-box.x, -box.y), m));
    SvgKind kind = kind_in_box(part, n, m, &box);
    Samples samples;

    if (kind == SVG_KIND_DRAW && may_be_known(part, n, unit, SVG_SAME_POINT) &&
        sample(part, n, unit, square, &samples)) {
        kind = sampled_kind(&samples);
        if (kind == SVG_KIND_DRAW && samples.edges) {
            SvgPoint edge = {samples.edge.x * box.w, samples.edge.y * box.h};

            kind = turned_kind(part, n, m, edge);
        }
    }
    return kind;
}
