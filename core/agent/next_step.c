/* What follows a whole answer: a row of the table of modes says what is looked at. */
#include "agent/agent_priv.h"
#include "base/quote.h"

#include <fairy/fence.h>
#include <fairy/limits.h>
#include <svg/lint.h>

#include <stdlib.h>
#include <string.h>

#define MAX_FAULTS 20  /* that are told at a time */
#define MAX_FAULT  400 /* bytes of one */

/* Why it is asked again. */
typedef struct {
    GString *text;   /* sentences of the program, a line each */
    GString *quoted; /* lines that have words of others */
} Why;

static const char go_on[] =
    "Go on with what the person asked for. When it is done, say so with one "
    "message and ask for nothing more.";

/* --- what the answer asked for ---------------------------------------------------------------- */

static gboolean has_asked(const FairyAgent *agent)
{
    return fairy_executor_follow_ups(agent->executor)->len > 0;
}

static void add_line(GString *lines, const char *line)
{
    if (line) {
        g_string_append_printf(lines, "%s\n", line);
    }
}

static void add_asked(const FairyAgent *agent, Why *why)
{
    const GPtrArray *asked = fairy_executor_follow_ups(agent->executor);
    for (guint i = 0; i < asked->len; i++) {
        const FairyFollowUp *one = asked->pdata[i];
        add_line(why->text, one->message);
        add_line(why->quoted, one->quoted);
    }
}

static void add_todos(const FairyAgent *agent, Why *why)
{
    guint left = fairy_todos_left(agent->todos);
    if (left > 0) {
        g_string_append_printf(why->text,
                               "%u of your list of things to do %s open: do it, or take off "
                               "what isn't needed any more.\n",
                               left, left == 1 ? "is" : "are");
    }
}

/* --- faults of what was made ------------------------------------------------------------------ */

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

static gboolean is_own(const FairyAgent *agent, const SvgLint *lint)
{
    for (guint i = 0; lint->ids[i]; i++) {
        if (g_hash_table_contains(agent->created, lint->ids[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

guint fairy_agent_add_lints(FairyAgent *agent, GString *lines)
{
    int rounds = agent->options.lint_rounds ? agent->options.lint_rounds : FAIRY_MAX_LINT_ROUNDS;
    guint n = 0;
    if (g_hash_table_size(agent->created) == 0 || (int)agent->n_lints >= rounds) {
        return 0;
    }
    g_autoptr(GPtrArray) lints = svg_document_lints(agent->doc, NULL, NULL);
    for (guint i = 0; i < lints->len && n < MAX_FAULTS; i++) {
        const SvgLint *lint = lints->pdata[i];
        g_autofree char *key = fault_key(lint);
        gboolean told = g_hash_table_contains(agent->faults, key);
        if (lint->type != SVG_LINT_MISSING_FONT && is_own(agent, lint) &&
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

static void add_faults(FairyAgent *agent, Why *why)
{
    guint n = fairy_agent_add_lints(agent, why->quoted);
    if (n > 0) {
        g_string_append_printf(why->text,
                               "What you made was looked over, and may have %s. Mend what a person "
                               "would call wrong, and leave the rest as it is.\n",
                               n == 1 ? "a fault" : "faults");
    }
}

/* --- what was refused ------------------------------------------------------------------------- */

/* Most of it can be done in another way, by who knows why it was refused. */
static void add_refused(FairyAgent *agent, Why *why)
{
    agent->n_corrections = agent->n_refused > 0 ? agent->n_corrections : 0;
    if (agent->n_refused > 0 && why->text->len == 0 &&
        agent->n_corrections < FAIRY_MAX_CORRECTIONS) {
        agent->n_corrections++;
        agent->optional = TRUE;
        g_string_append_printf(why->text,
                               "%u of your actions %s refused; the others are done. Do what %s "
                               "meant for in a way that can be done, or say why it can't be.\n",
                               agent->n_refused, agent->n_refused == 1 ? "was" : "were",
                               agent->n_refused == 1 ? "it was" : "they were");
    }
}

/* --- the ends --------------------------------------------------------------------------------- */

static void end_one_shot(FairyAgent *agent, Why *why)
{
    add_todos(agent, why);
    if (why->text->len > 0 || has_asked(agent)) {
        g_string_append(why->text, go_on);
    } else {
        add_faults(agent, why);
        agent->optional = why->text->len > 0;
    }
}

/* A line for each; how many. */
static guint open_tasks(const FairyAgent *agent, const char *project, GString *lines)
{
    const GPtrArray *tasks = fairy_projects_tasks(agent->projects);
    guint n = 0;
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        gboolean ours = project ? g_strcmp0(task->project, project) == 0
                                : !task->project && g_strcmp0(task->fairy, agent->name) == 0;
        if (ours && !fairy_task_has_ended(task)) {
            g_autofree char *id = fairy_quote(task->id);
            g_string_append_printf(lines, "task %s\n", id);
            n++;
        }
    }
    return n;
}

static void end_solo(FairyAgent *agent, Why *why)
{
    guint n = open_tasks(agent, NULL, why->quoted);
    if (n > 0) {
        g_string_append_printf(why->text, "%u of your tasks %s open. Start one with start-task.\n",
                               n, n == 1 ? "is" : "are");
    }
}

static void end_work(FairyAgent *agent, Why *why)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    if (!task) {
        return;
    }
    add_todos(agent, why);
    g_autofree char *id = fairy_quote(task->id);
    g_string_append(why->text, "You are at a task. Go on with it; when it is done, say so with "
                               "mark-task-done.\n");
    g_string_append_printf(why->quoted, "task %s\n", id);
}

/* A leader that waits while somebody works is at rest until it is told. */
static void end_lead(FairyAgent *agent, Why *why)
{
    const FairyProject *project = fairy_projects_of(agent->projects, agent->name);
    if (!project || fairy_project_is_over(project)) {
        return;
    }
    gboolean stalled = fairy_projects_is_stalled(agent->projects, project->id);
    gboolean waits = fairy_projects_is_waiting(agent->projects, agent->name);
    if (waits && !stalled && !has_asked(agent)) {
        fairy_agent_set_mode(agent, fairy_mode(agent->mode)->waiting);
        return;
    }
    guint n = open_tasks(agent, project->id, why->quoted);
    if (n == 0) {
        g_string_append(why->text,
                        "No task of the project is open. End the project if all is as it "
                        "was asked, or create what is missing.\n");
    } else {
        g_string_append_printf(why->text,
                               "%u %s of the project %s open%s. Go on until each has ended, and "
                               "then end the project.\n",
                               n, n == 1 ? "task" : "tasks", n == 1 ? "is" : "are",
                               stalled ? ", and nobody is at one" : "");
    }
}

static void (*const ends[])(FairyAgent *agent, Why *why) = {
    [FAIRY_END_ONE_SHOT] = end_one_shot,
    [FAIRY_END_SOLO] = end_solo,
    [FAIRY_END_WORK] = end_work,
    [FAIRY_END_LEAD] = end_lead,
};

/* --- going on --------------------------------------------------------------------------------- */

/* A model that asks on and does nothing would do so for ever. */
static void give_up(FairyAgent *agent)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    fairy_agent_warn(agent,
                     "the model isn't asked again: its last %u answers asked to go on, and changed "
                     "nothing",
                     agent->n_idle);
    if (task) {
        fairy_projects_set_state(agent->projects, task->id, FAIRY_TASK_FAILED,
                                 "the fairy asked to go on, and changed nothing");
    }
    fairy_agent_set_mode(agent, FAIRY_MODE_IDLING);
    fairy_agent_end(agent, NULL);
}

static void rest_idle(FairyAgent *agent)
{
    if (fairy_mode(agent->mode)->active) {
        fairy_agent_set_mode(agent, FAIRY_MODE_IDLING);
    }
    fairy_agent_finish(agent, NULL);
}

/* What the program has to say of this answer; without text: nothing. */
static void add_reasons(FairyAgent *agent, Why *why)
{
    FairyModeEnd end = fairy_mode(agent->mode)->end;
    add_asked(agent, why);
    if (end != FAIRY_END_NOTHING) {
        ends[end](agent, why);
    }
    if (has_asked(agent) && why->text->len == 0) {
        g_string_append(why->text, go_on);
    }
    add_refused(agent, why);
}

static void remind(FairyAgent *agent, const Why *why)
{
    const char *quoted = why->quoted->len > 0 ? why->quoted->str : NULL;
    fairy_agent_remind(agent, SVG_BOX_EMPTY, why->text->str, quoted);
}

void fairy_agent_after_answer(FairyAgent *agent)
{
    guint64 token = agent->token;
    if (!fairy_agent_enter_pending_mode(agent)) {
        return;
    }
    if (!fairy_model_capabilities(agent->model)->prompt && g_queue_is_empty(&agent->mailbox)) {
        rest_idle(agent);
        return;
    }
    agent->optional = FALSE;
    gboolean said = !g_queue_is_empty(&agent->mailbox);
    g_autoptr(GString) text = g_string_new(NULL), quoted = g_string_new(NULL);
    Why why = {text, quoted};
    if (!said) {
        add_reasons(agent, &why);
    }
    if (token != agent->token) {
        return;
    }
    agent->n_idle = said || agent->changed ? 0 : agent->n_idle + 1;
    if (!said && text->len == 0) {
        rest_idle(agent);
    } else if (agent->n_idle > FAIRY_MAX_IDLE_ANSWERS) {
        give_up(agent);
    } else {
        if (!said) {
            remind(agent, &why);
        }
        fairy_agent_schedule_request(agent, FALSE, 0);
    }
}
