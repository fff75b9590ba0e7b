/* Several fairies at one drawing: made, asked, watched until all rest. */
#include "base/quote.h"
#include "host/team_priv.h"

#include <fairy/limits.h>

#define PROJECT "project" /* the id: a team has one at a time */

static void look_after(FairyTeam *team);

/* --- what has happened ------------------------------------------------------------------------ */

static void drop_source(GSource **source)
{
    if (*source) {
        g_source_destroy(*source);
        g_clear_pointer(source, g_source_unref);
    }
}

static FairyCourse *course_of(const FairyTeam *team)
{
    return team->options.agent.context.course;
}

static gboolean on_next(gpointer data)
{
    FairyTeam *team = data;
    g_clear_pointer(&team->next, g_source_unref);
    look_after(team);
    return G_SOURCE_REMOVE;
}

/* From the main context, not from within what has happened: it is whole then, and who did it has
 * gone on. */
void fairy_team_ask_supervisor(FairyTeam *team)
{
    team->resting = FALSE;
    if (!team->next) {
        team->next =
            fairy_course_wait(course_of(team), FAIRY_MOMENT_SUPERVISE, NULL, 0, on_next, team);
    }
}

static FairyRunEnd end_of(const FairyTeamMember *member, const GError *error)
{
    return member->end == FAIRY_RUN_STOPPED                          ? FAIRY_RUN_STOPPED
           : !error                                                  ? FAIRY_RUN_DONE
           : g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_BUDGET) ? FAIRY_RUN_SPENT
                                                                     : FAIRY_RUN_FAILED;
}

/* Of what was asked for, in whichever run; how they see to one another is their own affair. */
static void note_refusal(FairyTeamMember *member, const FairyOutcome *outcome)
{
    const FairyAction *action = fairy_action_find(outcome->type);
    gboolean planning =
        action && (action->family == FAIRY_FAMILY_PROJECT || action->family == FAIRY_FAMILY_TASK);
    member->refused =
        member->refused || (outcome->status == FAIRY_REFUSED && !outcome->unchanged && !planning);
}

static void note_rest(FairyTeamMember *member, const GError *error)
{
    FairyTeam *team = member->team;
    g_clear_error(&member->error);
    member->error = error ? g_error_copy(error) : NULL;
    member->end = end_of(member, error);
    member->n_failed = member->end == FAIRY_RUN_FAILED ? member->n_failed + 1 : 0;
    if (g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED)) {
        team->interrupted = TRUE;
    }
    fairy_team_ask_supervisor(team);
}

static void on_event(const FairyEvent *event, gpointer data)
{
    FairyTeamMember *member = data;
    const FairyTeamOptions *options = &member->team->options;
    if (event->kind == FAIRY_EVENT_REQUEST) {
        member->end = FAIRY_RUN_NONE;
    }
    if (event->kind == FAIRY_EVENT_ACTION) {
        note_refusal(member, event->outcome);
    }
    if (options->on_event) {
        options->on_event(event, options->data);
    }
    if (event->kind == FAIRY_EVENT_REST) {
        note_rest(member, event->error);
    }
}

/* --- until all rest --------------------------------------------------------------------------- */

static gboolean on_deadline(gpointer data)
{
    FairyTeam *team = data;
    g_clear_pointer(&team->deadline, g_source_unref);
    look_after(team);
    return G_SOURCE_REMOVE;
}

static void watch_deadline(FairyTeam *team)
{
    gint64 due = fairy_supervise_next_deadline(team->projects);
    drop_source(&team->deadline);
    if (due) {
        gint64 ms = (due - fairy_course_now(course_of(team))) / G_TIME_SPAN_MILLISECOND + 1;
        team->deadline = fairy_course_wait(course_of(team), FAIRY_MOMENT_DUE, NULL,
                                           (guint)CLAMP(ms, 1, G_MAXINT), on_deadline, team);
    }
}

gboolean fairy_team_is_at_work(const FairyTeam *team)
{
    for (guint i = 0; i < team->agents->len; i++) {
        if (fairy_agent_is_running(team->agents->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_over(const FairyTeam *team)
{
    const GPtrArray *projects = fairy_projects_list(team->projects);
    gboolean over = projects->len > 0;
    for (guint i = 0; i < projects->len; i++) {
        over = over && fairy_project_is_over(projects->pdata[i]);
    }
    return over;
}

/* The leader's first; of those who were `stopped`, or of all. */
static const GError *first_error(const FairyTeam *team, gboolean stopped)
{
    for (guint i = 0; i < team->members->len; i++) {
        const GError *error = ((const FairyTeamMember *)team->members->pdata[i])->error;
        if (error && (!stopped || g_error_matches(error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED))) {
            return error;
        }
    }
    return NULL;
}

/* Why they didn't finish. Who ended the project knew what became of the others; who stopped all of
 * them, even while the last words were said, is told that they stopped. */
static const GError *error_of(const FairyTeam *team)
{
    return team->interrupted ? first_error(team, TRUE)
           : is_over(team)   ? NULL
                             : first_error(team, FALSE);
}

/* An interrupted team stays as it is, to be gone on with. */
static void look_after(FairyTeam *team)
{
    if (!team->interrupted) {
        fairy_team_follow_orders(team);
        watch_deadline(team);
    }
    if (!fairy_team_is_at_work(team) && !team->resting) {
        team->resting = TRUE;
        drop_source(&team->next);
        team->options.on_rest(error_of(team), team->options.data);
    }
}

/* --- being made ------------------------------------------------------------------------------- */

static void member_free(gpointer data)
{
    FairyTeamMember *member = data;
    fairy_agent_free(member->agent);
    fairy_memory_free(member->memory);
    g_clear_error(&member->error);
    g_free(member->called);
    g_free(member->id);
    g_free(member);
}

char *fairy_team_id(guint i)
{
    return i == 0 ? g_strdup("fairy") : g_strdup_printf("fairy-%u", i + 1);
}

static const char *id_of_leader(const FairyTeam *team)
{
    return ((const FairyTeamMember *)team->members->pdata[0])->id;
}

FairyTeamMember *fairy_team_add_member(FairyTeam *team)
{
    FairyTeamMember *member = g_new0(FairyTeamMember, 1);
    member->team = team;
    member->id = fairy_team_id(team->members->len);
    g_ptr_array_add(team->members, member);
    return member;
}

static gboolean add_project(FairyTeam *team, GError **error)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; i < team->members->len; i++) {
        g_ptr_array_add(ids, ((FairyTeamMember *)team->members->pdata[i])->id);
    }
    g_ptr_array_add(ids, NULL);
    return fairy_projects_add(team->projects, PROJECT, (const char *const *)ids->pdata, error);
}

static gboolean begin_project(FairyTeam *team, GError **error)
{
    const char *words = team->options.title ? team->options.title : "Work in several areas";
    g_autofree char *title = fairy_text_head(words, FAIRY_MAX_TITLE);
    return fairy_projects_begin(
        team->projects, id_of_leader(team),
        &(FairyProjectPlan){
            .title = title, .description = "", .color = fairy_project_colors[0], .plan = ""},
        error);
}

/* Those who do tasks get one after the other; a leader of two does some itself. */
static gboolean add_tasks(FairyTeam *team, GError **error)
{
    const GPtrArray *tasks = team->options.tasks;
    guint first = team->members->len == 2 ? 0 : 1, n = MAX(team->members->len - first, 1);
    if (!tasks || tasks->len == 0) {
        return TRUE;
    }
    if (!begin_project(team, error)) {
        return FALSE;
    }
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTeamMember *member = team->members->pdata[first + (i + 1) % n];
        if (!fairy_projects_add_task(team->projects, id_of_leader(team), member->id,
                                     tasks->pdata[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static FairyModeId mode_of(const FairyTeam *team, const FairyTeamMember *member)
{
    const FairyProject *project = fairy_projects_of(team->projects, member->id);
    return project ? fairy_mode_of_member(team->projects, fairy_project_member(project, member->id))
                   : team->options.agent.mode;
}

/* The first has what was said and kept so far. */
gboolean fairy_team_add_agent(FairyTeam *team, FairyTeamMember *member, GError **error)
{
    FairyAgentOptions options = team->options.agent;
    gboolean first = member == team->members->pdata[0], alone = team->members->len == 1;
    options.name = member->id;
    options.called = member->called;
    options.mode = mode_of(team, member);
    options.company = team->agents;
    options.projects = alone ? NULL : team->projects;
    options.memory = first ? options.memory : member->memory;
    options.todos = first ? options.todos : NULL;
    options.kept = fairy_team_kept(team, member);
    options.on_event = on_event;
    options.data = member;
    member->agent = fairy_agent_new(team->doc, &options, error);
    return member->agent != NULL;
}

static gboolean make(FairyTeam *team, GError **error)
{
    while (team->members->len < team->options.n) {
        fairy_team_add_member(team);
    }
    if (team->members->len > 1 && !fairy_team_restore(team) &&
        (!add_project(team, error) || !add_tasks(team, error))) {
        return FALSE;
    }
    for (guint i = 0; i < team->members->len; i++) {
        FairyTeamMember *member = team->members->pdata[i];
        if (!member->left && !fairy_team_add_agent(team, member, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

FairyTeam *fairy_team_new(SvgDocument *doc, const FairyTeamOptions *options, GError **error)
{
    FairyTeam *team = g_new0(FairyTeam, 1);
    team->options = *options;
    team->doc = doc;
    team->context = g_main_context_ref_thread_default();
    team->members = g_ptr_array_new_with_free_func(member_free);
    team->agents = g_ptr_array_new();
    team->projects = fairy_projects_new(fairy_team_on_project_event, team);
    if (make(team, error)) {
        fairy_team_deal_budget(team);
        return team;
    }
    fairy_team_free(team);
    return NULL;
}

void fairy_team_free(FairyTeam *team)
{
    if (!team) {
        return;
    }
    g_ptr_array_unref(team->members);
    g_ptr_array_unref(team->agents);
    fairy_projects_free(team->projects);
    drop_source(&team->next);
    drop_source(&team->deadline);
    g_main_context_unref(team->context);
    g_free(team);
}

/* --- for who runs it -------------------------------------------------------------------------- */

gboolean fairy_team_ask(FairyTeam *team, const char *words)
{
    const FairyTeamMember *leader = fairy_team_leader(team);
    for (guint i = 0; i < team->agents->len; i++) {
        fairy_agent_resume(team->agents->pdata[i]);
    }
    if (words && leader) {
        fairy_agent_post(leader->agent, &(FairyInput){.words = words, .view = SVG_BOX_EMPTY});
    }
    fairy_team_follow_orders(team);
    fairy_team_ask_supervisor(team);
    gboolean at_work = fairy_team_is_at_work(team);
    if (!at_work) {
        team->resting = TRUE; /* who asks is told so here */
        drop_source(&team->next);
    }
    return at_work;
}

FairyAgent *fairy_team_find(FairyTeam *team, const char *name)
{
    FairyTeamMember *member = name ? fairy_team_member(team, name) : fairy_team_leader(team);
    for (guint i = 0; name && !member && i < team->members->len; i++) {
        FairyTeamMember *other = team->members->pdata[i];
        const char *called = other->agent ? fairy_agent_character(other->agent)->name : NULL;
        member = g_strcmp0(called, name) == 0 ? other : NULL;
    }
    return member ? member->agent : NULL;
}

FairyTeamMember *fairy_team_member_of(const FairyTeam *team, const FairyAgent *agent)
{
    for (guint i = 0; i < team->members->len; i++) {
        FairyTeamMember *member = team->members->pdata[i];
        if (member->agent == agent) {
            return member;
        }
    }
    return NULL;
}

void fairy_team_tell(FairyTeam *team, FairyAgent *agent, const char *words)
{
    const FairyInput input = {.words = words, .source = FAIRY_SOURCE_USER, .view = SVG_BOX_EMPTY};
    fairy_course_note_told(course_of(team), fairy_agent_name(agent), words);
    fairy_agent_interrupt(agent, FAIRY_MODE_NONE, &input);
}

gboolean fairy_team_is_awaiting(const FairyTeam *team)
{
    for (guint i = 0; i < team->agents->len; i++) {
        if (fairy_agent_is_awaiting(team->agents->pdata[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

void fairy_team_stop(FairyTeam *team, FairyAgent *agent)
{
    fairy_course_note_stopped(course_of(team), fairy_agent_name(agent));
    fairy_team_member_of(team, agent)->end = FAIRY_RUN_STOPPED;
    fairy_agent_stop(agent);
    fairy_team_ask_supervisor(team);
}

void fairy_team_remove(FairyTeam *team, FairyAgent *agent)
{
    g_clear_pointer(&fairy_team_member_of(team, agent)->agent, fairy_agent_free);
    fairy_team_ask_supervisor(team);
}

const GPtrArray *fairy_team_agents(const FairyTeam *team)
{
    return team->agents;
}

FairyProjects *fairy_team_projects(const FairyTeam *team)
{
    return team->projects;
}

static gboolean is_missing(const FairyTask *task)
{
    return task->state != FAIRY_TASK_DONE && task->state != FAIRY_TASK_DELETED;
}

guint fairy_team_n_open(const FairyTeam *team)
{
    const GPtrArray *tasks = fairy_projects_tasks(team->projects);
    const GPtrArray *projects = fairy_projects_list(team->projects);
    guint n = 0;
    for (guint i = 0; i < team->agents->len; i++) {
        n += fairy_agent_n_open(team->agents->pdata[i]);
    }
    for (guint i = 0; i < tasks->len; i++) {
        n += is_missing(tasks->pdata[i]);
    }
    for (guint i = 0; n == 0 && i < projects->len; i++) {
        n += !fairy_project_is_over(projects->pdata[i]);
    }
    return n;
}

gboolean fairy_team_has_refusals(const FairyTeam *team)
{
    for (guint i = 0; i < team->members->len; i++) {
        const FairyTeamMember *member = team->members->pdata[i];
        const FairyExecutor *executor = member->agent ? fairy_agent_executor(member->agent) : NULL;
        if (member->refused || (executor && fairy_executor_has_refusals(executor))) {
            return TRUE;
        }
    }
    return FALSE;
}
