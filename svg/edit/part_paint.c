/* Parts of a closed shape that are painted as it is: they stay so. */
#include "edit/part_paint.h"

#include "edit/build.h"
#include "edit/effects.h"
#include "edit/paint.h"
#include "shape/unit.h"

#include <math.h>

#define SAME_BOX 0.06 /* of a shape's longer side: how far off the outline drawn by hand may be */

typedef struct {
    SvgNode *node;
    gboolean fill, stroke; /* it has the shape's */
} Part;

struct _SvgPartPaints {
    GArray *parts; /* Part */
    SvgStyle was;  /* the shape's */
};

static gboolean is_outline(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_SHAPE);
}

/* What is drawn with the shape, beside its words: elements, also those in groups (SvgNode *). */
static GPtrArray *parts_of(SvgEdit *edit, SvgNode *shape)
{
    GPtrArray *out = g_ptr_array_new();
    g_autoptr(GPtrArray) parts = is_outline(shape) && !svg_node_is_open(edit, shape)
                                     ? svg_node_labels(edit, shape)
                                     : g_ptr_array_new();
    for (guint i = 0; i < parts->len; i++) {
        SvgNode *top = parts->pdata[i];
        for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
            if (is_outline(at) && svg_locks_allow_change(edit->doc, at, NULL)) {
                g_ptr_array_add(out, at);
            }
        }
    }
    return out;
}

static gboolean is_same_box(SvgBox a, SvgBox b)
{
    double off = SAME_BOX * MAX(a.w, a.h);
    return fabs(a.x - b.x) <= off && fabs(a.y - b.y) <= off && fabs(a.x + a.w - b.x - b.w) <= off &&
           fabs(a.y + a.h - b.y - b.h) <= off;
}

SvgNode *svg_part_outline(SvgEdit *edit, SvgNode *shape)
{
    SvgStyle style;
    svg_style_of(edit->doc, shape, &style);
    if (!is_outline(shape) || style.stroke.kind != SVG_PAINT_NONE) {
        return NULL;
    }
    SvgBox box = svg_node_box(edit->doc, shape);
    g_autoptr(GPtrArray) parts = parts_of(edit, shape);
    for (guint i = 0; i < parts->len; i++) {
        svg_style_of(edit->doc, parts->pdata[i], &style);
        if (style.stroke.kind != SVG_PAINT_NONE && style.fill.kind == SVG_PAINT_NONE &&
            is_same_box(box, svg_node_box(edit->doc, parts->pdata[i]))) {
            return parts->pdata[i];
        }
    }
    return NULL;
}

static gboolean is_paint_of(const SvgPaint *part, const SvgPaint *shape)
{
    return part->kind == SVG_PAINT_COLOR && svg_paint_is_same(part, shape);
}

SvgPartPaints *svg_part_paints_note(SvgEdit *edit, SvgNode *shape)
{
    SvgPartPaints *paints = g_new(SvgPartPaints, 1);
    paints->parts = g_array_new(FALSE, FALSE, sizeof(Part));
    svg_style_of(edit->doc, shape, &paints->was);
    g_autoptr(GPtrArray) parts = parts_of(edit, shape);
    for (guint i = 0; i < parts->len; i++) {
        SvgStyle style;
        svg_style_of(edit->doc, parts->pdata[i], &style);
        Part part = {parts->pdata[i], is_paint_of(&style.fill, &paints->was.fill),
                     is_paint_of(&style.stroke, &paints->was.stroke)};
        if (part.fill || part.stroke) {
            g_array_append_val(paints->parts, part);
        }
    }
    return paints;
}

static void repaint(SvgEdit *edit, SvgNode *node, SvgProperty property, const SvgPaint *was,
                    const SvgPaint *is)
{
    if (svg_paint_is_same(was, is) || is->kind == SVG_PAINT_SERVER) {
        return;
    }
    g_autofree char *css =
        is->kind == SVG_PAINT_COLOR ? g_strdup_printf("#%06x", is->rgb) : g_strdup("none");
    svg_force_property(edit->doc, node, property, css);
    svg_expect_paint(edit, node, property, css);
    svg_edit_changed(edit, node);
}

static gboolean is_filled(const SvgStyle *style)
{
    return style->fill.kind != SVG_PAINT_NONE && style->fill.alpha * style->fill_opacity > 0;
}

/* What was seen through the shape, as the inner one of two rings, lies on it now. */
static void put_below_parts(SvgEdit *edit, SvgNode *shape)
{
    g_autoptr(GPtrArray) parts = parts_of(edit, shape);
    SvgBox box = svg_node_box(edit->doc, shape);
    for (SvgNode *at = svg_node_first_element(shape->parent); at && at != shape;
         at = svg_node_next_element(at)) {
        if (g_ptr_array_find(parts, at, NULL) &&
            svg_box_contains(box, svg_node_box(edit->doc, at))) {
            svg_splice_move(edit->doc, shape, shape->parent, at);
            svg_edit_changed(edit, shape);
            return;
        }
    }
}

void svg_part_paints_settle(SvgEdit *edit, SvgNode *shape, const SvgPartPaints *paints)
{
    SvgStyle now;
    svg_style_of(edit->doc, shape, &now);
    if (is_filled(&now) && !is_filled(&paints->was)) {
        put_below_parts(edit, shape);
    }
    for (guint i = 0; i < paints->parts->len; i++) {
        const Part *part = &g_array_index(paints->parts, Part, i);
        if (part->fill) {
            repaint(edit, part->node, SVG_PROPERTY_FILL, &paints->was.fill, &now.fill);
        }
        if (part->stroke) {
            repaint(edit, part->node, SVG_PROPERTY_STROKE, &paints->was.stroke, &now.stroke);
        }
    }
}

void svg_part_paints_free(SvgPartPaints *paints)
{
    g_array_unref(paints->parts);
    g_free(paints);
}
