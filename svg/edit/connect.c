/* Keeps the ends of connectors on their shapes. */
#include "edit/connect.h"

#include "document/refs.h"
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/ends.h"
#include "edit/follow.h"
#include "edit/joint.h"
#include "edit/route.h"
#include "shape/ends.h"
#include "shape/scene.h"

#include <math.h>

/* --- right angles ----------------------------------------------------------------------------- */

/* As Inkscape routes it where nothing is in the way: from middle to middle around one corner, level
 * from the one on the left, cut at the outlines. The number of points; 0 when the shapes cover the
 * way. */
static guint route_square(SvgEdit *edit, SvgNode *const shapes[2], SvgPoint points[3])
{
    SvgBox boxes[2] = {svg_node_box(edit->doc, shapes[0]), svg_node_box(edit->doc, shapes[1])};
    SvgPoint middles[2] = {svg_box_center(boxes[0]), svg_box_center(boxes[1])};
    guint left = middles[0].x <= middles[1].x ? 0 : 1;
    SvgPoint corner = {middles[1 - left].x, middles[left].y}, outer[2];
    gboolean straight = FALSE;
    if (svg_box_touches(boxes[0], boxes[1])) {
        return 0;
    }
    for (guint i = 0; i < 2; i++) {
        gboolean cut = svg_leave_from(edit, shapes[i], middles[i], corner, &outer[i]);
        /* The corner is inside: it is left on the way to the other shape. */
        if (!cut && !svg_leave_from(edit, shapes[i], corner, middles[1 - i], &outer[i])) {
            return 0;
        }
        straight |= !cut || (outer[i].x == corner.x && outer[i].y == corner.y);
    }
    points[0] = outer[0];
    points[1] = straight ? outer[1] : corner;
    points[2] = outer[1];
    return straight ? 2 : 3;
}

/* A level or upright stretch that lies on a side of the box. */
static gboolean lies_on_side(SvgBox box, SvgPoint a, SvgPoint b, double near)
{
    double level = MIN(fabs(a.y - box.y), fabs(a.y - box.y - box.h));
    double upright = MIN(fabs(a.x - box.x), fabs(a.x - box.x - box.w));
    double along = MIN(MAX(a.x, b.x), box.x + box.w) - MAX(MIN(a.x, b.x), box.x);
    double down = MIN(MAX(a.y, b.y), box.y + box.h) - MAX(MIN(a.y, b.y), box.y);
    return (a.y == b.y && level <= near && along > near) ||
           (a.x == b.x && upright <= near && down > near);
}

/* The only stretch begins or ends on a side, so that nobody sees where it leaves the shape. */
static gboolean is_hidden(SvgEdit *edit, SvgNode *const shapes[2], const SvgPoint *points, guint n)
{
    double near = svg_px(edit->doc);
    return n == 2 &&
           (lies_on_side(svg_node_box(edit->doc, shapes[0]), points[0], points[1], near) ||
            lies_on_side(svg_node_box(edit->doc, shapes[1]), points[0], points[1], near));
}

/* As we have it, and not Inkscape: from side to side, or from figures; straight where the shapes
 * are so near to each other that nothing else goes. */
static guint route_own(SvgEdit *edit, SvgNode *connector, SvgNode *const shapes[2], SvgSides sides,
                       SvgPoint points[SVG_ROUTE_POINTS])
{
    g_auto(SvgInWay) way = {0};
    svg_in_way_init(&way, edit, connector, shapes, points);
    guint n = svg_route_around(&way, shapes, sides, points);
    svg_connector_set_square(edit, connector, TRUE);
    if (n == 0) {
        svg_connector_ends(edit, shapes, sides, (SvgGaps){{0, 0}}, 0, points);
        svg_edit_remark(edit,
                        "%s goes straight, as no way with right angles was found between its "
                        "ends; move its shapes apart",
                        svg_node_id(edit->doc, connector));
    }
    return n > 0 ? n : 2;
}

/* Around one corner where that is free, else around what is in the way, if a way is found. */
static guint route_around(SvgEdit *edit, SvgNode *connector, SvgNode *const shapes[2],
                          SvgPoint points[SVG_ROUTE_POINTS])
{
    g_auto(SvgInWay) way = {0};
    SvgSides sides = svg_sides_of(edit->doc, connector);
    if (svg_connector_is_own(edit, connector)) {
        return route_own(edit, connector, shapes, sides, points);
    }
    guint n = route_square(edit, shapes, points);
    svg_in_way_init(&way, edit, connector, shapes, points);
    gboolean apart = !svg_box_touches(way.ends[0], way.ends[1]);
    if (!apart ||
        (n > 0 && !is_hidden(edit, shapes, points, n) && svg_route_is_free(&way, points, n))) {
        svg_connector_set_square(edit, connector, FALSE);
        return n;
    }
    SvgPoint found[SVG_ROUTE_POINTS];
    guint n_found = svg_route_around(&way, shapes, sides, found);
    svg_connector_set_square(edit, connector, n_found > 0);
    for (guint i = 0; i < n_found; i++) {
        points[i] = found[i];
    }
    return n_found > 0 ? n_found : n;
}

/* --- routing ---------------------------------------------------------------------------------- */

/* Inkscape routes what has a type whenever it opens the drawing: a line with corners is drawn the
 * same way for others, if it can be known. FALSE: it isn't one of these. */
static gboolean route_typed(SvgEdit *edit, SvgNode *connector, SvgNode *const shapes[2],
                            SvgMatrix inverse)
{
    SvgPoint points[SVG_ROUTE_POINTS];
    if (!shapes[0] || !shapes[1] || !svg_connector_is_square(connector)) {
        return FALSE;
    }
    gboolean around = svg_connector_goes_around(connector);
    guint n =
        around ? route_around(edit, connector, shapes, points) : route_square(edit, shapes, points);
    SvgUserPoint corners[SVG_ROUTE_POINTS];
    if (n > 1) {
        svg_gaps_set_off(&points[0], points[1], &points[n - 1], points[n - 2],
                         svg_gaps_of(edit->doc, connector));
    }
    for (guint i = 0; i < n; i++) {
        corners[i] = svg_matrix_to_user(inverse, points[i]);
    }
    if (n) {
        svg_write_corners(edit, connector, corners, n);
    }
    return TRUE;
}

/* A straight line or one arc. Anything else was drawn by somebody, and is left as it is. */
static gboolean route_line(SvgEdit *edit, SvgNode *connector, SvgNode *const shapes[2],
                           SvgMatrix inverse)
{
    SvgPoint points[2];
    double bend;
    if (!svg_read_line(edit, connector, &points[0], &points[1], &bend)) {
        return FALSE;
    }
    svg_connector_ends(edit, shapes, svg_sides_of(edit->doc, connector),
                       svg_gaps_of(edit->doc, connector), bend, points);
    svg_build_line(edit, connector, points[0], points[1], bend, inverse);
    return TRUE;
}

static gboolean reroute(SvgEdit *edit, SvgNode *connector, GError **error)
{
    SvgMatrix inverse;
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, connector, 0),
                          svg_connector_end(edit->doc, connector, 1)};
    SvgBox before = svg_node_box(edit->doc, connector);
    if (svg_node_tag(connector) != SVG_TAG_PATH ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, connector), &inverse)) {
        return TRUE;
    }
    svg_follow_prepare(edit->doc, connector);
    if (svg_joint_has(edit, connector)) {
        SvgJoint *joint = svg_joint_moved(edit, connector, FALSE);
        return !joint || svg_joint_follow(edit, joint, connector, error);
    }
    svg_beside_note(edit, connector);
    if (!route_typed(edit, connector, shapes, inverse) &&
        !route_line(edit, connector, shapes, inverse)) {
        svg_edit_remark(edit, "%s isn't a plain line and was left as it is",
                        svg_node_id(edit->doc, connector));
        return TRUE;
    }
    svg_edit_changed(edit, connector);
    return svg_carry_labels(edit, connector, before, error);
}

gboolean svg_connector_make_square(SvgEdit *edit, SvgNode *connector, GError **error)
{
    svg_connector_set_square(edit, connector, TRUE);
    svg_joint_forget(edit, connector); /* how it was drawn counts no longer */
    return reroute(edit, connector, error);
}

gboolean svg_connector_make_straight(SvgEdit *edit, SvgNode *connector, GError **error)
{
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, connector, 0),
                          svg_connector_end(edit->doc, connector, 1)};
    SvgBox before = svg_node_box(edit->doc, connector);
    SvgPoint points[2];
    SvgMatrix inverse;
    if (!shapes[0] || !shapes[1] ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, connector), &inverse)) {
        return TRUE;
    }
    svg_beside_note(edit, connector);
    svg_connector_set_straight(edit, connector);
    svg_connector_ends(edit, shapes, svg_sides_of(edit->doc, connector),
                       svg_gaps_of(edit->doc, connector), 0, points);
    svg_build_line(edit, connector, points[0], points[1], 0, inverse);
    svg_edit_changed(edit, connector);
    return svg_carry_labels(edit, connector, before, error);
}

/* --- what is connected ------------------------------------------------------------------------ */

static SvgNode *bound_connector(SvgDocument *doc, SvgNode *from, const SvgNode *to)
{
    g_autoptr(GPtrArray) referrers = from->id ? svg_refs_to_self(doc, from) : NULL;
    for (guint i = 0; referrers && i < referrers->len; i++) {
        SvgNode *connector = referrers->pdata[i];
        if (svg_connector_end(doc, connector, 0) == from &&
            svg_connector_end(doc, connector, 1) == to) {
            return connector;
        }
    }
    return NULL;
}

/* It lies at both; which way it goes, the drawing says. */
static gboolean goes(SvgDocument *doc, SvgNode *line, const char *from, const char *to)
{
    g_autoptr(SvgShape) shape = svg_document_shape(doc, svg_node_id(doc, line), NULL);
    gboolean along =
        shape && g_strcmp0(shape->from_id, from) == 0 && g_strcmp0(shape->to_id, to) == 0;
    gboolean back = shape && shape->kind != SVG_KIND_ARROW && g_strcmp0(shape->from_id, to) == 0 &&
                    g_strcmp0(shape->to_id, from) == 0;
    return along || back;
}

char *svg_edit_connection(SvgEdit *edit, const char *from, const char *to)
{
    SvgDocument *doc = edit->doc;
    SvgNode *start = svg_edit_find(edit, from, NULL), *end = svg_edit_find(edit, to, NULL);
    SvgNode *connector = start && end ? bound_connector(doc, start, end) : NULL;
    if (connector || !start || !end) {
        return connector ? g_strdup(svg_node_id(doc, connector)) : NULL;
    }
    const GArray *here = svg_follow_lines(doc, start), *there = svg_follow_lines(doc, end);
    g_autoptr(GHashTable) lines = g_hash_table_new(NULL, NULL);
    for (guint i = 0; here && i < here->len; i++) {
        g_hash_table_add(lines, g_array_index(here, SvgLineEnd, i).line);
    }
    for (guint i = 0; there && i < there->len; i++) {
        SvgNode *line = g_array_index(there, SvgLineEnd, i).line;
        if (g_hash_table_contains(lines, line) && svg_node_contains(doc->root, line) &&
            goes(doc, line, from, to)) {
            return g_strdup(svg_node_id(doc, line));
        }
    }
    return NULL;
}

gboolean svg_connector_settle(SvgEdit *edit, SvgNode *node, GError **error)
{
    gboolean bound = svg_connector_end(edit->doc, node, 0) || svg_connector_end(edit->doc, node, 1);
    return !bound || reroute(edit, node, error);
}

gboolean svg_connectors_follow(SvgEdit *edit, SvgNode *node, GError **error)
{
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        g_autoptr(GPtrArray) referrers = at->id ? svg_refs_to_self(edit->doc, at) : NULL;
        for (guint i = 0; referrers && i < referrers->len; i++) {
            SvgNode *connector = referrers->pdata[i];
            gboolean bound = svg_connector_end(edit->doc, connector, 0) == at ||
                             svg_connector_end(edit->doc, connector, 1) == at;
            if (bound && !svg_node_contains(node, connector) &&
                svg_locks_allow_change(edit->doc, connector, NULL) &&
                !reroute(edit, connector, error)) {
                return FALSE;
            }
        }
    }
    return svg_lines_follow(edit, node, error);
}

gboolean svg_shape_move_by(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error)
{
    if (dx == 0 && dy == 0) {
        return TRUE;
    }
    if (!svg_locks_allow_change(edit->doc, node, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) parts = svg_node_free_labels(edit, node);
    g_ptr_array_insert(parts, 0, node);
    for (guint i = 0; i < parts->len; i++) {
        if (!svg_node_move_by(edit, parts->pdata[i], dx, dy, error)) {
            return FALSE;
        }
        svg_edit_changed(edit, parts->pdata[i]);
    }
    return svg_connectors_follow(edit, node, error);
}
