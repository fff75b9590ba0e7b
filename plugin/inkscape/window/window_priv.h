/* What the window's files share. Private to the window. */
#pragma once

#include "client.h"
#include "entry.h"
#include "list.h"
#include "pictures.h"
#include "strip.h"
#include "window.h"

struct _WinWindow {
    GtkApplication *app;
    GtkWindow *window;
    WinModel *model;
    WinClient *client;
    guint current;      /* number of the drawing that is shown; 0 = none */
    GHashTable *drafts; /* number of a drawing → what was typed for it */
    char *sent;         /* what was sent last, until it is taken or refused */
    guint refresh;      /* source that shows the head anew; 0 = it is shown as it is */
    gboolean filling;   /* a control is filled by us, not by the person */
    gboolean wanted;    /* the person asked for the window */
    GtkWidget *drawings, *scope, *models, *fairies; /* what is asked, whom */
    GtkWidget *hold, *hold_text;                    /* what waits, and Show now */
    GtkWidget *trouble;                             /* the worker isn't there */
    GtkWidget *status, *spinner, *cost;
    GtkWidget *ask, *stop, *undo, *go_on, *accept, *reject;
    WinStrip *strip;
    WinList *list;
    WinPictures *pictures;
    WinEntry *entry;
};

/* Builds all widgets. */
void win_window_build(WinWindow *window);
/* Returns the drawing that is shown, borrowed; NULL if there is none. */
const WinDrawing *win_window_drawing(const WinWindow *window);
/* Shows another drawing; with 0, or an unknown number, the first. */
void win_window_show_drawing(WinWindow *window, guint number);
/* Shows all but the list as it is now. */
void win_window_refresh(WinWindow *window);

/* Asks this model from now on, whether the worker knows of it or not. */
void win_window_choose_model(WinWindow *window, const char *model);

/* --- what the person does --------------------------------------------------------------------- */

void win_window_send(const char *words, gpointer data);
void win_window_decide(int action, gboolean accept, gpointer data);
void win_window_address(const char *name, gpointer data);
void win_window_stop(WinWindow *window);
void win_window_continue(WinWindow *window);
void win_window_undo(WinWindow *window);
void win_window_accept_turn(WinWindow *window);
void win_window_reject_turn(WinWindow *window);
void win_window_show_now(WinWindow *window);
void win_window_close(WinWindow *window);
/* The request with this tag was refused. */
void win_window_refused(guint tag, const char *why, gpointer data);
