/* Kinds of outlines with straight edges, by their corners: also of those that were turned, and
 * whose turn was written into their points. */
#include "shape/polygon.h"

#include <math.h>

#define STRAIGHT    0.01  /* sine of the bend at a corner that isn't one */
#define NEAR_EQUAL  0.04  /* relative difference of lengths that are the same */
#define EQUAL       0.01  /* the same for a diamond that might be a parallelogram */
#define LEVEL       0.002 /* sine of the angle of an edge that is level */
#define RIGHT_ANGLE 0.999 /* its sine, at least */
#define PARALLEL    0.02  /* sine of the angle between edges that run alike */
#define NOTE_FOLD   0.6   /* of the paper's edge, at most */
#define CHECK_BEND  0.3   /* sine of the bend of a check mark, at least */
#define CHECK_LONG  1.2   /* of its short stroke: the long one, at least */
#define CHECK_INSET 0.03  /* of the box's shorter side: from its border */

/* Corners in the unit box, all on the same spots up to SVG_ON_SPOT. */
static double unit_x(const SvgPolygon *p, guint i)
{
    return (p->at[i % p->n].x - p->box.x) / p->box.w;
}

static double unit_y(const SvgPolygon *p, guint i)
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
static double turn_at(const SvgPolygon *p, guint i)
{
    SvgPoint a = p->at[(i + p->n - 1) % p->n], b = p->at[i], c = p->at[(i + 1) % p->n];
    double length = distance(a, b) * distance(b, c);

    return length > 0 ? ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) / length : 0;
}

static gboolean goes_on(const SvgPolygon *p, guint i)
{
    SvgPoint a = p->at[(i + p->n - 1) % p->n], b = p->at[i], c = p->at[(i + 1) % p->n];

    return fabs(turn_at(p, i)) < STRAIGHT &&
           (b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y) > 0;
}

/* --- corners ---------------------------------------------------------------------------------- */

static void drop(SvgPolygon *p, guint i)
{
    for (; i + 1 < p->n; i++) {
        p->at[i] = p->at[i + 1];
    }
    p->n--;
}

/* Takes out corners that repeat the one before or lie on a straight edge. The ends of an open line
 * stay. */
static void simplify(SvgPolygon *p, gboolean closed)
{
    double same = SVG_SAME_POINT * MAX(p->box.w, p->box.h);

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

gboolean svg_polygon_read(const SvgSegment *part, guint n, SvgMatrix m, SvgBox box, gboolean closed,
                          SvgPolygon *out)
{
    out->n = 0;
    out->box = box;
    for (guint i = 0; i < n; i++) {
        if (part[i].kind == SVG_SEG_CLOSE && i + 1 == n) {
            break;
        }
        gboolean straight =
            part[i].kind == SVG_SEG_LINE || (part[i].kind == SVG_SEG_MOVE && i == 0);

        if (!straight || out->n >= SVG_MAX_CORNERS) {
            return FALSE;
        }
        out->at[out->n++] = svg_matrix_to_document(m, part[i].p[0]);
    }
    if (out->n >= 2) {
        simplify(out, closed);
    }
    return out->n >= 2;
}

static gboolean corners_lie_in_box(const SvgPolygon *p)
{
    for (guint i = 0; i < 4; i++) {
        double x = unit_x(p, i), y = unit_y(p, i);

        if (!near(fabs(x - 0.5), 0.5, SVG_ON_SPOT) || !near(fabs(y - 0.5), 0.5, SVG_ON_SPOT)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean corners_lie_on_middles(const SvgPolygon *p)
{
    for (guint i = 0; i < 4; i++) {
        double x = fabs(unit_x(p, i) - 0.5), y = fabs(unit_y(p, i) - 0.5);

        if (!(near(x, 0.5, SVG_ON_SPOT) && near(y, 0, SVG_ON_SPOT)) &&
            !(near(x, 0, SVG_ON_SPOT) && near(y, 0.5, SVG_ON_SPOT))) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean is_convex(const SvgPolygon *p)
{
    gboolean left = FALSE, right = FALSE;

    for (guint i = 0; i < p->n; i++) {
        double turn = turn_at(p, i);

        left |= turn < -STRAIGHT;
        right |= turn > STRAIGHT;
    }
    return left != right;
}

static gboolean has_right_angles(const SvgPolygon *p)
{
    for (guint i = 0; i < p->n; i++) {
        if (fabs(turn_at(p, i)) < RIGHT_ANGLE) {
            return FALSE;
        }
    }
    return TRUE;
}

static SvgPoint edge(const SvgPolygon *p, guint i)
{
    SvgPoint a = p->at[i % p->n], b = p->at[(i + 1) % p->n];

    return (SvgPoint){b.x - a.x, b.y - a.y};
}

static double length(SvgPoint v)
{
    return hypot(v.x, v.y);
}

static gboolean are_parallel(SvgPoint a, SvgPoint b)
{
    return fabs(a.x * b.y - a.y * b.x) <= PARALLEL * length(a) * length(b);
}

/* > 0 when the corners go round clockwise on screen. */
static double area_of(const SvgPolygon *p)
{
    double sum = 0;

    for (guint i = 0; i < p->n; i++) {
        SvgPoint a = p->at[i], b = p->at[(i + 1) % p->n];

        sum += a.x * b.y - a.y * b.x;
    }
    return sum / 2;
}

/* Which of its edges a parallelogram lies on: a level one, an upright one, else a longer one. */
static guint base_of(const SvgPolygon *p)
{
    SvgPoint a = edge(p, 0), b = edge(p, 1);

    if (fabs(a.y) <= SVG_ON_SPOT * p->box.h || fabs(b.y) <= SVG_ON_SPOT * p->box.h) {
        return fabs(a.y) <= fabs(b.y) ? 0 : 1;
    }
    if (fabs(a.x) <= SVG_ON_SPOT * p->box.w || fabs(b.x) <= SVG_ON_SPOT * p->box.w) {
        return fabs(a.x) <= fabs(b.x) ? 0 : 1;
    }
    return length(a) >= length(b) ? 0 : 1;
}

/* One that leans right stays one when it is turned: going round clockwise, the corner behind its
 * base is sharp. */
static SvgKind leaning_kind(const SvgPolygon *p)
{
    guint base = base_of(p);
    SvgPoint along = edge(p, base), on = edge(p, base + 1);
    gboolean sharp = along.x * on.x + along.y * on.y < 0;

    return sharp == (area_of(p) > 0) ? SVG_KIND_PARALLELOGRAM_RIGHT : SVG_KIND_PARALLELOGRAM_LEFT;
}

static gboolean has_equal_edges(const SvgPolygon *p, double tolerance)
{
    double first = length(edge(p, 0));

    for (guint i = 1; i < p->n; i++) {
        if (!near(length(edge(p, i)), first, first * tolerance)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* On an edge that is level or upright. */
static gboolean stands(const SvgPolygon *p)
{
    SvgPoint base = edge(p, base_of(p));

    return fabs(base.x) <= SVG_ON_SPOT * p->box.w || fabs(base.y) <= SVG_ON_SPOT * p->box.h;
}

/* An edge is level or upright to the eye, so that it isn't a box that was turned a little. */
static gboolean lies_level(const SvgPolygon *p)
{
    for (guint i = 0; i < 2; i++) {
        SvgPoint e = edge(p, i);

        if (MIN(fabs(e.x), fabs(e.y)) <= LEVEL * length(e)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A square that is turned by more than half of what makes it a diamond. */
static gboolean stands_on_corner(const SvgPolygon *p)
{
    SvgPoint side = edge(p, 0);
    double turn = fmod(fabs(atan2(side.y, side.x)), G_PI_2);

    return has_equal_edges(p, NEAR_EQUAL) && near(turn, G_PI_4, G_PI_4 / 2);
}

static SvgKind quadrangle_kind(const SvgPolygon *p)
{
    gboolean first = are_parallel(edge(p, 0), edge(p, 2));
    gboolean second = are_parallel(edge(p, 1), edge(p, 3));

    if (!is_convex(p)) {
        return SVG_KIND_DRAW;
    }
    if (corners_lie_in_box(p)) {
        return SVG_KIND_RECTANGLE;
    }
    if (corners_lie_on_middles(p)) {
        return SVG_KIND_DIAMOND;
    }
    if (has_right_angles(p) && !((first || second) && lies_level(p))) {
        return stands_on_corner(p) ? SVG_KIND_DIAMOND : SVG_KIND_RECTANGLE;
    }
    if (first && second) {
        return has_equal_edges(p, EQUAL) && !stands(p) ? SVG_KIND_DIAMOND : leaning_kind(p);
    }
    return first || second ? SVG_KIND_TRAPEZOID : SVG_KIND_DRAW;
}

/* Each corner has a mirror image in the box's middle line. */
static gboolean is_mirrored(const SvgPolygon *p, gboolean upright)
{
    for (guint i = 0; i < p->n; i++) {
        double x = upright ? 1 - unit_x(p, i) : unit_x(p, i);
        double y = upright ? unit_y(p, i) : 1 - unit_y(p, i);
        gboolean found = FALSE;

        for (guint j = 0; j < p->n && !found; j++) {
            found = near(unit_x(p, j), x, SVG_ON_SPOT) && near(unit_y(p, j), y, SVG_ON_SPOT);
        }
        if (!found) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Corners that point out and in by turns. */
static gboolean is_star(const SvgPolygon *p)
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

/* In how many of its axes through corners and middles of edges it is its own mirror image. */
static guint count_axes(const SvgPolygon *p)
{
    double same = NEAR_EQUAL * MAX(p->box.w, p->box.h);
    guint axes = 0, n = p->n;

    for (guint k = 0; k < n; k++) {
        gboolean found = TRUE;

        for (guint i = 0; i < n && found; i++) {
            found = near(length(edge(p, i)), length(edge(p, (k + 2 * n - 1 - i) % n)), same) &&
                    near(turn_at(p, i), turn_at(p, (k + n - i) % n), 2 * NEAR_EQUAL);
        }
        axes += found;
    }
    return axes;
}

static gboolean is_right(const SvgPolygon *p, guint i)
{
    return fabs(turn_at(p, i % p->n)) >= RIGHT_ANGLE;
}

/* Paper with a corner folded or cut off: where the cut begins; p->n when it isn't that. */
static guint cut_of(const SvgPolygon *p)
{
    for (guint i = 0; p->n == 5 && i < p->n; i++) {
        gboolean right = is_right(p, i + 2) && is_right(p, i + 3) && is_right(p, i + 4);
        double before = length(edge(p, i + 4)), after = length(edge(p, i + 1));
        double whole = length(edge(p, i + 2)), other = length(edge(p, i + 3));

        if (right && whole - before > 0 && whole - before <= NOTE_FOLD * whole &&
            other - after > 0 && other - after <= NOTE_FOLD * other) {
            return i;
        }
    }
    return p->n;
}

/* The corner at the tip of a broad arrow; p->n when it isn't one. */
static guint tip_of(const SvgPolygon *p)
{
    gboolean clockwise = area_of(p) > 0;

    for (guint i = 0; p->n == 7 && i < p->n; i++) {
        gboolean inward = TRUE;

        for (guint k = 0; k < p->n; k++) {
            gboolean notch = k == 2 || k == 5;

            inward &= ((turn_at(p, (i + k) % p->n) > 0) == clockwise) != notch;
        }
        if (inward && is_right(p, i + 3) && is_right(p, i + 4)) {
            return i;
        }
    }
    return p->n;
}

static SvgKind arrow_kind(const SvgPolygon *p)
{
    guint tip = tip_of(p);
    SvgPoint to, tail, end;
    double dx, dy;

    if (tip == p->n || !count_axes(p)) {
        return SVG_KIND_DRAW;
    }
    to = p->at[tip];
    tail = p->at[(tip + 3) % p->n];
    end = p->at[(tip + 4) % p->n];
    dx = to.x - (tail.x + end.x) / 2;
    dy = to.y - (tail.y + end.y) / 2;
    if (fabs(dx) >= fabs(dy)) {
        return dx > 0 ? SVG_KIND_FAT_ARROW_RIGHT : SVG_KIND_FAT_ARROW_LEFT;
    }
    return dy > 0 ? SVG_KIND_FAT_ARROW_DOWN : SVG_KIND_FAT_ARROW_UP;
}

SvgKind svg_polygon_kind(const SvgPolygon *p)
{
    gboolean both;

    if (p->n == 3 || p->n == 4) {
        return p->n == 3 ? SVG_KIND_TRIANGLE : quadrangle_kind(p);
    }
    if (is_star(p)) {
        return SVG_KIND_STAR;
    }
    if (!is_convex(p)) {
        return arrow_kind(p);
    }
    if (cut_of(p) < p->n) {
        return SVG_KIND_NOTE;
    }
    both = is_mirrored(p, TRUE) && is_mirrored(p, FALSE);
    if (p->n == 5 && (is_mirrored(p, TRUE) || count_axes(p) > 0)) {
        return SVG_KIND_PENTAGON;
    }
    if (p->n == 6 && (both || count_axes(p) > 1)) {
        return SVG_KIND_HEXAGON;
    }
    return p->n == 8 && (both || count_axes(p) > 1) ? SVG_KIND_OCTAGON : SVG_KIND_DRAW;
}

/* --- with lines inside ------------------------------------------------------------------------ */

static gboolean joins(const SvgPolygon *line, SvgPoint a, SvgPoint b, double same)
{
    SvgPoint from = line->at[0], to = line->at[line->n - 1];

    return (distance(from, a) <= same && distance(to, b) <= same) ||
           (distance(from, b) <= same && distance(to, a) <= same);
}

/* A short stroke and a long one, off the border of the rectangle around them. */
static gboolean is_check(const SvgPolygon *p, const SvgPolygon *mark)
{
    double inset = CHECK_INSET * MIN(length(edge(p, 0)), length(edge(p, 1)));
    double a, b, clockwise = area_of(p) > 0 ? 1 : -1;

    if (mark->n != 3) {
        return FALSE;
    }
    a = distance(mark->at[0], mark->at[1]);
    b = distance(mark->at[1], mark->at[2]);
    for (guint i = 0; i < p->n * mark->n; i++) {
        SvgPoint side = edge(p, i % p->n), from = p->at[i % p->n], at = mark->at[i / p->n];
        double off = side.x * (at.y - from.y) - side.y * (at.x - from.x);

        if (clockwise * off < inset * length(side)) {
            return FALSE;
        }
    }
    return fabs(turn_at(mark, 1)) >= CHECK_BEND && MAX(a, b) >= CHECK_LONG * MIN(a, b);
}

SvgKind svg_polygon_with(const SvgPolygon *p, SvgKind kind, const SvgPolygon *a,
                         const SvgPolygon *b)
{
    double same = SVG_ON_SPOT * MAX(p->box.w, p->box.h);

    if (kind == SVG_KIND_NOTE && !b) {
        guint cut = cut_of(p);

        return joins(a, p->at[cut], p->at[(cut + 1) % p->n], same) ? kind : SVG_KIND_DRAW;
    }
    if (kind != SVG_KIND_RECTANGLE || p->n != 4) {
        return SVG_KIND_DRAW;
    }
    if (!b) {
        return is_check(p, a) ? SVG_KIND_CHECK_BOX : SVG_KIND_DRAW;
    }
    if (a->n != 2 || b->n != 2) {
        return SVG_KIND_DRAW;
    }
    return (joins(a, p->at[0], p->at[2], same) && joins(b, p->at[1], p->at[3], same)) ||
                   (joins(a, p->at[1], p->at[3], same) && joins(b, p->at[0], p->at[2], same))
               ? SVG_KIND_X_BOX
               : SVG_KIND_DRAW;
}
