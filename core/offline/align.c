/* Commands that line shapes up: align, center. */
#include "offline/offline.h"

#include <math.h>

#define HIDES 0.5 /* of the smaller one's side: an overlap that nobody wants */

static const struct {
    const char *phrase;
    SvgAlignment alignment;
} alignments[] = {
    {"center horizontally", SVG_ALIGN_CENTER_HORIZONTAL},
    {"horizontally centered", SVG_ALIGN_CENTER_HORIZONTAL},
    {"centered horizontally", SVG_ALIGN_CENTER_HORIZONTAL},
    {"horizontal center", SVG_ALIGN_CENTER_HORIZONTAL},
    {"center horizontal", SVG_ALIGN_CENTER_HORIZONTAL},
    {"center vertically", SVG_ALIGN_CENTER_VERTICAL},
    {"vertically centered", SVG_ALIGN_CENTER_VERTICAL},
    {"centered vertically", SVG_ALIGN_CENTER_VERTICAL},
    {"vertical center", SVG_ALIGN_CENTER_VERTICAL},
    {"center vertical", SVG_ALIGN_CENTER_VERTICAL},
    {"horizontal centers", SVG_ALIGN_CENTER_HORIZONTAL},
    {"vertical centers", SVG_ALIGN_CENTER_VERTICAL},
    {"left", SVG_ALIGN_LEFT},
    {"right", SVG_ALIGN_RIGHT},
    {"top", SVG_ALIGN_TOP},
    {"tops", SVG_ALIGN_TOP},
    {"bottom", SVG_ALIGN_BOTTOM},
    {"bottoms", SVG_ALIGN_BOTTOM},
    {"centered", SVG_ALIGN_CENTER_HORIZONTAL},
    {"center", SVG_ALIGN_CENTER_HORIZONTAL},
    {"centers", SVG_ALIGN_CENTER_HORIZONTAL},
    {"middle", SVG_ALIGN_CENTER_VERTICAL},
    {"middles", SVG_ALIGN_CENTER_VERTICAL},
    {"on center", SVG_ALIGN_CENTER_HORIZONTAL},
    {"horizontally", SVG_ALIGN_CENTER_VERTICAL},
    {"vertically", SVG_ALIGN_CENTER_HORIZONTAL},
    {"in a row", SVG_ALIGN_CENTER_VERTICAL},
    {"in a column", SVG_ALIGN_CENTER_HORIZONTAL},
    {"in a line", SVG_ALIGN_CENTER_VERTICAL},
    {"on a horizontal line", SVG_ALIGN_CENTER_VERTICAL},
    {"on a vertical line", SVG_ALIGN_CENTER_HORIZONTAL},
    {"in a horizontal line", SVG_ALIGN_CENTER_VERTICAL},
    {"in a vertical line", SVG_ALIGN_CENTER_HORIZONTAL},
};

/* "left", "to the left edge", "by their tops", "along the centre". */
static int read_alignment(FairyCursor *c)
{
    static const char *const before[] = {"to the",    "on the",   "at the",      "by the",
                                         "along the", "by their", "along their", "at their",
                                         "on their",  "the",      "their",       "to",
                                         "by",        "on",       NULL};
    static const char *const after[] = {"edges", "edge",      "sides",   "side", "line",
                                        "axis",  "alignment", "aligned", NULL};
    FairyCursor try = *c;
    fairy_cursor_accept_any(&try, before);
    for (gsize i = 0; i < G_N_ELEMENTS(alignments); i++) {
        if (fairy_cursor_accept(&try, alignments[i].phrase)) {
            FairyCursor noun = try;
            fairy_cursor_accept_any(&try, after);
            gboolean place =
                noun.pos == try.pos && try.pos == c->pos + 1 + (try.pos > c->pos + 1) &&
                try.pos > c->pos + 1 && fairy_noun_find(fairy_cursor_word(&try, 0), NULL);
            if (place) { /* "the left boxes": which, not how */
                return -1;
            }
            *c = try;
            return (int)alignments[i].alignment;
        }
    }
    return -1;
}

/* Where it isn't said how: in a row where they and what they are lined up with are spread more that
 * way, else in a column; the other one is the second way. */
static int way_to_align(FairyPlan *plan, const GPtrArray *shapes, SvgBox r)
{
    SvgPoint to = svg_box_center(r);
    SvgBox centers = {to.x, to.y, 0, 0};
    for (guint i = 0; i < shapes->len; i++) {
        SvgPoint at = svg_box_center(((const SvgShape *)shapes->pdata[i])->box);
        centers = svg_box_union(centers, (SvgBox){at.x, at.y, 0, 0});
    }
    plan->n_ways = 2;
    gboolean row = (centers.w >= centers.h) == (plan->way == 0);
    return row ? SVG_ALIGN_CENTER_VERTICAL : SVG_ALIGN_CENTER_HORIZONTAL;
}

/* Lines `shapes` up with `r`, which stays. */
static void align_with(FairyPlan *plan, const GPtrArray *shapes, SvgBox r, int alignment)
{
    alignment = alignment >= 0 ? alignment : way_to_align(plan, shapes, r);
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        SvgBox b = shape->box;
        SvgPoint middle = svg_box_center(r);
        double xs[] = {b.x, b.x, r.x, r.x + r.w - b.w, middle.x - b.w / 2, b.x};
        double ys[] = {r.y, r.y + r.h - b.h, b.y, b.y, b.y, middle.y - b.h / 2};
        if (fabs(xs[alignment] - b.x) + fabs(ys[alignment] - b.y) > 1e-3 * plan->step) {
            fairy_plan_move(plan, shape, (SvgPoint){xs[alignment], ys[alignment]});
        }
    }
}

static gboolean align_to_reference(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes,
                                   int alignment, gboolean *done)
{
    static const char *const with[] = {"with", "to match", "relative to", "against",
                                       "to",   "of",       NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, with) < 0) {
        return TRUE;
    }
    static const char *const page[] = {"the page", "the canvas", "the drawing", "each other", NULL};
    int what = fairy_cursor_accept_any(&try, page);
    g_autoptr(GPtrArray) references = NULL;
    if (what < 0) {
        references = fairy_select(plan, &try, FAIRY_SELECT_LOCKED);
        if (!references) {
            return FALSE;
        }
    }
    alignment = alignment >= 0 ? alignment : read_alignment(&try);
    *c = try;
    if (what == 3) {
        return TRUE;
    }
    for (guint i = 0; references && i < references->len; i++) {
        g_ptr_array_remove(shapes, references->pdata[i]);
    }
    if (!shapes->len || !fairy_plan_ends(plan, c)) {
        return fairy_plan_fail(plan, "Nothing is left to align.");
    }
    *done = TRUE;
    g_autofree char *count = fairy_plan_count(shapes);
    align_with(plan, shapes, references ? fairy_shapes_bounds(references) : plan->page, alignment);
    fairy_plan_say(plan, "Aligned %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

static gboolean any_overlap(const GPtrArray *sorted)
{
    for (guint i = 1; i < sorted->len; i++) {
        SvgBox a = ((const SvgShape *)sorted->pdata[i - 1])->box;
        SvgBox b = ((const SvgShape *)sorted->pdata[i])->box;
        double x = MIN(a.x + a.w, b.x + b.w) - MAX(a.x, b.x);
        double y = MIN(a.y + a.h, b.y + b.h) - MAX(a.y, b.y);
        if (x > HIDES * MIN(a.w, b.w) && y > HIDES * MIN(a.h, b.h)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A column that is lined up "in a row" would lie on one spot: then it becomes a row. So it does in
 * the second way, when they can't stay where they are along it. */
static void keep_apart(FairyPlan *plan, const GPtrArray *shapes, int alignment)
{
    gboolean center =
        alignment == SVG_ALIGN_CENTER_VERTICAL || alignment == SVG_ALIGN_CENTER_HORIZONTAL;
    gboolean row = alignment == SVG_ALIGN_CENTER_VERTICAL || alignment == SVG_ALIGN_TOP ||
                   alignment == SVG_ALIGN_BOTTOM;
    SvgDirection along = row ? SVG_DIRECTION_HORIZONTAL : SVG_DIRECTION_VERTICAL;
    g_autoptr(GPtrArray) sorted = fairy_shapes_sorted(shapes, along);
    if (plan->way > 0 || (center && any_overlap(sorted))) {
        SvgBox first = ((const SvgShape *)sorted->pdata[0])->box;
        fairy_plan_stack(plan, sorted, along, fairy_plan_gap(plan, first, along));
    }
}

/* "at the top" after the last shape says how all are lined up, not which that one is, unless
 * another word says how. */
static GPtrArray *select_to_align(FairyPlan *plan, FairyCursor *c, int *alignment)
{
    const guint flags = FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_ARRANGE | FAIRY_SELECT_LOCKED;
    FairyCursor try = *c;
    GPtrArray *shapes =
        *alignment < 0 ? fairy_select(plan, &try, flags | FAIRY_SELECT_NO_PLACE) : NULL;
    if (shapes) {
        fairy_cursor_accept(&try, "up");
        int how = read_alignment(&try);
        FairyCursor more = try;
        if (how >= 0 && read_alignment(&more) < 0) {
            *alignment = how;
            *c = try;
            return shapes;
        }
        g_ptr_array_unref(shapes);
    }
    g_clear_pointer(&plan->problem, g_free);
    shapes = fairy_select(plan, c, flags);
    fairy_cursor_accept(c, "up");
    *alignment = *alignment >= 0 ? *alignment : read_alignment(c);
    return shapes;
}

gboolean fairy_command_align(FairyPlan *plan, FairyCursor *c, int variant)
{
    int alignment = variant >= 0 ? variant : read_alignment(c);
    fairy_cursor_accept(c, "of");
    fairy_cursor_accept(c, "align"); /* "left align …" */
    g_autoptr(GPtrArray) shapes = select_to_align(plan, c, &alignment);
    if (!shapes) {
        return FALSE;
    }
    gboolean done = FALSE;
    if (!align_to_reference(plan, c, shapes, alignment, &done) || done) {
        return done;
    }
    alignment = alignment >= 0 ? alignment : read_alignment(c);
    if (!fairy_select_but(plan, c, shapes) || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    if (shapes->len < 2) {
        return fairy_plan_fail(
            plan,
            "Aligning needs two shapes or more; say \"align A with B\" or \"center A on the page\".");
    }
    if (alignment < 0) {
        gboolean row = fairy_shapes_direction(shapes) == SVG_DIRECTION_HORIZONTAL;
        alignment = row ? SVG_ALIGN_CENTER_VERTICAL : SVG_ALIGN_CENTER_HORIZONTAL;
    }
    fairy_plan_align(plan, shapes, (SvgAlignment)alignment);
    plan->n_ways = 2;
    keep_apart(plan, shapes, alignment);
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Aligned %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* "center X [horizontally] [on the page | in Y]" */
gboolean fairy_command_center(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const axes[] = {"horizontally", "vertically", NULL};
    static const char *const page[] = {"on the page", "in the page", "on the canvas",
                                       "on page",     "in the view", "in the middle of the page",
                                       NULL};
    int axis = fairy_cursor_accept_any(c, axes);
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes) {
        return FALSE;
    }
    axis = axis >= 0 ? axis : fairy_cursor_accept_any(c, axes);
    SvgBox in = plan->page, b = fairy_shapes_bounds(shapes);
    gboolean on_page = fairy_cursor_accept_any(c, page) >= 0;
    if (!on_page &&
        fairy_cursor_accept_any(c, (const char *const[]){"in", "inside", "on", "within", "under",
                                                         "below", NULL}) >= 0) {
        SvgShape *reference = fairy_select_one(plan, c, FAIRY_SELECT_LOCKED);
        if (!reference) {
            return FALSE;
        }
        in = reference->box;
        on_page = TRUE;
    }
    axis = axis >= 0 ? axis : fairy_cursor_accept_any(c, axes);
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *count = fairy_plan_count(shapes);
    if (shapes->len > 1 && !on_page && variant == 0) {
        fairy_plan_align(plan, shapes,
                         axis == 1 ? SVG_ALIGN_CENTER_VERTICAL : SVG_ALIGN_CENTER_HORIZONTAL);
    } else {
        double dx = axis == 1 ? 0 : svg_box_center(in).x - svg_box_center(b).x;
        double dy = axis == 0 ? 0 : svg_box_center(in).y - svg_box_center(b).y;
        fairy_plan_offset(plan, shapes, dx, dy);
    }
    fairy_plan_say(plan, "Centred %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}
