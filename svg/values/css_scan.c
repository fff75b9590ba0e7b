/* Scanner for CSS text: white space, comments, strings, url(), brackets, escapes, identifiers. */
#include "values/css_scan.h"

#include "values/css_limits.h"

#include <string.h>

gboolean svg_css_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

static gboolean at_comment(const char *at, const char *end)
{
    return end - at >= 2 && at[0] == '/' && at[1] == '*';
}

static const char *skip_comment(const char *at, const char *end, gboolean *open)
{
    for (at += 2; end - at >= 2; at++) {
        if (at[0] == '*' && at[1] == '/') {
            return at + 2;
        }
    }
    *open = TRUE;
    return end;
}

const char *svg_css_skip_space(const char *at, const char *end)
{
    gboolean open;
    while (at < end) {
        if (svg_css_is_space(*at)) {
            at++;
        } else if (at_comment(at, end)) {
            at = skip_comment(at, end, &open);
        } else {
            break;
        }
    }
    return at;
}

static const char *skip_escape(const char *at, const char *end, gboolean *open)
{
    if (end - at < 2) {
        *open = TRUE;
        return end;
    }
    return at + 2;
}

/* A newline ends a string that isn't closed, and is no part of it (§4.3.5). */
static const char *skip_string(const char *at, const char *end, gboolean *open)
{
    char quote = *at++;
    while (at < end && *at != quote) {
        if (*at == '\n') {
            *open = TRUE;
            return at;
        }
        at = *at == '\\' ? skip_escape(at, end, open) : at + 1;
    }
    if (at >= end) {
        *open = TRUE;
        return end;
    }
    return at + 1;
}

static gboolean at_word(const char *at, const char *end, const char *word)
{
    gsize len = strlen(word);
    return (gsize)(end - at) >= len && g_ascii_strncasecmp(at, word, len) == 0;
}

gboolean svg_css_read_word(const char **at, const char *end, const char *word)
{
    if (!at_word(*at, end, word)) {
        return FALSE;
    }
    *at += strlen(word);
    return TRUE;
}

/* The argument of url( is one token when it isn't quoted: nothing in it but ")" and escapes count.
 */
static gboolean at_bare_url(const char *at, const char *end)
{
    if (!svg_css_read_word(&at, end, "url(")) {
        return FALSE;
    }
    while (at < end && svg_css_is_space(*at)) {
        at++;
    }
    return at == end || (*at != '"' && *at != '\'');
}

static const char *skip_bare_url(const char *at, const char *end, gboolean *open)
{
    while (at < end && *at != ')') {
        at = *at == '\\' ? skip_escape(at, end, open) : at + 1;
    }
    if (at >= end) {
        *open = TRUE;
        return end;
    }
    return at + 1;
}

/* Behind what starts at `at` and holds together: a string, a url(), an escape, or one byte. */
static const char *skip_piece(const char *at, const char *end, gboolean *open)
{
    if (*at == '"' || *at == '\'') {
        return skip_string(at, end, open);
    }
    if (*at == '\\') {
        return skip_escape(at, end, open);
    }
    if ((*at == 'u' || *at == 'U') && at_bare_url(at, end)) {
        return skip_bare_url(at, end, open);
    }
    return at + 1;
}

static char closer_of(char c)
{
    return (char)(c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0);
}

/* Most bytes: what can neither stop a run, nor open or close anything. */
static gboolean is_plain(char c)
{
    return (g_ascii_isalnum(c) && c != 'u' && c != 'U') || c == '-' || c == '#' || c == '.';
}

SvgCssRun svg_css_run(const char *at, const char *end, const char *stops)
{
    SvgCssRun run = {end, at, FALSE};
    char closers[SVG_CSS_MAX_NESTING];
    guint depth = 0;
    while (at < end) {
        if (is_plain(*at)) {
            run.solid = ++at;
            continue;
        }
        if (at_comment(at, end)) {
            at = skip_comment(at, end, &run.open);
            continue;
        }
        if (depth == 0 && *at && strchr(stops, *at)) {
            run.stop = at;
            return run;
        }
        if (depth == G_N_ELEMENTS(closers)) {
            run.solid = end;
            break;
        }
        const char *next = skip_piece(at, end, &run.open);
        if (closer_of(*at)) {
            closers[depth++] = closer_of(*at);
        } else if (depth > 0 && *at == closers[depth - 1]) {
            depth--;
        }
        if (!svg_css_is_space(*at)) {
            run.solid = next;
        }
        at = next;
    }
    run.open = run.open || depth > 0;
    return run;
}

/* --- identifiers and strings ------------------------------------------------------------------ */

static gboolean is_name_byte(char c)
{
    return g_ascii_isalnum(c) || c == '-' || c == '_' || (guchar)c >= 0x80;
}

static gboolean at_escape(const char *at, const char *end)
{
    return end - at >= 2 && at[0] == '\\' && at[1] != '\n';
}

/* §4.3.7: up to six hex digits and one white space, or the byte itself. */
static const char *read_escape(const char *at, const char *end, GString *out)
{
    gunichar code = 0;
    const char *digit = ++at;
    while (digit < end && digit - at < 6 && g_ascii_isxdigit(*digit)) {
        code = code * 16 + (gunichar)g_ascii_xdigit_value(*digit++);
    }
    if (digit == at) {
        g_string_append_c(out, *at);
        return at + 1;
    }
    gboolean valid = code != 0 && g_unichar_validate(code);
    g_string_append_unichar(out, valid ? code : 0xfffd);
    return digit < end && svg_css_is_space(*digit) ? digit + 1 : digit;
}

gboolean svg_css_read_name(const char **at, const char *end, GString *out)
{
    const char *p = *at;
    while (p < end) {
        if (is_name_byte(*p)) {
            g_string_append_c(out, *p++);
        } else if (at_escape(p, end)) {
            p = read_escape(p, end, out);
        } else {
            break;
        }
    }
    gboolean found = p > *at;
    *at = p;
    return found;
}

gboolean svg_css_read_ident(const char **at, const char *end, GString *out)
{
    const char *p = *at;
    if (p < end && *p == '-') {
        p++;
    }
    gboolean starts = p < end && ((is_name_byte(*p) && !g_ascii_isdigit(*p)) || at_escape(p, end));
    return starts && svg_css_read_name(at, end, out);
}

static const char *read_string_escape(const char *at, const char *end, GString *out)
{
    if (end - at < 2) {
        return end;
    }
    return at[1] == '\n' ? at + 2 : read_escape(at, end, out);
}

gboolean svg_css_read_string(const char **at, const char *end, GString *out)
{
    const char *p = *at;
    if (p >= end || (*p != '"' && *p != '\'')) {
        return FALSE;
    }
    char quote = *p++;
    while (p < end && *p != quote && *p != '\n') {
        if (*p == '\\') {
            p = read_string_escape(p, end, out);
        } else {
            g_string_append_c(out, *p++);
        }
    }
    *at = p < end && *p == quote ? p + 1 : p;
    return TRUE;
}

static const char *read_bare_url(const char *at, const char *end, GString *out)
{
    while (at < end && *at != ')') {
        if (at_escape(at, end)) {
            at = read_escape(at, end, out);
        } else {
            g_string_append_c(out, *at++);
        }
    }
    return at;
}

static void trim_end(GString *text, gsize from)
{
    while (text->len > from && svg_css_is_space(text->str[text->len - 1])) {
        g_string_truncate(text, text->len - 1);
    }
}

gboolean svg_css_read_url(const char **at, const char *end, GString *out)
{
    const char *p = *at;
    gsize from = out->len;
    if (!svg_css_read_word(&p, end, "url(")) {
        return FALSE;
    }
    while (p < end && svg_css_is_space(*p)) {
        p++;
    }
    if (svg_css_read_string(&p, end, out)) {
        p = svg_css_skip_space(p, end);
    } else {
        p = read_bare_url(p, end, out);
        trim_end(out, from);
    }
    if (p < end && *p != ')') {
        g_string_truncate(out, from);
        return FALSE;
    }
    *at = p < end ? p + 1 : p;
    return TRUE;
}

char *svg_css_clean(const char *at, gsize len)
{
    const char *end = at + len;
    gboolean open = FALSE;
    GString *out = g_string_sized_new(len);
    at = svg_css_skip_space(at, end);
    while (at < end) {
        if (at_comment(at, end)) {
            at = skip_comment(at, end, &open);
            g_string_append_c(out, ' ');
            continue;
        }
        const char *next = skip_piece(at, end, &open);
        g_string_append_len(out, at, next - at);
        at = next;
    }
    trim_end(out, 0);
    return g_string_free(out, FALSE);
}
