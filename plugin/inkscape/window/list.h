/* The list: what was said, what was done and what became of it, a row each. */
#pragma once

#include "model.h"

#include <gtk/gtk.h>

typedef struct _WinList WinList;

/* The person decides on the action `action` of the latest turn. */
typedef void (*WinDecideFunc)(int action, gboolean accept, gpointer data);

/* Makes an empty list. It is freed with its widget. */
WinList *win_list_new(WinDecideFunc decide, gpointer data);
/* Returns the widget, to be added to a container once. */
GtkWidget *win_list_widget(WinList *list);
/* Shows all lines of a drawing instead of what is there; none for NULL. */
void win_list_show(WinList *list, const WinDrawing *drawing);
/* Shows the line at `index`, which is new or changed. */
void win_list_line(WinList *list, const WinDrawing *drawing, guint index);
/* Takes away the rows from `index` on. */
void win_list_cut(WinList *list, guint index);
/* Takes away the first `n` rows. */
void win_list_dropped(WinList *list, guint n);
