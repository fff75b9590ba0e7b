/* What a stranger (a server, another program) says, within our own messages. Private to core/. */
#pragma once

#include <glib.h>

/* What stands in the place of a key. */
#define FAIRY_HIDDEN_KEY "[key]"

/* Makes `words` fit for one line: valid UTF-8 without control characters, at most 240 bytes, and
 * with what looks like a key replaced. `words` may be NULL. Returns NULL when nothing is left; the
 * line is the caller's. */
char *fairy_foreign_line(const char *words);
