/* Copies of shapes, with what belongs to them. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/build.h"
#include "edit/follow.h"
#include "shape/scene.h"

#include <string.h>

typedef struct {
    SvgEdit *edit;
    GHashTable *ids; /* char * of what is copied → char * of its copy */
} Copying;

/* --- ids -------------------------------------------------------------------------------------- */

/* Free in the drawing and among the new ones. */
static char *free_id(const Copying *copying, GHashTable *made, const char *wish)
{
    g_autofree char *id = svg_document_unique_id(copying->edit->doc, wish);
    for (guint n = 1; !g_hash_table_add(made, g_strdup(id)); n++) {
        g_autofree char *next = g_strdup_printf("%s-%u", wish, n);
        g_free(id);
        id = svg_document_unique_id(copying->edit->doc, next);
    }
    return g_steal_pointer(&id);
}

/* A label of ours is named after its shape. */
static char *wish_of(const Copying *copying, const SvgNode *shape, const char *id)
{
    const char *of = svg_node_id(copying->edit->doc, (SvgNode *)shape);
    g_autofree char *label = g_strconcat(of, SVG_LABEL_SUFFIX, NULL);
    const char *copy = g_hash_table_lookup(copying->ids, of);
    return copy && g_str_equal(id, label) ? g_strconcat(copy, SVG_LABEL_SUFFIX, NULL)
                                          : g_strdup(id);
}

/* The shape's own, and those that are said in it. */
static void name_all(Copying *copying, GHashTable *made, SvgNode *shape, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name && (node == top || svg_node_owns_id(node))) {
            const char *id = svg_node_id(copying->edit->doc, node);
            g_autofree char *wish = wish_of(copying, shape, id);
            g_hash_table_insert(copying->ids, g_strdup(id), free_id(copying, made, wish));
        }
    }
}

/* --- a copy ----------------------------------------------------------------------------------- */

/* A connector isn't bound to what isn't copied: it would be drawn back there. */
static gboolean is_bound_elsewhere(const Copying *copying, const SvgAttr *attr)
{
    const char *name = attr->name->str;
    return (g_str_equal(name, "inkscape:connection-start") ||
            g_str_equal(name, "inkscape:connection-end")) &&
           *attr->value == '#' && !g_hash_table_contains(copying->ids, attr->value + 1);
}

/* Nobody has locked the copy. */
static char *value_of(const SvgAttr *attr, gpointer data)
{
    const Copying *copying = data;
    if (g_str_equal(attr->name->str, SVG_LOCK_ATTRIBUTE)) {
        return NULL;
    }
    if (g_str_equal(attr->name->str, "id")) {
        return g_strdup(g_hash_table_lookup(copying->ids, attr->value));
    }
    return is_bound_elsewhere(copying, attr)
               ? NULL
               : svg_refs_renamed(attr->name, attr->value, copying->ids);
}

static SvgNode *copy_one(Copying *copying, SvgNode *node, SvgNode *after)
{
    SvgDocument *doc = copying->edit->doc;
    SvgNode *copy = svg_copy_element(doc, node, value_of, copying);
    svg_splice_insert(doc, after->parent, copy, after->next);
    svg_copy_content(doc, copy, node, value_of, copying);
    svg_splice_attr(doc, copy, "id", g_hash_table_lookup(copying->ids, svg_node_id(doc, node)));
    svg_edit_added(copying->edit, copy);
    return copy;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* A shape, what belongs to it, and where copies of it go: each behind the last one. */
typedef struct {
    SvgNode *shape, *last;
    GPtrArray *parts; /* SvgNode, in document order, without the shape */
} Original;

static void clear_original(gpointer original)
{
    g_ptr_array_unref(((Original *)original)->parts);
}

static GArray *originals_of(SvgEdit *edit, const GPtrArray *nodes)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Original));
    g_array_set_clear_func(out, clear_original);
    for (guint i = 0; i < nodes->len; i++) {
        SvgNode *shape = nodes->pdata[i];
        Original original = {shape, svg_last_part(edit, shape), svg_node_labels(edit, shape)};
        g_array_append_val(out, original);
    }
    return out;
}

static gboolean copy_part(Copying *copying, Original *original, SvgNode *part, SvgNode **copy,
                          SvgPoint by, GError **error)
{
    SvgNode *after = part->parent == original->last->parent ? original->last : part;
    *copy = copy_one(copying, part, after);
    original->last = after == original->last ? *copy : original->last;
    return svg_node_move_by(copying->edit, *copy, by.x, by.y, error);
}

/* FALSE where something can't be moved. */
static gboolean copy_shape(Copying *copying, Original *original, SvgPoint by, GError **error)
{
    SvgNode *shape = NULL, *part = NULL;
    if (!copy_part(copying, original, original->shape, &shape, by, error)) {
        return FALSE;
    }
    for (guint i = 0; i < original->parts->len; i++) {
        if (!copy_part(copying, original, original->parts->pdata[i], &part, by, error)) {
            return FALSE;
        }
        svg_follow_tie(copying->edit, shape, part);
    }
    return TRUE;
}

static void name_originals(Copying *copying, const GArray *originals, const char *id)
{
    g_autoptr(GHashTable) made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < originals->len; i++) {
        const Original *original = &g_array_index(originals, Original, i);
        name_all(copying, made, original->shape, original->shape);
        if (i == 0 && id) {
            g_hash_table_insert(copying->ids,
                                g_strdup(svg_node_id(copying->edit->doc, original->shape)),
                                free_id(copying, made, id));
        }
        for (guint k = 0; k < original->parts->len; k++) {
            name_all(copying, made, original->shape, original->parts->pdata[k]);
        }
    }
}

/* All of them once; adds the ids of the copies. */
static gboolean copy_all(SvgEdit *edit, GArray *originals, const char *id, SvgPoint by,
                         GPtrArray *ids, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    Copying copying = {edit, names};
    name_originals(&copying, originals, id);
    for (guint i = 0; i < originals->len; i++) {
        Original *original = &g_array_index(originals, Original, i);
        if (!copy_shape(&copying, original, by, error)) {
            return FALSE;
        }
        const char *of = svg_node_id(edit->doc, original->shape);
        g_ptr_array_add(ids, g_strdup(g_hash_table_lookup(names, of)));
    }
    return TRUE;
}

static gboolean may_copy(SvgEdit *edit, const GPtrArray *nodes, guint count, GError **error)
{
    if (count < 1 || count * nodes->len > SVG_MAX_COPIES) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "%u times %u shapes can't be copied at once; from 1 to %u copies can", count,
                    nodes->len, SVG_MAX_COPIES);
        return FALSE;
    }
    for (guint i = 0; i < nodes->len; i++) {
        const SvgNode *node = nodes->pdata[i];
        if (!svg_locks_allow_children(edit->doc, node->parent, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

char **svg_edit_duplicate(SvgEdit *edit, const char *const *ids, double dx, double dy, guint count,
                          const char *id, GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_edit_find_all(edit, ids, error);
    if (!nodes || !svg_edit_check_number("offset x", dx, error) ||
        !svg_edit_check_number("offset y", dy, error) || !may_copy(edit, nodes, count, error)) {
        return NULL;
    }
    g_autoptr(GArray) originals = originals_of(edit, nodes);
    g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func(g_free);
    for (guint n = 1; n <= count; n++) {
        SvgPoint by = {n * dx, n * dy};
        if (!copy_all(edit, originals, n == 1 ? id : NULL, by, copies, error)) {
            return NULL;
        }
    }
    g_ptr_array_add(copies, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&copies), FALSE);
}
