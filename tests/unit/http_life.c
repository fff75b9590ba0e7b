/* Streams of HTTP over time: deadlines, their turn, ending them anywhere, and connections that are
 * kept. */
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

/* --- time ------------------------------------------------------------------------------------- */

/* A socket that takes connections and never says a word. */
static int deaf_socket(char **base)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof here;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    g_assert_cmpint(bind(fd, (struct sockaddr *)&here, len), ==, 0);
    g_assert_cmpint(listen(fd, 8), ==, 0);
    getsockname(fd, (struct sockaddr *)&here, &len);
    *base = g_strdup_printf("https://127.0.0.1:%u", ntohs(here.sin_port));
    return fd;
}

static void expect_late(const char *base, const FairyHttpRequest *how, guint ms, const char *body,
                        FairyApiErrorKind kind, const char *words)
{
    Probe probe = {0};
    gint64 start = g_get_monotonic_time();
    probe_ask(&probe, base, "/x", how);
    g_assert_cmpint(probe.finish - start, >=, ms * 1000ll);
    g_assert_cmpint(probe.finish - start, <, (ms + 2000) * 1000ll);
    g_assert_cmpint(probe.kind, ==, kind);
    g_assert_cmpstr(probe.body->str, ==, body);
    g_assert_cmpstr(strchr(probe.message, ' ') + 1, ==, words);
    probe_clear(&probe);
}

/* The pauses are short beside the limits: a busy machine makes them longer. */
static void test_timers(void)
{
    g_autofree char *deaf = NULL;
    int fd = deaf_socket(&deaf);
    FairyHttpRequest connect = {.connect_ms = 150};
    expect_late(deaf, &connect, 150, "", FAIRY_API_ERROR_UNREACHABLE,
                "wasn't reached within 0.15 s");
    close(fd);
    g_autoptr(TestServer) server = serve("answer /x\nsilence\nanswer /x\nbody ab\nwait 120\nbody "
                                         "cd\nwait 120\nbody ef\nhang\nanswer /x\nrepeat 1 a\nwait "
                                         "100\nbody b\nwait 100\nbody c\nhang\n");
    const char *base = test_server_base(server);
    FairyHttpRequest head = {.connect_ms = 50, .head_ms = 200, .idle_ms = 50};
    expect_late(base, &head, 200, "", FAIRY_API_ERROR_STALLED,
                "was asked, and said nothing for 0.2 s");
    FairyHttpRequest idle = {.connect_ms = 5000, .head_ms = 500, .idle_ms = 600};
    expect_late(base, &idle, 840, "abcdef", FAIRY_API_ERROR_STALLED,
                "began to answer, then said nothing for 0.6 s");
    FairyHttpRequest total = {.total_ms = 800};
    expect_late(base, &total, 800, "abc", FAIRY_API_ERROR_STALLED, "took longer than 0.8 s");
    g_assert_cmpuint(test_server_left(server, 3, 5000), ==, 3);
}

/* Streams that wait for their turn have all their time when it comes. */
static void test_queue(void)
{
    enum { N = FAIRY_MAX_STREAMS + 3 };
    g_autoptr(TestServer) server = serve("answer /x\nbody a\nwait 300\nbody b\n");
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    g_autofree Probe *probes = g_new0(Probe, N);
    FairyHttpRequest how = {.total_ms = 20000};
    for (guint i = 0; i < N; i++) {
        probe_start(&probes[i], http, test_server_base(server), "/x", &how);
    }
    for (guint i = 0; i < N; i++) {
        probe_wait(&probes[i]);
        g_assert_cmpint(probes[i].kind, ==, FAIRY_API_ERROR_NONE);
        g_assert_cmpstr(probes[i].body->str, ==, "ab");
    }
    g_assert_cmpint(probes[N - 1].finish - probes[0].first_byte, >, 400000);
    for (guint i = 0; i < N; i++) {
        probe_clear(&probes[i]);
    }
}

/* --- ending it -------------------------------------------------------------------------------- */

static void test_cancel(void)
{
    g_autoptr(TestServer) server = serve("answer /silence\nsilence\nanswer /x\nbody a\nhang\n");
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    static const char *const paths[] = {"/silence", "/x"};
    for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
        Probe probe = {0};
        probe_start(&probe, http, test_server_base(server), paths[i], NULL);
        probe_run_for(100);
        gint64 start = g_get_monotonic_time();
        fairy_http_stream_free(g_steal_pointer(&probe.stream));
        g_assert_cmpuint(test_server_left(server, i + 1, 5000), ==, i + 1);
        gint64 took = g_get_monotonic_time() - start;
        g_test_message("the server saw it after %.1f ms", (double)took / 1000);
        g_assert_cmpint(took, <, 500000);
        probe_run_for(20);
        g_assert_false(probe.ended);
        probe_clear(&probe);
    }
}

/* No more wanted: it ends at once, as if that were all, also while more comes for ever. */
static void test_enough(void)
{
    g_autoptr(TestServer) server = serve("answer /x\nbody abc\nhang\nanswer /x\nbody abc\nwait "
                                         "5\nrepeat 10000 0123456789012345\nhang\n");
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    for (guint i = 0; i < 4; i++) {
        Probe probe = {.enough = 2};
        gint64 start = g_get_monotonic_time();
        probe_start(&probe, http, test_server_base(server), "/x", NULL);
        probe_wait(&probe);
        g_assert_cmpint(probe.finish - start, <, 500000);
        /* What was there together is read together. */
        g_assert_true(g_str_has_prefix(probe.body->str, "abc"));
        gsize len = probe.body->len;
        probe_run_for(20);
        g_assert_cmpuint(probe.body->len, ==, len);
        g_assert_cmpint(probe.kind, ==, FAIRY_API_ERROR_NONE);
        if (i % 2) {
            probe_clear(&probe);
        }
        probe_run_for(1100);
        g_assert_cmpuint(test_server_left(server, i + 1, 5000), ==, i + 1);
        if (i % 2 == 0) {
            probe_clear(&probe);
        }
    }
}

/* The bytes behind what was wanted are dropped, and the connection serves the next; or the client
 * goes meanwhile. */
static void test_enough_reuse(void)
{
    g_autoptr(TestServer) server = serve("answer /x\nbody abc\nwait 50\nbody [DONE]\n");
    FairyHttp *http = fairy_http_new(NULL);
    Probe probe = {.enough = 2};
    for (guint i = 0; i < 3; i++) {
        probe = (Probe){.enough = 2};
        probe_start(&probe, http, test_server_base(server), "/x", NULL);
        probe_wait(&probe);
        g_assert_cmpstr(probe.body->str, ==, "abc");
        probe_clear(&probe);
        probe_run_for(i < 2 ? 150 : 0);
        g_assert_cmpuint(test_server_request(server, i)->connection, ==, 0);
    }
    probe = (Probe){.enough = 2};
    probe_start(&probe, http, test_server_base(server), "/x", NULL);
    probe_wait(&probe);
    fairy_http_free(http);
    probe_clear(&probe);
}

typedef struct {
    FairyHttp *http;
    const char *base, *at; /* where it is done: "head", "bytes", "end" */
    enum { FREE_SELF, FREE_OTHER, FREE_CLIENT, START_ANOTHER, RUN_LOOP, N_DEEDS } deed;
    gboolean done;
    Probe other, third;
} Trick;

static void do_trick(Probe *probe, const char *what)
{
    Trick *trick = probe->hook_data;
    if (trick->done || !g_str_equal(what, trick->at)) {
        return;
    }
    trick->done = TRUE;
    switch (trick->deed) {
    case FREE_SELF:
        fairy_http_stream_free(g_steal_pointer(&probe->stream));
        break;
    case FREE_OTHER:
        fairy_http_stream_free(g_steal_pointer(&trick->other.stream));
        break;
    case FREE_CLIENT:
        fairy_http_free(g_steal_pointer(&trick->http));
        break;
    case START_ANOTHER:
        probe_start(&trick->third, trick->http, trick->base, "/x", NULL);
        break;
    case RUN_LOOP:
        probe_wait(&trick->other);
        break;
    case N_DEEDS:
        break;
    }
}

static void run_trick(int deed, const char *at)
{
    g_autoptr(TestServer) server = serve("answer /x\nbody ab\nwait 30\nbody cd\n");
    Trick trick = {
        .http = fairy_http_new(NULL), .base = test_server_base(server), .at = at, .deed = deed};
    Probe probe = {.hook = do_trick, .hook_data = &trick};
    probe_start(&probe, trick.http, trick.base, "/x", NULL);
    probe_start(&trick.other, trick.http, trick.base, "/x", NULL);
    while (!trick.done) {
        g_main_context_iteration(NULL, TRUE);
    }
    probe_run_for(150);
    gboolean last = g_str_equal(at, "end"), other_may_be_over = last;
    g_assert_true(probe.ended == (last || (deed != FREE_SELF && deed != FREE_CLIENT)));
    if (deed == FREE_SELF || deed == START_ANOTHER || deed == RUN_LOOP) {
        g_assert_cmpstr(trick.other.body->str, ==, "abcd");
        g_assert_true(trick.other.ended);
    } else if (!other_may_be_over) {
        g_assert_false(trick.other.ended);
    }
    if (deed == START_ANOTHER) {
        probe_wait(&trick.third);
        g_assert_cmpstr(trick.third.body->str, ==, "abcd");
        probe_clear(&trick.third);
    }
    probe_clear(&probe);
    probe_clear(&trick.other);
    fairy_http_free(trick.http);
}

/* Whatever is done in a call, in whichever: nothing is told of what was ended, the rest goes on. */
static void test_in_calls(void)
{
    static const char *const calls[] = {"head", "bytes", "end"};
    for (int deed = 0; deed < N_DEEDS; deed++) {
        for (guint i = 0; i < G_N_ELEMENTS(calls); i++) {
            run_trick(deed, calls[i]);
        }
    }
}

/* --- connections ------------------------------------------------------------------------------ */

static guint open_files(void)
{
    guint n = 0;
    DIR *folder = opendir("/proc/self/fd");
    while (readdir(folder)) {
        n++;
    }
    closedir(folder);
    return n;
}

static void test_reuse(void)
{
    g_autoptr(TestServer) server =
        serve("answer /x\nlength 2\nbody ab\nanswer /x\nbody cd\nanswer /x\nbody ef\ncut\nanswer "
              "/x\nbody gh\n");
    g_main_context_default(); /* has a file, too */
    g_usleep(500000);         /* the server listens, also on a busy machine */
    guint before = open_files();
    FairyHttp *http = fairy_http_new(NULL);
    static const char *const bodies[] = {"ab", "cd", "ef", "gh"};
    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        Probe probe = {0};
        probe_start(&probe, http, test_server_base(server), "/x", NULL);
        probe_wait(&probe);
        g_assert_cmpstr(probe.body->str, ==, bodies[i]);
        probe_clear(&probe);
        g_assert_cmpuint(test_server_request(server, i)->connection, ==, i == 3);
    }
    fairy_http_free(http);
    gint64 due = g_get_monotonic_time() + 5 * G_USEC_PER_SEC;
    while (open_files() > before && g_get_monotonic_time() < due) { /* the server's end of it */
        g_usleep(1000);
    }
    g_assert_cmpuint(open_files(), <=, before);
}

/* A kept connection that died meanwhile: the request goes out again on a new one. */
static void test_dead_connection(void)
{
    g_autoptr(TestServer) server = serve("answer /a\nlength 2\nbody ab\nanswer /b\nbody cd\n");
    g_autoptr(GBytes) body = g_bytes_new_static("0123456789", 10);
    FairyHttpRequest how = {.body = body};
    g_autoptr(FairyHttp) http = fairy_http_new(NULL);
    Probe probe = {0};
    probe_start(&probe, http, test_server_base(server), "/a", &how);
    probe_wait(&probe);
    probe_clear(&probe);
    guint port = test_server_port(server);
    test_server_free(g_steal_pointer(&server));
    g_autoptr(GError) error = NULL;
    server = test_server_new("answer /b\nbody cd\n", port, &error);
    g_assert_no_error(error);
    probe_start(&probe, http, test_server_base(server), "/b", &how);
    probe_wait(&probe);
    g_assert_cmpstr(probe.body->str, ==, "cd");
    g_assert_cmpuint(g_bytes_get_size(test_server_request(server, 0)->body), ==, 10);
    probe_clear(&probe);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/http-life/timers", test_timers);
    g_test_add_func("/http-life/queue", test_queue);
    g_test_add_func("/http-life/cancel", test_cancel);
    g_test_add_func("/http-life/enough", test_enough);
    g_test_add_func("/http-life/enough-reuse", test_enough_reuse);
    g_test_add_func("/http-life/in-calls", test_in_calls);
    g_test_add_func("/http-life/reuse", test_reuse);
    g_test_add_func("/http-life/dead-connection", test_dead_connection);
    return g_test_run();
}
