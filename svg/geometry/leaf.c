/* The box of one element that draws by itself, and the outlines that boxes and kinds are read from.
 */
#include "geometry/parts.h"
#include "geometry/text.h"

#include <math.h>

typedef SvgBox (*LeafFunc)(SvgDocument *doc, SvgNode *node, const SvgContext *self);

/* The exact box of a rectangle with elliptic corners: that of the corners' centres, grown by the
 * half extents of the mapped corner ellipse. */
static SvgBox rounded_box(SvgMatrix m, const SvgRoundedBox *r)
{
    SvgUserBox inner = {r->box.x + r->rx, r->box.y + r->ry, MAX(r->box.w - 2 * r->rx, 0),
                        MAX(r->box.h - 2 * r->ry, 0)};
    SvgBox box = svg_matrix_box_to_document(m, inner);
    double dx = hypot(m.a * r->rx, m.c * r->ry), dy = hypot(m.b * r->rx, m.d * r->ry);

    return (SvgBox){box.x - dx, box.y - dy, box.w + 2 * dx, box.h + 2 * dy};
}

gboolean svg_rect_read(const SvgNode *node, const SvgLengthContext *viewport, SvgRoundedBox *out)
{
    double rx = svg_node_length(node, "rx", SVG_AXIS_X, viewport, -1);
    double ry = svg_node_length(node, "ry", SVG_AXIS_Y, viewport, -1);

    out->box = (SvgUserBox){
        svg_node_length(node, "x", SVG_AXIS_X, viewport, 0),
        svg_node_length(node, "y", SVG_AXIS_Y, viewport, 0),
        svg_node_length(node, "width", SVG_AXIS_X, viewport, 0),
        svg_node_length(node, "height", SVG_AXIS_Y, viewport, 0),
    };
    rx = rx < 0 ? MAX(ry, 0) : rx;
    ry = ry < 0 ? rx : ry;
    out->rx = MIN(rx, out->box.w / 2);
    out->ry = MIN(ry, out->box.h / 2);
    return out->box.w > 0 && out->box.h > 0;
}

static SvgBox rect_box(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    SvgRoundedBox rect;

    (void)doc;
    return svg_rect_read(node, &self->viewport, &rect) ? rounded_box(self->matrix, &rect)
                                                       : SVG_BOX_EMPTY;
}

static SvgBox round_box(const SvgNode *node, const SvgContext *self, double rx, double ry)
{
    double cx = svg_node_length(node, "cx", SVG_AXIS_X, &self->viewport, 0);
    double cy = svg_node_length(node, "cy", SVG_AXIS_Y, &self->viewport, 0);
    SvgRoundedBox round = {{cx - rx, cy - ry, 2 * rx, 2 * ry}, rx, ry};

    return rx > 0 && ry > 0 ? rounded_box(self->matrix, &round) : SVG_BOX_EMPTY;
}

static SvgBox circle_box(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    double r = svg_node_length(node, "r", SVG_AXIS_OTHER, &self->viewport, 0);

    (void)doc;
    return round_box(node, self, r, r);
}

static SvgBox ellipse_box(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    double rx = svg_node_length(node, "rx", SVG_AXIS_X, &self->viewport, -1);
    double ry = svg_node_length(node, "ry", SVG_AXIS_Y, &self->viewport, -1);

    (void)doc;
    return round_box(node, self, rx < 0 ? ry : rx, ry < 0 ? rx : ry);
}

static GArray *line_segments(const SvgNode *node, const SvgLengthContext *viewport)
{
    GArray *segments = g_array_new(FALSE, FALSE, sizeof(SvgSegment));
    SvgSegment move = {.kind = SVG_SEG_MOVE}, line = {.kind = SVG_SEG_LINE};

    move.p[0] = (SvgUserPoint){svg_node_length(node, "x1", SVG_AXIS_X, viewport, 0),
                               svg_node_length(node, "y1", SVG_AXIS_Y, viewport, 0)};
    line.p[0] = (SvgUserPoint){svg_node_length(node, "x2", SVG_AXIS_X, viewport, 0),
                               svg_node_length(node, "y2", SVG_AXIS_Y, viewport, 0)};
    g_array_append_val(segments, move);
    g_array_append_val(segments, line);
    return segments;
}

GArray *svg_node_segments(const SvgNode *node, const SvgLengthContext *viewport)
{
    SvgTag tag = svg_node_tag(node);
    const char *text;

    switch (tag) {
    case SVG_TAG_LINE:
        return line_segments(node, viewport);
    case SVG_TAG_PATH:
        text = svg_node_attr(node, "d");
        return svg_path_parse(text ? text : "", NULL);
    case SVG_TAG_POLYLINE:
    case SVG_TAG_POLYGON:
        text = svg_node_attr(node, "points");
        return svg_points_parse(text ? text : "", tag == SVG_TAG_POLYGON);
    default:
        return NULL;
    }
}

static SvgBox outline_box(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    g_autoptr(GArray) segments = svg_node_segments(node, &self->viewport);

    (void)doc;
    return svg_segments_box(segments, self->matrix);
}

static SvgBox image_box(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    const SvgLengthContext *viewport = &self->viewport;
    SvgUserBox box = {
        svg_node_length(node, "x", SVG_AXIS_X, viewport, 0),
        svg_node_length(node, "y", SVG_AXIS_Y, viewport, 0),
        svg_node_length(node, "width", SVG_AXIS_X, viewport, -1),
        svg_node_length(node, "height", SVG_AXIS_Y, viewport, -1),
    };
    double w, h;

    (void)doc;
    if ((box.w < 0 || box.h < 0) && svg_image_natural_size(svg_node_href(node), &w, &h)) {
        double given_w = box.w, given_h = box.h;

        box.w = given_w >= 0 ? given_w : given_h >= 0 ? given_h * w / h : w;
        box.h = given_h >= 0 ? given_h : given_w >= 0 ? given_w * h / w : h;
    }
    return box.w > 0 && box.h > 0 ? svg_matrix_box_to_document(self->matrix, box) : SVG_BOX_EMPTY;
}

static SvgBox foreign_box(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    SvgRoundedBox rect;

    (void)doc;
    return svg_rect_read(node, &self->viewport, &rect)
               ? svg_matrix_box_to_document(self->matrix, rect.box)
               : SVG_BOX_EMPTY;
}

static const LeafFunc leaf_funcs[SVG_TAG_COUNT] = {
    [SVG_TAG_RECT] = rect_box,
    [SVG_TAG_CIRCLE] = circle_box,
    [SVG_TAG_ELLIPSE] = ellipse_box,
    [SVG_TAG_LINE] = outline_box,
    [SVG_TAG_POLYLINE] = outline_box,
    [SVG_TAG_POLYGON] = outline_box,
    [SVG_TAG_PATH] = outline_box,
    [SVG_TAG_IMAGE] = image_box,
    [SVG_TAG_FOREIGN_OBJECT] = foreign_box,
};

static SvgBox finite_or_empty(SvgBox box)
{
    return isfinite(box.x) && isfinite(box.y) && isfinite(box.x + box.w) && isfinite(box.y + box.h)
               ? box
               : SVG_BOX_EMPTY;
}

SvgBounds svg_leaf_bounds(SvgDocument *doc, SvgNode *node, const SvgContext *self)
{
    SvgTag tag = svg_node_tag(node);
    LeafFunc func = leaf_funcs[tag];
    SvgBounds bounds = SVG_BOUNDS_EMPTY;

    if (tag == SVG_TAG_TEXT || tag == SVG_TAG_FLOW_ROOT) {
        bounds = svg_text_bounds(doc, node, self);
    } else if (func) {
        bounds.geometric = bounds.visual = func(doc, node, self);
    }
    return (SvgBounds){finite_or_empty(bounds.geometric), finite_or_empty(bounds.visual)};
}
