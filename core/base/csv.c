/* Reads tables as RFC 4180 has them. */
#include "base/csv.h"

#include <fairy/error.h>

#include <string.h>

#define MARK "\xef\xbb\xbf" /* the byte order mark */

typedef struct {
    const char *at, *end, *name;
    guint line;
    GPtrArray *rows, *fields;
} Csv;

static void free_row(gpointer data)
{
    FairyCsvRow *row = data;
    g_strfreev(row->fields);
    g_free(row);
}

static gboolean fail(const Csv *csv, guint line, GError **error, const char *why)
{
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s:%u: %s", csv->name, line, why);
    return FALSE;
}

static gboolean is_break(const Csv *csv)
{
    return csv->at == csv->end || *csv->at == '\n' || *csv->at == '\r';
}

static gboolean read_quoted(Csv *csv, GString *field, GError **error)
{
    guint begun = csv->line;
    for (csv->at++; csv->at < csv->end; csv->at++) {
        gboolean quote = *csv->at == '"';
        if (quote && (csv->at + 1 == csv->end || csv->at[1] != '"')) {
            csv->at++;
            return is_break(csv) || *csv->at == ',' ||
                   fail(csv, csv->line, error,
                        "something follows a closing quote; a quote inside quotes is doubled");
        }
        csv->at += quote;
        csv->line += *csv->at == '\n';
        g_string_append_c(field, *csv->at);
    }
    return fail(csv, begun, error, "a quote isn't closed");
}

static gboolean read_plain(Csv *csv, GString *field, GError **error)
{
    for (; !is_break(csv) && *csv->at != ','; csv->at++) {
        if (*csv->at == '"') {
            return fail(csv, csv->line, error,
                        "a quote stands in a field that doesn't begin with one; put the field in "
                        "quotes, and double those in it");
        }
        g_string_append_c(field, *csv->at);
    }
    return TRUE;
}

static gboolean read_field(Csv *csv, GError **error)
{
    g_autoptr(GString) field = g_string_new(NULL);
    gboolean quoted = csv->at < csv->end && *csv->at == '"';
    gboolean good = (quoted ? read_quoted : read_plain)(csv, field, error);
    g_ptr_array_add(csv->fields, g_strdup(field->str));
    return good;
}

static void end_line(Csv *csv)
{
    if (csv->at < csv->end && *csv->at == '\r') {
        csv->at++;
    }
    if (csv->at < csv->end && *csv->at == '\n') {
        csv->at++;
    }
    csv->line++;
}

static gboolean end_row(Csv *csv, guint line, GError **error)
{
    const FairyCsvRow *head = csv->rows->len > 0 ? csv->rows->pdata[0] : NULL;
    guint n = csv->fields->len;
    FairyCsvRow *row = g_new0(FairyCsvRow, 1);
    g_ptr_array_add(csv->fields, NULL);
    row->fields = (char **)g_ptr_array_free(csv->fields, FALSE);
    row->line = line;
    csv->fields = g_ptr_array_new();
    g_ptr_array_add(csv->rows, row);
    if (head && g_strv_length(head->fields) != n) {
        g_autofree char *why = g_strdup_printf("the row has %u fields, and the first line has %u",
                                               n, g_strv_length(head->fields));
        return fail(csv, line, error, why);
    }
    return TRUE;
}

static gboolean read_row(Csv *csv, GError **error)
{
    guint line = csv->line;
    gboolean more = TRUE;
    while (more) {
        if (!read_field(csv, error)) {
            return FALSE;
        }
        more = csv->at < csv->end && *csv->at == ',';
        csv->at += more;
    }
    end_line(csv);
    return end_row(csv, line, error);
}

static gboolean read_rows(Csv *csv, GError **error)
{
    while (csv->at < csv->end) {
        if (is_break(csv)) {
            end_line(csv);
        } else if (!read_row(csv, error)) {
            return FALSE;
        }
    }
    return csv->rows->len > 0 || fail(csv, 1, error, "there is no row in it");
}

GPtrArray *fairy_csv_parse(const char *text, gsize len, const char *name, GError **error)
{
    Csv csv = {.at = text, .end = text + len, .name = name, .line = 1};
    csv.rows = g_ptr_array_new_with_free_func(free_row);
    csv.fields = g_ptr_array_new();
    if (len >= strlen(MARK) && memcmp(text, MARK, strlen(MARK)) == 0) {
        csv.at += strlen(MARK);
    }
    gboolean good = g_utf8_validate_len(text, len, NULL) || fail(&csv, 1, error, "it isn't UTF-8");
    good = good && read_rows(&csv, error);
    g_ptr_array_set_free_func(csv.fields, g_free);
    g_ptr_array_unref(csv.fields);
    if (!good) {
        g_clear_pointer(&csv.rows, g_ptr_array_unref);
    }
    return csv.rows;
}
