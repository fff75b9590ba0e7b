/* Projects of several fairies, their tasks, and waits for these tasks. They are data with rules:
 * who is in which project, who does which task, how it ended. Whoever runs the fairies acts on the
 * events that changes emit. */
#pragma once

#include <fairy/error.h>
#include <svg/geometry.h>

#include <cjson/cJSON.h>

/* --- what there is ---------------------------------------------------------------------------- */

typedef enum {
    FAIRY_MEMBER_ORCHESTRATOR,     /* leads two or more fairies, and does no task itself */
    FAIRY_MEMBER_DUO_ORCHESTRATOR, /* leads one fairy, and does tasks, too */
    FAIRY_MEMBER_DRONE,            /* does the tasks that the leader starts it on */
} FairyMemberRole;

typedef struct {
    char *fairy; /* id */
    FairyMemberRole role;
} FairyMember;

typedef enum {
    FAIRY_PROJECT_NEW,       /* its leader was asked, but hasn't begun it: it has no title yet */
    FAIRY_PROJECT_OPEN,      /* under way */
    FAIRY_PROJECT_ENDED,     /* ended by its leader, when no task was open */
    FAIRY_PROJECT_ABORTED,   /* given up by its leader before it began */
    FAIRY_PROJECT_CANCELLED, /* cancelled from outside */
} FairyProjectState;

typedef struct {
    char *id;
    char *title, *description, *plan; /* "" before it has begun */
    char *color;                      /* of fairy_project_colors; NULL before it has begun */
    char *asked;                      /* the person's words that it is about; "" = unknown */
    FairyProjectState state;
    char *reason;       /* why it was aborted or cancelled; may be NULL */
    GPtrArray *members; /* FairyMember; the leader is the first */
} FairyProject;

typedef enum {
    FAIRY_TASK_TODO,  /* it comes after tasks that aren't all done */
    FAIRY_TASK_READY, /* it can be begun */
    FAIRY_TASK_IN_PROGRESS,
    FAIRY_TASK_DONE, /* this and all that follow are end states, which no task leaves */
    FAIRY_TASK_FAILED,
    FAIRY_TASK_CANCELLED, /* cancelled from outside */
    FAIRY_TASK_DELETED,   /* dropped by the leader */
    FAIRY_TASK_LOST,      /* the fairy that was to do it is gone */
    FAIRY_TASK_STATE_COUNT,
} FairyTaskState;

typedef struct {
    char *id; /* unique among all tasks */
    char *title, *text;
    SvgBox box;    /* the area of the task, in document space */
    char *page;    /* id; NULL if the drawing has no pages */
    char *project; /* id; NULL = the fairy's own task */
    char *fairy;   /* id of the fairy that is to do it */
    GPtrArray
        *after; /* ids of tasks of the project, char *: those that have to be done before it */
    FairyTaskState state;
    char *reason;       /* why it ended, or has to be done again; may be NULL */
    guint n_begun;      /* how often it was begun */
    GHashTable *claims; /* set of ids of shapes that were made or changed for it */
    guint64 edited;     /* which change of all tasks was its latest, from 1; 0 = none */
    GPtrArray *refused; /* why its latest actions were that were refused since it was begun, char *;
                           FAIRY_MAX_TASK_REFUSALS at most, the latest last */
    guint n_refused;    /* how many were */
} FairyTask;

typedef enum {
    FAIRY_WAIT_EACH, /* for fairy_projects_await() only: a wait for each of the tasks */
    FAIRY_WAIT_ANY,  /* the wait is over when one of the tasks has ended */
    FAIRY_WAIT_ALL,  /* the wait is over when all of them have */
    FAIRY_WAIT_NONE, /* for fairy_projects_await() only: these aren't waited for any more */
} FairyWaitUntil;

typedef struct {
    guint id;
    char *fairy;      /* id of the fairy that waits */
    GPtrArray *tasks; /* ids, char * */
    guint open;       /* how many of these tasks haven't ended; at least one */
    FairyWaitUntil until;
    gint64 deadline; /* on the clock of fairy_projects_expire(); 0 = none */
    guint64 since;   /* how many changes of all tasks there were when it began */
} FairyWait;

/* The names of these values, in the enumerations' order, NULL-terminated: "duo-orchestrator",
 * "open", "in-progress", "each". */
extern const char *const fairy_member_role_names[];
extern const char *const fairy_project_state_names[];
extern const char *const fairy_task_state_names[];
extern const char *const fairy_wait_until_names[];
/* The colours of projects; no two projects under way have the same. NULL-terminated. */
extern const char *const fairy_project_colors[];

/* Returns whether the task is in an end state. */
gboolean fairy_task_has_ended(const FairyTask *task);
/* Returns the task's id, title and text as one line for fairy_fence(). Free with g_free(). */
char *fairy_task_quoted(const FairyTask *task);
/* Returns what of the task was refused since it was begun, in quotes, as in `"a"; "b"; and 2 more`.
 * Free with g_free(). NULL if nothing was. */
char *fairy_task_refused_words(const FairyTask *task);
/* Returns whether the project was ended, aborted or cancelled. */
gboolean fairy_project_is_over(const FairyProject *project);
/* Returns the leader's id. Borrowed from the project. */
const char *fairy_project_leader(const FairyProject *project);
/* Returns the member with that id. Borrowed from the project. NULL if the fairy isn't in it. */
const FairyMember *fairy_project_member(const FairyProject *project, const char *fairy);

/* --- events ----------------------------------------------------------------------------------- */

typedef enum {
    FAIRY_PROJECT_EVENT_PROJECT,
    FAIRY_PROJECT_EVENT_TASK,
    FAIRY_PROJECT_EVENT_WAIT
} FairyProjectEventKind;

/* Why a wait is over. */
typedef enum {
    FAIRY_WAIT_MET,       /* the tasks ended */
    FAIRY_WAIT_TIMED_OUT, /* the deadline passed */
    FAIRY_WAIT_LEFT,      /* the fairy stopped waiting, or is gone */
} FairyWaitEnd;

/* One event: a project or a task is new or in another state, or a wait is over. Each wait gives
 * exactly one event. Members that don't belong to the kind are NULL or 0. */
typedef struct {
    FairyProjectEventKind kind;
    char *project; /* id; NULL = the event is about a fairy's own task */
    FairyProjectState project_state;
    char *task; /* id */
    FairyTaskState task_state;
    FairyTaskState task_was; /* its state before; of one that is planned, or planned anew, the
                                same */
    char **stuck; /* TASK that ended otherwise than done: ids of those that come after it, and can
                     never be ready because of that; NULL = none */
    gboolean awaited; /* TASK: a wait is over with it, whose event follows and tells of its end */
    gboolean ill;     /* WAIT: one of its tasks ended otherwise than done */
    guint wait;       /* id */
    FairyWaitEnd wait_end;
    char *fairy; /* id of the leader, of the fairy whose task it is, or of the one that waited */
    char
        *message; /* WAIT: sentences for that fairy about the tasks; else the reason, may be NULL */
} FairyProjectEvent;

/* Called for each event, when the change is complete and before the call that made it returns.
 * `told` is borrowed for the call. The callee may make further changes, whose events follow this
 * one, but must not free the projects. */
typedef void (*FairyProjectEventFunc)(const FairyProjectEvent *told, gpointer data);

/* --- projects --------------------------------------------------------------------------------- */

typedef struct _FairyProjects FairyProjects;

/* Makes an empty set of projects. `func` may be NULL. Free with fairy_projects_free(). */
FairyProjects *fairy_projects_new(FairyProjectEventFunc func, gpointer data);
/* Frees all of it, without events. Accepts NULL. */
void fairy_projects_free(FairyProjects *projects);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyProjects, fairy_projects_free)

/* Return all projects (FairyProject), tasks (FairyTask), or waits (FairyWait), the oldest first.
 * The first two include those that have ended. Borrowed until the next call that changes something,
 * as are all results below. */
const GPtrArray *fairy_projects_list(const FairyProjects *projects);
const GPtrArray *fairy_projects_tasks(const FairyProjects *projects);
const GPtrArray *fairy_projects_waits(const FairyProjects *projects);
/* Return the project or the task with that id; NULL if there is none. */
const FairyProject *fairy_projects_find(const FairyProjects *projects, const char *id);
const FairyTask *fairy_projects_task(const FairyProjects *projects, const char *id);
/* Returns the project, new or under way, that the fairy is in; NULL if it is in none. A fairy is in
 * one at most. */
const FairyProject *fairy_projects_of(const FairyProjects *projects, const char *fairy);
/* Returns the task that the fairy is working at; NULL if it is at none. A fairy is at one at most.
 */
const FairyTask *fairy_projects_task_of(const FairyProjects *projects, const char *fairy);
/* Returns whether the fairy waits for a task. */
gboolean fairy_projects_is_waiting(const FairyProjects *projects, const char *fairy);
/* Returns whether the project is stalled: it isn't over, but no fairy works at a task of it, so
 * that no wait in it ends by itself and its leader has to be woken. */
gboolean fairy_projects_is_stalled(const FairyProjects *projects, const char *id);

/* Unless a comment says otherwise, the functions that follow return FALSE with FAIRY_ERROR_ACTION,
 * changing nothing, if a rule forbids what is asked. The message is a sentence for the fairy that
 * asked, and names the action to use instead. `notes` (char *, allocated with g_malloc(); may be
 * NULL) gets clauses about what was done otherwise than asked. */

/* Adds a project. `fairies` are ids, NULL-terminated: the leader, then the members. One member
 * makes a pair, more make a team. Projects that are over, and their tasks, are forgotten. Returns
 * FALSE with FAIRY_ERROR_USAGE. */
gboolean fairy_projects_add(FairyProjects *projects, const char *id, const char *const *fairies,
                            GError **error);
/* What a project is to be. No member may be NULL. */
typedef struct {
    const char *title, *description, *color, *plan;
} FairyProjectPlan;
/* Says that the person gave this input to the fairy. If it leads a project that hasn't begun, the
 * words are appended to those that the project is about. */
void fairy_projects_add_input(FairyProjects *projects, const char *fairy, const char *words);
/* Begins the project, on the leader's behalf. */
gboolean fairy_projects_begin(FairyProjects *projects, const char *leader,
                              const FairyProjectPlan *plan, GError **error);
/* Ends the project, on the leader's behalf; refused while a task of it is open. */
gboolean fairy_projects_end(FairyProjects *projects, const char *leader, GError **error);
/* Gives the project up, on the leader's behalf; refused once it has begun. `reason` may be NULL. */
gboolean fairy_projects_abort(FairyProjects *projects, const char *leader, const char *reason,
                              GError **error);
/* Cancels the project and its open tasks, on the person's behalf. `reason` may be NULL. Returns
 * FALSE if there is no such project or it is over. */
gboolean fairy_projects_cancel(FairyProjects *projects, const char *id, const char *reason);
/* Says that the fairy is gone: its waits end, its open tasks are lost, and the project that it led
 * is cancelled. `reason` may be NULL. */
void fairy_projects_remove_fairy(FairyProjects *projects, const char *fairy, const char *reason);

/* --- members that come and go ----------------------------------------------------------------- */

/* These act on the person's behalf, return FALSE with FAIRY_ERROR_USAGE, and emit an event of the
 * project, whose state is as it was. */

/* Adds the fairy to the project, to do tasks. The leader's role stays as it is: who leads a pair
 * does tasks also when there are more. Refused when the project is over. */
gboolean fairy_projects_join(FairyProjects *projects, const char *id, const char *fairy,
                             GError **error);
/* Takes the fairy out of its project. What it was at is ready again, and all its open tasks are for
 * the members that have the fewest. `reason` may be NULL. Refused for who leads, and for the last
 * one beside who leads. */
gboolean fairy_projects_leave(FairyProjects *projects, const char *fairy, const char *reason,
                              GError **error);
/* Makes the fairy the leader of its project; who led it does tasks from then on, and its waits are
 * over. What either was at is ready again. The tasks of who leads a team are for others. */
gboolean fairy_projects_hand_over(FairyProjects *projects, const char *fairy, GError **error);

/* --- tasks ------------------------------------------------------------------------------------ */

/* What a task is to be. */
typedef struct {
    const char *id, *title, *text; /* only the text may be NULL, which means none */
    SvgBox box;                    /* document space, not empty */
    const char *page;              /* id, or NULL */
    const char *const *after;      /* ids of tasks of the project that have to be done before it,
                                      NULL-terminated; NULL = none */
} FairyTaskPlan;

/* What of a task is to be otherwise; NULL = as it is. */
typedef struct {
    const char *title, *text;
    const char *fairy; /* id of who is to do it */
    const SvgBox *box; /* likewise, with its page, which may be NULL */
    const char *page;
    const char *const *after; /* as FairyTaskPlan has it; without any: it comes after none */
} FairyTaskChange;

/* Adds a task of the fairy's own; refused if the fairy is in a project. */
gboolean fairy_projects_add_own_task(FairyProjects *projects, const char *fairy,
                                     const FairyTaskPlan *plan, GError **error);
/* Adds a task of the project for `fairy`, on the leader's behalf. It is ready, or to do as long as
 * it comes after tasks that aren't done. */
gboolean fairy_projects_add_task(FairyProjects *projects, const char *leader, const char *fairy,
                                 const FairyTaskPlan *plan, GError **error);
/* Changes a task of the project that hasn't begun, on the leader's behalf: all that is given, or,
 * if something of it can't be, nothing. What the leader awaits isn't given to the leader. */
gboolean fairy_projects_change_task(FairyProjects *projects, const char *leader, const char *id,
                                    const FairyTaskChange *change, GError **error);
/* Starts the fairy on a task of its own; in a project only the leader of a pair may do that, with a
 * task for itself. */
gboolean fairy_projects_start_task(FairyProjects *projects, const char *fairy, const char *id,
                                   GError **error);
/* Starts `fairy` on a task of the project, on the leader's behalf. If the task was for another
 * fairy it is reassigned; a task that the fairy is at is ready again. Refused, as is
 * fairy_projects_start_task(), while another is at a task whose area lies in that of this one, or
 * the other way round. */
gboolean fairy_projects_start_task_of(FairyProjects *projects, const char *leader,
                                      const char *fairy, const char *id, GPtrArray *notes,
                                      GError **error);
/* Says that the task which the fairy is working at is done. */
gboolean fairy_projects_finish_task(FairyProjects *projects, const char *fairy, GError **error);
/* Changes which tasks (ids, NULL-terminated; NULL = none) have to be done before a task that hasn't
 * begun, on the leader's behalf; refused for one that comes after the task itself, and for one that
 * ended otherwise than done. */
gboolean fairy_projects_set_after(FairyProjects *projects, const char *leader, const char *id,
                                  const char *const *after, GError **error);
/* Returns whether the task can never be ready: one before it ended otherwise than done, or is stuck
 * itself. Its leader can drop it, or change what it comes after. */
gboolean fairy_projects_is_stuck(const FairyProjects *projects, const FairyTask *task);
/* Returns the ids of the tasks that are stuck because of one that has ended; what was stuck anyway
 * isn't among them. Free with g_strfreev(). NULL if there is none. */
char **fairy_projects_stuck_by(const FairyProjects *projects, const FairyTask *ended);
/* Drops an open task, on the leader's behalf. The caller has to stop a fairy that works at it. */
gboolean fairy_projects_delete_task(FairyProjects *projects, const char *leader, const char *id,
                                    const char *reason, GError **error);

/* Says that the fairy made or changed these shapes (NULL-terminated) for the task that it is
 * working at. What is claimed for another task in progress stays that one's. */
void fairy_projects_claim(FairyProjects *projects, const char *fairy, const char *const *ids);
/* Says that something that the fairy wanted to do for the task that it is working at was refused,
 * and why. */
void fairy_projects_note_refusal(FairyProjects *projects, const char *fairy, const char *why);
/* Returns the task in progress for which the shape is claimed; NULL if there is none. */
const FairyTask *fairy_projects_claimant(const FairyProjects *projects, const char *id);
/* Returns an open task other than `but` (may be NULL) in whose area the middle of the box lies;
 * NULL if there is none. */
const FairyTask *fairy_projects_task_at(const FairyProjects *projects, SvgBox box,
                                        const FairyTask *but);

/* Returns whether a task can go from one state to the other. */
gboolean fairy_task_can_become(FairyTaskState from, FairyTaskState to);
/* Sets the state of a task, on behalf of whoever runs the fairies: it failed, was cancelled or
 * lost, or is to do again. (fairy_projects_start_task() and fairy_projects_start_task_of() start
 * one.) `reason` may be NULL. Returns FALSE if there is no such task, or if it can't become that.
 */
gboolean fairy_projects_set_state(FairyProjects *projects, const char *id, FairyTaskState state,
                                  const char *reason);

/* --- waiting ---------------------------------------------------------------------------------- */

/* Adds waits of the leader for tasks of its project (ids, NULL-terminated), or with FAIRY_WAIT_NONE
 * ends them. A task is waited for as was said last: waits from before go on without it, or are over
 * (FAIRY_WAIT_LEFT) where nothing open is left of them, each with a note. Tasks that have ended
 * are left out with a note, and told as if they had been waited for (FAIRY_WAIT_MET): with
 * FAIRY_WAIT_ANY, one that has ended is all that was wanted; with FAIRY_WAIT_ALL nothing is told
 * as long as others are open. Those that it waits for so already stay awaited. Refused if one of
 * the tasks is the leader's own. */
gboolean fairy_projects_await(FairyProjects *projects, const char *leader, const char *const *tasks,
                              FairyWaitUntil until, gint64 deadline, GPtrArray *notes,
                              GError **error);
/* Ends the waits whose deadline is `now` or before. Any clock will do, if it is always the same
 * one; for stored projects (fairy_projects_json()) it has to go on after a restart. */
void fairy_projects_expire(FairyProjects *projects, gint64 now);

/* --- storing ---------------------------------------------------------------------------------- */

/* Returns projects, tasks and waits as JSON. Free with cJSON_Delete(). */
cJSON *fairy_projects_json(const FairyProjects *projects);
/* Makes projects of such JSON, without events. Free with fairy_projects_free(). Returns NULL with
 * FAIRY_ERROR_JOURNAL if it is something else, or breaks a rule. */
FairyProjects *fairy_projects_from_json(const cJSON *json, FairyProjectEventFunc func,
                                        gpointer data, GError **error);
