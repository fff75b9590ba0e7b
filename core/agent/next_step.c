/* What a decision rests on, and how its reasons are told. */
#include "agent/agent_priv.h"
#include "base/quote.h"

#include <fairy/fence.h>
#include <fairy/limits.h>

/* --- facts ------------------------------------------------------------------------------------ */

/* The project that it leads, or does a task of; NULL when that is over. */
static const FairyProject *open_project(const FairyAgent *agent)
{
    const FairyProject *project = fairy_projects_of(agent->projects, agent->name);
    return project && !fairy_project_is_over(project) ? project : NULL;
}

/* Of the project, or without one of its own. */
static gboolean is_open(const FairyAgent *agent, const FairyProject *project, const FairyTask *task)
{
    gboolean ours = project ? g_strcmp0(task->project, project->id) == 0
                            : !task->project && g_strcmp0(task->fairy, agent->name) == 0;
    return ours && !fairy_task_has_ended(task);
}

static guint n_open_tasks(const FairyAgent *agent, const FairyProject *project)
{
    const GPtrArray *tasks = fairy_projects_tasks(agent->projects);
    guint n = 0;
    for (guint i = 0; i < tasks->len; i++) {
        n += is_open(agent, project, tasks->pdata[i]);
    }
    return n;
}

static void add_asked_facts(const FairyAgent *agent, FairyFacts *facts)
{
    const GPtrArray *asked = fairy_executor_follow_ups(agent->executor);
    facts->asked = asked->len > 0;
    for (guint i = 0; i < asked->len; i++) {
        facts->asked_words |= ((const FairyFollowUp *)asked->pdata[i])->message != NULL;
    }
}

static void add_project_facts(const FairyAgent *agent, FairyFacts *facts)
{
    const FairyProject *project =
        fairy_mode(agent->mode)->end == FAIRY_END_LEAD ? open_project(agent) : NULL;
    facts->at_task = fairy_projects_task_of(agent->projects, agent->name) != NULL;
    facts->leads = project != NULL;
    facts->waits = project && fairy_projects_is_waiting(agent->projects, agent->name);
    facts->stalled = project && fairy_projects_is_stalled(agent->projects, project->id);
    facts->n_tasks = n_open_tasks(agent, project);
}

FairyFacts fairy_agent_facts(const FairyAgent *agent, FairyAnswerEnd answer)
{
    const FairyCapabilities *capabilities = fairy_model_capabilities(agent->model);
    FairyFacts facts = {.answer = answer,
                        .api_error = &agent->api_error,
                        .random = answer == FAIRY_ANSWER_FAULT ? g_random_double() : 0,
                        .n_actions = agent->results->len,
                        .n_refused = agent->n_refused,
                        .changed = agent->changed,
                        .awaits = agent->awaits,
                        .mode = agent->mode,
                        .reads_prompts = capabilities->prompt,
                        .instant = capabilities->instant,
                        .said = !g_queue_is_empty((GQueue *)&agent->mailbox),
                        .n_todos = fairy_todos_left(agent->todos),
                        .n_faults = FAIRY_NOT_REVIEWED,
                        .counts = agent->counts};
    if (answer == FAIRY_ANSWER_WHOLE) {
        add_asked_facts(agent, &facts);
        add_project_facts(agent, &facts);
    }
    return facts;
}

/* --- reasons ---------------------------------------------------------------------------------- */

static void add_line(GString *lines, const char *line)
{
    if (line) {
        g_string_append_printf(lines, "%s\n", line);
    }
}

/* Which picture shows what. */
static void say_areas(const FairyAgent *agent, GString *text)
{
    g_autoptr(GArray) areas = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    guint n = fairy_agent_read_areas(agent, areas);
    if (n < 2 || !fairy_model_capabilities(agent->model)->images) {
        return;
    }
    if (n > FAIRY_MAX_PICTURES) {
        g_string_append_printf(text,
                               "These are %u areas, and at most %d are drawn one by one: the one "
                               "picture shows all of them together.\n",
                               n, FAIRY_MAX_PICTURES);
    } else {
        g_string_append(text, "Each of these areas has a picture of its own, which is named by its "
                              "box; the list has the shapes of all of them.\n");
    }
}

static void say_asked(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)facts;
    const GPtrArray *asked = fairy_executor_follow_ups(agent->executor);
    for (guint i = 0; i < asked->len; i++) {
        add_line(why->text, ((const FairyFollowUp *)asked->pdata[i])->message);
    }
    say_areas(agent, why->text);
}

static void say_todos(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)agent;
    guint left = facts->n_todos;
    g_string_append_printf(why->text,
                           "%u of your list of things to do %s open: do it, or take off "
                           "what isn't needed any more.\n",
                           left, left == 1 ? "is" : "are");
}

static void say_faults(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)agent;
    g_string_append_printf(why->text,
                           "What you did was looked over, and may have %s. Mend what a person "
                           "would call wrong, and leave the rest as it is.\n",
                           facts->n_faults == 1 ? "a fault" : "faults");
}

/* A line for each that is open. */
static void quote_tasks(const FairyAgent *agent, const FairyProject *project, GString *lines)
{
    const GPtrArray *tasks = fairy_projects_tasks(agent->projects);
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (is_open(agent, project, task)) {
            g_autofree char *id = fairy_quote(task->id);
            g_string_append_printf(lines, "task %s\n", id);
        }
    }
}

static void say_tasks(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    guint n = facts->n_tasks;
    quote_tasks(agent, NULL, why->quoted);
    g_string_append_printf(why->text, "%u of your tasks %s open. Start one with start-task.\n", n,
                           n == 1 ? "is" : "are");
}

static void say_at_task(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)facts;
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    g_autofree char *id = fairy_quote(task->id);
    g_string_append(why->text, "You are at a task. Go on with it; when it is done, say so with "
                               "mark-task-done.\n");
    g_string_append_printf(why->quoted, "task %s\n", id);
}

static void say_project_tasks(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    guint n = facts->n_tasks;
    quote_tasks(agent, open_project(agent), why->quoted);
    g_string_append_printf(why->text,
                           "%u %s of the project %s open%s. Go on until each has ended, and "
                           "then end the project.\n",
                           n, n == 1 ? "task" : "tasks", n == 1 ? "is" : "are",
                           facts->stalled ? ", and nobody is at one" : "");
}

static void say_project_open(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)agent, (void)facts;
    g_string_append(why->text, "No task of the project is open. End the project if all is as it "
                               "was asked, or create what is missing.\n");
}

/* Something, since they asked. */
static gboolean has_told_person(const FairyAgent *agent)
{
    const GPtrArray *items = fairy_memory_items(agent->memory);
    for (guint i = items->len; i-- > 0;) {
        const FairyMemoryItem *item = items->pdata[i];
        if (item->kind == FAIRY_MEMORY_PROMPT && item->source == FAIRY_SOURCE_USER) {
            return FALSE;
        }
        if (item->kind == FAIRY_MEMORY_ACTION && g_str_equal(item->type, "message") &&
            item->status != FAIRY_REFUSED) {
            return TRUE;
        }
    }
    return FALSE;
}

static void say_go_on(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)facts;
    g_string_append(why->text, "Go on with what the person asked for. ");
    g_string_append(why->text,
                    has_told_person(agent)
                        ? "You have told the person already: say more only where something became "
                          "different. If nothing is left to do, answer {\"actions\":[]}."
                        : "When it is done, say so with one message and ask for nothing more.");
}

static void say_refused(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)agent;
    guint n = facts->n_refused;
    g_string_append_printf(why->text,
                           "%u of your actions %s refused; the others are done. Do what %s "
                           "meant for in a way that can be done, or say why it can't be.\n",
                           n, n == 1 ? "was" : "were", n == 1 ? "it was" : "they were");
}

static void say_unread(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)facts;
    g_autofree char *line = fairy_fence_line(agent->unread->message, FAIRY_SHOWN_DETAIL_BYTES);
    g_string_append(why->text,
                    "Your answer can't be read. What came before that is done. Answer with one "
                    "JSON object, {\"actions\":[…]}, and nothing around it; go on with what is "
                    "left. What is wrong with it:");
    g_string_append(why->quoted, line);
}

static void say_cut(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why)
{
    (void)agent;
    g_string_append_printf(why->text,
                           "Your answer was cut off after action %u. The actions up to it are "
                           "done; the drawing below is as they left it. Go on with what is left, "
                           "and don't repeat them.",
                           facts->n_actions);
}

/* What an answer asked for may have lines to quote also where there is nothing to say of it. */
static void quote_asked(const FairyAgent *agent, GString *lines)
{
    const GPtrArray *asked = fairy_executor_follow_ups(agent->executor);
    for (guint i = 0; i < asked->len; i++) {
        add_line(lines, ((const FairyFollowUp *)asked->pdata[i])->quoted);
    }
}

void fairy_agent_add_reasons(const FairyAgent *agent, const FairyFacts *facts, guint reasons,
                             FairyWhy *why)
{
    static const struct {
        FairyReason reason;
        void (*say)(const FairyAgent *agent, const FairyFacts *facts, FairyWhy *why);
    } words[] = {
        {FAIRY_REASON_ASKED, say_asked},
        {FAIRY_REASON_TODOS, say_todos},
        {FAIRY_REASON_TASKS, say_tasks},
        {FAIRY_REASON_AT_TASK, say_at_task},
        {FAIRY_REASON_PROJECT_TASKS, say_project_tasks},
        {FAIRY_REASON_PROJECT_OPEN, say_project_open},
        {FAIRY_REASON_GO_ON, say_go_on},
        {FAIRY_REASON_FAULTS, say_faults},
        {FAIRY_REASON_REFUSED, say_refused},
        {FAIRY_REASON_UNREAD, say_unread},
        {FAIRY_REASON_CUT, say_cut},
    };
    if (facts->answer == FAIRY_ANSWER_WHOLE) {
        quote_asked(agent, why->quoted);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (reasons & words[i].reason) {
            words[i].say(agent, facts, why);
        }
    }
}
