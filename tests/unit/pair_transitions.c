/* A pair: what becomes of the two and their project, by the rows of the runtime reference: those of
 * §2.2 that hold for a team, too (common/transition_rows.c), and those of §2.3, which are here by
 * their numbers:
 *
 *   01 start-task            02 … the other's             03 … neither's (and transition_beside.c)
 *   04 mark-task-done        05 the other is done while who leads is at a task
 *   06 end-project           07 … when the other is gone
 *   19 of §2.2, in a pair
 */
#include "common/transitions.h"

#define LEADS  "duo-orchestrating-active "
#define WAITS  "duo-orchestrating-waiting "
#define DOES   "working-orchestrator "
#define WORKS  "working-drone "
#define STANDS "standing-by "
#define IDLES  "idling "
#define OWN    TEST_TASK("t2", "fairy", 160, 0, 240, 300)
#define AT_OWN TEST_BEGIN "," OWN "," TEST_START("t2")
#define BOTH                              \
    TEST_BEGIN "," TEST_TASK_LEFT "," OWN \
               "," TEST_AWAIT("\"t1\"") "," TEST_DIRECT("t1", "fairy-2") "," TEST_START("t2")
#define OWN_MARKED TEST_REPLY(TEST_OFFSET("b", 7) "," TEST_DONE)
#define MARKED     TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE)
#define MORE       "and make them red"

/* --- what happens ----------------------------------------------------------------------------- */

static void say_more(TestTeam *scene)
{
    fairy_team_tell(scene->team, test_team_fairy(scene, "fairy"), MORE);
}

/* That which it waited for is done, and it is still at its own task, undisturbed. */
static void have_leader_asked(TestTeam *scene)
{
    FairyAgent *leader = test_team_fairy(scene, "fairy");
    g_assert_cmpuint(fairy_agent_n_inputs(leader), ==, 1);
    g_assert_true(fairy_agent_is_running(leader));
    test_expect_task(scene, "t1", "done", "fairy-2");
    test_expect_task(scene, "t2", "in-progress", "fairy");
    fairy_agent_interrupt(leader, FAIRY_MODE_NONE, NULL);
}

static void remove_second(TestTeam *scene)
{
    fairy_team_remove(scene->team, test_team_fairy(scene, "fairy-2"));
}

/* --- what is so then -------------------------------------------------------------------------- */

static void is_at_own(TestTeam *scene)
{
    test_expect_task(scene, "t2", "in-progress", "fairy");
    g_assert_cmpfloat(fairy_agent_view(test_team_fairy(scene, "fairy")).x, ==, 40);
    g_assert_cmpfloat(fairy_agent_view(test_team_fairy(scene, "fairy")).w, ==, 360);
}

static void is_not_begun(TestTeam *scene)
{
    test_expect_task(scene, "t1", "deleted", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static void has_no_task(TestTeam *scene)
{
    g_assert_cmpuint(fairy_projects_tasks(fairy_team_projects(scene->team))->len, ==, 0);
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static void own_is_done(TestTeam *scene)
{
    test_expect_task(scene, "t2", "done", "fairy");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static void both_are_done(TestTeam *scene)
{
    test_expect_task(scene, "t1", "done", "fairy-2");
    own_is_done(scene);
}

static void own_is_put_back(TestTeam *scene)
{
    test_expect_task(scene, "t2", "ready", "fairy");
    test_expect_project(scene, FAIRY_PROJECT_OPEN);
}

static void is_lost(TestTeam *scene)
{
    test_expect_task(scene, "t1", "lost", "fairy-2");
    test_expect_waits(scene, 0);
    test_expect_project(scene, FAIRY_PROJECT_CANCELLED);
    test_team_assert_idle(scene);
}

/* --- rows ------------------------------------------------------------------------------------- */

static const TestTransition rows[] = {
    {"01-start-task",
     {{.says = {TEST_REPLY(AT_OWN), TEST_ANSWER_SILENCE},
       .modes = DOES,
       .asked = LEADS DOES,
       .told = {{1, "You have begun the task"},
                {1, "\"Task t2\": \"Do it.\""},
                {1, "your view: 40,0,360,300\n"}},
       .remembers = {"project action start-task ok", "task prompt self: *\"t2\"*"}},
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = is_at_own},
    {"02-start-the-others-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_START("t1")),
                TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "\"t1\" is for \"fairy-2\", who begins it when you say so by "
                    "direct-to-start-project-task"}},
       .remembers = {"project action start-task refused"}},
      TEST_ONLY_IDLES},
     .check = is_not_begun},
    {"03-start-no-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_START("t9")), TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "there is no task \"t9\" in the project"}},
       .remembers = {"project action start-task refused"}},
      TEST_ONLY_IDLES},
     .check = has_no_task},
    {"04-mark-task-done",
     {{.says = {TEST_REPLY(AT_OWN), OWN_MARKED, TEST_REPLY(TEST_END)},
       .modes = DOES LEADS IDLES,
       .asked = LEADS DOES LEADS,
       .told = {{2, "This task is over: it is done"}, {2, "t2 done fairy "}},
       .remembers = {"task prompt self: *", "task action offset ok", "project transition *",
                     "project summary *t2*is done*", "task action mark-task-done ok",
                     "project prompt self: This task is over*"}},
      TEST_ONLY_IDLES},
     .check = own_is_done},
    /* It is read with the next request, whichever that is, and nothing of its own is dropped. */
    {"05-the-other-is-done-meanwhile",
     {{.says = {TEST_REPLY(BOTH), TEST_PART OWN_MARKED, TEST_ANSWER_SILENCE},
       .modes = DOES,
       .asked = LEADS DOES DOES,
       .told = {{2, "What became of what you waited for"}, {2, "Task t1"}},
       .remembers = {"task action offset ok",
                     "task prompt self: What became of what you waited for*t1*"}},
      {.says = {TEST_ANSWER_SILENCE, MARKED}, .modes = WORKS STANDS, .asked = WORKS WORKS}},
     .at_work = {{.n = 1, .now = test_have_second_asked, .went = "fairy:offset:ok@t2 "},
                 {.n = 2, .now = have_leader_asked, .went = "fairy-2:mark-task-done:ok "}},
     .goes_on = TRUE,
     .check = is_at_own},
    {"06-end-project",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(OWN "," TEST_START("t2")), OWN_MARKED,
                TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS DOES LEADS IDLES,
       .asked = LEADS LEADS DOES LEADS,
       .remembers = {"fairy prompt user: said before*", "fairy transition *",
                     "fairy summary *\"Boxes\", that you led together with fairy-2, *completed 1 "
                     "task of it*| I led a project that is completed: Boxes"}},
      {.says = {TEST_ANSWER_SILENCE, MARKED},
       .modes = WORKS STANDS IDLES,
       .asked = WORKS WORKS,
       .remembers = {"fairy transition *", "fairy summary *that you worked on together with fairy, "
                                           "*completed 1 task of it*"}}},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .check = both_are_done},
    /* Ended, given up or cancelled, what is remembered is the same way: §10.45. Who leads isn't
     * asked once more, as nobody is left to lead. */
    {"07-the-other-is-gone",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS IDLES,
       .asked = LEADS,
       .remembers = {"fairy prompt user: said before*", "fairy transition *",
                     "fairy summary *that you led*was cancelled: nobody but its leader is left*| "
                     "The project that I led was cancelled*"}},
      {.says = {TEST_ANSWER_SILENCE}}},
     .at_work = {{.n = 1, .now = remove_second}},
     .check = is_lost},
    /* §3.10: its own task is to do again, and the person is answered. */
    {"19-the-person-says-more-while-who-leads-is-at-a-task",
     {{.says = {TEST_REPLY(AT_OWN), TEST_PART OWN_MARKED, TEST_ANSWER_SILENCE},
       .modes = DOES LEADS,
       .asked = LEADS DOES LEADS,
       .told = {{2, MORE}, {2, "t2 ready fairy "}},
       .remembers = {"task prompt self: *", "project prompt user: " MORE "*"}},
      TEST_NOTHING},
     .at_work = {{.n = 0, .now = say_more, .went = "fairy:offset:ok@t2 "}},
     .goes_on = TRUE,
     .check = own_is_put_back},
};

static void add_tests(void)
{
    test_transitions_add("pair-transitions/as-a-team", 2, test_transitions, test_n_transitions);
    test_transitions_add_beside("pair-transitions/as-a-team", 2);
    test_transitions_add("pair-transitions", 2, rows, G_N_ELEMENTS(rows));
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
