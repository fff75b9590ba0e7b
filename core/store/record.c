/* What a run does, kept: announced before the drawing is written, settled after. */
#include "store/claim.h"
#include "store/drawing.h"
#include "store/patch.h"

#include <fairy/limits.h>

#include <string.h>

#define N(value) ((gint64)(value))

typedef struct {
    GRefString *type, *author;
    const char *outcome;
    char *action, *detail, *changes;
} Item;

struct _FairyRecord {
    SvgDocument *doc;
    char *command, *model, *words;
    char *before; /* digest of the text as it was read */
    guint start, depth;
    GPtrArray *items; /* Item, one for each commit */
};

static void item_free(gpointer data)
{
    Item *item = data;
    g_ref_string_release(item->type);
    g_ref_string_release(item->author);
    g_free(item->action);
    g_free(item->detail);
    g_free(item->changes);
    g_free(item);
}

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
    record->start = record->depth = svg_document_undo_depth(doc);
    record->items = g_ptr_array_new_with_free_func(item_free);
    return record;
}

void fairy_record_free(FairyRecord *record)
{
    if (record) {
        g_free(record->command);
        g_free(record->model);
        g_free(record->words);
        g_free(record->before);
        g_ptr_array_unref(record->items);
        g_free(record);
    }
}

static void add_ids(cJSON *json, const char *name, char *const *ids)
{
    cJSON *list = cJSON_AddArrayToObject(json, name);
    for (; ids && *ids; ids++) {
        cJSON_AddItemToArray(list, cJSON_CreateString(*ids));
    }
}

static char *print_changes(const SvgChange *change)
{
    cJSON *json = cJSON_CreateObject();
    add_ids(json, "added", change ? change->added : NULL);
    add_ids(json, "changed", change ? change->changed : NULL);
    add_ids(json, "removed", change ? change->removed : NULL);
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

void fairy_record_add(FairyRecord *record, const FairyOutcome *outcome)
{
    for (guint depth = svg_document_undo_depth(record->doc); record->depth < depth;
         record->depth++) {
        Item *item = g_new0(Item, 1);
        item->type = g_ref_string_acquire(outcome->type);
        item->author = g_ref_string_new_intern(outcome->change ? outcome->change->author : "fairy");
        item->outcome = fairy_status_name(outcome->status);
        item->detail = copy_words(outcome->detail);
        item->changes = print_changes(outcome->change);
        if (outcome->action && strlen(outcome->action) <= FAIRY_MAX_KEPT_ACTION) {
            item->action = g_strdup(outcome->action);
        }
        g_ptr_array_add(record->items, item);
    }
}

/* --- keeping ---------------------------------------------------------------------------------- */

static gint64 size_of(const Item *item, GBytes *patch)
{
    return (gint64)(g_bytes_get_size(patch) + strlen(item->changes) +
                    (item->action ? strlen(item->action) : 0) +
                    (item->detail ? strlen(item->detail) : 0) + 64);
}

/* What is written while the replacements are told. */
typedef struct {
    const FairyRecord *record;
    FairyDrawing *drawing;
    FairyPacker packer;
    guint n;       /* entries that are in the journal */
    gint64 size;   /* of what is kept */
    GBytes *whole; /* the turn's patch, where it has several entries */
    GError *error;
} Keeping;

static gboolean add_entry(Keeping *keeping)
{
    const Item *item = keeping->record->items->pdata[keeping->n];
    FairyDrawing *drawing = keeping->drawing;
    g_autoptr(GBytes) patch = fairy_packer_take(&keeping->packer);
    keeping->size += size_of(item, patch);
    keeping->n++;
    return fairy_db_run(
        drawing->db, &keeping->error,
        "INSERT INTO entries (document, number, turn, state, author, type, action,"
        " outcome, detail, changes, patch) VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)",
        "iiissssssb", drawing->id, N(drawing->last_entry + keeping->n), N(drawing->last_turn + 1),
        item->author, item->type, item->action, item->outcome, item->detail, item->changes, patch);
}

static gboolean on_replacement(const SvgReplacement *at, gpointer data)
{
    Keeping *keeping = data;
    guint n = keeping->record->items->len;
    if (keeping->n == n && n == 1) {
        return TRUE;
    }
    if (at) {
        fairy_packer_add(&keeping->packer, at);
        return TRUE;
    }
    if (keeping->n < n) {
        return add_entry(keeping);
    }
    keeping->whole = fairy_packer_take(&keeping->packer);
    keeping->size += (gint64)g_bytes_get_size(keeping->whole);
    return TRUE;
}

static gboolean add_entries(Keeping *keeping, GError **error)
{
    const FairyRecord *record = keeping->record;
    if (svg_document_replacements(record->doc, record->start, record->depth,
                                  FAIRY_MAX_DRAWING_BYTES, on_replacement, keeping)) {
        return TRUE;
    }
    if (keeping->error) {
        g_propagate_error(error, g_steal_pointer(&keeping->error));
    } else {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_JOURNAL,
                    "it changed more than the %u MB that the journal keeps of a drawing",
                    FAIRY_MAX_DRAWING_BYTES >> 20);
    }
    return FALSE;
}

/* Entries and turn. */
static gboolean add_turn(Keeping *keeping, const FairyPending *pending, GError **error)
{
    const FairyRecord *record = keeping->record;
    FairyDrawing *drawing = keeping->drawing;
    keeping->size = record->words ? (gint64)strlen(record->words) : 0;
    if (!add_entries(keeping, error) ||
        !fairy_db_run(drawing->db, error,
                      "INSERT INTO turns (document, number, time, command, model, words, before,"
                      " after, entries, size, patch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      "iiisssssiib", drawing->id, N(drawing->last_turn + 1), g_get_real_time(),
                      record->command, record->model, record->words, pending->before,
                      pending->after, N(keeping->n), keeping->size, keeping->whole)) {
        return FALSE;
    }
    drawing->last_entry += keeping->n;
    drawing->last_turn++;
    return fairy_db_run(drawing->db, error,
                        "UPDATE documents SET last_entry = ?, last_turn = ?, size = size + ?"
                        " WHERE id = ?",
                        "iiii", N(drawing->last_entry), N(drawing->last_turn), keeping->size,
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
        .last = drawing->last_entry + record->items->len,
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
    if (!record->items->len) {
        return fairy_pending_add(drawing, &pending, error);
    }
    Keeping keeping = {.record = record, .drawing = drawing};
    gboolean good = add_turn(&keeping, &pending, error);
    g_bytes_unref(keeping.whole);
    g_bytes_unref(fairy_packer_take(&keeping.packer));
    return good;
}

/* Says what is about to be written. A file that is replaced is synced, and so is this; else neither
 * is. Returns NULL when nothing is to be kept, or with an error. */
static FairyDrawing *announce(const FairyRecord *record, const char *path, gboolean goes_on,
                              FairyDb **db, GError **error)
{
    g_autofree char *canonical = fairy_canonical_path(path);
    g_autoptr(FairyDrawing) drawing = NULL;
    gboolean create = record->items->len > 0;
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
