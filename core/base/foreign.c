/* Other people's words in our messages: cut, cleaned, and without keys. */
#include "base/foreign.h"

#include <string.h>

#define MAX_WORDS 240  /* bytes of them that are told */
#define MAX_READ  4000 /* that are looked at */
#define LEAST_KEY 16   /* letters and digits in one: no word and no name of a model has as many */

/* --- keys ------------------------------------------------------------------------------------- */

static gboolean is_key_char(char c)
{
    return g_ascii_isalnum(c) || c == '-' || c == '_' || c == '*';
}

static gboolean has_prefix_of_key(const char *run, gsize len)
{
    static const char *const prefixes[] = {"sk-",  "sk_", "pk-",  "AIza", "gsk_", "xai-",
                                           "key-", "hf_", "AKIA", "ghp_", "ya29"};
    for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++) {
        gsize n = strlen(prefixes[i]);
        if (len > n + 3 && strncmp(run, prefixes[i], n) == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Letters and digits mixed, in one piece that is longer than words are; or stars in it, as servers
 * print keys. */
static gboolean looks_random(const char *run, gsize len)
{
    gsize n = 0, digits = 0, stars = 0;
    for (gsize i = 0; i < len; i++) {
        gboolean is_part = g_ascii_isalnum(run[i]);
        n = is_part ? n + 1 : 0;
        digits = is_part ? digits + (g_ascii_isdigit(run[i]) != 0) : 0;
        stars += run[i] == '*';
        if (n >= LEAST_KEY && digits > 0 && digits < n) {
            return TRUE;
        }
    }
    return stars >= 3;
}

static void append_without_keys(GString *out, const char *text)
{
    while (*text) {
        gsize len = 0;
        while (is_key_char(text[len])) {
            len++;
        }
        if (len && (has_prefix_of_key(text, len) || looks_random(text, len))) {
            g_string_append(out, FAIRY_HIDDEN_KEY);
        } else {
            len = MAX(len, 1);
            g_string_append_len(out, text, (gssize)len);
        }
        text += len;
    }
}

/* --- words ------------------------------------------------------------------------------------ */

static gboolean is_plain(gunichar c)
{
    GUnicodeType type = g_unichar_type(c);
    return type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT &&
           type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

/* In one line, blanks once, without what steers a terminal. */
static char *clean(const char *words)
{
    g_autofree char *valid = g_utf8_make_valid(words, (gssize)strnlen(words, MAX_READ));
    GString *out = g_string_new(NULL);
    for (const char *c = valid; *c; c = g_utf8_next_char(c)) {
        gunichar u = g_utf8_get_char(c);
        gboolean blank = !is_plain(u) || g_unichar_isspace(u);
        if (!blank) {
            g_string_append_unichar(out, u);
        } else if (out->len && out->str[out->len - 1] != ' ') {
            g_string_append_c(out, ' ');
        }
    }
    return g_strchomp(g_string_free(out, FALSE));
}

char *fairy_foreign_line(const char *words)
{
    g_autofree char *line = clean(words ? words : "");
    GString *out = g_string_new(NULL);
    append_without_keys(out, line);
    if (out->len > MAX_WORDS) {
        const char *end = g_utf8_find_prev_char(out->str, out->str + MAX_WORDS + 1);
        g_string_truncate(out, (gsize)(end - out->str));
        g_string_append(out, "…");
    }
    return out->len ? g_string_free(out, FALSE) : (g_string_free(out, TRUE), NULL);
}
