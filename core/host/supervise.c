/* The rules by which projects go on, whatever becomes of their fairies. */
#include "host/supervise.h"

#include <fairy/limits.h>

/* --- what there is ---------------------------------------------------------------------------- */

/* NULL: it is gone. */
static const FairyMemberFacts *find(const FairySupervision *facts, const char *fairy)
{
    for (guint i = 0; i < facts->n_members; i++) {
        if (g_str_equal(facts->members[i].fairy, fairy)) {
            return &facts->members[i];
        }
    }
    return NULL;
}

gint64 fairy_supervise_next_deadline(const FairyProjects *projects)
{
    const GPtrArray *waits = fairy_projects_waits(projects);
    gint64 next = 0;
    for (guint i = 0; i < waits->len; i++) {
        gint64 deadline = ((const FairyWait *)waits->pdata[i])->deadline;
        next = deadline && (!next || deadline < next) ? deadline : next;
    }
    return next;
}

/* --- what became of a task -------------------------------------------------------------------- */

static const char *why_of(const FairyMemberFacts *member, const char *otherwise)
{
    return member->why ? member->why : otherwise;
}

/* A fairy that fails once may do better the next time, or another does. */
static FairyOrder try_again(const FairyTask *task, const char *reason)
{
    FairyOrderKind kind =
        task->n_begun < FAIRY_MAX_TASK_TRIES ? FAIRY_ORDER_REQUEUE : FAIRY_ORDER_FAIL;
    return (FairyOrder){.kind = kind, .fairy = task->fairy, .task = task->id, .reason = reason};
}

/* A task whose fairy isn't at work any more; one that it has only just begun is. */
static FairyOrder after_run(const FairyTask *task, const FairyMemberFacts *member)
{
    FairyOrder order = {.fairy = task->fairy, .task = task->id};
    switch (member->end) {
    case FAIRY_RUN_NONE:
        return (FairyOrder){0};
    case FAIRY_RUN_DONE:
        return try_again(task, "its fairy went to rest without saying that it is done");
    case FAIRY_RUN_FAILED:
        return try_again(task, why_of(member, "its fairy failed"));
    case FAIRY_RUN_SPENT: /* no fault of its own: it waits for who raises the limit */
        order.kind = FAIRY_ORDER_REQUEUE;
        order.reason = why_of(member, "a budget is used up");
        break;
    case FAIRY_RUN_STOPPED:
        order.kind = FAIRY_ORDER_CALL_OFF;
        order.reason = "the person stopped its fairy";
        break;
    }
    return order;
}

static FairyOrder of_task(const FairySupervision *facts, const FairyTask *task)
{
    const FairyMemberFacts *member = find(facts, task->fairy);
    gboolean left =
        task->project && task->state == FAIRY_TASK_IN_PROGRESS && member && !member->running;
    return left ? after_run(task, member) : (FairyOrder){0};
}

/* --- what becomes of a project ---------------------------------------------------------------- */

/* Nobody is at work: who leads is told so, unless that couldn't help. */
static FairyOrder lead_on(const FairyProject *project, const FairyMemberFacts *leader)
{
    FairyOrder order = {.kind = FAIRY_ORDER_WAKE, .project = project->id, .fairy = leader->fairy};
    gboolean hopeless =
        leader->end == FAIRY_RUN_SPENT || leader->n_failed >= FAIRY_MAX_LEADER_FAILURES;
    if (hopeless) {
        return (FairyOrder){0}; /* it stays open, to be gone on with */
    }
    if (leader->n_woken >= FAIRY_MAX_WAKES) {
        order.kind = FAIRY_ORDER_CANCEL;
        order.reason = "its leader was told that nobody is at work, and didn't go on";
    }
    return order;
}

static FairyOrder of_leader(const FairySupervision *facts, const FairyProject *project)
{
    const FairyMemberFacts *leader = find(facts, fairy_project_leader(project));
    if (leader->end == FAIRY_RUN_STOPPED) {
        return (FairyOrder){.kind = FAIRY_ORDER_CANCEL,
                            .project = project->id,
                            .reason = "the person stopped the fairy that led it"};
    }
    gboolean rests = !leader->running && leader->end != FAIRY_RUN_NONE;
    gboolean stalled = fairy_projects_is_stalled(facts->projects, project->id);
    return rests && stalled ? lead_on(project, leader) : (FairyOrder){0};
}

static FairyOrder of_project(const FairySupervision *facts, const FairyProject *project)
{
    if (fairy_project_is_over(project)) {
        return (FairyOrder){0};
    }
    for (guint i = 0; i < project->members->len; i++) {
        const char *fairy = ((const FairyMember *)project->members->pdata[i])->fairy;
        if (!find(facts, fairy)) {
            return (FairyOrder){
                .kind = FAIRY_ORDER_REMOVE, .fairy = fairy, .reason = "the fairy is gone"};
        }
    }
    return project->members->len < 2 ? (FairyOrder){.kind = FAIRY_ORDER_CANCEL,
                                                    .project = project->id,
                                                    .reason = "nobody but its leader is left"}
                                     : of_leader(facts, project);
}

/* --- in order --------------------------------------------------------------------------------- */

static FairyOrder of_waits(const FairySupervision *facts)
{
    gint64 next = fairy_supervise_next_deadline(facts->projects);
    gboolean due = next && next <= facts->now;
    return (FairyOrder){.kind = due ? FAIRY_ORDER_EXPIRE : FAIRY_ORDER_NOTHING};
}

static FairyOrder of_tasks(const FairySupervision *facts)
{
    const GPtrArray *tasks = fairy_projects_tasks(facts->projects);
    FairyOrder order = {0};
    for (guint i = 0; i < tasks->len && !order.kind; i++) {
        order = of_task(facts, tasks->pdata[i]);
    }
    return order;
}

static FairyOrder of_projects(const FairySupervision *facts)
{
    const GPtrArray *projects = fairy_projects_list(facts->projects);
    FairyOrder order = {0};
    for (guint i = 0; i < projects->len && !order.kind; i++) {
        order = of_project(facts, projects->pdata[i]);
    }
    return order;
}

/* It leads a project that others have cancelled: what it is writing of that isn't wanted. */
static gboolean was_cancelled(const FairySupervision *facts, const char *fairy)
{
    const GPtrArray *projects = fairy_projects_list(facts->projects);
    for (guint i = 0; i < projects->len; i++) {
        const FairyProject *project = projects->pdata[i];
        if (project->state == FAIRY_PROJECT_CANCELLED && fairy_project_member(project, fairy)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whatever ended its project, it doesn't stand by for another. Who ended it by itself says what it
 * has to say. */
static FairyOrder of_members(const FairySupervision *facts)
{
    for (guint i = 0; i < facts->n_members; i++) {
        const FairyMemberFacts *member = &facts->members[i];
        if (member->in_team && !fairy_projects_of(facts->projects, member->fairy) &&
            (!member->running || was_cancelled(facts, member->fairy))) {
            return (FairyOrder){.kind = FAIRY_ORDER_DISMISS, .fairy = member->fairy};
        }
    }
    return (FairyOrder){0};
}

/* Tasks come before projects: what became of them is told with the order that wakes a leader. */
FairyOrder fairy_supervise(const FairySupervision *facts)
{
    static FairyOrder (*const rules[])(const FairySupervision *) = {of_waits, of_tasks, of_projects,
                                                                    of_members};
    FairyOrder order = {0};
    for (gsize i = 0; i < G_N_ELEMENTS(rules) && !order.kind; i++) {
        order = rules[i](facts);
    }
    return order;
}
