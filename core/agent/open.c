/* What a fairy has left to do. */
#include "agent/agent_priv.h"

guint fairy_agent_n_open(const FairyAgent *agent)
{
    const GPtrArray *tasks = fairy_projects_tasks(agent->projects);
    guint n = fairy_todos_left(agent->todos);
    for (guint i = 0; i < tasks->len; i++) {
        const FairyTask *task = tasks->pdata[i];
        n += !task->project && g_strcmp0(task->fairy, agent->name) == 0 &&
             !fairy_task_has_ended(task);
    }
    return n;
}
