/* What a connector says of itself: what it is bound to, how it goes; and where its ends lie. */
#include "document/refs.h"
#include "edit/bent.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/end_box.h"

#include <math.h>

#define MOST_OFF 0.8 /* of the way between two shapes: what the gaps at both ends may take */
#define ROUTE    "data-route" /* of one that goes around things, which Inkscape wouldn't */
#define SQUARE   "orthogonal" /* its value, and that of Inkscape's type */

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

gboolean svg_connector_is_own(SvgEdit *edit, const SvgNode *connector)
{
    return svg_sides_any(svg_sides_of(edit->doc, connector)) ||
           svg_is_figure(edit->doc, svg_connector_end(edit->doc, connector, 0)) ||
           svg_is_figure(edit->doc, svg_connector_end(edit->doc, connector, 1));
}

/* Inkscape routes what has a connector type, always straight from middle to middle: an arrow that
 * is bent, or ends elsewhere, has none. */
void svg_connector_set_bend(SvgEdit *edit, SvgNode *connector, gboolean bent)
{
    gboolean bound = svg_node_attr(connector, ends[0]) || svg_node_attr(connector, ends[1]);
    gboolean typed = svg_node_attr(connector, "inkscape:connector-type") != NULL;
    if (typed == (bound && !bent && !svg_connector_is_own(edit, connector))) {
        return;
    }
    svg_splice_attr(edit->doc, connector, "inkscape:connector-type", typed ? NULL : "polyline");
    svg_splice_attr(edit->doc, connector, "inkscape:connector-curvature", typed ? NULL : "0");
}

static SvgPoint middle_of(SvgEdit *edit, SvgNode *shape)
{
    return svg_box_center(svg_end_box(edit->doc, shape));
}

/* Towards `to`, by the gap; less where `both` gaps would meet; 0: however far `to` is. */
static SvgPoint set_off(SvgPoint from, SvgPoint to, double gap, double both)
{
    double way = hypot(to.x - from.x, to.y - from.y);
    double most = MOST_OFF * way, off = both > most && both > 0 ? gap * most / both : gap;
    double share = way > 0 ? off / way : 0;
    return (SvgPoint){from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

void svg_gaps_set_off(SvgPoint *first, SvgPoint after, SvgPoint *last, SvgPoint before,
                      SvgGaps gaps)
{
    double both = gaps.at[0] + gaps.at[1];
    SvgPoint start = *first;
    *first = gaps.at[0] > 0 ? set_off(start, after, gaps.at[0], both) : start;
    *last = gaps.at[1] > 0 ? set_off(*last, before, gaps.at[1], both) : *last;
}

/* An end that no side is said of faces the other one. */
static void end_at_sides(SvgEdit *edit, SvgNode *const shapes[2], SvgSides sides,
                         SvgPoint points[2])
{
    for (guint i = 0; i < 2; i++) {
        points[i] = sides.said[i] ? svg_side_point(edit, shapes[i], sides.at[i]) : points[i];
    }
    for (guint i = 0; i < 2; i++) {
        gboolean faces = shapes[i] && !sides.said[i];
        points[i] = faces ? svg_leave_point(edit, shapes[i], points[1 - i]) : points[i];
    }
}

void svg_connector_ends(SvgEdit *edit, SvgNode *const shapes[2], SvgSides sides, SvgGaps gaps,
                        double bend, SvgPoint points[2])
{
    SvgPoint aims[2], after[2];
    for (guint i = 0; i < 2; i++) {
        aims[i] = shapes[i] ? middle_of(edit, shapes[i]) : points[i];
        gaps.at[i] = shapes[i] ? gaps.at[i] : 0;
    }
    if (bend != 0 && svg_bent_ends(edit, shapes, aims, bend, points, after)) {
        points[0] = set_off(points[0], after[0], gaps.at[0], 0);
        points[1] = set_off(points[1], after[1], gaps.at[1], 0);
        return;
    }
    for (guint i = 0; i < 2; i++) {
        points[i] = shapes[i] ? svg_leave_point(edit, shapes[i], aims[1 - i]) : points[i];
    }
    if (svg_sides_any(sides)) {
        end_at_sides(edit, shapes, sides, points);
    }
    svg_gaps_set_off(&points[0], points[1], &points[1], points[0], gaps);
}

void svg_write_corners(SvgEdit *edit, SvgNode *line, const SvgUserPoint *corners, guint n)
{
    GString *d = g_string_new("M");
    for (guint i = 0; i < n; i++) {
        char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
        g_string_append_printf(d, " %s,%s", svg_number_print(corners[i].x, x),
                               svg_number_print(corners[i].y, y));
    }
    svg_splice_attr(edit->doc, line, "d", d->str);
    g_string_free(d, TRUE);
}

static gboolean is_typed_square(const SvgNode *connector)
{
    return g_strcmp0(svg_node_attr(connector, "inkscape:connector-type"), SQUARE) == 0;
}

gboolean svg_connector_goes_around(const SvgNode *connector)
{
    return svg_node_attr(connector, ROUTE) != NULL;
}

gboolean svg_connector_is_square(const SvgNode *connector)
{
    return is_typed_square(connector) || svg_connector_goes_around(connector);
}

/* Inkscape routes what has its type anew whenever it opens the drawing. */
void svg_connector_set_square(SvgEdit *edit, SvgNode *connector, gboolean around)
{
    svg_splice_attr(edit->doc, connector, "inkscape:connector-type", around ? NULL : SQUARE);
    svg_splice_attr(edit->doc, connector, "inkscape:connector-curvature", around ? NULL : "0");
    svg_splice_attr(edit->doc, connector, ROUTE, around ? SQUARE : NULL);
}

void svg_connector_set_straight(SvgEdit *edit, SvgNode *connector)
{
    gboolean own = svg_connector_is_own(edit, connector);
    svg_splice_attr(edit->doc, connector, "inkscape:connector-type", own ? NULL : "polyline");
    svg_splice_attr(edit->doc, connector, "inkscape:connector-curvature", own ? NULL : "0");
    svg_splice_attr(edit->doc, connector, ROUTE, NULL);
}

gboolean svg_connector_check_free(SvgEdit *edit, SvgNode *node, GError **error)
{
    SvgNode *from = svg_connector_end(edit->doc, node, 0),
            *to = svg_connector_end(edit->doc, node, 1);
    if (!from || !to) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" joins \"%s\" and \"%s\" and goes where they go; move those",
                svg_node_id(edit->doc, node), svg_node_id(edit->doc, from),
                svg_node_id(edit->doc, to));
    return FALSE;
}
