/* Lines that join the same two shapes: each stays on the side where it was. */
#include "layout/plan.h"

static double left_of(SvgPoint a, SvgPoint b, SvgPoint at)
{
    return (at.x - a.x) * (b.y - a.y) - (at.y - a.y) * (b.x - a.x);
}

/* How far it was to the left of the straight way between its shapes, from the one that is drawn
 * first. */
static double was_left_by(const SvgPlan *plan, const SvgTie *tie)
{
    SvgPoint a = svg_box_center(svg_plan_item(plan, MIN(tie->from, tie->to))->body);
    SvgPoint b = svg_box_center(svg_plan_item(plan, MAX(tie->from, tie->to))->body);
    return left_of(a, b, svg_box_center(tie->shape->box));
}

/* The same of the way that Graphviz has for it. */
static double goes_left_by(const SvgPlan *plan, const SvgTie *tie)
{
    SvgPoint a = svg_item_middle(svg_plan_item(plan, MIN(tie->from, tie->to)));
    SvgPoint b = svg_item_middle(svg_plan_item(plan, MAX(tie->from, tie->to)));
    double sum = 0;
    for (guint i = 0; i < tie->way->len; i++) {
        sum += left_of(a, b, g_array_index(tie->way, SvgPoint, i));
    }
    return sum / tie->way->len;
}

static gboolean joins_same(const SvgTie *a, const SvgTie *b)
{
    return (a->from == b->from && a->to == b->to) || (a->from == b->to && a->to == b->from);
}

guint svg_plan_count_beside(const SvgPlan *plan, const SvgTie *tie, guint *n)
{
    double left = was_left_by(plan, tie);
    guint before = 0;
    *n = 0;
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *other = svg_plan_tie(plan, i);
        gboolean same = joins_same(tie, other);
        double its = same ? was_left_by(plan, other) : 0;
        before += same && (its < left || (its == left && other < tie));
        *n += same;
    }
    return before;
}

static void reverse(GArray *way)
{
    for (guint i = 0; i < way->len / 2; i++) {
        SvgPoint *a = &g_array_index(way, SvgPoint, i);
        SvgPoint *b = &g_array_index(way, SvgPoint, way->len - 1 - i);
        SvgPoint kept = *a;
        *a = *b;
        *b = kept;
    }
}

static void swap_ways(SvgTie *a, SvgTie *b)
{
    GArray *kept = a->way;
    guint starts[2] = {a->turned ? a->to : a->from, b->turned ? b->to : b->from};
    a->way = b->way;
    b->way = kept;
    if (starts[0] != starts[1]) {
        reverse(a->way);
        reverse(b->way);
    }
}

void svg_plan_sort_beside(SvgPlan *plan)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        SvgTie *a = svg_plan_tie(plan, i);
        for (guint k = i + 1; a->way && k < plan->ties->len; k++) {
            SvgTie *b = svg_plan_tie(plan, k);
            if (b->way && joins_same(a, b) &&
                (was_left_by(plan, a) - was_left_by(plan, b)) *
                        (goes_left_by(plan, a) - goes_left_by(plan, b)) <
                    0) {
                swap_ways(a, b);
            }
        }
    }
}
