/* Addresses of local servers in the forms of their own environment variables. Private to core/. */
#pragma once

#include <glib.h>

/* Returns `value` as a URL: "host" or "0.0.0.0:11434" (as OLLAMA_HOST has them) gets scheme and
 * port of `like`, and an address on which a server listens everywhere becomes this machine. It has
 * no slash at its end. Free with g_free(). */
char *fairy_server_url(const char *value, const char *like);
