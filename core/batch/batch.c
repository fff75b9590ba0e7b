/* A batch's life: planned, worked at, recorded, over. */
#include "batch/batch_priv.h"
#include "batch/report.h"

#include <fairy/limits.h>

#include <glib-unix.h>

#include <string.h>

/* Drawings at a time for each thread, while results of others are on their way to the disk. */
#define JOBS_EACH 4
/* Between two looks whether it was interrupted, where no descriptor tells. */
#define LOOK_MS 100

/* --- made ------------------------------------------------------------------------------------- */

static const char *misfit(const FairyBatchOptions *options)
{
    gboolean out = options->to == FAIRY_BATCH_OUT;
    if (!options->inputs || !options->inputs[0]) {
        return "a batch needs drawings; name files, folders, or a list of them";
    }
    if (out && (!options->out || !*options->out)) {
        return "a batch needs a folder for its results; name one with --out";
    }
    if (!options->job.words + !options->reply + !options->annotation != 2) {
        return "a batch needs words, actions or an annotation job, and one of them alone";
    }
    if (options->rows && !options->reply) {
        return "a table fills in a reply; name the reply's file with --actions";
    }
    if (options->retry_failed && !options->resume) {
        return "what failed is tried again by a run that is resumed; add --resume";
    }
    if (options->dry && (options->to != FAIRY_BATCH_NOWHERE || options->reply)) {
        return "what is only estimated writes nothing, and is about words that a model is asked";
    }
    return options->shards > 0 && (options->shard < 1 || options->shard > options->shards)
               ? "a shard is one of 1 to their number, as in 2/8"
               : NULL;
}

/* Fails now, and not for each drawing, where none could be asked; and a command that prints the key
 * is run now, before several threads want it. */
static gboolean check_model(FairyBatch *batch, GError **error)
{
    const FairyBatchOptions *options = &batch->options;
    const FairyModelContext context = {.settings = options->job.settings,
                                       .interrupted = options->job.interrupted};
    if (!batch->model) {
        return TRUE;
    }
    g_autoptr(FairyModel) model = fairy_model_new(batch->model, &context, error);
    return model != NULL;
}

static char *model_of(const FairyBatchOptions *options)
{
    g_autofree char *set =
        options->job.settings ? fairy_settings_get(options->job.settings, "model") : NULL;
    const char *model = options->job.model ? options->job.model : set;
    return options->reply ? NULL : g_strdup(model ? model : "offline");
}

static FairyBatch *batch_of(const FairyBatchOptions *options)
{
    FairyBatch *batch = g_new0(FairyBatch, 1);
    batch->options = *options;
    batch->context = g_main_context_ref_thread_default();
    batch->items = g_ptr_array_new_with_free_func(fairy_batch_item_free);
    batch->model = model_of(options);
    batch->purse = fairy_purse_new(options->max_cost);
    batch->limiter =
        options->limiter ? fairy_limiter_ref(options->limiter) : fairy_limiter_new(NULL, NULL);
    g_mutex_init(&batch->lock);
    if (!batch->options.job.interrupted) {
        batch->options.job.interrupted = &batch->no_interrupt;
    }
    return batch;
}

FairyBatch *fairy_batch_new(const FairyBatchOptions *options, GError **error)
{
    const char *why = misfit(options);
    if (why) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, why);
        return NULL;
    }
    FairyBatch *batch = batch_of(options);
    if (fairy_batch_take_annotation(batch, error) && fairy_batch_read_rows(batch, error) &&
        check_model(batch, error) && fairy_batch_plan(batch, error)) {
        return batch;
    }
    fairy_batch_forget_run(batch);
    fairy_batch_free(batch);
    return NULL;
}

void fairy_batch_free(FairyBatch *batch)
{
    if (!batch) {
        return;
    }
    g_queue_clear(&batch->todo);
    g_ptr_array_unref(batch->items);
    fairy_progress_free(batch->progress);
    fairy_purse_free(batch->purse);
    fairy_limiter_unref(batch->limiter);
    fairy_table_free(batch->rows);
    g_mutex_clear(&batch->lock);
    g_clear_error(&batch->error);
    g_free(batch->model);
    g_free(batch->run);
    g_free(batch->file);
    g_free(batch->results);
    g_main_context_unref(batch->context);
    g_free(batch);
}

/* --- what is told ----------------------------------------------------------------------------- */

static void tell(FairyBatch *batch, const FairyBatchItem *item)
{
    const FairyBatchFile file = fairy_batch_item_file(item);
    FairyBatchTotals *totals = &batch->totals;
    totals->states[item->state]++;
    totals->skips[item->skip]++;
    totals->n_former += item->former;
    totals->n_findings += item->findings ? item->findings->len : 0;
    if (batch->options.funcs.ended) {
        batch->options.funcs.ended(&file, totals, batch->options.data);
    }
}

/* A run that can't be kept can't go on. */
static void stop(FairyBatch *batch, GError *error)
{
    g_mutex_lock(&batch->lock);
    batch->stopped = TRUE;
    g_mutex_unlock(&batch->lock);
    if (batch->error) {
        g_error_free(error);
    } else {
        batch->error = error;
    }
}

static void keep(FairyBatch *batch, FairyBatchItem *item)
{
    GError *error = NULL;
    if (batch->progress && !fairy_progress_store(batch->progress, item, &error)) {
        stop(batch, error);
    }
}

static void end_item(FairyBatch *batch, FairyBatchItem *item)
{
    keep(batch, item);
    tell(batch, item);
}

/* --- those with the same bytes ---------------------------------------------------------------- */

static void end_twin(FairyBatch *batch, FairyBatchItem *twin, const GError *error)
{
    const FairyBatchItem *leader = twin->leader;
    g_autofree char *reason =
        g_strdup_printf("it is the same as %s%s%s", leader->path, leader->reason ? ": " : "",
                        leader->reason ? leader->reason : "");
    if (error) {
        fairy_batch_item_set(twin, FAIRY_BATCH_FAILED, FAIRY_SKIP_NONE, error->message);
    } else if (fairy_batch_item_has_result(leader)) {
        fairy_batch_item_set(twin, FAIRY_BATCH_SKIPPED, FAIRY_SKIP_DUPLICATE, reason);
        twin->after = g_strdup(leader->after);
        twin->boxes = g_strdup(leader->boxes);
        twin->findings = leader->findings ? g_ptr_array_ref(leader->findings) : NULL;
    } else {
        fairy_batch_item_set(twin, leader->state, leader->skip, reason);
    }
    end_item(batch, twin);
}

typedef struct {
    FairyBatch *batch;
    FairyBatchItem *twin;
} Copy;

static void go_on(FairyBatch *batch);

static void on_copied(G_GNUC_UNUSED const char *digest, const GError *error, gpointer data)
{
    g_autofree Copy *copy = data;
    g_mutex_lock(&copy->batch->lock);
    copy->batch->under_way--;
    g_mutex_unlock(&copy->batch->lock);
    end_twin(copy->batch, copy->twin, error);
    go_on(copy->batch);
}

static void copy_to_twin(FairyBatch *batch, const FairyBatchItem *leader, FairyBatchItem *twin)
{
    Copy *copy = g_new(Copy, 1);
    *copy = (Copy){batch, twin};
    g_mutex_lock(&batch->lock);
    batch->under_way++;
    g_mutex_unlock(&batch->lock);
    const FairyBatchWrite write = {
        .path = twin->output, .from = leader->output, .done = on_copied, .data = copy};
    fairy_batch_write(batch, &write);
}

static void end_twins(FairyBatch *batch, const FairyBatchItem *leader)
{
    for (guint i = 0; leader->twins && i < leader->twins->len; i++) {
        if (fairy_batch_item_has_result(leader) && leader->output) {
            copy_to_twin(batch, leader, leader->twins->pdata[i]);
        } else {
            end_twin(batch, leader->twins->pdata[i], NULL);
        }
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

static FairyJobEnd end_of(const FairyBatch *batch)
{
    const guint *states = batch->totals.states;
    gboolean would = batch->options.to == FAIRY_BATCH_NOWHERE &&
                     (states[FAIRY_BATCH_DONE] > 0 || batch->totals.n_findings > 0);
    gboolean less = states[FAIRY_BATCH_PARTLY] > 0 || states[FAIRY_BATCH_FAILED] > 0;
    return batch->error                        ? fairy_job_end_of(batch->error)
           : fairy_batch_is_interrupted(batch) ? FAIRY_JOB_INTERRUPTED
           : batch->spent                      ? FAIRY_JOB_BUDGET
           : less || would                     ? FAIRY_JOB_REFUSED
                                               : FAIRY_JOB_DONE;
}

/* What is there still, and why it isn't done. */
static void end_rest(FairyBatch *batch)
{
    for (guint i = 0; i < batch->items->len; i++) {
        FairyBatchItem *item = batch->items->pdata[i];
        if (item->state != FAIRY_BATCH_WAITING) {
            continue;
        }
        if (batch->spent && !batch->error && !fairy_batch_is_interrupted(batch)) {
            fairy_batch_item_set(item, FAIRY_BATCH_SKIPPED, FAIRY_SKIP_BUDGET,
                                 "the budget was used up before; --resume goes on with it");
        }
        end_item(batch, item);
    }
}

static void write_results(FairyBatch *batch)
{
    g_autoptr(GError) error = NULL;
    if (!batch->results) {
        return;
    }
    if (fairy_batch_report(batch, &error)) {
        batch->ending.results = batch->results;
    } else {
        fairy_batch_warn(batch, "%s", error->message);
    }
}

static void stop_watching(FairyBatch *batch)
{
    if (batch->watch) {
        g_source_destroy(batch->watch);
        g_clear_pointer(&batch->watch, g_source_unref);
    }
}

static void finish(FairyBatch *batch)
{
    stop_watching(batch);
    fairy_batch_end_workers(batch);
    fairy_batch_end_writers(batch);
    end_rest(batch);
    write_results(batch);
    batch->ending.end = end_of(batch);
    batch->ending.error = batch->error;
    batch->ending.totals = &batch->totals;
    g_main_loop_quit(batch->loop);
}

/* --- results ---------------------------------------------------------------------------------- */

/* The money that others have set aside may come back: fewer at a time, until one alone has too
 * little. */
static void put_back(FairyBatch *batch, FairyBatchItem *item)
{
    g_mutex_lock(&batch->lock);
    g_queue_push_head(&batch->todo, item);
    batch->most = MAX(batch->at_work, 1);
    batch->spent = batch->under_way == 0;
    batch->stopped = batch->stopped || batch->spent;
    g_mutex_unlock(&batch->lock);
}

static void take_result(FairyBatchItem *item, FairyBatchResult *result)
{
    item->tokens += result->tokens;
    item->usd += result->usd;
    item->prompt_tokens = result->prompt_tokens;
    if (result->state == FAIRY_BATCH_WAITING) {
        return;
    }
    item->attempts++;
    item->actions = result->actions;
    item->refused = result->refused;
    g_free(item->after);
    item->after = g_steal_pointer(&result->after);
    g_free(item->boxes);
    item->boxes = g_steal_pointer(&result->boxes);
    item->findings = g_steal_pointer(&result->findings);
    fairy_batch_item_set(item, result->state, FAIRY_SKIP_NONE, result->reason);
}

static gboolean is_all_done(FairyBatch *batch)
{
    g_mutex_lock(&batch->lock);
    gboolean takes = !batch->stopped && !fairy_batch_is_interrupted(batch);
    gboolean done = batch->under_way == 0 && (!takes || g_queue_is_empty(&batch->todo));
    g_mutex_unlock(&batch->lock);
    return done;
}

static void go_on(FairyBatch *batch)
{
    if (is_all_done(batch)) {
        finish(batch);
    } else if (batch->most < batch->options.jobs) {
        fairy_batch_wake_workers(batch);
    }
}

static void warn_all(const FairyBatch *batch, const GPtrArray *lines)
{
    for (guint i = 0; lines && i < lines->len; i++) {
        fairy_batch_warn(batch, "%s", (const char *)lines->pdata[i]);
    }
}

static void record(FairyBatchResult *result)
{
    FairyBatch *batch = result->batch;
    FairyBatchItem *item = result->item;
    g_mutex_lock(&batch->lock);
    batch->under_way--;
    g_mutex_unlock(&batch->lock);
    batch->totals.tokens += result->tokens;
    batch->totals.usd += result->usd;
    batch->totals.used_us = g_get_monotonic_time() - batch->totals.begun;
    warn_all(batch, result->warnings);
    take_result(item, result);
    if (result->fatal) {
        stop(batch, g_steal_pointer(&result->fatal));
    } else if (result->short_of_purse) {
        put_back(batch, item);
    }
    if (item->state != FAIRY_BATCH_WAITING) {
        end_item(batch, item);
        end_twins(batch, item);
    }
    fairy_batch_result_free(result);
    go_on(batch);
}

/* --- begun ------------------------------------------------------------------------------------ */

static void find_measure(FairyBatch *batch)
{
    FairyBatchOptions *options = &batch->options;
    guint processors = g_get_num_processors();
    guint threads = options->threads ? options->threads : processors;
    guint each = options->to == FAIRY_BATCH_OUT ? JOBS_EACH : 1;
    options->jobs = options->jobs ? options->jobs : each * threads;
    options->jobs = MIN(options->jobs, FAIRY_MAX_BATCH_JOBS);
    options->threads = MAX(MIN(threads, options->jobs), 1);
    batch->most = options->jobs;
}

/* What needs no work, and what does. */
static void sort_out(FairyBatch *batch)
{
    for (guint i = 0; i < batch->items->len; i++) {
        FairyBatchItem *item = batch->items->pdata[i];
        if (item->leader) {
            continue; /* it ends behind that one */
        }
        if (item->state == FAIRY_BATCH_WAITING) {
            g_queue_push_tail(&batch->todo, item);
        } else {
            tell(batch, item);
            end_twins(batch, item);
        }
    }
}

/* Where nothing is under way in the moment in which it is interrupted, no result comes to tell. */
static gboolean on_look(gpointer data)
{
    FairyBatch *batch = data;
    gboolean done = is_all_done(batch);
    if (done) {
        finish(batch);
    }
    return batch->watch && !fairy_batch_is_interrupted(batch) ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static gboolean on_interrupt(G_GNUC_UNUSED gint fd, G_GNUC_UNUSED GIOCondition condition,
                             gpointer data)
{
    on_look(data);
    return G_SOURCE_REMOVE;
}

static void watch(FairyBatch *batch)
{
    int fd = batch->options.job.interrupt_fd;
    batch->watch = fd > 0 ? g_unix_fd_source_new(fd, G_IO_IN) : g_timeout_source_new(LOOK_MS);
    g_source_set_callback(batch->watch, fd > 0 ? G_SOURCE_FUNC(on_interrupt) : on_look, batch,
                          NULL);
    g_source_attach(batch->watch, batch->context);
}

static gboolean on_begin(gpointer data)
{
    FairyBatch *batch = data;
    sort_out(batch);
    if (is_all_done(batch)) {
        finish(batch);
    } else {
        watch(batch);
        fairy_batch_start_workers(batch, batch->options.threads, batch->options.jobs);
    }
    return G_SOURCE_REMOVE;
}

const FairyBatchEnding *fairy_batch_wait(FairyBatch *batch)
{
    find_measure(batch);
    batch->record = record;
    fairy_batch_start_writers(batch);
    batch->totals.n = batch->items->len;
    batch->totals.begun = g_get_monotonic_time();
    batch->loop = g_main_loop_new(batch->context, FALSE);
    fairy_batch_call(batch->context, on_begin, batch, NULL);
    g_main_loop_run(batch->loop);
    g_main_loop_unref(batch->loop);
    return &batch->ending;
}
