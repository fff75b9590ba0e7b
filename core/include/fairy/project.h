/* Projects of several fairies, their tasks, and waiting for these: who does what, and what has
 * become of it. Data and its rules alone; who runs the fairies acts on what is told. */
#pragma once

#include <fairy/error.h>
#include <svg/geometry.h>

#include <cjson/cJSON.h>

/* --- what there is ---------------------------------------------------------------------------- */

typedef enum {
    FAIRY_MEMBER_ORCHESTRATOR,     /* leads two or more; does no task itself */
    FAIRY_MEMBER_DUO_ORCHESTRATOR, /* leads one, and does tasks, too */
    FAIRY_MEMBER_DRONE,            /* does what the leader has it begin */
} FairyMemberRole;

typedef struct {
    char *fairy; /* id */
    FairyMemberRole role;
} FairyMember;

typedef enum {
    FAIRY_PROJECT_NEW,       /* its leader was asked, and hasn't begun it: it has no name */
    FAIRY_PROJECT_OPEN,      /* under way */
    FAIRY_PROJECT_ENDED,     /* by its leader, when no task was open */
    FAIRY_PROJECT_ABORTED,   /* by its leader, before it began */
    FAIRY_PROJECT_CANCELLED, /* from outside */
} FairyProjectState;

typedef struct {
    char *id;
    char *title, *description, *plan; /* "" before it has begun */
    char *color;                      /* of fairy_project_colors; NULL before it has begun */
    char *asked;                      /* the person's words that it is about; "" when not known */
    FairyProjectState state;
    char *reason;       /* why it was aborted or cancelled; may be NULL */
    GPtrArray *members; /* FairyMember; the leader is the first */
} FairyProject;

typedef enum {
    FAIRY_TASK_TODO,
    FAIRY_TASK_IN_PROGRESS,
    FAIRY_TASK_DONE, /* from here on it has ended, and stays as it is */
    FAIRY_TASK_FAILED,
    FAIRY_TASK_CANCELLED, /* from outside */
    FAIRY_TASK_DELETED,   /* by the leader */
    FAIRY_TASK_LOST,      /* the fairy that was to do it is gone */
    FAIRY_TASK_STATE_COUNT,
} FairyTaskState;

typedef struct {
    char *id; /* no two tasks have the same */
    char *title, *text;
    SvgBox box;    /* document space */
    char *page;    /* id; NULL where the drawing is one page */
    char *project; /* id; NULL: the fairy's own */
    char *fairy;   /* id of the one that is to do it */
    FairyTaskState state;
    char *reason; /* of its end; may be NULL */
} FairyTask;

typedef enum {
    FAIRY_WAIT_EACH, /* only to ask for it: a wait for each of the tasks */
    FAIRY_WAIT_ANY,  /* over when one of them has ended */
    FAIRY_WAIT_ALL,  /* over when all of them have */
} FairyWaitUntil;

typedef struct {
    guint id;
    char *fairy;      /* id of the one that waits */
    GPtrArray *tasks; /* ids, char * */
    guint open;       /* how many of these tasks haven't ended; at least one */
    FairyWaitUntil until;
    gint64 deadline; /* as fairy_projects_expire() counts; 0 = none */
} FairyWait;

/* The words for them, in the enumerations' order, ended by NULL: "duo-orchestrator", "open",
 * "in-progress", "each". */
extern const char *const fairy_member_role_names[];
extern const char *const fairy_project_state_names[];
extern const char *const fairy_task_state_names[];
extern const char *const fairy_wait_until_names[];
/* A project under way has one of these, and no other the same. Ended by NULL. */
extern const char *const fairy_project_colors[];

gboolean fairy_task_has_ended(const FairyTask *task);
/* Its id, title and text as a line for fairy_fence(). The caller's. */
char *fairy_task_quoted(const FairyTask *task);
gboolean fairy_project_is_over(const FairyProject *project);
/* Its id. */
const char *fairy_project_leader(const FairyProject *project);
/* NULL if the fairy isn't in it. */
const FairyMember *fairy_project_member(const FairyProject *project, const char *fairy);

/* --- what is told ----------------------------------------------------------------------------- */

typedef enum {
    FAIRY_PROJECT_EVENT_PROJECT,
    FAIRY_PROJECT_EVENT_TASK,
    FAIRY_PROJECT_EVENT_WAIT
} FairyProjectEventKind;

/* Why a wait is over. */
typedef enum {
    FAIRY_WAIT_MET,
    FAIRY_WAIT_TIMED_OUT,
    FAIRY_WAIT_LEFT, /* who waited is gone */
} FairyWaitEnd;

/* A project or a task is new or in another state, or a wait is over: once for each wait that was
 * made. Fields that don't belong to the kind are NULL or 0. */
typedef struct {
    FairyProjectEventKind kind;
    char *project; /* id; NULL: of a fairy's own task */
    FairyProjectState project_state;
    char *task; /* id */
    FairyTaskState task_state;
    guint wait; /* its id */
    FairyWaitEnd wait_end;
    char *fairy;   /* id: the leader; the one whose task it is; the one that waited */
    char *message; /* of a wait: to that fairy, what has become of the tasks. Else the reason */
} FairyProjectEvent;

/* Called when the change is whole, before the call that made it returns. It may make changes, which
 * are told after it, but not free the projects. */
typedef void (*FairyProjectEventFunc)(const FairyProjectEvent *told, gpointer data);

/* --- projects --------------------------------------------------------------------------------- */

typedef struct _FairyProjects FairyProjects;

/* `func` may be NULL. */
FairyProjects *fairy_projects_new(FairyProjectEventFunc func, gpointer data);
/* Takes NULL. */
void fairy_projects_free(FairyProjects *projects);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyProjects, fairy_projects_free)

/* FairyProject, FairyTask, FairyWait, oldest first, also those that have ended; the projects'. What
 * is in these lists holds until the next call that changes something. */
const GPtrArray *fairy_projects_list(const FairyProjects *projects);
const GPtrArray *fairy_projects_tasks(const FairyProjects *projects);
const GPtrArray *fairy_projects_waits(const FairyProjects *projects);
/* By id; NULL if there is none. */
const FairyProject *fairy_projects_find(const FairyProjects *projects, const char *id);
const FairyTask *fairy_projects_task(const FairyProjects *projects, const char *id);
/* That the fairy is in, new or under way; NULL if it is in none. It is in one at most. */
const FairyProject *fairy_projects_of(const FairyProjects *projects, const char *fairy);
/* That the fairy is at; NULL if it is at none. It is at one at most. */
const FairyTask *fairy_projects_task_of(const FairyProjects *projects, const char *fairy);
gboolean fairy_projects_is_waiting(const FairyProjects *projects, const char *fairy);
/* Nobody is at a task of the project, which isn't over: no wait in it ends by itself, and its
 * leader has to be told. */
gboolean fairy_projects_is_stalled(const FairyProjects *projects, const char *id);

/* What follows is FALSE with FAIRY_ERROR_ACTION, changing nothing, when it can't be: a sentence for
 * the fairy that asked, which names the action to use instead. Clauses about what was done other
 * than asked are added to `notes` (char *; may be NULL). */

/* A new project. `fairies` are ids, ended by NULL: the leader and those that work for it; with one
 * of these they are a pair, else a team. Projects that are over, and their tasks, are forgotten.
 * FAIRY_ERROR_USAGE. */
gboolean fairy_projects_add(FairyProjects *projects, const char *id, const char *const *fairies,
                            GError **error);
/* What a project is to be; none is NULL. */
typedef struct {
    const char *title, *description, *color, *plan;
} FairyProjectPlan;
/* The person said this to the fairy: of the project that it leads, as long as that hasn't begun,
 * these words are what it is about, behind those before. */
void fairy_projects_hear(FairyProjects *projects, const char *fairy, const char *words);
/* The leader begins it. */
gboolean fairy_projects_begin(FairyProjects *projects, const char *leader,
                              const FairyProjectPlan *plan, GError **error);
/* The leader ends it. Not while a task is open. */
gboolean fairy_projects_end(FairyProjects *projects, const char *leader, GError **error);
/* The leader gives it up. Not when it has begun. */
gboolean fairy_projects_abort(FairyProjects *projects, const char *leader, const char *reason,
                              GError **error);
/* From outside, at any time: its open tasks are cancelled. FALSE if it isn't there or is over.
 * `reason` may be NULL. */
gboolean fairy_projects_cancel(FairyProjects *projects, const char *id, const char *reason);
/* The fairy is gone: it waits no more, its open tasks are lost, and the project that it led is
 * cancelled. `reason` may be NULL. */
void fairy_projects_remove_fairy(FairyProjects *projects, const char *fairy, const char *reason);

/* --- tasks ------------------------------------------------------------------------------------ */

/* What a task is to be. */
typedef struct {
    const char *id, *title, *text;
    SvgBox box;       /* document space, not empty */
    const char *page; /* id, or NULL */
} FairyTaskPlan;

/* A task of one's own, for a fairy that is in no project. */
gboolean fairy_projects_plan_own(FairyProjects *projects, const char *fairy,
                                 const FairyTaskPlan *plan, GError **error);
/* The leader plans one for `fairy`. */
gboolean fairy_projects_plan(FairyProjects *projects, const char *leader, const char *fairy,
                             const FairyTaskPlan *plan, GError **error);
/* The fairy begins a task of its own, or as one that leads a pair, one that it gave itself. */
gboolean fairy_projects_start(FairyProjects *projects, const char *fairy, const char *id,
                              GError **error);
/* The leader has `fairy` begin a task, which is its own from then on. */
gboolean fairy_projects_direct(FairyProjects *projects, const char *leader, const char *fairy,
                               const char *id, GPtrArray *notes, GError **error);
/* The task that the fairy is at is done. */
gboolean fairy_projects_done(FairyProjects *projects, const char *fairy, GError **error);
/* The leader drops one. Who is at it has to be stopped. */
gboolean fairy_projects_delete(FairyProjects *projects, const char *leader, const char *id,
                               const char *reason, GError **error);

/* Whether a task can go from one state to the other. */
gboolean fairy_task_can_become(FairyTaskState from, FairyTaskState to);
/* By whoever runs the fairies: it failed, was cancelled or lost; or is to be begun again. FALSE if
 * there is no such task, or it can't become that; beginning one is fairy_projects_start() or
 * _direct(). `reason` may be NULL. */
gboolean fairy_projects_set_state(FairyProjects *projects, const char *id, FairyTaskState state,
                                  const char *reason);

/* --- waiting ---------------------------------------------------------------------------------- */

/* The leader waits for tasks of its project, ids ended by NULL. Those that have ended, and those it
 * waits for already, are left out, with a note. */
gboolean fairy_projects_await(FairyProjects *projects, const char *leader, const char *const *tasks,
                              FairyWaitUntil until, gint64 deadline, GPtrArray *notes,
                              GError **error);
/* Waits whose deadline isn't after `now` are over. Any clock will do, as long as it is the same;
 * one that is kept (fairy_projects_json()) has to go on after a restart. */
void fairy_projects_expire(FairyProjects *projects, gint64 now);

/* --- keeping ---------------------------------------------------------------------------------- */

/* All of it; the caller's. */
cJSON *fairy_projects_json(const FairyProjects *projects);
/* What fairy_projects_json() gave. NULL with FAIRY_ERROR_JOURNAL when it isn't that, or breaks a
 * rule. Nothing is told. */
FairyProjects *fairy_projects_from_json(const cJSON *json, FairyProjectEventFunc func,
                                        gpointer data, GError **error);
