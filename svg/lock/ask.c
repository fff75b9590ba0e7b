/* May this be changed? */
#include "document/document_priv.h"
#include "lock/fingerprint.h"
#include "lock/flags.h"
#include "lock/locks.h"

#include <svg/error.h>

#include <string.h>

/* For a message; the caller's. */
static char *label_or_id(SvgDocument *doc, SvgNode *node)
{
    const char *label = svg_node_attr(node, "inkscape:label");
    return svg_name_shown(label ? label : svg_node_id(doc, node));
}

char *svg_lock_named(SvgDocument *doc, SvgNode *node)
{
    const char *attr = svg_node_attr(node, "inkscape:label"), *id = svg_node_id(doc, node);
    const char *own = attr ? attr : "";
    g_autofree char *shown = svg_name_shown(id), *label = svg_name_shown(own);
    const char *other = *own == '#' ? own + 1 : own; /* "#rect12" is Inkscape's for none */
    return *label && strcmp(other, id) != 0 ? g_strdup_printf("\"%s\" (\"%s\")", shown, label)
                                            : g_strdup_printf("\"%s\"", shown);
}

static gboolean refuse_locked(SvgDocument *doc, SvgNode *node, GError **error)
{
    SvgNode *lock = node;
    g_autofree char *name = svg_lock_named(doc, node);
    while (!svg_node_has_lock(lock)) {
        lock = lock->parent;
    }
    if (lock == node) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED, "%s is locked; only a person can unlock it",
                    name);
    } else {
        gboolean layer = g_strcmp0(svg_node_attr(lock, "inkscape:groupmode"), "layer") == 0;
        g_autofree char *label = label_or_id(doc, lock);
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "%s is in the locked %s \"%s\"; only a person can unlock that", name,
                    layer ? "layer" : "group", label);
    }
    return FALSE;
}

static SvgNode *locked_in(SvgNode *top)
{
    SvgNode *node = top;
    while (node && !(node->flags & SVG_LOCK_LOCKED)) {
        node = svg_node_walk(top, node, FALSE);
    }
    return node ? node : top;
}

static gboolean refuse(SvgDocument *doc, SvgNode *node, GError **error)
{
    if (node->foreign) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "\"%s\" comes out of an <!ENTITY> of the file's DOCTYPE and can't be changed",
                    svg_node_id(doc, node));
        return FALSE;
    }
    if (node->flags & SVG_LOCK_LOCKED) {
        return refuse_locked(doc, node, error);
    }
    if (node->flags & SVG_LOCK_HOLDS) {
        g_autofree char *name = svg_lock_named(doc, node),
                        *lock = svg_lock_named(doc, locked_in(node));
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "%s holds %s, which is locked; change the parts that aren't", name, lock);
        return FALSE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                "something locked is drawn with \"%s\", so it can't change",
                svg_node_id(doc, node));
    return FALSE;
}

gboolean svg_locks_allow_change(SvgDocument *doc, SvgNode *node, GError **error)
{
    svg_locks_prepare(doc);
    return (node->flags & (SVG_LOCK_LOCKED | SVG_LOCK_HOLDS | SVG_LOCK_SUPPORTS)) || node->foreign
               ? refuse(doc, node, error)
               : TRUE;
}

gboolean svg_locks_allow_looks(SvgDocument *doc, SvgNode *node, GError **error)
{
    svg_locks_prepare(doc);
    if (node->flags & SVG_LOCK_LENDS) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "something locked is drawn with what is in \"%s\", so its looks can't change",
                    svg_node_id(doc, node));
        return FALSE;
    }
    return TRUE;
}

gboolean svg_locks_allow_parent(SvgDocument *doc, SvgNode *node, const SvgNode *parent,
                                GError **error)
{
    return svg_locks_allow_looks(doc, node, NULL) ||
           svg_fingerprint_inherited(node->parent) == svg_fingerprint_inherited(parent) ||
           svg_locks_allow_looks(doc, node, error);
}

gboolean svg_locks_allow_delete(SvgDocument *doc, SvgNode *node, GError **error)
{
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        if (at->name && !svg_locks_allow_change(doc, at, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_locks_allow_children(SvgDocument *doc, SvgNode *parent, GError **error)
{
    svg_locks_prepare(doc);
    return (parent->flags & (SVG_LOCK_LOCKED | SVG_LOCK_SUPPORTS)) || parent->foreign
               ? refuse(doc, parent, error)
               : TRUE;
}
