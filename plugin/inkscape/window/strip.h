/* The fairies at the drawing: figure, name, and what each is doing, a line for each. */
#pragma once

#include "model.h"

#include <gtk/gtk.h>

typedef struct _WinStrip WinStrip;

/* Makes an empty one; `chosen` is called with a fairy's name when it is clicked. Freed with its
 * widget. */
WinStrip *win_strip_new(void (*chosen)(const char *name, gpointer data), gpointer data);
/* Returns the widget, to be added to a container once. */
GtkWidget *win_strip_widget(WinStrip *strip);
/* Shows the fairies that are at work at a drawing; none for NULL. */
void win_strip_show(WinStrip *strip, const WinDrawing *drawing);
