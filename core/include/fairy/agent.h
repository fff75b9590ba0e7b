/* An agent: one fairy, with a mode, a mailbox of inputs that it hasn't read yet, and a run now and
 * then. A run is a chain of requests to its model, whose actions are carried out on the drawing
 * while they arrive, until nothing is left to do. It works in the main context that is the thread
 * default when it is made, and never blocks. */
#pragma once

#include <fairy/budget.h>
#include <fairy/compose.h>
#include <fairy/event.h>
#include <fairy/memory.h>
#include <fairy/model.h>
#include <fairy/roster.h>

/* An input for a fairy. It waits in the mailbox until the next request. */
typedef struct {
    const char *text;   /* what the model reads; NULL = the same as `words` */
    const char *words;  /* what a person is shown of it; may be NULL */
    const char *quoted; /* lines of untrusted text that `text` speaks of; NULL = none */
    FairySource source;
    const char *from; /* id of the other fairy; else NULL */
    gboolean lapses; /* it is about a task or a project, and is dropped, if it wasn't read, when the
                        fairy has nothing to do with that any more */
    SvgBox view;     /* what to look at, in document space; empty = the same as before */
} FairyInput;

typedef struct {
    const char *model;         /* NULL = "offline" */
    FairyModelContext context; /* its `interrupted`, `warn` and `data` are the agent's to set */
    FairyBudget *budget;       /* borrowed; NULL = no limits */
    FairyModeId mode;          /* the first mode; NONE = idling */
    gboolean plans;            /* an idle fairy that gets an input plans tasks, instead of doing it
                                  at once; without effect if the model reads no prompt */
    const char *name;          /* the fairy's id; NULL = "fairy" */
    const char *called;        /* its character's name; NULL = the seed's */
    guint64 seed;              /* of its character (fairy_character()); the seed of a recording
                                     that is made or replayed counts instead */
    const FairyRoster *roster; /* where its name and standing words come from, if it is there;
                                  borrowed; NULL = the name is drawn */
    GPtrArray *company;        /* all agents at the drawing, borrowed; the agent adds and removes
                                  itself; NULL = it is alone */
    const char *const *selection;    /* ids, NULL-terminated, borrowed; may be NULL */
    const FairyContextItem *pointed; /* what the person pointed at, borrowed */
    guint n_pointed;
    SvgBox view; /* what the person and, at first, the fairy look at, in document space; empty = the
                    page */
    SvgPoint origin;  /* of model space, in document space */
    double step;      /* of model space, document units per unit; 0 = as suits the page */
    guint timeout_ms; /* ms of a run; 0 = no limit */
    gboolean patient; /* the time in which a server has it wait, or it stands in line, is free */
    const FairyAction *const *actions; /* that it may use in any mode; NULL = those of its mode */
    const FairyGuard *guard;           /* of its actions; NULL = none */
    gboolean no_picture;               /* the model is sent the shapes as text alone */
    int retries; /* retries in a row, without a finished action between; 0 = FAIRY_MAX_RETRIES,
                    negative = none */
    guint first_retry_ms;    /* ms before the first retry at most; 0 = FAIRY_FIRST_RETRY_MS */
    int lint_rounds;         /* requests in a row to mend lints of what it created; 0 =
                                FAIRY_MAX_LINT_ROUNDS, negative = none */
    FairyTodos *todos;       /* as in FairyExecutorOptions */
    const FairyWeb *web;     /* as in FairyExecutorOptions */
    FairyMemory *memory;     /* its memory, borrowed; NULL = an empty one of its own */
    FairyProjects *projects; /* shared with others, borrowed; their owner passes events on by
                                fairy_agent_project_event(). NULL = only the fairy's own tasks */
    const cJSON *kept; /* fairy_agent_snapshot() of a fairy that this one continues, borrowed for
                          the call; unreadable parts of it are as in a new one. NULL = none */
    FairyEventFunc on_event; /* may be NULL */
    gpointer data;
    volatile int *interrupted; /* non-zero ends the run; a signal handler or another thread may set
                                  it (atomically). It is checked whenever the main context runs,
                                  which `interrupt_fd` makes it do. May be NULL */
    int interrupt_fd; /* a descriptor, borrowed, that becomes readable when the run is to end, and
                         stays so: it wakes the main context. 0 = none */
} FairyAgentOptions;

/* Makes a fairy at a drawing. `options` may be NULL; `doc` and what is borrowed must outlive it.
 * Free with fairy_agent_free(). Returns NULL with FAIRY_ERROR_USAGE for an unknown model, an
 * unknown selected id or an invalid price, or with FAIRY_ERROR_MODEL. */
FairyAgent *fairy_agent_new(SvgDocument *doc, const FairyAgentOptions *options, GError **error);
/* Ends a run without an event, and frees the fairy. Must not be called from within one of its
 * events. Accepts NULL. */
void fairy_agent_free(FairyAgent *agent);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyAgent, fairy_agent_free)

/* Puts a copy of the input into the mailbox. The next request reads all that is there; an input is
 * never lost. Begins a run if none is under way and the mode allows it. */
void fairy_agent_post(FairyAgent *agent, const FairyInput *input);
/* Interrupts the fairy at once: the request under way is cancelled, the action that is being
 * written is dropped, finished ones stay. Then the fairy enters `mode` (NONE = the same), and
 * `input` (may be NULL) goes into the mailbox. The run goes on if there is an input to read. Can be
 * called at any time, also from within an event, and any number of times. */
void fairy_agent_interrupt(FairyAgent *agent, FairyModeId mode, const FairyInput *input);
/* What the person said to the one fairy, and it hasn't read, the other reads in its place. */
void fairy_agent_hand_over(FairyAgent *from, FairyAgent *to);
/* What was said and done in the project that both are in, with who led it, the other remembers. */
void fairy_agent_inherit(const FairyAgent *from, FairyAgent *to);
/* Stops the fairy on the person's behalf: as fairy_agent_interrupt(), but the run ends, in the mode
 * that FairyMode.stopped names; the effects of that change say what becomes of its to-do list. */
void fairy_agent_stop(FairyAgent *agent);
/* Ends the run, if one is under way, as its limits do, for this reason (FAIRY_ERROR_CANCELLED or
 * FAIRY_ERROR_BUDGET). */
void fairy_agent_limit(FairyAgent *agent, const GError *why);
/* Returns a snapshot: what another fairy needs besides the memory to go on where this one is, which
 * is its mode, view, to-do list, mailbox, created shapes and own tasks. Can be called at any time,
 * also from within an event; after a run that ended early it is of that moment. Free with
 * cJSON_Delete(). */
cJSON *fairy_agent_snapshot(const FairyAgent *agent);
/* Continues what the snapshot of the options began: the run that was interrupted, if one was, and
 * the inputs in the mailbox. */
void fairy_agent_resume(FairyAgent *agent);
/* Passes on an event of the projects, for their owner. Events that concern other fairies are
 * ignored. */
void fairy_agent_project_event(FairyAgent *agent, const FairyProjectEvent *told);

/* Returns the fairy's id. Borrowed from the agent. */
const char *fairy_agent_name(const FairyAgent *agent);
/* Returns the present mode. */
FairyModeId fairy_agent_mode(const FairyAgent *agent);
/* Returns whether a run is under way. */
gboolean fairy_agent_is_running(const FairyAgent *agent);
/* Returns whether its run awaits something that comes by itself: a picture, a look-up. */
gboolean fairy_agent_is_awaiting(const FairyAgent *agent);
/* Returns how many inputs wait in the mailbox. */
guint fairy_agent_n_inputs(const FairyAgent *agent);
/* Returns the fairy's character. Borrowed from the agent. */
const FairyCharacter *fairy_agent_character(const FairyAgent *agent);
/* Returns whether the avatar has appeared, which it does when its first run begins. */
gboolean fairy_agent_has_appeared(const FairyAgent *agent);
/* Returns where the avatar stands, in document space. */
SvgPoint fairy_agent_place(const FairyAgent *agent);
/* Returns what the fairy looks at, in document space. */
SvgBox fairy_agent_view(const FairyAgent *agent);
/* Returns the projects and tasks that it has to do with: those that it shares, or its own. Borrowed
 * from the agent. */
const FairyProjects *fairy_agent_projects(const FairyAgent *agent);
/* Return the memory and the to-do list: those of the options, or the agent's own. Borrowed. */
FairyMemory *fairy_agent_memory(const FairyAgent *agent);
FairyTodos *fairy_agent_todos(const FairyAgent *agent);
/* Returns how much is left to do: items of the to-do list, and own tasks that have not ended. */
guint fairy_agent_n_open(const FairyAgent *agent);
/* Returns the executor of the last run, borrowed until the next begins; NULL before the first. */
FairyExecutor *fairy_agent_executor(const FairyAgent *agent);
/* Returns the same, which the caller owns from then on; NULL while a run is under way. */
FairyExecutor *fairy_agent_take_executor(FairyAgent *agent);
