/* Attributes as the file has them. */
#include "document/refs.h"
#include "edit/allowed.h"
#include "edit/effects.h"
#include "edit/follow.h"
#include "edit/gap.h"
#include "edit/joint.h"
#include "edit/property.h"
#include "lock/locks.h"
#include "values/color.h"
#include "values/properties.h"

#include <string.h>

/* --- as in a start tag ------------------------------------------------------------------------ */

typedef struct {
    const char *name; /* canonical */
    char *value;      /* NULL: it goes */
} Attribute;

static void attribute_clear(gpointer data)
{
    g_free(((Attribute *)data)->value);
}

/* The one element that has them; NULL where the text is anything else. The document's. */
static SvgNode *only_element(SvgDocument *doc)
{
    SvgNode *node = doc ? svg_node_first_element(svg_document_root(doc)) : NULL;
    return node && !node->first && node == svg_document_root(doc)->last ? node : NULL;
}

/* `from` has the names; the caller's. */
static GArray *read_attributes(const char *text, SvgDocument **from, GError **error)
{
    g_autofree char *markup =
        g_strconcat("<svg " SVG_MARKUP_NAMESPACES "><g ", text, "/></svg>", NULL);
    *from = strlen(text) <= SVG_MAX_MARKUP_BYTES
                ? svg_document_parse(markup, strlen(markup), "attributes", NULL)
                : NULL;
    const SvgNode *node = only_element(*from);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Attribute));
    g_array_set_clear_func(out, attribute_clear);
    for (guint i = 0; node && i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];
        g_autofree char *value = g_strstrip(g_strdup(attr->value));
        Attribute row = {attr->name->str, *value ? g_steal_pointer(&value) : NULL};
        g_array_append_val(out, row);
    }
    if (out->len == 0) {
        g_autofree char *shown = svg_name_shown(text);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" are no attributes; write them as in a start tag: rx='6' "
                    "stroke-dasharray='4 2'",
                    shown);
        g_clear_pointer(&out, g_array_unref);
    }
    return out;
}

/* --- which element ---------------------------------------------------------------------------- */

/* An element of the drawing or of a definition, which may be changed. */
static SvgNode *find_element(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_document_find(edit->doc, id);
    if (!node) {
        svg_edit_find(edit, id, error); /* in its words */
        return NULL;
    }
    if (node == edit->doc->root || !svg_node_tag(node)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "the attributes of \"%s\" can't be set: it is a <%s>", id, node->name->str);
        return NULL;
    }
    return svg_edit_allows(edit, node, error) ? node : NULL;
}

/* --- which attributes ------------------------------------------------------------------------- */

static gboolean fail(const SvgNode *node, const char *name, GError **error)
{
    g_autofree char *shown = svg_name_shown(name), *names = svg_allowed_names(node->name->str);
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" can't be set on a <%s>; what can: %s, and presentation attributes (fill, "
                "stroke-width, font-size …)",
                shown, node->name->str, names);
    return FALSE;
}

typedef struct {
    SvgDocument *doc;
    char *missing; /* the first; NULL: none */
} References;

static void find_missing(const char *id, gpointer data)
{
    References *references = data;
    if (!references->missing && !svg_document_owns_id(references->doc, id)) {
        references->missing = svg_name_shown(id);
    }
}

static gboolean check_references(SvgDocument *doc, const char *name, const char *value,
                                 GError **error)
{
    References references = {doc, NULL};
    svg_refs_in_value(svg_document_name_of(doc, name), value, find_missing, &references);
    g_autofree char *missing = references.missing;
    if (missing) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "%s refers to \"#%s\", and nothing in the file has that id", name, missing);
    }
    return !missing;
}

static gboolean check_one(SvgEdit *edit, const SvgNode *node, const Attribute *attribute,
                          GError **error)
{
    const SvgAllowed *row = svg_allowed_find(attribute->name);
    gboolean known = row && svg_allowed_on(row, node->name->str) &&
                     !g_str_equal(attribute->name, "id") && !g_str_equal(attribute->name, "style");
    return known ? !attribute->value ||
                       (svg_allowed_value(row, attribute->value, error) &&
                        check_references(edit->doc, attribute->name, attribute->value, error))
                 : fail(node, attribute->name, error);
}

/* --- setting ---------------------------------------------------------------------------------- */

/* What the outcome rests on is read back. */
static void expect(SvgEdit *edit, SvgNode *node, SvgProperty property, const char *value)
{
    guint32 rgb;
    double alpha, number;
    gboolean paint = property == SVG_PROPERTY_FILL || property == SVG_PROPERTY_STROKE;
    if (paint && (g_str_equal(value, "none") || svg_color_parse(value, &rgb, &alpha))) {
        svg_expect_paint(edit, node, property, value);
    }
    if (property == SVG_PROPERTY_STROKE_WIDTH && svg_number_parse(value, &number)) {
        svg_expect_number(edit, node, property, number);
    }
}

static void set_property(SvgEdit *edit, SvgNode *node, SvgProperty property, const char *value)
{
    if (value) {
        svg_force_property(edit->doc, node, property, value);
        expect(edit, node, property, value);
    } else {
        svg_set_property(edit->doc, node, property, NULL);
    }
}

/* One that our own reading knows nothing of: where the element has it. */
static void set_other_property(SvgEdit *edit, SvgNode *node, const char *name, const char *value)
{
    const char *style = svg_node_attr(node, "style");
    g_autofree char *inline_value = style ? svg_declarations_get(style, name) : NULL;
    if (inline_value || g_str_equal(name, "mix-blend-mode")) {
        g_autofree char *text = svg_declarations_set(style ? style : "", name, value);
        svg_splice_attr(edit->doc, node, "style", *text ? text : NULL);
    } else {
        svg_splice_attr(edit->doc, node, name, value);
    }
}

static void set_one(SvgEdit *edit, SvgNode *node, const Attribute *attribute)
{
    const SvgAllowed *row = svg_allowed_find(attribute->name);
    int property = svg_property_from_name(attribute->name, strlen(attribute->name));
    if (svg_allowed_is_property(row) && property >= 0) {
        set_property(edit, node, (SvgProperty)property, attribute->value);
    } else if (svg_allowed_is_property(row)) {
        set_other_property(edit, node, attribute->name, attribute->value);
    } else {
        svg_splice_attr(edit->doc, node, attribute->name, attribute->value);
    }
}

/* Inkscape draws a path anew from these where it has them (inkscape.md §5.4). */
static void drop_parameters(SvgDocument *doc, SvgNode *node, const Attribute *attribute)
{
    static const char *const names[] = {"sodipodi:type", "inkscape:original-d",
                                        "inkscape:path-effect"};
    for (guint i = 0; g_str_equal(attribute->name, "d") && i < G_N_ELEMENTS(names); i++) {
        svg_splice_attr(doc, node, names[i], NULL);
    }
}

/* --- what comes of it ------------------------------------------------------------------------- */

/* What is in a group may say for itself what the group says. */
static void tell_own(SvgEdit *edit, SvgNode *group, const Attribute *attribute)
{
    int property = svg_property_from_name(attribute->name, strlen(attribute->name));
    guint n = 0;
    if (property < 0 || !svg_node_is(group, SVG_TAG_IS_CONTAINER) ||
        !svg_property_is_inherited((SvgProperty)property)) {
        return;
    }
    for (SvgNode *node = group; (node = svg_node_walk(group, node, FALSE));) {
        n += node->name && svg_node_is(node, SVG_TAG_IS_RENDERED) &&
             svg_style_declared(edit->doc, node, (SvgProperty)property) != NULL;
    }
    if (n > 0) {
        svg_edit_remark(edit, "%u of what is in it %s a %s of %s own, and keep%s it", n,
                        n == 1 ? "has" : "have", attribute->name, n == 1 ? "its" : "their",
                        n == 1 ? "s" : "");
    }
}

/* Some of them say where it is, or how large, and say something else than it does now. */
static gboolean moves_it(const SvgNode *node, const GArray *attributes)
{
    for (guint i = 0; i < attributes->len; i++) {
        const Attribute *attribute = &g_array_index(attributes, Attribute, i);
        const char *was = svg_node_attr(node, attribute->name);
        if (g_strcmp0(was, attribute->value) != 0 &&
            svg_allowed_is_geometry(svg_allowed_find(attribute->name), node->name->str)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The shape has another box, or none of what was given says where it is. */
static gboolean follow(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error)
{
    SvgBox after = svg_node_box(edit->doc, node);
    if (svg_box_equal(before, after)) {
        svg_edit_remark(edit,
                        "it is where it was, and as large: what is in it, or a rule, says so");
        return TRUE;
    }
    return svg_carry_labels(edit, node, before, error) && svg_connectors_follow(edit, node, error);
}

static gboolean check_all(SvgEdit *edit, const SvgNode *node, const GArray *attributes,
                          GError **error)
{
    for (guint i = 0; i < attributes->len; i++) {
        if (!check_one(edit, node, &g_array_index(attributes, Attribute, i), error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* What is in a group has its looks from there, but for where it is. */
static gboolean allows_looks(SvgEdit *edit, SvgNode *node, const GArray *attributes, GError **error)
{
    for (guint i = 0; svg_node_is(node, SVG_TAG_IS_CONTAINER) && i < attributes->len; i++) {
        const char *name = g_array_index(attributes, Attribute, i).name;
        if (!svg_allowed_is_geometry(svg_allowed_find(name), node->name->str) &&
            !svg_locks_allow_looks(edit->doc, node, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void set_all(SvgEdit *edit, SvgNode *node, const GArray *attributes)
{
    for (guint i = 0; i < attributes->len; i++) {
        const Attribute *attribute = &g_array_index(attributes, Attribute, i);
        set_one(edit, node, attribute);
        drop_parameters(edit->doc, node, attribute);
        tell_own(edit, node, attribute);
    }
    svg_edit_changed(edit, node);
}

gboolean svg_edit_set_attributes(SvgEdit *edit, const char *id, const char *attributes,
                                 GError **error)
{
    g_autoptr(SvgDocument) from = NULL;
    g_autoptr(GArray) rows = read_attributes(attributes, &from, error);
    SvgNode *node = rows ? find_element(edit, id, error) : NULL;
    if (!node || !check_all(edit, node, rows, error) || !allows_looks(edit, node, rows, error)) {
        return FALSE;
    }
    SvgNode *shape = svg_edit_find(edit, id, NULL);
    if (!shape) {
        set_all(edit, node, rows);
        return TRUE;
    }
    SvgBox before = svg_node_box(edit->doc, node);
    svg_follow_prepare(edit->doc, node);
    svg_gaps_note(edit, node);
    svg_joints_note(edit, node);
    gboolean moves = moves_it(node, rows);
    set_all(edit, node, rows);
    return !moves || follow(edit, node, before, error);
}
