/* Waiting for tasks. A wait names at least one task that is open, and none of its own fairy's: so
 * it can't outlive what it waits for. No two of a fairy's name the same task. */
#include "base/quote.h"
#include "project/project_priv.h"

const char *const fairy_wait_until_names[] = {
    [FAIRY_WAIT_EACH] = "each",
    [FAIRY_WAIT_ANY] = "any",
    [FAIRY_WAIT_ALL] = "all",
    [FAIRY_WAIT_NONE] = "none",
    NULL,
};

void fairy_wait_free(gpointer data)
{
    FairyWait *wait = data;
    g_free(wait->fairy);
    g_ptr_array_unref(wait->tasks);
    g_free(wait);
}

const GPtrArray *fairy_projects_waits(const FairyProjects *projects)
{
    return projects->waits;
}

gboolean fairy_projects_is_waiting(const FairyProjects *projects, const char *fairy)
{
    for (guint i = 0; i < projects->waits->len; i++) {
        if (g_str_equal(((const FairyWait *)projects->waits->pdata[i])->fairy, fairy)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean names(const GPtrArray *tasks, const char *task)
{
    return tasks && g_ptr_array_find_with_equal_func((GPtrArray *)tasks, task, g_str_equal, NULL);
}

gboolean fairy_projects_is_awaited(const FairyProjects *projects, const char *task)
{
    for (guint i = 0; i < projects->waits->len; i++) {
        if (names(((const FairyWait *)projects->waits->pdata[i])->tasks, task)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- the end ---------------------------------------------------------------------------------- */

static void end_wait(FairyProjects *projects, guint index, FairyWaitEnd end)
{
    g_autoptr(GPtrArray) over = g_ptr_array_new_with_free_func(fairy_wait_free);
    g_ptr_array_add(over, g_ptr_array_steal_index(projects->waits, index));
    fairy_projects_emit_wait(projects, over->pdata[0], end);
}

static gboolean is_last_of(const FairyTask *task, const FairyWait *wait)
{
    return names(wait->tasks, task->id) && (wait->until == FAIRY_WAIT_ANY || wait->open == 1);
}

gboolean fairy_projects_ends_wait(const FairyProjects *projects, const FairyTask *task)
{
    gboolean ends = FALSE;
    for (guint i = 0; i < projects->waits->len; i++) {
        ends = ends || is_last_of(task, projects->waits->pdata[i]);
    }
    return ends;
}

void fairy_projects_wake(FairyProjects *projects, const FairyTask *task)
{
    for (guint i = 0; i < projects->waits->len;) {
        FairyWait *wait = projects->waits->pdata[i];
        gboolean named = names(wait->tasks, task->id);
        wait->open -= named;
        if (named && (wait->until == FAIRY_WAIT_ANY || wait->open == 0)) {
            end_wait(projects, i, FAIRY_WAIT_MET);
        } else {
            i++;
        }
    }
}

void fairy_projects_stop_waiting(FairyProjects *projects, const char *fairy)
{
    for (guint i = 0; i < projects->waits->len;) {
        if (g_str_equal(((const FairyWait *)projects->waits->pdata[i])->fairy, fairy)) {
            end_wait(projects, i, FAIRY_WAIT_LEFT);
        } else {
            i++;
        }
    }
}

void fairy_projects_expire(FairyProjects *projects, gint64 now)
{
    for (guint i = 0; i < projects->waits->len;) {
        const FairyWait *wait = projects->waits->pdata[i];
        if (wait->deadline && wait->deadline <= now) {
            end_wait(projects, i, FAIRY_WAIT_TIMED_OUT);
        } else {
            i++;
        }
    }
    fairy_projects_deliver(projects);
}

/* --- a new one -------------------------------------------------------------------------------- */

FairyWait *fairy_projects_add_wait(FairyProjects *projects, const char *fairy, GPtrArray *tasks,
                                   FairyWaitUntil until, gint64 deadline)
{
    FairyWait *wait = g_new0(FairyWait, 1);
    wait->id = ++projects->last_wait;
    wait->fairy = g_strdup(fairy);
    wait->tasks = tasks;
    for (guint i = 0; i < tasks->len; i++) {
        wait->open += !fairy_task_has_ended(fairy_projects_find_task(projects, tasks->pdata[i]));
    }
    wait->until = until;
    wait->deadline = deadline;
    wait->since = projects->n_edits;
    g_ptr_array_add(projects->waits, wait);
    return wait;
}

static gboolean same_tasks(const GPtrArray *a, const GPtrArray *b)
{
    guint n = 0;
    for (guint i = 0; i < a->len; i++) {
        n += names(b, a->pdata[i]);
    }
    return n == a->len && n == b->len;
}

static gboolean waits_already(const FairyProjects *projects, const char *fairy,
                              const GPtrArray *tasks, FairyWaitUntil until)
{
    for (guint i = 0; i < projects->waits->len; i++) {
        const FairyWait *wait = projects->waits->pdata[i];
        if (g_str_equal(wait->fairy, fairy) && same_tasks(wait->tasks, tasks) &&
            (tasks->len == 1 || wait->until == until)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How many of the wait's open tasks aren't among these. */
static guint n_others(const FairyProjects *projects, const FairyWait *wait, const GPtrArray *tasks)
{
    guint n = 0;
    for (guint i = 0; i < wait->tasks->len; i++) {
        const char *id = wait->tasks->pdata[i];
        n += !names(tasks, id) && !fairy_task_has_ended(fairy_projects_find_task(projects, id));
    }
    return n;
}

static void take_out(FairyProjects *projects, FairyWait *wait, const GPtrArray *tasks)
{
    wait->open = n_others(projects, wait, tasks);
    for (guint i = wait->tasks->len; i-- > 0;) {
        if (names(tasks, wait->tasks->pdata[i])) {
            g_ptr_array_remove_index(wait->tasks, i);
        }
    }
}

static void tell_left(GPtrArray *notes, const FairyWait *wait, gboolean others)
{
    g_autofree char *words = fairy_ids_words(wait->tasks, "and");
    const char *kind = wait->tasks->len == 1           ? ""
                       : wait->until == FAIRY_WAIT_ANY ? "one of "
                                                       : "all of ";
    if (notes) {
        g_ptr_array_add(notes, g_strdup_printf(others ? "your wait for %s%s goes on without this"
                                                      : "your wait for %s%s is over",
                                               kind, words));
    }
}

/* It waits for these no more. */
static void leave(FairyProjects *projects, const char *fairy, const GPtrArray *tasks,
                  GPtrArray *notes)
{
    for (guint i = 0; i < projects->waits->len;) {
        FairyWait *wait = projects->waits->pdata[i];
        guint before = n_others(projects, wait, NULL), others = n_others(projects, wait, tasks);
        gboolean had = g_str_equal(wait->fairy, fairy) && others < before;
        if (had) {
            tell_left(notes, wait, others > 0);
        }
        if (had && others == 0) {
            end_wait(projects, i, FAIRY_WAIT_LEFT);
            continue;
        }
        if (had) {
            take_out(projects, wait, tasks);
        }
        i++;
    }
}

/* Into `open` what can be awaited, into `ended` the rest: ids. */
static gboolean sort(const FairyProjects *projects, const FairyProject *project,
                     const char *const *ids, GPtrArray *open, GPtrArray *ended, GError **error)
{
    for (; *ids; ids++) {
        const FairyTask *task = fairy_projects_task_in(projects, project->id, *ids, error);
        if (!task) {
            return FALSE;
        }
        if (fairy_task_has_ended(task)) {
            g_ptr_array_add(ended, g_strdup(task->id));
        } else if (g_str_equal(task->fairy, fairy_project_leader(project))) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION,
                        "\"%s\" is your own task, which nobody else will do; start-task begins it, "
                        "mark-task-done ends it",
                        task->id);
            return FALSE;
        } else if (!fairy_projects_check_hope(projects, task, error)) {
            return FALSE;
        } else if (!names(open, task->id)) {
            g_ptr_array_add(open, g_strdup(task->id));
        }
    }
    return TRUE;
}

#define TOLD_ENDED 5 /* in a sentence */

/* What became of it, with what was refused meanwhile where nothing else tells that. */
static void add_ended(GString *out, const FairyTask *task, gboolean whole)
{
    g_autofree char *words = fairy_task_words(task);
    g_autofree char *refused = whole ? fairy_task_refused_words(task) : NULL;
    g_string_append_printf(out, "%s%s%s%s%s", out->len ? ", " : "", words,
                           refused ? " (refused while it was done: " : "", refused ? refused : "",
                           refused ? ")" : "");
}

/* What has ended while its leader wrote is no mistake of the leader's. */
static void tell_ended(const FairyProjects *projects, GPtrArray *notes, const GPtrArray *ended,
                       gboolean waits, gboolean told)
{
    g_autoptr(GString) out = g_string_new(NULL);
    for (guint i = 0; i < MIN(ended->len, TOLD_ENDED); i++) {
        add_ended(out, fairy_projects_find_task(projects, ended->pdata[i]), !told);
    }
    if (ended->len > TOLD_ENDED) {
        g_string_append_printf(out, ", and %u more have ended", ended->len - TOLD_ENDED);
    }
    if (ended->len && notes) {
        g_ptr_array_add(notes, waits ? g_strdup_printf("not awaited, as %s", out->str)
                                     : g_strdup_printf("%s; that is what you wanted to wait for, "
                                                       "so go on",
                                                       out->str));
    }
}

static void await(FairyProjects *projects, const char *fairy, GPtrArray *tasks,
                  FairyWaitUntil until, gint64 deadline, GPtrArray *notes)
{
    if (waits_already(projects, fairy, tasks, until)) {
        g_ptr_array_unref(tasks);
        return;
    }
    leave(projects, fairy, tasks, notes);
    fairy_projects_add_wait(projects, fairy, tasks, until, deadline);
}

/* A wait for each of them. */
static void await_each(FairyProjects *projects, const char *fairy, const GPtrArray *tasks,
                       gint64 deadline, GPtrArray *notes)
{
    for (guint i = 0; i < tasks->len; i++) {
        GPtrArray *one = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(one, g_strdup(tasks->pdata[i]));
        await(projects, fairy, one, FAIRY_WAIT_ALL, deadline, notes);
    }
}

static gboolean await_none(FairyProjects *projects, const FairyProject *project,
                           const char *const *ids, GPtrArray *notes, GError **error)
{
    g_autoptr(GPtrArray) tasks = g_ptr_array_new();
    for (; *ids; ids++) {
        if (!fairy_projects_task_in(projects, project->id, *ids, error)) {
            return FALSE;
        }
        g_ptr_array_add(tasks, (gpointer)*ids);
    }
    leave(projects, fairy_project_leader(project), tasks, notes);
    return TRUE;
}

/* Who waits for what has ended already would hear nothing of it, if it waits for others, too: it is
 * told as if it had waited. */
static void meet(FairyProjects *projects, const char *fairy, GPtrArray *tasks, FairyWaitUntil until)
{
    fairy_projects_add_wait(projects, fairy, tasks, until, 0);
    end_wait(projects, projects->waits->len - 1, FAIRY_WAIT_MET);
}

static gboolean await_some(FairyProjects *projects, const FairyProject *project,
                           const char *const *ids, FairyWaitUntil until, gint64 deadline,
                           GPtrArray *notes, GError **error)
{
    g_autoptr(GPtrArray) open = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) ended = g_ptr_array_new_with_free_func(g_free);
    const char *leader = fairy_project_leader(project);
    if (!sort(projects, project, ids, open, ended, error)) {
        return FALSE;
    }
    gboolean waits = open->len > 0 && !(until == FAIRY_WAIT_ANY && ended->len);
    gboolean told = ended->len > 0 && !(waits && until == FAIRY_WAIT_ALL);
    tell_ended(projects, notes, ended, waits, told);
    if (told) {
        meet(projects, leader, g_steal_pointer(&ended),
             until == FAIRY_WAIT_ANY ? FAIRY_WAIT_ANY : FAIRY_WAIT_ALL);
    }
    if (waits && until == FAIRY_WAIT_EACH) {
        await_each(projects, leader, open, deadline, notes);
    } else if (waits) {
        await(projects, leader, g_steal_pointer(&open), until, deadline, notes);
    }
    return TRUE;
}

gboolean fairy_projects_await(FairyProjects *projects, const char *leader, const char *const *tasks,
                              FairyWaitUntil until, gint64 deadline, GPtrArray *notes,
                              GError **error)
{
    const FairyProject *project = fairy_projects_led(projects, leader, error);
    gboolean done =
        project && (until == FAIRY_WAIT_NONE
                        ? await_none(projects, project, tasks, notes, error)
                        : await_some(projects, project, tasks, until, deadline, notes, error));
    fairy_projects_deliver(projects);
    return done;
}
