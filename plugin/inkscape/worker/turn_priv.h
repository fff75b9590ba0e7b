/* A turn from inside: turn.c asks, turn_live.c brings what is finished into the open document. */
#pragma once

#include "push.h"
#include "turn.h"

#include <fairy/job.h>

struct _Turn {
    int refs;
    gboolean dead; /* freed by its owner: what comes back is dropped */
    Drawing *drawing;
    FairyJob *job; /* it stays after its end, as what was done can be taken back */
    FairySettings *settings;
    FairyRoster *roster;
    char *words, *model, *session; /* what the job borrows */
    Scope scope;
    guint fairies;
    double max_cost;
    GBytes *bytes; /* what it began with */
    char **selected;
    int stops; /* a descriptor that becomes readable when it is to stop */
    volatile int stopped;
    gboolean at_work;
    gboolean unkept; /* a kill would lose what was done: what comes waits */
    GQueue waits;    /* what waits: Shown */
    guint counts[3]; /* outcomes, by FairyStatus */
    guint n_requests;
    FairyUsage usage;
    FairyCost cost;
    GArray *versions; /* guint, by action: of the drawing after it; 0 = it can't be taken back */
    guint n_pending;  /* finished actions that the person hasn't fetched, where that is needed */
    char *order;      /* id of what was handed to them last; NULL = nothing */
    GBytes *handed;   /* the drawing in it, … */
    GBytes *fetched;  /* … and in the one that they have; NULL = none */
    GArray *rejected; /* guint: the actions that are being taken back */
    GBytes *without;  /* the drawing without them; NULL = nothing is to be pushed after the end */
    Push *push;       /* NULL = nothing has to be pushed */
    char *lost;       /* why what was finished isn't all in the open document; NULL = it is */
    char *end;        /* how the job ended, and why */
    GError *error;
};

/* What is asked of the editor holds the turn: turn_hold() goes along as data, and who gets it back
 * asks turn_back() first; FALSE = it is no more. */
Turn *turn_hold(Turn *turn);
gboolean turn_back(Turn *turn);
/* Shows an event, which it takes; `kept` as of drawing_show(). */
void turn_show(Turn *turn, cJSON *event, gboolean kept);
/* Shows one line about something that isn't as it should be. */
void turn_warn(Turn *turn, const char *line);
/* All is over: tells how it ended. */
void turn_end(Turn *turn);

/* --- turn_live.c */

/* Reads the document as it is now, which becomes the drawing's `bytes`, and then calls `then`. */
void turn_read(Turn *turn, void (*then)(Turn *turn));
/* Begins a push of what `start` has become, with `snapshot`, `taken` and `over` of `funcs`. */
Push *turn_push(Turn *turn, GBytes *start, PushOptions funcs);
/* Something is finished. */
void turn_changed(Turn *turn);
/* The job is over: brings the rest into the document, and then calls turn_end(). */
void turn_settle(Turn *turn);

/* --- pending.c */

/* Shows that so many finished actions wait until they are fetched. */
void turn_show_pending(Turn *turn, guint n);
/* Takes away what was put where the menu's program takes it from. */
void turn_take_order_away(const Turn *turn);
