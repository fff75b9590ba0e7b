/* Addresses of servers, as people and other programs write them. Private to core/app. */
#pragma once

#include <glib.h>

/* "https://host/v1/" without strokes at its end. What is no URL ("host", "0.0.0.0:11434", as
 * OLLAMA_HOST has it) is made one, with the port of `like` (NULL = none) where it has none. The
 * caller's. */
char *fairy_address(const char *value, const char *like);
/* Whether it is a loopback address of this machine. */
gboolean fairy_address_is_here(const char *address);
