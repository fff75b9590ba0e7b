/* The control socket: its folder, its protocol, its limits, and the other end of it. */
#include "host/control.h"

#include "host/request.h"
#include "host/runtime.h"

#include <fairy/limits.h>
#include <fairy/lines.h>
#include <fairy/reach.h>

#include <glib/gstdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* --- requests --------------------------------------------------------------------------------- */

typedef struct {
    const char *line;
    const char *fault; /* a part of the error; NULL = it is a request */
    FairyAsked what;
    const char *fairy, *words;
} RequestCase;

static const RequestCase request_cases[] = {
    {"{\"do\":\"tell\",\"words\":\"a b\"}", NULL, FAIRY_ASKED_TELL, NULL, "a b"},
    {"{\"do\":\"tell\",\"fairy\":\"Hazel\",\"words\":\"\"}", NULL, FAIRY_ASKED_TELL, "Hazel", ""},
    {"{\"do\":\"tell\",\"words\":\"\\\\u0000\",\"id\":7}", NULL, FAIRY_ASKED_TELL, NULL, "\\u0000"},
    {"{\"do\":\"stop\"}", NULL, FAIRY_ASKED_STOP, NULL, NULL},
    {"{\"do\":\"stop\",\"fairy\":null,\"later\":[1]}", NULL, FAIRY_ASKED_STOP, NULL, NULL},
    {" {\"do\":\"watch\"} ", NULL, FAIRY_ASKED_WATCH, NULL, NULL},
    {"{\"do\":\"add\"}", NULL, FAIRY_ASKED_ADD, NULL, NULL},
    {"{\"do\":\"add\",\"fairy\":\"Ivy\"}", NULL, FAIRY_ASKED_ADD, "Ivy", NULL},
    {"{\"do\":\"remove\",\"fairy\":\"Ivy\"}", NULL, FAIRY_ASKED_REMOVE, "Ivy", NULL},
    {"{\"do\":\"lead\",\"fairy\":\"Ivy\"}", NULL, FAIRY_ASKED_LEAD, "Ivy", NULL},
    {"{\"do\":\"remove\"}", "\"fairy\" must", 0, NULL, NULL},
    {"{\"do\":\"lead\",\"fairy\":null}", "\"fairy\" must", 0, NULL, NULL},
    {"", "one JSON object", 0, NULL, NULL},
    {"stop", "one JSON object", 0, NULL, NULL},
    {"[{\"do\":\"stop\"}]", "one JSON object", 0, NULL, NULL},
    {"{\"do\":\"stop\"", "one JSON object", 0, NULL, NULL},
    {"{\"do\":\"stop\"} {}", "one JSON object", 0, NULL, NULL},
    {"{}", "\"do\" is none", 0, NULL, NULL},
    {"{\"do\":\"fly\"}", "\"do\" is none", 0, NULL, NULL},
    {"{\"do\":[]}", "\"do\" is none", 0, NULL, NULL},
    {"{\"do\":\"tell\"}", "\"words\" must", 0, NULL, NULL},
    {"{\"do\":\"tell\",\"words\":5}", "\"words\" must", 0, NULL, NULL},
    {"{\"do\":\"tell\",\"words\":\"a\\u0000b\"}", "one JSON object", 0, NULL, NULL},
    {"{\"do\":\"stop\",\"fairy\":{}}", "\"fairy\" must", 0, NULL, NULL},
    {"{\"do\":\"stop\",\"id\":\"x\"}", "\"id\" must", 0, NULL, NULL},
};

static void test_requests(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(request_cases); i++) {
        const RequestCase *one = &request_cases[i];
        g_auto(FairyRequestLine) request = {0};
        g_autoptr(GError) error = NULL;
        gboolean read = fairy_request_line_read(one->line, &request, &error);
        g_test_message("%s", one->line);
        g_assert_cmpint(read, ==, one->fault == NULL);
        if (one->fault) {
            g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL);
            g_assert_nonnull(strstr(error->message, one->fault));
            continue;
        }
        g_assert_cmpint(request.what, ==, one->what);
        g_assert_cmpstr(request.fairy, ==, one->fairy);
        g_assert_cmpstr(request.words, ==, one->words);
    }
}

static void test_request_written(void)
{
    g_auto(FairyRequestLine) request = {0};
    g_autofree char *line =
        fairy_request_line(FAIRY_ASKED_TELL, "Hazel", "two\nlines, \"quoted\"\t…");
    g_assert_null(strchr(line, '\n'));
    g_assert_true(fairy_request_line_read(line, &request, NULL));
    g_assert_cmpstr(request.fairy, ==, "Hazel");
    g_assert_cmpstr(request.words, ==, "two\nlines, \"quoted\"\t…");
}

/* --- a run, and who talks to it --------------------------------------------------------------- */

typedef struct {
    FairyControl *control;
    FairyRunPlace place;
    GPtrArray *told; /* "FAIRY: WORDS" */
    guint stops;
    const char *refuses; /* NULL = it takes all */
} Run;

static cJSON *greeting(gpointer data)
{
    (void)data;
    return cJSON_Parse("{\"writes\":\"/x/out.svg\",\"session\":\"default\","
                       "\"fairies\":[{\"id\":\"fairy\",\"name\":\"Hazel\"}]}");
}

static gboolean refuse(const Run *run, GError **error)
{
    if (run->refuses) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL, run->refuses);
    }
    return !run->refuses;
}

static gboolean on_tell(const char *fairy, const char *words, cJSON *answer, gpointer data,
                        GError **error)
{
    (void)answer;
    Run *run = data;
    if (refuse(run, error)) {
        g_ptr_array_add(run->told, g_strdup_printf("%s: %s", fairy ? fairy : "*", words));
    }
    return !run->refuses;
}

static gboolean on_change(FairyAsked what, const char *fairy, cJSON *answer, gpointer data,
                          GError **error)
{
    Run *run = data;
    cJSON_AddStringToObject(answer, "fairy", fairy);
    cJSON_AddStringToObject(answer, "name", "Ivy");
    cJSON_AddStringToObject(answer, "note", "it is so");
    g_assert_cmpint(what, ==, FAIRY_ASKED_LEAD);
    return refuse(run, error);
}

static gboolean on_stop(const char *fairy, gpointer data, GError **error)
{
    Run *run = data;
    (void)fairy;
    run->stops++;
    return refuse(run, error);
}

static cJSON *state(gpointer data)
{
    (void)data;
    return cJSON_Parse("[{\"event\":\"fairy\",\"name\":\"Hazel\"}]");
}

static const FairyControlFuncs run_funcs = {greeting, on_tell, on_change, on_stop, state};

static char *in_work(const char *name)
{
    return g_build_filename(g_getenv("TEST_WORK"), name, NULL);
}

static void begin_run(Run *run, const char *source, const char *output, const char *rest)
{
    g_autofree char *reads = in_work(source), *writes = in_work(output);
    g_autoptr(GError) error = NULL;
    *run = (Run){.place = fairy_run_place(reads, writes),
                 .told = g_ptr_array_new_with_free_func(g_free)};
    run->control = fairy_control_new(&run->place, rest, &run_funcs, run, &error);
    g_assert_no_error(error);
}

static void end_run(Run *run)
{
    fairy_control_free(run->control);
    g_ptr_array_unref(run->told);
}

static gboolean fits_any(const FairyRunPlace *place, gconstpointer data)
{
    (void)place, (void)data;
    return TRUE;
}

static guint n_sockets(void)
{
    g_autoptr(GPtrArray) all = fairy_runtime_sockets(fits_any, NULL);
    return all->len;
}

static int connect_to(guint n)
{
    g_autoptr(GPtrArray) all = fairy_runtime_sockets(fits_any, NULL);
    g_assert_cmpuint(all->len, >, n);
    return fairy_runtime_connect(((const FairyRunSocket *)all->pdata[n])->path);
}

static void go_round(guint ms)
{
    gint64 end = g_get_monotonic_time() + ms * 1000ll;
    while (g_get_monotonic_time() < end) {
        if (!g_main_context_iteration(NULL, FALSE)) {
            g_usleep(500);
        }
    }
}

/* Sends `text`, and returns all that comes until `wanted` is in it or the end; the caller's. */
static char *talk(int fd, const char *text, const char *wanted)
{
    GString *came = g_string_new(NULL);
    gsize sent = 0, len = strlen(text);
    gint64 end = g_get_monotonic_time() + 8 * G_USEC_PER_SEC;
    while (g_get_monotonic_time() < end && !(wanted && strstr(came->str, wanted))) {
        char chunk[4096];
        gssize out = sent < len ? send(fd, text + sent, len - sent, MSG_NOSIGNAL) : 0;
        sent += out > 0 ? (gsize)out : 0;
        gssize n = read(fd, chunk, sizeof chunk);
        if (n == 0 || (n < 0 && errno != EAGAIN)) {
            g_string_append(came, "<end>");
            break;
        }
        g_string_append_len(came, chunk, MAX(n, 0));
        go_round(1);
    }
    return g_string_free(came, FALSE);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part)) {
        g_error("\"%s\" isn't in:\n%.2000s", part, text);
    }
}

static void test_protocol(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    int fd = connect_to(0);
    g_autofree char *told =
        talk(fd,
             "{\"do\":\"tell\",\"words\":\"  one \",\"id\":3}\n{\"do\":\"tell\",\"fairy\":\"Ivy\","
             "\"words\":\"two\"}\n",
             "{\"ok\":true}\n");
    assert_has(told, "\"fairies\":[{");
    assert_has(told, "{\"ok\":true,\"id\":3}\n");
    g_assert_cmpuint(run.told->len, ==, 2);
    g_assert_cmpstr(run.told->pdata[0], ==, "*: one");
    g_assert_cmpstr(run.told->pdata[1], ==, "Ivy: two");
    g_autofree char *empty = talk(fd, "{\"do\":\"tell\",\"words\":\" \"}\n", "}\n");
    assert_has(empty, "the words are empty");
    run.refuses = "it is ending";
    g_autofree char *refused = talk(fd, "{\"do\":\"tell\",\"words\":\"x\"}\n", "}\n");
    assert_has(refused, "{\"error\":\"it is ending\"}\n");
    g_autofree char *unled = talk(fd, "{\"do\":\"lead\",\"fairy\":\"f\",\"id\":4}\n", "}\n");
    assert_has(unled, "{\"error\":\"it is ending\",\"id\":4}\n");
    run.refuses = NULL;
    g_autofree char *leads = talk(fd, "{\"do\":\"lead\",\"fairy\":\"f\",\"id\":5}\n", "}\n");
    assert_has(leads,
               "{\"ok\":true,\"fairy\":\"f\",\"name\":\"Ivy\",\"note\":\"it is so\",\"id\":5}\n");
    g_autofree char *stopped = talk(fd, "{\"do\":\"stop\"}\n", "}\n");
    assert_has(stopped, "{\"ok\":true}\n");
    g_assert_cmpuint(run.stops, ==, 1);
    g_autofree char *watches = talk(fd, "{\"do\":\"watch\"}\n", "Hazel");
    assert_has(watches, "{\"ok\":true}\n{\"event\":\"fairy\"");
    fairy_control_show(run.control, cJSON_Parse("{\"event\":\"end\"}"));
    end_run(&run);
    g_autofree char *end = talk(fd, "", NULL);
    assert_has(end, "{\"event\":\"end\"}\n<end>");
    g_assert_cmpuint(n_sockets(), ==, 0);
    close(fd);
}

/* --- limits ----------------------------------------------------------------------------------- */

static void test_garbage(void)
{
    static const char *const garbage[] = {
        "hello\n", "\n", "{}\n", "GET / HTTP/1.1\r\n\r\n", "\xff\xfe\n", "{\"do\":\"tell\"}\n"};
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    for (guint i = 0; i < G_N_ELEMENTS(garbage); i++) {
        int fd = connect_to(0);
        g_autofree char *came = talk(fd, garbage[i], NULL);
        assert_has(came, "{\"error\":\"");
        assert_has(came, "\n<end>");
        g_assert_cmpstr(strstr(came, "\"error\""), ==, g_strrstr(came, "\"error\""));
        close(fd);
    }
    g_assert_cmpuint(run.told->len + run.stops, ==, 0);
    end_run(&run);
}

static void test_long_lines(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    g_autofree char *words = g_strnfill(FAIRY_MAX_TOLD_BYTES + 1, 'x');
    g_autofree char *line = fairy_request_line(FAIRY_ASKED_TELL, NULL, words);
    g_autofree char *request = g_strconcat(line, "\n", NULL);
    int fd = connect_to(0);
    g_autofree char *refused = talk(fd, request, "told");
    assert_has(refused, "a fairy is told 65536 at a time");
    g_autofree char *endless = g_strnfill(FAIRY_MAX_REQUEST_BYTES + 5000, ' ');
    g_autofree char *came = talk(fd, endless, "<end>");
    assert_has(came, "{\"error\":\"a line is too long\"}");
    close(fd);
    words[FAIRY_MAX_TOLD_BYTES] = '\0';
    memset(words, 1, FAIRY_MAX_TOLD_BYTES); /* each is written \u0001 */
    g_autofree char *most = fairy_request_line(FAIRY_ASKED_TELL, NULL, words);
    g_autofree char *again = g_strconcat(most, "\n", NULL);
    fd = connect_to(0);
    g_autofree char *taken = talk(fd, again, "}\n{");
    assert_has(taken, "{\"ok\":true}");
    close(fd);
    end_run(&run);
}

static void test_flood(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    GString *flood = g_string_new(NULL);
    for (guint i = 0; i < 10 * FAIRY_MAX_REQUESTS_S; i++) {
        g_string_append(flood, "{\"do\":\"tell\",\"words\":\"w\"}\n");
    }
    int fd = connect_to(0);
    g_autofree char *came = talk(fd, flood->str, NULL);
    assert_has(came, "{\"error\":\"too many requests in one second\"}\n");
    g_assert_cmpuint(run.told->len, <=, FAIRY_MAX_REQUESTS_S * 2);
    g_string_free(flood, TRUE);
    close(fd);
    end_run(&run);
}

static void test_many_connections(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    int fds[FAIRY_MAX_CONNECTIONS + 1];
    for (guint i = 0; i <= FAIRY_MAX_CONNECTIONS; i++) {
        fds[i] = connect_to(0);
        g_assert_cmpint(fds[i], >=, 0);
        go_round(2);
    }
    g_autofree char *last = talk(fds[FAIRY_MAX_CONNECTIONS], "", NULL);
    g_assert_cmpstr(last, ==, "{\"error\":\"too many are connected to this run\"}\n<end>");
    for (guint i = 0; i < FAIRY_MAX_WATCHERS; i++) {
        g_autofree char *came = talk(fds[i], "{\"do\":\"watch\"}\n", "{\"event\"");
        assert_has(came, "{\"ok\":true}");
    }
    g_autofree char *more = talk(fds[FAIRY_MAX_WATCHERS], "{\"do\":\"watch\"}\n", "already");
    assert_has(more, "12 watch this run already");
    go_round(FAIRY_CONNECTION_IDLE_MS + 200); /* who says nothing makes room */
    int fd = connect_to(0);
    g_autofree char *greeted = talk(fd, "{\"do\":\"stop\"}\n", "{\"ok\":true}");
    assert_has(greeted, "{\"ok\":true}");
    close(fd);
    for (guint i = 0; i <= FAIRY_MAX_CONNECTIONS; i++) {
        close(fds[i]);
    }
    end_run(&run);
}

static void test_many_that_come(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    gint64 begun = g_get_monotonic_time();
    for (guint i = 0; i < 2 * FAIRY_MAX_CONNECTIONS_S; i++) {
        int fd = connect_to(0);
        if (fd >= 0) {
            close(fd);
        }
        g_main_context_iteration(NULL, FALSE);
    }
    g_assert_cmpint(g_get_monotonic_time() - begun, <, G_USEC_PER_SEC);
    go_round(2200);
    int fd = connect_to(0);
    g_autofree char *came = talk(fd, "{\"do\":\"stop\"}\n", "{\"ok\":true}");
    assert_has(came, "{\"ok\":true}");
    close(fd);
    end_run(&run);
}

static void test_slow_watcher(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    int slow = connect_to(0), quick = connect_to(0);
    g_free(talk(slow, "{\"do\":\"watch\"}\n", "Hazel\"}\n"));
    g_free(talk(quick, "{\"do\":\"watch\"}\n", "{\"event\""));
    g_autofree char *long_word = g_strnfill(50000, 'x');
    gint64 begun = g_get_monotonic_time();
    for (guint i = 0; i < 60; i++) {
        cJSON *event = cJSON_CreateObject();
        cJSON_AddStringToObject(event, "event", long_word);
        fairy_control_show(run.control, event);
        g_free(talk(quick, "", "\"}\n"));
    }
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 5 * G_USEC_PER_SEC);
    g_assert_true(fairy_control_is_watched(run.control));
    g_autofree char *rest = talk(slow, "", NULL);
    assert_has(rest, "\"}\n{\"error\":\"you read too slowly; what happened since isn't told, watch "
                     "again\"}\n<end>");
    close(slow);
    close(quick);
    end_run(&run);
}

/* Who has left won't hear that its words were taken: they aren't. */
static void test_left(void)
{
    Run run;
    begin_run(&run, "flow.svg", "out.svg", "a");
    int fd = connect_to(0);
    static const char line[] = "{\"do\":\"tell\",\"words\":\"w\"}\n";
    g_assert_cmpint(write(fd, line, strlen(line)), ==, strlen(line));
    close(fd);
    go_round(50);
    g_assert_cmpuint(run.told->len, ==, 0);
    end_run(&run);
}

/* --- the folder ------------------------------------------------------------------------------- */

static void test_folder(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fairy_runtime_folder(&error);
    struct stat st;
    g_assert_no_error(error);
    g_assert_cmpint(lstat(folder, &st), ==, 0);
    g_assert_cmpint(st.st_mode & 0777, ==, 0700);
    g_assert_cmpint(g_chmod(folder, 0750), ==, 0);
    g_assert_null(fairy_runtime_folder(&error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL);
    g_clear_error(&error);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_autofree char *elsewhere = in_work("elsewhere");
    g_assert_cmpint(g_mkdir(elsewhere, 0700), ==, 0);
    g_assert_cmpint(symlink(elsewhere, folder), ==, 0);
    g_assert_null(fairy_runtime_folder(&error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL);
    g_clear_error(&error);
    g_assert_cmpuint(n_sockets(), ==, 0);
    g_assert_cmpint(g_unlink(folder), ==, 0);
}

/* A runtime folder in which others may write is none: the one for temporary files is taken. */
static void test_other_folder(void)
{
    const char *runtime = g_getenv("XDG_RUNTIME_DIR");
    g_assert_cmpint(g_chmod(runtime, 0777), ==, 0);
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fairy_runtime_folder(&error);
    g_assert_no_error(error);
    g_assert_true(g_str_has_prefix(folder, g_get_tmp_dir()));
    g_assert_cmpint(g_chmod(runtime, 0700), ==, 0);
}

/* What a killed process leaves. */
static void test_left_socket(void)
{
    g_autofree char *source = in_work("flow.svg");
    FairyRunPlace place = fairy_run_place(source, source);
    g_autofree char *path = NULL, *again = NULL, *third = NULL;
    g_autoptr(GError) error = NULL;
    int fd = fairy_run_listen(&place, "a", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    g_assert_cmpint(fairy_run_listen(&place, "a", &again, &error), ==, -1);
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_BUSY); /* a live one stays */
    close(fd);
    g_assert_cmpuint(n_sockets(), ==, 1);
    fd = fairy_run_listen(&place, "a", &third, NULL);
    g_assert_cmpint(fd, >=, 0);
    close(fd);
    g_assert_cmpint(fairy_runtime_connect(third), ==, -1);
    g_assert_cmpuint(n_sockets(), ==, 0);
}

/* Listens as another user would, at a name that is no file, and connects. */
static int connect_to_other(uid_t user, int *listening)
{
    static guint n;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    g_snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "fairies-test-%d-%u",
               (int)getpid(), n++);
    *listening = socket(AF_UNIX, SOCK_STREAM, 0);
    g_assert_cmpint(bind(*listening, (struct sockaddr *)&address, sizeof address), ==, 0);
    g_assert_cmpint(seteuid(user), ==, 0);
    g_assert_cmpint(listen(*listening, 1), ==, 0);
    g_assert_cmpint(seteuid(getuid()), ==, 0);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    g_assert_cmpint(connect(fd, (struct sockaddr *)&address, sizeof address), ==, 0);
    return fd;
}

static void test_peer(void)
{
    int listening, fd = connect_to_other(geteuid(), &listening);
    g_assert_true(fairy_runtime_check_peer(fd));
    close(fd);
    close(listening);
    if (getuid() != 0) {
        g_test_skip("only root can be somebody else");
        return;
    }
    fd = connect_to_other(65534, &listening);
    g_assert_false(fairy_runtime_check_peer(fd));
    close(fd);
    close(listening);
}

static void test_long_path(void)
{
    g_autofree char *name = g_strnfill(100, 'x');
    g_autofree char *folder = in_work(name), *path = NULL;
    g_autofree char *before = g_strdup(g_getenv("XDG_RUNTIME_DIR"));
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_setenv("XDG_RUNTIME_DIR", folder, TRUE);
    FairyRunPlace place = fairy_run_place(folder, folder);
    g_assert_cmpint(fairy_run_listen(&place, "a", &path, &error), ==, -1);
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_CONTROL);
    assert_has(error->message, "set XDG_RUNTIME_DIR");
    g_setenv("XDG_RUNTIME_DIR", before, TRUE);
}

/* --- reaching --------------------------------------------------------------------------------- */

typedef struct {
    gboolean done;
    char *writes;
    GError *error;
    guint n_events;
    FairyReach *reach;
} Reached;

static void on_event(const cJSON *event, gpointer data)
{
    (void)event;
    ((Reached *)data)->n_events++;
}

static void on_done(const FairyReachRun *run, const GError *error, gpointer data)
{
    Reached *reached = data;
    g_assert_false(reached->done);
    reached->done = TRUE;
    reached->writes = run ? g_strdup(run->writes) : NULL;
    reached->error = error ? g_error_copy(error) : NULL;
    g_clear_pointer(&reached->reach, fairy_reach_free);
}

static void reach(Reached *reached, FairyReachKind what, const char *name, const char *session)
{
    g_autofree char *path = in_work(name);
    const FairyReachOptions options = {.what = what,
                                       .path = path,
                                       .session = session,
                                       .words = what == FAIRY_REACH_TELL ? "words" : NULL,
                                       .event = on_event,
                                       .done = on_done,
                                       .data = reached,
                                       .done_data = reached};
    *reached = (Reached){0};
    reached->reach = fairy_reach_start(&options);
    for (guint i = 0; i < 3000 && !reached->done && what != FAIRY_REACH_WATCH; i++) {
        go_round(1);
    }
    go_round(what == FAIRY_REACH_WATCH ? 50 : 0);
}

static void forget(Reached *reached)
{
    fairy_reach_free(reached->reach);
    g_clear_error(&reached->error);
    g_free(reached->writes);
}

static void assert_fails(const char *name, const char *session, gint code, const char *why)
{
    Reached reached;
    reach(&reached, FAIRY_REACH_TELL, name, session);
    g_assert_true(reached.done);
    g_assert_error(reached.error, FAIRY_ERROR, code);
    assert_has(reached.error->message, why);
    forget(&reached);
}

static void assert_told(const char *name, const Run *run)
{
    guint before = run->told->len;
    Reached reached;
    reach(&reached, FAIRY_REACH_TELL, name, NULL);
    g_assert_no_error(reached.error);
    g_assert_true(reached.done);
    g_assert_cmpuint(run->told->len, ==, before + 1);
    forget(&reached);
}

static void test_reach(void)
{
    Run one, two, written;
    assert_fails("flow.svg", NULL, FAIRY_ERROR_CONTROL, "no fairy is at work on");
    begin_run(&one, "flow.svg", "one.svg", "a");
    assert_told("flow.svg", &one);
    assert_told("one.svg", &one);
    assert_fails("flow.svg", "other", FAIRY_ERROR_CONTROL, "in the session \"other\"");
    begin_run(&two, "flow.svg", "two.svg", "a");
    assert_fails("flow.svg", NULL, FAIRY_ERROR_USAGE, "2 runs are at work on");
    assert_told("one.svg", &one);
    assert_told("two.svg", &two);
    begin_run(&written, "flow.svg", "flow.svg", "a");
    assert_told("flow.svg", &written); /* what is written counts before what is read */
    one.refuses = "it is ending";
    assert_fails("one.svg", NULL, FAIRY_ERROR_CONTROL, "it is ending");
    end_run(&one);
    assert_fails("one.svg", NULL, FAIRY_ERROR_CONTROL, "no fairy is at work on");
    end_run(&two);
    end_run(&written);
}

static void test_watch(void)
{
    Run run;
    Reached reached;
    begin_run(&run, "flow.svg", "out.svg", "a");
    reach(&reached, FAIRY_REACH_WATCH, "flow.svg", NULL);
    g_assert_false(reached.done);
    g_assert_cmpuint(reached.n_events, ==, 1);
    fairy_control_show(run.control, cJSON_Parse("{\"event\":\"end\",\"error\":\"interrupted\"}"));
    end_run(&run);
    go_round(50);
    g_assert_true(reached.done);
    g_assert_no_error(reached.error);
    g_assert_cmpuint(reached.n_events, ==, 2);
    forget(&reached);
}

/* A process that listens and says nothing, as one that is stopped. */
static void test_mute(void)
{
    g_autofree char *source = in_work("flow.svg"), *path = NULL;
    FairyRunPlace place = fairy_run_place(source, source);
    int fd = fairy_run_listen(&place, "a", &path, NULL);
    assert_fails("flow.svg", NULL, FAIRY_ERROR_CONTROL, "doesn't answer");
    g_unlink(path);
    close(fd);
}

static void remove_all(const char *folder)
{
    const char *const words[] = {"rm", "-rf", folder, NULL};
    g_spawn_sync(NULL, (char **)words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                 NULL);
}

int main(int argc, char **argv)
{
    g_autofree char *work = g_dir_make_tmp("fairies-control-XXXXXX", NULL);
    g_autofree char *runtime = g_build_filename(work, "run", NULL);
    g_mkdir(runtime, 0700);
    g_setenv("XDG_RUNTIME_DIR", runtime, TRUE);
    g_setenv("TMPDIR", work, TRUE);
    g_setenv("TEST_WORK", work, TRUE);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/control/requests", test_requests);
    g_test_add_func("/control/request_written", test_request_written);
    g_test_add_func("/control/protocol", test_protocol);
    g_test_add_func("/control/garbage", test_garbage);
    g_test_add_func("/control/long_lines", test_long_lines);
    g_test_add_func("/control/flood", test_flood);
    g_test_add_func("/control/many_connections", test_many_connections);
    g_test_add_func("/control/many_that_come", test_many_that_come);
    g_test_add_func("/control/slow_watcher", test_slow_watcher);
    g_test_add_func("/control/left", test_left);
    g_test_add_func("/control/left_socket", test_left_socket);
    g_test_add_func("/control/peer", test_peer);
    g_test_add_func("/control/long_path", test_long_path);
    g_test_add_func("/control/reach", test_reach);
    g_test_add_func("/control/watch", test_watch);
    g_test_add_func("/control/mute", test_mute);
    g_test_add_func("/control/folder", test_folder);
    g_test_add_func("/control/other_folder", test_other_folder);
    int code = g_test_run();
    remove_all(work);
    return code;
}
