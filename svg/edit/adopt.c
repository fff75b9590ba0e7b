/* Puts elements into other parents without anybody seeing it: what groups around them did is worked
 * into them, and what can't be is refused. */
#include "edit/adopt.h"

#include "document/refs.h"
#include "edit/appearance.h"
#include "edit/attributes.h"
#include "edit/clone.h"
#include "edit/inherited_style.h"

#include <string.h>

/* --- what groups do --------------------------------------------------------------------------- */

static gboolean is_animated(const SvgNode *container)
{
    for (const SvgNode *node = svg_node_first_element(container); node;
         node = svg_node_next_element(node)) {
        if (svg_node_is(node, SVG_TAG_IS_ANIMATION)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean has_conditions(const SvgNode *node)
{
    return svg_node_attr(node, "systemLanguage") || svg_node_attr(node, "requiredFeatures") ||
           svg_node_attr(node, "requiredExtensions");
}

/* A property that our styles don't read; any value but `usual` counts. */
static gboolean says(const SvgNode *node, const char *property, const char *usual)
{
    const char *style = svg_node_attr(node, "style");
    g_autofree char *value = style ? svg_declarations_get(style, property) : NULL;
    const char *attribute = svg_node_attr_len(node, property, strlen(property));
    const char *said = value ? value : attribute;
    return said && !g_str_equal(said, usual);
}

const char *svg_container_effect(SvgEdit *edit, SvgNode *container)
{
    SvgStyle style;
    svg_style_of(edit->doc, container, &style);
    const struct {
        gboolean does;
        const char *name;
    } rows[] = {
        {style.filter != NULL, "filter"},
        {style.clip_path != NULL, "clip path"},
        {style.mask != NULL, "mask"},
        {style.opacity != 1, "opacity"},
        {says(container, "mix-blend-mode", "normal"), "blend mode"},
        {says(container, "isolation", "auto"), "isolation"},
        {svg_node_tag(container) == SVG_TAG_SVG, "viewport"},
        {svg_node_tag(container) == SVG_TAG_SWITCH, "choice"},
        {has_conditions(container), "language or other condition"},
        {is_animated(container), "animation"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].does) {
            return rows[i].name;
        }
    }
    return NULL;
}

/* --- the way ---------------------------------------------------------------------------------- */

static gboolean fail(SvgEdit *edit, SvgNode *node, const char *verb, SvgNode *group,
                     const char *would, const char *what, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" can't %s \"%s\" and look the same: it would %s the %s of that group",
                svg_node_id(edit->doc, node), verb, svg_node_id(edit->doc, group), would, what);
    return FALSE;
}

/* What is in a group is drawn wherever its clones are. */
static gboolean check_shown_elsewhere(SvgEdit *edit, SvgNode *node, const char *verb,
                                      SvgNode *group, const char *would, GError **error)
{
    SvgNode *clone = svg_clone_find(edit, group);
    if (clone) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" can't %s \"%s\": that group's clone \"%s\" would %s it",
                    svg_node_id(edit->doc, node), verb, svg_node_id(edit->doc, group),
                    svg_node_id(edit->doc, clone), would);
    }
    return !clone;
}

static gboolean check_leaving(SvgEdit *edit, SvgNode *node, SvgNode *group, GError **error)
{
    const char *effect = svg_container_effect(edit, group);
    if (effect) {
        return fail(edit, node, "leave", group, "lose", effect, error);
    }
    if (!check_shown_elsewhere(edit, node, "leave", group, "lose", error)) {
        return FALSE;
    }
    if (svg_node_tag(group) == SVG_TAG_A) {
        svg_edit_remark(edit, "%s is no longer part of the link %s", svg_node_id(edit->doc, node),
                        svg_node_id(edit->doc, group));
    }
    return TRUE;
}

static gboolean check_entering(SvgEdit *edit, SvgNode *node, SvgNode *group, GError **error)
{
    const char *effect = svg_container_effect(edit, group);
    effect = effect ? effect : svg_node_tag(group) == SVG_TAG_A ? "link" : NULL;
    if (effect) {
        return fail(edit, node, "go into", group, "get", effect, error);
    }
    return check_shown_elsewhere(edit, node, "go into", group, "show", error);
}

/* Not one of several choices. */
static gboolean check_drawn(SvgEdit *edit, SvgNode *node, GError **error)
{
    if (svg_node_tag(node->parent) == SVG_TAG_SWITCH) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is one of the choices of \"%s\" (<switch>), of which one is drawn",
                    svg_node_id(edit->doc, node), svg_node_id(edit->doc, node->parent));
        return FALSE;
    }
    return TRUE;
}

gboolean svg_adopt_check(SvgEdit *edit, SvgNode *node, SvgNode *to, GError **error)
{
    if (svg_node_contains(node, to)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" can't go into itself",
                    svg_node_id(edit->doc, node));
        return FALSE;
    }
    if (!check_drawn(edit, node, error) || !svg_locks_allow_parent(edit->doc, node, to, error)) {
        return FALSE;
    }
    SvgNode *meeting = node->parent;
    for (; !svg_node_contains(meeting, to); meeting = meeting->parent) {
        if (!check_leaving(edit, node, meeting, error)) {
            return FALSE;
        }
    }
    for (SvgNode *at = to; at != meeting; at = at->parent) {
        if (!check_entering(edit, node, at, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- where elements were ---------------------------------------------------------------------- */

/* A container around an element, and what its transform does. */
typedef struct {
    SvgNode *node;
    SvgMatrix own;
} Around;

/* What is around all children of one parent. */
typedef struct {
    SvgInheritedStyle *home;
    GArray *around; /* Around, from the parent outwards, without the root */
} Origin;

struct _SvgAdoption {
    GPtrArray *nodes, *origins; /* SvgNode *; Origin * of each */
    GPtrArray *owned;           /* of Origin * */
    SvgAppearance *appearance;
};

static void origin_free(gpointer data)
{
    Origin *origin = data;
    svg_inherited_style_free(origin->home);
    g_array_unref(origin->around);
    g_free(origin);
}

void svg_adoption_free(SvgAdoption *adoption)
{
    if (adoption) {
        g_ptr_array_unref(adoption->nodes);
        g_ptr_array_unref(adoption->origins);
        g_ptr_array_unref(adoption->owned);
        g_clear_pointer(&adoption->appearance, svg_appearance_free);
        g_free(adoption);
    }
}

static gboolean find_around(SvgEdit *edit, SvgNode *parent, GArray *out, GError **error)
{
    for (SvgNode *at = parent; at && at->parent; at = at->parent) {
        SvgPlace place;
        if (!svg_place_find(edit, at, &place, error)) {
            return FALSE;
        }
        Around around = {at, svg_place_own(edit, at, &place)};
        g_array_append_val(out, around);
    }
    return TRUE;
}

static Origin *origin_new(SvgEdit *edit, SvgNode *parent, GError **error)
{
    g_autoptr(GArray) around = g_array_new(FALSE, FALSE, sizeof(Around));
    if (!find_around(edit, parent, around, error)) {
        return NULL;
    }
    Origin *origin = g_new(Origin, 1);
    *origin = (Origin){svg_inherited_style_new(edit, parent), g_steal_pointer(&around)};
    return origin;
}

static gboolean add_origin(SvgEdit *edit, SvgAdoption *adoption, SvgNode *parent,
                           GHashTable *by_parent, GError **error)
{
    Origin *origin = g_hash_table_lookup(by_parent, parent);
    if (!origin) {
        origin = origin_new(edit, parent, error);
        if (!origin) {
            return FALSE;
        }
        g_ptr_array_add(adoption->owned, origin);
        g_hash_table_insert(by_parent, parent, origin);
    }
    g_ptr_array_add(adoption->origins, origin);
    return TRUE;
}

SvgAdoption *svg_adoption_new(SvgEdit *edit, GPtrArray *nodes, GError **error)
{
    SvgAdoption *adoption = g_new0(SvgAdoption, 1);
    g_autoptr(GHashTable) by_parent = g_hash_table_new(NULL, NULL);
    adoption->nodes = g_ptr_array_ref(nodes);
    adoption->origins = g_ptr_array_new();
    adoption->owned = g_ptr_array_new_with_free_func(origin_free);
    adoption->appearance = svg_appearance_new(edit->doc, nodes);
    for (guint i = 0; i < nodes->len; i++) {
        const SvgNode *node = nodes->pdata[i];
        if (!add_origin(edit, adoption, node->parent, by_parent, error)) {
            svg_adoption_free(adoption);
            return NULL;
        }
    }
    return adoption;
}

/* --- where they are now ----------------------------------------------------------------------- */

/* From the space of one's children to that of what both are in. */
static SvgMatrix outwards(const GArray *around, const SvgNode *meeting)
{
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    for (guint i = 0; i < around->len && g_array_index(around, Around, i).node != meeting; i++) {
        m = svg_matrix_multiply(g_array_index(around, Around, i).own, m);
    }
    return m;
}

static SvgNode *meeting_of(const GArray *a, const GArray *b)
{
    g_autoptr(GHashTable) set = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < a->len; i++) {
        g_hash_table_add(set, g_array_index(a, Around, i).node);
    }
    for (guint i = 0; i < b->len; i++) {
        SvgNode *node = g_array_index(b, Around, i).node;
        if (g_hash_table_contains(set, node)) {
            return node;
        }
    }
    return NULL;
}

/* From the space of the old parent's children to that of the new one's. */
static gboolean find_way(const Origin *from, const Origin *to, SvgMatrix *out)
{
    const SvgNode *meeting = meeting_of(from->around, to->around);
    SvgMatrix inverse;
    if (!svg_matrix_invert(outwards(to->around, meeting), &inverse)) {
        return FALSE;
    }
    *out = svg_matrix_multiply(inverse, outwards(from->around, meeting));
    return TRUE;
}

static gboolean is_identity(SvgMatrix m)
{
    return svg_matrix_is_translation(m) && m.e == 0 && m.f == 0;
}

/* Attributes where they say a shift exactly, else the transform, which nothing stays behind of. */
static gboolean carry(SvgEdit *edit, SvgNode *node, SvgMatrix by, GError **error)
{
    SvgPlace place;
    if (svg_node_tag(node) == SVG_TAG_SVG) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is a drawing of its own (<svg>), which has its place by its group",
                    svg_node_id(edit->doc, node));
        return FALSE;
    }
    if (!svg_place_find(edit, node, &place, error)) {
        return FALSE;
    }
    if (svg_node_tag(node) == SVG_TAG_TEXT) {
        svg_text_place_lines(edit, node, &place.style);
    }
    if (svg_matrix_is_translation(by) &&
        svg_attributes_scale(edit, node, &place, (SvgScaling){1, 1, by.e, by.f}, FALSE)) {
        return TRUE;
    }
    SvgMatrix own = svg_place_own(edit, node, &place);
    return svg_place_write(edit, node, &place, svg_matrix_multiply(by, own), error);
}

static gboolean check_clones(SvgEdit *edit, SvgNode *node, GError **error)
{
    SvgNode *clone = svg_clone_find(edit, node);
    if (clone) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" has to say itself what it inherits now, and its clone \"%s\" would "
                    "look different then",
                    svg_node_id(edit->doc, node), svg_node_id(edit->doc, clone));
    }
    return !clone;
}

static gboolean is_rendered(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_RENDERED);
}

static gboolean settle_one(SvgEdit *edit, SvgNode *node, const Origin *from, const Origin *to,
                           GError **error)
{
    SvgMatrix by = SVG_MATRIX_IDENTITY;
    if (svg_inherited_style_node(from->home) == svg_inherited_style_node(to->home)) {
        return TRUE;
    }
    if (!find_way(from, to, &by)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" can't go into \"%s\", which its transform flattens to nothing",
                    svg_node_id(edit->doc, node), svg_node_id(edit->doc, node->parent));
        return FALSE;
    }
    gboolean moves = is_rendered(node) && !is_identity(by);
    if (moves && (!carry(edit, node, by, error) || !svg_clones_stay(edit, node, by, error))) {
        return FALSE;
    }
    /* What a <use> shows of a <symbol> inherits from the <use>. */
    gboolean keeps = svg_node_tag(node) != SVG_TAG_SYMBOL &&
                     svg_inherited_style_keep(edit, node, from->home, to->home);
    if (moves || keeps) {
        svg_edit_changed(edit, node);
    }
    return !keeps || check_clones(edit, node, error);
}

static gboolean settle_all(SvgEdit *edit, SvgAdoption *adoption, GError **error)
{
    Origin *to = NULL;
    for (guint i = 0; i < adoption->nodes->len; i++) {
        SvgNode *node = adoption->nodes->pdata[i];
        if (!to || svg_inherited_style_node(to->home) != node->parent) {
            to = origin_new(edit, node->parent, error);
            if (!to) {
                return FALSE;
            }
            g_ptr_array_add(adoption->owned, to);
        }
        if (!settle_one(edit, node, adoption->origins->pdata[i], to, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_adoption_settle(SvgEdit *edit, SvgAdoption *adoption, GError **error)
{
    if (!settle_all(edit, adoption, error)) {
        return FALSE;
    }
    SvgNode *other = svg_appearance_find_changed(edit->doc, adoption->appearance);
    if (other) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" would look different: the style sheet has a rule for where it stands",
                    svg_node_id(edit->doc, other));
    }
    return !other;
}
