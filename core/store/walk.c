/* From one state of a drawing to another: entry by entry, or by turns where they are whole. */
#include "store/drawing.h"
#include "store/patch.h"

#define N(value) ((gint64)(value))

typedef struct {
    FairyDrawing *drawing;
    FairyJournalEntryState state;
    gboolean back;
    guint drift;
    GString *text;
} Walk;

/* Entries of one turn, next to each other. */
typedef struct {
    guint turn, first, last, n;
} Stretch;

/* In the order of the walk. */
static GArray *find_stretches(const Walk *walk, guint first, guint last, GError **error)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Stretch));
    g_autoptr(FairyRows) rows =
        fairy_db_query(walk->drawing->db, error,
                       "SELECT turn, min(number), max(number), count(*) FROM entries"
                       " WHERE document = ? AND number BETWEEN ? AND ? AND state = ?"
                       " GROUP BY turn ORDER BY turn",
                       "iiii", walk->drawing->id, N(first), N(last), N(walk->state));
    while (rows && fairy_rows_next(rows, error)) {
        Stretch stretch = {
            .turn = (guint)fairy_rows_number(rows, 0),
            .first = (guint)fairy_rows_number(rows, 1),
            .last = (guint)fairy_rows_number(rows, 2),
            .n = (guint)fairy_rows_number(rows, 3),
        };
        if (walk->back) {
            g_array_prepend_val(out, stretch);
        } else {
            g_array_append_val(out, stretch);
        }
    }
    return out;
}

static gboolean fail(const Walk *walk, FairyPatchResult result, guint number, const char *type,
                     const char *excerpt, GError **error)
{
    static const char *const why[] = {
        [FAIRY_PATCH_MISSING] = "isn't there any more",
        [FAIRY_PATCH_AMBIGUOUS] = "is there more than once",
    };
    const char *name = walk->drawing->name, *verb = walk->back ? "undone" : "redone";
    if (result == FAIRY_PATCH_DAMAGED) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "%s: %u (%s) can't be %s: what the journal, %s, has of it is damaged", name,
                    number, type, verb, fairy_db_path());
    } else {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "%s: %u (%s) can't be %s: something else changed the file since, and `%s` %s",
                    name, number, type, verb, excerpt, why[result]);
    }
    return FALSE;
}

static gboolean apply(const Walk *walk, GBytes *patch, guint number, const char *type,
                      GError **error)
{
    g_autofree char *excerpt = NULL;
    FairyPatchResult result =
        patch ? fairy_patch_apply(patch, walk->back, number > walk->drift, walk->text, &excerpt)
              : FAIRY_PATCH_DAMAGED;
    return result == FAIRY_PATCH_APPLIED || fail(walk, result, number, type, excerpt, error);
}

/* The patch of a turn, all of whose entries are walked; NULL when it has none of its own. */
static GBytes *whole_patch(const Walk *walk, const Stretch *stretch)
{
    g_autoptr(FairyRows) rows =
        fairy_db_query(walk->drawing->db, NULL,
                       "SELECT patch FROM turns WHERE document = ? AND number = ? AND entries = ?",
                       "iii", walk->drawing->id, N(stretch->turn), N(stretch->n));
    return rows && fairy_rows_next(rows, NULL) ? fairy_rows_blob(rows, 0) : NULL;
}

static gboolean walk_entries(const Walk *walk, const Stretch *stretch, GError **error)
{
    static const char *const queries[] = {
        "SELECT number, type, patch FROM entries WHERE document = ? AND number BETWEEN ? AND ?"
        " AND state = ? ORDER BY number",
        "SELECT number, type, patch FROM entries WHERE document = ? AND number BETWEEN ? AND ?"
        " AND state = ? ORDER BY number DESC",
    };
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyRows) rows =
        fairy_db_query(walk->drawing->db, &local, queries[walk->back ? 1 : 0], "iiii",
                       walk->drawing->id, N(stretch->first), N(stretch->last), N(walk->state));
    while (!local && fairy_rows_next(rows, &local)) {
        g_autofree char *type = fairy_rows_text(rows, 1);
        g_autoptr(GBytes) patch = fairy_rows_blob(rows, 2);
        apply(walk, patch, (guint)fairy_rows_number(rows, 0), type, &local);
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    return TRUE;
}

gboolean fairy_drawing_walk(FairyDrawing *drawing, guint first, guint last,
                            FairyJournalEntryState state, gboolean back, guint drift, GString *text,
                            GError **error)
{
    const Walk walk = {drawing, state, back, drift, text};
    g_autoptr(GError) local = NULL;
    g_autoptr(GArray) stretches = find_stretches(&walk, first, last, &local);
    for (guint i = 0; !local && i < stretches->len; i++) {
        const Stretch *stretch = &g_array_index(stretches, Stretch, i);
        g_autoptr(GBytes) patch = whole_patch(&walk, stretch);
        if (patch) {
            apply(&walk, patch, stretch->first, "the whole turn", &local);
        } else {
            walk_entries(&walk, stretch, &local);
        }
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    return TRUE;
}
