/* Union-find over boxes that lie close together, each grown by half the distance. The drawing is
 * cut into about as many cells as there are boxes. What is in one is compared each with each where
 * that is little. Else a line sweeps over it from left to right; a tree over the rows tells which
 * of the boxes it stands in lie in the rows of the next one. Whatever the drawing, that takes n log
 * n steps. */
#include "view/clusters.h"

#include <math.h>
#include <stdlib.h>

#define MAX_PLACE 1e12 /* beyond that, a box is nowhere in particular */
#define MIXED     G_MAXUINT
#define FEW       24 /* boxes in a cell: no need for a sweep */
#define MAX_SIDE  1024
#define MAX_PARTS 8 /* cells that a box is in, on average */

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
    Mark *marks = g_new(Mark, n);
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

static Span edges_of(SvgBox box, double by)
{
    return (Span){box.x - by, box.x + box.w + by, box.y - by, box.y + box.h + by, 0};
}

static Span around(Span a, Span b)
{
    return (Span){MIN(a.from, b.from), MAX(a.to, b.to), MIN(a.top, b.top), MAX(a.bottom, b.bottom),
                  0};
}

static Span *read_spans(const GArray *boxes, double distance)
{
    Span *spans = g_new(Span, MAX(boxes->len, 1));
    for (guint i = 0; i < boxes->len; i++) {
        spans[i] = edges_of(box_at(boxes, i), distance / 2);
        spans[i].index = i;
    }
    return spans;
}

/* Joins all boxes that touch. Not for none. */
static void sweep_over(const Span *spans, guint n, guint *parents)
{
    Mark *lefts = sort_spans(spans, n, FALSE), *tops = sort_spans(spans, n, TRUE);
    guint *rows = g_new(guint, n);
    gsize size = 2 * ((gsize)1 << g_bit_storage(n));
    Rows *tree = g_new(Rows, size);
    Sweep sweep = {.parents = parents, .tree = tree};
    for (guint i = 0; i < n; i++) {
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
    g_free(tree);
    g_free(rows);
    g_free(tops);
    g_free(lefts);
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Boxes that share a point share its cell, however places are rounded: a place farther on is never
 * in a cell before. */
typedef struct {
    guint side;          /* cells in a row, and in a column */
    double left, top;    /* of the first one */
    double across, down; /* cells per unit */
    guint64 parts;       /* of all boxes */
} Cells;

/* The cells of a box; the last ones are in it. */
typedef struct {
    guint left, top, right, bottom;
} Part;

static guint cell_at(double from, double per_unit, guint side, double at)
{
    double cell = (at - from) * per_unit;
    return cell < side ? (guint)cell : side - 1;
}

static Part part_of(const Cells *cells, const Span *span)
{
    return (Part){cell_at(cells->left, cells->across, cells->side, span->from),
                  cell_at(cells->top, cells->down, cells->side, span->top),
                  cell_at(cells->left, cells->across, cells->side, span->to),
                  cell_at(cells->top, cells->down, cells->side, span->bottom)};
}

static guint64 count_parts(const Cells *cells, const Span *spans, guint n)
{
    guint64 parts = 0;
    for (guint i = 0; i < n; i++) {
        Part part = part_of(cells, &spans[i]);
        parts += (guint64)(part.right - part.left + 1) * (part.bottom - part.top + 1);
    }
    return parts;
}

/* As small as they may be. */
static Cells choose_cells(const Span *spans, guint n)
{
    Span all = spans[0];
    Cells cells = {.side = 1};
    for (guint i = 1; i < n; i++) {
        all = around(all, spans[i]);
    }
    cells.left = all.from;
    cells.top = all.top;
    while (cells.side < MAX_SIDE && (guint64)cells.side * cells.side < n) {
        cells.side *= 2;
    }
    for (;; cells.side /= 2) {
        cells.across = all.to > all.from ? cells.side / (all.to - all.from) : 0;
        cells.down = all.bottom > all.top ? cells.side / (all.bottom - all.top) : 0;
        cells.parts = cells.side == 1 ? n : count_parts(&cells, spans, n);
        if (cells.parts <= MAX_PARTS * (guint64)n) {
            return cells;
        }
    }
}

static gboolean touch(const Span *a, const Span *b)
{
    return a->from <= b->to && b->from <= a->to && a->top <= b->bottom && b->top <= a->bottom;
}

static void join_each(const Span *spans, const guint *boxes, guint n, guint *parents)
{
    for (guint i = 1; i < n; i++) {
        const Span *span = &spans[boxes[i]];
        Sweep sweep = {.parents = parents, .span = span};
        for (guint k = 0; k < i; k++) {
            gboolean joined = parents[boxes[k]] == parents[boxes[i]];
            if (!joined && touch(&spans[boxes[k]], span)) {
                join(&sweep, boxes[k]);
            }
        }
    }
}

static void join_many(const Span *spans, const guint *boxes, guint n, guint *parents)
{
    g_autofree Span *these = g_new(Span, n);
    for (guint i = 0; i < n; i++) {
        these[i] = spans[boxes[i]];
    }
    sweep_over(these, n, parents);
}

typedef struct {
    guint cell, box;
} Piece;

/* cells->parts of them. */
static Piece *cut(const Cells *cells, const Span *spans, guint n)
{
    Piece *pieces = g_new0(Piece, cells->parts), *next = pieces;
    for (guint i = 0; i < n; i++) {
        Part part = part_of(cells, &spans[i]);
        for (guint y = part.top; y <= part.bottom; y++) {
            for (guint x = part.left; x <= part.right; x++) {
                *next++ = (Piece){y * cells->side + x, i};
            }
        }
    }
    return pieces;
}

/* The boxes by their cells; those of cell c are from (*starts)[c] up to (*starts)[c + 1]. */
static guint *sort_by_cell(const Cells *cells, const Piece *pieces, guint **starts)
{
    guint n_cells = cells->side * cells->side;
    guint *boxes = g_new(guint, cells->parts), *next = g_new0(guint, n_cells + 2);
    for (guint64 i = 0; i < cells->parts; i++) {
        next[pieces[i].cell + 2]++;
    }
    for (guint c = 0; c < n_cells; c++) {
        next[c + 2] += next[c + 1];
    }
    for (guint64 i = 0; i < cells->parts; i++) {
        boxes[next[pieces[i].cell + 1]++] = pieces[i].box;
    }
    *starts = next;
    return boxes;
}

/* Joins all boxes that touch, as `parents` tells afterwards. */
static void join_touching(const Span *spans, guint n, guint *parents)
{
    Cells cells = choose_cells(spans, n);
    Piece *pieces = cut(&cells, spans, n);
    guint *starts;
    guint *boxes = sort_by_cell(&cells, pieces, &starts);
    g_free(pieces);
    for (guint c = 0; c < cells.side * cells.side; c++) {
        guint len = starts[c + 1] - starts[c];
        (len <= FEW ? join_each : join_many)(spans, boxes + starts[c], len, parents);
    }
    g_free(boxes);
    g_free(starts);
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

/* Adds a box to its cluster; *place is 1 + where that is, or 0. `edges` are those of the clusters:
 * they don't depend on the order, as sums of sizes would. */
static void add_to_cluster(GArray *clusters, guint *place, Span *edges, SvgBox box)
{
    if (!*place) {
        FairyCluster cluster = {box, 1};
        g_array_append_val(clusters, cluster);
        *place = clusters->len;
        edges[*place - 1] = edges_of(box, 0);
        return;
    }
    FairyCluster *cluster = &g_array_index(clusters, FairyCluster, *place - 1);
    Span *all = &edges[*place - 1];
    *all = around(*all, edges_of(box, 0));
    cluster->bounds = (SvgBox){all->from, all->top, all->to - all->from, all->bottom - all->top};
    cluster->count++;
}

GArray *fairy_clusters(const GArray *boxes, double distance, SvgPoint eye)
{
    GArray *clusters = g_array_new(FALSE, TRUE, sizeof(FairyCluster));
    guint *parents = g_new(guint, MAX(boxes->len, 1));
    guint *places = g_new0(guint, MAX(boxes->len, 1)); /* of a root: 1 + its cluster */
    Span *spans = read_spans(boxes, distance);
    for (guint i = 0; i < boxes->len; i++) {
        parents[i] = i;
    }
    if (boxes->len > 0) {
        join_touching(spans, boxes->len, parents);
    }
    for (guint i = 0; i < boxes->len; i++) {
        add_to_cluster(clusters, &places[find(parents, i)], spans, box_at(boxes, i));
    }
    g_free(spans);
    g_free(places);
    g_free(parents);
    g_array_sort_with_data(clusters, by_distance, &eye);
    return clusters;
}
