/* Faults in what a fairy made, and whether its task may be called done. */
#include "agent/agent_priv.h"

#include <fairy/fence.h>
#include <fairy/limits.h>
#include <svg/lint.h>

#include <stdlib.h>
#include <string.h>

#define MAX_FAULTS 20  /* that are told at a time */
#define MAX_FAULT  400 /* bytes of one */

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The same in whatever order things lie. */
static char *fault_key(const SvgLint *lint)
{
    g_auto(GStrv) sorted = g_strdupv(lint->ids);
    qsort(sorted, g_strv_length(sorted), sizeof *sorted, by_name);
    g_autofree char *ids = g_strjoinv(" ", sorted);
    return g_strconcat(svg_lint_name(lint->type), " ", ids, NULL);
}

static gboolean is_about(const SvgLint *lint, GHashTable *ids)
{
    for (guint i = 0; lint->ids[i]; i++) {
        if (g_hash_table_contains(ids, lint->ids[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What is found is told to a model that reads it; one that goes on has none yet. */
static gboolean is_told(const FairyAgent *agent)
{
    return !agent->model || fairy_model_capabilities(agent->model)->prompt;
}

void fairy_agent_note_flaws(FairyAgent *agent)
{
    if (!is_told(agent)) {
        return;
    }
    g_clear_pointer(&agent->flaws, g_hash_table_unref);
    agent->flaws = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) lints = svg_document_lints(agent->doc, NULL, NULL);
    for (guint i = 0; i < lints->len; i++) {
        g_hash_table_add(agent->flaws, fault_key(lints->pdata[i]));
    }
}

/* Who planned a task beyond the page wants what is made there to be there. */
static gboolean is_wanted(const FairyAgent *agent, const SvgLint *lint, const FairyTask *task)
{
    SvgBox page = svg_document_page(agent->doc);
    return lint->type == SVG_LINT_TEXT_OFF_PAGE &&
           svg_box_is_empty(svg_box_intersection(task->box, page));
}

/* What it made is as it made it; what it only changed was perhaps no better before. What its task
 * began with is so for whoever planned the task. */
static gboolean is_own(const FairyAgent *agent, const SvgLint *lint, const char *key)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    gboolean made = is_about(lint, agent->created);
    if (!task || !agent->flaws) {
        return made;
    }
    return (made || is_about(lint, task->claims)) && !g_hash_table_contains(agent->flaws, key) &&
           !is_wanted(agent, lint, task);
}

static gboolean has_done_something(const FairyAgent *agent)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    return g_hash_table_size(agent->created) > 0 || (task && g_hash_table_size(task->claims) > 0);
}

guint fairy_agent_add_lints(FairyAgent *agent, GString *lines)
{
    int rounds = agent->options.lint_rounds ? agent->options.lint_rounds : FAIRY_MAX_LINT_ROUNDS;
    guint n = 0;
    if (!has_done_something(agent) || (int)agent->n_lints >= rounds) {
        return 0;
    }
    g_autoptr(GPtrArray) lints = svg_document_lints(agent->doc, NULL, NULL);
    for (guint i = 0; i < lints->len && n < MAX_FAULTS; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *key = fault_key(lint);
        gboolean told = g_hash_table_contains(agent->faults, key);
        if (lint->type != SVG_LINT_MISSING_FONT && is_own(agent, lint, key) &&
            (!told || agent->changed)) {
            g_autofree char *line = fairy_fence_line(lint->message, MAX_FAULT);
            g_string_append_printf(lines, "- %s%s To mend it: %s\n", told ? "still: " : "", line,
                                   svg_lint_fix(lint->type));
            g_hash_table_add(agent->faults, g_steal_pointer(&key));
            n++;
        }
    }
    agent->n_lints += n > 0;
    return n;
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
