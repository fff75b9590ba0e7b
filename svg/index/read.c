/* Reads elements into the index. */
#include "geometry/bounds.h"
#include "index/ink.h"
#include "index/store.h"

typedef struct {
    SvgDocument *doc;
    struct _SvgIndex *index;
    const SvgBox *area; /* all that the index is for; NULL: everything */
    SvgBoundsFunc func; /* who reads along; may be NULL */
    gpointer data;
} Reading;

SvgIndexEntry *svg_index_find(const struct _SvgIndex *index, const SvgNode *node)
{
    if (node->place >= index->entries->len) {
        return NULL;
    }
    SvgIndexEntry *entry = svg_index_entry(index, node->place);
    return entry->drawn.node == node && !entry->dead ? entry : NULL;
}

static SvgIndexEntry *add_entry(struct _SvgIndex *index, SvgNode *node)
{
    SvgIndexEntry entry = {.drawn = {.node = node}, .order = index->entries->len};
    node->place = index->entries->len;
    g_array_append_val(index->entries, entry);
    index->ordered = FALSE;
    return svg_index_entry(index, node->place);
}

/* A box that is in the tree stays there, overtaken; what counts is the loose one. */
static void place_item(struct _SvgIndex *index, guint place)
{
    SvgIndexEntry *entry = svg_index_entry(index, place);
    SvgRtreeItem item = {entry->drawn.ink, place};
    entry->in_tree = FALSE;
    if (entry->loose) {
        g_array_index(index->loose, SvgRtreeItem, entry->loose - 1) = item;
    } else {
        g_array_append_val(index->loose, item);
        entry->loose = index->loose->len;
    }
}

static gboolean is_plain(const SvgDocument *doc, const SvgNode *node, const SvgStyle *style)
{
    return (svg_node_is(node, SVG_TAG_IS_GROUP) || node == doc->root) && !style->clip_path &&
           !style->mask && !style->filter;
}

static void read_entry(const Reading *reading, SvgNode *node, const SvgBounds *bounds,
                       const SvgStyle *style, SvgMatrix matrix)
{
    struct _SvgIndex *index = reading->index;
    SvgIndexEntry *entry = svg_index_find(index, node);
    if (!entry) {
        entry = add_entry(index, node);
    }
    SvgBox ink = entry->drawn.ink;
    gboolean leaf = svg_ink_is_leaf(node);
    index->folds -= entry->drawn.fold != SVG_FOLD_NONE;
    entry->drawn.bounds = *bounds;
    svg_ink_read(reading->doc, style, matrix, &entry->drawn);
    index->folds += entry->drawn.fold != SVG_FOLD_NONE;
    if (entry->drawn.stroke > 0) {
        index->thinnest = MIN(index->thinnest, (double)entry->drawn.stroke);
    }
    entry->parent = node->parent;
    node->written = 0; /* what comes now is another state: an array of its own tells */
    entry->attrs = node->attrs;
    entry->n_attrs = node->n_attrs;
    entry->pass = index->pass;
    entry->stale = FALSE;
    entry->plain = !leaf && is_plain(reading->doc, node, style);
    gboolean item = leaf || (entry->drawn.whole && svg_node_tag(node) != SVG_TAG_SWITCH);
    gboolean placed = entry->in_tree || entry->loose;
    if (item ? !placed || !svg_box_equal(ink, entry->drawn.ink) : placed) {
        entry->drawn.ink = item ? entry->drawn.ink : SVG_BOX_EMPTY;
        place_item(index, node->place);
    }
}

/* Nothing of it shows in the area, whoever refers to it. */
static gboolean is_elsewhere(const Reading *reading, SvgNode *node, const SvgBounds *bounds,
                             const SvgStyle *style, SvgMatrix matrix)
{
    SvgDrawn drawn = {.node = node, .bounds = *bounds};
    if (!reading->area || !svg_ink_is_leaf(node)) {
        return FALSE;
    }
    svg_ink_read(reading->doc, style, matrix, &drawn);
    return drawn.fold == SVG_FOLD_NONE && !svg_box_touches(drawn.ink, *reading->area);
}

static void read_one(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style,
                     SvgMatrix matrix, const SvgTrail *trail, gpointer data)
{
    const Reading *reading = data;
    if (!is_elsewhere(reading, node, bounds, style, matrix)) {
        read_entry(reading, node, bounds, style, matrix);
    }
    if (reading->func) {
        reading->func(node, bounds, style, matrix, trail, reading->data);
    }
}

void svg_index_kill(struct _SvgIndex *index, SvgNode *node)
{
    SvgIndexEntry *entry = svg_index_find(index, node);
    if (!entry) {
        return;
    }
    index->folds -= entry->drawn.fold != SVG_FOLD_NONE;
    entry->dead = TRUE;
    entry->in_tree = FALSE;
    index->dead++;
}

void svg_index_read(SvgDocument *doc, struct _SvgIndex *index, SvgNode *top)
{
    Reading reading = {.doc = doc, .index = index};
    index->pass++;
    svg_node_each_bounds(doc, top, read_one, &reading);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        const SvgIndexEntry *entry = svg_index_find(index, node);
        if (entry && entry->pass != index->pass) {
            svg_index_kill(index, node);
        }
    }
}

/* --- the whole document ----------------------------------------------------------------------- */

static gboolean depends_on_language(const SvgNode *node)
{
    return node->name && svg_node_attr(node, "systemLanguage");
}

gboolean svg_index_is_special(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_STYLE || depends_on_language(node);
}

static void read_sheet(struct _SvgIndex *index, SvgNode *node)
{
    g_autofree char *css = svg_node_text(node);
    SvgSheetFacts facts = svg_sheet_facts(css);
    index->siblings = index->siblings || facts.siblings;
    index->effects = index->effects || facts.effects;
    g_ptr_array_add(index->sheets, node);
}

static void scan(SvgDocument *doc, struct _SvgIndex *index)
{
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        index->uncut = index->uncut || node->foreign || depends_on_language(node);
        if (svg_node_tag(node) == SVG_TAG_STYLE) {
            read_sheet(index, node);
        }
    }
}

struct _SvgIndex *svg_index_read_all(SvgDocument *doc, const SvgBox *area, SvgBoundsFunc func,
                                     gpointer data)
{
    struct _SvgIndex *index = g_new0(struct _SvgIndex, 1);
    index->thinnest = G_MAXDOUBLE;
    Reading reading = {doc, index, area, func, data};
    guint n = area ? 0 : doc->n_elements; /* elements that are elsewhere have no entry */
    index->entries = svg_memory_array_new(sizeof(SvgIndexEntry), n);
    index->loose = svg_memory_array_new(sizeof(SvgRtreeItem), n);
    index->touched = g_hash_table_new(NULL, NULL);
    index->sheets = g_ptr_array_new();
    scan(doc, index);
    svg_document_each_bounds_for(doc, area, read_one, &reading);
    /* Elements come one after the other, those around them later: that is as good an order. */
    index->ordered = TRUE;
    return index;
}

void svg_index_free(gpointer data)
{
    struct _SvgIndex *index = data;
    if (!index) {
        return;
    }
    g_array_unref(index->entries);
    g_array_unref(index->loose);
    g_hash_table_unref(index->touched);
    g_ptr_array_unref(index->sheets);
    svg_rtree_free(index->tree);
    g_free(index);
}
