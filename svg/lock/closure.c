/* What something locked is drawn with: what it refers to, what that refers to and inherits from,
 * and what animates any of it. */
#include "lock/closure.h"

#include "document/document_priv.h"
#include "document/refs.h"

#include <string.h>

/* --- the scene -------------------------------------------------------------------------------- */

static gboolean is_animation(const SvgNode *node)
{
    static const char *const names[] = {"set", "discard", NULL};
    return node->name && svg_node_tag(node) == SVG_TAG_UNKNOWN &&
           (g_str_has_prefix(node->name->str, "animate") ||
            g_strv_contains(names, node->name->str));
}

void svg_lock_scene_add(SvgLockScene *scene, SvgNode *node)
{
    if (svg_node_tag(node) == SVG_TAG_STYLE) {
        g_ptr_array_add(scene->sheets, node);
    } else if (is_animation(node)) {
        g_ptr_array_add(scene->animations, node);
    }
}

static void add_twin(GHashTable *twins, SvgNode *node)
{
    const char *id = svg_node_value(node, SVG_ATTR_ID);
    GPtrArray *list = id ? g_hash_table_lookup(twins, id) : NULL;
    if (id && !list) {
        list = g_ptr_array_new();
        g_hash_table_insert(twins, (gpointer)id, list);
    }
    if (list) {
        g_ptr_array_add(list, node);
    }
}

static gboolean is_alone(gpointer id, gpointer list, gpointer data)
{
    (void)id;
    (void)data;
    return ((const GPtrArray *)list)->len == 1;
}

void svg_lock_scene_renew(SvgLockScene *scene)
{
    SvgNode *root = scene->doc->root;
    if (!scene->doc->ids_twice) {
        return;
    }
    g_clear_pointer(&scene->twins, g_hash_table_unref);
    scene->twins =
        g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (SvgNode *node = root; node; node = svg_node_walk(root, node, FALSE)) {
        if (node->name) {
            add_twin(scene->twins, node);
        }
    }
    g_hash_table_foreach_remove(scene->twins, is_alone, NULL);
}

/* --- visiting --------------------------------------------------------------------------------- */

static gboolean is_drawn(const SvgNode *node)
{
    return (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_RENDERED) != 0;
}

static void add_node(SvgClosure *closure, SvgNode *node, gboolean home)
{
    gboolean settles = home && is_drawn(node) && g_hash_table_add(closure->at_home, node);
    gboolean added = g_hash_table_add(closure->tops, node);
    if (added) {
        g_ptr_array_add(closure->nodes, node);
    }
    if (added || settles) {
        g_ptr_array_add(closure->work, node);
    }
}

/* Programs draw the first that has the id: each of them may come to be that. */
static void visit_id(const char *id, gpointer data)
{
    SvgClosure *closure = data;
    SvgNode *node = svg_document_owner(closure->scene->doc, id);
    const GPtrArray *twins =
        closure->scene->twins ? g_hash_table_lookup(closure->scene->twins, id) : NULL;
    for (guint i = 0; twins && i < twins->len; i++) {
        add_node(closure, twins->pdata[i], TRUE);
    }
    if (node) {
        add_node(closure, node, closure->home);
    } else if (!twins && !g_hash_table_contains(closure->ids, id)) {
        char *key = g_strdup(id);
        g_hash_table_add(closure->ids, key);
        g_ptr_array_add(closure->missing, key);
    }
}

static gboolean is_href(const SvgName *name)
{
    return g_str_equal(name->str, "href") || g_str_equal(name->str, "xlink:href");
}

/* What only an editor follows, or a link, isn't drawn there. */
static gboolean draws_at_home(const SvgNode *node, const SvgName *name)
{
    SvgTag tag = svg_node_tag(node);
    return is_href(name) ? tag != SVG_TAG_USE && tag != SVG_TAG_A
                         : !g_str_has_prefix(name->str, "inkscape:") &&
                               !g_str_has_prefix(name->str, "sodipodi:");
}

static void visit_references(SvgNode *node, gboolean animation, SvgClosure *closure)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgName *name = node->attrs[i].name;
        closure->home = draws_at_home(node, name);
        if (!animation || !is_href(name)) { /* else it is what is animated */
            svg_refs_in_value(name, node->attrs[i].value, visit_id, closure);
        }
    }
}

/* begin="first.end+1s; click": the animation that another begins or ends with. */
static void visit_moments(const SvgNode *node, const char *name, SvgClosure *closure)
{
    const char *text = svg_node_attr_len(node, name, strlen(name));
    g_auto(GStrv) moments = g_strsplit(text ? text : "", ";", -1);
    for (guint i = 0; moments[i]; i++) {
        char *id = g_strstrip(moments[i]);
        id[strcspn(id, ".")] = '\0';
        SvgNode *other = svg_document_owner(closure->scene->doc, id);
        if (other && is_animation(other)) {
            add_node(closure, other, FALSE);
        }
    }
}

static void visit(SvgNode *node, SvgClosure *closure)
{
    gboolean animation = closure->scene->animations->len && is_animation(node);
    if (node->refers) {
        visit_references(node, animation, closure);
    }
    if (animation) {
        visit_moments(node, "begin", closure);
        visit_moments(node, "end", closure);
    }
}

static void visit_subtree(SvgNode *top, SvgClosure *closure)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        visit(node, closure);
    }
}

static void visit_ancestors(const SvgNode *node, SvgClosure *closure)
{
    for (SvgNode *at = node->parent; at && g_hash_table_add(closure->above, at); at = at->parent) {
        visit(at, closure);
    }
}

/* A locked element of Inkscape's is often a <use>, or filled by a gradient that refers to another.
 */
static void close_over(SvgClosure *closure)
{
    for (; closure->done < closure->work->len; closure->done++) {
        SvgNode *node = closure->work->pdata[closure->done];
        visit_subtree(node, closure);
        if (svg_closure_inherits(closure, node)) {
            visit_ancestors(node, closure);
        }
    }
}

/* --- animations ------------------------------------------------------------------------------- */

static gboolean is_drawn_with(const SvgClosure *closure, const SvgNode *node)
{
    for (const SvgNode *at = node; at; at = at->parent) {
        if (at == closure->locked || g_hash_table_contains(closure->tops, at)) {
            return TRUE;
        }
    }
    return node && g_hash_table_contains(closure->above, node);
}

static gboolean animates(const SvgClosure *closure, const SvgNode *animation)
{
    SvgDocument *doc = closure->scene->doc;
    const char *href = svg_node_href(animation);
    return svg_node_contains(doc->root, animation) &&
           is_drawn_with(closure, href ? svg_document_ref(doc, href) : animation->parent);
}

/* Whether there were any. */
static gboolean add_animations(SvgClosure *closure)
{
    const GPtrArray *all = closure->scene->animations;
    guint before = closure->nodes->len;
    for (guint i = 0; i < all->len; i++) {
        if (!g_hash_table_contains(closure->tops, all->pdata[i]) &&
            animates(closure, all->pdata[i])) {
            add_node(closure, all->pdata[i], FALSE);
        }
    }
    return closure->nodes->len > before;
}

/* --- the closure ------------------------------------------------------------------------------ */

void svg_closure_find(SvgClosure *closure, const SvgLockScene *scene, SvgNode *locked)
{
    *closure = (SvgClosure){
        .scene = scene,
        .locked = locked,
        .nodes = g_ptr_array_new(),
        .missing = g_ptr_array_new(),
        .tops = g_hash_table_new(NULL, NULL),
        .above = g_hash_table_new(NULL, NULL),
        .at_home = g_hash_table_new(NULL, NULL),
        .ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .work = g_ptr_array_new(),
        .home = TRUE,
    };
    if (locked) {
        visit_subtree(locked, closure);
        visit_ancestors(locked, closure);
    }
    for (guint i = 0; !locked && i < scene->sheets->len; i++) {
        svg_refs_in_node(scene->sheets->pdata[i], visit_id, closure);
    }
    do {
        close_over(closure);
    } while (add_animations(closure));
}

void svg_closure_clear(SvgClosure *closure)
{
    g_ptr_array_unref(closure->nodes);
    g_ptr_array_unref(closure->missing);
    g_hash_table_unref(closure->tops);
    g_hash_table_unref(closure->above);
    g_hash_table_unref(closure->at_home);
    g_hash_table_unref(closure->ids);
    g_ptr_array_unref(closure->work);
}

gboolean svg_closure_inherits(const SvgClosure *closure, const SvgNode *node)
{
    return !is_drawn(node) || g_hash_table_contains(closure->at_home, node);
}

gboolean svg_closure_is_around(const SvgClosure *closure, const SvgNode *node)
{
    return svg_node_contains(node, closure->locked ? closure->locked : closure->scene->doc->root);
}
