/* One GET by libcurl. Its sockets and its timer are sources of the main context, so that nothing
 * waits for it. */
#include "net/fetch.h"

#include "net/curl.h"

#include <fairy/limits.h>

#include <glib-unix.h>

struct _FairyFetch {
    const FairyCurl *curl;
    CURLM *multi;
    CURL *easy;
    GMainContext *context;
    GSource *timer;     /* NULL when curl waits for nothing but sockets */
    GPtrArray *sockets; /* of GSource * */
    GUri *uri;          /* where we are */
    guint n_redirects;
    gint64 deadline; /* µs, monotonic */
    guint timeout_ms;
    GByteArray *body;
    gsize max_bytes;
    FairyFetchFunc func;
    gpointer data;
};

/* --- addresses -------------------------------------------------------------------------------- */

static gboolean is_here(const GUri *uri)
{
    static const char *const names[] = {"127.0.0.1", "::1", NULL};
    return g_strv_contains(names, g_uri_get_host((GUri *)uri));
}

static GUri *parse(const char *url, GError **error)
{
    g_autoptr(GUri) uri =
        g_uri_parse(url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
    gboolean secure = uri && g_str_equal(g_uri_get_scheme(uri), "https");
    gboolean local =
        uri && g_str_equal(g_uri_get_scheme(uri), "http") && g_uri_get_host(uri) && is_here(uri);
    if (!secure && !local) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "\"%s\" isn't an https address", url);
        return NULL;
    }
    return g_steal_pointer(&uri);
}

static gboolean same_place(GUri *a, GUri *b)
{
    return g_str_equal(g_uri_get_scheme(a), g_uri_get_scheme(b)) &&
           g_ascii_strcasecmp(g_uri_get_host(a), g_uri_get_host(b)) == 0 &&
           g_uri_get_port(a) == g_uri_get_port(b);
}

/* --- the end ---------------------------------------------------------------------------------- */

static void finish(FairyFetch *fetch, GError *error)
{
    g_autoptr(GError) owned = error;
    g_autoptr(GBytes) body = NULL;
    if (!owned) {
        body = g_byte_array_free_to_bytes(g_steal_pointer(&fetch->body));
    }
    fetch->func(body, owned, fetch->data); /* may free us */
}

static GError *transfer_error(const FairyFetch *fetch, CURLcode code)
{
    static const struct {
        CURLcode code;
        const char *words;
    } known[] = {
        {CURLE_COULDNT_RESOLVE_HOST, "wasn't found; is there a network?"},
        {CURLE_COULDNT_RESOLVE_PROXY, "wasn't reached: the proxy wasn't found"},
        {CURLE_COULDNT_CONNECT, "wasn't reached; is there a network?"},
        {CURLE_PEER_FAILED_VERIFICATION, "couldn't prove who it is"},
        {CURLE_PARTIAL_FILE, "broke off its answer"},
        {CURLE_RECV_ERROR, "broke off its answer"},
        {CURLE_GOT_NOTHING, "answered nothing"},
    };
    if (code == CURLE_OPERATION_TIMEDOUT) {
        return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "took longer than %g s",
                           fetch->timeout_ms / 1000.0);
    }
    if (code == CURLE_WRITE_ERROR || code == CURLE_FILESIZE_EXCEEDED) {
        return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL,
                           "answered more than %" G_GSIZE_FORMAT " bytes", fetch->max_bytes);
    }
    for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
        if (known[i].code == code) {
            return g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_MODEL, known[i].words);
        }
    }
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "wasn't reached: %s",
                       fetch->curl->curl_easy_strerror(code));
}

static GError *status_error(long status)
{
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "%s (status %ld)",
                       status == 404   ? "has nothing under this name"
                       : status == 429 ? "was asked too often"
                       : status >= 500 ? "has a problem of its own"
                                       : "wouldn't answer",
                       status);
}

/* --- going on --------------------------------------------------------------------------------- */

static gboolean begin(FairyFetch *fetch)
{
    const FairyCurl *curl = fetch->curl;
    g_autofree char *url = g_uri_to_string(fetch->uri);
    gint64 left = (fetch->deadline - g_get_monotonic_time()) / 1000;
    g_byte_array_set_size(fetch->body, 0);
    return curl->curl_easy_setopt(fetch->easy, CURLOPT_URL, url) == CURLE_OK &&
           curl->curl_easy_setopt(fetch->easy, CURLOPT_TIMEOUT_MS, (long)MAX(left, 1)) ==
               CURLE_OK &&
           curl->curl_multi_add_handle(fetch->multi, fetch->easy) == CURLM_OK;
}

/* A redirect to the same place is followed; any other ends the fetch. */
static void redirect(FairyFetch *fetch, const char *target)
{
    g_autoptr(GUri) uri = target ? parse(target, NULL) : NULL;
    const char *why = !uri || !same_place(uri, fetch->uri)         ? "sends us to another address"
                      : ++fetch->n_redirects > FAIRY_MAX_REDIRECTS ? "sends us round in circles"
                                                                   : NULL;
    if (!why) {
        g_uri_unref(fetch->uri);
        fetch->uri = g_steal_pointer(&uri);
        why = begin(fetch) ? NULL : "can't be asked";
    }
    if (why) {
        finish(fetch, g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_MODEL, why));
    }
}

static void done(FairyFetch *fetch, CURLcode code)
{
    long status = 0;
    const char *target = NULL;
    fetch->curl->curl_easy_getinfo(fetch->easy, CURLINFO_RESPONSE_CODE, &status);
    fetch->curl->curl_easy_getinfo(fetch->easy, CURLINFO_REDIRECT_URL, &target);
    g_autofree char *kept = g_strdup(target);
    fetch->curl->curl_multi_remove_handle(fetch->multi, fetch->easy);
    if (code != CURLE_OK) {
        finish(fetch, transfer_error(fetch, code));
    } else if (status >= 300 && status < 400) {
        redirect(fetch, kept);
    } else {
        finish(fetch, status == 200 ? NULL : status_error(status));
    }
}

/* The fetch may be gone after it. */
static void act(FairyFetch *fetch, curl_socket_t fd, int events)
{
    int running, left;
    fetch->curl->curl_multi_socket_action(fetch->multi, fd, events, &running);
    const CURLMsg *message = fetch->curl->curl_multi_info_read(fetch->multi, &left);
    if (message && message->msg == CURLMSG_DONE) {
        done(fetch, message->data.result);
    }
}

static gboolean on_socket_ready(gint fd, GIOCondition condition, gpointer data)
{
    int events = (condition & G_IO_IN ? CURL_CSELECT_IN : 0) |
                 (condition & G_IO_OUT ? CURL_CSELECT_OUT : 0) |
                 (condition & (G_IO_ERR | G_IO_HUP | G_IO_NVAL) ? CURL_CSELECT_ERR : 0);
    act(data, fd, events);
    return G_SOURCE_CONTINUE;
}

static gboolean on_timer(gpointer data)
{
    FairyFetch *fetch = data;
    g_clear_pointer(&fetch->timer, g_source_unref);
    act(fetch, CURL_SOCKET_TIMEOUT, 0);
    return G_SOURCE_REMOVE;
}

/* --- what curl asks of us --------------------------------------------------------------------- */

static void stop_source(gpointer source)
{
    g_source_destroy(source);
    g_source_unref(source);
}

static int watch_socket(CURL *easy, curl_socket_t fd, int what, void *data, void *source)
{
    (void)easy;
    FairyFetch *fetch = data;
    if (source) {
        g_ptr_array_remove_fast(fetch->sockets, source);
    }
    GSource *next = NULL;
    if (what != CURL_POLL_REMOVE) {
        next = g_unix_fd_source_new(fd, (what & CURL_POLL_IN ? G_IO_IN : 0) |
                                            (what & CURL_POLL_OUT ? G_IO_OUT : 0));
        g_source_set_callback(next, G_SOURCE_FUNC(on_socket_ready), fetch, NULL);
        g_source_attach(next, fetch->context);
        g_ptr_array_add(fetch->sockets, next);
    }
    fetch->curl->curl_multi_assign(fetch->multi, fd, next);
    return 0;
}

static int set_timer(CURLM *multi, long timeout_ms, void *data)
{
    (void)multi;
    FairyFetch *fetch = data;
    g_clear_pointer(&fetch->timer, stop_source);
    if (timeout_ms >= 0) {
        fetch->timer = g_timeout_source_new((guint)timeout_ms);
        g_source_set_callback(fetch->timer, on_timer, fetch, NULL);
        g_source_attach(fetch->timer, fetch->context);
    }
    return 0;
}

static size_t take_body(char *bytes, size_t size, size_t n, void *data)
{
    FairyFetch *fetch = data;
    gsize len = size * n;
    if (len > fetch->max_bytes - fetch->body->len) {
        return 0;
    }
    g_byte_array_append(fetch->body, (const guint8 *)bytes, (guint)len);
    return len;
}

/* --- making and ending one -------------------------------------------------------------------- */

static void set_options(FairyFetch *fetch)
{
    const FairyCurl *curl = fetch->curl;
    gboolean here = g_str_equal(g_uri_get_scheme(fetch->uri), "http");
    curl->curl_multi_setopt(fetch->multi, CURLMOPT_SOCKETFUNCTION, watch_socket);
    curl->curl_multi_setopt(fetch->multi, CURLMOPT_SOCKETDATA, fetch);
    curl->curl_multi_setopt(fetch->multi, CURLMOPT_TIMERFUNCTION, set_timer);
    curl->curl_multi_setopt(fetch->multi, CURLMOPT_TIMERDATA, fetch);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_WRITEFUNCTION, take_body);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_WRITEDATA, fetch);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_PROTOCOLS_STR, here ? "http" : "https");
    curl->curl_easy_setopt(fetch->easy, CURLOPT_NOPROXY, here ? "*" : NULL);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_SSL_VERIFYHOST, 2L);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_CONNECTTIMEOUT_MS, (long)FAIRY_WEB_CONNECT_MS);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_NOSIGNAL, 1L);
    curl->curl_easy_setopt(fetch->easy, CURLOPT_QUICK_EXIT, 1L); /* a resolver isn't waited for */
    curl->curl_easy_setopt(fetch->easy, CURLOPT_USERAGENT, "fairies/" FAIRIES_VERSION);
}

FairyFetch *fairy_fetch_start(const char *url, guint timeout_ms, gsize max_bytes,
                              FairyFetchFunc func, gpointer data, GError **error)
{
    g_autoptr(GUri) uri = parse(url, error);
    const FairyCurl *curl = uri ? fairy_curl_load(error) : NULL;
    if (!curl) {
        return NULL;
    }
    FairyFetch *fetch = g_new0(FairyFetch, 1);
    *fetch = (FairyFetch){.curl = curl,
                          .multi = curl->curl_multi_init(),
                          .easy = curl->curl_easy_init(),
                          .context = g_main_context_ref_thread_default(),
                          .sockets = g_ptr_array_new_with_free_func(stop_source),
                          .uri = g_steal_pointer(&uri),
                          .deadline = g_get_monotonic_time() + (gint64)timeout_ms * 1000,
                          .timeout_ms = timeout_ms,
                          .body = g_byte_array_new(),
                          .max_bytes = max_bytes,
                          .func = func,
                          .data = data};
    if (fetch->multi && fetch->easy) {
        set_options(fetch);
        if (begin(fetch)) {
            return fetch;
        }
    }
    fairy_fetch_free(fetch);
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL, "can't be asked");
    return NULL;
}

void fairy_fetch_free(FairyFetch *fetch)
{
    if (!fetch) {
        return;
    }
    if (fetch->multi && fetch->easy) {
        fetch->curl->curl_multi_remove_handle(fetch->multi, fetch->easy);
    }
    if (fetch->easy) {
        fetch->curl->curl_easy_cleanup(fetch->easy);
    }
    if (fetch->multi) {
        fetch->curl->curl_multi_cleanup(fetch->multi);
    }
    g_ptr_array_unref(fetch->sockets);
    g_clear_pointer(&fetch->timer, stop_source);
    g_main_context_unref(fetch->context);
    g_uri_unref(fetch->uri);
    g_clear_pointer(&fetch->body, g_byte_array_unref);
    g_free(fetch);
}
