/* Which run it is: its file, and whether that is of the same words, model and options. */
#include "batch/batch_priv.h"

#include <glib/gstdio.h>

#include <errno.h>
#include <string.h>

static void add(GChecksum *sum, const char *name, const char *value)
{
    g_autofree char *line = g_strdup_printf("%s=%" G_GSIZE_FORMAT ":%s\n", name,
                                            value ? strlen(value) : 0, value ? value : "");
    g_checksum_update(sum, (const guchar *)line, -1);
}

static void add_number(GChecksum *sum, const char *name, gint64 number)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    add(sum, name, text);
}

static void add_list(GChecksum *sum, const char *name, const char *const *values)
{
    for (; values && *values; values++) {
        add(sum, name, *values);
    }
}

/* All on which it depends what is done to a drawing; not what limits it. */
static char *identity_of(const FairyBatch *batch, guint shard, guint shards)
{
    const FairyBatchOptions *options = &batch->options;
    const FairyJobOptions *job = &options->job;
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *reply =
        options->reply ? g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, options->reply) : NULL;
    add(sum, "words", job->words);
    add(sum, "model", batch->model);
    add(sum, "reply", reply);
    if (options->rows) {
        g_autofree char *rows = g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, options->rows);
        add(sum, "rows", rows);
    }
    if (options->annotation) {
        g_autofree char *annotation = fairy_annotation_identity(options->annotation);
        add(sum, "annotation", annotation);
    }
    add(sum, "suffix", options->suffix);
    add_list(sum, "area", job->areas);
    add_number(sum, "mode", job->mode);
    add_number(sum, "fairies", MAX(job->fairies, 1));
    add_number(sum, "lints", job->lint_rounds);
    add_number(sum, "no-picture", job->no_picture);
    add_number(sum, "no-web", job->no_web);
    add_number(sum, "in-place", options->to == FAIRY_BATCH_IN_PLACE);
    add_number(sum, "shard", shard);
    add_number(sum, "shards", shards);
    return g_strdup(g_checksum_get_string(sum));
}

/* --- its place -------------------------------------------------------------------------------- */

static char *name_in_out(const FairyBatch *batch, const char *base, const char *ending)
{
    const FairyBatchOptions *options = &batch->options;
    g_autofree char *name =
        options->shards > 1
            ? g_strdup_printf("%s-%u-of-%u%s", base, options->shard, options->shards, ending)
            : g_strconcat(base, ending, NULL);
    return g_build_filename(options->out, name, NULL);
}

static char *file_of_run(const char *run)
{
    g_autofree char *name = g_strconcat(run, ".db", NULL);
    return g_build_filename(g_get_user_state_dir(), "fairies", "batches", name, NULL);
}

static char *numbered(const char *identity, const FairyBatch *batch, guint n)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    add(sum, "identity", identity);
    for (const char *const *input = batch->options.inputs; *input; input++) {
        g_autofree char *whole = g_canonicalize_filename(*input, NULL);
        add(sum, "input", strcmp(*input, "-") == 0 ? "-" : whole);
    }
    return g_strdup_printf("%.8s-%u", g_checksum_get_string(sum), n);
}

/* In place the same can be asked again, as the drawings are others then: each time is a run. */
static void find_in_place(FairyBatch *batch, const char *identity)
{
    for (guint n = 1;; n++) {
        g_autofree char *run = numbered(identity, batch, n), *file = file_of_run(run);
        gboolean there = g_file_test(file, G_FILE_TEST_EXISTS);
        gboolean fits = there || !batch->options.resume || n == 1;
        if (fits) {
            g_free(batch->run);
            g_free(batch->file);
            batch->run = g_steal_pointer(&run);
            batch->file = g_steal_pointer(&file);
        }
        if (!there) {
            return;
        }
    }
}

static void find_place(FairyBatch *batch, const char *identity)
{
    if (batch->options.to == FAIRY_BATCH_IN_PLACE) {
        find_in_place(batch, identity);
        return;
    }
    batch->run = g_strdup(batch->options.out);
    batch->file = name_in_out(batch, "fairy-batch", ".db");
    batch->results = name_in_out(batch, "results", ".jsonl");
}

/* --- its content ------------------------------------------------------------------------------ */

static gboolean describe(FairyBatch *batch, const char *identity, GError **error)
{
    const FairyBatchOptions *options = &batch->options;
    g_autofree char *whole = identity_of(batch, 0, 0);
    g_autofree char *part =
        options->shards > 1 ? g_strdup_printf("%u/%u", options->shard, options->shards) : NULL;
    batch->fresh = TRUE;
    return fairy_progress_describe(
        batch->progress,
        &(FairyRunFacts){.identity = identity,
                         .whole = whole,
                         .words = fairy_batch_words(batch),
                         .model = batch->model,
                         .to = options->to == FAIRY_BATCH_IN_PLACE ? "in-place" : "out",
                         .parts = part},
        error);
}

static gboolean check(FairyBatch *batch, const char *identity, GError **error)
{
    g_autofree char *is = fairy_progress_get(batch->progress, "identity");
    if (!is) {
        return describe(batch, identity, error);
    }
    g_autofree char *words = fairy_progress_get(batch->progress, "words");
    g_autofree char *model = fairy_progress_get(batch->progress, "model");
    if (strcmp(is, identity) != 0) {
        return fairy_batch_fail(
            error,
            "%s has a run of other words, another model or other options (\"%s\", %s); name "
            "another folder with --out",
            batch->run, words ? words : "", model && *model ? model : "no model");
    }
    return batch->options.resume ||
           fairy_batch_fail(error, "%s has this run already; --resume goes on with it", batch->run);
}

gboolean fairy_batch_make_out(FairyBatch *batch, GError **error)
{
    const char *out = batch->options.out;
    if (!out || g_file_test(out, G_FILE_TEST_IS_DIR)) {
        return TRUE;
    }
    batch->made_out = g_mkdir_with_parents(out, 0777) == 0;
    if (!batch->made_out) {
        int why = errno;
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(why),
                    "can't make the folder %s: %s", out, g_strerror(why));
    }
    return batch->made_out;
}

void fairy_batch_forget_run(FairyBatch *batch)
{
    g_clear_pointer(&batch->progress, fairy_progress_free);
    if (batch->fresh) {
        g_unlink(batch->file);
    }
    if (batch->made_out) {
        g_rmdir(batch->options.out);
    }
}

gboolean fairy_batch_open_run(FairyBatch *batch, GPtrArray **former, GError **error)
{
    const FairyBatchOptions *options = &batch->options;
    g_autofree char *identity = identity_of(batch, options->shard, options->shards);
    *former = NULL;
    find_place(batch, identity);
    if (!fairy_batch_make_out(batch, error) ||
        !fairy_progress_open(batch->file, TRUE, &batch->progress, error) ||
        !check(batch, identity, error)) {
        return FALSE;
    }
    *former = fairy_progress_read(batch->progress, error);
    return *former != NULL;
}
