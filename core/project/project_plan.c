/* Tasks as they are planned: what a plan has to have, and the task that comes of it. */
#include "project/project_priv.h"

#include <fairy/limits.h>
#include <svg/limits.h>

#include <math.h>

void fairy_task_free(gpointer data)
{
    FairyTask *task = data;
    g_free(task->id);
    g_free(task->title);
    g_free(task->text);
    g_free(task->page);
    g_free(task->project);
    g_free(task->fairy);
    g_free(task->reason);
    g_ptr_array_unref(task->after);
    g_hash_table_unref(task->claims);
    g_ptr_array_unref(task->refused);
    g_free(task);
}

static gboolean has_place(SvgBox box)
{
    double most = SVG_MAX_COORDINATE;
    return isfinite(box.x) && isfinite(box.y) && fabs(box.x) <= most && fabs(box.y) <= most &&
           box.w > 0 && box.h > 0 && box.w <= most && box.h <= most;
}

gboolean fairy_task_plan_check(const FairyTaskPlan *plan, GError **error)
{
    if (!fairy_length_check("id of a task", plan->id, FAIRY_MAX_TASK_ID, error) ||
        !fairy_length_check("title of a task", plan->title, FAIRY_MAX_TITLE, error) ||
        !fairy_length_check("text of a task", plan->text, FAIRY_MAX_PLAN_BYTES, error)) {
        return FALSE;
    }
    g_autofree char *title = g_strstrip(g_strdup(plan->title));
    if (!*title || !*plan->id) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                            "a task needs an id, and a title that says in a few words what it is");
        return FALSE;
    }
    if (!has_place(plan->box)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "a task needs an area in the drawing, within %g units and not empty",
                    SVG_MAX_COORDINATE);
        return FALSE;
    }
    return TRUE;
}

FairyTask *fairy_task_new(const FairyTaskPlan *plan, const char *project, const char *fairy)
{
    FairyTask *task = g_new0(FairyTask, 1);
    task->id = g_strdup(plan->id);
    task->title = g_strdup(plan->title);
    task->text = g_strdup(plan->text ? plan->text : "");
    task->box = plan->box;
    task->page = g_strdup(plan->page);
    task->project = g_strdup(project);
    task->fairy = g_strdup(fairy);
    task->after = g_ptr_array_new_with_free_func(g_free);
    task->state = FAIRY_TASK_READY;
    task->claims = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    task->refused = g_ptr_array_new_with_free_func(g_free);
    fairy_task_set_after(task, plan->after);
    return task;
}
