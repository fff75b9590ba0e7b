/* Two states of a drawing: facts of the one that aren't facts of the other. */
#include "compare/facts.h"
#include "document/log.h"
#include "edit/loose.h"
#include "index/index.h"
#include "shape/ends.h"
#include "shape/scene.h"

#include <svg/journal.h>

#include <math.h>

#define MOST_LEAVES 2000 /* elements whose surroundings are looked at */
#define WORSE_PX    2    /* farther out by less is the same */
#define CAME_OFF_PX 8    /* the same, of the end of a line: a head may still reach its shape */

typedef struct {
    SvgDocument *doc;
    GPtrArray *leaves;  /* SvgNode: what was written to, before and after, each once */
    GHashTable *known;  /* a set of these */
    GPtrArray *touched; /* SvgNode: what was written to; some of it is in one of the states only */
    SvgFacts before;
} Comparison;

void svg_worse_free(SvgWorse *worse)
{
    if (worse) {
        g_free(worse->first);
        g_free(worse->second);
        g_free(worse);
    }
}

const char *svg_worse_says(SvgWorseKind kind)
{
    static const char *const says[] = {
#define SVG_WORSE(id, says, grave, told, fix) says,
#include <svg/worse.def>
#undef SVG_WORSE
    };
    return says[kind];
}

gboolean svg_worse_is_told(SvgWorseKind kind)
{
    static const gboolean told[] = {
#define SVG_WORSE(id, says, grave, told, fix) told,
#include <svg/worse.def>
#undef SVG_WORSE
    };
    return told[kind];
}

const char *svg_worse_fix(SvgWorseKind kind)
{
    static const char *const fixes[] = {
#define SVG_WORSE(id, says, grave, told, fix) fix,
#include <svg/worse.def>
#undef SVG_WORSE
    };
    return fixes[kind];
}

gboolean svg_worse_is_grave(SvgWorseKind kind)
{
    static const gboolean grave[] = {
#define SVG_WORSE(id, says, grave, told, fix) grave,
#include <svg/worse.def>
#undef SVG_WORSE
    };
    return grave[kind];
}

/* --- what was changed ------------------------------------------------------------------------- */

static void add_leaves(Comparison *comparison, SvgNode *top)
{
    for (SvgNode *at = top; at && comparison->leaves->len < MOST_LEAVES;
         at = svg_node_walk(top, at, svg_node_tag(at) == SVG_TAG_TEXT)) {
        guint flags = at->name ? svg_tag_flags(svg_node_tag(at)) : 0;
        if (at->name && !(flags & SVG_TAG_IS_CONTAINER) && svg_index_bounds(comparison->doc, at) &&
            g_hash_table_add(comparison->known, at)) {
            g_ptr_array_add(comparison->leaves, at);
        }
    }
}

/* What the log wrote to, as far as that shows. */
static void read_touched(const SvgLog *log, GPtrArray *touched)
{
    SvgLogEntry entry;
    for (gsize *at = NULL; svg_log_next(log, &at, &entry);) {
        if (svg_log_is_shown(&entry)) {
            g_ptr_array_add(touched, entry.node);
        }
    }
    for (guint i = 0; i < log->n_moved; i++) {
        g_ptr_array_add(touched, log->moved[i]);
    }
}

/* A part of a text stands for the text. */
static SvgNode *whole_of(SvgNode *node)
{
    while (node->parent && (!node->name || svg_node_is(node->parent, SVG_TAG_IS_TEXT))) {
        node = node->parent;
    }
    return node;
}

/* Of what was written to, what is in the tree now. */
static void add_touched(Comparison *comparison)
{
    SvgNode *root = comparison->doc->root;
    for (guint i = 0; i < comparison->touched->len; i++) {
        SvgNode *node = whole_of(comparison->touched->pdata[i]);
        if (node != root && svg_node_contains(root, node)) {
            add_leaves(comparison, node);
        }
    }
}

static void read_before(SvgDocument *doc, gpointer data)
{
    Comparison *comparison = data;
    add_touched(comparison);
    svg_facts_read(&comparison->before, doc, comparison->leaves);
}

/* --- what is worse ---------------------------------------------------------------------------- */

static gboolean is_drawn(SvgDocument *doc, SvgNode *node)
{
    return svg_node_contains(doc->root, node) && svg_index_bounds(doc, node);
}

/* A line that was at a shape, which may be gone. */
static gboolean came_off(const Comparison *comparison, const SvgFact *was)
{
    SvgDocument *doc = comparison->doc;
    SvgPoint ends[2];
    if (!is_drawn(doc, was->first)) {
        return FALSE;
    }
    if (is_drawn(doc, was->second)) {
        return svg_fact_distance(doc, was->first, was->second) >
               was->amount + CAME_OFF_PX * svg_px(doc);
    }
    return svg_line_ends(doc, was->first, ends) && (!svg_loose_shape_at(doc, was->first, ends[0]) ||
                                                    !svg_loose_shape_at(doc, was->first, ends[1]));
}

/* Words that were in a shape, which didn't move away by themselves. */
static gboolean sticks_out(const Comparison *comparison, const SvgFact *was)
{
    SvgDocument *doc = comparison->doc;
    double off = MAX(was->amount, 0) + WORSE_PX * svg_px(doc);
    return g_hash_table_contains(comparison->known, was->second) && is_drawn(doc, was->first) &&
           is_drawn(doc, was->second) && svg_fact_excess(doc, was->first, was->second) > off;
}

static gboolean is_lost(const Comparison *comparison, const SvgFact *was)
{
    return (was->kind == SVG_WORSE_CAME_OFF && came_off(comparison, was)) ||
           (was->kind == SVG_WORSE_STICKS_OUT && sticks_out(comparison, was));
}

static gboolean is_worse(const Comparison *comparison, const SvgFact *is)
{
    const SvgFact *was = svg_facts_find(&comparison->before, is);
    double farther = (was ? MAX(was->amount, 0) : 0) + WORSE_PX * svg_px(comparison->doc);
    switch ((guint)is->kind) {
    case SVG_WORSE_CAME_OFF:
        return FALSE; /* that a line ends at something */
    case SVG_WORSE_STICKS_OUT:
    case SVG_WORSE_OFF_PAGE:
        return is->amount > farther;
    default:
        return !was;
    }
}

static gboolean is_told(const GPtrArray *worse, const SvgWorse *one)
{
    for (guint i = 0; i < worse->len; i++) {
        const SvgWorse *told = worse->pdata[i];
        gboolean same =
            g_str_equal(told->first, one->first) && g_strcmp0(told->second, one->second) == 0;
        gboolean turned =
            g_strcmp0(told->second, one->first) == 0 && g_strcmp0(told->first, one->second) == 0;
        if (same || turned) {
            return TRUE;
        }
    }
    return FALSE;
}

static void tell(const Comparison *comparison, const SvgFact *fact, GPtrArray *worse)
{
    SvgDocument *doc = comparison->doc;
    SvgScene *scene = svg_scene_of(doc);
    SvgNode *first = svg_scene_known_as(scene, fact->first);
    SvgNode *second = fact->second && is_drawn(doc, fact->second)
                          ? svg_scene_known_as(scene, fact->second)
                          : fact->second;
    SvgWorse one = {fact->kind, (char *)svg_node_id(doc, first),
                    second ? (char *)svg_node_id(doc, second) : NULL, SVG_BOX_EMPTY};
    gboolean own = first == second && fact->kind != SVG_WORSE_STICKS_OUT;
    if (first == second) { /* words are named by themselves then */
        one.first = (char *)svg_node_id(doc, fact->first);
    }
    if (!own && !is_told(worse, &one)) {
        SvgWorse *told = g_new(SvgWorse, 1);
        *told = (SvgWorse){one.kind, g_strdup(one.first), g_strdup(one.second),
                           svg_node_box(doc, first)};
        g_ptr_array_add(worse, told);
    }
}

static int by_kind(gconstpointer a, gconstpointer b)
{
    const SvgFact *left = *(const SvgFact *const *)a, *right = *(const SvgFact *const *)b;
    return (left->kind > right->kind) - (left->kind < right->kind);
}

static GPtrArray *find_worse(const Comparison *comparison, const SvgFacts *now, guint most)
{
    GPtrArray *worse = g_ptr_array_new_with_free_func((GDestroyNotify)svg_worse_free);
    g_autoptr(GPtrArray) facts = g_ptr_array_new();
    for (guint i = 0; i < comparison->before.order->len; i++) {
        if (is_lost(comparison, comparison->before.order->pdata[i])) {
            g_ptr_array_add(facts, comparison->before.order->pdata[i]);
        }
    }
    for (guint i = 0; i < now->order->len; i++) {
        if (is_worse(comparison, now->order->pdata[i])) {
            g_ptr_array_add(facts, now->order->pdata[i]);
        }
    }
    g_ptr_array_sort(facts, by_kind);
    for (guint i = 0; i < facts->len && worse->len < most; i++) {
        tell(comparison, facts->pdata[i], worse);
    }
    return worse;
}

GPtrArray *svg_document_worse(SvgDocument *doc, guint depth, guint most)
{
    g_autoptr(GPtrArray) touched = g_ptr_array_new();
    g_autoptr(GPtrArray) leaves = g_ptr_array_new();
    g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
    Comparison comparison = {.doc = doc, .leaves = leaves, .known = known, .touched = touched};
    for (guint i = depth; i < doc->done->len; i++) {
        read_touched(doc->done->pdata[i], touched);
    }
    add_touched(&comparison);
    if (!svg_document_visit(doc, depth, read_before, &comparison)) {
        return g_ptr_array_new();
    }
    g_auto(SvgFacts) now = {0};
    svg_facts_read(&now, doc, leaves);
    GPtrArray *worse = find_worse(&comparison, &now, most);
    svg_facts_clear(&comparison.before);
    return worse;
}
