/* Databases, the journal's above all: opening them, statements, transactions. Unless a comment says
 * otherwise, functions fail with FAIRY_ERROR_JOURNAL. Private to core/. */
#pragma once

#include "store/sqlite.h"

#include <glib.h>

typedef struct _FairyDb FairyDb;

/* A kind of database. */
typedef struct {
    const char *title;         /* what it is called in messages: "the journal" */
    const char *const *schema; /* the step from each version of the schema to the next; PRAGMA
                                  user_version is how many were done */
    guint n_steps;
    gboolean alone; /* only one process at a time has it open */
} FairyDbKind;

/* Opens the file at `path`, as fairy_db_open() does the journal. `kind` must be static. */
gboolean fairy_db_open_file(const FairyDbKind *kind, const char *path, gboolean create,
                            FairyDb **out, GError **error);
/* What fairy_db_set_patient() said in this thread holds for `db`, too. */
void fairy_db_apply_patience(FairyDb *db);

/* Returns the path of the journal's file, fairies/journal.db under g_get_user_state_dir(), whether
 * it exists or not; static. */
const char *fairy_db_path(void);
/* Whether this thread waits where another process writes to it, up to FAIRY_MAX_DATABASE_MS; it
 * does at first. Else all that follows fails at once with FAIRY_ERROR_BUSY instead, and nothing of
 * it was done. Holds for what is opened from then on. */
void fairy_db_set_patient(gboolean patient);
/* Opens the file, and migrates an older schema. *out is NULL, without an error, if there is no file
 * and `create` is FALSE. Close with fairy_db_close(). Returns FALSE with FAIRY_ERROR_JOURNAL if the
 * file can't be created, read or locked, is damaged, or was written by a newer version. */
gboolean fairy_db_open(gboolean create, FairyDb **out, GError **error);
/* Begins to open the file in a thread of its own: finding and reading it takes longer than a small
 * drawing does. Every one must be given to fairy_db_opened(). */
GThread *fairy_db_open_ahead(void);
/* Waits for what was opened ahead, and clears *opening. Returns NULL when there is no file yet,
 * when something is wrong with it, and when *opening is NULL. */
FairyDb *fairy_db_opened(GThread **opening);
/* Rolls back what wasn't committed, and closes. Accepts NULL. */
void fairy_db_close(FairyDb *db);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyDb, fairy_db_close)

/* Prepares the statement `sql`, a string literal, and binds a value to each ?. `types` has a letter
 * for each: i = gint64, s = const char * or NULL, b = GBytes * or NULL, z = gint64, a blob of that
 * many zeros, NULL for 0. The bytes must live until it has run. The result is borrowed from the
 * database, for one of the three macros below. Returns NULL with FAIRY_ERROR_JOURNAL. */
sqlite3_stmt *fairy_db_bind(FairyDb *db, GError **error, const char *sql, const char *types, ...);

/* Runs a statement: fairy_db_run(db, error, sql, types, values…). Returns FALSE with
 * FAIRY_ERROR_JOURNAL. */
#define fairy_db_run(db, error, ...) \
    fairy_db_finish(db, error, fairy_db_bind(db, error, __VA_ARGS__))
gboolean fairy_db_finish(FairyDb *db, GError **error, sqlite3_stmt *statement);
/* Returns the number in the first column of the first row: fairy_db_number(db, otherwise, sql,
 * types, values…); `otherwise` if there is no row or an error. */
#define fairy_db_number(db, otherwise, ...) \
    fairy_db_first(db, otherwise, fairy_db_bind(db, NULL, __VA_ARGS__))
gint64 fairy_db_first(FairyDb *db, gint64 otherwise, sqlite3_stmt *statement);
/* Starts a query: fairy_db_query(db, error, sql, types, values…); another statement with the same
 * `sql` ends it. Free with fairy_rows_free(). Returns NULL with FAIRY_ERROR_JOURNAL. */
typedef struct _FairyRows FairyRows;
#define fairy_db_query(db, error, ...) fairy_rows_new(db, fairy_db_bind(db, error, __VA_ARGS__))
FairyRows *fairy_rows_new(FairyDb *db, sqlite3_stmt *statement);
/* Goes to the next row. Returns FALSE if there is none, or with FAIRY_ERROR_JOURNAL. */
gboolean fairy_rows_next(FairyRows *rows, GError **error);
/* Return a column of the row. Texts and blobs are copies that the caller frees; NULL for NULL. */
gint64 fairy_rows_number(FairyRows *rows, int column);
char *fairy_rows_text(FairyRows *rows, int column);
GBytes *fairy_rows_blob(FairyRows *rows, int column);
/* Accepts NULL. */
void fairy_rows_free(FairyRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyRows, fairy_rows_free)

/* A blob that is written in pieces, so that it is never in memory as a whole: that in `column` of
 * the row that was inserted into `table` last. Its size is fixed. Close with fairy_blob_close().
 * Returns NULL with FAIRY_ERROR_JOURNAL. */
typedef struct _FairyBlob FairyBlob;
FairyBlob *fairy_blob_open(FairyDb *db, const char *table, const char *column, GError **error);
/* Appends bytes. If it fails, fairy_blob_close() says so. */
void fairy_blob_write(FairyBlob *blob, gconstpointer bytes, gsize len);
/* Closes and frees the blob. Returns FALSE with FAIRY_ERROR_JOURNAL if not all was written. */
gboolean fairy_blob_close(FairyBlob *blob, GError **error);

/* Begins a write transaction. With `lasting` its commit survives a crash of the machine, else only
 * a crash of this process. */
gboolean fairy_db_begin(FairyDb *db, gboolean lasting, GError **error);
gboolean fairy_db_commit(FairyDb *db, GError **error);
/* Rolls the transaction back; does nothing if none is open. */
void fairy_db_rollback(FairyDb *db);
