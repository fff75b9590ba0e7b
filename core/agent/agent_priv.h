/* A fairy and its run, for the files of agent/: agent.c has its life, request.c a request, ends.c
 * what follows an answer. */
#pragma once

#include "action/executor_priv.h"
#include "agent/retry.h"
#include "project/project_priv.h"

#include <fairy/agent.h>

struct _FairyAgent {
    FairyAgentOptions options; /* what is borrowed is used from here */
    SvgDocument *doc;
    GMainContext *context;
    FairyModel *model;
    FairyPrice price;
    char *name;
    FairyCharacter character;
    gboolean known;      /* it was told who it is */
    gboolean priced;     /* it was said that nobody knows `price` */
    SvgPoint at;         /* where the figure stands, document space */
    FairyCoords *coords; /* of the conversation */
    FairyTodos *todos, *own_todos;
    guint todos_told; /* version of them */
    FairyProjects *projects, *own_projects;
    FairyProjectContext stand; /* among others */
    FairyMemory *memory, *own_memory;
    GQueue mailbox; /* of FairyInput *, ours */
    FairyModeId mode;
    FairyModeId pending; /* after this answer; NONE: the same */
    gboolean worked;     /* it changed something since its task began */
    gboolean doubted;    /* it was told that this task may not be done */
    FairyPose pose;      /* that was told */
    SvgBox view;
    guint seen;          /* version of the drawing: changes of others since then are told */
    guint shown;         /* by the request under way; seen when that is answered */
    GHashTable *created; /* set of ids: what it made since the person asked */
    GHashTable *faults;  /* set of keys: the lints it was told of these */
    GPtrArray *closer;   /* ids that it looks closer at, the latest first */

    /* Of the run. */
    gboolean running;
    cJSON *kept;      /* what it was at when the last one was cut; NULL: it wasn't */
    gboolean was_cut; /* that of the fairy that this one goes on for */
    gboolean fresh;   /* its first request begins a new turn */
    guint64 token;    /* another one: what was under way isn't any more */
    FairyExecutor *executor;
    GSource *poll, *next;
    gint64 deadline; /* µs, monotonic; 0 = none */
    guint n_requests, n_bad, n_idle, n_lints, n_corrections;
    FairyRetry retry;

    /* Of the request under way, or the last. */
    gboolean optional;   /* nobody asked for it but the program */
    gboolean again;      /* the next is the same once more */
    gboolean repeats;    /* its answer may begin with what was done already */
    char *words;         /* that it answers */
    FairyPrompt *prompt; /* NULL = it has to be written */
    char *mark;          /* of its fences */
    FairyRequest request;
    FairyReservation *reserved;
    guint64 n_input;         /* tokens of it */
    gboolean changed;        /* something, by this answer */
    guint n_refused;         /* of its actions */
    GPtrArray *results;      /* FairyActionResult *: of them all */
    FairyApiError api_error; /* how the answer ended */
    GError *unread;          /* why it can't be read as actions */
    GError *spent;           /* why it was ended: the budget */
    gboolean replied;        /* the answer is over */
    struct {
        guint index;
        char *shown;        /* of the action that is being written, as it was told */
        gint64 since, told; /* µs, monotonic */
    } partial;
};

/* --- agent.c ---------------------------------------------------------------------------------- */

void fairy_agent_emit(FairyAgent *agent, FairyEvent event);
void fairy_agent_warn(FairyAgent *agent, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* If the list is another than was told. */
void fairy_agent_emit_todos(FairyAgent *agent);
/* FAIRY_EFFECT_*, at once. */
void fairy_agent_apply(FairyAgent *agent, guint effects);
/* What its answers are applied by from now on. */
void fairy_agent_new_executor(FairyAgent *agent);
/* Puts it into another mode, with what that does. */
void fairy_agent_set_mode(FairyAgent *agent, FairyModeId mode);
/* The answer is over: the mode is the one that it led to. FALSE when who heard of it took over. */
gboolean fairy_agent_enter_pending_mode(FairyAgent *agent);
/* Whose what is said and done from now on is: by its mode, its task and its project. */
void fairy_agent_set_scope(FairyAgent *agent);
/* Queues a copy of it. */
void fairy_agent_enqueue(FairyAgent *agent, const FairyInput *input);
/* A FairyProjectEventFunc of its own projects; `data` is the agent. */
void fairy_agent_on_project_event(const FairyProjectEvent *told, gpointer data);
/* Queues something that the program says, to be read with the next request; `quoted` are lines that
 * others wrote, or NULL. */
void fairy_agent_remind(FairyAgent *agent, SvgBox view, const char *text, const char *quoted);
/* Something of what waits to be read is the person's. */
gboolean fairy_agent_has_user_input(const FairyAgent *agent);
/* Takes all that was said out of the mailbox, to be answered; the view that it is about is the
 * fairy's from now on. TRUE: some of it is the person's. */
gboolean fairy_agent_take_inputs(FairyAgent *agent);
/* Begins a run if there is something to read, and it can. */
void fairy_agent_wake(FairyAgent *agent);
/* Ends the run, whatever waits to be read; takes `error`. */
void fairy_agent_end(FairyAgent *agent, GError *error);
/* The same; without an error what was said meanwhile begins another. */
void fairy_agent_finish(FairyAgent *agent, GError *error);

/* --- figure.c --------------------------------------------------------------------------------- */

/* Who it is, among its company, where it has its place from then on. */
void fairy_agent_assign_character(FairyAgent *agent);
/* It comes to where others aren't; who it is is told before, once. */
void fairy_agent_appear(FairyAgent *agent);
/* If it isn't in that pose. */
void fairy_agent_pose(FairyAgent *agent, FairyPose pose);
/* From now on it looks at that, and goes there; empty: as before. */
void fairy_agent_look_at(FairyAgent *agent, SvgBox view);
/* It stands where these shapes are, if they are anywhere. */
void fairy_agent_work_at(FairyAgent *agent, char *const *ids);

/* --- brief.c ---------------------------------------------------------------------------------- */

/* Unless it is written, or the model reads none. */
gboolean fairy_agent_compose_prompt(FairyAgent *agent, GError **error);
/* These are told in full until the person says something new. */
void fairy_agent_look_closer(FairyAgent *agent, char *const *ids);

/* --- request.c -------------------------------------------------------------------------------- */

/* Another request after that time, with all that was said until then. With `repeats` a server may
 * begin its answer with what was done already. Nothing is freed before, so that it can be called
 * from within an event. */
void fairy_agent_schedule_request(FairyAgent *agent, gboolean repeats, gint64 wait_ms);
/* Sets it to NULL, which it may be. */
void fairy_agent_drop_source(GSource **source);
/* Nothing more comes of the request under way; what it cost is settled. */
void fairy_agent_drop_request(FairyAgent *agent);
/* Whether the run has to end before the answer does; then it has. */
gboolean fairy_agent_check_limits(FairyAgent *agent);
/* The answer is over, if it is and nothing from outside is awaited: what comes next. */
void fairy_agent_check_answer(FairyAgent *agent);
/* A FairyOutcomeFunc; `data` is the agent. */
void fairy_agent_outcome(const FairyOutcome *outcome, gpointer data);

/* --- keep.c ----------------------------------------------------------------------------------- */

/* A new fairy becomes what was kept. */
void fairy_agent_restore(FairyAgent *agent, const cJSON *kept);

/* --- ends.c ----------------------------------------------------------------------------------- */

/* What follows a whole answer. */
void fairy_agent_after_answer(FairyAgent *agent);
/* Adds a line for each fault in what it made: those that it wasn't told of, and those that are
 * still there after it changed something; how many. They are told then. */
guint fairy_agent_add_lints(FairyAgent *agent, GString *lines);

/* --- work.c ----------------------------------------------------------------------------------- */

/* It isn't at its task any more, if it is at one. One that it began by itself can be begun again;
 * another is for who leads its project to decide. */
void fairy_agent_leave_task(FairyAgent *agent);
/* Of FairyProjectContext; `data` is the agent. */
gboolean fairy_agent_may_end_task(gpointer data, GError **error);
