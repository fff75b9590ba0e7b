/* HTTP as streams in the GLib loop: one client has one libcurl multi, and any number of streams in
 * one thread. Private to core/. */
#pragma once

#include <fairy/api_error.h>
#include <fairy/error.h>

typedef struct _FairyHttp FairyHttp;
typedef struct _FairyHttpStream FairyHttpStream;

/* A client for the thread-default main context. NULL with FAIRY_ERROR_MODEL when libcurl can't be
 * loaded. */
FairyHttp *fairy_http_new(GError **error);
/* Ends what still runs, without a call. Its streams are still to be freed, now or later. Takes
 * NULL. */
void fairy_http_free(FairyHttp *http);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyHttp, fairy_http_free)

/* From now on at most so many streams run at a time, and as many connections are open; more than
 * FAIRY_MAX_STREAMS, which is so at first, are as that. What runs goes on. */
void fairy_http_limit(FairyHttp *http, guint n);

/* Used while it is called with, but for `body`, which is kept. */
typedef struct {
    const char *url;            /* https; http only where `plain` */
    const char *const *headers; /* "name: value"; may be NULL */
    GBytes *body;               /* POSTed; NULL = GET */
    gboolean plain;             /* http is allowed */
    gboolean only_here;         /* but to this machine alone: the address it leads to counts */
    const char *proxy;          /* NULL = as the environment says; never for this machine */
    const char *ca_file;        /* NULL = the system's */
    /* 0 = the limits of <fairy/limits.h>; total: none. They run while the request does, not while
     * it waits for its turn. */
    guint connect_ms;
    guint head_ms; /* from when the request was sent, or more of it could be */
    guint idle_ms, total_ms;
    gsize max_bytes; /* of the answer, unpacked; 0 = FAIRY_MAX_HTTP_BYTES */
} FairyHttpRequest;

/* Any of them may free or start streams, free the client, or run the main context; while one is
 * called, no other of the same stream is. */
typedef struct {
    /* The last status line and its headers have come: "name: value", NULL-terminated, borrowed. May
     * be NULL. */
    void (*head)(int status, const char *const *headers, gpointer data);
    /* More of the body. FALSE: no more is wanted, and the stream ends as if it had ended here. */
    gboolean (*bytes)(const char *bytes, gsize len, gpointer data);
    /* Called once, last. `fault` is FAIRY_API_ERROR_NONE when the transport saw nothing wrong
     * (whatever the status was, but for a redirect, which isn't followed); else its message begins
     * with the host and a space. Borrowed. */
    void (*end)(const FairyApiError *api_error, gpointer data);
} FairyHttpFuncs;

/* Calls come from the main context, never from inside this call. NULL with FAIRY_ERROR_USAGE for a
 * URL or a header that can't be sent (its value isn't quoted). */
FairyHttpStream *fairy_http_start(FairyHttp *http, const FairyHttpRequest *request,
                                  const FairyHttpFuncs *funcs, gpointer data, GError **error);
/* Ends it at once (one of which no more was wanted may still take the last bytes of its answer, so
 * that the next finds the connection open); no call comes after this. Takes NULL. Needed after
 * `end`, too. */
void fairy_http_stream_free(FairyHttpStream *stream);
/* The value of the first such header, by name in any case; NULL if there is none. Borrowed. */
const char *fairy_http_header(const char *const *headers, const char *name);
/* Whether that host is this machine: "localhost", or a loopback address. */
gboolean fairy_http_is_here(const char *host);
