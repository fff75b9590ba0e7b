/* A row of the list: icon, who, words, outcome and its reason. */
#pragma once

#include "model.h"

#include <gtk/gtk.h>

/* Makes an empty row for a line of this kind, for win_row_set() when it is in its place. Owned by
 * the list box that it is added to. */
GtkWidget *win_row_new(const WinLine *line);
/* Shows what became of the line. */
void win_row_set(GtkWidget *widget, const WinLine *line);
/* Returns the box for the row's buttons, borrowed. */
GtkWidget *win_row_choices(GtkWidget *widget);
