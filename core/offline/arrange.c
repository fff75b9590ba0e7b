/* Commands that lay several shapes out: distribute, stack, arrange, swap. */
#include "offline/offline.h"

#include <math.h>

/* --- distribute, stack, arrange --------------------------------------------------------------- */

static const char *const evenly[] = {"evenly",
                                     "equally",
                                     "out",
                                     "uniformly",
                                     "regularly",
                                     "with equal gaps",
                                     "with equal spacing",
                                     "with even spacing",
                                     "with even gaps",
                                     "the same",
                                     NULL};

static void stack_sorted(FairyPlan *plan, const GPtrArray *shapes, SvgDirection direction,
                         double gap)
{
    g_autoptr(GPtrArray) sorted = fairy_shapes_sorted(shapes, direction);
    fairy_plan_stack(plan, sorted, direction, gap);
}

/* Direction, evenness and gap, in any order. */
static void read_spread(FairyCursor *c, SvgDirection *direction, gboolean *given, double *gap)
{
    for (guint start = c->end + 1; start != c->pos;) {
        start = c->pos;
        fairy_cursor_skip(c, evenly);
        *given = fairy_words_direction(c, direction) || *given;
        FairyCursor by = *c;
        if (fairy_cursor_accept(&by, "by") && fairy_cursor_number(&by, gap)) {
            *c = by;
        }
        fairy_words_gap(c, gap);
    }
}

static double start_of(const SvgShape *shape, SvgDirection direction)
{
    return direction == SVG_DIRECTION_HORIZONTAL ? shape->box.x : shape->box.y;
}

static double size_of(SvgBox box, SvgDirection direction)
{
    return direction == SVG_DIRECTION_HORIZONTAL ? box.w : box.h;
}

/* Arrays of what lies beside each other across the direction, as rows do down the page: in their
 * order, and in each along the other direction. */
static GPtrArray *lanes_of(const GPtrArray *shapes, SvgDirection direction)
{
    gboolean down = direction == SVG_DIRECTION_VERTICAL;
    GPtrArray *lanes = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GPtrArray) sorted = fairy_shapes_sorted(shapes, direction);
    double end = 0;
    for (guint i = 0; i < sorted->len; i++) {
        const SvgShape *shape = sorted->pdata[i];
        double middle = start_of(shape, direction) + size_of(shape->box, direction) / 2;
        if (i == 0 || middle >= end) {
            g_ptr_array_add(lanes, g_ptr_array_new());
            end = start_of(shape, direction) + size_of(shape->box, direction);
        }
        g_ptr_array_add(lanes->pdata[lanes->len - 1], sorted->pdata[i]);
    }
    for (guint i = 0; i < lanes->len; i++) {
        GPtrArray *lane = lanes->pdata[i];
        lanes->pdata[i] =
            fairy_shapes_sorted(lane, down ? SVG_DIRECTION_HORIZONTAL : SVG_DIRECTION_VERTICAL);
        g_ptr_array_unref(lane);
    }
    return lanes;
}

static guint longest(const GPtrArray *lanes)
{
    guint most = 0;
    for (guint i = 0; i < lanes->len; i++) {
        most = MAX(most, ((const GPtrArray *)lanes->pdata[i])->len);
    }
    return most;
}

/* Rows and columns, with at most one row that isn't full. */
static gboolean is_grid(const GPtrArray *rows, const GPtrArray *columns)
{
    guint n = 0;
    for (guint i = 0; i < rows->len; i++) {
        n += ((const GPtrArray *)rows->pdata[i])->len;
    }
    return rows->len > 1 && columns->len > 1 && longest(rows) == columns->len &&
           longest(columns) == rows->len && n > (rows->len - 1) * columns->len;
}

/* Each lane by itself. */
static void spread_in_lanes(FairyPlan *plan, const GPtrArray *lanes, SvgDirection direction)
{
    for (guint i = 0; i < lanes->len; i++) {
        const GPtrArray *lane = lanes->pdata[i];
        if (lane->len > 2) {
            fairy_plan_distribute(plan, lane, direction);
        }
    }
}

/* Each lane as one thing. */
static void spread_lanes(FairyPlan *plan, const GPtrArray *lanes, SvgDirection direction)
{
    SvgBox first = fairy_shapes_bounds(lanes->pdata[0]);
    SvgBox all = first;
    double taken = 0;
    for (guint i = 0; i < lanes->len; i++) {
        SvgBox box = fairy_shapes_bounds(lanes->pdata[i]);
        all = svg_box_union(all, box);
        taken += size_of(box, direction);
    }
    gboolean across = direction == SVG_DIRECTION_HORIZONTAL;
    double gap = (size_of(all, direction) - taken) / (lanes->len - 1);
    double at = across ? all.x : all.y;
    for (guint i = 0; i < lanes->len; i++) {
        SvgBox box = fairy_shapes_bounds(lanes->pdata[i]);
        double by = at - (across ? box.x : box.y);
        if (fabs(by) > 1e-3 * plan->step) {
            fairy_plan_offset(plan, lanes->pdata[i], across ? by : 0, across ? 0 : by);
        }
        at += size_of(box, direction) + gap;
    }
}

/* Where it isn't said in which direction, the first way is that in which they are spread more. */
static SvgDirection direction_to_try(FairyPlan *plan, const GPtrArray *shapes)
{
    SvgDirection direction = fairy_shapes_direction(shapes);
    plan->n_ways = 2;
    return plan->way == 0                          ? direction
           : direction == SVG_DIRECTION_HORIZONTAL ? SVG_DIRECTION_VERTICAL
                                                   : SVG_DIRECTION_HORIZONTAL;
}

/* The rows and the columns of a grid; else what stands in rows, or columns, goes together. */
static void spread(FairyPlan *plan, const GPtrArray *shapes, SvgDirection direction, gboolean given)
{
    g_autoptr(GPtrArray) rows = lanes_of(shapes, SVG_DIRECTION_VERTICAL);
    g_autoptr(GPtrArray) columns = lanes_of(shapes, SVG_DIRECTION_HORIZONTAL);
    if (is_grid(rows, columns)) {
        if (!given || direction == SVG_DIRECTION_HORIZONTAL) {
            spread_in_lanes(plan, rows, SVG_DIRECTION_HORIZONTAL);
        }
        if (!given || direction == SVG_DIRECTION_VERTICAL) {
            spread_in_lanes(plan, columns, SVG_DIRECTION_VERTICAL);
        }
        return;
    }
    direction = given ? direction : direction_to_try(plan, shapes);
    const GPtrArray *lanes = direction == SVG_DIRECTION_VERTICAL ? rows : columns;
    if (lanes->len == shapes->len || lanes->len < 3) {
        fairy_plan_distribute(plan, shapes, direction);
    } else {
        spread_lanes(plan, lanes, direction);
    }
}

gboolean fairy_command_distribute(FairyPlan *plan, FairyCursor *c, int variant)
{
    SvgDirection direction = SVG_DIRECTION_HORIZONTAL;
    gboolean given = FALSE;
    double gap = NAN;
    read_spread(c, &direction, &given, &gap);
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_ARRANGE | FAIRY_SELECT_NO_WITH);
    if (!shapes) {
        return FALSE;
    }
    read_spread(c, &direction, &given, &gap);
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    if (shapes->len < (isnan(gap) ? 3u : 2u) || variant > 0) {
        return fairy_plan_fail(
            plan,
            "Spacing evenly needs three shapes or more; with a gap (\"stack them with gap 20\"), two.");
    }
    if (isnan(gap)) {
        spread(plan, shapes, direction, given);
    } else {
        direction = given ? direction : fairy_shapes_direction(shapes);
        stack_sorted(plan, shapes, direction, gap);
    }
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Spaced %s %s.", count, isnan(gap) ? "evenly" : "out");
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* Whether all overlap the first one across the direction: a row or column already. */
static gboolean in_line(const GPtrArray *shapes, SvgDirection direction)
{
    SvgBox a = ((const SvgShape *)shapes->pdata[0])->box;
    for (guint i = 1; i < shapes->len; i++) {
        SvgBox b = ((const SvgShape *)shapes->pdata[i])->box;
        gboolean overlap = direction == SVG_DIRECTION_HORIZONTAL
                               ? b.y < a.y + a.h && a.y < b.y + b.h
                               : b.x < a.x + a.w && a.x < b.x + b.w;
        if (!overlap) {
            return FALSE;
        }
    }
    return TRUE;
}

static double third_of_size(const GPtrArray *shapes, SvgDirection direction)
{
    double sum = 0;
    for (guint i = 0; i < shapes->len; i++) {
        SvgBox b = ((const SvgShape *)shapes->pdata[i])->box;
        sum += direction == SVG_DIRECTION_HORIZONTAL ? b.w : b.h;
    }
    return sum / shapes->len / 3;
}

static void arrange_grid(FairyPlan *plan, const GPtrArray *shapes, guint columns, double gap)
{
    g_autoptr(GPtrArray) order = fairy_shapes_reading_order(shapes);
    double most = 0;
    for (guint i = 0; i < order->len; i++) {
        most = MAX(most, svg_box_side(((SvgShape *)order->pdata[i])->box));
    }
    fairy_plan_grid(plan, order, columns, isnan(gap) ? most / 3 : gap);
}

/* "in a grid", "in a grid of 3 columns", "in 3 columns", "in 2 rows"; 0 when it isn't said, −1 for
 * any number. */
static int read_grid(FairyCursor *c, guint n)
{
    static const char *const grid[] = {"in a grid", "into a grid", "as a grid", NULL};
    static const char *const joint[] = {"with", "of", "in", "into", NULL};
    FairyCursor try = *c;
    gboolean said = fairy_cursor_accept_any(&try, grid) >= 0;
    if (said) {
        *c = try;
    }
    fairy_cursor_accept_any(&try, joint);
    double columns = 0;
    if (fairy_cursor_number(&try, &columns) && columns >= 1 && columns <= 1000 &&
        fairy_cursor_accept_any(&try, (const char *const[]){"columns", "wide", "per row", NULL}) >=
            0) {
        *c = try;
        return (int)columns;
    }
    if (columns >= 1 && columns <= 1000 && fairy_cursor_accept(&try, "rows")) {
        *c = try;
        return (int)ceil(n / columns);
    }
    return said ? -1 : 0;
}

/* "stack X [vertically] [with gap N]", "arrange X in a row", "lay X out in a grid" */
gboolean fairy_command_arrange(FairyPlan *plan, FairyCursor *c, int variant)
{
    SvgDirection direction = SVG_DIRECTION_VERTICAL;
    gboolean given = FALSE;
    double gap = NAN;
    read_spread(c, &direction, &given, &gap);
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_ARRANGE | FAIRY_SELECT_NO_WITH);
    if (!shapes) {
        return FALSE;
    }
    read_spread(c, &direction, &given, &gap);
    int grid = read_grid(c, shapes->len);
    read_spread(c, &direction, &given, &gap);
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    if (shapes->len < 2) {
        return fairy_plan_fail(plan, "Arranging needs two shapes or more.");
    }
    g_autofree char *count = fairy_plan_count(shapes);
    if (grid) {
        guint columns = grid > 0 ? (guint)grid : (guint)ceil(sqrt(shapes->len));
        arrange_grid(plan, shapes, columns, gap);
    } else {
        direction = given || variant == 0 ? direction : fairy_shapes_direction(shapes);
        if (!in_line(shapes, direction)) {
            gboolean row = direction == SVG_DIRECTION_HORIZONTAL;
            fairy_plan_align(plan, shapes,
                             row ? SVG_ALIGN_CENTER_VERTICAL : SVG_ALIGN_CENTER_HORIZONTAL);
        }
        stack_sorted(plan, shapes, direction, isnan(gap) ? third_of_size(shapes, direction) : gap);
    }
    fairy_plan_say(plan, "Arranged %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* --- swap ------------------------------------------------------------------------------------- */

static GPtrArray *with_contents(const FairyPlan *plan, SvgShape *shape)
{
    GPtrArray *shapes = g_ptr_array_new();
    g_ptr_array_add(shapes, shape);
    fairy_plan_take_contents(plan, shapes);
    return shapes;
}

/* By how much the edge of one is to go, so that the two of them take the same room as before. */
static double along_edge(double from, double size, double to, double other)
{
    return from < to ? to + other - from - size : to - from;
}

static SvgPoint way_from(SvgBox a, SvgBox b, gboolean edges)
{
    SvgPoint from = svg_box_center(a), to = svg_box_center(b);
    SvgPoint by = {to.x - from.x, to.y - from.y};
    if (edges && fabs(by.x) >= fabs(by.y)) {
        by.x = along_edge(a.x, a.w, b.x, b.w);
    } else if (edges) {
        by.y = along_edge(a.y, a.h, b.y, b.h);
    }
    return by;
}

/* Middle goes to middle; where that is in the way of something, they keep to the room that they
 * take together. Both are moved at first, so that at no moment one lies on what is at the other. */
static void exchange(FairyPlan *plan, SvgShape *a, SvgShape *b)
{
    plan->n_ways = 2;
    g_autoptr(GPtrArray) first = with_contents(plan, a);
    g_autoptr(GPtrArray) second = with_contents(plan, b);
    g_autoptr(GPtrArray) both = g_ptr_array_copy(first, NULL, NULL);
    for (guint i = 0; i < second->len; i++) {
        if (!g_ptr_array_find(both, second->pdata[i], NULL)) {
            g_ptr_array_add(both, second->pdata[i]);
        }
    }
    SvgPoint go = way_from(a->box, b->box, plan->way > 0);
    SvgPoint come = way_from(b->box, a->box, plan->way > 0);
    fairy_plan_offset(plan, both, go.x, go.y);
    fairy_plan_offset(plan, second, come.x - go.x, come.y - go.y);
}

gboolean fairy_command_swap(FairyPlan *plan, FairyCursor *c, int variant)
{
    fairy_cursor_accept_any(c, (const char *const[]){"the positions of", "positions of",
                                                     "the places of", "places of", NULL});
    fairy_cursor_accept_any(c, (const char *const[]){"places", "positions", "sides", NULL});
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes) {
        return FALSE;
    }
    if (shapes->len == 1 &&
        fairy_cursor_accept_any(c, (const char *const[]){"with", "for", NULL}) >= 0) {
        SvgShape *other = fairy_select_one(plan, c, 0);
        if (!other) {
            return FALSE;
        }
        g_ptr_array_add(shapes, other);
    }
    fairy_cursor_accept_any(c,
                            (const char *const[]){"around", "over", "positions", "places", NULL});
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    if (shapes->len != 2 || variant > 0) {
        return fairy_plan_fail(plan,
                               "Swapping needs exactly two shapes: \"swap Login and Database\".");
    }
    exchange(plan, shapes->pdata[0], shapes->pdata[1]);
    g_autofree char *titles = fairy_plan_titles(shapes);
    fairy_plan_say(plan, "Swapped %s.", titles);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}
