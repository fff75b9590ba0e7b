/* Faults in what a fairy made, and whether its task may be called done. */
#include "agent/agent_priv.h"

#include <fairy/fence.h>
#include <fairy/limits.h>
#include <svg/compare.h>
#include <svg/journal.h>
#include <svg/lint.h>

#define MAX_FAULTS 20  /* that are told at a time */
#define MAX_FAULT  400 /* bytes of one */

/* What is found is told to a model that reads it; one that goes on has none yet. */
static gboolean is_told(const FairyAgent *agent)
{
    return !agent->model || fairy_model_capabilities(agent->model)->prompt;
}

static void read_flaws(SvgDocument *doc, gpointer data)
{
    GHashTable **flaws = data;
    *flaws = svg_document_lint_keys(doc);
}

void fairy_agent_note_flaws(FairyAgent *agent)
{
    if (is_told(agent)) {
        g_clear_pointer(&agent->flaws, g_hash_table_unref);
        agent->since = svg_document_version(agent->doc);
        agent->flaws = svg_document_lint_keys(agent->doc);
    }
}

/* Who planned a task beyond the page wants what is made there to be there. */
static gboolean is_wanted(const FairyAgent *agent, const SvgLint *lint, const FairyTask *task)
{
    SvgBox page = svg_document_page(agent->doc);
    return (lint->type == SVG_LINT_TEXT_OFF_PAGE || lint->type == SVG_LINT_OFF_PAGE) &&
           svg_box_is_empty(svg_box_intersection(task->box, page));
}

/* --- what is told ----------------------------------------------------------------------------- */

typedef struct {
    FairyAgent *agent;
    const FairyTask *task; /* NULL: it is at none */
    GHashTable *flaws;     /* set of keys: what wasn't right before; NULL: not asked yet */
    GPtrArray *lints;      /* SvgLint: all that are now */
    GPtrArray *known;      /* SvgLint, borrowed: of these what it is told, or was */
    GString *lines;
    guint n;
} Review;

/* Where what was before is: something may have been undone since. */
static guint depth_before(const FairyAgent *agent)
{
    return svg_document_depth_at(agent->doc, agent->since, NULL);
}

/* What was so before is read when it is needed. */
static gboolean was_before(Review *review, const char *key)
{
    FairyAgent *agent = review->agent;
    if (!review->flaws && review->task && agent->flaws) {
        review->flaws = g_hash_table_ref(agent->flaws);
    } else if (!review->flaws) {
        svg_document_visit(agent->doc, depth_before(agent), read_flaws, &review->flaws);
    }
    return !review->flaws || g_hash_table_contains(review->flaws, key);
}

/* What it made is as it made it; what it only changed was perhaps no better before. What its task
 * began with is so for whoever planned the task. */
static gboolean is_own(Review *review, const SvgLint *lint, const char *key)
{
    const FairyAgent *agent = review->agent;
    gboolean made = svg_lint_is_about(lint, agent->created);
    if (!review->task) {
        return made || (svg_lint_is_about(lint, agent->touched) && !was_before(review, key));
    }
    return (made || svg_lint_is_about(lint, review->task->claims)) && !was_before(review, key) &&
           !is_wanted(agent, lint, review->task);
}

/* Each is told once, and again when something was changed since. Takes `key`. */
static gboolean begin_line(Review *review, char *key)
{
    FairyAgent *agent = review->agent;
    gboolean told = g_hash_table_contains(agent->faults, key);
    if (told && !agent->changed) {
        g_free(key);
        return FALSE;
    }
    g_string_append(review->lines, told ? "- still: " : "- ");
    g_hash_table_add(agent->faults, key);
    review->n++;
    return TRUE;
}

static void add_lints(Review *review)
{
    for (guint i = 0; i < review->lints->len && review->n < MAX_FAULTS; i++) {
        const SvgLint *lint = review->lints->pdata[i];
        g_autofree char *key = svg_lint_key(lint);
        if (lint->type == SVG_LINT_MISSING_FONT || !is_own(review, lint, key)) {
            continue;
        }
        g_ptr_array_add(review->known, review->lints->pdata[i]);
        if (begin_line(review, g_steal_pointer(&key))) {
            g_autofree char *line = fairy_fence_line(lint->message, MAX_FAULT);
            g_string_append_printf(review->lines, "%s To mend it: %s\n", line,
                                   svg_lint_fix(lint->type));
        }
    }
}

static gboolean names(const SvgLint *lint, const char *id)
{
    return !id || g_strv_contains((const char *const *)lint->ids, id);
}

/* A fault that it knows says the same of both. */
static gboolean is_said(const Review *review, const SvgWorse *worse)
{
    for (guint i = 0; i < review->known->len; i++) {
        const SvgLint *lint = review->known->pdata[i];
        if (names(lint, worse->first) && names(lint, worse->second)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_by(const FairyAgent *agent, const SvgWorse *worse)
{
    return g_hash_table_contains(agent->touched, worse->first) ||
           (worse->second && g_hash_table_contains(agent->touched, worse->second));
}

/* How things lie to each other now, and didn't. */
static void add_worse(Review *review)
{
    FairyAgent *agent = review->agent;
    g_autoptr(GPtrArray) list = svg_document_worse(agent->doc, depth_before(agent), MAX_FAULTS);
    for (guint i = 0; i < list->len && review->n < MAX_FAULTS; i++) {
        const SvgWorse *worse = list->pdata[i];
        const char *says = svg_worse_says(worse->kind);
        g_autofree char *what =
            g_strdup_printf("%s %s%s%s", worse->first, says, worse->second ? " " : "",
                            worse->second ? worse->second : "");
        if (svg_worse_is_grave(worse->kind) && !svg_worse_is_told(worse->kind) &&
            is_by(agent, worse) && !is_said(review, worse) && begin_line(review, g_strdup(what))) {
            g_autofree char *line = fairy_fence_line(what, MAX_FAULT);
            g_string_append_printf(review->lines, "%s, which wasn't so before. To mend it: %s\n",
                                   line, svg_worse_fix(worse->kind));
        }
    }
}

guint fairy_agent_add_lints(FairyAgent *agent, GString *lines)
{
    int rounds = agent->options.lint_rounds ? agent->options.lint_rounds : FAIRY_MAX_LINT_ROUNDS;
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    gboolean any =
        g_hash_table_size(agent->touched) > 0 || (task && g_hash_table_size(task->claims) > 0);
    if (!any || (int)agent->n_lints >= rounds) {
        return 0;
    }
    g_autoptr(GPtrArray) lints = svg_document_lints(agent->doc, NULL, NULL);
    g_autoptr(GPtrArray) known = g_ptr_array_new();
    Review review = {.agent = agent, .task = task, .lints = lints, .known = known, .lines = lines};
    add_lints(&review);
    add_worse(&review);
    g_clear_pointer(&review.flaws, g_hash_table_unref);
    agent->n_lints += review.n > 0;
    return review.n;
}

/* What speaks against it is told once; then the fairy decides. */
gboolean fairy_agent_may_end_task(gpointer data, GError **error)
{
    FairyAgent *agent = data;
    g_autoptr(GString) why = g_string_new(NULL);
    if (agent->doubted || !is_told(agent)) {
        return TRUE;
    }
    if (!agent->worked) {
        g_string_append(why, "nothing was changed since the task began; do it, or say again that "
                             "it is done where nothing is to do: this is asked once");
    } else if (fairy_agent_add_lints(agent, why) > 0) {
        g_string_prepend(why, "what you did was looked over, and may have faults:\n");
        g_string_append(why, "This is asked once: mend what is wrong, leave what the task wants "
                             "so, and say again that it is done; then it is");
    }
    agent->doubted = why->len > 0;
    if (agent->doubted) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_DOUBT, why->str);
    }
    return !agent->doubted;
}
