/* Commands that print a key. Private to core/settings. */
#pragma once

#include <fairy/error.h>

/* Runs `command`, split into words as a shell does but without a shell, and returns the first line
 * that it prints; the caller wipes and frees it (fairy_wipe()). Its standard error is ours, so that
 * it can talk with the person; its standard input is empty. Blocks until it ends, for at most
 * `timeout_ms` ms, or until *interrupted (may be NULL) becomes non-zero. Returns NULL with
 * FAIRY_ERROR_MODEL, whose message names the program and what went wrong but nothing that it
 * printed, or with FAIRY_ERROR_CANCELLED. */
char *fairy_key_command(const char *command, guint timeout_ms, volatile const int *interrupted,
                        GError **error);
