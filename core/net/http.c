/* The client and the life of its streams. libcurl only fills the streams; their owners are told
 * when it is done with that, so that they may do anything in a call. */
#include "net/http_priv.h"
#include "net/multi.h"

#include <fairy/limits.h>

#define MAX_IDLE    16          /* connections kept for later */
#define KEPT        (16u << 10) /* bytes of a buffer that is */
#define DRAIN_MS    1000        /* for the end of an answer of which enough is known */
#define HURRY_MS    100         /* where another waits for its connection */
#define DRAIN_BYTES (64u << 10)

struct _FairyHttp {
    const FairyCurl *curl;
    FairyMulti *multi;             /* NULL when freed */
    GQueue waiting, running, over; /* of all streams; each is in one of them */
    GQueue ready;                  /* those with something to tell */
    gint64 due;                    /* when the first deadline may have passed; -1 = none */
    guint most;                    /* run at a time */
};

/* --- deadlines -------------------------------------------------------------------------------- */

static void set_due(FairyHttp *http, gint64 due)
{
    http->due = due;
    fairy_multi_wake_at(http->multi, due);
}

/* Which of its two deadlines comes first: µs, monotonic. */
static gint64 stream_due(const FairyHttpStream *stream, gboolean *total)
{
    gint64 phase = stream->last + stream->limits_ms[stream->phase] * 1000ll;
    guint total_ms = stream->limits_ms[FAIRY_HTTP_WAITING];
    gint64 end = total_ms ? stream->started + total_ms * 1000ll : G_MAXINT64;
    *total = end <= phase;
    return MIN(phase, end);
}

/* Bytes only move `last`: the deadline is looked at again when it seems to have passed. */
static void note_due(FairyHttpStream *stream)
{
    gboolean total;
    gint64 due = stream_due(stream, &total);
    if (stream->http->due < 0 || due < stream->http->due) {
        set_due(stream->http, due);
    }
}

static void make_ready(FairyHttpStream *stream)
{
    if (!stream->ready.data) {
        stream->ready.data = stream;
        g_queue_push_tail_link(&stream->http->ready, &stream->ready);
    }
}

void fairy_http_moved(FairyHttpStream *stream, FairyHttpPhase phase)
{
    stream->last = g_get_monotonic_time();
    if (phase != stream->phase) {
        stream->phase = phase;
        note_due(stream);
    }
    if (stream->head_due || stream->in->len) {
        make_ready(stream);
    }
}

/* --- the end of a stream ---------------------------------------------------------------------- */

static void stream_release(gpointer data)
{
    FairyHttpStream *stream = data;
    g_clear_pointer(&stream->in, g_byte_array_unref);
    g_ptr_array_unref(stream->lines);
    g_free(stream->host);
    g_free(stream->api_error.message);
}

/* Gives back what libcurl holds of it. */
static void stop(FairyHttpStream *stream)
{
    FairyHttp *http = stream->http;
    if (!http || stream->phase == FAIRY_HTTP_OVER) {
        return;
    }
    gboolean waits = stream->phase == FAIRY_HTTP_WAITING;
    g_queue_unlink(waits ? &http->waiting : &http->running, &stream->place);
    g_queue_push_tail_link(&http->over, &stream->place);
    if (!waits) {
        fairy_multi_remove(http->multi, stream->easy);
    }
    stream->phase = FAIRY_HTTP_OVER;
    fairy_http_easy_free(stream);
}

/* stream->fault says how. */
static void end_stream(FairyHttpStream *stream)
{
    stop(stream);
    stream->api_error.status = stream->status;
    stream->end_due = TRUE;
    make_ready(stream);
}

/* No more of it is wanted. Where its last bytes are on their way, the connection can be used again.
 */
static void drain(FairyHttpStream *stream)
{
    g_byte_array_set_size(stream->in, 0);
    g_clear_pointer(&stream->api_error.message, g_free);
    stream->api_error = (FairyApiError){.status = stream->status, .wait_ms = -1};
    stream->end_due = TRUE;
    if (stream->phase == FAIRY_HTTP_ANSWERING) {
        g_rc_box_acquire(stream);
        stream->taken = 0;
        stream->max_bytes = DRAIN_BYTES;
        fairy_http_moved(stream, FAIRY_HTTP_DRAINING);
    }
}

/* Nothing of it is told any more. */
static void hush(FairyHttpStream *stream)
{
    stream->freed = TRUE;
    if (stream->ready.data) {
        g_queue_unlink(&stream->http->ready, &stream->ready);
        stream->ready.data = NULL;
    }
}

static void forget(FairyHttpStream *stream)
{
    hush(stream);
    stop(stream);
    g_queue_unlink(&stream->http->over, &stream->place);
    stream->http = NULL;
}

/* `stream` may be gone after it. */
static void end_drain(FairyHttpStream *stream)
{
    stop(stream);
    if (stream->freed) {
        forget(stream);
    }
    g_rc_box_release_full(stream, stream_release);
}

/* --- its beginning ---------------------------------------------------------------------------- */

static void run(FairyHttpStream *stream)
{
    FairyHttp *http = stream->http;
    stream->started = g_get_monotonic_time();
    g_queue_push_tail_link(&http->running, &stream->place);
    fairy_http_moved(stream, FAIRY_HTTP_CONNECTING);
    if (!fairy_multi_add(http->multi, stream->easy)) {
        fairy_http_fault_of_code(stream, CURLE_OUT_OF_MEMORY);
        end_stream(stream);
        set_due(http, stream->started);
    }
}

/* A stream that is drained keeps another from its turn. */
static void hurry(FairyHttp *http)
{
    for (GList *link = http->running.head; link; link = link->next) {
        FairyHttpStream *stream = link->data;
        if (stream->phase == FAIRY_HTTP_DRAINING) {
            stream->limits_ms[FAIRY_HTTP_DRAINING] = HURRY_MS;
            note_due(stream);
        }
    }
}

static void fill(FairyHttp *http)
{
    while (http->running.length < http->most && http->waiting.length) {
        FairyHttpStream *stream = g_queue_pop_head_link(&http->waiting)->data;
        run(stream);
    }
    if (http->waiting.length) {
        hurry(http);
    }
}

/* --- telling ---------------------------------------------------------------------------------- */

static void tell_bytes(FairyHttpStream *stream)
{
    GByteArray *in = stream->in;
    stream->in = g_byte_array_new();
    gboolean more = stream->funcs.bytes((const char *)in->data, in->len, stream->data);
    if (in->len <= KEPT && stream->in->len == 0) {
        g_byte_array_set_size(in, 0);
        g_byte_array_unref(stream->in);
        stream->in = in;
    } else {
        g_byte_array_unref(in);
    }
    if (!more && !stream->freed) {
        drain(stream);
    }
}

/* FALSE when there is nothing to tell. */
static gboolean tell_one(FairyHttpStream *stream)
{
    if (stream->head_due) {
        stream->head_due = FALSE;
        if (stream->funcs.head) {
            stream->funcs.head(stream->status, (const char *const *)stream->lines->pdata,
                               stream->data);
        }
    } else if (stream->in->len) {
        tell_bytes(stream);
    } else if (stream->end_due) {
        stream->end_due = FALSE;
        stream->funcs.end(&stream->api_error, stream->data);
    } else {
        return FALSE;
    }
    return !stream->freed;
}

static void tell(FairyHttpStream *stream)
{
    if (stream->telling) { /* in a call that runs the main context: it comes to this later */
        return;
    }
    g_rc_box_acquire(stream);
    stream->telling = TRUE;
    while (tell_one(stream)) {
    }
    stream->telling = FALSE;
    g_rc_box_release_full(stream, stream_release);
}

/* --- the round -------------------------------------------------------------------------------- */

static void take_ended(FairyHttp *http)
{
    CURL *easy;
    CURLcode code;
    while ((easy = fairy_multi_next_over(http->multi, &code))) {
        FairyHttpStream *stream = NULL;
        http->curl->curl_easy_getinfo(easy, CURLINFO_PRIVATE, &stream);
        if (stream->phase == FAIRY_HTTP_DRAINING) {
            end_drain(stream);
        } else {
            fairy_http_fault_of_code(stream, code);
            end_stream(stream);
        }
    }
}

static void end_late(FairyHttp *http)
{
    gint64 now = g_get_monotonic_time(), first = -1;
    if (http->due < 0 || now < http->due) {
        return;
    }
    for (GList *link = http->running.head, *next; link; link = next) {
        FairyHttpStream *stream = link->data;
        gboolean total;
        gint64 due = stream_due(stream, &total);
        next = link->next;
        if (due <= now && stream->phase == FAIRY_HTTP_DRAINING) {
            end_drain(stream);
        } else if (due <= now) {
            fairy_http_fault_of_time(stream, total);
            end_stream(stream);
        } else if (first < 0 || due < first) {
            first = due;
        }
    }
    set_due(http, first);
}

static void on_round(gpointer data)
{
    FairyHttp *http = data;
    take_ended(http);
    end_late(http);
    fill(http);
    g_rc_box_acquire(http);
    while (http->ready.length) {
        GList *link = g_queue_pop_head_link(&http->ready);
        FairyHttpStream *stream = link->data;
        link->data = NULL;
        tell(stream);
    }
    g_rc_box_release(http);
}

/* --- for the owner ---------------------------------------------------------------------------- */

FairyHttp *fairy_http_new(GError **error)
{
    const FairyCurl *curl = fairy_curl_load(error);
    if (!curl) {
        return NULL;
    }
    FairyHttp *http = g_rc_box_new0(FairyHttp);
    *http = (FairyHttp){.curl = curl, .due = -1, .most = FAIRY_MAX_STREAMS};
    http->multi = fairy_multi_new(curl, MAX_IDLE, on_round, http);
    if (!http->multi) {
        g_rc_box_release(http);
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL,
                            "nobody can be asked: too many files are open");
        return NULL;
    }
    return http;
}

void fairy_http_free(FairyHttp *http)
{
    if (!http) {
        return;
    }
    GQueue *const queues[] = {&http->waiting, &http->running, &http->over};
    for (guint i = 0; i < G_N_ELEMENTS(queues); i++) {
        while (queues[i]->length) {
            FairyHttpStream *stream = queues[i]->head->data;
            gboolean drains = stream->phase == FAIRY_HTTP_DRAINING;
            forget(stream);
            if (drains) {
                g_rc_box_release_full(stream, stream_release);
            }
        }
    }
    g_clear_pointer(&http->multi, fairy_multi_free);
    g_rc_box_release(http);
}

void fairy_http_limit(FairyHttp *http, guint n)
{
    http->most = MIN(n, FAIRY_MAX_STREAMS);
    fairy_multi_limit(http->multi, http->most);
    fill(http);
}

static void set_limits(FairyHttpStream *stream, const FairyHttpRequest *request)
{
    guint *limits = stream->limits_ms;
    limits[FAIRY_HTTP_WAITING] = request->total_ms;
    limits[FAIRY_HTTP_CONNECTING] =
        request->connect_ms ? request->connect_ms : FAIRY_HTTP_CONNECT_MS;
    limits[FAIRY_HTTP_ASKING] = request->head_ms ? request->head_ms : FAIRY_HTTP_HEAD_MS;
    limits[FAIRY_HTTP_ANSWERING] = request->idle_ms ? request->idle_ms : FAIRY_HTTP_IDLE_MS;
    limits[FAIRY_HTTP_DRAINING] = DRAIN_MS;
    stream->max_bytes = request->max_bytes ? request->max_bytes : FAIRY_MAX_HTTP_BYTES;
}

FairyHttpStream *fairy_http_start(FairyHttp *http, const FairyHttpRequest *request,
                                  const FairyHttpFuncs *funcs, gpointer data, GError **error)
{
    FairyHttpStream *stream = g_rc_box_new0(FairyHttpStream);
    *stream = (FairyHttpStream){.http = http,
                                .curl = http->curl,
                                .funcs = *funcs,
                                .data = data,
                                .body = request->body ? g_bytes_ref(request->body) : NULL,
                                .lines = g_ptr_array_new_with_free_func(g_free),
                                .in = g_byte_array_new(),
                                .api_error.wait_ms = -1};
    set_limits(stream, request);
    if (!fairy_http_easy_new(stream, request, error)) {
        fairy_http_easy_free(stream);
        g_rc_box_release_full(stream, stream_release);
        return NULL;
    }
    stream->place.data = stream;
    g_queue_push_tail_link(&http->waiting, &stream->place);
    fill(http);
    return stream;
}

void fairy_http_stream_free(FairyHttpStream *stream)
{
    if (!stream) {
        return;
    }
    FairyHttp *http = stream->http;
    if (http && stream->phase == FAIRY_HTTP_DRAINING) {
        hush(stream);
    } else if (http) {
        forget(stream);
        fill(http);
    }
    g_rc_box_release_full(stream, stream_release);
}
