/* Commands that put shapes somewhere else: by a distance, at a place, beside others, to the front.
 */
#include "offline/offline.h"

#include <math.h>

#define MAX_FRAMES 100 /* shapes that are looked into */
#define MOST_OF_IT 0.9 /* of its area: what is larger is the frame drawn again */

static const struct {
    const char *phrase;
    int dx, dy;
} ways[] = {
    {"to the left", -1, 0}, {"to the right", 1, 0}, {"leftwards", -1, 0}, {"rightwards", 1, 0},
    {"left", -1, 0},        {"right", 1, 0},        {"upwards", 0, -1},   {"up", 0, -1},
    {"higher", 0, -1},      {"downwards", 0, 1},    {"down", 0, 1},       {"lower", 0, 1},
    {"upward", 0, -1},      {"downward", 0, 1},
};

static int accept_way(FairyCursor *c)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        if (fairy_cursor_accept(c, ways[i].phrase)) {
            return (int)i;
        }
    }
    return -1;
}

/* "left by 20", "20 to the right", "up a bit"; `step` is how far without a number. */
static gboolean read_shift(FairyCursor *c, double step, double *dx, double *dy)
{
    static const char *const little[] = {"a bit",        "a little", "slightly",
                                         "a little bit", "some",     NULL};
    FairyCursor try = *c;
    double amount = NAN, value = 0;
    gboolean by = fairy_cursor_accept(&try, "by");
    if (fairy_cursor_number(&try, &value)) {
        amount = value;
    } else if (by && !fairy_cursor_at_end(&try)) {
        return FALSE;
    }
    fairy_cursor_accept_any(&try, little);
    int way = accept_way(&try);
    if (way < 0) {
        return FALSE;
    }
    fairy_cursor_accept_any(&try, little);
    FairyCursor after = try;
    fairy_cursor_accept(&after, "by");
    if (isnan(amount) && fairy_cursor_number(&after, &value)) {
        amount = value;
        try = after;
    }
    amount = isnan(amount) ? step : amount;
    *dx += ways[way].dx * amount;
    *dy += ways[way].dy * amount;
    *c = try;
    return TRUE;
}

static gboolean do_shift(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes, double dx, double dy)
{
    if (!fairy_select_but(plan, c, shapes) || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    fairy_plan_offset(plan, shapes, dx, dy);
    g_autofree char *what = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Moved %s.", what);
    return TRUE;
}

/* Several shapes move as one. */
static gboolean do_move(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes, SvgPoint corner)
{
    SvgBox bounds = fairy_shapes_bounds(shapes);
    if (shapes->len > 1) {
        return do_shift(plan, c, shapes, corner.x - bounds.x, corner.y - bounds.y);
    }
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *what = fairy_plan_count(shapes);
    fairy_plan_move(plan, shapes->pdata[0], corner);
    fairy_plan_say(plan, "Moved %s.", what);
    return TRUE;
}

/* "20 left and 10 down" */
static gboolean move_by_ways(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    SvgBox bounds = fairy_shapes_bounds(shapes);
    FairyCursor try = *c;
    double dx = 0, dy = 0;
    FairyCursor look = try;
    int way = -1;
    while (!fairy_cursor_at_end(&look) && (way = accept_way(&look)) < 0) {
        look.pos++;
    }
    double step = way >= 0 && ways[way].dx ? bounds.w : bounds.h;
    step = step > 0 ? step : 10 * plan->step;
    FairyCursor first = try;
    if (fairy_cursor_accept_any(
            &first, (const char *const[]){"a bit", "a little", "slightly", NULL}) >= 0) {
        step /= 4;
        try = first;
    }
    if (!read_shift(&try, step, &dx, &dy)) {
        return FALSE;
    }
    FairyCursor more = try;
    if ((fairy_cursor_accept(&more, "and") || TRUE) && read_shift(&more, step, &dx, &dy)) {
        try = more;
    }
    if (!fairy_cursor_accept_any(&try, (const char *const[]){"of the page", NULL})) {
        return FALSE;
    }
    *c = try;
    return do_shift(plan, c, shapes, dx, dy);
}

/* "to 100, 50", "by 10 20" */
static gboolean move_by_numbers(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    static const char *const to[] = {"to position", "to point", "to coordinates", "to", "at", NULL};
    FairyCursor try = *c;
    gboolean by = fairy_cursor_accept(&try, "by");
    if (!by && fairy_cursor_accept_any(&try, to) < 0) {
        return FALSE;
    }
    double x = 0, y = 0;
    SvgBox bounds = fairy_shapes_bounds(shapes);
    plan->meant = by ? 0 : FAIRY_MEANT_THERE;
    if (fairy_cursor_pair(&try, &x, &y)) {
        *c = try;
        return by ? do_shift(plan, c, shapes, x, y) : do_move(plan, c, shapes, (SvgPoint){x, y});
    }
    FairyCursor axis = try;
    if (!by && fairy_cursor_accept(&axis, "x") && fairy_cursor_number(&axis, &x)) {
        *c = axis;
        return do_move(plan, c, shapes, (SvgPoint){x, bounds.y});
    }
    if (!by && fairy_cursor_accept(&axis, "y") && fairy_cursor_number(&axis, &y)) {
        *c = axis;
        return do_move(plan, c, shapes, (SvgPoint){bounds.x, y});
    }
    return FALSE;
}

static double at_edge(int where, double low, double room, double now)
{
    return where == 2 ? now : low + (where + 1) / 2.0 * room;
}

/* "to the top left", "to the centre of the page" */
static gboolean move_on_page(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    int h = 0, v = 0;
    if (!fairy_words_page_place(c, &h, &v)) {
        return FALSE;
    }
    SvgBox b = fairy_shapes_bounds(shapes);
    SvgPoint corner = {at_edge(h, plan->page.x, plan->page.w - b.w, b.x),
                       at_edge(v, plan->page.y, plan->page.h - b.h, b.y)};
    return do_move(plan, c, shapes, corner);
}

/* Where a box of the size of `b` goes for the relation. */
static SvgPoint beside(SvgBox b, SvgBox r, SvgSide side, double gap)
{
    double x = r.x + (r.w - b.w) / 2, y = r.y + (r.h - b.h) / 2;
    if (side == SVG_SIDE_LEFT || side == SVG_SIDE_RIGHT) {
        x = side == SVG_SIDE_LEFT ? r.x - b.w - gap : r.x + r.w + gap;
    } else {
        y = side == SVG_SIDE_TOP ? r.y - b.h - gap : r.y + r.h + gap;
    }
    return (SvgPoint){x, y};
}

/* Whether it would lie on another shape than those that are moved or that are around it. */
static gboolean covers(const FairyPlan *plan, SvgBox at, const GPtrArray *moved)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gboolean closed =
            svg_kind_flags(shape->kind) & SVG_KIND_GEO || shape->kind == SVG_KIND_TEXT;
        if (closed && svg_box_touches(shape->box, at) && !svg_box_contains(shape->box, at) &&
            !g_ptr_array_find((GPtrArray *)moved, shape, NULL)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "Next to" is where there is room on the page; else on the right. */
static SvgSide roomy_side(const FairyPlan *plan, const GPtrArray *shapes, SvgBox r, double gap)
{
    static const SvgSide sides[] = {SVG_SIDE_RIGHT, SVG_SIDE_LEFT, SVG_SIDE_BOTTOM, SVG_SIDE_TOP};
    SvgBox b = fairy_shapes_bounds(shapes);
    for (guint strict = 2; strict-- > 0;) {
        for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
            SvgPoint corner = beside(b, r, sides[i], gap);
            SvgBox at = {corner.x, corner.y, b.w, b.h};
            if (svg_box_contains(plan->page, at) && !(strict && covers(plan, at, shapes))) {
                return sides[i];
            }
        }
    }
    return SVG_SIDE_RIGHT;
}

/* "below Login [with gap 20]", "inside X", "between A and B" */
static gboolean move_beside(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    FairyRelation relation;
    FairyCursor try = *c;
    fairy_cursor_accept(&try, "to be");
    if (!fairy_words_relation(&try, &relation) || relation.around) {
        return FALSE;
    }
    guint flags =
        FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_WITH | (relation.between ? 0 : FAIRY_SELECT_NO_AND);
    g_autoptr(GPtrArray) references = fairy_select(plan, &try, flags);
    double gap = relation.gap;
    if (!references) {
        return FALSE;
    }
    for (guint i = 0; i < shapes->len; i++) {
        if (g_ptr_array_remove(references, shapes->pdata[i]) && !references->len) {
            return fairy_plan_fail(plan, "A shape can't be placed beside itself.");
        }
    }
    fairy_words_gap(&try, &gap);
    *c = try;
    SvgBox r = fairy_shapes_bounds(references), b = fairy_shapes_bounds(shapes);
    plan->meant = relation.inside || !isnan(gap) ? FAIRY_MEANT_THERE : 0;
    if (relation.between) {
        fairy_make_room(plan, references, b);
    }
    if (relation.inside || relation.between) {
        SvgPoint middle = relation.between ? fairy_between(references) : svg_box_center(r);
        return do_move(plan, c, shapes, (SvgPoint){middle.x - b.w / 2, middle.y - b.h / 2});
    }
    gap = isnan(gap) ? fairy_plan_gap(plan, r, fairy_side_direction(relation.side)) : gap;
    relation.side = relation.any ? roomy_side(plan, shapes, r, gap) : relation.side;
    if (shapes->len > 1 || references->len > 1) {
        return do_move(plan, c, shapes, beside(b, r, relation.side, gap));
    }
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *what = fairy_plan_count(shapes);
    fairy_plan_place(plan, shapes->pdata[0], references->pdata[0], relation.side, gap);
    fairy_plan_say(plan, "Moved %s.", what);
    return TRUE;
}

static gboolean move_in_order(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    static const char *const front[] = {"to the front",           "to front", "to the top layer",
                                        "in front of everything", "forward",  "to the foreground",
                                        "on top of everything",   NULL};
    static const char *const back[] = {"to the back", "to back",           "behind everything",
                                       "backward",    "backwards",         "to the background",
                                       "behind",      "in the background", NULL};
    gboolean to_front = fairy_cursor_accept_any(c, front) >= 0;
    if (!to_front && fairy_cursor_accept_any(c, back) < 0) {
        return FALSE;
    }
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    fairy_plan_front(plan, shapes, to_front);
    g_autofree char *what = fairy_plan_count(shapes);
    fairy_plan_say(plan, "%s %s.", to_front ? "Brought to the front:" : "Sent to the back:", what);
    return TRUE;
}

/* In "put the box in the middle" the last words say where to, not which; in "move the box in the
 * middle up" they say which. */
static GPtrArray *select_to_move(FairyPlan *plan, FairyCursor *c)
{
    FairyCursor try = *c;
    GPtrArray *shapes = fairy_select(plan, &try, FAIRY_SELECT_OPTIONAL);
    if (shapes && !fairy_cursor_at_end(&try)) {
        *c = try;
        return shapes;
    }
    g_clear_pointer(&shapes, g_ptr_array_unref);
    g_clear_pointer(&plan->problem, g_free);
    return fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_NO_PLACE);
}

/* A frame is moved with what is in it. Arrows follow what they connect. */
void fairy_plan_take_contents(const FairyPlan *plan, GPtrArray *shapes)
{
    g_autoptr(GHashTable) set = g_hash_table_new(NULL, NULL);
    for (guint i = 0; i < shapes->len; i++) {
        g_hash_table_add(set, shapes->pdata[i]);
    }
    for (guint i = 0, n = shapes->len; i < n && n <= MAX_FRAMES; i++) {
        const SvgShape *frame = shapes->pdata[i];
        for (guint k = 0; svg_kind_flags(frame->kind) & SVG_KIND_GEO && k < plan->shapes->len;
             k++) {
            SvgShape *shape = plan->shapes->pdata[k];
            gboolean bound = shape->from_id || shape->to_id;
            gboolean in = svg_box_contains(frame->box, shape->box) &&
                          shape->box.w * shape->box.h < MOST_OF_IT * frame->box.w * frame->box.h;
            gpointer group = shape->parent ? g_hash_table_lookup(plan->ids, shape->parent) : NULL;
            if (in && !bound && !shape->layer && !shape->locked &&
                !(group && g_hash_table_contains(set, group)) && g_hash_table_add(set, shape)) {
                g_ptr_array_add(shapes, shape);
            }
        }
    }
}

gboolean fairy_command_move(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const articles[] = {"a", "an", "another", NULL};
    if (variant == 1 && fairy_words_in(fairy_cursor_word(c, 0), articles)) {
        return fairy_command_add(plan, c, 0); /* "put a box around X" */
    }
    static gboolean (*const kinds[])(FairyPlan *, FairyCursor *, GPtrArray *) = {
        move_in_order, move_by_numbers, move_on_page, move_beside, move_by_ways, NULL,
    };
    FairyCursor way = *c;
    g_autoptr(GPtrArray) shapes = NULL;
    if (accept_way(&way) >= 0 && g_str_equal(fairy_cursor_word(c, 0), "to") == FALSE &&
        !fairy_noun_find(fairy_cursor_word(&way, 0), NULL)) {
        shapes =
            fairy_select(plan, &(FairyCursor){c->source, c->tokens, 0, 0}, FAIRY_SELECT_OPTIONAL);
    } else {
        shapes = select_to_move(plan, c);
    }
    if (!shapes || variant < 0) {
        return FALSE;
    }
    g_autoptr(GPtrArray) meant = g_ptr_array_copy(shapes, NULL, NULL);
    fairy_plan_take_contents(plan, shapes);
    for (guint i = 0; kinds[i]; i++) {
        if (kinds[i](plan, c, shapes)) {
            fairy_plan_remember(plan, meant);
            return TRUE;
        }
        if (plan->problem) {
            return FALSE;
        }
    }
    return fairy_plan_fail(
        plan, "Where to? Say \"to 100, 50\", \"20 right\", \"below Login\" or \"to the front\".");
}
