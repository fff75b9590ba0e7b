/* Graphs laid out by fairy-layout: order, gaps, clusters, units, and what goes wrong. */
#include "layout/layout.h"

#include <svg/error.h>
#include <svg/limits.h>
#include <svg/render.h>

#include <glib/gstdio.h>

#include <math.h>
#include <string.h>

#define GAP 20

static SvgLayoutEdge edge(guint from, guint to)
{
    return (SvgLayoutEdge){.from = from, .to = to};
}

static void run(SvgLayoutGraph *graph)
{
    g_autoptr(GError) error = NULL;
    gboolean ok = svg_layout_run(graph, &error);
    g_assert_no_error(error);
    g_assert_true(ok);
}

static void assert_refused(SvgLayoutGraph *graph, int code, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(svg_layout_run(graph, &error));
    g_assert_error(error, SVG_ERROR, code);
    g_assert_nonnull(strstr(error->message, words));
}

/* A graph of its own memory. */
typedef struct {
    SvgLayoutGraph graph;
    SvgLayoutNode *nodes;
    SvgLayoutEdge *edges;
} Made;

static void made_clear(Made *made)
{
    g_free(made->nodes);
    g_free(made->edges);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Made, made_clear)

/* Nodes of 40–120 × 30–60 times `unit`; without clusters. */
static Made make(SvgLayoutEngine engine, guint n_nodes, guint n_edges, guint32 seed, double unit)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
    SvgLayoutNode *nodes = g_new0(SvgLayoutNode, n_nodes);
    SvgLayoutEdge *edges = g_new0(SvgLayoutEdge, n_edges);
    for (guint i = 0; i < n_nodes; i++) {
        nodes[i] = (SvgLayoutNode){.w = unit * g_rand_double_range(rand, 40, 120),
                                   .h = unit * g_rand_double_range(rand, 30, 60),
                                   .cluster = -1};
    }
    for (guint i = 0; i < n_edges; i++) {
        edges[i] = edge((guint)g_rand_int_range(rand, 0, (gint32)n_nodes),
                        (guint)g_rand_int_range(rand, 0, (gint32)n_nodes));
    }
    return (Made){.graph = {.engine = engine,
                            .gap = GAP * unit,
                            .layer_gap = 2 * GAP * unit,
                            .nodes = nodes,
                            .n_nodes = n_nodes,
                            .edges = edges,
                            .n_edges = n_edges},
                  .nodes = nodes,
                  .edges = edges};
}

/* How far a and b are from each other along that axis in which they are farther; < 0 = overlap. */
static double distance(const SvgLayoutNode *a, const SvgLayoutNode *b)
{
    double x = fabs(a->at.x - b->at.x) - (a->w + b->w) / 2;
    double y = fabs(a->at.y - b->at.y) - (a->h + b->h) / 2;
    return MAX(x, y);
}

static double least_distance(const SvgLayoutGraph *graph)
{
    double least = INFINITY;
    for (guint i = 0; i < graph->n_nodes; i++) {
        for (guint j = 0; j < i; j++) {
            least = MIN(least, distance(&graph->nodes[i], &graph->nodes[j]));
        }
    }
    return least;
}

/* --- order ------------------------------------------------------------------------------------ */

static void test_chain(void)
{
    static const SvgPoint steps[] = {
        [SVG_LAYOUT_DOWN] = {0, 70},
        [SVG_LAYOUT_RIGHT] = {120, 0},
        [SVG_LAYOUT_UP] = {0, -70},
        [SVG_LAYOUT_LEFT] = {-120, 0},
    };
    for (guint way = 0; way < G_N_ELEMENTS(steps); way++) {
        SvgLayoutNode nodes[] = {{80, 30, -1, {0, 0}}, {80, 30, -1, {0, 0}}, {80, 30, -1, {0, 0}}};
        const SvgLayoutEdge edges[] = {edge(0, 1), edge(1, 2), edge(1, 1)};
        SvgLayoutGraph graph = {.way = way,
                                .gap = GAP,
                                .layer_gap = 40,
                                .nodes = nodes,
                                .n_nodes = 3,
                                .edges = edges,
                                .n_edges = 3};
        run(&graph);
        for (guint i = 1; i < 3; i++) {
            g_assert_cmpfloat_with_epsilon(nodes[i].at.x - nodes[i - 1].at.x, steps[way].x, 1);
            g_assert_cmpfloat_with_epsilon(nodes[i].at.y - nodes[i - 1].at.y, steps[way].y, 1);
        }
        double left = MIN(nodes[0].at.x, nodes[2].at.x), top = MIN(nodes[0].at.y, nodes[2].at.y);
        g_assert_cmpfloat_with_epsilon(left, 40, 0.001);
        g_assert_cmpfloat_with_epsilon(top, 15, 0.001);
    }
}

static void test_words(void)
{
    SvgLayoutNode nodes[] = {{80, 30, -1, {0, 0}}, {80, 30, -1, {0, 0}}};
    SvgLayoutEdge to = edge(0, 1);
    SvgLayoutGraph graph = {
        .way = SVG_LAYOUT_RIGHT, .nodes = nodes, .n_nodes = 2, .edges = &to, .n_edges = 1};
    graph.gap = graph.layer_gap = GAP;
    to.w = 150;
    to.h = 20;
    run(&graph);
    g_assert_cmpfloat(distance(&nodes[0], &nodes[1]), >=, 150);
    graph.engine = SVG_LAYOUT_FORCE;
    run(&graph);
    g_assert_cmpfloat(distance(&nodes[0], &nodes[1]), >=, 110);
}

/* The middle is where edges begin; another node, which nothing is joined to, is beside all. */
static void test_radial(void)
{
    Made made = make(SVG_LAYOUT_RADIAL, 8, 6, 1, 1);
    for (guint i = 0; i < 6; i++) {
        made.edges[i] = edge(3, i < 3 ? i : i + 1);
    }
    run(&made.graph);
    double least = INFINITY, most = 0;
    for (guint i = 0; i < 7; i++) {
        double far =
            hypot(made.nodes[i].at.x - made.nodes[3].at.x, made.nodes[i].at.y - made.nodes[3].at.y);
        least = i == 3 ? least : MIN(least, far);
        most = MAX(most, far);
    }
    g_assert_cmpfloat(most, <, 2 * least);
    made_clear(&made);
}

/* What stands left and right stays so, where edges don't mind. */
static void test_begins_with_places(void)
{
    Made made = make(SVG_LAYOUT_FORCE, 4, 4, 1, 1);
    for (guint i = 0; i < 4; i++) {
        made.edges[i] = edge(i, (i + 1) % 4);
        made.nodes[i].at = (SvgPoint){i == 1 || i == 2 ? 300 : 0, i >= 2 ? 300 : 0};
    }
    run(&made.graph);
    g_assert_cmpfloat(made.nodes[0].at.x, <, made.nodes[2].at.x);
    g_assert_cmpfloat(made.nodes[0].at.y, <, made.nodes[2].at.y);
    g_assert_cmpfloat(made.nodes[3].at.x, <, made.nodes[1].at.x);
    g_assert_cmpfloat(made.nodes[1].at.y, <, made.nodes[3].at.y);
    made_clear(&made);
}

/* --- gaps ------------------------------------------------------------------------------------- */

static void test_gaps(void)
{
    for (SvgLayoutEngine engine = SVG_LAYOUT_LAYERED; engine <= SVG_LAYOUT_FORCE; engine++) {
        for (guint32 seed = 1; seed <= 12; seed++) {
            guint n = 5 * seed;
            g_auto(Made) made = make(engine, n, seed % 4 * n / 2, seed, 1);
            run(&made.graph);
            g_test_message("engine %u, seed %u: %g apart", engine, seed,
                           least_distance(&made.graph));
            g_assert_cmpfloat(least_distance(&made.graph), >=, GAP);
        }
    }
}

/* Parts that nothing joins fill a page rather than a line. */
static void test_parts(void)
{
    for (SvgLayoutEngine engine = SVG_LAYOUT_LAYERED; engine <= SVG_LAYOUT_FORCE; engine++) {
        g_auto(Made) made = make(engine, 40, 0, 1, 1);
        run(&made.graph);
        double w = 0, h = 0;
        for (guint i = 0; i < 40; i++) {
            w = MAX(w, made.nodes[i].at.x + made.nodes[i].w / 2);
            h = MAX(h, made.nodes[i].at.y + made.nodes[i].h / 2);
        }
        g_test_message("engine %u: %g × %g", engine, w, h);
        g_assert_cmpfloat(w, <, 3 * h);
        g_assert_cmpfloat(h, <, 3 * w);
    }
}

static void test_units(void)
{
    static const double units[] = {0.1 / 80, 1e5 / 80, 1};
    for (SvgLayoutEngine engine = SVG_LAYOUT_LAYERED; engine <= SVG_LAYOUT_FORCE; engine++) {
        g_auto(Made) plain = make(engine, 20, 25, 7, 1);
        run(&plain.graph);
        for (guint u = 0; u < G_N_ELEMENTS(units); u++) {
            g_auto(Made) made = make(engine, 20, 25, 7, units[u]);
            run(&made.graph);
            for (guint i = 0; i < 20; i++) {
                g_assert_cmpfloat_with_epsilon(made.nodes[i].at.x / units[u], plain.nodes[i].at.x,
                                               0.5);
                g_assert_cmpfloat_with_epsilon(made.nodes[i].at.y / units[u], plain.nodes[i].at.y,
                                               0.5);
            }
        }
    }
}

static void test_again(void)
{
    for (SvgLayoutEngine engine = SVG_LAYOUT_LAYERED; engine <= SVG_LAYOUT_FORCE; engine++) {
        g_auto(Made) one = make(engine, 60, 80, 5, 1), other = make(engine, 60, 80, 5, 1);
        run(&one.graph);
        run(&other.graph);
        g_assert_cmpmem(one.nodes, 60 * sizeof *one.nodes, other.nodes, 60 * sizeof *other.nodes);
    }
}

/* As large drawings are: edges go to what isn't far. */
static void test_many(void)
{
    Made made = make(SVG_LAYOUT_LAYERED, 1000, 1300, 3, 1);
    for (guint i = 0; i < 1300; i++) {
        guint to = i % 999 + 1;
        made.edges[i] = edge(to - MIN(to, 1 + made.edges[i].from % 20), to);
    }
    gint64 start = g_get_monotonic_time();
    run(&made.graph);
    g_test_message("%g s", (double)(g_get_monotonic_time() - start) / G_USEC_PER_SEC);
    g_assert_cmpfloat(least_distance(&made.graph), >=, GAP);
    made_clear(&made);
}

/* --- clusters --------------------------------------------------------------------------------- */

#define N_CLUSTERS 5
#define MARGIN     15
static const SvgLayoutCluster clusters[N_CLUSTERS] = {
    {-1, MARGIN}, {-1, MARGIN}, {1, MARGIN}, {1, MARGIN}, {-1, MARGIN} /* has nothing */};

static gboolean is_in(int cluster, int outer)
{
    while (cluster >= 0 && cluster != outer) {
        cluster = clusters[cluster].parent;
    }
    return cluster == outer;
}

static int height(int cluster)
{
    return cluster == 1 ? 2 : 1;
}

/* The bounds of what is in it, with the margins. */
static SvgLayoutNode cluster_box(const SvgLayoutGraph *graph, int cluster)
{
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (guint i = 0; i < graph->n_nodes; i++) {
        const SvgLayoutNode *node = &graph->nodes[i];
        if (is_in(node->cluster, cluster)) {
            double margin = node->cluster == cluster ? MARGIN : height(cluster) * MARGIN;
            x0 = MIN(x0, node->at.x - node->w / 2 - margin);
            x1 = MAX(x1, node->at.x + node->w / 2 + margin);
            y0 = MIN(y0, node->at.y - node->h / 2 - margin);
            y1 = MAX(y1, node->at.y + node->h / 2 + margin);
        }
    }
    return (SvgLayoutNode){x1 - x0, y1 - y0, cluster, {(x0 + x1) / 2, (y0 + y1) / 2}};
}

static void assert_clusters(const SvgLayoutGraph *graph)
{
    for (int c = 0; c < N_CLUSTERS - 1; c++) {
        SvgLayoutNode box = cluster_box(graph, c);
        for (guint i = 0; i < graph->n_nodes; i++) {
            if (!is_in(graph->nodes[i].cluster, c)) {
                g_assert_cmpfloat(distance(&box, &graph->nodes[i]), >=, 0);
            }
        }
        for (int other = 0; other < c; other++) {
            SvgLayoutNode beside = cluster_box(graph, other);
            if (!is_in(c, other)) {
                g_assert_cmpfloat(distance(&box, &beside), >=, 0);
            }
        }
    }
}

static void test_clusters(void)
{
    static const SvgLayoutEngine engines[] = {SVG_LAYOUT_LAYERED, SVG_LAYOUT_FORCE};
    for (guint e = 0; e < G_N_ELEMENTS(engines); e++) {
        for (guint32 seed = 1; seed <= 12; seed++) {
            g_auto(Made) made = make(engines[e], 24, 30, seed, 1);
            g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
            for (guint i = 0; i < 24; i++) {
                made.nodes[i].cluster = (int)(i % 8) - 4 < 0 ? -1 : (int)(i % 4);
                made.nodes[i].at = (SvgPoint){g_rand_double_range(rand, 0, seed > 6 ? 900 : 1e-9),
                                              g_rand_double_range(rand, 0, 900)};
            }
            made.graph.clusters = clusters;
            made.graph.n_clusters = N_CLUSTERS;
            run(&made.graph);
            g_test_message("engine %u, seed %u: %g apart", engines[e], seed,
                           least_distance(&made.graph));
            g_assert_cmpfloat(least_distance(&made.graph), >=, GAP);
            assert_clusters(&made.graph);
        }
    }
}

/* --- little and nothing ----------------------------------------------------------------------- */

static void test_little(void)
{
    SvgLayoutGraph none = {.gap = GAP};
    run(&none);
    for (SvgLayoutEngine engine = SVG_LAYOUT_LAYERED; engine <= SVG_LAYOUT_FORCE; engine++) {
        SvgLayoutNode nodes[] = {{80, 30, -1, {500, 500}}, {0, 0, -1, {500, 500}}};
        SvgLayoutGraph graph = {.engine = engine, .nodes = nodes, .n_nodes = 1};
        run(&graph);
        g_assert_cmpfloat_with_epsilon(nodes[0].at.x, 40, 1e-9);
        g_assert_cmpfloat_with_epsilon(nodes[0].at.y, 15, 1e-9);
        nodes[0].w = nodes[0].h = 0;
        graph.n_nodes = 2;
        run(&graph);
        g_assert_true(isfinite(nodes[1].at.x) && isfinite(nodes[1].at.y));
    }
}

/* --- what goes wrong -------------------------------------------------------------------------- */

static void test_refused(void)
{
    SvgLayoutNode nodes[] = {{80, 30, -1, {7, 7}}, {80, 30, -1, {0, 0}}};
    SvgLayoutEdge to = edge(0, 2);
    SvgLayoutCluster loop = {0, 1};
    SvgLayoutGraph graph = {.nodes = nodes, .n_nodes = 2, .edges = &to, .n_edges = 1};
    assert_refused(&graph, SVG_ERROR_INVALID, "shape 2");
    to.to = 1;
    to.w = -1;
    assert_refused(&graph, SVG_ERROR_INVALID, "words' width of -1");
    to.w = 0;
    nodes[1].w = NAN;
    assert_refused(&graph, SVG_ERROR_INVALID, "width of nan");
    nodes[1].w = INFINITY;
    assert_refused(&graph, SVG_ERROR_INVALID, "width of inf");
    nodes[1].w = 1e-9;
    nodes[0].w = 1e9;
    nodes[1].h = nodes[0].h = 1e-9;
    graph.gap = 1e9;
    run(&graph);
    to.w = 1e9;
    nodes[0].w = 1;
    assert_refused(&graph, SVG_ERROR_INVALID, "differ too much");
    to.w = 0;
    graph.gap = -1;
    assert_refused(&graph, SVG_ERROR_INVALID, "gap of -1");
    graph.gap = 1;
    graph.clusters = &loop;
    graph.n_clusters = 1;
    assert_refused(&graph, SVG_ERROR_INVALID, "in itself");
    graph.engine = SVG_LAYOUT_RADIAL;
    assert_refused(&graph, SVG_ERROR_INVALID, "rings");
}

/* Has a helper of these words beside a picture helper. */
static void with_helper(const char *script, SvgLayoutGraph *graph, int code, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("layout-XXXXXX", &error);
    g_autofree char *render = g_build_filename(folder, "fairy-render", NULL);
    g_autofree char *layout = g_build_filename(folder, "fairy-layout", NULL);
    g_file_set_contents_full(render, "#!/bin/sh\n", -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL);
    if (script) {
        g_file_set_contents_full(layout, script, -1, G_FILE_SET_CONTENTS_NONE, 0755, NULL);
    }
    svg_render_set_helper(render);
    assert_refused(graph, code, words);
    svg_render_set_helper(NULL);
    g_remove(layout);
    g_remove(render);
    g_remove(folder);
}

static void test_helper(void)
{
    SvgLayoutNode nodes[] = {{80, 30, -1, {7, 7}}, {80, 30, -1, {0, 0}}};
    SvgLayoutGraph graph = {.nodes = nodes, .n_nodes = 2};
    svg_render_set_helper("/nowhere/fairy-render");
    assert_refused(&graph, SVG_ERROR_LAYOUT, "fairy-layout that arranges shapes wasn't found");
    with_helper(NULL, &graph, SVG_ERROR_LAYOUT, "reinstall");
    with_helper("#!/bin/sh\nkill -SEGV $$\n", &graph, SVG_ERROR_LAYOUT, "crashed");
    with_helper("#!/bin/sh\nkill -XCPU $$\n", &graph, SVG_ERROR_TOO_LARGE, "longer than 15 s");
    with_helper("#!/bin/sh\necho 'Warning: odd' >&2\necho 'out of memory' >&2\nexit 1\n", &graph,
                SVG_ERROR_TOO_LARGE, "2 GiB");
    with_helper("#!/bin/sh\necho no >&2\nexit 3\n", &graph, SVG_ERROR_LAYOUT,
                "Graphviz: no (status 3)");
    static const char *const said[] = {"n0 1 2\\n", "n0 1 2\\nn1 nan 2\\n", "n1 1 2\\nn0 1 2\\n",
                                       "n0 1 2\\nn1 1 2\\nn2 1 2\\n", "n0 1 2\\nn1 1 2"};
    for (guint i = 0; i < G_N_ELEMENTS(said); i++) {
        g_autofree char *script = g_strdup_printf("#!/bin/sh\nprintf '%s'\n", said[i]);
        with_helper(script, &graph, SVG_ERROR_LAYOUT, "isn't a place");
    }
    with_helper("#!/bin/sh\nexec cat /dev/zero\n", &graph, SVG_ERROR_LAYOUT, "isn't a place");
    g_assert_cmpfloat(nodes[0].at.x, ==, 7);
    run(&graph);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/layout/chain", test_chain);
    g_test_add_func("/layout/words", test_words);
    g_test_add_func("/layout/radial", test_radial);
    g_test_add_func("/layout/begins_with_places", test_begins_with_places);
    g_test_add_func("/layout/gaps", test_gaps);
    g_test_add_func("/layout/parts", test_parts);
    g_test_add_func("/layout/units", test_units);
    g_test_add_func("/layout/again", test_again);
    g_test_add_func("/layout/many", test_many);
    g_test_add_func("/layout/clusters", test_clusters);
    g_test_add_func("/layout/little", test_little);
    g_test_add_func("/layout/refused", test_refused);
    g_test_add_func("/layout/helper", test_helper);
    return g_test_run();
}
