/* Waiting for a server that said so. */
#include "net/gate.h"

static void test_gate(void)
{
    g_assert_cmpint(fairy_gate_wait_ms("a k1"), ==, 0);
    fairy_gate_close("a k1", 100000);
    gint64 left = fairy_gate_wait_ms("a k1");
    g_assert_cmpint(left, >, 90000);
    g_assert_cmpint(left, <=, 100000);
    g_assert_cmpint(fairy_gate_wait_ms("a k2"), ==, 0);
    fairy_gate_close("a k1", 10);
    g_assert_cmpint(fairy_gate_wait_ms("a k1"), >, 80000);
    fairy_gate_close("a k1", 200000);
    g_assert_cmpint(fairy_gate_wait_ms("a k1"), >, 150000);
}

static void test_opens(void)
{
    fairy_gate_close("b", 30);
    g_assert_cmpint(fairy_gate_wait_ms("b"), >, 0);
    g_usleep(35000);
    g_assert_cmpint(fairy_gate_wait_ms("b"), ==, 0);
    fairy_gate_close("b", 0);
    g_assert_cmpint(fairy_gate_wait_ms("b"), ==, 0);
}

static gpointer close_many(gpointer data)
{
    (void)data;
    for (guint i = 0; i < 200; i++) {
        g_autofree char *name = g_strdup_printf("c %u", i % 7);
        fairy_gate_close(name, i % 3);
        g_assert_cmpint(fairy_gate_wait_ms(name), <=, 3);
    }
    return NULL;
}

static void test_threads(void)
{
    GThread *other = g_thread_new("other", close_many, NULL);
    close_many(NULL);
    g_thread_join(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/gate/gate", test_gate);
    g_test_add_func("/gate/opens", test_opens);
    g_test_add_func("/gate/threads", test_threads);
    return g_test_run();
}
