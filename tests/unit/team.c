/* Several fairies at one drawing: a leader and others, and a pair, from what the person says to the
 * end; areas and claims while they are at work. */
#include "common/team_scene.h"

/* --- to the end ------------------------------------------------------------------------------- */

static void test_team(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\",\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_true(test_team_went(&scene, "fairy-2:offset:ok@t1 "));
    g_assert_true(test_team_went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpuint(test_team_times_in_first(&scene, TEST_SECOND, "Do it."), ==, 1);
    g_assert_cmpuint(fairy_team_n_open(scene.team), ==, 0);
    test_team_assert_idle(&scene);
}

/* Who asks a team with nothing to do is told so, and isn't called as well. */
static void test_nothing_left(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_ABORT));
    test_team_ask(&scene, 3);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ABORTED);
    g_assert_false(fairy_team_ask(scene.team, NULL));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_assert_cmpuint(scene.n_rests, ==, 1);
}

static void test_duo(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK(
                      "t2", "fairy", 160, 0, 240,
                      300) "," TEST_DIRECT("t1", "fairy-2") "," TEST_START("t2")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_ask(&scene, 2);
    g_assert_no_error(scene.error);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_true(test_team_went(&scene, "fairy:offset:ok@t2 "));
    g_assert_cmpuint(test_team_times_in_first(&scene, TEST_LEADER, "Do it."), ==, 1);
    test_team_assert_idle(&scene);
}

/* What comes after another begins when that is done, of which the leader is told though it waits
 * for all of them. */
static void test_after(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(
        &scene, TEST_LEADER,
        TEST_REPLY(
            TEST_BEGIN
            "," TEST_TASK_LEFT
            "," TEST_TASK_AFTER("t2", "fairy-3", 160, 0, 240, 300, "\"t1\"") "," TEST_DIRECT(
                "t2", "fairy-3") "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\",\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("so it waits")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t2", "fairy-3")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_true(test_team_went(&scene, "fairy:direct-to-start-project-task:refused "));
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "A task waits no more"), >=, 1);
    g_assert_cmpstr(test_team_task_state(&scene, "t2"), ==, "done");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* What comes after a task that failed can't begin: the leader is told once. */
static void test_stuck(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_AFTER(
                      "t2", "fairy-3", 160, 0, 240, 300,
                      "\"t1\"") "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\",\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t1", "fairy-2")));
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY("{\"_type\":\"update-project-task\",\"taskId\":\"t2\"}," TEST_DIRECT(
                      "t2", "fairy-3")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_401);
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "failed");
    g_assert_cmpstr(test_team_task_state(&scene, "t2"), ==, "done");
    const TestRequest *last =
        test_server_request(scene.server, test_server_requests(scene.server) - 1);
    g_autofree char *said =
        g_strndup(g_bytes_get_data(last->body, NULL), g_bytes_get_size(last->body));
    g_auto(GStrv) parts = g_strsplit(said, "can't begin: \\\"t2", -1);
    g_assert_cmpuint(g_strv_length(parts), ==, 2);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* Two neighbours, and a third task that joins what they made, over both: not beside them, and with
 * arrows from one's shapes to the other's, drawn and connected. */
static void test_joining(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(
        &scene, TEST_LEADER,
        TEST_REPLY(
            TEST_BEGIN
            "," TEST_TASK_LEFT "," TEST_TASK_RIGHT
            "," TEST_TASK_AFTER("t3", "fairy-2", 0, 0, 400, 300, "\"t1\",\"t2\"") "," TEST_DIRECT(
                "t1", "fairy-2") "," TEST_DIRECT("t2",
                                                 "fairy-3") "," TEST_AWAIT_ALL("\"t1\",\"t2\"")));
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_DIRECT("t3", "fairy-2") "," TEST_AWAIT("\"t3\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_BOX("left", 20) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_BOX("right", 280) "," TEST_DONE));
    test_team_add(&scene, TEST_SECOND,
                  TEST_REPLY("{\"_type\":\"connect\",\"fromId\":\"left\",\"toId\":\"right\"},"
                             "{\"_type\":\"connect\",\"fromId\":\"b\",\"toId\":\"a\"}," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_true(test_team_went(
        &scene, "fairy-2:connect:ok@t3 fairy-2:connect:ok@t3 fairy-2:mark-task-done:ok"));
    g_assert_cmpstr(test_team_task_state(&scene, "t3"), ==, "done");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(scene.doc);
    guint n = 0;
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        n += g_strcmp0(shape->from_id, "left") == 0 && g_strcmp0(shape->to_id, "right") == 0;
        n += g_strcmp0(shape->from_id, "b") == 0 && g_strcmp0(shape->to_id, "a") == 0;
    }
    g_assert_cmpuint(n, ==, 2);
}

/* What the leader plans stays in its sight: its memory is at the project's level from the start. */
static void test_remembering(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_BEGIN "," TEST_THINK("left box first")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_ask(&scene, 3);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "left box first"), >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "move both boxes"), ==, 2);
}

/* --- areas and claims ------------------------------------------------------------------------- */

/* Where another is at work nobody else changes anything; whose it is is said. What is near is seen
 * all the same, and no more than that. */
static void test_area(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("b", 5)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_true(test_team_went(&scene, "fairy-2:offset:refused@t1 "));
    g_assert_true(test_team_went(&scene, "fairy-2:offset:ok@t1 "));
    g_assert_true(test_team_went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpuint(
        test_team_times_told(&scene, TEST_SECOND, "lies beyond your area") +
            test_team_times_told(&scene, TEST_SECOND, "is another's"), /* if that was first */
        >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "your view: 0,0,240,300\\n"), >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "\\nb 200,30,100,40"), >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, "your view: 40,0,360,300\\n"), >=, 1);
    g_assert_true(g_str_has_suffix(scene.way->str, "fairy:end-project:ok ")); /* not asked again */
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* Areas that overlap: what was made for a task in progress is that one's. */
static void test_claims(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(
        &scene, TEST_LEADER,
        TEST_REPLY(TEST_BEGIN "," TEST_TASK("t1", "fairy-2", 0, 0, 300, 300) "," TEST_TASK(
            "t2", "fairy-3", 100, 0, 300,
            300) "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("b", -5) "," TEST_OFFSET("b", 1)));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY("{\"_type\":\"delete\",\"shapeId\":\"b\"}"));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    g_assert_true(fairy_projects_start_task_of(fairy_team_projects(scene.team), "fairy", "fairy-3",
                                               "t2", NULL, NULL));
    test_team_until(&scene, "fairy-3:delete:");
    g_assert_true(test_team_went(&scene, "fairy-3:delete:refused@t2 "));
    g_assert_true(svg_document_has_id(scene.doc, "b"));
}

static void add_tests(void)
{
    g_test_add_func("/team/team", test_team);
    g_test_add_func("/team/nothing-left", test_nothing_left);
    g_test_add_func("/team/duo", test_duo);
    g_test_add_func("/team/after", test_after);
    g_test_add_func("/team/stuck", test_stuck);
    g_test_add_func("/team/joining", test_joining);
    g_test_add_func("/team/remembering", test_remembering);
    g_test_add_func("/team/area", test_area);
    g_test_add_func("/runtime/73-what-is-claimed-is-kept", test_claims);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
