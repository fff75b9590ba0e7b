/* Foreign text made safe to print in a terminal, a log or JSON: text from a model, a server, a
 * drawing, a file name or a person, and messages that quote it.
 *
 * A character that controls a terminal, reorders the text around it, or can be invisible where
 * nobody expects it, is written as a JSON escape: "\u001b", "\u202e", or "\udb40\udc41" beyond
 * U+FFFF. A byte that isn't valid UTF-8 is written as "\x9b". The escaped characters are
 * - C0, DEL and C1 controls except line feed and tab: U+0000–001F, U+007F–009F;
 * - bidirectional controls: U+061C, U+200E, U+200F, U+202A–202E, U+2066–2069;
 * - line and paragraph separators: U+2028, U+2029;
 * - tags and variation selectors 17 to 256: U+E0000–E0FFF;
 * - other ignorable characters (Unicode's Default_Ignorable_Code_Point, and U+FFF9–FFFB), such as
 *   U+00AD, U+200B, U+2060 and U+FEFF; and unassigned code points.
 * Kept as they are: U+200C and U+200D, which Persian, Indic scripts and emoji need, the variation
 * selectors of emoji and Mongolian (U+FE00–FE0F, U+180B–180D, U+180F), and private-use characters.
 * The backslash is kept, too: the result is for eyes, and programs should read JSON instead. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* Returns the first `len` bytes of `text`, or all of it up to its NUL if `len` is -1, with such
 * characters escaped. The result is valid UTF-8; free it with g_free(). If `text` is valid JSON so
 * is the result, with the same value. */
char *fairy_escape(const char *text, gssize len);
/* Does the same, with line feeds, carriage returns and tabs replaced by spaces: one line. Free with
 * g_free(). */
char *fairy_escape_line(const char *text);
/* Prints `json` on one line with such characters escaped; invalid UTF-8 in it becomes U+FFFD. Free
 * with g_free(). */
char *fairy_json_print(const cJSON *json);
