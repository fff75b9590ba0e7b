/* Commands about arrows: connect, draw an arrow, disconnect, reverse. */
#include "offline/offline.h"

#include <math.h>

#define MAX_LINKS 2000

typedef struct {
    char *color, *text;
    gboolean label_ends; /* "with labelled arrows" */
    gboolean line;       /* no arrowhead */
    FairyLook look;      /* but for the colour */
} LinkStyle;

static void link_style_clear(LinkStyle *style)
{
    g_free(style->color);
    g_free(style->text);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(LinkStyle, link_style_clear)

/* The middles of the sides that face each other. */
static void facing_points(SvgBox a, SvgBox b, SvgPoint *start, SvgPoint *end)
{
    SvgPoint p = svg_box_center(a), q = svg_box_center(b);
    double across = fabs(q.x - p.x) - (a.w + b.w) / 2, down = fabs(q.y - p.y) - (a.h + b.h) / 2;
    *start = p;
    *end = q;
    if (across >= down) {
        double way = q.x >= p.x ? 1 : -1;
        start->x += way * a.w / 2;
        end->x -= way * b.w / 2;
    } else {
        double way = q.y >= p.y ? 1 : -1;
        start->y += way * a.h / 2;
        end->y -= way * b.h / 2;
    }
}

static SvgShape *find_link(const FairyPlan *plan, const SvgShape *a, const SvgShape *b)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (shape->kind == SVG_KIND_ARROW && g_strcmp0(shape->from_id, a->id) == 0 &&
            g_strcmp0(shape->to_id, b->id) == 0) {
            return shape;
        }
    }
    return NULL;
}

/* Steps over words that say how the arrows look. TRUE when there were any. */
static gboolean read_style(FairyCursor *c, LinkStyle *style)
{
    static const char *const labelled[] = {
        "labelled", "labeled", "with the label", "with label",   "with the text", "with text",
        "saying",   "called",  "named",          "and label it", "that says",     "with labels",
        NULL};
    static const char *const nouns[] = {"arrows",     "arrow",     "lines", "line",
                                        "connectors", "connector", NULL};
    FairyCursor try = *c;
    gboolean with = fairy_cursor_accept(&try, "with") || fairy_cursor_accept(&try, "using") ||
                    fairy_cursor_accept(&try, "by");
    fairy_cursor_accept_any(&try, (const char *const[]){"a", "an", "the", NULL});
    gboolean ends = fairy_cursor_accept(&try, "labelled") || fairy_cursor_accept(&try, "labeled");
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    gboolean look_first = fairy_words_adjective(&try, &look);
    g_autofree char *color = fairy_words_color(&try);
    look_first = fairy_words_adjective(&try, &look) || look_first;
    int noun = fairy_cursor_accept_any(&try, nouns);
    if (with && noun >= 0) {
        style->line = noun == 2 || noun == 3;
        style->label_ends = style->label_ends || ends;
        style->look = look_first ? look : style->look;
        if (color) {
            g_free(style->color);
            style->color = g_steal_pointer(&color);
        }
        *c = try;
        return TRUE;
    }
    try = *c;
    fairy_cursor_accept(&try, "in");
    g_autofree char *plain = fairy_words_color(&try);
    if (plain && !style->color) {
        style->color = g_steal_pointer(&plain);
        *c = try;
        return TRUE;
    }
    try = *c;
    if (fairy_cursor_accept_any(&try, labelled) < 0) {
        return FALSE;
    }
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    if (!token) {
        style->label_ends = TRUE;
    } else {
        guint end = try.pos;
        while (end < try.end && try.tokens[end].type != FAIRY_TOKEN_COMMA &&
               !(end > try.pos && token->quoted) &&
               !(try.tokens[end].type == FAIRY_TOKEN_WORD &&
                 fairy_words_is_stop(try.tokens[end].text) && end > try.pos)) {
            end++;
        }
        g_free(style->text);
        style->text = fairy_cursor_raw(&try, end);
        try.pos = end;
    }
    *c = try;
    return TRUE;
}

static void link_pair(FairyPlan *plan, SvgShape *from, SvgShape *to, const LinkStyle *style,
                      GPtrArray *made)
{
    FairyMake make = {.kind = style->line ? SVG_KIND_LINE : SVG_KIND_ARROW, .from = from, .to = to};
    facing_points(from->box, to->box, &make.start, &make.end);
    make.box = (SvgBox){MIN(make.start.x, make.end.x), MIN(make.start.y, make.end.y),
                        fabs(make.end.x - make.start.x), fabs(make.end.y - make.start.y)};
    make.color = style->color;
    g_autofree char *ends = NULL;
    if (style->label_ends) {
        plan->meant = FAIRY_MEANT_THERE; /* beside them, however short they are */
        const char *a = from->text ? from->text : from->id, *b = to->text ? to->text : to->id;
        ends = g_strdelimit(g_strdup_printf("%s → %s", a, b), "\n\r\t", ' ');
    }
    make.text = style->text ? style->text : ends;
    g_autofree char *stem =
        g_strdup_printf("%s-%.16s-%.16s", style->line ? "line" : "arrow", from->id, to->id);
    SvgShape *link = fairy_plan_make(plan, &make, stem);
    FairyStyle look = {.dash = style->look.dash, .width = NAN, .opacity = NAN};
    fairy_plan_style(plan, link, &look);
    g_ptr_array_add(made, link);
}

/* From every shape of `from` to every shape of `to`. */
static guint link_groups(FairyPlan *plan, const GPtrArray *from, const GPtrArray *to,
                         const LinkStyle *style, GPtrArray *made)
{
    guint skipped = 0;
    for (guint i = 0; i < from->len; i++) {
        for (guint k = 0; k < to->len && made->len < MAX_LINKS; k++) {
            SvgShape *a = from->pdata[i], *b = to->pdata[k];
            if (a == b) {
                continue;
            }
            if (!style->line && find_link(plan, a, b)) {
                skipped++;
            } else {
                link_pair(plan, a, b, style, made);
            }
        }
    }
    return skipped;
}

static gboolean finish_links(FairyPlan *plan, const GPtrArray *made, guint skipped,
                             const LinkStyle *style)
{
    if (!made->len) {
        return skipped ? fairy_plan_fail(plan, "They are connected already.")
                       : fairy_plan_fail(plan, "Connecting needs two different shapes.");
    }
    fairy_plan_say(plan, "Added %u %s%s%s", made->len, style->line ? "line" : "arrow",
                   made->len == 1 ? "" : "s", skipped ? "; the others were there already." : ".");
    fairy_plan_remember(plan, made);
    return TRUE;
}

/* One list: each to the next. Several: each list to the next list. */
static gboolean link_all(FairyPlan *plan, const GPtrArray *groups, gboolean chain,
                         const LinkStyle *style)
{
    g_autoptr(GPtrArray) made = g_ptr_array_new();
    guint skipped = 0;
    const GPtrArray *first = groups->pdata[0];
    if (groups->len == 1) {
        g_autoptr(GPtrArray) order = chain ? fairy_shapes_reading_order(first)
                                           : g_ptr_array_copy((GPtrArray *)first, NULL, NULL);
        for (guint i = 0; i + 1 < order->len && made->len < MAX_LINKS; i++) {
            g_autoptr(GPtrArray) a = g_ptr_array_new(), b = g_ptr_array_new();
            g_ptr_array_add(a, order->pdata[i]);
            g_ptr_array_add(b, order->pdata[i + 1]);
            skipped += link_groups(plan, a, b, style, made);
        }
    }
    for (guint i = 0; i + 1 < groups->len; i++) {
        skipped += link_groups(plan, groups->pdata[i], groups->pdata[i + 1], style, made);
    }
    return finish_links(plan, made, skipped, style);
}

static const char *const in_order[] = {
    "in reading order",   "in this order",       "in that order",
    "in order",           "in sequence",         "in a chain",
    "one after another",  "one after the other", "together",
    "to each other",      "with each other",     "from left to right",
    "from top to bottom", "to one another",      NULL};

static gboolean accept_to(FairyCursor *c)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (token && token->type == FAIRY_TOKEN_ARROW) {
        c->pos++;
        return TRUE;
    }
    FairyCursor try = *c;
    try.pos += token && token->type == FAIRY_TOKEN_COMMA;
    fairy_cursor_accept_any(&try, (const char *const[]){"and", "then", NULL});
    if (fairy_cursor_accept_any(
            &try, (const char *const[]){"then to", "to", "with", "on to", NULL}) >= 0) {
        *c = try;
        return TRUE;
    }
    return FALSE;
}

static gboolean read_groups(FairyPlan *plan, FairyCursor *c, GPtrArray *groups, LinkStyle *style,
                            gboolean *order)
{
    guint flags =
        FAIRY_SELECT_LOCKED | FAIRY_SELECT_ARRANGE | FAIRY_SELECT_NO_WITH | FAIRY_SELECT_SOFT;
    for (;;) {
        GPtrArray *group = fairy_select(plan, c, flags | (groups->len ? 0 : FAIRY_SELECT_OPTIONAL));
        if (!group) {
            return FALSE;
        }
        g_ptr_array_add(groups, group);
        *order = *order || !plan->listed;
        while (fairy_cursor_accept_any(c, in_order) >= 0 || read_style(c, style)) {
        }
        FairyCursor next = *c;
        if (accept_to(&next) &&
            fairy_cursor_accept_any(&next, (const char *const[]){"the next one", "the next box",
                                                                 "the next", "its neighbour",
                                                                 "its neighbor", NULL}) >= 0) {
            *c = next;
            *order = TRUE;
            return TRUE;
        }
        if (!accept_to(c)) {
            return TRUE;
        }
    }
}

gboolean fairy_command_connect(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    g_auto(LinkStyle) style = {0};
    gboolean order = FALSE;
    fairy_cursor_accept_any(c, (const char *const[]){"from", "up", NULL});
    if (!read_groups(plan, c, groups, &style, &order)) {
        return FALSE;
    }
    while (fairy_cursor_accept_any(c, in_order) >= 0 || read_style(c, &style)) {
    }
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    return link_all(plan, groups, order, &style);
}

/* "from 10,20 to 100,50" */
static gboolean arrow_between_points(FairyPlan *plan, FairyCursor *c, LinkStyle *style,
                                     gboolean *done)
{
    FairyCursor try = *c;
    SvgPoint a, b;
    gboolean points = fairy_cursor_accept(&try, "from") && fairy_cursor_pair(&try, &a.x, &a.y) &&
                      fairy_cursor_accept(&try, "to") && fairy_cursor_pair(&try, &b.x, &b.y);
    if (!points) {
        return TRUE;
    }
    *c = try;
    while (read_style(c, style)) {
    }
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    FairyMake make = {.kind = style->line ? SVG_KIND_LINE : SVG_KIND_ARROW,
                      .start = a,
                      .end = b,
                      .color = style->color,
                      .text = style->text};
    make.box = (SvgBox){MIN(a.x, b.x), MIN(a.y, b.y), fabs(b.x - a.x), fabs(b.y - a.y)};
    g_autoptr(GPtrArray) made = g_ptr_array_new();
    g_ptr_array_add(made, fairy_plan_make(plan, &make, style->line ? "line" : "arrow"));
    *done = TRUE;
    return finish_links(plan, made, 0, style);
}

/* After "draw a red arrow": "from A to B", "between A and B", "between the boxes". `variant`: 1 a
 * line; 2 and 3 the same, to be labelled with their ends. */
gboolean fairy_command_arrow(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_autoptr(GPtrArray) groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
    g_auto(LinkStyle) style = {.line = variant % 2 == 1, .label_ends = variant > 1};
    gboolean order = FALSE, done = FALSE;
    while (read_style(c, &style)) {
    }
    if (!arrow_between_points(plan, c, &style, &done) || done) {
        return done;
    }
    if (fairy_cursor_accept_any(c, (const char *const[]){"from", "between", "connecting",
                                                         "that connects", "to connect",
                                                         "which connects", "joining", NULL}) < 0) {
        return fairy_plan_fail(plan,
                               "From where to where? Say: draw an arrow from Login to Database.");
    }
    if (!read_groups(plan, c, groups, &style, &order) || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    return link_all(plan, groups, order, &style);
}

/* "disconnect A from B", "disconnect A" */
gboolean fairy_command_disconnect(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_autoptr(GPtrArray) from = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_LOCKED);
    g_autoptr(GPtrArray) to = NULL;
    if (!from) {
        return FALSE;
    }
    if (fairy_cursor_accept(c, "from") || fairy_cursor_accept(c, "and")) {
        to = fairy_select(plan, c, FAIRY_SELECT_LOCKED);
        if (!to) {
            return FALSE;
        }
    }
    if (!fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    const GPtrArray *others = to ? to : from->len > 1 ? from : plan->shapes;
    g_autoptr(GPtrArray) links = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        gpointer a = shape->from_id ? g_hash_table_lookup(plan->ids, shape->from_id) : NULL;
        gpointer b = shape->to_id ? g_hash_table_lookup(plan->ids, shape->to_id) : NULL;
        gboolean one_way =
            a && g_ptr_array_find(from, a, NULL) &&
            (others == plan->shapes || (b && g_ptr_array_find((GPtrArray *)others, b, NULL)));
        gboolean other_way =
            b && g_ptr_array_find(from, b, NULL) &&
            (others == plan->shapes || (a && g_ptr_array_find((GPtrArray *)others, a, NULL)));
        if (shape->kind == SVG_KIND_ARROW && !shape->locked && (one_way || other_way)) {
            g_ptr_array_add(links, shape);
        }
    }
    if (!links->len) {
        return fairy_plan_fail(plan, "No arrow connects them.");
    }
    for (guint i = 0; i < links->len; i++) {
        fairy_plan_delete(plan, links->pdata[i]);
    }
    fairy_plan_say(plan, "Removed %u arrow%s.", links->len, links->len == 1 ? "" : "s");
    return TRUE;
}

gboolean fairy_command_reverse(FairyPlan *plan, FairyCursor *c, int variant)
{
    fairy_cursor_accept_any(c,
                            (const char *const[]){"the direction of", "the directions of", NULL});
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_OPTIONAL);
    if (!shapes || !fairy_plan_ends(plan, c) || variant < 0) {
        return FALSE;
    }
    for (guint i = 0; i < shapes->len; i++) {
        if (((SvgShape *)shapes->pdata[i])->kind != SVG_KIND_ARROW) {
            return fairy_plan_fail(plan, "Only arrows can be reversed.");
        }
    }
    for (guint i = 0; i < shapes->len; i++) {
        fairy_plan_reverse(plan, shapes->pdata[i]);
    }
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Reversed %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}
