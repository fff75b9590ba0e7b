/* What a drawing would cost: the prompt of the first request is composed, and nothing is sent. */
#include "batch/batch_priv.h"

#include <fairy/limits.h>
#include <fairy/usage.h>

static gboolean compose(const FairyBatch *batch, const FairyBatchItem *item,
                        const FairyCapabilities *capabilities, guint64 *tokens, GError **error)
{
    FairyJobOptions options = batch->options.job;
    options.path = item->absolute;
    options.to = FAIRY_JOB_HANDED;
    options.forgets = options.no_session = TRUE;
    options.model = batch->model;
    g_autoptr(SvgDocument) doc = svg_document_load(item->absolute, error);
    FairyPrompt *prompt =
        doc && capabilities->prompt ? fairy_job_prompt(&options, doc, NULL, 0, error) : NULL;
    *tokens = prompt ? fairy_prompt_tokens(prompt, capabilities) : 0;
    fairy_prompt_free(prompt);
    return doc && (prompt || !capabilities->prompt);
}

static gboolean estimate(FairyBatchResult *result, GError **error)
{
    const FairyBatch *batch = result->batch;
    const FairyModelContext context = {.settings = batch->options.job.settings,
                                       .interrupted = batch->options.job.interrupted};
    FairyPrice price = {0};
    g_autoptr(FairyModel) model = fairy_model_new(batch->model, &context, error);
    if (!model) {
        return FALSE;
    }
    const FairyCapabilities *capabilities = fairy_model_capabilities(model);
    if (!fairy_price_look(context.settings, capabilities->provider, capabilities->model, &price,
                          error) ||
        !compose(batch, result->item, capabilities, &result->prompt_tokens, error)) {
        return FALSE;
    }
    const FairyUsage usage = {.input = result->prompt_tokens,
                              .output = result->prompt_tokens > 0 ? FAIRY_USUAL_OUTPUT_TOKENS : 0};
    result->tokens = fairy_usage_tokens(&usage);
    result->usd = fairy_price_cost(&price, &usage).usd;
    return TRUE;
}

void fairy_batch_estimate(FairyBatchResult *result)
{
    g_autoptr(GError) error = NULL;
    gboolean good = estimate(result, &error);
    result->state = good ? FAIRY_BATCH_UNCHANGED : FAIRY_BATCH_FAILED;
    result->reason = good ? NULL : g_strdup(error->message);
}
