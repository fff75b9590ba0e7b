/* A stream, shared by http.c (its life), http_easy.c (what libcurl is told, and says) and
 * http_fault.c (what is said when it fails). */
#pragma once

#include "net/curl.h"
#include "net/http.h"

typedef enum {
    FAIRY_HTTP_WAITING,    /* for its turn */
    FAIRY_HTTP_CONNECTING, /* name, connection, TLS */
    FAIRY_HTTP_ASKING,     /* the request goes out; no headers yet */
    FAIRY_HTTP_ANSWERING,
    FAIRY_HTTP_DRAINING, /* no more is wanted; what comes is dropped, to keep the connection */
    FAIRY_HTTP_OVER,
} FairyHttpPhase;

struct _FairyHttpStream {
    FairyHttp *http; /* NULL when that was freed */
    const FairyCurl *curl;
    FairyHttpFuncs funcs;
    gpointer data;

    /* The request. */
    CURL *easy; /* NULL when over */
    struct curl_slist *headers;
    GBytes *body;
    gsize sent; /* of the body */
    char *host; /* "api.example.com", "127.0.0.1:8080" */
    gboolean here;
    gboolean only_here;               /* nobody else is to be asked */
    gboolean elsewhere;               /* it would have been */
    guint limits_ms[FAIRY_HTTP_OVER]; /* by phase; waiting: of all the others together */
    gsize max_bytes;

    /* How far it is. */
    FairyHttpPhase phase;
    gint64 started, last; /* µs, monotonic; `last`: when something happened */
    int status;
    GPtrArray *lines; /* of char *: the headers of the newest status line */
    gsize head_bytes;
    gsize taken;    /* of the answer's body, or what was dropped of it */
    gboolean large; /* it is larger than is taken */
    FairyApiError api_error;

    /* What is to be told. */
    gboolean head_due, end_due;
    GByteArray *in;
    gboolean telling, freed;
    GList place, ready; /* in the client's lists */
};

/* Something of the stream is to be told, or its phase is another. */
void fairy_http_moved(FairyHttpStream *stream, FairyHttpPhase phase);

/* A handle for the request, in `stream`. FALSE with FAIRY_ERROR_USAGE. */
gboolean fairy_http_easy_new(FairyHttpStream *stream, const FairyHttpRequest *request,
                             GError **error);
/* The handle must be out of its multi. Wipes what was sent as headers. Takes one without. */
void fairy_http_easy_free(FairyHttpStream *stream);

/* Both fill in stream->fault. */
void fairy_http_fault_of_code(FairyHttpStream *stream, CURLcode code);
void fairy_http_fault_of_time(FairyHttpStream *stream, gboolean total);
