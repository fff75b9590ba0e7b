/* Shapes in rows and columns. */
#include "edit/connect.h"
#include "edit/effects.h"
#include "edit/style_defaults.h"

#include <math.h>

#define GAP       0.5  /* of the median height: how far apart cells are, if nothing is said */
#define GAP_LINES 1    /* and where arrows go between shapes */
#define HAIR      1e-3 /* of a shape: what counts as lying in a frame, or on another */
enum { MOST_TOLD = 6 };

typedef struct {
    SvgNode *node;
    SvgBox box, to;
    int in; /* the index of the one that it lies in, with which it goes; -1 */
    guint row, column;
} Cell;

typedef struct {
    SvgEdit *edit;
    GPtrArray *shapes;   /* SvgShape, as they were */
    GHashTable *by_node; /* SvgNode → SvgShape */
    GArray *cells;       /* Cell: in the order in which they are put */
    GHashTable *nodes;   /* SvgNode → Cell's index + 1: theirs */
    GHashTable *around;  /* SvgNode: what these are in */
    guint n;             /* of them have a cell of their own */
    guint rows, columns;
    double gap[2];   /* in x and y */
    gboolean joined; /* lines go from one of them to another */
} Cells;

static Cell *cell_at(const Cells *cells, guint i)
{
    return &g_array_index(cells->cells, Cell, i);
}

static void cells_clear(Cells *cells)
{
    g_clear_pointer(&cells->by_node, g_hash_table_unref);
    g_clear_pointer(&cells->nodes, g_hash_table_unref);
    g_clear_pointer(&cells->around, g_hash_table_unref);
    g_clear_pointer(&cells->shapes, g_ptr_array_unref);
    g_clear_pointer(&cells->cells, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Cells, cells_clear)

/* --- which shapes ----------------------------------------------------------------------------- */

/* A line that is at a shape goes where that goes. */
static gboolean follows(const SvgShape *shape)
{
    return (shape->kind == SVG_KIND_LINE || shape->kind == SVG_KIND_ARROW) &&
           (shape->from_id || shape->to_id);
}

static gboolean add_cell(Cells *cells, SvgNode *node, GError **error)
{
    Cell cell = {.node = node, .in = -1};
    const SvgShape *shape = g_hash_table_lookup(cells->by_node, node);
    if (shape && follows(shape)) {
        svg_edit_remark(cells->edit, "left %s to follow its ends", shape->id);
        return TRUE;
    }
    if (!svg_edit_box_of(cells->edit, node, &cell.box, error)) {
        return FALSE;
    }
    g_array_append_val(cells->cells, cell);
    g_hash_table_insert(cells->nodes, node, GUINT_TO_POINTER(cells->cells->len));
    for (SvgNode *at = node->parent; at && g_hash_table_add(cells->around, at); at = at->parent) {
    }
    return TRUE;
}

static void read_shapes(Cells *cells)
{
    SvgDocument *doc = cells->edit->doc;
    cells->shapes = svg_document_shapes(doc);
    cells->by_node = g_hash_table_new(NULL, NULL);
    cells->nodes = g_hash_table_new(NULL, NULL);
    cells->around = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < cells->shapes->len; i++) {
        SvgShape *shape = cells->shapes->pdata[i];
        g_hash_table_insert(cells->by_node, svg_document_find(doc, shape->id), shape);
    }
}

/* Those that may be moved, in the order given. */
static gboolean read_cells(Cells *cells, const char *const *ids, GError **error)
{
    SvgDocument *doc = cells->edit->doc;
    g_autoptr(GPtrArray) movable = svg_edit_find_all(cells->edit, ids, error);
    g_autoptr(GHashTable) left = g_hash_table_new(NULL, NULL);
    if (!movable) {
        return FALSE;
    }
    for (guint i = 0; i < movable->len; i++) {
        g_hash_table_add(left, movable->pdata[i]);
    }
    read_shapes(cells);
    for (; *ids; ids++) {
        SvgNode *node = svg_document_find(doc, *ids);
        if (g_hash_table_remove(left, node) && !add_cell(cells, node, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean lies_in(SvgBox box, SvgBox frame)
{
    double slack = HAIR * MIN(box.w, box.h);
    return svg_box_contains(svg_box_grown(frame, slack, slack), box) &&
           svg_box_area(frame) > svg_box_area(box) * (1 + HAIR);
}

/* What lies in another one goes with that: the smallest, which is no part of it itself. */
static void find_riders(Cells *cells)
{
    for (guint i = 0; i < cells->cells->len; i++) {
        Cell *cell = cell_at(cells, i);
        double least = INFINITY;
        for (guint k = 0; k < cells->cells->len; k++) {
            SvgBox frame = cell_at(cells, k)->box;
            if (k != i && lies_in(cell->box, frame) && svg_box_area(frame) < least) {
                least = svg_box_area(frame);
                cell->in = (int)k;
            }
        }
    }
}

static const Cell *outermost(const Cells *cells, const Cell *cell)
{
    while (cell->in >= 0) {
        cell = cell_at(cells, (guint)cell->in);
    }
    return cell;
}

/* 1 + the index of the cell that the node is in; 0 for none. */
static guint index_around(const Cells *cells, const SvgNode *node)
{
    guint index = 0;
    for (const SvgNode *at = node; at && !index; at = at->parent) {
        index = GPOINTER_TO_UINT(g_hash_table_lookup(cells->nodes, at));
    }
    return index;
}

static const Cell *cell_of(const Cells *cells, const char *id)
{
    SvgNode *node = id ? svg_document_find(cells->edit->doc, id) : NULL;
    guint index = node ? index_around(cells, node) : 0;
    return index ? outermost(cells, cell_at(cells, index - 1)) : NULL;
}

static gboolean are_joined(const Cells *cells)
{
    for (guint i = 0; i < cells->shapes->len; i++) {
        const SvgShape *shape = cells->shapes->pdata[i];
        const Cell *from = follows(shape) ? cell_of(cells, shape->from_id) : NULL;
        const Cell *to = from ? cell_of(cells, shape->to_id) : NULL;
        if (to && to != from) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- order ------------------------------------------------------------------------------------ */

static gint by_top(gconstpointer a, gconstpointer b)
{
    double left = svg_box_center((*(Cell *const *)a)->box).y,
           right = svg_box_center((*(Cell *const *)b)->box).y;
    return (left > right) - (left < right);
}

static gint by_left(gconstpointer a, gconstpointer b)
{
    double left = svg_box_center((*(Cell *const *)a)->box).x,
           right = svg_box_center((*(Cell *const *)b)->box).x;
    return (left > right) - (left < right);
}

/* Those with a cell of their own (Cell *), in the order given. */
static GPtrArray *tops_of(const Cells *cells)
{
    GPtrArray *tops = g_ptr_array_new();
    for (guint i = 0; i < cells->cells->len; i++) {
        if (cell_at(cells, i)->in < 0) {
            g_ptr_array_add(tops, cell_at(cells, i));
        }
    }
    return tops;
}

/* Rows from the top, each from the left: a row has all whose middle lies beside its first. */
static void sort_as_read(GPtrArray *tops)
{
    g_ptr_array_sort(tops, by_top);
    for (guint first = 0, next; first < tops->len; first = next) {
        SvgBox box = ((const Cell *)tops->pdata[first])->box;
        next = first + 1;
        while (next < tops->len &&
               svg_box_center(((const Cell *)tops->pdata[next])->box).y < box.y + box.h) {
            next++;
        }
        qsort(tops->pdata + first, next - first, sizeof(gpointer), by_left);
    }
}

/* --- how many, how far ------------------------------------------------------------------------ */

static gint by_value(gconstpointer a, gconstpointer b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median_height(const GPtrArray *tops)
{
    g_autoptr(GArray) heights = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < tops->len; i++) {
        g_array_append_val(heights, ((const Cell *)tops->pdata[i])->box.h);
    }
    g_array_sort(heights, by_value);
    return g_array_index(heights, double, heights->len / 2);
}

static gboolean set_gaps(Cells *cells, const GPtrArray *tops, const SvgCells *asked, GError **error)
{
    const double given[2] = {asked->gap_x, asked->gap_y};
    double usual = (are_joined(cells) ? GAP_LINES : GAP) * median_height(tops);
    for (guint i = 0; i < 2; i++) {
        if (!isnan(given[i]) && !svg_edit_check_number("gap", given[i], error)) {
            return FALSE;
        }
        cells->gap[i] = isnan(given[i]) ? usual : given[i];
    }
    return TRUE;
}

static gboolean set_counts(Cells *cells, const SvgCells *asked, GError **error)
{
    guint n = cells->n, columns = asked->columns;
    columns = columns ? columns : asked->rows ? (n + asked->rows - 1) / asked->rows : 0;
    columns = MIN(columns ? columns : (guint)ceil(sqrt(n)), n);
    cells->columns = columns;
    cells->rows = (n + columns - 1) / columns;
    if (!asked->columns || !asked->rows || (guint64)asked->columns * asked->rows >= n) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%u columns and %u rows have room for %u shapes, and these are %u; give one of "
                "them, and the other follows",
                asked->columns, asked->rows, asked->columns * asked->rows, n);
    return FALSE;
}

/* --- where ------------------------------------------------------------------------------------ */

/* How wide each column is, or how high each row. */
static GArray *sizes_of(const Cells *cells, const GPtrArray *tops, gboolean rows, gboolean equal)
{
    guint n = rows ? cells->rows : cells->columns;
    GArray *array = g_array_set_size(g_array_new(FALSE, TRUE, sizeof(double)), n);
    double *sizes = &g_array_index(array, double, 0), most = 0;
    for (guint i = 0; i < tops->len; i++) {
        const Cell *cell = tops->pdata[i];
        double *size = &sizes[rows ? cell->row : cell->column];
        *size = MAX(*size, rows ? cell->box.h : cell->box.w);
        most = MAX(most, *size);
    }
    for (guint i = 0; equal && i < n; i++) {
        sizes[i] = most;
    }
    return array;
}

static double start_of(const GArray *sizes, guint index, double gap)
{
    double at = 0;
    for (guint i = 0; i < index; i++) {
        at += g_array_index(sizes, double, i) + gap;
    }
    return at;
}

static void place(Cells *cells, const GPtrArray *tops, const SvgCells *asked)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < tops->len; i++) {
        Cell *cell = tops->pdata[i];
        cell->row = i / cells->columns;
        cell->column = i % cells->columns;
        all = svg_box_union(all, cell->box);
    }
    g_autoptr(GArray) widths = sizes_of(cells, tops, FALSE, asked->equal);
    g_autoptr(GArray) heights = sizes_of(cells, tops, TRUE, asked->equal);
    for (guint i = 0; i < tops->len; i++) {
        Cell *cell = tops->pdata[i];
        SvgBox room = {all.x + start_of(widths, cell->column, cells->gap[0]),
                       all.y + start_of(heights, cell->row, cells->gap[1]),
                       g_array_index(widths, double, cell->column),
                       g_array_index(heights, double, cell->row)};
        SvgPoint to = svg_anchor_point(room, asked->anchor),
                 at = svg_anchor_point(cell->box, asked->anchor);
        cell->to = svg_box_offset(cell->box, to.x - at.x, to.y - at.y);
    }
    for (guint i = 0; i < cells->cells->len; i++) {
        Cell *cell = cell_at(cells, i);
        const Cell *top = outermost(cells, cell);
        cell->to = svg_box_offset(cell->box, top->to.x - top->box.x, top->to.y - top->box.y);
    }
}

static gboolean move_all(const Cells *cells, GError **error)
{
    SvgEdit *edit = cells->edit;
    for (guint i = 0; i < cells->cells->len; i++) {
        const Cell *cell = cell_at(cells, i);
        if (cell->to.x == cell->box.x && cell->to.y == cell->box.y) {
            continue;
        }
        svg_expect_box(edit, cell->node, cell->to, SVG_SPEC_X | SVG_SPEC_Y);
        if (!svg_shape_move_by(edit, cell->node, cell->to.x - cell->box.x, cell->to.y - cell->box.y,
                               error) ||
            !svg_connector_settle(edit, cell->node, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- what came of it -------------------------------------------------------------------------- */

static gboolean goes(const Cells *cells, const SvgNode *node)
{
    return index_around(cells, node) || g_hash_table_contains(cells->around, node);
}

static gboolean lies_on(SvgBox box, SvgBox other)
{
    double slack = HAIR * MIN(other.w, other.h);
    return svg_box_touches(svg_box_grown(other, -slack, -slack), box) && !lies_in(box, other) &&
           !lies_in(other, box);
}

/* A frame that one of them has left, or what one lies on now. */
static void tell_one(const Cells *cells, const Cell *cell, GPtrArray *left, GPtrArray *met)
{
    for (guint i = 0; i < cells->shapes->len; i++) {
        const SvgShape *shape = cells->shapes->pdata[i];
        const SvgNode *node = svg_document_find(cells->edit->doc, shape->id);
        gboolean closed = (svg_kind_flags(shape->kind) & SVG_KIND_CLOSED) != 0;
        if (!node || (!closed && shape->kind != SVG_KIND_TEXT) || goes(cells, node)) {
            continue;
        }
        if (closed && lies_in(cell->box, shape->box) && !lies_in(cell->to, shape->box)) {
            g_ptr_array_add(left, shape->id);
        } else if (!lies_in(cell->box, shape->box) && !lies_on(cell->box, shape->box) &&
                   (lies_on(cell->to, shape->box) || lies_in(shape->box, cell->to))) {
            g_ptr_array_add(met, shape->id);
        }
    }
}

static void tell(const Cells *cells)
{
    guint told = 0;
    for (guint i = 0; i < cells->cells->len && told < MOST_TOLD; i++) {
        const Cell *cell = cell_at(cells, i);
        const char *id = svg_node_id(cells->edit->doc, cell->node);
        g_autoptr(GPtrArray) left = g_ptr_array_new();
        g_autoptr(GPtrArray) met = g_ptr_array_new();
        tell_one(cells, cell, left, met);
        told += left->len || met->len;
        if (left->len) {
            svg_edit_remark(cells->edit, "%s reaches beyond %s now, in which it was", id,
                            (const char *)left->pdata[0]);
        }
        if (met->len) {
            svg_edit_remark(cells->edit, "%s lies on %s now", id, (const char *)met->pdata[0]);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

gboolean svg_edit_cells(SvgEdit *edit, const char *const *ids, const SvgCells *cells,
                        GError **error)
{
    g_auto(Cells) it = {.edit = edit, .cells = g_array_new(FALSE, FALSE, sizeof(Cell))};
    if (!read_cells(&it, ids, error)) {
        return FALSE;
    }
    find_riders(&it);
    g_autoptr(GPtrArray) tops = tops_of(&it);
    it.n = tops->len;
    if (it.n < 2) {
        const char *note = svg_edit_note(edit);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a grid needs 2 or more shapes, none inside another, got %u%s%s%s", it.n,
                    note ? " (" : "", note ? note : "", note ? ")" : "");
        return FALSE;
    }
    if (cells->reading) {
        sort_as_read(tops);
    }
    if (!set_gaps(&it, tops, cells, error) || !set_counts(&it, cells, error)) {
        return FALSE;
    }
    place(&it, tops, cells);
    if (!move_all(&it, error)) {
        return FALSE;
    }
    tell(&it);
    return TRUE;
}
