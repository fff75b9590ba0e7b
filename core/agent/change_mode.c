/* The mode of a fairy, and what a change of it does. */
#include "agent/agent_priv.h"

void fairy_agent_apply(FairyAgent *agent, guint effects)
{
    if (effects & FAIRY_EFFECT_STOP_WAITING) {
        fairy_projects_stop_waiting(agent->projects, agent->name);
    }
    if (effects & (FAIRY_EFFECT_CLEAR_TODOS | FAIRY_EFFECT_DROP_DONE)) {
        fairy_todos_clear(agent->todos, !(effects & FAIRY_EFFECT_CLEAR_TODOS));
    }
    if (effects & FAIRY_EFFECT_FORGET_REMINDERS) {
        fairy_agent_drop_reminders(agent);
    }
    if (effects & FAIRY_EFFECT_FORGET_EDITS) {
        agent->seen = svg_document_version(agent->doc);
    }
    if (effects & FAIRY_EFFECT_FORGET_CREATED) {
        g_hash_table_remove_all(agent->created);
        g_hash_table_remove_all(agent->touched);
        agent->since = svg_document_version(agent->doc);
        g_hash_table_remove_all(agent->faults);
        agent->n_lints = 0;
    }
    fairy_agent_emit_todos(agent);
}

void fairy_agent_set_scope(FairyAgent *agent)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    const FairyProject *project = fairy_projects_of(agent->projects, agent->name);
    const char *const ids[FAIRY_LEVEL_COUNT] = {
        [FAIRY_LEVEL_PROJECT] = project ? project->id : NULL,
        [FAIRY_LEVEL_TASK] = task ? task->id : NULL,
    };
    FairyLevel level = fairy_mode(agent->mode)->level;
    level = ids[level] ? level : FAIRY_LEVEL_FAIRY;
    fairy_memory_set_scope(agent->memory, (FairyScope){.level = level, .id = ids[level]});
}

/* It isn't at its task any more, if it is at one. One that it began by itself can be begun again;
 * another is for who leads its project to decide. */
static void leave_task(FairyAgent *agent)
{
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    const FairyProject *project =
        task && task->project ? fairy_projects_find(agent->projects, task->project) : NULL;
    if (task && (!project || g_str_equal(fairy_project_leader(project), agent->name))) {
        fairy_projects_set_state(agent->projects, task->id, FAIRY_TASK_READY, NULL);
    }
}

/* The new mode holds before anybody hears of it. */
void fairy_agent_set_mode(FairyAgent *agent, FairyModeId mode)
{
    guint effects = fairy_mode_effects(agent->mode, mode);
    if (agent->mode == mode) {
        return;
    }
    agent->mode = mode;
    g_clear_pointer(&agent->kept, cJSON_Delete);
    if (fairy_mode(mode)->level != FAIRY_LEVEL_TASK) {
        leave_task(agent);
    }
    fairy_agent_set_scope(agent);
    fairy_agent_apply(agent, effects);
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_MODE});
    if (effects & FAIRY_EFFECT_APPEAR) {
        fairy_agent_appear(agent);
    }
    fairy_agent_pose(agent, fairy_mode(mode)->pose);
}

gboolean fairy_agent_enter_pending_mode(FairyAgent *agent)
{
    guint64 token = agent->token;
    FairyModeId next = agent->pending;
    agent->pending = FAIRY_MODE_NONE;
    if (next != FAIRY_MODE_NONE) {
        fairy_agent_set_mode(agent, next);
    }
    return token == agent->token;
}
