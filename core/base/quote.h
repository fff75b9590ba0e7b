/* Foreign text in our messages. Private to core/. */
#pragma once

#include <glib.h>

/* Returns `text` (valid UTF-8) in double quotes, on one line and shortened, for a message. Free
 * with g_free(). */
char *fairy_quote(const char *text);
/* Does the same with a limit of `most` characters. */
char *fairy_quote_most(const char *text, guint most);
/* Returns the text (valid UTF-8) without line breaks and control characters, which names and ids
 * may have. Free with g_free(). */
char *fairy_one_line(const char *text);
/* Returns the first `most` bytes of the text at most, cut at a character boundary; NULL for NULL.
 * Free with g_free(). */
char *fairy_text_head(const char *text, gsize most);
