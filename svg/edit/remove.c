/* Deleting a shape, without leaving anything that refers to it. */
#include "edit/remove.h"

#include "document/refs.h"

gboolean svg_is_connection(const SvgName *name)
{
    return g_str_equal(name->str, "inkscape:connection-start") ||
           g_str_equal(name->str, "inkscape:connection-end");
}

typedef struct {
    SvgDocument *doc;
    SvgNode *going;
    gboolean found;
} Search;

static void found(const char *id, gpointer data)
{
    Search *search = data;
    SvgNode *target = svg_document_owner(search->doc, id);
    search->found = search->found || (target && svg_node_contains(search->going, target));
}

gboolean svg_attr_refers(SvgDocument *doc, const SvgAttr *attr, SvgNode *going)
{
    Search search = {doc, going, FALSE};
    svg_refs_in_value(attr->name, attr->value, found, &search);
    return search.found;
}

/* An arrow that loses its shape stays where it is, unbound; anything else would stop being drawn.
 */
static gboolean release(SvgEdit *edit, SvgNode *referrer, SvgNode *going, GError **error)
{
    const SvgAttr *attrs = referrer->attrs;
    guint n = referrer->n_attrs;
    for (guint i = 0; i < n; i++) {
        if (!svg_attr_refers(edit->doc, &attrs[i], going)) {
            continue;
        }
        if (!svg_is_connection(attrs[i].name)) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "\"%s\" can't be deleted: \"%s\" is drawn with it (%s)",
                        svg_node_id(edit->doc, going), svg_node_id(edit->doc, referrer),
                        attrs[i].name->str);
            return FALSE;
        }
        if (!svg_locks_allow_change(edit->doc, referrer, error)) {
            return FALSE;
        }
        svg_splice_attr(edit->doc, referrer, attrs[i].name->str, NULL);
        svg_edit_changed(edit, referrer);
        svg_edit_remark(edit, "%s is no longer bound to it", svg_node_id(edit->doc, referrer));
    }
    return TRUE;
}

SvgNode *svg_with_choices(SvgDocument *doc, SvgNode *node)
{
    while (node->parent && svg_node_tag(node->parent) == SVG_TAG_SWITCH &&
           svg_node_is_rendered(doc, node)) {
        node = node->parent;
    }
    return node;
}

static gboolean may_go(SvgDocument *doc, SvgNode *choice, SvgNode *node, GError **error)
{
    if (!svg_locks_allow_delete(doc, choice, error)) {
        return FALSE;
    }
    if (node == choice || svg_locks_allow_delete(doc, node, NULL)) {
        return TRUE;
    }
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_LOCKED,
        "\"%s\" is one of the choices of \"%s\" (<switch>), which go together, and another is "
        "locked",
        svg_node_id(doc, choice), svg_node_id(doc, node));
    return FALSE;
}

static gboolean remove_node(SvgEdit *edit, SvgNode *choice, GError **error)
{
    SvgNode *node = svg_with_choices(edit->doc, choice);
    if (!may_go(edit->doc, choice, node, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) referrers = svg_refs_to(edit->doc, node);
    for (guint i = 0; i < referrers->len; i++) {
        if (!release(edit, referrers->pdata[i], node, error)) {
            return FALSE;
        }
    }
    svg_edit_removed(edit, node);
    svg_splice_remove(edit->doc, node);
    return TRUE;
}

gboolean svg_edit_delete(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_edit_find_free(edit, id, error);
    if (!node) {
        return FALSE;
    }
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, node);
    for (guint i = 0; i < labels->len; i++) {
        SvgNode *label = labels->pdata[i];
        if (!label->removed && !svg_node_contains(node, label) &&
            !remove_node(edit, label, error)) {
            return FALSE;
        }
    }
    return remove_node(edit, node, error);
}
