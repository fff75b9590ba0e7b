/* The JSON of events, as servers cut it: cJSON refuses a value with half a surrogate pair in it,
 * and ends a string at U+0000. */
#include "wire/event.h"

#include <string.h>

/* The number of "\uXXXX" at `text`, which ends at `end`; -1 when that isn't there. */
static int escape_at(const char *text, const char *end)
{
    if (end - text < 6 || text[0] != '\\' || text[1] != 'u') {
        return -1;
    }
    int code = 0;
    for (int i = 2; i < 6; i++) {
        if (!g_ascii_isxdigit(text[i])) {
            return -1;
        }
        code = code * 16 + g_ascii_xdigit_value(text[i]);
    }
    return code;
}

static gboolean is_first(int code)
{
    return code >= 0xD800 && code < 0xDC00;
}

static gboolean is_second(int code)
{
    return code >= 0xDC00 && code < 0xE000;
}

static void append_half(GString *out, int code)
{
    g_string_append_c(out, (char)0xED);
    g_string_append_c(out, (char)(0x80 | ((code >> 6) & 0x3F)));
    g_string_append_c(out, (char)(0x80 | (code & 0x3F)));
}

/* The escape at `text`; returns its length. */
static gsize append_escape(GString *out, const char *text, const char *end)
{
    int code = escape_at(text, end);
    gboolean pair = is_first(code) && is_second(escape_at(text + 6, end));
    gsize len = pair ? 12 : code >= 0 ? 6 : MIN(2, (gsize)(end - text));
    if (code == 0) {
        g_string_append(out, "\\ufffd");
    } else if (!pair && (is_first(code) || is_second(code))) {
        append_half(out, code);
    } else {
        g_string_append_len(out, text, (gssize)len);
    }
    return len;
}

static cJSON *parse_repaired(const char *data, gsize len)
{
    const char *end = data + len;
    GString *out = g_string_sized_new(len);
    while (data < end) {
        const char *escape = memchr(data, '\\', (gsize)(end - data));
        g_string_append_len(out, data, (escape ? escape : end) - data);
        data = escape ? escape + append_escape(out, escape, end) : end;
    }
    cJSON *json = cJSON_ParseWithLength(out->str, out->len);
    g_string_free(out, TRUE);
    return json;
}

static gboolean has_odd_escape(const char *data, gsize len)
{
    return g_strstr_len(data, (gssize)len, "\\ud") || g_strstr_len(data, (gssize)len, "\\uD") ||
           g_strstr_len(data, (gssize)len, "\\u0000");
}

cJSON *fairy_event_parse(const char *data, gsize len)
{
    g_autofree char *valid =
        g_utf8_validate_len(data, len, NULL) ? NULL : g_utf8_make_valid(data, (gssize)len);
    const char *text = valid ? valid : data;
    len = valid ? strlen(valid) : len;
    return has_odd_escape(text, len) ? parse_repaired(text, len) : cJSON_ParseWithLength(text, len);
}
