/* Runs of parts become one: their rows, of each drawing the best, their results and the report. */
#include "batch/batch_priv.h"
#include "batch/output.h"
#include "batch/report.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

typedef struct {
    FairyBatch batch;        /* of it what the report needs; its items are all of the parts */
    char *folder;            /* of the results, from the root */
    char *whole;             /* identity of what all are parts of; NULL = none was read */
    char *origin;            /* folder from which that is */
    char *words;             /* likewise */
    GHashTable *by_absolute; /* of FairyBatchItem, borrowed from the batch */
    GHashTable *outputs;     /* path → FairyBatchItem, likewise */
    GHashTable *merged;      /* path of an output that was put there by a merge → its digest */
    GHashTable *parts;       /* "2/8" */
    FairyBatchLineFunc tell;
    gpointer data;
} Merge;

static void tell(const Merge *merge, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void tell(const Merge *merge, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    merge->tell(line, merge->data);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* What is known of a drawing: the more of it, the higher. */
static guint rank_of(const FairyBatchItem *item)
{
    return fairy_batch_item_has_result(item)     ? 3
           : item->state == FAIRY_BATCH_FAILED   ? 2
           : item->skip == FAIRY_SKIP_NOT_CHOSEN ? 0
           : item->state == FAIRY_BATCH_WAITING  ? 0
                                                 : 1;
}

static gboolean differ(const FairyBatchItem *a, const FairyBatchItem *b)
{
    return fairy_batch_item_has_result(a) && fairy_batch_item_has_result(b) &&
           g_strcmp0(a->after, b->after) != 0;
}

/* Takes `item`, found in the run's file of a folder. */
static void add_item(Merge *merge, FairyBatchItem *item, gboolean was_merged)
{
    FairyBatchItem *other = g_hash_table_lookup(merge->by_absolute, item->absolute);
    item->id = 0;
    if (!other) {
        g_ptr_array_add(merge->batch.items, item);
        g_hash_table_insert(merge->by_absolute, item->absolute, item);
        return;
    }
    if (differ(other, item) && !was_merged) {
        tell(merge, "%s has two results; %s is taken, and %s isn't", item->path, other->output,
             item->output);
    }
    if (rank_of(item) > rank_of(other)) {
        FairyBatchItem kept = *other;
        *other = *item;
        *item = kept;
        g_hash_table_replace(merge->by_absolute, other->absolute, other);
    }
    fairy_batch_item_free(item);
}

static void add_items(Merge *merge, GPtrArray *items, const char *folder, gboolean was_merged)
{
    for (guint i = 0; i < items->len; i++) {
        FairyBatchItem *item = items->pdata[i];
        if (item->output) { /* the folder may have been moved */
            g_free(item->output);
            item->output = g_build_filename(folder, item->place, NULL);
        }
        if (was_merged && item->output && item->after) {
            g_hash_table_insert(merge->merged, g_strdup(item->output), g_strdup(item->after));
        }
        add_item(merge, item, was_merged);
    }
    g_ptr_array_set_free_func(items, NULL);
}

/* --- files of runs ---------------------------------------------------------------------------- */

static gboolean check_whole(Merge *merge, FairyProgress *progress, const char *folder,
                            GError **error)
{
    g_autofree char *whole = fairy_progress_get(progress, "whole");
    if (!merge->whole && whole) {
        merge->whole = g_steal_pointer(&whole);
        merge->origin = g_strdup(folder);
        merge->words = fairy_progress_get(progress, "words");
        merge->batch.options.job.words = merge->words;
        merge->batch.model = fairy_progress_get(progress, "model");
        return TRUE;
    }
    return (whole && strcmp(whole, merge->whole) == 0) ||
           fairy_batch_fail(error,
                            "%s and %s have runs of different words, models or options; only parts "
                            "of the same run can be merged",
                            merge->origin ? merge->origin : folder, folder);
}

static void add_parts(Merge *merge, FairyProgress *progress)
{
    g_autofree char *text = fairy_progress_get(progress, "parts");
    g_auto(GStrv) parts = g_strsplit(text ? text : "", " ", -1);
    for (char **part = parts; *part; part++) {
        g_hash_table_add(merge->parts, g_strdup(*part));
    }
}

static gboolean read_run(Merge *merge, const char *folder, const char *path, GError **error)
{
    g_autoptr(FairyProgress) progress = NULL;
    gboolean was_merged = strcmp(path, merge->batch.file) == 0;
    if (!fairy_progress_open(path, FALSE, &progress, error) || !progress) {
        return progress != NULL || (error && !*error); /* it may be gone by now */
    }
    g_autoptr(GPtrArray) items =
        check_whole(merge, progress, folder, error) ? fairy_progress_read(progress, error) : NULL;
    if (items) {
        add_parts(merge, progress);
        add_items(merge, items, folder, was_merged);
    }
    return items != NULL;
}

/* Those in `folder`, but the one that is written. */
static gboolean read_folder(Merge *merge, const char *folder, GError **error)
{
    g_autofree char *whole = g_canonicalize_filename(folder, NULL);
    g_autoptr(GPtrArray) files = fairy_progress_files(whole);
    for (guint i = 0; i < files->len; i++) {
        const char *path = files->pdata[i];
        if (strcmp(path, merge->batch.file) != 0 && !read_run(merge, whole, path, error)) {
            return FALSE;
        }
    }
    return files->len > 0 ||
           fairy_batch_fail(
               error, "%s has no run; name folders that \"fairy batch --out\" wrote to", folder);
}

static gboolean read_all(Merge *merge, const char *const *folders, GError **error)
{
    for (; *folders; folders++) {
        if (!read_folder(merge, *folders, error)) {
            return FALSE;
        }
    }
    return !g_file_test(merge->batch.file, G_FILE_TEST_EXISTS) ||
           read_run(merge, merge->folder, merge->batch.file, error);
}

/* "2, 5" of 8 that aren't among the parts; NULL = all are, or it isn't known how many there are. */
static char *missing_parts(const Merge *merge, guint *n)
{
    GHashTableIter iter;
    gpointer part;
    guint of = 0;
    g_hash_table_iter_init(&iter, merge->parts);
    while (g_hash_table_iter_next(&iter, &part, NULL)) {
        of = MAX(of, (guint)g_ascii_strtoull(strchr(part, '/') + 1, NULL, 10));
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 1; i <= of; i++) {
        g_autofree char *name = g_strdup_printf("%u/%u", i, of);
        if (!g_hash_table_contains(merge->parts, name)) {
            g_string_append_printf(text, "%s%u", text->len ? ", " : "", i);
        }
    }
    *n = of;
    return text->len ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

/* --- results into their places ---------------------------------------------------------------- */

static char *place_in(const Merge *merge, const FairyBatchItem *item)
{
    return g_canonicalize_filename(item->place, merge->folder);
}

/* Before anything is written: no two have one place, and each is in the folder. */
static gboolean check_places(Merge *merge, GError **error)
{
    g_autofree char *inside = g_strconcat(merge->folder, "/", NULL);
    for (guint i = 0; i < merge->batch.items->len; i++) {
        FairyBatchItem *item = merge->batch.items->pdata[i];
        char *target = item->output ? place_in(merge, item) : NULL;
        const FairyBatchItem *other = target ? g_hash_table_lookup(merge->outputs, target) : NULL;
        if (target && !g_str_has_prefix(target, inside)) {
            g_free(target);
            return fairy_batch_fail(error, "the place of %s, %s, isn't below the folder",
                                    item->path, item->place);
        }
        if (other) {
            g_free(target);
            return fairy_batch_fail(error,
                                    "%s and %s would have the same result, %s; merge them into "
                                    "different folders",
                                    other->absolute, item->absolute, item->place);
        }
        if (target) {
            g_hash_table_insert(merge->outputs, target, item);
        }
    }
    return TRUE;
}

/* What somebody made of a result, or had there before, isn't replaced. */
static gboolean may_replace(const Merge *merge, const char *target, const char *now)
{
    return !g_file_test(target, G_FILE_TEST_EXISTS) ||
           (now && g_strcmp0(g_hash_table_lookup(merge->merged, target), now) == 0);
}

static void leave_waiting(FairyBatchItem *item, const char *reason)
{
    fairy_batch_item_set(item, FAIRY_BATCH_WAITING, FAIRY_SKIP_NONE, reason);
    g_clear_pointer(&item->after, g_free);
}

static gboolean put_into_place(const Merge *merge, FairyBatchItem *item, GError **error)
{
    g_autofree char *target = place_in(merge, item), *from = item->output;
    item->output = g_build_filename(merge->batch.options.out, item->place, NULL);
    if (!fairy_batch_item_has_result(item)) {
        return TRUE;
    }
    if (!g_file_test(from, G_FILE_TEST_EXISTS)) {
        tell(merge, "%s isn't there any more; --resume does %s again", from, item->path);
        leave_waiting(item, "its result isn't there any more");
        return TRUE;
    }
    g_autofree char *now = strcmp(from, target) != 0 ? fairy_batch_digest(target, NULL) : NULL;
    if (strcmp(from, target) == 0 || g_strcmp0(now, item->after) == 0) {
        return TRUE;
    }
    if (may_replace(merge, target, now)) {
        return fairy_batch_copy(from, target, FALSE, error);
    }
    tell(merge, "%s is there already, and is another; it stays, and %s isn't merged", target, from);
    return TRUE;
}

static gboolean put_all(Merge *merge, GError **error)
{
    FairyBatch *batch = &merge->batch;
    FairyBatchTotals *totals = &batch->totals;
    totals->n = batch->items->len;
    for (guint i = 0; i < batch->items->len; i++) {
        FairyBatchItem *item = batch->items->pdata[i];
        if (item->output && !put_into_place(merge, item, error)) {
            return FALSE;
        }
        totals->states[item->state]++;
        totals->skips[item->skip]++;
        totals->tokens += item->tokens;
        totals->usd += item->usd;
    }
    return TRUE;
}

/* --- kept ------------------------------------------------------------------------------------- */

static char *parts_text(const Merge *merge)
{
    g_autoptr(GList) parts = g_hash_table_get_keys(merge->parts);
    GString *text = g_string_new(NULL);
    parts = g_list_sort(parts, (GCompareFunc)strcmp);
    for (const GList *part = parts; part; part = part->next) {
        g_string_append_printf(text, "%s%s", text->len ? " " : "", (const char *)part->data);
    }
    return g_string_free(text, FALSE);
}

/* As the file of one run, so that it can be gone on with, and taken back. */
static gboolean keep(Merge *merge, GError **error)
{
    g_autoptr(FairyProgress) progress = NULL;
    FairyBatch *batch = &merge->batch;
    g_autofree char *parts = parts_text(merge);
    const FairyRunFacts facts = {.identity = merge->whole,
                                 .whole = merge->whole,
                                 .words = merge->words,
                                 .model = batch->model,
                                 .to = "out",
                                 .parts = parts};
    return fairy_progress_open(batch->file, TRUE, &progress, error) &&
           fairy_progress_describe(progress, &facts, error) &&
           fairy_progress_store_all(progress, batch->items, error);
}

static gint by_absolute(gconstpointer a, gconstpointer b)
{
    const FairyBatchItem *const *left = a, *const *right = b;
    return strcmp((*left)->absolute, (*right)->absolute);
}

static gboolean write_all(Merge *merge, GError **error)
{
    FairyBatch *batch = &merge->batch;
    guint n = 0;
    g_ptr_array_sort(batch->items, by_absolute);
    if (!check_places(merge, error) || !fairy_batch_make_out(batch, error) ||
        !put_all(merge, error) || !fairy_batch_sync(merge->folder, error) || !keep(merge, error) ||
        !fairy_batch_report(batch, error)) {
        return FALSE;
    }
    g_autofree char *missing = missing_parts(merge, &n);
    if (missing) {
        tell(merge, "of %u shards these are missing: %s; merge again when they are there", n,
             missing);
    }
    return TRUE;
}

/* --- the whole -------------------------------------------------------------------------------- */

static Merge *merge_of(const char *out, FairyBatchLineFunc line, gpointer data)
{
    Merge *merge = g_new0(Merge, 1);
    FairyBatch *batch = &merge->batch;
    merge->folder = g_canonicalize_filename(out, NULL);
    batch->options.out = out;
    batch->file = g_build_filename(merge->folder, "fairy-batch.db", NULL);
    batch->results = g_build_filename(merge->folder, "results.jsonl", NULL);
    batch->items = g_ptr_array_new_with_free_func(fairy_batch_item_free);
    merge->by_absolute = g_hash_table_new(g_str_hash, g_str_equal);
    merge->outputs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    merge->merged = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    merge->parts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    merge->tell = line;
    merge->data = data;
    return merge;
}

static void merge_free(Merge *merge)
{
    FairyBatch *batch = &merge->batch;
    g_hash_table_unref(merge->by_absolute);
    g_hash_table_unref(merge->outputs);
    g_hash_table_unref(merge->merged);
    g_hash_table_unref(merge->parts);
    g_ptr_array_unref(batch->items);
    g_free(merge->folder);
    g_free(batch->file);
    g_free(batch->results);
    g_free(batch->model);
    g_free(merge->whole);
    g_free(merge->origin);
    g_free(merge->words);
    g_free(merge);
}

gboolean fairy_batch_merge(const char *const *folders, const char *out, FairyBatchLineFunc line,
                           gpointer data, FairyBatchTotals *totals, GError **error)
{
    Merge *merge = merge_of(out, line, data);
    gboolean good = read_all(merge, folders, error) && write_all(merge, error);
    *totals = merge->batch.totals;
    merge_free(merge);
    return good;
}
