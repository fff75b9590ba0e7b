/* A Push from inside: push.c decides and pushes, trip.c has the courier go, squash.c makes one undo
 * step of all. */
#pragma once

#include "../order.h"
#include "input.h"
#include "pace.h"
#include "push.h"

#include <cjson/cJSON.h>

struct _Push {
    int refs;
    gboolean dead; /* freed by its owner: what comes back is dropped */
    PushOptions o;
    char *path, *name, *folder; /* what `o` points to */
    Input *input;
    InputFacts hands; /* as they were seen last */
    guint watch, timer;

    GBytes *now;      /* what Inkscape had when it was read last */
    GBytes *base;     /* the same, as our drawing has it: what the next push begins from */
    GBytes *first;    /* what it had before the first push */
    GBytes *ours;     /* what is being pushed */
    GStrv selected;   /* when the courier was there last */
    GStrv chosen;     /* selected before the pushes were undone, to be made one; NULL = none were */
    guint n_changed;  /* actions that were finished, … */
    guint n_going;    /* … that are being pushed, … */
    guint n_pushed;   /* … that are pushed */
    guint n_steps;    /* undo steps that the pushes made */
    guint n_failures; /* one after another */
    gboolean theirs;  /* the person changed something between two pushes */
    gboolean ended, said, over;
    gboolean at_work; /* something is asked of Inkscape */
    gint64 saved;     /* when the file was written, in the beginning; 0 = unknown */
    guint n_pressed;  /* keys and buttons, when the push began */
    gint64 began;     /* the push under way, or the last */
    gint64 last_push, last_touched, last_other; /* monotonic; 0 = never */
    guint last_ms;
    char *why; /* what is held, and was told */
    guint waiting;
};

/* What is asked of Inkscape holds the Push: push_hold() goes along as data, and who gets it back
 * asks push_back() first; FALSE = it is no more. */
Push *push_hold(Push *push);
gboolean push_back(Push *push);
/* Something to do: looks at how things are. */
void push_tick(Push *push);
/* The same after `ms`. */
void push_later(Push *push, guint ms);
/* Inkscape has `now`, and `base` becomes what the next push begins from: the Push's. */
void push_read(Push *push, GBytes *now, GBytes *base);
/* It is over. */
void push_over(Push *push, const GError *error);
/* Whether Inkscape may be changed now; what the person's hands are at is asked. */
PaceAnswer push_pace(Push *push, const EditorFacts *facts);
/* Whether a window with another document has the focus, as far as is known: what is read or run now
 * concerns that one, and it may be a twin of ours. */
gboolean push_is_elsewhere(Push *push);
/* An id for an order; the caller's. */
char *push_order_id(const Push *push);
/* Where the document is exported to; the caller's. */
char *push_read_path(const Push *push);
/* Inkscape's process group; 0 = unknown. */
int push_group(const Push *push);
/* When the document's file was written; 0 = it has none. */
gint64 push_saved(const Push *push);

/* --- trip.c: the courier goes, and comes back */

/* `answer` is the courier's to this order; NULL = it failed, or gave none. `live` is the document
 * as the courier found it, where the order said `keep`, else NULL. Both are borrowed. */
typedef void (*TripFunc)(Push *push, const cJSON *answer, GBytes *live);
/* FALSE = another document's courier is on its way: later. */
gboolean trip_start(Push *push, const Order *order, GBytes *ours, TripFunc func);
/* Whether the answer says that this was done. */
gboolean trip_did(const cJSON *answer, const char *what);
/* What the person looks at, by the answer; empty = unknown. */
SvgBox trip_view(const cJSON *answer);

/* --- squash.c */

/* All is pushed: makes one undo step of it if that is possible, and ends with push_over(). */
void squash_start(Push *push);
