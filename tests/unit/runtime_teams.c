/* Several fairies: by number, what was wrong in the system whose runtime this is (runtime reference
 * §10). tests/remedies.txt says where the other numbers are. */
#include "common/team_scene.h"

#include <fairy/limits.h>

#include <string.h>

#define ANSWER_500                                                                       \
    "answer POST /v1/messages\nstatus 500 Oops\nheader content-type: application/json\n" \
    "body {}\n"
/* Of a pair: its leader's own task, and the other's. */
#define PAIR                      \
    TEST_BEGIN "," TEST_TASK_LEFT \
               "," TEST_TASK("t2", "fairy", 160, 0, 240, 300) "," TEST_DIRECT("t1", "fairy-2")

static FairyProjects *projects_of(const TestTeam *scene)
{
    return fairy_team_projects(scene->team);
}

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

static FairyBudget *requests(gint64 n)
{
    const FairyBudgetLimits limits = {.requests = n, .tokens = -1, .usd = -1, .time_ms = -1};
    return fairy_budget_new(&limits, NULL, NULL);
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* What it waited for ends while it is still writing, and the person interrupts that: it reads
 * both, once. */
static void test_mailbox(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add_part(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE "," TEST_THINK("and so on")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:mark-task-done:ok");
    test_team_until(&scene, "fairy:await-tasks-completion:");
    settle();
    fairy_team_tell(scene.team, fairy_team_find(scene.team, NULL), "and be quick");
    test_team_rest(&scene);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "and be quick"), ==, 1);
    g_assert_cmpuint(
        test_team_times_told(&scene, TEST_LEADER, "What became of what you waited for"), ==, 1);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

static void is_there_already(TestTeam *scene)
{
    g_assert_cmpstr(test_team_mode(scene, 1), ==, "working-drone");
    g_assert_nonnull(fairy_projects_task_of(projects_of(scene), "fairy-2"));
}

/* Sent to another task it leaves the first, also its list, and hears of each mode when it is in it.
 */
static void test_modes(void)
{
    g_auto(TestTeam)
        scene = {.when = FAIRY_EVENT_MODE, .whose = "fairy-2", .then = is_there_already};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_RIGHT "," TEST_DIRECT(
                      "t1", "fairy-2") "," TEST_AWAIT("\"t1\",\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t2", "fairy-2")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DROP("t1") "," TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_TODO("of-the-first", "todo") "," TEST_OFFSET("a", 1)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:update-todo:ok@t1 ");
    test_team_until_at_work(&scene);
    fairy_team_tell(scene.team, fairy_team_find(scene.team, NULL), "the right one first");
    test_team_rest(&scene);
    g_assert_null(scene.then);
    g_assert_true(test_team_went(&scene, "fairy-2:offset:ok@t2 fairy-2:mark-task-done:ok"));
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "of-the-first"), ==, 0);
    g_assert_cmpstr(test_team_task_state(&scene, "t2"), ==, "done");
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "deleted");
}

/* --- beginning -------------------------------------------------------------------------------- */

/* A word to one that stands by begins nothing, and is read with its task; then all ends as it does
 * else. */
static void test_standing_by(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(
        &scene, TEST_LEADER,
        TEST_REPLY(TEST_TASK_RIGHT "," TEST_DIRECT("t2", "fairy-3") "," TEST_AWAIT("\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    FairyAgent *third = test_team_fairy(&scene, "fairy-3");
    fairy_team_tell(scene.team, third, "gently");
    settle();
    g_assert_false(fairy_agent_is_running(third));
    g_assert_cmpuint(fairy_agent_n_inputs(third), ==, 1);
    fairy_team_tell(scene.team, test_team_fairy(&scene, "fairy-2"), "that will do");
    test_team_rest(&scene);
    g_assert_no_error(scene.error);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, "gently"), ==, 1);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* Where nobody can be asked that is told, each time, and nothing is left running. */
static void test_cannot_begin(void)
{
    for (guint n = 2; n <= 3; n++) {
        g_auto(TestTeam) scene = {.budget = requests(0)};
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
        test_team_begin(&scene, n);
        for (guint i = 0; i < 2; i++) {
            test_team_say(&scene, "go");
            test_team_rest(&scene);
            g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
            g_assert_false(fairy_team_is_at_work(scene.team));
        }
        g_assert_cmpuint(test_server_requests(scene.server), ==, 0);
        g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_NEW);
    }
}

/* --- failures --------------------------------------------------------------------------------- */

static void second_stands_by(TestTeam *scene)
{
    g_assert_cmpstr(test_team_mode(scene, 1), ==, "standing-by");
    g_assert_false(fairy_agent_is_running(test_team_fairy(scene, "fairy-2")));
}

/* It is in a mode in which nothing is asked, its task is to do again and then has failed, and who
 * leads is told each time, and goes on. */
static void test_failure(void)
{
    for (guint n = 2; n <= 3; n++) {
        g_auto(TestTeam)
            scene = {.when = FAIRY_EVENT_REST, .whose = "fairy-2", .then = second_stands_by};
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
        test_team_add(&scene, TEST_LEADER,
                      TEST_REPLY(TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")));
        test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
        test_team_add(&scene, TEST_SECOND, TEST_ANSWER_401);
        test_team_ask(&scene, n);
        g_assert_no_error(scene.error);
        g_assert_null(scene.then);
        g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "failed");
        g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "go as it was meant to"), ==, 2);
        g_assert_cmpuint(fairy_agent_n_inputs(test_team_fairy(&scene, "fairy-2")), ==, 0);
        test_team_assert_idle(&scene);
    }
}

static void is_at_rest(TestTeam *scene)
{
    g_assert_cmpstr(test_team_mode(scene, 0), ==, "duo-orchestrating-waiting");
    g_assert_cmpstr(test_team_task_state(scene, "t2"), ==, "ready");
}

/* The same of who leads a pair, at its own task: it leads on. */
static void test_failure_of_leader(void)
{
    g_auto(TestTeam) scene = {.when = FAIRY_EVENT_REST, .whose = "fairy", .then = is_at_rest};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(PAIR "," TEST_START("t2")));
    test_team_add(&scene, TEST_LEADER, TEST_ANSWER_401);
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DROP("t2") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_ask(&scene, 2);
    g_assert_no_error(scene.error);
    g_assert_nonnull(strstr(scene.asked->str, "fairy:working-orchestrator "));
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "done");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* A server that fails for good is asked so often and no more, by whoever. */
static void test_failing_for_good(void)
{
    const guint tries = 1 + FAIRY_MAX_RETRIES;
    g_auto(TestTeam) leader = {0}, other = {0};
    test_team_add(&leader, "", ANSWER_500);
    test_team_ask(&leader, 3);
    g_assert_error(leader.error, FAIRY_ERROR, FAIRY_ERROR_MODEL);
    g_assert_cmpuint(test_server_requests(leader.server), ==, FAIRY_MAX_LEADER_FAILURES * tries);
    test_team_add(&other, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&other, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t1", "fairy-2")));
    test_team_add(&other, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&other, TEST_SECOND, ANSWER_500);
    test_team_ask(&other, 3);
    g_assert_cmpuint(test_team_times_told(&other, TEST_SECOND, ""), ==,
                     FAIRY_MAX_TASK_TRIES * tries);
    g_assert_cmpstr(test_team_task_state(&other, "t1"), ==, "failed");
    g_assert_cmpint(test_team_project_state(&other), ==, FAIRY_PROJECT_ENDED);
}

/* --- limits ----------------------------------------------------------------------------------- */

/* All go on for ever: what they may cost together ends it, and their tasks are there to be done. */
static void test_limits(void)
{
    g_auto(TestTeam) scene = {.budget = requests(9)};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("hm")));
    for (guint i = 0; i < 9; i++) {
        test_team_add(&scene, TEST_SECOND,
                      i % 2 ? TEST_REPLY(TEST_OFFSET("a", -5)) : TEST_REPLY(TEST_OFFSET("a", 5)));
        test_team_add(&scene, TEST_THIRD,
                      i % 2 ? TEST_REPLY(TEST_OFFSET("b", -5)) : TEST_REPLY(TEST_OFFSET("b", 5)));
    }
    test_team_ask(&scene, 3);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpuint(test_server_requests(scene.server), <=, 9);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "ready");
    g_assert_cmpstr(test_team_task_state(&scene, "t2"), ==, "ready");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_OPEN);
}

/* Two are stopped in the middle of an answer: what was seen of it is paid, nothing stays set aside.
 */
static void test_paid(void)
{
    g_auto(TestTeam) scene = {.budget = requests(-1)};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add_part(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 5) "," TEST_OFFSET("b", 1)));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    test_team_until(&scene, "fairy-3:offset:ok@t2 ");
    fairy_team_stop(scene.team, fairy_team_find(scene.team, NULL));
    test_team_rest(&scene);
    g_assert_cmpuint(fairy_budget_requests(scene.budget), ==, 3);
    g_assert_cmpuint(fairy_budget_under_way(scene.budget), ==, 0);
    g_assert_cmpuint(fairy_budget_usage(scene.budget)->input, ==, 300); /* as the server said */
    g_assert_cmpuint(fairy_budget_usage(scene.budget)->output, >, 50);
}

/* --- tasks ------------------------------------------------------------------------------------ */

/* Its leader drops what it is at: it stops at once, and stands by. */
static void test_dropped(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DROP("t1") "," TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    begin_and_say(&scene, 3);
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    test_team_until_at_work(&scene);
    fairy_team_tell(scene.team, fairy_team_find(scene.team, NULL), "leave it");
    test_team_rest(&scene);
    g_assert_nonnull(strstr(scene.modes->str, "fairy-2:standing-by fairy"));
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, ""), ==, 1);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* Sent to no member, to what isn't ready, to what is over: refused, and nobody is asked. */
static void test_checked(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(
        &scene, TEST_LEADER,
        TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_AFTER(
            "t2", "fairy-3", 160, 0, 240, 300, "\"t1\"") "," TEST_DIRECT("t2", "fairy-3")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t1", "fairy-7")));
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_DROP("t2") "," TEST_DROP("t1") "," TEST_DIRECT("t1", "fairy-2")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_ask(&scene, 3);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, ""), ==, 0);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, ""), ==, 0);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* A second task of the same id isn't planned, and one that is free is named. */
static void test_planned_once(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_LEFT));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DROP("t1") "," TEST_END));
    test_team_ask(&scene, 3);
    g_assert_cmpuint(fairy_projects_tasks(projects_of(&scene))->len, ==, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "t1-2\\\" is free"), ==, 1);
}

/* Who said nothing of having changed anything is asked once whether it is done. */
static void test_completion(void)
{
    g_auto(TestTeam) team = {0}, pair = {0};
    test_team_add(&team, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&team, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&team, TEST_SECOND, TEST_REPLY(TEST_DONE));
    test_team_ask(&team, 3);
    g_assert_true(test_team_went(&team, "fairy-2:mark-task-done:refused@t1 "));
    g_assert_true(test_team_went(&team, "fairy-2:mark-task-done:ok ") &&
                  g_str_has_suffix(team.way->str, "fairy:end-project:ok "));
    test_team_add(&pair, TEST_LEADER, TEST_REPLY(PAIR "," TEST_START("t2")));
    test_team_add(&pair, TEST_LEADER, TEST_REPLY(TEST_DONE));
    test_team_add(&pair, TEST_LEADER, TEST_REPLY(TEST_DONE));
    test_team_add(&pair, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add(&pair, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&pair, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_ask(&pair, 2);
    g_assert_true(test_team_went(&pair, "fairy:mark-task-done:refused@t2 "));
    g_assert_true(test_team_went(&pair, "fairy:mark-task-done:ok "));
    g_assert_cmpint(test_team_project_state(&pair), ==, FAIRY_PROJECT_ENDED);
}

static void add_tests(void)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"19-read-whatever-interrupts", test_mailbox},
        {"21-at-another-task", test_modes},
        {"34-told-while-it-stands-by", test_standing_by},
        {"35-nobody-can-begin", test_cannot_begin},
        {"36-failed-at-a-task", test_failure},
        {"36-leader-failed-at-a-task", test_failure_of_leader},
        {"37-failing-for-good", test_failing_for_good},
        {"38-limits-of-all", test_limits},
        {"39-dropped-by-its-leader", test_dropped},
        {"41-sent-where-it-can-go", test_checked},
        {"42-planned-once", test_planned_once},
        {"70-paid-though-stopped", test_paid},
        {"72-nothing-changed", test_completion},
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
