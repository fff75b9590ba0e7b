/* Commands about a diagram as such: arranged anew, arrows that end elsewhere, a shape into an
 * arrow, one colour for another, callouts. Each is one action, of which the plan doesn't foresee
 * all. */
#include "offline/offline.h"

#include <string.h>

/* A phrase that may be meant otherwise is tried; what it wasn't leaves no trace. */
static void forget(FairyPlan *plan)
{
    g_clear_pointer(&plan->problem, g_free);
    plan->lost = FALSE;
}

static gboolean accept_one_of(FairyCursor *c, const char *const *phrases)
{
    return fairy_cursor_accept_any(c, phrases) >= 0;
}

/* --- arranged anew ---------------------------------------------------------------------------- */

/* What can only mean all of it, */
static const char *const diagrams[] = {"the whole diagram",
                                       "the whole drawing",
                                       "the diagram",
                                       "the drawing",
                                       "this diagram",
                                       "this drawing",
                                       "the flow chart",
                                       "the flowchart",
                                       "the chart",
                                       "the graph",
                                       "the network",
                                       "the diagram's layout",
                                       NULL};
/* and what may be several things. */
static const char *const loose[] = {"everything", "all of it", "it all", "it", "this", NULL};
static const char *const anew[] = {"anew",         "again",         "afresh",
                                   "from scratch", "automatically", NULL};

static const struct {
    const char *phrase, *arrangement;
} arrangements[] = {
    {"as a tree", "tree"},         {"like a tree", "tree"},       {"as a hierarchy", "tree"},
    {"in layers", "layered"},      {"layer by layer", "layered"}, {"as a flow chart", "layered"},
    {"as a flowchart", "layered"}, {"in rings", "radial"},        {"radially", "radial"},
    {"as a network", "force"},
};

static const struct {
    const char *phrase, *direction;
} directions[] = {
    {"from top to bottom", "down"},  {"top to bottom", "down"},      {"top down", "down"},
    {"from left to right", "right"}, {"left to right", "right"},     {"from bottom to top", "up"},
    {"bottom to top", "up"},         {"from right to left", "left"}, {"right to left", "left"},
};

typedef struct {
    const char *arrangement, *direction; /* NULL: not said */
    gboolean anew;
} Layout;

static gboolean read_one_manner(FairyCursor *c, Layout *out)
{
    for (gsize i = 0; i < G_N_ELEMENTS(arrangements); i++) {
        if (fairy_cursor_accept(c, arrangements[i].phrase)) {
            out->arrangement = arrangements[i].arrangement;
            return TRUE;
        }
    }
    for (gsize i = 0; i < G_N_ELEMENTS(directions); i++) {
        if (fairy_cursor_accept(c, directions[i].phrase)) {
            out->direction = directions[i].direction;
            return TRUE;
        }
    }
    gboolean said = accept_one_of(c, anew);
    out->anew = out->anew || said;
    return said;
}

static void write_layout(FairyPlan *plan, const Layout *layout, const char *arrangement,
                         const GPtrArray *shapes)
{
    cJSON *action = fairy_plan_action(plan, "layout");
    cJSON_AddStringToObject(action, "arrangement",
                            layout->arrangement ? layout->arrangement : arrangement);
    if (layout->direction) {
        cJSON_AddStringToObject(action, "direction", layout->direction);
    }
    if (shapes) {
        fairy_plan_add_ids(action, shapes);
    }
}

/* "lay out the diagram", "arrange it as a tree"; FALSE: something else is meant. */
static gboolean read_layout(const FairyPlan *plan, FairyCursor *c, Layout *out)
{
    FairyCursor try = *c;
    gboolean all = accept_one_of(&try, diagrams),
             it = g_str_equal(fairy_cursor_word(&try, 0), "it");
    if (!all && !accept_one_of(&try, loose)) {
        return FALSE;
    }
    while (read_one_manner(&try, out)) {
    }
    gboolean way = out->direction && it && !plan->last->len;
    if (!fairy_cursor_at_end(&try) || !(all || out->anew || out->arrangement || way)) {
        return FALSE;
    }
    *c = try;
    return TRUE;
}

static gboolean in_part(FairyPlan *plan, const char *what)
{
    return plan->within &&
           !fairy_plan_fail(plan, "%s is done in all of the drawing, not in parts of it.", what);
}

gboolean fairy_command_layout(FairyPlan *plan, FairyCursor *c, int variant)
{
    Layout layout = {NULL, NULL, FALSE};
    if (!read_layout(plan, c, &layout)) {
        return fairy_command_arrange(plan, c, variant);
    }
    if (in_part(plan, "A layout")) {
        return FALSE;
    }
    write_layout(plan, &layout, "layered", NULL);
    fairy_plan_say(plan, "Arranged the diagram.");
    return TRUE;
}

/* "tidy up", "tidy up the boxes" */
gboolean fairy_command_tidy(FairyPlan *plan, FairyCursor *c, int variant)
{
    const Layout layout = {NULL, NULL, FALSE};
    FairyCursor try = *c;
    gboolean all = fairy_cursor_at_end(&try) || accept_one_of(&try, diagrams) ||
                   (accept_one_of(&try, loose) && !plan->last->len);
    all = all && fairy_cursor_at_end(&try);
    *c = all ?
    try:
        *c;
    g_autoptr(GPtrArray) shapes =
        all ? NULL : fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_ARRANGE);
    if ((!all && !shapes) || !fairy_plan_ends(plan, c) || in_part(plan, "Tidying up")) {
        return FALSE;
    }
    write_layout(plan, &layout, variant == 0 ? "tidy" : "layered", shapes);
    fairy_plan_say(plan, "Tidied up.");
    return TRUE;
}

/* --- one colour for another ------------------------------------------------------------------- */

/* What the verb means where it isn't that; by its variant. */
static const struct {
    FairyCommandFunc run;
    int variant;
} else_color[] = {{fairy_command_color, 0},
                  {fairy_command_change, 0},
                  {fairy_command_replace, 0},
                  {fairy_command_make, 0},
                  {fairy_command_make, 1}};

/* "everything red blue", "the red to blue everywhere", "red into blue" */
static gboolean read_recolor(FairyCursor *c, char **from, char **to)
{
    static const char *const every[] = {"everything that is", "everything that 's", "all that is",
                                        "everything",         "whatever is",        NULL};
    static const char *const article[] = {"all the", "all", "the colour", "the color", "the", NULL};
    static const char *const becomes[] = {"to", "into", "with", "by", NULL};
    static const char *const everywhere[] = {"everywhere",           "throughout",
                                             "in the whole drawing", "in the drawing",
                                             "in the diagram",       NULL};
    FairyCursor try = *c;
    gboolean all = accept_one_of(&try, every);
    if (!all) {
        fairy_cursor_accept_any(&try, article);
    }
    g_autofree char *old = fairy_words_color(&try);
    gboolean said = old && accept_one_of(&try, becomes);
    g_autofree char *new = said || (old && all) ? fairy_words_color(&try) : NULL;
    fairy_cursor_accept_any(&try, everywhere);
    if (!new || !fairy_cursor_at_end(&try)) {
        return FALSE;
    }
    *from = g_steal_pointer(&old);
    *to = g_steal_pointer(&new);
    *c = try;
    return TRUE;
}

/* Some shape says so: then it may be words that are meant. */
static gboolean is_said(const FairyPlan *plan, const char *color)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        if (fairy_shape_is_called(plan->shapes->pdata[i], color)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_command_recolor(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_autofree char *from = NULL, *to = NULL;
    if (!read_recolor(c, &from, &to)) {
        return else_color[variant].run(plan, c, else_color[variant].variant);
    }
    if (in_part(plan, "Replacing a colour")) {
        return FALSE;
    }
    if (is_said(plan, from)) {
        return fairy_plan_fail(plan,
                               "\"%s\" is a colour and a label here. Say: make everything that is "
                               "%s %s; or: rename \"%s\" to \"%s\".",
                               from, from, to, from, to);
    }
    cJSON *action = fairy_plan_action(plan, "recolor");
    cJSON_AddStringToObject(action, "from", from);
    cJSON_AddStringToObject(action, "to", to);
    fairy_plan_say(plan, "Made all that was %s %s.", from, to);
    return TRUE;
}

/* --- arrows that end elsewhere ---------------------------------------------------------------- */

/* That a line ends elsewhere is what is asked for; the action proves where. */
static void write_reconnect(FairyPlan *plan, SvgShape *from, SvgShape *to, const char *end)
{
    plan->meant |= 1 << SVG_WORSE_CAME_OFF;
    cJSON *action = fairy_plan_action(plan, "reconnect");
    cJSON_AddStringToObject(action, "fromId", from->id);
    cJSON_AddStringToObject(action, "toId", to->id);
    if (end) {
        cJSON_AddStringToObject(action, "end", end);
    }
    g_autofree char *old = fairy_shape_title(from), *new = fairy_shape_title(to);
    fairy_plan_say(plan, "What was at %s is at %s.", old, new);
}

/* "at B instead of A" */
static gboolean read_instead(FairyPlan *plan, FairyCursor *c, const char *end)
{
    SvgShape *to = fairy_select_one(plan, c, FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_AND);
    if (!to) {
        return FALSE;
    }
    if (!accept_one_of(c,
                       (const char *const[]){"instead of at", "instead of", "rather than", NULL})) {
        return fairy_plan_fail(plan, "Away from what? Say: point everything at B instead of A.");
    }
    SvgShape *from = fairy_select_one(plan, c, FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_AND);
    if (!from || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    write_reconnect(plan, from, to, end);
    return TRUE;
}

/* Which arrows of a shape: all, those that point at it, those that leave it. */
static const struct {
    const char *phrase, *end;
} ends[] = {
    {"that point at", "end"},
    {"that points at", "end"},
    {"which point at", "end"},
    {"pointing at", "end"},
    {"pointing to", "end"},
    {"that point to", "end"},
    {"that points to", "end"},
    {"that end at", "end"},
    {"that ends at", "end"},
    {"ending at", "end"},
    {"into", "end"},
    {"that go to", "end"},
    {"that goes to", "end"},
    {"that start at", "start"},
    {"that starts at", "start"},
    {"that leave", "start"},
    {"that leaves", "start"},
    {"leaving", "start"},
    {"starting at", "start"},
    {"out of", "start"},
    {"of", NULL},
    {"at", NULL},
    {"on", NULL},
};

/* `variant`: 0 reconnect, 1 point */
gboolean fairy_command_reconnect(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const lines[] = {"all the arrows", "all arrows",  "the arrows",
                                        "arrows",         "every arrow", "all the lines",
                                        "all lines",      "the lines",   "the connections",
                                        "everything",     "all",         NULL};
    static const char *const to_what[] = {"to", "at", "with", "onto", NULL};
    static const char example[] = "Say: reconnect the arrows of A to B; or: point everything at B "
                                  "instead of A.";
    const char *end = variant == 1 ? "end" : NULL;
    gboolean some = accept_one_of(c, lines);
    FairyCursor direct = *c;
    if (some && accept_one_of(&direct, to_what)) {
        FairyCursor at = direct;
        gboolean instead = read_instead(plan, &at, end);
        if (instead) {
            *c = at;
            return TRUE;
        }
        if (variant == 1) {
            *c = at;
            return FALSE;
        }
        forget(plan);
    }
    gboolean known = FALSE;
    for (gsize i = 0; some && !known && i < G_N_ELEMENTS(ends); i++) {
        known = fairy_cursor_accept(c, ends[i].phrase);
        end = known && ends[i].end ? ends[i].end : end;
    }
    if (!known) {
        return fairy_plan_fail(plan, "From where to where? %s", example);
    }
    SvgShape *from = fairy_select_one(plan, c, FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_AND);
    if (!from) {
        return FALSE;
    }
    if (!accept_one_of(c, to_what)) {
        return fairy_plan_fail(plan, "To where? %s", example);
    }
    SvgShape *to = fairy_select_one(plan, c, FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_AND);
    if (!to || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    write_reconnect(plan, from, to, end);
    return TRUE;
}

/* --- into an arrow ---------------------------------------------------------------------------- */

static gboolean insert(FairyPlan *plan, SvgShape *shape, const GPtrArray *both)
{
    if (both->len != 2) {
        return fairy_plan_fail(plan, "An arrow goes between two shapes: put X between A and B on "
                                     "the arrow.");
    }
    guint count;
    SvgShape *arrow = fairy_plan_link_between(plan, both->pdata[0], both->pdata[1], &count);
    g_autofree char *titles = fairy_plan_titles(both);
    if (count != 1) {
        return fairy_plan_fail(plan,
                               count ? "There are several arrows between %s; name one by its id."
                                     : "There is no arrow between %s.",
                               titles);
    }
    fairy_plan_insert(plan, arrow, shape);
    g_autofree char *title = fairy_shape_title(shape);
    fairy_plan_say(plan, "Put %s into the arrow between %s.", title, titles);
    return TRUE;
}

/* "X between A and B on the arrow", "X on the arrow between A and B"; FALSE: something else is
 * meant. */
static gboolean read_insertion(FairyPlan *plan, FairyCursor *c, SvgShape **shape, GPtrArray **both)
{
    static const char *const into[] = {"on the arrow",
                                       "into the arrow",
                                       "in the arrow",
                                       "onto the arrow",
                                       "on their arrow",
                                       "into their arrow",
                                       "in their arrow",
                                       "on the line",
                                       "into the line",
                                       "in the line",
                                       NULL};
    static const char *const between[] = {"between", "from", NULL};
    FairyCursor try = *c;
    *shape = fairy_select_one(plan, &try, FAIRY_SELECT_NO_PLACE | FAIRY_SELECT_NO_AND);
    gboolean first = *shape && accept_one_of(&try, into);
    if (!*shape || !accept_one_of(&try, between)) {
        return FALSE;
    }
    GPtrArray *ends_of = fairy_select(plan, &try, FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_PLACE);
    if (ends_of && ends_of->len == 1 && fairy_cursor_accept(&try, "to")) {
        SvgShape *other = fairy_select_one(plan, &try, FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_PLACE);
        g_ptr_array_add(ends_of, other);
    }
    gboolean said = ends_of && (first || accept_one_of(&try, into)) && fairy_cursor_at_end(&try);
    if (!said || (ends_of->len == 2 && !ends_of->pdata[1])) {
        g_clear_pointer(&ends_of, g_ptr_array_unref);
        return FALSE;
    }
    *both = ends_of;
    *c = try;
    return TRUE;
}

/* "put the boxes in a grid", "in 3 columns" */
static gboolean says_grid(const FairyCursor *c)
{
    const char *last = c->end > c->pos ? fairy_cursor_word(c, c->end - c->pos - 1) : "";
    return fairy_words_in(last, (const char *const[]){"grid", "columns", "rows", NULL});
}

/* `variant`: what "put" means otherwise. */
gboolean fairy_command_insert(FairyPlan *plan, FairyCursor *c, int variant)
{
    SvgShape *shape = NULL;
    g_autoptr(GPtrArray) both = NULL;
    if (read_insertion(plan, c, &shape, &both)) {
        return insert(plan, shape, both);
    }
    forget(plan);
    return says_grid(c) ? fairy_command_arrange(plan, c, 1) : fairy_command_move(plan, c, variant);
}

/* --- callouts --------------------------------------------------------------------------------- */

gboolean fairy_command_callout(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const says[] = {
        "saying",     "that says", "with the text", "with the words", "with text", "reading",
        "that reads", "labelled",  "labeled",       "with",           NULL};
    SvgShape *target = fairy_select_one(plan, c,
                                        FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_WITH |
                                            FAIRY_SELECT_SOFT | FAIRY_SELECT_NO_AND);
    if (!target) {
        return FALSE;
    }
    gboolean said = accept_one_of(c, says);
    g_autofree char *text = said ? fairy_cursor_raw(c, c->end) : NULL;
    if (!text || !*g_strstrip(text) || variant < 0) {
        return fairy_plan_fail(plan, "Saying what? Say: add a callout to Login saying \"slow\".");
    }
    c->pos = c->end;
    cJSON *action = fairy_plan_action(plan, "callout");
    cJSON_AddStringToObject(action, "targetId", target->id);
    cJSON_AddStringToObject(action, "text", text);
    g_autofree char *title = fairy_shape_title(target);
    fairy_plan_say(plan, "Added a callout to %s.", title);
    return TRUE;
}
