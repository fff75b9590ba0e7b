/* Paint order among siblings. */
#include "edit/effects.h"
#include "edit/follow.h"

static gint by_position(gconstpointer a, gconstpointer b)
{
    const SvgNode *left = *(SvgNode *const *)a, *right = *(SvgNode *const *)b;
    return left->seen < right->seen ? -1 : left->seen > right->seen;
}

void svg_nodes_sort(SvgDocument *doc, GPtrArray *nodes)
{
    for (SvgNode *node = doc->root; node; node = svg_node_walk(doc->root, node, FALSE)) {
        node->seen = svg_document_next_mark(doc);
    }
    g_ptr_array_sort(nodes, by_position);
}

GHashTable *svg_nodes_set(const GPtrArray *nodes)
{
    GHashTable *set = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < nodes->len; i++) {
        g_hash_table_add(set, nodes->pdata[i]);
    }
    return set;
}

/* A shape's label is drawn right above it and goes with it. */
static GPtrArray *with_labels(SvgEdit *edit, const GPtrArray *shapes)
{
    GPtrArray *nodes = g_ptr_array_new();
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < shapes->len; i++) {
        g_autoptr(GPtrArray) labels = svg_node_labels(edit, shapes->pdata[i]);
        g_ptr_array_insert(labels, 0, shapes->pdata[i]);
        for (guint k = 0; k < labels->len; k++) {
            if (g_hash_table_add(seen, labels->pdata[k])) {
                g_ptr_array_add(nodes, labels->pdata[k]);
            }
        }
    }
    return nodes;
}

GPtrArray *svg_edit_find_whole(SvgEdit *edit, const char *const *ids, GError **error)
{
    g_autoptr(GPtrArray) shapes = svg_edit_find_all(edit, ids, error);
    GPtrArray *nodes = shapes ? with_labels(edit, shapes) : NULL;
    if (nodes) {
        svg_nodes_sort(edit->doc, nodes);
        svg_edit_keep_locked(edit, nodes);
        svg_follow_settle_near(edit->doc, nodes);
    }
    return nodes;
}

static gboolean is_drawn(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_RENDERED);
}

/* The first sibling that draws something: definitions and metadata stay in front of it. */
static SvgNode *first_drawn(const SvgNode *parent)
{
    SvgNode *node = svg_node_first_element(parent);
    while (node && !is_drawn(node)) {
        node = svg_node_next_element(node);
    }
    return node;
}

/* --- groups that are one thing ---------------------------------------------------------------- */

/* All that the group draws is among them, and it may be moved: a shape with its words, as many
 * programs write it. A layer stays where it is. */
static gboolean is_whole(SvgEdit *edit, SvgNode *group, GHashTable *nodes)
{
    if (svg_node_tag(group) != SVG_TAG_G || svg_node_attr(group, "inkscape:groupmode") ||
        !group->parent || !svg_edit_allows(edit, group, NULL)) {
        return FALSE;
    }
    for (SvgNode *at = svg_node_first_element(group); at; at = svg_node_next_element(at)) {
        if (is_drawn(at) && !g_hash_table_contains(nodes, at)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* One step up; NULL when there is none. */
static GPtrArray *step_up(SvgEdit *edit, const GPtrArray *nodes)
{
    g_autoptr(GPtrArray) up = g_ptr_array_new();
    g_autoptr(GHashTable) known = svg_nodes_set(nodes);
    gboolean any = FALSE;
    for (guint i = 0; i < nodes->len; i++) {
        SvgNode *node = nodes->pdata[i];
        gboolean whole = is_whole(edit, node->parent, known);
        node = whole ? node->parent : node;
        any |= whole;
        if (up->len == 0 || up->pdata[up->len - 1] != node) {
            g_ptr_array_add(up, node);
        }
    }
    return any ? g_steal_pointer(&up) : NULL;
}

/* Groups in place of all that is in them. */
static GPtrArray *whole_groups(SvgEdit *edit, const GPtrArray *nodes)
{
    GPtrArray *wholes = g_ptr_array_copy((GPtrArray *)nodes, NULL, NULL);
    for (GPtrArray *up; (up = step_up(edit, wholes)) != NULL;) {
        g_ptr_array_unref(wholes);
        wholes = up;
    }
    return wholes;
}

static SvgNode *drawn_beside(const SvgNode *node, gboolean above)
{
    do {
        node = above ? node->next : node->prev;
    } while (node && !is_drawn(node));
    return (SvgNode *)node;
}

static void move_to_end(SvgEdit *edit, SvgNode *node, gboolean front)
{
    svg_splice_move(edit->doc, node, node->parent, front ? NULL : first_drawn(node->parent));
    SvgNode *beside = drawn_beside(node, !front);
    if (beside) {
        svg_expect_order(edit, node, front, beside);
    }
}

static gboolean reorder(SvgEdit *edit, const char *const *ids, gboolean front, GError **error)
{
    g_autoptr(GPtrArray) shapes = svg_edit_find_whole(edit, ids, error);
    if (!shapes) {
        return FALSE;
    }
    g_autoptr(GPtrArray) nodes = whole_groups(edit, shapes);
    g_autoptr(GHashTable) moved = svg_nodes_set(nodes);
    for (guint i = 0; i < nodes->len; i++) {
        SvgNode *node = nodes->pdata[front ? i : nodes->len - 1 - i];
        if (!svg_locks_allow_children(edit->doc, node->parent, error)) {
            return FALSE;
        }
        move_to_end(edit, node, front);
    }
    for (guint i = 0; i < shapes->len; i++) {
        gboolean itself = g_hash_table_contains(moved, shapes->pdata[i]);
        (itself ? svg_edit_changed : svg_edit_touched)(edit, shapes->pdata[i]);
    }
    return TRUE;
}

gboolean svg_edit_bring_to_front(SvgEdit *edit, const char *const *ids, GError **error)
{
    return reorder(edit, ids, TRUE, error);
}

gboolean svg_edit_send_to_back(SvgEdit *edit, const char *const *ids, GError **error)
{
    return reorder(edit, ids, FALSE, error);
}
