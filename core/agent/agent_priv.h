/* A fairy and its run, for the files of agent/. They stand in floors: each section below is a file,
 * which calls those above it only; what goes the other way goes through on_progress. */
#pragma once

#include "action/executor_priv.h"
#include "agent/decide.h"
#include "agent/ghost.h"
#include "project/project_priv.h"

#include <fairy/agent.h>
#include <fairy/course.h>
#include <fairy/picture.h>

typedef void (*FairyAgentFunc)(FairyAgent *agent);
/* Takes `error`: NULL, the prompt is there. */
typedef void (*FairyPreparedFunc)(FairyAgent *agent, GError *error);

struct _FairyAgent {
    FairyAgentOptions options; /* what is borrowed is used from here */
    SvgDocument *doc;
    GMainContext *context;
    FairyModel *model;
    FairyPrice price;
    char *name;
    FairyCharacter character;
    char *called;        /* its name there, if it was given one */
    gboolean known;      /* it was told who it is */
    gboolean priced;     /* it was said that nobody knows `price` */
    SvgPoint at;         /* where the figure stands, document space */
    FairyCoords *coords; /* of the conversation */
    FairyTodos *todos, *own_todos;
    guint todos_told; /* version of them */
    guint since;      /* version of the drawing when the person asked, or its task began */
    FairyProjects *projects, *own_projects;
    FairyProjectContext stand; /* among others */
    SvgScope scope;            /* of the edit under way */
    FairyMemory *memory, *own_memory;
    GQueue mailbox;    /* of FairyInput *, ours */
    FairyInput *later; /* read before it, and nothing to wake for; ours, NULL = nothing */
    FairyModeId mode;
    FairyModeId pending; /* after this answer; NONE: the same */
    gboolean worked;     /* it changed something since its task began */
    gboolean doubted;    /* it was told that this task may not be done */
    GHashTable *flaws; /* set of keys: the lints that its task began with; NULL: it had none yet */
    FairyPose pose;    /* that was told */
    SvgBox view;
    guint seen;          /* version of the drawing: changes of others since then are told */
    guint shown;         /* by the request under way; seen when that is answered */
    GHashTable *created; /* set of ids: what it made since the person asked */
    GHashTable *touched; /* likewise: that and what it changed */
    GHashTable *faults;  /* set of keys: the lints it was told of these */
    GArray *areas;       /* SvgBox: what the pictures show, where it looks at several */
    GPtrArray *closer;   /* ids that it looks closer at, the latest first */
    guint n_looked;      /* of them: those of the last answer that looked closer, … */
    guint looked_in;     /* … which was that of this request */

    /* Of the run. */
    gboolean running;
    cJSON *kept;      /* what it was at when the last one was cut; NULL: it wasn't */
    gboolean was_cut; /* that of the fairy that this one goes on for */
    gboolean fresh;   /* its first request begins a new turn */
    guint64 token;    /* another one: what was under way isn't any more */
    FairyExecutor *executor;
    GSource *next;        /* the next request */
    GSource *limits;      /* what ends the run from outside */
    guint n_runs;         /* that began; this is the last */
    guint n_looks;        /* of this run at what ends it */
    GError *limited;      /* why it ends early; NULL = it doesn't */
    gint64 deadline;      /* µs, monotonic; 0 = none */
    gint64 held;          /* since when the time isn't counted; 0 = it is */
    gboolean interrupted; /* by the descriptor of the options */
    guint n_requests;
    guint n_lints; /* times in a row that it was told of faults in what it made */
    FairyCounts counts;
    FairyAgentFunc on_progress; /* something has come of the answer, or has to end it */

    /* Of the request under way, or the last. */
    gboolean optional;             /* nobody asked for it but the program */
    gboolean again;                /* the next is the same once more */
    gboolean repeats;              /* its answer may begin with what was done already */
    char *words;                   /* that it answers */
    FairyPrompt *prompt;           /* NULL = it has to be written */
    FairyPreparedFunc on_prepared; /* who waits for it; NULL = nobody */
    FairyPainting *painting;       /* its picture, as long as it is being drawn */
    FairyPicture *picture;         /* it, drawn */
    GSource *composing;            /* the prompt is written when its moment has come */
    char *mark;                    /* of its fences */
    FairyRequest request;
    GPtrArray *names; /* char *: those of the request */
    FairyReservation *reserved;
    guint64 n_input;         /* tokens of it */
    gboolean changed;        /* something, by this answer */
    gboolean awaits;         /* it says that it waits for tasks */
    guint n_refused;         /* of its actions */
    GPtrArray *results;      /* FairyActionResult *: of them all */
    FairyApiError api_error; /* how the answer ended */
    GError *unread;          /* why it can't be read as actions */
    GError *spent;           /* why it was ended: the budget */
    gboolean replied;        /* the answer is over */
    struct {
        guint index;
        char *shown;        /* of the action that is being written, as it was told */
        FairyGhost ghost;   /* likewise */
        gint64 since, told; /* µs, monotonic */
    } partial;
};

/* --- tell.c ----------------------------------------------------------------------------------- */

void fairy_agent_emit(FairyAgent *agent, FairyEvent event);
void fairy_agent_warn(FairyAgent *agent, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* If the list is another than was told. */
void fairy_agent_emit_todos(FairyAgent *agent);

/* --- avatar.c --------------------------------------------------------------------------------- */

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

/* --- mailbox.c -------------------------------------------------------------------------------- */

/* Queues a copy of it. */
void fairy_agent_enqueue(FairyAgent *agent, const FairyInput *input);
/* A GDestroyNotify of such a copy. */
void fairy_agent_free_input(gpointer data);
/* Queues something that the program says, to be read with the next request; `quoted` are lines that
 * others wrote, or NULL. */
void fairy_agent_remind(FairyAgent *agent, SvgBox view, const char *text, const char *quoted);
/* Keeps that, in place of what was kept so before, for the next request, whatever that is for. */
void fairy_agent_put_off(FairyAgent *agent, const char *text, const char *quoted);
/* What lapses isn't read any more. */
void fairy_agent_drop_reminders(FairyAgent *agent);
/* Something of what waits to be read is the person's. */
gboolean fairy_agent_has_user_input(const FairyAgent *agent);
/* Takes all that was said out of the mailbox, to be answered; the view that it is about is the
 * fairy's from now on. TRUE: some of it is the person's. */
gboolean fairy_agent_take_inputs(FairyAgent *agent);

/* --- change_mode.c ---------------------------------------------------------------------------- */

/* FAIRY_EFFECT_*, at once. */
void fairy_agent_apply(FairyAgent *agent, guint effects);
/* The memory's scope becomes that of its mode, its task and its project. */
void fairy_agent_set_scope(FairyAgent *agent);
/* Puts it into another mode, with what that does. */
void fairy_agent_set_mode(FairyAgent *agent, FairyModeId mode);
/* The answer is over: the mode is the one that it led to. FALSE when who heard of it took over. */
gboolean fairy_agent_enter_pending_mode(FairyAgent *agent);

/* --- prompt_input.c --------------------------------------------------------------------------- */

/* Writes the prompt of a request, unless it is written or the model reads none, and then calls
 * `done`, once: from within or later. After fairy_agent_drop_prompt() never. */
void fairy_agent_prepare_prompt(FairyAgent *agent, FairyPreparedFunc done);
void fairy_agent_drop_prompt(FairyAgent *agent);
/* Adds the areas that the answer asked to see, as far as the fairy may see them; returns how many
 * there are. */
guint fairy_agent_read_areas(const FairyAgent *agent, GArray *areas);
/* The next request has a picture of each of them, where they are several and not too many. */
void fairy_agent_look_at_areas(FairyAgent *agent);
/* These are told in full until the fairy has looked closer in two answers after this, or the person
 * says something new. */
void fairy_agent_look_closer(FairyAgent *agent, char *const *ids);

/* --- review.c --------------------------------------------------------------------------------- */

/* Adds a line for each fault in what it made: those that it wasn't told of, and those that are
 * still there after it changed something; how many. They are told then. */
guint fairy_agent_add_lints(FairyAgent *agent, GString *lines);
/* A task begins: what it finds isn't its fault. */
void fairy_agent_note_flaws(FairyAgent *agent);
/* Of FairyProjectContext; `data` is the agent. */
gboolean fairy_agent_may_end_task(gpointer data, GError **error);

/* --- scope.c ---------------------------------------------------------------------------------- */

/* Of FairyProjectContext; `data` is the agent. */
const SvgScope *fairy_agent_scope(gpointer data);
/* Returns what it is shown where it wants to look at `view`: at a task its area and what is near.
 */
SvgBox fairy_agent_bound_view(const FairyAgent *agent, SvgBox view);

/* --- limits.c --------------------------------------------------------------------------------- */

/* From now on on_progress is called when an interruption or the time allowed ends the run, until
 * agent->limits is destroyed. */
void fairy_agent_watch_limits(FairyAgent *agent);
/* The time allowed stands still, where the agent is patient, or goes on. */
void fairy_agent_hold_time(FairyAgent *agent, gboolean hold);
/* One of them has. */
gboolean fairy_agent_has_to_end(FairyAgent *agent);
/* Which; the caller's. */
GError *fairy_agent_limit_error(const FairyAgent *agent);

/* --- answer.c --------------------------------------------------------------------------------- */

/* What its answers are applied by from now on. */
void fairy_agent_new_executor(FairyAgent *agent);
/* Tells of the action that is being written where there is more to show than before. */
void fairy_agent_tell_partial(FairyAgent *agent);

/* --- request.c -------------------------------------------------------------------------------- */

/* Once, where nobody knows what its model costs. */
void fairy_agent_tell_price(FairyAgent *agent);
/* Sets aside what the request may cost. FALSE: the budget has no room for it. */
gboolean fairy_agent_reserve(FairyAgent *agent, GError **error);
/* The request is made; on_progress is called when its answer is over. */
void fairy_agent_send(FairyAgent *agent);
/* Nothing more comes of the request under way; what it cost is settled. */
void fairy_agent_drop_request(FairyAgent *agent);

/* --- next_step.c ------------------------------------------------------------------------------ */

/* Why it is asked again, as it is told. */
typedef struct {
    GString *text;   /* sentences of the program, a line each */
    GString *quoted; /* lines that have words of others */
} FairyWhy;

/* What is to be decided on, now that an answer is over. */
FairyFacts fairy_agent_facts(const FairyAgent *agent, FairyAnswerEnd answer);
/* The words of these FairyReason. */
void fairy_agent_add_reasons(const FairyAgent *agent, const FairyFacts *facts, guint reasons,
                             FairyWhy *why);

/* --- run.c ------------------------------------------------------------------------------------ */

/* Begins a run if there is something to read, and it can. */
void fairy_agent_wake(FairyAgent *agent);
/* What was under way isn't any more. FALSE when somebody who heard of it took over: then all is as
 * that one wants it. */
gboolean fairy_agent_drop_run(FairyAgent *agent);

/* --- work.c ----------------------------------------------------------------------------------- */

/* A FairyProjectEventFunc of its own projects; `data` is the agent. */
void fairy_agent_on_project_event(const FairyProjectEvent *told, gpointer data);

/* --- restore.c -------------------------------------------------------------------------------- */

/* A new fairy becomes what was kept. */
void fairy_agent_restore(FairyAgent *agent, const cJSON *kept);
