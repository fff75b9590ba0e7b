/* One prompt to one fairy, as a blocking call. */
#pragma once

#include <fairy/agent.h>

/* Makes a fairy, gives it the prompt, and runs a main context of its own until the fairy rests.
 * `options` may be NULL; `prompt` may be NULL if they have a snapshot to resume. Returns the
 * executor of the run, without outcomes, which were events; free with fairy_executor_free().
 * Returns NULL with FAIRY_ERROR_USAGE (an empty prompt, an unknown model or selected id),
 * FAIRY_ERROR_BUDGET (also after the timeout), FAIRY_ERROR_MODEL, FAIRY_ERROR_REPLY or
 * FAIRY_ERROR_CANCELLED; actions that were finished by then stay in `doc`. */
FairyExecutor *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAgentOptions *options,
                         GError **error);
