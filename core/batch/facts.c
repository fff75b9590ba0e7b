/* What every file of a batch stands on, and what is told of one. */
#include "batch/batch_priv.h"

#include <stdarg.h>

gboolean fairy_batch_is_interrupted(const FairyBatch *batch)
{
    return g_atomic_int_get(batch->options.job.interrupted) != 0;
}

gboolean fairy_batch_fail(GError **error, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *message = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, message);
    return FALSE;
}

void fairy_batch_warn(const FairyBatch *batch, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *line = g_strdup_vprintf(format, args);
    va_end(args);
    if (batch->options.funcs.warn) {
        batch->options.funcs.warn(line, batch->options.data);
    }
}

void fairy_batch_note_wait(FairyBatch *batch, const char *why, gint64 ms)
{
    gint64 now = g_get_monotonic_time();
    if (now >= batch->waits_until && batch->options.funcs.waits) {
        batch->options.funcs.waits(why, ms, batch->options.data);
    }
    batch->waits_until = MAX(batch->waits_until, now + ms * 1000);
}

FairyBatchFile fairy_batch_item_file(const FairyBatchItem *item)
{
    return (FairyBatchFile){.path = item->path,
                            .output = item->after ? item->output : NULL,
                            .state = item->state,
                            .skip = item->skip,
                            .reason = item->reason,
                            .actions = item->actions,
                            .refused = item->refused,
                            .attempts = item->attempts,
                            .tokens = item->tokens,
                            .usd = item->usd,
                            .before = item->before,
                            .after = item->after,
                            .former = item->former,
                            .prompt_tokens = item->prompt_tokens,
                            .findings = item->findings};
}

const char *fairy_batch_run(const FairyBatch *batch)
{
    return batch->run;
}

const char *fairy_batch_model(const FairyBatch *batch)
{
    return batch->model;
}

guint fairy_batch_n_files(const FairyBatch *batch)
{
    return batch->items->len;
}

void fairy_batch_file(const FairyBatch *batch, guint i, FairyBatchFile *file)
{
    *file = fairy_batch_item_file(batch->items->pdata[i]);
}
