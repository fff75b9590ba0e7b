/* What is drawn with an element from somewhere else: its clones, and the text that flows in it. */
#include "edit/clone.h"

#include "document/refs.h"
#include "edit/attributes.h"

/* --- clones ----------------------------------------------------------------------------------- */

/* Moved by the same verb: itself, or with a group it is in. */
static gboolean goes_along(const SvgNode *node, GHashTable *along)
{
    for (; along && node; node = node->parent) {
        if (g_hash_table_contains(along, node)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What the clone shows was changed by `by`: changes it back, in front of what the clone does to it.
 */
static gboolean take_back(SvgEdit *edit, SvgNode *use, SvgMatrix by, GError **error)
{
    SvgPlace place;
    SvgMatrix inverse;
    double x = 0, y = 0;
    if (!svg_place_find(edit, use, &place, error) || !svg_matrix_invert(by, &inverse)) {
        return FALSE;
    }
    svg_length_parse(svg_node_attr(use, "x"), &place.lengths, SVG_AXIS_X, &x);
    svg_length_parse(svg_node_attr(use, "y"), &place.lengths, SVG_AXIS_Y, &y);
    SvgMatrix shift = svg_matrix_translation(x, y), unshift = svg_matrix_translation(-x, -y);
    SvgMatrix back = svg_matrix_multiply(shift, svg_matrix_multiply(inverse, unshift));
    SvgMatrix own = svg_place_own(edit, use, &place);
    if (!svg_place_write(edit, use, &place, svg_matrix_multiply(own, back), error)) {
        return FALSE;
    }
    svg_edit_changed(edit, use);
    return TRUE;
}

/* Its clip path would be moved away from what it cuts. */
static gboolean can_stay(SvgEdit *edit, SvgNode *use)
{
    SvgStyle style;
    svg_style_of(edit->doc, use, &style);
    return !style.clip_path && !style.mask && svg_locks_allow_change(edit->doc, use, NULL);
}

static gboolean is_clone_of(SvgEdit *edit, const SvgNode *use, const SvgNode *node)
{
    return svg_node_tag(use) == SVG_TAG_USE &&
           svg_document_ref(edit->doc, svg_node_href(use)) == node && !svg_node_contains(node, use);
}

/* --- text in a frame -------------------------------------------------------------------------- */

SvgNode *svg_text_leader(SvgEdit *edit, SvgNode *text)
{
    SvgStyle style;
    const SvgNode *first = svg_node_first_element(text);
    if (svg_node_tag(text) != SVG_TAG_TEXT) {
        return NULL;
    }
    if (first && svg_node_tag(first) == SVG_TAG_TEXT_PATH) {
        const char *href = svg_node_href(first);
        return href ? svg_document_ref(edit->doc, href) : NULL;
    }
    svg_style_of(edit->doc, text, &style);
    return style.shape_inside ? svg_document_owner(edit->doc, style.shape_inside) : NULL;
}

/* Inkscape lets the text flow in the frame's new place; what it wrote for others goes there too. */
static void flow_along(SvgEdit *edit, SvgNode *text, SvgMatrix by)
{
    if (!svg_locks_allow_change(edit->doc, text, NULL)) {
        return;
    }
    if (svg_matrix_is_translation(by) && svg_text_shift(edit, text, (SvgUserPoint){by.e, by.f})) {
        svg_edit_changed(edit, text);
        return;
    }
    svg_edit_remark(edit, "the text %s flows anew in it when Inkscape opens the drawing",
                    svg_node_id(edit->doc, text));
}

/* --- both ------------------------------------------------------------------------------------- */

gboolean svg_clones_follow(SvgEdit *edit, SvgNode *node, SvgMatrix m, GHashTable *along,
                           GError **error)
{
    SvgPlace place;
    g_autoptr(GPtrArray) referrers = node->id ? svg_refs_to_self(edit->doc, node) : NULL;
    if (!referrers || !referrers->len) {
        return TRUE;
    }
    if (!svg_place_find(edit, node, &place, error)) {
        return FALSE;
    }
    SvgMatrix by = svg_matrix_multiply(place.inverse, svg_matrix_multiply(m, place.parent));
    for (guint i = 0; i < referrers->len; i++) {
        SvgNode *other = referrers->pdata[i];
        if (svg_text_leader(edit, other) == node) {
            flow_along(edit, other, by);
        }
        if (!is_clone_of(edit, other, node)) {
            continue;
        }
        gboolean stays = svg_matrix_is_translation(by) || goes_along(other, along);
        if (stays && can_stay(edit, other)) {
            if (!take_back(edit, other, by, error)) {
                return FALSE;
            }
        } else {
            svg_edit_remark(edit, "its clone %s goes along", svg_node_id(edit->doc, other));
        }
    }
    return TRUE;
}

/* --- in another parent ------------------------------------------------------------------------ */

SvgNode *svg_clone_find(SvgEdit *edit, SvgNode *node)
{
    g_autoptr(GPtrArray) referrers = node->id ? svg_refs_to_self(edit->doc, node) : NULL;
    for (guint i = 0; referrers && i < referrers->len; i++) {
        if (is_clone_of(edit, referrers->pdata[i], node)) {
            return referrers->pdata[i];
        }
    }
    return NULL;
}

gboolean svg_clones_stay(SvgEdit *edit, SvgNode *node, SvgMatrix by, GError **error)
{
    g_autoptr(GPtrArray) referrers = node->id ? svg_refs_to_self(edit->doc, node) : NULL;
    for (guint i = 0; referrers && i < referrers->len; i++) {
        SvgNode *other = referrers->pdata[i];
        gboolean clone = is_clone_of(edit, other, node);
        gboolean words =
            svg_node_tag(other) == SVG_TAG_TEXT_PATH || svg_text_leader(edit, other) == node;
        if (clone ? !can_stay(edit, other) : words) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "\"%s\" would look different: it is drawn with \"%s\"",
                        svg_node_id(edit->doc, other), svg_node_id(edit->doc, node));
            return FALSE;
        }
        if (clone && !take_back(edit, other, by, error)) {
            return FALSE;
        }
    }
    return TRUE;
}
