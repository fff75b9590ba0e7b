/* Which element of one state of a drawing is which of another. */
#include "merge/match.h"

#include "document/ids.h"
#include "merge/same.h"

/* --- pairs ------------------------------------------------------------------------------------ */

static void pair(SvgMatch *match, SvgNode *base, SvgNode *other)
{
    g_hash_table_insert(match->there, base, other);
    g_hash_table_insert(match->back, other, base);
}

SvgNode *svg_match_there(const SvgMatch *match, const SvgNode *base)
{
    return g_hash_table_lookup(match->there, base);
}

SvgNode *svg_match_back(const SvgMatch *match, const SvgNode *other)
{
    return g_hash_table_lookup(match->back, other);
}

static gboolean is_in_text(const SvgNode *node)
{
    return node->parent && svg_node_is(node->parent, SVG_TAG_IS_TEXT);
}

/* What has the id may be drawn by another element now; but a part of a text, to which an editor has
 * given an id that is free in its drawing, was never anything else. */
static gboolean may_be_one(const SvgNode *node, const SvgNode *there)
{
    return (svg_node_owns_id(node) || node->name->tag == there->name->tag) &&
           is_in_text(node) == is_in_text(there);
}

/* Foreign elements are what an entity says, each time it is written. */
static void pair_by_id(SvgMatch *match, SvgDocument *base, SvgDocument *other)
{
    SvgNode *top = svg_document_root(base);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        SvgNode *there = node->name && node != top && !node->foreign && node->id
                             ? svg_document_owner(other, node->id)
                             : NULL;
        if (there && there != svg_document_root(other) && !there->foreign &&
            may_be_one(node, there)) {
            pair(match, node, there);
        }
    }
}

/* What holds the same parts is the same text, whatever it is called now. */
static void pair_by_parts(SvgMatch *match, SvgDocument *base)
{
    SvgNode *top = svg_document_root(base);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        SvgNode *part = node, *there = svg_match_there(match, node);
        while (there && is_in_text(part) && is_in_text(there) &&
               part->parent->name->tag == there->parent->name->tag &&
               !svg_match_there(match, part->parent) && !svg_match_back(match, there->parent)) {
            part = part->parent;
            there = there->parent;
            pair(match, part, there);
        }
    }
}

/* --- by what they are ------------------------------------------------------------------------- */

static gboolean has_attrs_of(const SvgNode *a, const SvgNode *b)
{
    gboolean same = TRUE;
    for (guint i = 0; same && i < a->n_attrs; i++) {
        const char *name = a->attrs[i].name->str, *value = a->attrs[i].value;
        const char *other = svg_node_attr(b, name);
        same = !svg_is_merged(name) || svg_same_value(name, value, other);
    }
    return same;
}

/* What editors keep for themselves says nothing of the drawing. */
static guint n_said(const SvgNode *node)
{
    guint n = 0;
    for (guint i = 0; i < node->n_attrs; i++) {
        const char *name = node->attrs[i].name->str;
        n += svg_is_merged(name) && !g_str_has_prefix(name, "inkscape:") &&
             !g_str_has_prefix(name, "sodipodi:") && !g_str_equal(name, "xml:space");
    }
    return n;
}

gboolean svg_match_says_same(const SvgNode *base, const SvgNode *other)
{
    return g_str_equal(base->name->str, other->name->str) && has_attrs_of(base, other) &&
           n_said(base) == n_said(other);
}

static gboolean is_same(const SvgNode *base, const SvgNode *other)
{
    g_autofree char *text = svg_own_text(base), *other_text = svg_own_text(other);
    return g_str_equal(text, other_text) && svg_match_says_same(base, other);
}

gboolean svg_match_is_alike(SvgNode *a, SvgNode *b)
{
    SvgNode *at = a, *other = b;
    while (at && other) {
        gboolean same = (!at->name || !other->name) ? at->name == other->name : is_same(at, other);
        if (!same) {
            return FALSE;
        }
        at = svg_node_walk(a, at, FALSE);
        other = svg_node_walk(b, other, FALSE);
    }
    return !at && !other;
}

/* Two groups that say nothing of themselves aren't the same. */
static gboolean is_same_itself(SvgNode *a, SvgNode *b)
{
    return is_same(a, b) && (!svg_node_owns_id(a) || n_said(a) > 0);
}

/* One whose name was its id would have it still. */
static gboolean is_similar(SvgNode *a, SvgNode *b)
{
    guint n = 0, same = 0;
    for (guint i = 0; i < a->n_attrs; i++) {
        const char *name = a->attrs[i].name->str;
        n += svg_is_merged(name);
        same +=
            svg_is_merged(name) && svg_same_value(name, a->attrs[i].value, svg_node_attr(b, name));
    }
    return g_str_equal(a->name->str, b->name->str) && !svg_node_owns_id(a) && 2 * same >= n;
}

/* From the surest to the least. Each is looked for near where the last one was found. */
static gboolean (*const likenesses[])(SvgNode *, SvgNode *) = {svg_match_is_alike, is_same_itself,
                                                               is_similar};

#define LOOKED_AT 64 /* elements that are compared with one */

static SvgNode *next_free(GHashTable *paired, SvgNode *node)
{
    while (node && (node->foreign || g_hash_table_contains(paired, node))) {
        node = svg_node_next_element(node);
    }
    return node;
}

static void pair_children(SvgMatch *match, SvgNode *base, SvgNode *other,
                          gboolean (*like)(SvgNode *, SvgNode *))
{
    SvgNode *from = next_free(match->back, svg_node_first_element(other));
    for (SvgNode *node = next_free(match->there, svg_node_first_element(base)); node && from;
         node = next_free(match->there, svg_node_next_element(node))) {
        guint n = 0;
        SvgNode *at = from;
        while (at && n < LOOKED_AT && !like(node, at)) {
            at = next_free(match->back, svg_node_next_element(at));
            n++;
        }
        if (at && n < LOOKED_AT) {
            pair(match, node, at);
            from = next_free(match->back, at);
        }
    }
}

static void pair_by_likeness(SvgMatch *match, SvgDocument *base)
{
    SvgNode *top = svg_document_root(base);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        SvgNode *there = svg_match_there(match, node);
        for (gsize i = 0; there && i < G_N_ELEMENTS(likenesses); i++) {
            pair_children(match, node, there, likenesses[i]);
        }
    }
}

/* --- places ----------------------------------------------------------------------------------- */

static GHashTable *number_all(SvgDocument *doc)
{
    GHashTable *numbers = g_hash_table_new(NULL, NULL);
    SvgNode *top = svg_document_root(doc);
    guint n = 0;
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        g_hash_table_insert(numbers, node, GUINT_TO_POINTER(n++));
    }
    return numbers;
}

/* A child, and by which one of `least` it is the last of the longest run. */
typedef struct {
    SvgNode *node;
    guint number;
    int before; /* index of the one before it in that run; -1 = none */
} Place;

/* The first of the runs (index into `places`) that ends with no less than `number`. */
static guint find_run(const GArray *runs, const Place *places, guint number)
{
    guint low = 0, high = runs->len;
    while (low < high) {
        guint middle = (low + high) / 2;
        if (places[g_array_index(runs, guint, middle)].number < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Of children in their order, all are moved but the longest run that is in the order of the base.
 */
static void mark_moved(SvgMatch *match, Place *places, guint n)
{
    g_autoptr(GArray) runs = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < n; i++) {
        guint at = find_run(runs, places, places[i].number);
        places[i].before = at ? (int)g_array_index(runs, guint, at - 1) : -1;
        g_array_set_size(runs, MAX(runs->len, at + 1));
        g_array_index(runs, guint, at) = i;
    }
    g_autoptr(GHashTable) kept = g_hash_table_new(NULL, NULL);
    int at = runs->len ? (int)g_array_index(runs, guint, runs->len - 1) : -1;
    for (; at >= 0; at = places[at].before) {
        g_hash_table_add(kept, places[at].node);
    }
    for (guint i = 0; i < n; i++) {
        if (!g_hash_table_contains(kept, places[i].node)) {
            g_hash_table_add(match->moved, places[i].node);
        }
    }
}

static void find_moved_in(SvgMatch *match, GHashTable *numbers, const SvgNode *parent)
{
    const SvgNode *base = svg_match_back(match, parent);
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(Place));
    for (SvgNode *child = svg_node_first_element(parent); child;
         child = svg_node_next_element(child)) {
        SvgNode *was = svg_match_back(match, child);
        if (was && was->parent != base) {
            g_hash_table_add(match->moved, child);
        } else if (was) {
            guint number = GPOINTER_TO_UINT(g_hash_table_lookup(numbers, was));
            g_array_append_val(places, ((Place){child, number, -1}));
        }
    }
    if (places->len) {
        mark_moved(match, &g_array_index(places, Place, 0), places->len);
    }
}

static void find_moved(SvgMatch *match, SvgDocument *base, SvgDocument *other)
{
    g_autoptr(GHashTable) numbers = number_all(base);
    SvgNode *top = svg_document_root(other);
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name) {
            find_moved_in(match, numbers, node);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

SvgMatch *svg_match_new(SvgDocument *base, SvgDocument *other)
{
    SvgMatch *match = g_new0(SvgMatch, 1);
    match->there = g_hash_table_new(NULL, NULL);
    match->back = g_hash_table_new(NULL, NULL);
    match->moved = g_hash_table_new(NULL, NULL);
    svg_ids_derive(base);
    pair(match, svg_document_root(base), svg_document_root(other));
    pair_by_id(match, base, other);
    pair_by_parts(match, base);
    pair_by_likeness(match, base);
    find_moved(match, base, other);
    return match;
}

void svg_match_free(SvgMatch *match)
{
    if (match) {
        g_hash_table_unref(match->there);
        g_hash_table_unref(match->back);
        g_hash_table_unref(match->moved);
        g_free(match);
    }
}
