/* Where new shapes go. */
#include "document/ids.h"
#include "edit/build.h"
#include "edit/inherited_style.h"
#include "edit/property.h"

static gboolean is_layer(const SvgNode *node)
{
    return g_strcmp0(svg_node_attr(node, "inkscape:groupmode"), "layer") == 0;
}

gboolean svg_placement_is_open(SvgEdit *edit, SvgNode *node)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    return style.displayed && svg_locks_allow_children(edit->doc, node, NULL);
}

static SvgNode *named_layer(SvgEdit *edit)
{
    for (SvgNode *node = svg_node_first_element(edit->doc->root); node;
         node = svg_node_next_element(node)) {
        const char *id = g_str_equal(node->name->str, "sodipodi:namedview")
                             ? svg_node_attr(node, "inkscape:current-layer")
                             : NULL;
        if (id) {
            return svg_document_find(edit->doc, id);
        }
    }
    return NULL;
}

static SvgNode *last_layer(SvgEdit *edit)
{
    for (SvgNode *node = edit->doc->root->last; node; node = node->prev) {
        if (node->name && is_layer(node) && svg_placement_is_open(edit, node)) {
            return node;
        }
    }
    return NULL;
}

gboolean svg_placement_set_space(SvgEdit *edit, SvgPlacement *out, GError **error)
{
    SvgContext context;
    if (!svg_context_of_children(edit->doc, out->parent, &context) ||
        !svg_matrix_invert(context.matrix, &out->to_written)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "nothing can be drawn in \"%s\": its transform flattens it to nothing",
                    svg_node_id(edit->doc, out->parent));
        return FALSE;
    }
    out->transform = NULL;
    if (!svg_matrix_is_translation(out->to_written)) {
        out->transform = svg_transform_print(out->to_written);
        out->to_written = SVG_MATRIX_IDENTITY;
    }
    return TRUE;
}

/* Found once, and again when it is gone or a verb made a layer. */
static const SvgKeeper keeper = {.free = NULL};

void svg_placement_forget_layer(SvgDocument *doc)
{
    svg_keep(doc, &keeper, NULL);
}

static SvgNode *current_layer(SvgEdit *edit)
{
    SvgDocument *doc = edit->doc;
    SvgNode *kept = svg_kept(doc, &keeper);
    if (!kept || !svg_node_contains(doc->root, kept)) {
        SvgNode *layer = named_layer(edit);
        gboolean holds =
            layer && svg_node_is(layer, SVG_TAG_IS_CONTAINER) && svg_placement_is_open(edit, layer);
        layer = holds ? layer : last_layer(edit);
        kept = svg_keep(doc, &keeper, layer ? layer : doc->root);
    }
    return kept;
}

gboolean svg_placement_current(SvgEdit *edit, SvgPlacement *out, GError **error)
{
    *out = (SvgPlacement){.parent = current_layer(edit)};
    return svg_locks_allow_children(edit->doc, out->parent, error) &&
           svg_placement_set_space(edit, out, error);
}

gboolean svg_placement_above(SvgEdit *edit, SvgNode *node, SvgPlacement *out, GError **error)
{
    *out = (SvgPlacement){.parent = node->parent, .next = svg_node_next_element(node)};
    return svg_locks_allow_children(edit->doc, out->parent, error) &&
           svg_placement_set_space(edit, out, error);
}

/* --- where it was asked for ------------------------------------------------------------------- */

/* A group or layer that is free and shown. */
static gboolean check_parent(SvgEdit *edit, SvgNode *parent, GError **error)
{
    const char *id = svg_node_id(edit->doc, parent);
    SvgStyle style;
    svg_style_of(edit->doc, parent, &style);
    if (!style.displayed || !style.visible) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is hidden; name a group or layer that is shown", id);
        return FALSE;
    }
    return svg_locks_allow_children(edit->doc, parent, error);
}

static SvgNode *find_parent(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_edit_find(edit, id, error);
    if (node && !svg_node_is(node, SVG_TAG_IS_CONTAINER)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is a <%s>, not a group or layer; to put a shape on top of it give "
                    "\"above\"",
                    id, node->name->str);
        return NULL;
    }
    return node;
}

SvgNode *svg_placement_over(SvgEdit *edit, SvgNode *shape, const SvgNode *part)
{
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, shape);
    SvgNode *next = svg_node_next_element(part);
    while (next && g_ptr_array_find(labels, next, NULL)) {
        next = svg_node_next_element(next);
    }
    return next;
}

static gboolean beside(SvgEdit *edit, const SvgSpec *spec, SvgNode *parent, SvgPlacement *out,
                       GError **error)
{
    const char *id = spec->above_id ? spec->above_id : spec->below_id;
    SvgNode *shape = svg_edit_find(edit, id, error);
    if (!shape) {
        return FALSE;
    }
    if (parent && shape->parent != parent) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" isn't in \"%s\"; leave out \"parent\", or name a shape that is", id,
                    spec->parent_id);
        return FALSE;
    }
    out->parent = shape->parent;
    out->next = spec->above_id ? svg_placement_over(edit, shape, shape) : shape;
    return TRUE;
}

gboolean svg_placement_asked(SvgEdit *edit, const SvgSpec *spec, SvgPlacement *out, GError **error)
{
    *out = (SvgPlacement){0};
    if (spec->above_id && spec->below_id) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a new shape goes above one shape or below one; give \"above\" or \"below\"");
        return FALSE;
    }
    SvgNode *parent = spec->parent_id ? find_parent(edit, spec->parent_id, error) : NULL;
    if (spec->parent_id && !parent) {
        return FALSE;
    }
    out->parent = parent;
    if ((spec->above_id || spec->below_id) && !beside(edit, spec, parent, out, error)) {
        return FALSE;
    }
    return out->parent
               ? check_parent(edit, out->parent, error) && svg_placement_set_space(edit, out, error)
               : svg_placement_current(edit, out, error);
}

void svg_placement_clear(SvgPlacement *spot)
{
    g_clear_pointer(&spot->transform, g_free);
}

/* What words don't take from where they are put, as far as they say nothing of it: there it is
 * meant for lines and outlines, or for other words. */
static void keep_plain(SvgDocument *doc, SvgNode *text)
{
    SvgStyle style;
    svg_style_of(doc, text, &style);
    const struct {
        SvgProperty property;
        gboolean other;
        const char *plain;
    } rows[] = {
        {SVG_PROPERTY_STROKE, style.stroke.kind != SVG_PAINT_NONE, "none"},
        {SVG_PROPERTY_FONT_WEIGHT, style.font_weight != 400, "normal"},
        {SVG_PROPERTY_FONT_STYLE, style.font_italic, "normal"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].other && !svg_style_declared(doc, text, rows[i].property)) {
            svg_set_property(doc, text, rows[i].property, rows[i].plain);
        }
    }
}

void svg_placement_insert(SvgEdit *edit, SvgPlacement *spot, SvgNode *node, const char *wish)
{
    g_autofree char *id = svg_document_unique_id(edit->doc, wish);
    svg_splice_attr(edit->doc, node, "id", id);
    if (spot->transform) {
        svg_splice_attr(edit->doc, node, "transform", spot->transform);
    }
    svg_splice_insert(edit->doc, spot->parent, node, spot->next);
    if (spot->like && spot->like != spot->parent) {
        g_autoptr(SvgInheritedStyle) like = svg_inherited_style_new(edit, spot->like);
        g_autoptr(SvgInheritedStyle) here = svg_inherited_style_new(edit, spot->parent);
        svg_inherited_style_keep(edit, node, like, here);
    }
    if (svg_node_tag(node) == SVG_TAG_TEXT) {
        keep_plain(edit->doc, node);
    }
}
