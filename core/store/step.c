/* Undo and redo on disk, and looks at former states. */
#include "base/claim.h"
#include "store/entry.h"

#include <string.h>

#define N(value) ((gint64)(value))

/* A drawing that is claimed and read. */
typedef struct {
    FairyClaim *claim;
    SvgDocument *doc;
    FairyDb *db;
    FairyDrawing *drawing;
    char *digest; /* of `doc` */
} Session;

static void session_clear(Session *session)
{
    g_clear_pointer(&session->drawing, fairy_drawing_free);
    g_clear_pointer(&session->db, fairy_db_close);
    g_clear_pointer(&session->doc, svg_document_free);
    g_clear_pointer(&session->claim, fairy_claim_free);
    g_clear_pointer(&session->digest, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Session, session_clear)

/* What is pending is settled. The drawing is NULL when the journal knows nothing of it. */
static gboolean session_open(Session *session, const char *path, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    return (session->claim = fairy_claim_new(path, error)) &&
           (session->doc = svg_document_load(path, error)) &&
           fairy_db_open(FALSE, &session->db, error) &&
           (!session->db || !canonical ||
            fairy_drawing_find(session->db, canonical, FALSE, &session->drawing, error)) &&
           (!session->drawing || fairy_drawing_settle(session->drawing, path, error)) &&
           (session->digest = svg_document_digest(session->doc));
}

/* The document after the walk, in the packing of the one that was read. */
static SvgDocument *walked(Session *session, guint first, guint last, FairyJournalEntryState state,
                           GError **error)
{
    guint drift = fairy_drawing_drift(session->drawing, session->digest);
    g_autoptr(GBytes) bytes = svg_document_print_utf8(session->doc);
    g_autoptr(GString) text =
        g_string_new_len(g_bytes_get_data(bytes, NULL), (gssize)g_bytes_get_size(bytes));
    if (!fairy_drawing_walk(session->drawing, first, last, state, state == FAIRY_ENTRY_DONE, drift,
                            text, error)) {
        return NULL;
    }
    g_autoptr(GBytes) out = g_string_free_to_bytes(g_steal_pointer(&text));
    SvgDocument *doc = svg_document_with_text(session->doc, out, error);
    if (!doc) {
        g_prefix_error(error,
                       "something else changed the file since, and no drawing would be left: ");
    }
    return doc;
}

/* --- which entries ---------------------------------------------------------------------------- */

typedef struct {
    guint first, last, n;
} Range;

static gint64 ask(const Session *session, const char *sql, FairyJournalEntryState state,
                  guint number)
{
    return fairy_db_number(session->db, 0, sql, "iii", session->drawing->id, N(state), N(number));
}

static guint count(const Session *session, FairyJournalEntryState state)
{
    return (guint)ask(session,
                      "SELECT count(*) FROM entries WHERE document = ? AND state = ?"
                      " AND number > ?",
                      state, 0);
}

/* Of the entries that can be undone, the number of the n-th latest; of those that can be redone, of
 * the n-th in order. */
static guint nth(const Session *session, gboolean redo, guint n)
{
    return redo ? (guint)ask(session,
                             "SELECT number FROM entries WHERE document = ? AND state = ?"
                             " ORDER BY number LIMIT 1 OFFSET ?",
                             FAIRY_ENTRY_UNDONE, n - 1)
                : (guint)ask(session,
                             "SELECT number FROM entries WHERE document = ? AND state = ?"
                             " ORDER BY number DESC LIMIT 1 OFFSET ?",
                             FAIRY_ENTRY_DONE, n - 1);
}

/* How many entries of the turn of entry `number` are in that state. */
static guint of_turn(const Session *session, FairyJournalEntryState state, guint number)
{
    return (guint)fairy_db_number(
        session->db, 0,
        "SELECT count(*) FROM entries WHERE document = ? AND state = ? AND turn ="
        " (SELECT turn FROM entries WHERE document = ? AND number = ?)",
        "iiii", session->drawing->id, N(state), session->drawing->id, N(number));
}

static guint after(const Session *session, guint number)
{
    return (guint)ask(session,
                      "SELECT count(*) FROM entries WHERE document = ? AND state = ?"
                      " AND number > ?",
                      FAIRY_ENTRY_DONE, number);
}

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL, message);
    return FALSE;
}

static gboolean fail_with_nothing(const char *path, FairyJournalStep step, GError **error)
{
    return fail(error,
                step.redo ? "%s: nothing is there to redo; what was undone is redone, or something "
                            "new was done since"
                          : "%s: nothing is there to undo; fairy log shows what was done to it",
                path);
}

/* `number` must be an entry that is done, or 0 where no older one was dropped. */
static gboolean check_target(const Session *session, const char *path, guint number, GError **error)
{
    if (number == 0) {
        return session->drawing->dropped == 0 ||
               fail(error,
                    "%s: its first %u entries aren't kept any more; fairy log shows which are",
                    path, session->drawing->dropped);
    }
    gint64 state = fairy_db_number(session->db, -1,
                                   "SELECT state FROM entries WHERE document = ? AND number = ?",
                                   "ii", session->drawing->id, N(number));
    if (state < 0) {
        return fail(error, "%s has no entry %u; fairy log shows those it has", path, number);
    }
    return state == FAIRY_ENTRY_DONE ||
           fail(error, "%s: entry %u is %s; choose one that is done, or redo it", path, number,
                fairy_journal_entry_state_name((FairyJournalEntryState)state));
}

static gboolean choose(const Session *session, const char *path, FairyJournalStep step, Range *out,
                       GError **error)
{
    FairyJournalEntryState state = step.redo ? FAIRY_ENTRY_UNDONE : FAIRY_ENTRY_DONE;
    if (step.kind == FAIRY_STEP_TO && session->drawing &&
        !check_target(session, path, step.n, error)) {
        return FALSE;
    }
    guint all = session->drawing ? count(session, state) : 0, n = step.n;
    if (all == 0) {
        return fail_with_nothing(path, step, error);
    }
    guint next = nth(session, step.redo, 1);
    if (step.kind == FAIRY_STEP_TURN) {
        n = of_turn(session, state, next);
    } else if (step.kind == FAIRY_STEP_TO) {
        n = after(session, step.n);
    }
    if (n > all) {
        return fail(error, "%s: only %u of its entries can be %s; you asked for %u", path, all,
                    step.redo ? "redone" : "undone", n);
    }
    if (n == 0) {
        return fail(error, "%s: nothing was done after entry %u", path, step.n);
    }
    guint end = nth(session, step.redo, n);
    *out = (Range){MIN(next, end), MAX(next, end), n};
    return TRUE;
}

/* --- stepping --------------------------------------------------------------------------------- */

static GPtrArray *entries_of(const Session *session, Range range, gboolean redo, GError **error)
{
    FairyJournalEntryState state = redo ? FAIRY_ENTRY_UNDONE : FAIRY_ENTRY_DONE;
    GPtrArray *all =
        fairy_journal_entries_read(session->drawing, range.first, range.last, 1u << state, error);
    for (guint i = 0; all && redo && i < all->len / 2; i++) {
        gpointer other = all->pdata[i];
        all->pdata[i] = all->pdata[all->len - 1 - i];
        all->pdata[all->len - 1 - i] = other;
    }
    return all;
}

static gboolean announce(Session *session, const FairyPending *pending, GError **error)
{
    if (!fairy_db_begin(session->db, TRUE, error)) {
        return FALSE;
    }
    if (!fairy_pending_add(session->drawing, pending, error) ||
        !fairy_db_commit(session->db, error)) {
        fairy_db_rollback(session->db);
        return FALSE;
    }
    return TRUE;
}

static gboolean write_state(Session *session, SvgDocument *other, const char *path, Range range,
                            gboolean redo, GError **error)
{
    /* First of all: it is on its way to the disk while the rest is done. */
    g_autoptr(SvgSaving) saving =
        svg_document_save_begin(other, path, FALSE, fairy_claim_state(session->claim), error);
    if (!saving) {
        return FALSE;
    }
    g_auto(FairyPending) pending = {
        .kind = redo ? FAIRY_PENDING_REDO : FAIRY_PENDING_UNDO,
        .first = range.first,
        .last = range.last,
        .before = g_strdup(session->digest),
        .after = svg_document_digest(other),
        .drift = fairy_drawing_drift(session->drawing, session->digest),
    };
    if (!announce(session, &pending, error)) {
        return FALSE;
    }
    gboolean saved = svg_saving_commit(saving, error);
    /* If this fails, the next command finds out by the file. */
    fairy_pending_end(session->drawing, saved, NULL);
    return saved;
}

GPtrArray *fairy_journal_step(const char *path, FairyJournalStep step, GError **error)
{
    g_auto(Session) session = {0};
    Range range = {0};
    if (!session_open(&session, path, error) || !choose(&session, path, step, &range, error)) {
        return NULL;
    }
    g_autoptr(GPtrArray) entries = entries_of(&session, range, step.redo, error);
    g_autoptr(SvgDocument) other =
        entries ? walked(&session, range.first, range.last,
                         step.redo ? FAIRY_ENTRY_UNDONE : FAIRY_ENTRY_DONE, error)
                : NULL;
    if (!other || !svg_document_keeps_locks(session.doc, other, error) ||
        !write_state(&session, other, path, range, step.redo, error)) {
        return NULL;
    }
    return g_steal_pointer(&entries);
}

/* --- looking ---------------------------------------------------------------------------------- */

gboolean fairy_journal_reconstruct(const char *path, guint id, SvgDocument **before,
                                   SvgDocument **after_it, GError **error)
{
    g_auto(Session) session = {0};
    *before = *after_it = NULL;
    if (!session_open(&session, path, error)) {
        return FALSE;
    }
    gint64 state = session.drawing ? fairy_db_number(session.db, -1,
                                                     "SELECT state FROM entries WHERE document = ?"
                                                     " AND number = ?",
                                                     "ii", session.drawing->id, N(id))
                                   : -1;
    if (state < 0) {
        return fail(error, "%s has no entry %u; fairy log shows those it has", path, id);
    }
    if (state == FAIRY_ENTRY_GONE) {
        return fail(error, "%s: entry %u is gone; how it looked isn't kept", path, id);
    }
    gboolean done = state == FAIRY_ENTRY_DONE;
    guint far = done ? G_MAXUINT : id - 1, near = done ? id : 1;
    SvgDocument **first = done ? after_it : before, **second = done ? before : after_it;
    *first = walked(&session, done ? id + 1 : near, far, (FairyJournalEntryState)state, error);
    *second = *first ? walked(&session, done ? id : near, done ? far : id,
                              (FairyJournalEntryState)state, error)
                     : NULL;
    if (!*second) {
        g_clear_pointer(first, svg_document_free);
    }
    return *second != NULL;
}
