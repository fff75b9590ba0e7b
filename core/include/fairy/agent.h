/* One fairy: what it is at, what it was told and hasn't read yet, and its run: a chain of requests
 * to its model, whose answers are applied to the drawing while they arrive, until nothing is left
 * to do. It lives in the main context that is the thread's default when it is made, and never
 * blocks. */
#pragma once

#include <fairy/budget.h>
#include <fairy/compose.h>
#include <fairy/event.h>
#include <fairy/memory.h>
#include <fairy/model.h>

/* Something that is said to a fairy. */
typedef struct {
    const char *text;   /* for the model; NULL: `words` */
    const char *words;  /* for the person; may be NULL */
    const char *quoted; /* lines of what others wrote that `text` speaks of; NULL = none */
    FairySource source;
    const char *from; /* id of the other fairy; else NULL */
    SvgBox view;      /* what it is about, in document space; empty: what it looked at before */
} FairyInput;

typedef struct {
    const char *model;         /* NULL = "offline" */
    FairyModelContext context; /* what it is made with */
    FairyBudget *budget;       /* borrowed; NULL = no limits */
    FairyModeId mode;          /* that it begins in; NONE = idling */
    gboolean plans;            /* asked while idle it plans tasks, instead of doing it at once; with
                                  a model that reads no prompt, it doesn't */
    const char *name;          /* its id; NULL = "fairy" */
    guint64 seed;              /* who it is: fairy_character(); where it is recorded, or was,
                                     the recording's counts */
    GPtrArray *company;        /* FairyAgent of all at the drawing, borrowed: it puts itself in and
                                  takes itself out. NULL = it is alone */
    const char *const *selection;    /* ids, borrowed; may be NULL */
    const FairyContextItem *pointed; /* what the person pointed at, borrowed */
    guint n_pointed;
    SvgBox view;          /* what the person looks at, and it begins with; empty = the page */
    SvgPoint origin;      /* of model space */
    double step;          /* of it; 0 = as suits the page */
    guint timeout_ms;     /* of a run; 0 = none */
    int retries;          /* failures in a row that are borne; 0 = FAIRY_MAX_RETRIES, below: none */
    guint first_retry_ms; /* 0 = FAIRY_FIRST_RETRY_MS */
    int lint_rounds;      /* times in a row that it is told of faults in what it made; 0 =
                             FAIRY_MAX_LINT_ROUNDS, below: none */
    FairyTodos *todos;    /* as in FairyExecutorOptions */
    const FairyWeb *web;  /* as in FairyExecutorOptions */
    FairyMemory *memory;  /* what it remembers, borrowed; NULL = nothing yet */
    FairyProjects *projects; /* that it shares with others, borrowed; who owns them passes on what
                                is told (fairy_agent_project_event()). NULL = its own tasks alone */
    const cJSON *kept; /* fairy_agent_snapshot() of one that it goes on for, borrowed while it is
                          made; what can't be read of it is as in a new one. NULL = nothing */
    FairyEventFunc on_event; /* may be NULL */
    gpointer data;
    volatile int *interrupted; /* non-zero ends the run; may be set in a signal handler or another
                                  thread. It is looked at whenever the main context comes round,
                                  which `interrupt_fd` makes it do. May be NULL */
    int interrupt_fd; /* a descriptor, borrowed, that becomes readable when the run is to end, and
                         stays so: it wakes the main context at once. 0 = none */
} FairyAgentOptions;

/* `doc` and what is borrowed must outlive it. NULL with FAIRY_ERROR_{USAGE,MODEL}. */
FairyAgent *fairy_agent_new(SvgDocument *doc, const FairyAgentOptions *options, GError **error);
/* At any time but from within one of its events: what runs ends without a word. Takes NULL. */
void fairy_agent_free(FairyAgent *agent);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyAgent, fairy_agent_free)

/* Said to it: read with its next request, together with what else was said until then, and never
 * lost. Begins a run when none is under way and its mode can be asked. */
void fairy_agent_say(FairyAgent *agent, const FairyInput *input);
/* What it is doing ends at once: no callback of the request under way comes any more, the action
 * that is being written is dropped, finished ones stay. Then `mode` (NONE: as before) and `input`
 * (NULL: nothing new) hold. A run goes on where there is something left to read. Always works, and
 * twice is as once. */
void fairy_agent_interrupt(FairyAgent *agent, FairyModeId mode, const FairyInput *input);
/* By the person: it rests, as its mode says, and keeps its list. */
void fairy_agent_stop(FairyAgent *agent);
/* What it needs, beside its memory, for another to go on where it is: mode, view, list of things to
 * do, what it wasn't read yet, what it made, its own tasks. At any time, also from within an event;
 * after a run that was cut short, as it was then. The caller's. */
cJSON *fairy_agent_snapshot(const FairyAgent *agent);
/* It was made with what was kept: goes on with the run that was cut, if one was, and reads what
 * waits. */
void fairy_agent_resume(FairyAgent *agent);
/* For who owns the projects: what has become of tasks, projects and waits. Those of others are left
 * alone. */
void fairy_agent_project_event(FairyAgent *agent, const FairyProjectEvent *told);

FairyModeId fairy_agent_mode(const FairyAgent *agent);
/* A run is under way. */
gboolean fairy_agent_is_running(const FairyAgent *agent);
/* How many inputs wait to be read. */
guint fairy_agent_n_inputs(const FairyAgent *agent);
/* Who it is; the agent's. */
const FairyCharacter *fairy_agent_character(const FairyAgent *agent);
/* Where it stands, in document space. */
SvgPoint fairy_agent_place(const FairyAgent *agent);
/* What it looks at, in document space. */
SvgBox fairy_agent_view(const FairyAgent *agent);
/* The agent's, or that of the options. */
FairyMemory *fairy_agent_memory(const FairyAgent *agent);
FairyTodos *fairy_agent_todos(const FairyAgent *agent);
/* How much it has left to do: items of its list, and tasks of its own that haven't ended. */
guint fairy_agent_n_open(const FairyAgent *agent);
/* Of the last run, until the next begins; NULL before the first. */
FairyExecutor *fairy_agent_executor(const FairyAgent *agent);
/* The same, the caller's from then on; NULL while a run is under way. */
FairyExecutor *fairy_agent_take_executor(FairyAgent *agent);
