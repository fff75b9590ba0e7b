/* The command that adds shapes: what kind, which size, and where there is room. */
#include "offline/wish.h"

#include <math.h>
#include <string.h>

#define MAX_NEW 200

/* --- reading ---------------------------------------------------------------------------------- */

/* The kind to make for a noun; SVG_KIND_COUNT when it can't be made. */
static SvgKind kind_to_make(const FairyNoun *noun)
{
    if (!noun || noun->flags & FAIRY_NOUN_LAYER) {
        return SVG_KIND_COUNT;
    }
    for (SvgKind kind = 0; kind < SVG_KIND_COUNT; kind++) {
        if (noun->kinds & FAIRY_KIND_BIT(kind) && svg_kind_flags(kind) & SVG_KIND_CREATABLE) {
            return noun->flags & FAIRY_NOUN_ANY ? SVG_KIND_RECTANGLE : kind;
        }
    }
    return SVG_KIND_COUNT;
}

/* "three", "a big", "another red" before the noun. */
static void read_before_noun(FairyCursor *c, FairyWish *wish, gboolean *labelled)
{
    static const char *const articles[] = {"a",   "an",       "another", "some", "the",
                                           "new", "one more", "in",      NULL};
    static const char *const filled[] = {"filled", "solid", NULL};
    for (guint start = c->end + 1; start != c->pos;) {
        start = c->pos;
        double count = 0;
        fairy_cursor_skip(c, articles);
        if (!fairy_noun_find(fairy_cursor_word(c, 0), NULL) && fairy_cursor_number(c, &count) &&
            count >= 1) {
            wish->count = (guint)MIN(count, MAX_NEW);
        }
        if (fairy_cursor_accept_any(c, (const char *const[]){"big", "large", NULL}) >= 0) {
            wish->scale = 1.5;
        } else if (fairy_cursor_accept_any(
                       c, (const char *const[]){"small", "little", "tiny", NULL}) >= 0) {
            wish->scale = 0.6;
        }
        *labelled =
            fairy_cursor_accept_any(c, (const char *const[]){"labelled", "labeled", NULL}) >= 0 ||
            *labelled;
        wish->fill = fairy_cursor_accept_any(c, filled) >= 0 ? "solid" : wish->fill;
        wish->fill = g_strcmp0(wish->look.dash, "solid") == 0 ? "solid" : wish->fill;
        fairy_words_adjective(c, &wish->look);
        char *color = fairy_words_color(c);
        if (color) {
            g_free(wish->color);
            wish->color = color;
        }
    }
}

/* Where an unquoted label ends. */
static guint label_end(const FairyCursor *c)
{
    guint end = c->pos;
    while (end < c->end) {
        const FairyToken *token = &c->tokens[end];
        gboolean stop = token->type == FAIRY_TOKEN_COMMA || token->type == FAIRY_TOKEN_ARROW ||
                        (token->type == FAIRY_TOKEN_WORD && fairy_words_is_stop(token->text));
        if (stop) {
            break;
        }
        end++;
        if (token->quoted) {
            break;
        }
    }
    return end;
}

static gboolean read_one_label(FairyCursor *c, FairyWish *wish)
{
    guint end = label_end(c);
    if (end == c->pos) {
        return FALSE;
    }
    g_ptr_array_add(wish->labels, fairy_cursor_raw(c, end));
    c->pos = end;
    return TRUE;
}

/* "labelled A", "called \"B\"", or the bare label after the noun; "A, B and C" for several shapes.
 */
static gboolean read_labels(FairyCursor *c, FairyWish *wish, gboolean bare)
{
    static const char *const before[] = {"labelled as",
                                         "labelled",
                                         "labeled",
                                         "named",
                                         "called",
                                         "titled",
                                         "saying",
                                         "that says",
                                         "which says",
                                         "with the text",
                                         "with text",
                                         "with the label",
                                         "with label",
                                         "with the title",
                                         "with the words",
                                         "with a label",
                                         "reading",
                                         "that reads",
                                         "containing the text",
                                         "containing",
                                         "with the name",
                                         NULL};
    gboolean said = fairy_cursor_accept_any(c, before) >= 0;
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (wish->labels->len || !token || (!said && !bare && !token->quoted)) {
        return FALSE;
    }
    if (!read_one_label(c, wish)) {
        return FALSE;
    }
    while (wish->count > 1 || wish->count == 0) {
        FairyCursor try = *c;
        token = fairy_cursor_peek(&try, 0);
        try.pos += token && token->type == FAIRY_TOKEN_COMMA;
        fairy_cursor_accept(&try, "and");
        if (try.pos == c->pos || !read_one_label(&try, wish)) {
            break;
        }
        *c = try;
    }
    return TRUE;
}

static gboolean read_dimensions(FairyCursor *c, FairyWish *wish)
{
    static const char *const before[] = {
        "of size", "with size", "with a size of", "size", "sized", "measuring", "of", NULL};
    FairyCursor try = *c;
    gboolean said = fairy_cursor_accept_any(&try, before) >= 0;
    const FairyToken *by = fairy_cursor_peek(&try, 1);
    gboolean cross = by && by->type == FAIRY_TOKEN_WORD &&
                     (g_str_equal(by->text, "x") || g_str_equal(by->text, "by"));
    double w = 0, h = 0;
    if ((said || cross) && fairy_cursor_pair(&try, &w, &h) && w > 0 && h > 0) {
        wish->w = w;
        wish->h = h;
        *c = try;
        return TRUE;
    }
    if (fairy_cursor_number(&try, &w) && w > 0) {
        int side =
            fairy_cursor_accept_any(&try, (const char *const[]){"wide", "tall", "high", NULL});
        if (side >= 0) {
            *(side == 0 ? &wish->w : &wish->h) = w;
            *c = try;
            return TRUE;
        }
    }
    return FALSE;
}

/* "at the top [of the page]": beside all that is drawn. */
static gboolean read_edge(FairyCursor *c, FairyWish *wish)
{
    static const char *const at[] = {"at the", "on the", "to the", NULL};
    static const char *const sides[] = {"top", "bottom", "left", "right", NULL};
    static const char *const of[] = {"of the page",   "of the drawing", "of the diagram",
                                     "of everything", "side",           NULL};
    FairyCursor try = *c;
    if (fairy_words_page_place(&try, &wish->across, &wish->down) && wish->across != 2 &&
        wish->down != 2 && !wish->related) {
        wish->on_page = TRUE;
        *c = try;
        return TRUE;
    }
    try = *c;
    int side = fairy_cursor_accept_any(&try, at) < 0 ? -1 : fairy_cursor_accept_any(&try, sides);
    if (side < 0) {
        return FALSE;
    }
    fairy_cursor_accept_any(&try, of);
    const char *next = fairy_cursor_word(&try, 0);
    if (wish->related || g_str_equal(next, "of") || g_str_equal(next, "side")) {
        return FALSE;
    }
    wish->related = TRUE;
    wish->relation = (FairyRelation){.side = (SvgSide)side, .gap = NAN};
    *c = try;
    return TRUE;
}

/* "at 10, 20", "below Login", "between A and B". FALSE with a problem when what it names isn't
 * there. */
static gboolean read_position(FairyPlan *plan, FairyCursor *c, FairyWish *wish)
{
    FairyCursor try = *c;
    static const char *const at[] = {"at position", "at", "to", NULL};
    if (fairy_cursor_accept_any(&try, at) >= 0 &&
        fairy_cursor_pair(&try, &wish->place.x, &wish->place.y)) {
        wish->at = TRUE;
        *c = try;
        return TRUE;
    }
    if (read_edge(c, wish)) {
        return TRUE;
    }
    try = *c;
    FairyRelation relation = {.side = SVG_SIDE_RIGHT, .any = TRUE, .gap = NAN};
    gboolean attached =
        wish->attach &&
        fairy_cursor_accept_any(&try, (const char *const[]){"to", "onto", "on", "at", NULL}) >= 0;
    fairy_cursor_accept_any(&try,
                            (const char *const[]){"and place it", "placed", "and put it", NULL});
    if (wish->references || (!attached && !fairy_words_relation(&try, &relation))) {
        return FALSE;
    }
    guint flags = FAIRY_SELECT_LOCKED | FAIRY_SELECT_NO_WITH |
                  (relation.between || relation.around ? 0 : FAIRY_SELECT_NO_AND);
    wish->references = fairy_select(plan, &try, flags);
    if (!wish->references) {
        return FALSE;
    }
    wish->related = TRUE;
    wish->relation = relation;
    wish->gap = isnan(relation.gap) ? wish->gap : relation.gap;
    *c = try;
    return TRUE;
}

static gboolean read_paint(FairyCursor *c, FairyWish *wish)
{
    static const char *const before[] = {"filled with", "filled",  "in", "with",
                                         "coloured",    "colored", NULL};
    FairyCursor try = *c;
    int how = fairy_cursor_accept_any(&try, before);
    char *color = fairy_words_color(&try);
    if (!color) {
        return FALSE;
    }
    wish->fill = how == 0 || how == 1 || fairy_cursor_accept(&try, "fill") ? "solid" : wish->fill;
    fairy_cursor_accept_any(&try, (const char *const[]){"outline", "border", NULL});
    g_free(wish->color);
    wish->color = color;
    *c = try;
    return TRUE;
}

/* Everything after the noun, in any order. */
static gboolean read_details(FairyPlan *plan, FairyCursor *c, FairyWish *wish)
{
    read_labels(c, wish,
                fairy_cursor_peek(c, 0) && fairy_cursor_peek(c, 0)->type != FAIRY_TOKEN_NUMBER);
    for (guint start = c->end + 1; start != c->pos && !plan->problem;) {
        start = c->pos;
        if (!read_position(plan, c, wish) && !plan->problem) {
            (void)(fairy_words_gap(c, &wish->gap) || read_dimensions(c, wish) ||
                   read_labels(c, wish, FALSE) || read_paint(c, wish));
        }
    }
    return !plan->problem;
}

/* --- making ----------------------------------------------------------------------------------- */

static const char *stem_of(const FairyWish *wish)
{
    static const struct {
        SvgKind kind;
        const char *stem;
    } stems[] = {{SVG_KIND_RECTANGLE, "box"}, {SVG_KIND_ELLIPSE, "ellipse"}};
    if (wish->kind == SVG_KIND_ELLIPSE && wish->even) {
        return "circle";
    }
    for (gsize i = 0; i < G_N_ELEMENTS(stems); i++) {
        if (stems[i].kind == wish->kind) {
            return stems[i].stem;
        }
    }
    return svg_kind_name(wish->kind);
}

/* A new box beside one that is tinted is tinted as well. */
static const char *fill_like(const FairyWish *wish)
{
    if (wish->fill) {
        return wish->fill;
    }
    if (wish->color) {
        return "none"; /* a tint would make a red box a light red one */
    }
    const SvgShape *like =
        wish->references && wish->references->len == 1 ? wish->references->pdata[0] : NULL;
    gboolean plain =
        !like || !like->fill || like->fill[0] != '#' || g_strcmp0(like->color, "white") == 0;
    return plain ? "none" : "tint";
}

static const char *color_like(const FairyWish *wish)
{
    if (wish->color || !wish->references || wish->references->len != 1 ||
        wish->kind == SVG_KIND_TEXT) {
        return wish->color;
    }
    const SvgShape *like = wish->references->pdata[0];
    gboolean outline = (svg_kind_flags(like->kind) & SVG_KIND_GEO) != 0;
    return outline && like->color && !g_str_equal(like->color, "white") ? like->color : NULL;
}

static void make_all(FairyPlan *plan, const FairyWish *wish, GPtrArray *made)
{
    guint count = MAX(wish->count, MAX(wish->labels->len, 1));
    SvgBox box = SVG_BOX_EMPTY;
    gboolean leftwards =
        wish->related && !wish->relation.inside && wish->relation.side == SVG_SIDE_LEFT;
    for (guint i = 0; i < count; i++) {
        const char *label = i < wish->labels->len ? wish->labels->pdata[i] : NULL;
        SvgBox size = fairy_wish_size(plan, wish, label ? label : "");
        double gap =
            isnan(wish->gap) ? fairy_plan_gap(plan, size, SVG_DIRECTION_HORIZONTAL) : wish->gap;
        if (i == 0) {
            plan->meant =
                wish->at || (wish->related && wish->relation.inside) ? FAIRY_MEANT_THERE : 0;
            plan->n_ways = wish->on_page ? 2 : plan->n_ways;
            if (wish->related && wish->relation.between && wish->references) {
                fairy_make_room(plan, wish->references, size);
            }
            box = fairy_wish_place(plan, wish, size);
        } else {
            box.x += leftwards ? -size.w - gap : box.w + gap;
        }
        box.w = size.w;
        FairyMake make = {.kind = wish->kind, .box = {box.x, box.y, size.w, size.h}, .text = label};
        make.color = color_like(wish);
        make.fill = wish->relation.around && !wish->fill ? "none" : fill_like(wish);
        make.font_size = wish->kind == SVG_KIND_TEXT ? fairy_wish_letters(plan) : 0;
        SvgShape *shape = fairy_plan_make(plan, &make, stem_of(wish));
        FairyStyle style = {.dash = wish->look.dash, .width = NAN, .opacity = NAN};
        fairy_plan_style(plan, shape, &style);
        g_ptr_array_add(made, shape);
        /* How wide a text really is shows when it is there. */
        if (wish->kind == SVG_KIND_TEXT && wish->references && wish->references->len == 1 &&
            i == 0 && !wish->relation.inside && !wish->relation.between) {
            fairy_plan_place(plan, shape, wish->references->pdata[0], wish->relation.side,
                             isnan(wish->gap) ? box.h / 2 : wish->gap);
        }
    }
}

/* add a label "X" to Y */
static gboolean add_label(FairyPlan *plan, FairyCursor *c, const FairyWish *wish, gboolean *done)
{
    static const char *const to[] = {"to", "on", "onto", "for", NULL};
    FairyCursor try = *c;
    if (wish->kind != SVG_KIND_TEXT || wish->labels->len != 1 ||
        fairy_cursor_accept_any(&try, to) < 0) {
        return TRUE;
    }
    *done = TRUE;
    g_autoptr(GPtrArray) shapes = fairy_select(plan, &try, 0);
    *c = try;
    if (!shapes || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    for (guint i = 0; i < shapes->len; i++) {
        fairy_plan_label(plan, shapes->pdata[i], wish->labels->pdata[0]);
    }
    g_autofree char *count = fairy_plan_count(shapes);
    fairy_plan_say(plan, "Labelled %s.", count);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* The noun; arrows and lines are made elsewhere. FALSE with a problem when there is none. */
static gboolean read_kind(FairyPlan *plan, FairyCursor *c, FairyWish *wish, int variant)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    gboolean plural = FALSE;
    const char *word = fairy_cursor_word(c, 0);
    const FairyNoun *noun = fairy_noun_find(word, &plural);
    if (token && token->quoted && (variant == 1 || !noun)) {
        wish->kind = SVG_KIND_TEXT;
        return TRUE;
    }
    wish->kind = kind_to_make(noun);
    if (wish->kind == SVG_KIND_COUNT) {
        return fairy_plan_fail(
            plan,
            "Add what? I can add boxes, circles, diamonds, texts, notes, arrows …: add a box labelled \"Cache\" below Login.");
    }
    if (plural && !(noun->flags & FAIRY_NOUN_MASS) && wish->count == 1) {
        wish->count = 0; /* as many as labels follow */
    }
    wish->even = noun->flags & FAIRY_NOUN_EVEN || g_str_has_prefix(word, "circle") ||
                 g_str_has_prefix(word, "dot") || wish->kind == SVG_KIND_STAR;
    c->pos++;
    if (g_str_equal(word, "text") || g_str_equal(word, "sticky")) {
        fairy_cursor_accept_any(c, (const char *const[]){"label", "box", "note", NULL});
    }
    return TRUE;
}

/* "draw Login with a thicker border": what is there already gets another look. FALSE when it is
 * something else. */
static gboolean draw_again(FairyPlan *plan, FairyCursor *c, gboolean *done)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    gboolean named =
        token && (token->type == FAIRY_TOKEN_NAME || token->type == FAIRY_TOKEN_ID ||
                  (!fairy_noun_find(fairy_cursor_word(c, 0), NULL) &&
                   !fairy_words_in(fairy_cursor_word(c, 0),
                                   (const char *const[]){"a", "an", "another", NULL})));
    FairyCursor try = *c;
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    g_autoptr(GPtrArray) shapes =
        named ? fairy_select(plan, &try, FAIRY_SELECT_COLOR | FAIRY_SELECT_NO_WITH) : NULL;
    if (!shapes || !fairy_words_look(&try, &look)) {
        g_clear_pointer(&plan->problem, g_free);
        return FALSE;
    }
    *c = try;
    *done = fairy_look_give(plan, c, shapes, &look);
    return TRUE;
}

/* "insert a box between A and B" means the arrow there, too, if there is one. FALSE with a problem
 * where there are several. */
static gboolean find_arrow(FairyPlan *plan, const FairyWish *wish, SvgShape **arrow)
{
    guint count = 0;
    if (wish->related && wish->relation.between && wish->references && wish->references->len == 2 &&
        wish->labels->len < 2 && wish->count < 2) {
        *arrow = fairy_plan_link_between(plan, wish->references->pdata[0],
                                         wish->references->pdata[1], &count);
    }
    return count < 2 || fairy_plan_fail(plan, "There are several arrows between these; add the box "
                                              "first, then put it into one of them by its id.");
}

gboolean fairy_command_add(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_auto(FairyWish) wish = {.count = 1, .w = NAN, .h = NAN, .gap = NAN, .attach = variant == 2};
    wish.labels = g_ptr_array_new_with_free_func(g_free);
    gboolean labelled = FALSE, done = FALSE;
    if (variant == 3 && draw_again(plan, c, &done)) {
        return done;
    }
    read_before_noun(c, &wish, &labelled);
    FairyCursor before = *c;
    if (!read_kind(plan, c, &wish, variant)) {
        return FALSE;
    }
    if (wish.kind == SVG_KIND_ARROW || wish.kind == SVG_KIND_LINE) {
        gboolean ok = fairy_command_arrow(plan, c, (wish.kind == SVG_KIND_LINE) + 2 * labelled);
        FairyStyle style = {.dash = wish.look.dash, .width = NAN, .opacity = NAN};
        for (guint i = 0; ok && i < plan->last->len; i++) {
            if (wish.color) {
                fairy_plan_color(plan, plan->last->pdata[i], wish.color, NULL);
            }
            fairy_plan_style(plan, plan->last->pdata[i], &style);
        }
        return ok;
    }
    if (before.pos == c->pos) { /* no noun: the quoted text itself */
        read_labels(c, &wish, TRUE);
    }
    if (!read_details(plan, c, &wish) || !add_label(plan, c, &wish, &done) || done) {
        return done && !plan->problem;
    }
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    if (wish.kind == SVG_KIND_TEXT && !wish.labels->len) {
        return fairy_plan_fail(plan,
                               "Which text? Put it in quotes: add the text \"Hello\" below Login.");
    }
    SvgShape *arrow = NULL;
    if (variant == 4 && !find_arrow(plan, &wish, &arrow)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) made = g_ptr_array_new();
    make_all(plan, &wish, made);
    if (arrow) {
        fairy_plan_insert(plan, arrow, made->pdata[0]);
    }
    g_autofree char *count = fairy_plan_count(made);
    gboolean off = !svg_box_touches(fairy_shapes_bounds(made), plan->page);
    fairy_plan_say(plan, "Added %s%s.", count, off ? ", beyond the edge of the page" : "");
    fairy_plan_remember(plan, made);
    return TRUE;
}
