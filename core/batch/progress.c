/* A run's file: two tables of SQLite. */
#include "batch/progress.h"

#include "store/db.h"

#include <string.h>

/* Money in 1e-9 US dollars, so that sums are exact; states and skips are the enums'. */
static const char *const schema[] = {
    "CREATE TABLE run (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE files (id INTEGER PRIMARY KEY, absolute TEXT NOT NULL UNIQUE,"
    " path TEXT NOT NULL, place TEXT NOT NULL, output TEXT, state INTEGER NOT NULL,"
    " skip INTEGER NOT NULL, reason TEXT, actions INTEGER NOT NULL, refused INTEGER NOT NULL,"
    " attempts INTEGER NOT NULL, tokens INTEGER NOT NULL, nano INTEGER NOT NULL,"
    " before TEXT, after TEXT);",
    "ALTER TABLE files ADD COLUMN boxes TEXT;",
    "ALTER TABLE files ADD COLUMN intended INTEGER;",
};

static const FairyDbKind kind = {
    .title = "the run's file", .schema = schema, .n_steps = G_N_ELEMENTS(schema), .alone = TRUE};

#define NANO 1e9

struct _FairyProgress {
    FairyDb *db;
    GMutex lock; /* of `db`, while several threads have it */
};

gboolean fairy_progress_open(const char *path, gboolean create, FairyProgress **progress,
                             GError **error)
{
    FairyDb *db = NULL;
    GError *local = NULL;
    *progress = NULL;
    fairy_db_set_patient(FALSE); /* the other one has it as long as its run takes */
    gboolean good = fairy_db_open_file(&kind, path, create, &db, &local);
    fairy_db_set_patient(TRUE);
    if (g_error_matches(local, FAIRY_ERROR, FAIRY_ERROR_BUSY)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY,
                    "%s: another process is at work on this run; try again when it is over", path);
        g_error_free(local);
    } else if (local) {
        g_propagate_error(error, local);
    }
    if (db) {
        *progress = g_new0(FairyProgress, 1);
        (*progress)->db = db;
        g_mutex_init(&(*progress)->lock);
    }
    return good;
}

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *fairy_progress_files(const char *folder)
{
    GPtrArray *files = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        if (g_str_has_prefix(name, "fairy-batch") && g_str_has_suffix(name, ".db")) {
            g_ptr_array_add(files, g_build_filename(folder, name, NULL));
        }
    }
    g_ptr_array_sort(files, by_name);
    return files;
}

void fairy_progress_free(FairyProgress *progress)
{
    if (progress) {
        fairy_db_close(progress->db);
        g_mutex_clear(&progress->lock);
        g_free(progress);
    }
}

/* --- what it is of ---------------------------------------------------------------------------- */

char *fairy_progress_get(FairyProgress *progress, const char *name)
{
    g_autoptr(FairyRows) rows =
        fairy_db_query(progress->db, NULL, "SELECT value FROM run WHERE name = ?", "s", name);
    return rows && fairy_rows_next(rows, NULL) ? fairy_rows_text(rows, 0) : NULL;
}

static const char *given(const char *text)
{
    return text ? text : "";
}

gboolean fairy_progress_describe(FairyProgress *progress, const FairyRunFacts *facts,
                                 GError **error)
{
    /* One statement: what is killed has all of it, or is no run yet. */
    return fairy_db_run(progress->db, error,
                        "INSERT OR REPLACE INTO run VALUES ('identity', ?), ('whole', ?),"
                        " ('words', ?), ('model', ?), ('to', ?), ('parts', ?)",
                        "ssssss", given(facts->identity), given(facts->whole), given(facts->words),
                        given(facts->model), given(facts->to), given(facts->parts));
}

/* --- drawings --------------------------------------------------------------------------------- */

static FairyBatchItem *item_of(FairyRows *rows)
{
    FairyBatchItem *item = g_new0(FairyBatchItem, 1);
    *item = (FairyBatchItem){.id = fairy_rows_number(rows, 0),
                             .absolute = fairy_rows_text(rows, 1),
                             .path = fairy_rows_text(rows, 2),
                             .place = fairy_rows_text(rows, 3),
                             .output = fairy_rows_text(rows, 4),
                             .reason = fairy_rows_text(rows, 7),
                             .actions = (guint)fairy_rows_number(rows, 8),
                             .refused = (guint)fairy_rows_number(rows, 9),
                             .attempts = (guint)fairy_rows_number(rows, 10),
                             .tokens = (guint64)fairy_rows_number(rows, 11),
                             .usd = (double)fairy_rows_number(rows, 12) / NANO,
                             .before = fairy_rows_text(rows, 13),
                             .after = fairy_rows_text(rows, 14),
                             .boxes = fairy_rows_text(rows, 15)};
    gint64 intended = fairy_rows_number(rows, 16);
    item->intended = (FairyBatchState)CLAMP(intended, 0, FAIRY_BATCH_STATES - 1);
    gint64 state = fairy_rows_number(rows, 5), skip = fairy_rows_number(rows, 6);
    item->state = (FairyBatchState)CLAMP(state, 0, FAIRY_BATCH_STATES - 1);
    item->skip = (FairyBatchSkip)CLAMP(skip, 0, FAIRY_SKIP_KINDS - 1);
    return item;
}

GPtrArray *fairy_progress_read(FairyProgress *progress, GError **error)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(fairy_batch_item_free);
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyRows) rows = fairy_db_query(
        progress->db, &local,
        "SELECT id, absolute, path, place, output, state, skip, reason, actions, refused,"
        " attempts, tokens, nano, before, after, boxes, intended FROM files ORDER BY absolute",
        "");
    while (rows && fairy_rows_next(rows, &local)) {
        g_ptr_array_add(items, item_of(rows));
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return NULL;
    }
    return g_steal_pointer(&items);
}

static gboolean put(FairyDb *db, FairyBatchItem *item, GError **error)
{
    gboolean good = fairy_db_run(
        db, error,
        "INSERT OR REPLACE INTO files (id, absolute, path, place, output, state, skip, reason,"
        " actions, refused, attempts, tokens, nano, before, after, boxes)"
        " VALUES (nullif(?, 0), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "issssiisiiiiisss", item->id, item->absolute, item->path, item->place, item->output,
        (gint64)item->state, (gint64)item->skip, item->reason, (gint64)item->actions,
        (gint64)item->refused, (gint64)item->attempts, (gint64)item->tokens,
        (gint64)(item->usd * NANO + 0.5), item->before, item->after, item->boxes);
    if (good && item->id == 0) {
        item->id = fairy_db_number(db, 0, "SELECT last_insert_rowid()", "");
    }
    return good;
}

static gboolean put_all(FairyDb *db, FairyBatchItem *const *items, guint n, GError **error)
{
    gboolean good = fairy_db_begin(db, FALSE, error);
    for (guint i = 0; good && i < n; i++) {
        good = put(db, items[i], error);
    }
    if (!good) {
        fairy_db_rollback(db);
    }
    return good && fairy_db_commit(db, error);
}

static gboolean store(FairyProgress *progress, FairyBatchItem *const *items, guint n,
                      GError **error)
{
    g_mutex_lock(&progress->lock);
    gboolean good = put_all(progress->db, items, n, error);
    g_mutex_unlock(&progress->lock);
    return good;
}

gboolean fairy_progress_store_all(FairyProgress *progress, GPtrArray *items, GError **error)
{
    return store(progress, (FairyBatchItem *const *)items->pdata, items->len, error);
}

gboolean fairy_progress_store(FairyProgress *progress, FairyBatchItem *item, GError **error)
{
    return store(progress, &item, 1, error);
}

gboolean fairy_progress_intend(FairyProgress *progress, const FairyBatchItem *item, GError **error)
{
    g_mutex_lock(&progress->lock);
    gboolean good = fairy_db_run(
        progress->db, error,
        "UPDATE files SET intended = ?, reason = ?, actions = ?, refused = ?, tokens = ?,"
        " nano = ?, after = ? WHERE id = ?",
        "isiiiisi", (gint64)item->intended, item->reason, (gint64)item->actions,
        (gint64)item->refused, (gint64)item->tokens, (gint64)(item->usd * NANO + 0.5), item->after,
        item->id);
    g_mutex_unlock(&progress->lock);
    return good;
}
