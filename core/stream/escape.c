/* Shows what would rather not be seen. */
#include <fairy/escape.h>

#include <string.h>

/* In order. */
static const struct {
    gunichar first, last;
} hidden[] = {
    {0x00, 0x08},     {0x0b, 0x1f},     {0x7f, 0x9f},       {0xad, 0xad},       {0x34f, 0x34f},
    {0x61c, 0x61c},   {0x115f, 0x1160}, {0x17b4, 0x17b5},   {0x180e, 0x180e},   {0x200b, 0x200b},
    {0x200e, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfeff, 0xfeff},
    {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

static gboolean is_hidden(gunichar c)
{
    guint i = 0;
    while (i < G_N_ELEMENTS(hidden) && c > hidden[i].last) {
        i++;
    }
    return i < G_N_ELEMENTS(hidden) && c >= hidden[i].first;
}

/* How many bytes from here are ASCII and stay as they are. */
static gsize plain_length(const char *text, gsize len)
{
    gsize n = 0;
    while (n < len && ((text[n] >= ' ' && text[n] < 0x7f) || text[n] == '\n' || text[n] == '\t')) {
        n++;
    }
    return n;
}

static void append_escaped(GString *out, gunichar c)
{
    if (c > 0xffff) {
        g_string_append_printf(out, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10),
                               0xdc00 + (c & 0x3ff));
    } else {
        g_string_append_printf(out, "\\u%04x", c);
    }
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
    if (is_hidden(c)) {
        append_escaped(out, c);
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
