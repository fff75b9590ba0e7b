/* Faults of the transport, in words. */
#include "net/http_priv.h"

#include <fairy/limits.h>

static void set_fault(FairyHttpStream *stream, FairyApiErrorKind kind, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static void set_fault(FairyHttpStream *stream, FairyApiErrorKind kind, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *words = g_strdup_vprintf(format, args);
    va_end(args);
    stream->api_error = (FairyApiError){
        .kind = kind, .wait_ms = -1, .message = g_strconcat(stream->host, " ", words, NULL)};
}

/* --- what libcurl says ------------------------------------------------------------------------ */

typedef struct {
    CURLcode code;
    FairyApiErrorKind kind;
    const char *words;
} Row;

static const Row faults[] = {
    {CURLE_COULDNT_RESOLVE_HOST, FAIRY_API_ERROR_UNREACHABLE, "wasn't found; is there a network?"},
    {CURLE_COULDNT_RESOLVE_PROXY, FAIRY_API_ERROR_UNREACHABLE,
     "wasn't reached: the proxy wasn't found"},
    {CURLE_PROXY, FAIRY_API_ERROR_UNREACHABLE, "wasn't reached: the proxy refused"},
    {CURLE_COULDNT_CONNECT, FAIRY_API_ERROR_UNREACHABLE, "wasn't reached; is there a network?"},
    {CURLE_SSL_CONNECT_ERROR, FAIRY_API_ERROR_UNREACHABLE,
     "wasn't reached: there was no agreeing on TLS"},
    {CURLE_PEER_FAILED_VERIFICATION, FAIRY_API_ERROR_UNTRUSTED, "couldn't prove who it is"},
    {CURLE_SSL_ISSUER_ERROR, FAIRY_API_ERROR_UNTRUSTED, "couldn't prove who it is"},
    {CURLE_SSL_CACERT_BADFILE, FAIRY_API_ERROR_UNTRUSTED,
     "wasn't asked: the file of trusted certificates can't be read"},
    {CURLE_GOT_NOTHING, FAIRY_API_ERROR_TRUNCATED, "answered nothing"},
    {CURLE_PARTIAL_FILE, FAIRY_API_ERROR_TRUNCATED, "broke off its answer"},
    {CURLE_RECV_ERROR, FAIRY_API_ERROR_TRUNCATED, "broke off its answer"},
    {CURLE_SEND_ERROR, FAIRY_API_ERROR_TRUNCATED, "wouldn't hear the whole request"},
    {CURLE_HTTP2, FAIRY_API_ERROR_TRUNCATED, "broke off its answer"},
    {CURLE_HTTP2_STREAM, FAIRY_API_ERROR_TRUNCATED, "broke off its answer"},
    {CURLE_WEIRD_SERVER_REPLY, FAIRY_API_ERROR_NOT_API, "didn't answer in HTTP"},
    {CURLE_UNSUPPORTED_PROTOCOL, FAIRY_API_ERROR_NOT_API, "didn't answer in HTTP"},
    {CURLE_BAD_CONTENT_ENCODING, FAIRY_API_ERROR_NOT_API,
     "packed its answer in a way we can't unpack"},
};

static gboolean is_redirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/* For a terminal: one line, of a sane length. */
static char *plain_text(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_new(NULL);
    for (const char *p = valid; *p && out->len < 300; p = g_utf8_next_char(p)) {
        gunichar c = g_utf8_get_char(p);
        g_string_append_unichar(out, g_unichar_isgraph(c) ? c : '?');
    }
    return g_string_free(out, FALSE);
}

/* The scheme, host and port of where we are sent: what is behind may be a secret. */
static char *origin_of(const char *target)
{
    g_autoptr(GUri) uri = g_uri_parse(target, G_URI_FLAGS_ENCODED, NULL);
    if (!uri || !g_uri_get_host(uri)) {
        return g_strdup("another place there");
    }
    g_autofree char *origin = g_uri_join(G_URI_FLAGS_ENCODED, g_uri_get_scheme(uri), NULL,
                                         g_uri_get_host(uri), g_uri_get_port(uri), "", NULL, NULL);
    return plain_text(origin);
}

static void set_redirect(FairyHttpStream *stream)
{
    const char *target =
        stream->lines->len
            ? fairy_http_header((const char *const *)stream->lines->pdata, "location")
            : NULL;
    g_autofree char *where = target ? origin_of(target) : g_strdup("nowhere");
    set_fault(stream, FAIRY_API_ERROR_NOT_API,
              "sends us on to %s (status %d); if that is right, ask there", where, stream->status);
}

/* Before anything could be asked. */
static void set_unconnected(FairyHttpStream *stream)
{
    long status = 0;
    stream->curl->curl_easy_getinfo(stream->easy, CURLINFO_HTTP_CONNECTCODE, &status);
    if (status >= 300) {
        set_fault(stream, FAIRY_API_ERROR_UNREACHABLE,
                  "wasn't reached: the proxy refused (status %ld)", status);
    } else {
        set_fault(stream, FAIRY_API_ERROR_UNREACHABLE, "wasn't reached: the connection broke");
    }
}

static void set_large(FairyHttpStream *stream)
{
    gsize most =
        stream->phase == FAIRY_HTTP_ANSWERING ? stream->max_bytes : (gsize)FAIRY_MAX_HEAD_BYTES;
    set_fault(stream, FAIRY_API_ERROR_LARGE, "answered more than %" G_GSIZE_FORMAT " bytes", most);
}

static void set_failure(FairyHttpStream *stream, CURLcode code)
{
    const Row *row = faults;
    while (row < faults + G_N_ELEMENTS(faults) && row->code != code) {
        row++;
    }
    if (row == faults + G_N_ELEMENTS(faults)) {
        set_fault(stream, stream->status ? FAIRY_API_ERROR_TRUNCATED : FAIRY_API_ERROR_UNREACHABLE,
                  "wasn't reached: %s", stream->curl->curl_easy_strerror(code));
    } else if (row->kind == FAIRY_API_ERROR_TRUNCATED && stream->phase == FAIRY_HTTP_CONNECTING) {
        set_unconnected(stream);
    } else {
        gboolean nobody = code == CURLE_COULDNT_CONNECT && stream->here;
        set_fault(stream, row->kind, "%s",
                  nobody ? "wasn't reached; does a server run there?" : row->words);
    }
}

void fairy_http_fault_of_code(FairyHttpStream *stream, CURLcode code)
{
    if (code == CURLE_OK && stream->phase < FAIRY_HTTP_ANSWERING) {
        code = CURLE_GOT_NOTHING; /* cut in the headers, which curl lets pass */
    }
    if (stream->elsewhere) {
        set_fault(stream, FAIRY_API_ERROR_UNTRUSTED,
                  "isn't this machine, and a key goes over plain http to no other");
    } else if (stream->large) {
        set_large(stream);
    } else if (code == CURLE_OPERATION_TIMEDOUT) {
        fairy_http_fault_of_time(stream, FALSE);
    } else if (code != CURLE_OK) {
        set_failure(stream, code);
    } else if (is_redirect(stream->status)) {
        set_redirect(stream);
    }
}

/* --- what the clock says ---------------------------------------------------------------------- */

void fairy_http_fault_of_time(FairyHttpStream *stream, gboolean total)
{
    static const struct {
        FairyApiErrorKind kind;
        const char *words;
    } late[FAIRY_HTTP_OVER] = {
        [FAIRY_HTTP_WAITING] = {FAIRY_API_ERROR_STALLED, "took longer than"},
        [FAIRY_HTTP_CONNECTING] = {FAIRY_API_ERROR_UNREACHABLE, "wasn't reached within"},
        [FAIRY_HTTP_ASKING] = {FAIRY_API_ERROR_STALLED, "was asked, and said nothing for"},
        [FAIRY_HTTP_ANSWERING] = {FAIRY_API_ERROR_STALLED,
                                  "began to answer, then said nothing for"},
    };
    FairyHttpPhase which = total ? FAIRY_HTTP_WAITING : stream->phase;
    set_fault(stream, late[which].kind, "%s %g s", late[which].words,
              stream->limits_ms[which] / 1000.0);
}
