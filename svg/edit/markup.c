/* Shapes from markup: read as a drawing of its own, checked by the tables of allowed.h, and copied
 * element by element, so that nothing of its text is written as it came. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/allowed.h"
#include "edit/appearance.h"
#include "edit/build.h"

#include <string.h>

typedef struct {
    SvgEdit *edit;
    SvgDocument *from;   /* the markup */
    GHashTable *ids;     /* char *: what it calls an element → what that is called here */
    GHashTable *made;    /* char *: the ids of new elements, as a set */
    GPtrArray *left_out; /* char *: attributes that can't be written */
    GError *error;       /* of the first value that can't be */
} Markup;

static void markup_clear(Markup *markup)
{
    g_clear_pointer(&markup->from, svg_document_free);
    g_clear_pointer(&markup->ids, g_hash_table_unref);
    g_clear_pointer(&markup->made, g_hash_table_unref);
    g_clear_pointer(&markup->left_out, g_ptr_array_unref);
    g_clear_error(&markup->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Markup, markup_clear)

/* --- reading ---------------------------------------------------------------------------------- */

/* What a whole file begins with. */
static const char *without_declaration(const char *markup)
{
    const char *at = markup + strspn(markup, " \t\r\n");
    const char *end = g_str_has_prefix(at, "<?xml ") ? strstr(at, "?>") : NULL;
    return end ? end + strlen("?>") : markup;
}

static SvgDocument *read_markup(const char *markup, GError **error)
{
    if (strlen(markup) > SVG_MAX_MARKUP_BYTES) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "the markup has %" G_GSIZE_FORMAT " bytes; %u are the most at once",
                    strlen(markup), SVG_MAX_MARKUP_BYTES);
        return NULL;
    }
    g_autofree char *text =
        g_strconcat("<svg " SVG_MARKUP_NAMESPACES ">", without_declaration(markup), "</svg>", NULL);
    return svg_document_parse(text, strlen(text), "markup", error);
}

/* All content that counts; an <svg> around all of it, as of a whole file, is taken off. */
static SvgNode *content_of(SvgDocument *from)
{
    SvgNode *root = svg_document_root(from), *only = svg_node_first_element(root);
    gboolean whole = only && svg_node_tag(only) == SVG_TAG_SVG && !svg_node_next_element(only) &&
                     !svg_node_attr(only, "viewBox") && !svg_node_attr(only, "x") &&
                     !svg_node_attr(only, "y");
    return whole ? only : root;
}

static gboolean is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

/* --- what can't be ---------------------------------------------------------------------------- */

static guint depth_of(const SvgNode *node)
{
    guint depth = 0;
    for (; node; node = node->parent) {
        depth++;
    }
    return depth;
}

static gboolean check_element(const SvgNode *node, GError **error)
{
    if (!svg_allowed_element(node->name->str)) {
        g_autofree char *name = svg_name_shown(node->name->str);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "<%s> can't be written; these elements can: %s", name, svg_allowed_elements());
        return FALSE;
    }
    if (svg_node_attr(node, "id") && !svg_node_owns_id(node)) {
        g_autofree char *id = svg_name_shown(svg_node_attr(node, "id"));
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "two elements of the markup have the id \"%s\"; give each its own", id);
        return FALSE;
    }
    return TRUE;
}

static gboolean check_text(const SvgNode *node, GError **error)
{
    const SvgNode *holder = node->parent;
    if (is_blank(node->text) || svg_node_is(holder, SVG_TAG_IS_TEXT | SVG_TAG_IS_REMARK)) {
        return TRUE;
    }
    g_autofree char *words = svg_name_shown(node->text);
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" stands in a <%s>, where words aren't drawn; put them into a <text>", words,
                holder->name->str);
    return FALSE;
}

static gboolean check_depth(const SvgNode *node, const SvgNode *content, guint above,
                            GError **error)
{
    if (depth_of(node) - depth_of(content) + above <= SVG_MAX_DEPTH) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "the markup would be nested more than %u deep in the drawing", SVG_MAX_DEPTH);
    return FALSE;
}

/* `above`: how deep in the drawing it will stand. */
static gboolean check_content(SvgNode *content, guint above, GError **error)
{
    guint n = 0;
    for (SvgNode *node = content; (node = svg_node_walk(content, node, FALSE));) {
        if (node->name ? !check_element(node, error) || !check_depth(node, content, above, error)
                       : !check_text(node, error)) {
            return FALSE;
        }
        n += node->name != NULL;
    }
    if (n == 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "there is no element in the markup; write as <rect x=\"10\" y=\"10\" "
                    "width=\"50\" height=\"20\"/>");
    }
    return n > 0;
}

/* --- names and references --------------------------------------------------------------------- */

/* Free in the drawing and among the new ones. The caller's. */
static char *free_id(Markup *markup, const char *wish)
{
    SvgDocument *doc = markup->edit->doc;
    char *id = svg_document_unique_id(doc, wish);
    for (guint n = 1; !g_hash_table_add(markup->made, g_strdup(id)); n++) {
        g_autofree char *next = g_strdup_printf("%s-%u", wish, n);
        g_free(id);
        id = svg_document_unique_id(doc, next);
    }
    return id;
}

static void name_one(Markup *markup, const char *id)
{
    char *called = free_id(markup, id);
    if (!g_str_equal(called, id)) {
        svg_edit_remark(markup->edit, "\"%s\" is called \"%s\", as there is another of that name",
                        id, called);
    }
    g_hash_table_insert(markup->ids, g_strdup(id), called);
}

static void name_all(Markup *markup, SvgNode *content)
{
    for (SvgNode *node = content; (node = svg_node_walk(content, node, FALSE));) {
        if (node->name && svg_node_owns_id(node)) {
            name_one(markup, node->id);
        }
    }
}

static void check_reference(const char *id, gpointer data)
{
    Markup *markup = data;
    if (markup->error || g_hash_table_contains(markup->ids, id) ||
        svg_document_owns_id(markup->edit->doc, id)) {
        return;
    }
    g_autofree char *shown = svg_name_shown(id);
    g_set_error(&markup->error, SVG_ERROR, SVG_ERROR_INVALID,
                "it refers to \"#%s\", and there is nothing with that id in the markup or in the "
                "drawing's file",
                shown);
}

/* --- a copy ----------------------------------------------------------------------------------- */

static void leave_out(Markup *markup, const char *name)
{
    if (!g_str_has_prefix(name, "xmlns") &&
        !g_ptr_array_find_with_equal_func(markup->left_out, name, g_str_equal, NULL)) {
        g_ptr_array_add(markup->left_out, g_strdup(name));
    }
}

/* An SvgCopyFunc, after all values were checked. */
static char *value_of(const SvgAttr *attr, gpointer data)
{
    const Markup *markup = data;
    const SvgAllowed *row = svg_allowed_find(attr->name->str);
    if (!row) {
        return NULL;
    }
    if (g_str_equal(attr->name->str, "id")) {
        return g_strdup(g_hash_table_lookup(markup->ids, attr->value));
    }
    if (g_str_equal(attr->name->str, "style")) {
        g_autoptr(GPtrArray) left_out = g_ptr_array_new_with_free_func(g_free);
        g_autofree char *style = svg_allowed_style(attr->value, left_out, NULL);
        return style && *style ? svg_refs_renamed(attr->name, style, markup->ids) : NULL;
    }
    g_autofree char *clean = g_strstrip(g_strdup(attr->value));
    return svg_refs_renamed(attr->name, clean, markup->ids);
}

static void check_attribute(Markup *markup, const SvgAttr *attr)
{
    const SvgAllowed *row = svg_allowed_find(attr->name->str);
    if (!row) {
        leave_out(markup, attr->name->str);
    } else if (g_str_equal(attr->name->str, "style")) {
        g_free(svg_allowed_style(attr->value, markup->left_out, &markup->error));
    } else {
        svg_allowed_value(row, attr->value, &markup->error);
    }
    if (!markup->error) {
        svg_refs_in_value(attr->name, attr->value, check_reference, markup);
    }
}

static gboolean check_attributes(Markup *markup, SvgNode *content, GError **error)
{
    for (SvgNode *node = content; (node = svg_node_walk(content, node, FALSE));) {
        for (guint i = 0; node->name && i < node->n_attrs && !markup->error; i++) {
            check_attribute(markup, &node->attrs[i]);
        }
        if (markup->error) {
            g_propagate_prefixed_error(error, g_steal_pointer(&markup->error),
                                       "<%s>: ", node->name->str);
            return FALSE;
        }
    }
    return TRUE;
}

/* --- clones ----------------------------------------------------------------------------------- */

/* How many elements are drawn with it, clones and what they show counted; more than `most` where
 * that is more, or one draws itself. */
static guint drawn_with(SvgDocument *doc, SvgNode *top, guint most, guint depth)
{
    guint n = 0;
    for (SvgNode *node = NULL; n <= most && (node = svg_node_walk(top, node, FALSE));) {
        SvgNode *shown =
            svg_node_tag(node) == SVG_TAG_USE ? svg_document_ref(doc, svg_node_href(node)) : NULL;
        n += node->name != NULL;
        if (shown) {
            n += depth ? drawn_with(doc, shown, most, depth - 1) : most + 1;
        }
    }
    return n;
}

static gboolean check_clones(SvgEdit *edit, const GPtrArray *tops, GError **error)
{
    for (guint i = 0; i < tops->len; i++) {
        if (drawn_with(edit->doc, tops->pdata[i], SVG_MAX_MARKUP_ELEMENTS, SVG_MAX_MARKUP_CLONES) >
            SVG_MAX_MARKUP_ELEMENTS) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "with its clones \"%s\" draws itself, or more than %u elements",
                        svg_node_id(edit->doc, tops->pdata[i]), SVG_MAX_MARKUP_ELEMENTS);
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean has_clones(SvgNode *content)
{
    SvgNode *node = content;
    while (node && svg_node_tag(node) != SVG_TAG_USE) {
        node = svg_node_walk(content, node, FALSE);
    }
    return node != NULL;
}

/* --- where it goes ---------------------------------------------------------------------------- */

/* Makes what is drawn where its numbers are in the parent's space be drawn where they are in that
 * of `space`. */
static gboolean place_one(SvgEdit *edit, SvgNode *node, SvgMatrix space, GError **error)
{
    SvgContext context;
    SvgMatrix inverse;
    if (!svg_node_is(node, SVG_TAG_IS_RENDERED)) {
        return TRUE;
    }
    if (!svg_context_of_children(edit->doc, node->parent, &context) ||
        !svg_matrix_invert(context.matrix, &inverse)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "nothing can be drawn in \"%s\": its transform flattens it to nothing",
                    svg_node_id(edit->doc, node->parent));
        return FALSE;
    }
    SvgMatrix by = svg_matrix_multiply(space, inverse);
    if (svg_matrix_is_translation(by)) {
        return (by.e == 0 && by.f == 0) || svg_node_move_by(edit, node, by.e, by.f, error);
    }
    return svg_node_apply(edit, node, by, error);
}

/* Several that are drawn with one another stay so in a group of their own. */
static SvgNode *group_for(Markup *markup, SvgPlacement *spot, SvgNode *content)
{
    SvgDocument *doc = markup->edit->doc;
    if (!has_clones(content) || !svg_node_next_element(svg_node_first_element(content))) {
        return NULL;
    }
    SvgNode *group = svg_splice_new(doc, "g");
    g_autofree char *id = free_id(markup, "g");
    svg_splice_attr(doc, group, "id", id);
    svg_splice_insert(doc, spot->parent, group, spot->next);
    return group;
}

static SvgNode *copy_one(Markup *markup, SvgNode *from, SvgNode *parent, SvgNode *next)
{
    SvgDocument *doc = markup->edit->doc;
    SvgNode *node = svg_copy_element(doc, from, value_of, markup);
    svg_splice_insert(doc, parent, node, next);
    svg_copy_content(doc, node, from, value_of, markup);
    if (svg_node_is(node, SVG_TAG_IS_RENDERED) && !svg_node_owns_id(node)) {
        g_autofree char *id = free_id(markup, from->name->str);
        svg_splice_attr(doc, node, "id", id);
    }
    svg_node_id(doc, node);
    return node;
}

/* The outermost new elements (SvgNode *). */
static GPtrArray *copy_all(Markup *markup, SvgNode *content, SvgPlacement *spot)
{
    GPtrArray *tops = g_ptr_array_new();
    SvgNode *group = group_for(markup, spot, content);
    if (group) {
        g_ptr_array_add(tops, group);
    }
    for (SvgNode *from = svg_node_first_element(content); from;
         from = svg_node_next_element(from)) {
        SvgNode *node =
            copy_one(markup, from, group ? group : spot->parent, group ? NULL : spot->next);
        if (!group) {
            g_ptr_array_add(tops, node);
        }
    }
    return tops;
}

static void tell_left_out(Markup *markup)
{
    if (markup->left_out->len > 0) {
        g_ptr_array_add(markup->left_out, NULL);
        g_autofree char *names = g_strjoinv(", ", (char **)markup->left_out->pdata);
        g_autofree char *shown = svg_name_shown(names);
        svg_edit_remark(markup->edit, "left out, as they can't be written: %s", shown);
    }
}

/* The ids of those that are drawn. */
static GPtrArray *settle(Markup *markup, const GPtrArray *tops, SvgMatrix space, GError **error)
{
    SvgEdit *edit = markup->edit;
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    if (!check_clones(edit, tops, error)) {
        return NULL;
    }
    for (guint i = 0; i < tops->len; i++) {
        if (!place_one(edit, tops->pdata[i], space, error)) {
            return NULL;
        }
        if (svg_node_is(tops->pdata[i], SVG_TAG_IS_RENDERED)) {
            svg_edit_added(edit, tops->pdata[i]);
            g_ptr_array_add(ids, g_strdup(svg_node_id(edit->doc, tops->pdata[i])));
        }
    }
    tell_left_out(markup);
    return g_steal_pointer(&ids);
}

char **svg_edit_insert_markup(SvgEdit *edit, const char *markup, const SvgSpec *spec,
                              SvgMatrix space, GError **error)
{
    g_auto(SvgPlacement) spot = {0};
    g_auto(Markup) task = {edit,
                           read_markup(markup, error),
                           g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
                           g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
                           g_ptr_array_new_with_free_func(g_free),
                           NULL};
    if (!task.from || !svg_placement_asked(edit, spec, &spot, error)) {
        return NULL;
    }
    SvgNode *content = content_of(task.from);
    if (!check_content(content, depth_of(spot.parent), error)) {
        return NULL;
    }
    name_all(&task, content);
    if (!check_attributes(&task, content, error)) {
        return NULL;
    }
    g_autoptr(GPtrArray) tops = copy_all(&task, content, &spot);
    g_autoptr(GPtrArray) ids = settle(&task, tops, space, error);
    if (!ids) {
        return NULL;
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&ids), FALSE);
}
