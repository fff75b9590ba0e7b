/* Several fairies, interrupted, let go and told something at any moment: by number, what was wrong
 * in the system whose runtime this is (runtime reference §10). */
#include "common/team_scene.h"

#include <string.h>

#define LOOK "{\"_type\":\"set-view\",\"x\":40,\"y\":10,\"w\":60,\"h\":50}"
/* Of a pair: its leader's own task, and the other's. */
#define PAIR                      \
    TEST_BEGIN "," TEST_TASK_LEFT \
               "," TEST_TASK("t2", "fairy", 160, 0, 240, 300) "," TEST_DIRECT("t1", "fairy-2")

static void begin_and_say(TestTeam *scene, guint n)
{
    test_team_begin(scene, n);
    test_team_say(scene, "move both boxes");
}

/* All that goes on by itself. */
static void settle(void)
{
    while (g_main_context_iteration(NULL, FALSE)) {
    }
}

/* --- interrupted ------------------------------------------------------------------------------ */

static void stop_leader(TestTeam *scene)
{
    fairy_team_stop(scene->team, fairy_team_find(scene->team, NULL));
}

static const FairyEventKind moments[] = {
    FAIRY_EVENT_FAIRY,  FAIRY_EVENT_MODE,     FAIRY_EVENT_REQUEST, FAIRY_EVENT_PARTIAL,
    FAIRY_EVENT_ACTION, FAIRY_EVENT_ANSWERED, FAIRY_EVENT_REST,
};

/* The person stops who leads, from within whatever is told of any of them: the project is over,
 * nobody is asked any more, and nobody changes anything. */
static void test_stopped_at(const char *whose, FairyEventKind when, guint n)
{
    g_auto(TestTeam) scene = {.when = when, .whose = whose, .then = stop_leader};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 3)));
    begin_and_say(&scene, n);
    test_team_rest(&scene);
    g_test_message("%s %s: %s", whose, fairy_event_name(when), scene.asked->str);
    g_assert_null(scene.then);
    guint asked = test_server_requests(scene.server);
    gsize way = scene.way->len;
    settle();
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_CANCELLED);
    g_assert_cmpuint(test_server_requests(scene.server), ==, asked);
    g_assert_cmpuint(scene.way->len, ==, way);
    g_assert_cmpuint(scene.n_rests, ==, 1);
    test_team_assert_idle(&scene);
}

static void test_stopped(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(moments); i++) {
        for (guint n = 2; n <= 3; n++) {
            test_stopped_at("fairy-2", moments[i], n);
            test_stopped_at("fairy", moments[i], n);
        }
    }
}

static void tell_second(TestTeam *scene)
{
    fairy_team_tell(scene->team, test_team_fairy(scene, "fairy-2"), "and be quick");
}

/* A word to one that is at a task, at any moment: it is read once, by it. */
static void test_told(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(moments) - 1; i++) {
        g_auto(TestTeam) scene = {.when = moments[i], .whose = "fairy-2", .then = tell_second};
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
        test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 3)));
        test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 1) "," TEST_DONE));
        test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_DONE));
        test_team_ask(&scene, 3);
        g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "and be quick"), >=, 1);
        g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "and be quick"), ==, 0);
        g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    }
}

/* --- let go ----------------------------------------------------------------------------------- */

/* With members in any mode, all at once or one after the other. */
static void test_let_go(void)
{
    for (guint steps = 0; steps < 60; steps += 2) {
        g_auto(TestTeam) scene = {0};
        guint n = 2 + steps / 2 % 2;
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
        test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
        begin_and_say(&scene, n);
        for (guint i = 0; i < steps; i++) {
            g_main_context_iteration(NULL, FALSE);
        }
        if (steps % 4 == 0) {
            fairy_team_remove(scene.team, test_team_fairy(&scene, "fairy-2"));
        }
    }
}

/* Whatever mode it is in, who is gone takes its tasks with it, and all others come to rest. */
static void test_gone(void)
{
    static const struct {
        const char *plan, *until;
        guint n;
    } rows[] = {
        {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_THINK("x")), "fairy:think:ok ", 3},
        {TEST_REPLY(TEST_PLAN_ONE "," TEST_THINK("x")), "fairy:think:ok ", 3},
        {TEST_REPLY(TEST_PLAN_ONE), "fairy-2:offset:ok@t1 ", 3},
        {TEST_REPLY(TEST_PLAN_ONE), "fairy-2:offset:ok@t1 ", 2},
        {TEST_REPLY(PAIR "," TEST_START("t2")), "fairy-2:offset:ok@t1 ", 2},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(TestTeam) scene = {0};
        test_team_add(&scene, TEST_LEADER, rows[i].plan);
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
        test_team_add_part(&scene, TEST_SECOND,
                           TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
        begin_and_say(&scene, rows[i].n);
        test_team_until(&scene, rows[i].until);
        fairy_team_remove(scene.team, test_team_fairy(&scene, "fairy-2"));
        test_team_rest(&scene);
        g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "lost");
        g_assert_cmpint(test_team_project_state(&scene), ==,
                        rows[i].n == 2 ? FAIRY_PROJECT_CANCELLED : FAIRY_PROJECT_ENDED);
        g_assert_cmpstr(test_team_mode(&scene, 0), ==, "idling");
        g_assert_cmpuint(fairy_team_agents(scene.team)->len, ==, rows[i].n - 1);
    }
}

/* --- what is looked at, and who is told ------------------------------------------------------- */

/* Refused, told, and woken, each looks where it looked. */
static void test_view(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(LOOK "," TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("nix", 5)));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_DONE));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    tell_second(&scene);
    test_team_rest(&scene);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "your view: 0,0,240,300\\n"), ==, 3);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, ""), ==, 3);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "your view: 40,10,60,50\\n"), ==, 2);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, ""), ==, 3);
}

/* One at a task reads it there, and stays at it. */
static void test_person_at_task(void)
{
    g_auto(TestTeam) scene = {0};
    SvgBox box = SVG_BOX_EMPTY;
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 7) "," TEST_DONE));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    test_team_until_at_work(&scene);
    tell_second(&scene);
    g_assert_cmpstr(test_team_mode(&scene, 1), ==, "working-drone");
    test_team_rest(&scene);
    g_assert_true(test_team_went(&scene, "fairy-2:offset:ok@t1 fairy-2:mark-task-done:ok"));
    g_assert_true(svg_document_bounds(scene.doc, "a", &box, NULL));
    g_assert_cmpfloat(box.x, ==, 20 + 5 + 7);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "and be quick"), ==, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "your task: t1 0,0,160,300"), ==, 2);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "and be quick"), ==, 0);
}

/* Who leads a pair is where it can answer, and its own task is to do again. */
static void test_person_at_own_task(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(PAIR "," TEST_START("t2")));
    test_team_add_part(&scene, TEST_LEADER,
                       TEST_REPLY(TEST_OFFSET("b", 5) "," TEST_OFFSET("b", 1)));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_MESSAGE "," TEST_START("t2")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    begin_and_say(&scene, 2);
    test_team_until(&scene, "fairy:offset:ok@t2 ");
    fairy_team_tell(scene.team, fairy_team_find(scene.team, NULL), "how far are you?");
    test_team_rest(&scene);
    g_assert_nonnull(strstr(scene.asked->str, "fairy:working-orchestrator "));
    g_assert_true(test_team_went(&scene, "fairy:message:ok "));
    g_assert_cmpstr(test_team_task_state(&scene, "t2"), ==, "done");
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "how far are you?"), ==, 0);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* --- long, and kept --------------------------------------------------------------------------- */

static gsize deepest, shallowest;

static void measure(TestTeam *scene)
{
    gsize here = (gsize)__builtin_frame_address(0);
    deepest = MIN(deepest, here);
    shallowest = MAX(shallowest, here);
    scene->then = measure;
}

/* Many requests, of one that does a task and of one that plans, stand on no more stack than one. */
static void test_loop(void)
{
    static const FairyBudgetLimits limits = {
        .requests = 60, .tokens = -1, .usd = -1, .time_ms = -1};
    static const char *const whose[] = {"fairy", "fairy-2"};
    for (gsize i = 0; i < G_N_ELEMENTS(whose); i++) {
        g_auto(TestTeam) scene = {.when = FAIRY_EVENT_REQUEST,
                                  .whose = whose[i],
                                  .then = measure,
                                  .budget = fairy_budget_new(&limits, NULL, NULL)};
        deepest = G_MAXSIZE;
        shallowest = 0;
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
        for (guint n = 0; i == 0 && n < 40; n++) {
            g_autofree char *reply = g_strdup_printf(
                "{\"actions\":[{\"_type\":\"create-project-task\",\"taskId\":\"n%u\",\"title\":\"T"
                "\",\"text\":\"Do.\",\"assignedTo\":\"fairy-3\",\"x\":0,\"y\":0,\"w\":10,\"h\":10}"
                "]}",
                n);
            test_team_add(&scene, TEST_LEADER, reply);
        }
        test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 1)));
        test_team_ask(&scene, 3);
        g_assert_cmpuint(test_server_requests(scene.server), >=, 20);
        g_assert_cmpuint(shallowest - deepest, <, 4096);
    }
}

/* Who came later, and what one has on its list, is kept as all else. */
static void test_kept(void)
{
    g_auto(TestTeam) cut = {0};
    FairyAgent *joined = NULL;
    test_team_add(&cut, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&cut, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add_part(&cut, TEST_SECOND,
                       TEST_REPLY(TEST_TODO("mine", "todo") "," TEST_OFFSET("a", 1)));
    begin_and_say(&cut, 3);
    test_team_until(&cut, "fairy-2:update-todo:ok@t1 ");
    g_assert_true(fairy_team_join(cut.team, "Ivy", &joined, NULL));
    cJSON *kept = fairy_team_snapshot(cut.team);
    g_auto(TestTeam) scene = {.kept = kept};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND,
                  TEST_REPLY(TEST_TODO("mine", "done") "," TEST_OFFSET("a", 3) "," TEST_DONE));
    test_team_begin(&scene, fairy_team_size(cut.team));
    g_assert_nonnull(fairy_team_find(scene.team, "Ivy"));
    test_team_say(&scene, NULL);
    test_team_rest(&scene);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "mine"), ==, 1);
    g_assert_true(test_team_went(&scene, "fairy-2:update-todo:ok@t1 "));
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene); /* no list leads to another run */
    cJSON_Delete(kept);
}

static void add_tests(void)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"43-stopped-at-any-moment", test_stopped},
        {"43-told-at-any-moment", test_told},
        {"44-let-go-at-any-moment", test_let_go},
        {"45-one-is-gone", test_gone},
        {"46-view-stays", test_view},
        {"47-person-at-task", test_person_at_task},
        {"47-person-at-own-task", test_person_at_own_task},
        {"49-a-loop", test_loop},
        {"68-kept-with-who-joined", test_kept},
    };
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/runtime/", tests[i].path, NULL);
        g_test_add_func(path, tests[i].test);
    }
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
