/* What goes wrong in a team: models that fail, leaders that give up or wait for nothing, budgets
 * that are used up. All come to rest, and nothing is lost. */
#include "common/team_scene.h"

#include <fairy/limits.h>

/* --- models ----------------------------------------------------------------------------------- */

/* A fairy whose model fails: its task is to do again, then has failed; the leader is told each
 * time, and can end the project. */
static void test_failing(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_401);
    test_team_ask(&scene, 3);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "failed");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "fairy-2\\\": to do again: "), >=,
                     1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "ANTHROPIC_API_KEY"), >=, 1);
    g_assert_cmpuint(fairy_team_n_open(scene.team), ==, 1);
    test_team_assert_idle(&scene);
}

/* A leader whose own model fails: the project stays open, to be gone on with. */
static void test_failing_leader(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_BEGIN));
    test_team_add(&scene, TEST_LEADER, TEST_ANSWER_401);
    test_team_ask(&scene, 3);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_MODEL);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_OPEN);
}

/* A leader that gives up: it is told that nobody is at work, and then the project is cancelled. */
static void test_giving_up(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_BEGIN));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("hm")));
    test_team_ask(&scene, 3);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_CANCELLED);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "Nobody is at work"), >=, 1);
    test_team_assert_idle(&scene);
}

/* --- waits ------------------------------------------------------------------------------------ */

/* A leader that rests, waiting for a task that nobody is at, when the other comes to rest: it is
 * asked again, though what it waits for hasn't ended. */
static void test_looked_after(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_RIGHT
                                        "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t2", "fairy-3")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until_at_work(&scene);
    g_assert_true(fairy_projects_is_waiting(fairy_team_projects(scene.team), "fairy"));
    g_assert_false(test_team_went(&scene, "@t2"));
    test_team_stop_second(&scene);
    test_team_rest(&scene);
    g_assert_no_error(scene.error);
    g_assert_true(test_team_went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* Waits end by themselves; what can be done then is told. */
static void test_waits_have_ends(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    const GPtrArray *waits = fairy_projects_waits(fairy_team_projects(scene.team));
    while (waits->len == 0) {
        g_main_context_iteration(NULL, TRUE);
    }
    gint64 left =
        fairy_supervise_next_deadline(fairy_team_projects(scene.team)) - g_get_real_time();
    g_assert_cmpint(left, >, 0);
    g_assert_cmpint(left, <=, (gint64)FAIRY_MAX_TASK_WAIT_MS * G_TIME_SPAN_MILLISECOND);
    test_team_add(&scene, TEST_LEADER, TEST_ANSWER_SILENCE);
    fairy_projects_expire((FairyProjects *)fairy_team_projects(scene.team), G_MAXINT64);
    while (test_team_times_told(&scene, TEST_LEADER, "wait again by await-tasks-completion") == 0) {
        g_main_context_iteration(NULL, TRUE);
    }
}

/* --- budgets ---------------------------------------------------------------------------------- */

/* One that asks while another has all of the budget set aside waits for it. */
static void test_shared_budget(void)
{
    g_auto(TestTeam) scene = {0};
    const FairyBudgetLimits limits = {.requests = -1, .tokens = 60000, .usd = -1, .time_ms = -1};
    scene.budget = fairy_budget_new(&limits, NULL, NULL);
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(fairy_budget_under_way(scene.budget), ==, 0);
}

/* One that never ends uses up what its task has, and nothing of the other's: that is done, the
 * leader is told, and has something left to end the project. */
static void test_parts_of_budget(void)
{
    g_auto(TestTeam) scene = {0};
    const FairyBudgetLimits limits = {.requests = 16, .tokens = -1, .usd = -1, .time_ms = -1};
    scene.budget = fairy_budget_new(&limits, NULL, NULL);
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("hm")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DROP("t1") "," TEST_END));
    for (guint i = 0; i < 16; i++) {
        test_team_add(&scene, TEST_SECOND,
                      i % 2 ? TEST_REPLY(TEST_OFFSET("a", -5)) : TEST_REPLY(TEST_OFFSET("a", 5)));
    }
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7)));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_cmpstr(test_team_task_state(&scene, "t2"), ==, "done");
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "deleted");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "that this task has is used up"), >=,
                     1);
    g_assert_cmpuint(fairy_budget_requests(scene.budget), <, 16);
}

/* A budget that is used up ends all; what is missing is told, and nothing is lost. */
static void test_spent(void)
{
    g_auto(TestTeam) scene = {0};
    const FairyBudgetLimits limits = {.requests = 1, .tokens = -1, .usd = -1, .time_ms = -1};
    scene.budget = fairy_budget_new(&limits, NULL, NULL);
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_ask(&scene, 3);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "ready");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_OPEN);
}

/* --- stopped ---------------------------------------------------------------------------------- */

static void stop_all(TestTeam *scene)
{
    g_autoptr(GError) error = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_CANCELLED, "stopped");
    const GPtrArray *agents = fairy_team_agents(scene->team);
    for (guint i = 0; i < agents->len; i++) {
        fairy_agent_limit(agents->pdata[i], error);
    }
}

/* Who stops them while the last words are said, when the project is over, is told so. */
static void test_stopped_late(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add_part(&scene, TEST_LEADER, TEST_REPLY(TEST_END "," TEST_THINK("and so")));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until(&scene, "fairy:end-project:ok");
    stop_all(&scene);
    test_team_rest(&scene);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* That one's budget was used up before isn't why they stopped. */
static void test_stopped_after_fault(void)
{
    g_auto(TestTeam) scene = {0};
    g_autoptr(GError) spent = g_error_new_literal(FAIRY_ERROR, FAIRY_ERROR_BUDGET, "used up");
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_ANSWER_SILENCE);
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_add(&scene, TEST_THIRD, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until_at_work(&scene);
    fairy_agent_limit(test_team_fairy(&scene, "fairy-2"), spent);
    fairy_agent_limit(test_team_fairy(&scene, "fairy"), spent);
    stop_all(&scene);
    test_team_rest(&scene);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_CANCELLED);
}

static void add_tests(void)
{
    g_test_add_func("/team/failing", test_failing);
    g_test_add_func("/team/failing-leader", test_failing_leader);
    g_test_add_func("/team/giving-up", test_giving_up);
    g_test_add_func("/runtime/17-looked-after-at-every-rest", test_looked_after);
    g_test_add_func("/team/waits-have-ends", test_waits_have_ends);
    g_test_add_func("/team/shared-budget", test_shared_budget);
    g_test_add_func("/team/parts-of-budget", test_parts_of_budget);
    g_test_add_func("/team/spent", test_spent);
    g_test_add_func("/team/stopped-late", test_stopped_late);
    g_test_add_func("/team/stopped-after-fault", test_stopped_after_fault);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
