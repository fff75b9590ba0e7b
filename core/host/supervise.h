/* What has to be done so that a project goes on: whose task has to be begun anew, who has to be
 * woken, what is over. Pure: facts go in, an order comes out, and nothing else is looked at or
 * changed. Whoever runs the fairies carries the order out, and asks again until nothing is left to
 * do; each order makes the facts that led to it untrue. Private to core/. */
#pragma once

#include <fairy/project.h>

/* How the last run of a fairy ended. */
typedef enum {
    FAIRY_RUN_NONE,    /* it hasn't run since it was set to work, or it is running */
    FAIRY_RUN_DONE,    /* by itself */
    FAIRY_RUN_FAILED,  /* its model, or the network, failed */
    FAIRY_RUN_SPENT,   /* a budget is used up */
    FAIRY_RUN_STOPPED, /* the person stopped this fairy */
} FairyRunEnd;

/* A fairy that is at the drawing. */
typedef struct {
    const char *fairy; /* id */
    gboolean running;  /* a run is under way */
    gboolean in_team;  /* its mode is one of a project's */
    FairyRunEnd end;
    const char *why; /* what FAILED, SPENT and STOPPED say; may be NULL */
    guint n_failed;  /* runs in a row that failed */
    guint n_woken;   /* times in a row that it was woken, and nothing came of it */
} FairyMemberFacts;

/* All that an order rests on; borrowed. A member of a project who isn't among `members` is gone. */
typedef struct {
    const FairyProjects *projects;
    const FairyMemberFacts *members;
    guint n_members;
    gint64 now; /* as fairy_projects_expire() takes it */
} FairySupervision;

typedef enum {
    FAIRY_ORDER_NOTHING,
    FAIRY_ORDER_EXPIRE,   /* end the waits whose time is over */
    FAIRY_ORDER_REMOVE,   /* `fairy` is gone: fairy_projects_remove_fairy() */
    FAIRY_ORDER_REQUEUE,  /* `task` is to do again */
    FAIRY_ORDER_FAIL,     /* `task` has failed */
    FAIRY_ORDER_CALL_OFF, /* `task` is cancelled */
    FAIRY_ORDER_CANCEL,   /* `project` is cancelled */
    FAIRY_ORDER_DISMISS,  /* `fairy` is in no project any more: it goes idle */
    FAIRY_ORDER_WAKE,     /* `fairy` leads a project in which nobody is at work: it is told so, and
                             goes on */
} FairyOrderKind;

/* Members that don't belong to the kind are NULL. All are borrowed from the facts. */
typedef struct {
    FairyOrderKind kind;
    const char *project, *fairy, *task;
    const char *reason; /* a clause for who is told: "the person stopped it" */
} FairyOrder;

/* Returns the next thing to do. */
FairyOrder fairy_supervise(const FairySupervision *facts);
/* Returns when a wait ends by itself, as fairy_projects_await() was told; 0 = none does. */
gint64 fairy_supervise_next_deadline(const FairyProjects *projects);
