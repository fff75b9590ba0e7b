/* The journal's file: opening it, its schema, and statements. Private to core/store. */
#pragma once

#include "store/sqlite.h"

#include <glib.h>

typedef struct _FairyDb FairyDb;

/* Where it is: fairies/journal.db under the user's state folder. Static. */
const char *fairy_db_path(void);
/* Whether this thread waits where another process writes to it, up to FAIRY_MAX_DATABASE_MS; it
 * does at first. Else all that follows fails at once with FAIRY_ERROR_BUSY instead, and nothing of
 * it was done. Holds for what is opened from then on. */
void fairy_db_set_patient(gboolean patient);
/* It holds for this one, too, which another thread may have opened. */
void fairy_db_apply_patience(FairyDb *db);
/* Opens it, and brings an older schema up to date. *out is NULL, without an error, when there is
 * none and `create` is FALSE. FALSE with FAIRY_ERROR_JOURNAL: it can't be made, read or locked, is
 * damaged, or a newer version wrote it. */
gboolean fairy_db_open(gboolean create, FairyDb **out, GError **error);
/* Takes NULL; what wasn't committed is rolled back. */
void fairy_db_close(FairyDb *db);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyDb, fairy_db_close)

/* A statement with its values: `types` has a letter for each that is bound to the ?s of `sql`, a
 * literal: i = gint64, s = const char * or NULL, b = GBytes * or NULL, z = gint64: a blob of so
 * many zeros, NULL for 0. Bytes must live until it has run. NULL with FAIRY_ERROR_JOURNAL. The
 * database's; for one of the three below. */
sqlite3_stmt *fairy_db_bind(FairyDb *db, GError **error, const char *sql, const char *types, ...);

/* Runs it: (db, error, sql, types, values…). FALSE with FAIRY_ERROR_JOURNAL. */
#define fairy_db_run(db, error, ...) \
    fairy_db_finish(db, error, fairy_db_bind(db, error, __VA_ARGS__))
gboolean fairy_db_finish(FairyDb *db, GError **error, sqlite3_stmt *statement);
/* The number in the first column of its first row: (db, otherwise, sql, types, values…);
 * `otherwise` when there is no row or it can't be run. */
#define fairy_db_number(db, otherwise, ...) \
    fairy_db_first(db, otherwise, fairy_db_bind(db, NULL, __VA_ARGS__))
gint64 fairy_db_first(FairyDb *db, gint64 otherwise, sqlite3_stmt *statement);
/* For its rows: (db, error, sql, types, values…); the next statement with the same `sql` ends it.
 * NULL with FAIRY_ERROR_JOURNAL. */
typedef struct _FairyRows FairyRows;
#define fairy_db_query(db, error, ...) fairy_rows_new(db, fairy_db_bind(db, error, __VA_ARGS__))
FairyRows *fairy_rows_new(FairyDb *db, sqlite3_stmt *statement);
/* FALSE when there is no more, or with FAIRY_ERROR_JOURNAL. */
gboolean fairy_rows_next(FairyRows *rows, GError **error);
/* Of the row; text and blobs are copies, NULL for NULL. */
gint64 fairy_rows_number(FairyRows *rows, int column);
char *fairy_rows_text(FairyRows *rows, int column);
GBytes *fairy_rows_blob(FairyRows *rows, int column);
/* Takes NULL. */
void fairy_rows_free(FairyRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyRows, fairy_rows_free)

/* A blob that is written bit by bit, so that it is never in memory as a whole: that in `column` of
 * the row that was inserted last, into `table`. It has the size it has. NULL with
 * FAIRY_ERROR_JOURNAL. */
typedef struct _FairyBlob FairyBlob;
FairyBlob *fairy_blob_open(FairyDb *db, const char *table, const char *column, GError **error);
/* Behind what was written before. When it fails, so does fairy_blob_close(). */
void fairy_blob_write(FairyBlob *blob, gconstpointer bytes, gsize len);
/* FALSE with FAIRY_ERROR_JOURNAL when not all was written. */
gboolean fairy_blob_close(FairyBlob *blob, GError **error);

/* A transaction that writes. `lasting`: it is on the disk when it ends, whatever happens to the
 * machine; else only whatever happens to this process. */
gboolean fairy_db_begin(FairyDb *db, gboolean lasting, GError **error);
gboolean fairy_db_commit(FairyDb *db, GError **error);
/* Harmless when none is open. */
void fairy_db_rollback(FairyDb *db);
