/* Which shapes a phrase means: "the red boxes", "Login and Database", "the top two circles". */
#include "model/offline.h"

#include <math.h>
#include <string.h>

#define MAX_WRAPPERS 32 /* groups in groups that are opened */

/* A place or size one can sort by: the first of the sorted list is the `leftmost`. */
typedef enum { PICK_NONE, PICK_X, PICK_Y, PICK_AREA, PICK_WIDTH, PICK_HEIGHT, PICK_ORDER, PICK_MIDDLE } PickBy;

typedef struct {
    const char *phrase;
    PickBy by;
    gboolean most;   /* the largest value first */
    gboolean strict; /* always means the extreme one, never a half of the page */
} Pick;

static const Pick picks[] = {
    {"leftmost", PICK_X, FALSE, TRUE},     {"left-most", PICK_X, FALSE, TRUE},   {"far left", PICK_X, FALSE, TRUE},
    {"rightmost", PICK_X, TRUE, TRUE},     {"right-most", PICK_X, TRUE, TRUE},   {"far right", PICK_X, TRUE, TRUE},
    {"topmost", PICK_Y, FALSE, TRUE},      {"top-most", PICK_Y, FALSE, TRUE},    {"highest", PICK_Y, FALSE, TRUE},
    {"uppermost", PICK_Y, FALSE, TRUE},    {"bottommost", PICK_Y, TRUE, TRUE},   {"bottom-most", PICK_Y, TRUE, TRUE},
    {"lowest", PICK_Y, TRUE, TRUE},        {"lowermost", PICK_Y, TRUE, TRUE},    {"biggest", PICK_AREA, TRUE, TRUE},
    {"largest", PICK_AREA, TRUE, TRUE},    {"smallest", PICK_AREA, FALSE, TRUE}, {"littlest", PICK_AREA, FALSE, TRUE},
    {"widest", PICK_WIDTH, TRUE, TRUE},    {"narrowest", PICK_WIDTH, FALSE, TRUE},
    {"tallest", PICK_HEIGHT, TRUE, TRUE},  {"shortest", PICK_HEIGHT, FALSE, TRUE},
    {"big", PICK_AREA, TRUE, TRUE},        {"large", PICK_AREA, TRUE, TRUE},     {"small", PICK_AREA, FALSE, TRUE},
    {"left", PICK_X, FALSE, FALSE},        {"right", PICK_X, TRUE, FALSE},       {"top", PICK_Y, FALSE, FALSE},
    {"upper", PICK_Y, FALSE, FALSE},       {"bottom", PICK_Y, TRUE, FALSE},      {"lower", PICK_Y, TRUE, FALSE},
    {"middle", PICK_MIDDLE, FALSE, FALSE}, {"central", PICK_MIDDLE, FALSE, FALSE},
    {"center", PICK_MIDDLE, FALSE, FALSE}, {"centre", PICK_MIDDLE, FALSE, FALSE},
};

/* What one item of a phrase asks for. */
typedef struct {
    gboolean all;         /* "all", "every", "both" */
    gboolean plural;
    gboolean pronoun;     /* "them": what was meant last */
    gboolean selected;    /* "these", "the selection" */
    gboolean others;      /* "the other boxes" */
    gboolean everything;
    gboolean read;        /* anything at all was read */
    const FairyNoun *noun;
    const Pick *pick;
    double count;         /* "two"; 0 = not said */
    int ordinal;          /* 1…, −1 the last; 0 = not said */
    int labelled;         /* 1 with a text, −1 without; 0 = not said */
    int locked;
    GPtrArray *named;     /* shapes by label, in the order of the drawing; NULL = not said */
    char *name;           /* as the user wrote it */
    char *color;
    SvgShape *from, *to;  /* of arrows */
    gboolean either_end;
} Wanted;

static void wanted_clear(Wanted *w)
{
    g_clear_pointer(&w->named, g_ptr_array_unref);
    g_free(w->name);
    g_free(w->color);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Wanted, wanted_clear)

/* --- names ---------------------------------------------------------------------------------- */

typedef enum { MATCH_NONE, MATCH_PART, MATCH_WORD, MATCH_EXACT } MatchLevel;

static MatchLevel match_text(const char *text, const char *wanted)
{
    if (!text || !*text) {
        return MATCH_NONE;
    }
    g_autofree char *have = fairy_fold(text, -1);
    if (g_str_equal(have, wanted)) {
        return MATCH_EXACT;
    }
    MatchLevel level = MATCH_NONE;
    for (const char *at = strstr(have, wanted); at && level < MATCH_WORD; at = strstr(at + 1, wanted)) {
        gboolean starts = at == have || !g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(at)));
        level = MAX(level, starts ? MATCH_WORD : strlen(wanted) > 1 ? MATCH_PART : MATCH_NONE);
    }
    return level;
}

static MatchLevel match_shape(const SvgShape *shape, const char *wanted)
{
    MatchLevel text = match_text(shape->text, wanted);
    if (text == MATCH_EXACT || g_ascii_strcasecmp(shape->id, wanted) == 0) {
        return MATCH_EXACT;
    }
    return MAX(text, match_text(shape->name, wanted));
}

/* The shapes that fit `name` best; NULL when none fits at least as well as `least`. */
static GPtrArray *find_named(const FairyPlan *plan, const char *name, MatchLevel least)
{
    g_autofree char *wanted = fairy_fold(name, -1);
    if (!*wanted) {
        return NULL;
    }
    g_autoptr(GPtrArray) found = g_ptr_array_new();
    MatchLevel best = least;
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        MatchLevel level = match_shape(shape, wanted);
        if (level > best) {
            g_ptr_array_set_size(found, 0);
            best = level;
        }
        if (level == best) {
            g_ptr_array_add(found, shape);
        }
    }
    return found->len ? g_steal_pointer(&found) : NULL;
}

static gboolean take_name(FairyPlan *plan, Wanted *w, const char *name, MatchLevel least)
{
    GPtrArray *named = find_named(plan, name, least);
    if (!named) {
        return FALSE;
    }
    g_clear_pointer(&w->named, g_ptr_array_unref);
    g_free(w->name);
    w->named = named;
    w->name = g_strdup(name);
    w->read = TRUE;
    return TRUE;
}

static gboolean fail_unknown(FairyPlan *plan, const char *name)
{
    g_autoptr(GPtrArray) labelled = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (shape->text && *shape->text) {
            g_ptr_array_add(labelled, shape);
        }
    }
    if (!labelled->len) {
        return fairy_plan_fail(plan, "Nothing here is called \"%s\"; no shape has a label.", name);
    }
    g_autofree char *titles = fairy_plan_titles(labelled);
    return fairy_plan_fail(plan, "Nothing here is called \"%s\". There is: %s.", name, titles);
}

/* How many unquoted words from here may belong to a name. */
static guint name_words(const FairyCursor *c)
{
    guint n = 0;
    for (const FairyToken *token; n < 8 && (token = fairy_cursor_peek(c, n)); n++) {
        gboolean word = token->type == FAIRY_TOKEN_WORD && !fairy_words_is_stop(token->text);
        if (!word && token->type != FAIRY_TOKEN_NUMBER) {
            break;
        }
    }
    return n;
}

/* A name without quotes: the longest run of words that fits something, exactly before roughly. */
static gboolean read_bare_name(FairyPlan *plan, FairyCursor *c, Wanted *w)
{
    guint most = name_words(c);
    for (MatchLevel level = MATCH_EXACT; level > MATCH_NONE; level--) {
        for (guint n = most; n > 0; n--) {
            g_autofree char *name = fairy_cursor_raw(c, c->pos + n);
            if (take_name(plan, w, name, level)) {
                c->pos += n;
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A quoted name, an id, or a bare name; fails when nothing fits. */
static gboolean read_name(FairyPlan *plan, FairyCursor *c, Wanted *w)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (!token) {
        return FALSE;
    }
    if (token->type == FAIRY_TOKEN_NAME || token->type == FAIRY_TOKEN_ID) {
        SvgShape *by_id = g_hash_table_lookup(plan->ids, token->text);
        if (by_id && token->type == FAIRY_TOKEN_ID && !g_ptr_array_find(plan->gone, by_id, NULL)) {
            g_clear_pointer(&w->named, g_ptr_array_unref);
            w->named = g_ptr_array_new();
            g_ptr_array_add(w->named, by_id);
            w->read = TRUE;
        } else if (token->type == FAIRY_TOKEN_ID || !take_name(plan, w, token->text, MATCH_PART)) {
            return fail_unknown(plan, token->text);
        }
        c->pos++;
        return TRUE;
    }
    if (read_bare_name(plan, c, w)) {
        return TRUE;
    }
    guint n = MIN(name_words(c), 3);
    if (!n) {
        return FALSE;
    }
    g_autofree char *name = fairy_cursor_raw(c, c->pos + n);
    return fail_unknown(plan, name);
}

/* --- reading an item ------------------------------------------------------------------------ */

static const Pick *accept_pick(FairyCursor *c)
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
static gboolean read_determiner(const FairyPlan *plan, FairyCursor *c, Wanted *w)
{
    static const char *const articles[] = {"the", "a", "an", "my", "our", "of", "your", NULL};
    static const char *const every[] = {"all", "every", "each", "both", "any", NULL};
    static const char *const pronouns[] = {"them", "they", "it", "those", "its", "their", NULL};
    static const char *const selection[] = {"what is selected", "what's selected", "what i selected", "selected",
                                            "current selection", "selection", "these", "this", "that", NULL};
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

static gboolean read_color(FairyCursor *c, guint flags, Wanted *w)
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

static gboolean read_flag(FairyCursor *c, Wanted *w)
{
    static const struct {
        const char *phrase;
        int labelled, locked;
    } adjectives[] = {
        {"unlabelled", -1, 0}, {"unlabeled", -1, 0}, {"untitled", -1, 0}, {"unnamed", -1, 0}, {"empty", -1, 0},
        {"blank", -1, 0},      {"locked", 0, 1},     {"unlocked", 0, -1},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(adjectives); i++) {
        if (fairy_cursor_accept(c, adjectives[i].phrase)) {
            w->labelled = adjectives[i].labelled ? adjectives[i].labelled : w->labelled;
            w->locked = adjectives[i].locked ? adjectives[i].locked : w->locked;
            return w->read = TRUE;
        }
    }
    FairyCursor try = *c;
    static const char *const with_text[] = {"labelled", "labeled", NULL};
    if (fairy_cursor_accept_any(&try, with_text) >= 0 && fairy_noun_find(fairy_cursor_word(&try, 0), NULL)) {
        w->labelled = 1;
        *c = try;
        return TRUE;
    }
    return FALSE;
}

/* Numbers, places, colours and states before the noun. */
static gboolean read_adjective(FairyCursor *c, guint flags, Wanted *w)
{
    if (read_color(c, flags, w) || read_flag(c, w)) {
        return TRUE;
    }
    FairyCursor try = *c;
    const Pick *pick = accept_pick(&try);
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

static gboolean read_noun(FairyCursor *c, Wanted *w)
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
    w->noun = noun;
    w->plural = w->plural || plural;
    w->everything = w->everything || noun->flags & FAIRY_NOUN_ALL;
    return w->read = TRUE;
}

/* "on the left", "at the top of the page", "in the middle". */
static gboolean read_place(FairyCursor *c, Wanted *w)
{
    static const char *const at[] = {"on the", "at the", "in the", "to the far", NULL};
    static const char *const tail[] = {"side of the page", "half of the page", "of the page", "of the drawing",
                                       "of the diagram", "side", "half", "row", "column", NULL};
    FairyCursor try = *c;
    if (fairy_cursor_accept_any(&try, at) < 0) {
        return FALSE;
    }
    const Pick *pick = accept_pick(&try);
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
static gboolean read_labelled(FairyPlan *plan, FairyCursor *c, guint flags, Wanted *w, gboolean *failed)
{
    static const char *const without[] = {"without a label", "without labels", "without label", "without text",
                                          "with no text", "with no label", "without a text", "that have no label",
                                          "that have no text", "with no labels", NULL};
    static const char *const named[] = {"labelled as", "labelled", "labeled", "named", "called", "titled", "saying",
                                        "that says", "which says", "containing", "reading", "with id", "with the id",
                                        "that contains", "that contain", NULL};
    static const char *const with[] = {"with the text", "with text", "with the label", "with label", "with a label",
                                       "with the name", "with labels", NULL};
    if (fairy_cursor_accept_any(c, without) >= 0) {
        w->labelled = -1;
        return TRUE;
    }
    FairyCursor try = *c;
    gboolean has_with = !(flags & FAIRY_SELECT_NO_WITH) && fairy_cursor_accept_any(&try, with) >= 0;
    if (has_with && (fairy_cursor_at_end(&try) || fairy_words_is_stop(fairy_cursor_word(&try, 0)))) {
        w->labelled = 1;
        *c = try;
        return TRUE;
    }
    if (!has_with && fairy_cursor_accept_any(&try, named) < 0) {
        return FALSE;
    }
    if (!read_name(plan, &try, w)) {
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
    g_auto(Wanted) end = {0};
    fairy_cursor_skip(c, articles);
    if (!read_name(plan, c, &end)) {
        return NULL;
    }
    for (guint i = 0; i < end.named->len; i++) {
        SvgShape *shape = end.named->pdata[i];
        if (shape->kind != SVG_KIND_ARROW && shape->kind != SVG_KIND_LINE) {
            return shape;
        }
    }
    return NULL;
}

/* "from A to B", "between A and B", "into B", "out of A", after a word for arrows. */
static gboolean read_ends(FairyPlan *plan, FairyCursor *c, Wanted *w, gboolean *failed)
{
    static const char *const into[] = {"into", "pointing to", "pointing at", "going to", "leading to", "ending at", NULL};
    static const char *const out[] = {"from", "out of", "leaving", "coming from", "going out of", "starting at", NULL};
    static const char *const at[] = {"connected to", "attached to", "touching", "of", NULL};
    FairyCursor try = *c;
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
    } else if (fairy_cursor_accept_any(&try, into) >= 0) {
        w->to = read_end(plan, &try);
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

static gboolean read_qualifier(FairyPlan *plan, FairyCursor *c, guint flags, Wanted *w, gboolean *failed)
{
    guint arrows = FAIRY_KIND_BIT(SVG_KIND_ARROW);
    if ((!(flags & FAIRY_SELECT_NO_PLACE) && read_place(c, w)) || read_labelled(plan, c, flags, w, failed)) {
        return TRUE;
    }
    return !*failed && w->noun && w->noun->kinds == arrows && !w->from && !w->to && read_ends(plan, c, w, failed);
}

/* A name after the noun ("the box Login"), when the next words are one for certain. */
static void read_apposition(FairyPlan *plan, FairyCursor *c, Wanted *w)
{
    const FairyToken *token = fairy_cursor_peek(c, 0);
    if (!token || w->named || w->plural) {
        return;
    }
    if (token->type == FAIRY_TOKEN_ID || (token->type == FAIRY_TOKEN_NAME && take_name(plan, w, token->text, MATCH_PART))) {
        c->pos += token->type == FAIRY_TOKEN_NAME;
        if (token->type == FAIRY_TOKEN_ID) {
            read_name(plan, c, w);
        }
        return;
    }
    for (guint n = name_words(c); n > 0; n--) {
        g_autofree char *name = fairy_cursor_raw(c, c->pos + n);
        if (take_name(plan, w, name, MATCH_EXACT)) {
            c->pos += n;
            return;
        }
    }
}

/* FALSE with a problem when words are there but can't be understood, without when there are none. */
static gboolean read_item(FairyPlan *plan, FairyCursor *c, guint flags, Wanted *w)
{
    while (read_determiner(plan, c, w) || read_adjective(c, flags, w)) {
    }
    gboolean noun = read_noun(c, w);
    if (noun && !(flags & FAIRY_SELECT_NO_NAME)) {
        read_apposition(plan, c, w);
    } else if (noun) {
        w->read = TRUE;
    } else if (!w->pronoun && !w->selected && !w->all && !w->pick && !w->color && !w->labelled && !w->others) {
        FairyCursor id = *c;
        if (fairy_cursor_accept(&id, "id")) {
            *c = id;
        }
        if (!read_name(plan, c, w)) {
            return FALSE;
        }
        gboolean plural = FALSE;
        const char *kind = fairy_cursor_word(c, 0);
        if (fairy_noun_find(kind, &plural) && !g_str_equal(kind, "text") && !g_str_equal(kind, "label")) {
            read_noun(c, w); /* "the Login box" */
        }
    }
    gboolean failed = plan->problem != NULL;
    while (!failed && read_qualifier(plan, c, flags, w, &failed)) {
    }
    if (failed) {
        return fairy_plan_fail(plan, "I can't tell which shapes are meant.");
    }
    w->everything = w->everything || (w->all && !w->noun && !w->named && !w->color && !w->pronoun && !w->selected);
    return w->read;
}

/* --- choosing ------------------------------------------------------------------------------- */

static gboolean has_color(const SvgShape *shape, const char *color, int effort)
{
    const char *name = color[0] == '#' ? svg_palette_nearest(color) : color;
    if (!name) {
        return FALSE;
    }
    if (effort == 0) {
        return shape->color && g_str_equal(shape->color, name);
    }
    const char *fill = shape->fill ? svg_palette_nearest(shape->fill) : NULL;
    const char *stroke = shape->stroke ? svg_palette_nearest(shape->stroke) : NULL;
    if (effort == 1) {
        return (fill && g_str_equal(fill, name)) || (stroke && g_str_equal(stroke, name));
    }
    const char *family = g_str_has_prefix(name, "light-") ? name + 6 : name;
    const char *own = shape->color ? shape->color : "";
    return g_str_equal(g_str_has_prefix(own, "light-") ? own + 6 : own, family);
}

/* Keeps what `test` likes with the least effort that finds anything. */
static GPtrArray *keep_color(GPtrArray *shapes, const char *color)
{
    for (int effort = 0; effort < 3; effort++) {
        g_autoptr(GPtrArray) kept = g_ptr_array_new();
        for (guint i = 0; i < shapes->len; i++) {
            if (has_color(shapes->pdata[i], color, effort)) {
                g_ptr_array_add(kept, shapes->pdata[i]);
            }
        }
        if (kept->len) {
            g_ptr_array_unref(shapes);
            return g_steal_pointer(&kept);
        }
    }
    g_ptr_array_set_size(shapes, 0);
    return shapes;
}

static gboolean fits_noun(const SvgShape *shape, const FairyNoun *noun, guint kinds)
{
    if (noun->flags & FAIRY_NOUN_LAYER) {
        return shape->layer;
    }
    if (shape->layer || !(FAIRY_KIND_BIT(shape->kind) & kinds)) {
        return FALSE;
    }
    return !(noun->flags & FAIRY_NOUN_EVEN) || fabs(shape->box.w - shape->box.h) <= 0.1 * shape->box.w;
}

static GPtrArray *keep_noun(GPtrArray *shapes, const FairyNoun *noun)
{
    guint kinds = noun->kinds;
    for (int effort = 0; effort < 2; effort++, kinds = noun->wider) {
        g_autoptr(GPtrArray) kept = g_ptr_array_new();
        for (guint i = 0; i < shapes->len; i++) {
            if (fits_noun(shapes->pdata[i], noun, kinds)) {
                g_ptr_array_add(kept, shapes->pdata[i]);
            }
        }
        if (kept->len) {
            g_ptr_array_unref(shapes);
            return g_steal_pointer(&kept);
        }
    }
    g_ptr_array_set_size(shapes, 0);
    return shapes;
}

/* The steps of a flow chart have names; what has none is decoration, unless nothing has. */
static void keep_labelled(GPtrArray *shapes, const FairyNoun *noun)
{
    guint texts = 0;
    for (guint i = 0; i < shapes->len; i++) {
        texts += ((const SvgShape *)shapes->pdata[i])->text != NULL;
    }
    for (guint i = shapes->len; noun->flags & FAIRY_NOUN_TEXT && texts && i-- > 0;) {
        if (!((const SvgShape *)shapes->pdata[i])->text) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static gboolean fits_state(const SvgShape *shape, const Wanted *w)
{
    gboolean text = shape->text && *shape->text;
    if ((w->labelled > 0 && !text) || (w->labelled < 0 && text) || (w->labelled && shape->kind == SVG_KIND_GROUP)) {
        return FALSE;
    }
    return !w->locked || (w->locked > 0) == (shape->locked != FALSE);
}

static gboolean fits_ends(const SvgShape *shape, const Wanted *w)
{
    const char *from = w->from ? w->from->id : NULL, *to = w->to ? w->to->id : NULL;
    gboolean forward = (!from || g_strcmp0(shape->from_id, from) == 0) && (!to || g_strcmp0(shape->to_id, to) == 0);
    gboolean back = (!from || g_strcmp0(shape->to_id, from) == 0) && (!to || g_strcmp0(shape->from_id, to) == 0);
    return forward || (w->either_end && back);
}

static void keep_if(GPtrArray *shapes, gboolean (*fits)(const SvgShape *, const Wanted *), const Wanted *w)
{
    for (guint i = shapes->len; i-- > 0;) {
        if (!fits(shapes->pdata[i], w)) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static double pick_value(const SvgShape *shape, PickBy by, SvgPoint middle)
{
    SvgPoint p = svg_box_center(shape->box);
    switch (by) {
    case PICK_X:
        return p.x;
    case PICK_Y:
        return p.y;
    case PICK_AREA:
        return shape->box.w * shape->box.h;
    case PICK_WIDTH:
        return shape->box.w;
    case PICK_HEIGHT:
        return shape->box.h;
    default:
        return hypot(p.x - middle.x, p.y - middle.y);
    }
}

/* The `count` first by the pick, the drawing's order kept among equals. */
static void keep_extreme(GPtrArray *shapes, const Pick *pick, guint count)
{
    SvgPoint middle = svg_box_center(fairy_shapes_bounds(shapes));
    g_autoptr(GPtrArray) best = g_ptr_array_new();
    while (best->len < count && shapes->len) {
        guint at = 0;
        for (guint i = 1; i < shapes->len; i++) {
            double a = pick_value(shapes->pdata[i], pick->by, middle);
            double b = pick_value(shapes->pdata[at], pick->by, middle);
            at = (pick->most ? a > b : a < b) ? i : at;
        }
        g_ptr_array_add(best, g_ptr_array_remove_index(shapes, at));
    }
    g_ptr_array_set_size(shapes, 0);
    g_ptr_array_extend(shapes, best, NULL, NULL);
}

/* "the boxes on the left": those with the centre in that half of what is drawn. */
static void keep_half(const FairyPlan *plan, GPtrArray *shapes, const Pick *pick)
{
    SvgBox bounds = fairy_shapes_bounds(plan->shapes);
    SvgPoint middle = svg_box_center(bounds);
    for (guint i = shapes->len; i-- > 0;) {
        SvgPoint p = svg_box_center(((SvgShape *)shapes->pdata[i])->box);
        gboolean in = FALSE;
        if (pick->by == PICK_MIDDLE) {
            in = fabs(p.x - middle.x) <= bounds.w / 6 || fabs(p.y - middle.y) <= bounds.h / 6;
        } else {
            double d = pick->by == PICK_X ? p.x - middle.x : p.y - middle.y;
            in = pick->most ? d > 0 : d < 0;
        }
        if (!in) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static void keep_ordinal(GPtrArray *shapes, int ordinal, guint count)
{
    g_autoptr(GPtrArray) order = fairy_shapes_reading_order(shapes);
    g_ptr_array_set_size(shapes, 0);
    guint n = MAX(count, 1);
    if (ordinal > 1) {
        n = 1; /* "the second box" */
    }
    guint first = ordinal < 0 ? order->len - MIN(n, order->len) : (guint)ordinal - 1;
    for (guint i = first; i < order->len && i < first + n; i++) {
        g_ptr_array_add(shapes, order->pdata[i]);
    }
}

/* Drops what is inside another shape of the list, and frames around it all. */
static void keep_outermost(const FairyPlan *plan, GPtrArray *shapes)
{
    g_autoptr(GHashTable) set = g_hash_table_new(g_direct_hash, g_direct_equal);
    for (guint i = 0; i < shapes->len; i++) {
        g_hash_table_add(set, shapes->pdata[i]);
    }
    for (guint i = shapes->len; i-- > 0;) {
        const SvgShape *at = shapes->pdata[i];
        gboolean inside = FALSE;
        for (guint depth = 0; at && at->parent && !inside && depth < SVG_KIND_COUNT * 32; depth++) {
            at = g_hash_table_lookup(plan->ids, at->parent);
            inside = at && g_hash_table_contains(set, at);
        }
        if (inside) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static GPtrArray *children_of(const FairyPlan *plan, const SvgShape *group)
{
    GPtrArray *children = g_ptr_array_new();
    for (guint i = 0; group->n_children && i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (g_strcmp0(shape->parent, group->id) == 0) {
            g_ptr_array_add(children, shape);
        }
    }
    return children;
}

/* The only shape in a group that holds one, however deep; the shape itself otherwise. */
static SvgShape *unwrapped(GHashTable *only_children, SvgShape *shape)
{
    for (guint depth = 0; depth < MAX_WRAPPERS; depth++) {
        SvgShape *only = g_hash_table_lookup(only_children, shape->id);
        if (!only) {
            break;
        }
        shape = only;
    }
    return shape;
}

/* Groups by id → the one shape in it, or NULL when there are more. */
static GHashTable *only_children_of(const FairyPlan *plan)
{
    GHashTable *only = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        if (shape->parent) {
            gboolean first = !g_hash_table_contains(only, shape->parent);
            g_hash_table_replace(only, shape->parent, first ? shape : NULL);
        }
    }
    return only;
}

/* A lone group around everything, and a group around one box with its label, are how some programs
 * export; people mean what is in them. */
static void open_wrappers(const FairyPlan *plan, GPtrArray *shapes)
{
    for (guint depth = 0; depth < MAX_WRAPPERS && shapes->len == 1; depth++) {
        g_autoptr(GPtrArray) children = children_of(plan, shapes->pdata[0]);
        if (!children->len) {
            break;
        }
        g_ptr_array_set_size(shapes, 0);
        g_ptr_array_extend(shapes, children, NULL, NULL);
    }
    g_autoptr(GHashTable) only = only_children_of(plan);
    for (guint i = 0; i < shapes->len; i++) {
        shapes->pdata[i] = unwrapped(only, shapes->pdata[i]);
    }
}

/* Puts the children of a group in its place, so that one of them can be taken out. */
static void open_around(const FairyPlan *plan, GPtrArray *shapes, const SvgShape *inner)
{
    for (guint i = 0, depth = 0; i < shapes->len && depth < MAX_WRAPPERS; i++) {
        SvgShape *shape = shapes->pdata[i];
        if (fairy_plan_is_inside(plan, inner, shape)) {
            g_autoptr(GPtrArray) children = children_of(plan, shape);
            g_ptr_array_remove_index(shapes, i);
            g_ptr_array_extend(shapes, children, NULL, NULL);
            depth++;
            i = G_MAXUINT; /* from the start */
        }
    }
}

/* What the adjectives choose from. */
static GPtrArray *base_of(const FairyPlan *plan, const Wanted *w)
{
    GPtrArray *base = g_ptr_array_new();
    const GPtrArray *from = w->named ? w->named : w->pronoun || w->selected ? plan->last : plan->shapes;
    gboolean layers = w->noun && w->noun->flags & FAIRY_NOUN_LAYER;
    for (guint i = 0; i < from->len; i++) {
        SvgShape *shape = from->pdata[i];
        gboolean skip = from == plan->shapes && ((shape->layer && !layers) || shape == plan->background);
        skip = skip || (w->others && g_ptr_array_find(plan->last, shape, NULL));
        if (!skip) {
            g_ptr_array_add(base, shape);
        }
    }
    /* A label outdoes a group's or layer's name that reads the same. */
    if (w->named && base->len > 1 && !w->noun) {
        g_autoptr(GPtrArray) solid = g_ptr_array_new();
        for (guint i = 0; i < base->len; i++) {
            const SvgShape *shape = base->pdata[i];
            if (!shape->layer && shape->kind != SVG_KIND_GROUP) {
                g_ptr_array_add(solid, base->pdata[i]);
            }
        }
        if (solid->len) {
            g_ptr_array_set_size(base, 0);
            g_ptr_array_extend(base, solid, NULL, NULL);
        }
    }
    return base;
}

static GPtrArray *filter(const FairyPlan *plan, const Wanted *w)
{
    GPtrArray *shapes = base_of(plan, w);
    if (w->noun && w->noun->flags & FAIRY_NOUN_ANY && shapes->len && !w->named && !w->pronoun && !w->selected) {
        keep_outermost(plan, shapes);
        open_wrappers(plan, shapes);
    } else if (w->noun && shapes->len) {
        /* "the arrows" after a sentence that made some: those */
        gboolean fresh = plan->made->len && !w->all && !w->named && !w->pronoun && !w->selected;
        if (fresh && w->noun->kinds == FAIRY_KIND_BIT(SVG_KIND_ARROW)) {
            g_autoptr(GPtrArray) made = g_ptr_array_new();
            g_ptr_array_extend(made, plan->made, NULL, NULL);
            made = keep_noun(g_steal_pointer(&made), w->noun);
            if (made->len) {
                g_ptr_array_unref(shapes);
                return g_steal_pointer(&made);
            }
        }
        shapes = keep_noun(shapes, w->noun);
        keep_labelled(shapes, w->noun);
    } else if (w->everything || (!w->noun && !w->named && !w->pronoun && !w->selected)) {
        keep_outermost(plan, shapes);
        open_wrappers(plan, shapes);
    }
    if (w->color) {
        shapes = keep_color(shapes, w->color);
    }
    keep_if(shapes, fits_state, w);
    if (w->from || w->to) {
        keep_if(shapes, fits_ends, w);
    }
    return shapes;
}

static void choose(const FairyPlan *plan, const Wanted *w, GPtrArray *shapes)
{
    if (w->pick && (w->pick->strict || w->count > 0 || !w->plural)) {
        guint count = w->count > 0 ? (guint)MIN(w->count, 1e6) : w->plural && w->pick->strict ? MAX(1, shapes->len / 2) : 1;
        keep_extreme(shapes, w->pick, count);
    } else if (w->pick) {
        keep_half(plan, shapes, w->pick);
    }
    if (w->ordinal) {
        keep_ordinal(shapes, w->ordinal, (guint)MIN(w->count, 1e6));
    }
}

static gboolean fail_nothing(FairyPlan *plan, const Wanted *w)
{
    if ((w->pronoun || w->selected) && !plan->last->len) {
        return fairy_plan_fail(plan, "Nothing is selected; select shapes, or name them (\"the red boxes\").");
    }
    g_autoptr(GPtrArray) seen = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < plan->shapes->len && seen->len < 8; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        const char *color = w->color && shape->color ? shape->color : NULL;
        g_autofree char *what = g_strdup_printf("%s%s%s", color ? color : "", color ? " " : "",
                                                shape->layer ? "layer" : svg_kind_name(shape->kind));
        if (!g_ptr_array_find_with_equal_func(seen, what, g_str_equal, NULL)) {
            g_ptr_array_add(seen, g_steal_pointer(&what));
        }
    }
    if (!seen->len) {
        return fairy_plan_fail(plan, "The drawing is empty.");
    }
    g_ptr_array_add(seen, NULL);
    g_autofree char *list = g_strjoinv(", ", (char **)seen->pdata);
    return fairy_plan_fail(plan, "Nothing here fits. There is: %s.", list);
}

/* One thing was asked for and several fit: the one just talked about, or a question. */
static gboolean settle(FairyPlan *plan, const Wanted *w, GPtrArray *shapes)
{
    gboolean many = w->all || w->plural || w->pronoun || w->selected || w->everything || w->count > 1 || w->others ||
                    (w->labelled && !w->noun) || (w->color && !w->noun);
    if (many || shapes->len <= 1) {
        return TRUE;
    }
    guint recent = 0;
    gpointer only = NULL;
    for (guint i = 0; i < shapes->len; i++) {
        if (g_ptr_array_find(plan->last, shapes->pdata[i], NULL)) {
            recent++;
            only = shapes->pdata[i];
        }
    }
    if (recent == 1) {
        g_ptr_array_set_size(shapes, 0);
        g_ptr_array_add(shapes, only);
        return TRUE;
    }
    g_autofree char *titles = fairy_plan_titles(shapes);
    g_autofree char *ids = NULL;
    if (w->name) {
        GString *list = g_string_new(NULL);
        for (guint i = 0; i < shapes->len && i < 6; i++) {
            g_string_append_printf(list, "%s#%s", i ? ", " : "", ((SvgShape *)shapes->pdata[i])->id);
        }
        ids = g_string_free(list, FALSE);
        return fairy_plan_fail(plan, "\"%s\" fits %u shapes: %s (%s). Say which one, or \"all\".", w->name, shapes->len,
                               titles, ids);
    }
    return fairy_plan_fail(plan, "%u shapes fit: %s. Say which one, or use the plural for all.", shapes->len, titles);
}

/* The item's shapes; NULL with a problem, or without one when there are no words for it. */
static GPtrArray *select_item(FairyPlan *plan, FairyCursor *c, guint flags, gboolean *plural)
{
    g_auto(Wanted) w = {0};
    FairyCursor try = *c;
    if (!read_item(plan, &try, flags, &w)) {
        return NULL;
    }
    g_autoptr(GPtrArray) shapes = filter(plan, &w);
    choose(plan, &w, shapes);
    if (!shapes->len && plan->background && fits_state(plan->background, &w) && (w.color || w.noun)) {
        g_ptr_array_add(shapes, plan->background);
        if (w.noun) {
            shapes = keep_noun(g_steal_pointer(&shapes), w.noun);
        }
        if (w.color) {
            shapes = keep_color(g_steal_pointer(&shapes), w.color);
        }
    }
    if (!shapes->len) {
        fail_nothing(plan, &w);
        return NULL;
    }
    if (!settle(plan, &w, shapes)) {
        return NULL;
    }
    *plural = *plural || w.plural || w.all || w.everything;
    *c = try;
    return g_steal_pointer(&shapes);
}

/* --- lists ---------------------------------------------------------------------------------- */

/* ", X", "and X", ", and X": steps over the joint when another item follows it. */
static gboolean next_item(FairyPlan *plan, FairyCursor *c, guint flags, GPtrArray **item, gboolean *plural)
{
    FairyCursor try = *c;
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    gboolean comma = token && token->type == FAIRY_TOKEN_COMMA;
    try.pos += comma;
    gboolean joint = fairy_cursor_accept(&try, "and") || fairy_cursor_accept(&try, "or") ||
                     fairy_cursor_accept(&try, "plus") || comma;
    if (!joint || fairy_cursor_at_end(&try) || plan->problem) {
        return FALSE;
    }
    *item = select_item(plan, &try, flags | FAIRY_SELECT_COLOR, plural);
    g_clear_pointer(&plan->problem, g_free); /* not an item, then: what follows goes on otherwise */
    if (*item) {
        *c = try;
    }
    return *item != NULL;
}

static void add_new(GPtrArray *all, const GPtrArray *more)
{
    for (guint i = 0; i < more->len; i++) {
        if (!g_ptr_array_find(all, more->pdata[i], NULL)) {
            g_ptr_array_add(all, more->pdata[i]);
        }
    }
}

static GPtrArray *select_list(FairyPlan *plan, FairyCursor *c, guint flags, gboolean *plural)
{
    GPtrArray *all = select_item(plan, c, flags, plural);
    GPtrArray *item = NULL;
    while (all && !(flags & FAIRY_SELECT_NO_AND) && next_item(plan, c, flags, &item, plural)) {
        if (item->len > 32) {
            g_autoptr(GHashTable) set = g_hash_table_new(NULL, NULL);
            for (guint i = 0; i < all->len; i++) {
                g_hash_table_add(set, all->pdata[i]);
            }
            for (guint i = 0; i < item->len; i++) {
                if (g_hash_table_add(set, item->pdata[i])) {
                    g_ptr_array_add(all, item->pdata[i]);
                }
            }
        } else {
            add_new(all, item);
        }
        g_ptr_array_unref(item);
    }
    return all;
}

static gboolean drop_excepted(FairyPlan *plan, FairyCursor *c, guint flags, GPtrArray *all, gboolean *plural)
{
    static const char *const except[] = {"except for", "except", "but not", "other than", "apart from", "excluding",
                                         "besides", NULL};
    FairyCursor try = *c;
    const FairyToken *comma = fairy_cursor_peek(&try, 0);
    try.pos += comma && comma->type == FAIRY_TOKEN_COMMA;
    if (fairy_cursor_accept_any(&try, except) < 0) {
        return TRUE;
    }
    g_autoptr(GPtrArray) but = select_list(plan, &try, flags, plural);
    if (!but) {
        return fairy_plan_fail(plan, "I can't tell what to leave out.");
    }
    for (guint i = 0; i < but->len; i++) {
        if (!g_ptr_array_remove(all, but->pdata[i])) {
            open_around(plan, all, but->pdata[i]);
            g_ptr_array_remove(all, but->pdata[i]);
        }
    }
    *c = try;
    return all->len || fairy_plan_fail(plan, "Nothing is left after the exception.");
}

static gboolean is_connector(const SvgShape *shape)
{
    return (shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE);
}

/* Connectors follow what they connect; lining them up with boxes makes no sense. */
static void drop_connectors(GPtrArray *all)
{
    guint others = 0;
    for (guint i = 0; i < all->len; i++) {
        others += !is_connector(all->pdata[i]);
    }
    for (guint i = all->len; others && i-- > 0;) {
        if (is_connector(all->pdata[i])) {
            g_ptr_array_remove_index(all, i);
        }
    }
}

static gboolean drop_locked(FairyPlan *plan, GPtrArray *all)
{
    g_autoptr(GPtrArray) locked = g_ptr_array_new();
    for (guint i = all->len; i-- > 0;) {
        SvgShape *shape = all->pdata[i];
        if (shape->locked) {
            g_ptr_array_add(locked, shape);
            g_ptr_array_remove_index(all, i);
        }
    }
    g_autofree char *titles = fairy_plan_titles(locked);
    if (!all->len) {
        return fairy_plan_fail(plan, "%s %s locked, so I leave %s as %s.", titles, locked->len == 1 ? "is" : "are",
                               locked->len == 1 ? "it" : "them", locked->len == 1 ? "it is" : "they are");
    }
    if (locked->len) {
        fairy_plan_say(plan, "Left %s alone: locked.", titles);
    }
    return TRUE;
}

static GPtrArray *last_shapes(FairyPlan *plan)
{
    if (!plan->last->len) {
        fairy_plan_fail(plan, "Nothing is selected; select shapes, or name them (\"the red boxes\").");
        return NULL;
    }
    GPtrArray *all = g_ptr_array_new();
    g_ptr_array_extend(all, plan->last, NULL, NULL);
    return all;
}

GPtrArray *fairy_select(FairyPlan *plan, FairyCursor *c, guint flags)
{
    FairyCursor try = *c;
    gboolean plural = FALSE;
    g_autoptr(GPtrArray) all = NULL;
    if (flags & FAIRY_SELECT_OPTIONAL && (fairy_cursor_at_end(c) || fairy_words_is_stop(fairy_cursor_word(c, 0)))) {
        all = last_shapes(plan);
    } else {
        all = select_list(plan, &try, flags, &plural);
    }
    if (!all || !drop_excepted(plan, &try, flags, all, &plural)) {
        if (!plan->problem) {
            fairy_plan_fail(plan, "I can't tell which shapes are meant; name them, like \"the red boxes\" or \"Login\".");
        }
        return NULL;
    }
    if (flags & FAIRY_SELECT_ARRANGE) {
        drop_connectors(all);
    }
    if (!(flags & FAIRY_SELECT_LOCKED) && !drop_locked(plan, all)) {
        return NULL;
    }
    plan->listed = !plural;
    *c = try;
    return g_steal_pointer(&all);
}

SvgShape *fairy_select_one(FairyPlan *plan, FairyCursor *c, guint flags)
{
    FairyCursor try = *c;
    g_autoptr(GPtrArray) shapes = fairy_select(plan, &try, flags | FAIRY_SELECT_NO_AND);
    if (!shapes) {
        return NULL;
    }
    if (shapes->len > 1) {
        g_autofree char *titles = fairy_plan_titles(shapes);
        fairy_plan_fail(plan, "One shape is needed here, but %u fit: %s.", shapes->len, titles);
        return NULL;
    }
    *c = try;
    return shapes->pdata[0];
}

gboolean fairy_select_but(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    gboolean plural = FALSE;
    return drop_excepted(plan, c, 0, shapes, &plural);
}
