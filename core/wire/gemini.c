/* Google's own API. */
#include "wire/dialect_row.h"

/* --- requests --------------------------------------------------------------------------------- */

static void add_part(cJSON *parts, const FairyContentPart *item)
{
    cJSON *part = cJSON_CreateObject();
    if (item->image) {
        g_autofree char *base64 = fairy_content_part_base64(item);
        cJSON *data = cJSON_AddObjectToObject(part, "inlineData");
        cJSON_AddStringToObject(data, "mimeType", item->media_type);
        cJSON_AddStringToObject(data, "data", base64);
    } else {
        cJSON_AddStringToObject(part, "text", item->text);
    }
    cJSON_AddItemToArray(parts, part);
}

static void add_parts(cJSON *to, const GPtrArray *content)
{
    cJSON *parts = cJSON_AddArrayToObject(to, "parts");
    for (guint i = 0; i < content->len; i++) {
        add_part(parts, g_ptr_array_index(content, i));
    }
}

static void write_contents(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt)
{
    g_autoptr(GPtrArray) messages = fairy_dialect_messages(profile, prompt);
    if (prompt->system->len) {
        add_parts(cJSON_AddObjectToObject(body, "systemInstruction"), prompt->system);
    }
    cJSON *contents = cJSON_AddArrayToObject(body, "contents");
    for (guint i = 0; i < messages->len; i++) {
        const FairyMessage *message = g_ptr_array_index(messages, i);
        cJSON *content = cJSON_CreateObject();
        cJSON_AddStringToObject(content, "role",
                                message->role == FAIRY_ROLE_USER ? "user" : "model");
        add_parts(content, message->content);
        cJSON_AddItemToArray(contents, content);
    }
}

/* A budget, or a level, of which the least is the nearest to none. */
static void write_thinking(cJSON *config, const FairyProfile *profile)
{
    const char *word = profile->thinking;
    gboolean adaptive = g_str_equal(word, "adaptive") || g_str_equal(word, "between_tools");
    cJSON *thinking = cJSON_AddObjectToObject(config, "thinkingConfig");
    if (profile->budget) {
        cJSON_AddNumberToObject(thinking, "thinkingBudget",
                                (double)fairy_dialect_thinking_tokens(word));
    } else if (!adaptive) {
        g_autofree char *level =
            g_ascii_strup(g_str_equal(word, "disabled") ? "minimal" : word, -1);
        cJSON_AddStringToObject(thinking, "thinkingLevel", level);
    }
    cJSON_AddFalseToObject(thinking, "includeThoughts");
}

static void write_body(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt,
                       guint max_output)
{
    write_contents(body, profile, prompt);
    cJSON *config = cJSON_AddObjectToObject(body, "generationConfig");
    if (max_output) {
        cJSON_AddNumberToObject(config, "maxOutputTokens", max_output);
    }
    if (profile->json != FAIRY_JSON_PROMPT) {
        cJSON_AddStringToObject(config, "responseMimeType", "application/json");
    }
    if (profile->json == FAIRY_JSON_SCHEMA) {
        cJSON_AddItemToObject(config, "responseJsonSchema",
                              fairy_reply_schema_compact(prompt->actions));
    }
    if (profile->thinking) {
        write_thinking(config, profile);
    }
}

/* --- answers ---------------------------------------------------------------------------------- */

static void read_usage(FairyAnswer *answer, const cJSON *usage)
{
    if (!cJSON_IsObject(usage)) {
        return;
    }
    FairyUsage *counts = fairy_answer_counts(answer);
    guint64 said = 0;
    fairy_count(&counts->cache_read, usage, "cachedContentTokenCount");
    if (fairy_count(&counts->input, usage, "promptTokenCount")) {
        counts->input -= MIN(counts->input, counts->cache_read);
    }
    fairy_count(&counts->thinking, usage, "thoughtsTokenCount");
    fairy_count(&said, usage, "candidatesTokenCount");
    counts->output = MAX(counts->output, said + counts->thinking);
}

static void read_parts(FairyAnswer *answer, const cJSON *parts)
{
    static const char *const read[] = {"text", "thoughtSignature", NULL};
    const cJSON *part = NULL;
    cJSON_ArrayForEach(part, parts)
    {
        if (cJSON_IsTrue(fairy_item(part, "thought"))) {
            fairy_answer_thinking(answer, fairy_item(part, "text"));
        } else {
            fairy_answer_text(answer, fairy_item(part, "text"));
        }
        fairy_answer_other(answer, part, read);
    }
}

/* Nobody asked for more than one. */
static void count_others(FairyAnswer *answer, const cJSON *candidates)
{
    static const char *const read[] = {"role", NULL};
    for (int i = 1; i < cJSON_GetArraySize(candidates); i++) {
        const cJSON *candidate = cJSON_GetArrayItem(candidates, i);
        fairy_answer_other(answer, fairy_item(candidate, "content"), read);
    }
}

static void read_event(FairyAnswer *answer, const cJSON *event)
{
    static const FairyStop table[] = {
        {"MAX_TOKENS", FAIRY_API_ERROR_LENGTH},
        {"CONTINUATION", FAIRY_API_ERROR_LENGTH},
        {"SAFETY", FAIRY_API_ERROR_FILTERED},
        {"RECITATION", FAIRY_API_ERROR_FILTERED},
        {"LANGUAGE", FAIRY_API_ERROR_FILTERED},
        {"BLOCKLIST", FAIRY_API_ERROR_FILTERED},
        {"PROHIBITED_CONTENT", FAIRY_API_ERROR_FILTERED},
        {"SPII", FAIRY_API_ERROR_FILTERED},
        {"IMAGE_SAFETY", FAIRY_API_ERROR_FILTERED},
        {"OTHER", FAIRY_API_ERROR_SERVER},
        {"MALFORMED_RESPONSE", FAIRY_API_ERROR_SERVER},
        {"MALFORMED_FUNCTION_CALL", FAIRY_API_ERROR_SERVER},
        {"UNEXPECTED_TOOL_CALL", FAIRY_API_ERROR_SERVER},
        {"TOO_MANY_TOOL_CALLS", FAIRY_API_ERROR_SERVER},
        {NULL, FAIRY_API_ERROR_NONE},
    };
    const cJSON *candidate = cJSON_GetArrayItem(fairy_item(event, "candidates"), 0);
    const char *blocked = fairy_item_text(fairy_item(event, "promptFeedback"), "blockReason");
    read_parts(answer, fairy_item(fairy_item(candidate, "content"), "parts"));
    count_others(answer, fairy_item(event, "candidates"));
    fairy_answer_stop_reason(answer, table, fairy_item_text(candidate, "finishReason"),
                             fairy_item_text(candidate, "finishMessage"));
    if (blocked) {
        fairy_answer_stop(answer, FAIRY_API_ERROR_FILTERED, blocked);
    }
    read_usage(answer, fairy_item(event, "usageMetadata"));
}

static const char *const text_members[] = {"text", NULL};

const FairyDialect fairy_dialect_gemini = {
    .path = "/v1beta/models/%s:streamGenerateContent?alt=sse",
    .named = TRUE,
    .accept = "text/event-stream",
    .stop_ends = TRUE,
    .write = write_body,
    .read = read_event,
    .text_members = text_members,
};
