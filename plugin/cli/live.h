/* Lines at the bottom of a terminal that say what is going on, and are gone when it isn't: one for
 * each fairy. */
#pragma once

#include <fairy/event.h>

typedef struct _CliLive CliLive;

/* Whether standard error is a terminal that can take back a line. */
gboolean cli_live_is_able(void);

/* NULL where that isn't so. All others take NULL. */
CliLive *cli_live_new(void);
void cli_live_free(CliLive *live);
/* What happened. */
void cli_live_event(CliLive *live, const FairyEvent *event);
/* Before something else is printed. */
void cli_live_clear(CliLive *live);
/* Behind it: the lines of several fairies come again. */
void cli_live_show_again(CliLive *live);
