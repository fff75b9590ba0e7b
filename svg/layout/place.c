/* Where Graphviz has the nodes. */
#include "layout/plan.h"

#include <math.h>

#define GAP_OF_SIZE   0.6 /* of the median height */
#define LAYER_OF_SIZE 1.2
#define MOST_WAYS     600 /* lines: to find ways for more takes too long */

typedef struct {
    GArray *nodes, *edges, *clusters, *ways;
    GHashTable *depths; /* items of a tree: how many lines from its root; from 1 */
} Graph;

/* --- which way -------------------------------------------------------------------------------- */

/* As most lines go now from shapes to such beside or below them; down when that is a draw. */
static SvgWay find_way(const SvgPlan *plan)
{
    guint counts[SVG_N_WAYS] = {0};
    SvgWay best = SVG_WAY_DOWN;
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        SvgBox a = svg_plan_item(plan, tie->from)->box, b = svg_plan_item(plan, tie->to)->box;
        counts[SVG_WAY_DOWN] += b.y >= a.y + a.h;
        counts[SVG_WAY_RIGHT] += b.x >= a.x + a.w;
        counts[SVG_WAY_UP] += a.y >= b.y + b.h;
        counts[SVG_WAY_LEFT] += a.x >= b.x + b.w;
    }
    for (guint way = 0; way < SVG_N_WAYS; way++) {
        best = counts[way] > counts[best] ? (SvgWay)way : best;
    }
    return best;
}

/* --- trees ------------------------------------------------------------------------------------ */

static guint depth_of(const Graph *graph, guint item)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(graph->depths, GUINT_TO_POINTER(item)));
}

static void reach(const SvgPlan *plan, Graph *graph, GQueue *queue, guint from)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        guint other = tie->from == from ? tie->to : tie->from;
        if ((tie->from == from || tie->to == from) && !depth_of(graph, other)) {
            g_hash_table_insert(graph->depths, GUINT_TO_POINTER(other),
                                GUINT_TO_POINTER(depth_of(graph, from) + 1));
            g_queue_push_tail(queue, GUINT_TO_POINTER(other));
        }
    }
}

static void grow_from(const SvgPlan *plan, Graph *graph, guint root)
{
    g_autoptr(GQueue) queue = g_queue_new();
    g_hash_table_insert(graph->depths, GUINT_TO_POINTER(root), GUINT_TO_POINTER(1));
    g_queue_push_tail(queue, GUINT_TO_POINTER(root));
    while (queue->length) {
        reach(plan, graph, queue, GPOINTER_TO_UINT(g_queue_pop_head(queue)));
    }
}

static gboolean is_led_to(const SvgPlan *plan, guint item)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        if (svg_plan_tie(plan, i)->to == item) {
            return TRUE;
        }
    }
    return FALSE;
}

/* From those that nothing leads to; then from the first of each ring. */
static void find_depths(const SvgPlan *plan, Graph *graph)
{
    for (guint round = 0; round < 2; round++) {
        for (guint i = 0; i < plan->items->len; i++) {
            const SvgItem *item = svg_plan_item(plan, i);
            if (item->ended && !depth_of(graph, i) && (round || !is_led_to(plan, i))) {
                grow_from(plan, graph, i);
            }
        }
    }
}

/* In a tree lines go away from its root. */
static gboolean is_turned(const Graph *graph, const SvgTie *tie)
{
    return depth_of(graph, tie->from) > depth_of(graph, tie->to);
}

/* --- the graph -------------------------------------------------------------------------------- */

static void graph_clear(Graph *graph)
{
    g_array_unref(graph->nodes);
    g_array_unref(graph->edges);
    g_array_unref(graph->clusters);
    for (guint i = 0; i < graph->ways->len; i++) {
        g_clear_pointer(&g_array_index(graph->ways, GArray *, i), g_array_unref);
    }
    g_array_unref(graph->ways);
    g_hash_table_unref(graph->depths);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Graph, graph_clear)

static int cluster_of(const SvgPlan *plan, const SvgItem *item)
{
    return item->in >= 0 ? svg_plan_item(plan, (guint)item->in)->index : -1;
}

static void number(SvgPlan *plan)
{
    guint n[2] = {0, 0};
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        if (svg_item_is_block(item)) {
            item->index = (int)n[item->role == SVG_ROLE_FRAME]++;
        }
    }
}

static double largest(const double sides[4])
{
    return MAX(MAX(sides[0], sides[1]), MAX(sides[2], sides[3]));
}

static void add_blocks(const SvgPlan *plan, Graph *graph)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_NODE) {
            SvgLayoutNode node = {item->box.w, item->box.h, cluster_of(plan, item),
                                  svg_box_center(item->box)};
            g_array_append_val(graph->nodes, node);
        } else if (item->role == SVG_ROLE_FRAME) {
            SvgLayoutCluster cluster = {cluster_of(plan, item),
                                        largest(item->sides) + largest(item->beyond)};
            g_array_append_val(graph->clusters, cluster);
        }
    }
}

/* It, or what holds it in the frame. */
static gboolean stands_for(const SvgPlan *plan, guint item, guint what, guint frame)
{
    return what == item ||
           (svg_plan_is_within(plan, item, what) && svg_plan_is_within(plan, what, frame));
}

/* Whether a line leads from it, or from what holds it in the frame, to another there; or to it from
 * one. */
static gboolean leads_on(const SvgPlan *plan, const Graph *graph, guint item, guint frame,
                         gboolean from)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        gboolean turned = is_turned(graph, tie);
        guint near = from != turned ? tie->from : tie->to;
        guint far = near == tie->from ? tie->to : tie->from;
        if (stands_for(plan, item, near, frame) && !stands_for(plan, item, far, frame) &&
            svg_plan_is_within(plan, far, frame)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The item's node; of a frame one in it: with which all begins there, for a line that comes, and
 * the last with which it ends, for one that goes. */
static int node_of(const SvgPlan *plan, const Graph *graph, guint item, gboolean from)
{
    int any = -1, best = -1;
    if (svg_plan_item(plan, item)->role == SVG_ROLE_NODE) {
        return svg_plan_item(plan, item)->index;
    }
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *node = svg_plan_item(plan, i);
        if (node->role != SVG_ROLE_NODE || !svg_plan_is_within(plan, i, item)) {
            continue;
        }
        any = any < 0 ? node->index : any;
        if ((best < 0 || from) && !leads_on(plan, graph, i, item, from)) {
            best = node->index;
        }
    }
    return best >= 0 ? best : any;
}

static void add_edge(const SvgPlan *plan, Graph *graph, SvgTie *tie)
{
    gboolean turned = is_turned(graph, tie);
    guint from = turned ? tie->to : tie->from, to = turned ? tie->from : tie->to;
    int a = node_of(plan, graph, from, TRUE), b = node_of(plan, graph, to, FALSE);
    if (a < 0 || b < 0 || a == b || svg_plan_is_within(plan, from, to) ||
        svg_plan_is_within(plan, to, from)) {
        return;
    }
    gboolean says = !svg_box_is_empty(tie->words);
    tie->edge = (int)graph->edges->len;
    tie->turned = turned;
    SvgLayoutEdge edge = {(guint)a, (guint)b, says ? tie->words.w : 0, says ? tie->words.h : 0};
    g_array_append_val(graph->edges, edge);
}

static SvgLayoutEngine engine_of(SvgArrangement arrangement)
{
    return arrangement == SVG_ARRANGE_RADIAL  ? SVG_LAYOUT_RADIAL
           : arrangement == SVG_ARRANGE_FORCE ? SVG_LAYOUT_FORCE
                                              : SVG_LAYOUT_LAYERED;
}

static gboolean run(SvgPlan *plan, Graph *graph, const SvgLayout *layout, double gap,
                    GError **error)
{
    gboolean tree = layout->arrangement == SVG_ARRANGE_TREE;
    number(plan);
    add_blocks(plan, graph);
    if (tree) {
        find_depths(plan, graph);
    }
    for (guint i = 0; i < plan->ties->len; i++) {
        add_edge(plan, graph, svg_plan_tie(plan, i));
    }
    plan->way = layout->way_given ? layout->way : find_way(plan);
    g_array_set_size(graph->ways, graph->edges->len <= MOST_WAYS ? graph->edges->len : 0);
    SvgLayoutGraph asked = {.engine = engine_of(layout->arrangement),
                            .way = (SvgLayoutWay)plan->way,
                            .gap = gap,
                            .layer_gap = MAX(gap, gap * LAYER_OF_SIZE / GAP_OF_SIZE),
                            .nodes = (SvgLayoutNode *)graph->nodes->data,
                            .n_nodes = graph->nodes->len,
                            .edges = (const SvgLayoutEdge *)graph->edges->data,
                            .n_edges = graph->edges->len,
                            .clusters = (const SvgLayoutCluster *)graph->clusters->data,
                            .n_clusters = graph->clusters->len,
                            .ways = graph->ways->len ? (GArray **)graph->ways->data : NULL};
    return svg_layout_run(&asked, error);
}

/* --- on the page ------------------------------------------------------------------------------ */

/* How far all goes: what stays, stays near the others, or else the top left corner stays. */
static SvgPoint shift_of(const SvgPlan *plan)
{
    SvgPoint sum = {0, 0};
    SvgBox all = SVG_BOX_EMPTY;
    guint n = 0;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_NODE) {
            all = svg_box_union(all, item->to);
            n += item->pinned;
            sum.x += item->pinned ? item->box.x - item->to.x : 0;
            sum.y += item->pinned ? item->box.y - item->to.y : 0;
        }
    }
    return n ? (SvgPoint){sum.x / n, sum.y / n}
             : (SvgPoint){plan->bounds.x - all.x, plan->bounds.y - all.y};
}

static void shift_way(GArray *way, SvgPoint by)
{
    for (guint i = 0; way && i < way->len; i++) {
        SvgPoint *at = &g_array_index(way, SvgPoint, i);
        *at = (SvgPoint){at->x + by.x, at->y + by.y};
    }
}

static void shift(SvgPlan *plan, SvgPoint by)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        shift_way(svg_plan_tie(plan, i)->way, by);
    }
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        if (svg_item_is_block(item)) {
            item->to = item->pinned ? item->box : svg_box_offset(item->to, by.x, by.y);
        }
    }
}

/* To numbers that people like. */
static double rounded(const SvgPlan *plan, double at)
{
    double step = pow(10, floor(log10(plan->size / 20)));
    return plan->size > 0 ? round(at / step) * step : at;
}

static void take(SvgPlan *plan, const Graph *graph)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_NODE) {
            SvgPoint at = g_array_index(graph->nodes, SvgLayoutNode, (guint)item->index).at;
            item->to = (SvgBox){rounded(plan, at.x - item->box.w / 2),
                                rounded(plan, at.y - item->box.h / 2), item->box.w, item->box.h};
        }
    }
    for (guint i = 0; i < plan->ties->len; i++) {
        SvgTie *tie = svg_plan_tie(plan, i);
        if (tie->edge >= 0 && graph->ways->len) {
            tie->way = g_steal_pointer(&g_array_index(graph->ways, GArray *, tie->edge));
        }
    }
    shift(plan, shift_of(plan));
}

/* Frames may reach further up and left than what is in them. */
static void put_back(SvgPlan *plan)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (svg_item_is_block(item) && item->pinned) {
            return;
        }
        all = svg_item_is_block(item) ? svg_box_union(all, item->to) : all;
    }
    shift(plan, (SvgPoint){plan->bounds.x - all.x, plan->bounds.y - all.y});
}

gboolean svg_plan_place(SvgPlan *plan, const SvgLayout *layout, GError **error)
{
    double gap = isnan(layout->gap) ? plan->size * GAP_OF_SIZE : layout->gap;
    if (layout->arrangement == SVG_ARRANGE_TIDY) {
        svg_plan_tidy(plan);
    } else {
        g_auto(Graph)
            graph = {g_array_new(FALSE, FALSE, sizeof(SvgLayoutNode)),
                     g_array_new(FALSE, FALSE, sizeof(SvgLayoutEdge)),
                     g_array_new(FALSE, FALSE, sizeof(SvgLayoutCluster)),
                     g_array_new(FALSE, TRUE, sizeof(GArray *)), g_hash_table_new(NULL, NULL)};
        if (!run(plan, &graph, layout, gap, error)) {
            return FALSE;
        }
        take(plan, &graph);
    }
    svg_plan_fit(plan, gap);
    put_back(plan);
    return svg_plan_check_frames(plan, error);
}
