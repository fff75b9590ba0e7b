/* What the files of the model share. Private to the model. */
#pragma once

#include "model.h"

struct _WinModel {
    WinModelFuncs funcs;
    gpointer data;
    GPtrArray *drawings; /* WinDrawing */
    gboolean presented;  /* the window was asked for */
    gboolean live;       /* what is told happens now; before, it tells how things are */
};

/* Frees what the array of drawings holds. */
void win_drawing_free(gpointer data);
/* Returns a new drawing of that number. */
WinDrawing *win_drawing_new(guint number);
/* Returns the fairy of that id, made if there is none; borrowed. NULL if there are too many. */
WinFairy *win_drawing_fairy(WinDrawing *drawing, const char *id);
/* Adds a line, which it takes, and tells of it. */
void win_model_add(WinModel *model, WinDrawing *drawing, WinLine *line);
/* Returns a new line; `text` is escaped, and may be NULL. */
WinLine *win_line_new(WinLineKind kind, const char *text);
void win_line_free(gpointer data);
/* Remembers what the person said, unless it is what they said last. */
void win_drawing_said(WinDrawing *drawing, const char *words);

/* Returns a text for eyes, of foreign text that may be NULL: then NULL. Free with g_free(). */
char *win_shown(const char *text);
/* Does the same in one line. Free with g_free(). */
char *win_shown_line(const char *text);
/* Members of an event, borrowed; NULL, 0 or FALSE if there is none of that type. */
const char *win_string(const cJSON *json, const char *name);
double win_number(const cJSON *json, const char *name);
guint win_count(const cJSON *json, const char *name);

/* An event of the run itself, as `fairy ask --events` has it. Returns whether `drawing` changed. */
gboolean win_take_run(WinModel *model, WinDrawing *drawing, const char *event, const cJSON *json);
