/* The dialog for the settings: who answers, by which key, for how much. It reads and writes the
 * person's own file (<fairy/settings.h>); a key is stored there or got by a command, is never
 * shown, and goes nowhere else. */
#pragma once

#include <gtk/gtk.h>

/* Shows the dialog above a window, and returns when it is closed: the model that answers from now
 * on, "" for the default, free with g_free(); NULL if it is the same as before. */
char *win_settings_run(GtkWindow *above);
