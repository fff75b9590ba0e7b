/* What is connected with what, and what holds what, as the canvas reads it. */
#include "annotate/graph.h"

#include <math.h>
#include <string.h>

#define LONGEST_NAME 120 /* characters */
#define ROW          0.5 /* of a shape's height: middles that are as near are in one row */
#define SLACK        0.5 /* document units by which something may stick out of what holds it */

#define APART 1    /* of its size: what has nothing else so near stands for itself */
#define FRAME 0.95 /* of a group's area: what is as large is its frame */

enum { MOST_HELD = 5000 }; /* nodes: more aren't looked at pair by pair */

char *fairy_annotate_line(const char *text, guint most)
{
    g_auto(GStrv) words = g_strsplit_set(text ? text : "", " \t\r\n", -1);
    g_autoptr(GString) line = g_string_new(NULL);
    for (char **word = words; *word; word++) {
        if (**word) {
            g_string_append_printf(line, "%s%s", line->len ? " " : "", *word);
        }
    }
    if (g_utf8_strlen(line->str, -1) > (glong)most) {
        g_string_truncate(line, (gsize)(g_utf8_offset_to_pointer(line->str, most - 1) - line->str));
        g_string_append(line, "…");
    }
    return line->len ? g_strdup(line->str) : NULL;
}

static gboolean is_link(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static gboolean contains(const SvgShape *outer, const SvgShape *inner)
{
    return outer->box.w * outer->box.h > inner->box.w * inner->box.h &&
           svg_box_contains(svg_box_grown(outer->box, SLACK, SLACK), inner->box);
}

static double middle(const FairyNode *node)
{
    return node->shape->box.y + node->shape->box.h / 2;
}

static gint by_middle(gconstpointer a, gconstpointer b)
{
    double one = middle(a), other = middle(b);
    return (one > other) - (one < other);
}

static gint by_x(gconstpointer a, gconstpointer b)
{
    double one = ((const FairyNode *)a)->shape->box.x, other = ((const FairyNode *)b)->shape->box.x;
    return (one > other) - (one < other);
}

static gint by_number(gconstpointer a, gconstpointer b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

static double usual_height(const GArray *nodes)
{
    g_autoptr(GArray) heights = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < nodes->len; i++) {
        double height = g_array_index(nodes, FairyNode, i).shape->box.h;
        g_array_append_val(heights, height);
    }
    g_array_sort(heights, by_number);
    return heights->len > 0 ? g_array_index(heights, double, heights->len / 2) : 0;
}

/* Rows from the top, each from the left; a tall frame doesn't make one of all rows in it. */
static void sort(GArray *nodes)
{
    double usual = usual_height(nodes);
    g_array_sort(nodes, by_middle);
    FairyNode *all = (FairyNode *)(gpointer)nodes->data;
    for (guint from = 0, to; from < nodes->len; from = to) {
        double reach = middle(&all[from]) + ROW * MIN(all[from].shape->box.h, usual);
        for (to = from + 1; to < nodes->len && middle(&all[to]) <= reach; to++) {
        }
        qsort(&all[from], to - from, sizeof(FairyNode), by_x);
    }
}

static gboolean has_name(const SvgShape *shape)
{
    return shape->text && shape->text[strspn(shape->text, " \t\r\n")];
}

static gboolean is_named(const FairyNode *node)
{
    return has_name(node->shape) || node->title;
}

static gboolean is_closed(const SvgShape *shape)
{
    return (svg_kind_flags(shape->kind) & SVG_KIND_CLOSED) != 0;
}

/* graphviz names the group around a node's frame, and all that is in it. */
static const char *title_of(const SvgShape *shape, GHashTable *groups)
{
    const SvgShape *group = shape->parent ? g_hash_table_lookup(groups, shape->parent) : NULL;
    gboolean is_frame =
        group && is_closed(shape) && svg_box_area(shape->box) >= FRAME * svg_box_area(group->box);
    return has_name(shape) ? NULL : shape->name ? shape->name : is_frame ? group->name : NULL;
}

/* Id → SvgShape of those that are no layers. */
static GHashTable *find_groups(const GPtrArray *shapes)
{
    GHashTable *groups = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        if (shape->kind == SVG_KIND_GROUP && !shape->layer) {
            g_hash_table_insert(groups, shape->id, shape);
        }
    }
    return groups;
}

/* Ids of what links begin and end at. */
static GHashTable *find_ends(const GPtrArray *shapes)
{
    GHashTable *ends = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (is_link(shape) && shape->from_id) {
            g_hash_table_add(ends, shape->from_id);
        }
        if (is_link(shape) && shape->to_id) {
            g_hash_table_add(ends, shape->to_id);
        }
    }
    return ends;
}

/* Nothing but lines and what it is in is near it, and it is a figure rather than a stroke of a
 * picture. */
static gboolean is_apart(const GPtrArray *shapes, const SvgShape *shape)
{
    SvgBox around = svg_box_grown(shape->box, APART * shape->box.w, APART * shape->box.h);
    if (!is_closed(shape) || shape->kind == SVG_KIND_DRAW || shapes->len > MOST_HELD) {
        return FALSE;
    }
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *other = shapes->pdata[i];
        gboolean passes = other == shape || other->kind == SVG_KIND_GROUP || is_link(other) ||
                          contains(other, shape);
        if (!passes && svg_box_touches(other->box, around)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void find_nodes(FairyGraph *graph)
{
    g_autoptr(GHashTable) ends = find_ends(graph->shapes), groups = find_groups(graph->shapes);
    gboolean is_diagram = g_hash_table_size(ends) > 0;
    for (guint i = 0; i < graph->shapes->len; i++) {
        const SvgShape *shape = graph->shapes->pdata[i];
        gboolean linked = g_hash_table_contains(ends, shape->id);
        if (is_link(shape) || (shape->kind == SVG_KIND_GROUP && !linked)) {
            continue;
        }
        gboolean named = has_name(shape) || (shape->name && is_closed(shape));
        gboolean apart = is_diagram && !linked && !named && is_apart(graph->shapes, shape);
        if (linked || named || apart) {
            FairyNode node = {.shape = shape,
                              .title = title_of(shape, groups),
                              .holder = FAIRY_NOWHERE,
                              .is_linked = linked,
                              .is_apart = apart};
            node.is_words = shape->kind == SVG_KIND_TEXT && !linked;
            g_array_append_val(graph->nodes, node);
        } else {
            g_ptr_array_add(graph->rest, (gpointer)shape);
        }
    }
    sort(graph->nodes);
}

/* The smallest one around it that has a name, or that something is connected with, as a table is.
 */
static void find_holders(FairyGraph *graph)
{
    for (guint i = 0; i < graph->nodes->len && graph->nodes->len <= MOST_HELD; i++) {
        FairyNode *node = fairy_graph_node(graph, (int)i);
        for (guint k = 0; k < graph->nodes->len; k++) {
            const FairyNode *other = fairy_graph_node(graph, (int)k);
            const FairyNode *best = fairy_graph_node(graph, node->holder);
            gboolean stands = is_named(other) || other->is_linked;
            gboolean holds = k != i && stands && other->shape->kind != SVG_KIND_TEXT &&
                             contains(other->shape, node->shape);
            if (holds && (!best || contains(best->shape, other->shape))) {
                node->holder = (int)k;
            }
        }
    }
}

/* --- names ------------------------------------------------------------------------------------ */

static char *plain_name(const FairyNode *node)
{
    char *words = fairy_annotate_line(node->title ? node->title : node->shape->text, LONGEST_NAME);
    return words ? words : g_strdup_printf("%s without words", svg_kind_name(node->shape->kind));
}

/* Those that are called the same are numbered. */
static void name_nodes(FairyGraph *graph)
{
    g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GHashTable) at = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < graph->nodes->len; i++) {
        char *name = plain_name(fairy_graph_node(graph, (int)i));
        guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
        g_hash_table_insert(counts, name, GUINT_TO_POINTER(n + 1));
    }
    for (guint i = 0; i < graph->nodes->len; i++) {
        FairyNode *node = fairy_graph_node(graph, (int)i);
        g_autofree char *name = plain_name(node);
        gpointer key = NULL;
        g_hash_table_lookup_extended(counts, name, &key, NULL);
        guint n = GPOINTER_TO_UINT(g_hash_table_lookup(at, key)) + 1;
        g_hash_table_insert(at, key, GUINT_TO_POINTER(n));
        gboolean alone = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name)) == 1;
        node->name = alone ? g_strdup(name) : g_strdup_printf("%s (%u)", name, n);
    }
}

/* --- edges ------------------------------------------------------------------------------------ */

static GHashTable *index_nodes(const FairyGraph *graph)
{
    GHashTable *index = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < graph->nodes->len; i++) {
        g_hash_table_insert(index, fairy_graph_node(graph, (int)i)->shape->id,
                            GUINT_TO_POINTER(i + 1));
    }
    return index;
}

static gboolean holds_others(const FairyGraph *graph, int holder)
{
    for (guint i = 0; i < graph->nodes->len; i++) {
        const FairyNode *node = fairy_graph_node(graph, (int)i);
        if (node->holder == holder && has_name(node->shape) && node->shape->kind != SVG_KIND_TEXT) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What has no words of its own is a part of what is around it, but for the dot at which states in
 * a state begin. */
static int end_of(FairyGraph *graph, GHashTable *index, const char *id)
{
    guint found = id ? GPOINTER_TO_UINT(g_hash_table_lookup(index, id)) : 0;
    int at = found > 0 ? (int)found - 1 : FAIRY_NOWHERE;
    FairyNode *node = fairy_graph_node(graph, at);
    const FairyNode *holder = node ? fairy_graph_node(graph, node->holder) : NULL;
    if (holder && !is_named(node) && is_named(holder) && !holds_others(graph, node->holder)) {
        at = node->holder;
        node = fairy_graph_node(graph, at);
    }
    if (node) {
        node->n_edges++;
    }
    return at;
}

static void add_edge(FairyGraph *graph, SvgDocument *doc, GHashTable *index, const SvgShape *shape)
{
    g_auto(SvgLook) look = {0};
    svg_document_look(doc, shape, &look);
    gboolean head[] = {look.heads[0] != SVG_HEAD_NONE, look.heads[1] != SVG_HEAD_NONE};
    FairyEdge edge = {.shape = shape,
                      .from = end_of(graph, index, shape->from_id),
                      .to = end_of(graph, index, shape->to_id),
                      .both = head[0] && head[1],
                      .words = fairy_annotate_line(shape->text, LONGEST_NAME)};
    edge.directed = shape->kind == SVG_KIND_ARROW && !edge.both;
    g_array_append_val(graph->edges, edge);
}

static gint by_beginning(gconstpointer a, gconstpointer b)
{
    const FairyEdge *one = a, *other = b;
    return one->from != other->from ? one->from - other->from : one->to - other->to;
}

/* A line that isn't between two things is no connection. */
static void find_edges(FairyGraph *graph, SvgDocument *doc)
{
    g_autoptr(GHashTable) index = index_nodes(graph);
    for (guint i = 0; i < graph->shapes->len; i++) {
        const SvgShape *shape = graph->shapes->pdata[i];
        if (shape->kind == SVG_KIND_ARROW ||
            (shape->kind == SVG_KIND_LINE && shape->from_id && shape->to_id)) {
            add_edge(graph, doc, index, shape);
        } else if (is_link(shape)) {
            g_ptr_array_add(graph->rest, (gpointer)shape);
        }
    }
    g_array_sort(graph->edges, by_beginning);
}

gboolean fairy_node_is_part(const FairyNode *node)
{
    return !is_named(node) && !node->is_apart && node->n_edges == 0;
}

static void count_held(FairyGraph *graph)
{
    for (guint i = 0; i < graph->nodes->len; i++) {
        FairyNode *node = fairy_graph_node(graph, (int)i);
        if (node->holder != FAIRY_NOWHERE && !fairy_node_is_part(node)) {
            fairy_graph_node(graph, node->holder)->n_held++;
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

FairyGraph *fairy_graph_new(SvgDocument *doc)
{
    FairyGraph *graph = g_new0(FairyGraph, 1);
    graph->shapes = svg_document_shapes(doc);
    graph->nodes = g_array_new(FALSE, TRUE, sizeof(FairyNode));
    graph->edges = g_array_new(FALSE, TRUE, sizeof(FairyEdge));
    graph->rest = g_ptr_array_new();
    for (guint i = 0; i < graph->shapes->len; i++) {
        graph->locks |= ((const SvgShape *)graph->shapes->pdata[i])->locked;
    }
    find_nodes(graph);
    find_holders(graph);
    name_nodes(graph);
    find_edges(graph, doc);
    count_held(graph);
    return graph;
}

void fairy_graph_free(FairyGraph *graph)
{
    if (!graph) {
        return;
    }
    for (guint i = 0; i < graph->nodes->len; i++) {
        g_free(fairy_graph_node(graph, (int)i)->name);
    }
    for (guint i = 0; i < graph->edges->len; i++) {
        g_free(g_array_index(graph->edges, FairyEdge, i).words);
    }
    g_array_unref(graph->nodes);
    g_array_unref(graph->edges);
    g_ptr_array_unref(graph->rest);
    g_ptr_array_unref(graph->shapes);
    g_free(graph);
}
