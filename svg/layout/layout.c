/* The client of fairy-layout: checks the graph, and turns every way in which the helper can end
 * into places or an error. */
#include "layout/layout.h"

#include "layout/client.h"
#include "layout/protocol.h"
#include "layout/text.h"
#include "render/client.h"
#include "render/process.h"

#include <svg/error.h>
#include <svg/limits.h>

#include <math.h>
#include <signal.h>
#include <string.h>

#define HELPER         "fairy-layout"
#define MAX_LINE_BYTES 64 /* "n<i> X Y" */
#define MAX_WAY_BYTES  32768
/* Of all sizes and gaps together: what is larger, Graphviz's whole numbers can't hold. */
#define MAX_POINTS 5e8
/* It keeps a label's size in 16 bits. */
#define MAX_ROOM_POINTS 65000

/* --- is it one? ------------------------------------------------------------------------------- */

static gboolean check_length(double value, const char *what, GError **error)
{
    if (isfinite(value) && value >= 0 && value <= SVG_MAX_COORDINATE) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%s of %g can't be arranged: it must be from 0 to %g", what, value,
                SVG_MAX_COORDINATE);
    return FALSE;
}

static gboolean check_index(gint64 index, gint64 least, guint n, const char *what, GError **error)
{
    if (index >= least && index < n) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%s %" G_GINT64_FORMAT " isn't there: there are %u", what, index, n);
    return FALSE;
}

static gboolean check_node(const SvgLayoutGraph *graph, const SvgLayoutNode *node, GError **error)
{
    if (!(fabs(node->at.x) <= SVG_MAX_COORDINATE && fabs(node->at.y) <= SVG_MAX_COORDINATE)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a shape at %g,%g can't be arranged: coordinates go from -%g to %g", node->at.x,
                    node->at.y, SVG_MAX_COORDINATE, SVG_MAX_COORDINATE);
        return FALSE;
    }
    return check_length(node->w, "a width", error) && check_length(node->h, "a height", error) &&
           check_index(node->cluster, -1, graph->n_clusters, "group", error);
}

static gboolean check_edge(const SvgLayoutGraph *graph, const SvgLayoutEdge *edge, GError **error)
{
    return check_index(edge->from, 0, graph->n_nodes, "shape", error) &&
           check_index(edge->to, 0, graph->n_nodes, "shape", error) &&
           check_length(edge->w, "words' width", error) &&
           check_length(edge->h, "words' height", error);
}

static gboolean check_depth(const SvgLayoutGraph *graph, guint cluster, GError **error)
{
    int at = (int)cluster;
    for (guint depth = 0; depth < SVG_MAX_DEPTH; depth++) {
        at = graph->clusters[at].parent;
        if (at < 0) {
            return TRUE;
        }
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "group %u is in itself, or in more than %d others", cluster, SVG_MAX_DEPTH);
    return FALSE;
}

static gboolean check_clusters(const SvgLayoutGraph *graph, GError **error)
{
    if (graph->engine == SVG_LAYOUT_RADIAL && graph->n_clusters > 0) {
        g_set_error_literal(
            error, SVG_ERROR, SVG_ERROR_INVALID,
            "rings don't keep groups together: arrange in layers or by force, or without groups");
        return FALSE;
    }
    for (guint i = 0; i < graph->n_clusters; i++) {
        if (!check_index(graph->clusters[i].parent, -1, graph->n_clusters, "group", error) ||
            !check_length(graph->clusters[i].margin, "a margin", error)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < graph->n_clusters; i++) {
        if (!check_depth(graph, i, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean check_graph(const SvgLayoutGraph *graph, GError **error)
{
    gboolean ok = check_length(graph->gap, "a gap", error) &&
                  check_length(graph->layer_gap, "a gap between layers", error) &&
                  check_clusters(graph, error);
    for (guint i = 0; ok && i < graph->n_nodes; i++) {
        ok = check_node(graph, &graph->nodes[i], error);
    }
    for (guint i = 0; ok && i < graph->n_edges; i++) {
        ok = check_edge(graph, &graph->edges[i], error);
    }
    return ok;
}

/* If they stood in one row, or one below the other. */
static double whole_length(const SvgLayoutGraph *graph)
{
    double sum = 0;
    for (guint i = 0; i < graph->n_nodes; i++) {
        sum += graph->nodes[i].w + graph->nodes[i].h + graph->gap + graph->layer_gap;
    }
    for (guint i = 0; i < graph->n_edges; i++) {
        sum += graph->edges[i].w + graph->edges[i].h;
    }
    for (guint i = 0; i < graph->n_clusters; i++) {
        sum += 4 * graph->clusters[i].margin;
    }
    return sum;
}

static double most_room(const SvgLayoutGraph *graph)
{
    double most = 0;
    for (guint i = 0; i < graph->n_edges; i++) {
        most = MAX(most, MAX(graph->edges[i].w, graph->edges[i].h));
    }
    return most;
}

static gboolean check_proportions(const SvgLayoutGraph *graph, double points, GError **error)
{
    if (whole_length(graph) * points <= MAX_POINTS &&
        most_room(graph) * points <= MAX_ROOM_POINTS) {
        return TRUE;
    }
    g_set_error_literal(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "sizes and gaps differ too much to be arranged: choose shapes that are "
                        "more alike, or a smaller gap");
    return FALSE;
}

/* --- the helper ------------------------------------------------------------------------------- */

char *svg_layout_find_helper(GError **error)
{
    g_autofree char *render = svg_render_find_helper(NULL);
    g_autofree char *folder = render ? g_path_get_dirname(render) : NULL;
    g_autofree char *path = folder ? g_build_filename(folder, HELPER, NULL) : NULL;
    if (path && g_file_test(path, G_FILE_TEST_IS_REGULAR) &&
        g_file_test(path, G_FILE_TEST_IS_EXECUTABLE)) {
        return g_steal_pointer(&path);
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_LAYOUT,
                "the helper " HELPER " that arranges shapes wasn't found (looked in %s): reinstall",
                folder ? folder : "the folder of fairy-render, which isn't there either");
    return NULL;
}

static SvgRun *start_helper(const SvgLayoutGraph *graph, GError **error)
{
    g_autofree char *helper = svg_layout_find_helper(error);
    if (!helper) {
        return NULL;
    }
    g_auto(GStrv) environment = svg_render_environment();
    const char *const argv[] = {helper,
                                "--" LAYOUT_OPTION_CPU "=" G_STRINGIFY(SVG_MAX_LAYOUT_SECONDS),
                                svg_layout_engine_name(graph), NULL};
    const SvgProcess process = {
        .argv = argv,
        .environment = (const char *const *)environment,
        .max_output = (gsize)graph->n_nodes * MAX_LINE_BYTES +
                      (gsize)graph->n_edges * (graph->ways ? MAX_WAY_BYTES : 0),
        .timeout_ms = SVG_MAX_LAYOUT_SECONDS * 1000,
    };
    g_autoptr(GError) cause = NULL;
    SvgRun *run = svg_run_start(&process, &cause);
    if (!run) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LAYOUT, "%s can't be started: %s", helper,
                    cause->message);
    }
    return run;
}

static gboolean ran_out_of_memory(const char *message)
{
    g_autofree char *lower = g_ascii_strdown(message, -1);
    return strstr(lower, "memory") || strstr(lower, "allocat") || strstr(lower, "alloc fail");
}

static void set_failed(const SvgProcessResult *result, GError **error)
{
    gboolean signaled = result->end == SVG_PROCESS_SIGNALED;
    if (result->end == SVG_PROCESS_TIMED_OUT || (signaled && result->code == SIGXCPU)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE,
                    "arranging took longer than %d s; choose fewer shapes", SVG_MAX_LAYOUT_SECONDS);
    } else if (ran_out_of_memory(result->message)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE,
                    "arranging needed more than %d GiB of memory; choose fewer shapes",
                    LAYOUT_MAX_MEMORY_GIB);
    } else if (signaled) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LAYOUT,
                    "Graphviz crashed on this graph (signal %d); choose fewer shapes",
                    result->code);
    } else {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LAYOUT, "Graphviz: %s (status %d)",
                    *result->message ? result->message : "failed without saying why", result->code);
    }
}

/* --- what it says ----------------------------------------------------------------------------- */

static gboolean read_number(const char **text, char end, double *value)
{
    char *behind;
    *value = g_ascii_strtod(*text, &behind);
    if (behind == *text || *behind != end || !isfinite(*value)) {
        return FALSE;
    }
    *text = behind + 1;
    return TRUE;
}

static gboolean read_place(const char **text, guint i, SvgPoint *at)
{
    g_autofree char *name = g_strdup_printf("n%u ", i);
    if (!g_str_has_prefix(*text, name)) {
        return FALSE;
    }
    *text += strlen(name);
    return read_number(text, ' ', &at->x) && read_number(text, '\n', &at->y);
}

/* What was sent, as it was read. */
typedef struct {
    GArray *places;  /* SvgPoint, one for each node */
    GPtrArray *ways; /* GArray of SvgPoint for each edge, or NULL */
} Sent;

static void free_way(gpointer way)
{
    g_clear_pointer((GArray **)&way, g_array_unref);
}

static void sent_clear(Sent *sent)
{
    g_clear_pointer(&sent->places, g_array_unref);
    g_clear_pointer(&sent->ways, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sent, sent_clear)

static gboolean read_places(const char **text, guint n, GArray *places)
{
    for (guint i = 0; i < n; i++) {
        SvgPoint at;
        if (!read_place(text, i, &at)) {
            return FALSE;
        }
        g_array_append_val(places, at);
    }
    return TRUE;
}

static GArray *read_points(const char **text, guint n)
{
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    for (guint i = 0; i < n; i++) {
        SvgPoint at;
        if (!read_number(text, ' ', &at.x) || !read_number(text, i + 1 < n ? ' ' : '\n', &at.y)) {
            return NULL;
        }
        g_array_append_val(points, at);
    }
    return g_steal_pointer(&points);
}

/* "e<i> N X Y …", each edge once at most. */
static gboolean read_way(const char **text, GPtrArray *ways)
{
    char *behind;
    guint64 i = **text == 'e' ? g_ascii_strtoull(*text + 1, &behind, 10) : ways->len;
    guint64 n = i < ways->len && *behind == ' ' ? g_ascii_strtoull(behind + 1, &behind, 10) : 0;
    if (n < 4 || n % 3 != 1 || n > MAX_WAY_BYTES || *behind != ' ' || ways->pdata[i]) {
        return FALSE;
    }
    *text = behind + 1;
    ways->pdata[i] = read_points(text, (guint)n);
    return ways->pdata[i] != NULL;
}

/* FALSE when it isn't exactly a place for each node, and ways of edges. */
static gboolean read_all(GBytes *output, const SvgLayoutGraph *graph, Sent *sent)
{
    gsize len;
    const char *data = g_bytes_get_data(output, &len);
    g_autofree char *copy = g_strndup(data ? data : "", len);
    const char *text = copy;
    sent->places = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    sent->ways = g_ptr_array_new_with_free_func(free_way);
    g_ptr_array_set_size(sent->ways, (gint)graph->n_edges);
    gboolean ok = read_places(&text, graph->n_nodes, sent->places);
    while (ok && *text) {
        ok = graph->ways && read_way(&text, sent->ways);
    }
    return ok;
}

static void take_ways(SvgLayoutGraph *graph, Sent *sent, double points, SvgPoint corner)
{
    for (guint i = 0; graph->ways && i < graph->n_edges; i++) {
        GArray *way = graph->ways[i] = g_steal_pointer(&sent->ways->pdata[i]);
        for (guint k = 0; way && k < way->len; k++) {
            SvgPoint *at = &g_array_index(way, SvgPoint, k);
            *at = (SvgPoint){at->x / points - corner.x, -at->y / points - corner.y};
        }
    }
}

static void place(SvgLayoutGraph *graph, Sent *sent, double points)
{
    SvgPoint corner = {INFINITY, INFINITY};
    for (guint i = 0; i < graph->n_nodes; i++) {
        SvgLayoutNode *node = &graph->nodes[i];
        SvgPoint at = g_array_index(sent->places, SvgPoint, i);
        node->at = (SvgPoint){at.x / points, -at.y / points};
        corner.x = MIN(corner.x, node->at.x - node->w / 2);
        corner.y = MIN(corner.y, node->at.y - node->h / 2);
    }
    for (guint i = 0; i < graph->n_nodes; i++) {
        graph->nodes[i].at.x -= corner.x;
        graph->nodes[i].at.y -= corner.y;
    }
    take_ways(graph, sent, points, corner);
}

static gboolean take(SvgLayoutGraph *graph, const SvgProcessResult *result, double points,
                     GError **error)
{
    g_auto(Sent) sent = {0};
    if (result->end != SVG_PROCESS_FLOODED &&
        (result->end != SVG_PROCESS_EXITED || result->code != 0)) {
        set_failed(result, error);
        return FALSE;
    }
    if (result->end != SVG_PROCESS_EXITED || !read_all(result->output, graph, &sent)) {
        g_set_error_literal(error, SVG_ERROR, SVG_ERROR_LAYOUT,
                            "the helper " HELPER " sent something that isn't a place for each "
                            "shape: reinstall");
        return FALSE;
    }
    if (*result->message) {
        g_debug("Graphviz: %s", result->message);
    }
    place(graph, &sent, points);
    return TRUE;
}

static gboolean run_once(SvgLayoutGraph *graph, gboolean rooms, GError **error)
{
    double points = svg_layout_points(graph);
    SvgRun *run = check_proportions(graph, points, error) ? start_helper(graph, error) : NULL;
    if (!run) {
        return FALSE;
    }
    g_autoptr(GBytes) text = svg_layout_text(graph, points, rooms);
    g_auto(SvgProcessResult) result = {0};
    svg_run_finish(run, text, &result);
    return take(graph, &result, points, error);
}

/* dot 2.42 frees something twice in graphs with clusters where edges have words: these are then
 * given no room. */
gboolean svg_layout_run(SvgLayoutGraph *graph, GError **error)
{
    g_autoptr(GError) cause = NULL;
    if (!check_graph(graph, error)) {
        return FALSE;
    }
    if (graph->n_nodes == 0 || run_once(graph, TRUE, &cause)) {
        return TRUE;
    }
    if (most_room(graph) > 0 && graph->n_clusters > 0 &&
        g_error_matches(cause, SVG_ERROR, SVG_ERROR_LAYOUT)) {
        return run_once(graph, FALSE, error);
    }
    g_propagate_error(error, g_steal_pointer(&cause));
    return FALSE;
}
