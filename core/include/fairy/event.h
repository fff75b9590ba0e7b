/* Events: all that happens while a fairy runs, as one stream for every front end: the lines of
 * `fairy ask --events`, a terminal, a window. */
#pragma once

#include <fairy/api_error.h>
#include <fairy/character.h>
#include <fairy/executor.h>
#include <fairy/mode.h>
#include <fairy/usage.h>

typedef struct _FairyAgent FairyAgent;

typedef enum {
    FAIRY_EVENT_FAIRY,    /* the fairy's character: once, before its first run */
    FAIRY_EVENT_REQUEST,  /* a request is sent */
    FAIRY_EVENT_THINKING, /* the model is at work, but no text arrives */
    FAIRY_EVENT_PARTIAL,  /* more of an action has arrived, so that its description or geometry
                             changed */
    FAIRY_EVENT_ACTION,   /* an action is over, and has an outcome */
    FAIRY_EVENT_TODOS,    /* the to-do list changed */
    FAIRY_EVENT_ANSWERED, /* a response is over, complete or not */
    FAIRY_EVENT_WAIT,     /* a request failed, and a retry follows after a wait */
    FAIRY_EVENT_MODE,     /* the fairy changed its mode */
    FAIRY_EVENT_POSE,     /* the avatar changed its pose */
    FAIRY_EVENT_GESTURE,  /* the avatar shows a gesture for a moment, then its pose again */
    FAIRY_EVENT_MOVE,     /* the avatar moved */
    FAIRY_EVENT_WARNING,  /* something is wrong, but the run goes on */
    FAIRY_EVENT_REST,     /* the run is over */
} FairyEventKind;

/* Returns "fairy", "request", "thinking", "partial", "action", …; static. */
const char *fairy_event_name(FairyEventKind kind);

/* The geometry of the shape that is being written, as far as it is certain, in document space. */
typedef enum {
    FAIRY_GHOST_NONE,
    FAIRY_GHOST_POINT, /* `box` has a position, and no size yet: 0 */
    FAIRY_GHOST_BOX,
    FAIRY_GHOST_PATH, /* `points`, in order: of a line its ends, or the first of them */
} FairyGhostKind;

typedef struct {
    FairyGhostKind kind;
    SvgBox box;
    GArray *points; /* SvgPoint, at most FAIRY_MAX_GHOST_POINTS, of which the first and the last are
                       those of the path; NULL = none */
} FairyGhost;

/* An event, borrowed for the call. Members that don't belong to the kind are NULL or 0. */
typedef struct {
    FairyEventKind kind;
    guint index;                     /* PARTIAL: of the action in its reply, from 0 */
    const FairyAgent *agent;         /* the fairy that emits it */
    const char *fairy;               /* its id */
    const char *task;                /* id of the task that it is at; NULL = none */
    guint request;                   /* number of the run's request, from 1; 0 before the first */
    FairyModeId mode;                /* the fairy's mode; MODE: the new one */
    const FairyCharacter *character; /* FAIRY */
    const char *type;                /* PARTIAL: the action's name */
    const FairyInfo *info;           /* PARTIAL, ACTION: how a chat shows it */
    const FairyGhost *ghost;         /* PARTIAL; NULL = nothing is certain yet */
    const FairyOutcome *outcome;     /* ACTION */
    const FairyTodos *todos;         /* TODOS */
    const FairyUsage *usage;         /* ANSWERED: of this request */
    FairyCost cost;                  /* ANSWERED: likewise */
    const FairyApiError *api_error;  /* ANSWERED, WAIT: the error; NULL = none */
    gint64 wait_ms;                  /* WAIT: ms until the retry */
    FairyPose pose;                  /* POSE, GESTURE */
    guint ms;                        /* GESTURE: its length in ms */
    SvgPoint at;                     /* MOVE: in document space */
    const char *message;             /* WARNING: one line for the person */
    const GError *error;             /* REST: why the run ended early; NULL = it is done */
} FairyEvent;

typedef void (*FairyEventFunc)(const FairyEvent *event, gpointer data);

/* Returns {"event":"action","request":1,…}; core/agent/README.md lists the members of each kind.
 * Free with cJSON_Delete(). */
cJSON *fairy_event_json(const FairyEvent *event);
