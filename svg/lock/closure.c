/* What something locked is drawn with: what it refers to, what that refers to and inherits from,
 * and what animates any of it. */
#include "lock/closure.h"

#include "document/document_priv.h"
#include "document/refs.h"

#include <string.h>

/* --- the scene -------------------------------------------------------------------------------- */

static gboolean is_animation(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_ANIMATION);
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
    return svg_node_is(node, SVG_TAG_IS_RENDERED);
}

/* How an element is referred to. */
enum {
    REFERRED = 1 << 0,
    DRAWN = 1 << 1,   /* so that it shows there */
    AT_HOME = 1 << 2, /* and inherits where it is: not by a clone */
};

static guint how(const SvgClosure *closure, const SvgNode *node)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(closure->how, node));
}

static void add_node(SvgClosure *closure, SvgNode *node, guint reference)
{
    guint before = how(closure, node), after = before | REFERRED | reference;
    g_hash_table_insert(closure->how, node, GUINT_TO_POINTER(after));
    if (!before) {
        g_ptr_array_add(closure->nodes, node);
    }
    if ((before & AT_HOME) != (after & AT_HOME) || !before) {
        g_ptr_array_add(closure->work, node);
    }
}

static gboolean is_href(const SvgName *name)
{
    return g_str_equal(name->str, "href") || g_str_equal(name->str, "xlink:href");
}

static guint reference_now(const SvgClosure *closure)
{
    const SvgName *by = closure->attribute;
    SvgTag tag = closure->from ? svg_node_tag(closure->from) : SVG_TAG_STYLE;
    gboolean href = by && is_href(by), edits = by && (g_str_has_prefix(by->str, "inkscape:") ||
                                                      g_str_has_prefix(by->str, "sodipodi:"));
    return edits || (href && tag == SVG_TAG_A) ? REFERRED
           : href && tag == SVG_TAG_USE        ? DRAWN
                                               : DRAWN | AT_HOME;
}

/* Programs draw the first that has the id: each of them may come to be that. */
static void visit_id(const char *id, gpointer data)
{
    SvgClosure *closure = data;
    SvgNode *node = svg_document_owner(closure->scene->doc, id);
    const GPtrArray *twins =
        closure->scene->twins ? g_hash_table_lookup(closure->scene->twins, id) : NULL;
    for (guint i = 0; twins && i < twins->len; i++) {
        add_node(closure, twins->pdata[i], DRAWN | AT_HOME);
    }
    if (node) {
        add_node(closure, node, reference_now(closure));
    } else if (!twins && !g_hash_table_contains(closure->ids, id)) {
        char *key = g_strdup(id);
        g_hash_table_add(closure->ids, key);
        g_ptr_array_add(closure->missing, key);
    }
}

static void visit_references(SvgNode *node, gboolean animation, SvgClosure *closure)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgName *name = node->attrs[i].name;
        closure->from = node;
        closure->attribute = name;
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
            add_node(closure, other, REFERRED);
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
        if (at == closure->locked || how(closure, at)) {
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
        if (!how(closure, all->pdata[i]) && animates(closure, all->pdata[i])) {
            add_node(closure, all->pdata[i], REFERRED);
        }
    }
    return closure->nodes->len > before;
}

/* --- the closure ------------------------------------------------------------------------------ */

SvgClosure *svg_closure_new(const SvgLockScene *scene)
{
    SvgClosure *closure = g_new0(SvgClosure, 1);
    closure->scene = scene;
    closure->nodes = g_ptr_array_new();
    closure->missing = g_ptr_array_new();
    closure->how = g_hash_table_new(NULL, NULL);
    closure->above = g_hash_table_new(NULL, NULL);
    closure->ids = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    closure->work = g_ptr_array_new();
    return closure;
}

void svg_closure_free(SvgClosure *closure)
{
    g_ptr_array_unref(closure->nodes);
    g_ptr_array_unref(closure->missing);
    g_hash_table_unref(closure->how);
    g_hash_table_unref(closure->above);
    g_hash_table_unref(closure->ids);
    g_ptr_array_unref(closure->work);
    g_free(closure);
}

static void begin(SvgClosure *closure, SvgNode *locked)
{
    closure->locked = locked;
    g_ptr_array_set_size(closure->nodes, 0);
    g_ptr_array_set_size(closure->missing, 0);
    g_hash_table_remove_all(closure->how);
    g_hash_table_remove_all(closure->above);
    g_hash_table_remove_all(closure->ids);
    g_ptr_array_set_size(closure->work, 0);
    closure->done = 0;
    closure->from = NULL;
    closure->attribute = NULL;
}

void svg_closure_find(SvgClosure *closure, SvgNode *locked)
{
    const GPtrArray *sheets = closure->scene->sheets;
    begin(closure, locked);
    if (locked) {
        visit_subtree(locked, closure);
        visit_ancestors(locked, closure);
    }
    for (guint i = 0; !locked && i < sheets->len; i++) {
        svg_refs_in_node(sheets->pdata[i], visit_id, closure);
    }
    do {
        close_over(closure);
    } while (add_animations(closure));
}

gboolean svg_closure_inherits(const SvgClosure *closure, const SvgNode *node)
{
    return !(is_drawn(node) || is_animation(node)) ||
           (is_drawn(node) && how(closure, node) & AT_HOME);
}

/* A clone of what it is in itself is drawn by some programs, once. */
gboolean svg_closure_is_around(const SvgClosure *closure, const SvgNode *node)
{
    return !node->parent || (closure->locked && svg_node_contains(node, closure->locked) &&
                             !(how(closure, node) & DRAWN));
}
