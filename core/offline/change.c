/* make: a look, a size, another kind. */
#include "offline/offline.h"

#include <math.h>

static gboolean make_kind(FairyPlan *plan, FairyCursor *c, const GPtrArray *shapes)
{
    FairyCursor try = *c;
    fairy_cursor_accept_any(&try, (const char *const[]){"into", "to", NULL});
    if (!fairy_cursor_accept(&try, "a") && !fairy_cursor_accept(&try, "an")) {
        gboolean plural = FALSE;
        if (!fairy_noun_find(fairy_cursor_word(&try, 0), &plural) || !plural) {
            return FALSE;
        }
    }
    const FairyNoun *noun = fairy_noun_find(fairy_cursor_word(&try, 0), NULL);
    SvgKind kind = SVG_KIND_COUNT;
    for (SvgKind k = 0; noun && k < SVG_KIND_COUNT && kind == SVG_KIND_COUNT; k++) {
        gboolean geo = (svg_kind_flags(k) & SVG_KIND_GEO) != 0;
        kind = geo && noun->kinds & FAIRY_KIND_BIT(k) && !(noun->flags & FAIRY_NOUN_ANY)
                   ? k
                   : SVG_KIND_COUNT;
    }
    if (kind == SVG_KIND_COUNT) {
        return FALSE;
    }
    try.pos++;
    *c = try;
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *count = fairy_plan_count(shapes);
    for (guint i = 0; i < shapes->len; i++) {
        fairy_plan_kind(plan, shapes->pdata[i], kind);
    }
    fairy_plan_say(plan, "Turned %s into %s %s.", count, svg_kind_article(kind),
                   svg_kind_name(kind));
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

static gboolean all_lines(const GPtrArray *shapes)
{
    for (guint i = 0; i < shapes->len; i++) {
        SvgKind kind = ((const SvgShape *)shapes->pdata[i])->kind;
        if (kind != SVG_KIND_ARROW && kind != SVG_KIND_LINE) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether all that is left of the clause's part says how things are to be, and not which. */
static gboolean is_only_how(FairyPlan *plan, const FairyCursor *c)
{
    FairyCursor look_at = *c, size_at = *c;
    FairySize size;
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    gboolean how = (fairy_words_look(&look_at, &look) && fairy_plan_ends(plan, &look_at)) ||
                   (fairy_words_size(plan, &size_at, &size) && fairy_plan_ends(plan, &size_at));
    g_clear_pointer(&plan->problem, g_free);
    plan->lost = FALSE;
    return how && plan->last->len && !plan->selected;
}

/* "make X red", "make X bigger", "make X a circle"; "make a box" is for fairy_command_add(). */
gboolean fairy_command_make(FairyPlan *plan, FairyCursor *c, int variant)
{
    const char *first = fairy_cursor_word(c, 0);
    if (g_str_equal(first, "a") || g_str_equal(first, "an")) {
        return fairy_command_add(plan, c, 0);
    }
    FairyCursor turn = *c;
    if (variant == 1) {
        g_autoptr(GPtrArray) turned =
            fairy_select(plan, &turn, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_COLOR);
        fairy_cursor_accept_any(&turn, (const char *const[]){"by", "to the", NULL});
        const char *way = fairy_cursor_word(&turn, 0);
        const FairyToken *token = fairy_cursor_peek(&turn, 0);
        static const char *const ways[] = {"clockwise",      "counterclockwise",
                                           "anticlockwise",  "counter-clockwise",
                                           "anti-clockwise", "left",
                                           "right",          "upside",
                                           "around",         NULL};
        if (turned && (fairy_words_in(way, ways) || (token && token->type == FAIRY_TOKEN_NUMBER))) {
            return fairy_command_rotate(plan, c, 0);
        }
        g_clear_pointer(&plan->problem, g_free);
    }
    FairyLookPart part = fairy_words_part(c);
    gboolean same = is_only_how(plan, c);            /* "make X wider and red" */
    FairyCursor none = {c->source, c->tokens, 0, 0}; /* "X should be red": X was read before */
    g_autoptr(GPtrArray) shapes = fairy_select(plan, variant == 2 || same ? &none : c,
                                               FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_COLOR);
    if (!shapes) {
        return FALSE;
    }
    fairy_cursor_accept_any(c, (const char *const[]){"all", "be", "to be", "look", NULL});
    FairySize size;
    FairyCursor try = *c;
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    look.on = part;
    /* a line gets thinner in another way than a box */
    gboolean narrow = g_str_equal(fairy_cursor_word(c, 0), "thinner") && part == FAIRY_ON_WHOLE &&
                      !all_lines(shapes);
    if (fairy_words_same_color(plan, &try, &look) || (!narrow && fairy_words_look(&try, &look))) {
        *c = try;
        return fairy_look_give(plan, c, shapes, &look);
    }
    if (fairy_words_size(plan, &try, &size)) {
        *c = try;
        return fairy_size_give(plan, c, shapes, &size);
    }
    if (!plan->problem && make_kind(plan, c, shapes)) {
        return TRUE;
    }
    return fairy_plan_fail(
        plan,
        "Made how? I can make shapes a colour, bigger, smaller, \"120x60\", \"the same size\" or another kind.");
}
