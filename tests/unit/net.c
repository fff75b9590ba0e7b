/* Looking things up outside, against a site on this machine that behaves in every bad way. */
#include "common/drawing.h"
#include "common/site.h"
#include "net/fetch.h"
#include "net/sites.h"

#include <fairy/executor.h>
#include <fairy/limits.h>
#include <svg/shape.h>

#include <glib/gstdio.h>
#include <sys/wait.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRANCE "{\"name\":{\"common\":\"France\"},\"population\":68000000}"

static const char body[] = "<rect id=\"a\" x=\"10\" y=\"20\" width=\"30\" height=\"40\"/>";

static char *with_length(const char *status, const char *extra, const char *text, gsize len)
{
    return g_strdup_printf("HTTP/1.1 %s\r\n%sContent-Length: %" G_GSIZE_FORMAT
                           "\r\nConnection: close\r\n\r\n%s",
                           status, extra, len, text);
}

/* --- one answer ------------------------------------------------------------------------------- */

typedef struct {
    SvgDocument *doc;
    FairyExecutor *executor;
    GString *told; /* a line per outcome, as they are reported */
    guint wrote;   /* bits: which of them made commits */
} Run;

static void on_outcome(const FairyOutcome *outcome, gpointer data)
{
    Run *run = data;
    run->wrote |= outcome->wrote ? 1u << outcome->index : 0;
    char *json = cJSON_PrintUnformatted(outcome->data);
    g_string_append_printf(run->told, "%u %s %s%s%s%s%s\n", outcome->index, outcome->type,
                           fairy_status_name(outcome->status), outcome->detail ? " " : "",
                           outcome->detail ? outcome->detail : "", json ? " " : "",
                           json ? json : "");
    cJSON_free(json);
}

static void run_start(Run *run, const FairyWeb *web, const char *reply)
{
    g_autoptr(GError) error = NULL;
    *run = (Run){.doc = test_parse_body(body), .told = g_string_new(NULL)};
    FairyExecutorOptions options = {.web = web, .on_outcome = on_outcome, .data = run};
    run->executor = fairy_executor_new(run->doc, fairy_actions(), &options);
    fairy_executor_feed(run->executor, reply, strlen(reply), &error);
    g_assert_no_error(error);
    fairy_executor_end(run->executor, &error);
    g_assert_no_error(error);
}

static void run_end(Run *run)
{
    fairy_executor_free(run->executor);
    svg_document_free(run->doc);
    g_string_free(run->told, TRUE);
}

/* What country-info makes of these bytes. */
static char *outcome_of(const char *bytes, guint pause_ms, guint timeout_ms)
{
    g_autoptr(TestSite) site = test_site_new();
    test_site_answer(site, "/v3.1/alpha/FR", bytes, pause_ms);
    FairyWeb web = {.base = test_site_base(site), .timeout_ms = timeout_ms};
    Run run;
    run_start(&run, &web, "[{\"_type\":\"country-info\",\"code\":\"fr\"}]");
    g_assert_cmpuint(fairy_executor_n_pending(run.executor), ==, 1);
    g_assert_cmpstr(run.told->str, ==, "");
    g_assert_true(fairy_executor_wait(run.executor, NULL));
    g_assert_cmpuint(fairy_executor_n_pending(run.executor), ==, 0);
    gboolean good = !fairy_executor_has_refusals(run.executor);
    g_assert_cmpuint(fairy_executor_follow_ups(run.executor)->len, ==, good);
    char *told = g_strdup(run.told->str);
    run_end(&run);
    return told;
}

static void test_good(void)
{
    g_autofree char *bytes = with_length("200 OK", "", FRANCE, strlen(FRANCE));
    g_autofree char *told = outcome_of(bytes, 0, 0);
    g_assert_cmpstr(told, ==,
                    "0 country-info ok {\"source\":\"restcountries.com\",\"data\":{\"name\":"
                    "\"France\",\"population\":68000000}}\n");
}

/* What can go wrong, and what is said about it. */
static void test_bad(void)
{
    static const struct {
        const char *status, *extra, *text;
        guint missing; /* bytes promised that never come */
        const char *said;
    } answers[] = {
        {"404 Not Found", "", "{\"message\":\"Not Found\"}", 0,
         "has nothing under this name (status 404)"},
        {"500 Internal Server Error", "", "", 0, "has a problem of its own (status 500)"},
        {"429 Too Many Requests", "", "", 0, "was asked too often (status 429)"},
        {"403 Forbidden", "", FRANCE, 0, "wouldn't answer (status 403)"},
        {"200 OK", "Content-Type: text/html\r\n", "<html><body>Sign in</body></html>", 0,
         "didn't answer in JSON"},
        {"200 OK", "", FRANCE, 10, "broke off its answer"},
        {"200 OK", "", "{\"name\":{\"common\":\"Fra", 0, "didn't answer in JSON"},
        {"200 OK", "", "[]", 0, "didn't answer in JSON"},
        {"200 OK", "", "\"France\"", 0, "didn't answer in JSON"},
        {"200 OK", "", "", 0, "didn't answer in JSON"},
        {"200 OK", "", "{}", 0, "answered, but with nothing that we know"},
        {"302 Found", "Location: https://example.com/x\r\n", "", 0, "sends us to another address"},
        {"302 Found", "Location: http://127.0.0.2/x\r\n", "", 0, "sends us to another address"},
        {"302 Found", "Location: http://127.0.0.1:9/x\r\n", "", 0, "sends us to another address"},
        {"302 Found", "Location: file:///etc/passwd\r\n", "", 0, "sends us to another address"},
        {"302 Found", "Location: /v3.1/alpha/FR\r\n", "", 0, "sends us round in circles"},
        {"302 Found", "", "", 0, "sends us to another address"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(answers); i++) {
        g_autofree char *bytes = with_length(answers[i].status, answers[i].extra, answers[i].text,
                                             strlen(answers[i].text) + answers[i].missing);
        g_autofree char *told = outcome_of(bytes, 0, 0);
        g_autofree char *wanted = g_strdup_printf(
            "0 country-info refused country-info: restcountries.com %s\n", answers[i].said);
        g_assert_cmpstr(told, ==, wanted);
    }
}

static void test_odd_bytes(void)
{
    g_autofree char *nothing = outcome_of("", 0, 0);
    g_assert_nonnull(strstr(nothing, "answered nothing"));
    g_autofree char *noise = outcome_of("\x01\x02no http at all", 0, 0);
    g_assert_nonnull(strstr(noise, "refused"));
}

static void test_too_large(void)
{
    g_autofree char *text = g_strnfill(FAIRY_MAX_WEB_BYTES + 1, ' ');
    memcpy(text, FRANCE, strlen(FRANCE));
    g_autofree char *told_length = with_length("200 OK", "", text, strlen(text));
    g_autofree char *untold =
        g_strdup_printf("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n%s", text);
    g_autofree char *a = outcome_of(told_length, 0, 0), *b = outcome_of(untold, 0, 0);
    g_assert_nonnull(strstr(a, "restcountries.com answered more than 262144 bytes"));
    g_assert_cmpstr(a, ==, b);
    text[FAIRY_MAX_WEB_BYTES] = '\0';
    g_autofree char *largest = with_length("200 OK", "", text, strlen(text));
    g_autofree char *c = outcome_of(largest, 0, 0);
    g_assert_nonnull(strstr(c, "country-info ok"));
}

static void test_slow(void)
{
    g_autofree char *bytes = with_length("200 OK", "", FRANCE, strlen(FRANCE));
    gint64 start = g_get_monotonic_time();
    g_autofree char *told = outcome_of(bytes, 60000, 200);
    g_assert_nonnull(strstr(told, "restcountries.com took longer than 0.2 s"));
    g_assert_cmpint(g_get_monotonic_time() - start, <, 10 * G_USEC_PER_SEC);
}

/* As the encyclopedia does it; what is escaped stays so. */
static void test_redirect_here(void)
{
    g_autoptr(TestSite) site = test_site_new();
    g_autofree char *moved =
        with_length("303 See Other", "Location: ../summary/AC%2FDC\r\n", "", 0);
    test_site_answer_json(site, "/api/rest_v1/page/summary/AC%2FDC", "{\"title\":\"AC/DC\"}");
    test_site_answer(site, "/api/rest_v1/page/random/summary", moved, 0);
    FairyWeb web = {.base = test_site_base(site)};
    Run run;
    run_start(&run, &web, "[{\"_type\":\"random-wikipedia-article\"}]");
    g_assert_true(fairy_executor_wait(run.executor, NULL));
    g_assert_cmpstr(run.told->str, ==,
                    "0 random-wikipedia-article ok {\"source\":\"en.wikipedia.org\",\"data\":"
                    "{\"title\":\"AC/DC\"}}\n");
    g_assert_cmpuint(test_site_requests(site), ==, 2);
    run_end(&run);
}

static void test_no_site(void)
{
    g_autoptr(TestSite) site = test_site_new();
    g_autofree char *base = g_strdup(test_site_base(site));
    test_site_free(g_steal_pointer(&site));
    FairyWeb web = {.base = base};
    Run run;
    run_start(&run, &web, "[{\"_type\":\"country-info\",\"code\":\"FR\"}]");
    g_assert_true(fairy_executor_wait(run.executor, NULL));
    g_assert_nonnull(
        strstr(run.told->str, "restcountries.com wasn't reached; does a server run there?"));
    run_end(&run);
}

/* Plain http, and anything else, is for this machine alone. */
static void test_addresses(void)
{
    static const char *const bad[] = {
        "http://example.com/",
        "http://localhost/",
        "ftp://127.0.0.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "//127.0.0.1/",
        "127.0.0.1",
        "",
        "http://127.0.0.1.example.com/",
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        FairyFetch *fetch = fairy_fetch_start(bad[i], 1000, 10, NULL, NULL, &error);
        g_assert_null(fetch);
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        FairyWeb web = {.base = bad[i]};
        Run run;
        run_start(&run, &web, "[{\"_type\":\"country-info\",\"code\":\"FR\"}]");
        g_assert_cmpuint(fairy_executor_n_pending(run.executor), ==, 0);
        g_assert_true(fairy_executor_has_refusals(run.executor));
        run_end(&run);
    }
}

/* --- certificates ----------------------------------------------------------------------------- */

/* A site over https whose certificate nobody vouches for; its base, or NULL without openssl. */
static char *start_impostor(const char *folder, GPid *pid)
{
    g_autofree char *key = g_build_filename(folder, "key", NULL);
    g_autofree char *certificate = g_build_filename(folder, "certificate", NULL);
    const char *const make[] = {"openssl",
                                "req",
                                "-x509",
                                "-newkey",
                                "ec",
                                "-pkeyopt",
                                "ec_paramgen_curve:prime256v1",
                                "-nodes",
                                "-subj",
                                "/CN=127.0.0.1",
                                "-addext",
                                "subjectAltName=IP:127.0.0.1",
                                "-keyout",
                                key,
                                "-out",
                                certificate,
                                NULL};
    const char *const serve[] = {"openssl", "s_server", "-accept",   "127.0.0.1:0", "-key",
                                 key,       "-cert",    certificate, "-www",        NULL};
    int status = 1, out;
    if (!g_spawn_sync(NULL, (char **)make, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL,
                      NULL, NULL, NULL, NULL, &status, NULL) ||
        status != 0 ||
        !g_spawn_async_with_pipes(NULL, (char **)serve, NULL,
                                  G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL |
                                      G_SPAWN_DO_NOT_REAP_CHILD,
                                  NULL, NULL, pid, NULL, &out, NULL, NULL)) {
        return NULL;
    }
    FILE *lines = fdopen(out, "r");
    char line[200] = "";
    while (fgets(line, sizeof line, lines) && !g_str_has_prefix(line, "ACCEPT 127.0.0.1:")) {
    }
    fclose(lines);
    const char *port = strrchr(line, ':');
    return port ? g_strdup_printf("https://127.0.0.1:%d", atoi(port + 1)) : NULL;
}

static void test_certificate(void)
{
    g_autofree char *folder = g_dir_make_tmp("fairies-XXXXXX", NULL);
    GPid pid = 0;
    g_autofree char *base = start_impostor(folder, &pid);
    if (base) {
        FairyWeb web = {.base = base};
        Run run;
        run_start(&run, &web, "[{\"_type\":\"country-info\",\"code\":\"FR\"}]");
        g_assert_true(fairy_executor_wait(run.executor, NULL));
        g_assert_cmpstr(run.told->str, ==,
                        "0 country-info refused country-info: restcountries.com couldn't prove who "
                        "it is\n");
        run_end(&run);
    } else {
        g_test_skip("openssl isn't here");
    }
    if (pid) {
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
    static const char *const files[] = {"key", "certificate"};
    for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i], NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

/* --- the turn --------------------------------------------------------------------------------- */

/* The second answer comes first; edits aren't held up, but what is told comes in order. */
static void test_order(void)
{
    g_autoptr(TestSite) site = test_site_new();
    g_autofree char *slow = with_length("200 OK", "", FRANCE, strlen(FRANCE));
    test_site_answer(site, "/v3.1/alpha/FR", slow, 200);
    test_site_answer_json(site, "/v3.1/alpha/IS", "{\"name\":{\"common\":\"Iceland\"}}");
    FairyWeb web = {.base = test_site_base(site)};
    Run run;
    run_start(&run, &web,
              "[{\"_type\":\"country-info\",\"code\":\"FR\"},"
              "{\"_type\":\"country-info\",\"code\":\"IS\"},"
              "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":0,\"y\":0},{\"_type\":\"nix\"},"
              "{\"_type\":\"set-view\",\"x\":0,\"y\":0,\"w\":10,\"h\":10},5]");
    SvgBox box;
    g_assert_true(svg_document_bounds(run.doc, "a", &box, NULL));
    g_assert_cmpfloat(box.x, ==, 0);
    g_assert_cmpuint(fairy_executor_n_pending(run.executor), ==, 2);
    g_assert_cmpuint(fairy_executor_n_outcomes(run.executor), ==, 0);
    g_assert_true(fairy_executor_wait(run.executor, NULL));
    g_assert_cmpuint(fairy_executor_n_outcomes(run.executor), ==, 6);
    g_assert_cmpuint(run.wrote, ==, 1u << 2);
    g_assert_cmpuint(fairy_executor_outcomes(run.executor)->len, ==, 0);
    g_auto(GStrv) lines = g_strsplit(run.told->str, "\n", -1);
    static const char *const starts[] = {"0 country-info ok {", "1 country-info ok {", "2 move ok",
                                         "3 nix refused",       "4 set-view ok",       "5 invalid"};
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        g_assert_true(g_str_has_prefix(lines[i], starts[i]));
    }
    const GPtrArray *next = fairy_executor_follow_ups(run.executor);
    g_assert_cmpuint(next->len, ==, 3);
    for (guint i = 0; i < next->len; i++) {
        const FairyFollowUp *f = next->pdata[i];
        char *json = cJSON_PrintUnformatted(f->data);
        g_assert_cmpuint(f->index, ==, i < 2 ? i : 4);
        g_assert_true(i < 2 ? g_str_has_suffix(lines[i], json) : !f->data);
        cJSON_free(json);
    }
    run_end(&run);
}

static gboolean on_tick(gpointer data)
{
    ++*(guint *)data;
    return G_SOURCE_CONTINUE;
}

/* The loop isn't blocked while a site takes its time. */
static void test_loop(void)
{
    g_autoptr(TestSite) site = test_site_new();
    g_autofree char *slow = with_length("200 OK", "", FRANCE, strlen(FRANCE));
    test_site_answer(site, "/", slow, 300);
    FairyWeb web = {.base = test_site_base(site)};
    guint ticks = 0, tick = g_timeout_add(5, on_tick, &ticks);
    Run run;
    run_start(&run, &web, "[{\"_type\":\"country-info\",\"code\":\"FR\"}]");
    g_assert_true(fairy_executor_wait(run.executor, NULL));
    g_assert_cmpuint(ticks, >, 10);
    g_source_remove(tick);
    run_end(&run);
}

static gboolean set_flag(gpointer data)
{
    *(volatile int *)data = 1;
    return G_SOURCE_REMOVE;
}

/* Interrupted, or thrown away: at once, and nothing is told of it later. */
static void test_cancel(void)
{
    g_autoptr(TestSite) site = test_site_new();
    test_site_answer(site, "/", "HTTP/1.1 200 OK\r\n\r\n", 30000);
    FairyWeb web = {.base = test_site_base(site)};
    volatile int interrupted = 0;
    gint64 start = g_get_monotonic_time();
    for (guint i = 0; i < 2; i++) {
        Run run;
        run_start(&run, &web, "[{\"_type\":\"country-info\",\"code\":\"FR\"},{\"_type\":\"nix\"}]");
        if (i == 0) {
            g_timeout_add(50, set_flag, (gpointer)&interrupted);
            g_assert_false(fairy_executor_wait(run.executor, &interrupted));
        }
        g_assert_cmpstr(run.told->str, ==, "");
        run_end(&run);
    }
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_assert_cmpint(g_get_monotonic_time() - start, <, 10 * G_USEC_PER_SEC);
}

static void test_off(void)
{
    Run run;
    run_start(&run, NULL, "[{\"_type\":\"country-info\",\"code\":\"FR\"}]");
    g_assert_cmpstr(run.told->str, ==,
                    "0 country-info refused country-info: looking things up outside is switched "
                    "off here; do without\n");
    run_end(&run);
}

/* No more than a reply may ask for are asked. */
static void test_many(void)
{
    g_autoptr(TestSite) site = test_site_new();
    test_site_answer_json(site, "/", FRANCE);
    FairyWeb web = {.base = test_site_base(site)};
    g_autoptr(GString) reply = g_string_new("[");
    for (guint i = 0; i < FAIRY_MAX_FOLLOW_UPS + 20; i++) {
        g_string_append_printf(reply, "%s{\"_type\":\"country-info\",\"code\":\"FR\"}",
                               i ? "," : "");
    }
    g_string_append_c(reply, ']');
    Run run;
    run_start(&run, &web, reply->str);
    g_assert_cmpuint(fairy_executor_n_pending(run.executor), ==, FAIRY_MAX_FOLLOW_UPS);
    g_assert_true(fairy_executor_wait(run.executor, NULL));
    g_assert_cmpuint(test_site_requests(site), ==, FAIRY_MAX_FOLLOW_UPS);
    g_assert_nonnull(strstr(run.told->str, "one reply can ask for at most 64 further looks"));
    run_end(&run);
}

/* --- what is kept ----------------------------------------------------------------------------- */

static char *reduce(const FairySite *site, const char *answer)
{
    g_autoptr(GError) error = NULL;
    cJSON *kept = fairy_site_reduce(site, answer, strlen(answer), &error);
    char *text = kept ? cJSON_PrintUnformatted(kept) : g_strdup(error->message);
    char *copy = g_strdup(text);
    kept ? cJSON_free(text) : g_free(text);
    cJSON_Delete(kept);
    return copy;
}

static void test_reduce(void)
{
    static const struct {
        const char *answer, *kept;
    } cases[] = {
        {"{\"title\":\" a\\u0000b \",\"extract\":\"\\u202egnp\\u2028x\\t\\u0085y\"}",
         "{\"title\":\"a\",\"extract\":\"gnp x  y\"}"},
        {"{\"title\":{\"title\":\"x\"},\"description\":[\"y\"],\"extract\":null}",
         "answered, but with nothing that we know"},
        {"{\"title\":\"x\",\"content_urls\":{\"desktop\":{\"page\":"
         "\"https://en.wikipedia.org.evil.example/x\"}}}",
         "{\"title\":\"x\"}"},
        {"{\"title\":\"\xff\xfe\"}", "{\"title\":\"\xef\xbf\xbd\xef\xbf\xbd\"}"},
        {"[[[[[[", "didn't answer in JSON"},
        {"[5,{\"title\":\"x\"}]", "didn't answer in JSON"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *got = reduce(&fairy_site_articles, cases[i].answer);
        g_assert_cmpstr(got, ==, cases[i].kept);
    }
    g_autofree char *deep = g_strnfill(200000, '[');
    g_autofree char *said = reduce(&fairy_site_articles, deep);
    g_assert_cmpstr(said, ==, "didn't answer in JSON");
}

static void test_reduce_lengths(void)
{
    g_autofree char *name = g_strnfill(9000, 'x');
    GString *answer = g_string_new(NULL);
    g_string_printf(answer, "{\"name\":{\"common\":\"%s\"},\"population\":1e300,\"borders\":[",
                    name);
    for (guint i = 0; i < 500; i++) {
        g_string_append_printf(answer, "%s\"B%u\"", i ? "," : "", i);
    }
    g_string_append(answer, "]}");
    g_autofree char *got = reduce(&fairy_site_countries, answer->str);
    g_assert_cmpuint(strlen(got), <, 3000);
    g_assert_nonnull(strstr(got, "xxx…\""));
    g_assert_nonnull(strstr(got, "\"B19\"]"));
    g_assert_null(strstr(got, "population"));
    g_string_free(answer, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/net/good", test_good);
    g_test_add_func("/net/bad", test_bad);
    g_test_add_func("/net/odd-bytes", test_odd_bytes);
    g_test_add_func("/net/too-large", test_too_large);
    g_test_add_func("/net/slow", test_slow);
    g_test_add_func("/net/redirect-here", test_redirect_here);
    g_test_add_func("/net/no-site", test_no_site);
    g_test_add_func("/net/addresses", test_addresses);
    g_test_add_func("/net/certificate", test_certificate);
    g_test_add_func("/net/order", test_order);
    g_test_add_func("/net/loop", test_loop);
    g_test_add_func("/net/cancel", test_cancel);
    g_test_add_func("/net/off", test_off);
    g_test_add_func("/net/many", test_many);
    g_test_add_func("/net/reduce", test_reduce);
    g_test_add_func("/net/reduce-lengths", test_reduce_lengths);
    int code = g_test_run();
    svg_cleanup();
    return code;
}
