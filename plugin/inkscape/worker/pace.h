/* When what is finished may be pushed into the open document. A push freezes Inkscape for a moment
 * and empties its redo; keys and clicks that come meanwhile are lost. So it waits while the person
 * has something in hand that it would spoil. */
#pragma once

#include <glib.h>

enum {
    PACE_INPUT_MS =
        300,        /* none so soon after a key or a button, which Inkscape may not have seen yet */
    PACE_REST = 10, /* none for so many times as long as the last push took */
    PACE_SLOW_MS = 300,     /* what takes longer is done once, at the end */
    PACE_TOUCHED_MS = 2000, /* none so soon after the person took hold of what would be changed */
    PACE_LOOK_MS = 120,     /* between two looks at how things are */
};

/* How things are. Times as g_get_monotonic_time(); 0 = never. */
typedef struct {
    gint64 now;
    gboolean ended;   /* nothing more will come */
    gboolean said;    /* the person wants it now */
    gboolean busy;    /* Inkscape doesn't answer */
    gboolean other;   /* another document of it has the focus */
    const char *name; /* of the document, for a sentence */
    const char *tool; /* the tool's name; "" = unknown */
    gboolean redo;    /* there is something to redo */
    gboolean button_down;
    gint64 last_input;   /* a key or a button came */
    gint64 last_touched; /* the courier saw that the person took hold of what would be changed */
    gint64 last_push;    /* a push ended */
    guint last_push_ms;  /* it took so long */
} PaceFacts;

typedef enum {
    PACE_PUSH, /* now */
    PACE_WAIT, /* a moment: nothing to tell */
    PACE_HOLD, /* until something changes: `why` is told */
} PaceAct;

typedef struct {
    PaceAct act;
    char *why; /* HOLD: a clause for the person */
    guint ms;  /* WAIT, HOLD: look again after so long */
} PaceAnswer;

void pace_answer_clear(PaceAnswer *answer);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(PaceAnswer, pace_answer_clear)
/* Clear it with pace_answer_clear(). */
PaceAnswer pace_decide(const PaceFacts *facts);
