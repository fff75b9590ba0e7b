/* Sessions in the journal's file: found, read, kept and dropped. */
#include "base/claim.h"
#include "store/checkpoint.h"
#include "store/drawing.h"
#include "store/session_state.h"

#include <fairy/limits.h>
#include <fairy/session.h>

#include <string.h>

#define N(value) ((gint64)(value))

/* A row, in the transaction that reads it. */
typedef struct {
    gint64 id;
    guint runs, items, dropped, last_item, shown_after;
    gint64 size;
} Row;

#define COLUMNS                                                                               \
    "s.id, d.path, s.name, s.begun, s.used, s.runs, s.items, s.dropped, s.size, s.last_item," \
    " s.shown_after, s.state"

/* --- one session ------------------------------------------------------------------------------ */

static void free_session(gpointer session)
{
    fairy_session_free(session);
}

/* Its folder may be gone, too. */
static char *known_path(const char *path)
{
    char *canonical = fairy_canonical_path(path);
    return canonical ? canonical : g_canonicalize_filename(path, NULL);
}

/* The row under the cursor. */
static FairySession *read_row(FairyRows *rows, Row *row, GError **error)
{
    g_autoptr(FairySession) session = fairy_session_new();
    g_autofree char *state = fairy_rows_text(rows, 11);
    *row = (Row){
        .id = fairy_rows_number(rows, 0),
        .runs = (guint)fairy_rows_number(rows, 5),
        .items = (guint)fairy_rows_number(rows, 6),
        .dropped = (guint)fairy_rows_number(rows, 7),
        .size = fairy_rows_number(rows, 8),
        .last_item = (guint)fairy_rows_number(rows, 9),
        .shown_after = (guint)fairy_rows_number(rows, 10),
    };
    session->document = fairy_rows_text(rows, 1);
    session->name = fairy_rows_text(rows, 2);
    session->begun = fairy_rows_number(rows, 3);
    session->used = fairy_rows_number(rows, 4);
    session->n_runs = row->runs;
    session->n_items = row->items;
    session->n_dropped = row->dropped;
    return fairy_session_read_state(session, state, error) ? g_steal_pointer(&session) : NULL;
}

/* *out is NULL, without an error, when there is none. */
static gboolean find(FairyDb *db, const char *path, const char *name, FairySession **out, Row *row,
                     GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyRows) rows =
        fairy_db_query(db, &local,
                       "SELECT " COLUMNS " FROM sessions s JOIN documents d ON d.id = s.document"
                       " WHERE d.path = ? AND s.name = ?",
                       "ss", path, name);
    *out = rows && fairy_rows_next(rows, &local) ? read_row(rows, row, &local) : NULL;
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    return TRUE;
}

static gboolean read_item(FairySession *session, FairyRows *rows, GError **error)
{
    g_autofree char *text = fairy_rows_text(rows, 0);
    cJSON *json = text ? cJSON_Parse(text) : NULL;
    gboolean good = fairy_memory_read(session->memory, json, error);
    cJSON_Delete(json);
    return good;
}

static gboolean read_items(FairyDb *db, FairySession *session, gint64 id, guint after,
                           GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyRows) rows = fairy_db_query(
        db, &local, "SELECT item FROM items WHERE session = ? AND number > ? ORDER BY number", "ii",
        id, N(after));
    session->memory = fairy_memory_new(NULL, NULL);
    while (!local && fairy_rows_next(rows, &local)) {
        read_item(session, rows, &local);
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    return TRUE;
}

guint fairy_session_last(const FairySession *session)
{
    const GPtrArray *items = fairy_memory_items(session->memory);
    return items->len ? ((const FairyMemoryItem *)items->pdata[items->len - 1])->number : 0;
}

/* `whole`: also what isn't shown any more. *out is NULL, without an error, when there is none. */
static gboolean load(const char *path, const char *name, gboolean whole, FairySession **out,
                     GError **error)
{
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairySession) session = NULL;
    Row row;
    *out = NULL;
    if (!fairy_db_open(FALSE, &db, error) || (db && !find(db, path, name, &session, &row, error))) {
        return FALSE;
    }
    if (!session) {
        return TRUE;
    }
    if (!read_items(db, session, row.id, whole ? 0 : row.shown_after, error)) {
        return FALSE;
    }
    session->last = fairy_session_last(session);
    fairy_session_read_former(db, session, row.id);
    *out = g_steal_pointer(&session);
    return TRUE;
}

/* Of the session which is kept, for who reads nothing of it; the seed is also that it will have. */
static void peek(FairySession *session, const char *path, const char *name)
{
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairySession) kept = NULL;
    Row row;
    gboolean found = path && fairy_db_open(FALSE, &db, NULL) && db &&
                     find(db, path, name, &kept, &row, NULL) && kept;
    session->seed = found ? kept->seed : fairy_character_seed(path, name);
    session->keeps_former = found && fairy_session_has_former(db, row.id);
}

FairySession *fairy_session_open(const char *path, const char *name, gboolean remember,
                                 GError **error)
{
    g_autofree char *canonical = path ? fairy_canonical_path(path) : NULL;
    FairySession *session = NULL;
    if (!fairy_session_check_name(name, error) ||
        (canonical && remember && !load(canonical, name, FALSE, &session, error))) {
        return NULL;
    }
    if (!session) {
        session = fairy_session_new();
        if (remember) {
            session->seed = fairy_character_seed(canonical, name);
            session->keeps_former = TRUE;
        } else {
            peek(session, canonical, name);
        }
        session->document = g_steal_pointer(&canonical);
        session->name = g_strdup(name);
        session->unread = !remember;
        session->memory = fairy_memory_new(NULL, NULL);
    }
    return session;
}

static void fail_to_find(const char *path, const char *name, GError **error)
{
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                "%s: no session \"%s\" is kept of it; \"fairy sessions\" lists those that are",
                path, name);
}

FairySession *fairy_session_read(const char *path, const char *name, GError **error)
{
    g_autofree char *known = known_path(path);
    FairySession *session = NULL;
    if (load(known, name, TRUE, &session, error) && !session) {
        fail_to_find(path, name, error);
    }
    return session;
}

/* --- keeping ---------------------------------------------------------------------------------- */

static gboolean add_row(FairyDb *db, const char *path, const char *name, GError **error)
{
    g_autoptr(FairyDrawing) drawing = NULL;
    gint64 now = g_get_real_time();
    return fairy_drawing_find(db, path, TRUE, &drawing, error) &&
           fairy_db_run(db, error,
                        "INSERT INTO sessions (document, name, begun, used) VALUES (?, ?, ?, ?)",
                        "isii", drawing->id, name, now, now);
}

/* As it is now, in the transaction that changes it; made when there is none. */
static FairySession *find_or_add(FairyDb *db, const char *path, const char *name, Row *row,
                                 GError **error)
{
    FairySession *kept = NULL;
    if (find(db, path, name, &kept, row, error) && !kept && add_row(db, path, name, error)) {
        find(db, path, name, &kept, row, error);
    }
    return kept;
}

/* The items that are new get numbers behind those that others have kept meanwhile; in another
 * drawing's session all are new, and those before aren't shown any more. */
static void number_items(FairySession *session, Row *row, gboolean anew)
{
    const GPtrArray *items = fairy_memory_items(session->memory);
    guint first = items->len ? ((const FairyMemoryItem *)items->pdata[0])->number : 1;
    guint known = anew ? first - 1 : session->last;
    if (row->last_item > known) {
        fairy_memory_shift(session->memory, anew ? 1 : known + 1, row->last_item - known);
        known = row->last_item;
    }
    session->last = known;
    row->shown_after = anew ? row->last_item : row->shown_after;
}

static gboolean add_item(FairyDb *db, Row *row, const FairyMemoryItem *item, GError **error)
{
    cJSON *json = fairy_memory_item_json(item);
    g_autofree char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    if (!fairy_db_run(db, error,
                      "INSERT INTO items (session, number, run, item) VALUES (?, ?, ?, ?)", "iiis",
                      row->id, N(item->number), N(row->runs), text)) {
        return FALSE;
    }
    row->items++;
    row->size += N(strlen(text));
    row->last_item = item->number;
    if (item->until > 0 && item->scope.level == FAIRY_LEVEL_FAIRY) {
        row->shown_after = MAX(row->shown_after, item->until);
    }
    return TRUE;
}

static gboolean add_items(FairyDb *db, FairySession *session, Row *row, GError **error)
{
    const GPtrArray *items = fairy_memory_items(session->memory);
    for (guint i = 0; i < items->len; i++) {
        const FairyMemoryItem *item = items->pdata[i];
        if (item->number > session->last && !add_item(db, row, item, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Drops the oldest items, but none of this run. */
static gboolean prune_items(FairyDb *db, Row *row, GError **error)
{
    while (row->size > FAIRY_MAX_SESSION_BYTES) {
        gint64 oldest =
            fairy_db_number(db, 0, "SELECT min(number) FROM items WHERE session = ? AND run < ?",
                            "ii", row->id, N(row->runs));
        gint64 size = fairy_db_number(
            db, 0, "SELECT length(CAST(item AS BLOB)) FROM items WHERE session = ? AND number = ?",
            "ii", row->id, oldest);
        if (size == 0) {
            break;
        }
        if (!fairy_db_run(db, error, "DELETE FROM items WHERE session = ? AND number = ?", "ii",
                          row->id, oldest)) {
            return FALSE;
        }
        row->size -= size;
        row->items--;
        row->dropped++;
    }
    return TRUE;
}

static gboolean delete_row(FairyDb *db, gint64 id, GError **error)
{
    return fairy_db_run(db, error, "DELETE FROM items WHERE session = ?", "i", id) &&
           fairy_db_run(db, error, "DELETE FROM sessions WHERE id = ?", "i", id);
}

/* Drops the sessions that weren't used for longest, but not this one. */
static gboolean prune_sessions(FairyDb *db, gint64 keep, GError **error)
{
    while (fairy_db_number(db, 0, "SELECT sum(size + ifnull(length(former), 0)) FROM sessions",
                           "") > N(FAIRY_MAX_SESSIONS_BYTES)) {
        gint64 oldest = fairy_db_number(
            db, 0, "SELECT id FROM sessions WHERE id != ? ORDER BY used LIMIT 1", "i", keep);
        if (oldest == 0) {
            break;
        }
        if (!delete_row(db, oldest, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean write_row(FairyDb *db, const FairySession *session, const Row *row, GError **error)
{
    g_autofree char *state = fairy_session_print_state(session);
    return fairy_db_run(db, error,
                        "UPDATE sessions SET used = ?, runs = ?, items = ?, dropped = ?, size = ?,"
                        " last_item = ?, shown_after = ?, state = ? WHERE id = ?",
                        "iiiiiiisi", g_get_real_time(), N(row->runs), N(row->items),
                        N(row->dropped), row->size, N(row->last_item), N(row->shown_after), state,
                        row->id);
}

/* What others have spent meanwhile counts, too. */
static void add_spent(FairySession *session, const FairySession *kept, const FairyRunCost *spent)
{
    session->n_requests = kept->n_requests + spent->requests;
    session->usage = kept->usage;
    session->cost = kept->cost;
    fairy_usage_add(&session->usage, &spent->usage);
    fairy_cost_add(&session->cost, spent->cost);
}

/* Who read nothing of what there is changes nothing of it. */
static void adopt(FairySession *session, FairySession *kept)
{
    session->origin = kept->origin;
    session->step = kept->step;
    session->seed = kept->seed;
    session->mode = kept->mode;
    session->view = kept->view;
    FairyTodos *todos = session->todos;
    session->todos = kept->todos;
    kept->todos = todos;
    cJSON_Delete(session->contexts);
    session->contexts = kept->contexts;
    kept->contexts = NULL;
    session->unread = FALSE;
}

/* What was there of a run that wrote the same, and of this one, hasn't to be resumed any more. */
static gboolean keep_left(FairyDb *db, const FairySession *session, const char *path,
                          const FairyCheckpoint *left, GError **error)
{
    g_autofree char *asked = left ? fairy_canonical_path(left->asked) : NULL;
    g_autofree char *writes = left ? fairy_canonical_path(left->writes) : NULL;
    return fairy_checkpoint_drop_output(db, path, session->name, error) &&
           (!writes || fairy_checkpoint_drop_output(db, writes, session->name, error)) &&
           (!asked || !left->why || fairy_checkpoint_put(db, left, asked, path, path, error));
}

static gboolean keep_run(FairyDb *db, FairySession *session, const char *path,
                         const FairyRunCost *spent, Row *row, GError **error)
{
    g_autoptr(FairySession) kept = find_or_add(db, path, session->name, row, error);
    if (!kept) {
        return FALSE;
    }
    gboolean anew = g_strcmp0(session->document, path) != 0;
    if (session->unread && !anew) {
        adopt(session, kept);
    }
    number_items(session, row, anew);
    add_spent(session, kept, spent);
    session->begun = kept->begun;
    row->runs++;
    return add_items(db, session, row, error) && prune_items(db, row, error) &&
           write_row(db, session, row, error) &&
           fairy_session_write_former(db, session, kept, row->id, error) &&
           prune_sessions(db, row->id, error);
}

gboolean fairy_session_save(FairySession *session, const char *path, const FairyRunCost *spent,
                            const FairyCheckpoint *left, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autoptr(FairyDb) db = NULL;
    Row row;
    if (!canonical) {
        return TRUE;
    }
    if (!fairy_db_open(TRUE, &db, error) || !fairy_db_begin(db, FALSE, error)) {
        return FALSE;
    }
    gboolean told = !session->unread; /* else it is another conversation, which stays as it is */
    if (!keep_run(db, session, canonical, spent, &row, error) ||
        (told && !keep_left(db, session, canonical, left, error)) || !fairy_db_commit(db, error)) {
        fairy_db_rollback(db);
        return FALSE;
    }
    g_free(session->document);
    session->document = g_steal_pointer(&canonical);
    session->used = g_get_real_time();
    session->last = fairy_session_last(session);
    session->n_runs = row.runs;
    session->n_items = row.items;
    session->n_dropped = row.dropped;
    return TRUE;
}

gboolean fairy_session_save_cost(FairySession *session, const FairyRunCost *spent, GError **error)
{
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairySession) kept = NULL;
    Row row;
    if (!session->document || spent->requests == 0) {
        return TRUE;
    }
    if (!fairy_db_open(TRUE, &db, error) || !fairy_db_begin(db, FALSE, error)) {
        return FALSE;
    }
    kept = find_or_add(db, session->document, session->name, &row, error);
    if (kept) {
        add_spent(session, kept, spent);
        add_spent(kept, session, &(FairyRunCost){0});
    }
    if (!kept || !write_row(db, kept, &row, error) || !fairy_db_commit(db, error)) {
        fairy_db_rollback(db);
        return FALSE;
    }
    return TRUE;
}

/* --- all of them ------------------------------------------------------------------------------ */

GPtrArray *fairy_sessions_list(const char *path, GError **error)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(free_session);
    g_autofree char *known = path ? known_path(path) : NULL;
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyDb) db = NULL;
    if (!fairy_db_open(FALSE, &db, error)) {
        return NULL;
    }
    g_autoptr(FairyRows) rows =
        db ? fairy_db_query(db, &local,
                            "SELECT " COLUMNS
                            " FROM sessions s JOIN documents d ON d.id = s.document"
                            " WHERE d.path = ifnull(?, d.path) ORDER BY s.used DESC, s.id DESC",
                            "s", known)
           : NULL;
    while (rows && !local && fairy_rows_next(rows, &local)) {
        Row row;
        FairySession *session = read_row(rows, &row, &local);
        if (session) {
            g_ptr_array_add(out, session);
        }
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return NULL;
    }
    return g_steal_pointer(&out);
}

static gboolean delete (FairyDb *db, const char *path, const char *name, gboolean *found,
                        GError **error)
{
    g_autoptr(FairySession) session = NULL;
    Row row;
    *found = FALSE;
    if (!find(db, path, name, &session, &row, error)) {
        return FALSE;
    }
    guint left = 0;
    gboolean good = (!session || delete_row(db, row.id, error)) &&
                    fairy_checkpoint_drop(db, path, name, &left, error);
    *found = session || left > 0;
    return good;
}

gboolean fairy_session_delete(const char *path, const char *name, GError **error)
{
    g_autofree char *known = known_path(path);
    g_autoptr(FairyDb) db = NULL;
    gboolean found = FALSE;
    if (!fairy_db_open(FALSE, &db, error) || (db && !fairy_db_begin(db, TRUE, error))) {
        return FALSE;
    }
    if (db && (!delete (db, known, name, &found, error) || !fairy_db_commit(db, error))) {
        fairy_db_rollback(db);
        return FALSE;
    }
    if (!found) {
        fail_to_find(path, name, error);
    }
    return found;
}
