/* Connectors: the attributes that bind them, and keeping their ends on their shapes. */
#include "edit/connect.h"

#include "document/refs.h"
#include "edit/build.h"

#include <math.h>

static const char *const ends[2] = {"inkscape:connection-start", "inkscape:connection-end"};

SvgNode *svg_connector_end(SvgDocument *doc, const SvgNode *connector, guint which)
{
    const char *reference = svg_node_attr(connector, ends[which]);
    return reference ? svg_document_ref(doc, reference) : NULL;
}

void svg_connector_bind(SvgEdit *edit, SvgNode *connector, guint which, SvgNode *shape)
{
    if (!shape) {
        svg_splice_attr(edit->doc, connector, ends[which], NULL);
        return;
    }
    const char *id = svg_node_id(edit->doc, shape);
    if (!svg_node_attr(shape, "id")) {
        svg_splice_attr(edit->doc, shape, "id", id);
    }
    g_autofree char *reference = g_strconcat("#", id, NULL);
    svg_splice_attr(edit->doc, connector, ends[which], reference);
}

/* Inkscape routes what has a connector type, always straight: a bent arrow has none. */
void svg_connector_set_bend(SvgEdit *edit, SvgNode *connector, gboolean bent)
{
    gboolean bound = svg_node_attr(connector, ends[0]) || svg_node_attr(connector, ends[1]);
    gboolean typed = svg_node_attr(connector, "inkscape:connector-type") != NULL;
    if (typed == (bound && !bent)) {
        return;
    }
    svg_splice_attr(edit->doc, connector, "inkscape:connector-type", typed ? NULL : "polyline");
    svg_splice_attr(edit->doc, connector, "inkscape:connector-curvature", typed ? NULL : "0");
}

static SvgPoint middle_of(SvgEdit *edit, SvgNode *shape)
{
    return svg_box_center(svg_node_box(edit->doc, shape));
}

void svg_connector_ends(SvgEdit *edit, SvgNode *const shapes[2], SvgPoint points[2])
{
    SvgPoint aims[2];
    for (guint i = 0; i < 2; i++) {
        aims[i] = shapes[i] ? middle_of(edit, shapes[i]) : points[i];
    }
    for (guint i = 0; i < 2; i++) {
        if (shapes[i]) {
            points[i] = svg_leave_point(edit, shapes[i], aims[1 - i]);
        }
    }
}

/* Anything but a straight line or one arc was routed by another program: Inkscape routes it again
 * by itself, and we leave it be. */
static gboolean reroute(SvgEdit *edit, SvgNode *connector, GError **error)
{
    SvgPoint points[2];
    double bend;
    SvgMatrix inverse;
    if (svg_node_tag(connector) != SVG_TAG_PATH ||
        !svg_read_line(edit, connector, &points[0], &points[1], &bend) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, connector), &inverse)) {
        return TRUE;
    }
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, connector, 0),
                          svg_connector_end(edit->doc, connector, 1)};
    SvgPoint before = {(points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2};
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, connector);
    svg_connector_ends(edit, shapes, points);
    SvgPoint after = {(points[0].x + points[1].x) / 2, (points[0].y + points[1].y) / 2};
    svg_build_line(edit, connector, points[0], points[1], bend, inverse);
    svg_edit_changed(edit, connector);
    for (guint i = 0; i < labels->len; i++) {
        if (!svg_node_move_by(edit, labels->pdata[i], after.x - before.x, after.y - before.y,
                              error)) {
            return FALSE;
        }
        svg_edit_changed(edit, labels->pdata[i]);
    }
    return TRUE;
}

gboolean svg_connector_is_held(SvgDocument *doc, const SvgNode *node)
{
    return svg_connector_end(doc, node, 0) && svg_connector_end(doc, node, 1);
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
    return TRUE;
}
