/* Reads one item of a phrase: articles, adjectives, a noun or a name, and what follows them. */
#include "offline/wanted.h"

#include <math.h>
#include <string.h>

static const FairyPick picks[] = {
    {"leftmost", PICK_X, FALSE, TRUE},      {"left-most", PICK_X, FALSE, TRUE},
    {"far left", PICK_X, FALSE, TRUE},      {"rightmost", PICK_X, TRUE, TRUE},
    {"right-most", PICK_X, TRUE, TRUE},     {"far right", PICK_X, TRUE, TRUE},
    {"topmost", PICK_Y, FALSE, TRUE},       {"top-most", PICK_Y, FALSE, TRUE},
    {"highest", PICK_Y, FALSE, TRUE},       {"uppermost", PICK_Y, FALSE, TRUE},
    {"bottommost", PICK_Y, TRUE, TRUE},     {"bottom-most", PICK_Y, TRUE, TRUE},
    {"lowest", PICK_Y, TRUE, TRUE},         {"lowermost", PICK_Y, TRUE, TRUE},
    {"biggest", PICK_AREA, TRUE, TRUE},     {"largest", PICK_AREA, TRUE, TRUE},
    {"smallest", PICK_AREA, FALSE, TRUE},   {"littlest", PICK_AREA, FALSE, TRUE},
    {"widest", PICK_WIDTH, TRUE, TRUE},     {"narrowest", PICK_WIDTH, FALSE, TRUE},
    {"tallest", PICK_HEIGHT, TRUE, TRUE},   {"shortest", PICK_HEIGHT, FALSE, TRUE},
    {"big", PICK_AREA, TRUE, TRUE},         {"large", PICK_AREA, TRUE, TRUE},
    {"small", PICK_AREA, FALSE, TRUE},      {"left", PICK_X, FALSE, FALSE},
    {"right", PICK_X, TRUE, FALSE},         {"top", PICK_Y, FALSE, FALSE},
    {"upper", PICK_Y, FALSE, FALSE},        {"bottom", PICK_Y, TRUE, FALSE},
    {"lower", PICK_Y, TRUE, FALSE},         {"middle", PICK_MIDDLE, FALSE, FALSE},
    {"central", PICK_MIDDLE, FALSE, FALSE}, {"center", PICK_MIDDLE, FALSE, FALSE},
    {"centre", PICK_MIDDLE, FALSE, FALSE},
};

void fairy_wanted_clear(FairyWanted *w)
{
    g_clear_pointer(&w->named, g_ptr_array_unref);
    g_free(w->name);
    g_free(w->color);
}

static const FairyPick *accept_pick(FairyCursor *c)
{
    for (gsize i = 0; i < G_N_ELEMENTS(picks); i++) {
        if (fairy_cursor_accept(c, picks[i].phrase)) {
            return &picks[i];
        }
    }
    return NULL;
}

static gboolean accept_phrase(FairyCursor *c, const char *const *phrases, gboolean *flag)
{
    if (fairy_cursor_accept_any(c, phrases) < 0) {
        return FALSE;
    }
    *flag = TRUE;
    return TRUE;
}

/* Articles and pronouns. TRUE while there are any. */
static gboolean read_determiner(const FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    static const char *const articles[] = {"the", "a", "an", "my", "our", "of", "your", NULL};
    static const char *const every[] = {"all", "every", "each", "both", "any", NULL};
    static const char *const pronouns[] = {"them", "they", "it", "those", "its", "their", NULL};
    static const char *const selection[] = {"what is selected",
                                            "what's selected",
                                            "what i selected",
                                            "selected",
                                            "current selection",
                                            "selection",
                                            "these",
                                            "this",
                                            "that",
                                            NULL};
    static const char *const others[] = {"other", "others", "rest", "remaining", NULL};
    FairyCursor before = *c;
    gboolean read = accept_phrase(c, every, &w->all) || accept_phrase(c, selection, &w->selected) ||
                    accept_phrase(c, others, &w->others);
    if (!read && fairy_cursor_accept_any(c, pronouns) >= 0) {
        read = w->pronoun = TRUE;
    }
    w->read = w->read || read;
    if (w->selected && before.pos < c->pos && plan->last->len && !plan->selected) {
        w->selected = FALSE; /* "these" after an earlier sentence: what that was about */
        w->pronoun = TRUE;
    }
    return read || fairy_cursor_accept_any(c, articles) >= 0;
}

/* Whether a noun or a name comes within the next adjectives, so that a colour or number before it
 * describes it. */
static gboolean noun_follows(const FairyCursor *c)
{
    FairyCursor try = *c;
    for (guint i = 0; i < 5; i++) {
        if (fairy_noun_find(fairy_cursor_word(&try, 0), NULL)) {
            return TRUE;
        }
        g_autofree char *color = fairy_words_color(&try);
        double number;
        if (!color && !accept_pick(&try) && !fairy_cursor_number(&try, &number)) {
            return FALSE;
        }
    }
    return FALSE;
}

static gboolean read_color(FairyCursor *c, guint flags, FairyWanted *w)
{
    FairyCursor try = *c;
    g_autofree char *color = fairy_words_color(&try);
    if (!color || w->color || w->noun || (flags & FAIRY_SELECT_COLOR && !noun_follows(&try))) {
        return FALSE;
    }
    w->color = g_steal_pointer(&color);
    w->read = TRUE;
    *c = try;
    return TRUE;
}

static gboolean read_flag(FairyCursor *c, FairyWanted *w)
{
    static const struct {
        const char *phrase;
        int labelled, locked, dashed;
    } adjectives[] = {
        {"unlabelled", -1, 0, 0}, {"unlabeled", -1, 0, 0}, {"untitled", -1, 0, 0},
        {"unnamed", -1, 0, 0},    {"empty", -1, 0, 0},     {"blank", -1, 0, 0},
        {"locked", 0, 1, 0},      {"unlocked", 0, -1, 0},  {"dashed", 0, 0, 1},
        {"dotted", 0, 0, 1},      {"broken", 0, 0, 1},     {"solid", 0, 0, -1},
        {"continuous", 0, 0, -1}, {"unbroken", 0, 0, -1},
    };
    FairyCursor try = *c;
    for (gsize i = 0; i < G_N_ELEMENTS(adjectives); i++) {
        if (fairy_cursor_accept(&try, adjectives[i].phrase) &&
            (!adjectives[i].dashed || noun_follows(&try))) {
            w->labelled = adjectives[i].labelled ? adjectives[i].labelled : w->labelled;
            w->locked = adjectives[i].locked ? adjectives[i].locked : w->locked;
            w->dashed = adjectives[i].dashed ? adjectives[i].dashed : w->dashed;
            *c = try;
            return w->read = TRUE;
        }
        try = *c;
    }
    static const char *const with_text[] = {"labelled", "labeled", NULL};
    if (fairy_cursor_accept_any(&try, with_text) >= 0 &&
        fairy_noun_find(fairy_cursor_word(&try, 0), NULL)) {
        w->labelled = 1;
        *c = try;
        return TRUE;
    }
    return FALSE;
}

/* Numbers, places, colours and states before the noun. */
static gboolean read_adjective(FairyCursor *c, guint flags, FairyWanted *w)
{
    if (read_color(c, flags, w) || read_flag(c, w)) {
        return TRUE;
    }
    FairyCursor try = *c;
    const FairyPick *pick = accept_pick(&try);
    gboolean one_follows = noun_follows(&try);
    if (pick && (one_follows || (pick->strict && w->read == FALSE))) {
        w->pick = pick;
        w->read = TRUE;
        *c = try;
        return TRUE;
    }
    int ordinal = fairy_words_ordinal(fairy_cursor_word(c, 0));
    try = *c;
    try.pos++;
    if (ordinal && noun_follows(&try)) {
        w->ordinal = ordinal;
        w->read = TRUE;
        *c = try;
        return TRUE;
    }
    double count = 0;
    try = *c;
    if (fairy_cursor_number(&try, &count) && count >= 1 && noun_follows(&try)) {
        w->count = floor(count);
        w->read = TRUE;
        *c = try;
        return TRUE;
    }
    return FALSE;
}

static gboolean read_noun(FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    gboolean plural = FALSE;
    const FairyNoun *noun = fairy_noun_find(fairy_cursor_word(c, 0), &plural);
    if (!noun) {
        return FALSE;
    }
    static const char *const compound[] = {"text", "shape", "group", "arrow", "connector", NULL};
    gboolean first_of_two = fairy_words_in(fairy_cursor_word(c, 0), compound) &&
                            fairy_noun_find(fairy_cursor_word(c, 1), NULL);
    c->pos++;
    if (first_of_two) { /* "text boxes", "arrow lines": the first says what they are */
        fairy_noun_find(fairy_cursor_word(c, 0), &plural);
        c->pos++;
    }
    gboolean same = g_str_equal(noun->word, "one") && plan->noun;
    w->noun = same ? plan->noun : noun;
    plan->noun = noun->flags & FAIRY_NOUN_ANY ? plan->noun : noun;
    w->plural = w->plural || plural;
    w->everything = w->everything || noun->flags & FAIRY_NOUN_ALL;
    return w->read = TRUE;
}

/* "on the left", "at the top of the page", "in the middle". */
static gboolean read_place(FairyCursor *c, FairyWanted *w)
{
    static const char *const at[] = {"on the", "at the", "in the", "to the far", NULL};
    static const char *const tail[] = {"side of the page",
                                       "half of the page",
                                       "of the page",
                                       "of the drawing",
                                       "of the diagram",
                                       "side",
                                       "half",
                                       "row",
                                       "column",
                                       NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, at) < 0) {
        return FALSE;
    }
    const FairyPick *pick = accept_pick(&try);
    if (!pick || g_str_equal(fairy_cursor_word(&try, 0), "of")) {
        FairyCursor page = try;
        if (!pick || fairy_cursor_accept_any(&page, tail) < 0) {
            return FALSE;
        }
    }
    fairy_cursor_accept_any(&try, tail);
    w->pick = pick;
    *c = try;
    return TRUE;
}

/* "labelled Login", "without text", "with the label \"x\"". */
static gboolean read_labelled(FairyPlan *plan, FairyCursor *c, guint flags, FairyWanted *w,
                              gboolean *failed)
{
    static const char *const without[] = {"without a label",
                                          "without labels",
                                          "without label",
                                          "without text",
                                          "with no text",
                                          "with no label",
                                          "without a text",
                                          "that have no label",
                                          "that have no text",
                                          "that has no text",
                                          "that has no label",
                                          "which have no text",
                                          "that are empty",
                                          "that is empty",
                                          "that are unlabelled",
                                          "with no labels",
                                          NULL};
    static const char *const named[] = {"labelled as", "labelled",      "labeled",      "named",
                                        "called",      "titled",        "saying",       "that says",
                                        "which says",  "containing",    "reading",      "with id",
                                        "with the id", "that contains", "that contain", NULL};
    static const char *const with[] = {
        "with the text", "with text",     "with the label", "with label",
        "with a label",  "with the name", "with labels",    NULL};
    if (fairy_cursor_accept_any(c, without) >= 0) {
        w->labelled = -1;
        return TRUE;
    }
    FairyCursor try = *c;
    gboolean has_with = !(flags & FAIRY_SELECT_NO_WITH) && fairy_cursor_accept_any(&try, with) >= 0;
    if (has_with &&
        (fairy_cursor_at_end(&try) || fairy_words_is_stop(fairy_cursor_word(&try, 0)))) {
        w->labelled = 1;
        *c = try;
        return TRUE;
    }
    if (!has_with && fairy_cursor_accept_any(&try, named) < 0) {
        return FALSE;
    }
    if (!fairy_name_read(plan, &try, w)) {
        if (flags & FAIRY_SELECT_SOFT) {
            g_clear_pointer(&plan->problem, g_free);
        }
        *failed = plan->problem != NULL;
        return FALSE;
    }
    *c = try;
    return TRUE;
}

static SvgShape *read_end(FairyPlan *plan, FairyCursor *c)
{
    static const char *const articles[] = {"the", NULL};
    g_auto(FairyWanted) end = {0};
    fairy_cursor_skip(c, articles);
    if (!fairy_name_read(plan, c, &end)) {
        return NULL;
    }
    for (guint i = 0; end.named && i < end.named->len; i++) {
        SvgShape *shape = end.named->pdata[i];
        if (shape->kind != SVG_KIND_ARROW && shape->kind != SVG_KIND_LINE) {
            return shape;
        }
    }
    return NULL;
}

/* "from A to B", "between A and B", "into B", "out of A", after a word for arrows. */
static gboolean read_ends(FairyPlan *plan, FairyCursor *c, FairyWanted *w, gboolean *failed)
{
    static const char *const into[] = {"into",       "pointing to", "pointing at", "going to",
                                       "leading to", "ending at",   NULL};
    static const char *const out[] = {"from",         "out of",      "leaving", "coming from",
                                      "going out of", "starting at", NULL};
    static const char *const at[] = {"connected to", "attached to", "touching", "of", NULL};
    FairyCursor try = *c;
    int how = 0;
    if (fairy_cursor_accept(&try, "between")) {
        w->either_end = TRUE;
        w->from = read_end(plan, &try);
        w->to = w->from && fairy_cursor_accept(&try, "and") ? read_end(plan, &try) : NULL;
        *failed = !w->to;
    } else if (fairy_cursor_accept_any(&try, out) >= 0) {
        w->from = read_end(plan, &try);
        FairyCursor to = try;
        *failed = !w->from;
        if (w->from && fairy_cursor_accept(&to, "to")) {
            w->to = read_end(plan, &to);
            *failed = !w->to;
            try = to;
        }
    } else if ((how = fairy_cursor_accept_any(&try, into)) >= 0) {
        w->to = read_end(plan, &try);
        if (!w->to && how == 0) { /* "turn the arrows into …" */
            g_clear_pointer(&plan->problem, g_free);
            return FALSE;
        }
        *failed = !w->to;
    } else if (fairy_cursor_accept_any(&try, at) >= 0) {
        w->either_end = TRUE;
        w->from = read_end(plan, &try);
        *failed = !w->from;
    } else {
        return FALSE;
    }
    if (!*failed) {
        *c = try;
    }
    return !*failed;
}

static gboolean read_qualifier(FairyPlan *plan, FairyCursor *c, guint flags, FairyWanted *w,
                               gboolean *failed)
{
    guint arrows = FAIRY_KIND_BIT(SVG_KIND_ARROW);
    if (fairy_name_read_having(plan, c, w, failed)) {
        return TRUE;
    }
    if (*failed) {
        return FALSE;
    }
    if ((!(flags & FAIRY_SELECT_NO_PLACE) && read_place(c, w)) ||
        read_labelled(plan, c, flags, w, failed)) {
        return TRUE;
    }
    return !*failed && w->noun && w->noun->kinds == arrows && !w->from && !w->to &&
           read_ends(plan, c, w, failed);
}

/* "the boxes Login, Check and Store": the others are items of their own. */
static void read_first_of_list(FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    guint most = MAX(fairy_name_words(c), fairy_cursor_peek(c, 0)->type == FAIRY_TOKEN_NAME);
    for (guint n = most; n > 0; n--) {
        const FairyToken *joint = fairy_cursor_peek(c, n);
        gboolean list = joint && (joint->type == FAIRY_TOKEN_COMMA ||
                                  g_str_equal(fairy_cursor_word(c, n), "and"));
        g_autofree char *name = list ? fairy_cursor_raw(c, c->pos + n) : NULL;
        if (name && fairy_name_take(plan, w, name, FAIRY_MATCH_EXACT)) {
            w->plural = FALSE;
            c->pos += n;
            return;
        }
    }
}

/* A name after the noun ("the box Login"), when the next words are one for certain. */
static void read_apposition(FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (token && !w->named && w->plural) {
        read_first_of_list(plan, c, w);
        return;
    }
    if (!token || w->named) {
        return;
    }
    if (token->type == FAIRY_TOKEN_ID && !g_hash_table_contains(plan->ids, token->text)) {
        FairyCursor color = *c;
        g_autofree char *css = fairy_words_color(&color);
        if (css) { /* "the box #ff0000" */
            return;
        }
    }
    if (token->type == FAIRY_TOKEN_ID ||
        (token->type == FAIRY_TOKEN_NAME &&
         fairy_name_take(plan, w, token->text, FAIRY_MATCH_PART))) {
        c->pos += token->type == FAIRY_TOKEN_NAME;
        if (token->type == FAIRY_TOKEN_ID) {
            fairy_name_read(plan, c, w);
        }
        return;
    }
    gboolean words = w->noun->kinds == FAIRY_KIND_BIT(SVG_KIND_TEXT); /* a part will do */
    for (guint n = fairy_name_words(c); n > 0; n--) {
        g_autofree char *name = fairy_cursor_raw(c, c->pos + n);
        if (fairy_name_take(plan, w, name, words ? FAIRY_MATCH_WORD : FAIRY_MATCH_EXACT)) {
            c->pos += n;
            return;
        }
    }
}

/* "all ports", where no noun follows "all" but words of labels may. */
static void read_all_of_name(FairyPlan *plan, FairyCursor *c, FairyWanted *w)
{
    FairyCursor color = *c;
    g_autofree char *css = fairy_words_color(&color);
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (!css && token && (token->type == FAIRY_TOKEN_NAME || fairy_name_words(c) > 0)) {
        fairy_name_read(plan, c, w);
    }
}

/* FALSE with a problem when words are there but can't be understood, without when there are none.
 */
gboolean fairy_wanted_read(FairyPlan *plan, FairyCursor *c, guint flags, FairyWanted *w)
{
    while (read_determiner(plan, c, w) || read_adjective(c, flags, w)) {
    }
    gboolean noun = read_noun(plan, c, w);
    if (noun && !(flags & FAIRY_SELECT_NO_NAME)) {
        read_apposition(plan, c, w);
    } else if (noun) {
        w->read = TRUE;
    } else if (w->all && !w->color && !w->pick && !w->pronoun && !w->selected) {
        read_all_of_name(plan, c, w);
    } else if (!w->pronoun && !w->selected && !w->all && !w->pick && !w->color && !w->labelled &&
               !w->others) {
        FairyCursor id = *c;
        if (fairy_cursor_accept(&id, "id")) {
            *c = id;
        }
        if (!fairy_name_read(plan, c, w)) {
            return FALSE;
        }
        gboolean plural = FALSE;
        const char *kind = fairy_cursor_word(c, 0);
        if (fairy_noun_find(kind, &plural) && !g_str_equal(kind, "text") &&
            !g_str_equal(kind, "label")) {
            read_noun(plan, c, w); /* "the Login box" */
        }
    }
    gboolean failed = plan->problem != NULL;
    while (!failed && read_qualifier(plan, c, flags, w, &failed)) {
    }
    if (failed) {
        return fairy_plan_fail(plan, "I can't tell which shapes are meant.");
    }
    w->everything = w->everything ||
                    (w->all && !w->noun && !w->named && !w->color && !w->pronoun && !w->selected);
    return w->read;
}
