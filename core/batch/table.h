/* A reply as a template, which a row of a table fills in for each drawing. Private to core/batch.
 */
#pragma once

#include <glib.h>

typedef struct _FairyTable FairyTable;

/* Reads the table (base/csv.h), which has a column "file": a drawing's path, from the present
 * folder on. In the template "${COLUMN}" inside a string of JSON is replaced; "$${" stands for
 * "${". The names are those of the files in messages. Free with fairy_table_free(). Returns NULL
 * with FAIRY_ERROR_USAGE: no such column, two rows for a file, a column that the template has and
 * the table hasn't. */
FairyTable *fairy_table_new(GBytes *table, const char *name, GBytes *template,
                            const char *template_name, GError **error);
/* Accepts NULL. */
void fairy_table_free(FairyTable *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTable, fairy_table_free)

/* Returns the template with the row of the drawing put in. Free with g_bytes_unref(). Returns NULL
 * with SVG_ERROR_NOT_FOUND if there is no row for it. */
GBytes *fairy_table_fill(const FairyTable *rows, const char *absolute, GError **error);
/* Calls `each` for each row whose file isn't among `known` (absolute paths), with its line. */
void fairy_table_each_other(const FairyTable *rows, GHashTable *known,
                            void (*each)(const char *file, guint line, gpointer data),
                            gpointer data);
