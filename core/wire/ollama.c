/* Ollama's own API: a JSON value a line. */
#include "wire/dialect_row.h"

#include <fairy/tokens.h>

#include <string.h>

#define IMAGE_TOKENS 1000      /* of a picture, at most */
#define LEAST_ROOM   8192      /* tokens of a context */
#define MOST_ROOM    (1 << 17) /* models have no larger ones, and machines no memory for them */

/* --- requests --------------------------------------------------------------------------------- */

static void add_message(cJSON *messages, const char *role, const GPtrArray *parts)
{
    g_autofree char *text = fairy_content_parts_text(parts);
    cJSON *message = cJSON_CreateObject(), *images = NULL;
    cJSON_AddStringToObject(message, "role", role);
    cJSON_AddStringToObject(message, "content", text);
    for (guint i = 0; i < parts->len; i++) {
        const FairyContentPart *part = g_ptr_array_index(parts, i);
        if (part->image) {
            g_autofree char *base64 = fairy_content_part_base64(part);
            images = images ? images : cJSON_AddArrayToObject(message, "images");
            cJSON_AddItemToArray(images, cJSON_CreateString(base64));
        }
    }
    cJSON_AddItemToArray(messages, message);
}

static gsize tokens_of(const GPtrArray *parts)
{
    gsize tokens = 0;
    for (guint i = 0; i < parts->len; i++) {
        const FairyContentPart *part = g_ptr_array_index(parts, i);
        tokens += part->image ? IMAGE_TOKENS : fairy_tokens(part->text, strlen(part->text));
    }
    return tokens;
}

/* Its default is so small that the beginning of the prompt would be dropped, without a word. A
 * power of two, as the model is loaded anew for each other size. */
static guint room_for(gsize prompt, guint max_output)
{
    gsize needed = prompt + MIN(max_output, LEAST_ROOM);
    guint room = LEAST_ROOM;
    while (room < needed && room < MOST_ROOM) {
        room *= 2;
    }
    return room;
}

/* Off, on, or how much. */
static void write_thinking(cJSON *body, const char *word)
{
    static const char *const levels[] = {"low", "medium", "high", NULL};
    if (g_strv_contains(levels, word)) {
        cJSON_AddStringToObject(body, "think", word);
    } else {
        cJSON_AddBoolToObject(body, "think", !g_str_equal(word, "disabled"));
    }
}

static gsize write_messages(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt)
{
    g_autoptr(GPtrArray) messages = fairy_dialect_messages(profile, prompt);
    cJSON *list = cJSON_AddArrayToObject(body, "messages");
    gsize tokens = tokens_of(prompt->system);
    if (prompt->system->len) {
        add_message(list, "system", prompt->system);
    }
    for (guint i = 0; i < messages->len; i++) {
        const FairyMessage *message = g_ptr_array_index(messages, i);
        add_message(list, message->role == FAIRY_ROLE_USER ? "user" : "assistant",
                    message->content);
        tokens += tokens_of(message->content);
    }
    return tokens;
}

static void write_body(cJSON *body, const FairyProfile *profile, const FairyPrompt *prompt,
                       guint max_output)
{
    cJSON_AddStringToObject(body, "model", profile->model);
    cJSON_AddTrueToObject(body, "stream");
    gsize tokens = write_messages(body, profile, prompt);
    cJSON *options = cJSON_AddObjectToObject(body, "options");
    cJSON_AddNumberToObject(options, "num_ctx", room_for(tokens, max_output));
    if (max_output) {
        cJSON_AddNumberToObject(options, "num_predict", max_output);
    }
    if (profile->thinking) {
        write_thinking(body, profile->thinking);
    }
    if (profile->json == FAIRY_JSON_SCHEMA) {
        cJSON_AddItemToObject(body, "format", fairy_reply_schema_compact(prompt->actions));
    } else if (profile->json == FAIRY_JSON_OBJECT) {
        cJSON_AddStringToObject(body, "format", "json");
    }
}

/* --- answers ---------------------------------------------------------------------------------- */

static void read_usage(FairyAnswer *answer, const cJSON *event)
{
    if (fairy_item(event, "prompt_eval_count") || fairy_item(event, "eval_count")) {
        FairyUsage *counts = fairy_answer_counts(answer);
        fairy_count(&counts->input, event, "prompt_eval_count");
        fairy_count(&counts->output, event, "eval_count");
    }
}

static void read_event(FairyAnswer *answer, const cJSON *event)
{
    static const FairyStop table[] = {
        {"length", FAIRY_API_ERROR_LENGTH},
        {NULL, FAIRY_API_ERROR_NONE},
    };
    static const char *const thinking[] = {"thinking", "reasoning_content", "reasoning"};
    static const char *const read[] = {"role",      "content", "thinking", "reasoning_content",
                                       "reasoning", NULL};
    const cJSON *message = fairy_item(event, "message");
    for (guint i = 0; i < G_N_ELEMENTS(thinking); i++) {
        fairy_answer_thinking(answer, fairy_item(message, thinking[i]));
    }
    fairy_answer_text(answer, fairy_item(message, "content"));
    fairy_answer_other(answer, message, read);
    read_usage(answer, event);
    if (cJSON_IsTrue(fairy_item(event, "done"))) {
        fairy_answer_stop_reason(answer, table, fairy_item_text(event, "done_reason"), NULL);
        fairy_answer_finish(answer);
    }
}

static const char *const text_members[] = {"content", "thinking", "reasoning_content", "reasoning",
                                           NULL};

const FairyDialect fairy_dialect_ollama = {
    .path = "/api/chat",
    .lines = TRUE,
    .accept = "application/x-ndjson",
    .write = write_body,
    .read = read_event,
    .text_members = text_members,
};
