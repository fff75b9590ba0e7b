/* A fairy's figure: the one that `fairy watch` and the pictures show, small, in the fairy's colour.
 */
#pragma once

#include <gtk/gtk.h>

/* Makes a widget without a figure. Owned by who adds it to a container. */
GtkWidget *win_figure_new(void);
/* Shows a fairy of this colour ("#rrggbb"): with her wings spread while she is at work. */
void win_figure_set(GtkWidget *figure, const char *color, gboolean at_work);
