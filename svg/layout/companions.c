/* Where that goes which only goes along. */
#include "layout/plan.h"

#define EDGE 0.1 /* of a frame: what is nearer than that to its edge stands at it */

SvgPoint svg_item_moved_by(const SvgItem *item)
{
    return (SvgPoint){item->to.x - item->box.x, item->to.y - item->box.y};
}

SvgBox svg_plan_bounds_now(const SvgPlan *plan)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        all = svg_item_is_block(item) ? svg_box_union(all, item->to) : all;
    }
    return all;
}

/* What lay beyond all makes room, as far as that reaches further now. */
static SvgPoint room_for(const SvgItem *item, SvgBox was, SvgBox now)
{
    double right = now.x + now.w - was.x - was.w, down = now.y + now.h - was.y - was.h;
    return (SvgPoint){item->box.x >= was.x + was.w ? MAX(right, 0) : 0,
                      item->box.y >= was.y + was.h ? MAX(down, 0) : 0};
}

/* Along one axis: what stands at an edge of its frame stays there. */
static double move_along(double from, double size, double frame, double was, double to, double now)
{
    double start = from - frame, end = frame + was - from - size;
    double far = to + now - frame - was, near = to - frame;
    return end < start && end < EDGE * was ? far : near;
}

static SvgPoint moved_in(const SvgItem *item, const SvgItem *holder)
{
    SvgBox box = item->box, was = holder->box, to = holder->to;
    if (holder->role != SVG_ROLE_FRAME) {
        return svg_item_moved_by(holder);
    }
    return (SvgPoint){move_along(box.x, box.w, was.x, was.w, to.x, to.w),
                      move_along(box.y, box.h, was.y, was.h, to.y, to.h)};
}

gboolean svg_plan_is_twin_of_frame(const SvgPlan *plan, const SvgItem *item)
{
    const SvgItem *holder = item->in >= 0 ? svg_plan_item(plan, (guint)item->in) : item;
    return item->role == SVG_ROLE_RIDER && holder->role == SVG_ROLE_FRAME &&
           svg_plan_is_twin(item->box, holder->box);
}

void svg_plan_place_companions(SvgPlan *plan)
{
    SvgBox now = svg_plan_bounds_now(plan);
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        gboolean aside = item->role == SVG_ROLE_BYSTANDER && item->chosen;
        if (item->pinned || !(item->role == SVG_ROLE_RIDER || aside)) {
            continue;
        }
        SvgPoint by = aside ? room_for(item, plan->bounds, now)
                            : moved_in(item, svg_plan_item(plan, (guint)item->in));
        item->to = svg_box_offset(item->box, by.x, by.y);
        if (svg_plan_is_twin_of_frame(plan, item)) {
            item->to = svg_plan_item(plan, (guint)item->in)->to;
        }
    }
}
