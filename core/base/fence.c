/* The fence around what others wrote. Whoever puts such words into a prompt does it here. */
#include "base/char_class.h"

#include <fairy/fence.h>
#include <fairy/limits.h>

#include <string.h>

#define NAME "data"
#define FAR  64 /* characters: what stands farther from a bracket is no tag */

/* --- what looks like a line of the fence ------------------------------------------------------ */

static gboolean is_like_bracket(gunichar c)
{
    static const gunichar alike[] = {'<',    0x02C2, 0x1438, 0x16B2, 0x2039, 0x2329, 0x276C, 0x276E,
                                     0x2770, 0x27E8, 0x29FC, 0x3008, 0xFE64, 0xFF1C, 0x1D236};
    for (gsize i = 0; i < G_N_ELEMENTS(alike); i++) {
        if (c == alike[i]) {
            return TRUE;
        }
    }
    return FALSE;
}

/* "&lt;" or "&#60;": what XML and HTML have for a bracket. */
static gboolean is_like_reference(const char *at)
{
    return *at == '&' && (at[1] == '#' || g_ascii_strncasecmp(at + 1, "lt", 2) == 0);
}

/* Scripts with letters that are drawn as Latin ones are. */
static gboolean is_script_alike(gunichar c)
{
    switch (g_unichar_get_script(c)) {
    case G_UNICODE_SCRIPT_COMMON:
    case G_UNICODE_SCRIPT_LATIN:
    case G_UNICODE_SCRIPT_CYRILLIC:
    case G_UNICODE_SCRIPT_GREEK:
    case G_UNICODE_SCRIPT_CHEROKEE:
    case G_UNICODE_SCRIPT_CANADIAN_ABORIGINAL:
    case G_UNICODE_SCRIPT_LISU:
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean is_first_letter(gunichar c)
{
    return c < 0x80 ? g_ascii_tolower((char)c) == NAME[0] : is_script_alike(c);
}

/* A bracket behind which the first letter can be read as that of the fence's name, whatever stands
 * between the two. */
static gboolean is_like_fence(const char *at)
{
    const char *word = at;
    for (guint n = 0; is_like_bracket(g_utf8_get_char(at)) && n < FAR; n++) {
        word = g_utf8_next_char(word);
        gunichar c = g_utf8_get_char(word);
        if (c == '\0' || c == '\n' || g_unichar_isalpha(c)) {
            return g_unichar_isalpha(c) && is_first_letter(c);
        }
    }
    return is_like_reference(at);
}

/* --- fences ----------------------------------------------------------------------------------- */

/* The first byte that may have to be escaped; else the end. */
static const char *skip_plain(const char *at)
{
    while ((guchar)*at < 0x7F && ((guchar)*at >= 0x20 || *at == '\n') && *at != '<' && *at != '&') {
        at++;
    }
    return at;
}

static void append_line(GString *out, const char *slash, const char *mark)
{
    g_string_append_printf(out, "<%s" NAME "%s%s>\n", slash, mark ? " " : "", mark ? mark : "");
}

void fairy_fence_open(GString *out, const char *mark)
{
    append_line(out, "", mark);
}

void fairy_fence_close(GString *out, const char *mark)
{
    append_line(out, "/", mark);
}

static void append_character(GString *out, const char *at)
{
    gunichar c = g_utf8_get_char(at);
    if (fairy_char_class(c) != FAIRY_CHAR_VISIBLE || is_like_fence(at)) {
        fairy_append_escape(out, c);
    } else {
        g_string_append_unichar(out, c);
    }
}

void fairy_fence_text(GString *out, const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    for (const char *at = valid; *at;) {
        const char *end = skip_plain(at);
        g_string_append_len(out, at, end - at);
        if (*end) {
            append_character(out, end);
        }
        at = *end ? g_utf8_next_char(end) : end;
    }
    g_string_append(out, g_str_has_suffix(valid, "\n") ? "" : "\n");
}

void fairy_fence(GString *out, const char *mark, const char *text)
{
    fairy_fence_open(out, mark);
    fairy_fence_text(out, text);
    fairy_fence_close(out, mark);
}

/* --- what stands in them ---------------------------------------------------------------------- */

char *fairy_fence_cut(const char *text, gsize most)
{
    if (strnlen(text, most + 1) <= most) {
        return g_strdup(text);
    }
    const char *end = g_utf8_find_prev_char(text, text + most + 1);
    return g_strdup_printf("%.*s…(+%ld)", (int)(end - text), text, g_utf8_strlen(end, -1));
}

/* What stands between quotes, made short. A name that has quotes in it isn't all found. */
static char *cut_names(const char *text)
{
    GString *out = g_string_new(NULL);
    gboolean named = FALSE;
    const char *at = text;
    for (const char *end; (end = strchr(at, '"')); at = end + 1, named = !named) {
        g_autofree char *part = g_strndup(at, (gsize)(end - at));
        g_autofree char *cut = named ? fairy_fence_cut(part, FAIRY_SHOWN_NAME_BYTES) : NULL;
        g_string_append_printf(out, "%s\"", cut ? cut : part);
    }
    g_string_append(out, at);
    return g_string_free(out, FALSE);
}

static void cut_middle(GString *line, gsize most)
{
    if (line->len <= most) {
        return;
    }
    const char *end = line->str + line->len;
    const char *from = g_utf8_find_prev_char(line->str, line->str + most / 2 + 1);
    const char *to = g_utf8_find_next_char(end - most / 2 - 1, NULL);
    g_autofree char *left_out =
        g_strdup_printf(" … (%ld characters left out) … ", g_utf8_strlen(from, to - from));
    gssize at = from - line->str;
    g_string_erase(line, at, to - from);
    g_string_insert(line, at, left_out);
}

char *fairy_fence_line(const char *text, gsize most)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1), *named = cut_names(valid);
    GString *line = g_string_new(named);
    cut_middle(line, most);
    g_string_replace(line, "\r\n", "\\n", 0);
    g_string_replace(line, "\n", "\\n", 0);
    return g_string_free(line, FALSE);
}

char *fairy_fence_mark(void)
{
    return g_strdup_printf("%08x", g_random_int());
}
