/* Reads the place of an element off its attributes; gives up at whatever style could change. */
#include "shape/quick_bounds.h"

#include "geometry/parts.h"
#include "shape/movers.h"
#include "shape/quick_text.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>
#include <string.h>

#define SURE_AREA 0.1  /* of its box: what no outline has that looks like a line, */
#define SOME_AREA 1e-6 /* or, with curves, like nothing at all */

/* The element's own matrix. FALSE when more than its transform attribute may make it. */
gboolean svg_node_quick_matrix(const SvgNode *node, const SvgContext *parent, SvgMatrix *out)
{
    *out = parent->matrix;
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];

        if (svg_is_mover(node, attr)) {
            return FALSE;
        }
        if (attr->name->attr == SVG_ATTR_TRANSFORM) {
            SvgMatrix own;

            svg_transform_parse(attr->value, &own);
            *out = svg_matrix_multiply(parent->matrix, own);
        }
    }
    return svg_matrix_is_finite(*out);
}

/* --- outlines --------------------------------------------------------------------------------- */

/* Numbers without unit; 0 where the attribute is missing. */
static gboolean read_numbers(const SvgNode *node, const SvgAttrId *attrs, guint n, double *out)
{
    for (guint i = 0; i < n; i++) {
        const char *value = svg_node_value(node, attrs[i]);

        out[i] = 0;
        if (value && !svg_number_parse(value, &out[i])) {
            return FALSE;
        }
    }
    return TRUE;
}

static SvgQuickBounds reach_of_rect(const SvgNode *node, SvgMatrix matrix, SvgBox *box)
{
    static const SvgAttrId attrs[] = {SVG_ATTR_X, SVG_ATTR_Y, SVG_ATTR_WIDTH, SVG_ATTR_HEIGHT};
    double at[4];

    if (!read_numbers(node, attrs, 4, at)) {
        return SVG_QUICK_BOUNDS_UNKNOWN;
    }
    *box = svg_matrix_box_to_document(matrix,
                                      (SvgUserBox){at[0], at[1], MAX(at[2], 0), MAX(at[3], 0)});
    return SVG_QUICK_BOUNDS_BOX;
}

/* An ellipse of which one radius is missing is a circle. */
static SvgQuickBounds reach_of_ellipse(const SvgNode *node, SvgMatrix matrix, SvgBox *box)
{
    static const SvgAttrId attrs[] = {SVG_ATTR_CX, SVG_ATTR_CY, SVG_ATTR_R, SVG_ATTR_RX,
                                      SVG_ATTR_RY};
    double at[5], radius;

    if (!read_numbers(node, attrs, 5, at)) {
        return SVG_QUICK_BOUNDS_UNKNOWN;
    }
    radius = MAX(MAX(fabs(at[2]), fabs(at[3])), fabs(at[4]));
    *box = svg_matrix_box_to_document(
        matrix, (SvgUserBox){at[0] - radius, at[1] - radius, 2 * radius, 2 * radius});
    return SVG_QUICK_BOUNDS_BOX;
}

/* The box of all points, those of controls too, in user space. */
typedef struct {
    double left, top, right, bottom;
    SvgUserPoint last;
    double area; /* twice that of the polygon of all points, told as one part */
    guint n_parts, n_curves;
} Hull;

static void add_point(Hull *hull, double x, double y)
{
    hull->left = MIN(hull->left, x);
    hull->top = MIN(hull->top, y);
    hull->right = MAX(hull->right, x);
    hull->bottom = MAX(hull->bottom, y);
}

static void add_corner(Hull *hull, SvgUserPoint first, SvgUserPoint at)
{
    hull->area +=
        (hull->last.x - first.x) * (at.y - first.y) - (at.x - first.x) * (hull->last.y - first.y);
    hull->last = at;
}

typedef struct {
    Hull hull;
    SvgUserPoint first;
} Outline;

static void add_segment(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    static const guint n_points[] = {[SVG_SEG_MOVE] = 1,  [SVG_SEG_LINE] = 1, [SVG_SEG_QUAD] = 2,
                                     [SVG_SEG_CUBIC] = 3, [SVG_SEG_ARC] = 1,  [SVG_SEG_CLOSE] = 1};
    Outline *outline = data;
    Hull *hull = &outline->hull;

    (void)from;
    if (segment->kind == SVG_SEG_MOVE) {
        hull->n_parts++;
        hull->last = outline->first = segment->p[0];
    }
    for (guint i = 0; i < n_points[segment->kind]; i++) {
        add_point(hull, segment->p[i].x, segment->p[i].y);
        add_corner(hull, outline->first, segment->p[i]);
    }
    hull->n_curves += svg_segment_is_curve(segment) && segment->kind != SVG_SEG_ARC;
    if (segment->kind == SVG_SEG_ARC) {
        SvgUserPoint c = segment->arc_center, u = segment->arc_u, v = segment->arc_v;
        double rx = fabs(u.x) + fabs(v.x), ry = fabs(u.y) + fabs(v.y);

        add_point(hull, c.x - rx, c.y - ry);
        add_point(hull, c.x + rx, c.y + ry);
    }
}

/* Not one part with area, which is closed when it is only filled. */
static gboolean may_be_open(const Hull *hull, SvgMatrix m, SvgBox box)
{
    double area = fabs(hull->area * (m.a * m.d - m.b * m.c)) / 2;

    return hull->n_parts != 1 ||
           !(area > (hull->n_curves ? SOME_AREA : SURE_AREA) * svg_box_area(box));
}

static SvgQuickBounds reach_of_segments(const SvgNode *node, const SvgContext *parent,
                                        SvgMatrix matrix, SvgBox *box, gboolean *open)
{
    static const SvgAttrId ends[] = {SVG_ATTR_X1, SVG_ATTR_Y1, SVG_ATTR_X2, SVG_ATTR_Y2};
    Outline outline = {
        .hull = {.left = INFINITY, .top = INFINITY, .right = -INFINITY, .bottom = -INFINITY}};
    const Hull *hull = &outline.hull;
    double at[4];

    if (svg_node_tag(node) == SVG_TAG_LINE && !read_numbers(node, ends, 4, at)) {
        return SVG_QUICK_BOUNDS_UNKNOWN;
    }
    svg_node_each_segment(node, &parent->viewport, add_segment, &outline);
    *box = SVG_BOX_EMPTY;
    if (hull->left <= hull->right) {
        *box = svg_matrix_box_to_document(matrix, (SvgUserBox){hull->left, hull->top,
                                                               hull->right - hull->left,
                                                               hull->bottom - hull->top});
        *open = may_be_open(hull, matrix, *box);
    }
    return SVG_QUICK_BOUNDS_BOX;
}

static SvgBox box_around(SvgMatrix matrix, SvgUserPoint p, double by)
{
    return svg_matrix_box_to_document(matrix, (SvgUserBox){p.x - by, p.y - by, 2 * by, 2 * by});
}

SvgPathPlace svg_path_place(const SvgNode *node, const SvgContext *parent, SvgBox place)
{
    const char *d = svg_node_tag(node) == SVG_TAG_PATH ? svg_node_value(node, SVG_ATTR_D) : NULL;
    SvgUserPoint begin;
    SvgMatrix matrix;
    double span;

    if (!d || !svg_path_begin(d, &begin) || !svg_node_quick_matrix(node, parent, &matrix)) {
        return SVG_PATH_UNCLEAR;
    }
    if (svg_box_touches(box_around(matrix, begin, 0), place)) {
        return SVG_PATH_IN;
    }
    return svg_path_span(d, &span) && !svg_box_touches(box_around(matrix, begin, span), place)
               ? SVG_PATH_OFF
               : SVG_PATH_UNCLEAR;
}

SvgQuickBounds svg_node_quick_bounds(SvgDocument *doc, const SvgNode *node,
                                     const SvgContext *parent, SvgBox *box, gboolean *open)
{
    gboolean unused;
    SvgMatrix matrix;

    open = open ? open : &unused;
    *open = TRUE;
    if (!svg_node_quick_matrix(node, parent, &matrix)) {
        return SVG_QUICK_BOUNDS_UNKNOWN;
    }
    switch (svg_node_tag(node)) {
    case SVG_TAG_RECT:
    case SVG_TAG_FOREIGN_OBJECT:
        *open = FALSE;
        return reach_of_rect(node, matrix, box);
    case SVG_TAG_CIRCLE:
    case SVG_TAG_ELLIPSE:
        *open = FALSE;
        return reach_of_ellipse(node, matrix, box);
    case SVG_TAG_LINE:
    case SVG_TAG_POLYLINE:
    case SVG_TAG_POLYGON:
    case SVG_TAG_PATH:
        return reach_of_segments(node, parent, matrix, box, open);
    case SVG_TAG_TEXT:
        return svg_text_quick_bounds(doc, node, parent, matrix, box);
    case SVG_TAG_IMAGE:
        return svg_node_is_words(node) ? SVG_QUICK_BOUNDS_UNKNOWN : SVG_QUICK_BOUNDS_NONE;
    default:
        return SVG_QUICK_BOUNDS_UNKNOWN;
    }
}

SvgQuickBounds svg_node_quick_bounds_again(SvgQuickBoundsLast *last, SvgDocument *doc,
                                           const SvgNode *node, const SvgContext *parent)
{
    if (last->node != node) {
        last->reach = svg_node_quick_bounds(doc, node, parent, &last->box, NULL);
        last->node = node;
    }
    return last->reach;
}
