/* When a task can be begun: which comes after which, what follows from how those before it ended,
 * and which can't be done at the same time. */
#include "base/quote.h"
#include "project/project_priv.h"

#include <fairy/limits.h>

static gboolean comes_after(const FairyTask *task, const char *id)
{
    return g_ptr_array_find_with_equal_func(task->after, id, g_str_equal, NULL);
}

static gboolean ended_otherwise(const FairyTask *task)
{
    return fairy_task_has_ended(task) && task->state != FAIRY_TASK_DONE;
}

void fairy_task_set_after(FairyTask *task, const char *const *after)
{
    g_ptr_array_set_size(task->after, 0);
    for (; after && *after; after++) {
        if (!comes_after(task, *after)) {
            g_ptr_array_add(task->after, g_strdup(*after));
        }
    }
}

/* --- who can come after whom ------------------------------------------------------------------ */

/* Whether that one comes after `task`, by whatever way. */
static gboolean leads_to(const FairyProjects *projects, const FairyTask *task, const char *from,
                         GHashTable *seen)
{
    const FairyTask *at = fairy_projects_find_task(projects, from);
    gboolean found = g_str_equal(from, task->id);
    if (!at || found || !g_hash_table_add(seen, (gpointer)from)) {
        return found;
    }
    for (guint i = 0; i < at->after->len && !found; i++) {
        found = leads_to(projects, task, at->after->pdata[i], seen);
    }
    return found;
}

static gboolean has_circle(const FairyProjects *projects, const FairyTask *task, const char *before)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    return leads_to(projects, task, before, seen);
}

static gboolean can_come_after(const FairyProjects *projects, const char *id,
                               const FairyTask *before, GError **error)
{
    const FairyTask *task = fairy_projects_find_task(projects, id);
    if (task && has_circle(projects, task, before->id)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "\"%s\" can't come after \"%s\", which comes after \"%s\" itself; one of them "
                    "has to be first",
                    id, before->id, id);
        return FALSE;
    }
    if (ended_otherwise(before)) {
        g_autofree char *words = fairy_task_words(before);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "%s, so that nothing can come after it; name the task that replaces it, or "
                    "leave it out",
                    words);
        return FALSE;
    }
    return fairy_projects_check_hope(projects, before, error);
}

gboolean fairy_projects_check_after(const FairyProjects *projects, const char *project,
                                    const char *id, const char *const *after, GError **error)
{
    for (; after && *after; after++) {
        if (g_str_equal(*after, id)) {
            g_autofree char *quoted = fairy_quote(id);
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "%s can't come after itself; name other tasks, or none", quoted);
            return FALSE;
        }
        const FairyTask *before = fairy_projects_task_in(projects, project, *after, error);
        if (!before || !can_come_after(projects, id, before, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean fairy_projects_check_kept_after(const FairyProjects *projects, const FairyTask *task)
{
    for (guint i = 0; i < task->after->len; i++) {
        const char *id = task->after->pdata[i];
        if (!fairy_projects_task_in(projects, task->project, id, NULL) ||
            has_circle(projects, task, id)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean fairy_projects_is_needed(const FairyProjects *projects, const char *id)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        const FairyTask *task = projects->tasks->pdata[i];
        if (!fairy_task_has_ended(task) && comes_after(task, id)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- what is ready ---------------------------------------------------------------------------- */

/* Ids of those before it that aren't done. */
static GPtrArray *open_before(const FairyProjects *projects, const FairyTask *task)
{
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = 0; i < task->after->len; i++) {
        const FairyTask *before = fairy_projects_find_task(projects, task->after->pdata[i]);
        if (!before || before->state != FAIRY_TASK_DONE) {
            g_ptr_array_add(ids, task->after->pdata[i]);
        }
    }
    return ids;
}

gboolean fairy_projects_has_all_before(const FairyProjects *projects, const FairyTask *task)
{
    g_autoptr(GPtrArray) open = open_before(projects, task);
    return open->len == 0;
}

void fairy_projects_make_ready(FairyProjects *projects, const FairyTask *done)
{
    for (guint i = 0; i < projects->tasks->len; i++) {
        FairyTask *task = projects->tasks->pdata[i];
        if (task->state == FAIRY_TASK_TODO && comes_after(task, done->id) &&
            fairy_projects_has_all_before(projects, task)) {
            fairy_projects_settle_task(projects, task, FAIRY_TASK_READY, NULL);
        }
    }
}

/* --- what never will be ----------------------------------------------------------------------- */

static gboolean has_stuck_before(const FairyProjects *projects, const FairyTask *task,
                                 GHashTable *stuck, const FairyTask *but)
{
    for (guint i = 0; i < task->after->len; i++) {
        const FairyTask *before = fairy_projects_find_task(projects, task->after->pdata[i]);
        if (before && before != but &&
            (ended_otherwise(before) || g_hash_table_contains(stuck, before->id))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Set of ids, borrowed; as if `but` (may be NULL) had ended well. */
static GHashTable *find_stuck(const FairyProjects *projects, const FairyTask *but)
{
    GHashTable *stuck = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint before = 1, now = 0; before != now;) {
        before = now;
        for (guint i = 0; i < projects->tasks->len; i++) {
            const FairyTask *task = projects->tasks->pdata[i];
            if (task->state == FAIRY_TASK_TODO && has_stuck_before(projects, task, stuck, but)) {
                g_hash_table_add(stuck, task->id);
            }
        }
        now = g_hash_table_size(stuck);
    }
    return stuck;
}

gboolean fairy_projects_is_stuck(const FairyProjects *projects, const FairyTask *task)
{
    g_autoptr(GHashTable) stuck = find_stuck(projects, NULL);
    return g_hash_table_contains(stuck, task->id);
}

char **fairy_projects_stuck_by(const FairyProjects *projects, const FairyTask *ended)
{
    if (!ended_otherwise(ended)) {
        return NULL;
    }
    g_autoptr(GHashTable) stuck = find_stuck(projects, NULL), anyway = find_stuck(projects, ended);
    g_autoptr(GStrvBuilder) ids = g_strv_builder_new();
    guint n = 0;
    gboolean before = has_stuck_before(projects, ended, anyway, ended);
    for (guint i = 0; i < projects->tasks->len && !before; i++) {
        const char *id = ((const FairyTask *)projects->tasks->pdata[i])->id;
        if (g_hash_table_contains(stuck, id) && !g_hash_table_contains(anyway, id)) {
            g_strv_builder_add(ids, id);
            n++;
        }
    }
    return n > 0 ? g_strv_builder_end(ids) : NULL;
}

/* --- in sentences ----------------------------------------------------------------------------- */

gboolean fairy_projects_check_hope(const FairyProjects *projects, const FairyTask *task,
                                   GError **error)
{
    g_autoptr(GHashTable) stuck = find_stuck(projects, NULL);
    for (guint i = 0; i < task->after->len && g_hash_table_contains(stuck, task->id); i++) {
        const FairyTask *before = fairy_projects_find_task(projects, task->after->pdata[i]);
        gboolean also = g_hash_table_contains(stuck, before->id);
        if (also || ended_otherwise(before)) {
            g_autofree char *words = also ? g_strdup_printf("\"%s\" can't either", before->id)
                                          : fairy_task_words(before);
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "\"%s\" can never begin, as it comes after \"%s\", and %s; "
                        "update-project-task takes that away, delete-project-task drops it",
                        task->id, before->id, words);
            return FALSE;
        }
    }
    return TRUE;
}

gboolean fairy_projects_check_ready(const FairyProjects *projects, const FairyTask *task,
                                    GError **error)
{
    if (task->state == FAIRY_TASK_READY) {
        return TRUE;
    }
    if (task->state != FAIRY_TASK_TODO) {
        g_autofree char *words = fairy_task_words(task);
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "%s; only what is ready can be begun",
                    words);
    } else if (fairy_projects_check_hope(projects, task, error)) {
        g_autoptr(GPtrArray) open = open_before(projects, task);
        g_autofree char *names = fairy_ids_words(open, "and");
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                    "\"%s\" waits for %s, which %s done; you are told when it is ready", task->id,
                    names, open->len == 1 ? "isn't" : "aren't");
    }
    return FALSE;
}

/* --- beside others ------------------------------------------------------------------------------
 */

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

/* --- changing it ------------------------------------------------------------------------------ */

gboolean fairy_task_is_unbegun(const FairyTask *task, GError **error)
{
    if (FAIRY_TASKS_UNBEGUN & 1u << task->state) {
        return TRUE;
    }
    g_autofree char *words = fairy_task_words(task);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                "%s; a task can be changed only until it begins", words);
    return FALSE;
}

gboolean fairy_projects_set_after(FairyProjects *projects, const char *leader, const char *id,
                                  const char *const *after, GError **error)
{
    const FairyProject *project = fairy_projects_led(projects, leader, error);
    FairyTask *task = project ? fairy_projects_task_in(projects, project->id, id, error) : NULL;
    if (!task || !fairy_task_is_unbegun(task, error) ||
        !fairy_projects_check_after(projects, project->id, id, after, error)) {
        return FALSE;
    }
    fairy_task_set_after(task, after);
    FairyTaskState state =
        fairy_projects_has_all_before(projects, task) ? FAIRY_TASK_READY : FAIRY_TASK_TODO;
    if (state != task->state) {
        task->state = state;
        fairy_projects_emit_task(projects, task, state); /* planned anew: nothing became of it */
        fairy_projects_deliver(projects);
    }
    return TRUE;
}
