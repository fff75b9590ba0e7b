/* What a run does, kept: announced before the drawing is written, settled after. */
#include "store/claim.h"
#include "store/drawing.h"
#include "store/patch.h"

#include <fairy/limits.h>

#include <string.h>

#define N(value) ((gint64)(value))

struct _FairyRecord {
    SvgDocument *doc;
    char *command, *model, *words;
    char *ended;    /* NULL: the run is done */
    char *before;   /* digest of the text as it was read */
    guint start, n; /* undo depth then, and commits since */
    GString *told;  /* of each commit: the action's type, outcome, detail, and itself; with NULs */
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

FairyRecord *fairy_record_new(SvgDocument *doc, const FairyRecordInfo *info)
{
    FairyRecord *record = g_new0(FairyRecord, 1);
    record->doc = doc;
    record->command = g_strdup(info->command);
    record->model = g_strdup(info->model);
    record->words = copy_words(info->words);
    record->before = svg_document_digest(doc);
    record->start = svg_document_undo_depth(doc);
    record->told = g_string_new(NULL);
    return record;
}

void fairy_record_free(FairyRecord *record)
{
    if (record) {
        g_free(record->command);
        g_free(record->model);
        g_free(record->words);
        g_free(record->ended);
        g_free(record->before);
        g_string_free(record->told, TRUE);
        g_free(record);
    }
}

void fairy_record_end(FairyRecord *record, const char *why)
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

static void tell(FairyRecord *record, const char *text)
{
    g_string_append(record->told, text ? text : "");
    g_string_append_c(record->told, '\0');
}

void fairy_record_add(FairyRecord *record, const FairyOutcome *outcome)
{
    if (!outcome->wrote) {
        return;
    }
    const char *action = outcome->action;
    g_autofree char *detail = copy_words(outcome->detail);
    record->n++;
    tell(record, outcome->type);
    tell(record, fairy_status_name(outcome->status));
    tell(record, detail);
    tell(record, action && strlen(action) <= FAIRY_MAX_KEPT_ACTION ? action : NULL);
}

/* --- keeping ---------------------------------------------------------------------------------- */

/* What is written into the journal, entry by entry. */
typedef struct {
    const FairyRecord *record;
    FairyDrawing *drawing;
    SvgTrace *trace;
    const char *told; /* of those that aren't in it yet */
    gint64 size;      /* of what is kept */
} Keeping;

static const char *next_told(Keeping *keeping)
{
    const char *text = keeping->told;
    gsize len = strlen(text);
    keeping->told += len + 1;
    keeping->size += (gint64)len;
    return len ? text : NULL;
}

static void pack(const SvgReplacement *at, gpointer packer)
{
    fairy_packer_add(packer, at);
}

static gboolean add_entry(Keeping *keeping, guint i, GError **error)
{
    const FairyRecord *record = keeping->record;
    FairyDrawing *drawing = keeping->drawing;
    FairyPacker packer = {0};
    svg_trace_next(keeping->trace, pack, &packer);
    g_autoptr(GBytes) patch = fairy_packer_take(&packer);
    g_autoptr(SvgChange) change = svg_document_change(record->doc, record->start + i);
    g_autofree char *changes = print_changes(change);
    const char *type = next_told(keeping), *outcome = next_told(keeping);
    const char *detail = next_told(keeping), *action = next_told(keeping);
    keeping->size += (gint64)(g_bytes_get_size(patch) + strlen(changes) + 64);
    return fairy_db_run(
        drawing->db, error,
        "INSERT INTO entries (document, number, turn, state, author, type, action,"
        " outcome, detail, changes, patch) VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
        "iiissssssb", drawing->id, N(drawing->last_entry + 1 + i), N(drawing->last_turn + 1),
        change->author, type, action, outcome, detail, changes, patch);
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

/* A turn of several entries has a patch of its own. */
static gboolean add_turn(Keeping *keeping, const FairyPending *pending, GError **error)
{
    const FairyRecord *record = keeping->record;
    FairyDb *db = keeping->drawing->db;
    gint64 whole = record->n > 1 ? pour_all(keeping->trace, NULL) : 0;
    keeping->size += whole + (record->words ? (gint64)strlen(record->words) : 0);
    if (!fairy_db_run(db, error,
                      "INSERT INTO turns (document, number, time, command, model, words, before,"
                      " after, ended, entries, size, patch)"
                      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      "iiissssssiiz", keeping->drawing->id, N(keeping->drawing->last_turn + 1),
                      g_get_real_time(), record->command, record->model, record->words,
                      pending->before, pending->after, record->ended, N(record->n), keeping->size,
                      whole)) {
        return FALSE;
    }
    FairyBlob *blob = whole ? fairy_blob_open(db, "turns", "patch", error) : NULL;
    if (blob) {
        pour_all(keeping->trace, blob);
    }
    return blob ? fairy_blob_close(blob, error) : !whole;
}

static gboolean add_all(Keeping *keeping, const FairyPending *pending, GError **error)
{
    for (guint i = 0; i < keeping->record->n; i++) {
        if (!add_entry(keeping, i, error)) {
            return FALSE;
        }
    }
    return add_turn(keeping, pending, error);
}

/* Entries and turn. */
static gboolean keep(const FairyRecord *record, FairyDrawing *drawing, const FairyPending *pending,
                     GError **error)
{
    g_autoptr(SvgTrace) trace = svg_trace_new(record->doc, record->start, record->start + record->n,
                                              FAIRY_MAX_DRAWING_BYTES);
    if (!trace) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "it changed more than the %u MB that the journal keeps of a drawing",
                    FAIRY_MAX_DRAWING_BYTES >> 20);
        return FALSE;
    }
    Keeping keeping = {record, drawing, trace, record->told->str, 0};
    if (!add_all(&keeping, pending, error)) {
        return FALSE;
    }
    drawing->last_entry += record->n;
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

static FairyPending pending_of(const FairyRecord *record, const FairyDrawing *drawing,
                               gboolean goes_on)
{
    return (FairyPending){
        .kind = goes_on ? FAIRY_PENDING_TURN : FAIRY_PENDING_ANEW,
        .first = drawing->last_entry + 1,
        .last = drawing->last_entry + record->n,
        .before = g_strdup(record->before),
        .after = svg_document_digest(record->doc),
        .drift = goes_on ? fairy_drawing_drift(drawing, record->before) : drawing->drift,
    };
}

/* A copy under a name that is known is announced, too, as a turn of nothing. */
static gboolean add(const FairyRecord *record, FairyDrawing *drawing, gboolean goes_on,
                    GError **error)
{
    g_auto(FairyPending) pending = pending_of(record, drawing, goes_on);
    return record->n > 0 ? keep(record, drawing, &pending, error)
                         : fairy_pending_add(drawing, &pending, error);
}

/* Says what is about to be written. A file that is replaced is synced, and so is this; else neither
 * is. Returns NULL when nothing is to be kept, or with an error. */
static FairyDrawing *announce(const FairyRecord *record, const char *path, gboolean goes_on,
                              FairyDb **db, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autoptr(FairyDrawing) drawing = NULL;
    gboolean create = record->n > 0;
    if (!canonical || (!create && goes_on) || !fairy_db_open(create, db, error) || !*db ||
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

gboolean fairy_record_save(FairyRecord *record, const char *path, gboolean goes_on,
                           FairySaveFunc save, gpointer data, char **warning, GError **error)
{
    g_autoptr(GError) local = NULL;
    g_autoptr(FairyDb) db = NULL;
    g_autoptr(FairyDrawing) drawing = announce(record, path, goes_on, &db, &local);
    gboolean saved = save(data, error);
    if (drawing) {
        /* If this fails, the next command finds out by the file. */
        fairy_pending_end(drawing, saved, NULL);
    }
    *warning =
        saved && local ? g_strdup_printf("this can't be undone later: %s", local->message) : NULL;
    return saved;
}
