/* Characters that aren't seen where they stand, or change how others are shown. Private to core/.
 */
#pragma once

#include <glib.h>

/* Control characters (C0, DEL, C1), ends of lines and paragraphs, what has no width or turns the
 * way of writing, tags, fillers, selectors of variants, what no character is assigned to. Blanks
 * aren't. */
gboolean fairy_is_hidden(gunichar c);
/* Appends it as JSON escapes it: "\u202e"; beyond U+FFFF as its two surrogates. */
void fairy_append_escape(GString *out, gunichar c);
