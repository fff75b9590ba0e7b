/* Shapes into a group, and a group taken apart. */
#include "document/refs.h"
#include "edit/adopt.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/effects.h"
#include "edit/paint.h"

#include <string.h>

/* --- group ------------------------------------------------------------------------------------ */

/* A label counts when it was asked for: a box alone is no group with its own words. */
static guint count_asked(SvgEdit *edit, const GPtrArray *nodes, const char *const *ids)
{
    g_autoptr(GHashTable) asked = g_hash_table_new(NULL, NULL);
    guint n = 0;
    for (; *ids; ids++) {
        g_hash_table_add(asked, svg_document_find(edit->doc, *ids));
    }
    for (guint i = 0; i < nodes->len; i++) {
        n += g_hash_table_contains(asked, nodes->pdata[i]);
    }
    return n;
}

static GPtrArray *find_members(SvgEdit *edit, const char *const *ids, GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_edit_find_whole(edit, ids, error);
    guint n = nodes ? count_asked(edit, nodes, ids) : 0;
    if (nodes && n < 2) {
        const char *note = svg_edit_note(edit);
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "a group needs 2 or more shapes, none inside another, got %u%s%s%s", n,
                    note ? " (" : "", note ? note : "", note ? ")" : "");
        return NULL;
    }
    return g_steal_pointer(&nodes);
}

static gboolean check_members(SvgEdit *edit, const GPtrArray *nodes, SvgNode *to, GError **error)
{
    if (!svg_locks_allow_children(edit->doc, to, error)) {
        return FALSE;
    }
    for (guint i = 0; i < nodes->len; i++) {
        if (!svg_adopt_check(edit, nodes->pdata[i], to, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

const char *svg_edit_group(SvgEdit *edit, const char *const *ids, const char *id, const char *label,
                           GError **error)
{
    if (label && *label && !svg_edit_check_name("a group's name", label, error)) {
        return NULL;
    }
    g_autoptr(GPtrArray) nodes = find_members(edit, ids, error);
    SvgNode *top = nodes ? nodes->pdata[nodes->len - 1] : NULL;
    if (!top || !check_members(edit, nodes, top->parent, error)) {
        return NULL;
    }
    g_autoptr(SvgAdoption) adoption = svg_adoption_new(edit, nodes, error);
    if (!adoption) {
        return NULL;
    }
    SvgPlacement spot = {.parent = top->parent, .next = svg_node_next_element(top)};
    SvgNode *group = svg_splice_new(edit->doc, "g");
    svg_placement_insert(edit, &spot, group, id ? id : "group");
    if (label && *label) {
        svg_splice_attr(edit->doc, group, "inkscape:label", label);
    }
    for (guint i = 0; i < nodes->len; i++) {
        svg_splice_move(edit->doc, nodes->pdata[i], group, NULL);
        svg_expect_parent(edit, nodes->pdata[i], group);
        svg_edit_touched(edit, nodes->pdata[i]);
    }
    svg_edit_added(edit, group);
    return svg_adoption_settle(edit, adoption, error) ? svg_node_id(edit->doc, group) : NULL;
}

/* --- ungroup: may it? ------------------------------------------------------------------------- */

static gboolean refuse(SvgEdit *edit, SvgNode *group, const char *why, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" %s", svg_node_id(edit->doc, group),
                why);
    return FALSE;
}

static gboolean is_drawn(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_RENDERED);
}

/* The only child that is drawn; NULL when there are several. */
static SvgNode *only_child(const SvgNode *group)
{
    SvgNode *only = NULL;
    for (SvgNode *node = svg_node_first_element(group); node; node = svg_node_next_element(node)) {
        if (is_drawn(node) && only) {
            return NULL;
        }
        only = is_drawn(node) ? node : only;
    }
    return only;
}

static gboolean has_drawn_child(const SvgNode *group)
{
    SvgNode *node = svg_node_first_element(group);
    while (node && !is_drawn(node)) {
        node = svg_node_next_element(node);
    }
    return node != NULL;
}

static gboolean check_kind(SvgEdit *edit, SvgNode *group, GError **error)
{
    if (!svg_node_is(group, SVG_TAG_IS_GROUP)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" is a <%s>, not a group",
                    svg_node_id(edit->doc, group), group->name->str);
        return FALSE;
    }
    if (g_strcmp0(svg_node_attr(group, "inkscape:groupmode"), "layer") == 0) {
        return refuse(edit, group, "is a layer; move shapes out of it with to-layer", error);
    }
    if (!has_drawn_child(group)) {
        return refuse(edit, group, "is an empty group; delete it instead", error);
    }
    SvgStyle style;
    svg_style_of(edit->doc, group, &style);
    return style.displayed ||
           refuse(edit, group, "is hidden, and what is in it would show without it", error);
}

/* Connectors are bound to what is left of the group; nobody else may need it. */
static gboolean release(SvgEdit *edit, SvgNode *referrer, SvgNode *group, GError **error)
{
    gboolean bound = FALSE;
    SvgNode *only = only_child(group);
    if (!svg_locks_allow_change(edit->doc, referrer, error)) {
        return FALSE;
    }
    for (guint end = 0; end < 2; end++) {
        if (svg_connector_end(edit->doc, referrer, end) == group) {
            svg_connector_bind(edit, referrer, end, only);
            bound = TRUE;
        }
    }
    if (!bound) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" can't be ungrouped: \"%s\" is drawn with it or leads to it",
                    svg_node_id(edit->doc, group), svg_node_id(edit->doc, referrer));
        return FALSE;
    }
    svg_edit_changed(edit, referrer);
    if (!only) {
        svg_edit_remark(edit, "%s is no longer bound to it", svg_node_id(edit->doc, referrer));
    }
    return TRUE;
}

static gboolean check_referrers(SvgEdit *edit, SvgNode *group, GError **error)
{
    g_autoptr(GPtrArray) referrers = svg_refs_to_self(edit->doc, group);
    for (guint i = 0; i < referrers->len; i++) {
        if (!release(edit, referrers->pdata[i], group, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- ungroup: what the group does as a whole -------------------------------------------------- */

/* Opacity is told as a number, and multiplied. */
static const SvgProperty references[] = {SVG_PROPERTY_FILTER, SVG_PROPERTY_CLIP_PATH,
                                         SVG_PROPERTY_MASK};

static gboolean refers(SvgDocument *doc, const SvgNode *node, SvgProperty property)
{
    const char *value = svg_style_declared(doc, node, property);
    return value && !g_str_equal(value, "none");
}

static guint count_references(SvgDocument *doc, const SvgNode *node)
{
    guint n = 0;
    for (gsize i = 0; i < G_N_ELEMENTS(references); i++) {
        n += refers(doc, node, references[i]);
    }
    return n;
}

/* Whether a filter, clip path or mask of the group does the same on its only child: the space of
 * both is one, it has none of that kind, and nothing it has would be done after the filter now,
 * which comes first (SVG 1.1 §14.1). */
static gboolean can_hand_down(SvgEdit *edit, SvgNode *group, SvgNode *child)
{
    SvgStyle style;
    svg_style_of(edit->doc, child, &style);
    if (svg_node_attr(child, "transform") || style.transform) {
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(references); i++) {
        if (refers(edit->doc, group, references[i]) && refers(edit->doc, child, references[i])) {
            return FALSE;
        }
    }
    return !refers(edit->doc, group, SVG_PROPERTY_FILTER) ||
           (style.opacity == 1 && count_references(edit->doc, child) == 0);
}

static void multiply_opacity(SvgEdit *edit, SvgNode *group, SvgNode *child)
{
    SvgStyle outer, inner;
    char text[SVG_NUMBER_SIZE];
    svg_style_of(edit->doc, group, &outer);
    svg_style_of(edit->doc, child, &inner);
    if (outer.opacity != 1) {
        svg_set_property(edit->doc, child, SVG_PROPERTY_OPACITY,
                         svg_number_print(outer.opacity * inner.opacity, text));
    }
}

static void hand_down(SvgEdit *edit, SvgNode *group, SvgNode *child)
{
    for (gsize i = 0; i < G_N_ELEMENTS(references); i++) {
        if (refers(edit->doc, group, references[i])) {
            g_autofree char *value = g_strdup(svg_style_declared(edit->doc, group, references[i]));
            svg_set_property(edit->doc, child, references[i], value);
        }
    }
}

static gboolean is_property(const char *effect)
{
    static const char *const names[] = {"filter", "clip path", "mask", "opacity", NULL};
    return g_strv_contains(names, effect);
}

/* What the group does as a whole is handed down to its only child, or stands in the way. */
static gboolean settle_effects(SvgEdit *edit, SvgNode *group, GError **error)
{
    const char *effect = svg_container_effect(edit, group);
    SvgNode *child = only_child(group);
    if (!effect) {
        return TRUE;
    }
    gboolean known = child && is_property(effect);
    if (!known || (count_references(edit->doc, group) && !can_hand_down(edit, group, child))) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" can't be ungrouped and look the same: its %s is for all that is in "
                    "it together",
                    svg_node_id(edit->doc, group), effect);
        return FALSE;
    }
    hand_down(edit, group, child);
    multiply_opacity(edit, group, child);
    return TRUE;
}

/* --- ungroup ---------------------------------------------------------------------------------- */

/* What is about the group itself goes with it. */
static void drop_remarks(SvgEdit *edit, SvgNode *group)
{
    SvgNode *next;
    for (SvgNode *node = svg_node_first_element(group); node; node = next) {
        gboolean words = svg_node_is(node, SVG_TAG_IS_REMARK);
        next = svg_node_next_element(node);
        if (words) {
            svg_edit_remark(edit, "its <%s> went with it", node->name->str);
        }
        if (words || svg_node_tag(node) == SVG_TAG_METADATA || strchr(node->name->str, ':')) {
            svg_splice_remove(edit->doc, node);
        }
    }
    if (svg_node_tag(group) == SVG_TAG_A) {
        svg_edit_remark(edit, "what was in it is no longer a link");
    }
}

static GPtrArray *children_of(const SvgNode *group)
{
    GPtrArray *nodes = g_ptr_array_new();
    for (SvgNode *node = svg_node_first_element(group); node; node = svg_node_next_element(node)) {
        g_ptr_array_add(nodes, node);
    }
    return nodes;
}

static GPtrArray *report(SvgEdit *edit, const GPtrArray *nodes)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; i < nodes->len; i++) {
        if (is_drawn(nodes->pdata[i])) {
            svg_edit_touched(edit, nodes->pdata[i]);
            g_ptr_array_add(ids, (gpointer)svg_node_id(edit->doc, nodes->pdata[i]));
        }
    }
    return ids;
}

GPtrArray *svg_edit_ungroup(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *group = svg_edit_find_free(edit, id, error);
    if (!group || !check_kind(edit, group, error) ||
        !svg_adopt_check(edit, group, group->parent, error) ||
        !svg_locks_allow_delete(edit->doc, group, error) ||
        !svg_locks_allow_children(edit->doc, group->parent, error) ||
        !check_referrers(edit, group, error) || !settle_effects(edit, group, error)) {
        return NULL;
    }
    drop_remarks(edit, group);
    g_autoptr(GPtrArray) nodes = children_of(group);
    g_autoptr(SvgAdoption) adoption = svg_adoption_new(edit, nodes, error);
    if (!adoption) {
        return NULL;
    }
    svg_edit_removed(edit, group);
    svg_splice_unwrap(edit->doc, group);
    return svg_adoption_settle(edit, adoption, error) ? report(edit, nodes) : NULL;
}
