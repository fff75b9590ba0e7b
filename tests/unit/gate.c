/* Waiting for a server that said so, by a clock of our own. */
#include "net/gate.h"

#define S G_USEC_PER_SEC

typedef struct {
    FairyLimiter *limiter;
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
    scene->limiter = fairy_limiter_new(clock_of, scene);
    scene->gates = fairy_gates_new(scene->limiter);
}

static void end(Scene *scene)
{
    fairy_gates_free(scene->gates);
    fairy_limiter_unref(scene->limiter);
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
    asker->ticket = fairy_ticket_new(scene->gates, gate, 0, on_turn, asker);
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

/* The first is heard before the second goes, but not waited for longer than a refusal takes; who
 * goes then is waited for half as long. */
static void test_line(void)
{
    Scene scene;
    Asker all[6];
    begin(&scene);
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        ask(&scene, &all[i], (char)('a' + i), "k");
    }
    pass(&scene, 0.4);
    for (guint i = 0; i < 5; i++) {
        fairy_ticket_refuse(all[(3 * i + 3) % 5].ticket, 1000);
    }
    pass(&scene, 1.2);
    expect(&scene, "a");
    pass(&scene, 0.79);
    expect(&scene, "");
    pass(&scene, 0.02);
    expect(&scene, "b");
    fairy_ticket_free(all[2].ticket); /* who leaves the line keeps nobody */
    fairy_ticket_pass(all[1].ticket);
    expect(&scene, "d");
    pass(&scene, 0.19);
    expect(&scene, "");
    pass(&scene, 0.02);
    expect(&scene, "e");
    fairy_ticket_free(all[4].ticket);
    Asker late;
    ask(&scene, &late, 'l', "k");
    g_assert_true(fairy_ticket_may_go(late.ticket));
    fairy_ticket_free(late.ticket);
    for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
        fairy_ticket_free(i == 2 || i == 4 ? NULL : all[i].ticket);
    }
    end(&scene);
}

/* Where some of those who waited are served, a refusal is no reason to wait longer. */
static void test_served(void)
{
    Scene scene;
    Asker a, b;
    begin(&scene);
    ask(&scene, &a, 'a', "k");
    ask(&scene, &b, 'b', "k");
    for (guint i = 0; i < 12; i++) {
        fairy_ticket_refuse(a.ticket, 1);
        g_assert_cmpint(fairy_ticket_wait_ms(a.ticket), <=, 250);
        fairy_ticket_free(b.ticket);
        ask(&scene, &b, 'b', "k");
        pass(&scene, 0.3);
        fairy_ticket_pass(a.ticket); /* its head */
        expect(&scene, "ab");
        fairy_ticket_pass(b.ticket);
    }
    fairy_ticket_free(a.ticket);
    fairy_ticket_free(b.ticket);
    end(&scene);
}

/* --- a rate ----------------------------------------------------------------------------------- */

/* How many went in each of `n` seconds, where `tickets` ask at once, of so many tokens. */
static void count_seconds(Scene *scene, Asker *askers, guint n_askers, guint64 tokens,
                          guint *seconds, guint n)
{
    for (guint i = 0; i < n_askers; i++) {
        askers[i] = (Asker){.scene = scene, .name = 'x'};
        askers[i].ticket = fairy_ticket_new(scene->gates, "k", tokens, on_turn, &askers[i]);
        if (fairy_ticket_may_go(askers[i].ticket)) {
            on_turn(&askers[i]);
        }
    }
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < 100; k++) {
            pass(scene, 0.01);
        }
        seconds[i] = (guint)scene->went->len;
        g_string_truncate(scene->went, 0);
    }
}

static void test_rate(void)
{
    Scene scene;
    Asker askers[40];
    guint seconds[20];
    begin(&scene);
    fairy_limiter_set_rate(scene.limiter, 120, 0);
    pass(&scene, 600); /* what isn't used isn't saved up */
    count_seconds(&scene, askers, 40, 0, seconds, 20);
    for (guint i = 0; i < 20; i++) {
        g_assert_cmpuint(seconds[i], ==, i == 0 ? 3 : i < 19 ? 2 : 1);
    }
    for (guint i = 0; i < 40; i++) {
        fairy_ticket_free(askers[i].ticket);
    }
    end(&scene);
}

/* The first answers are longer than was thought, and those behind them wait for that. */
static void test_tokens(void)
{
    Scene scene;
    Asker askers[9];
    guint seconds[90], sum = 0;
    begin(&scene);
    fairy_limiter_set_rate(scene.limiter, 0, 10000);
    count_seconds(&scene, askers, 9, 1000, seconds, 16); /* a quarter of a minute for 2500 */
    g_assert_cmpuint(seconds[0], ==, 1);
    for (guint i = 1; i < 16; i++) {
        g_assert_cmpuint(seconds[i], ==, i == 14);
    }
    for (guint i = 0; i < 2; i++) {
        fairy_ticket_settle(askers[i].ticket, 5000);
    }
    count_seconds(&scene, askers + 9, 0, 0, seconds, 43);
    for (guint i = 0; i < 43; i++) {
        sum += seconds[i];
    }
    g_assert_cmpuint(sum, ==, 0);
    count_seconds(&scene, askers + 9, 0, 0, seconds, 2);
    g_assert_cmpuint(seconds[0] + seconds[1], ==, 1);
    for (guint i = 0; i < 9; i++) {
        fairy_ticket_free(askers[i].ticket);
    }
    end(&scene);
}

/* --- several threads -------------------------------------------------------------------------- */

enum { N_THREADS = 4, N_EACH = 6 };

typedef struct {
    FairyLimiter *limiter;
    gint *n_went;   /* of all threads */
    gint n_waiting; /* of this one, set once all are in line */
    gint quit;
    GMainContext *context;
} Thread;

static gint64 shared_clock(gpointer data)
{
    return (gint64)g_atomic_int_get((gint *)data) * S;
}

static void on_shared_turn(gpointer data)
{
    g_atomic_int_inc((gint *)data);
}

static gpointer stand_in_line(gpointer data)
{
    Thread *thread = data;
    FairyTicket *tickets[N_EACH];
    g_main_context_push_thread_default(thread->context);
    g_autoptr(FairyGates) gates = fairy_gates_new(thread->limiter);
    for (guint i = 0; i < N_EACH; i++) {
        tickets[i] = fairy_ticket_new(gates, "k", 0, on_shared_turn, thread->n_went);
        g_atomic_int_add(&thread->n_waiting, !fairy_ticket_may_go(tickets[i]));
    }
    while (!g_atomic_int_get(&thread->quit)) {
        g_main_context_iteration(thread->context, TRUE);
    }
    for (guint i = 0; i < N_EACH; i++) {
        fairy_ticket_free(tickets[i]);
    }
    g_main_context_pop_thread_default(thread->context);
    return NULL;
}

/* What one thread is told holds for all; and when it is over all of them go. */
static void test_threads(void)
{
    gint now_s = 1000, n_went = 0;
    g_autoptr(FairyLimiter) limiter = fairy_limiter_new(shared_clock, &now_s);
    g_autoptr(FairyGates) gates = fairy_gates_new(limiter);
    FairyTicket *told = fairy_ticket_new(gates, "k", 0, on_shared_turn, &n_went);
    Thread threads[N_THREADS];
    GThread *running[N_THREADS];
    fairy_ticket_refuse(told, 120000);
    fairy_ticket_free(told);
    for (guint i = 0; i < N_THREADS; i++) {
        threads[i] =
            (Thread){.limiter = limiter, .n_went = &n_went, .context = g_main_context_new()};
        running[i] = g_thread_new("line", stand_in_line, &threads[i]);
    }
    for (guint i = 0; i < N_THREADS; i++) {
        while (g_atomic_int_get(&threads[i].n_waiting) < N_EACH) {
            g_thread_yield();
        }
    }
    g_atomic_int_set(&now_s, 1119);
    for (guint i = 0; i < N_THREADS; i++) {
        g_main_context_wakeup(threads[i].context);
    }
    g_usleep(20000);
    g_assert_cmpint(g_atomic_int_get(&n_went), ==, 0);
    while (g_atomic_int_get(&n_went) < N_THREADS * N_EACH) {
        g_atomic_int_inc(&now_s);
        for (guint i = 0; i < N_THREADS; i++) {
            g_main_context_wakeup(threads[i].context);
        }
        g_thread_yield();
    }
    g_assert_cmpint(g_atomic_int_get(&now_s), >=, 1120);
    for (guint i = 0; i < N_THREADS; i++) {
        g_atomic_int_set(&threads[i].quit, TRUE);
        g_main_context_wakeup(threads[i].context);
        g_thread_join(running[i]);
        g_main_context_unref(threads[i].context);
    }
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
    g_autoptr(FairyLimiter) limiter = fairy_limiter_new(NULL, NULL);
    g_autoptr(FairyGates) gates = fairy_gates_new(limiter);
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
    g_test_add_func("/gate/served", test_served);
    g_test_add_func("/gate/rate", test_rate);
    g_test_add_func("/gate/tokens", test_tokens);
    g_test_add_func("/gate/threads", test_threads);
    g_test_add_func("/gate/doubt", test_doubt);
    g_test_add_func("/gate/again", test_again);
    g_test_add_func("/gate/kept", test_kept);
    g_test_add_func("/gate/machine", test_machine);
    return g_test_run();
}
