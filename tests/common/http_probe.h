/* One stream of HTTP, and all it says. */
#pragma once

#include "net/http.h"

#include <string.h>

typedef struct _Probe Probe;

struct _Probe {
    FairyHttpStream *stream;
    int status;
    char **headers;
    GString *body;
    gboolean ended;
    FairyApiErrorKind kind;
    char *message;             /* NULL when nothing was wrong */
    gint64 first_byte, finish; /* µs, monotonic; 0 = not yet */
    gsize enough;              /* bytes after which no more is wanted; 0 = all are */
    void (*hook)(Probe *probe, const char *what); /* "head", "bytes", "end"; may be NULL */
    gpointer hook_data;
};

static void probe_hook(Probe *probe, const char *what)
{
    if (probe->hook) {
        probe->hook(probe, what);
    }
}

static void probe_head(int status, const char *const *headers, gpointer data)
{
    Probe *probe = data;
    g_assert_null(probe->headers);
    g_assert_false(probe->ended);
    probe->status = status;
    probe->headers = g_strdupv((char **)headers);
    probe_hook(probe, "head");
}

static gboolean probe_bytes(const char *bytes, gsize len, gpointer data)
{
    Probe *probe = data;
    g_assert_nonnull(probe->headers);
    g_assert_false(probe->ended);
    g_assert_cmpuint(len, >, 0);
    probe->first_byte = probe->first_byte ? probe->first_byte : g_get_monotonic_time();
    g_string_append_len(probe->body, bytes, (gssize)len);
    probe_hook(probe, "bytes");
    return probe->enough == 0 || probe->body->len < probe->enough;
}

static void probe_end(const FairyApiError *api_error, gpointer data)
{
    Probe *probe = data;
    g_assert_false(probe->ended);
    g_assert_true((api_error->kind == FAIRY_API_ERROR_NONE) == (api_error->message == NULL));
    g_assert_cmpint(api_error->status, ==, probe->status);
    g_assert_cmpint(api_error->wait_ms, ==, -1);
    probe->ended = TRUE;
    probe->kind = api_error->kind;
    probe->message = g_strdup(api_error->message);
    probe->finish = g_get_monotonic_time();
    probe_hook(probe, "end");
}

static void probe_start(Probe *probe, FairyHttp *http, const char *base, const char *path,
                        const FairyHttpRequest *how)
{
    static const FairyHttpFuncs funcs = {probe_head, probe_bytes, probe_end};
    g_autoptr(GError) error = NULL;
    g_autofree char *url = g_strconcat(base, path, NULL);
    FairyHttpRequest request = how ? *how : (FairyHttpRequest){0};
    request.url = url;
    request.plain = TRUE;
    probe->body = g_string_new(NULL);
    probe->stream = fairy_http_start(http, &request, &funcs, probe, &error);
    g_assert_no_error(error);
    g_assert_null(probe->headers);
    g_assert_false(probe->ended);
}

/* How far it is: it only grows. */
static gsize probe_progress(const Probe *probe)
{
    return (probe->headers ? 1 : 0) + probe->body->len;
}

/* A busy machine is slow; a stream of which nothing comes for so long has stopped. */
static void probe_wait(Probe *probe)
{
    gint64 since = g_get_monotonic_time();
    for (gsize before = 0, now = 0; !probe->ended; before = now) {
        g_main_context_iteration(NULL, TRUE);
        now = probe_progress(probe);
        since = now > before ? g_get_monotonic_time() : since;
        g_assert_cmpint(g_get_monotonic_time() - since, <, 120 * G_USEC_PER_SEC);
    }
}

/* Runs the main context for `ms`. */
static inline void probe_run_for(guint ms)
{
    gint64 due = g_get_monotonic_time() + ms * 1000ll;
    while (g_get_monotonic_time() < due) {
        if (!g_main_context_iteration(NULL, FALSE)) {
            g_usleep(500);
        }
    }
}

static void probe_clear(Probe *probe)
{
    fairy_http_stream_free(probe->stream);
    g_strfreev(probe->headers);
    g_string_free(probe->body, TRUE);
    g_free(probe->message);
    *probe = (Probe){0};
}

/* Asked alone, whole. */
static inline void probe_ask(Probe *probe, const char *base, const char *path,
                             const FairyHttpRequest *how)
{
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    probe_start(probe, http, base, path, how);
    probe_wait(probe);
}
