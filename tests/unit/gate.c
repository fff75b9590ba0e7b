/* Waiting for a server that said so, by a clock of our own. */
#include "net/gate.h"

#define S G_USEC_PER_SEC

typedef struct {
    FairyGates *gates;
    gint64 now; /* µs */
    GString *went;
} Scene;

typedef struct {
    Scene *scene;
    FairyTicket *ticket;
    char name;
} Asker;

static gint64 clock_of(gpointer data)
{
    return ((Scene *)data)->now;
}

static void begin(Scene *scene)
{
    *scene = (Scene){.now = 1000 * S, .went = g_string_new(NULL)};
    scene->gates = fairy_gates_new(clock_of, scene);
}

static void end(Scene *scene)
{
    fairy_gates_free(scene->gates);
    g_string_free(scene->went, TRUE);
}

static void on_turn(gpointer data)
{
    Asker *asker = data;
    g_string_append_c(asker->scene->went, asker->name);
}

static void ask(Scene *scene, Asker *asker, char name, const char *gate)
{
    *asker = (Asker){.scene = scene, .name = name};
    asker->ticket = fairy_ticket_new(scene->gates, gate, on_turn, asker);
}

static void pass(Scene *scene, double seconds)
{
    scene->now += (gint64)(seconds * S);
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

static void expect(Scene *scene, const char *went)
{
    pass(scene, 0);
    g_assert_cmpstr(scene->went->str, ==, went);
    g_string_truncate(scene->went, 0);
}

static void test_wait(void)
{
    Scene scene;
    Asker a, b, c, other;
    begin(&scene);
    ask(&scene, &a, 'a', "k1");
    ask(&scene, &b, 'b', "k1");
    g_assert_true(fairy_ticket_may_go(a.ticket));
    g_assert_true(fairy_ticket_may_go(b.ticket));
    fairy_ticket_refuse(a.ticket, 120000);
    g_assert_false(fairy_ticket_may_go(a.ticket));
    ask(&scene, &c, 'c', "k1");
    g_assert_false(fairy_ticket_may_go(c.ticket));
    ask(&scene, &other, 'o', "k2");
    g_assert_true(fairy_ticket_may_go(other.ticket));
    gint64 wait = fairy_ticket_wait_ms(c.ticket);
    g_assert_cmpint(wait, >=, 120000);
    g_assert_cmpint(wait, <=, 132000);
    /* What was sent before is answered, and changes nothing. */
    fairy_ticket_pass(b.ticket);
    pass(&scene, 119.999);
    expect(&scene, "");
    pass(&scene, 12.001);
    expect(&scene, "a");
    fairy_ticket_pass(a.ticket);
    expect(&scene, "c");
    for (guint i = 0; i < 4; i++) {
        fairy_ticket_free(((Asker *[]){&a, &b, &c, &other})[i]->ticket);
    }
    end(&scene);
}

/* The first is heard before the second goes, but not waited for without an end. */
static void test_line(void)
{
    Scene scene;
    Asker all[5];
    begin(&scene);
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        ask(&scene, &all[i], (char)('a' + i), "k");
    }
    fairy_ticket_refuse(all[3].ticket, 1000);
    fairy_ticket_refuse(all[1].ticket, 1000);
    fairy_ticket_refuse(all[4].ticket, 1000);
    fairy_ticket_refuse(all[0].ticket, 1000);
    pass(&scene, 1.2);
    expect(&scene, "a");
    pass(&scene, 0.9);
    expect(&scene, "");
    fairy_ticket_free(all[3].ticket); /* who leaves the line keeps nobody */
    fairy_ticket_pass(all[0].ticket);
    expect(&scene, "b");
    pass(&scene, 0.99);
    expect(&scene, "");
    pass(&scene, 0.02);
    expect(&scene, "e");
    fairy_ticket_free(all[4].ticket);
    Asker late;
    ask(&scene, &late, 'l', "k");
    g_assert_true(fairy_ticket_may_go(late.ticket));
    fairy_ticket_free(late.ticket);
    for (guint i = 0; i < 3; i++) {
        fairy_ticket_free(all[i].ticket);
    }
    end(&scene);
}

/* Before all of an answer is there nobody goes who would come too early; the time counts from its
 * beginning. */
static void test_doubt(void)
{
    Scene scene;
    Asker a, b;
    begin(&scene);
    ask(&scene, &a, 'a', "k");
    fairy_ticket_doubt(a.ticket);
    ask(&scene, &b, 'b', "k");
    g_assert_false(fairy_ticket_may_go(b.ticket));
    pass(&scene, 0.5);
    expect(&scene, "");
    fairy_ticket_refuse(a.ticket, 10000);
    g_assert_cmpint(fairy_ticket_wait_ms(b.ticket), >=, 9500);
    g_assert_cmpint(fairy_ticket_wait_ms(b.ticket), <=, 10500);
    fairy_ticket_free(a.ticket);
    fairy_ticket_free(b.ticket);
    end(&scene);
}

/* A server that says a moment each time isn't asked each moment. */
static void test_again(void)
{
    Scene scene;
    Asker a;
    gint64 last = 0;
    begin(&scene);
    ask(&scene, &a, 'a', "k");
    for (guint i = 0; i < 12; i++) {
        fairy_ticket_refuse(a.ticket, 1);
        gint64 wait = fairy_ticket_wait_ms(a.ticket);
        g_assert_cmpint(wait, >=, MIN(2 * last, 16000));
        last = i ? wait : 0;
        pass(&scene, (double)wait / 1000);
        expect(&scene, "a");
    }
    g_assert_cmpint(last, ==, 16000);
    fairy_ticket_pass(a.ticket);
    pass(&scene, 1);
    fairy_ticket_refuse(a.ticket, 1);
    g_assert_cmpint(fairy_ticket_wait_ms(a.ticket), <=, 500);
    fairy_ticket_free(a.ticket);
    end(&scene);
}

/* What is said once holds also for who comes when nobody is there any more. */
static void test_kept(void)
{
    Scene scene;
    Asker a, b;
    begin(&scene);
    ask(&scene, &a, 'a', "k");
    fairy_ticket_refuse(a.ticket, 5000);
    fairy_ticket_free(a.ticket);
    pass(&scene, 4.9);
    ask(&scene, &b, 'b', "k");
    g_assert_false(fairy_ticket_may_go(b.ticket));
    pass(&scene, 1);
    expect(&scene, "b");
    fairy_ticket_free(b.ticket);
    ask(&scene, &b, 'b', "k");
    g_assert_true(fairy_ticket_may_go(b.ticket));
    fairy_ticket_free(b.ticket);
    end(&scene);
}

/* By the machine's clock the loop sleeps until it is time. */
static void test_machine(void)
{
    g_autoptr(FairyGates) gates = fairy_gates_new(fairy_clock_monotonic, NULL);
    Scene scene = {.gates = gates, .went = g_string_new(NULL)};
    Asker a;
    ask(&scene, &a, 'a', "k");
    fairy_ticket_refuse(a.ticket, 50);
    gint64 begun = g_get_monotonic_time();
    while (scene.went->len == 0) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_cmpint(g_get_monotonic_time() - begun, >=, 50 * 1000);
    fairy_ticket_free(a.ticket);
    g_string_free(scene.went, TRUE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/gate/wait", test_wait);
    g_test_add_func("/gate/line", test_line);
    g_test_add_func("/gate/doubt", test_doubt);
    g_test_add_func("/gate/again", test_again);
    g_test_add_func("/gate/kept", test_kept);
    g_test_add_func("/gate/machine", test_machine);
    return g_test_run();
}
