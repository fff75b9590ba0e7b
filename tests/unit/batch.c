/* A batch in one process: several threads at many drawings do what one does; what is told adds up;
 * who interrupts it has it go on later. */
#include "common/scene.h"

#include <fairy/batch.h>

#include <glib/gstdio.h>

#include <string.h>

#define N 60

static char *folder;

static char *in(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static char *text_of(const char *path)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return text;
}

/* Words, boxes, an arrow; the last two are alike. */
static void make_drawings(void)
{
    for (guint i = 0; i < N; i++) {
        guint y = MIN(i, N - 2);
        g_autofree char *text = g_strdup_printf(
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300'>\n"
            "<rect id='a' x='20' y='%u' width='80' height='40' fill='none' stroke='red'/>\n"
            "<text x='30' y='%u'>Box %u</text>\n"
            "<rect id='b' x='200' y='20' width='80' height='40' fill='none' stroke='blue'/>\n"
            "</svg>\n",
            20 + y, 44 + y, y);
        g_autofree char *name = g_strdup_printf("in/%u/d%03u.svg", i % 3, i), *path = in(name);
        g_autofree char *parent = g_path_get_dirname(path);
        g_mkdir_with_parents(parent, 0700);
        g_assert_true(g_file_set_contents(path, text, -1, NULL));
    }
}

typedef struct {
    guint n, counts[FAIRY_BATCH_STATES];
    GThread *thread;
    volatile int interrupted;
    guint stop_after; /* 0 = never */
} Told;

static void on_ended(const FairyBatchFile *file, const FairyBatchTotals *totals, gpointer data)
{
    Told *told = data;
    g_assert_true(told->thread == g_thread_self());
    told->n++;
    told->counts[file->state]++;
    g_assert_cmpuint(totals->states[file->state], ==, told->counts[file->state]);
    g_atomic_int_set(&told->interrupted, told->stop_after > 0 && told->n >= told->stop_after);
}

static FairyJobEnd run(const char *out, guint threads, gboolean resume, Told *told)
{
    static const char reply[] =
        "{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":120,\"y\":150},"
        "{\"_type\":\"label\",\"shapeId\":\"b\",\"text\":\"Seen\"}]}";
    g_autofree char *input = in("in"), *output = in(out);
    g_autoptr(GBytes) bytes = g_bytes_new_static(reply, strlen(reply));
    g_autoptr(GError) error = NULL;
    const char *const inputs[] = {input, NULL};
    told->thread = g_thread_self();
    const FairyBatchOptions options = {.inputs = inputs,
                                       .out = output,
                                       .reply = bytes,
                                       .reply_name = "reply",
                                       .max_cost = -1,
                                       .jobs = 2 * threads,
                                       .threads = threads,
                                       .resume = resume,
                                       .job = {.interrupted = &told->interrupted},
                                       .funcs = {.ended = on_ended},
                                       .data = told};
    g_autoptr(FairyBatch) batch = fairy_batch_new(&options, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(fairy_batch_n_files(batch), ==, N);
    FairyJobEnd end = fairy_batch_wait(batch)->end;
    for (guint i = 0; i < N && end == FAIRY_JOB_DONE; i++) {
        FairyBatchFile file;
        fairy_batch_file(batch, i, &file);
        g_assert_cmpuint(strlen(file.before), ==, 64);
        g_assert_cmpuint(strlen(file.after), ==, 64);
    }
    return end;
}

static void expect_alike(const char *a, const char *b)
{
    for (guint i = 0; i < N; i++) {
        g_autofree char *one = g_strdup_printf("%s/%u/d%03u.svg", a, i % 3, i);
        g_autofree char *other = g_strdup_printf("%s/%u/d%03u.svg", b, i % 3, i);
        g_autofree char *one_path = in(one), *other_path = in(other);
        g_autofree char *left = text_of(one_path), *right = text_of(other_path);
        g_assert_cmpstr(left, ==, right);
    }
}

static void test_threads(void)
{
    Told one = {0}, four = {0};
    g_assert_cmpint(run("one", 1, FALSE, &one), ==, FAIRY_JOB_DONE);
    g_assert_cmpint(run("four", 4, FALSE, &four), ==, FAIRY_JOB_DONE);
    for (guint i = 0; i < 2; i++) {
        const Told *told = i ? &four : &one;
        g_assert_cmpuint(told->n, ==, N);
        g_assert_cmpuint(told->counts[FAIRY_BATCH_DONE], ==, N - 1);
        g_assert_cmpuint(told->counts[FAIRY_BATCH_SKIPPED], ==, 1);
    }
    expect_alike("one", "four");
}

static void test_interrupted(void)
{
    Told first = {.stop_after = 10}, rest = {0}, again = {0};
    g_assert_cmpint(run("stopped", 2, FALSE, &first), ==, FAIRY_JOB_INTERRUPTED);
    g_assert_cmpuint(first.n, ==, N);
    g_assert_cmpuint(first.counts[FAIRY_BATCH_WAITING], >, 0);
    g_assert_cmpint(run("stopped", 2, TRUE, &rest), ==, FAIRY_JOB_DONE);
    g_assert_cmpuint(rest.counts[FAIRY_BATCH_WAITING], ==, 0);
    expect_alike("one", "stopped");
    g_assert_cmpint(run("stopped", 2, TRUE, &again), ==, FAIRY_JOB_DONE);
    g_assert_cmpuint(again.n, ==, N);
}

/* --- a server that says to wait --------------------------------------------------------------- */

enum { N_BUSY = 12, WAIT_S = 120, BEGIN_S = 1000 };

typedef struct {
    TestServer *server;
    gint now_s;     /* of the limiter's clock, which only goes on when nobody is left to ask */
    gint waits_s;   /* when what was told first is over, by that clock; 0 = nothing was */
    guint n_told;   /* how often it was */
    guint n_before; /* requests that had come by the end of the wait */
    guint n_asked;  /* that had come when somebody looked last */
    guint quiet;    /* looks since then */
} Busy;

static gint64 clock_of(gpointer now_s)
{
    return (gint64)g_atomic_int_get((gint *)now_s) * G_USEC_PER_SEC;
}

static void on_waits(const char *why, gint64 ms, gpointer data)
{
    Busy *busy = data;
    g_test_message("%s", why);
    g_assert_cmpint(ms, >=, WAIT_S * 1000);
    g_assert_cmpint(ms, <=, WAIT_S * 1100);
    busy->n_told++;
    busy->waits_s = g_atomic_int_get(&busy->now_s) + WAIT_S;
}

/* Lets time pass where nothing else happens any more: all wait. */
static gboolean on_look(gpointer data)
{
    Busy *busy = data;
    guint n = test_server_requests(busy->server);
    busy->quiet = n == busy->n_asked ? busy->quiet + 1 : 0;
    busy->n_asked = n;
    if (busy->waits_s && g_atomic_int_get(&busy->now_s) < busy->waits_s) {
        if (busy->quiet > 20) {
            g_atomic_int_add(&busy->now_s, WAIT_S / 4 - (busy->n_before == 0));
            g_assert_true(busy->n_before == 0 || busy->n_before == n);
            busy->n_before = n;
        }
    } else if (busy->waits_s) {
        g_atomic_int_inc(&busy->now_s);
    }
    return G_SOURCE_CONTINUE;
}

static char *busy_script(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    for (guint i = 0; i < 3; i++) {
        g_string_append_printf(script,
                               "answer POST /v1/messages\nstatus 429 Too Many\n"
                               "header content-type: application/json\n"
                               "header retry-after: %d\nbody {}\n",
                               WAIT_S);
    }
    test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 70)), "");
    return g_string_free(g_steal_pointer(&script), FALSE);
}

/* Two minutes, which one thread is told, hold for all, are told once, and fail nobody. */
static void test_waits(void)
{
    g_autofree char *script = busy_script(), *input = in("in/0"), *output = in("waited");
    g_autoptr(GError) error = NULL;
    g_autoptr(TestServer) server = test_server_new(script, 0, &error);
    g_assert_no_error(error);
    g_autofree char *text =
        g_strdup_printf("[anthropic]\nbase-url = %s\n", test_server_base(server));
    g_assert_true(g_file_set_contents(fairy_settings_path(), text, -1, NULL));
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    Busy busy = {.server = server, .now_s = BEGIN_S};
    g_autoptr(FairyLimiter) limiter = fairy_limiter_new(clock_of, &busy.now_s);
    const char *const inputs[] = {input, NULL};
    const FairyBatchOptions options = {.inputs = inputs,
                                       .out = output,
                                       .max_cost = -1,
                                       .jobs = N_BUSY,
                                       .threads = 4,
                                       .limiter = limiter,
                                       .job = {.words = "Move a",
                                               .settings = settings,
                                               .model = "anthropic/claude-sonnet-5-5",
                                               .max_requests = -1,
                                               .max_tokens = -1,
                                               .no_picture = TRUE,
                                               .lint_rounds = -1},
                                       .funcs = {.waits = on_waits},
                                       .data = &busy};
    g_autoptr(FairyBatch) batch = fairy_batch_new(&options, &error);
    g_assert_no_error(error);
    guint look = g_timeout_add(10, on_look, &busy);
    const FairyBatchEnding *ending = fairy_batch_wait(batch);
    g_source_remove(look);
    g_assert_cmpint(ending->end, ==, FAIRY_JOB_DONE);
    g_assert_cmpuint(ending->totals->states[FAIRY_BATCH_DONE], ==, N / 3);
    g_assert_cmpuint(busy.n_told, ==, 1);
    g_assert_cmpuint(busy.n_before, <=, N_BUSY);
    g_assert_cmpuint(test_server_requests(server), ==, N / 3 + 3);
}

int main(int argc, char **argv)
{
    folder = g_dir_make_tmp("fairies-batch-XXXXXX", NULL);
    g_autofree char *settings = in("fairies");
    g_mkdir(settings, 0700);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE); /* nobody's settings */
    g_setenv("ANTHROPIC_API_KEY", "sk-ant-secret", TRUE);
    g_unsetenv("ANTHROPIC_BASE_URL");
    g_test_init(&argc, &argv, NULL);
    make_drawings();
    g_test_add_func("/batch/threads", test_threads);
    g_test_add_func("/batch/interrupted", test_interrupted);
    g_test_add_func("/batch/waits", test_waits);
    int code = g_test_run();
    g_autofree char *remove = g_strdup_printf("rm -rf '%s'", folder);
    g_spawn_command_line_sync(remove, NULL, NULL, NULL, NULL);
    g_free(folder);
    return code;
}
