/* Addresses of servers on this machine, as their own variables have them. Private to core/provider.
 */
#pragma once

#include <glib.h>

/* What is no URL ("host", "0.0.0.0:11434", as OLLAMA_HOST has it) as one, with the port of `like`
 * where it has none; where a server listens everywhere, this machine. No strokes at its end. The
 * caller's. */
char *fairy_whole_address(const char *value, const char *like);
