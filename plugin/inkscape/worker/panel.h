/* The window beside Inkscape, a program of its own: fairies-window. The worker starts it; a
 * second one, beside that of a worker before, ends by itself. */
#pragma once

#include <fairy/error.h>

typedef struct _Panel Panel;

Panel *panel_new(void);
/* The window stays open. */
void panel_free(Panel *panel);
/* Starts the window on that X display (NULL = the worker's own), unless it is there or on its way.
 * FALSE with FAIRY_ERROR_CONTROL if no window can open. */
gboolean panel_open(Panel *panel, const char *display, GError **error);
/* A window has come to the desk. Returns whether one was on its way: it doesn't know yet which
 * drawing it was started for, or wanted again. */
gboolean panel_attached(Panel *panel);
