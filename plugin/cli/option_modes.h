/* Values of --mode. */
#pragma once

#include <glib.h>

/* GOptionArgFunc: the name of a mode in which a model is asked; `data` is the CliOptions. */
gboolean cli_read_mode(const char *name, const char *text, gpointer data, GError **error);
/* The same: how a run is done, by the names that people know. */
gboolean cli_read_way(const char *name, const char *text, gpointer data, GError **error);
