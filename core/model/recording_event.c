/* What came of a request, as lines of a recording have it. */
#include "model/recording_event.h"

#include <string.h>

static GBytes *bytes_in(const cJSON *json)
{
    const char *text = fairy_line_text(json, "text");
    if (text) {
        return g_bytes_new(text, strlen(text));
    }
    const char *base64 = fairy_line_text(json, "base64");
    gsize n = base64 ? strspn(base64, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789+/")
                     : 0;
    gsize rest = base64 ? strlen(base64 + n) : 0;
    if (!base64 || rest > 2 || (n + rest) % 4 != 0 || strspn(base64 + n, "=") != rest) {
        return NULL;
    }
    gsize len;
    guchar *bytes = g_base64_decode(base64, &len);
    return g_bytes_new_take(bytes, len);
}

static char **headers_in(const cJSON *json)
{
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    const cJSON *header;
    cJSON_ArrayForEach(header, cJSON_GetObjectItemCaseSensitive(json, "headers"))
    {
        if (cJSON_IsString(header)) {
            g_strv_builder_add(builder, header->valuestring);
        }
    }
    return g_strv_builder_end(builder);
}

gboolean fairy_recording_event_read(FairyLineType type, const cJSON *json,
                                    FairyRecordingEvent *event, const char **wanted)
{
    event->at = MAX(0, fairy_line_number(json, "at", (double)G_MAXINT32 * 1000));
    if (type == FAIRY_LINE_ANSWER) {
        event->kind = FAIRY_RECORDED_HEAD;
        event->status = (int)fairy_line_number(json, "status", 999);
        event->headers = headers_in(json);
        *wanted = "\"status\", an HTTP status";
        return event->status >= 0;
    }
    if (type == FAIRY_LINE_BYTES) {
        event->kind = FAIRY_RECORDED_BYTES;
        event->bytes = bytes_in(json);
        *wanted = "\"text\" or \"base64\"";
        return event->bytes != NULL;
    }
    event->kind = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "cancelled"))
                      ? FAIRY_RECORDED_CANCELLED
                      : FAIRY_RECORDED_END;
    *wanted = "a \"fault\" that is known, or none";
    return fairy_api_error_from_json(json, &event->api_error);
}

void fairy_recording_event_clear(FairyRecordingEvent *event)
{
    g_clear_pointer(&event->headers, g_strfreev);
    g_clear_pointer(&event->bytes, g_bytes_unref);
    fairy_api_error_clear(&event->api_error);
}
