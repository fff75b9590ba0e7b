/* Shows what would rather not be seen. */
#include "base/char_class.h"

#include <fairy/escape.h>

#include <string.h>

/* How many bytes from here are ASCII and stay as they are. */
static gsize plain_length(const char *text, gsize len)
{
    gsize n = 0;
    while (n < len && ((text[n] >= ' ' && text[n] < 0x7f) || text[n] == '\n' || text[n] == '\t')) {
        n++;
    }
    return n;
}

/* The character at `text`; returns how many bytes it has. */
static gsize append_character(GString *out, const char *text, gsize len)
{
    gunichar c = *text ? g_utf8_get_char_validated(text, (gssize)len) : 0;
    if (c >= 0x110000) {
        g_string_append_printf(out, "\\x%02x", (guchar)*text);
        return 1;
    }
    gsize n = (gsize)g_unichar_to_utf8(c, NULL);
    if (fairy_char_class(c) == FAIRY_CHAR_UNSAFE) {
        fairy_append_escape(out, c);
    } else {
        g_string_append_len(out, text, (gssize)n);
    }
    return n;
}

char *fairy_escape(const char *text, gssize len)
{
    gsize left = len < 0 ? strlen(text) : (gsize)len;
    GString *out = g_string_sized_new(left);
    while (left > 0) {
        gsize n = plain_length(text, left);
        g_string_append_len(out, text, (gssize)n);
        n += n < left ? append_character(out, text + n, left - n) : 0;
        text += n;
        left -= n;
    }
    return g_string_free(out, FALSE);
}

char *fairy_escape_line(const char *text)
{
    g_autofree char *line = g_strdelimit(g_strdup(text), "\n\r\t", ' ');
    return fairy_escape(line, -1);
}

char *fairy_json_print(const cJSON *json)
{
    char *text = cJSON_PrintUnformatted(json);
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    cJSON_free(text);
    return fairy_escape(valid, -1);
}
