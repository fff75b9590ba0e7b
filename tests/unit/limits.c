/* What ends a run from outside wakes it at once, and nothing wakes it in between. */
#include "common/scene.h"

#include <glib-unix.h>

#include <string.h>
#include <unistd.h>

#define SILENCE "answer POST /v1/messages\nsilence\n"
#define LATER                                                  \
    "answer POST /v1/messages\nstatus 429 Too Many Requests\n" \
    "header content-type: application/json\nheader retry-after: 50\nbody {}\n"
#define AFTER_MS 400

static guint n_polls;

static gint count_poll(GPollFD *fds, guint n, gint timeout)
{
    n_polls++;
    return g_poll(fds, n, timeout);
}

/* From when the request is sent: before, there is work to do. */
static void begin_to_count(TestScene *scene)
{
    (void)scene;
    n_polls = 0;
}

typedef struct {
    int pipe[2];
    volatile int flag;
    GThread *thread;
} Interrupt;

static Interrupt interrupt;

static gpointer interrupt_later(gpointer data)
{
    (void)data;
    g_usleep(AFTER_MS * 1000);
    interrupt.flag = 1;
    g_assert_cmpint(write(interrupt.pipe[1], "", 1), ==, 1);
    return NULL;
}

static void begin_to_wait(TestScene *scene)
{
    begin_to_count(scene);
    interrupt.thread = g_thread_new("other", interrupt_later, NULL);
}

/* Runs until it is ended; how long that took, in ms. */
static gint64 time_rest(TestScene *scene)
{
    gint64 begun = g_get_monotonic_time();
    g_main_context_set_poll_func(NULL, count_poll);
    test_ask(scene, "one");
    g_main_context_set_poll_func(NULL, NULL);
    return (g_get_monotonic_time() - begun) / 1000;
}

static void test_interrupted(gconstpointer data)
{
    const char *script = data;
    interrupt = (Interrupt){0};
    g_assert_true(g_unix_open_pipe(interrupt.pipe, FD_CLOEXEC, NULL));
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_REQUEST, .nth = 1, .then = begin_to_wait};
    test_scene_open(
        &scene, script,
        (FairyAgentOptions){.interrupted = &interrupt.flag, .interrupt_fd = interrupt.pipe[0]});
    gint64 ms = time_rest(&scene);
    g_thread_join(interrupt.thread);
    g_assert_nonnull(strstr(scene.faults->str, "interrupted"));
    g_assert_cmpint(ms, >=, AFTER_MS);
    g_assert_cmpint(ms, <, 10 * AFTER_MS);
    g_assert_cmpuint(n_polls, <, AFTER_MS / 25);
    /* It stays so: another run ends before it has begun. */
    test_ask(&scene, "two");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 1);
    close(interrupt.pipe[0]);
    close(interrupt.pipe[1]);
}

/* The descriptor alone is enough. */
static void test_descriptor_alone(void)
{
    int ends[2];
    g_assert_true(g_unix_open_pipe(ends, FD_CLOEXEC, NULL));
    g_assert_cmpint(write(ends[1], "", 1), ==, 1);
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, SILENCE, (FairyAgentOptions){.interrupt_fd = ends[0]});
    test_ask(&scene, "one");
    g_assert_nonnull(strstr(scene.faults->str, "interrupted"));
    close(ends[0]);
    close(ends[1]);
}

static void test_deadline(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_REQUEST, .nth = 1, .then = begin_to_count};
    test_scene_open(&scene, SILENCE, (FairyAgentOptions){.timeout_ms = AFTER_MS});
    gint64 ms = time_rest(&scene);
    g_assert_nonnull(strstr(scene.faults->str, "longer than the time allowed (0.4 s)"));
    g_assert_cmpint(ms, >=, AFTER_MS);
    g_assert_cmpint(ms, <, 10 * AFTER_MS);
    g_assert_cmpuint(n_polls, <, AFTER_MS / 25);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/limits/interrupted/asking", SILENCE, test_interrupted);
    g_test_add_data_func("/limits/interrupted/waiting", LATER, test_interrupted);
    g_test_add_func("/limits/descriptor-alone", test_descriptor_alone);
    g_test_add_func("/limits/deadline", test_deadline);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
