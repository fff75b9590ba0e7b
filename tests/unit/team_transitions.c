/* A leader and two others: what becomes of them and their project, by the rows of the runtime
 * reference, §2.2 (common/transition_rows.c), and what only a team has of them. */
#include "common/transitions.h"

#define LEADS "orchestrating-active "
#define WAITS "orchestrating-waiting "

static void waits_for_the_rest(TestTeam *scene)
{
    const GPtrArray *waits = fairy_projects_waits(fairy_team_projects(scene->team));
    g_assert_cmpuint(waits->len, ==, 1);
    g_assert_cmpstr(((const FairyWait *)waits->pdata[0])->tasks->pdata[0], ==, "t2");
    test_expect_task(scene, "t1", "done", "fairy-2");
    test_expect_task(scene, "t2", "in-progress", "fairy-3");
}

static void has_no_task(TestTeam *scene)
{
    g_assert_cmpuint(fairy_projects_tasks(fairy_team_projects(scene->team))->len, ==, 0);
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static const TestTransition rows[] = {
    /* Who leads a team does none, so that it would never be done. */
    {"04-create-project-task-for-who-leads",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK("t1", "fairy", 0, 0, 160, 300)),
                TEST_REPLY(TEST_END)},
       .modes = "idling ",
       .asked = LEADS LEADS,
       .told = {{1, "\"fairy\" leads the project and does no tasks"}},
       .remembers = {"project action create-project-task refused"}},
      {.modes = "idling "},
      {.modes = "idling "}},
     .check = has_no_task},
    /* The wait that is over is gone, and the other stays: §10.14. */
    {"14-one-of-two-awaited-tasks-is-done",
     {{.says = {TEST_REPLY(TEST_PLAN_TWO), TEST_REPLY(TEST_MESSAGE)},
       .modes = WAITS LEADS WAITS,
       .asked = LEADS LEADS,
       .told = {{1, "What became of what you waited for"}, {1, "Task t1"}}},
      {.says = {TEST_ANSWER_SILENCE, TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE)},
       .modes = "working-drone standing-by ",
       .asked = "working-drone working-drone "},
      {.says = {TEST_ANSWER_SILENCE}, .modes = "working-drone ", .asked = "working-drone "}},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .goes_on = TRUE,
     .check = waits_for_the_rest},
};

static void add_tests(void)
{
    test_transitions_add("team-transitions", 3, test_transitions, test_n_transitions);
    test_transitions_add_beside("team-transitions", 3);
    test_transitions_add("team-transitions", 3, rows, G_N_ELEMENTS(rows));
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
