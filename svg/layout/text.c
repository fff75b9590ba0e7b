/* Writes a graph as Graphviz reads it. Only numbers and our own words go in. */
#include "layout/text.h"

#include "layout/protocol.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define POINTS_PER_INCH 72.0
/* Of the median node's longer side. Graphviz rounds some places to whole points. */
#define MEDIAN_POINTS 200.0
/* What rounding can take of a gap between layers or nodes; and what is left of overlaps when those
 * are said to be gone, as a part of a node's size. */
#define ROUNDING_POINTS 2.0
#define PRISM_LEFT      0.01
/* Nodes that begin at the same place can't be told apart: each is moved by a part of a node. */
#define JITTER       0.05
#define GOLDEN_ANGLE 2.399963229728653

typedef struct {
    const SvgLayoutGraph *graph;
    double points; /* per unit */
    gboolean layered, rooms;
    GArray *used; /* gboolean of each cluster: it has a node */
    GString *text;
} Writer;

/* --- what suits it ---------------------------------------------------------------------------- */

const char *svg_layout_engine_name(const SvgLayoutGraph *graph)
{
    switch (graph->engine) {
    case SVG_LAYOUT_RADIAL:
        return LAYOUT_ENGINE_TWOPI;
    case SVG_LAYOUT_FORCE:
        return graph->n_clusters > 0 ? LAYOUT_ENGINE_FDP : LAYOUT_ENGINE_NEATO;
    case SVG_LAYOUT_LAYERED:
    default:
        return LAYOUT_ENGINE_DOT;
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double svg_layout_points(const SvgLayoutGraph *graph)
{
    g_autofree double *sides = g_new(double, graph->n_nodes + 1);
    for (guint i = 0; i < graph->n_nodes; i++) {
        sides[i] = MAX(graph->nodes[i].w, graph->nodes[i].h);
    }
    qsort(sides, graph->n_nodes, sizeof *sides, compare_doubles);
    double median = graph->n_nodes > 0 ? sides[graph->n_nodes / 2] : 0;
    double ordinary = median > 0 ? median : MAX(graph->gap, graph->layer_gap);
    return ordinary > 0 ? MEDIAN_POINTS / ordinary : 1;
}

/* --- numbers ---------------------------------------------------------------------------------- */

static void add(Writer *writer, const char *before, double value, const char *after)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(number, sizeof number, "%.4f", value);
    g_string_append(writer->text, before);
    g_string_append(writer->text, number);
    g_string_append(writer->text, after);
}

static double points(const Writer *writer, double length)
{
    return length * writer->points;
}

static double inches(const Writer *writer, double length)
{
    return points(writer, length) / POINTS_PER_INCH;
}

/* --- how much care ---------------------------------------------------------------------------- */

/* Of more than so many nodes, less care is taken for short edges and few crossings, or it would
 * take minutes. */
static const struct {
    guint n;
    const char *limits;
} cares[] = {
    {600, " nslimit=0.2 nslimit1=1 mclimit=0.05"},
    {200, " nslimit=1 nslimit1=1 mclimit=0.3"},
    {0, ""},
};

static void add_care(Writer *writer)
{
    gsize i = 0;
    while (cares[i].n > 0 && writer->graph->n_nodes <= cares[i].n) {
        i++;
    }
    g_string_append(writer->text, cares[i].limits);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Parts are aligned where they begin, and the next stands across the way. */
static void add_layered(Writer *writer)
{
    static const struct {
        const char *rankdir, *pack;
    } ways[] = {
        [SVG_LAYOUT_DOWN] = {"TB", "array_t"},
        [SVG_LAYOUT_RIGHT] = {"LR", "array_cl"},
        [SVG_LAYOUT_UP] = {"BT", "array_b"},
        [SVG_LAYOUT_LEFT] = {"RL", "array_cr"},
    };
    const SvgLayoutGraph *graph = writer->graph;
    const double rounding = ROUNDING_POINTS / POINTS_PER_INCH;
    g_string_append_printf(writer->text, " rankdir=%s packmode=%s pack=%d",
                           ways[graph->way].rankdir, ways[graph->way].pack,
                           (int)ceil(points(writer, graph->gap) + ROUNDING_POINTS));
    add(writer, " nodesep=", inches(writer, graph->gap) + rounding, "");
    add(writer, " ranksep=", inches(writer, graph->layer_gap) + rounding, "");
    add_care(writer);
}

/* The node that is the middle of all rings: the only one from which edges go and to which none
 * does. n_nodes when there are several, or none. */
static guint find_root(const SvgLayoutGraph *graph)
{
    g_autoptr(GByteArray) ends = g_byte_array_new();
    g_byte_array_set_size(ends, graph->n_nodes);
    memset(ends->data, 0, graph->n_nodes);
    for (guint i = 0; i < graph->n_edges; i++) {
        const SvgLayoutEdge *edge = &graph->edges[i];
        ends->data[edge->from] |= edge->from != edge->to ? 1 : 0;
        ends->data[edge->to] |= edge->from != edge->to ? 2 : 0;
    }
    guint root = graph->n_nodes, n = 0;
    for (guint i = 0; i < graph->n_nodes; i++) {
        if (ends->data[i] == 1) {
            root = i;
            n++;
        }
    }
    return n == 1 ? root : graph->n_nodes;
}

/* As an attribute of the graph: with one of the node, twopi crashes where another part is a single
 * node. */
static void add_root(Writer *writer)
{
    const SvgLayoutGraph *graph = writer->graph;
    guint root = graph->engine == SVG_LAYOUT_RADIAL ? find_root(graph) : graph->n_nodes;
    if (root < graph->n_nodes) {
        g_string_append_printf(writer->text, " root=n%u", root);
    }
}

static gboolean have_words(const SvgLayoutGraph *graph)
{
    for (guint i = 0; i < graph->n_edges; i++) {
        if (graph->edges[i].w > 0 || graph->edges[i].h > 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Margins are on both sides of a gap, so each is half of it. Before overlaps are removed all is
 * drawn together as far as the nodes need, if we don't forbid it: where edges need room, too. */
static void add_free(Writer *writer)
{
    const SvgLayoutGraph *graph = writer->graph;
    double length = inches(writer, graph->layer_gap) + MEDIAN_POINTS / POINTS_PER_INCH;
    double margin = points(writer, graph->gap) / 2 + ROUNDING_POINTS;
    g_string_append_printf(writer->text, " overlap=false start=1 packmode=\"graph\" pack=%d",
                           (int)ceil(margin));
    if (have_words(graph)) {
        g_string_append(writer->text, " overlap_scaling=0 overlap_shrink=false");
    }
    add(writer, " sep=\"+", margin, "\"");
    add(writer, " ranksep=", length, "");
    add(writer, " K=", length, "");
    add_root(writer);
}

static void add_graph(Writer *writer)
{
    gboolean ways = writer->layered && writer->graph->ways;
    g_string_append_printf(writer->text, "digraph {\ngraph [splines=%s", ways ? "true" : "none");
    (writer->layered ? add_layered : add_free)(writer);
    g_string_append(writer->text, "];\nnode [shape=box fixedsize=true label=\"\"];\n"
                                  "edge [dir=none];\n");
}

/* --- nodes ------------------------------------------------------------------------------------ */

static gboolean have_places(const SvgLayoutGraph *graph)
{
    for (guint i = 1; i < graph->n_nodes; i++) {
        const SvgPoint *at = &graph->nodes[i].at;
        if (at->x != graph->nodes[0].at.x || at->y != graph->nodes[0].at.y) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_place(Writer *writer, guint i)
{
    const SvgLayoutNode *node = &writer->graph->nodes[i];
    double off = JITTER * MEDIAN_POINTS / POINTS_PER_INCH;
    double x = inches(writer, node->at.x) + off * cos(i * GOLDEN_ANGLE);
    double y = -inches(writer, node->at.y) + off * sin(i * GOLDEN_ANGLE);
    add(writer, " pos=\"", x, ",");
    add(writer, "", y, "\"");
}

static void add_nodes(Writer *writer)
{
    const SvgLayoutGraph *graph = writer->graph;
    gboolean places = graph->engine == SVG_LAYOUT_FORCE && have_places(graph);
    double grown = writer->layered ? 1 : 1 + PRISM_LEFT;
    for (guint i = 0; i < graph->n_nodes; i++) {
        g_string_append_printf(writer->text, "n%u [", i);
        add(writer, "width=", inches(writer, graph->nodes[i].w) * grown, "");
        add(writer, " height=", inches(writer, graph->nodes[i].h) * grown, "");
        if (places) {
            add_place(writer, i);
        }
        g_string_append(writer->text, "];\n");
    }
}

/* --- edges ------------------------------------------------------------------------------------ */

static double radius(const SvgLayoutNode *node)
{
    return (node->w + node->h) / 4;
}

/* Engines that place no labels leave the room as length. */
static void add_length(Writer *writer, const SvgLayoutEdge *edge)
{
    const SvgLayoutGraph *graph = writer->graph;
    double ends = radius(&graph->nodes[edge->from]) + radius(&graph->nodes[edge->to]);
    double between = MAX(MAX(graph->layer_gap, graph->gap), MAX(edge->w, edge->h));
    double least = ROUNDING_POINTS / POINTS_PER_INCH;
    add(writer, " len=", MAX(inches(writer, ends + between), least), "");
}

static void add_room(Writer *writer, const SvgLayoutEdge *edge)
{
    g_string_append_printf(
        writer->text,
        " label=<<table fixedsize=\"true\" border=\"0\" cellborder=\"0\" cellpadding=\"0\" "
        "cellspacing=\"0\" width=\"%d\" height=\"%d\"><tr><td></td></tr></table>>",
        (int)ceil(MAX(points(writer, edge->w), 1)), (int)ceil(MAX(points(writer, edge->h), 1)));
}

/* An edge at a cluster ends at a node in it: told to clip edges at clusters, dot 2.42 frees the
 * ways of some of them twice. */
static void add_layered_edge(Writer *writer, const SvgLayoutEdge *edge)
{
    if (writer->rooms && (edge->w > 0 || edge->h > 0)) {
        add_room(writer, edge);
    }
}

static void add_edges(Writer *writer)
{
    for (guint i = 0; i < writer->graph->n_edges; i++) {
        const SvgLayoutEdge *edge = &writer->graph->edges[i];
        if (edge->from == edge->to) {
            continue;
        }
        g_string_append_printf(writer->text, "n%u -> n%u [id=e%u", edge->from, edge->to, i);
        (writer->layered ? add_layered_edge : add_length)(writer, edge);
        g_string_append(writer->text, "];\n");
    }
}

/* --- clusters --------------------------------------------------------------------------------- */

static void find_used(Writer *writer)
{
    const SvgLayoutGraph *graph = writer->graph;
    for (guint i = 0; i < graph->n_nodes; i++) {
        int c = graph->nodes[i].cluster;
        while (c >= 0 && !g_array_index(writer->used, gboolean, c)) {
            g_array_index(writer->used, gboolean, c) = TRUE;
            c = graph->clusters[c].parent;
        }
    }
}

static void add_clusters(Writer *writer, int parent)
{
    const SvgLayoutGraph *graph = writer->graph;
    for (guint c = 0; c < graph->n_clusters; c++) {
        if (graph->clusters[c].parent != parent || !g_array_index(writer->used, gboolean, c)) {
            continue;
        }
        int margin = (int)ceil(points(writer, graph->clusters[c].margin));
        g_string_append_printf(writer->text, "subgraph cluster%u {\nmargin=%d;\n", c, margin);
        for (guint i = 0; i < graph->n_nodes; i++) {
            if (graph->nodes[i].cluster == (int)c) {
                g_string_append_printf(writer->text, "n%u;\n", i);
            }
        }
        add_clusters(writer, (int)c);
        g_string_append(writer->text, "}\n");
    }
}

GBytes *svg_layout_text(const SvgLayoutGraph *graph, double points_per_unit, gboolean rooms)
{
    g_autoptr(GArray) used = g_array_new(FALSE, TRUE, sizeof(gboolean));
    g_array_set_size(used, graph->n_clusters);
    Writer writer = {
        .graph = graph,
        .points = points_per_unit,
        .layered = graph->engine == SVG_LAYOUT_LAYERED,
        .rooms = rooms,
        .used = used,
        .text = g_string_new(NULL),
    };
    add_graph(&writer);
    add_nodes(&writer);
    find_used(&writer);
    add_clusters(&writer, -1);
    add_edges(&writer);
    g_string_append(writer.text, "}\n");
    return g_string_free_to_bytes(writer.text);
}
