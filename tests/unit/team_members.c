/* Members of a team that are sent elsewhere, told something, stopped, or gone, and that come and go
 * while others are at work. */
#include "common/team_scene.h"

#include <string.h>

/* --- at tasks --------------------------------------------------------------------------------- */

/* Sent to another task, a fairy stops at once, is told that the one it was at was taken from it,
 * and does the other; somebody else does the first. */
static void test_redirected(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_RIGHT
                                        "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_DIRECT("t1", "fairy-3") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_OFFSET("a", 3) "," TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    g_assert_true(fairy_projects_start_task_of(fairy_team_projects(scene.team), "fairy", "fairy-2",
                                               "t2", NULL, NULL));
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "ready");
    test_team_rest(&scene);
    g_assert_true(test_team_went(&scene, "fairy-2:offset:ok@t2 "));
    g_assert_true(test_team_went(&scene, "fairy-3:offset:ok@t1 "));
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "was taken from you"), ==, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "go as it was meant to"), ==, 0);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* What is planned for a fairy that is at a task, and is dropped again, leaves it at that. */
static void test_undisturbed(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    FairyProjects *projects = fairy_team_projects(scene.team);
    FairyTaskPlan plan = {.id = "more", .title = "More", .box = {160, 0, 90, 90}};
    g_assert_true(fairy_projects_add_task(projects, "fairy", "fairy-2", &plan, NULL));
    g_assert_cmpstr(test_team_mode(&scene, 1), ==, "working-drone");
    g_assert_true(fairy_projects_delete_task(projects, "fairy", "more", NULL, NULL));
    g_assert_cmpstr(test_team_mode(&scene, 1), ==, "working-drone");
    g_assert_true(fairy_agent_is_running(test_team_fairy(&scene, "fairy-2")));
}

/* The leader drops the task that another is at: that one stops at once, and stands by. */
static void test_dropped(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    FairyAgent *second = test_team_fairy(&scene, "fairy-2");
    test_team_until_at_work(&scene);
    g_assert_true(fairy_projects_delete_task(fairy_team_projects(scene.team), "fairy", "t1",
                                             "not needed", NULL));
    g_assert_false(fairy_agent_is_running(second));
    test_team_rest(&scene);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "deleted");
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* What the person says while others work goes to who leads, which is asked at once; they work on,
 * and what was waited for is still waited for (runtime reference §3.10). */
static void test_follow_up(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_MESSAGE));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    FairyAgent *leader = fairy_team_find(scene.team, NULL);
    FairyAgent *second = test_team_fairy(&scene, "fairy-2");
    test_team_until_at_work(&scene);
    g_assert_cmpstr(test_team_mode(&scene, 0), ==, "orchestrating-waiting");
    fairy_team_tell(scene.team, leader, "and make them red");
    test_team_until(&scene, "fairy:message:ok ");
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "and make them red"), ==, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_SECOND, "and make them red"), ==, 0);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "in-progress");
    g_assert_true(fairy_agent_is_running(second));
    g_assert_true(fairy_projects_is_waiting(fairy_team_projects(scene.team), "fairy"));
}

/* --- stopped and gone ------------------------------------------------------------------------- */

static void test_stopped(void)
{
    g_auto(TestTeam)
        scene = {.when = FAIRY_EVENT_ACTION, .whose = "fairy-2", .then = test_team_stop_second};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND,
                  TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "cancelled");
    g_assert_false(test_team_went(&scene, "fairy-2:offset:ok@t1 fairy-2:offset"));
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

static void stop_leader(TestTeam *scene)
{
    fairy_team_stop(scene->team, fairy_team_find(scene->team, NULL));
}

static void test_stopped_leader(void)
{
    g_auto(TestTeam) scene = {.when = FAIRY_EVENT_ACTION, .whose = "fairy-2", .then = stop_leader};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 5)));
    test_team_ask(&scene, 3);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_CANCELLED);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "move both boxes"), ==,
                     1); /* it isn't asked again */
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "cancelled");
    test_team_assert_idle(&scene);
}

/* A fairy that is gone takes its task with it, which is told. */
static void test_gone(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until_at_work(&scene);
    fairy_team_remove(scene.team, test_team_fairy(&scene, "fairy-2"));
    test_team_rest(&scene);
    g_assert_cmpstr(test_team_task_state(&scene, "t1"), ==, "lost");
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "is lost"), >=, 1);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* --- that come and go ------------------------------------------------------------------------- */

/* One that joins is given a task; one that leaves loses none. */
static void test_joined(void)
{
    g_auto(TestTeam) scene = {0};
    g_autoptr(GError) error = NULL;
    FairyAgent *joined = NULL;
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_TASK("t2", "fairy-4", 160, 0, 240, 300) "," TEST_DIRECT(
                      "t2", "fairy-4") "," TEST_AWAIT("\"t2\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("t2") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t1", "fairy-4")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_add(&scene, "you: fairy-4 ", TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE));
    test_team_add(&scene, "you: fairy-4 ", TEST_REPLY(TEST_OFFSET("a", 3) "," TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    g_assert_false(fairy_team_join(scene.team, "Fairy-2", &joined, &error));
    g_assert_cmpstr(error->message, ==,
                    "a fairy called \"Fairy-2\" is here already; choose another name");
    g_clear_error(&error);
    g_assert_false(fairy_team_join(scene.team, "a\nb", &joined, NULL));
    g_assert_true(fairy_team_join(scene.team, "Ivy", &joined, NULL));
    g_assert_cmpstr(fairy_agent_name(joined), ==, "fairy-4");
    g_assert_true(fairy_team_find(scene.team, "Ivy") == joined);
    test_team_until(&scene, "fairy:think:ok fairy:await-tasks-completion:ok ");
    g_assert_true(fairy_team_leave(scene.team, test_team_fairy(&scene, "fairy-2"), NULL));
    g_assert_null(fairy_team_find(scene.team, "fairy-2"));
    test_team_rest(&scene);
    g_assert_true(test_team_went(&scene, "fairy-4:offset:ok@t2 "));
    g_assert_true(test_team_went(&scene, "fairy-4:offset:ok@t1 "));
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "another fairy join your project"),
                     >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "has a fairy leave your project"),
                     >=, 1);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* Another leads, is told what the person said and wasn't read, and goes on; who led can leave then.
 * A snapshot of that is gone on with by those who are there. */
static void test_handed_over(void)
{
    g_auto(TestTeam) scene = {0};
    g_autoptr(GError) error = NULL;
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_THIRD, TEST_REPLY(TEST_END));
    test_team_add_part(&scene, TEST_SECOND,
                       TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1)));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until(&scene, "fairy-2:offset:ok@t1 ");
    FairyAgent *leader = fairy_team_find(scene.team, NULL);
    g_assert_false(fairy_team_leave(scene.team, leader, &error));
    g_assert_cmpstr(error->message, ==, "\"fairy\" leads the project; have another one lead first");
    fairy_agent_post(
        leader,
        &(FairyInput){.words = "and be quick", .source = FAIRY_SOURCE_USER, .view = SVG_BOX_EMPTY});
    g_assert_true(fairy_team_lead(scene.team, test_team_fairy(&scene, "fairy-3"), NULL));
    g_assert_cmpstr(test_team_mode(&scene, 0), ==, "standing-by");
    g_assert_cmpstr(test_team_mode(&scene, 2), ==, "orchestrating-active");
    g_assert_true(fairy_team_find(scene.team, NULL) == test_team_fairy(&scene, "fairy-3"));
    g_assert_true(fairy_team_leave(scene.team, leader, NULL));
    test_team_until(&scene, "fairy-3:await-tasks-completion:ok ");
    cJSON *kept = fairy_team_snapshot(scene.team);
    FairyTeamOptions options = {.agent = {.view = SVG_BOX_EMPTY, .kept = kept},
                                .n = fairy_team_size(scene.team)};
    g_autoptr(FairyTeam) again = fairy_team_new(scene.doc, &options, NULL);
    g_assert_cmpuint(fairy_team_agents(again)->len, ==, 2);
    g_assert_cmpstr(fairy_agent_name(fairy_team_find(again, NULL)), ==, "fairy-3");
    cJSON_Delete(kept);
    test_team_stop_second(&scene);
    test_team_rest(&scene);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, "has you lead the project"), >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, "move both boxes"), >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, "\\\"projectPlan\\\":\\\"p\\\""), >=,
                     1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_THIRD, "and be quick"), >=, 1);
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "and be quick"), ==, 0);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(&scene);
}

/* A fairy by itself is no team. */
static void test_alone(void)
{
    g_auto(TestTeam) scene = {0};
    g_autoptr(GError) error = NULL;
    FairyAgent *joined = NULL;
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_MESSAGE));
    test_team_begin(&scene, 1);
    FairyAgent *agent = fairy_team_find(scene.team, NULL);
    g_assert_false(fairy_team_join(scene.team, NULL, &joined, &error));
    g_assert_nonnull(strstr(error->message, "works here by itself"));
    g_assert_false(fairy_team_leave(scene.team, agent, NULL));
    g_assert_false(fairy_team_lead(scene.team, agent, NULL));
    g_assert_cmpuint(fairy_team_agents(scene.team)->len, ==, 1);
}

static void add_tests(void)
{
    g_test_add_func("/team/redirected", test_redirected);
    g_test_add_func("/team/undisturbed", test_undisturbed);
    g_test_add_func("/team/dropped", test_dropped);
    g_test_add_func("/team/follow-up", test_follow_up);
    g_test_add_func("/team/stopped", test_stopped);
    g_test_add_func("/team/stopped-leader", test_stopped_leader);
    g_test_add_func("/team/gone", test_gone);
    g_test_add_func("/team/joined", test_joined);
    g_test_add_func("/team/handed-over", test_handed_over);
    g_test_add_func("/team/alone", test_alone);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
