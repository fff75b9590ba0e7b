/* One turn: the actions of a reply, or of several that follow each other, applied to a document as
 * they arrive. */
#pragma once

#include <fairy/action.h>
#include <fairy/coords.h>
#include <fairy/effects.h>
#include <fairy/project.h>
#include <fairy/todos.h>
#include <fairy/web.h>
#include <svg/edit.h>

typedef enum { FAIRY_OK, FAIRY_ADJUSTED, FAIRY_REFUSED } FairyStatus;

/* "ok", "adjusted", "refused" */
const char *fairy_status_name(FairyStatus status);

typedef struct {
    guint index; /* place among the turn's actions, from 0 */
    char *type;  /* the action's name, or what stood there; never NULL */
    FairyStatus status;
    char **shape_ids; /* that it made or changed, NULL-terminated; final ids */
    char *detail;     /* adjusted: how; refused: why; ok: what was said or NULL */
    cJSON *data;      /* what the action answered, for the model's next request; may be NULL */
    /* Only while on_outcome is called: */
    SvgChange *change; /* NULL when refused or when it edits nothing */
    cJSON *action;     /* as it came */
    gboolean wrote;    /* it made a commit, if only of what no shape shows */
} FairyOutcome;

/* How an action of an answer ended. */
typedef struct {
    gboolean refused;
    const char *detail; /* refused: why; done: what is otherwise than it was asked for, or NULL */
} FairyActionResult;

/* Where a fairy stands among others: what actions about tasks and projects work on. */
typedef struct {
    FairyProjects *projects;
    const char *fairy; /* id of the one whose turn it is */
    gint64 deadline;   /* of the waits it begins, as fairy_projects_await() takes it */
    /* Whether it can say that the task it is at is done; else an error that says what is missing.
     * NULL = it can. */
    gboolean (*may_end)(gpointer data, GError **error);
    gpointer data;
} FairyProjectContext;

typedef void (*FairyOutcomeFunc)(const FairyOutcome *outcome, gpointer data);

typedef struct {
    SvgPoint origin;    /* of model space, in document space */
    double step;        /* document units per model unit; 0 = fairy_coords_new_document() */
    const char *author; /* NULL = "fairy" */
    FairyOutcomeFunc on_outcome; /* called once per action, in order; then the outcome is gone.
                                    NULL = they are kept */
    void (*on_all_told)(gpointer data); /* called when the last answer from outside has come, and
                                           all that waited for it was told. May be NULL */
    gpointer data;                      /* of both */
    FairyCoords *coords; /* what the model was shown; borrowed, and then `origin` and `step`
                            don't count. NULL = nothing */
    FairyTodos *todos;   /* the fairy's list, borrowed; NULL = one for this turn alone */
    const FairyWeb *web; /* borrowed; NULL = what would look something up outside is refused */
    const FairyProjectContext *project; /* borrowed; NULL = tasks and projects are refused */
    gboolean shows; /* the next request shows the list, and what is looked closer at: the outcome's
                       shape_ids. Else the actions answer with it */
} FairyExecutorOptions;

/* `actions` are all that it knows, ended by NULL (fairy_actions()); they and `doc` must outlive it.
 */
FairyExecutor *fairy_executor_new(SvgDocument *doc, const FairyAction *const *actions,
                                  const FairyExecutorOptions *options);
void fairy_executor_free(FairyExecutor *executor);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyExecutor, fairy_executor_free)

/* More of the reply's text. Every action it completes is applied at once. FALSE with
 * FAIRY_ERROR_REPLY when the text can't be read on; what was applied stays. */
gboolean fairy_executor_feed(FairyExecutor *executor, const char *bytes, gsize len, GError **error);
/* The reply is over. FALSE with FAIRY_ERROR_REPLY when it was cut off or held no actions; the
 * unfinished action was not applied. Doesn't wait for answers from outside. */
gboolean fairy_executor_end(FairyExecutor *executor, GError **error);

/* Another reply follows: the unfinished action of the one before is dropped, what it asked for
 * (fairy_executor_follow_ups()) is forgotten. With `repeats` it is the answer to a request that was
 * made once more: as long as it begins with the actions that were already done, in their order, it
 * is taken as their repetition, and they aren't done twice. */
void fairy_executor_next(FairyExecutor *executor, gboolean repeats);
/* From now on only the actions of `allowed` (ended by NULL, borrowed; NULL, as at first: all) are
 * done, and the others refused with `mode`, the name of the mode that allows no more. What is
 * understood, but offered to nobody, is always done. */
void fairy_executor_allow(FairyExecutor *executor, const FairyAction *const *allowed,
                          const char *mode);
/* Nothing more of this reply is done, also of the bytes that are being fed: for who is called back
 * from within. fairy_executor_next() begins anew. */
void fairy_executor_stop(FairyExecutor *executor);
/* The action that is being written, as fairy_reader_partial() gives it. */
const cJSON *fairy_executor_partial(const FairyExecutor *executor, guint *index);

/* How many actions still wait for an answer from outside. It comes in the thread-default main
 * context of the feed that asked, or fails within the time for a look-up; until then the outcomes
 * of these actions and of all after them are held back, so that outcomes come in order. */
guint fairy_executor_n_pending(const FairyExecutor *executor);
/* For who has no main loop: runs that context until nothing is awaited any more. FALSE when
 * `*interrupted` (may be NULL) ended it: that is looked at whenever the context comes round, so who
 * sets it in a signal handler or another thread has a source there that wakes it. */
gboolean fairy_executor_wait(FairyExecutor *executor, volatile const int *interrupted);

/* How many outcomes there are so far, but for those held back. */
guint fairy_executor_n_outcomes(const FairyExecutor *executor);
/* They themselves (FairyOutcome), the turn's; none where on_outcome is told of them. */
const GPtrArray *fairy_executor_outcomes(const FairyExecutor *executor);
/* Whether any was refused. */
gboolean fairy_executor_has_refusals(const FairyExecutor *executor);
/* FairyFollowUp: what the reply asked for that needs another request, in the order of its actions;
 * the turn's. */
const GPtrArray *fairy_executor_follow_ups(const FairyExecutor *executor);
/* What that request looks at, in document space: the last view asked for, and the areas to be
 * reviewed after it. Empty when it isn't said. */
SvgBox fairy_executor_view(const FairyExecutor *executor);
/* The fairy's list; that of the options, or the turn's. */
FairyTodos *fairy_executor_todos(const FairyExecutor *executor);
/* Undoes everything this turn did to the document. */
void fairy_executor_undo(FairyExecutor *executor);
/* {"index":0,"type":"move","outcome":"ok","shapeIds":["a"],"detail":"…","data":…}, the last two
 * where there are any; the caller's. */
cJSON *fairy_outcome_json(const FairyOutcome *outcome);
