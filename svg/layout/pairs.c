/* Lines that join the same two shapes: each stays on the side where it was. */
#include "layout/plan.h"

#include <math.h>

#define MOST 0.9 /* of the sides that face each other: what lines side by side take */

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

gboolean svg_tie_words_are_beside(const SvgTie *tie)
{
    const SvgShape *line = tie->shape;
    SvgPoint at = svg_box_center(tie->words);
    double dx = line->end.x - line->start.x, dy = line->end.y - line->start.y;
    double off = fabs(dx * (at.y - line->start.y) - dy * (at.x - line->start.x));
    return off > hypot(dx, dy) * tie->words.h / 3;
}

double svg_plan_words_between(const SvgPlan *plan, const SvgTie *tie)
{
    SvgPoint a = svg_item_middle(svg_plan_item(plan, tie->from));
    SvgPoint b = svg_item_middle(svg_plan_item(plan, tie->to));
    double dx = fabs(b.x - a.x), dy = fabs(b.y - a.y), length = hypot(dx, dy), most = 0;
    for (guint i = 0; length > 0 && i < plan->ties->len; i++) {
        const SvgTie *other = svg_plan_tie(plan, i);
        if (joins_same(tie, other) && !svg_box_is_empty(other->words) &&
            !svg_tie_words_are_beside(other)) {
            most = MAX(most, (dy * other->words.w + dx * other->words.h) / length);
        }
    }
    return most;
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

/* --- side by side ----------------------------------------------------------------------------- */

/* From the one that is drawn first to the other, across that way where both face each other: how
 * wide that is; 0 where they don't. */
static double find_facing(SvgBox a, SvgBox b, gboolean *down, double *middle)
{
    double x = MAX(a.x, b.x), right = MIN(a.x + a.w, b.x + b.w);
    double y = MAX(a.y, b.y), bottom = MIN(a.y + a.h, b.y + b.h);
    *down = bottom <= y;
    *middle = *down ? (x + right) / 2 : (y + bottom) / 2;
    return *down == (right <= x) ? 0 : *down ? right - x : bottom - y;
}

GArray *svg_plan_way_beside(const SvgPlan *plan, const SvgTie *tie, double apart)
{
    SvgBox a = svg_item_body(svg_plan_item(plan, MIN(tie->from, tie->to)));
    SvgBox b = svg_item_body(svg_plan_item(plan, MAX(tie->from, tie->to)));
    guint n, before = svg_plan_count_beside(plan, tie, &n);
    gboolean down;
    double middle, wide = find_facing(a, b, &down, &middle), left = before - (n - 1) / 2.0;
    if (n < 2 || (n - 1) * apart > MOST * wide) {
        return NULL;
    }
    gboolean on = down ? b.y > a.y : b.x > a.x;
    double at = middle + (down == on ? left : -left) * apart;
    double first = down ? (on ? a.y + a.h : a.y) : (on ? a.x + a.w : a.x);
    double last = down ? (on ? b.y : b.y + b.h) : (on ? b.x : b.x + b.w);
    SvgPoint ends[2] = {down ? (SvgPoint){at, first} : (SvgPoint){first, at},
                        down ? (SvgPoint){at, last} : (SvgPoint){last, at}};
    GArray *way = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    g_array_append_vals(way, ends, G_N_ELEMENTS(ends));
    if ((tie->turned ? tie->to : tie->from) > (tie->turned ? tie->from : tie->to)) {
        reverse(way);
    }
    return way;
}
