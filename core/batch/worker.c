/* Threads that work at drawings, each in a main context of its own, several at a time. */
#include "batch/batch_priv.h"

#include <svg/render.h>

struct _FairyBatchWorker {
    FairyBatch *batch;
    GThread *thread;
    GMainContext *context;
    GMainLoop *loop;
    FairyNetwork *network;
    guint slots, busy;
};

void fairy_batch_call(GMainContext *context, GSourceFunc func, gpointer data,
                      GDestroyNotify free_data)
{
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, func, data, free_data);
    g_source_attach(source, context);
    g_source_unref(source); /* it looks at the context, though that may have called by now */
}

static FairyBatchItem *take(FairyBatch *batch)
{
    g_mutex_lock(&batch->lock);
    gboolean may =
        !batch->stopped && batch->at_work < batch->most && !fairy_batch_is_interrupted(batch);
    FairyBatchItem *item = may ? g_queue_pop_head(&batch->todo) : NULL;
    batch->under_way += item != NULL;
    batch->at_work += item != NULL;
    g_mutex_unlock(&batch->lock);
    return item;
}

static gboolean on_result(gpointer data)
{
    FairyBatchResult *result = data;
    result->batch->record(result);
    return G_SOURCE_REMOVE;
}

static void fill(FairyBatchWorker *worker);

static void on_done(FairyBatchResult *result, gpointer data)
{
    FairyBatchWorker *worker = data;
    g_mutex_lock(&worker->batch->lock);
    worker->batch->at_work--;
    g_mutex_unlock(&worker->batch->lock);
    fairy_batch_call(worker->batch->context, on_result, result, NULL);
    worker->busy--;
    fill(worker);
}

static void fill(FairyBatchWorker *worker)
{
    while (worker->busy < worker->slots) {
        FairyBatchItem *item = take(worker->batch);
        if (!item) {
            return;
        }
        worker->busy++;
        fairy_batch_work(worker->batch, item, worker->network, on_done, worker);
    }
}

static gboolean on_wake(gpointer data)
{
    fill(data);
    return G_SOURCE_REMOVE;
}

static gpointer run(gpointer data)
{
    FairyBatchWorker *worker = data;
    g_main_context_push_thread_default(worker->context);
    worker->network = fairy_network_new(worker->batch->limiter);
    g_main_loop_run(worker->loop);
    fairy_network_unref(worker->network);
    g_main_context_pop_thread_default(worker->context);
    return NULL;
}

void fairy_batch_start_workers(FairyBatch *batch, guint n, guint slots)
{
    svg_render_limit_bands(slots > 1 ? 1 : 0);
    svg_render_keep_warm(TRUE);
    batch->workers = g_new0(FairyBatchWorker *, n);
    batch->n_workers = n;
    for (guint i = 0; i < n; i++) {
        FairyBatchWorker *worker = batch->workers[i] = g_new0(FairyBatchWorker, 1);
        worker->batch = batch;
        worker->context = g_main_context_new();
        worker->loop = g_main_loop_new(worker->context, FALSE);
        worker->slots = slots / n + (i < slots % n);
        fairy_batch_call(worker->context, on_wake, worker, NULL);
    }
    for (guint i = 0; i < n; i++) {
        batch->workers[i]->thread = g_thread_new("batch", run, batch->workers[i]);
    }
}

void fairy_batch_wake_workers(FairyBatch *batch)
{
    for (guint i = 0; i < batch->n_workers; i++) {
        fairy_batch_call(batch->workers[i]->context, on_wake, batch->workers[i], NULL);
    }
}

static gboolean on_end(gpointer data)
{
    g_main_loop_quit(((FairyBatchWorker *)data)->loop);
    return G_SOURCE_REMOVE;
}

void fairy_batch_end_workers(FairyBatch *batch)
{
    for (guint i = 0; i < batch->n_workers; i++) {
        fairy_batch_call(batch->workers[i]->context, on_end, batch->workers[i], NULL);
    }
    for (guint i = 0; i < batch->n_workers; i++) {
        FairyBatchWorker *worker = batch->workers[i];
        g_thread_join(worker->thread);
        g_main_loop_unref(worker->loop);
        g_main_context_unref(worker->context);
        g_free(worker);
    }
    g_clear_pointer(&batch->workers, g_free);
    batch->n_workers = 0;
    svg_render_keep_warm(FALSE);
    svg_render_limit_bands(0);
}
