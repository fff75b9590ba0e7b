/* Foreign text for a terminal, a log, or JSON: what a model, a server, a drawing, a file's name or
 * a person wrote, and what we say of it.
 *
 * Characters that do something to a terminal, that turn the order of what stands beside them, or
 * that can't be seen where they could pass unnoticed, are written as JSON writes them: "\u001b",
 * "\u202e", "\udb40\udc41" for one beyond U+FFFF. A byte that is no UTF-8 is written "\x9b". These
 * are
 * - C0, DEL and C1 but line feed and tab: U+0000–001F, U+007F–009F;
 * - what turns the direction of writing: U+061C, U+200E, U+200F, U+202A–202E, U+2066–2069;
 * - what ends lines elsewhere: U+2028, U+2029;
 * - tags and variation selectors beyond the 16th: U+E0000–E0FFF;
 * - what is ignored where it stands (Unicode's Default_Ignorable_Code_Point, and U+FFF9–FFFB), such
 *   as U+00AD, U+200B, U+2060 and U+FEFF; and what no character is assigned to.
 * Left alone are U+200C and U+200D, which Persian, Indian scripts and emoji are written with, the
 * selectors that emoji and Mongolian take (U+FE00–FE0F, U+180B–180D, U+180F), and private
 * characters. So is "\": what is told is for eyes; programs take JSON. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* `text` like that; `len` bytes of it, or up to its NUL for -1. The result is valid UTF-8, and the
 * caller's. JSON stays JSON: what it is read as is the same. */
char *fairy_escape(const char *text, gssize len);
/* The same on one line: line feeds, carriage returns and tabs become spaces. */
char *fairy_escape_line(const char *text);
/* JSON on one line, with such characters escaped; what isn't UTF-8 becomes U+FFFD. The caller's. */
char *fairy_json_print(const cJSON *json);
