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
    direction = given ? direction : fairy_shapes_direction(shapes);
    if (isnan(gap)) {
        fairy_plan_distribute(plan, shapes, direction);
    } else {
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
    SvgBox bounds = fairy_shapes_bounds(shapes);
    double w = 0, h = 0;
    for (guint i = 0; i < order->len; i++) {
        w = MAX(w, ((SvgShape *)order->pdata[i])->box.w);
        h = MAX(h, ((SvgShape *)order->pdata[i])->box.h);
    }
    gap = isnan(gap) ? MAX(w, h) / 3 : gap;
    for (guint i = 0; i < order->len; i++) {
        SvgBox b = ((SvgShape *)order->pdata[i])->box;
        guint row = i / columns;
        double x = bounds.x + (i % columns) * (w + gap), y = bounds.y + row * (h + gap);
        fairy_plan_move(plan, order->pdata[i], (SvgPoint){x + (w - b.w) / 2, y + (h - b.h) / 2});
    }
}

/* "in a grid", "in a grid of 3 columns", "in 3 columns"; 0 when it isn't said, −1 for any number.
 */
static int read_grid(FairyCursor *c)
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
    int grid = read_grid(c);
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
    SvgShape *a = shapes->pdata[0], *b = shapes->pdata[1];
    SvgPoint at_a = svg_box_center(a->box), at_b = svg_box_center(b->box);
    fairy_plan_move(plan, a, (SvgPoint){at_b.x - a->box.w / 2, at_b.y - a->box.h / 2});
    fairy_plan_move(plan, b, (SvgPoint){at_a.x - b->box.w / 2, at_a.y - b->box.h / 2});
    g_autofree char *titles = fairy_plan_titles(shapes);
    fairy_plan_say(plan, "Swapped %s.", titles);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}
