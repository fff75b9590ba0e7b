/* Tells polygons and rounded outlines apart by their corners, in document space. */
#include "shape/outline.h"

#include <math.h>

#define MAX_CORNERS 64
#define SAME_POINT  0.002 /* of the box's longer side: two corners that are one */
#define STRAIGHT    0.01  /* sine of the bend at a corner that isn't one */
#define ON_SPOT     0.03  /* of the box: a corner that is where it should be */
#define FLAT_CAP    0.4   /* of the width: the end of a cylinder; that of a pill is a half */
#define NEAR_EQUAL  0.04  /* relative difference of lengths that are the same */

typedef struct {
    SvgPoint at[MAX_CORNERS];
    guint n;
    SvgBox box;
} Polygon;

/* Corners in the unit box, all on the same spots up to ON_SPOT. */
static double unit_x(const Polygon *p, guint i)
{
    return (p->at[i % p->n].x - p->box.x) / p->box.w;
}

static double unit_y(const Polygon *p, guint i)
{
    return (p->at[i % p->n].y - p->box.y) / p->box.h;
}

static gboolean near(double a, double b, double by)
{
    return fabs(a - b) <= by;
}

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* Sine of the turn at corner i: > 0 is clockwise on screen. */
static double turn_at(const Polygon *p, guint i)
{
    SvgPoint a = p->at[(i + p->n - 1) % p->n], b = p->at[i], c = p->at[(i + 1) % p->n];
    double length = distance(a, b) * distance(b, c);

    return length > 0 ? ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) / length : 0;
}

static gboolean goes_on(const Polygon *p, guint i)
{
    SvgPoint a = p->at[(i + p->n - 1) % p->n], b = p->at[i], c = p->at[(i + 1) % p->n];

    return fabs(turn_at(p, i)) < STRAIGHT &&
           (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) > 0;
}

/* --- corners ---------------------------------------------------------------------------------- */

static void drop(Polygon *p, guint i)
{
    for (; i + 1 < p->n; i++) {
        p->at[i] = p->at[i + 1];
    }
    p->n--;
}

/* Takes out corners that repeat the one before or lie on a straight edge. The ends of an open line
 * stay. */
static void simplify(Polygon *p, gboolean closed)
{
    double same = SAME_POINT * MAX(p->box.w, p->box.h);

    for (guint i = p->n; i-- > 1;) {
        if (distance(p->at[i], p->at[i - 1]) <= same) {
            drop(p, i);
        }
    }
    if (closed && p->n > 1 && distance(p->at[0], p->at[p->n - 1]) <= same) {
        p->n--;
    }
    for (guint i = closed ? p->n : p->n - 1; i-- > (closed ? 0 : 1) && p->n > 2;) {
        if (goes_on(p, i)) {
            drop(p, i);
        }
    }
}

static void add_corner(Polygon *p, SvgMatrix m, SvgUserPoint at)
{
    if (p->n < MAX_CORNERS) {
        p->at[p->n] = svg_matrix_to_document(m, at);
    }
    p->n++;
}

/* FALSE when it has curves, several parts, or too many corners. */
static gboolean polygon_read(const GArray *segments, SvgMatrix m, Polygon *out)
{
    out->n = 0;
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *s = &g_array_index(segments, SvgSegment, i);

        if (s->kind == SVG_SEG_CLOSE) {
            return i + 1 == segments->len && out->n <= MAX_CORNERS;
        }
        if (s->kind != SVG_SEG_LINE && !(s->kind == SVG_SEG_MOVE && i == 0)) {
            return FALSE;
        }
        add_corner(out, m, s->p[0]);
    }
    return out->n <= MAX_CORNERS;
}

/* --- polygons --------------------------------------------------------------------------------- */

static gboolean corners_lie_in_box(const Polygon *p)
{
    for (guint i = 0; i < 4; i++) {
        double x = unit_x(p, i), y = unit_y(p, i);

        if (!near(fabs(x - 0.5), 0.5, ON_SPOT) || !near(fabs(y - 0.5), 0.5, ON_SPOT)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean corners_lie_on_middles(const Polygon *p)
{
    for (guint i = 0; i < 4; i++) {
        double x = fabs(unit_x(p, i) - 0.5), y = fabs(unit_y(p, i) - 0.5);

        if (!(near(x, 0.5, ON_SPOT) && near(y, 0, ON_SPOT)) &&
            !(near(x, 0, ON_SPOT) && near(y, 0.5, ON_SPOT))) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_convex(const Polygon *p)
{
    gboolean left = FALSE, right = FALSE;

    for (guint i = 0; i < p->n; i++) {
        double turn = turn_at(p, i);

        left |= turn < -STRAIGHT;
        right |= turn > STRAIGHT;
    }
    return left != right;
}

static gboolean has_right_angles(const Polygon *p)
{
    for (guint i = 0; i < p->n; i++) {
        if (fabs(turn_at(p, i)) < 0.999) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The x range of the two corners at the top or bottom of the box. FALSE when they aren't two. */
static gboolean level_edge(const Polygon *p, double level, double *from, double *to)
{
    guint n = 0;

    *from = INFINITY;
    *to = -INFINITY;
    for (guint i = 0; i < 4; i++) {
        if (near(unit_y(p, i), level, ON_SPOT)) {
            *from = MIN(*from, unit_x(p, i));
            *to = MAX(*to, unit_x(p, i));
            n++;
        }
    }
    return n == 2;
}

static SvgKind slanted_kind(const Polygon *p)
{
    double top_from, top_to, bottom_from, bottom_to;

    if (!level_edge(p, 0, &top_from, &top_to) || !level_edge(p, 1, &bottom_from, &bottom_to)) {
        return SVG_KIND_DRAW;
    }
    if (near(top_to - top_from, bottom_to - bottom_from, ON_SPOT)) {
        return top_from > bottom_from ? SVG_KIND_PARALLELOGRAM_RIGHT : SVG_KIND_PARALLELOGRAM_LEFT;
    }
    return SVG_KIND_TRAPEZOID;
}

static SvgKind quadrangle_kind(const Polygon *p)
{
    if (!is_convex(p)) {
        return SVG_KIND_DRAW;
    }
    if (corners_lie_in_box(p)) {
        return SVG_KIND_RECTANGLE;
    }
    if (corners_lie_on_middles(p)) {
        return SVG_KIND_DIAMOND;
    }
    return has_right_angles(p) ? SVG_KIND_RECTANGLE : slanted_kind(p);
}

static SvgPoint middle(const Polygon *p)
{
    SvgPoint sum = {0, 0};

    for (guint i = 0; i < p->n; i++) {
        sum.x += p->at[i].x / p->n;
        sum.y += p->at[i].y / p->n;
    }
    return sum;
}

static gboolean is_regular(const Polygon *p)
{
    SvgPoint center = middle(p);
    double radius = distance(p->at[0], center), edge = distance(p->at[0], p->at[1]);

    for (guint i = 1; i < p->n; i++) {
        if (!near(distance(p->at[i], center), radius, radius * NEAR_EQUAL) ||
            !near(distance(p->at[i], p->at[(i + 1) % p->n]), edge, edge * NEAR_EQUAL)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Each corner has a mirror image in the box's middle line. */
static gboolean is_mirrored(const Polygon *p, gboolean upright)
{
    for (guint i = 0; i < p->n; i++) {
        double x = upright ? 1 - unit_x(p, i) : unit_x(p, i);
        double y = upright ? unit_y(p, i) : 1 - unit_y(p, i);
        gboolean found = FALSE;

        for (guint j = 0; j < p->n && !found; j++) {
            found = near(unit_x(p, j), x, ON_SPOT) && near(unit_y(p, j), y, ON_SPOT);
        }
        if (!found) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Corners that point out and in by turns. */
static gboolean is_star(const Polygon *p)
{
    if (p->n < 8 || p->n % 2) {
        return FALSE;
    }
    for (guint i = 0; i < p->n; i++) {
        double turn = turn_at(p, i), next = turn_at(p, (i + 1) % p->n);

        if (!(turn * next < 0)) {
            return FALSE;
        }
    }
    return TRUE;
}

static SvgKind polygon_kind(const Polygon *p)
{
    gboolean both;

    if (p->n == 3) {
        return SVG_KIND_TRIANGLE;
    }
    if (p->n == 4) {
        return quadrangle_kind(p);
    }
    if (is_star(p)) {
        return SVG_KIND_STAR;
    }
    if (!is_convex(p)) {
        return SVG_KIND_DRAW;
    }
    both = is_mirrored(p, TRUE) && is_mirrored(p, FALSE);
    if (p->n == 5 && (is_mirrored(p, TRUE) || is_regular(p))) {
        return SVG_KIND_PENTAGON;
    }
    if (p->n == 6 && (both || is_regular(p))) {
        return SVG_KIND_HEXAGON;
    }
    return p->n == 8 && (both || is_regular(p)) ? SVG_KIND_OCTAGON : SVG_KIND_DRAW;
}

/* --- rounded outlines ------------------------------------------------------------------------- */

/* What is seen of a closed outline with curves. */
typedef struct {
    guint curves, level, upright; /* curved stretches; edges along top or bottom; left or right */
    gboolean elliptic;            /* all on the ellipse in the box */
    gboolean on_border;           /* all ends on the border of the box, no slanted edge */
    double side;                  /* the longest upright edge */
} Rounded;

static gboolean on_ellipse(const SvgBox *box, SvgPoint p)
{
    return near(hypot((p.x - box->x) / box->w * 2 - 1, (p.y - box->y) / box->h * 2 - 1), 1,
                ON_SPOT);
}

static gboolean on_side(const SvgBox *box, SvgPoint p, gboolean upright)
{
    double at = upright ? (p.x - box->x) / box->w : (p.y - box->y) / box->h;

    return near(fabs(at - 0.5), 0.5, ON_SPOT / 2);
}

static void see_edge(Rounded *r, const SvgBox *box, SvgPoint a, SvgPoint b)
{
    if (distance(a, b) <= ON_SPOT * MAX(box->w, box->h)) {
        return;
    }
    r->elliptic = FALSE;
    if (on_side(box, a, FALSE) && near(a.y, b.y, ON_SPOT * box->h)) {
        r->level++;
    } else if (on_side(box, a, TRUE) && near(a.x, b.x, ON_SPOT * box->w)) {
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

static SvgKind rounded_kind(const GArray *segments, SvgMatrix m, const SvgBox *box)
{
    Rounded r = {0, 0, 0, TRUE, TRUE, 0};
    SvgUserPoint from = {0, 0};

    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *s = &g_array_index(segments, SvgSegment, i);

        if (s->kind != SVG_SEG_MOVE) {
            see_segment(&r, box, m, s, from);
        }
        from = svg_segment_end(s);
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
    if (r.level == 0 && r.upright == 2 && r.curves >= 2 &&
        (box->h - r.side) / 2 < FLAT_CAP * box->w) {
        return SVG_KIND_CYLINDER;
    }
    return r.level + r.upright == 2 && (r.level == 2 || r.upright == 2) && r.curves >= 2
               ? SVG_KIND_PILL
               : SVG_KIND_DRAW;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* Moves that begin a part which is drawn. */
static guint count_parts(const GArray *segments)
{
    guint parts = 0;

    for (guint i = 0; i + 1 < segments->len; i++) {
        parts += g_array_index(segments, SvgSegment, i).kind == SVG_SEG_MOVE &&
                 g_array_index(segments, SvgSegment, i + 1).kind != SVG_SEG_MOVE;
    }
    return parts;
}

/* To where it began; or, when it is filled, to any of its corners, as the outline of a cylinder
 * does. */
static gboolean comes_back(const GArray *segments, SvgMatrix m, const SvgBox *box, gboolean filled)
{
    guint last = segments->len - 1;
    double same = SAME_POINT * MAX(box->w, box->h);
    SvgPoint end;

    if (g_array_index(segments, SvgSegment, last).kind == SVG_SEG_CLOSE) {
        return TRUE;
    }
    end = svg_matrix_to_document(m, svg_segment_end(&g_array_index(segments, SvgSegment, last)));
    for (guint i = 0; i + 1 < last; i++) {
        SvgUserPoint corner = svg_segment_end(&g_array_index(segments, SvgSegment, i));

        if ((i == 0 || filled) && distance(svg_matrix_to_document(m, corner), end) <= same) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How far it is from where a trail begins to where it ends. */
static double way_of(const SvgTrail *trail, SvgMatrix m)
{
    return distance(svg_matrix_to_document(m, trail->first_from),
                    svg_matrix_to_document(m, svg_segment_end(&trail->last)));
}

gboolean svg_outline_told(const SvgTrail *trail, SvgMatrix m, SvgBox box, SvgOutlinePaint paint,
                          SvgOutline *out)
{
    const guint *counts = trail->counts;
    guint lines = counts[SVG_SEG_LINE], closes = counts[SVG_SEG_CLOSE];
    guint curves = counts[SVG_SEG_QUAD] + counts[SVG_SEG_CUBIC] + counts[SVG_SEG_ARC];
    gboolean area = box.w > 0 && box.h > 0, several, closed;
    double way;

    *out = (SvgOutline){SVG_KIND_DRAW, FALSE};
    if (trail->n_parts != 1 || counts[SVG_SEG_MOVE] != 1 || svg_box_is_empty(box)) {
        return trail->n_parts > 1;
    }
    way = way_of(trail, m);
    closed = trail->last.kind == SVG_SEG_CLOSE;
    closes -= closed;
    several = lines + curves + closes > 1;
    closed |= several && way <= SAME_POINT * MAX(box.w, box.h);
    if (several && area && !closed && paint == SVG_OUTLINE_FILLED_AND_STROKED) {
        return FALSE;
    }
    out->closed = area && (closed || paint == SVG_OUTLINE_FILLED);
    if (curves || closes || lines >= MAX_CORNERS) {
        return !out->closed || curves < 2;
    }
    out->kind = SVG_KIND_LINE;
    return lines == 1 && !closed && !out->closed && way > 0;
}

SvgOutline svg_outline_read(const GArray *segments, SvgMatrix m, SvgBox box, SvgOutlinePaint paint)
{
    SvgOutline out = {SVG_KIND_DRAW, FALSE};
    Polygon polygon;
    gboolean flat = !(box.w > 0 && box.h > 0), straight;

    if (segments->len < 2 || svg_box_is_empty(box) || count_parts(segments) != 1) {
        return out;
    }
    polygon.box = box;
    out.closed = !flat && (comes_back(segments, m, &box, paint != SVG_OUTLINE_STROKED) ||
                           paint == SVG_OUTLINE_FILLED);
    straight = polygon_read(segments, m, &polygon);
    if (straight && polygon.n >= 2) {
        simplify(&polygon, out.closed);
    }
    if (straight && !out.closed) {
        out.kind = polygon.n == 2 ? SVG_KIND_LINE : SVG_KIND_DRAW;
    } else if (straight) {
        out.kind = polygon.n > 2 ? polygon_kind(&polygon) : SVG_KIND_LINE;
        out.closed = polygon.n > 2;
    } else if (out.closed) {
        out.kind = rounded_kind(segments, m, &box);
    }
    return out;
}
