/* Threads that wait for the disk. Several at a time, as what is written together is synced
 * together. */
#include "batch/batch_priv.h"
#include "batch/output.h"

enum { WRITERS = 8 };

typedef struct {
    FairyBatchWrite what;
    GMainContext *context;
    char *digest;
    GError *error;
} Writing;

static void writing_free(gpointer data)
{
    Writing *writing = data;
    g_main_context_unref(writing->context);
    g_clear_error(&writing->error);
    g_free(writing->digest);
    g_free(writing);
}

static gboolean on_written(gpointer data)
{
    const Writing *writing = data;
    writing->what.done(writing->digest, writing->error, writing->what.data);
    return G_SOURCE_REMOVE;
}

static void put(Writing *writing)
{
    const FairyBatchWrite *what = &writing->what;
    if (!what->bytes) {
        fairy_batch_copy(what->from, what->path, TRUE, &writing->error);
    } else if (fairy_batch_put(what->path, what->bytes, TRUE, &writing->error)) {
        writing->digest = what->digest
                              ? g_strdup(what->digest)
                              : g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, what->bytes);
    }
}

static void write_one(gpointer data, gpointer pool)
{
    Writing *writing = data;
    (void)pool;
    put(writing);
    g_autoptr(GMainContext) context = g_main_context_ref(writing->context);
    fairy_batch_call(context, on_written, writing, writing_free);
}

void fairy_batch_start_writers(FairyBatch *batch)
{
    batch->writers = g_thread_pool_new(write_one, NULL, WRITERS, FALSE, NULL);
}

void fairy_batch_end_writers(FairyBatch *batch)
{
    g_thread_pool_free(batch->writers, FALSE, TRUE);
    batch->writers = NULL;
}

void fairy_batch_write(FairyBatch *batch, const FairyBatchWrite *write)
{
    Writing *writing = g_new0(Writing, 1);
    *writing = (Writing){.what = *write, .context = g_main_context_ref_thread_default()};
    g_thread_pool_push(batch->writers, writing, NULL);
}
