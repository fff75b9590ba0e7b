/* How a run is done, and by how many fairies. */
#pragma once

#include "options.h"

/* Functions for GOptionEntry: --mode of see, --mode of ask, --fairies. */
gboolean cli_read_mode(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_way(const char *name, const char *text, gpointer data, GError **error);
gboolean cli_read_fairies(const char *name, const char *text, gpointer data, GError **error);
/* Sets how many fairies there are, when all options are read. FALSE with G_OPTION_ERROR when they
 * don't go together. */
gboolean cli_check_team(CliOptions *options, GError **error);
