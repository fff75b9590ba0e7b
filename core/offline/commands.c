/* From a prompt to commands: names are found, clauses split, verbs looked up. */
#include "offline/each.h"
#include "offline/twins.h"

#include <string.h>

#define MAX_LABEL_WORDS 12
#define MAX_TOLD_PARTS  12 /* of what was done in each */

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
    for (guint i = c->pos + fairy_each_length(plan, c); i < c->end; i++) {
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

/* Why the clause can't be done; the caller's. */
static char *steal_problem(FairyPlan *plan, const FairyCursor *clause)
{
    char *problem = g_steal_pointer(&plan->problem);
    if (!problem) {
        g_autofree char *raw = fairy_cursor_raw(clause, clause->end);
        problem = g_strdup_printf("I don't understand \"%s\".", raw);
        plan->lost = TRUE;
    }
    return problem;
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
    g_autoptr(FairyTwins) twins = fairy_twins_note(plan);
    if (verb->run(plan, c, verb->variant) && !plan->problem) {
        fairy_twins_follow(plan, twins, (guint)actions);
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

/* One clause, and what "and" adds to it for the same verb: all of it or nothing. NULL, or why not;
 * the caller's. `begun`: some of it had been done; the plan's shapes aren't what they will be,
 * then. */
static char *do_clause(FairyPlan *plan, FairyCursor c, gboolean *begun)
{
    FairyCursor whole = c;
    gsize said = plan->said->len;
    int actions = cJSON_GetArraySize(plan->actions);
    const FairyVerb *verb = fairy_verb_find(&c);
    verb = verb ? verb : implied_verb(plan, &c);
    while (verb) {
        guint before = c.pos;
        if (!run_verb(plan, &c, verb)) {
            *begun = *begun || cJSON_GetArraySize(plan->actions) > actions;
            take_back(plan, actions, said);
            return steal_problem(plan, &whole);
        }
        skip_joints(&c);
        FairyCursor rest = c;
        fairy_cursor_skip(&rest, fairy_lead_fillers);
        fairy_cursor_skip(&rest, fairy_tail_fillers);
        if (fairy_cursor_at_end(&rest) || c.pos == before) {
            return NULL;
        }
        whole = c;
        fairy_cursor_skip(&c, fairy_lead_fillers);
        const FairyVerb *other = fairy_verb_find(&c);
        verb = other ? other : verb;
    }
    return steal_problem(plan, &whole);
}

/* --- in each part of the drawing -------------------------------------------------------------- */

/* What was done in one part. */
typedef struct {
    const char *title;
    char *said;
} PartSaid;

static void clear_part_said(gpointer data)
{
    g_free(((PartSaid *)data)->said);
}

/* "Column 1: Numbered 2 boxes. Column 2: …", or at once where it is the same in all. */
static void say_parts(FairyPlan *plan, const FairyEach *each, const GArray *parts)
{
    const PartSaid *all = (const PartSaid *)(gconstpointer)parts->data;
    gboolean same = parts->len > 1;
    for (guint i = 1; i < parts->len; i++) {
        same = same && g_str_equal(all[i].said, all[0].said);
    }
    if (same) {
        fairy_plan_say(plan, "In each of %u %s: %s", parts->len, each->many, all[0].said);
        return;
    }
    for (guint i = 0; i < MIN(parts->len, MAX_TOLD_PARTS); i++) {
        g_autofree char *first = g_utf8_strup(all[i].title, 1);
        fairy_plan_say(plan, "%s%s: %s", first, all[i].title + 1, all[i].said);
    }
    if (parts->len > MAX_TOLD_PARTS) {
        fairy_plan_say(plan, "And so on in %u more %s.", parts->len - MAX_TOLD_PARTS, each->many);
    }
}

/* What the part's own sentences are, taken from what is said of the clause. */
static char *take_said(FairyPlan *plan, gsize from)
{
    const char *text = plan->said->str + from;
    char *said = g_strdup(*text == ' ' ? text + 1 : text);
    g_string_truncate(plan->said, from);
    return said;
}

/* A part that has nothing of what is meant is left out; one where it can't be done is told of. */
static char *do_in_each(FairyPlan *plan, const FairyCursor *clause, const FairyEach *each,
                        gboolean *begun)
{
    const FairyCursor rest = {clause->source, (const FairyToken *)(gconstpointer)each->rest->data,
                              0, each->rest->len};
    g_autoptr(GArray) done = g_array_new(FALSE, FALSE, sizeof(PartSaid));
    g_array_set_clear_func(done, clear_part_said);
    g_autoptr(GPtrArray) failed = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) last = g_ptr_array_new();
    g_autoptr(GPtrArray) before = g_ptr_array_new();
    const gboolean selected = plan->selected;
    g_ptr_array_extend(before, plan->last, NULL, NULL);
    g_autofree char *nothing = NULL;
    for (guint i = 0; i < each->parts->len && !*begun; i++) {
        const FairyPart *part = each->parts->pdata[i];
        gsize said = plan->said->len;
        plan->within = part->members;
        plan->elsewhere = FALSE;
        fairy_plan_remember(plan, before); /* "them" are the same in each */
        plan->selected = selected;
        g_autofree char *problem = do_clause(plan, rest, begun);
        plan->within = NULL;
        PartSaid one = {part->title, take_said(plan, said)};
        if (!problem) {
            g_array_append_val(done, one);
            g_ptr_array_extend(last, plan->last, NULL, NULL);
            continue;
        }
        g_free(one.said);
        if (plan->elsewhere && !nothing) {
            nothing = g_steal_pointer(&problem);
        } else if (!plan->elsewhere) {
            g_ptr_array_add(failed, done->len ? g_strdup_printf("In %s: %s", part->title, problem)
                                              : g_steal_pointer(&problem));
        }
    }
    if (*begun || !done->len) {
        return g_strdup(failed->len ? (const char *)failed->pdata[failed->len - 1] : nothing);
    }
    say_parts(plan, each, done);
    fairy_plan_remember(plan, last);
    g_ptr_array_extend_and_steal(plan->refused, g_steal_pointer(&failed));
    return NULL;
}

/* FALSE when the clause had begun, and couldn't be done. */
static gboolean run_clause(FairyPlan *plan, FairyCursor c)
{
    fairy_cursor_skip(&c, fairy_lead_fillers);
    if (fairy_cursor_at_end(&c)) {
        return TRUE;
    }
    gboolean begun = FALSE;
    int actions = cJSON_GetArraySize(plan->actions);
    g_autoptr(FairyEach) each = fairy_each_read(plan, &c);
    char *problem = each && plan->problem ? steal_problem(plan, &c)
                    : each                ? do_in_each(plan, &c, each, &begun)
                                          : do_clause(plan, c, &begun);
    if (problem) {
        take_back(plan, actions, 0);
        g_ptr_array_add(plan->refused, problem);
        return !begun;
    }
    g_ptr_array_add(plan->done, fairy_cursor_raw(&c, c.end));
    claim(plan, &c, actions);
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
