/* The session of a run of `ask`. */
#pragma once

#include "edit.h"

#include <fairy/agent.h>

/* Opens it, unless the run keeps nothing, and has the agent go on with it: edit->session. Only who
 * reads what was said before is told of it: `model` is asked, and isn't offline or a recording. */
void cli_talk_begin(CliEdit *edit, const char *model, FairyAgentOptions *options);
/* What the run came to, for when it is kept. Takes NULL for the session. */
void cli_talk_note(CliEdit *edit, const char *model, const FairyBudget *budget);
/* Keeps it: all of it when the drawing was `written`, else what was spent. */
void cli_talk_end(CliEdit *edit, gboolean written);
