/* Tables as RFC 4180 has them: commas, line breaks of either kind, fields in double quotes, in
 * which a quote is doubled. Private to core/. */
#pragma once

#include <glib.h>

typedef struct {
    char **fields; /* as many as the first row has */
    guint line;    /* that it begins in, from 1 */
} FairyCsvRow;

/* Returns the rows (FairyCsvRow) of a text; the first is the header. Empty lines are none, and a
 * byte order mark is skipped. `name` is that of the file in messages. Free with
 * g_ptr_array_unref(). Returns NULL with FAIRY_ERROR_USAGE, which names the line: text that isn't
 * UTF-8, quotes that don't close, rows with more or fewer fields, no row at all. */
GPtrArray *fairy_csv_parse(const char *text, gsize len, const char *name, GError **error);
