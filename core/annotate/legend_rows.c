/* What a legend has a row for, and what stands in it. */
#include "annotate/legend.h"

#include <string.h>

enum { SHOWN = 3 /* names in a row */, LONGEST_ROW = 60 /* characters */ };

void fairy_legend_clear_row(gpointer data)
{
    FairyLegendRow *row = data;
    g_free(row->key);
    g_string_free(row->names, TRUE);
}

/* --- what is told apart ----------------------------------------------------------------------- */

void fairy_legend_add_name(FairyLegendRow *row, const char *name)
{
    if (row->n++ < SHOWN) {
        g_string_append_printf(row->names, "%s%s", row->names->len ? ", " : "", name);
    }
}

FairyLegendRow *fairy_legend_row(FairyLegend *legend, FairyRowKind kind, const char *key)
{
    for (guint i = 0; i < legend->rows->len; i++) {
        FairyLegendRow *row = &g_array_index(legend->rows, FairyLegendRow, i);
        if (row->kind == kind && g_str_equal(row->key, key)) {
            return row;
        }
    }
    FairyLegendRow row = {.kind = kind, .key = g_strdup(key), .names = g_string_new(NULL)};
    g_array_append_val(legend->rows, row);
    return &g_array_index(legend->rows, FairyLegendRow, legend->rows->len - 1);
}

static gboolean is_plain(const char *color)
{
    static const char *const plain[] = {"none", "#ffffff", NULL};
    return !color || g_strv_contains(plain, color) || *color != '#';
}

/* One colour for all says nothing. */
static void drop_single(FairyLegend *legend, guint from, gboolean others)
{
    if (legend->rows->len - from == 1 && !others) {
        g_array_set_size(legend->rows, from);
    }
}

void fairy_legend_find_colors(FairyLegend *legend)
{
    guint from = legend->rows->len;
    gboolean others = FALSE;
    for (guint i = 0; i < legend->graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(legend->graph, (int)i);
        const char *fill = node->shape->fill;
        if (node->is_words || node->n_held > 0 || !node->shape->text ||
            fairy_legend_is_own(legend, node->shape) ||
            !(svg_kind_flags(node->shape->kind) & SVG_KIND_CLOSED)) {
            continue;
        }
        if (is_plain(fill) || fairy_legend_is_explained(legend, FAIRY_ROW_COLOR, fill)) {
            others = TRUE;
            continue;
        }
        FairyLegendRow *row = fairy_legend_row(legend, FAIRY_ROW_COLOR, fill);
        row->color = fill;
        fairy_legend_add_name(row, node->name);
    }
    drop_single(legend, from, others);
}

const char *fairy_legend_dash_name(SvgDash dash)
{
    static const char *const names[] = {"solid", "dashed", "dotted"};
    return names[dash];
}

static char *edge_name(const FairyLegend *legend, const FairyEdge *edge)
{
    const FairyNode *from = fairy_graph_node(legend->graph, edge->from);
    const FairyNode *to = fairy_graph_node(legend->graph, edge->to);
    return g_strdup_printf("%s – %s", from ? from->name : "…", to ? to->name : "…");
}

char *fairy_legend_line_key(const FairyLegend *legend, const SvgShape *shape, SvgDash *dash,
                            const char **color)
{
    g_auto(SvgLook) look = {0};
    svg_document_look(legend->doc, shape, &look);
    *color = is_plain(shape->stroke) ? "#000000" : shape->stroke;
    *dash = look.dash;
    return g_strdup_printf("%s %s", fairy_legend_dash_name(look.dash), *color);
}

static void add_line(FairyLegend *legend, const FairyEdge *edge, gboolean *others)
{
    SvgDash dash;
    const char *color;
    g_autofree char *key = fairy_legend_line_key(legend, edge->shape, &dash, &color);
    if (fairy_legend_is_explained(legend, FAIRY_ROW_LINE, key)) {
        *others = TRUE;
        return;
    }
    g_autofree char *name = edge_name(legend, edge);
    FairyLegendRow *row = fairy_legend_row(legend, FAIRY_ROW_LINE, key);
    row->color = color;
    row->dash = dash;
    fairy_legend_add_name(row, name);
}

void fairy_legend_find_lines(FairyLegend *legend)
{
    guint from = legend->rows->len;
    gboolean others = FALSE;
    for (guint i = 0; i < legend->graph->edges->len; i++) {
        const FairyEdge *edge = fairy_graph_edge(legend->graph, i);
        if (!fairy_legend_is_own(legend, edge->shape)) {
            add_line(legend, edge, &others);
        }
    }
    drop_single(legend, from, others);
}

/* --- words of a row --------------------------------------------------------------------------- */

/* "blue=External;dashed=optional": by the key, a name of the colour, the dash. */
static char *meaning_of(const FairyLegend *legend, const FairyLegendRow *row)
{
    const char *said = fairy_annotation_option(legend->annotation, "meanings");
    const char *color = row->color ? svg_document_color_name(legend->doc, row->color) : NULL;
    const char *near = row->color ? svg_palette_nearest(row->color) : NULL;
    const char *const names[] = {
        row->key, row->kind == FAIRY_ROW_LINE ? fairy_legend_dash_name(row->dash) : row->color,
        row->kind == FAIRY_ROW_COLOR ? color : NULL, row->kind == FAIRY_ROW_COLOR ? near : NULL};
    g_auto(GStrv) pairs = g_strsplit(said ? said : "", ";", -1);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        gsize len = names[i] ? strlen(names[i]) : 0;
        for (char **pair = pairs; len > 0 && *pair; pair++) {
            const char *at = g_strstrip(*pair);
            if (g_ascii_strncasecmp(at, names[i], len) == 0 && at[len] == '=') {
                return g_strdup(at + len + 1);
            }
        }
    }
    return NULL;
}

char *fairy_legend_row_text(const FairyLegend *legend, const FairyLegendRow *row)
{
    g_autofree char *meaning = meaning_of(legend, row);
    g_autofree char *names =
        row->n > SHOWN ? g_strdup_printf("%s and %u more", row->names->str, row->n - SHOWN)
                       : g_strdup(row->names->str);
    return fairy_annotate_line(meaning ? meaning : names, LONGEST_ROW);
}
