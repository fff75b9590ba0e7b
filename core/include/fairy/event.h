/* What happens while a fairy runs, as one stream that every door reads: the lines of `fairy ask
 * --events`, a terminal, a window. */
#pragma once

#include <fairy/api_error.h>
#include <fairy/character.h>
#include <fairy/executor.h>
#include <fairy/mode.h>
#include <fairy/usage.h>

typedef struct _FairyAgent FairyAgent;

typedef enum {
    FAIRY_EVENT_FAIRY,    /* who it is: once, before it runs first */
    FAIRY_EVENT_REQUEST,  /* a request is sent */
    FAIRY_EVENT_THINKING, /* the model is at work, and says nothing yet */
    FAIRY_EVENT_PARTIAL,  /* more of an action was written, so that there is more to show of it */
    FAIRY_EVENT_ACTION,   /* an action is over */
    FAIRY_EVENT_TODOS,    /* the list of things to do is another */
    FAIRY_EVENT_ANSWERED, /* an answer is over, whole or not */
    FAIRY_EVENT_WAIT,     /* something went wrong, and it is tried again */
    FAIRY_EVENT_MODE,     /* the fairy is in another mode */
    FAIRY_EVENT_POSE,     /* the figure is in another pose */
    FAIRY_EVENT_GESTURE,  /* for a moment it is in another, whatever its pose becomes meanwhile */
    FAIRY_EVENT_MOVE,     /* the figure is at another place */
    FAIRY_EVENT_WARNING,  /* something isn't as it should be, and goes on */
    FAIRY_EVENT_REST,     /* the run is over */
} FairyEventKind;

/* "fairy", "request", "thinking", "partial", "action" … */
const char *fairy_event_name(FairyEventKind kind);

/* What doesn't belong to the kind is NULL or 0. Borrowed while it is told. */
typedef struct {
    FairyEventKind kind;
    const FairyAgent *agent; /* whose */
    guint request;           /* number of the request under way, from 1; 0 before the first */
    FairyModeId mode;        /* that the fairy is in; MODE: the new one */
    const char *fairy;       /* FAIRY: its id */
    const FairyCharacter *character; /* FAIRY */
    guint index;                     /* PARTIAL: of the action in its answer, from 0 */
    const char *type;                /* PARTIAL: the action's name */
    const FairyInfo *info;           /* PARTIAL, ACTION: what a chat shows of it */
    const FairyOutcome *outcome;     /* ACTION */
    const FairyTodos *todos;         /* TODOS */
    const FairyUsage *usage;         /* ANSWERED: of this request */
    FairyCost cost;                  /* ANSWERED: likewise */
    const FairyApiError *api_error;  /* ANSWERED, WAIT: what was wrong; NULL = nothing */
    gint64 wait_ms;                  /* WAIT */
    FairyPose pose;                  /* POSE, GESTURE */
    guint ms;                        /* GESTURE: how long it takes */
    SvgPoint at;                     /* MOVE: in document space */
    const char *message;             /* WARNING: a line for the person */
    const GError *error;             /* REST: why it ended before it was done; NULL = it is done */
} FairyEvent;

typedef void (*FairyEventFunc)(const FairyEvent *event, gpointer data);

/* {"event":"action","request":1,…}: agent/README.md lists the members of each kind. The caller's.
 */
cJSON *fairy_event_json(const FairyEvent *event);
