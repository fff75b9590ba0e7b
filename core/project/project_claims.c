/* Which shapes and which areas belong to whose task, as long as it is being done. */
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
    const FairyTask *task = fairy_projects_task_of(projects, fairy);
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

/* --- areas ------------------------------------------------------------------------------------ */

/* Each may change all that is in its area: where one lies in the other neither could rely on
 * anything there. */
static gboolean overlap_wholly(const FairyTask *a, const FairyTask *b)
{
    return svg_box_contains(a->box, b->box) || svg_box_contains(b->box, a->box);
}

/* Another's task in progress that can't go on beside this one; NULL if there is none. */
static const FairyTask *find_in_the_way(const FairyProjects *projects, const FairyTask *task,
                                        const char *fairy)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *other = projects->tasks->pdata[i];
        if (other != task && other->state == FAIRY_TASK_IN_PROGRESS &&
            g_strcmp0(other->project, task->project) == 0 && !g_str_equal(other->fairy, fairy) &&
            overlap_wholly(task, other)) {
            return other;
        }
    }
    return NULL;
}

gboolean fairy_projects_check_area(const FairyProjects *projects, const FairyTask *task,
                                   const char *fairy, GError **error)
{
    const FairyTask *other = task->project ? find_in_the_way(projects, task, fairy) : NULL;
    if (other) {
        g_autofree char *who = fairy_quote(other->fairy);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "\"%s\" can't be done beside \"%s\", which %s is at: the area of one lies in "
                    "the other's; await \"%s\", and then have this begun",
                    task->id, other->id, who, other->id);
    }
    return other == NULL;
}
