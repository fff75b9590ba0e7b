/* Takes back what a run did. */
#include "batch/progress.h"

#include <fairy/journal.h>

#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

typedef struct {
    const char *run;
    GHashTable *wanted; /* paths from the root → TRUE, once it was found; empty = all */
    GHashTable *told;   /* absolute paths of drawings: shards that were merged are in two files */
    FairyBatchUndoFunc each;
    gpointer data;
} Undo;

/* --- where it is ------------------------------------------------------------------------------ */

/* The run's files: one, or one of each shard, or both, when these were merged. */
static GPtrArray *find_files(const char *run, GError **error)
{
    GPtrArray *files = fairy_progress_files(run);
    g_autofree char *name = g_strconcat(run, ".db", NULL);
    g_autofree char *kept =
        g_build_filename(g_get_user_state_dir(), "fairies", "batches", name, NULL);
    if (files->len == 0 && !strchr(run, '/') && g_file_test(kept, G_FILE_TEST_EXISTS)) {
        g_ptr_array_add(files, g_steal_pointer(&kept));
    }
    if (files->len > 0) {
        return files;
    }
    g_ptr_array_unref(files);
    g_set_error(
        error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
        "there is no run \"%s\"; it is the folder that \"fairy batch\" wrote to, or the name "
        "that it told with -i",
        run);
    return NULL;
}

/* --- one drawing ------------------------------------------------------------------------------ */

static char *remove_output(const FairyBatchItem *item)
{
    g_autofree char *now = fairy_batch_digest(item->output, NULL);
    if (!now) {
        return g_file_test(item->output, G_FILE_TEST_EXISTS)
                   ? g_strdup_printf("%s can't be read", item->output)
                   : NULL;
    }
    if (g_strcmp0(now, item->after) != 0) {
        return g_strdup_printf("%s was changed since; it stays", item->output);
    }
    return g_unlink(item->output) == 0 ? NULL : g_strdup(g_strerror(errno));
}

/* What came later, by whom ever, is undone by who did it. */
static char *undo_in_place(const FairyBatchItem *item)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *now = fairy_batch_digest(item->absolute, NULL);
    if (!item->after || g_strcmp0(item->before, item->after) == 0) {
        return NULL;
    }
    if (g_strcmp0(now, item->after) != 0) {
        return g_strdup_printf("%s was changed since; \"fairy log\" tells what can be undone",
                               item->path);
    }
    g_autoptr(GPtrArray) undone =
        fairy_journal_step(item->absolute, (FairyJournalStep){.kind = FAIRY_STEP_TURN}, &error);
    return undone ? NULL : g_strdup(error->message);
}

static gboolean undo_item(const Undo *undo, FairyProgress *progress, FairyBatchItem *item,
                          GError **error)
{
    g_autofree char *why = item->output ? remove_output(item) : undo_in_place(item);
    if (!why) {
        fairy_batch_item_set(item, FAIRY_BATCH_SKIPPED, FAIRY_SKIP_UNDONE,
                             "what was done was taken back");
        g_clear_pointer(&item->after, g_free);
        if (!fairy_progress_store(progress, item, error)) {
            return FALSE;
        }
    }
    if (g_hash_table_add(undo->told, g_strdup(item->absolute))) {
        undo->each(item->output ? item->output : item->path, why, undo->data);
    }
    return TRUE;
}

/* --- all of them ------------------------------------------------------------------------------ */

static GHashTable *wanted_of(const char *const *files)
{
    GHashTable *wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (; files && *files; files++) {
        g_hash_table_insert(wanted, g_canonicalize_filename(*files, NULL), NULL);
    }
    return wanted;
}

static gboolean mark(GHashTable *wanted, const char *path)
{
    g_autofree char *whole = path ? g_canonicalize_filename(path, NULL) : NULL;
    gboolean found = whole && g_hash_table_contains(wanted, whole);
    if (found) {
        g_hash_table_insert(wanted, g_steal_pointer(&whole), GINT_TO_POINTER(TRUE));
    }
    return found;
}

static gboolean is_wanted(GHashTable *wanted, const FairyBatchItem *item)
{
    gboolean input = mark(wanted, item->absolute), output = mark(wanted, item->output);
    return g_hash_table_size(wanted) == 0 || input || output;
}

static gboolean undo_file(const Undo *undo, const char *path, GError **error)
{
    g_autoptr(FairyProgress) progress = NULL;
    if (!fairy_progress_open(path, FALSE, &progress, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) items = progress ? fairy_progress_read(progress, error) : NULL;
    gboolean good = items != NULL;
    for (guint i = 0; good && i < items->len; i++) {
        FairyBatchItem *item = items->pdata[i];
        if (item->output) { /* the folder may have been moved */
            g_free(item->output);
            item->output = g_build_filename(undo->run, item->place, NULL);
        }
        if (is_wanted(undo->wanted, item) && fairy_batch_item_has_result(item)) {
            good = undo_item(undo, progress, item, error);
        }
    }
    return good;
}

static const char *missed_of(GHashTable *wanted)
{
    GHashTableIter iter;
    gpointer path, found;
    g_hash_table_iter_init(&iter, wanted);
    while (g_hash_table_iter_next(&iter, &path, &found)) {
        if (!found) {
            return path;
        }
    }
    return NULL;
}

gboolean fairy_batch_undo(const char *run, const char *const *files, FairyBatchUndoFunc each,
                          gpointer data, GError **error)
{
    g_autoptr(GPtrArray) paths = find_files(run, error);
    g_autoptr(GHashTable) wanted = wanted_of(files);
    g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const Undo undo = {.run = run, .wanted = wanted, .told = told, .each = each, .data = data};
    gboolean good = paths != NULL;
    for (guint i = 0; good && i < paths->len; i++) {
        good = undo_file(&undo, paths->pdata[i], error);
    }
    const char *missed = good ? missed_of(wanted) : NULL;
    if (missed) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s isn't of the run %s", missed, run);
    }
    return good && !missed;
}
