/* One line at the bottom of a terminal that says what is going on, and is gone when it isn't. */
#pragma once

#include <fairy/event.h>

typedef struct _CliLive CliLive;

/* NULL where standard error is no terminal that can take back a line. All others take NULL. */
CliLive *cli_live_new(void);
void cli_live_free(CliLive *live);
/* What happened. */
void cli_live_event(CliLive *live, const FairyEvent *event);
/* Before something else is printed. */
void cli_live_clear(CliLive *live);
