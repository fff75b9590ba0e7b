/* Questions to the index. */
#include "index/index.h"

#include "geometry/bounds.h"
#include "index/ink.h"
#include "index/store.h"

/* The loose boxes are looked at one by one until that has cost as much as making a tree of all. */
#define TREE_PAYS(n) (4096 + 8 * (guint64)(n))

static void touched(gpointer kept, SvgNode *node)
{
    const struct _SvgIndex *index = kept;
    g_hash_table_add(index->touched, node);
}

/* Of an element with another id, it isn't known who referred to the old one. */
static const SvgKeeper keeper = {
    .free = svg_index_free, .forget = SVG_FORGET_RENAMED, .touched = touched};

struct _SvgIndex *svg_index_current(SvgDocument *doc)
{
    struct _SvgIndex *index = svg_kept(doc, &keeper);
    if (index && svg_index_refresh(doc, index)) {
        return index;
    }
    svg_index_drop(doc);
    return svg_keep(doc, &keeper, svg_index_read_all(doc, NULL, NULL, NULL));
}

gboolean svg_index_is_made(SvgDocument *doc)
{
    return svg_kept(doc, &keeper) != NULL;
}

void svg_index_make_for(SvgDocument *doc, const SvgBox *area, SvgBoundsFunc func, gpointer data)
{
    g_return_if_fail(!svg_index_is_made(doc));
    svg_keep(doc, &keeper, svg_index_read_all(doc, area, func, data));
}

void svg_index_drop(SvgDocument *doc)
{
    svg_keep(doc, &keeper, NULL);
}

/* --- bounds ----------------------------------------------------------------------------------- */

/* Depth: that of the document, SVG_MAX_DEPTH. */
static void renew(SvgDocument *doc, struct _SvgIndex *index, SvgIndexEntry *entry)
{
    SvgBounds sum = SVG_BOUNDS_EMPTY;
    if (!entry->plain) {
        sum = svg_node_bounds(doc, entry->drawn.node);
    } else {
        for (SvgNode *at = svg_node_first_element(entry->drawn.node); at;
             at = svg_node_next_element(at)) {
            SvgIndexEntry *child = svg_index_find(index, at);
            if (child && child->stale) {
                renew(doc, index, child);
            }
            sum = child ? svg_bounds_union(sum, child->drawn.bounds) : sum;
        }
    }
    entry->drawn.bounds = sum;
    entry->stale = FALSE;
}

const SvgDrawn *svg_index_drawn(SvgDocument *doc, SvgNode *node)
{
    const SvgIndexEntry *entry = svg_index_find(svg_index_current(doc), node);
    return entry ? &entry->drawn : NULL;
}

const SvgBounds *svg_index_bounds(SvgDocument *doc, SvgNode *node)
{
    struct _SvgIndex *index = svg_index_current(doc);
    SvgIndexEntry *entry = svg_index_find(index, node);
    if (entry && entry->stale) {
        renew(doc, index, entry);
    }
    return entry ? &entry->drawn.bounds : NULL;
}

/* --- order ------------------------------------------------------------------------------------ */

static void number(SvgDocument *doc, struct _SvgIndex *index)
{
    guint32 n = 0;
    for (SvgNode *at = doc->root; at; at = svg_node_walk(doc->root, at, FALSE)) {
        SvgIndexEntry *entry = at->name ? svg_index_find(index, at) : NULL;
        if (entry) {
            entry->order = n++;
        }
    }
    index->ordered = TRUE;
}

static int by_order(gconstpointer a, gconstpointer b, gpointer data)
{
    guint32 x = svg_index_entry(data, *(const guint32 *)a)->order;
    guint32 y = svg_index_entry(data, *(const guint32 *)b)->order;
    return (x > y) - (x < y);
}

/* --- areas ------------------------------------------------------------------------------------ */

static void make_tree(struct _SvgIndex *index)
{
    g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(SvgRtreeItem));
    for (guint i = 0; i < index->entries->len; i++) {
        SvgIndexEntry *entry = svg_index_entry(index, i);
        gboolean item = !entry->dead && (entry->in_tree || entry->loose);
        entry->loose = 0;
        entry->in_tree = item && !svg_box_is_empty(entry->drawn.ink);
        if (entry->in_tree) {
            SvgRtreeItem added = {entry->drawn.ink, i};
            g_array_append_val(items, added);
        }
    }
    svg_rtree_free(index->tree);
    index->tree = svg_rtree_new((SvgRtreeItem *)(void *)items->data, items->len);
    g_array_set_size(index->loose, 0);
    index->looked = 0;
}

static void look_at_loose(struct _SvgIndex *index, SvgBox area, GArray *out)
{
    for (guint i = 0; i < index->loose->len; i++) {
        const SvgRtreeItem *item = &g_array_index(index->loose, SvgRtreeItem, i);
        if (svg_box_touches(item->box, area) && !svg_index_entry(index, item->value)->dead) {
            g_array_append_val(out, item->value);
        }
    }
    index->looked += index->loose->len;
}

static void look_in_tree(const struct _SvgIndex *index, SvgBox area, GArray *out)
{
    guint n = 0;
    svg_rtree_touching(index->tree, area, out);
    for (guint i = 0; i < out->len; i++) {
        guint32 place = g_array_index(out, guint32, i);
        if (svg_index_entry(index, place)->in_tree) {
            g_array_index(out, guint32, n++) = place;
        }
    }
    g_array_set_size(out, n);
}

/* Places of the entries whose ink touches, in document order. */
static GArray *search(SvgDocument *doc, struct _SvgIndex *index, SvgBox area)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(guint32));
    if (index->looked > TREE_PAYS(index->entries->len)) {
        make_tree(index);
    }
    if (!index->ordered) {
        number(doc, index);
    }
    if (index->tree) {
        look_in_tree(index, area, places);
    }
    look_at_loose(index, area, places);
    g_array_sort_with_data(places, by_order, index);
    return places;
}

GPtrArray *svg_index_painting(SvgDocument *doc, SvgBox area)
{
    struct _SvgIndex *index = svg_index_current(doc);
    g_autoptr(GArray) places = search(doc, index, area);
    GPtrArray *out = g_ptr_array_sized_new(places->len);
    for (guint i = 0; i < places->len; i++) {
        g_ptr_array_add(out, svg_index_entry(index, g_array_index(places, guint32, i))->drawn.node);
    }
    return out;
}

GPtrArray *svg_index_touching(SvgDocument *doc, SvgBox area)
{
    struct _SvgIndex *index = svg_index_current(doc);
    g_autoptr(GArray) places = search(doc, index, area);
    GPtrArray *out = g_ptr_array_new();
    for (guint i = 0; i < places->len; i++) {
        const SvgDrawn *drawn = &svg_index_entry(index, g_array_index(places, guint32, i))->drawn;
        if (svg_ink_is_leaf(drawn->node) && svg_box_touches(drawn->bounds.visual, area)) {
            g_ptr_array_add(out, drawn->node);
        }
    }
    return out;
}

GPtrArray *svg_index_at(SvgDocument *doc, SvgPoint point)
{
    GPtrArray *out = svg_index_touching(doc, (SvgBox){point.x, point.y, 0, 0});
    for (guint i = 0; i < out->len / 2; i++) {
        gpointer other = out->pdata[out->len - 1 - i];
        out->pdata[out->len - 1 - i] = out->pdata[i];
        out->pdata[i] = other;
    }
    return out;
}

/* --- for pictures ----------------------------------------------------------------------------- */

const GPtrArray *svg_index_sheets(SvgDocument *doc)
{
    const struct _SvgIndex *index = svg_index_current(doc);
    return index->siblings || index->effects || index->uncut ? NULL : index->sheets;
}

gboolean svg_index_has_folds(SvgDocument *doc)
{
    const struct _SvgIndex *index = svg_index_current(doc);
    return index->folds > 0 && !index->effects;
}

gboolean svg_index_has_thinner(SvgDocument *doc, double width)
{
    return svg_index_current(doc)->thinnest < width;
}

static int nodes_by_order(gconstpointer a, gconstpointer b, gpointer data)
{
    const SvgIndexEntry *x = svg_index_find(data, *(SvgNode *const *)a);
    const SvgIndexEntry *y = svg_index_find(data, *(SvgNode *const *)b);
    return (x->order > y->order) - (x->order < y->order);
}

void svg_index_sort(SvgDocument *doc, GPtrArray *nodes)
{
    struct _SvgIndex *index = svg_index_current(doc);
    if (!index->ordered) {
        number(doc, index);
    }
    g_ptr_array_sort_with_data(nodes, nodes_by_order, index);
}
