/* The legend that a drawing has already: a frame or a group that is called so, with samples of what
 * the drawing is made of. What is called so and is connected with the rest is a part of what the
 * drawing shows. */
#include "annotate/legend.h"

#include <string.h>

#define SLACK 0.5 /* document units by which something may stick out of it */

static gboolean is_in(SvgBox box, const SvgShape *shape)
{
    return svg_box_contains(svg_box_grown(box, SLACK, SLACK), shape->box);
}

gboolean fairy_legend_is_own(const FairyLegend *legend, const SvgShape *shape)
{
    for (guint i = 0; i < legend->own->len; i++) {
        if (is_in(g_array_index(legend->own, SvgBox, i), shape)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_legend_is_explained(const FairyLegend *legend, FairyRowKind kind, const char *key)
{
    return g_hash_table_contains(legend->explained[kind], key);
}

/* --- where it is ------------------------------------------------------------------------------ */

/* The first line, however it is written. */
static gboolean is_heading(const FairyLegend *legend, const char *words)
{
    const char *const names[] = {"legend", "key", legend->title};
    g_auto(GStrv) lines = g_strsplit(words ? words : "", "\n", 2);
    if (!lines[0]) {
        return FALSE;
    }
    g_strdelimit(lines[0], ":", ' ');
    g_autofree char *said = g_utf8_casefold(g_strstrip(lines[0]), -1);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *name = g_utf8_casefold(names[i], -1);
        if (*name && g_str_equal(said, name)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean can_hold(const SvgShape *shape)
{
    return !shape->layer &&
           (shape->kind == SVG_KIND_GROUP || svg_kind_flags(shape->kind) & SVG_KIND_CLOSED);
}

/* Something is in it that isn't its heading and doesn't stand above that, something else isn't in
 * it, and nothing leads from one to the other. */
static gboolean is_apart(const FairyLegend *legend, SvgBox box, const SvgShape *heading)
{
    const FairyGraph *graph = legend->graph;
    guint n_in = 0, n_out = 0;
    for (guint i = 0; i < graph->shapes->len; i++) {
        const SvgShape *shape = graph->shapes->pdata[i];
        gboolean in = is_in(box, shape);
        if (in && shape != heading && shape->box.y + shape->box.h < heading->box.y) {
            return FALSE;
        }
        gboolean is_sample = in && shape != heading && shape->kind != SVG_KIND_GROUP;
        n_in += is_sample && !svg_box_contains(shape->box, box);
        n_out += !in && shape->kind != SVG_KIND_GROUP && !svg_box_contains(shape->box, box);
    }
    for (guint i = 0; i < graph->edges->len; i++) {
        const FairyEdge *edge = fairy_graph_edge(graph, i);
        const FairyNode *from = fairy_graph_node(graph, edge->from);
        const FairyNode *to = fairy_graph_node(graph, edge->to);
        if (from && to && is_in(box, from->shape) != is_in(box, to->shape)) {
            return FALSE;
        }
    }
    return n_in > 0 && n_out > 0;
}

/* The smallest frame or group around a heading that stands by itself; what has words of its own is
 * called by those. */
static const SvgShape *around(const FairyLegend *legend, const SvgShape *heading)
{
    const SvgShape *best = NULL;
    for (guint i = 0; i < legend->graph->shapes->len; i++) {
        const SvgShape *shape = legend->graph->shapes->pdata[i];
        if (shape != heading && can_hold(shape) && !shape->text && is_in(shape->box, heading) &&
            is_apart(legend, shape->box, heading) &&
            (!best || svg_box_area(shape->box) < svg_box_area(best->box))) {
            best = shape;
        }
    }
    return best;
}

static void find_places(FairyLegend *legend)
{
    for (guint i = 0; i < legend->graph->shapes->len; i++) {
        const SvgShape *shape = legend->graph->shapes->pdata[i], *holder = NULL;
        if (!is_heading(legend, shape->text) && !is_heading(legend, shape->name)) {
            continue;
        }
        gboolean holds = can_hold(shape) || shape->layer;
        if (holds && is_apart(legend, shape->box, shape)) {
            holder = shape;
        } else if (shape->kind == SVG_KIND_TEXT) {
            holder = around(legend, shape);
        }
        if (holder) {
            g_array_append_val(legend->own, holder->box);
        }
    }
}

/* --- what it explains ------------------------------------------------------------------------- */

static void explain(FairyLegend *legend, const SvgShape *shape)
{
    if (shape->kind == SVG_KIND_LINE || shape->kind == SVG_KIND_ARROW) {
        const char *color;
        g_hash_table_add(legend->explained[FAIRY_ROW_LINE],
                         fairy_legend_line_key(legend, shape, &(SvgDash){0}, &color));
    } else if (shape->fill && svg_kind_flags(shape->kind) & SVG_KIND_CLOSED) {
        g_hash_table_add(legend->explained[FAIRY_ROW_COLOR], g_strdup(shape->fill));
    }
}

void fairy_legend_find_own(FairyLegend *legend)
{
    find_places(legend);
    for (guint i = 0; i < legend->graph->shapes->len && legend->own->len > 0; i++) {
        const SvgShape *shape = legend->graph->shapes->pdata[i];
        if (fairy_legend_is_own(legend, shape)) {
            explain(legend, shape);
        }
    }
}
