/* From a prompt to commands: names are found, clauses split, verbs looked up. */
#include "model/offline.h"

#include <string.h>

#define MAX_LABEL_WORDS 12

enum {
    VERB_NOUN = 1 << 0, /* also a noun or adjective: begins a clause only before its object */
};

typedef struct {
    const char *phrase;
    FairyCommandFunc run;
    int variant;
    guint flags;
} Verb;

/* Longer phrases stand before the shorter ones they begin with. */
static const Verb verbs[] = {
    {"what can you do", fairy_command_help, 0, 0},
    {"what do you know", fairy_command_help, 0, 0},
    {"how do i", fairy_command_help, 0, 0},
    {"help", fairy_command_help, 0, 0},
    {"how many", fairy_command_count, 0, 0},
    {"what is in", fairy_command_count, 1, 0},
    {"what's in", fairy_command_count, 1, 0},
    {"list", fairy_command_count, 1, VERB_NOUN},
    {"count", fairy_command_count, 0, VERB_NOUN},
    {"move", fairy_command_move, 0, 0},
    {"shift", fairy_command_move, 0, 0},
    {"nudge", fairy_command_move, 0, 0},
    {"push", fairy_command_move, 0, 0},
    {"drag", fairy_command_move, 0, 0},
    {"slide", fairy_command_move, 0, 0},
    {"put", fairy_command_move, 0, 0},
    {"place", fairy_command_move, 0, VERB_NOUN},
    {"position", fairy_command_move, 0, VERB_NOUN},
    {"bring", fairy_command_move, 0, 0},
    {"send", fairy_command_move, 0, 0},
    {"left align", fairy_command_align, SVG_ALIGN_LEFT, 0},
    {"right align", fairy_command_align, SVG_ALIGN_RIGHT, 0},
    {"top align", fairy_command_align, SVG_ALIGN_TOP, 0},
    {"bottom align", fairy_command_align, SVG_ALIGN_BOTTOM, 0},
    {"left-align", fairy_command_align, SVG_ALIGN_LEFT, 0},
    {"right-align", fairy_command_align, SVG_ALIGN_RIGHT, 0},
    {"top-align", fairy_command_align, SVG_ALIGN_TOP, 0},
    {"bottom-align", fairy_command_align, SVG_ALIGN_BOTTOM, 0},
    {"center align", fairy_command_align, SVG_ALIGN_CENTER_HORIZONTAL, 0},
    {"align", fairy_command_align, -1, 0},
    {"line up", fairy_command_align, -1, 0},
    {"straighten", fairy_command_align, -1, 0},
    {"center", fairy_command_center, 0, VERB_NOUN},
    {"distribute", fairy_command_distribute, 0, 0},
    {"space out", fairy_command_distribute, 0, 0},
    {"spread out", fairy_command_distribute, 0, 0},
    {"spread", fairy_command_distribute, 0, 0},
    {"evenly space", fairy_command_distribute, 0, 0},
    {"space", fairy_command_distribute, 0, VERB_NOUN},
    {"stack", fairy_command_arrange, 0, VERB_NOUN},
    {"arrange", fairy_command_arrange, 1, 0},
    {"lay out", fairy_command_arrange, 1, 0},
    {"lay", fairy_command_arrange, 1, 0},
    {"organise", fairy_command_arrange, 1, 0},
    {"organize", fairy_command_arrange, 1, 0},
    {"swap", fairy_command_swap, 0, 0},
    {"switch", fairy_command_swap, 0, 0},
    {"exchange", fairy_command_swap, 0, 0},
    {"delete", fairy_command_delete, 0, 0},
    {"remove", fairy_command_delete, 0, 0},
    {"erase", fairy_command_delete, 0, 0},
    {"get rid of", fairy_command_delete, 0, 0},
    {"throw away", fairy_command_delete, 0, 0},
    {"clear", fairy_command_delete, 0, VERB_NOUN},
    {"make", fairy_command_make, 0, 0},
    {"turn", fairy_command_make, 1, VERB_NOUN},
    {"recolor", fairy_command_color, 0, 0},
    {"colour", fairy_command_color, 0, VERB_NOUN},
    {"color", fairy_command_color, 0, VERB_NOUN},
    {"recolour", fairy_command_color, 0, 0},
    {"paint", fairy_command_color, 0, VERB_NOUN},
    {"dye", fairy_command_color, 0, 0},
    {"tint", fairy_command_color, 0, VERB_NOUN},
    {"fill", fairy_command_fill, 0, VERB_NOUN},
    {"resize", fairy_command_resize, 0, 0},
    {"scale", fairy_command_resize, 0, VERB_NOUN},
    {"enlarge", fairy_command_resize, 1, 0},
    {"grow", fairy_command_resize, 1, 0},
    {"shrink", fairy_command_resize, 2, 0},
    {"reduce", fairy_command_resize, 2, 0},
    {"double the size of", fairy_command_resize, 3, 0},
    {"double", fairy_command_resize, 3, VERB_NOUN},
    {"halve the size of", fairy_command_resize, 4, 0},
    {"halve", fairy_command_resize, 4, 0},
    {"rotate", fairy_command_rotate, 0, 0},
    {"tilt", fairy_command_rotate, 0, 0},
    {"spin", fairy_command_rotate, 0, 0},
    {"flip", fairy_command_flip, 0, 0},
    {"mirror", fairy_command_flip, 0, 0},
    {"label", fairy_command_label, 0, VERB_NOUN},
    {"rename", fairy_command_label, 0, 0},
    {"relabel", fairy_command_label, 0, 0},
    {"retitle", fairy_command_label, 0, 0},
    {"call", fairy_command_label, 0, VERB_NOUN},
    {"name", fairy_command_label, 0, VERB_NOUN},
    {"caption", fairy_command_label, 0, VERB_NOUN},
    {"change", fairy_command_change, 0, 0},
    {"set", fairy_command_change, 0, VERB_NOUN},
    {"edit", fairy_command_change, 0, 0},
    {"number", fairy_command_number, 0, VERB_NOUN},
    {"replace", fairy_command_replace, 0, 0},
    {"write", fairy_command_write, 0, 0},
    {"add", fairy_command_add, 0, 0},
    {"create", fairy_command_add, 0, 0},
    {"draw", fairy_command_add, 0, 0},
    {"insert", fairy_command_add, 0, 0},
    {"connect", fairy_command_connect, 0, 0},
    {"link", fairy_command_connect, 0, VERB_NOUN},
    {"join", fairy_command_connect, 0, 0},
    {"wire", fairy_command_connect, 0, VERB_NOUN},
    {"disconnect", fairy_command_disconnect, 0, 0},
    {"unlink", fairy_command_disconnect, 0, 0},
    {"reverse", fairy_command_reverse, 0, 0},
};

/* British spellings of words that stand in many phrases. */
static const struct {
    const char *said, *word;
} spellings[] = {
    {"centre", "center"},
    {"centred", "centered"},
    {"centres", "centers"},
    {"center-align", "center align"},
    {"centre-align", "center align"},
    {"labelling", "label"},
    {"coloured", "coloured"},
};

static const char *const lead_fillers[] = {
    "please",
    "can you",
    "could you",
    "would you",
    "will you",
    "i want you to",
    "i want to",
    "i would like you to",
    "i would like to",
    "i'd like you to",
    "i'd like to",
    "let's",
    "lets",
    "let us",
    "now",
    "just",
    "also",
    "next",
    "then",
    "and",
    "first",
    "finally",
    "afterwards",
    "after that",
    "ok",
    "okay",
    "hey",
    "hi",
    "hello",
    "fairy",
    "so",
    "kindly",
    "go ahead and",
    "try to",
    "help me",
    "you should",
    "i need you to",
    "but",
    "we should",
    "simply",
    NULL,
};

static const char *const tail_fillers[] = {
    "please",     "now",     "too",     "also",    "again",    "thanks", "thank you",
    "for me",     "exactly", "neatly",  "nicely",  "px",       "pixels", "units",
    "together",   "as well", "instead", "a bit",   "a little", "here",   "there",
    "if you can", "at once", "all",     "by hand", NULL,
};

static const char examples[] =
    "align the red boxes left; connect Login to Database; move Login 20 right; stack these with gap 20; "
    "add a box labelled \"Cache\" below Login; make the circles blue; rename Login to \"Sign in\"; "
    "number the steps; resize Login to 120x60; delete the arrows";

gboolean fairy_plan_ends(FairyPlan *plan, FairyCursor *c)
{
    fairy_cursor_skip(c, tail_fillers);
    const FairyToken *token = fairy_cursor_peek(c, 0);
    gboolean over = !token || token->type == FAIRY_TOKEN_COMMA ||
                    g_str_equal(fairy_cursor_word(c, 0), "and") ||
                    g_str_equal(fairy_cursor_word(c, 0), "but");
    if (over) {
        return !plan->problem;
    }
    g_autofree char *rest = fairy_cursor_raw(c, c->end);
    plan->lost = TRUE;
    return fairy_plan_fail(plan, "I don't understand \"%s\".", rest);
}

/* --- commands without arguments --------------------------------------------------------------- */

gboolean fairy_command_help(FairyPlan *plan, FairyCursor *c, int variant)
{
    fairy_plan_say(plan, "I read plain commands, one or several. For example: %s.", examples);
    c->pos = c->end;
    return variant == 0;
}

/* "how many red boxes are there", "list the labels" */
gboolean fairy_command_count(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const tail[] = {
        "are there", "are in the drawing", "do you see", "are here", "is there",
        "exist",     "there are",          NULL};
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_LOCKED);
    fairy_cursor_accept_any(c, tail);
    if (!shapes || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *count = fairy_plan_count(shapes);
    if (variant == 0) {
        fairy_plan_say(plan, "There %s %s.", shapes->len == 1 ? "is" : "are", count);
    } else {
        g_autofree char *titles = fairy_plan_titles(shapes);
        fairy_plan_say(plan, "There %s %s: %s.", shapes->len == 1 ? "is" : "are", count, titles);
    }
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* --- names ------------------------------------------------------------------------------------ */

static void respell(GArray *tokens)
{
    for (guint i = 0; i < tokens->len; i++) {
        FairyToken *token = &g_array_index(tokens, FairyToken, i);
        for (gsize k = 0; token->type == FAIRY_TOKEN_WORD && k < G_N_ELEMENTS(spellings); k++) {
            if (g_str_equal(token->text, spellings[k].said) && !strchr(spellings[k].word, ' ')) {
                g_free(token->text);
                token->text = g_strdup(spellings[k].word);
            }
        }
    }
}

static const Verb *find_verb(FairyCursor *c)
{
    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (fairy_cursor_accept(c, verbs[i].phrase)) {
            return &verbs[i];
        }
    }
    return NULL;
}

static gboolean begins_clause(const FairyToken *tokens, guint i)
{
    return i == 0 || tokens[i - 1].type == FAIRY_TOKEN_STOP ||
           (tokens[i - 1].type == FAIRY_TOKEN_WORD && g_str_equal(tokens[i - 1].text, "then"));
}

/* Whether a single word that is also vocabulary is meant as a name: written just like the label. */
static gboolean is_written_name(const FairyPlan *plan, const char *raw)
{
    if (!g_unichar_isupper(g_utf8_get_char(raw))) {
        return FALSE;
    }
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        if (g_strcmp0(shape->text, raw) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How many tokens from `i` are a label together; 0 when none. */
static guint name_length(const FairyPlan *plan, const char *prompt, const GArray *tokens, guint i)
{
    const FairyToken *all = &g_array_index(tokens, FairyToken, 0);
    FairyCursor c = {prompt, all, i, tokens->len};
    FairyCursor verb = c;
    if (all[i].type != FAIRY_TOKEN_WORD || (begins_clause(all, i) && find_verb(&verb))) {
        return 0;
    }
    for (guint n = MIN(MAX_LABEL_WORDS, tokens->len - i); n > 0; n--) {
        gboolean plain = TRUE;
        for (guint k = i; k < i + n; k++) {
            plain = plain && all[k].type != FAIRY_TOKEN_STOP && !all[k].quoted;
        }
        g_autofree char *raw = plain ? fairy_cursor_raw(&c, i + n) : NULL;
        g_autofree char *folded = raw ? fairy_fold(raw, -1) : NULL;
        gboolean named = folded && g_hash_table_contains(plan->names, folded);
        if (named && (n > 1 || is_written_name(plan, raw))) {
            return n;
        }
    }
    return 0;
}

/* Words that are a shape's label together become one name, so that "Log in" isn't read as "in". */
static void join_names(const FairyPlan *plan, const char *prompt, GArray *tokens)
{
    for (guint i = 0; i < tokens->len; i++) {
        guint n = name_length(plan, prompt, tokens, i);
        if (!n) {
            continue;
        }
        FairyToken *first = &g_array_index(tokens, FairyToken, i);
        gsize end = g_array_index(tokens, FairyToken, i + n - 1).end;
        g_free(first->text);
        first->text = g_strndup(prompt + first->start, end - first->start);
        first->end = end;
        first->type = FAIRY_TOKEN_NAME;
        if (n > 1) {
            g_array_remove_range(tokens, i + 1, n - 1);
        }
    }
}

/* --- clauses ---------------------------------------------------------------------------------- */

/* Whether a clause starts here, after "and" or a comma: a verb with something to act on. */
static gboolean starts_clause(FairyCursor c)
{
    FairyCursor lead = c;
    fairy_cursor_skip(&lead, lead_fillers);
    gboolean led = lead.pos > c.pos;
    const char *raw =
        c.pos < c.end ? c.source + c.tokens[lead.pos < c.end ? lead.pos : c.pos].start : "";
    const Verb *verb = find_verb(&lead);
    if (!verb) {
        return FALSE;
    }
    if (!(verb->flags & VERB_NOUN)) {
        return led || !g_unichar_isupper(g_utf8_get_char(raw)) || !fairy_cursor_at_end(&lead);
    }
    static const char *const objects[] = {
        "the", "all",  "every", "each", "it",         "them",  "these", "those",    "a",
        "an",  "both", "this",  "that", "everything", "their", "its",   "selected", NULL};
    const FairyToken *token = fairy_cursor_peek(&lead, 0);
    return token && (fairy_words_in(fairy_cursor_word(&lead, 0), objects) ||
                     token->type == FAIRY_TOKEN_NAME || token->type == FAIRY_TOKEN_ID);
}

/* The end of the clause that begins at c->pos; *next is where the following one begins. */
static guint clause_end(const FairyCursor *c, guint *next)
{
    for (guint i = c->pos; i < c->end; i++) {
        const FairyToken *token = &c->tokens[i];
        FairyCursor after = {c->source, c->tokens, i + 1, c->end};
        gboolean then = token->type == FAIRY_TOKEN_WORD && g_str_equal(token->text, "then");
        gboolean to_next = then && (g_str_equal(fairy_cursor_word(&after, 0), "to") ||
                                    fairy_cursor_peek(&after, 0) == NULL);
        *next = i + 1;
        if (token->type == FAIRY_TOKEN_STOP || (then && !to_next && i > c->pos)) {
            return i;
        }
        gboolean joint = token->type == FAIRY_TOKEN_COMMA ||
                         (token->type == FAIRY_TOKEN_WORD &&
                          (g_str_equal(token->text, "and") || g_str_equal(token->text, "but") ||
                           g_str_equal(token->text, "also")));
        if (joint && i > c->pos && starts_clause(after)) {
            return i;
        }
    }
    *next = c->end;
    return c->end;
}

/* "Login should be red", "Login should be above X", "Login -> Database", "a box below Login": the
 * verb goes without saying. */
static const Verb *implied_verb(FairyPlan *plan, FairyCursor *c)
{
    static const Verb connect = {"connect", fairy_command_connect, 0, 0};
    static const Verb add = {"add", fairy_command_add, 0, 0};
    static const Verb make = {"make", fairy_command_make, 2, 0};
    static const Verb move = {"move", fairy_command_move, 0, 0};
    for (guint i = c->pos; i < c->end; i++) {
        if (c->tokens[i].type == FAIRY_TOKEN_ARROW) {
            return &connect;
        }
    }
    const char *first = fairy_cursor_word(c, 0);
    gboolean article = g_str_equal(first, "a") || g_str_equal(first, "an") ||
                       g_str_equal(first, "another") ||
                       ((g_str_equal(first, "arrow") || g_str_equal(first, "arrows")) &&
                        (g_str_equal(fairy_cursor_word(c, 1), "from") ||
                         g_str_equal(fairy_cursor_word(c, 1), "between")));
    if (article) {
        return &add;
    }
    FairyCursor try = *c;
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, &try, FAIRY_SELECT_COLOR | FAIRY_SELECT_LOCKED);
    g_clear_pointer(&plan->problem, g_free);
    static const char *const should[] = {"should be",  "must be",       "needs to be",
                                         "need to be", "has to be",     "have to be",
                                         "shall be",   "should become", NULL};
    if (!shapes || fairy_cursor_accept_any(&try, should) < 0) {
        return NULL;
    }
    fairy_plan_remember(plan, shapes);
    c->pos = try.pos;
    FairyRelation relation;
    return fairy_words_relation(&try, &relation) ? &move : &make;
}

static void report(FairyPlan *plan, const FairyCursor *clause)
{
    if (plan->problem) {
        fairy_plan_say(plan, "%s", plan->problem);
    } else {
        g_autofree char *raw = fairy_cursor_raw(clause, clause->end);
        fairy_plan_say(plan, "I don't understand \"%s\".", raw);
        plan->lost = TRUE;
    }
    g_clear_pointer(&plan->problem, g_free);
}

/* Runs the verb once. What a failed try said or planned is taken back. */
static gboolean run_verb(FairyPlan *plan, FairyCursor *c, const Verb *verb)
{
    gsize said = plan->said->len;
    guint made = plan->made->len;
    int actions = cJSON_GetArraySize(plan->actions);
    if (verb->run(plan, c, verb->variant) && !plan->problem) {
        if (made && plan->made->len > made) {
            g_ptr_array_remove_range(plan->made, 0, made);
        }
        return TRUE;
    }
    while (cJSON_GetArraySize(plan->actions) > actions) {
        cJSON_DeleteItemFromArray(plan->actions, actions);
    }
    g_string_truncate(plan->said, said);
    return FALSE;
}

static void skip_joints(FairyCursor *c)
{
    static const char *const words[] = {"and", "but", "also", NULL};
    for (guint before = c->end + 1; before != c->pos;) {
        before = c->pos;
        fairy_cursor_skip(c, words);
        const FairyToken *token = fairy_cursor_peek(c, 0);
        c->pos += token && token->type == FAIRY_TOKEN_COMMA;
    }
}

/* One clause, and what "and" adds to it for the same verb. */
static void run_clause(FairyPlan *plan, FairyCursor c)
{
    fairy_cursor_skip(&c, lead_fillers);
    if (fairy_cursor_at_end(&c)) {
        return;
    }
    FairyCursor whole = c;
    const Verb *verb = find_verb(&c);
    verb = verb ? verb : implied_verb(plan, &c);
    while (verb) {
        guint before = c.pos;
        if (!run_verb(plan, &c, verb)) {
            report(plan, &whole);
            return;
        }
        skip_joints(&c);
        if (fairy_cursor_at_end(&c) || c.pos == before) {
            return;
        }
        whole = c;
        fairy_cursor_skip(&c, lead_fillers);
        const Verb *other = find_verb(&c);
        verb = other ? other : verb;
    }
    report(plan, &whole);
}

void fairy_plan_read(FairyPlan *plan, const char *prompt)
{
    g_autofree char *valid = g_utf8_make_valid(prompt, -1);
    g_autoptr(GArray) tokens = fairy_lex(valid);
    respell(tokens);
    join_names(plan, valid, tokens);
    FairyCursor c = {valid, tokens->len ? &g_array_index(tokens, FairyToken, 0) : NULL, 0,
                     tokens->len};
    while (c.pos < c.end) {
        guint next = c.end;
        guint end = clause_end(&c, &next);
        run_clause(plan, (FairyCursor){c.source, c.tokens, c.pos, end});
        c.pos = next;
    }
    if (plan->lost || !plan->said->len) {
        fairy_plan_say(plan, "I read plain commands, like: %s.", examples);
    }
}
