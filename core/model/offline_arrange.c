/* Commands that move shapes: move, align, distribute, arrange, swap, to the front. */
#include "model/offline.h"

#include <math.h>

/* --- move ------------------------------------------------------------------------------------- */

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

static const struct {
    const char *phrase;
    int h, v; /* −1 start, 0 middle, 1 end, 2 as it is */
} page_places[] = {
    {"top left", -1, -1},   {"top right", 1, -1},    {"bottom left", -1, 1}, {"bottom right", 1, 1},
    {"upper left", -1, -1}, {"upper right", 1, -1},  {"lower left", -1, 1},  {"lower right", 1, 1},
    {"top center", 0, -1},  {"bottom center", 0, 1}, {"top", 2, -1},         {"bottom", 2, 1},
    {"left edge", -1, 2},   {"right edge", 1, 2},    {"left side", -1, 2},   {"right side", 1, 2},
    {"left", -1, 2},        {"right", 1, 2},         {"middle", 0, 0},       {"center", 0, 0},
    {"centre", 0, 0},
};

static double at_edge(int where, double low, double room, double now)
{
    return where == 2 ? now : low + (where + 1) / 2.0 * room;
}

/* "to the top left", "to the centre of the page" */
static gboolean move_on_page(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    static const char *const to[] = {"to the",   "in the", "at the", "on the",
                                     "into the", "to",     NULL};
    static const char *const tail[] = {"corner of the page",
                                       "edge of the page",
                                       "side of the page",
                                       "of the page",
                                       "of the drawing",
                                       "of the canvas",
                                       "of the view",
                                       "corner",
                                       "edge",
                                       NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, to) < 0) {
        return FALSE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(page_places); i++) {
        if (!fairy_cursor_accept(&try, page_places[i].phrase)) {
            continue;
        }
        gboolean page = fairy_cursor_accept_any(&try, tail) >= 0;
        gboolean bare_side =
            page_places[i].v == 2 && !page && g_strrstr(page_places[i].phrase, " ") == NULL;
        if (bare_side || g_str_equal(fairy_cursor_word(&try, 0), "of")) {
            return FALSE;
        }
        SvgBox b = fairy_shapes_bounds(shapes);
        SvgPoint corner = {at_edge(page_places[i].h, plan->page.x, plan->page.w - b.w, b.x),
                           at_edge(page_places[i].v, plan->page.y, plan->page.h - b.h, b.y)};
        *c = try;
        return do_move(plan, c, shapes, corner);
    }
    return FALSE;
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

/* "below Login [with gap 20]", "inside X", "between A and B" */
static gboolean move_beside(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    FairyRelation relation;
    FairyCursor try = *c;
    fairy_cursor_accept(&try, "to be");
    if (!fairy_words_relation(&try, &relation)) {
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
    if (relation.inside || relation.between) {
        SvgPoint middle = svg_box_center(r);
        return do_move(plan, c, shapes, (SvgPoint){middle.x - b.w / 2, middle.y - b.h / 2});
    }
    gap = isnan(gap) ? fairy_plan_gap(plan, r) : gap;
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

gboolean fairy_command_move(FairyPlan *plan, FairyCursor *c, int variant)
{
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
    for (guint i = 0; kinds[i]; i++) {
        if (kinds[i](plan, c, shapes)) {
            fairy_plan_remember(plan, shapes);
            return TRUE;
        }
        if (plan->problem) {
            return FALSE;
        }
    }
    return fairy_plan_fail(
        plan, "Where to? Say \"to 100, 50\", \"20 right\", \"below Login\" or \"to the front\".");
}

/* --- align ------------------------------------------------------------------------------------ */

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

/* Lines `shapes` up with `r`, which stays. */
static void align_with(FairyPlan *plan, const GPtrArray *shapes, SvgBox r, int alignment)
{
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        SvgBox b = shape->box;
        SvgPoint middle = svg_box_center(r), own = svg_box_center(b);
        int how = alignment;
        if (how < 0) {
            gboolean row = fabs(own.y - middle.y) <= fabs(own.x - middle.x);
            how = row ? SVG_ALIGN_CENTER_VERTICAL : SVG_ALIGN_CENTER_HORIZONTAL;
        }
        double xs[] = {b.x, b.x, r.x, r.x + r.w - b.w, middle.x - b.w / 2, b.x};
        double ys[] = {r.y, r.y + r.h - b.h, b.y, b.y, b.y, middle.y - b.h / 2};
        fairy_plan_move(plan, shape, (SvgPoint){xs[how], ys[how]});
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

gboolean fairy_command_align(FairyPlan *plan, FairyCursor *c, int variant)
{
    int alignment = variant >= 0 ? variant : read_alignment(c);
    fairy_cursor_accept(c, "of");
    fairy_cursor_accept(c, "align"); /* "left align …" */
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_ARRANGE | FAIRY_SELECT_LOCKED);
    if (!shapes) {
        return FALSE;
    }
    alignment = alignment >= 0 ? alignment : read_alignment(c);
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
