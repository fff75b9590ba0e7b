/* Several threads at work at once, each on drawings of its own: what they share takes it.
 * TURNS=20000 has each do so many. */
#include "common/replies.h"

#include <svg/journal.h>

#define N_THREADS 4

static gint ready;
static guint64 turns = 150;

static void await_others(void)
{
    g_atomic_int_inc(&ready);
    while (g_atomic_int_get(&ready) < N_THREADS) {
        g_thread_yield();
    }
}

/* Words of its own, known actions, one that isn't known, and commits, made and taken back. */
static gpointer work(gpointer data)
{
    guint number = GPOINTER_TO_UINT(data);
    g_autofree char *reply = g_strdup_printf(
        "{\"actions\":[{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":%u,\"y\":20},"
        "{\"_type\":\"flumble-%u\"},{\"_type\":\"label\",\"shapeId\":\"b\",\"text\":\"Box %u\"},"
        "{\"_type\":\"delete\",\"shapeId\":\"lock\"}]}",
        30 + number, number % 2, number);
    await_others();
    for (guint64 i = 0; i < turns; i++) {
        g_auto(TestRun) run = test_run(TEST_DRAWING, reply);
        g_assert_no_error(run.error);
        g_assert_cmpstr(test_outcome(&run, 0)->type, ==, "move");
        g_assert_cmpint(test_outcome(&run, 1)->status, ==, FAIRY_REFUSED);
        g_assert_cmpint(test_outcome(&run, 2)->status, !=, FAIRY_REFUSED);
        g_assert_cmpint(test_outcome(&run, 3)->status, ==, FAIRY_REFUSED);
        fairy_executor_undo(run.executor);
        test_expect_file(&run, TEST_DRAWING);
    }
    return NULL;
}

static void test_actions(void)
{
    GThread *threads[N_THREADS];
    for (guint i = 0; i < N_THREADS; i++) {
        threads[i] = g_thread_new("work", work, GUINT_TO_POINTER(i));
    }
    for (guint i = 0; i < N_THREADS; i++) {
        g_thread_join(threads[i]);
    }
}

int main(int argc, char **argv)
{
    const char *asked = g_getenv("TURNS");
    g_test_init(&argc, &argv, NULL);
    turns = asked ? g_ascii_strtoull(asked, NULL, 10) : turns;
    g_test_add_func("/threads/actions", test_actions);
    return g_test_run();
}
