/* Copies of shapes, with what belongs to them. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/appearance.h"
#include "edit/build.h"
#include "edit/follow.h"
#include "edit/property.h"
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

/* The id of the shape's copy is known; a label of ours is named after its shape. */
static char *wish_of(const Copying *copying, SvgNode *shape, const char *id)
{
    const char *of = svg_node_id(copying->edit->doc, shape);
    g_autofree char *label = g_strconcat(of, SVG_LABEL_SUFFIX, NULL);
    return g_str_equal(id, label)
               ? g_strconcat(g_hash_table_lookup(copying->ids, of), SVG_LABEL_SUFFIX, NULL)
               : g_strdup(id);
}

static void name(Copying *copying, GHashTable *made, SvgNode *node, const char *wish)
{
    g_hash_table_insert(copying->ids, g_strdup(svg_node_id(copying->edit->doc, node)),
                        free_id(copying, made, wish));
}

/* The ids that are said in it. */
static void name_content(Copying *copying, GHashTable *made, SvgNode *top)
{
    for (SvgNode *node = svg_node_walk(top, top, FALSE); node;
         node = svg_node_walk(top, node, FALSE)) {
        if (node->name && svg_node_owns_id(node)) {
            name(copying, made, node, node->id);
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

/* Rules of a style sheet for its id, or for its place, don't hold for a copy, which says itself
 * what they say. */
static void keep_style(Copying *copying, const SvgNode *from, SvgNode *to)
{
    SvgDocument *doc = copying->edit->doc;
    const SvgName *name = svg_document_name_of(doc, "style");
    for (guint i = 0; i < SVG_PROPERTY_COUNT; i++) {
        SvgProperty property = (SvgProperty)i;
        const char *was =
            svg_style_in_sheets(doc, property) ? svg_style_declared(doc, from, property) : NULL;
        g_autofree char *value = was ? svg_refs_renamed(name, was, copying->ids) : NULL;
        if (value && g_strcmp0(value, svg_style_declared(doc, to, property)) != 0) {
            svg_set_property(doc, to, property, value);
        }
    }
}

static SvgNode *next_element(SvgNode *top, SvgNode *at)
{
    do {
        at = svg_node_walk(top, at, FALSE);
    } while (at && !at->name);
    return at;
}

static void keep_styles(Copying *copying, SvgNode *from, SvgNode *to)
{
    SvgNode *node = from, *copy = to;
    do {
        keep_style(copying, node, copy);
        node = next_element(from, node);
        copy = next_element(to, copy);
    } while (node && copy);
}

static SvgNode *copy_one(Copying *copying, SvgNode *node, SvgNode *after)
{
    SvgDocument *doc = copying->edit->doc;
    SvgNode *copy = svg_copy_element(doc, node, value_of, copying);
    svg_splice_insert(doc, after->parent, copy, after->next);
    svg_copy_content(doc, copy, node, value_of, copying);
    svg_splice_attr(doc, copy, "id", g_hash_table_lookup(copying->ids, svg_node_id(doc, node)));
    keep_styles(copying, node, copy);
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

/* `id`: that of the first copy; NULL: like the others. */
static void name_originals(Copying *copying, const GArray *originals, const char *id)
{
    g_autoptr(GHashTable) made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    SvgDocument *doc = copying->edit->doc;
    for (guint i = 0; i < originals->len; i++) {
        const Original *original = &g_array_index(originals, Original, i);
        SvgNode *shape = original->shape;
        name(copying, made, shape, i == 0 && id ? id : svg_node_id(doc, shape));
        name_content(copying, made, shape);
        for (guint k = 0; k < original->parts->len; k++) {
            SvgNode *part = original->parts->pdata[k];
            g_autofree char *wish = wish_of(copying, shape, svg_node_id(doc, part));
            name(copying, made, part, wish);
            name_content(copying, made, part);
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

/* Rules may look at what an element stands beside. */
static gboolean check_looks(SvgEdit *edit, SvgAppearance *before, GError **error)
{
    SvgNode *changed = svg_appearance_find_changed(edit->doc, before);
    if (changed) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" would look different with a copy beside it, as a style sheet has rules "
                    "for neighbours; create another shape instead",
                    svg_node_id(edit->doc, changed));
    }
    return !changed;
}

char **svg_edit_duplicate(SvgEdit *edit, const char *const *ids, double dx, double dy, guint count,
                          const char *id, GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_edit_find_all(edit, ids, error);
    if (!nodes || !svg_edit_check_number("offset x", dx, error) ||
        !svg_edit_check_number("offset y", dy, error) || !may_copy(edit, nodes, count, error)) {
        return NULL;
    }
    g_autoptr(SvgAppearance) before = svg_appearance_new(edit->doc, nodes);
    g_autoptr(GArray) originals = originals_of(edit, nodes);
    g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func(g_free);
    for (guint n = 1; n <= count; n++) {
        SvgPoint by = {n * dx, n * dy};
        if (!copy_all(edit, originals, n == 1 ? id : NULL, by, copies, error)) {
            return NULL;
        }
    }
    if (!check_looks(edit, before, error)) {
        return NULL;
    }
    g_ptr_array_add(copies, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&copies), FALSE);
}
