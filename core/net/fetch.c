/* One GET, as a stream of HTTP: what is answered is kept, and redirects on the spot are followed.
 */
#include "net/fetch.h"

#include "net/network.h"

#include <fairy/limits.h>

#include <string.h>

struct _FairyFetch {
    FairyNetwork *network;
    FairyHttpStream *stream;
    GUri *uri; /* where we are */
    char *target;
    guint n_redirects;
    gint64 deadline; /* µs, monotonic */
    guint timeout_ms;
    int status;
    GByteArray *body;
    gsize max_bytes;
    FairyFetchFunc func;
    gpointer data;
};

/* --- addresses -------------------------------------------------------------------------------- */

static gboolean is_plain(GUri *uri)
{
    return g_str_equal(g_uri_get_scheme(uri), "http");
}

/* Relative to `base`, where there is one. */
static GUri *parse(GUri *base, const char *url, GError **error)
{
    g_autoptr(GUri) uri =
        g_uri_parse_relative(base, url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
    const char *host = uri ? g_uri_get_host(uri) : NULL;
    gboolean here = host && g_hostname_is_ip_address(host) && fairy_http_is_here(host);
    if (!host || !(g_str_equal(g_uri_get_scheme(uri), "https") || (is_plain(uri) && here))) {
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

/* Without its subject, which is the host. */
static GError *api_error_to_gerror(const FairyFetch *fetch, const FairyApiError *api_error)
{
    if (api_error->kind == FAIRY_API_ERROR_STALLED) {
        return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "took longer than %g s",
                           fetch->timeout_ms / 1000.0);
    }
    return g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_MODEL, strchr(api_error->message, ' ') + 1);
}

static GError *status_error(int status)
{
    return g_error_new(FAIRY_ERROR, FAIRY_ERROR_MODEL, "%s (status %d)",
                       status == 404   ? "has nothing under this name"
                       : status == 429 ? "was asked too often"
                       : status >= 500 ? "has a problem of its own"
                                       : "wouldn't answer",
                       status);
}

/* --- going on --------------------------------------------------------------------------------- */

static gboolean begin(FairyFetch *fetch, GError **error);

/* A redirect to the same place is followed; any other ends the fetch. */
static void redirect(FairyFetch *fetch)
{
    g_autoptr(GUri) uri = fetch->target ? parse(fetch->uri, fetch->target, NULL) : NULL;
    GError *error = NULL;
    if (!uri || !same_place(uri, fetch->uri)) {
        error = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_MODEL, "sends us to another address");
    } else if (++fetch->n_redirects > FAIRY_MAX_REDIRECTS) {
        error = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_MODEL, "sends us round in circles");
    } else {
        g_uri_unref(fetch->uri);
        fetch->uri = g_steal_pointer(&uri);
        begin(fetch, &error);
    }
    if (error) {
        finish(fetch, error);
    }
}

static void on_head(int status, const char *const *headers, gpointer data)
{
    FairyFetch *fetch = data;
    fetch->status = status;
    g_free(fetch->target);
    fetch->target = g_strdup(fairy_http_header(headers, "location"));
}

static gboolean on_bytes(const char *bytes, gsize len, gpointer data)
{
    FairyFetch *fetch = data;
    g_byte_array_append(fetch->body, (const guint8 *)bytes, (guint)len);
    return TRUE;
}

static void on_end(const FairyApiError *api_error, gpointer data)
{
    FairyFetch *fetch = data;
    if (api_error->kind == FAIRY_API_ERROR_NOT_API && fetch->status >= 300 && fetch->status < 400) {
        redirect(fetch);
    } else if (api_error->kind != FAIRY_API_ERROR_NONE) {
        finish(fetch, api_error_to_gerror(fetch, api_error));
    } else {
        finish(fetch, fetch->status == 200 ? NULL : status_error(fetch->status));
    }
}

static gboolean begin(FairyFetch *fetch, GError **error)
{
    static const FairyHttpFuncs funcs = {on_head, on_bytes, on_end};
    g_autofree char *url = g_uri_to_string(fetch->uri);
    gint64 left = (fetch->deadline - g_get_monotonic_time()) / 1000;
    FairyHttpRequest request = {.url = url,
                                .plain = is_plain(fetch->uri),
                                .connect_ms = FAIRY_WEB_CONNECT_MS,
                                .total_ms = (guint)MAX(left, 1),
                                .max_bytes = fetch->max_bytes};
    g_byte_array_set_size(fetch->body, 0);
    fairy_http_stream_free(fetch->stream);
    fetch->stream =
        fairy_http_start(fairy_network_http(fetch->network), &request, &funcs, fetch, error);
    return fetch->stream != NULL;
}

/* --- making and ending one -------------------------------------------------------------------- */

FairyFetch *fairy_fetch_start(const char *url, guint timeout_ms, gsize max_bytes,
                              FairyFetchFunc func, gpointer data, GError **error)
{
    g_autoptr(GUri) uri = parse(NULL, url, error);
    FairyNetwork *network = uri ? fairy_network_join(NULL, error) : NULL;
    if (!network) {
        return NULL;
    }
    FairyFetch *fetch = g_new0(FairyFetch, 1);
    *fetch = (FairyFetch){.network = network,
                          .uri = g_steal_pointer(&uri),
                          .deadline = g_get_monotonic_time() + (gint64)timeout_ms * 1000,
                          .timeout_ms = timeout_ms,
                          .body = g_byte_array_new(),
                          .max_bytes = max_bytes,
                          .func = func,
                          .data = data};
    if (!begin(fetch, error)) {
        g_clear_pointer(&fetch, fairy_fetch_free);
    }
    return fetch;
}

void fairy_fetch_free(FairyFetch *fetch)
{
    if (!fetch) {
        return;
    }
    fairy_http_stream_free(fetch->stream);
    fairy_network_leave(fetch->network);
    g_uri_unref(fetch->uri);
    g_free(fetch->target);
    g_clear_pointer(&fetch->body, g_byte_array_unref);
    g_free(fetch);
}
