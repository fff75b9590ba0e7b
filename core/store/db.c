/* SQLite, as little of it as we need. */
#include "store/db.h"

#include <fairy/limits.h>

#include <glib/gstdio.h>

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define POLL_US 5000

enum {
    LOG_PAGES = 200,   /* until they are copied to the file */
    MOST_LOG = 1 << 19 /* bytes that are left behind */
};

struct _FairyDb {
    const FairySqlite *lib;
    const FairyDbKind *kind;
    char *path;
    sqlite3 *handle;
    GHashTable *statements; /* literal → sqlite3_stmt */
    gboolean open;          /* a transaction is */
    const char *level;      /* of care for the disk: the statement that set it */
};

static GPrivate hurry; /* non-NULL: this thread doesn't wait */

struct _FairyRows {
    FairyDb *db;
    sqlite3_stmt *statement; /* the cache's */
};

void fairy_db_set_patient(gboolean patient)
{
    g_private_set(&hurry, GINT_TO_POINTER(!patient));
}

static gboolean is_patient(void)
{
    return !g_private_get(&hurry);
}

static void apply_patience(FairyDb *db)
{
    db->lib->sqlite3_busy_timeout(db->handle, is_patient() ? FAIRY_MAX_DATABASE_MS : 0);
}

static gboolean fail(FairyDb *db, GError **error)
{
    const char *why = db->lib->sqlite3_errmsg(db->handle);
    int code = db->lib->sqlite3_errcode(db->handle);
    gboolean damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    gboolean busy = code == SQLITE_BUSY && !is_patient();
    g_autofree char *shown = g_filename_display_name(db->path);
    g_set_error(error, FAIRY_ERROR, busy ? FAIRY_ERROR_BUSY : FAIRY_ERROR_JOURNAL,
                "%s, %s, can't be used: %s%s", db->kind->title, shown, why,
                damaged ? "; move it away, and a new one is made" : "");
    return FALSE;
}

/* --- statements ------------------------------------------------------------------------------- */

static sqlite3_stmt *prepare(FairyDb *db, const char *sql, GError **error)
{
    sqlite3_stmt *statement = g_hash_table_lookup(db->statements, sql);
    if (statement) {
        db->lib->sqlite3_reset(statement);
        return statement;
    }
    if (db->lib->sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL) != SQLITE_OK) {
        fail(db, error);
        return NULL;
    }
    g_hash_table_insert(db->statements, (gpointer)sql, statement);
    return statement;
}

static void bind_bytes(FairyDb *db, sqlite3_stmt *statement, int at, GBytes *bytes)
{
    gsize len = 0;
    gconstpointer data = bytes ? g_bytes_get_data(bytes, &len) : NULL;
    if (!bytes || len > G_MAXINT) {
        db->lib->sqlite3_bind_null(statement, at);
    } else {
        db->lib->sqlite3_bind_blob(statement, at, data ? data : "", (int)len, SQLITE_STATIC);
    }
}

static void bind_zeros(FairyDb *db, sqlite3_stmt *statement, int at, gint64 n)
{
    if (n > 0 && n <= G_MAXINT) {
        db->lib->sqlite3_bind_zeroblob(statement, at, (int)n);
    } else {
        db->lib->sqlite3_bind_null(statement, at);
    }
}

sqlite3_stmt *fairy_db_bind(FairyDb *db, GError **error, const char *sql, const char *types, ...)
{
    sqlite3_stmt *statement = prepare(db, sql, error);
    va_list args;
    va_start(args, types);
    for (int i = 0; statement && types[i]; i++) {
        if (types[i] == 'i') {
            db->lib->sqlite3_bind_int64(statement, i + 1, va_arg(args, gint64));
        } else if (types[i] == 's') {
            db->lib->sqlite3_bind_text(statement, i + 1, va_arg(args, const char *), -1,
                                       SQLITE_TRANSIENT);
        } else if (types[i] == 'z') {
            bind_zeros(db, statement, i + 1, va_arg(args, gint64));
        } else {
            bind_bytes(db, statement, i + 1, va_arg(args, GBytes *));
        }
    }
    va_end(args);
    return statement;
}

gboolean fairy_db_finish(FairyDb *db, GError **error, sqlite3_stmt *statement)
{
    if (!statement) {
        return FALSE;
    }
    int code = db->lib->sqlite3_step(statement);
    gboolean good = code == SQLITE_DONE || code == SQLITE_ROW || fail(db, error);
    db->lib->sqlite3_reset(statement);
    return good;
}

gint64 fairy_db_first(FairyDb *db, gint64 otherwise, sqlite3_stmt *statement)
{
    gint64 out = otherwise;
    if (statement && db->lib->sqlite3_step(statement) == SQLITE_ROW) {
        out = db->lib->sqlite3_column_int64(statement, 0);
    }
    if (statement) {
        db->lib->sqlite3_reset(statement);
    }
    return out;
}

FairyRows *fairy_rows_new(FairyDb *db, sqlite3_stmt *statement)
{
    if (!statement) {
        return NULL;
    }
    FairyRows *rows = g_new0(FairyRows, 1);
    rows->db = db;
    rows->statement = statement;
    return rows;
}

gboolean fairy_rows_next(FairyRows *rows, GError **error)
{
    int code = rows->db->lib->sqlite3_step(rows->statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE) {
        fail(rows->db, error);
    }
    return code == SQLITE_ROW;
}

gint64 fairy_rows_number(FairyRows *rows, int column)
{
    return rows->db->lib->sqlite3_column_int64(rows->statement, column);
}

char *fairy_rows_text(FairyRows *rows, int column)
{
    return g_strdup((const char *)rows->db->lib->sqlite3_column_text(rows->statement, column));
}

GBytes *fairy_rows_blob(FairyRows *rows, int column)
{
    const FairySqlite *lib = rows->db->lib;
    gboolean null = lib->sqlite3_column_type(rows->statement, column) == SQLITE_NULL;
    gconstpointer data = lib->sqlite3_column_blob(rows->statement, column);
    int len = lib->sqlite3_column_bytes(rows->statement, column);
    return null ? NULL : g_bytes_new(data, (gsize)len); /* one of no bytes has no data */
}

void fairy_rows_free(FairyRows *rows)
{
    if (rows) {
        rows->db->lib->sqlite3_reset(rows->statement);
        g_free(rows);
    }
}

/* --- blobs ------------------------------------------------------------------------------------ */

struct _FairyBlob {
    FairyDb *db;
    sqlite3_blob *handle;
    int offset;
    gboolean failed;
};

FairyBlob *fairy_blob_open(FairyDb *db, const char *table, const char *column, GError **error)
{
    sqlite3_blob *handle = NULL;
    if (db->lib->sqlite3_blob_open(db->handle, "main", table, column,
                                   db->lib->sqlite3_last_insert_rowid(db->handle), 1,
                                   &handle) != SQLITE_OK) {
        fail(db, error);
        return NULL;
    }
    FairyBlob *blob = g_new0(FairyBlob, 1);
    blob->db = db;
    blob->handle = handle;
    return blob;
}

void fairy_blob_write(FairyBlob *blob, gconstpointer bytes, gsize len)
{
    blob->failed = blob->failed || blob->db->lib->sqlite3_blob_write(blob->handle, bytes, (int)len,
                                                                     blob->offset) != SQLITE_OK;
    blob->offset += (int)len;
}

gboolean fairy_blob_close(FairyBlob *blob, GError **error)
{
    gboolean good = !blob->failed || fail(blob->db, error);
    blob->db->lib->sqlite3_blob_close(blob->handle);
    g_free(blob);
    return good;
}

/* --- transactions ----------------------------------------------------------------------------- */

gboolean fairy_db_begin(FairyDb *db, gboolean lasting, GError **error)
{
    const char *level = lasting ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL";
    if (db->level != level && !fairy_db_run(db, error, level, "")) {
        return FALSE;
    }
    db->level = level;
    db->open = fairy_db_run(db, error, "BEGIN IMMEDIATE", "");
    return db->open;
}

gboolean fairy_db_commit(FairyDb *db, GError **error)
{
    db->open = !fairy_db_run(db, error, "COMMIT", "");
    if (db->open) {
        fairy_db_rollback(db);
        return FALSE;
    }
    return TRUE;
}

void fairy_db_rollback(FairyDb *db)
{
    if (db->open) {
        fairy_db_run(db, NULL, "ROLLBACK", "");
        db->open = FALSE;
    }
}

/* --- opening ---------------------------------------------------------------------------------- */

static gboolean fail_to_make(const FairyDbKind *kind, const char *path, GError **error)
{
    g_autofree char *shown = g_filename_display_name(path);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL, "%s, %s, can't be made: %s", kind->title,
                shown, g_strerror(errno));
    return FALSE;
}

/* SQLite gives the files beside it the mode of this one. */
static gboolean make_file(const FairyDbKind *kind, const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        return fail_to_make(kind, path, error);
    }
    int fd = g_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        return fail_to_make(kind, path, error);
    }
    close(fd);
    return TRUE;
}

static gint64 version_of(FairyDb *db)
{
    return fairy_db_number(db, -1, "PRAGMA user_version", "");
}

/* Asks again first: another process may have been quicker. */
static gboolean bring_up(FairyDb *db, GError **error)
{
    for (gsize i = (gsize)version_of(db); i < db->kind->n_steps; i++) {
        g_autofree char *step =
            g_strdup_printf("%s PRAGMA user_version = %d", db->kind->schema[i], (int)i + 1);
        if (db->lib->sqlite3_exec(db->handle, step, NULL, NULL, NULL) != SQLITE_OK) {
            return fail(db, error);
        }
    }
    return TRUE;
}

/* Two that make the file at the same time are in each other's way, and SQLite tells one of them so
 * at once. */
static gboolean use_log(FairyDb *db, GError **error)
{
    gint64 end = g_get_monotonic_time() + (gint64)FAIRY_MAX_DATABASE_MS * 1000;
    for (;;) {
        g_autoptr(GError) local = NULL;
        if (fairy_db_run(db, &local, "PRAGMA journal_mode = WAL", "")) {
            return TRUE;
        }
        gboolean busy = db->lib->sqlite3_errcode(db->handle) == SQLITE_BUSY;
        if (!busy || !is_patient() || g_get_monotonic_time() > end) {
            g_propagate_error(error, g_steal_pointer(&local));
            return FALSE;
        }
        g_usleep(POLL_US);
    }
}

static gboolean migrate(FairyDb *db, GError **error)
{
    gint64 version = version_of(db);
    if (version == (gint64)db->kind->n_steps) {
        return TRUE;
    }
    if (version > (gint64)db->kind->n_steps) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "a newer version of fairy wrote %s, %s (%d; this one knows %u): use that one, "
                    "or move the file away",
                    db->kind->title, db->path, (int)version, db->kind->n_steps);
        return FALSE;
    }
    if (version < 0) {
        return fail(db, error);
    }
    /* Small pages: an entry writes a few bytes to each of some, and they are written whole. */
    return (version > 0 || fairy_db_run(db, error, "PRAGMA page_size = 1024", "")) &&
           use_log(db, error) && fairy_db_begin(db, TRUE, error) && bring_up(db, error) &&
           fairy_db_commit(db, error);
}

/* Else every run would copy what it wrote from the log to the file, and wait for the disk; but
 * where only one process is at it at a time, no other file is left beside it. A short log, because
 * whoever opens it reads it. Of a large turn nothing is read again. */
static gboolean set_up(FairyDb *db, GError **error)
{
    apply_patience(db);
    db->lib->sqlite3_db_config(db->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !db->kind->alone,
                               NULL);
    db->lib->sqlite3_wal_autocheckpoint(db->handle, LOG_PAGES);
    return (!db->kind->alone || fairy_db_run(db, error, "PRAGMA locking_mode = EXCLUSIVE", "")) &&
           fairy_db_run(db, error, "PRAGMA cache_size = -256", "") && migrate(db, error);
}

gboolean fairy_db_open_file(const FairyDbKind *kind, const char *path, gboolean create,
                            FairyDb **out, GError **error)
{
    const FairySqlite *lib = fairy_sqlite_load(error);
    *out = NULL;
    if (!lib) {
        return FALSE;
    }
    if (!g_file_test(path, G_FILE_TEST_EXISTS) && (!create || !make_file(kind, path, error))) {
        return !create;
    }
    g_autoptr(FairyDb) db = g_new0(FairyDb, 1);
    db->lib = lib;
    db->kind = kind;
    db->path = g_strdup(path);
    db->statements = g_hash_table_new(NULL, NULL);
    if (lib->sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                             NULL) != SQLITE_OK) {
        return fail(db, error);
    }
    if (!set_up(db, error)) {
        return FALSE;
    }
    *out = g_steal_pointer(&db);
    return TRUE;
}

void fairy_db_apply_patience(FairyDb *db)
{
    apply_patience(db);
}

/* SQLite begins the log again only in a connection that has copied it and then writes once more.
 * Who opens it reads all of it, so it doesn't stay long; unless others are at it. */
static void shorten_log(FairyDb *db)
{
    g_autofree char *log = g_strconcat(db->path, "-wal", NULL);
    GStatBuf st;
    if (g_stat(log, &st) == 0 && st.st_size > MOST_LOG) {
        db->lib->sqlite3_busy_timeout(db->handle, 0);
        db->lib->sqlite3_exec(db->handle, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    }
}

void fairy_db_close(FairyDb *db)
{
    if (!db) {
        return;
    }
    fairy_db_rollback(db);
    GHashTableIter iter;
    gpointer statement;
    g_hash_table_iter_init(&iter, db->statements);
    while (g_hash_table_iter_next(&iter, NULL, &statement)) {
        db->lib->sqlite3_finalize(statement);
    }
    g_hash_table_unref(db->statements);
    shorten_log(db);
    db->lib->sqlite3_close_v2(db->handle);
    g_free(db->path);
    g_free(db);
}
