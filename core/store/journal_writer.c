/* What a run does, kept: announced before the drawing is written, settled after. */
#include "base/claim.h"
#include "store/drawing.h"
#include "store/spool.h"
#include "store/stored_entry.h"

#include <fairy/limits.h>

#include <string.h>

#define N(value) ((gint64)(value))

struct _FairyJournalWriter {
    SvgDocument *doc;
    char *command, *model, *words;
    char *ended;    /* NULL: the run is done */
    char *before;   /* digest of the text it began with; NULL: of what was read */
    guint start, n; /* undo depth then, and commits since */
    GString *told;  /* of each commit: the action's type, outcome, detail, itself, who did it at
                      which task; with NULs */
    guint n_aside;  /* of them are in `aside`, and one commit of the document */
    FairySpool *aside;
    gboolean full;    /* no more goes there */
    cJSON *earlier;   /* what was done by the run that it goes on for: a list; or NULL */
    GThread *opening; /* fairy_db_open_ahead() */
};

/* A copy of at most FAIRY_MAX_KEPT_WORDS bytes. */
static char *copy_words(const char *text)
{
    if (!text || strlen(text) <= FAIRY_MAX_KEPT_WORDS) {
        return g_strdup(text);
    }
    g_autofree char *cut = g_strndup(text, FAIRY_MAX_KEPT_WORDS);
    g_autofree char *valid = g_utf8_make_valid(cut, -1);
    return g_strconcat(valid, "…", NULL);
}

FairyJournalWriter *fairy_journal_writer_new(const FairyJournalWriterInfo *info)
{
    FairyJournalWriter *record = g_new0(FairyJournalWriter, 1);
    record->command = g_strdup(info->command);
    record->model = g_strdup(info->model);
    record->words = copy_words(info->words);
    record->told = g_string_new(NULL);
    record->opening = fairy_db_open_ahead();
    return record;
}

void fairy_journal_writer_begin(FairyJournalWriter *record, SvgDocument *doc)
{
    record->doc = doc;
    record->before = svg_document_version(doc) ? svg_document_digest(doc) : NULL;
    record->start = svg_document_undo_depth(doc);
}

void fairy_journal_writer_free(FairyJournalWriter *record)
{
    if (record) {
        fairy_db_close(fairy_db_opened(&record->opening));
        g_free(record->command);
        g_free(record->model);
        g_free(record->words);
        g_free(record->ended);
        g_free(record->before);
        g_string_free(record->told, TRUE);
        fairy_spool_free(record->aside);
        cJSON_Delete(record->earlier);
        g_free(record);
    }
}

void fairy_journal_writer_end(FairyJournalWriter *record, const char *why)
{
    g_free(record->ended);
    record->ended = g_strdup(why);
}

static void add_ids(cJSON *json, const char *name, char *const *ids)
{
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (; *ids; ids++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(*ids));
    }
}

static char *print_changes(const SvgChange *change)
{
    cJSON *json = cJSON_CreateObject();
    add_ids(json, "added", change->added);
    add_ids(json, "changed", change->changed);
    add_ids(json, "removed", change->removed);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

static void tell(FairyJournalWriter *record, const char *text)
{
    g_string_append(record->told, text ? text : "");
    g_string_append_c(record->told, '\0');
}

void fairy_journal_writer_add(FairyJournalWriter *record, const FairyOutcome *outcome)
{
    fairy_journal_writer_add_by(record, outcome, NULL, NULL);
}

void fairy_journal_writer_add_by(FairyJournalWriter *record, const FairyOutcome *outcome,
                                 const char *name, const char *task)
{
    if (!outcome->wrote) {
        return;
    }
    g_autofree char *action = outcome->action ? cJSON_PrintUnformatted(outcome->action) : NULL;
    g_autofree char *detail = copy_words(outcome->detail);
    record->n++;
    tell(record, outcome->type);
    tell(record, fairy_status_name(outcome->status));
    tell(record, detail);
    tell(record, action && strlen(action) <= FAIRY_MAX_KEPT_ACTION ? action : NULL);
    tell(record, name);
    tell(record, task);
}

/* --- entries ---------------------------------------------------------------------------------- */

static char *next_told(const char **told)
{
    const char *text = *told;
    *told += strlen(text) + 1;
    return *text ? g_strdup(text) : NULL;
}

static void pack(const SvgReplacement *at, gpointer packer)
{
    fairy_packer_add(packer, at);
}

/* Of the next commit of the trace, which leads on from undo depth `depth`. */
static FairyStoredEntry next_entry(const FairyJournalWriter *record, SvgTrace *trace, guint depth,
                                   const char **told)
{
    FairyPacker packer = {0};
    svg_trace_next(trace, pack, &packer);
    g_autoptr(SvgChange) change = svg_document_change(record->doc, depth);
    FairyStoredEntry entry = {.patch = fairy_packer_take(&packer),
                              .changes = print_changes(change)};
    entry.author = g_steal_pointer(&change->author);
    entry.type = next_told(told);
    entry.outcome = next_told(told);
    entry.detail = next_told(told);
    entry.action = next_told(told);
    entry.name = next_told(told);
    entry.task = next_told(told);
    return entry;
}

/* --- setting aside ---------------------------------------------------------------------------- */

/* Those set aside are one commit. */
static guint first_left(const FairyJournalWriter *record)
{
    return record->start + (record->n_aside > 0);
}

static guint end_of(const FairyJournalWriter *record)
{
    return first_left(record) + record->n - record->n_aside;
}

static gboolean set_aside(FairyJournalWriter *record)
{
    guint first = first_left(record), end = end_of(record);
    g_autoptr(SvgTrace) trace = svg_trace_new(record->doc, first, end, FAIRY_MAX_DRAWING_BYTES);
    const char *told = record->told->str;
    if (!record->aside) {
        record->aside = fairy_spool_new();
    }
    for (guint i = first; trace && record->aside && i < end; i++) {
        g_auto(FairyStoredEntry) entry = next_entry(record, trace, i, &told);
        fairy_stored_entry_put(&entry, record->aside);
    }
    return trace && record->aside && fairy_spool_flush(record->aside);
}

void fairy_journal_writer_fold(FairyJournalWriter *record)
{
    if (record->full || record->n == record->n_aside ||
        svg_document_undo_depth(record->doc) != end_of(record)) {
        return;
    }
    record->full = !set_aside(record);
    if (record->full) {
        return;
    }
    svg_document_fold(record->doc, record->start);
    record->n_aside = record->n;
    g_string_free(record->told, TRUE);
    record->told = g_string_new(NULL);
}

/* --- keeping ---------------------------------------------------------------------------------- */

static guint n_earlier(const FairyJournalWriter *record)
{
    return (guint)cJSON_GetArraySize(record->earlier);
}

static guint n_all(const FairyJournalWriter *record)
{
    return n_earlier(record) + record->n;
}

/* What is written into the journal, entry by entry. */
typedef struct {
    const FairyJournalWriter *record;
    FairyDrawing *drawing;
    SvgTrace *trace;
    gint64 size; /* of what is kept */
} Keeping;

static gint64 size_of(const FairyStoredEntry *entry)
{
    const char *const texts[] = {entry->type,    entry->outcome, entry->detail, entry->action,
                                 entry->changes, entry->name,    entry->task};
    gint64 size = (gint64)g_bytes_get_size(entry->patch) + 64;
    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        size += texts[i] ? (gint64)strlen(texts[i]) : 0;
    }
    return size;
}

static gboolean add_entry(Keeping *keeping, guint i, const FairyStoredEntry *entry, GError **error)
{
    FairyDrawing *drawing = keeping->drawing;
    keeping->size += size_of(entry);
    return fairy_db_run(drawing->db, error,
                        "INSERT INTO entries (document, number, turn, state, author, type, action,"
                        " outcome, detail, changes, name, task, patch)"
                        " VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                        "iiissssssssb", drawing->id, N(drawing->last_entry + 1 + i),
                        N(drawing->last_turn + 1), entry->author, entry->type, entry->action,
                        entry->outcome, entry->detail, entry->changes, entry->name, entry->task,
                        entry->patch);
}

/* A patch on its way: measured, or into the journal. */
typedef struct {
    FairyPacker packer;
    gint64 size;
    FairyBlob *blob; /* NULL: it is measured */
} Pouring;

static void pour(const SvgReplacement *at, gpointer data)
{
    Pouring *pouring = data;
    fairy_packer_add(&pouring->packer, at);
    GByteArray *bytes = pouring->packer.bytes;
    pouring->size += bytes->len;
    if (pouring->blob) {
        fairy_blob_write(pouring->blob, bytes->data, bytes->len);
    }
    g_byte_array_set_size(bytes, 0);
}

static gint64 pour_all(SvgTrace *trace, FairyBlob *blob)
{
    Pouring pouring = {.blob = blob};
    svg_trace_all(trace, pour, &pouring);
    g_bytes_unref(fairy_packer_take(&pouring.packer));
    return pouring.size;
}

/* A turn of several entries has a patch of its own, where all of them are of this run. */
static gboolean add_turn(Keeping *keeping, const FairyPending *pending, GError **error)
{
    const FairyJournalWriter *record = keeping->record;
    FairyDb *db = keeping->drawing->db;
    gboolean several = record->n > 1 && !record->earlier;
    gint64 whole = several ? pour_all(keeping->trace, NULL) : 0;
    keeping->size += whole + (record->words ? (gint64)strlen(record->words) : 0);
    if (!fairy_db_run(db, error,
                      "INSERT INTO turns (document, number, time, command, model, words, before,"
                      " after, ended, entries, size, patch)"
                      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      "iiissssssiiz", keeping->drawing->id, N(keeping->drawing->last_turn + 1),
                      g_get_real_time(), record->command, record->model, record->words,
                      pending->before, pending->after, record->ended, N(n_all(record)),
                      keeping->size, whole)) {
        return FALSE;
    }
    FairyBlob *blob = whole ? fairy_blob_open(db, "turns", "patch", error) : NULL;
    if (blob) {
        pour_all(keeping->trace, blob);
    }
    return blob ? fairy_blob_close(blob, error) : !whole;
}

static gboolean add_earlier(Keeping *keeping, GError **error)
{
    const cJSON *json;
    guint i = 0;
    cJSON_ArrayForEach(json, keeping->record->earlier)
    {
        g_auto(FairyStoredEntry) entry = {0};
        if (!fairy_stored_entry_read(json, &entry, error) ||
            !add_entry(keeping, i++, &entry, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void skip(const SvgReplacement *at, gpointer data)
{
    (void)at, (void)data;
}

static gboolean add_aside(Keeping *keeping, GError **error)
{
    const FairyJournalWriter *record = keeping->record;
    if (record->n_aside) {
        fairy_spool_rewind(record->aside);
        svg_trace_next(keeping->trace, skip, NULL);
    }
    for (guint i = 0; i < record->n_aside; i++) {
        g_auto(FairyStoredEntry) entry = {0};
        if (!fairy_stored_entry_take(&entry, record->aside)) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                        "what was set aside for it can't be read");
            return FALSE;
        }
        if (!add_entry(keeping, n_earlier(record) + i, &entry, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean add_all(Keeping *keeping, const FairyPending *pending, GError **error)
{
    const FairyJournalWriter *record = keeping->record;
    const char *told = record->told->str;
    guint first = first_left(record);
    if (!add_earlier(keeping, error) || !add_aside(keeping, error)) {
        return FALSE;
    }
    for (guint i = record->n_aside; i < record->n; i++) {
        g_auto(FairyStoredEntry) entry =
            next_entry(record, keeping->trace, first + i - record->n_aside, &told);
        if (!add_entry(keeping, n_earlier(record) + i, &entry, error)) {
            return FALSE;
        }
    }
    return add_turn(keeping, pending, error);
}

/* Entries and turn. */
static gboolean keep(const FairyJournalWriter *record, FairyDrawing *drawing,
                     const FairyPending *pending, GError **error)
{
    g_autoptr(SvgTrace) trace =
        svg_trace_new(record->doc, record->start, end_of(record), FAIRY_MAX_DRAWING_BYTES);
    if (!trace) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "it changed more than the %u MB that the journal keeps of a drawing",
                    FAIRY_MAX_DRAWING_BYTES >> 20);
        return FALSE;
    }
    Keeping keeping = {record, drawing, trace, 0};
    if (!add_all(&keeping, pending, error)) {
        return FALSE;
    }
    drawing->last_entry += n_all(record);
    drawing->last_turn++;
    return fairy_db_run(drawing->db, error,
                        "UPDATE documents SET last_entry = ?, last_turn = ?, size = size + ?"
                        " WHERE id = ?",
                        "iiii", N(drawing->last_entry), N(drawing->last_turn), keeping.size,
                        drawing->id) &&
           fairy_pending_add(drawing, pending, error) &&
           fairy_drawing_prune(drawing, drawing->last_turn, FAIRY_MAX_DRAWING_BYTES,
                               FAIRY_MAX_JOURNAL_BYTES, error);
}

static char *digest_before(const FairyJournalWriter *record)
{
    return record->before ? g_strdup(record->before) : svg_document_digest_as_read(record->doc);
}

static FairyPending pending_of(const FairyJournalWriter *record, const FairyDrawing *drawing,
                               gboolean goes_on)
{
    char *before = digest_before(record);
    return (FairyPending){
        .kind = goes_on ? FAIRY_PENDING_TURN : FAIRY_PENDING_ANEW,
        .first = drawing->last_entry + 1,
        .last = drawing->last_entry + n_all(record),
        .before = before,
        .after = svg_document_digest(record->doc),
        .drift = goes_on ? fairy_drawing_drift(drawing, before) : drawing->drift,
    };
}

/* A copy under a name that is known is announced, too, as a turn of nothing. */
static gboolean add(const FairyJournalWriter *record, FairyDrawing *drawing, gboolean goes_on,
                    GError **error)
{
    g_auto(FairyPending) pending = pending_of(record, drawing, goes_on);
    return n_all(record) > 0 ? keep(record, drawing, &pending, error)
                             : fairy_pending_add(drawing, &pending, error);
}

/* Says what is about to be written. Where a drawing goes on, this is on the disk before it is; of a
 * new one its digest tells, should the machine stop, that the journal knows nothing of it. Returns
 * NULL when nothing is to be kept, or with an error. */
static FairyDrawing *announce(FairyJournalWriter *record, const char *path, gboolean goes_on,
                              FairyDb **db, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autoptr(FairyDrawing) drawing = NULL;
    gboolean create = n_all(record) > 0;
    *db = fairy_db_opened(&record->opening);
    if (!canonical || (!create && goes_on) || !(*db || fairy_db_open(create, db, error)) || !*db ||
        !fairy_drawing_find(*db, canonical, create, &drawing, error) || !drawing ||
        !fairy_drawing_settle(drawing, path, error) || !fairy_db_begin(*db, goes_on, error)) {
        return NULL;
    }
    if (!add(record, drawing, goes_on, error) || !fairy_db_commit(*db, error)) {
        fairy_db_rollback(*db);
        return NULL;
    }
    return g_steal_pointer(&drawing);
}

gboolean fairy_journal_writer_save(FairyJournalWriter *record, const char *path, gboolean goes_on,
                                   FairySaveFunc save, gpointer data, GError **unkept,
                                   GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairyDrawing) drawing = announce(record, path, goes_on, &db, &local);
    if (g_error_matches(local, FAIRY_ERROR, FAIRY_ERROR_BUSY)) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    gboolean saved = save(data, error);
    if (drawing) {
        /* If this fails, the next command finds out by the file. */
        fairy_pending_end(drawing, saved, NULL);
    }
    if (saved && local) {
        g_propagate_error(unkept, g_steal_pointer(&local));
    }
    return saved;
}

/* --- going on later --------------------------------------------------------------------------- */

cJSON *fairy_journal_writer_json(const FairyJournalWriter *record)
{
    gboolean whole = record->n_aside == 0 && svg_document_undo_depth(record->doc) == end_of(record);
    g_autoptr(SvgTrace) trace = whole ? svg_trace_new(record->doc, record->start, end_of(record),
                                                      FAIRY_MAX_CHECKPOINT_BYTES)
                                      : NULL;
    if (!trace) {
        return NULL;
    }
    const char *told = record->told->str;
    cJSON *json = cJSON_CreateObject();
    g_autofree char *before = digest_before(record), *after = svg_document_digest(record->doc);
    cJSON_AddStringToObject(json, "before", before);
    cJSON_AddStringToObject(json, "after", after);
    cJSON *list = record->earlier ? cJSON_Duplicate(record->earlier, TRUE) : cJSON_CreateArray();
    cJSON_AddItemToObject(json, "entries", list);
    for (guint i = 0; i < record->n; i++) {
        g_auto(FairyStoredEntry) entry = next_entry(record, trace, record->start + i, &told);
        cJSON_AddItemToArray(list, fairy_stored_entry_json(&entry));
    }
    return json;
}

void fairy_journal_writer_prepend(FairyJournalWriter *record, const cJSON *json)
{
    const cJSON *entries = cJSON_GetObjectItemCaseSensitive(json, "entries");
    const cJSON *before = cJSON_GetObjectItemCaseSensitive(json, "before");
    if (cJSON_GetArraySize(entries) > 0 && cJSON_IsString(before)) {
        cJSON_Delete(record->earlier);
        record->earlier = cJSON_Duplicate(entries, TRUE);
        g_free(record->before);
        record->before = g_strdup(before->valuestring);
    }
}
