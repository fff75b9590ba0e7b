/* From a prompt to commands: names are found, clauses split, verbs looked up. */
#include "offline/offline.h"

#include <string.h>

#define MAX_LABEL_WORDS 12

/* --- names ------------------------------------------------------------------------------------ */

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

/* ".init" begins with a dot that ends no sentence. */
static gboolean begins_name(const FairyToken *tokens, guint i, guint n)
{
    gboolean adjacent = i + 1 < n && tokens[i].end == tokens[i + 1].start;
    return tokens[i].type == FAIRY_TOKEN_WORD || tokens[i].type == FAIRY_TOKEN_NUMBER ||
           (tokens[i].type == FAIRY_TOKEN_STOP && adjacent);
}

/* Figures alone may be lengths. */
static gboolean is_figures(const char *raw)
{
    return raw[strspn(raw, "0123456789 ,.x%-+")] == '\0';
}

/* How many tokens from `i` are a label together; 0 when none. */
static guint name_length(const FairyPlan *plan, const char *prompt, const GArray *tokens, guint i)
{
    const FairyToken *all = &g_array_index(tokens, FairyToken, 0);
    FairyCursor c = {prompt, all, i, tokens->len};
    FairyCursor verb = c;
    if (!begins_name(all, i, tokens->len) || (begins_clause(all, i) && fairy_verb_find(&verb))) {
        return 0;
    }
    for (guint n = MIN(MAX_LABEL_WORDS, tokens->len - i); n > 0; n--) {
        gboolean plain = TRUE;
        for (guint k = i; k < i + n; k++) {
            gboolean inner = k + 1 < i + n && all[k].end == all[k + 1].start;
            plain = plain && (all[k].type != FAIRY_TOKEN_STOP || inner) && !all[k].quoted;
        }
        g_autofree char *raw = plain ? fairy_cursor_raw(&c, i + n) : NULL;
        g_autofree char *folded = raw ? fairy_fold(raw, -1) : NULL;
        gboolean named = folded && g_hash_table_contains(plan->names, folded);
        if (named && (n > 1 ? !is_figures(raw) : is_written_name(plan, raw))) {
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
static gboolean starts_clause(const FairyPlan *plan, FairyCursor c)
{
    FairyCursor lead = c;
    fairy_cursor_skip(&lead, fairy_lead_fillers);
    gboolean led = lead.pos > c.pos;
    const char *raw =
        c.pos < c.end ? c.source + c.tokens[lead.pos < c.end ? lead.pos : c.pos].start : "";
    const FairyVerb *verb = fairy_verb_find(&lead);
    if (!verb) {
        return FALSE;
    }
    gboolean name =
        lead.pos == c.pos + 1 && g_hash_table_contains(plan->names, c.tokens[c.pos].text);
    if (!(verb->flags & FAIRY_VERB_NOUN) && !name) {
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
static guint clause_end(const FairyPlan *plan, const FairyCursor *c, guint *next)
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
        if (joint && i > c->pos && starts_clause(plan, after)) {
            return i;
        }
    }
    *next = c->end;
    return c->end;
}

/* "Login should be red", "Login should be above X", "Login -> Database", "a box below Login": the
 * verb goes without saying. */
static const FairyVerb *implied_verb(FairyPlan *plan, FairyCursor *c)
{
    static const FairyVerb connect = {"connect", fairy_command_connect, 0, 0};
    static const FairyVerb add = {"add", fairy_command_add, 0, 0};
    static const FairyVerb make = {"make", fairy_command_make, 2, 0};
    static const FairyVerb move = {"move", fairy_command_move, 0, 0};
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
    static const char *const wishes[] = {"get",    "have",   "i want",  "i'd like", "i would like",
                                         "i need", "to get", "to have", NULL};
    FairyCursor try = *c;
    gboolean wish = fairy_cursor_accept_any(&try, wishes) >= 0;
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, &try, FAIRY_SELECT_COLOR | FAIRY_SELECT_LOCKED);
    g_clear_pointer(&plan->problem, g_free);
    static const char *const should[] = {"should be",  "must be",       "needs to be",
                                         "need to be", "has to be",     "have to be",
                                         "shall be",   "should become", NULL};
    FairyCursor bare = try;
    const FairyVerb *does =
        shapes && fairy_cursor_accept(&bare, "should") ? fairy_verb_find(&bare) : NULL;
    if (does) { /* "A and B should swap places" */
        fairy_plan_remember(plan, shapes);
        c->pos = bare.pos;
        return does;
    }
    gboolean said = shapes && fairy_cursor_accept_any(&try, should) >= 0;
    const FairyVerb *done = shapes && (said || wish) ? fairy_verb_find_done(&try) : NULL;
    if (!said && !done) {
        return NULL;
    }
    fairy_plan_remember(plan, shapes);
    c->pos = try.pos;
    if (done) {
        return done;
    }
    FairyRelation relation;
    return fairy_words_relation(&try, &relation) ? &move : &make;
}

static void report(FairyPlan *plan, const FairyCursor *clause)
{
    char *problem = g_steal_pointer(&plan->problem);
    if (!problem) {
        g_autofree char *raw = fairy_cursor_raw(clause, clause->end);
        problem = g_strdup_printf("I don't understand \"%s\".", raw);
        plan->lost = TRUE;
    }
    g_ptr_array_add(plan->refused, problem);
}

static void take_back(FairyPlan *plan, int actions, gsize said)
{
    while (cJSON_GetArraySize(plan->actions) > actions) {
        cJSON_DeleteItemFromArray(plan->actions, cJSON_GetArraySize(plan->actions) - 1);
    }
    g_string_truncate(plan->said, said);
}

/* Runs the verb once. What a failed try said or planned is taken back. */
static gboolean run_verb(FairyPlan *plan, FairyCursor *c, const FairyVerb *verb)
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
    take_back(plan, actions, said);
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

/* What the clause says is told if all of it comes true: it was all or nothing. */
static void claim(FairyPlan *plan, const FairyCursor *clause, int actions)
{
    guint first = (guint)actions, end = (guint)cJSON_GetArraySize(plan->actions);
    if (plan->said->len) {
        FairyStatement made = {.text = g_strdup(plan->said->str),
                               .clause = fairy_cursor_raw(clause, clause->end),
                               .first = first < end ? first : 0,
                               .end = first < end ? end : 0};
        g_array_append_val(plan->claims, made);
    }
    g_string_truncate(plan->said, 0);
}

/* One clause, and what "and" adds to it for the same verb: all of it or nothing. FALSE when it had
 * begun: the plan's shapes aren't what they will be, then. */
static gboolean run_clause(FairyPlan *plan, FairyCursor c)
{
    fairy_cursor_skip(&c, fairy_lead_fillers);
    if (fairy_cursor_at_end(&c)) {
        return TRUE;
    }
    const FairyCursor clause = c;
    FairyCursor whole = c;
    int actions = cJSON_GetArraySize(plan->actions);
    const FairyVerb *verb = fairy_verb_find(&c);
    verb = verb ? verb : implied_verb(plan, &c);
    while (verb) {
        guint before = c.pos;
        if (!run_verb(plan, &c, verb)) {
            gboolean begun = cJSON_GetArraySize(plan->actions) > actions;
            take_back(plan, actions, 0);
            report(plan, &whole);
            return !begun;
        }
        skip_joints(&c);
        FairyCursor rest = c;
        fairy_cursor_skip(&rest, fairy_lead_fillers);
        fairy_cursor_skip(&rest, fairy_tail_fillers);
        if (fairy_cursor_at_end(&rest) || c.pos == before) {
            claim(plan, &clause, actions);
            return TRUE;
        }
        whole = c;
        fairy_cursor_skip(&c, fairy_lead_fillers);
        const FairyVerb *other = fairy_verb_find(&c);
        verb = other ? other : verb;
    }
    report(plan, &whole);
    return TRUE;
}

void fairy_plan_begin(FairyPlan *plan, const char *prompt)
{
    g_free(plan->prompt);
    g_clear_pointer(&plan->tokens, g_array_unref);
    plan->prompt = g_utf8_make_valid(prompt, -1);
    plan->tokens = fairy_lex(plan->prompt);
    plan->pos = 0;
    fairy_respell(plan, plan->tokens);
    join_names(plan, plan->prompt, plan->tokens);
    plan->lost = plan->lost || !plan->tokens->len;
}

static void give_examples(FairyPlan *plan)
{
    FairyStatement said = {.text =
                               g_strdup_printf("I read plain commands, like: %s.", fairy_examples)};
    g_array_append_val(plan->claims, said);
    plan->lost = FALSE;
}

gboolean fairy_plan_next(FairyPlan *plan)
{
    FairyCursor c = {plan->prompt, (const FairyToken *)(gpointer)plan->tokens->data, plan->pos,
                     plan->tokens->len};
    if (fairy_cursor_at_end(&c)) {
        if (plan->lost) {
            give_examples(plan);
        }
        return FALSE;
    }
    guint next = c.end;
    guint end = clause_end(plan, &c, &next);
    gboolean good = run_clause(plan, (FairyCursor){c.source, c.tokens, c.pos, end});
    c.pos = next;
    if (!good && c.pos < c.end) {
        g_autofree char *rest = fairy_cursor_raw(&c, c.end);
        g_ptr_array_add(plan->refused, g_strdup_printf("So I left out \"%s\".", rest));
        c.pos = c.end;
    }
    plan->pos = c.pos;
    return TRUE;
}

void fairy_plan_read(FairyPlan *plan, const char *prompt)
{
    fairy_plan_begin(plan, prompt);
    while (fairy_plan_next(plan)) {
    }
}
