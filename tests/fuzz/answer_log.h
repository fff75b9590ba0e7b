/* Everything that is read from an answer, as text: for comparing runs. */
#pragma once

#include "wire/dialect.h"

#include <string.h>

typedef struct {
    const char *model; /* "provider/name" */
    int status;
    const char *const *headers;
} AnswerKind;

typedef struct {
    GString *text;
    guint thoughts;
} AnswerLog;

static void log_text(const char *text, gsize len, gpointer data)
{
    AnswerLog *log = data;
    g_assert_true(len > 0 && g_utf8_validate_len(text, len, NULL));
    g_string_append_len(log->text, text, (gssize)len);
}

static void log_thinking(gpointer data)
{
    AnswerLog *log = data;
    log->thoughts++;
}

static void log_end(FairyAnswer *answer, AnswerLog *log)
{
    FairyApiError api_error;
    fairy_answer_end(answer, &api_error);
    const FairyUsage *usage = fairy_answer_usage(answer);
    g_assert_true((api_error.kind == FAIRY_API_ERROR_NONE) == (api_error.message == NULL));
    g_assert_true(!api_error.message || g_utf8_validate(api_error.message, -1, NULL));
    g_string_append_printf(
        log->text,
        "\n%s status %d wait %" G_GINT64_FORMAT " again %d drop %u: %s\n"
        "in %" G_GUINT64_FORMAT " read %" G_GUINT64_FORMAT " written %" G_GUINT64_FORMAT
        " out %" G_GUINT64_FORMAT " thinking %" G_GUINT64_FORMAT "%s\n%u thoughts",
        fairy_api_error_name(api_error.kind), api_error.status, api_error.wait_ms, api_error.again,
        api_error.drop, api_error.message ? api_error.message : "", usage->input, usage->cache_read,
        usage->cache_write, usage->output, usage->thinking, usage->estimated ? " estimated" : "",
        log->thoughts);
    fairy_api_error_clear(&api_error);
}

/* In pieces of `most` bytes, or, with a seed, of 1 to `most`. The text; a line with the fault; one
 * with the usage; one with how often it was thinking. The caller's. */
static char *answer_log(const AnswerKind *kind, const char *bytes, gsize len, gsize most,
                        guint32 seed)
{
    static const FairyAnswerFuncs funcs = {.text = log_text, .thinking = log_thinking};
    AnswerLog log = {.text = g_string_new(NULL)};
    g_autoptr(FairyProfile) profile = fairy_profile_new(kind->model, NULL, NULL);
    g_autoptr(FairyAnswer) answer = fairy_answer_new(profile, &funcs, &log);
    fairy_answer_head(answer, kind->status, kind->headers);
    gboolean going = TRUE;
    for (gsize i = 0, n; going && i < len; i += n) {
        seed = seed * 1664525 + (seed ? 1013904223 : 0);
        n = MIN(seed ? (seed >> 8) % most + 1 : most, len - i);
        g_autofree char *piece = g_memdup2(bytes + i, n); /* so that reading past it is seen */
        going = fairy_answer_feed(answer, piece, n);
    }
    log_end(answer, &log);
    return g_string_free(log.text, FALSE);
}
