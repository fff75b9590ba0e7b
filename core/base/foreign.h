/* Text from a server or another program, within our own messages. Private to core/. */
#pragma once

#include <glib.h>

/* What stands in the place of a key. */
#define FAIRY_HIDDEN_KEY "[key]"

/* Returns `words` as one line: valid UTF-8 without control characters, at most 240 bytes, and with
 * FAIRY_HIDDEN_KEY for what looks like a key. `words` may be NULL. Free with g_free(). Returns NULL
 * if nothing is left. */
char *fairy_foreign_line(const char *words);
