/* One transfer of libcurl: what it is told, and what it says while it runs. Nothing in here calls
 * the owner of the stream. */
#include "net/http_priv.h"

#include <fairy/limits.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <string.h>

/* At a time, a hundred times before an owner can say that it has enough: libcurl's least, as what
 * is read of an answer has to be paid. */
#define READ_BYTES 1024L

/* --- this machine ----------------------------------------------------------------------------- */

static gboolean is_loopback4(const struct in_addr *address)
{
    return ntohl(address->s_addr) >> 24 == IN_LOOPBACKNET;
}

static gboolean is_loopback6(const struct in6_addr *address)
{
    return IN6_IS_ADDR_LOOPBACK(address) ||
           (IN6_IS_ADDR_V4MAPPED(address) && address->s6_addr[12] == IN_LOOPBACKNET);
}

static gboolean is_loopback(const struct sockaddr *address)
{
    const void *any = address;
    return (address->sa_family == AF_INET &&
            is_loopback4(&((const struct sockaddr_in *)any)->sin_addr)) ||
           (address->sa_family == AF_INET6 &&
            is_loopback6(&((const struct sockaddr_in6 *)any)->sin6_addr));
}

gboolean fairy_http_is_here(const char *host)
{
    struct in_addr four;
    struct in6_addr six;
    return (inet_pton(AF_INET, host, &four) == 1 && is_loopback4(&four)) ||
           (inet_pton(AF_INET6, host, &six) == 1 && is_loopback6(&six)) ||
           g_ascii_strcasecmp(host, "localhost") == 0;
}

/* --- what it says ----------------------------------------------------------------------------- */

/* Before the request is sent, on a connection that may be an old one. */
static int on_connected(void *data, char *peer, char *local, int peer_port, int local_port)
{
    FairyHttpStream *stream = data;
    (void)local;
    (void)peer_port;
    (void)local_port;
    stream->elsewhere = stream->only_here && !fairy_http_is_here(peer);
    if (stream->elsewhere) {
        return CURL_PREREQFUNC_ABORT;
    }
    fairy_http_moved(stream, FAIRY_HTTP_ASKING);
    return CURL_PREREQFUNC_OK;
}

static size_t give_body(char *buffer, size_t size, size_t n, void *data)
{
    FairyHttpStream *stream = data;
    gsize len;
    const char *bytes = g_bytes_get_data(stream->body, &len);
    gsize some = MIN(size * n, len - stream->sent);
    memcpy(buffer, bytes + stream->sent, some);
    stream->sent += some;
    fairy_http_moved(stream, stream->phase);
    return some;
}

/* Asked for when a kept connection turns out to be dead, and a new one is tried. */
static int seek_body(void *data, curl_off_t offset, int origin)
{
    FairyHttpStream *stream = data;
    if (origin != SEEK_SET || offset < 0 || (gsize)offset > g_bytes_get_size(stream->body)) {
        return CURL_SEEKFUNC_FAIL;
    }
    stream->sent = (gsize)offset;
    return CURL_SEEKFUNC_OK;
}

/* At a blank line. A status below 200 promises another. */
static void end_head(FairyHttpStream *stream)
{
    long status = 0;
    stream->curl->curl_easy_getinfo(stream->easy, CURLINFO_RESPONSE_CODE, &status);
    if (status >= 200) {
        stream->status = (int)status;
        g_ptr_array_add(stream->lines, NULL);
        stream->head_due = TRUE;
        fairy_http_moved(stream, FAIRY_HTTP_ANSWERING);
    }
}

static void add_line(FairyHttpStream *stream, const char *line, gsize len)
{
    GPtrArray *lines = stream->lines;
    char *text = g_strstrip(g_strndup(line, len));
    if ((*line == ' ' || *line == '\t') && lines->len) { /* goes on the line before */
        char **before = (char **)&lines->pdata[lines->len - 1];
        char *joined = g_strconcat(*before, " ", text, NULL);
        g_free(*before);
        g_free(text);
        *before = joined;
    } else {
        g_ptr_array_add(lines, text);
    }
}

/* A line at a time, with its end. Trailers come here, too, and are dropped. */
static size_t take_line(char *line, size_t size, size_t n, void *data)
{
    FairyHttpStream *stream = data;
    gsize len = size * n;
    if (stream->phase >= FAIRY_HTTP_ANSWERING) {
        return len;
    }
    stream->head_bytes += len;
    if (stream->head_bytes > FAIRY_MAX_HEAD_BYTES) {
        stream->large = TRUE;
        return 0;
    }
    gboolean blank = len <= 2 && (*line == '\r' || *line == '\n');
    if (g_str_has_prefix(line, "HTTP/")) {
        g_ptr_array_set_size(stream->lines, 0);
    } else if (blank) {
        end_head(stream);
    } else {
        add_line(stream, line, len);
    }
    return len;
}

static size_t take_body(char *bytes, size_t size, size_t n, void *data)
{
    FairyHttpStream *stream = data;
    gsize len = size * n, some = MIN(len, stream->max_bytes - stream->taken);
    if (stream->phase == FAIRY_HTTP_DRAINING) {
        stream->taken += some;
        return some;
    }
    g_byte_array_append(stream->in, (const guint8 *)bytes, (guint)some);
    stream->taken += some;
    stream->large = some < len;
    fairy_http_moved(stream, FAIRY_HTTP_ANSWERING);
    return some;
}

/* Before anything is connected. */
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
    FairyHttpStream *stream = data;
    (void)purpose;
    stream->elsewhere = stream->only_here && !is_loopback(&address->addr);
    if (stream->elsewhere) {
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* --- what it is told -------------------------------------------------------------------------- */

#define SET(option, value) stream->curl->curl_easy_setopt(stream->easy, option, value)

static void set_callbacks(FairyHttpStream *stream)
{
    SET(CURLOPT_PRIVATE, stream);
    SET(CURLOPT_PREREQFUNCTION, on_connected);
    SET(CURLOPT_PREREQDATA, stream);
    SET(CURLOPT_HEADERFUNCTION, take_line);
    SET(CURLOPT_HEADERDATA, stream);
    SET(CURLOPT_WRITEFUNCTION, take_body);
    SET(CURLOPT_WRITEDATA, stream);
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, stream);
}

/* Packed answers aren't asked for, as whoever packs a stream holds it back; one that comes all the
 * same is unpacked. */
static void set_protocol(FairyHttpStream *stream)
{
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_FOLLOWLOCATION, 0L); /* the key would go along */
    SET(CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(CURLOPT_BUFFERSIZE, READ_BYTES);
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_QUICK_EXIT, 1L); /* a resolver isn't waited for */
    SET(CURLOPT_CONNECTTIMEOUT_MS, (long)stream->limits_ms[FAIRY_HTTP_CONNECTING]);
    SET(CURLOPT_TCP_KEEPALIVE, 1L);
    SET(CURLOPT_TCP_KEEPIDLE, 30L);
    SET(CURLOPT_TCP_KEEPINTVL, 15L);
    SET(CURLOPT_SSL_VERIFYPEER, 1L);
    SET(CURLOPT_SSL_VERIFYHOST, 2L);
    SET(CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    SET(CURLOPT_USERAGENT, "fairies/" FAIRIES_VERSION);
}

static gboolean set_request(FairyHttpStream *stream, const FairyHttpRequest *request)
{
    gboolean good =
        SET(CURLOPT_URL, request->url) == CURLE_OK &&
        SET(CURLOPT_PROTOCOLS_STR, request->plain ? "http,https" : "https") == CURLE_OK &&
        SET(CURLOPT_HTTPHEADER, stream->headers) == CURLE_OK;
    if (g_ascii_strncasecmp(request->url, "https:", 6) == 0) {
        SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
        SET(CURLOPT_PIPEWAIT, 1L); /* for a connection that may turn out to take many */
    } else {
        SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    }
    gboolean direct = stream->here || stream->only_here;
    if (direct || request->proxy) {
        good = good && SET(CURLOPT_PROXY, direct ? "" : request->proxy) == CURLE_OK;
    }
    if (request->ca_file) {
        good = good && SET(CURLOPT_CAINFO, request->ca_file) == CURLE_OK;
    }
    if (stream->body) {
        SET(CURLOPT_POST, 1L);
        SET(CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)g_bytes_get_size(stream->body));
        SET(CURLOPT_READFUNCTION, give_body);
        SET(CURLOPT_READDATA, stream);
        SET(CURLOPT_SEEKFUNCTION, seek_body);
        SET(CURLOPT_SEEKDATA, stream);
    }
    return good;
}

#undef SET

/* --- headers ---------------------------------------------------------------------------------- */

/* "name: value": a token, and no control character (RFC 9110, 5.5 and 5.6.2). */
static gboolean check_header(const char *header, GError **error)
{
    static const char token[] = "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    gsize name = strspn(header, token);
    gboolean named = name > 0 && header[name] == ':';
    const char *p = header + name;
    while (named && *p && (*p == '\t' || !g_ascii_iscntrl(*p))) {
        p++;
    }
    if (named && !*p) {
        return TRUE;
    }
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                "the header \"%.*s\" can't be sent: it must be \"name: value\" in one line",
                named ? (int)name : 1, named ? header : "?"); /* what has no name may be a key */
    return FALSE;
}

static void wipe_headers(FairyHttpStream *stream)
{
    for (struct curl_slist *header = stream->headers; header; header = header->next) {
        explicit_bzero(header->data, strlen(header->data));
    }
    stream->curl->curl_slist_free_all(stream->headers);
    stream->headers = NULL;
}

static gboolean add_headers(FairyHttpStream *stream, const char *const *headers, GError **error)
{
    static const char *const own[] = {"Expect:", "Accept-Encoding: identity", NULL};
    for (const char *const *header = headers; header && *header; header++) {
        if (!check_header(*header, error)) {
            return FALSE;
        }
        stream->headers = stream->curl->curl_slist_append(stream->headers, *header);
    }
    for (const char *const *header = own; *header; header++) {
        stream->headers = stream->curl->curl_slist_append(stream->headers, *header);
    }
    return TRUE;
}

const char *fairy_http_header(const char *const *headers, const char *name)
{
    gsize len = strlen(name);
    for (; headers && *headers; headers++) {
        if (g_ascii_strncasecmp(*headers, name, len) == 0 && (*headers)[len] == ':') {
            const char *value = *headers + len + 1;
            return value + strspn(value, " \t");
        }
    }
    return NULL;
}

/* --- making one ------------------------------------------------------------------------------- */

static gboolean read_url(FairyHttpStream *stream, const FairyHttpRequest *request, GError **error)
{
    g_autoptr(GUri) uri = g_uri_parse(request->url, G_URI_FLAGS_ENCODED, NULL);
    const char *host = uri ? g_uri_get_host(uri) : NULL;
    const char *scheme = uri ? g_uri_get_scheme(uri) : "";
    gboolean good =
        host && *host &&
        (g_str_equal(scheme, "https") || (request->plain && g_str_equal(scheme, "http")));
    if (!good) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "\"%s\" isn't an %s address",
                    request->url, request->plain ? "http or https" : "https");
        return FALSE;
    }
    int port = g_uri_get_port(uri);
    stream->here = fairy_http_is_here(host);
    stream->only_here = request->only_here && g_str_equal(scheme, "http");
    g_autofree char *name = strchr(host, ':') ? g_strdup_printf("[%s]", host) : g_strdup(host);
    stream->host = port > 0 ? g_strdup_printf("%s:%d", name, port) : g_strdup(name);
    return TRUE;
}

gboolean fairy_http_easy_new(FairyHttpStream *stream, const FairyHttpRequest *request,
                             GError **error)
{
    if (!read_url(stream, request, error) || !add_headers(stream, request->headers, error)) {
        return FALSE;
    }
    stream->easy = stream->curl->curl_easy_init();
    if (stream->easy) {
        set_callbacks(stream);
        set_protocol(stream);
    }
    if (!stream->easy || !set_request(stream, request)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "%s can't be asked", stream->host);
        return FALSE;
    }
    return TRUE;
}

void fairy_http_easy_free(FairyHttpStream *stream)
{
    if (stream->easy) {
        stream->curl->curl_easy_cleanup(stream->easy);
        stream->easy = NULL;
    }
    wipe_headers(stream);
    g_clear_pointer(&stream->body, g_bytes_unref);
}
