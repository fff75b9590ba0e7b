/* Foreign text in our messages. */
#pragma once

#include <glib.h>

/* `text` in double quotes, on one line and shortened: fit for a message. Valid UTF-8 in and out;
 * the caller's. */
char *fairy_quote(const char *text);
/* The same with another limit, in characters. */
char *fairy_quote_most(const char *text, guint most);
/* The text without line breaks and control characters, which names and ids may have; valid UTF-8.
 * The caller's. */
char *fairy_one_line(const char *text);
/* At most that many bytes of it, of whole characters; NULL for NULL. The caller's. */
char *fairy_text_head(const char *text, gsize most);
