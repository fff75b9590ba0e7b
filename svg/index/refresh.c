/* What an edit can have changed.
 *
 * A touched node changes the boxes in its subtree, of what refers to it or to something it is in,
 * of what shares a filter with it, and of what is around those. Where that isn't all, everything is
 * read again. */
#include "document/refs.h"
#include "geometry/bounds.h"
#include "index/ink.h"
#include "index/store.h"

#include <math.h>

/* Reading one element takes the styles of those around it too: so many cost as much as all. */
#define MANY(n) (64 + (n) / 8)

typedef struct {
    SvgDocument *doc;
    struct _SvgIndex *index;
    GPtrArray *queue; /* SvgNode to read again */
    GHashTable *queued;
} Refresh;

/* --- kinds of places -------------------------------------------------------------------------- */

static gboolean is_text_content(const SvgNode *node)
{
    return node && svg_node_is(node, SVG_TAG_IS_TEXT);
}

/* No box depends on it, nor on what is in it. */
static gboolean is_idle(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_IDLE);
}

static gboolean is_in_idle(const SvgNode *node)
{
    for (; node; node = node->parent) {
        if (is_idle(node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* It, and all it is in, are elements that draw: so it is drawn, or hidden. */
static gboolean is_among_drawn(const SvgNode *node)
{
    if (!svg_node_is(node, SVG_TAG_IS_RENDERED)) {
        return FALSE;
    }
    for (node = node->parent; node; node = node->parent) {
        if (!svg_node_is(node, SVG_TAG_IS_CONTAINER)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* The outermost one of it and those around it whose box or choice isn't just its children's; NULL
 * if there is none. */
static SvgNode *whole_of(const Refresh *refresh, SvgNode *node)
{
    SvgNode *whole = NULL;
    for (; node; node = node->parent) {
        const SvgIndexEntry *entry = svg_index_find(refresh->index, node);
        if (svg_node_tag(node) == SVG_TAG_SWITCH || (entry && entry->drawn.whole)) {
            whole = node;
        }
    }
    return whole;
}

/* The element to read for a change in `node`: the text it is part of, then what is whole around it.
 */
static SvgNode *unit_of(const Refresh *refresh, SvgNode *node)
{
    while (is_text_content(node->parent)) {
        node = node->parent;
    }
    SvgNode *whole = whole_of(refresh, node->parent);
    return whole ? whole : node;
}

/* --- what is to be read again ----------------------------------------------------------------- */

static gboolean add(Refresh *refresh, SvgNode *node)
{
    if (is_in_idle(node)) {
        return TRUE;
    }
    SvgNode *unit = unit_of(refresh, node);
    if (!is_among_drawn(unit)) {
        return FALSE;
    }
    if (g_hash_table_add(refresh->queued, unit)) {
        g_ptr_array_add(refresh->queue, unit);
    }
    return TRUE;
}

static gboolean add_all(Refresh *refresh, GPtrArray *nodes)
{
    gboolean good = TRUE;
    for (guint i = 0; i < nodes->len; i++) {
        good = good && add(refresh, nodes->pdata[i]);
    }
    g_ptr_array_unref(nodes);
    return good;
}

/* What refers to the element, or to one it is in. */
static gboolean add_referrers_around(Refresh *refresh, SvgNode *node)
{
    gboolean good = TRUE;
    for (; node && good; node = node->parent) {
        good = add_all(refresh, svg_refs_to_self(refresh->doc, node));
    }
    return good && refresh->queue->len < MANY(refresh->index->entries->len);
}

static gboolean add_referrers(Refresh *refresh, SvgNode *node)
{
    g_assert(node);
    return add_all(refresh, svg_refs_to(refresh->doc, node)) &&
           add_referrers_around(refresh, node->parent);
}

/* --- filters ---------------------------------------------------------------------------------- */

typedef struct {
    Refresh *refresh;
    gboolean good;
} Sharing;

/* The one more is for who has just come or gone. */
static void add_sharers_of(const char *id, gpointer data)
{
    Sharing *sharing = data;
    Refresh *refresh = sharing->refresh;
    SvgNode *filter = svg_document_find(refresh->doc, id);
    if (!filter || svg_node_tag(filter) != SVG_TAG_FILTER) {
        return;
    }
    g_autoptr(GPtrArray) users = svg_refs_to_self(refresh->doc, filter);
    if (users->len <= SVG_FILTER_SHARING + 1) {
        sharing->good = add_all(refresh, g_steal_pointer(&users)) && sharing->good;
    }
}

/* What shares a filter with something in the subtree. */
static gboolean add_sharers(Refresh *refresh, SvgNode *top)
{
    Sharing sharing = {refresh, TRUE};
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name) {
            svg_refs_in_node(node, add_sharers_of, &sharing);
        }
    }
    return sharing.good;
}

/* What shared one with an element that had these attributes. */
static gboolean add_former_sharers(Refresh *refresh, const SvgAttr *attrs, guint n)
{
    Sharing sharing = {refresh, TRUE};
    for (guint i = 0; i < n; i++) {
        svg_refs_in_value(attrs[i].name, attrs[i].value, add_sharers_of, &sharing);
    }
    return sharing.good;
}

/* --- touched nodes ---------------------------------------------------------------------------- */

static const char *id_in(const SvgAttr *attrs, guint n)
{
    for (guint i = 0; i < n; i++) {
        if (g_str_equal(attrs[i].name->str, "id")) {
            return attrs[i].value;
        }
    }
    return NULL;
}

static gboolean holds_special(SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (svg_index_is_special(node)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void mark_stale(struct _SvgIndex *index, const SvgNode *node)
{
    for (; node; node = node->parent) {
        SvgIndexEntry *entry = svg_index_find(index, node);
        if (entry) {
            entry->stale = TRUE;
        }
    }
}

/* Something was taken out of it. */
static gboolean take_left(Refresh *refresh, SvgNode *old)
{
    gboolean there = svg_node_contains(refresh->doc->root, old);
    SvgNode *whole = there ? whole_of(refresh, old) : NULL;
    mark_stale(refresh->index, old);
    return add_referrers_around(refresh, old) && (!whole || add(refresh, whole));
}

/* It was taken out of what is drawn, or was never in it, as markers are, which others show. */
static gboolean take_gone(Refresh *refresh, SvgNode *node)
{
    const SvgIndexEntry *entry = svg_index_find(refresh->index, node);
    if (holds_special(node)) {
        return FALSE;
    }
    if (!entry) {
        return add_referrers(refresh, node);
    }
    SvgNode *old = entry->parent;
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        svg_index_kill(refresh->index, at);
    }
    return add_referrers(refresh, node) && take_left(refresh, old) && add_sharers(refresh, node);
}

static gboolean take_present(Refresh *refresh, SvgNode *node)
{
    const SvgIndexEntry *entry = svg_index_find(refresh->index, node);
    gboolean same = entry && entry->attrs == node->attrs && entry->parent == node->parent;
    if (same && !is_text_content(node) && !entry->drawn.whole) {
        refresh->index->ordered = FALSE; /* its neighbours, or its children, changed */
        return TRUE;
    }
    if (entry && entry->parent != node->parent && !take_left(refresh, entry->parent)) {
        return FALSE;
    }
    const char *id = entry ? id_in(entry->attrs, entry->n_attrs) : NULL;
    if (id && g_strcmp0(id, svg_node_attr(node, "id")) != 0) {
        return FALSE; /* it isn't known who referred to that; who refers to a first id is */
    }
    if (entry && !add_former_sharers(refresh, entry->attrs, entry->n_attrs)) {
        return FALSE;
    }
    return node->parent && (entry || !holds_special(node)) && add(refresh, node);
}

static gboolean take(Refresh *refresh, SvgNode *node)
{
    if (!svg_node_contains(refresh->doc->root, node)) {
        return take_gone(refresh, node);
    }
    if (!node->name) {
        node = node->parent;
    }
    SvgNode *whole = node;
    while (is_text_content(whole) && is_text_content(whole->parent)) {
        whole = whole->parent;
    }
    const SvgIndexEntry *entry = whole != node ? svg_index_find(refresh->index, node) : NULL;
    if (entry && entry->parent != node->parent && !take_gone(refresh, node)) {
        return FALSE; /* a text in a text isn't one */
    }
    node = whole;
    if (svg_index_is_special(node)) {
        return FALSE;
    }
    return is_in_idle(node) ? take_gone(refresh, node) : take_present(refresh, node);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Clear of all edges, by more than a union can have been rounded. */
static gboolean is_inside(SvgBox outer, SvgBox inner)
{
    double dx = 1e-9 * (fabs(outer.x) + outer.w), dy = 1e-9 * (fabs(outer.y) + outer.h);
    return svg_box_is_empty(inner) || (inner.x > outer.x + dx && inner.y > outer.y + dy &&
                                       inner.x + inner.w < outer.x + outer.w - dx &&
                                       inner.y + inner.h < outer.y + outer.h - dy);
}

/* `old` became `new` in `node`: what didn't reach the edge of the box around it isn't missed. */
static void update_around(struct _SvgIndex *index, const SvgNode *node, SvgBounds old,
                          SvgBounds new)
{
    for (node = node->parent; node; node = node->parent) {
        SvgIndexEntry *entry = svg_index_find(index, node);
        if (!entry) {
            continue;
        }
        SvgBounds before = entry->drawn.bounds;
        if (entry->stale || !entry->plain || !is_inside(before.geometric, old.geometric) ||
            !is_inside(before.visual, old.visual)) {
            mark_stale(index, node);
            return;
        }
        entry->drawn.bounds = svg_bounds_union(before, new);
        old = before;
        new = entry->drawn.bounds;
        if (svg_box_equal(old.geometric, new.geometric) && svg_box_equal(old.visual, new.visual)) {
            return;
        }
    }
}

static SvgBounds known_bounds(const struct _SvgIndex *index, const SvgNode *node)
{
    const SvgIndexEntry *entry = svg_index_find(index, node);
    return entry ? entry->drawn.bounds : SVG_BOUNDS_EMPTY;
}

static void read_again(Refresh *refresh, SvgNode *node)
{
    struct _SvgIndex *index = refresh->index;
    const SvgIndexEntry *entry = svg_index_find(index, node);
    gboolean stale = entry && entry->stale;
    SvgBounds old = known_bounds(index, node);
    svg_index_read(refresh->doc, index, node);
    if (stale) {
        mark_stale(index, node->parent);
    } else {
        update_around(index, node, old, known_bounds(index, node));
    }
}

static gboolean is_inside_queued(const Refresh *refresh, const SvgNode *node)
{
    for (node = node->parent; node; node = node->parent) {
        if (g_hash_table_contains(refresh->queued, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean refresh_touched(Refresh *refresh)
{
    GHashTableIter iter;
    gpointer node;
    g_hash_table_iter_init(&iter, refresh->index->touched);
    while (g_hash_table_iter_next(&iter, &node, NULL)) {
        if (!take(refresh, node)) {
            return FALSE;
        }
    }
    for (guint i = 0; i < refresh->queue->len; i++) {
        if (!add_referrers(refresh, refresh->queue->pdata[i]) ||
            !add_sharers(refresh, refresh->queue->pdata[i])) {
            return FALSE;
        }
    }
    for (guint i = 0; i < refresh->queue->len; i++) {
        if (!is_inside_queued(refresh, refresh->queue->pdata[i])) {
            read_again(refresh, refresh->queue->pdata[i]);
        }
    }
    return TRUE;
}

gboolean svg_index_refresh(SvgDocument *doc, struct _SvgIndex *index)
{
    guint n = index->entries->len;
    if (!g_hash_table_size(index->touched)) {
        return TRUE;
    }
    if (index->siblings || g_hash_table_size(index->touched) > MANY(n) ||
        index->dead > 64 + n / 2) {
        return FALSE;
    }
    Refresh refresh = {doc, index, g_ptr_array_new(), g_hash_table_new(NULL, NULL)};
    gboolean good = refresh_touched(&refresh);
    g_ptr_array_unref(refresh.queue);
    g_hash_table_unref(refresh.queued);
    g_hash_table_remove_all(index->touched);
    return good;
}
