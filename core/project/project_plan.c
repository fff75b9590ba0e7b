/* Tasks as they are planned: what a plan has to have, and the task that comes of it. */
#include "base/quote.h"
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

gboolean fairy_length_check(const char *name, const char *text, gsize most, GError **error)
{
    if (!text || strlen(text) <= most) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "the %s has at most %" G_GSIZE_FORMAT " bytes, and this has %" G_GSIZE_FORMAT
                "; say it shorter",
                name, most, strlen(text));
    return FALSE;
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
    return task;
}

/* --- what was refused at it ------------------------------------------------------------------- */

void fairy_task_forget_refusals(FairyTask *task)
{
    g_ptr_array_set_size(task->refused, 0);
    task->n_refused = 0;
}

char *fairy_task_refused_words(const FairyTask *task)
{
    GString *words = g_string_new(NULL);
    for (guint i = 0; i < task->refused->len; i++) {
        g_autofree char *quoted = fairy_quote_most(task->refused->pdata[i], 300);
        g_string_append_printf(words, "%s%s", i ? "; " : "", quoted);
    }
    if (task->n_refused > task->refused->len) {
        g_string_append_printf(words, "; and %u more", task->n_refused - task->refused->len);
    }
    return g_string_free(words, words->len == 0);
}
