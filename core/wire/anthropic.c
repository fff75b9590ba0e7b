/* Anthropic's Messages. */
#include "wire/dialect_row.h"

#include <string.h>

#define MAX_MARKS    4    /* of the cache, in a request */
#define LEAST_BUDGET 1024 /* tokens of thinking */

/* --- requests --------------------------------------------------------------------------------- */

static cJSON *block_of(const FairyContentPart *part)
{
    cJSON *block = cJSON_CreateObject();
    cJSON_AddStringToObject(block, "type", part->image ? "image" : "text");
    if (!part->image) {
        cJSON_AddStringToObject(block, "text", part->text);
        return block;
    }
    g_autofree char *base64 = fairy_content_part_base64(part);
    cJSON *source = cJSON_AddObjectToObject(block, "source");
    cJSON_AddStringToObject(source, "type", "base64");
    cJSON_AddStringToObject(source, "media_type", part->media_type);
    cJSON_AddStringToObject(source, "data", base64);
    return block;
}

static void mark(cJSON *block)
{
    cJSON *control = cJSON_AddObjectToObject(block, "cache_control");
    cJSON_AddStringToObject(control, "type", "ephemeral");
}

/* Marks the last `most` blocks that stay the same, and nothing after them. Returns how many. */
static guint mark_stable(cJSON *blocks, const GPtrArray *parts, guint most)
{
    guint n = 0;
    for (guint i = parts->len; i > 0 && n < most; i--) {
        const FairyContentPart *part = g_ptr_array_index(parts, i - 1);
        if (part->stable) {
            mark(cJSON_GetArrayItem(blocks, (int)i - 1));
            n++;
        }
    }
    return n;
}

static cJSON *blocks_of(const GPtrArray *parts)
{
    cJSON *blocks = cJSON_CreateArray();
    for (guint i = 0; i < parts->len; i++) {
        cJSON_AddItemToArray(blocks, block_of(g_ptr_array_index(parts, i)));
    }
    return blocks;
}

static void add_message(cJSON *messages, FairyRole role, cJSON *blocks)
{
    cJSON *message = cJSON_CreateObject();
    cJSON_AddStringToObject(message, "role", role == FAIRY_ROLE_USER ? "user" : "assistant");
    cJSON_AddItemToObject(message, "content", blocks);
    cJSON_AddItemToArray(messages, message);
}

/* The conversation has one mark, at its last block that stays; the system has the others. */
static void write_messages(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt)
{
    g_autoptr(GPtrArray) messages = fairy_dialect_messages(profile, prompt);
    cJSON *system = cJSON_AddArrayToObject(body, "system");
    cJSON *list = cJSON_AddArrayToObject(body, "messages");
    guint marks = 0;
    for (guint i = 0; i < messages->len; i++) {
        const FairyMessage *message = g_ptr_array_index(messages, i);
        add_message(list, message->role, blocks_of(message->content));
    }
    for (guint i = messages->len; profile->cache && i > 0 && marks == 0; i--) {
        const FairyMessage *message = g_ptr_array_index(messages, i - 1);
        const cJSON *written = cJSON_GetArrayItem(list, (int)i - 1);
        marks =
            mark_stable(cJSON_GetObjectItemCaseSensitive(written, "content"), message->content, 1);
    }
    for (guint i = 0; i < prompt->system->len; i++) {
        cJSON_AddItemToArray(system, block_of(g_ptr_array_index(prompt->system, i)));
    }
    mark_stable(system, prompt->system, profile->cache ? MAX_MARKS - marks : 0);
}

/* Of a budget there has to be room for the answer, too. */
static void write_thinking(cJSON *body, const FairyProfile *profile, guint max_output)
{
    static const char *const types[] = {"disabled", "between_tools", NULL};
    gboolean is_type = g_strv_contains(types, profile->thinking);
    cJSON *thinking = cJSON_AddObjectToObject(body, "thinking");
    cJSON_AddStringToObject(thinking, "type",
                            is_type           ? profile->thinking
                            : profile->budget ? "enabled"
                                              : "adaptive");
    if (!is_type && profile->budget) {
        gint64 tokens = fairy_dialect_thinking_tokens(profile->thinking);
        tokens = MIN(tokens < 0 ? max_output : tokens, max_output / 2);
        cJSON_AddNumberToObject(thinking, "budget_tokens", (double)MAX(tokens, LEAST_BUDGET));
    } else if (!is_type) {
        cJSON_AddStringToObject(thinking, "display", "omitted");
    }
}

static void write_output(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt)
{
    cJSON *output = cJSON_CreateObject();
    if (profile->effort) {
        cJSON_AddStringToObject(output, "effort", profile->effort);
    }
    if (profile->json == FAIRY_JSON_SCHEMA) {
        cJSON *format = cJSON_AddObjectToObject(output, "format");
        cJSON_AddStringToObject(format, "type", "json_schema");
        cJSON_AddItemToObject(format, "schema", fairy_reply_schema_compact(prompt->actions));
    }
    if (output->child) {
        cJSON_AddItemToObject(body, "output_config", output);
    } else {
        cJSON_Delete(output);
    }
}

static void write_body(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt,
                       guint max_output)
{
    cJSON_AddStringToObject(body, "model", profile->model);
    cJSON_AddTrueToObject(body, "stream");
    write_messages(body, profile, prompt);
    /* Behind what stays the same: it is another with what is left to spend. */
    cJSON_AddNumberToObject(body, "max_tokens", max_output);
    if (fairy_dialect_prefills(profile)) {
        FairyContentPart start = {.text = (char *)FAIRY_PREFILL};
        cJSON *blocks = cJSON_CreateArray();
        cJSON_AddItemToArray(blocks, block_of(&start));
        add_message(cJSON_GetObjectItemCaseSensitive(body, "messages"), FAIRY_ROLE_ASSISTANT,
                    blocks);
    }
    if (profile->thinking) {
        write_thinking(body, profile, max_output);
    }
    write_output(body, profile, prompt);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* The counts are those so far; what isn't told stays. */
static void read_usage(FairyAnswer *answer, const cJSON *usage)
{
    if (!cJSON_IsObject(usage)) {
        return;
    }
    FairyUsage *counts = fairy_answer_counts(answer);
    fairy_count(&counts->input, usage, "input_tokens");
    fairy_count(&counts->cache_write, usage, "cache_creation_input_tokens");
    fairy_count(&counts->cache_read, usage, "cache_read_input_tokens");
    fairy_count(&counts->output, usage, "output_tokens");
    fairy_count(&counts->thinking, fairy_item(usage, "output_tokens_details"), "thinking_tokens");
}

/* The beginning of a block, the whole of one, and what comes to one, have the same members. */
static void read_block(FairyAnswer *answer, const cJSON *block)
{
    static const char *const read[] = {"type", "text",      "thinking", "id",
                                       "name", "signature", "citation", NULL};
    const char *type = cJSON_GetStringValue(fairy_item(block, "type"));
    if (g_strcmp0(type, "text") == 0 || g_strcmp0(type, "text_delta") == 0) {
        fairy_answer_text(answer, fairy_item(block, "text"));
    } else if (type &&
               (g_str_has_prefix(type, "thinking") || g_str_equal(type, "signature_delta"))) {
        fairy_answer_thinking(answer, fairy_item(block, "thinking"));
    }
    fairy_answer_other(answer, block, read);
}

static void read_stop(FairyAnswer *answer, const cJSON *from)
{
    static const FairyStop table[] = {
        {"max_tokens", FAIRY_API_ERROR_LENGTH},
        {"model_context_window_exceeded", FAIRY_API_ERROR_LENGTH},
        {"refusal", FAIRY_API_ERROR_REFUSED},
        {"content_filter", FAIRY_API_ERROR_FILTERED}, /* of gateways */
        {NULL, FAIRY_API_ERROR_NONE},
    };
    fairy_answer_stop_reason(answer, table, fairy_item_text(from, "stop_reason"),
                             fairy_item_text(fairy_item(from, "stop_details"), "explanation"));
}

static void read_message(FairyAnswer *answer, const cJSON *message)
{
    const cJSON *block = NULL;
    cJSON_ArrayForEach(block, fairy_item(message, "content"))
    {
        read_block(answer, block);
    }
    read_usage(answer, fairy_item(message, "usage"));
    read_stop(answer, message);
    fairy_answer_finish(answer);
}

static void read_start(FairyAnswer *answer, const cJSON *event)
{
    read_usage(answer, fairy_item(fairy_item(event, "message"), "usage"));
}

static void read_block_start(FairyAnswer *answer, const cJSON *event)
{
    read_block(answer, fairy_item(event, "content_block"));
}

static void read_block_delta(FairyAnswer *answer, const cJSON *event)
{
    read_block(answer, fairy_item(event, "delta"));
}

static void read_message_delta(FairyAnswer *answer, const cJSON *event)
{
    read_usage(answer, fairy_item(event, "usage"));
    read_stop(answer, fairy_item(event, "delta"));
}

static void read_message_stop(FairyAnswer *answer, const cJSON *event)
{
    (void)event;
    fairy_answer_finish(answer);
}

static void read_event(FairyAnswer *answer, const cJSON *event)
{
    static const struct {
        const char *type;
        void (*read)(FairyAnswer *answer, const cJSON *event);
    } events[] = {
        {"content_block_delta", read_block_delta},
        {"content_block_start", read_block_start},
        {"message_start", read_start},
        {"message_delta", read_message_delta},
        {"message_stop", read_message_stop},
        {"message", read_message},
    };
    const char *type = cJSON_GetStringValue(fairy_item(event, "type"));
    for (guint i = 0; type && i < G_N_ELEMENTS(events); i++) {
        if (g_str_equal(events[i].type, type)) {
            events[i].read(answer, event);
            return;
        }
    }
}

static const char *const headers[] = {"anthropic-version: 2023-06-01", NULL};

static const char *const text_members[] = {"text", "thinking", NULL};

const FairyDialect fairy_dialect_anthropic = {
    .path = "/v1/messages",
    .accept = "text/event-stream",
    .headers = headers,
    .write = write_body,
    .read = read_event,
    .text_members = text_members,
};
