/* Union-find over boxes that lie close together. A line sweeps from left to right over the boxes,
 * each grown by half the distance; a tree over the rows tells which of those it stands in lie in
 * the rows of the next one. Whatever the drawing, that takes n log n steps. */
#include "view/clusters.h"

#include <math.h>
#include <stdlib.h>

#define MAX_PLACE 1e12 /* beyond that, a box is nowhere in particular */
#define MIXED     G_MAXUINT

/* A box as the sweep sees it: grown. */
typedef struct {
    double from, to; /* across */
    double top, bottom;
    guint index;
} Span;

/* A stretch of rows. A box that covers all of it is told here, and not in its parts: of several
 * that do, the one that goes farthest, for they are joined. */
typedef struct {
    double end;    /* how far right that box goes */
    double latest; /* the farthest of any box here or in a part */
    guint box,
        inner; /* the box; any of those here and in the parts; MIXED if they may not be joined */
} Rows;

typedef struct {
    guint *parents;
    Rows *tree;
    guint first, last; /* rows of the box that is added */
    const Span *span;  /* that box */
} Sweep;

static guint find(guint *parents, guint i)
{
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

static void join(Sweep *sweep, guint box)
{
    guint a = find(sweep->parents, box), b = find(sweep->parents, sweep->span->index);
    sweep->parents[MAX(a, b)] = MIN(a, b);
}

static double sane(double value)
{
    return isfinite(value) ? CLAMP(value, -MAX_PLACE, MAX_PLACE) : 0;
}

static SvgBox box_at(const GArray *boxes, guint i)
{
    SvgBox box = g_array_index(boxes, SvgBox, i);
    return (SvgBox){sane(box.x), sane(box.y), sane(box.w), sane(box.h)};
}

/* --- the tree --------------------------------------------------------------------------------- */

/* Joins everything in the stretch that the line still stands in. Depth is that of the tree. */
static void join_all(Sweep *sweep, guint at)
{
    Rows *rows = &sweep->tree[at];
    if (rows->latest < sweep->span->from) {
        return;
    }
    if (rows->inner != MIXED) {
        join(sweep, rows->inner);
        return;
    }
    if (rows->end >= sweep->span->from) {
        join(sweep, rows->box);
    }
    join_all(sweep, 2 * at);
    join_all(sweep, 2 * at + 1);
    rows->inner = sweep->span->index;
}

static void cover(Sweep *sweep, guint at)
{
    Rows *rows = &sweep->tree[at];
    join_all(sweep, at);
    if (sweep->span->to > rows->end) {
        rows->end = sweep->span->to;
        rows->box = sweep->span->index;
    }
    rows->latest = MAX(rows->latest, sweep->span->to);
    rows->inner = sweep->span->index;
}

/* Adds the box to a stretch of rows, some of which are its own, and joins it with what is there. */
static void add(Sweep *sweep, guint at, guint from, guint to)
{
    if (sweep->first <= from && to <= sweep->last) {
        cover(sweep, at);
        return;
    }
    guint middle = (from + to) / 2;
    Rows *rows = &sweep->tree[at];
    if (rows->end >= sweep->span->from) {
        join(sweep, rows->box);
    }
    rows->latest = MAX(rows->latest, sweep->span->to);
    rows->inner = MIXED;
    if (sweep->first <= middle) {
        add(sweep, 2 * at, from, middle);
    }
    if (sweep->last > middle) {
        add(sweep, 2 * at + 1, middle + 1, to);
    }
}

/* --- the sweep -------------------------------------------------------------------------------- */

/* A place, and what is there. */
typedef struct {
    double at;
    guint index;
} Mark;

static int by_place(gconstpointer a, gconstpointer b)
{
    double p = ((const Mark *)a)->at, q = ((const Mark *)b)->at;
    return (p > q) - (p < q);
}

static Mark *sort_spans(const Span *spans, guint n, gboolean down)
{
    Mark *marks = g_new(Mark, MAX(n, 1));
    for (guint i = 0; i < n; i++) {
        marks[i] = (Mark){down ? spans[i].top : spans[i].from, i};
    }
    qsort(marks, n, sizeof *marks, by_place);
    return marks;
}

/* The last row that begins at or above `y`: `row` or one below it. Looks farther and farther away,
 * then between. */
static guint row_at(const Mark *rows, guint n, guint row, double y)
{
    guint step = 1;
    while (row + step < n && rows[row + step].at <= y) {
        row += step;
        step *= 2;
    }
    for (; step > 0; step /= 2) {
        if (row + step < n && rows[row + step].at <= y) {
            row += step;
        }
    }
    return row;
}

static Span *read_spans(const GArray *boxes, double distance)
{
    Span *spans = g_new(Span, MAX(boxes->len, 1));
    for (guint i = 0; i < boxes->len; i++) {
        SvgBox box = box_at(boxes, i);
        double by = distance / 2;
        spans[i] = (Span){box.x - by, box.x + box.w + by, box.y - by, box.y + box.h + by, i};
    }
    return spans;
}

/* Joins all boxes that touch, as `parents` tells afterwards. */
static void sweep_over(const Span *spans, guint n, guint *parents)
{
    g_autofree Mark *lefts = sort_spans(spans, n, FALSE), *tops = sort_spans(spans, n, TRUE);
    g_autofree guint *rows = g_new(guint, MAX(n, 1));
    gsize size = 2 * ((gsize)1 << g_bit_storage(n));
    g_autofree Rows *tree = g_new(Rows, size);
    Sweep sweep = {.parents = parents, .tree = tree};
    for (guint i = 0; i < n; i++) {
        parents[i] = i;
        rows[tops[i].index] = i;
    }
    for (gsize i = 0; i < size; i++) {
        tree[i] = (Rows){-INFINITY, -INFINITY, 0, 0};
    }
    for (guint i = 0; i < n; i++) {
        guint box = lefts[i].index;
        sweep.span = &spans[box];
        sweep.first = row_at(tops, n, rows[box], spans[box].top);
        sweep.last = row_at(tops, n, sweep.first, spans[box].bottom);
        add(&sweep, 1, 0, n - 1);
    }
}

/* --- clusters --------------------------------------------------------------------------------- */

static double distance_to(const FairyCluster *cluster, SvgPoint eye)
{
    SvgPoint p = svg_box_center(cluster->bounds);
    return hypot(p.x - eye.x, p.y - eye.y);
}

static int by_distance(gconstpointer a, gconstpointer b, gpointer data)
{
    const FairyCluster *p = a, *q = b;
    double keys[][2] = {
        {distance_to(p, *(SvgPoint *)data), distance_to(q, *(SvgPoint *)data)},
        {p->bounds.y, q->bounds.y},
        {p->bounds.x, q->bounds.x},
        {p->bounds.w, q->bounds.w},
        {p->bounds.h, q->bounds.h},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

GArray *fairy_clusters(const GArray *boxes, double distance, SvgPoint eye)
{
    GArray *clusters = g_array_new(FALSE, TRUE, sizeof(FairyCluster));
    g_autofree guint *parents = g_new(guint, MAX(boxes->len, 1));
    guint *places = g_new0(guint, MAX(boxes->len, 1)); /* of a root: 1 + its cluster */
    Span *spans = read_spans(boxes, distance);
    sweep_over(spans, boxes->len, parents);
    g_free(spans);
    for (guint i = 0; i < boxes->len; i++) {
        guint root = find(parents, i);
        if (!places[root]) {
            FairyCluster cluster = {SVG_BOX_EMPTY, 0};
            g_array_append_val(clusters, cluster);
            places[root] = clusters->len;
        }
        FairyCluster *cluster = &g_array_index(clusters, FairyCluster, places[root] - 1);
        cluster->bounds = svg_box_union(cluster->bounds, box_at(boxes, i));
        cluster->count++;
    }
    g_free(places);
    g_array_sort_with_data(clusters, by_distance, &eye);
    return clusters;
}
