/* What was seen to be missing where several fairies first ran side by side, and stands nowhere
 * else; tests/remedies.txt says where the rest is. */
#include "common/team_scene.h"
#include "project/project_priv.h"

#include <string.h>

/* A project in which fairy-2 is at work, and says nothing. */
static void begin(TestTeam *scene)
{
    test_team_add(scene, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(scene, TEST_LEADER, TEST_REPLY(TEST_MESSAGE));
    test_team_add(scene, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_begin(scene, 3);
    test_team_say(scene, "move both boxes");
    test_team_until_at_work(scene);
}

/* Who leads rests as often as it is told something; so it has. */
static void tell_leader(TestTeam *scene)
{
    fairy_team_tell(scene->team, fairy_team_find(scene->team, NULL), "and make them red");
    test_team_until(scene, "fairy:message:ok ");
    test_team_until_at_work(scene);
}

static void test_shown(void)
{
    g_auto(TestTeam) scene = {0};
    begin(&scene);
    tell_leader(&scene);
    g_autofree char *first = test_team_words(&scene, TEST_LEADER, 0);
    g_autofree char *second = test_team_words(&scene, TEST_LEADER, 1);
    g_assert_null(strstr(first, "you wait until"));
    g_assert_nonnull(strstr(second, "you wait until"));
}

/* A wait whose time is over is seen to without anybody's asking, and its fairy is told. */
static void test_due(void)
{
    static const char *const ids[] = {"t1", NULL};
    g_auto(TestTeam) scene = {0};
    begin(&scene);
    FairyProjects *projects = fairy_team_projects(scene.team);
    fairy_projects_stop_waiting(projects, "fairy");
    g_assert_true(fairy_projects_await(projects, "fairy", ids, FAIRY_WAIT_ALL,
                                       g_get_real_time() - 1, NULL, NULL));
    tell_leader(&scene);
    g_free(test_team_words(&scene, TEST_LEADER, 2));
    g_assert_cmpuint(test_team_times_told(&scene, TEST_LEADER, "You waited as long as one may"), >=,
                     1);
    g_assert_cmpuint(fairy_projects_waits(projects)->len, ==, 0);
}

static void add_tests(void)
{
    g_test_add_func("/seen-missing/a-leader-is-shown-its-waits", test_shown);
    g_test_add_func("/seen-missing/a-wait-that-is-over-is-told", test_due);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
