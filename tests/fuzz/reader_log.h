/* Everything a reader says about some bytes, as text: for comparing runs. */
#pragma once

#include <fairy/reader.h>

static void log_action(guint index, cJSON *action, gpointer data)
{
    char *text = cJSON_PrintUnformatted(action);
    g_string_append_printf(data, "%u %s\n", index, text);
    cJSON_free(text);
    cJSON_Delete(action);
}

static void log_invalid(guint index, const char *why, gpointer data)
{
    g_string_append_printf(data, "%u ! %s\n", index, why);
}

/* Looks at the partial action after every chunk, as a preview would, while it is short. The
 * caller's. */
static char *reader_log(const char *bytes, gsize len, gsize step)
{
    static const FairyReaderFuncs funcs = {.action = log_action, .invalid = log_invalid};
    GString *log = g_string_new(NULL);
    g_autoptr(FairyReader) reader = fairy_reader_new(&funcs, log);
    g_autoptr(GError) error = NULL;
    gboolean going = TRUE;
    for (gsize i = 0; going && i < len; i += step) {
        going = fairy_reader_feed(reader, bytes + i, MIN(step, len - i), &error);
        const cJSON *partial = i < 2000 ? fairy_reader_partial(reader, NULL) : NULL;
        char *text = partial ? cJSON_PrintUnformatted(partial) : NULL;
        g_assert_true(!text || g_utf8_validate(text, -1, NULL));
        cJSON_free(text);
    }
    if (going) {
        fairy_reader_end(reader, &error);
    }
    g_string_append(log, error ? error->message : "end");
    return g_string_free(log, FALSE);
}
