/* What the members of a team, and who leads it, are told of their project. */
#include "base/quote.h"
#include "host/team_priv.h"

FairyTeamMember *fairy_team_member(const FairyTeam *team, const char *id)
{
    for (guint i = 0; id && i < team->members->len; i++) {
        FairyTeamMember *member = team->members->pdata[i];
        if (member->agent && g_str_equal(member->id, id)) {
            return member;
        }
    }
    return NULL;
}

FairyTeamMember *fairy_team_leader(const FairyTeam *team)
{
    const GPtrArray *projects = fairy_projects_list(team->projects);
    const FairyTeamMember *first = team->members->pdata[0];
    return fairy_team_member(team,
                             projects->len ? fairy_project_leader(projects->pdata[0]) : first->id);
}

/* It waited for others, which are done. */
static gboolean is_ready_now(const FairyProjectEvent *told)
{
    return told->task_state == FAIRY_TASK_READY && told->task_was == FAIRY_TASK_TODO;
}

static gboolean went_ill(const FairyProjectEvent *told)
{
    return told->task_state == FAIRY_TASK_FAILED || told->task_state == FAIRY_TASK_LOST ||
           told->task_state == FAIRY_TASK_CANCELLED ||
           (told->task_state == FAIRY_TASK_READY && told->message);
}

/* What the leader did itself it knows, and what it waited for it is told when the wait is over. */
static gboolean is_news(const FairyProjectEvent *told, const FairyProject *project)
{
    gboolean own = g_strcmp0(told->fairy, fairy_project_leader(project)) == 0;
    gboolean stuck = told->stuck && told->task_state != FAIRY_TASK_DELETED;
    return !fairy_project_is_over(project) &&
           (is_ready_now(told) || stuck || (went_ill(told) && !own && !told->awaited));
}

static const char *news_text(const FairyProjectEvent *told)
{
    return is_ready_now(told)
               ? "A task waits no more, as what comes before it is done. Have it begun:"
           : told->stuck
               ? "A task didn't go as it was meant to, so that what comes after it can't "
                 "begin. Have it replaced, and name the new one by update-project-task, or "
                 "drop by delete-project-task what isn't needed any more:"
               : "A task didn't go as it was meant to. Have it done by another fairy, or "
                 "change the plan:";
}

static void add_end(GString *quoted, const FairyProjectEvent *told, const FairyTask *of)
{
    g_autofree char *refused = of ? fairy_task_refused_words(of) : NULL;
    g_autofree char *fairy = fairy_quote(told->fairy);
    g_autofree char *why = told->message ? fairy_quote_most(told->message, 300) : NULL;
    gboolean again = told->task_state == FAIRY_TASK_READY && !is_ready_now(told);
    g_string_append_printf(quoted, " of %s: %s%s%s", fairy,
                           again ? "to do again" : fairy_task_state_names[told->task_state],
                           why ? ": " : "", why ? why : "");
    if (refused) {
        g_string_append_printf(quoted, "\nrefused while it was done: %s", refused);
    }
}

/* `task "a" of "fairy-2": failed: "why"`, where no wait tells that; below it what can't begin. */
static char *news_quoted(const FairyProjectEvent *told, const FairyTask *of)
{
    g_autofree char *task = fairy_quote(told->task);
    GString *quoted = g_string_new(NULL);
    g_string_append_printf(quoted, "task %s", task);
    if (!told->awaited) {
        add_end(quoted, told, of);
    }
    for (guint i = 0; told->stuck && told->stuck[i]; i++) {
        g_autofree char *stuck = fairy_quote(told->stuck[i]);
        g_string_append_printf(quoted, "%s%s", i ? ", " : "\ncan't begin: ", stuck);
    }
    return g_string_free(quoted, FALSE);
}

static void tell_leader(FairyTeam *team, const FairyProjectEvent *told)
{
    const FairyProject *project =
        told->project ? fairy_projects_find(team->projects, told->project) : NULL;
    FairyTeamMember *leader =
        project ? fairy_team_member(team, fairy_project_leader(project)) : NULL;
    if (leader && is_news(told, project)) {
        const FairyTask *of = fairy_projects_task(team->projects, told->task);
        g_autofree char *quoted = news_quoted(told, of);
        fairy_agent_post(leader->agent, &(FairyInput){.text = news_text(told),
                                                      .quoted = quoted,
                                                      .source = FAIRY_SOURCE_SELF,
                                                      .lapses = TRUE,
                                                      .view = SVG_BOX_EMPTY});
    }
}

void fairy_team_deal_budget(FairyTeam *team)
{
    FairyBudget *budget = team->options.agent.budget;
    const GPtrArray *tasks = fairy_projects_tasks(team->projects);
    g_autoptr(GPtrArray) open = g_ptr_array_new();
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (!fairy_task_has_ended(task)) {
            g_ptr_array_add(open, task->id);
        }
    }
    guint n = MAX(open->len + 1, team->agents->len);
    g_ptr_array_add(open, NULL);
    if (budget && team->members->len > 1) {
        fairy_budget_deal(budget, (const char *const *)open->pdata, n);
    }
}

void fairy_team_on_project_event(const FairyProjectEvent *told, gpointer data)
{
    FairyTeam *team = data;
    gboolean plan = told->kind != FAIRY_PROJECT_EVENT_WAIT;
    for (guint i = 0; i < team->members->len; i++) {
        FairyTeamMember *member = team->members->pdata[i];
        member->n_woken = plan ? 0 : member->n_woken;
        if (member->agent) {
            fairy_agent_project_event(member->agent, told);
        }
    }
    if (told->kind == FAIRY_PROJECT_EVENT_TASK) {
        tell_leader(team, told);
        fairy_team_deal_budget(team);
    }
    fairy_team_ask_supervisor(team);
}
