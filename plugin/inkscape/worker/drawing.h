/* A drawing that is open in an Inkscape, as the worker knows it. */
#pragma once

#include "desk.h"
#include "menu.h"

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
    Menu menu; /* as the menu said it last */
    char *name;
    GBytes *bytes; /* how it is, as far as is known */
    char *model, *session;
    Scope scope;
    gboolean waits; /* a push is held */
    Turn *turn;     /* the last, or the one at work; NULL = none yet */
    guint n_turns;
    GPtrArray *shown; /* cJSON: what that turn has shown, for a window that comes later */
} Drawing;

/* Takes what is in `menu`. Free with drawing_free(). */
Drawing *drawing_new(Desk *desk, guint number, Menu *menu);
/* Ends what is at work. */
void drawing_free(Drawing *drawing);
/* Whether the menu speaks of this drawing: the same Inkscape, file and root, and what it holds is
 * not that of another. */
gboolean drawing_is_meant(const Drawing *drawing, const Menu *menu);
/* Takes what the menu said of it now. */
void drawing_update(Drawing *drawing, Menu *menu);
/* Shows an event, which it takes, of this drawing to all windows. `kept`: also to one that comes
 * later, until the next turn. */
void drawing_show(Drawing *drawing, cJSON *event, gboolean kept);
/* Shows how it is, to all or to one: the event "drawing". */
void drawing_show_state(const Drawing *drawing, Seat *seat);
/* Shows one all that there is to know. */
void drawing_show_all(const Drawing *drawing, Seat *seat);
/* Forgets what was shown of the turn before. */
void drawing_begin_turn(Drawing *drawing);

/* {"event":name}; the caller's. */
cJSON *new_event(const char *name);
