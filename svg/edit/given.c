/* The shapes that a verb was given: found, free, and each once. */
#include "edit/edit_priv.h"
#include "edit/follow.h"
#include "edit/gap.h"
#include "edit/joint.h"
#include "edit/mask_gap.h"

#define MAX_TOLD 8 /* shapes beyond the scope that a note names */

gboolean svg_edit_allows(SvgEdit *edit, SvgNode *node, GError **error)
{
    return svg_locks_allow_change(edit->doc, node, error) && svg_scope_allows(edit, node, error);
}

SvgNode *svg_definition_of(SvgNode *node)
{
    while (node && !svg_node_is(node, SVG_TAG_IS_DEFINITION)) {
        node = node->parent;
    }
    return node;
}

SvgNode *svg_edit_find(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_document_find(edit->doc, id);
    if (!node) {
        /* The message with look-alikes is svg_document_shape()'s. */
        svg_shape_free(svg_document_shape(edit->doc, id, error));
        return NULL;
    }
    if (!svg_node_is(node, SVG_TAG_IS_RENDERED) || node == edit->doc->root) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" is a <%s>, not a shape", id,
                    node->name->str);
        return NULL;
    }
    SvgNode *definition = svg_definition_of(node);
    if (definition) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is part of the definition \"%s\" (<%s>), not of the drawing itself", id,
                    svg_node_id(edit->doc, definition), definition->name->str);
        return NULL;
    }
    return node;
}

SvgNode *svg_edit_find_free(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_edit_find(edit, id, error);
    if (!node || !svg_edit_allows(edit, node, error)) {
        return NULL;
    }
    svg_follow_prepare(edit->doc, node);
    svg_gaps_note(edit, node);
    svg_joints_note(edit, node);
    svg_mask_gaps_note(edit, node);
    return node;
}

/* Moving a group or a labelled shape moves what is in it and on it: that must not be moved again.
 */
static void drop_followers(SvgEdit *edit, GPtrArray *nodes)
{
    g_autoptr(GHashTable) listed = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) labels = g_hash_table_new(NULL, NULL);
    for (guint i = 0; nodes->len > 1 && i < nodes->len; i++) {
        g_autoptr(GPtrArray) own = svg_node_labels(edit, nodes->pdata[i]);
        g_hash_table_add(listed, nodes->pdata[i]);
        for (guint k = 0; k < own->len; k++) {
            g_hash_table_add(labels, own->pdata[k]);
        }
    }
    for (guint i = nodes->len; nodes->len > 1 && i-- > 0;) {
        const SvgNode *node = nodes->pdata[i], *outer = node->parent;
        while (outer && !g_hash_table_contains(listed, outer)) {
            outer = outer->parent;
        }
        if (outer || g_hash_table_contains(labels, node)) {
            g_ptr_array_remove_index(nodes, i);
        }
    }
}

/* Shapes by what may be done with them. */
typedef struct {
    GPtrArray *free;            /* SvgNode * */
    GPtrArray *locked, *beyond; /* ids */
    GError *why;                /* of the first that isn't free */
} Sorted;

static void sorted_clear(Sorted *sorted)
{
    g_clear_pointer(&sorted->free, g_ptr_array_unref);
    g_ptr_array_unref(sorted->locked);
    g_ptr_array_unref(sorted->beyond);
    g_clear_error(&sorted->why);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Sorted, sorted_clear)

static void sort_in(SvgEdit *edit, SvgNode *node, const char *id, Sorted *sorted)
{
    GError **why = sorted->why ? NULL : &sorted->why;
    if (!svg_locks_allow_change(edit->doc, node, why)) {
        g_ptr_array_add(sorted->locked, (gpointer)id);
    } else if (!svg_scope_allows(edit, node, why)) {
        g_ptr_array_add(sorted->beyond, (gpointer)id);
    } else {
        g_ptr_array_add(sorted->free, node);
    }
}

static gboolean sort_out(SvgEdit *edit, const char *const *ids, Sorted *sorted, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (; *ids; ids++) {
        SvgNode *node = svg_edit_find(edit, *ids, error);
        if (!node) {
            return FALSE;
        }
        if (g_hash_table_add(seen, node)) {
            sort_in(edit, node, *ids, sorted);
        }
    }
    return TRUE;
}

GPtrArray *svg_edit_find_all(SvgEdit *edit, const char *const *ids, GError **error)
{
    g_auto(Sorted) sorted = {g_ptr_array_new(), g_ptr_array_new(), g_ptr_array_new(), NULL};
    if (!sort_out(edit, ids, &sorted, error)) {
        return NULL;
    }
    for (guint i = 0; i < sorted.free->len; i++) {
        svg_follow_prepare(edit->doc, sorted.free->pdata[i]);
        svg_gaps_note(edit, sorted.free->pdata[i]);
        svg_joints_note(edit, sorted.free->pdata[i]);
        svg_mask_gaps_note(edit, sorted.free->pdata[i]);
    }
    drop_followers(edit, sorted.free);
    if (sorted.free->len) {
        svg_edit_tell_kept(edit, "kept locked", sorted.locked, G_MAXUINT);
        svg_edit_tell_kept(edit, "kept, as they lie beyond your area", sorted.beyond, MAX_TOLD);
        return g_steal_pointer(&sorted.free);
    }
    if (sorted.why) {
        g_propagate_error(error, g_steal_pointer(&sorted.why));
    } else {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "no shapes were given");
    }
    return NULL;
}
