/* Projects: who is in them, and how they begin and end. Short lists by their limits, so that
 * looking one up is looking through them. */
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

#include <string.h>

const char *const fairy_member_role_names[] = {
    [FAIRY_MEMBER_ORCHESTRATOR] = "orchestrator",
    [FAIRY_MEMBER_DUO_ORCHESTRATOR] = "duo-orchestrator",
    [FAIRY_MEMBER_DRONE] = "drone",
    NULL,
};
const char *const fairy_project_state_names[] = {
    [FAIRY_PROJECT_NEW] = "new",
    [FAIRY_PROJECT_OPEN] = "open",
    [FAIRY_PROJECT_ENDED] = "ended",
    [FAIRY_PROJECT_ABORTED] = "aborted",
    [FAIRY_PROJECT_CANCELLED] = "cancelled",
    NULL,
};
const char *const fairy_project_colors[] = {"red",  "light-red",    "orange", "yellow", "green",
                                            "blue", "light-violet", "violet", NULL};
G_STATIC_ASSERT(G_N_ELEMENTS(fairy_project_colors) == FAIRY_MAX_PROJECTS + 1);

/* --- what there is ---------------------------------------------------------------------------- */

static void free_member(gpointer data)
{
    FairyMember *member = data;
    g_free(member->fairy);
    g_free(member);
}

void fairy_project_free(gpointer data)
{
    FairyProject *project = data;
    g_free(project->id);
    g_free(project->title);
    g_free(project->description);
    g_free(project->plan);
    g_free(project->color);
    g_free(project->asked);
    g_free(project->reason);
    g_ptr_array_unref(project->members);
    g_free(project);
}

void fairy_project_add_member(FairyProject *project, const char *fairy, FairyMemberRole role)
{
    FairyMember *member = g_new0(FairyMember, 1);
    member->fairy = g_strdup(fairy);
    member->role = role;
    g_ptr_array_add(project->members, member);
}

FairyProject *fairy_project_new(const char *id, const char *const *fairies)
{
    FairyProject *project = g_new0(FairyProject, 1);
    project->id = g_strdup(id);
    project->title = g_strdup("");
    project->description = g_strdup("");
    project->plan = g_strdup("");
    project->asked = g_strdup("");
    project->members = g_ptr_array_new_with_free_func(free_member);
    FairyMemberRole leads = g_strv_length((char **)fairies) == 2 ? FAIRY_MEMBER_DUO_ORCHESTRATOR
                                                                 : FAIRY_MEMBER_ORCHESTRATOR;
    for (guint i = 0; fairies[i]; i++) {
        fairy_project_add_member(project, fairies[i], i == 0 ? leads : FAIRY_MEMBER_DRONE);
    }
    return project;
}

void fairy_project_set_plan(FairyProject *project, const FairyProjectPlan *plan)
{
    g_free(project->title);
    g_free(project->description);
    g_free(project->plan);
    g_free(project->color);
    project->title = g_strdup(plan->title);
    project->description = g_strdup(plan->description);
    project->plan = g_strdup(plan->plan);
    project->color = g_strdup(plan->color);
}

FairyProjects *fairy_projects_new(FairyProjectEventFunc func, gpointer data)
{
    FairyProjects *projects = g_new0(FairyProjects, 1);
    projects->projects = g_ptr_array_new_with_free_func(fairy_project_free);
    projects->tasks = g_ptr_array_new_with_free_func(fairy_task_free);
    projects->waits = g_ptr_array_new_with_free_func(fairy_wait_free);
    projects->func = func;
    projects->data = data;
    return projects;
}

void fairy_projects_free(FairyProjects *projects)
{
    if (projects) {
        g_ptr_array_unref(projects->projects);
        g_ptr_array_unref(projects->tasks);
        g_ptr_array_unref(projects->waits);
        g_free(projects);
    }
}

const GPtrArray *fairy_projects_list(const FairyProjects *projects)
{
    return projects->projects;
}

gboolean fairy_project_is_over(const FairyProject *project)
{
    return project->state > FAIRY_PROJECT_OPEN;
}

const char *fairy_project_leader(const FairyProject *project)
{
    return ((const FairyMember *)project->members->pdata[0])->fairy;
}

const FairyMember *fairy_project_member(const FairyProject *project, const char *fairy)
{
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (g_str_equal(member->fairy, fairy)) {
            return member;
        }
    }
    return NULL;
}

static FairyProject *find(const FairyProjects *projects, const char *id)
{
    for (guint i = 0; i < projects->projects->len; i++) {
        FairyProject *project = projects->projects->pdata[i];
        if (g_str_equal(project->id, id)) {
            return project;
        }
    }
    return NULL;
}

const FairyProject *fairy_projects_find(const FairyProjects *projects, const char *id)
{
    return find(projects, id);
}

FairyProject *fairy_projects_live(const FairyProjects *projects, const char *fairy)
{
    for (guint i = 0; i < projects->projects->len; i++) {
        FairyProject *project = projects->projects->pdata[i];
        if (!fairy_project_is_over(project) && fairy_project_member(project, fairy)) {
            return project;
        }
    }
    return NULL;
}

const FairyProject *fairy_projects_of(const FairyProjects *projects, const char *fairy)
{
    return fairy_projects_live(projects, fairy);
}

FairyProject *fairy_projects_led(const FairyProjects *projects, const char *fairy, GError **error)
{
    FairyProject *project = fairy_projects_live(projects, fairy);
    if (!project) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "you are in no project; do the work yourself");
    } else if (!g_str_equal(fairy_project_leader(project), fairy)) {
        g_autofree char *leader = fairy_quote(fairy_project_leader(project));
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "this is for %s, who leads the project; do the task that you were given",
                    leader);
        project = NULL;
    }
    return project;
}

gboolean fairy_projects_is_stalled(const FairyProjects *projects, const char *id)
{
    const FairyProject *project = find(projects, id);
    if (!project || fairy_project_is_over(project)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) busy = fairy_projects_tasks_in(projects, id, 1u << FAIRY_TASK_IN_PROGRESS);
    return busy->len == 0;
}

/* --- a new one -------------------------------------------------------------------------------- */

static void forget_tasks(FairyProjects *projects, const char *project)
{
    for (guint i = projects->tasks->len; i-- > 0;) {
        if (g_strcmp0(((const FairyTask *)projects->tasks->pdata[i])->project, project) == 0) {
            g_ptr_array_remove_index(projects->tasks, i);
        }
    }
}

/* Nobody waits for a task of theirs: all have ended. */
static void forget_old(FairyProjects *projects)
{
    for (guint i = projects->projects->len; i-- > 0;) {
        const FairyProject *project = projects->projects->pdata[i];
        if (fairy_project_is_over(project)) {
            forget_tasks(projects, project->id);
            g_ptr_array_remove_index(projects->projects, i);
        }
    }
}

static gboolean can_join(const FairyProjects *projects, const char *fairy, GError **error)
{
    const FairyProject *project = fairy_projects_of(projects, fairy);
    const FairyTask *task = fairy_projects_task_of(projects, fairy);
    if (!project && !task) {
        return TRUE;
    }
    g_autofree char *who = fairy_quote(fairy),
                    *what = fairy_quote(project ? project->id : task->id);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s is %s %s; that has to end first", who,
                project ? "in the project" : "at its task", what);
    return FALSE;
}

static gboolean check_fairies(const FairyProjects *projects, const char *const *fairies,
                              GError **error)
{
    guint n = g_strv_length((char **)fairies);
    if (n < 2 || n > FAIRY_MAX_MEMBERS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "a project has 2 to %d fairies, its leader first; these are %u",
                    FAIRY_MAX_MEMBERS, n);
        return FALSE;
    }
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < i; k++) {
            if (g_str_equal(fairies[i], fairies[k])) {
                g_autofree char *twice = fairy_quote(fairies[i]);
                g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                            "%s can be in a project once only", twice);
                return FALSE;
            }
        }
        if (!can_join(projects, fairies[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static guint count_live(const FairyProjects *projects)
{
    guint n = 0;
    for (guint i = 0; i < projects->projects->len; i++) {
        n += !fairy_project_is_over(projects->projects->pdata[i]);
    }
    return n;
}

gboolean fairy_projects_add(FairyProjects *projects, const char *id, const char *const *fairies,
                            GError **error)
{
    const FairyProject *old = find(projects, id);
    if (old && !fairy_project_is_over(old)) {
        g_autofree char *quoted = fairy_quote(id);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "there is a project %s already; choose another id", quoted);
        return FALSE;
    }
    if (count_live(projects) >= FAIRY_MAX_PROJECTS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "there are at most %d projects at a time; one has to end first",
                    FAIRY_MAX_PROJECTS);
        return FALSE;
    }
    if (!check_fairies(projects, fairies, error)) {
        return FALSE;
    }
    forget_old(projects);
    FairyProject *project = fairy_project_new(id, fairies);
    g_ptr_array_add(projects->projects, project);
    fairy_projects_emit_project(projects, project);
    fairy_projects_deliver(projects);
    return TRUE;
}

/* --- beginning -------------------------------------------------------------------------------- */

gboolean fairy_project_plan_check(const FairyProjectPlan *plan, GError **error)
{
    if (!fairy_length_check("name of a project", plan->title, FAIRY_MAX_TITLE, error) ||
        !fairy_length_check("description of a project", plan->description, FAIRY_MAX_PLAN_BYTES,
                            error) ||
        !fairy_length_check("plan of a project", plan->plan, FAIRY_MAX_PLAN_BYTES, error)) {
        return FALSE;
    }
    g_autofree char *title = g_strstrip(g_strdup(plan->title));
    if (!*title) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "a project needs a name that says in a few words what it is");
    }
    return *title != '\0';
}

static gboolean has_color(const FairyProjects *projects, const char *color)
{
    for (guint i = 0; i < projects->projects->len; i++) {
        const FairyProject *project = projects->projects->pdata[i];
        if (!fairy_project_is_over(project) && g_strcmp0(project->color, color) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean color_is_free(const FairyProjects *projects, const char *color, GError **error)
{
    if (g_strv_contains(fairy_project_colors, color) && !has_color(projects, color)) {
        return TRUE;
    }
    g_autoptr(GPtrArray) left = g_ptr_array_new();
    for (guint i = 0; fairy_project_colors[i]; i++) {
        if (!has_color(projects, fairy_project_colors[i])) {
            g_ptr_array_add(left, (gpointer)fairy_project_colors[i]);
        }
    }
    g_autofree char *quoted = fairy_quote(color), *names = fairy_ids_words(left, "or");
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "another project has the colour %s; choose %s", quoted, names);
    return FALSE;
}

gboolean fairy_projects_begin(FairyProjects *projects, const char *leader,
                              const FairyProjectPlan *plan, GError **error)
{
    FairyProject *project = fairy_projects_led(projects, leader, error);
    if (!project) {
        return FALSE;
    }
    gboolean begun = project->state != FAIRY_PROJECT_NEW;
    gboolean same = begun && g_strcmp0(project->color, plan->color) == 0;
    if (!fairy_project_plan_check(plan, error) ||
        (!same && !color_is_free(projects, plan->color, error))) {
        return FALSE;
    }
    fairy_project_set_plan(project, plan);
    if (begun) {
        return TRUE; /* it is as open as it was */
    }
    fairy_projects_settle_project(projects, project, FAIRY_PROJECT_OPEN, NULL);
    fairy_projects_deliver(projects);
    return TRUE;
}

/* --- ending ----------------------------------------------------------------------------------- */

void fairy_projects_settle_project(FairyProjects *projects, FairyProject *project,
                                   FairyProjectState state, const char *reason)
{
    project->state = state;
    g_free(project->reason);
    project->reason = fairy_text_head(reason, FAIRY_MAX_PLAN_BYTES);
    fairy_projects_emit_project(projects, project);
}

/* What is still to be done: who is at what, then the rest. */
static char *open_words(const GPtrArray *busy, const GPtrArray *idle)
{
    g_autofree char *at = busy->len ? fairy_ids_words(busy, "and") : NULL;
    g_autofree char *rest = idle->len ? fairy_ids_words(idle, "and") : NULL;
    return g_strdup_printf("%s%s%s%s%s", at ? at : "",
                           !at             ? ""
                           : busy->len > 1 ? " are being done"
                                           : " is being done",
                           at && rest ? ", " : "", rest ? rest : "",
                           !rest           ? ""
                           : idle->len > 1 ? " aren't begun"
                                           : " isn't begun");
}

static gboolean has_nothing_open(const FairyProjects *projects, const FairyProject *project,
                                 GError **error)
{
    g_autoptr(GPtrArray) busy =
        fairy_projects_tasks_in(projects, project->id, 1u << FAIRY_TASK_IN_PROGRESS);
    g_autoptr(GPtrArray) idle = fairy_projects_tasks_in(projects, project->id, FAIRY_TASKS_UNBEGUN);
    if (busy->len + idle->len == 0) {
        return TRUE;
    }
    g_autofree char *words = open_words(busy, idle);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "not while tasks are open: %s; await what is being done, have the rest begun, or "
                "drop what isn't needed by delete-project-task",
                words);
    return FALSE;
}

gboolean fairy_projects_end(FairyProjects *projects, const char *leader, GError **error)
{
    FairyProject *project = fairy_projects_led(projects, leader, error);
    if (!project) {
        return FALSE;
    }
    if (project->state == FAIRY_PROJECT_NEW) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "the project hasn't begun; start-project begins it, abort-project "
                            "gives it up");
        return FALSE;
    }
    if (!has_nothing_open(projects, project, error)) {
        return FALSE;
    }
    fairy_projects_settle_project(projects, project, FAIRY_PROJECT_ENDED, NULL);
    fairy_projects_deliver(projects);
    return TRUE;
}

gboolean fairy_projects_abort(FairyProjects *projects, const char *leader, const char *reason,
                              GError **error)
{
    FairyProject *project = fairy_projects_led(projects, leader, error);
    if (!project || !fairy_length_check("reason", reason, FAIRY_MAX_PLAN_BYTES, error)) {
        return FALSE;
    }
    if (project->state != FAIRY_PROJECT_NEW) {
        g_autofree char *title = fairy_quote(project->title);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "the project %s has begun, so it can't be given up any more; finish it, or "
                    "drop its tasks, and then end-project",
                    title);
        return FALSE;
    }
    fairy_projects_settle_project(projects, project, FAIRY_PROJECT_ABORTED, reason);
    fairy_projects_deliver(projects);
    return TRUE;
}

/* All that are open, of the project, or of the fairy. */
static void end_tasks(FairyProjects *projects, const char *project, const char *fairy,
                      FairyTaskState state, const char *reason)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        FairyTask *task = projects->tasks->pdata[i];
        gboolean meant =
            project ? g_strcmp0(task->project, project) == 0 : g_strcmp0(task->fairy, fairy) == 0;
        if (meant && !fairy_task_has_ended(task)) {
            fairy_projects_settle_task(projects, task, state, reason);
        }
    }
}

static void cancel(FairyProjects *projects, FairyProject *project, const char *reason)
{
    fairy_projects_settle_project(projects, project, FAIRY_PROJECT_CANCELLED, reason);
    end_tasks(projects, project->id, NULL, FAIRY_TASK_CANCELLED, reason);
}

gboolean fairy_projects_cancel(FairyProjects *projects, const char *id, const char *reason)
{
    FairyProject *project = find(projects, id);
    if (!project || fairy_project_is_over(project)) {
        return FALSE;
    }
    cancel(projects, project, reason);
    fairy_projects_deliver(projects);
    return TRUE;
}

void fairy_projects_remove_fairy(FairyProjects *projects, const char *fairy, const char *reason)
{
    FairyProject *project = fairy_projects_live(projects, fairy);
    fairy_projects_stop_waiting(projects, fairy);
    end_tasks(projects, NULL, fairy, FAIRY_TASK_LOST, reason);
    if (project && g_str_equal(fairy_project_leader(project), fairy)) {
        cancel(projects, project, reason);
    } else if (project) {
        g_ptr_array_remove(project->members, (gpointer)fairy_project_member(project, fairy));
    }
    fairy_projects_deliver(projects);
}
