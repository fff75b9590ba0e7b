/* SQLite, loaded when the journal is first opened, which most commands never do. Private to core/.
 */
#pragma once

#include <fairy/error.h>

#include <sqlite3.h>

/* The functions that we call. */
#define FAIRY_SQLITE_FUNCTIONS(F) \
    F(sqlite3_bind_blob)          \
    F(sqlite3_bind_int64)         \
    F(sqlite3_bind_null)          \
    F(sqlite3_bind_text)          \
    F(sqlite3_bind_zeroblob)      \
    F(sqlite3_blob_close)         \
    F(sqlite3_blob_open)          \
    F(sqlite3_blob_write)         \
    F(sqlite3_busy_timeout)       \
    F(sqlite3_close_v2)           \
    F(sqlite3_column_blob)        \
    F(sqlite3_column_bytes)       \
    F(sqlite3_column_int64)       \
    F(sqlite3_column_text)        \
    F(sqlite3_column_type)        \
    F(sqlite3_db_config)          \
    F(sqlite3_errcode)            \
    F(sqlite3_errmsg)             \
    F(sqlite3_exec)               \
    F(sqlite3_finalize)           \
    F(sqlite3_last_insert_rowid)  \
    F(sqlite3_libversion)         \
    F(sqlite3_open_v2)            \
    F(sqlite3_prepare_v2)         \
    F(sqlite3_reset)              \
    F(sqlite3_step)               \
    F(sqlite3_wal_autocheckpoint)

typedef struct {
#define F(name) __typeof__(name) *(name);
    FAIRY_SQLITE_FUNCTIONS(F)
#undef F
} FairySqlite;

/* Loads the library, once, and returns its functions; static. Returns NULL with FAIRY_ERROR_JOURNAL
 * if it can't be loaded. */
const FairySqlite *fairy_sqlite_load(GError **error);
