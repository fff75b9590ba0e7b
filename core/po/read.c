/* Reading PO files: GNU gettext's manual, "The Format of PO Files". */
#include "po/po_priv.h"

#include <svg/error.h>

#include <string.h>

enum { MOST_BYTES = 64 * 1024 * 1024 };

/* What a line may begin with; where its string goes. */
typedef enum { CONTEXT, WORDS, PLURAL, TRANSLATION, OTHER, NOWHERE } Part;

static const struct {
    const char *word;
    Part part;
} keywords[] = {
    {"msgctxt", CONTEXT},       {"msgid_plural", PLURAL}, {"msgid", WORDS},
    {"msgstr[0]", TRANSLATION}, /* words of drawings have no plural: the first form is taken */
    {"msgstr[", OTHER},         {"msgstr", TRANSLATION},  {"domain", OTHER},
};

typedef struct {
    const char *name; /* of the file */
    guint line;
    FairyPo *po;
    GString *parts[NOWHERE]; /* of the entry that is read; NULL = not there */
    Part at;                 /* where the next string goes */
    gboolean fuzzy, obsolete;
    gboolean fuzzy_next; /* as a comment before the entry says */
} Reader;

static gboolean fail(const Reader *in, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean fail(const Reader *in, GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *what = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:%u: %s", in->name, in->line, what);
    return FALSE;
}

/* --- strings ---------------------------------------------------------------------------------- */

static gboolean is_octal(char c)
{
    return c >= '0' && c <= '7';
}

/* Behind the backslash; FALSE when there is no such escape. */
static gboolean read_escape(const char **at, GString *out)
{
    static const char letters[] = "abfnrtv\"\\", chars[] = "\a\b\f\n\r\t\v\"\\";
    const char *letter = **at ? strchr(letters, **at) : NULL;
    guint value = 0, n = 0;
    if (letter) {
        g_string_append_c(out, chars[letter - letters]);
        (*at)++;
        return TRUE;
    }
    gboolean hex = **at == 'x';
    *at += hex;
    for (; n < (hex ? 2 : 3) && (hex ? g_ascii_isxdigit(**at) : is_octal(**at)); n++, (*at)++) {
        value = value * (hex ? 16 : 8) + (guint)g_ascii_xdigit_value(**at);
    }
    if (n == 0 || value == 0 || value > 255) {
        return FALSE;
    }
    g_string_append_c(out, (char)value);
    return TRUE;
}

static gboolean read_string(const Reader *in, const char *at, GString *out, GError **error)
{
    if (*at != '"') {
        return fail(in, error, "a string in quotes is missing");
    }
    for (at++; *at && *at != '"';) {
        if (*at != '\\') {
            g_string_append_c(out, *at++);
            continue;
        }
        at++;
        if (!read_escape(&at, out)) {
            return fail(in, error, "\"\\%.1s\" is no escape; a backslash is written as \"\\\\\"",
                        at);
        }
    }
    if (*at != '"') {
        return fail(in, error, "the string doesn't end on its line");
    }
    at += 1 + strspn(at + 1, " \t\r");
    return !*at || fail(in, error, "there is something behind the string: %.20s", at);
}

/* --- entries ---------------------------------------------------------------------------------- */

static void forget_parts(Reader *in)
{
    for (Part part = 0; part < NOWHERE; part++) {
        if (in->parts[part]) {
            g_string_free(in->parts[part], TRUE);
            in->parts[part] = NULL;
        }
    }
    in->at = NOWHERE;
}

/* The value of a line "NAME: value" of the header; the caller's, NULL if none. */
static char *header_value(const char *header, const char *name)
{
    g_auto(GStrv) lines = g_strsplit(header, "\n", -1);
    for (char **line = lines; *line; line++) {
        gsize len = strlen(name);
        if (g_ascii_strncasecmp(*line, name, len) == 0 && (*line)[len] == ':') {
            char *value = g_strstrip(*line + len + 1);
            return *value ? g_strdup(value) : NULL;
        }
    }
    return NULL;
}

static char *text_of(const Reader *in, Part part)
{
    return in->parts[part] ? g_strdup(in->parts[part]->str) : NULL;
}

static gboolean end_entry(Reader *in, GError **error)
{
    if (!in->parts[WORDS]) {
        gboolean nothing = !in->parts[CONTEXT] && !in->parts[TRANSLATION];
        forget_parts(in);
        return nothing || fail(in, error, "an entry before this line has no msgid");
    }
    if (!in->parts[TRANSLATION]) {
        return fail(in, error, "the entry before this line has no msgstr");
    }
    FairyPoEntry *entry = g_new0(FairyPoEntry, 1);
    *entry = (FairyPoEntry){.context = text_of(in, CONTEXT),
                            .words = text_of(in, WORDS),
                            .translation = text_of(in, TRANSLATION),
                            .fuzzy = in->fuzzy,
                            .obsolete = in->obsolete};
    forget_parts(in);
    if (!*entry->words && !entry->context && !entry->obsolete) {
        g_free(in->po->language);
        in->po->language = header_value(entry->translation, "Language");
        fairy_po_entry_free(entry);
        return TRUE;
    }
    if (!fairy_po_take(in->po, entry)) {
        fail(in, error, "the message before this line is there twice: \"%.60s\"", entry->words);
        fairy_po_entry_free(entry);
        return FALSE;
    }
    return TRUE;
}

/* Whether an entry that has got so far is over when `part` comes. */
static gboolean begins(const Reader *in, Part part)
{
    return (part == CONTEXT || part == WORDS) && (in->parts[WORDS] || in->parts[part]);
}

static gboolean read_keyword(Reader *in, const char *line, gboolean obsolete, GError **error)
{
    guint i = 0;
    while (i < G_N_ELEMENTS(keywords) && !g_str_has_prefix(line, keywords[i].word)) {
        i++;
    }
    if (i == G_N_ELEMENTS(keywords)) {
        return fail(in, error, "\"%.20s\" is no msgid, msgstr, msgctxt, string or comment", line);
    }
    Part part = keywords[i].part;
    if (begins(in, part) && !end_entry(in, error)) {
        return FALSE;
    }
    if (in->at == NOWHERE) {
        in->obsolete = obsolete;
        in->fuzzy = in->fuzzy_next;
        in->fuzzy_next = FALSE;
    }
    in->at = part;
    if (in->parts[part] && part != OTHER) {
        return fail(in, error, "%s is there twice", keywords[i].word);
    }
    in->parts[part] = in->parts[part] ? in->parts[part] : g_string_new(NULL);
    const char *string = strchr(line, '"');
    return read_string(in, string ? string : "", in->parts[part], error);
}

static gboolean is_fuzzy(const char *flags)
{
    g_auto(GStrv) words = g_strsplit_set(flags, ", \t\r", -1);
    return g_strv_contains((const char *const *)words, "fuzzy");
}

static gboolean read_line(Reader *in, char *line, GError **error)
{
    line += strspn(line, " \t\r");
    gboolean obsolete = g_str_has_prefix(line, "#~");
    if (obsolete) {
        line += 2 + strspn(line + 2, " \t\r");
        obsolete = *line != '|'; /* what the words were before they were changed */
    }
    if (!*line || (!obsolete && *line == '#') || *line == '|') {
        if (in->parts[TRANSLATION] && !end_entry(in, error)) {
            return FALSE;
        }
        in->fuzzy_next |= g_str_has_prefix(line, "#,") && is_fuzzy(line + 2);
        return TRUE;
    }
    if (*line != '"') {
        return read_keyword(in, line, obsolete, error);
    }
    return in->at != NOWHERE ? read_string(in, line, in->parts[in->at], error)
                             : fail(in, error, "a string stands by itself");
}

/* --- files ------------------------------------------------------------------------------------ */

/* As the header says; templates have the word CHARSET there. */
static char *charset_of(const char *text)
{
    const char *at = strstr(text, "charset=");
    gsize len = at ? strcspn(at + 8, "\\\" \t\r\n;") : 0;
    char *name = len ? g_strndup(at + 8, len) : NULL;
    if (name && (g_str_equal(name, "CHARSET") || g_ascii_strcasecmp(name, "UTF-8") == 0)) {
        g_clear_pointer(&name, g_free);
    }
    return name;
}

static char *to_utf8(const char *text, gsize len, const char *name, GError **error)
{
    g_autofree char *all = g_strndup(text, len);
    g_autofree char *charset = charset_of(all);
    g_autofree char *converted =
        charset ? g_convert(all, -1, "UTF-8", charset, NULL, NULL, NULL) : g_strdup(all);
    const char *bad = converted;
    if (!converted || memchr(text, '\0', len) || !g_utf8_validate(converted, -1, &bad)) {
        guint line = 1;
        for (const char *at = converted; at && at < bad; at++) {
            line += *at == '\n';
        }
        g_set_error(error, SVG_ERROR, SVG_ERROR_PARSE, "%s:%u: this isn't %s", name, line,
                    charset ? charset : "UTF-8");
        return NULL;
    }
    return g_steal_pointer(&converted);
}

static gboolean read_lines(Reader *in, char *text, GError **error)
{
    gboolean good = TRUE;
    while (good && *text) {
        char *end = text + strcspn(text, "\n"), *next = end + (*end != '\0');
        *end = '\0';
        in->line++;
        good = read_line(in, text, error);
        text = next;
    }
    in->line++;
    good = good && end_entry(in, error);
    forget_parts(in);
    return good;
}

FairyPo *fairy_po_parse(const char *text, gsize len, const char *name, GError **error)
{
    g_autofree char *utf8 = to_utf8(text, len, name, error);
    g_autoptr(FairyPo) po = fairy_po_new();
    Reader in = {.name = name, .po = po, .at = NOWHERE};
    gsize mark = utf8 && g_str_has_prefix(utf8, "\xef\xbb\xbf") ? 3 : 0;
    return utf8 && read_lines(&in, utf8 + mark, error) ? g_steal_pointer(&po) : NULL;
}

FairyPo *fairy_po_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize len;
    gboolean in = g_str_equal(path, "-");
    g_autoptr(GError) why = NULL;
    if (!g_file_get_contents(in ? "/dev/stdin" : path, &text, &len, &why)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_IO, "can't read the translations: %s",
                    why->message);
        return NULL;
    }
    if (len > MOST_BYTES) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_TOO_LARGE,
                    "%s has %" G_GSIZE_FORMAT " bytes; the limit is %d", path, len, MOST_BYTES);
        return NULL;
    }
    return fairy_po_parse(text, len, in ? "standard input" : path, error);
}
