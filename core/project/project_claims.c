/* What is noted of a task as long as it is being done: which shapes belong to it, what of it was
 * refused. */
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

/* Who made or changed it last has it, also when a task that had it before is begun again. */
static void let_go(const FairyProjects *projects, const char *id)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        if (!fairy_task_has_ended(task)) {
            g_hash_table_remove(task->claims, id);
        }
    }
}

void fairy_projects_claim(FairyProjects *projects, const char *fairy, const char *const *ids)
{
    const FairyTask *current = fairy_projects_task_of(projects, fairy);
    FairyTask *task = current ? fairy_projects_find_task(projects, current->id) : NULL;
    if (task && *ids) {
        task->edited = ++projects->n_edits;
    }
    for (; task && *ids && g_hash_table_size(task->claims) < FAIRY_MAX_CLAIMS; ids++) {
        if (!fairy_projects_claimant(projects, *ids)) {
            let_go(projects, *ids);
            g_hash_table_add(task->claims, g_strdup(*ids));
        }
    }
}

const FairyTask *fairy_projects_claimant(const FairyProjects *projects, const char *id)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        if (task->state == FAIRY_TASK_IN_PROGRESS && g_hash_table_contains(task->claims, id)) {
            return task;
        }
    }
    return NULL;
}

const FairyTask *fairy_projects_task_at(const FairyProjects *projects, SvgBox box,
                                        const FairyTask *but)
{
    SvgPoint middle = svg_box_center(box);
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        if (task != but && !fairy_task_has_ended(task) && svg_box_holds(task->box, middle)) {
            return task;
        }
    }
    return NULL;
}

/* --- refused ---------------------------------------------------------------------------------- */

/* The same once more says nothing new. */
void fairy_projects_note_refusal(FairyProjects *projects, const char *fairy, const char *why)
{
    const FairyTask *current = fairy_projects_task_of(projects, fairy);
    FairyTask *task = current ? fairy_projects_find_task(projects, current->id) : NULL;
    g_autofree char *head = fairy_text_head(why, FAIRY_MAX_TASK_REFUSAL_BYTES);
    if (!task || g_ptr_array_find_with_equal_func(task->refused, head, g_str_equal, NULL)) {
        return;
    }
    task->n_refused++;
    if (task->refused->len == FAIRY_MAX_TASK_REFUSALS) {
        g_ptr_array_remove_index(task->refused, 0);
    }
    g_ptr_array_add(task->refused, g_steal_pointer(&head));
}
