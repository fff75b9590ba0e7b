/* The state of projects, shared by the files of core/project. Private to core/. */
#pragma once

#include <fairy/project.h>

struct _FairyProjects {
    GPtrArray *projects, *tasks, *waits; /* owned */
    guint last_wait;                     /* id */
    guint64 n_edits;                     /* changes that were made for tasks */
    FairyProjectEventFunc func;
    gpointer data;
    GQueue untold; /* FairyProjectEvent *, events that aren't delivered yet, oldest first */
    gboolean telling;
};

/* --- what there is (project.c, project_tasks.c) */

void fairy_project_free(gpointer data);
void fairy_task_free(gpointer data);
void fairy_wait_free(gpointer data);

/* Returns what fairy_projects_of() does, to be changed. */
FairyProject *fairy_projects_live(const FairyProjects *projects, const char *fairy);
/* Returns the project that the fairy leads, borrowed. Returns NULL with FAIRY_ERROR_ACTION if it
 * leads none. */
FairyProject *fairy_projects_led(const FairyProjects *projects, const char *fairy, GError **error);
FairyTask *fairy_projects_find_task(const FairyProjects *projects, const char *id);
/* Returns the task, borrowed, if it is of that project, or of none if `project` is NULL. Else
 * returns NULL with FAIRY_ERROR_ACTION, which names the open tasks. */
FairyTask *fairy_projects_task_in(const FairyProjects *projects, const char *project,
                                  const char *id, GError **error);
/* Returns the ids of the tasks in the project (NULL = in none) whose state is in the set (1 <<
 * FairyTaskState). Free the array with g_ptr_array_unref(); the ids are borrowed. */
GPtrArray *fairy_projects_tasks_in(const FairyProjects *projects, const char *project,
                                   guint states);
#define FAIRY_TASKS_UNBEGUN (1u << FAIRY_TASK_TODO | 1u << FAIRY_TASK_READY)
#define FAIRY_TASKS_OPEN    (FAIRY_TASKS_UNBEGUN | 1u << FAIRY_TASK_IN_PROGRESS)

/* Check a plan by itself: names, sizes, the area. They return FALSE with FAIRY_ERROR_ACTION. */
gboolean fairy_task_plan_check(const FairyTaskPlan *plan, GError **error);
gboolean fairy_project_plan_check(const FairyProjectPlan *plan, GError **error);
/* Returns whether `text` (may be NULL) has at most `most` bytes; if not, FALSE with
 * FAIRY_ERROR_ACTION: "the NAME has at most …". */
gboolean fairy_length_check(const char *name, const char *text, gsize most, GError **error);
/* Makes a task. Free with fairy_task_free(). */
FairyTask *fairy_task_new(const FairyTaskPlan *plan, const char *project, const char *fairy);
/* Makes a project; the roles follow from the number of members. Free with fairy_project_free(). */
FairyProject *fairy_project_new(const char *id, const char *const *fairies);
void fairy_project_set_plan(FairyProject *project, const FairyProjectPlan *plan);
void fairy_project_add_member(FairyProject *project, const char *fairy, FairyMemberRole role);

/* Set the state, end the waits that this ends, and queue the events. */
void fairy_projects_settle_task(FairyProjects *projects, FairyTask *task, FairyTaskState state,
                                const char *reason);
void fairy_projects_settle_project(FairyProjects *projects, FairyProject *project,
                                   FairyProjectState state, const char *reason);

/* --- what comes before what (project_after.c) */

/* Returns whether tasks of the project can have to be done before one with that id. If not, FALSE
 * with FAIRY_ERROR_ACTION. */
gboolean fairy_projects_check_after(const FairyProjects *projects, const char *project,
                                    const char *id, const char *const *after, GError **error);
/* The same for what was kept, where one before it may have failed meanwhile. */
gboolean fairy_projects_check_kept_after(const FairyProjects *projects, const FairyTask *task);
/* Replaces what the task comes after; `after` may be NULL. */
void fairy_task_set_after(FairyTask *task, const char *const *after);
/* Returns whether all that comes before the task is done. */
gboolean fairy_projects_has_all_before(const FairyProjects *projects, const FairyTask *task);
/* Makes those ready that waited for this one, which is done. */
void fairy_projects_make_ready(FairyProjects *projects, const FairyTask *done);
/* Returns whether an open task comes after that one. */
gboolean fairy_projects_is_needed(const FairyProjects *projects, const char *id);
/* Returns whether the task hasn't begun and can be. If not, FALSE with FAIRY_ERROR_ACTION. */
gboolean fairy_projects_check_ready(const FairyProjects *projects, const FairyTask *task,
                                    GError **error);
/* Returns whether the task isn't stuck. If it is, FALSE with FAIRY_ERROR_ACTION. */
gboolean fairy_projects_check_hope(const FairyProjects *projects, const FairyTask *task,
                                   GError **error);
/* Returns whether no other fairy than this is at a task of the project whose area lies in that of
 * this task, or the other way round. If one is, FALSE with FAIRY_ERROR_ACTION. */
gboolean fairy_projects_check_area(const FairyProjects *projects, const FairyTask *task,
                                   const char *fairy, GError **error);

/* --- waiting (project_waits.c) */

/* Returns whether a fairy waits for the task. */
gboolean fairy_projects_is_awaited(const FairyProjects *projects, const char *task);
/* Ends the waits that the end of this task ends. */
/* It is begun: what was refused before was told, or is somebody else's. */
void fairy_task_forget_refusals(FairyTask *task);
/* Whether a wait is over when the task ends, which is open as far as waits know. */
gboolean fairy_projects_ends_wait(const FairyProjects *projects, const FairyTask *task);
void fairy_projects_wake(FairyProjects *projects, const FairyTask *task);
/* Ends all waits of the fairy. */
void fairy_projects_stop_waiting(FairyProjects *projects, const char *fairy);
/* Adds a wait, and takes ownership of the array of ids. Returns it, borrowed. */
FairyWait *fairy_projects_add_wait(FairyProjects *projects, const char *fairy, GPtrArray *tasks,
                                   FairyWaitUntil until, gint64 deadline);

/* --- events (project_event.c) */

void fairy_projects_emit_project(FairyProjects *projects, const FairyProject *project);
void fairy_projects_emit_task(FairyProjects *projects, const FairyTask *task, FairyTaskState was);
void fairy_projects_emit_wait(FairyProjects *projects, const FairyWait *wait, FairyWaitEnd end);
/* Delivers the queued events: the change is complete. */
void fairy_projects_deliver(FairyProjects *projects);
/* Returns ids for a sentence: "a", "b" and 3 more, quoted. Free with g_free(). */
char *fairy_ids_words(const GPtrArray *ids, const char *last_word);
/* Returns what a sentence says of a task: `"a" is done`. Free with g_free(). */
char *fairy_task_words(const FairyTask *task);
