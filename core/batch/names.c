/* The words for what became of a drawing, and its JSON. */
#include <fairy/batch.h>

static const char *const states[] = {
    [FAIRY_BATCH_WAITING] = "waiting", [FAIRY_BATCH_DONE] = "done",
    [FAIRY_BATCH_PARTLY] = "partly",   [FAIRY_BATCH_UNCHANGED] = "unchanged",
    [FAIRY_BATCH_FAILED] = "failed",   [FAIRY_BATCH_SKIPPED] = "skipped",
};

static const char *const skips[] = {
    [FAIRY_SKIP_NONE] = NULL,
    [FAIRY_SKIP_BUDGET] = "budget",
    [FAIRY_SKIP_DUPLICATE] = "duplicate",
    [FAIRY_SKIP_NOT_CHOSEN] = "not-chosen",
    [FAIRY_SKIP_UNDONE] = "undone",
};

const char *fairy_batch_state_name(FairyBatchState state)
{
    return states[state];
}

const char *fairy_batch_skip_name(FairyBatchSkip skip)
{
    return skips[skip];
}

static void add_text(cJSON *json, const char *name, const char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    if (valid) {
        cJSON_AddStringToObject(json, name, valid);
    }
}

cJSON *fairy_batch_file_json(const FairyBatchFile *file)
{
    cJSON *json = cJSON_CreateObject();
    add_text(json, "file", file->path);
    add_text(json, "output", file->output);
    add_text(json, "state", fairy_batch_state_name(file->state));
    add_text(json, "skipped", fairy_batch_skip_name(file->skip));
    add_text(json, "reason", file->reason);
    cJSON_AddNumberToObject(json, "actions", file->actions);
    cJSON_AddNumberToObject(json, "refused", file->refused);
    cJSON_AddNumberToObject(json, "attempts", file->attempts);
    cJSON_AddNumberToObject(json, "tokens", (double)file->tokens);
    cJSON_AddNumberToObject(json, "usd", file->usd);
    add_text(json, "before", file->before);
    add_text(json, "after", file->after);
    if (file->prompt_tokens > 0) {
        cJSON_AddNumberToObject(json, "promptTokens", (double)file->prompt_tokens);
    }
    cJSON *findings =
        file->findings && file->findings->len > 0 ? cJSON_AddArrayToObject(json, "findings") : NULL;
    for (guint i = 0; findings && i < file->findings->len; i++) {
        cJSON_AddItemToArray(findings, fairy_finding_json(file->findings->pdata[i]));
    }
    return json;
}
