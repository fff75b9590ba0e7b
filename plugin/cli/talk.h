/* The session of a run of `ask`. */
#pragma once

#include "edit.h"

#include <fairy/agent.h>

/* Opens it, unless the run keeps nothing, and has the agent go on with it: edit->session. Only who
 * reads what was said before is told of it: `model` is asked, and isn't offline or a recording. */
void cli_talk_begin(CliEdit *edit, const char *model, FairyAgentOptions *options);
/* Something happened. At first, and then now and then, what another run needs to go on with this
 * one is kept. */
void cli_talk_event(CliEdit *edit, const FairyEvent *event);
/* What the run came to, for when it is kept. Takes NULL for the session. */
void cli_talk_note(CliEdit *edit, const char *model, const FairyBudget *budget);
/* The drawing is about to be written, by a run that ends with this code. */
void cli_talk_write(CliEdit *edit, int code);
/* Keeps it: all of it when the drawing was written, else what was spent; and what another run may
 * go on with. */
void cli_talk_end(CliEdit *edit, int code);
