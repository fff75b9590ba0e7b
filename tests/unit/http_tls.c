/* TLS, HTTP/2 and proxies. */
#include "common/http_probe.h"
#include "common/server.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A site over TLS that nobody vouches for but its own certificate. */
typedef struct {
    char *folder, *key, *certificate, *base;
    guint port; /* 0: it can't be had here */
    GPid pid;
    int in;
} Site;

static gboolean make_certificate(Site *site)
{
    const char *const make[] = {"openssl",
                                "req",
                                "-x509",
                                "-newkey",
                                "ec",
                                "-pkeyopt",
                                "ec_paramgen_curve:prime256v1",
                                "-nodes",
                                "-subj",
                                "/CN=api.example.test",
                                "-addext",
                                "subjectAltName=IP:127.0.0.1,DNS:api.example.test",
                                "-keyout",
                                site->key,
                                "-out",
                                site->certificate,
                                NULL};
    int status = 1;
    return g_spawn_sync(NULL, (char **)make, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                        NULL, NULL, NULL, NULL, &status, NULL) &&
           status == 0;
}

static void site_start(Site *site)
{
    g_autofree char *script = g_test_build_filename(G_TEST_DIST, "common", "h2_server.js", NULL);
    *site = (Site){.folder = g_dir_make_tmp("fairies-XXXXXX", NULL)};
    site->key = g_build_filename(site->folder, "key", NULL);
    site->certificate = g_build_filename(site->folder, "certificate", NULL);
    const char *const serve[] = {"node", script, site->key, site->certificate, NULL};
    int out;
    if (!make_certificate(site) ||
        !g_spawn_async_with_pipes(NULL, (char **)serve, NULL,
                                  G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                  &site->pid, &site->in, &out, NULL, NULL)) {
        g_test_skip("openssl or node isn't here");
        return;
    }
    FILE *lines = fdopen(out, "r");
    char line[20] = "";
    g_assert_nonnull(fgets(line, sizeof line, lines));
    fclose(lines);
    site->port = (guint)strtoul(line, NULL, 10);
    site->base = g_strdup_printf("https://127.0.0.1:%u", site->port);
}

static void site_end(Site *site)
{
    if (site->pid) {
        close(site->in);
        waitpid(site->pid, NULL, 0);
    }
    g_unlink(site->key);
    g_unlink(site->certificate);
    g_rmdir(site->folder);
    g_free(site->folder);
    g_free(site->key);
    g_free(site->certificate);
    g_free(site->base);
}

static const char *header(const Probe *probe, const char *name)
{
    return fairy_http_header((const char *const *)probe->headers, name);
}

/* --- TLS -------------------------------------------------------------------------------------- */

static void test_trusted(void)
{
    Site site;
    site_start(&site);
    if (site.port) {
        FairyHttpRequest how = {.ca_file = site.certificate};
        Probe probe = {0};
        probe_ask(&probe, site.base, "/stream?n=3", &how);
        g_assert_cmpstr(probe.message, ==, NULL);
        g_assert_cmpstr(probe.body->str, ==, "data: 0\n\ndata: 1\n\ndata: 2\n\n");
        g_assert_cmpstr(header(&probe, "x-version"), ==, "2.0");
        probe_clear(&probe);
    }
    site_end(&site);
}

static void expect_fault(const char *base, const char *ca_file, FairyApiErrorKind kind,
                         const char *words)
{
    FairyHttpRequest how = {.ca_file = ca_file};
    Probe probe = {0};
    probe_ask(&probe, base, "/stream?n=1", &how);
    g_assert_cmpint(probe.kind, ==, kind);
    g_assert_cmpint(probe.status, ==, 0);
    g_assert_cmpstr(strchr(probe.message, ' ') + 1, ==, words);
    probe_clear(&probe);
}

static void test_untrusted(void)
{
    Site site;
    site_start(&site);
    if (site.port) {
        expect_fault(site.base, NULL, FAIRY_API_ERROR_UNTRUSTED, "couldn't prove who it is");
        g_autofree char *other = g_strdup_printf("https://localhost:%u", site.port);
        expect_fault(other, site.certificate, FAIRY_API_ERROR_UNTRUSTED,
                     "couldn't prove who it is");
        expect_fault(site.base, "/no/such/file", FAIRY_API_ERROR_UNTRUSTED,
                     "wasn't asked: the file of trusted certificates can't be read");
        expect_fault(site.base, site.key, FAIRY_API_ERROR_UNTRUSTED,
                     "wasn't asked: the file of trusted certificates can't be read");
    }
    site_end(&site);
    g_autoptr(TestServer) server = test_server_new("answer /\ndata 1\n", 0, NULL);
    g_autofree char *plain = g_strdup_printf("https://127.0.0.1:%u", test_server_port(server));
    FairyHttpRequest how = {.connect_ms = 2000};
    Probe probe = {0};
    probe_ask(&probe, plain, "/", &how);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_UNREACHABLE);
    probe_clear(&probe);
}

/* --- HTTP/2 ----------------------------------------------------------------------------------- */

/* Twenty at once on one connection; five are ended, and the others don't notice. */
static void test_many(void)
{
    enum { N = 20 };
    Site site;
    site_start(&site);
    if (site.port) {
        g_autoptr(FairyHttp) http = fairy_http_new(NULL);
        FairyHttpRequest how = {.ca_file = site.certificate};
        Probe probes[N] = {0}, count = {0};
        for (guint i = 0; i < N; i++) {
            probe_start(&probes[i], http, site.base, i % 4 ? "/stream?n=30" : "/hang", &how);
        }
        probe_wait(&probes[1]);
        for (guint i = 0; i < N; i += 4) {
            g_assert_cmpstr(probes[i].body->str, ==, "data: 0\n\n");
            fairy_http_stream_free(g_steal_pointer(&probes[i].stream));
        }
        for (guint i = 0; i < N; i++) {
            if (i % 4) {
                probe_wait(&probes[i]);
                g_assert_cmpint(probes[i].kind, ==, FAIRY_API_ERROR_NONE);
                g_assert_true(g_str_has_suffix(probes[i].body->str, "data: 29\n\n"));
            }
        }
        probe_start(&count, http, site.base, "/count", &how);
        probe_wait(&count);
        g_assert_cmpstr(count.body->str, ==, "{\"sessions\":1,\"aborted\":5}");
        probe_clear(&count);
        for (guint i = 0; i < N; i++) {
            g_assert_true(probes[i].ended == (i % 4 != 0));
            probe_clear(&probes[i]);
        }
    }
    site_end(&site);
}

static void test_reset(void)
{
    Site site;
    site_start(&site);
    if (site.port) {
        FairyHttpRequest how = {.ca_file = site.certificate};
        Probe probe = {0};
        probe_ask(&probe, site.base, "/reset", &how);
        g_assert_cmpstr(probe.body->str, ==, "data: 0\n\n");
        g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_TRUNCATED);
        g_assert_nonnull(strstr(probe.message, " broke off its answer"));
        probe_clear(&probe);
        FairyHttpRequest idle = {.ca_file = site.certificate, .idle_ms = 150};
        probe_ask(&probe, site.base, "/hang", &idle);
        g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_STALLED);
        probe_clear(&probe);
    }
    site_end(&site);
}

/* --- proxies ---------------------------------------------------------------------------------- */

#define PROXIED "answer CONNECT api\ntunnel %u\nanswer GET http:\ndata proxied\n"

/* Keys go through the tunnel, not to the proxy. */
static void test_proxy(void)
{
    Site site;
    site_start(&site);
    g_autofree char *script = g_strdup_printf(PROXIED, site.port);
    g_autoptr(TestServer) proxy = test_server_new(script, 0, NULL);
    const char *const headers[] = {"x-api-key: secret", NULL};
    FairyHttpRequest how = {
        .ca_file = site.certificate, .headers = headers, .proxy = test_server_base(proxy)};
    Probe probe = {0};
    probe_ask(&probe, "http://api.example.test", "/a", &how);
    g_assert_cmpstr(probe.body->str, ==, "data: proxied\n\n");
    g_assert_cmpstr(test_server_request(proxy, 0)->path, ==, "http://api.example.test/a");
    probe_clear(&probe);
    if (site.port) {
        probe_ask(&probe, "https://api.example.test", "/stream?n=1", &how);
        g_assert_cmpstr(probe.message, ==, NULL);
        g_assert_cmpstr(probe.body->str, ==, "data: 0\n\n");
        g_assert_cmpint(probe.status, ==, 200);
        g_assert_null(header(&probe, "via"));
        g_assert_cmpstr(header(&probe, "x-asked-for"), ==, "api.example.test");
        const TestRequest *request = test_server_request(proxy, 1);
        g_assert_cmpstr(request->path, ==, "api.example.test:443");
        g_assert_null(test_request_header(request, "x-api-key"));
        probe_clear(&probe);
    }
    site_end(&site);
}

static void expect_proxy_fault(const char *script, const char *proxy_url, const char *message)
{
    g_autoptr(TestServer) proxy = test_server_new(script, 0, NULL);
    FairyHttpRequest how = {.proxy = proxy_url ? proxy_url : test_server_base(proxy)};
    Probe probe = {0};
    probe_ask(&probe, "https://api.example.test", "/", &how);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_UNREACHABLE);
    g_assert_cmpint(probe.status, ==, 0);
    g_assert_cmpstr(probe.message, ==, message);
    probe_clear(&probe);
}

static void test_proxy_faults(void)
{
    expect_proxy_fault(
        "answer CONNECT api\nstatus 407 Who are you\nheader proxy-authenticate: Basic "
        "realm=\"x\"\nlength 0\n",
        NULL, "api.example.test wasn't reached: the proxy refused (status 407)");
    expect_proxy_fault("answer CONNECT api\nstatus 502 Bad Gateway\nlength 0\n", NULL,
                       "api.example.test wasn't reached: the proxy refused (status 502)");
    expect_proxy_fault("answer CONNECT api\ncut\n", NULL,
                       "api.example.test wasn't reached: the connection broke");
    expect_proxy_fault("", "http://no.such.proxy.invalid:3128",
                       "api.example.test wasn't reached: the proxy wasn't found");
}

/* The environment's, but never for this machine. */
static void test_environment(void)
{
    g_autoptr(TestServer) proxy = test_server_new("answer http:\ndata proxied\n", 0, NULL);
    g_autoptr(TestServer) server = test_server_new("answer /\ndata direct\n", 0, NULL);
    g_setenv("http_proxy", test_server_base(proxy), TRUE);
    Probe probe = {0};
    probe_ask(&probe, "http://api.example.test", "/a", NULL);
    g_assert_cmpstr(probe.body->str, ==, "data: proxied\n\n");
    probe_clear(&probe);
    probe_ask(&probe, test_server_base(server), "/a", NULL);
    g_assert_cmpstr(probe.body->str, ==, "data: direct\n\n");
    probe_clear(&probe);
    FairyHttpRequest how = {.proxy = test_server_base(proxy)};
    g_autofree char *named = g_strdup_printf("http://localhost:%u", test_server_port(server));
    probe_ask(&probe, named, "/a", &how);
    g_assert_cmpstr(probe.body->str, ==, "data: direct\n\n");
    probe_clear(&probe);
    g_setenv("no_proxy", "example.test", TRUE);
    probe_ask(&probe, "http://api.example.test", "/a", NULL);
    g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_UNREACHABLE);
    probe_clear(&probe);
    g_unsetenv("no_proxy");
    g_unsetenv("http_proxy");
    g_assert_cmpuint(test_server_requests(proxy), ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    static const char *const names[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                        "ALL_PROXY",  "no_proxy",    "NO_PROXY"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_unsetenv(names[i]);
    }
    g_test_add_func("/http-tls/trusted", test_trusted);
    g_test_add_func("/http-tls/untrusted", test_untrusted);
    g_test_add_func("/http-tls/many", test_many);
    g_test_add_func("/http-tls/reset", test_reset);
    g_test_add_func("/http-tls/proxy", test_proxy);
    g_test_add_func("/http-tls/proxy-faults", test_proxy_faults);
    g_test_add_func("/http-tls/environment", test_environment);
    return g_test_run();
}
