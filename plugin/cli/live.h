/* One line at the bottom of a terminal that says what is going on, and is gone when it isn't. */
#pragma once

#include <fairy/event.h>

typedef struct _CliLive CliLive;

#define CLI_LIVE_CLEAR "\r\033[K" /* what takes back the line */

/* Whether standard error is a terminal that can take back a line. */
gboolean cli_live_is_able(void);

/* NULL where that isn't so. All others take NULL. */
CliLive *cli_live_new(void);
void cli_live_free(CliLive *live);
/* What happened. */
void cli_live_event(CliLive *live, const FairyEvent *event);
/* Before something else is printed. */
void cli_live_clear(CliLive *live);
