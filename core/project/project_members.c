/* Members that come and go, and another one who leads. Nobody's going loses a task: what one was at
 * is to do again, and what was planned for it is for another. */
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

static gboolean refuse(GError **error, const char *fairy, const char *why)
{
    g_autofree char *quoted = fairy_quote(fairy);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s %s", quoted, why);
    return FALSE;
}

/* The live project that it is in, borrowed. NULL with an error. */
static FairyProject *project_of(const FairyProjects *projects, const char *fairy, GError **error)
{
    FairyProject *project = fairy_projects_live(projects, fairy);
    if (!project) {
        refuse(
            error, fairy,
            "is in no project; only several fairies that work together can change who does what");
    }
    return project;
}

static FairyMember *member_of(const FairyProject *project, const char *fairy)
{
    return (FairyMember *)fairy_project_member(project, fairy);
}

/* --- tasks in other hands --------------------------------------------------------------------- */

static guint n_open(const FairyProjects *projects, const FairyProject *project, const char *fairy)
{
    guint n = 0;
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        n += g_strcmp0(task->project, project->id) == 0 && g_str_equal(task->fairy, fairy) &&
             !fairy_task_has_ended(task);
    }
    return n;
}

/* Who else does tasks and has the fewest; NULL for nobody. The leader of a pair may wait for them.
 */
static const char *heir_of(const FairyProjects *projects, const FairyProject *project,
                           const char *fairy)
{
    const char *heir = NULL;
    for (guint i = 0; i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        gboolean can = member->role == FAIRY_MEMBER_DRONE && !g_str_equal(member->fairy, fairy);
        if (can &&
            (!heir || n_open(projects, project, member->fairy) < n_open(projects, project, heir))) {
            heir = member->fairy;
        }
    }
    return heir;
}

/* It is to do again, which is no fault of its fairy's. */
static void put_back(FairyProjects *projects, const char *fairy, const char *reason)
{
    FairyTask *task = (FairyTask *)fairy_projects_task_of(projects, fairy);
    if (task) {
        task->n_begun--;
        fairy_projects_settle_task(projects, task, FAIRY_TASK_READY, reason);
    }
}

static void bequeath(FairyProjects *projects, const FairyProject *project, const char *fairy)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        FairyTask *task = projects->tasks->pdata[i];
        if (g_strcmp0(task->project, project->id) == 0 && g_str_equal(task->fairy, fairy) &&
            !fairy_task_has_ended(task)) {
            const char *heir = heir_of(projects, project, fairy);
            g_free(task->fairy);
            task->fairy = g_strdup(heir);
            fairy_projects_emit_task(projects, task, task->state);
        }
    }
}

/* --- joining and leaving ---------------------------------------------------------------------- */

gboolean fairy_projects_join(FairyProjects *projects, const char *id, const char *fairy,
                             GError **error)
{
    FairyProject *project = (FairyProject *)fairy_projects_find(projects, id);
    if (!project || fairy_project_is_over(project)) {
        return refuse(error, fairy, "can't join: the project is over");
    }
    if (project->members->len >= FAIRY_MAX_MEMBERS) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "%d fairies are in the project, which is as many as can be", FAIRY_MAX_MEMBERS);
        return FALSE;
    }
    if (fairy_projects_of(projects, fairy) || fairy_projects_task_of(projects, fairy)) {
        return refuse(error, fairy, "is at work already");
    }
    fairy_project_add_member(project, fairy, FAIRY_MEMBER_DRONE);
    fairy_projects_emit_project(projects, project);
    fairy_projects_deliver(projects);
    return TRUE;
}

gboolean fairy_projects_leave(FairyProjects *projects, const char *fairy, const char *reason,
                              GError **error)
{
    FairyProject *project = project_of(projects, fairy, error);
    if (!project) {
        return FALSE;
    }
    if (g_str_equal(fairy_project_leader(project), fairy)) {
        return refuse(error, fairy, "leads the project; have another one lead first");
    }
    if (project->members->len <= 2) {
        return refuse(
            error, fairy,
            "is the last one beside who leads; have another one join first, or stop the run");
    }
    put_back(projects, fairy, reason);
    bequeath(projects, project, fairy);
    g_ptr_array_remove(project->members, member_of(project, fairy));
    fairy_projects_emit_project(projects, project);
    fairy_projects_deliver(projects);
    return TRUE;
}

/* --- leading ---------------------------------------------------------------------------------- */

/* It stands first, in the same role; the other does tasks. */
static void swap(FairyProject *project, FairyMember *leader)
{
    FairyMember *before = project->members->pdata[0];
    guint at = 0;
    g_ptr_array_find(project->members, leader, &at);
    leader->role = before->role;
    before->role = FAIRY_MEMBER_DRONE;
    project->members->pdata[at] = before;
    project->members->pdata[0] = leader;
}

gboolean fairy_projects_hand_over(FairyProjects *projects, const char *fairy, GError **error)
{
    FairyProject *project = project_of(projects, fairy, error);
    if (!project) {
        return FALSE;
    }
    const char *before = fairy_project_leader(project);
    if (g_str_equal(before, fairy)) {
        return refuse(error, fairy, "leads the project already");
    }
    fairy_projects_stop_waiting(projects, before);
    put_back(projects, before, NULL);
    put_back(projects, fairy, NULL);
    swap(project, member_of(project, fairy));
    if (member_of(project, fairy)->role == FAIRY_MEMBER_ORCHESTRATOR) {
        bequeath(projects, project, fairy); /* who leads a team does no tasks */
    }
    fairy_projects_emit_project(projects, project);
    fairy_projects_deliver(projects);
    return TRUE;
}
