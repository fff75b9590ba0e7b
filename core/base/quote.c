/* Foreign text in our messages: whatever it holds, the message stays one short line. */
#include "base/quote.h"

#include <string.h>

#define SHOWN 40 /* characters */

char *fairy_quote_most(const char *text, guint most)
{
    GString *out = g_string_new("\"");
    guint n = 0;
    for (const char *p = text; *p && n < most; p = g_utf8_next_char(p), n++) {
        gunichar c = g_utf8_get_char(p);
        g_string_append_unichar(out, g_unichar_iscntrl(c) || c == 0x2028 || c == 0x2029 ? ' ' : c);
    }
    g_string_append(out, n == most ? "…\"" : "\"");
    return g_string_free(out, FALSE);
}

char *fairy_quote(const char *text)
{
    return fairy_quote_most(text, SHOWN);
}

char *fairy_one_line(const char *text)
{
    char *line = g_utf8_make_valid(text, -1);
    for (char *p = line; *p; p++) {
        *p = g_ascii_iscntrl(*p) ? ' ' : *p;
    }
    return line;
}

char *fairy_text_head(const char *text, gsize most)
{
    if (!text || strlen(text) <= most) {
        return g_strdup(text);
    }
    const char *end = g_utf8_find_prev_char(text, text + most + 1);
    return g_strndup(text, end ? (gsize)(end - text) : 0);
}
