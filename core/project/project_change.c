/* Tasks that are planned anew. */
#include "project/project_priv.h"

static FairyTaskPlan changed_plan(const FairyTask *task, const FairyTaskChange *change)
{
    return (FairyTaskPlan){.id = task->id,
                           .title = change->title ? change->title : task->title,
                           .text = change->text ? change->text : task->text,
                           .box = change->box ? *change->box : task->box};
}

/* Nobody waits for oneself. */
static gboolean can_have(const FairyProjects *projects, const FairyProject *project,
                         const FairyTask *task, const char *fairy, GError **error)
{
    gboolean waits = g_str_equal(fairy, fairy_project_leader(project)) &&
                     fairy_projects_is_awaited(projects, task->id);
    if (waits) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "you await \"%s\"; to do it yourself, wait for it no more, by "
                    "await-tasks-completion with \"until\" set to \"none\"",
                    task->id);
    }
    return !waits && fairy_project_does_tasks(project, fairy, error);
}

static void replace(char **text, const char *with)
{
    if (with) {
        char *copy = g_strdup(with);
        g_free(*text);
        *text = copy;
    }
}

static void set_plan(FairyTask *task, const FairyTaskChange *change)
{
    replace(&task->title, change->title);
    replace(&task->text, change->text);
    replace(&task->fairy, change->fairy);
    if (change->box) {
        task->box = *change->box;
        g_free(task->page);
        task->page = g_strdup(change->page);
    }
}

gboolean fairy_projects_change_task(FairyProjects *projects, const char *leader, const char *id,
                                    const FairyTaskChange *change, GError **error)
{
    const FairyProject *project = fairy_projects_led(projects, leader, error);
    FairyTask *task = project ? fairy_projects_task_in(projects, project->id, id, error) : NULL;
    if (!task || !fairy_task_is_unbegun(task, error)) {
        return FALSE;
    }
    const FairyTaskPlan plan = changed_plan(task, change);
    if (!fairy_task_plan_check(&plan, error) ||
        (change->fairy && !can_have(projects, project, task, change->fairy, error)) ||
        (change->after && !fairy_projects_set_after(projects, leader, id, change->after, error))) {
        return FALSE;
    }
    set_plan(task, change);
    return TRUE;
}
