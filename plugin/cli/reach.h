/* What `tell`, `stop`, `watch`, `join`, `leave` and `lead` share: a run of another process is
 * asked, and waited for. */
#pragma once

#include "options.h"

#include <fairy/reach.h>

/* How the command line says which run, and which fairy at it. Borrowed from `options`. */
FairyReachOptions cli_reach_options(const CliOptions *options, FairyReachKind what);
/* Asks, and waits for the end. Says what went wrong; else `done` (NULL: nothing) is what to say
 * before the fairy's name, with what the run says of it behind. Returns the exit code. */
int cli_reach(FairyReachOptions *options, const char *done);
/* Ends the waiting, as if the run were over. */
void cli_reach_leave(void);
