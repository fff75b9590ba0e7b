/* The executor: carries out the actions of a run, from one reply or several in a row, on a document
 * while they arrive. */
#pragma once

#include <fairy/action.h>
#include <fairy/coords.h>
#include <fairy/effects.h>
#include <fairy/project.h>
#include <fairy/todos.h>
#include <fairy/web.h>
#include <svg/edit.h>

typedef enum { FAIRY_OK, FAIRY_ADJUSTED, FAIRY_REFUSED } FairyStatus;

/* Returns "ok", "adjusted" or "refused"; static. */
const char *fairy_status_name(FairyStatus status);

typedef struct {
    guint index; /* place among the turn's actions, from 0 */
    char *type;  /* the action's name, or what stood there; never NULL */
    FairyStatus status;
    char **shape_ids;   /* final ids of shapes that it created or changed, NULL-terminated */
    char *detail;       /* how it was adjusted; why it was refused; or, if ok, a message or NULL */
    char *adjusted;     /* the same without what came of it that the next action may change again:
                           what is beyond the page now, which lines came off; NULL = nothing else */
    gboolean unchanged; /* it was refused, as what it asks for is so already */
    cJSON *data;        /* what the action returned for the model's next request; may be NULL */
    /* Only while on_outcome is called: */
    SvgChange *change; /* NULL if it was refused, or changed no shape */
    cJSON *action;     /* as it came; NULL if it couldn't be read */
    gboolean wrote;    /* it made a commit, even if no shape shows it */
} FairyOutcome;

/* The result of one action of a reply, for a model that reports it in its closing message. */
typedef struct {
    gboolean refused;
    const char *detail; /* why it was refused, or how it was adjusted (FairyOutcome.adjusted); NULL
                           = done as written */
} FairyActionResult;

/* What the actions about tasks and projects work on. */
typedef struct {
    FairyProjects *projects;
    const char *fairy; /* id of the fairy whose actions these are */
    gint64 deadline;   /* of the waits that it begins, as fairy_projects_await() takes it */
    /* Returns whether the fairy may say that its task is done; if not, FALSE with an error that
     * says what is missing. NULL = it always may. */
    gboolean (*may_end)(gpointer data, GError **error);
    /* Returns what the next edit may change, borrowed until that is over; NULL, or no such function
     * = everything. */
    const SvgScope *(*scope)(gpointer data);
    gpointer data;
} FairyProjectContext;

/* What else has to hold of an action, beside what it is allowed to be. */
typedef struct {
    /* Gets its arguments, which fit its fields. Returns why it is refused, with what would be
     * right; free with g_free(). NULL = it isn't. */
    char *(*objects)(const FairyAction *action, const cJSON *args, gconstpointer data);
    gconstpointer data;
} FairyGuard;

/* Whether it objects to nothing; FALSE with FAIRY_ERROR_ACTION. `guard` may be NULL. */
gboolean fairy_guard_allows(const FairyGuard *guard, const FairyAction *action, const cJSON *args,
                            GError **error);

typedef void (*FairyOutcomeFunc)(const FairyOutcome *outcome, gpointer data);

typedef struct {
    SvgPoint origin;    /* of model space, in document space */
    double step;        /* document units per model unit; 0 = fairy_coords_new_document() */
    const char *author; /* of the commits; copied; NULL = "fairy" */
    FairyOutcomeFunc on_outcome; /* called once for each action, in order, with an outcome that is
                                    freed afterwards; NULL = outcomes are kept */
    void (*on_all_told)(gpointer data); /* called when no look-up is pending any more, after all
                                           outcomes that were held back; may be NULL */
    gpointer data;                      /* of both */
    FairyCoords *coords; /* with what the model was shown; borrowed; NULL = made of `origin` and
                            `step`, which otherwise don't count */
    FairyTodos *todos;   /* the fairy's to-do list, borrowed; NULL = one for this executor alone */
    const FairyWeb *web; /* borrowed; NULL = actions that look something up are refused */
    const FairyProjectContext *project; /* borrowed; NULL = actions on tasks and projects are
                                           refused */
    const FairyGuard *guard;            /* borrowed; NULL = none */
    const char *const
        *these;     /* ids of what the person has selected, NULL-terminated, for
                       expressions           that say "these"; borrowed; NULL = nobody knows */
    gboolean shows; /* the next request shows the to-do list, and in full the shapes that
                       look-closer touched; else these actions return them as data */
} FairyExecutorOptions;

/* Makes an executor that knows these actions (NULL-terminated; usually fairy_actions()). They,
 * `doc` and what `options` borrows must outlive it. Free with fairy_executor_free(). */
FairyExecutor *fairy_executor_new(SvgDocument *doc, const FairyAction *const *actions,
                                  const FairyExecutorOptions *options);
/* Frees the executor, and drops what it still waits for. Accepts NULL. */
void fairy_executor_free(FairyExecutor *executor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyExecutor, fairy_executor_free)

/* Reads more of the reply's text, and carries out every action that it completes. Returns FALSE
 * with FAIRY_ERROR_REPLY if the text is invalid; what was carried out stays. */
gboolean fairy_executor_feed(FairyExecutor *executor, const char *bytes, gsize len, GError **error);
/* Says that the reply is over. Returns FALSE with FAIRY_ERROR_REPLY if it was cut off or holds no
 * list of actions; an unfinished action is never carried out. Doesn't wait for pending look-ups. */
gboolean fairy_executor_end(FairyExecutor *executor, GError **error);

/* Says that another reply follows: an unfinished action and the follow-ups of the one before are
 * dropped. With `repeats` the reply is the response to a retry: as long as it begins with the
 * actions that were already carried out, in their order, they are skipped. */
void fairy_executor_next(FairyExecutor *executor, gboolean repeats);
/* Restricts the executor to the actions of `allowed` (NULL-terminated, borrowed; NULL = all, as at
 * first). Others are refused, with the name of the `mode` that doesn't allow them. Actions of
 * FAIRY_FAMILY_INTERNAL are always carried out. */
void fairy_executor_allow(FairyExecutor *executor, const FairyAction *const *allowed,
                          const char *mode);
/* Ignores the rest of this reply, also of the bytes that are being fed: a callback may call it.
 * fairy_executor_next() lifts it. */
void fairy_executor_stop(FairyExecutor *executor);
/* Returns the action that is being written, as fairy_reader_partial() does. */
const cJSON *fairy_executor_partial(const FairyExecutor *executor, guint *index);

/* Returns how many actions wait for a look-up on the web. It finishes in the main context that was
 * the thread default when they were fed, or fails after its timeout. Until then the outcomes of
 * these actions and of all after them are held back, so that outcomes come in order. */
guint fairy_executor_n_pending(const FairyExecutor *executor);
/* Runs the thread-default main context until no look-up is pending, for callers without a main
 * loop. Returns FALSE if *interrupted (may be NULL) became non-zero. It is checked whenever that
 * context runs: a signal handler or another thread that sets it must wake the context, too. */
gboolean fairy_executor_wait(FairyExecutor *executor, volatile const int *interrupted);

/* Returns how many outcomes there are so far, without those that are held back. */
guint fairy_executor_n_outcomes(const FairyExecutor *executor);
/* Returns these outcomes (FairyOutcome). Borrowed from the executor. Empty with on_outcome. */
const GPtrArray *fairy_executor_outcomes(const FairyExecutor *executor);
/* Returns whether any action was refused, other than for a doubt (FAIRY_ERROR_DOUBT), or as what it
 * asks for is so already (FAIRY_ERROR_UNCHANGED). */
gboolean fairy_executor_has_refusals(const FairyExecutor *executor);
/* Returns the follow-ups (FairyFollowUp) of this reply, in the order of its actions. Borrowed from
 * the executor until the next reply. */
const GPtrArray *fairy_executor_follow_ups(const FairyExecutor *executor);
/* Returns what the request for these follow-ups looks at, in document space: the last view that was
 * asked for, joined with the areas to review after it. Empty if none was asked for. */
SvgBox fairy_executor_view(const FairyExecutor *executor);
/* Returns the fairy's to-do list: that of the options, or the executor's own. Borrowed. */
FairyTodos *fairy_executor_todos(const FairyExecutor *executor);
/* Undoes everything that the executor did to the document. Tasks and projects stay as they are. */
void fairy_executor_undo(FairyExecutor *executor);
/* Returns {"index":0,"type":"move","outcome":"ok","shapeIds":["a"],"detail":"…","data":…}; the last
 * two may be missing. Free with cJSON_Delete(). */
cJSON *fairy_outcome_json(const FairyOutcome *outcome);
