/* Answers of a model, as Anthropic streams them. */
#include "common/answers.h"

#include <cjson/cJSON.h>

static const char begin[] =
    "event message_start {\"type\":\"message_start\",\"message\":{\"usage\":"
    "{\"input_tokens\":100,\"output_tokens\":1}}}\n"
    "event content_block_start {\"type\":\"content_block_start\",\"index\":"
    "0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n";

static void add_piece(GString *script, const char *text, gsize len)
{
    g_autofree char *piece = g_strndup(text, len);
    cJSON *string = cJSON_CreateString(piece);
    g_autofree char *quoted = cJSON_PrintUnformatted(string);
    cJSON_Delete(string);
    g_string_append_printf(script,
                           "event content_block_delta {\"type\":\"content_block_delta\","
                           "\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":%s}}\n",
                           quoted);
}

static void add_pieces(GString *script, const char *reply, guint most)
{
    for (const char *p = reply; *p && most > 0; most--) {
        const char *end = p;
        for (guint i = 0; i < 6 && *end; i++) {
            end = g_utf8_next_char(end);
        }
        add_piece(script, p, (gsize)(end - p));
        p = end;
    }
}

void test_answer_add(GString *script, const char *reply, const char *steps)
{
    g_string_append_printf(script, "answer POST /v1/messages\n%s%s", steps, begin);
    add_pieces(script, reply, G_MAXUINT);
    g_string_append(script,
                    "event message_delta {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":"
                    "\"end_turn\"},\"usage\":{\"output_tokens\":50}}\n"
                    "event message_stop {\"type\":\"message_stop\"}\n");
}

void test_answer_add_part(GString *script, const char *reply, guint pieces, const char *end)
{
    g_string_append_printf(script, "answer POST /v1/messages\n%s", begin);
    add_pieces(script, reply, pieces);
    g_string_append(script, end);
}
