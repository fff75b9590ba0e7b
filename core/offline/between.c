/* What goes between two shapes, and room for it there. */
#include "offline/offline.h"

#include <math.h>

/* Between two boxes that lie side by side. */
typedef struct {
    SvgDirection along;
    double from, to; /* where the first one ends, and the second one begins; from > to: they
                        overlap */
    SvgPoint middle;
} Room;

static double low(SvgBox box, SvgDirection along)
{
    return along == SVG_DIRECTION_HORIZONTAL ? box.x : box.y;
}

static double length(SvgBox box, SvgDirection along)
{
    return along == SVG_DIRECTION_HORIZONTAL ? box.w : box.h;
}

static double high(SvgBox box, SvgDirection along)
{
    return low(box, along) + length(box, along);
}

static double distance(SvgBox a, SvgBox b, SvgDirection along)
{
    return MAX(low(b, along) - high(a, along), low(a, along) - high(b, along));
}

static Room room_of(SvgBox a, SvgBox b)
{
    gboolean row =
        distance(a, b, SVG_DIRECTION_HORIZONTAL) >= distance(a, b, SVG_DIRECTION_VERTICAL);
    Room room = {.along = row ? SVG_DIRECTION_HORIZONTAL : SVG_DIRECTION_VERTICAL};
    gboolean turned = low(a, room.along) > low(b, room.along);
    room.from = high(turned ? b : a, room.along);
    room.to = low(turned ? a : b, room.along);
    SvgPoint p = svg_box_center(a), q = svg_box_center(b);
    double middle = (room.from + room.to) / 2;
    room.middle = row ? (SvgPoint){middle, (p.y + q.y) / 2} : (SvgPoint){(p.x + q.x) / 2, middle};
    return room;
}

SvgPoint fairy_between(const GPtrArray *references)
{
    if (references->len != 2) {
        return svg_box_center(fairy_shapes_bounds(references));
    }
    const SvgShape *a = references->pdata[0], *b = references->pdata[1];
    return room_of(a->box, b->box).middle;
}

/* What lies behind that, itself or in a group; connectors follow what they connect. */
static GPtrArray *shapes_behind(const FairyPlan *plan, SvgDirection along, double from)
{
    GPtrArray *behind = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gboolean bound = shape->from_id || shape->to_id;
        gboolean counts = !shape->layer && !shape->locked && !bound && shape != plan->background;
        for (guint k = 0; counts && k < behind->len; k++) {
            counts = !fairy_plan_is_inside(plan, shape, behind->pdata[k]);
        }
        if (counts && low(shape->box, along) >= from) {
            g_ptr_array_add(behind, shape);
        }
    }
    return behind;
}

void fairy_make_room(FairyPlan *plan, const GPtrArray *references, SvgBox size)
{
    if (references->len != 2) {
        return;
    }
    const SvgShape *a = references->pdata[0], *b = references->pdata[1];
    Room room = room_of(a->box, b->box);
    double needed = length(size, room.along) + 2 * fairy_plan_gap(plan, size, room.along);
    if (needed <= room.to - room.from) {
        return;
    }
    plan->n_ways = 2;
    if (plan->way > 0) {
        double by = needed - (room.to - room.from);
        gboolean row = room.along == SVG_DIRECTION_HORIZONTAL;
        g_autoptr(GPtrArray) behind = shapes_behind(plan, room.along, room.to);
        if (behind->len) {
            fairy_plan_offset(plan, behind, row ? by : 0, row ? 0 : by);
            fairy_plan_say(plan, "Made room for it.");
        }
    }
}

/* --- into an arrow ---------------------------------------------------------------------------- */

static gboolean joins(const FairyPlan *plan, const SvgShape *line, const SvgShape *a,
                      const SvgShape *b)
{
    gpointer from = line->from_id ? g_hash_table_lookup(plan->ids, line->from_id) : NULL;
    gpointer to = line->to_id ? g_hash_table_lookup(plan->ids, line->to_id) : NULL;
    return (from == a && to == b) || (from == b && to == a);
}

SvgShape *fairy_plan_link_between(FairyPlan *plan, const SvgShape *a, const SvgShape *b,
                                  guint *count)
{
    SvgShape *found = NULL;
    *count = 0;
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gboolean line = shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
        if (line && joins(plan, shape, a, b)) {
            found = shape;
            *count += 1;
        }
    }
    return found;
}

void fairy_plan_insert(FairyPlan *plan, const SvgShape *arrow, const SvgShape *shape)
{
    plan->meant |= 1 << SVG_WORSE_CAME_OFF; /* what it ends at now is proved by the action */
    cJSON *action = fairy_plan_action(plan, "insert-between");
    cJSON_AddStringToObject(action, "arrowId", arrow->id);
    cJSON_AddStringToObject(action, "shapeId", shape->id);
}
