/* Everything that some bytes say as an event stream, as text: for comparing runs. */
#pragma once

#include "net/sse.h"

static void log_event(const char *type, const char *data, gsize len, gpointer user_data)
{
    g_assert_true(g_utf8_validate(type, -1, NULL) && data[len] == '\0');
    GString *log = user_data;
    g_string_append_printf(log, "(%s,", type);
    g_string_append_len(log, data, (gssize)len);
    g_string_append_c(log, ')');
}

/* "(type,data)" of each event, then the rest or what was wrong. The caller's. */
static char *sse_log(const char *bytes, gsize len, gsize step)
{
    GString *log = g_string_new(NULL);
    g_autoptr(FairySse) sse = fairy_sse_new(log_event, log);
    g_autoptr(GError) error = NULL;
    for (gsize i = 0; !error && i < len; i += step) {
        fairy_sse_feed(sse, bytes + i, MIN(step, len - i), &error);
    }
    const char *rest = error ? error->message : fairy_sse_rest(sse);
    g_string_append(log, rest ? rest : "");
    return g_string_free(log, FALSE);
}
