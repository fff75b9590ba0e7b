/* The window: words in, what the fairies do out. */
#pragma once

#include <gtk/gtk.h>

typedef struct _WinWindow WinWindow;

/* Makes the window, which is shown when the worker at that socket says that the person asked for
 * it. Closing it, and a worker that isn't there, end the application. Free with win_window_free()
 * after that. */
WinWindow *win_window_new(GtkApplication *app, const char *socket);
/* Accepts NULL. */
void win_window_free(WinWindow *window);
