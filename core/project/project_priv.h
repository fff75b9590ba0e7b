/* Between the parts of projects. */
#pragma once

#include <fairy/project.h>

struct _FairyProjects {
    GPtrArray *projects, *tasks, *waits; /* owned */
    guint last_wait;                     /* id */
    FairyProjectEventFunc func;
    gpointer data;
    GQueue untold; /* FairyProjectEvent *, oldest first */
    gboolean telling;
};

/* --- what there is (project.c, project_tasks.c) */

void fairy_project_free(gpointer data);
void fairy_task_free(gpointer data);
void fairy_wait_free(gpointer data);

/* As fairy_projects_of(). */
FairyProject *fairy_projects_live(const FairyProjects *projects, const char *fairy);
/* That it leads; else an error for it. */
FairyProject *fairy_projects_led(const FairyProjects *projects, const char *fairy, GError **error);
FairyTask *fairy_projects_find_task(const FairyProjects *projects, const char *id);
/* Of that project, or when it is NULL, of no project; else an error that names those that are open.
 */
FairyTask *fairy_projects_task_in(const FairyProjects *projects, const char *project,
                                  const char *id, GError **error);
/* Ids of those in the project (NULL: in none) whose state is one of the set, 1 << FairyTaskState;
 * borrowed strings, the array is the caller's. */
GPtrArray *fairy_projects_tasks_in(const FairyProjects *projects, const char *project,
                                   guint states);
#define FAIRY_TASKS_OPEN (1u << FAIRY_TASK_TODO | 1u << FAIRY_TASK_IN_PROGRESS)

/* Checks what a task or a project is to be, by itself: names, sizes, the place. */
gboolean fairy_task_plan_check(const FairyTaskPlan *plan, GError **error);
gboolean fairy_project_plan_check(const FairyProjectPlan *plan, GError **error);
/* Longer than `most` bytes is an error: "the NAME has at most …". `text` may be NULL. */
gboolean fairy_length_check(const char *name, const char *text, gsize most, GError **error);
/* The caller's. */
FairyTask *fairy_task_new(const FairyTaskPlan *plan, const char *project, const char *fairy);
/* A member's role follows from how many there are. */
FairyProject *fairy_project_new(const char *id, const char *const *fairies);
void fairy_project_set_plan(FairyProject *project, const FairyProjectPlan *plan);

/* Sets the state, ends waits that this ends, and tells. */
void fairy_projects_settle_task(FairyProjects *projects, FairyTask *task, FairyTaskState state,
                                const char *reason);
void fairy_projects_settle_project(FairyProjects *projects, FairyProject *project,
                                   FairyProjectState state, const char *reason);

/* --- waiting (project_waits.c) */

gboolean fairy_projects_is_awaited(const FairyProjects *projects, const char *task);
/* The task has ended. */
void fairy_projects_wake(FairyProjects *projects, const FairyTask *task);
/* All waits of the fairy are over. */
void fairy_projects_stop_waiting(FairyProjects *projects, const char *fairy);
/* Takes the ids. */
FairyWait *fairy_projects_add_wait(FairyProjects *projects, const char *fairy, GPtrArray *tasks,
                                   FairyWaitUntil until, gint64 deadline);

/* --- telling (project_told.c) */

void fairy_projects_emit_project(FairyProjects *projects, const FairyProject *project);
void fairy_projects_emit_task(FairyProjects *projects, const FairyTask *task);
void fairy_projects_emit_wait(FairyProjects *projects, const FairyWait *wait, FairyWaitEnd end);
/* The change is whole: what was told goes out. */
void fairy_projects_deliver(FairyProjects *projects);
/* "a", "b" and 3 more, quoted; the caller's. */
char *fairy_ids_words(const GPtrArray *ids, const char *last_word);
/* `"a" is done`: what can be said of a task in a sentence; the caller's. */
char *fairy_task_words(const FairyTask *task);
