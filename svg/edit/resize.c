/* Shapes in another size, and turned. */
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/effects.h"
#include "edit/follow.h"
#include "edit/joint.h"
#include "shape/unit.h"

#include <math.h>

/* Words in a group that is mirrored can be read all the same: each is mirrored back about its own
 * middle. */
static gboolean keep_readable(SvgEdit *edit, SvgNode *group, SvgMatrix m, GError **error)
{
    gboolean mirrors = m.a < 0 || m.d < 0;
    if (!mirrors || !svg_node_is(group, SVG_TAG_IS_CONTAINER)) {
        return TRUE;
    }
    SvgMatrix back = svg_matrix_scaling(m.a < 0 ? -1 : 1, m.d < 0 ? -1 : 1);
    for (SvgNode *at = group; at; at = svg_node_walk(group, at, svg_node_is_words(at))) {
        SvgBox box = svg_node_is_words(at) ? svg_node_box(edit->doc, at) : SVG_BOX_EMPTY;
        if (svg_box_is_empty(box) || !svg_locks_allow_change(edit->doc, at, NULL)) {
            continue;
        }
        SvgPoint middle = svg_box_center(box);
        SvgMatrix about = svg_matrix_multiply(
            svg_matrix_translation(middle.x, middle.y),
            svg_matrix_multiply(back, svg_matrix_translation(-middle.x, -middle.y)));
        if (!svg_node_apply(edit, at, about, error)) {
            return FALSE;
        }
        svg_edit_touched(edit, at);
    }
    return TRUE;
}

/* The other lines of one that was drawn as several. */
static GPtrArray *links_of(SvgEdit *edit, SvgNode *node)
{
    GPtrArray *links = svg_node_is_line(edit, node) ? svg_node_free_labels(edit, node) : NULL;
    for (guint i = links ? links->len : 0; i-- > 0;) {
        if (!svg_node_is_open_line(edit, links->pdata[i])) {
            g_ptr_array_remove_index(links, i);
        }
    }
    return links;
}

/* It was carried along by a distance, as heads are, and is scaled from where it was. */
static gboolean resize_link(SvgEdit *edit, SvgNode *link, SvgBox was, SvgMatrix m, GError **error)
{
    SvgBox now = svg_node_box(edit->doc, link);
    SvgMatrix back = svg_matrix_translation(was.x - now.x, was.y - now.y);
    return svg_node_scale(edit, link, svg_matrix_multiply(m, back), TRUE, error);
}

static GArray *boxes_of(SvgEdit *edit, const GPtrArray *nodes)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    for (guint i = 0; nodes && i < nodes->len; i++) {
        SvgBox box = svg_node_box(edit->doc, nodes->pdata[i]);
        g_array_append_val(boxes, box);
    }
    return boxes;
}

static gboolean resize_one(SvgEdit *edit, SvgNode *node, SvgMatrix m, GHashTable *along,
                           GError **error)
{
    SvgBox box;
    g_autoptr(GPtrArray) links = links_of(edit, node);
    g_autoptr(GArray) were = boxes_of(edit, links);
    svg_beside_note(edit, node);
    if (!svg_edit_box_of(edit, node, &box, error) || !svg_node_scale(edit, node, m, TRUE, error) ||
        !keep_readable(edit, node, m, error) || !svg_clones_follow(edit, node, m, along, error) ||
        !svg_carry_labels(edit, node, box, error)) {
        return FALSE;
    }
    for (guint i = 0; links && i < links->len; i++) {
        if (!resize_link(edit, links->pdata[i], g_array_index(were, SvgBox, i), m, error)) {
            return FALSE;
        }
    }
    svg_edit_changed(edit, node);
    return svg_connector_settle(edit, node, error) && svg_connectors_follow(edit, node, error);
}

gboolean svg_edit_resize(SvgEdit *edit, const char *const *ids, double sx, double sy,
                         SvgPoint origin, GError **error)
{
    if (!svg_edit_check_number("scale x", sx, error) ||
        !svg_edit_check_number("scale y", sy, error) ||
        !svg_edit_check_number("origin x", origin.x, error) ||
        !svg_edit_check_number("origin y", origin.y, error)) {
        return FALSE;
    }
    if (fabs(sx) < 1e-6 || fabs(sy) < 1e-6) {
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_INVALID,
            "a scale of %g by %g would flatten the shapes to nothing; use factors such as 0.5 or 2",
            sx, sy);
        return FALSE;
    }
    g_autoptr(GPtrArray) nodes = svg_edit_find_movable(edit, ids, error);
    SvgMatrix m =
        svg_matrix_multiply(svg_matrix_translation(origin.x, origin.y),
                            svg_matrix_multiply(svg_matrix_scaling(sx, sy),
                                                svg_matrix_translation(-origin.x, -origin.y)));
    g_autoptr(GHashTable) along = nodes ? svg_nodes_set(nodes) : NULL;
    for (guint i = 0; nodes && i < nodes->len; i++) {
        if (!resize_one(edit, nodes->pdata[i], m, along, error)) {
            return FALSE;
        }
    }
    return nodes != NULL;
}

static gboolean rotate_one(SvgEdit *edit, SvgNode *node, SvgMatrix m, GHashTable *along,
                           GError **error)
{
    g_autoptr(GPtrArray) parts = svg_node_free_labels(edit, node);
    g_ptr_array_insert(parts, 0, node);
    for (guint i = 0; i < parts->len; i++) {
        if (!svg_node_apply(edit, parts->pdata[i], m, error) ||
            !svg_clones_follow(edit, parts->pdata[i], m, along, error)) {
            return FALSE;
        }
        svg_edit_changed(edit, parts->pdata[i]);
    }
    return svg_connector_settle(edit, node, error) && svg_connectors_follow(edit, node, error);
}

gboolean svg_edit_rotate(SvgEdit *edit, const char *const *ids, double degrees, SvgPoint origin,
                         GError **error)
{
    if (!svg_edit_check_number("degrees", degrees, error) ||
        !svg_edit_check_number("origin x", origin.x, error) ||
        !svg_edit_check_number("origin y", origin.y, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) nodes = svg_edit_find_movable(edit, ids, error);
    SvgMatrix m = svg_matrix_rotation(degrees, origin.x, origin.y);
    g_autoptr(GHashTable) along = nodes ? svg_nodes_set(nodes) : NULL;
    for (guint i = 0; nodes && i < nodes->len; i++) {
        if (!rotate_one(edit, nodes->pdata[i], m, along, error)) {
            return FALSE;
        }
    }
    return nodes != NULL;
}
