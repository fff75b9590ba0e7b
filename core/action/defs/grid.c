/* Shapes in rows and columns. */
#include "action/action_list.h"
#include "action/args.h"

#include <math.h>

#define MAX_CELLS 10000 /* in a row or a column */

static const char *const aliases[] = {"arrange-in-grid", "tile", NULL};
static const char *const columns_aliases[] = {"cols", "perRow", NULL};
static const char *const align_aliases[] = {"anchor", NULL};
static const char *const order_names[] = {"given", "reading", NULL};

static const FairyField fields[] = {
    FAIRY_FIELD_SHAPES("ids of two or more shapes"),
    {.name = "columns",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "how many shapes are beside each other; about as many as rows when left out",
     .aliases = columns_aliases},
    {.name = "rows",
     .type = FAIRY_NUMBER,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "or else how many rows there are"},
    {.name = "gap",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "between columns and between rows; as the shapes' heights have it when left out"},
    {.name = "gapX",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "between columns, where that is another"},
    {.name = "gapY",
     .type = FAIRY_LENGTH,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "between rows, where that is another"},
    {.name = "order",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = order_names,
     .doc = "as given, row by row, when left out; reading: as they lie now, row by row"},
    {.name = "align",
     .type = FAIRY_ENUM,
     .flags = FAIRY_FIELD_OPTIONAL,
     .choices = fairy_anchor_names,
     .doc = "where in its cell a shape is that is smaller; center when left out",
     .aliases = align_aliases},
    {.name = "equal",
     .type = FAIRY_BOOLEAN,
     .flags = FAIRY_FIELD_OPTIONAL,
     .doc = "whether all cells have one size; else each column and row has that of its largest"},
    {.name = NULL},
};

static gboolean read_count(const cJSON *args, const char *name, guint *count, GError **error)
{
    double n = fairy_args_number(args, name, 0);
    if (fairy_args_has(args, name) && !(n >= 1 && n <= MAX_CELLS && n == floor(n))) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s is a whole number from 1 to %u",
                    name, MAX_CELLS);
        return FALSE;
    }
    *count = (guint)n;
    return TRUE;
}

static gboolean apply(FairyExecutor *executor, const cJSON *args, GError **error)
{
    double gap = fairy_args_length(executor, args, "gap", NAN);
    SvgCells cells = {
        .gap_x = fairy_args_length(executor, args, "gapX", NAN),
        .gap_y = fairy_args_length(executor, args, "gapY", NAN),
        .reading = fairy_args_choice(args, "order", order_names, 0) == 1,
        .equal = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(args, "equal")),
        .anchor =
            (SvgAnchor)fairy_args_choice(args, "align", fairy_anchor_names, SVG_ANCHOR_CENTER),
    };
    cells.gap_x = isnan(cells.gap_x) ? gap : cells.gap_x;
    cells.gap_y = isnan(cells.gap_y) ? gap : cells.gap_y;
    g_autofree const char **ids = fairy_args_shapes(executor, args, 2, error);
    return ids && read_count(args, "columns", &cells.columns, error) &&
           read_count(args, "rows", &cells.rows, error) &&
           svg_edit_cells(fairy_executor_edit(executor), ids, &cells, error);
}

const FairyAction fairy_action_grid = {
    .name = "grid",
    .aliases = aliases,
    .family = FAIRY_FAMILY_MANY,
    .summary = "Put shapes into rows and columns",
    .manual = "Shapes go row by row, in the order given or as they are read now. A column is as "
              "wide as the widest in it, a row as high as the highest; the top left corner of all "
              "stays where it is. What lies in a shape goes with it, and arrows follow. What is "
              "locked stays where it is, without a cell. For one row or column, stack.",
    .hint = "Rows and columns; the top left corner stays",
    .words =
        "grid|\brows?\b|columns|matri|raster|zeilen|spalten|gitter|rejilla|filas|columnas|grille|"
        "lignes|colonnes|griglia",
    .example = "{\"_type\":\"grid\",\"shapeIds\":[\"a\",\"b\",\"c\",\"d\"],\"columns\":2,"
               "\"gap\":20}",
    .fields = fields,
    .apply = apply,
    .icon = FAIRY_ICON_CURSOR,
    .pose = FAIRY_POSE_WORKING,
    .doing = "Arranging",
    .done = "Arranged",
};
