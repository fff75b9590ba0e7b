/* One prompt, waited for: a fairy is made, asked, and let go when it rests. */
#pragma once

#include <fairy/agent.h>

/* Runs a main loop of its own until the fairy rests; `options` may be NULL. `prompt` may be
 * NULL when they have something to go on with. Returns the finished
 * turn, without its outcomes, which are events. NULL on error
 * (FAIRY_ERROR_{MODEL,REPLY,USAGE,BUDGET}: USAGE for an empty prompt, an unknown model or selected
 * id, BUDGET for the timeout and the budget; FAIRY_ERROR_CANCELLED when interrupted): what was
 * finished stays in `doc`. The caller's.
 */
FairyExecutor *fairy_ask(SvgDocument *doc, const char *prompt, const FairyAgentOptions *options,
                         GError **error);
