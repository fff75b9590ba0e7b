/* Entries, as they are read back. */
#include "store/entry.h"

#include "base/claim.h"

#include <fairy/clock.h>
#include <svg/error.h>

#include <string.h>

#define N(value) ((gint64)(value))

const char *fairy_journal_entry_state_name(FairyJournalEntryState state)
{
    static const char *const names[] = {
        [FAIRY_ENTRY_DONE] = "done",
        [FAIRY_ENTRY_UNDONE] = "undone",
        [FAIRY_ENTRY_GONE] = "gone",
    };
    return names[state];
}

void fairy_journal_entry_free(FairyJournalEntry *entry)
{
    if (!entry) {
        return;
    }
    g_free(entry->author);
    g_free(entry->name);
    g_free(entry->task);
    g_free(entry->command);
    g_free(entry->model);
    g_free(entry->words);
    g_free(entry->ended);
    g_free(entry->type);
    g_free(entry->action);
    g_free(entry->outcome);
    g_free(entry->detail);
    g_free(entry->before);
    g_free(entry->after);
    cJSON_Delete(entry->changes);
    g_free(entry);
}

static void free_entry(gpointer entry)
{
    fairy_journal_entry_free(entry);
}

char **fairy_journal_entry_shapes(const FairyJournalEntry *entry)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GStrvBuilder) out = g_strv_builder_new();
    const cJSON *list, *id;
    cJSON_ArrayForEach(list, entry->changes)
    {
        cJSON_ArrayForEach(id, list)
        {
            if (cJSON_IsString(id) && g_hash_table_add(seen, id->valuestring)) {
                g_strv_builder_add(out, id->valuestring);
            }
        }
    }
    return g_strv_builder_end(out);
}

static void add_text(cJSON *json, const char *name, const char *text)
{
    if (text) {
        cJSON_AddStringToObject(json, name, text);
    }
}

cJSON *fairy_journal_entry_json(const FairyJournalEntry *entry)
{
    cJSON *json = cJSON_CreateObject(), *list;
    g_autofree char *time = fairy_date_format(entry->time);
    cJSON_AddNumberToObject(json, "id", entry->id);
    cJSON_AddNumberToObject(json, "turn", entry->turn);
    add_text(json, "time", time);
    add_text(json, "author", entry->author);
    add_text(json, "fairy", entry->name ? entry->author : NULL);
    add_text(json, "name", entry->name);
    add_text(json, "task", entry->task);
    add_text(json, "command", entry->command);
    add_text(json, "model", entry->model);
    add_text(json, "words", entry->words);
    add_text(json, "ended", entry->ended);
    add_text(json, "type", entry->type);
    if (entry->action) {
        cJSON_AddItemToObject(json, "action", cJSON_Parse(entry->action));
    }
    add_text(json, "outcome", entry->outcome);
    add_text(json, "detail", entry->detail);
    cJSON_ArrayForEach(list, entry->changes)
    {
        cJSON_AddItemToObject(json, list->string, cJSON_Duplicate(list, TRUE));
    }
    add_text(json, "before", entry->before);
    add_text(json, "after", entry->after);
    add_text(json, "state", fairy_journal_entry_state_name(entry->state));
    return json;
}

/* --- reading ---------------------------------------------------------------------------------- */

static FairyJournalEntry *read_entry(FairyRows *rows)
{
    FairyJournalEntry *entry = g_new0(FairyJournalEntry, 1);
    g_autofree char *changes = fairy_rows_text(rows, 12);
    *entry = (FairyJournalEntry){
        .id = (guint)fairy_rows_number(rows, 0),
        .turn = (guint)fairy_rows_number(rows, 1),
        .time = fairy_rows_number(rows, 2),
        .author = fairy_rows_text(rows, 3),
        .command = fairy_rows_text(rows, 4),
        .model = fairy_rows_text(rows, 5),
        .words = fairy_rows_text(rows, 6),
        .type = fairy_rows_text(rows, 7),
        .action = fairy_rows_text(rows, 8),
        .outcome = fairy_rows_text(rows, 9),
        .detail = fairy_rows_text(rows, 10),
        .state = (FairyJournalEntryState)MIN(fairy_rows_number(rows, 11), FAIRY_ENTRY_GONE),
        .changes = changes ? cJSON_Parse(changes) : NULL,
        .before = fairy_rows_text(rows, 13),
        .after = fairy_rows_text(rows, 14),
        .ended = fairy_rows_text(rows, 15),
        .name = fairy_rows_text(rows, 16),
        .task = fairy_rows_text(rows, 17),
    };
    return entry;
}

GPtrArray *fairy_journal_entries_read(FairyDrawing *drawing, guint first, guint last, guint states,
                                      GError **error)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(free_entry);
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyRows) rows = fairy_db_query(
        drawing->db, &local,
        "SELECT e.number, e.turn, t.time, e.author, t.command, t.model, t.words, e.type, e.action,"
        " e.outcome, e.detail, e.state, e.changes, t.before, t.after, t.ended,"
        " e.name, e.task"
        " FROM entries e JOIN turns t ON t.document = e.document AND t.number = e.turn"
        " WHERE e.document = ? AND e.number BETWEEN ? AND ? AND (1 << e.state) & ?"
        " ORDER BY e.number DESC",
        "iiii", drawing->id, N(first), N(last), N(states));
    while (!local && fairy_rows_next(rows, &local)) {
        g_ptr_array_add(out, read_entry(rows));
    }
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return NULL;
    }
    return g_steal_pointer(&out);
}

/* --- the log ---------------------------------------------------------------------------------- */

/* What is pending is settled, unless somebody is just writing it: then it is left out. */
static guint last_certain(FairyDrawing *drawing, const char *path)
{
    if (!fairy_drawing_is_pending(drawing)) {
        return G_MAXUINT;
    }
    g_autoptr(FairyClaim) claim = fairy_claim_within(path, 0, NULL);
    return claim && fairy_drawing_settle(drawing, path, NULL) ? G_MAXUINT
                                                              : fairy_pending_first(drawing) - 1;
}

static gboolean fail_to_read(const char *path, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_IO,
                "%s: there is no such file, nor a record of one that was there", path);
    return FALSE;
}

static gboolean read_log(FairyJournalLog *log, const char *path, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairyDrawing) drawing = NULL;
    if (!fairy_db_open(FALSE, &db, error) ||
        (db && canonical && !fairy_drawing_find(db, canonical, FALSE, &drawing, error))) {
        return FALSE;
    }
    if (!drawing) {
        return g_file_test(path, G_FILE_TEST_EXISTS) || fail_to_read(path, error);
    }
    log->n_dropped = drawing->dropped;
    log->entries =
        fairy_journal_entries_read(drawing, 0, last_certain(drawing, path), G_MAXUINT, error);
    return log->entries != NULL;
}

FairyJournalLog *fairy_journal_log_read(const char *path, GError **error)
{
    FairyJournalLog *log = g_new0(FairyJournalLog, 1);
    if (!read_log(log, path, error)) {
        g_clear_pointer(&log, fairy_journal_log_free);
    } else if (!log->entries) {
        log->entries = g_ptr_array_new_with_free_func(free_entry);
    }
    return log;
}

void fairy_journal_log_free(FairyJournalLog *log)
{
    if (log) {
        g_clear_pointer(&log->entries, g_ptr_array_unref);
        g_free(log);
    }
}
