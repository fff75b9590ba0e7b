/* What who leads a team is told of it, and when. */
#include "common/team_scene.h"

#include <string.h>

#define LOOK "{\"_type\":\"set-view\",\"x\":200,\"y\":0,\"w\":100,\"h\":80}"

/* How often `words` are in the nth request of who leads, in all that is said in it. */
static guint times_in(TestTeam *scene, guint nth, const char *words)
{
    g_autofree char *said = test_team_words(scene, TEST_LEADER, nth);
    g_auto(GStrv) parts = g_strsplit(said, words, -1);
    return g_strv_length(parts) - 1;
}

static gboolean is_in(TestTeam *scene, guint nth, const char *words)
{
    return times_in(scene, nth, words) > 0;
}

/* --- waiting ---------------------------------------------------------------------------------- */

/* Who awaits tasks rests, also where it wants to look somewhere: it looks there when it is woken.
 */
static void test_looking_later(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE "," LOOK));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE); /* until the leader awaits it */
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until_at_work(&scene);
    fairy_team_tell(scene.team, test_team_fairy(&scene, "fairy-2"), "go on");
    test_team_rest(&scene);
    g_assert_no_error(scene.error);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_true(is_in(&scene, 1, "What became of what you waited for"));
    g_assert_true(is_in(&scene, 1, "You asked to look at the area"));
    g_assert_true(is_in(&scene, 1, "your view: 200,0,100,80"));
}

/* Who only looks, while it waits for what it awaited before, looks at once. */
static void test_looking_meanwhile(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(LOOK));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("well done")));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE); /* until the leader awaits it */
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until_at_work(&scene);
    fairy_team_tell(scene.team, test_team_fairy(&scene, "fairy-2"), "go on");
    g_assert_true(is_in(&scene, 2, "You asked to look at the area"));
    g_assert_true(fairy_projects_is_waiting(fairy_team_projects(scene.team), "fairy"));
}

/* --- news ------------------------------------------------------------------------------------- */

/* A task fails that is awaited: that is told once, with what can be done. */
static void test_failure_once(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER,
                  TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK_AFTER(
                      "t2", "fairy-3", 160, 0, 240, 300,
                      "\"t1\"") "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DIRECT("t1", "fairy-2")));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_DROP("t2") "," TEST_END));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_401);
    test_team_ask(&scene, 3);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(times_in(&scene, 2, "have done by another fairy, or change the plan:"), ==, 1);
    g_assert_cmpuint(times_in(&scene, 2, "can't begin: \"t2\""), ==, 1);
    g_assert_cmpuint(times_in(&scene, 2, "\"t1\" failed (\"Task t1\"): \""), ==, 1);
    g_assert_cmpuint(times_in(&scene, 2, "\"fairy-2\": failed"), ==, 0);
}

/* What of a task was refused is told when it ends, the latest of it, and the rest is counted. */
static void test_refusals(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(
        &scene, TEST_SECOND,
        TEST_REPLY(TEST_OFFSET("b", 1) "," TEST_OFFSET("b", 1) "," TEST_OFFSET(
            "u", 1) "," TEST_OFFSET("v", 1) "," TEST_OFFSET("w", 1) "," TEST_OFFSET("a", 5)));
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_DONE));
    test_team_ask(&scene, 3);
    g_assert_cmpint(test_team_project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(times_in(&scene, 1, "efused while it was done: \"offset needs "), ==, 1);
    g_assert_true(is_in(&scene, 1, "; and 1 more"));
    g_assert_cmpuint(times_in(&scene, 1, "\"offset needs "), ==, 3);
}

/* What was to be done needn't be read any more when it is done. */
static void test_done_in_short(void)
{
    g_auto(TestTeam) scene = {0};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_TWO));
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_THINK("one is left")));
    test_team_add(&scene, TEST_SECOND, TEST_ANSWER_SILENCE); /* until the leader awaits it */
    test_team_add(&scene, TEST_SECOND, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE));
    test_team_add(&scene, TEST_THIRD, TEST_ANSWER_SILENCE);
    test_team_begin(&scene, 3);
    test_team_say(&scene, "move both boxes");
    test_team_until_at_work(&scene);
    fairy_team_tell(scene.team, test_team_fairy(&scene, "fairy-2"), "go on");
    g_assert_true(is_in(&scene, 1, "t1 done fairy-2 0,0,160,300 \"Task t1\"\n"));
    g_assert_true(is_in(&scene, 1, "t2 in-progress fairy-3 160,0,240,300 \"Task t2\": \"Do it.\""));
}

static void add_tests(void)
{
    g_test_add_func("/team-told/looking-later", test_looking_later);
    g_test_add_func("/team-told/looking-meanwhile", test_looking_meanwhile);
    g_test_add_func("/team-told/failure-once", test_failure_once);
    g_test_add_func("/team-told/refusals", test_refusals);
    g_test_add_func("/team-told/done-in-short", test_done_in_short);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
