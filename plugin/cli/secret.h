/* What is typed and not shown. */
#pragma once

#include <glib.h>

/* What stands on standard input, without its line's end: a line from a terminal, unseen, after
 * `prompt`; else all of it. The caller's, for fairy_wipe(). NULL with FAIRY_ERROR_CANCELLED after
 * Ctrl-C, or FAIRY_ERROR_USAGE when it can't be a value. */
char *cli_secret_read(const char *prompt, GError **error);
