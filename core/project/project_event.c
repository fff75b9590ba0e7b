/* What is told of projects: kept until the change is whole, then told in order. */
#include "base/json.h"
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

#include <string.h>

#define NAMED_IDS 8 /* in a sentence; the rest are counted */

/* --- words ------------------------------------------------------------------------------------ */

char *fairy_ids_words(const GPtrArray *ids, const char *last_word)
{
    guint n = ids->len > NAMED_IDS ? NAMED_IDS : ids->len;
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        g_autofree char *quoted = fairy_quote(ids->pdata[i]);
        gboolean last = i > 0 && i + 1 == ids->len;
        g_string_append_printf(out, "%s%s%s%s",
                               last ? " "
                               : i  ? ", "
                                    : "",
                               last ? last_word : "", last ? " " : "", quoted);
    }
    if (n < ids->len) {
        g_string_append_printf(out, " and %u more", ids->len - n);
    }
    return g_string_free(out, FALSE);
}

char *fairy_task_words(const FairyTask *task)
{
    static const char *const words[] = {
        [FAIRY_TASK_TODO] = "isn't ready",
        [FAIRY_TASK_READY] = "hasn't begun",
        [FAIRY_TASK_IN_PROGRESS] = "is being done",
        [FAIRY_TASK_DONE] = "is done",
        [FAIRY_TASK_FAILED] = "failed",
        [FAIRY_TASK_CANCELLED] = "was called off",
        [FAIRY_TASK_DELETED] = "was dropped",
        [FAIRY_TASK_LOST] = "is lost, as the fairy at it is gone",
    };
    g_autofree char *id = fairy_quote(task->id);
    g_autofree char *who = task->state == FAIRY_TASK_IN_PROGRESS ? fairy_quote(task->fairy) : NULL;
    return g_strconcat(id, " ", words[task->state], who ? " by " : "", who ? who : "", NULL);
}

char *fairy_task_quoted(const FairyTask *task)
{
    g_autoptr(GString) out = g_string_new("task ");
    fairy_json_string(out, task->id);
    g_string_append(out, ": ");
    fairy_json_string(out, task->title);
    if (*task->text) {
        g_string_append(out, ": ");
        fairy_json_string(out, task->text);
    }
    return g_strdup(out->str);
}

/* What was waited for, and why that is over. */
static GString *wait_head(const FairyWait *wait, FairyWaitEnd end)
{
    GString *out = g_string_new(end == FAIRY_WAIT_LEFT ? "You wait no more." : NULL);
    if (end == FAIRY_WAIT_TIMED_OUT) {
        g_autofree char *tasks = fairy_ids_words(wait->tasks, "and");
        g_string_printf(out, "You waited for %s%s to end, and the time for that is over.",
                        wait->tasks->len == 1           ? ""
                        : wait->until == FAIRY_WAIT_ANY ? "one of "
                                                        : "all of ",
                        tasks);
    }
    return out;
}

/* How far a task is that is being done. */
static void add_progress(GString *out, const FairyTask *task, const FairyWait *wait)
{
    guint n = g_hash_table_size(task->claims);
    if (!task->edited) {
        g_string_append(out, " Nothing is changed for it yet.");
        return;
    }
    g_string_append_printf(
        out, " %u shape%s made or changed for it, %s.", n, n == 1 ? " is" : "s are",
        task->edited > wait->since ? "the last while you waited" : "but none while you waited");
}

static void add_refused(GString *out, const FairyTask *task)
{
    g_autofree char *refused = fairy_task_refused_words(task);
    if (refused) {
        g_string_append_printf(out, " Refused while it was done: %s.", refused);
    }
}

/* To who waited: each task in a sentence, with its title and the reason of its end. */
static char *wait_words(const FairyProjects *projects, const FairyWait *wait, FairyWaitEnd end)
{
    GString *out = wait_head(wait, end);
    for (guint i = 0; i < wait->tasks->len; i++) {
        const FairyTask *task = fairy_projects_find_task(projects, wait->tasks->pdata[i]);
        if (end == FAIRY_WAIT_MET && !fairy_task_has_ended(task)) {
            continue;
        }
        g_autofree char *words = fairy_task_words(task);
        g_autofree char *title = fairy_quote(task->title);
        gboolean why = task->reason && *task->reason;
        g_autofree char *reason = why ? fairy_quote_most(task->reason, 300) : NULL;
        g_string_append_printf(out, "%sThe task %s (%s)%s%s.", out->len ? " " : "", words, title,
                               why ? ": " : "", why ? reason : "");
        add_refused(out, task);
        if (end == FAIRY_WAIT_TIMED_OUT && task->state == FAIRY_TASK_IN_PROGRESS) {
            add_progress(out, task, wait);
        }
    }
    return g_string_free(out, FALSE);
}

/* --- telling ---------------------------------------------------------------------------------- */

static void free_told(FairyProjectEvent *told)
{
    g_free(told->project);
    g_free(told->task);
    g_free(told->fairy);
    g_strfreev(told->stuck);
    g_free(told->message);
    g_free(told);
}

static FairyProjectEvent *tell(FairyProjects *projects, FairyProjectEventKind kind,
                               const char *project, const char *fairy)
{
    FairyProjectEvent *told = g_new0(FairyProjectEvent, 1);
    told->kind = kind;
    told->project = g_strdup(project);
    told->fairy = g_strdup(fairy);
    g_queue_push_tail(&projects->untold, told);
    return told;
}

void fairy_projects_emit_project(FairyProjects *projects, const FairyProject *project)
{
    FairyProjectEvent *told =
        tell(projects, FAIRY_PROJECT_EVENT_PROJECT, project->id, fairy_project_leader(project));
    told->project_state = project->state;
    told->message = g_strdup(project->reason);
}

/* What is stuck now is found at once: a later change may be another reason for it. */
void fairy_projects_emit_task(FairyProjects *projects, const FairyTask *task, FairyTaskState was)
{
    FairyProjectEvent *told = tell(projects, FAIRY_PROJECT_EVENT_TASK, task->project, task->fairy);
    told->task = g_strdup(task->id);
    told->task_state = task->state;
    told->task_was = was;
    told->stuck = fairy_task_has_ended(task) ? fairy_projects_stuck_by(projects, task) : NULL;
    told->awaited = fairy_task_has_ended(task) && fairy_projects_ends_wait(projects, task);
    told->message = g_strdup(task->reason);
}

static gboolean has_ill_end(const FairyProjects *projects, const FairyWait *wait)
{
    gboolean ill = FALSE;
    for (guint i = 0; i < wait->tasks->len; i++) {
        ill = ill ||
              fairy_projects_find_task(projects, wait->tasks->pdata[i])->state > FAIRY_TASK_DONE;
    }
    return ill;
}

void fairy_projects_emit_wait(FairyProjects *projects, const FairyWait *wait, FairyWaitEnd end)
{
    const FairyTask *task = fairy_projects_find_task(projects, wait->tasks->pdata[0]);
    FairyProjectEvent *told = tell(projects, FAIRY_PROJECT_EVENT_WAIT, task->project, wait->fairy);
    told->wait = wait->id;
    told->wait_end = end;
    told->ill = has_ill_end(projects, wait);
    told->message = wait_words(projects, wait, end);
}

/* A change that is made by who is told comes back here: it is told by the loop that is running. */
void fairy_projects_deliver(FairyProjects *projects)
{
    if (projects->telling) {
        return;
    }
    projects->telling = TRUE;
    for (FairyProjectEvent *told; (told = g_queue_pop_head(&projects->untold)) != NULL;) {
        if (projects->func) {
            projects->func(told, projects->data);
        }
        free_told(told);
    }
    projects->telling = FALSE;
}

/* --- hearing ---------------------------------------------------------------------------------- */

void fairy_projects_add_input(FairyProjects *projects, const char *fairy, const char *words)
{
    FairyProject *project = fairy_projects_live(projects, fairy);
    if (project && project->state == FAIRY_PROJECT_NEW &&
        g_str_equal(fairy_project_leader(project), fairy)) {
        g_autofree char *all =
            g_strdup_printf("%s%s%s", project->asked, *project->asked ? "\n" : "", words);
        g_free(project->asked);
        project->asked = fairy_text_head(all, FAIRY_MAX_PLAN_BYTES);
    }
}
