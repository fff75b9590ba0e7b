/* Fences around untrusted text in a prompt: text from a drawing, an answer of a model, or another
 * fairy. The text stands between an opening and a closing line, and nothing in it can be mistaken
 * for the closing one. The system prompt says that text in fences is data, never instructions. */
#pragma once

#include <glib.h>

/* Append the line <data MARK> or </data MARK>; if `mark` is NULL, <data> or </data>. */
void fairy_fence_open(GString *out, const char *mark);
void fairy_fence_close(GString *out, const char *mark);
/* Appends `text`, and a line feed if it doesn't end with one. The bracket of anything that looks
 * like a fence line is written as \u003c, also if it is a look-alike or a character reference, and
 * invisible characters are escaped likewise (see fairy/escape.h), so that a JSON string keeps its
 * value. Invalid UTF-8 becomes U+FFFD. */
void fairy_fence_text(GString *out, const char *text);
/* Appends an opening line, `text`, and the closing line. */
void fairy_fence(GString *out, const char *mark, const char *text);
/* Returns `text` cut at a character boundary to at most `most` bytes, followed, if something was
 * cut, by the number of characters that are missing: "…(+42)". Free with g_free(). */
char *fairy_fence_cut(const char *text, gsize most);
/* Makes one line for fairy_fence() of sentences that quote names: line ends become "\n" (backslash
 * and n), and what stands between double quotes is cut to FAIRY_SHOWN_NAME_BYTES. If the line is
 * still longer than `most` bytes its middle is replaced by the number of characters left out. Free
 * with g_free(). */
char *fairy_fence_line(const char *text, gsize most);
/* Returns a random mark, 8 hexadecimal digits, which no text written before can contain on purpose.
 * Free with g_free(). */
char *fairy_fence_mark(void);
