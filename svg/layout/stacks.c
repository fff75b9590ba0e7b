/* Things that are drawn as several shapes: compartments that share a side, tables, and frames that
 * lie across each other. They are moved as one. */
#include "layout/plan.h"

#define CELL  0.1  /* of its shorter side: how far cells of a table are apart */
#define SLACK 0.02 /* the same of compartments, which touch */

/* Compartments of one thing: as wide, or as high, and nothing between them. */
static gboolean is_stacked(const SvgItem *a, const SvgItem *b)
{
    double slack = SLACK * MIN(MIN(a->box.w, a->box.h), MIN(b->box.w, b->box.h));
    SvgBox common = svg_box_intersection(svg_box_grown(a->shape->box, slack, slack),
                                         svg_box_grown(b->shape->box, slack, slack));
    gboolean touch = common.w >= 0 && common.h >= 0 && MIN(common.w, common.h) <= 4 * slack;
    return touch && svg_box_lines_up(a->shape->box, b->shape->box, 2 * slack);
}

static guint holder_of(const SvgPlan *plan, guint item)
{
    while (svg_plan_item(plan, item)->role == SVG_ROLE_RIDER) {
        item = (guint)svg_plan_item(plan, item)->in;
    }
    return item;
}

static void stack(SvgPlan *plan, SvgItem *item, guint on)
{
    SvgItem *holder = svg_plan_item(plan, on);
    item->role = SVG_ROLE_RIDER;
    item->in = (int)on;
    holder->box = holder->to = svg_box_union(holder->box, item->box);
    holder->pinned |= item->pinned;
}

/* Those without words count that lie between such with words. */
static gboolean may_stack(const SvgItem *item)
{
    return item->role == SVG_ROLE_NODE || item->role == SVG_ROLE_RIDER ||
           (item->role == SVG_ROLE_NONE && item->chosen && !item->carried &&
            svg_item_is_closed(item));
}

/* Whether two of what lies in it share a side: cells of a table, which stay where they are in it.
 */
static gboolean is_table(const SvgPlan *plan, const SvgItem *frame)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *a = svg_plan_item(plan, i);
        gboolean in = a != frame && svg_item_is_block(a) && svg_plan_lies_in(a->box, frame->box);
        for (guint k = 0; in && k < i; k++) {
            const SvgItem *b = svg_plan_item(plan, k);
            double near = CELL * MIN(MIN(a->box.w, a->box.h), MIN(b->box.w, b->box.h));
            SvgBox common = svg_box_intersection(svg_box_grown(a->box, near, near), b->box);
            if (b != frame && svg_item_is_block(b) && svg_plan_lies_in(b->box, frame->box) &&
                !svg_plan_lies_in(a->box, b->box) && !svg_plan_lies_in(b->box, a->box) &&
                MAX(common.w, common.h) > 4 * near && MIN(common.w, common.h) >= 0 &&
                MIN(common.w, common.h) <= 2 * near) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

static void find_tables(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *frame = svg_plan_item(plan, i);
        if (frame->role != SVG_ROLE_FRAME || !is_table(plan, frame)) {
            continue;
        }
        frame->role = SVG_ROLE_NODE;
        for (guint k = 0; k < plan->items->len; k++) {
            SvgItem *cell = svg_plan_item(plan, k);
            if (cell != frame && svg_item_is_block(cell) &&
                svg_plan_lies_in(cell->box, frame->box)) {
                cell->role = SVG_ROLE_RIDER;
                cell->in = (int)i;
                frame->pinned |= cell->pinned;
            }
        }
    }
}

/* --- frames across each other ------------------------------------------------------------------
 */

typedef struct {
    guint a, b;
} Pair;

/* Whether neither lies in the other, and both hold something: they can't but as they are drawn. */
static gboolean share(const SvgPlan *plan, guint i, guint k)
{
    const SvgItem *a = svg_plan_item(plan, i), *b = svg_plan_item(plan, k);
    if (a->role != SVG_ROLE_FRAME || b->role != SVG_ROLE_FRAME ||
        !svg_box_touches(a->box, b->box) || svg_plan_lies_in(a->box, b->box) ||
        svg_plan_lies_in(b->box, a->box)) {
        return FALSE;
    }
    for (guint n = 0; n < plan->items->len; n++) {
        const SvgItem *item = svg_plan_item(plan, n);
        if (item != a && item != b && item->chosen && svg_plan_lies_in(item->box, a->box) &&
            svg_plan_lies_in(item->box, b->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

static GArray *find_sharing(const SvgPlan *plan)
{
    GArray *pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
    for (guint i = 0; i < plan->items->len; i++) {
        for (guint k = 0; k < i; k++) {
            Pair pair = {k, i};
            if (share(plan, k, i)) {
                g_array_append_val(pairs, pair);
            }
        }
    }
    return pairs;
}

/* The frame, and all that lies in it or rides on it, goes with `whole`. */
static void join_frame(SvgPlan *plan, guint whole, guint frame)
{
    SvgBox box = svg_plan_item(plan, frame)->shape->box;
    svg_plan_item(plan, whole)->role = SVG_ROLE_NODE;
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        gboolean in = svg_item_is_block(item) && (i == frame || svg_plan_lies_in(item->box, box));
        if (i != whole && (in || (item->role == SVG_ROLE_RIDER && item->in == (int)frame))) {
            stack(plan, item, whole);
        }
    }
}

static void find_crossing_frames(SvgPlan *plan)
{
    g_autoptr(GArray) pairs = find_sharing(plan);
    for (guint i = 0; i < pairs->len; i++) {
        const Pair *pair = &g_array_index(pairs, Pair, i);
        guint a = holder_of(plan, pair->a), b = holder_of(plan, pair->b);
        guint whole = MIN(a, b);
        join_frame(plan, whole, pair->a);
        join_frame(plan, whole, pair->b);
        join_frame(plan, whole, MAX(a, b));
    }
}

static void find_compartments(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        for (guint k = 0; may_stack(item) && item->role != SVG_ROLE_RIDER && k < i; k++) {
            SvgItem *other = svg_plan_item(plan, k);
            if (!may_stack(other) || !is_stacked(item, other)) {
                continue;
            }
            if (other->role != SVG_ROLE_NONE) {
                stack(plan, item, holder_of(plan, k));
            } else if (item->role == SVG_ROLE_NODE) {
                stack(plan, other, i);
            }
        }
    }
    for (guint i = 0; i < plan->ties->len; i++) {
        SvgTie *tie = svg_plan_tie(plan, i);
        tie->from = holder_of(plan, tie->ends[0]);
        tie->to = holder_of(plan, tie->ends[1]);
    }
}

gboolean svg_plan_is_twin(SvgBox a, SvgBox b)
{
    double slack = SLACK * MIN(a.w, a.h);
    return svg_box_contains(svg_box_grown(a, slack, slack), b) &&
           svg_box_contains(svg_box_grown(b, slack, slack), a);
}

/* A ground and an outline that are drawn one after the other. */
static void find_twins(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        for (guint k = 0; svg_item_is_block(item) && k < i; k++) {
            const SvgItem *other = svg_plan_item(plan, k);
            if (svg_item_is_block(other) && svg_plan_is_twin(item->box, other->box)) {
                stack(plan, item, k);
            }
        }
    }
}

void svg_plan_find_stacks(SvgPlan *plan)
{
    find_twins(plan);
    find_crossing_frames(plan);
    find_tables(plan);
    find_compartments(plan);
}
