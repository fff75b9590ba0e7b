/* HTTP as streams in the GLib loop: one client has one libcurl multi, and any number of streams in
 * one thread. Private to core/. */
#pragma once

#include <fairy/error.h>
#include <fairy/fault.h>

typedef struct _FairyHttp FairyHttp;
typedef struct _FairyHttpStream FairyHttpStream;

/* A client for the thread-default main context. NULL with FAIRY_ERROR_MODEL when libcurl can't be
 * loaded. */
FairyHttp *fairy_http_new(GError **error);
/* Ends what still runs, without a call. */
void fairy_http_free(FairyHttp *http);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyHttp, fairy_http_free)

typedef struct {
    const char *url;            /* https; http only where `plain` */
    const char *const *headers; /* "name: value"; may be NULL */
    GBytes *body;               /* POSTed; NULL = GET */
    gboolean plain;             /* http is allowed */
    const char *proxy;          /* NULL = as the environment says; never for this machine */
    const char *ca_file;        /* NULL = the system's */
    guint connect_ms, head_ms, idle_ms,
        total_ms;    /* 0 = the limits of <fairy/limits.h>; total: none */
    gsize max_bytes; /* of the answer; 0 = FAIRY_MAX_HTTP_BYTES */
} FairyHttpRequest;

typedef struct {
    /* The last status line and its headers have come: "name: value", NULL-terminated, borrowed. */
    void (*head)(int status, const char *const *headers, gpointer data);
    /* More of the body. FALSE: no more is wanted, and the stream ends as if it had ended here. */
    gboolean (*bytes)(const char *bytes, gsize len, gpointer data);
    /* Called once, last; may free or start streams. `fault` is FAIRY_FAULT_NONE when the transport
     * saw nothing wrong (whatever the status was). Borrowed. */
    void (*end)(const FairyFault *fault, gpointer data);
} FairyHttpFuncs;

/* Calls come from the main context, never from inside this call. */
FairyHttpStream *fairy_http_start(FairyHttp *http, const FairyHttpRequest *request,
                                  const FairyHttpFuncs *funcs, gpointer data, GError **error);
/* Ends it at once; no call comes after this. Takes NULL. Needed after `end`, too. */
void fairy_http_stream_free(FairyHttpStream *stream);
