/* Which mode belongs to whom, in a project or at tasks of its own. */
#include <fairy/mode.h>

FairyModeId fairy_mode_of_member(const FairyProjects *projects, const FairyMember *member)
{
    const FairyTask *task = fairy_projects_task_of(projects, member->fairy);
    switch (member->role) {
    case FAIRY_MEMBER_ORCHESTRATOR:
        return FAIRY_MODE_ORCHESTRATING_ACTIVE;
    case FAIRY_MEMBER_DUO_ORCHESTRATOR:
        return task ? FAIRY_MODE_WORKING_ORCHESTRATOR : FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE;
    case FAIRY_MEMBER_DRONE:
        break;
    }
    return task ? FAIRY_MODE_WORKING_DRONE : FAIRY_MODE_STANDING_BY;
}

gboolean fairy_mode_is_team(FairyModeId id)
{
    return id >= FAIRY_MODE_STANDING_BY && id < FAIRY_MODE_COUNT;
}

static const char *find_member(const FairyProjects *projects, const FairyProject *project,
                               FairyModeId mode)
{
    for (guint i = 0; !fairy_project_is_over(project) && i < project->members->len; i++) {
        const FairyMember *member = project->members->pdata[i];
        if (fairy_mode_of_member(projects, member) == mode) {
            return member->fairy;
        }
    }
    return NULL;
}

static FairyModeId mode_of_own(const FairyTask *task)
{
    return task->state == FAIRY_TASK_IN_PROGRESS ? FAIRY_MODE_WORKING_SOLO : FAIRY_MODE_SOLOING;
}

const char *fairy_mode_find_fairy(const FairyProjects *projects, FairyModeId mode)
{
    const GPtrArray *list = fairy_projects_list(projects), *tasks = fairy_projects_tasks(projects);
    for (guint i = 0; i < list->len; i++) {
        const char *fairy = find_member(projects, list->pdata[i], mode);
        if (fairy) {
            return fairy;
        }
    }
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        if (!task->project && mode == mode_of_own(task)) {
            return task->fairy;
        }
    }
    return NULL;
}
