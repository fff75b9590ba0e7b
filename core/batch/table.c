/* A reply as a template, and the table that fills it in. */
#include "batch/table.h"

#include "base/csv.h"
#include "base/json.h"

#include <fairy/error.h>
#include <svg/error.h>

#include <string.h>

#define FILE_COLUMN "file"

struct _FairyTable {
    GPtrArray *table;    /* FairyCsvRow */
    GHashTable *by_file; /* absolute paths → FairyCsvRow */
    char *name;          /* of the table in messages */
    GPtrArray *pieces;   /* char *: text, name of a column, text, …; text is last */
    guint *columns;      /* of pieces: the index of each name's column */
    int file;            /* the column of files */
};

void fairy_table_free(FairyTable *rows)
{
    if (!rows) {
        return;
    }
    g_clear_pointer(&rows->by_file, g_hash_table_unref);
    g_clear_pointer(&rows->table, g_ptr_array_unref);
    g_ptr_array_unref(rows->pieces);
    g_free(rows->columns);
    g_free(rows->name);
    g_free(rows);
}

static const FairyCsvRow *head_of(const FairyTable *rows)
{
    return rows->table->pdata[0];
}

static int column_of(const FairyTable *rows, const char *name)
{
    char **names = head_of(rows)->fields;
    int at = 0;
    while (names[at] && !g_str_equal(names[at], name)) {
        at++;
    }
    return names[at] ? at : -1;
}

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *why = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, why);
    return FALSE;
}

/* --- the template ----------------------------------------------------------------------------- */

typedef struct {
    const char *at, *name;
    GString *text; /* since the last variable */
    guint line;
    gboolean in_string;
} Template;

static gboolean read_variable(FairyTable *rows, Template *template, GError **error)
{
    const char *begin = template->at + strlen("${"), *close = strchr(begin, '}');
    g_autofree char *name = close ? g_strndup(begin, (gsize)(close - begin)) : NULL;
    if (!name || strpbrk(name, "\"\n")) {
        return fail(error, "%s:%u: \"${\" isn't closed by \"}\"; \"$${\" is for what is no column",
                    template->name, template->line);
    }
    if (!template->in_string) {
        return fail(error,
                    "%s:%u: ${%s} has to stand in a string, as in \"${%s}\"; numbers may, too",
                    template->name, template->line, name, name);
    }
    g_ptr_array_add(rows->pieces, g_strdup(template->text->str));
    g_string_truncate(template->text, 0);
    g_ptr_array_add(rows->pieces, g_steal_pointer(&name));
    template->at = close + 1;
    return TRUE;
}

/* One character, or two where one makes the other literal. */
static void read_text(Template *template)
{
    const char *at = template->at;
    gboolean literal = g_str_has_prefix(at, "$${");
    gboolean escape = template->in_string && *at == '\\' && at[1];
    if (*at == '"') {
        template->in_string = !template->in_string;
    }
    template->line += *at == '\n';
    g_string_append_len(template->text, literal ? "${" : at, escape || literal ? 2 : 1);
    template->at += literal ? 3 : escape ? 2 : 1;
}

static gboolean cut(FairyTable *rows, Template *template, GError **error)
{
    while (*template->at) {
        if (g_str_has_prefix(template->at, "${")) {
            if (!read_variable(rows, template, error)) {
                return FALSE;
            }
        } else {
            read_text(template);
        }
    }
    g_ptr_array_add(rows->pieces, g_strdup(template->text->str));
    return TRUE;
}

static gboolean read_template(FairyTable *rows, GBytes *bytes, const char *name, GError **error)
{
    gsize len;
    const char *data = g_bytes_get_data(bytes, &len);
    g_autofree char *text = g_strndup(data ? data : "", len);
    if (strlen(text) != len) {
        return fail(error, "%s: a reply is text, and has no NUL", name);
    }
    Template template = {.at = text, .name = name, .text = g_string_new(NULL), .line = 1};
    gboolean good = cut(rows, &template, error);
    g_string_free(template.text, TRUE);
    return good;
}

static gboolean find_columns(FairyTable *rows, const char *template_name, GError **error)
{
    rows->columns = g_new0(guint, rows->pieces->len);
    for (guint i = 1; i < rows->pieces->len; i += 2) {
        int column = column_of(rows, rows->pieces->pdata[i]);
        if (column < 0) {
            g_autofree char *names = g_strjoinv(", ", head_of(rows)->fields);
            return fail(error, "%s: ${%s} is no column of %s, which has %s", template_name,
                        (char *)rows->pieces->pdata[i], rows->name, names);
        }
        rows->columns[i] = (guint)column;
    }
    return TRUE;
}

/* --- the table -------------------------------------------------------------------------------- */

static gboolean check_head(const FairyTable *rows, GError **error)
{
    char **names = head_of(rows)->fields;
    for (int i = 0; names[i]; i++) {
        if (column_of(rows, names[i]) != i) {
            return fail(error, "%s:%u: two columns are called \"%s\"", rows->name,
                        head_of(rows)->line, names[i]);
        }
    }
    return rows->file >= 0 ||
           fail(error, "%s:%u: there is no column \"" FILE_COLUMN "\", which names the drawings",
                rows->name, head_of(rows)->line);
}

static gboolean index_rows(FairyTable *rows, GError **error)
{
    rows->by_file = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 1; i < rows->table->len; i++) {
        FairyCsvRow *row = rows->table->pdata[i];
        const char *file = row->fields[rows->file];
        if (!*file) {
            return fail(error, "%s:%u: the row names no file", rows->name, row->line);
        }
        char *absolute = g_canonicalize_filename(file, NULL);
        const FairyCsvRow *other = g_hash_table_lookup(rows->by_file, absolute);
        if (other) {
            g_free(absolute);
            return fail(error, "%s:%u: %s has a row already, in line %u", rows->name, row->line,
                        file, other->line);
        }
        g_hash_table_insert(rows->by_file, absolute, row);
    }
    return TRUE;
}

static gboolean read_table(FairyTable *rows, GBytes *table, GError **error)
{
    gsize len;
    const char *text = g_bytes_get_data(table, &len);
    rows->table = fairy_csv_parse(text ? text : "", len, rows->name, error);
    if (!rows->table) {
        return FALSE;
    }
    rows->file = column_of(rows, FILE_COLUMN);
    return check_head(rows, error) && index_rows(rows, error);
}

FairyTable *fairy_table_new(GBytes *table, const char *name, GBytes *template,
                            const char *template_name, GError **error)
{
    FairyTable *rows = g_new0(FairyTable, 1);
    rows->pieces = g_ptr_array_new_with_free_func(g_free);
    rows->name = g_strdup(name);
    gboolean good = read_table(rows, table, error) &&
                    read_template(rows, template, template_name, error) &&
                    find_columns(rows, template_name, error);
    if (!good) {
        g_clear_pointer(&rows, fairy_table_free);
    }
    return rows;
}

/* --- a drawing's ------------------------------------------------------------------------------ */

/* As it stands inside a string of JSON. */
static void append_value(GString *reply, const char *value)
{
    g_autoptr(GString) string = g_string_new(NULL);
    fairy_json_string(string, value);
    g_string_append_len(reply, string->str + 1, (gssize)string->len - 2);
}

GBytes *fairy_table_fill(const FairyTable *rows, const char *absolute, GError **error)
{
    const FairyCsvRow *row = g_hash_table_lookup(rows->by_file, absolute);
    if (!row) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND, "%s has no row for it", rows->name);
        return NULL;
    }
    GString *reply = g_string_new(NULL);
    for (guint i = 0; i < rows->pieces->len; i++) {
        if (i % 2 == 1) {
            append_value(reply, row->fields[rows->columns[i]]);
        } else {
            g_string_append(reply, rows->pieces->pdata[i]);
        }
    }
    return g_string_free_to_bytes(reply);
}

void fairy_table_each_other(const FairyTable *rows, GHashTable *known,
                            void (*each)(const char *file, guint line, gpointer data),
                            gpointer data)
{
    for (guint i = 1; i < rows->table->len; i++) {
        const FairyCsvRow *row = rows->table->pdata[i];
        g_autofree char *absolute = g_canonicalize_filename(row->fields[rows->file], NULL);
        if (!g_hash_table_contains(known, absolute)) {
            each(row->fields[rows->file], row->line, data);
        }
    }
}
