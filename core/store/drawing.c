/* The rows of a drawing, and the protocol that makes file and journal agree. */
#include "store/drawing.h"

#include <fairy/limits.h>

#include <string.h>

/* A number as a statement takes it. */
#define N(value) ((gint64)(value))

static gboolean add(FairyDb *db, const char *path, GError **error)
{
    return fairy_db_run(db, error, "INSERT INTO documents (path) VALUES (?)", "s", path);
}

gboolean fairy_drawing_find(FairyDb *db, const char *path, gboolean create, FairyDrawing **out,
                            GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyRows) rows =
        fairy_db_query(db, &local,
                       "SELECT id, digest, last_entry, last_turn, drift, dropped, anew"
                       " FROM documents"
                       " WHERE path = ?",
                       "s", path);
    *out = NULL;
    if (rows && fairy_rows_next(rows, &local)) {
        FairyDrawing *drawing = g_new0(FairyDrawing, 1);
        *drawing = (FairyDrawing){
            .db = db,
            .id = fairy_rows_number(rows, 0),
            .name = g_filename_display_basename(path),
            .digest = fairy_rows_text(rows, 1),
            .last_entry = (guint)fairy_rows_number(rows, 2),
            .last_turn = (guint)fairy_rows_number(rows, 3),
            .drift = (guint)fairy_rows_number(rows, 4),
            .dropped = (guint)fairy_rows_number(rows, 5),
            .anew = (guint)fairy_rows_number(rows, 6),
        };
        *out = drawing;
        return TRUE;
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    g_clear_pointer(&rows, fairy_rows_free);
    return !create || (add(db, path, error) && fairy_drawing_find(db, path, FALSE, out, error));
}

void fairy_drawing_free(FairyDrawing *drawing)
{
    if (drawing) {
        g_free(drawing->name);
        g_free(drawing->digest);
        g_free(drawing);
    }
}

guint fairy_drawing_drift(const FairyDrawing *drawing, const char *digest)
{
    return g_strcmp0(drawing->digest, digest) == 0 ? drawing->drift : drawing->last_entry;
}

/* --- pending ---------------------------------------------------------------------------------- */

void fairy_pending_clear(FairyPending *pending)
{
    g_clear_pointer(&pending->before, g_free);
    g_clear_pointer(&pending->after, g_free);
}

gboolean fairy_pending_add(FairyDrawing *drawing, const FairyPending *pending, GError **error)
{
    return fairy_db_run(drawing->db, error,
                        "INSERT OR REPLACE INTO pending"
                        " (document, kind, first, last, before, after, drift)"
                        " VALUES (?, ?, ?, ?, ?, ?, ?)",
                        "iiiissi", drawing->id, N(pending->kind), N(pending->first),
                        N(pending->last), pending->before, pending->after, N(pending->drift));
}

/* FALSE when there is none. */
static gboolean find_pending(FairyDrawing *drawing, FairyPending *out, GError **error)
{
    g_autoptr(FairyRows) rows =
        fairy_db_query(drawing->db, error,
                       "SELECT kind, first, last, before, after, drift FROM pending"
                       " WHERE document = ?",
                       "i", drawing->id);
    if (!rows || !fairy_rows_next(rows, error)) {
        return FALSE;
    }
    *out = (FairyPending){
        .kind = (FairyPendingKind)fairy_rows_number(rows, 0),
        .first = (guint)fairy_rows_number(rows, 1),
        .last = (guint)fairy_rows_number(rows, 2),
        .before = fairy_rows_text(rows, 3),
        .after = fairy_rows_text(rows, 4),
        .drift = (guint)fairy_rows_number(rows, 5),
    };
    return TRUE;
}

gboolean fairy_drawing_is_pending(FairyDrawing *drawing)
{
    return fairy_db_number(drawing->db, 0, "SELECT count(*) FROM pending WHERE document = ?", "i",
                           drawing->id) > 0;
}

guint fairy_pending_first(FairyDrawing *drawing)
{
    return (guint)fairy_db_number(drawing->db, N(drawing->last_entry) + 1,
                                  "SELECT first FROM pending WHERE document = ? AND kind <= 1", "i",
                                  drawing->id);
}

static gboolean set_state(FairyDrawing *drawing, guint first, guint last,
                          FairyJournalEntryState from, FairyJournalEntryState to, GError **error)
{
    return fairy_db_run(drawing->db, error,
                        "UPDATE entries SET state = ? WHERE document = ?"
                        " AND number BETWEEN ? AND ? AND state = ?",
                        "iiiii", N(to), drawing->id, N(first), N(last), N(from));
}

/* What was undone is later than all that is done. */
static guint last_done(FairyDrawing *drawing, guint last)
{
    return (guint)fairy_db_number(drawing->db, drawing->anew,
                                  "SELECT number FROM entries WHERE document = ?"
                                  " AND number BETWEEN ? AND ? AND state = ?"
                                  " ORDER BY number DESC LIMIT 1",
                                  "iiii", drawing->id, N(drawing->anew), N(last),
                                  N(FAIRY_ENTRY_DONE));
}

/* What can't be redone any more after a new turn stays in the log. Only what may change is looked
 * at: a drawing may have a long history. */
static gboolean carry_out(FairyDrawing *drawing, const FairyPending *pending, GError **error)
{
    guint earlier = pending->first - 1, first = drawing->anew + 1;
    switch (pending->kind) {
    case FAIRY_PENDING_ANEW:
        drawing->anew = earlier;
        return set_state(drawing, first, earlier, FAIRY_ENTRY_DONE, FAIRY_ENTRY_GONE, error) &&
               set_state(drawing, first, earlier, FAIRY_ENTRY_UNDONE, FAIRY_ENTRY_GONE, error);
    case FAIRY_PENDING_TURN:
        return set_state(drawing, last_done(drawing, earlier) + 1, earlier, FAIRY_ENTRY_UNDONE,
                         FAIRY_ENTRY_GONE, error);
    case FAIRY_PENDING_UNDO:
        return set_state(drawing, pending->first, pending->last, FAIRY_ENTRY_DONE,
                         FAIRY_ENTRY_UNDONE, error);
    case FAIRY_PENDING_REDO:
        return set_state(drawing, pending->first, pending->last, FAIRY_ENTRY_UNDONE,
                         FAIRY_ENTRY_DONE, error);
    }
    return TRUE;
}

static gboolean remember(FairyDrawing *drawing, const FairyPending *pending, GError **error)
{
    g_free(drawing->digest);
    drawing->digest = g_strdup(pending->after);
    drawing->drift = pending->drift;
    return fairy_db_run(drawing->db, error,
                        "UPDATE documents SET digest = ?, drift = ?, anew = ? WHERE id = ?", "siii",
                        pending->after, N(pending->drift), N(drawing->anew), drawing->id);
}

/* A turn that never happened leaves no gap in the numbers. */
static gboolean withdraw(FairyDrawing *drawing, const FairyPending *pending, GError **error)
{
    FairyDb *db = drawing->db;
    if (pending->kind > FAIRY_PENDING_ANEW || pending->last < pending->first) {
        return TRUE;
    }
    drawing->last_entry = pending->first - 1;
    drawing->last_turn--;
    return fairy_db_run(
               db, error,
               "UPDATE documents SET last_entry = ?, last_turn = last_turn - 1, size ="
               " size - coalesce((SELECT size FROM turns WHERE document = id AND number = last_turn), 0)"
               " WHERE id = ?",
               "ii", N(drawing->last_entry), drawing->id) &&
           fairy_db_run(db, error, "DELETE FROM turns WHERE document = ? AND number > ?", "ii",
                        drawing->id, N(drawing->last_turn)) &&
           fairy_db_run(db, error, "DELETE FROM entries WHERE document = ? AND number >= ?", "ii",
                        drawing->id, N(pending->first));
}

static gboolean end(FairyDrawing *drawing, const FairyPending *pending, gboolean happened,
                    GError **error)
{
    gboolean good = happened
                        ? carry_out(drawing, pending, error) && remember(drawing, pending, error)
                        : withdraw(drawing, pending, error);
    return good && fairy_db_run(drawing->db, error, "DELETE FROM pending WHERE document = ?", "i",
                                drawing->id);
}

/* Needs no wait for the disk: should the machine stop, the file's digest still tells. */
gboolean fairy_pending_end(FairyDrawing *drawing, gboolean happened, GError **error)
{
    g_auto(FairyPending) pending = {0};
    g_autoptr(GError) local = NULL;
    if (!fairy_db_begin(drawing->db, FALSE, error)) {
        return FALSE;
    }
    if (find_pending(drawing, &pending, &local)) {
        end(drawing, &pending, happened, &local);
    }
    if (!local && fairy_db_commit(drawing->db, &local)) {
        return TRUE;
    }
    fairy_db_rollback(drawing->db);
    g_propagate_error(error, g_steal_pointer(&local));
    return FALSE;
}

/* Whether the drawing is as it is after what is pending. When something else changed it since, too,
 * its bytes tell. */
static gboolean did_happen(FairyDrawing *drawing, const FairyPending *pending, SvgDocument *doc)
{
    g_autofree char *digest = doc ? svg_document_digest(doc) : NULL;
    if (!doc || g_str_equal(digest, pending->after)) {
        return doc != NULL;
    }
    if (g_str_equal(digest, pending->before)) {
        return FALSE;
    }
    gboolean undo = pending->kind == FAIRY_PENDING_UNDO;
    FairyJournalEntryState state =
        pending->kind == FAIRY_PENDING_REDO ? FAIRY_ENTRY_UNDONE : FAIRY_ENTRY_DONE;
    g_autoptr(GBytes) bytes = svg_document_print_utf8(doc);
    g_autoptr(GString) text =
        g_string_new_len(g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
    return fairy_drawing_walk(drawing, pending->first, pending->last, state, !undo, G_MAXUINT, text,
                              NULL);
}

gboolean fairy_drawing_settle(FairyDrawing *drawing, const char *path, GError **error)
{
    g_auto(FairyPending) pending = {0};
    g_autoptr(GError) local = NULL;
    if (find_pending(drawing, &pending, &local)) {
        g_autoptr(SvgDocument) doc = svg_document_load(path, NULL);
        return fairy_pending_end(drawing, did_happen(drawing, &pending, doc), error);
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    return TRUE;
}

/* --- limits ----------------------------------------------------------------------------------- */

static gboolean drop_turn(FairyDb *db, gint64 document, gint64 turn, GError **error)
{
    return fairy_db_run(db, error,
                        "UPDATE documents SET (size, dropped) = (SELECT documents.size - t.size,"
                        " dropped + t.entries FROM turns t WHERE t.document = id AND t.number = ?)"
                        " WHERE id = ?",
                        "ii", turn, document) &&
           fairy_db_run(db, error, "DELETE FROM entries WHERE document = ? AND turn = ?", "ii",
                        document, turn) &&
           fairy_db_run(db, error, "DELETE FROM turns WHERE document = ? AND number = ?", "ii",
                        document, turn);
}

static gint64 bytes_of(FairyDrawing *drawing)
{
    return fairy_db_number(drawing->db, 0, "SELECT size FROM documents WHERE id = ?", "i",
                           drawing->id);
}

static gint64 bytes_of_all(FairyDb *db)
{
    return (fairy_db_number(db, 0, "PRAGMA page_count", "") -
            fairy_db_number(db, 0, "PRAGMA freelist_count", "")) *
           fairy_db_number(db, 0, "PRAGMA page_size", "");
}

/* FALSE when there is none, or with an error. */
static gboolean drop_oldest(FairyDrawing *drawing, guint keep, GError **error)
{
    g_autoptr(FairyRows) rows = fairy_db_query(
        drawing->db, error,
        "SELECT document, number FROM turns WHERE document != ? OR number != ? ORDER BY time LIMIT 1",
        "ii", drawing->id, N(keep));
    if (!rows || !fairy_rows_next(rows, error)) {
        return FALSE;
    }
    gint64 document = fairy_rows_number(rows, 0), turn = fairy_rows_number(rows, 1);
    g_clear_pointer(&rows, fairy_rows_free);
    return drop_turn(drawing->db, document, turn, error);
}

gboolean fairy_drawing_prune(FairyDrawing *drawing, guint keep, gint64 max_drawing, gint64 max_all,
                             GError **error)
{
    g_autoptr(GError) local = NULL;
    while (!local && bytes_of(drawing) > max_drawing) {
        gint64 oldest =
            fairy_db_number(drawing->db, keep, "SELECT min(number) FROM turns WHERE document = ?",
                            "i", drawing->id);
        if (oldest >= (gint64)keep) {
            break;
        }
        drop_turn(drawing->db, drawing->id, oldest, &local);
    }
    while (!local && bytes_of_all(drawing->db) > max_all && drop_oldest(drawing, keep, &local)) {
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    return TRUE;
}
