/* The box of one element that draws by itself. */
#include "geometry/parts.h"
#include "geometry/text.h"
#include "geometry/trace.h"

#include <math.h>

typedef SvgBounds (*LeafFunc)(const SvgNode *node, const SvgContext *self, const SvgStroke *stroke);

/* --- strokes ---------------------------------------------------------------------------------- */

void svg_stroke_of(SvgDocument *doc, const SvgContext *self, SvgStroke *out)
{
    const SvgStyle *style = &self->style;
    SvgMatrix px, back;
    gboolean painted = style->stroke.kind != SVG_PAINT_NONE && !self->clipping;

    *out = (SvgStroke){
        .half = painted ? style->stroke_width / 2 : 0,
        .cap = style->stroke_linecap,
        .join = style->stroke_linejoin,
        .miter_limit = style->stroke_miterlimit,
        .to_pen = SVG_MATRIX_IDENTITY,
        .to_document = self->matrix,
    };
    if (painted && style->non_scaling_stroke) {
        px = svg_document_px_matrix(doc);
        if (svg_matrix_invert(px, &back)) {
            out->fixed = TRUE;
            out->to_pen = svg_matrix_multiply(px, self->matrix);
            out->to_document = back;
        }
    }
}

static SvgBounds unstroked(SvgBox box)
{
    return (SvgBounds){box, box};
}

/* Of a shape without corners, or with rounded ones: the stroke reaches as far everywhere. */
static SvgBounds reached(SvgBox box, const SvgStroke *stroke)
{
    SvgPoint reach = svg_stroke_reach(stroke);

    return (SvgBounds){
        box, {box.x - reach.x, box.y - reach.y, box.w + 2 * reach.x, box.h + 2 * reach.y}};
}

/* --- rectangles and ellipses ------------------------------------------------------------------ */

/* The exact box of a rectangle with elliptic corners: that of the corners' centres, grown by the
 * half extents of the mapped corner ellipse. */
static SvgBox rounded_box(SvgMatrix m, const SvgRoundedBox *r)
{
    SvgUserBox inner = {r->box.x + r->rx, r->box.y + r->ry, MAX(r->box.w - 2 * r->rx, 0),
                        MAX(r->box.h - 2 * r->ry, 0)};
    SvgBox box = svg_matrix_box_to_document(m, inner);
    gboolean upright = m.b == 0 && m.c == 0;
    double dx = upright ? fabs(m.a * r->rx) : hypot(m.a * r->rx, m.c * r->ry);
    double dy = upright ? fabs(m.d * r->ry) : hypot(m.b * r->rx, m.d * r->ry);

    return (SvgBox){box.x - dx, box.y - dy, box.w + 2 * dx, box.h + 2 * dy};
}

gboolean svg_rect_read(const SvgNode *node, const SvgLengthContext *viewport, SvgRoundedBox *out)
{
    double rx = svg_node_coordinate(node, SVG_ATTR_RX, SVG_AXIS_X, viewport, -1);
    double ry = svg_node_coordinate(node, SVG_ATTR_RY, SVG_AXIS_Y, viewport, -1);

    out->box = (SvgUserBox){
        svg_node_coordinate(node, SVG_ATTR_X, SVG_AXIS_X, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_Y, SVG_AXIS_Y, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_WIDTH, SVG_AXIS_X, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_HEIGHT, SVG_AXIS_Y, viewport, 0),
    };
    rx = rx < 0 ? MAX(ry, 0) : rx;
    ry = ry < 0 ? rx : ry;
    out->rx = MIN(rx, out->box.w / 2);
    out->ry = MIN(ry, out->box.h / 2);
    return out->box.w > 0 && out->box.h > 0;
}

static SvgBounds traced_rect(SvgUserBox box, const SvgStroke *stroke)
{
    double right = box.x + box.w, bottom = box.y + box.h;
    const SvgSegment around[] = {
        {.kind = SVG_SEG_MOVE, .p = {{box.x, box.y}}},
        {.kind = SVG_SEG_LINE, .p = {{right, box.y}}},
        {.kind = SVG_SEG_LINE, .p = {{right, bottom}}},
        {.kind = SVG_SEG_LINE, .p = {{box.x, bottom}}},
        {.kind = SVG_SEG_CLOSE, .p = {{box.x, box.y}}},
    };
    SvgTracer tracer;

    svg_tracer_init(&tracer, stroke);
    for (guint i = 0; i < G_N_ELEMENTS(around); i++) {
        svg_tracer_add(&around[i], tracer.end, &tracer);
    }
    return svg_tracer_end(&tracer);
}

static SvgBounds rect_bounds(const SvgNode *node, const SvgContext *self, const SvgStroke *stroke)
{
    SvgRoundedBox r;
    SvgBounds bounds;
    double half = stroke->half;

    if (!svg_rect_read(node, &self->viewport, &r)) {
        return SVG_BOUNDS_EMPTY;
    }
    if ((r.rx > 0 && r.ry > 0) || half == 0 || stroke->join == SVG_JOIN_ROUND) {
        return reached(rounded_box(self->matrix, &r), stroke);
    }
    if (stroke->fixed || stroke->join == SVG_JOIN_BEVEL || stroke->miter_limit < G_SQRT2) {
        return traced_rect(r.box, stroke);
    }
    bounds.geometric = svg_matrix_box_to_document(self->matrix, r.box);
    bounds.visual = svg_matrix_box_to_document(
        self->matrix,
        (SvgUserBox){r.box.x - half, r.box.y - half, r.box.w + 2 * half, r.box.h + 2 * half});
    return bounds;
}

static SvgBounds round_bounds(const SvgNode *node, const SvgContext *self, const SvgStroke *stroke,
                              double rx, double ry)
{
    double cx = svg_node_coordinate(node, SVG_ATTR_CX, SVG_AXIS_X, &self->viewport, 0);
    double cy = svg_node_coordinate(node, SVG_ATTR_CY, SVG_AXIS_Y, &self->viewport, 0);
    SvgRoundedBox round = {{cx - rx, cy - ry, 2 * rx, 2 * ry}, rx, ry};

    return rx > 0 && ry > 0 ? reached(rounded_box(self->matrix, &round), stroke) : SVG_BOUNDS_EMPTY;
}

static SvgBounds circle_bounds(const SvgNode *node, const SvgContext *self, const SvgStroke *stroke)
{
    double r = svg_node_coordinate(node, SVG_ATTR_R, SVG_AXIS_OTHER, &self->viewport, 0);

    return round_bounds(node, self, stroke, r, r);
}

static SvgBounds ellipse_bounds(const SvgNode *node, const SvgContext *self,
                                const SvgStroke *stroke)
{
    double rx = svg_node_coordinate(node, SVG_ATTR_RX, SVG_AXIS_X, &self->viewport, -1);
    double ry = svg_node_coordinate(node, SVG_ATTR_RY, SVG_AXIS_Y, &self->viewport, -1);

    return round_bounds(node, self, stroke, rx < 0 ? ry : rx, ry < 0 ? rx : ry);
}

/* --- outlines --------------------------------------------------------------------------------- */

typedef struct {
    SvgTracer tracer;
    SvgTrail *trail;
} Traced;

static void trace_and_follow(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    Traced *traced = data;

    svg_tracer_add(segment, from, &traced->tracer);
    svg_trail_add(segment, from, traced->trail);
}

static SvgBounds outline_bounds(const SvgNode *node, const SvgContext *self,
                                const SvgStroke *stroke, SvgTrail *trail)
{
    Traced traced;

    svg_tracer_init(&traced.tracer, stroke);
    traced.trail = trail;
    if (trail) {
        *trail = (SvgTrail){.area = trail->area};
        traced.tracer.area = trail->area;
        svg_node_each_segment(node, &self->viewport, trace_and_follow, &traced);
    } else {
        svg_node_each_segment(node, &self->viewport, svg_tracer_add, &traced.tracer);
    }
    return svg_tracer_end(&traced.tracer);
}

/* --- the rest --------------------------------------------------------------------------------- */

static SvgBounds image_bounds(const SvgNode *node, const SvgContext *self, const SvgStroke *stroke)
{
    const SvgLengthContext *viewport = &self->viewport;
    SvgUserBox box = {
        svg_node_coordinate(node, SVG_ATTR_X, SVG_AXIS_X, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_Y, SVG_AXIS_Y, viewport, 0),
        svg_node_coordinate(node, SVG_ATTR_WIDTH, SVG_AXIS_X, viewport, -1),
        svg_node_coordinate(node, SVG_ATTR_HEIGHT, SVG_AXIS_Y, viewport, -1),
    };
    double w, h;

    (void)stroke;
    if ((box.w < 0 || box.h < 0) && svg_image_natural_size(svg_node_href(node), &w, &h)) {
        double given_w = box.w, given_h = box.h;

        box.w = given_w >= 0 ? given_w : given_h >= 0 ? given_h * w / h : w;
        box.h = given_h >= 0 ? given_h : given_w >= 0 ? given_w * h / w : h;
    }
    return box.w > 0 && box.h > 0 ? unstroked(svg_matrix_box_to_document(self->matrix, box))
                                  : SVG_BOUNDS_EMPTY;
}

static SvgBounds foreign_bounds(const SvgNode *node, const SvgContext *self,
                                const SvgStroke *stroke)
{
    SvgRoundedBox rect;

    (void)stroke;
    return svg_rect_read(node, &self->viewport, &rect)
               ? unstroked(svg_matrix_box_to_document(self->matrix, rect.box))
               : SVG_BOUNDS_EMPTY;
}

static const LeafFunc leaf_funcs[SVG_TAG_COUNT] = {
    [SVG_TAG_RECT] = rect_bounds,
    [SVG_TAG_CIRCLE] = circle_bounds,
    [SVG_TAG_ELLIPSE] = ellipse_bounds,
    [SVG_TAG_IMAGE] = image_bounds,
    [SVG_TAG_FOREIGN_OBJECT] = foreign_bounds,
};

static SvgBox finite_or_empty(SvgBox box)
{
    return isfinite(box.x) && isfinite(box.y) && isfinite(box.x + box.w) && isfinite(box.y + box.h)
               ? box
               : SVG_BOX_EMPTY;
}

SvgBounds svg_leaf_bounds(SvgDocument *doc, SvgNode *node, const SvgContext *self, SvgTrail *trail)
{
    SvgTag tag = svg_node_tag(node);
    gboolean outline = !leaf_funcs[tag] && (svg_tag_flags(tag) & SVG_TAG_IS_SHAPE);
    SvgBounds bounds = SVG_BOUNDS_EMPTY;

    if (svg_tag_flags(tag) & SVG_TAG_IS_TEXT_BLOCK) {
        bounds = svg_text_bounds(doc, node, self, NULL, NULL);
    } else if (outline || leaf_funcs[tag]) {
        SvgStroke stroke;

        svg_stroke_of(doc, self, &stroke);
        bounds = outline ? outline_bounds(node, self, &stroke, trail)
                         : leaf_funcs[tag](node, self, &stroke);
    }
    return (SvgBounds){finite_or_empty(bounds.geometric), finite_or_empty(bounds.visual)};
}
