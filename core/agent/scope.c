/* What a fairy that is at a task may change: what lies in its area, or was made for it. */
#include "agent/agent_priv.h"
#include "base/quote.h"

#include <fairy/compose.h>

static SvgOwner owner_of(const char *id, gpointer data)
{
    const FairyAgent *agent = data;
    const FairyTask *task = fairy_projects_claimant(agent->projects, id);
    return !task                                      ? SVG_OWNER_NOBODY
           : g_strcmp0(task->fairy, agent->name) == 0 ? SVG_OWNER_SELF
                                                      : SVG_OWNER_OTHER;
}

static char *whose(const char *id, SvgBox box, gpointer data)
{
    const FairyAgent *agent = data;
    const FairyTask *mine = fairy_projects_task_of(agent->projects, agent->name);
    const FairyTask *claimed = id ? fairy_projects_claimant(agent->projects, id) : NULL;
    gboolean foreign = claimed && claimed != mine;
    const FairyTask *task = foreign ? claimed : fairy_projects_task_at(agent->projects, box, mine);
    if (!task) {
        return NULL;
    }
    g_autofree char *quoted = fairy_quote(task->id), *fairy = fairy_quote(task->fairy);
    return g_strdup_printf(foreign ? "it belongs to the task %s, which %s does"
                                   : "it is in the area of the task %s, which is for %s",
                           quoted, fairy);
}

static const FairyTask *task_of(const FairyAgent *agent)
{
    return fairy_mode(agent->mode)->level == FAIRY_LEVEL_TASK
               ? fairy_projects_task_of(agent->projects, agent->name)
               : NULL;
}

const SvgScope *fairy_agent_scope(gpointer data)
{
    FairyAgent *agent = data;
    const FairyTask *task = task_of(agent);
    agent->scope = (SvgScope){
        .area = task ? task->box : SVG_BOX_EMPTY, .owner = owner_of, .whose = whose, .data = agent};
    return task ? &agent->scope : NULL;
}

SvgBox fairy_agent_bound_view(const FairyAgent *agent, SvgBox view)
{
    const FairyTask *task = task_of(agent);
    if (!task || svg_box_is_empty(view)) {
        return view;
    }
    SvgBox around = fairy_prompt_task_view(agent->doc, task->box);
    SvgBox seen = svg_box_intersection(around, view);
    return svg_box_is_empty(seen) ? around : seen;
}
