/* Many jobs in one process and one main context: each does what it does alone, and none is in the
 * way of another. N_ALONE jobs are run alone, too; JOBS_ALONE=32 has all of them. The longest stall
 * of the loop, and the most connections there were at a time, are printed. */
#include "common/scene.h"

#include <fairy/job.h>
#include <fairy/journal.h>
#include <svg/render.h>

#include <glib/gstdio.h>

#include <stdlib.h>
#include <string.h>

#define N_JOBS      32
#define N_ALONE     2
#define LAG_US      G_USEC_PER_SEC /* between a client, the server and us, on a busy machine */
#define LOOK_US     20000          /* between two looks at the connections */
#define PATIENCE_US (400ll * G_USEC_PER_SEC) /* with a busy machine */

static char *folder;      /* of all drawings */
static GHashTable *ports; /* of all servers */

static char *text_of(const char *path)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

/* --- one job ---------------------------------------------------------------------------------- */

typedef struct {
    guint number;
    char *input, *output;
    TestServer *server;
    FairySettings *settings;
    FairyJob *job;
    FairyJobEnd end;
    char *why; /* it failed */
    guint n_warnings;
    GArray *waits; /* of Wait; NULL: nobody looks at them */
    guint *left;   /* jobs that aren't over */
} Work;

typedef struct {
    gint64 told; /* µs, monotonic */
    gint64 ms;
} Wait;

static void on_event(const FairyEvent *event, gpointer data)
{
    Work *work = data;
    if (event->kind == FAIRY_EVENT_WAIT && work->waits) {
        Wait wait = {g_get_monotonic_time(), event->wait_ms};
        g_array_append_val(work->waits, wait);
    }
}

static void on_warning(const char *line, gpointer data)
{
    g_test_message("%u: %s", ((Work *)data)->number, line);
    ((Work *)data)->n_warnings++;
}

static void on_finished(FairyJob *job, const FairyJobEnding *ending, gpointer data)
{
    (void)job;
    Work *work = data;
    work->end = ending->end;
    work->why = g_strdup(ending->error ? ending->error->message : NULL);
    --*work->left;
}

static void write_drawing(const Work *work)
{
    g_autofree char *text = g_strdup_printf(
        "<svg xmlns='http://www.w3.org/2000/svg' width='800' height='600' viewBox='0 0 800 600'>\n"
        "<rect id='a' x='%u' y='20' width='100' height='40' fill='#1971c2' stroke='black'/>\n"
        "<rect id='b' x='200' y='%u' width='100' height='40' fill='none' stroke='black'/>\n"
        "<text x='300' y='500'>Drawing %u</text>\n</svg>\n",
        20 + work->number, 100 + 5 * work->number, work->number);
    g_assert_true(g_file_set_contents(work->input, text, -1, NULL));
}

/* It looks, and then moves and writes what nobody else does. */
static char *slow_script(guint number)
{
    g_autoptr(GString) script = g_string_new(NULL);
    g_autofree char *reply =
        g_strdup_printf("{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":%u,\"y\":%u},"
                        "{\"_type\":\"label\",\"shapeId\":\"b\",\"text\":\"Job %u\"},"
                        "{\"_type\":\"message\",\"text\":\"Done.\"}]}",
                        100 + 7 * number, 200 + 3 * number, number);
    test_answer_add(script, "{\"actions\":[{\"_type\":\"look-closer\",\"shapeIds\":[\"a\"]}]}",
                    "wait 100\npieces 40\n");
    test_answer_add(script, reply, "wait 150\npieces 20\n");
    return g_strdup(script->str);
}

/* Each has its own: what the environment says would hold for all. */
static FairySettings *settings_for(TestServer *server)
{
    g_autofree char *text =
        g_strdup_printf("[anthropic]\nbase-url = %s\n", test_server_base(server));
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(fairy_settings_path(), text, -1, NULL));
    FairySettings *settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    return settings;
}

/* `server` may be shared, and stays the caller's. */
static void begin(Work *work, guint number, const char *kind, TestServer *server,
                  FairyNetwork *network, guint *left)
{
    g_autofree char *script = slow_script(number);
    g_autoptr(GError) error = NULL;
    work->number = number;
    work->left = left;
    work->input = g_strdup_printf("%s/%s-%u.svg", folder, kind, number);
    work->output = g_strdup_printf("%s/%s-%u.out.svg", folder, kind, number);
    work->server = server ? NULL : test_server_new(script, 0, &error);
    g_assert_no_error(error);
    g_hash_table_add(ports, GUINT_TO_POINTER(test_server_port(server ? server : work->server)));
    work->settings = settings_for(server ? server : work->server);
    write_drawing(work);
    FairyJobOptions options = {.command = "ask",
                               .path = work->input,
                               .to = FAIRY_JOB_NAMED,
                               .output = work->output,
                               .words = "Move a",
                               .settings = work->settings,
                               .network = network,
                               .model = "anthropic/claude-sonnet-5-5",
                               .max_requests = -1,
                               .max_tokens = -1,
                               .max_cost = -1,
                               .view = SVG_BOX_EMPTY,
                               .lint_rounds = -1,
                               .funcs = {.event = on_event, .warn = on_warning},
                               .data = work};
    work->job = fairy_job_new(&options, &error);
    g_assert_no_error(error);
    ++*left;
    fairy_job_start(work->job, on_finished, work);
}

static void clear(Work *work)
{
    fairy_job_free(work->job);
    fairy_settings_free(work->settings);
    if (work->server) { /* from now on the port may be anybody's */
        g_hash_table_remove(ports, GUINT_TO_POINTER(test_server_port(work->server)));
    }
    g_clear_pointer(&work->server, test_server_free);
    g_free(work->input);
    g_free(work->output);
    g_free(work->why);
}

/* Set of connections to the servers, by the ports of both ends, as the kernel tells of them one
 * after the other: while others come and go. */
static GHashTable *read_open(void)
{
    g_autofree char *table = text_of("/proc/self/net/tcp");
    g_auto(GStrv) lines = g_strsplit(table, "\n", -1);
    GHashTable *open = g_hash_table_new(NULL, NULL);
    for (char **line = lines; *line; line++) {
        guint own, port, state;
        if (sscanf(*line, "%*s %*[0-9A-F]:%x %*[0-9A-F]:%x %x", &own, &port, &state) == 3 &&
            state == 1 && g_hash_table_contains(ports, GUINT_TO_POINTER(port))) {
            g_hash_table_add(open, GUINT_TO_POINTER(own << 16 | port));
        }
    }
    return open;
}

/* How many were there at one moment: those that were before it and are after it. */
static guint n_open(void)
{
    g_autoptr(GHashTable) before = read_open(), after = read_open();
    GHashTableIter iter;
    gpointer key;
    guint n = 0;
    g_hash_table_iter_init(&iter, before);
    while (g_hash_table_iter_next(&iter, &key, NULL)) {
        n += g_hash_table_contains(after, key);
    }
    return n;
}

typedef struct {
    gint64 stall; /* µs: the longest that the loop was held up */
    guint n_open; /* the most connections at a time */
} Seen;

/* Until they are over, or that time: µs. */
static Seen run(const guint *left, gint64 most)
{
    Seen seen = {0};
    gint64 end = g_get_monotonic_time() + most, looked = 0;
    while (*left && g_get_monotonic_time() < end) {
        gint64 before = g_get_monotonic_time();
        if (!g_main_context_iteration(NULL, FALSE)) {
            g_usleep(500);
        } else {
            seen.stall = MAX(seen.stall, g_get_monotonic_time() - before);
        }
        if (before - looked > LOOK_US) {
            looked = before;
            seen.n_open = MAX(seen.n_open, n_open());
        }
    }
    return seen;
}

static void assert_done(const Work *work)
{
    g_assert_cmpstr(work->why, ==, NULL);
    g_assert_cmpint(work->end, ==, FAIRY_JOB_DONE);
}

/* What the journal has of it, but for when and whose it is. */
static char *log_of(const char *path)
{
    g_autoptr(FairyJournalLog) log = fairy_journal_log_read(path, NULL);
    GString *out = g_string_new(NULL);
    for (guint i = 0; i < log->entries->len; i++) {
        const FairyJournalEntry *entry = log->entries->pdata[i];
        g_autofree char *changes = cJSON_PrintUnformatted(entry->changes);
        g_string_append_printf(out, "%u %u %s %s %s %s\n", entry->turn, entry->id, entry->type,
                               entry->action, entry->outcome, changes);
    }
    return g_string_free(out, FALSE);
}

/* --- together, and alone ---------------------------------------------------------------------- */

static gboolean has_picture(TestServer *server, guint n)
{
    const TestRequest *request = test_server_request(server, n);
    g_autofree char *body =
        g_strndup(g_bytes_get_data(request->body, NULL), g_bytes_get_size(request->body));
    return strstr(body, "\"image/jpeg\"") != NULL;
}

static void assert_as_alone(const Work *work)
{
    Work alone = {0};
    guint left = 0;
    begin(&alone, work->number, "alone", NULL, NULL, &left);
    run(&left, PATIENCE_US);
    assert_done(&alone);
    g_autofree char *text = text_of(work->output), *other_text = text_of(alone.output);
    g_assert_cmpstr(text, ==, other_text);
    g_autofree char *log = log_of(work->output), *other_log = log_of(alone.output);
    g_assert_cmpstr(log, ==, other_log);
    g_assert_true(*log != '\0');
    clear(&alone);
}

static void test_together(void)
{
    svg_render_set_helper(NULL);
    const char *given = g_getenv("JOBS_ALONE");
    guint n_alone = given ? (guint)MIN(atoi(given), N_JOBS) : N_ALONE, left = 0;
    guint first = (guint)g_test_rand_int_range(0, N_JOBS);
    g_autofree Work *works = g_new0(Work, N_JOBS);
    gint64 begun = g_get_monotonic_time();
    for (guint i = 0; i < N_JOBS; i++) {
        begin(&works[i], i, "together", NULL, NULL, &left);
    }
    Seen seen = run(&left, PATIENCE_US);
    g_printerr("# %u jobs: %.2f s, the loop was held up for %.1f ms at most, %u connections\n",
               N_JOBS, (double)(g_get_monotonic_time() - begun) / G_USEC_PER_SEC,
               (double)seen.stall / 1000, seen.n_open);
    g_assert_cmpuint(seen.n_open, >, 0);
    g_assert_cmpuint(seen.n_open, <=, N_JOBS);
    for (guint i = 0; i < N_JOBS; i++) {
        assert_done(&works[i]);
        g_assert_cmpuint(works[i].n_warnings, ==, 0);
        g_assert_cmpuint(test_server_requests(works[i].server), ==, 2);
        g_assert_true(has_picture(works[i].server, 0) && has_picture(works[i].server, 1));
    }
    for (guint i = 0; i < n_alone; i++) {
        assert_as_alone(&works[(first + i) % N_JOBS]);
    }
    for (guint i = 0; i < N_JOBS; i++) {
        clear(&works[i]);
    }
}

/* --- a server that has enough ----------------------------------------------------------------- */

/* Here everybody asks without a picture: they take their time, and change nothing. */
static const char no_helper[] = "/nowhere/fairy-render";

/* So many of a hundred answers are that one has to wait. */
static char *busy_script(guint n, guint percent, const char *wait)
{
    g_autoptr(GString) script = g_string_new(NULL);
    for (guint i = 0; i < n; i++) {
        if ((i + 1) * percent / 100 > i * percent / 100) {
            g_string_append_printf(script,
                                   "answer POST /v1/messages\nstatus 429 Too Many\n"
                                   "header content-type: application/json\nheader %s\nbody {}\n",
                                   wait);
        } else {
            test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 70) "," TEST_MESSAGE), "wait 20\n");
        }
    }
    test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 70) "," TEST_MESSAGE), "");
    return g_strdup(script->str);
}

static TestServer *busy_server(guint n, guint percent, const char *wait)
{
    g_autofree char *script = busy_script(n, percent, wait);
    g_autoptr(GError) error = NULL;
    TestServer *server = test_server_new(script, 0, &error);
    g_assert_no_error(error);
    return server;
}

/* 15 % of the requests are refused. Once that is known, nobody asks before the time that was said.
 */
static void test_refused(void)
{
    svg_render_set_helper(no_helper);
    g_autoptr(TestServer) server = busy_server(60, 15, "retry-after-ms: 3000");
    g_autoptr(GArray) waits = g_array_new(FALSE, FALSE, sizeof(Wait));
    g_autofree Work *works = g_new0(Work, N_JOBS);
    guint left = 0;
    for (guint i = 0; i < N_JOBS; i++) {
        works[i].waits = waits;
        begin(&works[i], i, "refused", server, NULL, &left);
    }
    g_assert_cmpuint(run(&left, PATIENCE_US).n_open, <=, N_JOBS);
    for (guint i = 0; i < N_JOBS; i++) {
        assert_done(&works[i]);
        clear(&works[i]);
    }
    gint64 longest = 0;
    for (guint k = 0; k < waits->len; k++) {
        longest = MAX(longest, g_array_index(waits, Wait, k).ms);
    }
    g_assert_cmpint(longest, >=, 3000); /* as the server says */
    for (guint i = 0; i < test_server_requests(server); i++) {
        gint64 came = test_server_request(server, i)->time;
        for (guint k = 0; k < waits->len; k++) {
            const Wait *wait = &g_array_index(waits, Wait, k);
            gint64 until = wait->told + wait->ms * 1000;
            g_assert_false(came > wait->told + LAG_US && came < until - LAG_US);
        }
    }
}

static gint64 clock_of(gpointer now)
{
    return *(gint64 *)now;
}

/* Until the server has been asked, and then isn't any more, however slow the machine is. Returns
 * how often it was. */
static guint await_silence(TestServer *server, const guint *left)
{
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
    guint before, sent = 0;
    do {
        before = sent;
        run(left, 1500000);
        sent = test_server_requests(server);
    } while ((sent == 0 || sent != before) && g_get_monotonic_time() < end);
    return sent;
}

/* Two minutes are no failure, and come to pass by whichever clock. */
static void test_two_minutes(void)
{
    gint64 now = G_USEC_PER_SEC;
    svg_render_set_helper(no_helper);
    g_autoptr(FairyLimiter) limiter = fairy_limiter_new(clock_of, &now);
    g_autoptr(FairyNetwork) network = fairy_network_new(limiter);
    g_autoptr(TestServer) server = busy_server(N_JOBS, 100, "retry-after: 120");
    g_autofree Work *works = g_new0(Work, N_JOBS);
    guint left = 0;
    for (guint i = 0; i < N_JOBS; i++) {
        begin(&works[i], i, "minutes", server, network, &left);
    }
    guint sent = await_silence(server, &left);
    g_assert_cmpuint(sent, >, 0);
    now += 119 * G_USEC_PER_SEC;
    run(&left, 100000);
    g_assert_cmpuint(test_server_requests(server), ==, sent);
    gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
    while (left && g_get_monotonic_time() < end) {
        now += 14 * G_USEC_PER_SEC;
        run(&left, 20000);
    }
    for (guint i = 0; i < N_JOBS; i++) {
        assert_done(&works[i]);
        clear(&works[i]);
    }
}

static void remove_folder(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *inside = g_build_filename(path, name, NULL);
        if (g_unlink(inside) != 0) {
            remove_folder(inside);
        }
    }
    g_rmdir(path);
}

int main(int argc, char **argv)
{
    g_autofree char *state = g_dir_make_tmp("fairies-jobs-XXXXXX", NULL);
    folder = g_build_filename(state, "drawings", NULL);
    g_autofree char *settings = g_build_filename(state, "fairies", NULL);
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_assert_cmpint(g_mkdir(settings, 0700), ==, 0);
    g_setenv("XDG_STATE_HOME", state, TRUE);
    g_setenv("XDG_CONFIG_HOME", state, TRUE); /* nobody's settings */
    g_setenv("ANTHROPIC_API_KEY", "sk-ant-secret", TRUE);
    g_unsetenv("ANTHROPIC_BASE_URL");
    ports = g_hash_table_new(NULL, NULL);
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/jobs/together", test_together);
    g_test_add_func("/jobs/refused", test_refused);
    g_test_add_func("/jobs/two-minutes", test_two_minutes);
    int failed = g_test_run();
    remove_folder(state);
    g_free(folder);
    g_hash_table_unref(ports);
    svg_cleanup();
    return failed;
}
