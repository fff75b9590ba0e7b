/* What a fairy hears of tasks, projects and waits. */
#include "agent/agent_priv.h"
#include "base/quote.h"

#include <fairy/compose.h>

/* What is to be done the model reads where it is told how things stand; a person reads it here. */
static void remind_begun(FairyAgent *agent, const FairyTask *task, const char *named)
{
    const char *text =
        "You have begun the task that stands under \"your task\". Do it now; when it "
        "is done, say so with mark-task-done.";
    g_autofree char *told = fairy_task_quoted(task);
    g_autofree char *words = g_strdup_printf("You have begun a task.\n%s", told);
    fairy_agent_enqueue(agent,
                        &(FairyInput){.text = text,
                                      .quoted = named,
                                      .words = words,
                                      .source = FAIRY_SOURCE_SELF,
                                      .lapses = TRUE,
                                      .view = fairy_prompt_task_view(agent->doc, task->box)});
}

static void remind(FairyAgent *agent, const FairyTask *task)
{
    g_autofree char *id = fairy_quote(task->id), *title = fairy_quote(task->title);
    g_autofree char *named = g_strdup_printf("task %s: %s", id, title);
    if (task->state == FAIRY_TASK_IN_PROGRESS) {
        remind_begun(agent, task, named);
        return;
    }
    g_autofree char *over =
        g_strdup_printf("This task is over: it is %s.", fairy_task_state_names[task->state]);
    fairy_agent_remind(agent, SVG_BOX_EMPTY, over, named);
}

/* When it stands by, where what it was told before has lapsed: it is read with the next task. */
static void tell_taken(FairyAgent *agent, const FairyTask *task)
{
    g_autofree char *id = fairy_quote(task->id), *title = fairy_quote(task->title);
    g_autofree char *quoted = g_strdup_printf("task %s: %s", id, title);
    fairy_agent_remind(
        agent, SVG_BOX_EMPTY,
        "The task that you were at was taken from you; somebody does it later. Leave "
        "what is there of it as it is.",
        quoted);
}

/* While its own answer goes on, the mode changes at its end: what was written after the action
 * belongs to the mode before. */
static void change_task(FairyAgent *agent, const FairyTask *task)
{
    FairyTaskStep step =
        fairy_decide_task(agent->mode, agent->pending, agent->running, task->state);
    if (step.leaves) {
        fairy_agent_interrupt(agent, agent->pending, NULL);
    }
    if (task->state == FAIRY_TASK_IN_PROGRESS) {
        agent->worked = agent->doubted = FALSE;
        g_ptr_array_set_size(agent->closer, 0);
        fairy_agent_note_flaws(agent);
    }
    if (fairy_task_has_ended(task)) {
        fairy_memory_end_task(agent->memory, task);
    }
    if (step.mode == FAIRY_MODE_NONE) {
        return;
    }
    if (fairy_mode(step.mode)->active && task->state != FAIRY_TASK_READY) {
        remind(agent, task);
    }
    if (step.stops) {
        fairy_agent_interrupt(agent, step.mode, NULL);
    } else if (agent->running) {
        agent->pending = step.mode;
    } else {
        fairy_agent_set_mode(agent, step.mode);
        fairy_agent_wake(agent);
    }
    if (task->state == FAIRY_TASK_READY) {
        tell_taken(agent, task);
    }
}

static void end_project(FairyAgent *agent, const FairyProject *project)
{
    if (project && fairy_project_is_over(project) && fairy_project_member(project, agent->name)) {
        fairy_agent_drop_reminders(agent);
        fairy_memory_end_project(agent->memory, agent->projects, project, agent->name);
    }
}

/* Who left, or whose project is over, doesn't want to know any more. */
static gboolean is_awaiting(const FairyAgent *agent, const FairyProjectEvent *told)
{
    const FairyProject *project = fairy_projects_find(agent->projects, told->project);
    return told->wait_end != FAIRY_WAIT_LEFT && project && !fairy_project_is_over(project);
}

/* What becomes of a task that is only planned for it is nothing to a fairy that is at another. */
static gboolean is_begun_or_left(const FairyProjectEvent *told)
{
    return told->task_state == FAIRY_TASK_IN_PROGRESS || told->task_was == FAIRY_TASK_IN_PROGRESS;
}

static const char *wait_over_text(const FairyProjectEvent *told)
{
    return told->wait_end == FAIRY_WAIT_TIMED_OUT
               ? "You waited as long as one may, and what you waited for hasn't ended. Where work "
                 "goes on, wait again by await-tasks-completion. Where nothing changes, look at "
                 "that area by set-view; have the task begun anew, also by another, by "
                 "direct-to-start-project-task; plan it otherwise; or drop it by "
                 "delete-project-task. How it stands:"
           : told->ill ? "What became of what you waited for. What didn't go as it was meant to, "
                         "have done by another fairy, or change the plan:"
                       : "What became of what you waited for:";
}

/* What can be done about a wait that is over is told where it didn't bring what was waited for. */
static void tell_wait_over(FairyAgent *agent, const FairyProjectEvent *told)
{
    fairy_agent_post(agent, &(FairyInput){.text = wait_over_text(told),
                                          .quoted = told->message,
                                          .source = FAIRY_SOURCE_SELF,
                                          .lapses = TRUE,
                                          .view = SVG_BOX_EMPTY});
}

void fairy_agent_project_event(FairyAgent *agent, const FairyProjectEvent *told)
{
    gboolean mine = g_strcmp0(told->fairy, agent->name) == 0;
    if (told->kind == FAIRY_PROJECT_EVENT_PROJECT) {
        end_project(agent, fairy_projects_find(agent->projects, told->project));
    } else if (told->kind == FAIRY_PROJECT_EVENT_WAIT && mine && is_awaiting(agent, told)) {
        tell_wait_over(agent, told);
    } else if (told->kind == FAIRY_PROJECT_EVENT_TASK && mine && is_begun_or_left(told)) {
        change_task(agent, fairy_projects_task(agent->projects, told->task));
    }
}

void fairy_agent_on_project_event(const FairyProjectEvent *told, gpointer data)
{
    fairy_agent_project_event(data, told);
}
