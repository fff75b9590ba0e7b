#include "edit/corners.h"

#include "edit/build.h"
#include "edit/effects.h"
#include "edit/inherited_style.h"
#include "edit/property.h"
#include "edit/replace.h"
#include "geometry/parts.h"
#include "shape/polygon.h"
#include "shape/scene.h"

#include <math.h>

#define SQUARE 1e-4 /* of a rectangle's shorter side: by how much a corner may be off */

/* --- rectangles ------------------------------------------------------------------------------- */

static SvgBox box_of(const GArray *segments)
{
    SvgBox box = SVG_BOX_EMPTY;
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        if (segment->kind != SVG_SEG_CLOSE) {
            box = svg_box_union(box, (SvgBox){segment->p[0].x, segment->p[0].y, 0, 0});
        }
    }
    return box;
}

/* Every corner is one of the box, and no two that follow each other are the same or opposite ones.
 */
static gboolean is_square(const SvgPolygon *p)
{
    double off = SQUARE * MIN(p->box.w, p->box.h);
    for (guint i = 0; i < p->n; i++) {
        SvgPoint at = p->at[i], next = p->at[(i + 1) % p->n];
        gboolean on = fabs(fabs(at.x - p->box.x - p->box.w / 2) - p->box.w / 2) <= off &&
                      fabs(fabs(at.y - p->box.y - p->box.h / 2) - p->box.h / 2) <= off;
        if (!on || (fabs(at.x - next.x) <= off) == (fabs(at.y - next.y) <= off)) {
            return FALSE;
        }
    }
    return p->n == 4;
}

/* Open ones, though they end where they began, have caps. */
gboolean svg_is_rectangle_outline(SvgEdit *edit, const SvgNode *node, SvgBox *box)
{
    SvgTag tag = svg_node_tag(node);
    SvgLengthContext viewport = svg_element_viewport(edit->doc, node);
    g_autoptr(GArray) segments =
        tag == SVG_TAG_POLYGON || tag == SVG_TAG_PATH ? svg_node_segments(node, &viewport) : NULL;
    if (!segments || segments->len < 4 ||
        g_array_index(segments, SvgSegment, segments->len - 1).kind != SVG_SEG_CLOSE) {
        return FALSE;
    }
    SvgPolygon polygon;
    *box = box_of(segments);
    return box->w > 0 && box->h > 0 &&
           svg_polygon_read((const SvgSegment *)segments->data, segments->len, SVG_MATRIX_IDENTITY,
                            *box, TRUE, &polygon) &&
           is_square(&polygon);
}

/* --- as <rect>s ------------------------------------------------------------------------------- */

/* A <rect> has no markers, and what animates another element's attributes doesn't animate its. */
static gboolean may_be_rect(SvgEdit *edit, SvgNode *node, SvgBox *box)
{
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    for (SvgNode *child = svg_node_first_element(node); child;
         child = svg_node_next_element(child)) {
        if (svg_node_tag(child) != SVG_TAG_TITLE && svg_node_tag(child) != SVG_TAG_DESC) {
            return FALSE;
        }
    }
    return !style.has_markers[0] && !style.has_markers[1] && !style.has_markers[2] &&
           svg_locks_allow_change(edit->doc, node, NULL) &&
           svg_is_rectangle_outline(edit, node, box);
}

static void expect_paint(SvgEdit *edit, SvgNode *node, SvgProperty property, const SvgPaint *paint)
{
    if (paint->kind == SVG_PAINT_COLOR) {
        char css[8];
        g_snprintf(css, sizeof css, "#%06x", paint->rgb);
        svg_expect_paint(edit, node, property, css);
    }
}

/* Rules that ask for the tag no longer match. */
static SvgNode *as_rect(SvgEdit *edit, SvgNode *old, SvgBox box)
{
    SvgStyle style;
    svg_style_of(edit->doc, old, &style);
    g_autoptr(SvgInheritedStyle) before = svg_inherited_style_new(edit, old);
    SvgNode *rect = svg_splice_new(edit->doc, "rect");
    const char *transform = svg_node_attr(old, "transform");
    svg_splice_number(edit->doc, rect, "x", box.x);
    svg_splice_number(edit->doc, rect, "y", box.y);
    svg_splice_number(edit->doc, rect, "width", box.w);
    svg_splice_number(edit->doc, rect, "height", box.h);
    if (transform) {
        svg_splice_attr(edit->doc, rect, "transform", transform);
    }
    svg_replace(edit, old, rect);
    g_autoptr(SvgInheritedStyle) now = svg_inherited_style_new(edit, rect);
    svg_inherited_style_keep(edit, rect, before, now);
    expect_paint(edit, rect, SVG_PROPERTY_FILL, &style.fill);
    expect_paint(edit, rect, SVG_PROPERTY_STROKE, &style.stroke);
    svg_edit_changed(edit, rect);
    return rect;
}

void svg_corners_prepare(SvgEdit *edit, GPtrArray *shapes)
{
    g_autoptr(GHashTable) rects = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < shapes->len; i++) {
        SvgNode *shape = shapes->pdata[i], *next;
        for (SvgNode *at = shape; at && !g_hash_table_contains(rects, at); at = next) {
            SvgBox box;
            next = svg_node_walk(shape, at, FALSE);
            if (svg_node_is(at, SVG_TAG_IS_SHAPE) && may_be_rect(edit, at, &box)) {
                next = svg_node_walk(shape, at, TRUE);
                g_hash_table_insert(rects, at, as_rect(edit, at, box));
            }
        }
    }
    for (guint i = 0; i < shapes->len; i++) {
        SvgNode *rect = g_hash_table_lookup(rects, shapes->pdata[i]);
        shapes->pdata[i] = rect ? rect : shapes->pdata[i];
    }
}

gboolean svg_round_corners(SvgEdit *edit, SvgNode *node, double radius)
{
    SvgBox box;
    if (svg_node_tag(node) != SVG_TAG_RECT) {
        return radius == 0 && svg_is_rectangle_outline(edit, node, &box);
    }
    if (!svg_build_corners(edit, node, radius / svg_node_scale_factor(edit->doc, node))) {
        svg_edit_remark(edit, "%s is rounded as far as its shorter side allows",
                        svg_node_id(edit->doc, node));
    }
    svg_edit_changed(edit, node);
    return TRUE;
}
