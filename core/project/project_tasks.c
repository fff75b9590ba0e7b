/* Tasks: planned, begun, ended. A fairy is at one at most, and a task that has ended stays as it
 * is.
 */
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

#include <string.h>

const char *const fairy_task_state_names[] = {
    [FAIRY_TASK_TODO] = "todo",
    [FAIRY_TASK_READY] = "ready",
    [FAIRY_TASK_IN_PROGRESS] = "in-progress",
    [FAIRY_TASK_DONE] = "done",
    [FAIRY_TASK_FAILED] = "failed",
    [FAIRY_TASK_CANCELLED] = "cancelled",
    [FAIRY_TASK_DELETED] = "deleted",
    [FAIRY_TASK_LOST] = "lost",
    NULL,
};

/* --- states ----------------------------------------------------------------------------------- */

#define TO(state) (1u << FAIRY_TASK_##state)

gboolean fairy_task_can_become(FairyTaskState from, FairyTaskState to)
{
    static const guint next[FAIRY_TASK_STATE_COUNT] = {
        [FAIRY_TASK_TODO] = TO(READY) | TO(CANCELLED) | TO(DELETED) | TO(LOST),
        [FAIRY_TASK_READY] =
            1u << FAIRY_TASK_TODO | TO(IN_PROGRESS) | TO(CANCELLED) | TO(DELETED) | TO(LOST),
        [FAIRY_TASK_IN_PROGRESS] =
            TO(READY) | TO(DONE) | TO(FAILED) | TO(CANCELLED) | TO(DELETED) | TO(LOST),
    };
    return (next[from] & 1u << to) != 0;
}

gboolean fairy_task_has_ended(const FairyTask *task)
{
    return task->state >= FAIRY_TASK_DONE;
}

void fairy_projects_settle_task(FairyProjects *projects, FairyTask *task, FairyTaskState state,
                                const char *reason)
{
    FairyTaskState was = task->state;
    g_assert(fairy_task_can_become(was, state));
    task->state = state;
    g_free(task->reason);
    task->reason = fairy_text_head(reason, FAIRY_MAX_PLAN_BYTES);
    if (state == FAIRY_TASK_IN_PROGRESS) {
        fairy_task_forget_refusals(task);
    }
    fairy_projects_emit_task(projects, task, was);
    if (fairy_task_has_ended(task)) {
        fairy_projects_wake(projects, task);
    }
    if (state == FAIRY_TASK_DONE) {
        fairy_projects_make_ready(projects, task);
    }
}

gboolean fairy_projects_set_state(FairyProjects *projects, const char *id, FairyTaskState state,
                                  const char *reason)
{
    FairyTask *task = fairy_projects_find_task(projects, id);
    gboolean again = task && task->state == FAIRY_TASK_IN_PROGRESS;
    gboolean others = state == FAIRY_TASK_TODO || state == FAIRY_TASK_IN_PROGRESS ||
                      (state == FAIRY_TASK_READY && !again);
    if (!task || others || !fairy_task_can_become(task->state, state)) {
        return FALSE;
    }
    fairy_projects_settle_task(projects, task, state, reason);
    fairy_projects_deliver(projects);
    return TRUE;
}

/* --- finding ---------------------------------------------------------------------------------- */

const GPtrArray *fairy_projects_tasks(const FairyProjects *projects)
{
    return projects->tasks;
}

FairyTask *fairy_projects_find_task(const FairyProjects *projects, const char *id)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        FairyTask *task = projects->tasks->pdata[i];
        if (g_str_equal(task->id, id)) {
            return task;
        }
    }
    return NULL;
}

const FairyTask *fairy_projects_task(const FairyProjects *projects, const char *id)
{
    return fairy_projects_find_task(projects, id);
}

static FairyTask *task_of(const FairyProjects *projects, const char *fairy)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        FairyTask *task = projects->tasks->pdata[i];
        if (task->state == FAIRY_TASK_IN_PROGRESS && g_str_equal(task->fairy, fairy)) {
            return task;
        }
    }
    return NULL;
}

const FairyTask *fairy_projects_task_of(const FairyProjects *projects, const char *fairy)
{
    return task_of(projects, fairy);
}

GPtrArray *fairy_projects_tasks_in(const FairyProjects *projects, const char *project, guint states)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        if (g_strcmp0(task->project, project) == 0 && states & 1u << task->state) {
            g_ptr_array_add(ids, task->id);
        }
    }
    return ids;
}

FairyTask *fairy_projects_task_in(const FairyProjects *projects, const char *project,
                                  const char *id, GError **error)
{
    FairyTask *task = fairy_projects_find_task(projects, id);
    if (task && g_strcmp0(task->project, project) == 0) {
        return task;
    }
    g_autoptr(GPtrArray) open = fairy_projects_tasks_in(projects, project, FAIRY_TASKS_OPEN);
    g_autofree char *quoted = fairy_quote(id);
    g_autofree char *names = open->len ? fairy_ids_words(open, "and") : NULL;
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "there is no task %s%s; %s%s%s", quoted,
                project ? " in the project" : "",
                !names          ? "none is open"
                : open->len > 1 ? "those that are open are "
                                : "the one that is open is ",
                names ? names : "", "");
    return NULL;
}

/* --- planning --------------------------------------------------------------------------------- */

/* "draw-legend" → "draw-legend-2": one that nobody has. */
static char *free_id(const FairyProjects *projects, const char *taken)
{
    for (guint n = 2;; n++) {
        g_autofree char *number = g_strdup_printf("-%u", n);
        g_autofree char *start = fairy_text_head(taken, FAIRY_MAX_TASK_ID - strlen(number));
        g_autofree char *id = g_strconcat(start, number, NULL);
        if (!fairy_projects_find_task(projects, id)) {
            return g_steal_pointer(&id);
        }
    }
}

static gboolean id_is_free(const FairyProjects *projects, const char *id, GError **error)
{
    if (!fairy_projects_find_task(projects, id)) {
        return TRUE;
    }
    g_autofree char *quoted = fairy_quote(id), *other = free_id(projects, id);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "there is a task %s already; \"%s\" is free", quoted, other);
    return FALSE;
}

/* The oldest that has ended makes room. */
static gboolean make_room(FairyProjects *projects, GError **error)
{
    if (projects->tasks->len < FAIRY_MAX_TASKS) {
        return TRUE;
    }
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        if (fairy_task_has_ended(task) && !fairy_projects_is_awaited(projects, task->id) &&
            !fairy_projects_is_needed(projects, task->id)) {
            g_ptr_array_remove_index(projects->tasks, i);
            return TRUE;
        }
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "there are %d open tasks, which is the most; have some of them done first",
                FAIRY_MAX_TASKS);
    return FALSE;
}

static gboolean add(FairyProjects *projects, const char *project, const char *fairy,
                    const FairyTaskPlan *plan, GError **error)
{
    if (!fairy_task_plan_check(plan, error) || !id_is_free(projects, plan->id, error) ||
        !fairy_projects_check_after(projects, project, plan->id, plan->after, error) ||
        !make_room(projects, error)) {
        return FALSE;
    }
    FairyTask *task = fairy_task_new(plan, project, fairy);
    fairy_task_set_after(task, plan->after);
    if (!fairy_projects_has_all_before(projects, task)) {
        task->state = FAIRY_TASK_TODO;
    }
    g_ptr_array_add(projects->tasks, task);
    fairy_projects_emit_task(projects, task, task->state);
    fairy_projects_deliver(projects);
    return TRUE;
}

gboolean fairy_projects_add_own_task(FairyProjects *projects, const char *fairy,
                                     const FairyTaskPlan *plan, GError **error)
{
    const FairyProject *project = fairy_projects_live(projects, fairy);
    if (!project) {
        return add(projects, NULL, fairy, plan, error);
    }
    g_autofree char *leader = fairy_quote(fairy_project_leader(project));
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "you are in a project, where %s, who leads it, plans the tasks by "
                "create-project-task",
                leader);
    return FALSE;
}

/* Those who do tasks in the project, but for `but` (may be NULL). */
static char *workers_words(const FairyProject *project, const char *but)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (member->role != FAIRY_MEMBER_ORCHESTRATOR && g_strcmp0(member->fairy, but) != 0) {
            g_ptr_array_add(names, member->fairy);
        }
    }
    return names->len ? fairy_ids_words(names, "and") : g_strdup("nobody, as all others are gone");
}

/* Who leads a team does no tasks, so one for it would never be done. */
gboolean fairy_project_does_tasks(const FairyProject *project, const char *fairy, GError **error)
{
    const FairyMember *member = fairy_project_member(project, fairy);
    if (member && member->role != FAIRY_MEMBER_ORCHESTRATOR) {
        return TRUE;
    }
    g_autofree char *who = fairy_quote(fairy), *others = workers_words(project, NULL);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s %s; those who do its tasks are %s", who,
                member ? "leads the project and does no tasks" : "isn't in the project", others);
    return FALSE;
}

static gboolean has_begun(const FairyProject *project, GError **error)
{
    if (project->state == FAIRY_PROJECT_OPEN) {
        return TRUE;
    }
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "the project hasn't begun; start-project begins it, with its plan");
    return FALSE;
}

gboolean fairy_projects_add_task(FairyProjects *projects, const char *leader, const char *fairy,
                                 const FairyTaskPlan *plan, GError **error)
{
    const FairyProject *project = fairy_projects_led(projects, leader, error);
    return project && has_begun(project, error) &&
           fairy_project_does_tasks(project, fairy, error) &&
           add(projects, project->id, fairy, plan, error);
}

/* --- beginning -------------------------------------------------------------------------------- */

/* For who asks itself. */
static gboolean is_free(const FairyProjects *projects, const char *fairy, GError **error)
{
    const FairyTask *task = task_of(projects, fairy);
    if (task) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "you are at \"%s\"; do that first, and end it by mark-task-done", task->id);
    }
    return task == NULL;
}

static void begin(FairyProjects *projects, FairyTask *task)
{
    task->n_begun++;
    fairy_projects_settle_task(projects, task, FAIRY_TASK_IN_PROGRESS, NULL);
    fairy_projects_deliver(projects);
}

/* Of a project, only who leads a pair begins tasks by itself. */
static gboolean begins_by_itself(const FairyProject *project, const char *fairy, GError **error)
{
    FairyMemberRole role =
        project ? fairy_project_member(project, fairy)->role : FAIRY_MEMBER_DRONE;
    if (!project || role == FAIRY_MEMBER_DUO_ORCHESTRATOR) {
        return TRUE;
    }
    g_autofree char *leader = fairy_quote(fairy_project_leader(project));
    if (role == FAIRY_MEMBER_ORCHESTRATOR) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "you lead the project and do no tasks; have another fairy begin it, by "
                            "direct-to-start-project-task");
    } else {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s leads the project, and says who begins what; wait for that", leader);
    }
    return FALSE;
}

static gboolean is_own(const FairyTask *task, const char *fairy, GError **error)
{
    if (g_str_equal(task->fairy, fairy)) {
        return TRUE;
    }
    g_autofree char *who = fairy_quote(task->fairy);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "\"%s\" is for %s%s", task->id, who,
                task->project ? ", who begins it when you say so by direct-to-start-project-task"
                              : "; begin one of your own");
    return FALSE;
}

gboolean fairy_projects_start_task(FairyProjects *projects, const char *fairy, const char *id,
                                   GError **error)
{
    const FairyProject *project = fairy_projects_live(projects, fairy);
    if (!begins_by_itself(project, fairy, error)) {
        return FALSE;
    }
    FairyTask *task = fairy_projects_task_in(projects, project ? project->id : NULL, id, error);
    if (!task || !is_own(task, fairy, error) ||
        !fairy_projects_check_ready(projects, task, error) || !is_free(projects, fairy, error) ||
        !fairy_projects_check_area(projects, task, fairy, error)) {
        return FALSE;
    }
    begin(projects, task);
    return TRUE;
}

static gboolean is_another(const FairyProject *project, const char *leader, const char *fairy,
                           GError **error)
{
    if (!g_str_equal(leader, fairy)) {
        return TRUE;
    }
    gboolean duo = fairy_project_member(project, leader)->role == FAIRY_MEMBER_DUO_ORCHESTRATOR;
    g_autofree char *who = fairy_quote(fairy), *others = workers_words(project, fairy);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                duo ? "%s is you: start-task begins a task of your own; others can be asked: %s"
                    : "%s is you, who lead the project and do no tasks; those who do are %s",
                who, others);
    return FALSE;
}

static void give(FairyTask *task, const char *fairy, GPtrArray *notes)
{
    if (g_str_equal(task->fairy, fairy)) {
        return;
    }
    g_autofree char *before = fairy_quote(task->fairy), *now = fairy_quote(fairy);
    if (notes) {
        g_ptr_array_add(
            notes, g_strdup_printf("\"%s\" was for %s, and is for %s now", task->id, before, now));
    }
    g_free(task->fairy);
    task->fairy = g_strdup(fairy);
}

/* It is to do again, and that isn't its fairy's fault. */
static void take_away(FairyProjects *projects, const char *fairy, GPtrArray *notes)
{
    FairyTask *task = task_of(projects, fairy);
    if (!task) {
        return;
    }
    g_autofree char *who = fairy_quote(fairy);
    if (notes) {
        g_ptr_array_add(notes,
                        g_strdup_printf("%s was at \"%s\", which is to do again", who, task->id));
    }
    task->n_begun--;
    fairy_projects_settle_task(projects, task, FAIRY_TASK_READY, NULL);
}

gboolean fairy_projects_start_task_of(FairyProjects *projects, const char *leader,
                                      const char *fairy, const char *id, GPtrArray *notes,
                                      GError **error)
{
    const FairyProject *project = fairy_projects_led(projects, leader, error);
    if (!project || !is_another(project, leader, fairy, error) ||
        !fairy_project_does_tasks(project, fairy, error)) {
        return FALSE;
    }
    FairyTask *task = fairy_projects_task_in(projects, project->id, id, error);
    if (!task || !fairy_projects_check_ready(projects, task, error) ||
        !fairy_projects_check_area(projects, task, fairy, error)) {
        return FALSE;
    }
    take_away(projects, fairy, notes);
    give(task, fairy, notes);
    begin(projects, task);
    return TRUE;
}

/* --- ending ----------------------------------------------------------------------------------- */

gboolean fairy_projects_finish_task(FairyProjects *projects, const char *fairy, GError **error)
{
    FairyTask *task = task_of(projects, fairy);
    if (!task) {
        const FairyProject *project = fairy_projects_live(projects, fairy);
        gboolean begins = begins_by_itself(project, fairy, NULL);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "you are at no task%s",
                    begins ? "; start-task begins one" : ", so there is nothing to end");
        return FALSE;
    }
    fairy_projects_settle_task(projects, task, FAIRY_TASK_DONE, NULL);
    fairy_projects_deliver(projects);
    return TRUE;
}

gboolean fairy_projects_delete_task(FairyProjects *projects, const char *leader, const char *id,
                                    const char *reason, GError **error)
{
    const FairyProject *project = fairy_projects_led(projects, leader, error);
    FairyTask *task = project ? fairy_projects_task_in(projects, project->id, id, error) : NULL;
    if (!task || !fairy_length_check("reason", reason, FAIRY_MAX_PLAN_BYTES, error)) {
        return FALSE;
    }
    if (fairy_task_has_ended(task)) {
        g_autofree char *words = fairy_task_words(task);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s; only an open task can be dropped",
                    words);
        return FALSE;
    }
    fairy_projects_settle_task(projects, task, FAIRY_TASK_DELETED, reason);
    fairy_projects_deliver(projects);
    return TRUE;
}
