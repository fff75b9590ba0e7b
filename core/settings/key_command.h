/* Keys that a command prints. Private to core/settings. */
#pragma once

#include <fairy/error.h>

/* The first line that `command` prints (words, as a shell reads them, but no shell is asked); the
 * caller's, to be wiped. Its standard error is ours, so that it can talk with the person; its
 * standard input is empty. Blocks until it ends, for at most `timeout_ms`, or until *interrupted
 * (may be NULL) isn't 0. NULL with FAIRY_ERROR_MODEL, which names the program and what became of
 * it, and nothing of what it printed, or FAIRY_ERROR_CANCELLED. */
char *fairy_key_command(const char *command, guint timeout_ms, volatile const int *interrupted,
                        GError **error);
