/* What follows an answer, and which mode a fairy is asked in. Pure: facts go in, a decision comes
 * out, and nothing else is looked at or changed. Private to core/. */
#pragma once

#include "agent/retry.h"

#include <fairy/mode.h>

/* How an answer ended. */
typedef enum {
    FAIRY_ANSWER_WHOLE,
    FAIRY_ANSWER_FAULT,   /* the model or the network failed */
    FAIRY_ANSWER_UNREAD,  /* it can't be read as actions */
    FAIRY_ANSWER_STOPPED, /* by the person, the time allowed or the budget */
} FairyAnswerEnd;

/* How often in a row something went as it shouldn't, in one run. */
typedef struct {
    guint unread;      /* answers that couldn't be read */
    guint idle;        /* answers that asked to go on, and changed nothing */
    guint corrections; /* requests that were made because actions were refused */
    FairyRetry retry;
} FairyCounts;

#define FAIRY_NOT_REVIEWED (-1)

/* All that a decision rests on. */
typedef struct {
    FairyAnswerEnd answer;
    const FairyApiError *api_error; /* of FAIRY_ANSWER_FAULT; borrowed */
    double random;                  /* then: from 0 to 1, it spreads the waits */

    /* Of the answer. */
    guint n_actions;      /* that were finished */
    guint n_refused;      /* of them */
    gboolean changed;     /* the drawing, a task or a project */
    gboolean awaits;      /* it says that it waits for tasks */
    gboolean asked;       /* it asks for another request */
    gboolean asked_words; /* and something is told about that */

    /* Of the fairy, now that the answer is over. */
    FairyModeId mode;
    gboolean reads_prompts; /* its model does */
    gboolean instant;       /* its model needs no waits */
    gboolean said;          /* something was said to it meanwhile */
    guint n_todos;          /* on its list that aren't done */
    gint n_faults; /* in what it made, that it is told of; FAIRY_NOT_REVIEWED: nobody looked */
    gboolean at_task;
    gboolean leads;   /* a project that isn't over */
    gboolean waits;   /* for tasks of that project, and … */
    gboolean stalled; /* … nobody is at one */
    guint n_tasks;    /* open ones: of that project, or of its own where it leads none */
    FairyCounts counts;
} FairyFacts;

/* Why it is asked again. The lowest is told first. */
typedef enum {
    FAIRY_REASON_ASKED = 1 << 0,         /* it asked for something, which is told */
    FAIRY_REASON_TODOS = 1 << 1,         /* its list isn't done */
    FAIRY_REASON_TASKS = 1 << 2,         /* of its own, that are open */
    FAIRY_REASON_AT_TASK = 1 << 3,       /* it hasn't said that its task is done */
    FAIRY_REASON_PROJECT_TASKS = 1 << 4, /* of the project that it leads, that are open */
    FAIRY_REASON_PROJECT_OPEN = 1 << 5,  /* though none of its tasks is */
    FAIRY_REASON_GO_ON = 1 << 6,         /* what the person asked for isn't said to be done */
    FAIRY_REASON_FAULTS = 1 << 7,        /* in what it made */
    FAIRY_REASON_REFUSED = 1 << 8,       /* some of its actions were */
    FAIRY_REASON_UNREAD = 1 << 9,        /* its answer couldn't be read */
    FAIRY_REASON_CUT = 1 << 10,          /* its answer was cut off after some actions */
} FairyReason;

typedef enum {
    FAIRY_STEP_REST,    /* nothing is left to do */
    FAIRY_STEP_ASK,     /* another request */
    FAIRY_STEP_REVIEW,  /* count the faults in what it made, and decide again */
    FAIRY_STEP_GIVE_UP, /* the end: it asks to go on, and changes nothing */
    FAIRY_STEP_END,     /* with the error that ended the answer */
} FairyStep;

typedef struct {
    FairyStep step;
    FairyModeId mode;   /* that it is in from now on; NONE: the same */
    guint reasons;      /* FairyReason: what it is told; 0: nothing */
    gboolean same;      /* the request is the one before, once more */
    gboolean repeats;   /* its answer may begin with what was done already */
    gboolean later;     /* it rests, and what it asked to see is shown when it is asked again */
    gboolean optional;  /* nobody asked for it but the program */
    gint64 wait_ms;     /* before it */
    FairyCounts counts; /* from now on */
} FairyDecision;

FairyDecision fairy_decide(const FairyFacts *facts);

/* What follows for a fairy when a task that it is to begin, or is at, is in another state; ready:
 * it was taken from it. */
typedef struct {
    FairyModeId mode; /* that it enters; NONE: nothing follows */
    gboolean stops; /* what it is writing isn't wanted any more: its run ends at once. Else one that
                       is running enters the mode when its answer is over */
    gboolean leaves; /* before that, at once, it leaves the task before: it enters `pending` */
} FairyTaskStep;

/* `pending` is the mode that a running fairy enters when its answer is over; NONE = the same. */
FairyTaskStep fairy_decide_task(FairyModeId mode, FairyModeId pending, gboolean running,
                                FairyTaskState state);

/* The mode in which a fairy in `mode` is asked: by_person, something waits to be read that the
 * person said; plans, it makes a plan of what it is asked while idle. A mode that isn't active: it
 * can't be asked. */
FairyModeId fairy_decide_asked_mode(FairyModeId mode, gboolean by_person, gboolean plans);
