/* What one element's outline is: a polygon, something with curves, or a line; with lines inside it,
 * where that makes it another kind. */
#include "shape/outline.h"

#include "shape/curved.h"
#include "shape/polygon.h"
#include "shape/sketch.h"

#include <math.h>

#define MAX_PARTS    3  /* of an outline with lines inside it */
#define MAX_SEGMENTS 24 /* of one */
#define MAX_SKETCH   64 /* segments of a sketch */

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* A part of an outline: a MOVE, and what goes on from it. */
typedef struct {
    const SvgSegment *at;
    guint n;
} Part;

/* How many parts are drawn; the first MAX_PARTS of them. */
static guint split(const GArray *segments, Part parts[MAX_PARTS])
{
    const SvgSegment *all = &g_array_index(segments, SvgSegment, 0);
    guint count = 0;

    for (guint i = 0, next; i < segments->len; i = next) {
        next = i + 1;
        while (next < segments->len && all[next].kind != SVG_SEG_MOVE) {
            next++;
        }
        if (next > i + 1 && count++ < MAX_PARTS) {
            parts[count - 1] = (Part){all + i, next - i};
        }
    }
    return count;
}

/* To where it began; or, when it is filled, to any of its corners, as the outline of a cylinder
 * does. */
static gboolean comes_back(const Part *part, SvgMatrix m, const SvgBox *box, gboolean filled)
{
    guint last = part->n - 1;
    double same = SVG_SAME_POINT * MAX(box->w, box->h);
    SvgPoint end;

    if (part->at[last].kind == SVG_SEG_CLOSE) {
        return TRUE;
    }
    end = svg_matrix_to_document(m, svg_segment_end(&part->at[last]));
    guint n = part->at[last].kind == SVG_SEG_ARC ? last : last - 1; /* an arc may go all around */
    for (guint i = 0; i < n; i++) {
        SvgUserPoint corner = svg_segment_end(&part->at[i]);

        if ((i == 0 || filled) && distance(svg_matrix_to_document(m, corner), end) <= same) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- several parts ---------------------------------------------------------------------------- */

/* A curve from one joint of the outline to another, and in its box: the rim of a cylinder. */
static gboolean is_rim(const Part *outline, const Part *rim, SvgMatrix m, SvgBox box)
{
    double same = SVG_ON_SPOT * MAX(box.w, box.h);
    SvgPoint ends[2] = {svg_matrix_to_document(m, rim->at[0].p[0]),
                        svg_matrix_to_document(m, svg_segment_end(&rim->at[rim->n - 1]))};
    guint found = 0;

    for (guint k = 0; k < 2; k++) {
        for (guint i = 0; i < outline->n; i++) {
            SvgPoint joint = svg_matrix_to_document(m, svg_segment_end(&outline->at[i]));

            if (distance(joint, ends[k]) <= same) {
                found++;
                break;
            }
        }
    }
    return found == 2 && svg_segment_is_curve(&rim->at[1]);
}

static SvgKind inner_kind(const Part *parts, guint n, SvgMatrix m, SvgBox box)
{
    SvgPolygon outline, inner[MAX_PARTS - 1];

    if (!svg_polygon_read(parts[0].at, parts[0].n, m, box, TRUE, &outline)) {
        gboolean can =
            n == 2 && svg_curved_kind(parts[0].at, parts[0].n, m, box) == SVG_KIND_CYLINDER;

        return can && is_rim(&parts[0], &parts[1], m, box) ? SVG_KIND_CYLINDER : SVG_KIND_DRAW;
    }
    for (guint i = 1; i < n; i++) {
        if (!svg_polygon_read(parts[i].at, parts[i].n, m, box, FALSE, &inner[i - 1])) {
            return SVG_KIND_DRAW;
        }
    }
    return outline.n < 3 ? SVG_KIND_DRAW
                         : svg_polygon_with(&outline, svg_polygon_kind(&outline), &inner[0],
                                            n > 2 ? &inner[1] : NULL);
}

/* A closed outline and open lines in it, when that is a kind. */
static SvgOutline read_parts(const Part *parts, guint n, SvgMatrix m, SvgBox box)
{
    SvgOutline out = {SVG_KIND_DRAW, FALSE};

    if (n > MAX_PARTS || !(box.w > 0 && box.h > 0) || !comes_back(&parts[0], m, &box, FALSE)) {
        return out;
    }
    for (guint i = 0; i < n; i++) {
        if (parts[i].n > MAX_SEGMENTS || (i > 0 && comes_back(&parts[i], m, &box, FALSE))) {
            return out;
        }
    }
    out.kind = inner_kind(parts, n, m, box);
    out.closed = out.kind != SVG_KIND_DRAW;
    return out;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* How far it is from where a trail begins to where it ends. */
static double way_of(const SvgTrail *trail, SvgMatrix m)
{
    return distance(svg_matrix_to_document(m, trail->first_from),
                    svg_matrix_to_document(m, svg_segment_end(&trail->last)));
}

/* One part that is closed, and lines. */
static gboolean may_have_inner_lines(const SvgTrail *trail)
{
    const guint *counts = trail->counts;
    guint n = 0;

    for (guint i = 0; i < G_N_ELEMENTS(trail->counts); i++) {
        n += counts[i];
    }
    return trail->n_parts > 1 && trail->n_parts <= MAX_PARTS && counts[SVG_SEG_CLOSE] <= 1 &&
           n <= MAX_SEGMENTS;
}

/* Strokes by hand are curves, and many. */
static gboolean may_be_sketch(const SvgTrail *trail, SvgBox box, SvgOutlinePaint paint)
{
    const guint *counts = trail->counts;

    return paint == SVG_OUTLINE_STROKED && trail->n_parts > 1 && box.w > 0 && box.h > 0 &&
           counts[SVG_SEG_CUBIC] > 1 && counts[SVG_SEG_CUBIC] <= MAX_SKETCH &&
           counts[SVG_SEG_LINE] + counts[SVG_SEG_QUAD] + counts[SVG_SEG_ARC] == 0;
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
    if (may_have_inner_lines(trail) || may_be_sketch(trail, box, paint)) {
        return FALSE;
    }
    if (trail->n_parts != 1 || counts[SVG_SEG_MOVE] != 1 || svg_box_is_empty(box)) {
        return trail->n_parts > 1;
    }
    way = way_of(trail, m);
    closed = trail->last.kind == SVG_SEG_CLOSE;
    closes -= closed;
    several = lines + curves + closes > 1 || counts[SVG_SEG_ARC] > 0;
    closed |= several && way <= SVG_SAME_POINT * MAX(box.w, box.h);
    if (several && area && !closed && paint == SVG_OUTLINE_FILLED_AND_STROKED) {
        return FALSE;
    }
    out->closed = area && (closed || paint == SVG_OUTLINE_FILLED);
    if (curves || closes || lines >= SVG_MAX_CORNERS) {
        return !out->closed || curves < 2;
    }
    out->kind = SVG_KIND_LINE;
    return lines == 1 && !closed && !out->closed && way > 0;
}

SvgOutline svg_outline_read(const GArray *segments, SvgMatrix m, SvgBox box, SvgOutlinePaint paint)
{
    SvgOutline out = {SVG_KIND_DRAW, FALSE};
    gboolean flat = !(box.w > 0 && box.h > 0), straight;
    SvgPolygon polygon;
    Part parts[MAX_PARTS];
    guint n = segments->len < 2 || svg_box_is_empty(box) ? 0 : split(segments, parts);

    if (n > 1 && paint == SVG_OUTLINE_STROKED && !flat && segments->len <= 2 * MAX_SKETCH &&
        svg_sketch_read(segments, m, box, &out.kind)) {
        out.closed = TRUE;
        return out;
    }
    if (n != 1) {
        return n ? read_parts(parts, n, m, box) : out;
    }
    out.closed = !flat && (comes_back(&parts[0], m, &box, paint != SVG_OUTLINE_STROKED) ||
                           paint == SVG_OUTLINE_FILLED);
    straight = svg_polygon_read(parts[0].at, parts[0].n, m, box, out.closed, &polygon);
    if (straight && !out.closed) {
        out.kind = polygon.n == 2 ? SVG_KIND_LINE : SVG_KIND_DRAW;
    } else if (straight) {
        out.kind = polygon.n > 2 ? svg_polygon_kind(&polygon) : SVG_KIND_LINE;
        out.closed = polygon.n > 2;
    } else if (out.closed) {
        out.kind = svg_curved_kind(parts[0].at, parts[0].n, m, box);
    }
    return out;
}
