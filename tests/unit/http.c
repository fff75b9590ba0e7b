/* Streams of HTTP against a server that answers byte for byte what is said here. */
#include "common/http_probe.h"
#include "common/server.h"

#include <fairy/limits.h>

#include <arpa/inet.h>
#include <sys/socket.h>

#include <dirent.h>
#include <unistd.h>

static TestServer *serve(const char *script)
{
    g_autoptr(GError) error = NULL;
    TestServer *server = test_server_new(script, 0, &error);
    g_assert_no_error(error);
    return server;
}

/* Asks once, and expects what is said. */
static void expect(const char *script, const FairyHttpRequest *how, int status, const char *body,
                   FairyApiErrorKind kind, const char *message)
{
    g_autoptr(TestServer) server = serve(script);
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/x", how);
    g_assert_cmpint(probe.status, ==, status);
    g_assert_cmpstr(probe.body->str, ==, body);
    g_assert_cmpint(probe.kind, ==, kind);
    if (message) {
        g_autofree char *wanted =
            g_strconcat(test_server_base(server) + strlen("http://"), " ", message, NULL);
        g_assert_cmpstr(probe.message, ==, wanted);
    } else {
        g_assert_null(probe.message);
    }
    probe_clear(&probe);
}

/* --- answers ---------------------------------------------------------------------------------- */

static void test_request(void)
{
    g_autoptr(TestServer) server = serve("answer POST /v1/x\ndata {}\n");
    g_autoptr(GBytes) body = g_bytes_new_static("{\"a\":1}", 7);
    const char *const headers[] = {"content-type: application/json", "x-api-key: secret", NULL};
    FairyHttpRequest how = {.body = body, .headers = headers};
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/v1/x?y=z", &how);
    g_assert_cmpstr(probe.body->str, ==, "data: {}\n\n");
    g_assert_cmpstr(fairy_http_header((const char *const *)probe.headers, "Content-Type"), ==,
                    "text/event-stream");
    g_assert_null(fairy_http_header((const char *const *)probe.headers, "content"));
    const TestRequest *request = test_server_request(server, 0);
    g_assert_cmpstr(request->method, ==, "POST");
    g_assert_cmpstr(request->path, ==, "/v1/x?y=z");
    g_assert_cmpmem(g_bytes_get_data(request->body, NULL), g_bytes_get_size(request->body),
                    "{\"a\":1}", 7);
    static const struct {
        const char *name, *value;
    } sent[] = {{"content-type", "application/json"},
                {"x-api-key", "secret"},
                {"content-length", "7"},
                {"expect", NULL},
                {"accept-encoding", "identity"},
                {"user-agent", "fairies/" FAIRIES_VERSION}};
    for (guint i = 0; i < G_N_ELEMENTS(sent); i++) {
        g_assert_cmpstr(test_request_header(request, sent[i].name), ==, sent[i].value);
    }
    probe_clear(&probe);
}

static void test_framings(void)
{
    const FairyApiErrorKind none = FAIRY_API_ERROR_NONE;
    expect("answer GET /x\nbody ab\nbody cd\\r\\n\n", NULL, 200, "abcd\r\n", none, NULL);
    expect("answer /x\nlength 4\nbody abcd\n", NULL, 200, "abcd", none, NULL);
    expect("answer /x\nlength 0\n", NULL, 200, "", none, NULL);
    expect("answer /x\nuntil-close\nbody abcd\n", NULL, 200, "abcd", none, NULL);
    expect("answer /x\npieces 1\nbody abcd\nwait 20\nbody ef\n", NULL, 200, "abcdef", none, NULL);
    expect("answer /x\nstatus 204 No Content\n", NULL, 204, "", none, NULL);
    expect("answer /x\nstatus 529 Overloaded\nbody {}\n", NULL, 529, "{}", none, NULL);
    expect("answer /x\nraw HTTP/1.1 100 Continue\\r\\nx: y\\r\\n\\r\\n\nstatus 401 No\nbody {}\n",
           NULL, 401, "{}", none, NULL);
    expect("answer /x\nraw HTTP/1.1 200 OK\\r\\ntransfer-encoding: chunked\\r\\n\\r\\n"
           "2\\r\\nab\\r\\n0\\r\\nx-trailer: 1\\r\\n\\r\\n\n",
           NULL, 200, "ab", none, NULL);
}

static void test_headers(void)
{
    g_autoptr(TestServer) server =
        serve("answer /x\nraw HTTP/1.1 103 Early Hints\\r\\nlink: z\\r\\n\\r\\n\n"
              "raw HTTP/1.1 200 OK\\r\\nA:1\\r\\nb:  2 \\r\\n folded\\r\\nC: \\r\\n"
              "content-length: 0\\r\\n\\r\\n\n");
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/x", NULL);
    g_autofree char *all = g_strjoinv("|", probe.headers);
    g_assert_cmpstr(all, ==, "A:1|b:  2 folded|C:|content-length: 0");
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_NONE);
    probe_clear(&probe);
}

/* A long request, uploaded whole; a long answer, byte for byte. */
static void test_large(void)
{
    enum { N = 5 << 20 };
    g_autoptr(TestServer) server =
        serve("answer /x\nrepeat 20000 0123456789\\n\nrepeat 10000 012345678\\n\n");
    g_autofree char *text = g_strnfill(N, 'x');
    g_autoptr(GBytes) body = g_bytes_new_static(text, N);
    FairyHttpRequest how = {.body = body};
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/x", &how);
    g_assert_cmpuint(probe.body->len, ==, 320000);
    for (gsize i = 0; i < 220000; i += 11) {
        g_assert_cmpint(memcmp(probe.body->str + i, "0123456789\n", 11), ==, 0);
    }
    g_assert_true(g_str_has_suffix(probe.body->str + 220000, "012345678\n"));
    g_assert_true(g_bytes_equal(test_server_request(server, 0)->body, body));
    probe_clear(&probe);
}

/* As it comes, not when it is whole. */
static void test_streaming(void)
{
    g_autoptr(TestServer) server = serve("answer /x\nbody a\nwait 300\nbody b\n");
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/x", NULL);
    g_assert_cmpstr(probe.body->str, ==, "ab");
    g_assert_cmpint(probe.finish - probe.first_byte, >, 200000);
    probe_clear(&probe);
}

/* gzip: what `printf 'packed all the same' | gzip -n` says, and zeros packed a thousand times. */
static void test_packed(void)
{
    g_autofree char *folder = g_dir_make_tmp("fairies-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "zeros.gz", NULL);
    g_autoptr(GConverter) packer =
        G_CONVERTER(g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9));
    g_autofree char *zeros = g_malloc0(1 << 20), *packed = g_malloc(1 << 20);
    gsize in, len;
    g_converter_convert(packer, zeros, 1 << 20, packed, 1 << 20, G_CONVERTER_INPUT_AT_END, &in,
                        &len, NULL);
    g_assert_cmpuint(in, ==, 1 << 20);
    g_assert_true(g_file_set_contents(path, packed, (gssize)len, NULL));
    g_autofree char *bomb =
        g_strdup_printf("answer /x\nheader content-encoding: gzip\nfile %s\n", path);
    g_autoptr(TestServer) server = serve(bomb);
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/x", NULL);
    g_assert_cmpuint(probe.body->len, ==, 1 << 20);
    probe_clear(&probe);
    FairyHttpRequest how = {.max_bytes = 50000};
    probe_ask(&probe, test_server_base(server), "/x", &how);
    g_assert_cmpuint(probe.body->len, ==, 50000);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_LARGE);
    probe_clear(&probe);
    unlink(path);
    rmdir(folder);
    expect("answer /x\nheader content-encoding: gzip\nbody {\"not\":\"packed\"}\n", NULL, 200, "",
           FAIRY_API_ERROR_NOT_API, "packed its answer in a way we can't unpack");
}

/* --- what goes wrong -------------------------------------------------------------------------- */

static void test_faults(void)
{
    FairyHttpRequest small = {.max_bytes = 3};
    expect("answer /x\nlength 10\nbody abcd\ncut\n", NULL, 200, "abcd", FAIRY_API_ERROR_TRUNCATED,
           "broke off its answer");
    expect("answer /x\nbody abcd\ncut\n", NULL, 200, "abcd", FAIRY_API_ERROR_TRUNCATED,
           "broke off its answer");
    expect("answer /x\ncut-after 6\nbody abcd\nbody efgh\n", NULL, 200, "abcdef",
           FAIRY_API_ERROR_TRUNCATED, "broke off its answer");
    expect("answer /x\nbody abcd\nwait 50\nreset\n", NULL, 200, "abcd", FAIRY_API_ERROR_TRUNCATED,
           "broke off its answer");
    expect("answer /x\ncut\n", NULL, 0, "", FAIRY_API_ERROR_TRUNCATED, "answered nothing");
    expect("answer /x\nraw HTTP/1.1 200 OK\\r\\ncontent-ty\ncut\n", NULL, 0, "",
           FAIRY_API_ERROR_TRUNCATED, "answered nothing");
    expect("answer /x\nraw what is HTTP?\\r\\n\\r\\n\n", NULL, 0, "", FAIRY_API_ERROR_NOT_API,
           "didn't answer in HTTP");
    expect("answer /x\nbody abcd\n", &small, 200, "abc", FAIRY_API_ERROR_LARGE,
           "answered more than 3 bytes");
    expect("answer /x\nbody abc\n", &small, 200, "abc", FAIRY_API_ERROR_NONE, NULL);
}

static void test_reset_before(void)
{
    g_autoptr(TestServer) server = serve("answer /x\nreset\n");
    Probe probe = {0};
    probe_ask(&probe, test_server_base(server), "/x", NULL);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_TRUNCATED);
    g_assert_cmpint(probe.status, ==, 0);
    probe_clear(&probe);
}

static void test_redirect(void)
{
    static const int statuses[] = {301, 302, 303, 307, 308};
    for (guint i = 0; i < G_N_ELEMENTS(statuses); i++) {
        g_autofree char *script = g_strdup_printf(
            "answer /x\nstatus %d Elsewhere\nheader Location: https://b.example/v1?k=1\nbody {}\n",
            statuses[i]);
        g_autofree char *message = g_strdup_printf(
            "sends us on to https://b.example (status %d); if that is right, ask there",
            statuses[i]);
        expect(script, NULL, statuses[i], "{}", FAIRY_API_ERROR_NOT_API, message);
    }
    expect("answer /x\nstatus 304 Not Modified\n", NULL, 304, "", FAIRY_API_ERROR_NONE, NULL);
    expect("answer /x\nstatus 302 Found\nheader location: \\033[31m\\033 \342\200\256\nlength 0\n",
           NULL, 302, "", FAIRY_API_ERROR_NOT_API,
           "sends us on to another place there (status 302); if that is right, ask there");
}

/* What counts is the address that is connected to, whatever it is called; no proxy is asked. */
static void test_only_here(void)
{
    static const char *const there[] = {"0.0.0.0", "[::]", "[::ffff:0.0.0.0]"};
    static const char *const here[] = {"127.0.0.1", "localhost", "LOCALHOST", "127.1",
                                       "0x7f000001"};
    g_autoptr(TestServer) server = serve("answer /x\nbody a\n");
    FairyHttpRequest how = {.only_here = TRUE};
    g_setenv("http_proxy", test_server_base(server), TRUE);
    for (guint i = 0; i < G_N_ELEMENTS(there); i++) {
        g_autofree char *base = g_strdup_printf("http://%s:%u", there[i], test_server_port(server));
        Probe probe = {0};
        probe_ask(&probe, base, "/x", &how);
        g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_UNTRUSTED);
        g_assert_nonnull(
            strstr(probe.message, " isn't this machine, and a key goes over plain http"));
        probe_clear(&probe);
    }
    g_assert_cmpuint(test_server_requests(server), ==, 0);
    for (guint i = 0; i < G_N_ELEMENTS(here); i++) {
        g_autofree char *base = g_strdup_printf("http://%s:%u", here[i], test_server_port(server));
        Probe probe = {0};
        probe_ask(&probe, base, "/x", &how);
        g_assert_cmpstr(probe.body->str, ==, "a");
        g_assert_cmpstr(test_server_request(server, i)->path, ==, "/x");
        probe_clear(&probe);
    }
    g_unsetenv("http_proxy");
}

static void test_endless_head(void)
{
    g_autoptr(GString) script = g_string_new("answer /x\n");
    g_autofree char *filler = g_strnfill(1000, 'f');
    for (guint i = 0; i < 70; i++) {
        g_string_append_printf(script, "header x-%u: %s\n", i, filler);
    }
    expect(script->str, NULL, 0, "", FAIRY_API_ERROR_LARGE, "answered more than 65536 bytes");
}

static void test_refused(void)
{
    g_autoptr(TestServer) server = serve("");
    g_autofree char *base = g_strdup(test_server_base(server));
    test_server_free(g_steal_pointer(&server));
    Probe probe = {0};
    probe_ask(&probe, base, "/x", NULL);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_UNREACHABLE);
    g_assert_nonnull(strstr(probe.message, " wasn't reached; does a server run there?"));
    probe_clear(&probe);
    probe_ask(&probe, "http://no.such.host.invalid", "/", NULL);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_UNREACHABLE);
    g_assert_cmpstr(probe.message, ==, "no.such.host.invalid wasn't found; is there a network?");
    probe_clear(&probe);
}

static void test_bad_requests(void)
{
    static const struct {
        const char *url, *header, *said;
        gboolean plain;
    } bad[] = {
        {"http://api.example.com/", NULL, "\"http://api.example.com/\" isn't an https address",
         FALSE},
        {"ftp://a.example/", NULL, "\"ftp://a.example/\" isn't an http or https address", TRUE},
        {"api.example.com", NULL, "\"api.example.com\" isn't an https address", FALSE},
        {"https://", NULL, "\"https://\" isn't an https address", FALSE},
        {"https://a.example/", "x-api-key: sk-1\r\nhost: b",
         "the header \"x-api-key\" can't be sent: it must be \"name: value\" in one line", FALSE},
        {"https://a.example/", "x-api-key: sk-1\n",
         "the header \"x-api-key\" can't be sent: it must be \"name: value\" in one line", FALSE},
        {"https://a.example/", "x\r\ny: z",
         "the header \"?\" can't be sent: it must be \"name: value\" in one line", FALSE},
        {"https://a.example/", "sk-without-name",
         "the header \"?\" can't be sent: it must be \"name: value\" in one line", FALSE},
        {"https://a.example/", ": v",
         "the header \"?\" can't be sent: it must be \"name: value\" in one line", FALSE},
        {"https://a.example/", "",
         "the header \"?\" can't be sent: it must be \"name: value\" in one line", FALSE},
    };
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        static const FairyHttpFuncs funcs = {probe_head, probe_bytes, probe_end};
        g_autoptr(GError) error = NULL;
        const char *const headers[] = {"a: b", bad[i].header, NULL};
        FairyHttpRequest request = {.url = bad[i].url, .headers = headers, .plain = bad[i].plain};
        g_assert_null(fairy_http_start(http, &request, &funcs, NULL, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_assert_cmpstr(error->message, ==, bad[i].said);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/http/request", test_request);
    g_test_add_func("/http/framings", test_framings);
    g_test_add_func("/http/headers", test_headers);
    g_test_add_func("/http/large", test_large);
    g_test_add_func("/http/streaming", test_streaming);
    g_test_add_func("/http/packed", test_packed);
    g_test_add_func("/http/faults", test_faults);
    g_test_add_func("/http/reset-before", test_reset_before);
    g_test_add_func("/http/redirect", test_redirect);
    g_test_add_func("/http/only-here", test_only_here);
    g_test_add_func("/http/endless-head", test_endless_head);
    g_test_add_func("/http/refused", test_refused);
    g_test_add_func("/http/bad-requests", test_bad_requests);
    return g_test_run();
}
