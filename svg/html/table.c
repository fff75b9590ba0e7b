/* Rows of cells, in columns as wide as what is in them: CSS 2.1 §17.5, without spans of rows. */
#include "html/layout.h"

#include <math.h>

#define MAX_COLUMNS 64

typedef struct {
    SvgHtmlLayout *layout;
    const SvgHtmlStyle *style;
    SvgHtmlRoom room;
    GArray *cells; /* SvgHtmlItem, row by row */
    GArray *ends;  /* guint: of each row, the cell behind its last */
    double widths[MAX_COLUMNS];
    guint n_columns;
} Table;

static SvgHtmlItem *cell_at(const Table *table, guint i)
{
    return &g_array_index(table->cells, SvgHtmlItem, i);
}

static guint span_of(const SvgNode *cell)
{
    const char *text = svg_node_attr(cell, "colspan");
    return text ? (guint)CLAMP(g_ascii_strtoll(text, NULL, 10), 1, MAX_COLUMNS) : 1;
}

static void add_cells(Table *table, SvgNode *row, const SvgHtmlStyle *style)
{
    for (SvgNode *at = svg_node_first_element(row); at; at = svg_node_next_element(at)) {
        SvgHtmlItem cell = {.node = at};
        if (svg_html_child(table->layout, at, style, table->room, &cell.style)) {
            cell.style.display = SVG_HTML_CELL;
            g_array_append_val(table->cells, cell);
        }
    }
    g_array_append_val(table->ends, table->cells->len);
}

static void add_rows(Table *table, SvgNode *node, const SvgHtmlStyle *style)
{
    for (SvgNode *at = svg_node_first_element(node); at; at = svg_node_next_element(at)) {
        SvgHtmlStyle own;
        if (!svg_html_child(table->layout, at, style, table->room, &own)) {
            continue;
        }
        if (own.display == SVG_HTML_ROWS) {
            table->layout->depth++;
            add_rows(table, at, &own);
            table->layout->depth--;
        } else {
            add_cells(table, at, &own);
        }
    }
}

/* Each column is as wide as the widest of its own cells; a cell of several columns shares. */
static void find_widths(Table *table)
{
    const SvgHtmlRoom all = {INFINITY, NAN};
    for (guint row = 0, i = 0; row < table->ends->len; row++) {
        guint column = 0, end = g_array_index(table->ends, guint, row);
        for (; i < end && column < MAX_COLUMNS; i++) {
            SvgHtmlItem *cell = cell_at(table, i);
            guint n = MIN(span_of(cell->node), MAX_COLUMNS - column);
            double width = svg_html_fit(table->layout, cell->node, &cell->style, all);
            if (table->layout->mode != SVG_HTML_FINAL) {
                width = svg_html_box(table->layout, cell->node, &cell->style, 0, 0, width, NAN).w;
            }
            for (guint k = 0; k < n; k++, column++) {
                table->widths[column] = MAX(table->widths[column], width / n);
            }
            table->n_columns = MAX(table->n_columns, column);
        }
        i = end;
    }
}

/* To the width that is asked for, or at most to that there is. */
static void share_room(Table *table)
{
    double sum = 0, asked = svg_html_asked(table->style, FALSE);
    double room = table->room.width - table->style->spacing * (table->n_columns + 1.0);
    for (guint i = 0; i < table->n_columns; i++) {
        sum += table->widths[i];
    }
    if (!isfinite(room) || sum <= 0 || room <= 0 || (room > sum && isnan(asked))) {
        return;
    }
    for (guint i = 0; i < table->n_columns; i++) {
        table->widths[i] *= room / sum;
    }
}

static double width_of_span(const Table *table, guint column, guint n)
{
    double width = table->style->spacing * (n - 1.0);
    for (guint i = column; i < MIN(column + n, table->n_columns); i++) {
        width += table->widths[i];
    }
    return width;
}

/* The cells from `from` on at that height; how high the row is. */
static double lay_out_row(Table *table, guint from, guint end, double x, double y)
{
    SvgHtmlLayout *layout = table->layout;
    double height = 0;
    guint start = layout->pieces->len;
    for (int pass = 0; pass < 2; pass++) { /* the second with the height of all */
        double right = x + table->style->spacing;
        guint column = 0;
        g_array_set_size(layout->pieces, start);
        for (guint i = from; i < end && column < table->n_columns; i++) {
            SvgHtmlItem *cell = cell_at(table, i);
            guint n = span_of(cell->node);
            double width = width_of_span(table, column, n);
            cell->size = svg_html_box(layout, cell->node, &cell->style, right, y, width,
                                      pass == 0 ? NAN : height);
            height = MAX(height, cell->size.h);
            right += width + table->style->spacing;
            column += n;
        }
    }
    return height;
}

SvgHtmlSize svg_html_table(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style,
                           double x, double y, SvgHtmlRoom room)
{
    Table table = {.layout = layout,
                   .style = style,
                   .room = room,
                   .cells = g_array_new(FALSE, FALSE, sizeof(SvgHtmlItem)),
                   .ends = g_array_new(FALSE, FALSE, sizeof(guint))};
    SvgHtmlSize size = {0, style->spacing, NAN};
    add_rows(&table, node, style);
    find_widths(&table);
    share_room(&table);
    for (guint row = 0, from = 0; row < table.ends->len; row++) {
        guint end = g_array_index(table.ends, guint, row);
        size.h += lay_out_row(&table, from, end, x, y + size.h) + style->spacing;
        from = end;
    }
    size.w = width_of_span(&table, 0, table.n_columns) + 2 * style->spacing;
    g_array_unref(table.cells);
    g_array_unref(table.ends);
    return size;
}
