/* What the window knows of each drawing, made of the worker's events (plugin/README.md has them).
 * Plain data without a toolkit: the window is drawn from it, and told by callbacks what changed.
 *
 * All texts are for eyes: whatever the model, the drawing or the worker wrote has its controls
 * escaped (<fairy/escape.h>), is valid UTF-8 and not longer than WIN_MAX_TEXT characters. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

#define WIN_MAX_LINES    1000 /* lines of a drawing; the oldest go */
#define WIN_MAX_TEXT     8000 /* characters of one text */
#define WIN_MAX_DRAWINGS 50
#define WIN_MAX_FAIRIES  50
#define WIN_MAX_FORMER   100 /* former words of a drawing */

typedef enum {
    WIN_LINE_PERSON, /* what the person said */
    WIN_LINE_ACTION, /* an action that is over */
    WIN_LINE_ANSWER, /* what a fairy said */
    WIN_LINE_NOTE,   /* what happened besides: a wait, a merge, who joined */
    WIN_LINE_END,    /* how a turn ended */
} WinLineKind;

typedef enum { WIN_OK, WIN_ADJUSTED, WIN_REFUSED } WinOutcome;
typedef enum { WIN_UNDECIDED, WIN_ACCEPTED, WIN_REJECTED } WinDecision;

/* A line of the list. */
typedef struct {
    WinLineKind kind;
    char *who;            /* "You", or the fairy's name; NULL = nobody */
    char *color;          /* the fairy's, "#rrggbb"; NULL = none */
    char *icon;           /* ACTION: as fairy_icon_name() has it; NULL = none */
    char *text;           /* Markdown for ANSWER and ACTION; plain for the others */
    char *detail;         /* ACTION: why it was refused, or what is different; NULL = nothing */
    WinOutcome outcome;   /* ACTION; END: REFUSED = it failed */
    gboolean edits;       /* ACTION: it made or changed shapes, so it can be rejected */
    guint turn;           /* number of the turn; 0 = of a former run */
    int action;           /* number of the action in its turn, from 0; -1 = none */
    WinDecision decision; /* ACTION: what the person decided */
} WinLine;

/* A fairy at a drawing. */
typedef struct {
    char *id;
    char *name;
    char *color;   /* "#rrggbb" */
    char *pose;    /* as fairy_pose_name() has it */
    char *task;    /* title of its task; NULL = none */
    char *writing; /* what it is writing, or else doing, at this moment; NULL = nothing */
    guint todo;    /* items of its list of things to do */
    guint done;    /* how many of them are done */
    gboolean at_work;
} WinFairy;

typedef enum { WIN_READY, WIN_WORKING, WIN_WAITING } WinState;
typedef enum { WIN_BEFORE, WIN_AFTER } WinWhen;

typedef struct {
    guint number;
    char *name; /* "order.svg" */
    char *path; /* NULL = it was never saved */
    char *session;
    char *scope; /* "selection", "view" or "page" */
    guint n_selected;
    char *model;
    char **models; /* that can be chosen, NULL-terminated; never NULL */
    WinState state;
    guint turn;          /* number of the latest turn; 0 = there was none */
    guint actions;       /* actions of the latest turn so far */
    gboolean closed;     /* the document is gone */
    gboolean settled;    /* the person has decided on the whole of the latest turn */
    gboolean unfinished; /* the latest turn was cut, and can be gone on with */
    GPtrArray *lines;    /* WinLine */
    GPtrArray *fairies;  /* WinFairy */
    GPtrArray *former;   /* char *, what the person said, the latest last */
    char *hold;          /* why finished actions aren't in the document yet; NULL = none is held */
    guint waiting;       /* how many they are */
    char *pictures[2];   /* paths, by WinWhen; NULL = none */
    double cost;         /* US dollars of the latest turn */
    gboolean cost_unknown; /* `cost` is by the dearest price that is known */
    double tokens;
    guint requests;
} WinDrawing;

typedef struct _WinModel WinModel;

/* Callbacks; each may be NULL. What they get is borrowed, and none may change the model. */
typedef struct {
    /* Anything but its lines changed, or it is new. */
    void (*drawing)(const WinDrawing *drawing, gpointer data);
    /* The line at `index` is new or changed; new ones come in order. */
    void (*line)(const WinDrawing *drawing, guint index, gpointer data);
    /* The first `n` lines are gone. */
    void (*dropped)(const WinDrawing *drawing, guint n, gpointer data);
    /* The lines from `index` on are gone. */
    void (*cut)(const WinDrawing *drawing, guint index, gpointer data);
    /* The person asked for the window, and for this drawing in it. */
    void (*present)(const WinDrawing *drawing, gpointer data);
    /* The turn is over; `text` is what a person should hear of it. */
    void (*over)(const WinDrawing *drawing, const char *text, gpointer data);
    /* The drawing goes away with this call. */
    void (*gone)(const WinDrawing *drawing, gpointer data);
} WinModelFuncs;

/* Makes a model that knows nothing. Free with win_model_free(). */
WinModel *win_model_new(const WinModelFuncs *funcs, gpointer data);
/* Accepts NULL. */
void win_model_free(WinModel *model);
/* Takes in one event of the worker. What isn't known, or makes no sense, is skipped. */
void win_model_take(WinModel *model, const cJSON *json);
/* Forgets all drawings, as the worker is another one and will tell everything again. */
void win_model_clear(WinModel *model);

/* Returns the drawing at that index, from 0, borrowed; NULL after the last. */
const WinDrawing *win_model_at(const WinModel *model, guint index);
/* Returns the drawing with that number, borrowed; NULL if there is none. */
const WinDrawing *win_model_find(const WinModel *model, guint number);
/* Adds a line that the window itself has to say, such as a request that the worker refused. */
void win_model_note(WinModel *model, guint number, const char *text, WinOutcome outcome);
/* Says whether the person has decided on the whole of the latest turn. */
void win_model_settle(WinModel *model, guint number, gboolean settled);
/* Forgets a drawing whose document is gone. */
void win_model_forget(WinModel *model, guint number);

/* Returns the line at that index, borrowed; NULL after the last. */
const WinLine *win_drawing_line(const WinDrawing *drawing, guint index);
/* Returns whether the person can accept and reject this line's action. */
gboolean win_line_can_decide(const WinDrawing *drawing, const WinLine *line);
/* Returns whether the latest turn is over, and neither it nor all of its actions are decided. */
gboolean win_drawing_can_decide(const WinDrawing *drawing);
