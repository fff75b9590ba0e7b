/* Shapes into a layer of Inkscape's. */
#include "edit/adopt.h"
#include "edit/build.h"
#include "edit/effects.h"

static gboolean is_layer(const SvgNode *node)
{
    return g_strcmp0(svg_node_attr(node, "inkscape:groupmode"), "layer") == 0;
}

/* --- which one -------------------------------------------------------------------------------- */

/* The layers of that name; layers stand in the root and in each other. */
static GPtrArray *layers_called(SvgEdit *edit, const char *name)
{
    GPtrArray *found = g_ptr_array_new();
    SvgNode *root = edit->doc->root;
    for (SvgNode *node = svg_node_walk(root, NULL, FALSE); node;
         node = svg_node_walk(root, node, node != root && !is_layer(node))) {
        if (is_layer(node) && g_strcmp0(svg_node_attr(node, "inkscape:label"), name) == 0) {
            g_ptr_array_add(found, node);
        }
    }
    return found;
}

static char *ids_of(SvgEdit *edit, const GPtrArray *nodes)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; i < nodes->len; i++) {
        g_ptr_array_add(ids, (gpointer)svg_node_id(edit->doc, nodes->pdata[i]));
    }
    g_ptr_array_add(ids, NULL);
    return g_strjoinv(", ", (char **)ids->pdata);
}

/* On top, as Inkscape writes it. */
static SvgNode *make_layer(SvgEdit *edit, const char *name, GError **error)
{
    SvgPlacement spot = {.parent = edit->doc->root};
    if (!svg_locks_allow_children(edit->doc, spot.parent, error)) {
        return NULL;
    }
    SvgNode *layer = svg_splice_new(edit->doc, "g");
    svg_splice_attr(edit->doc, layer, "inkscape:groupmode", "layer");
    svg_splice_attr(edit->doc, layer, "inkscape:label", name);
    svg_placement_insert(edit, &spot, layer, "layer1");
    svg_edit_added(edit, layer);
    svg_placement_forget_layer(edit->doc); /* new shapes may go into this one */
    return layer;
}

/* By id, else by name; made when there is none. NULL on error. */
static SvgNode *find_layer(SvgEdit *edit, const char *name, GError **error)
{
    SvgNode *node = svg_document_find(edit->doc, name);
    if (node && is_layer(node)) {
        return node;
    }
    g_autoptr(GPtrArray) named = layers_called(edit, name);
    if (named->len == 1) {
        return named->pdata[0];
    }
    if (named->len > 1) {
        g_autofree char *ids = ids_of(edit, named), *shown = svg_name_shown(name);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "%u layers are called \"%s\"; give the id of one: %s", named->len, shown, ids);
        return NULL;
    }
    if (node) {
        g_autofree char *shown = svg_name_shown(name);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is a <%s>, not a layer; give the name or the id of a layer", shown,
                    node->name->str);
        return NULL;
    }
    return make_layer(edit, name, error);
}

static gboolean check_layer(SvgEdit *edit, SvgNode *layer, GError **error)
{
    SvgStyle style;
    if (!svg_locks_allow_children(edit->doc, layer, error)) {
        return FALSE;
    }
    svg_style_of(edit->doc, layer, &style);
    if (!style.displayed || !style.visible) {
        const char *label = svg_node_attr(layer, "inkscape:label");
        g_autofree char *shown = svg_name_shown(label ? label : svg_node_id(edit->doc, layer));
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "the layer \"%s\" is hidden, and what is put there wouldn't show; choose "
                    "another, or a new name",
                    shown);
        return FALSE;
    }
    return TRUE;
}

/* --- moving there ----------------------------------------------------------------------------- */

static SvgNode *layer_of(SvgNode *node)
{
    SvgNode *at = node->parent;
    while (at && !is_layer(at)) {
        at = at->parent;
    }
    return at;
}

/* Those that aren't in it yet. */
static GPtrArray *find_others(SvgEdit *edit, GPtrArray *nodes, SvgNode *layer)
{
    GPtrArray *others = g_ptr_array_new();
    for (guint i = 0; i < nodes->len; i++) {
        if (layer_of(nodes->pdata[i]) != layer) {
            g_ptr_array_add(others, nodes->pdata[i]);
        } else {
            svg_edit_remark(edit, "%s is there already", svg_node_id(edit->doc, nodes->pdata[i]));
        }
    }
    return others;
}

static gboolean check_ways(SvgEdit *edit, const GPtrArray *nodes, SvgNode *layer, GError **error)
{
    for (guint i = 0; i < nodes->len; i++) {
        if (!svg_adopt_check(edit, nodes->pdata[i], layer, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

const char *svg_edit_to_layer(SvgEdit *edit, const char *const *ids, const char *layer,
                              GError **error)
{
    if (!svg_edit_check_name("a layer's name", layer, error)) {
        return NULL;
    }
    g_autoptr(GPtrArray) found = svg_edit_find_whole(edit, ids, error);
    SvgNode *to = found ? find_layer(edit, layer, error) : NULL;
    if (!to || !check_layer(edit, to, error)) {
        return NULL;
    }
    g_autoptr(GPtrArray) nodes = find_others(edit, found, to);
    g_autoptr(SvgAdoption) adoption =
        check_ways(edit, nodes, to, error) ? svg_adoption_new(edit, nodes, error) : NULL;
    if (!adoption) {
        return NULL;
    }
    for (guint i = 0; i < nodes->len; i++) {
        svg_splice_move(edit->doc, nodes->pdata[i], to, NULL);
        svg_expect_parent(edit, nodes->pdata[i], to);
        svg_edit_touched(edit, nodes->pdata[i]);
    }
    return svg_adoption_settle(edit, adoption, error) ? svg_node_id(edit->doc, to) : NULL;
}
