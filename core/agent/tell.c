/* What others hear of a fairy. */
#include "agent/agent_priv.h"

void fairy_agent_emit(FairyAgent *agent, FairyEvent event)
{
    event.request = agent->n_requests;
    event.mode = agent->mode;
    event.agent = agent;
    const FairyTask *task = fairy_projects_task_of(agent->projects, agent->name);
    event.fairy = agent->name;
    event.task = task ? task->id : NULL;
    if (agent->options.on_event) {
        agent->options.on_event(&event, agent->options.data);
    }
}

void fairy_agent_warn(FairyAgent *agent, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_WARNING, .message = message});
}

void fairy_agent_emit_todos(FairyAgent *agent)
{
    guint version = fairy_todos_version(agent->todos);
    if (version != agent->todos_told) {
        agent->todos_told = version;
        fairy_agent_emit(agent, (FairyEvent){.kind = FAIRY_EVENT_TODOS, .todos = agent->todos});
    }
}
