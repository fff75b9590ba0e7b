/* OpenAI's Chat Completions, and the many servers that speak it in ways of their own. */
#include "provider/provider_row.h"
#include "wire/dialect_row.h"

/* --- requests --------------------------------------------------------------------------------- */

static cJSON *part_of(const FairyProfile *profile, const FairyContentPart *item)
{
    cJSON *part = cJSON_CreateObject();
    cJSON_AddStringToObject(part, "type", item->image ? "image_url" : "text");
    if (!item->image) {
        cJSON_AddStringToObject(part, "text", item->text);
        return part;
    }
    g_autofree char *base64 = fairy_content_part_base64(item);
    g_autofree char *url = g_strdup_printf("data:%s;base64,%s", item->media_type, base64);
    cJSON *image = cJSON_AddObjectToObject(part, "image_url");
    cJSON_AddStringToObject(image, "url", url);
    if (profile->quirks & FAIRY_QUIRK_DETAIL) {
        cJSON_AddStringToObject(image, "detail", "high");
    }
    return part;
}

static gboolean has_image(const GPtrArray *content)
{
    for (guint i = 0; i < content->len; i++) {
        const FairyContentPart *item = g_ptr_array_index(content, i);
        if (item->image) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The last piece that stays the same, when it is to be marked for the cache; else NULL. */
static const FairyContentPart *marked_item(const FairyProfile *profile, const GPtrArray *content)
{
    for (guint i = profile->cache ? content->len : 0; i > 0; i--) {
        const FairyContentPart *item = g_ptr_array_index(content, i - 1);
        if (item->stable && item->text) {
            return item;
        }
    }
    return NULL;
}

static cJSON *parts_of(const FairyProfile *profile, const GPtrArray *content,
                       const FairyContentPart *marked)
{
    cJSON *parts = cJSON_CreateArray();
    for (guint i = 0; i < content->len; i++) {
        const FairyContentPart *item = g_ptr_array_index(content, i);
        cJSON *part = part_of(profile, item);
        if (item == marked) {
            cJSON *control = cJSON_AddObjectToObject(part, "cache_control");
            cJSON_AddStringToObject(control, "type", "ephemeral");
        }
        cJSON_AddItemToArray(parts, part);
    }
    return parts;
}

/* Text alone is a string: not every server takes it in parts. */
static cJSON *content_of(const FairyProfile *profile, const GPtrArray *content,
                         const FairyContentPart *marked)
{
    if (marked || has_image(content)) {
        return parts_of(profile, content, marked);
    }
    g_autofree char *text = fairy_content_parts_text(content);
    return cJSON_CreateString(text);
}

static void add_message(cJSON *messages, const char *role, cJSON *content)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "role", role);
    cJSON_AddItemToObject(message, "content", content);
    cJSON_AddItemToArray(messages, message);
}

static const FairyMessage *marked_message(const FairyProfile *profile, const GPtrArray *messages)
{
    for (guint i = messages->len; i > 0; i--) {
        const FairyMessage *message = g_ptr_array_index(messages, i - 1);
        if (marked_item(profile, message->content)) {
            return message;
        }
    }
    return NULL;
}

/* Where marks are taken, there is one at the end of what stays the same of the system, and one of
 * the conversation. */
static void write_messages(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt)
{
    g_autoptr(GPtrArray) messages = fairy_dialect_messages(profile, prompt);
    const FairyMessage *marked = marked_message(profile, messages);
    cJSON *list = cJSON_AddArrayToObject(body, "messages");
    if (prompt->system->len) {
        add_message(list, "system",
                    content_of(profile, prompt->system, marked_item(profile, prompt->system)));
    }
    for (guint i = 0; i < messages->len; i++) {
        const FairyMessage *message = g_ptr_array_index(messages, i);
        const FairyContentPart *mark =
            message == marked ? marked_item(profile, message->content) : NULL;
        add_message(list, message->role == FAIRY_ROLE_USER ? "user" : "assistant",
                    content_of(profile, message->content, mark));
    }
}

static void write_format(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt)
{
    if (profile->json == FAIRY_JSON_PROMPT) {
        return;
    }
    cJSON *format = cJSON_AddObjectToObject(body, "response_format");
    if (profile->json == FAIRY_JSON_OBJECT) {
        cJSON_AddStringToObject(format, "type", "json_object");
        return;
    }
    cJSON_AddStringToObject(format, "type", "json_schema");
    cJSON *schema = cJSON_AddObjectToObject(format, "json_schema");
    cJSON_AddStringToObject(schema, "name", "actions");
    cJSON_AddItemToObject(schema, "schema", fairy_reply_schema_compact(prompt->actions));
}

static void write_stream(cJSON *body, const FairyProfile *profile)
{
    cJSON_AddTrueToObject(body, "stream");
    if ((profile->quirks & FAIRY_QUIRK_USAGE) && !(profile->dropped & FAIRY_DROP_STREAM_OPTIONS)) {
        cJSON *options = cJSON_AddObjectToObject(body, "stream_options");
        cJSON_AddTrueToObject(options, "include_usage");
        if (profile->quirks & FAIRY_QUIRK_OBFUSCATION) {
            cJSON_AddFalseToObject(options, "include_obfuscation");
        }
    }
}

static void write_body(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt,
                       guint max_output)
{
    gboolean completion = ((profile->quirks & FAIRY_QUIRK_COMPLETION_TOKENS) != 0) !=
                          ((profile->dropped & FAIRY_DROP_MAX_TOKENS_NAME) != 0);
    cJSON_AddStringToObject(body, "model", profile->model);
    write_stream(body, profile);
    write_messages(body, profile, prompt);
    if (max_output) {
        cJSON_AddNumberToObject(body, completion ? "max_completion_tokens" : "max_tokens",
                                max_output);
    }
    if (profile->effort) {
        cJSON_AddStringToObject(body, "reasoning_effort", profile->effort);
    }
    write_format(body, profile, prompt);
}

/* --- answers ---------------------------------------------------------------------------------- */

static void read_usage(FairyAnswer *answer, const cJSON *usage)
{
    if (!cJSON_IsObject(usage)) {
        return;
    }
    FairyUsage *counts = fairy_answer_counts(answer);
    const cJSON *input = fairy_item(usage, "prompt_tokens_details");
    if (!fairy_count(&counts->cache_read, input, "cached_tokens")) {
        fairy_count(&counts->cache_read, usage, "prompt_cache_hit_tokens");
    }
    fairy_count(&counts->cache_write, input, "cache_write_tokens");
    if (fairy_count(&counts->input, usage, "prompt_tokens")) {
        counts->input -= MIN(counts->input, counts->cache_read + counts->cache_write);
    }
    fairy_count(&counts->output, usage, "completion_tokens");
    fairy_count(&counts->thinking, fairy_item(usage, "completion_tokens_details"),
                "reasoning_tokens");
}

/* A string, or parts: {"type":"text","text":…}, {"type":"thinking","thinking":[…]}. */
static void read_content(FairyAnswer *answer, const cJSON *content)
{
    fairy_answer_text(answer, content);
    const cJSON *part = NULL;
    cJSON_ArrayForEach(part, content)
    {
        const char *type = cJSON_GetStringValue(fairy_item(part, "type"));
        if (!type || g_str_equal(type, "text")) {
            fairy_answer_text(answer, fairy_item(part, "text"));
        } else if (g_str_equal(type, "thinking")) {
            const cJSON *first = fairy_item(part, "thinking");
            fairy_answer_thinking(answer, fairy_item(cJSON_GetArrayItem(first, 0), "text"));
        }
    }
}

/* Of `reasoning_details` the texts are in `reasoning`, too. */
static void read_delta(FairyAnswer *answer, const cJSON *delta)
{
    static const char *const reasoning[] = {"reasoning_content", "reasoning", "reasoning_text"};
    static const char *const read[] = {
        "role",      "content",        "refusal",           "reasoning_content",
        "reasoning", "reasoning_text", "reasoning_details", "annotations",
        NULL};
    for (guint i = 0; i < G_N_ELEMENTS(reasoning); i++) {
        if (fairy_item_text(delta, reasoning[i])) {
            fairy_answer_thinking(answer, fairy_item(delta, reasoning[i]));
            break;
        }
    }
    read_content(answer, fairy_item(delta, "content"));
    fairy_answer_refuse(answer, fairy_item(delta, "refusal"));
    fairy_answer_other(answer, delta, read);
}

/* Nobody asked for more than one. */
static void count_others(FairyAnswer *answer, const cJSON *choices)
{
    static const char *const read[] = {"role", NULL};
    for (int i = 1; i < cJSON_GetArraySize(choices); i++) {
        fairy_answer_other(answer, fairy_item(cJSON_GetArrayItem(choices, i), "delta"), read);
    }
}

static void read_event(FairyAnswer *answer, const cJSON *event)
{
    static const FairyStop table[] = {
        {"length", FAIRY_API_ERROR_LENGTH},
        {"model_length", FAIRY_API_ERROR_LENGTH},
        {"content_filter", FAIRY_API_ERROR_FILTERED},
        {"error", FAIRY_API_ERROR_SERVER},
        {NULL, FAIRY_API_ERROR_NONE},
    };
    const cJSON *choice = cJSON_GetArrayItem(fairy_item(event, "choices"), 0);
    const cJSON *delta = fairy_item(choice, "delta");
    read_delta(answer, cJSON_IsObject(delta) ? delta : fairy_item(choice, "message"));
    count_others(answer, fairy_item(event, "choices"));
    fairy_answer_stop_reason(answer, table, fairy_item_text(choice, "finish_reason"), NULL);
    read_usage(answer, fairy_item(fairy_item(event, "x_groq"), "usage"));
    read_usage(answer, fairy_item(event, "usage"));
}

static const char *const text_members[] = {
    "content", "text", "refusal", "reasoning_content", "reasoning", "reasoning_text", NULL};

const FairyDialect fairy_dialect_openai = {
    .path = "/chat/completions",
    .accept = "text/event-stream",
    .stop_ends = TRUE,
    .write = write_body,
    .read = read_event,
    .text_members = text_members,
};
