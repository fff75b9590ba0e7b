/* A drawing that is open in an Inkscape, as the worker knows it. */
#pragma once

#include "desk.h"
#include "editor.h"
#include "menu.h"

#include <svg/geometry.h>

typedef struct _Turn Turn;

typedef enum {
    SCOPE_SELECTION, /* what is selected, in what the person looks at */
    SCOPE_VIEW,
    SCOPE_PAGE,
    SCOPE_COUNT
} Scope;

/* "selection", "view", "page"; NULL-terminated. */
extern const char *const scope_names[];

typedef struct {
    Desk *desk; /* borrowed */
    guint number;
    Menu menu;      /* as the menu said it last */
    Editor *editor; /* NULL = it can't be reached: the menu fetches what is finished */
    guint window;   /* of the editor; 0 = it isn't known which */
    guint watch;    /* of the editor on its bus; 0 = none */
    gboolean gone;  /* it isn\'t open any more */
    char *name;
    GBytes *bytes;   /* how it is, as far as is known; ends with a NUL that isn't counted */
    gint64 read;     /* when Inkscape said so last, in µs, monotonic */
    char **selected; /* ids, NULL-terminated */
    SvgBox view;     /* what the person looks at, at most, in document space; empty = unknown */
    char *model, *session;
    Scope scope;
    gboolean waits; /* a push is held */
    gboolean cut;   /* a run of an earlier worker didn't end by itself, and can be gone on with */
    Turn *turn;     /* the last, or the one at work; NULL = none yet */
    guint n_turns;
    GPtrArray *shown; /* cJSON: what that turn has shown, for a window that comes later */
} Drawing;

/* Where the menu was used: the editor is borrowed, and NULL if it can't be reached. */
typedef struct {
    Editor *editor;
    guint window;
} Origin;

/* Takes what is in `menu`. Free with drawing_free(). */
Drawing *drawing_new(Desk *desk, guint number, Menu *menu, Origin origin);
/* Ends what is at work. */
void drawing_free(Drawing *drawing);
/* Whether the menu speaks of this drawing: the same Inkscape, window, file and root, and what it
 * holds may have become of what this one held. */
gboolean drawing_is_meant(const Drawing *drawing, const Menu *menu, Origin origin);
/* Whether that window of the editor holds another drawing now: this one isn't open any more. */
gboolean drawing_is_replaced(const Drawing *drawing, const Menu *menu, Origin origin);
/* Takes what the menu said of it now. */
void drawing_update(Drawing *drawing, Menu *menu, Origin origin);
/* How it is now; `bytes` is copied. */
void drawing_set_bytes(Drawing *drawing, GBytes *bytes);
/* What is selected (ids, NULL-terminated) and looked at now; both are copied. */
void drawing_set_seen(Drawing *drawing, const char *const *selected, SvgBox view);
/* Shows an event, which it takes, of this drawing to all windows. `kept`: also to one that comes
 * later, until the next turn. */
void drawing_show(Drawing *drawing, cJSON *event, gboolean kept);
/* Shows how it is, to all or to one: the event "drawing". */
void drawing_show_state(const Drawing *drawing, FairySeat *seat);
/* Shows one all that there is to know. */
void drawing_show_all(const Drawing *drawing, FairySeat *seat);
/* Forgets what was shown of the turn before. */
void drawing_begin_turn(Drawing *drawing);

/* {"event":name}; the caller's. */
cJSON *new_event(const char *name);
