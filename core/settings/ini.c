/* Reads files of settings line by line, and changes a line without touching the others. */
#include "settings/ini.h"

#include <string.h>

#define BOM "\xef\xbb\xbf"

typedef enum { LINE_OTHER, LINE_GROUP, LINE_ENTRY } LineKind;

typedef struct {
    LineKind kind;
    gboolean blank;
    gsize start, end;        /* in the text; the line's end is in it */
    gsize value, value_len;  /* likewise; quotes are in it */
    char *group, *name, *of; /* `of`: its value, as it counts */
} Line;

struct _FairyIni {
    char *text;
    GArray *lines; /* Line */
};

void fairy_wipe(char *text)
{
    if (text) {
        explicit_bzero(text, strlen(text));
    }
    g_free(text);
}

static void clear_line(gpointer data)
{
    Line *line = data;
    g_free(line->group);
    g_free(line->name);
    fairy_wipe(line->of);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* [*start, *end) without blanks around it. */
static void trim(const char *text, gsize *start, gsize *end)
{
    while (*end > *start && g_ascii_isspace(text[*end - 1])) {
        (*end)--;
    }
    while (*start < *end && g_ascii_isspace(text[*start])) {
        (*start)++;
    }
}

static gboolean is_plain(const char *text, gsize start, gsize end)
{
    gboolean plain = g_utf8_validate(text + start, (gssize)(end - start), NULL);
    for (gsize i = start; plain && i < end; i++) {
        plain = text[i] == '\t' || !g_ascii_iscntrl(text[i]);
    }
    return plain;
}

static char *copy(const char *text, gsize start, gsize end)
{
    return g_strndup(text + start, end - start);
}

static char *copy_unquoted(const char *text, gsize start, gsize end)
{
    gboolean quoted = end - start >= 2 && text[start] == '"' && text[end - 1] == '"';
    return copy(text, start + quoted, end - quoted);
}

static gboolean read_group(const char *text, gsize start, gsize end, Line *line)
{
    gsize from = start + 1, to = end - 1;
    trim(text, &from, &to);
    line->kind = LINE_GROUP;
    g_free(line->group);
    line->group = copy(text, from, MAX(from, to));
    return end - start > 2 && text[end - 1] == ']' && *line->group;
}

static gboolean read_entry(const char *text, gsize start, gsize end, Line *line)
{
    const char *sign = memchr(text + start, '=', end - start);
    if (!sign) {
        return FALSE;
    }
    gsize name_end = (gsize)(sign - text), value = name_end + 1;
    trim(text, &start, &name_end);
    trim(text, &value, &end);
    line->kind = LINE_ENTRY;
    line->name = copy(text, start, name_end);
    line->value = value;
    line->value_len = end - value;
    line->of = copy_unquoted(text, value, end);
    return *line->name != '\0';
}

/* What stands between blanks. */
static gboolean read_line(const char *text, gsize start, gsize end, Line *line)
{
    trim(text, &start, &end);
    line->blank = start == end;
    if (!is_plain(text, start, end)) {
        return FALSE;
    }
    if (line->blank || text[start] == '#' || text[start] == ';') {
        return TRUE;
    }
    return text[start] == '[' ? read_group(text, start, end, line)
                              : read_entry(text, start, end, line);
}

/* 0, or the number of the first line that can't be read. */
static guint read_lines(FairyIni *ini)
{
    const char *text = ini->text, *group = "";
    gsize len = strlen(text);
    for (gsize at = g_str_has_prefix(text, BOM) ? strlen(BOM) : 0; at < len;) {
        const char *newline = memchr(text + at, '\n', len - at);
        gsize end = newline ? (gsize)(newline - text) : len;
        Line line = {.start = at, .end = newline ? end + 1 : end, .group = g_strdup(group)};
        gboolean good = read_line(text, at, end, &line);
        g_array_append_val(ini->lines, line);
        if (!good) {
            return ini->lines->len;
        }
        group = line.group;
        at = line.end;
    }
    return 0;
}

FairyIni *fairy_ini_parse(char *text, guint *bad_line)
{
    FairyIni *ini = g_new0(FairyIni, 1);
    ini->text = text;
    ini->lines = g_array_new(FALSE, FALSE, sizeof(Line));
    g_array_set_clear_func(ini->lines, clear_line);
    *bad_line = read_lines(ini);
    if (*bad_line) {
        g_clear_pointer(&ini, fairy_ini_free);
    }
    return ini;
}

void fairy_ini_free(FairyIni *ini)
{
    if (ini) {
        g_array_unref(ini->lines);
        fairy_wipe(ini->text);
        g_free(ini);
    }
}

/* --- finding ---------------------------------------------------------------------------------- */

static const Line *line_at(const FairyIni *ini, guint index)
{
    return &g_array_index(ini->lines, Line, index);
}

static gboolean is_entry(const Line *line, const char *group, const char *name)
{
    return line->kind == LINE_ENTRY && g_str_equal(line->group, group) &&
           g_str_equal(line->name, name);
}

static FairyIniEntry entry_of(const FairyIni *ini, guint index)
{
    const Line *line = line_at(ini, index);
    return (FairyIniEntry){line->group, line->name, line->of, index + 1};
}

gboolean fairy_ini_next(const FairyIni *ini, guint *at, FairyIniEntry *entry)
{
    while (*at < ini->lines->len) {
        guint i = (*at)++;
        if (line_at(ini, i)->kind == LINE_ENTRY) {
            *entry = entry_of(ini, i);
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_ini_find(const FairyIni *ini, const char *group, const char *name,
                        FairyIniEntry *entry)
{
    for (guint i = ini->lines->len; i-- > 0;) {
        if (is_entry(line_at(ini, i), group, name)) {
            *entry = entry_of(ini, i);
            return TRUE;
        }
    }
    return FALSE;
}

gboolean fairy_ini_says(const FairyIni *ini, const char *group, const char *name, const char *value)
{
    FairyIniEntry entry;
    return fairy_ini_find(ini, group, name, &entry) && g_str_equal(entry.value, value);
}

/* --- changing --------------------------------------------------------------------------------- */

static const char *line_end(const FairyIni *ini)
{
    return strstr(ini->text, "\r\n") ? "\r\n" : "\n";
}

/* The text with [start, end) replaced. */
static char *splice(const FairyIni *ini, gsize start, gsize end, const char *by)
{
    char *head = g_strndup(ini->text, start);
    char *out = g_strconcat(head, by, ini->text + end, NULL);
    fairy_wipe(head);
    return out;
}

/* The place behind the last setting of a group, or behind its heading; 0 when it isn't there. */
static gsize end_of_group(const FairyIni *ini, const char *group)
{
    gsize end = 0;
    for (guint i = 0; i < ini->lines->len; i++) {
        const Line *line = line_at(ini, i);
        if (line->kind != LINE_OTHER && g_str_equal(line->group, group)) {
            end = line->end;
        }
    }
    return end;
}

static char *insert(const FairyIni *ini, const char *group, const char *name, const char *value)
{
    const char *newline = line_end(ini);
    gsize at = end_of_group(ini, group);
    gboolean first = at == 0 && !*group; /* before all groups, and what is said of them */
    if (at == 0 && !first) {
        at = strlen(ini->text);
    }
    gsize mark = first && g_str_has_prefix(ini->text, BOM) ? strlen(BOM) : at;
    gboolean open = mark > 0 && !first && ini->text[mark - 1] != '\n';
    GString *lines = g_string_new(open ? newline : "");
    if (end_of_group(ini, group) == 0 && !first) {
        g_string_append_printf(lines, "%s[%s]%s", mark > 0 ? newline : "", group, newline);
    }
    g_string_append_printf(lines, "%s = %s%s", name, value, newline);
    if (first && ini->lines->len > 0 && !line_at(ini, 0)->blank) {
        g_string_append(lines, newline);
    }
    char *out = splice(ini, mark, mark, lines->str);
    fairy_wipe(g_string_free(lines, FALSE));
    return out;
}

/* Whether nothing but blank lines stays under the heading at `index`. */
static gboolean would_be_empty(const FairyIni *ini, guint index, const char *name)
{
    const char *group = line_at(ini, index)->group;
    guint gone = 0;
    for (guint i = index + 1; i < ini->lines->len && line_at(ini, i)->kind != LINE_GROUP; i++) {
        const Line *line = line_at(ini, i);
        gboolean goes = is_entry(line, group, name);
        if (!goes && !line->blank) {
            return FALSE;
        }
        gone += goes;
    }
    return gone > 0;
}

static char *without(const FairyIni *ini, const char *group, const char *name)
{
    GString *out = g_string_sized_new(strlen(ini->text) + 1);
    guint n = ini->lines->len;
    if (n > 0) {
        g_string_append_len(out, ini->text, (gssize)line_at(ini, 0)->start);
    }
    for (guint i = 0; i < n; i++) {
        const Line *line = line_at(ini, i);
        const Line *next = i + 1 < n ? line_at(ini, i + 1) : NULL;
        guint heading = line->blank && next && next->kind == LINE_GROUP ? i + 1 : i;
        gboolean goes = line_at(ini, heading)->kind == LINE_GROUP &&
                        g_str_equal(line_at(ini, heading)->group, group) &&
                        would_be_empty(ini, heading, name);
        if (!goes && !is_entry(line, group, name)) {
            g_string_append_len(out, ini->text + line->start, (gssize)(line->end - line->start));
        }
    }
    return g_string_free(out, FALSE);
}

char *fairy_ini_edit(const FairyIni *ini, const char *group, const char *name, const char *value)
{
    FairyIniEntry entry;
    if (!value) {
        return without(ini, group, name);
    }
    if (!fairy_ini_find(ini, group, name, &entry)) {
        return insert(ini, group, name, value);
    }
    const Line *line = line_at(ini, entry.line - 1);
    return splice(ini, line->value, line->value + line->value_len, value);
}
