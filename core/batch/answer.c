/* What is carried out without a model: a reply, or what a job's offline half makes of the drawing;
 * and whether what came of a job is as it should be. */
#include "batch/batch_priv.h"

#include <string.h>

/* The convention of all jobs: what is good already is left, and isn't paid for. */
#define ONLY_MISSING "only-missing"

static FairyAnnotated drawing_of(const FairyBatchItem *item, SvgDocument *doc)
{
    return (FairyAnnotated){.doc = doc, .path = item->path};
}

GBytes *fairy_batch_answer(const FairyBatch *batch, const FairyBatchItem *item, SvgDocument *doc,
                           GHashTable **before, GError **error)
{
    const FairyAnnotation *annotation = batch->options.annotation;
    const FairyAnnotated drawing = drawing_of(item, doc);
    if (batch->rows) {
        return fairy_table_fill(batch->rows, item->absolute, error);
    }
    if (batch->options.reply) {
        return g_bytes_ref(batch->options.reply);
    }
    if (!annotation) {
        return NULL;
    }
    *before = fairy_annotation_look(annotation, doc);
    if (!batch->model) {
        return fairy_annotation_reply(annotation, &drawing, error);
    }
    g_autofree char *why = fairy_annotation_is_on(annotation, ONLY_MISSING)
                               ? fairy_annotation_check(annotation, &drawing, *before)
                               : g_strdup("");
    static const char none[] = "{\"actions\":[]}";
    return why ? NULL : g_bytes_new_static(none, strlen(none));
}

void fairy_batch_judge(FairyBatchResult *result, SvgDocument *doc, GHashTable *before)
{
    const FairyAnnotation *annotation = result->batch->options.annotation;
    const FairyAnnotated drawing = drawing_of(result->item, doc);
    gboolean good = result->state == FAIRY_BATCH_DONE || result->state == FAIRY_BATCH_UNCHANGED;
    g_autofree char *why =
        annotation && doc && good ? fairy_annotation_check(annotation, &drawing, before) : NULL;
    if (why) {
        result->state = FAIRY_BATCH_PARTLY;
        g_free(result->reason);
        result->reason = g_steal_pointer(&why);
    }
}

/* --- a table's rows --------------------------------------------------------------------------- */

/* The first of them are told one by one. */
enum { MOST_TOLD = 20 };

typedef struct {
    const FairyBatch *batch;
    guint n;
} Others;

static void on_other(const char *file, guint line, gpointer data)
{
    Others *others = data;
    if (others->n++ < MOST_TOLD) {
        fairy_batch_warn(others->batch, "%s:%u: %s is none of the drawings",
                         others->batch->options.rows_name, line, file);
    }
}

gboolean fairy_batch_read_rows(FairyBatch *batch, GError **error)
{
    const FairyBatchOptions *options = &batch->options;
    if (options->rows) {
        batch->rows = fairy_table_new(options->rows, options->rows_name, options->reply,
                                      options->reply_name, error);
    }
    return !options->rows || batch->rows;
}

void fairy_batch_tell_rows(const FairyBatch *batch)
{
    g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
    Others others = {.batch = batch};
    for (guint i = 0; batch->rows && i < batch->items->len; i++) {
        g_hash_table_add(known, ((FairyBatchItem *)batch->items->pdata[i])->absolute);
    }
    if (batch->rows && batch->options.shards < 2) {
        fairy_table_each_other(batch->rows, known, on_other, &others);
    }
    if (others.n > MOST_TOLD) {
        fairy_batch_warn(batch, "%s: %u more rows name no drawing", batch->options.rows_name,
                         others.n - MOST_TOLD);
    }
}

/* --- a job's words and model ------------------------------------------------------------------ */

const char *fairy_batch_words(const FairyBatch *batch)
{
    const FairyBatchOptions *options = &batch->options;
    return options->annotation  ? fairy_annotation_name(options->annotation)
           : options->job.words ? options->job.words
                                : "";
}

static const char *misfit(const FairyBatch *batch)
{
    const FairyAnnotation *annotation = batch->options.annotation;
    gboolean offline = g_str_equal(batch->model, "offline");
    gboolean asked = batch->options.job.model && !offline;
    return offline && !fairy_annotation_has_offline(annotation)
               ? "the job has no offline half and needs a model; name one with --model"
           : asked && !batch->options.job.words
               ? "the job has no prompt, so that no model can do it; leave out --model"
               : NULL;
}

gboolean fairy_batch_take_annotation(FairyBatch *batch, GError **error)
{
    FairyAnnotation *annotation = batch->options.annotation;
    FairyJobOptions *job = &batch->options.job;
    if (!annotation) {
        return TRUE;
    }
    job->words = fairy_annotation_prompt(annotation);
    job->actions = fairy_annotation_actions(annotation);
    job->guard = fairy_annotation_guard(annotation);
    job->no_picture = job->no_picture || !fairy_annotation_has_picture(annotation);
    const char *why = misfit(batch);
    if (why) {
        return fairy_batch_fail(error, "%s: %s", fairy_annotation_name(annotation), why);
    }
    if (!job->words || g_str_equal(batch->model, "offline")) {
        g_clear_pointer(&batch->model, g_free);
        job->words = NULL;
    }
    if (!batch->model && batch->options.dry) {
        return fairy_batch_fail(error,
                                "%s: it is done offline, and costs nothing; leave out --dry-run",
                                fairy_annotation_name(annotation));
    }
    return fairy_annotation_has_needs(annotation, !batch->model, error);
}
