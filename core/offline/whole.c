/* The whole drawing, scaled as one thing: with its words and lines. */
#include "offline/offline.h"

#include <math.h>

static SvgShape *around(const FairyPlan *plan, const SvgShape *shape)
{
    return shape->parent ? g_hash_table_lookup(plan->ids, shape->parent) : NULL;
}

/* It is in no group: only layers are around it. */
static gboolean is_outermost(const FairyPlan *plan, const SvgShape *shape)
{
    const SvgShape *parent = around(plan, shape);
    return !shape->layer && !shape->locked && shape != plan->background &&
           (!parent || parent->layer);
}

/* layer (NULL: none) → the outermost shapes in it. */
static GHashTable *outermost_by_layer(const FairyPlan *plan)
{
    GHashTable *layers = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (is_outermost(plan, shape)) {
            SvgShape *layer = around(plan, shape);
            GPtrArray *in = g_hash_table_lookup(layers, layer);
            if (!in) {
                in = g_ptr_array_new();
                g_hash_table_insert(layers, layer, in);
            }
            g_ptr_array_add(in, shape);
        }
    }
    return layers;
}

static SvgBox scaled(SvgBox b, double sx, double sy, SvgPoint origin)
{
    double x1 = origin.x + (b.x - origin.x) * sx, x2 = origin.x + (b.x + b.w - origin.x) * sx;
    double y1 = origin.y + (b.y - origin.y) * sy, y2 = origin.y + (b.y + b.h - origin.y) * sy;
    return (SvgBox){MIN(x1, x2), MIN(y1, y2), fabs(x2 - x1), fabs(y2 - y1)};
}

/* Several are grouped for that, so that what belongs to them is scaled with them. */
static void scale_together(FairyPlan *plan, GPtrArray *shapes, double sx, double sy,
                           SvgPoint origin)
{
    g_autofree char *id = shapes->len > 1 ? fairy_plan_free_id(plan, "whole") : NULL;
    SvgShape group = {.id = id, .box = fairy_shapes_bounds(shapes)};
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, id ? &group : shapes->pdata[0]);
    if (id) {
        fairy_plan_group_as(plan, shapes, id);
    }
    fairy_plan_resize(plan, one, sx, sy, origin);
    if (id) {
        fairy_plan_ungroup(plan, &group);
    }
}

void fairy_plan_scale_whole(FairyPlan *plan, double sx, double sy)
{
    g_autoptr(GHashTable) layers = outermost_by_layer(plan);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    GHashTableIter iter;
    gpointer shapes;
    g_hash_table_iter_init(&iter, layers);
    while (g_hash_table_iter_next(&iter, NULL, &shapes)) {
        g_ptr_array_extend(all, shapes, NULL, NULL);
    }
    SvgBox bounds = fairy_shapes_bounds(all);
    gboolean grows = sx > 1 || sy > 1;
    SvgPoint origin = grows ? (SvgPoint){bounds.x, bounds.y} : svg_box_center(bounds);
    g_autoptr(GPtrArray) places = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) { /* in the order of the drawing */
        SvgShape *shape = plan->shapes->pdata[i];
        GPtrArray *in =
            is_outermost(plan, shape) ? g_hash_table_lookup(layers, around(plan, shape)) : NULL;
        if (in && in->pdata[0] == shape) {
            g_ptr_array_add(places, in);
        }
    }
    g_autoptr(GArray) boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgBox box = scaled(((SvgShape *)plan->shapes->pdata[i])->box, sx, sy, origin);
        g_array_append_val(boxes, box);
    }
    for (guint i = 0; i < places->len; i++) {
        scale_together(plan, places->pdata[i], sx, sy, origin);
    }
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gboolean stays = shape->layer || shape->locked || shape == plan->background;
        shape->box = stays ? shape->box : g_array_index(boxes, SvgBox, i);
    }
}
