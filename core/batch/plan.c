/* What is to do: drawings that are found beside those of the run's file. */
#include "batch/batch_priv.h"
#include "batch/changed.h"

#include <fairy/limits.h>
#include <fairy/walk.h>

#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

/* --- outputs ---------------------------------------------------------------------------------- */

/* Below the folder of results. */
static char *place_of(const FairyBatch *batch, const FairyWalked *walked)
{
    const char *suffix = batch->options.suffix, *ending = strrchr(walked->place, '.');
    return suffix && ending ? g_strdup_printf("%.*s%s%s", (int)(ending - walked->place),
                                              walked->place, suffix, ending)
                            : g_strdup(walked->place);
}

static char *output_of(const FairyBatch *batch, const FairyWalked *walked)
{
    const FairyBatchOptions *options = &batch->options;
    gboolean out = options->to == FAIRY_BATCH_OUT && !walked->fault;
    g_autofree char *place = place_of(batch, walked);
    return out ? g_build_filename(options->out, place, NULL) : NULL;
}

/* No output is an input, or another's. */
static gboolean check_outputs(const FairyBatch *batch, const GPtrArray *found, GError **error)
{
    g_autoptr(GHashTable) inputs = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) outputs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < found->len; i++) {
        FairyWalked *walked = found->pdata[i];
        g_hash_table_insert(inputs, walked->absolute, walked->path);
    }
    for (guint i = 0; i < found->len; i++) {
        const FairyWalked *walked = found->pdata[i], *other;
        g_autofree char *output = output_of(batch, walked);
        if (!output) {
            continue;
        }
        char *whole = g_canonicalize_filename(output, NULL);
        const char *input = g_hash_table_lookup(inputs, whole);
        other = g_hash_table_lookup(outputs, whole);
        g_hash_table_insert(outputs, whole, (gpointer)walked);
        if (input) {
            return fairy_batch_fail(
                error,
                "the result of %s would replace %s, which is read; name another "
                "folder with --out, or change it with -i",
                walked->path, input);
        }
        if (other) {
            return fairy_batch_fail(
                error,
                "%s and %s would have the same result, %s; name the folder that both "
                "are in, or paths below the present one",
                other->path, walked->path, output);
        }
    }
    return TRUE;
}

/* --- parts of all ----------------------------------------------------------------------------- */

/* In place the content changes while it is worked at; there the path decides. */
static gboolean is_of_shard(const FairyBatch *batch, const FairyBatchItem *item)
{
    const FairyBatchOptions *options = &batch->options;
    gboolean content = options->to != FAIRY_BATCH_IN_PLACE && item->before;
    g_autofree char *sum =
        content ? g_strdup(item->before)
                : g_compute_checksum_for_string(G_CHECKSUM_SHA256, item->absolute, -1);
    sum[15] = '\0';
    return options->shards <= 1 ||
           g_ascii_strtoull(sum, NULL, 16) % options->shards == options->shard - 1;
}

static gint by_digest(gconstpointer a, gconstpointer b)
{
    const FairyBatchItem *const *left = a, *const *right = b;
    int order = g_strcmp0((*left)->before, (*right)->before);
    return order ? order : strcmp((*left)->absolute, (*right)->absolute);
}

static gboolean is_open(const FairyBatchItem *item)
{
    return item->state == FAIRY_BATCH_WAITING && !item->leader;
}

/* Always the same ones: those with the lowest digests, of what there is to do and was done. */
static void choose_sample(FairyBatch *batch)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint i = 0; i < batch->items->len; i++) {
        FairyBatchItem *item = batch->items->pdata[i];
        if (item->before && !item->leader) {
            g_ptr_array_add(all, item);
        }
    }
    g_ptr_array_sort(all, by_digest);
    for (guint i = batch->options.sample; batch->options.sample > 0 && i < all->len; i++) {
        FairyBatchItem *item = all->pdata[i];
        if (is_open(item)) {
            fairy_batch_item_set(item, FAIRY_BATCH_SKIPPED, FAIRY_SKIP_NOT_CHOSEN,
                                 "it isn't of the sample; --resume does it");
        }
    }
}

/* --- what was done before --------------------------------------------------------------------- */

static gboolean is_there(const char *path)
{
    GStatBuf st;
    return path && g_stat(path, &st) == 0 && st.st_size > 0;
}

static gboolean stays(const FairyBatch *batch, const FairyBatchItem *item, const char *now)
{
    gboolean out = batch->options.to == FAIRY_BATCH_OUT;
    if (item->skip == FAIRY_SKIP_UNDONE) {
        return TRUE;
    }
    if (fairy_batch_item_has_result(item)) {
        return !out || (g_strcmp0(item->before, now) == 0 && is_there(item->output));
    }
    return item->state == FAIRY_BATCH_FAILED && !batch->options.retry_failed &&
           g_strcmp0(item->before, now) == 0;
}

/* What somebody has made of a result isn't replaced. */
static gboolean was_edited(const FairyBatchItem *former)
{
    g_autofree char *now =
        former->after && is_there(former->output) ? fairy_batch_digest(former->output, NULL) : NULL;
    return now && strcmp(now, former->after) != 0;
}

/* A process that was killed when the drawing was in its place, and before that was kept. */
static gboolean was_written(const FairyBatchItem *former, const char *now)
{
    return former->state == FAIRY_BATCH_WAITING && former->intended != FAIRY_BATCH_WAITING &&
           g_strcmp0(former->after, now) == 0;
}

/* What is in the run's file goes on; `item` is as it was found. */
static void take_over(const FairyBatch *batch, FairyBatchItem *item, FairyBatchItem *former)
{
    g_free(former->output); /* the present folder may have been another */
    former->output = g_strdup(item->output);
    gboolean same = stays(batch, former, item->before);
    item->id = former->id;
    item->attempts = former->attempts;
    item->tokens = former->tokens;
    item->usd = former->usd;
    if (same) {
        fairy_batch_item_set(item, former->state, former->skip, former->reason);
        item->actions = former->actions;
        item->refused = former->refused;
        item->after = g_strdup(former->after);
        g_free(item->before);
        item->before = g_strdup(former->before);
        item->former = TRUE;
    } else if (item->state == FAIRY_BATCH_WAITING && was_written(former, item->before)) {
        fairy_batch_item_set(item, former->intended, FAIRY_SKIP_NONE, former->reason);
        item->actions = former->actions;
        item->refused = former->refused;
        item->after = g_steal_pointer(&item->before);
        item->before = g_strdup(former->before);
        item->attempts++;
    } else if (item->state == FAIRY_BATCH_WAITING && was_edited(former)) {
        fairy_batch_item_set(item, FAIRY_BATCH_FAILED, FAIRY_SKIP_NONE,
                             "the drawing has changed, and its result was changed by hand; move "
                             "the result away, and --resume with --retry-failed does it again");
    }
}

/* --- twins ------------------------------------------------------------------------------------ */

static gboolean can_lead(const FairyBatchItem *item)
{
    if (!item->before || item->skip == FAIRY_SKIP_UNDONE || item->skip == FAIRY_SKIP_DUPLICATE) {
        return FALSE;
    }
    if (item->state == FAIRY_BATCH_WAITING) {
        return TRUE;
    }
    g_autofree char *now =
        fairy_batch_item_has_result(item) ? fairy_batch_digest(item->output, NULL) : NULL;
    return now && g_strcmp0(now, item->after) == 0;
}

static void join(FairyBatchItem *leader, FairyBatchItem *item)
{
    item->leader = leader;
    leader->twins = leader->twins ? leader->twins : g_ptr_array_new();
    g_ptr_array_add(leader->twins, item);
}

/* Of those with the same bytes one is worked at; one that has been before all others. */
static void find_twins(FairyBatch *batch)
{
    g_autoptr(GHashTable) leaders = g_hash_table_new(g_str_hash, g_str_equal);
    if (batch->options.to == FAIRY_BATCH_IN_PLACE || batch->rows) {
        return;
    }
    for (guint pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < batch->items->len; i++) {
            FairyBatchItem *item = batch->items->pdata[i];
            gboolean open = item->state == FAIRY_BATCH_WAITING;
            FairyBatchItem *leader =
                item->before ? g_hash_table_lookup(leaders, item->before) : NULL;
            if (pass == 1 && open && leader) {
                join(leader, item);
            } else if (!leader && open == (pass == 1) && can_lead(item)) {
                g_hash_table_insert(leaders, item->before, item);
            }
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static FairyBatchItem *new_item(const FairyBatch *batch, const FairyWalked *walked)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *place = place_of(batch, walked);
    FairyBatchItem *item = fairy_batch_item_new(walked->path, walked->absolute, place);
    const char *fault = walked->fault;
    item->output = output_of(batch, walked);
    item->before = fault ? NULL : fairy_batch_digest(walked->path, &error);
    if (fault || error) {
        g_clear_pointer(&item->output, g_free);
        fairy_batch_item_set(item, FAIRY_BATCH_FAILED, FAIRY_SKIP_NONE,
                             fault ? fault : error->message);
    }
    return item;
}

static gboolean may_write(const FairyBatchItem *item, GError **error)
{
    return item->id != 0 || !item->output || !g_file_test(item->output, G_FILE_TEST_EXISTS) ||
           fairy_batch_fail(
               error, "%s is there already, and isn't of this run; name another folder with --out",
               item->output);
}

static gboolean take_all(FairyBatch *batch, const GPtrArray *found, GPtrArray *former,
                         GError **error)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; former && i < former->len; i++) {
        FairyBatchItem *item = former->pdata[i];
        g_hash_table_insert(known, item->absolute, item);
    }
    for (guint i = 0; i < found->len && !fairy_batch_is_interrupted(batch); i++) {
        FairyBatchItem *item = new_item(batch, found->pdata[i]);
        FairyBatchItem *before = g_hash_table_lookup(known, item->absolute);
        if (!before && !is_of_shard(batch, item)) {
            fairy_batch_item_free(item);
            continue;
        }
        g_ptr_array_add(batch->items, item);
        if (before) {
            take_over(batch, item, before);
        }
        if (!may_write(item, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static void warn_of_journal(const FairyBatch *batch)
{
    guint64 size = 0;
    for (guint i = 0; i < batch->items->len; i++) {
        const FairyBatchItem *item = batch->items->pdata[i];
        GStatBuf st;
        size += is_open(item) && g_stat(item->absolute, &st) == 0 ? (guint64)st.st_size : 0;
    }
    if (batch->options.to == FAIRY_BATCH_IN_PLACE && size > FAIRY_MAX_JOURNAL_BYTES / 2) {
        fairy_batch_warn(
            batch,
            "the drawings have %" G_GUINT64_FORMAT " MB, and the journal keeps %u MB of "
            "what was replaced: perhaps not all can be undone; --out changes no drawing",
            size >> 20, FAIRY_MAX_JOURNAL_BYTES >> 20);
    }
}

gboolean fairy_batch_plan(FairyBatch *batch, GError **error)
{
    const FairyBatchOptions *options = &batch->options;
    gboolean kept = options->to != FAIRY_BATCH_NOWHERE;
    g_autoptr(GPtrArray) former = NULL;
    g_autoptr(GPtrArray) found =
        fairy_walk(options->inputs, options->out, options->to == FAIRY_BATCH_IN_PLACE, error);
    if (!found ||
        (options->changed_since &&
         !fairy_batch_keep_changed(found, options->changed_since, error)) ||
        !check_outputs(batch, found, error) ||
        (kept && !fairy_batch_open_run(batch, &former, error)) ||
        !take_all(batch, found, former, error)) {
        return FALSE;
    }
    find_twins(batch);
    fairy_batch_tell_rows(batch);
    choose_sample(batch);
    warn_of_journal(batch);
    return !kept || fairy_progress_store_all(batch->progress, batch->items, error);
}
