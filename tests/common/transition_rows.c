/* The rows of the runtime reference's §2.2, for a team and for a pair, by their numbers:
 *
 *   01 the person's words        02–03 start-project         04–05 create-project-task
 *   06 delete-project-task       07–08 direct-to-start-…     09–10 await-tasks-completion
 *   11–12 who leads has waits    13 mark-task-done           14 an awaited task is done
 *   15 end-project               16–17 abort-project         18 the person stops who leads
 *   19 the person says more
 *
 * Where ours differs from the reference's, its §10 says why; the row says how. */
#include "common/transitions.h"

#define LEADS    "orchestrating-active "
#define WAITS    "orchestrating-waiting "
#define WORKS    "working-drone "
#define STANDS   "standing-by "
#define IDLES    "idling "
#define LATER    TEST_TASK("t2", "fairy-2", 160, 0, 240, 300)
#define STRANGER TEST_TASK("t1", "fairy-9", 0, 0, 160, 300)
#define MARKED   TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE)
#define MORE     "and make them red"

/* --- what happens ----------------------------------------------------------------------------- */

static void say_more(TestTeam *scene)
{
    fairy_team_tell(scene->team, test_team_fairy(scene, "fairy"), MORE);
}

static void stop_leader(TestTeam *scene)
{
    fairy_team_stop(scene->team, test_team_fairy(scene, "fairy"));
}

/* --- what is so then -------------------------------------------------------------------------- */

static void is_new(TestTeam *scene)
{
    const FairyProject *project = test_team_project(scene);
    test_expect_project(scene, FAIRY_PROJECT_NEW);
    g_assert_cmpstr(project->title, ==, "");
    g_assert_cmpstr(project->asked, ==, "move both boxes");
    g_assert_cmpuint(project->members->len, ==, fairy_team_agents(scene->team)->len);
    g_assert_true(fairy_agent_has_appeared(test_team_fairy(scene, "fairy")));
    for (guint i = 1; i < fairy_team_agents(scene->team)->len; i++) {
        g_assert_cmpstr(test_team_mode(scene, i), ==, "standing-by");
        g_assert_false(fairy_agent_has_appeared(fairy_team_agents(scene->team)->pdata[i]));
    }
}

static void is_filled_in(TestTeam *scene)
{
    const FairyProject *project = test_team_project(scene);
    test_expect_project(scene, FAIRY_PROJECT_OPEN);
    g_assert_cmpstr(project->title, ==, "Boxes");
    g_assert_cmpstr(project->description, ==, "d");
    g_assert_cmpstr(project->color, ==, "red");
    g_assert_cmpstr(project->plan, ==, "p");
}

static void expect_box(SvgBox box, double x, double y, double w, double h)
{
    g_assert_cmpfloat(box.x, ==, x);
    g_assert_cmpfloat(box.y, ==, y);
    g_assert_cmpfloat(box.w, ==, w);
    g_assert_cmpfloat(box.h, ==, h);
}

static void is_planned(TestTeam *scene)
{
    const FairyTask *task = fairy_projects_task(fairy_team_projects(scene->team), "t1");
    test_expect_task(scene, "t1", "ready", "fairy-2");
    expect_box(task->box, 0, 0, 160, 300);
    g_assert_cmpstr(test_team_mode(scene, 1), ==, "standing-by");
}

static void has_no_task(TestTeam *scene)
{
    g_assert_cmpuint(fairy_projects_tasks(fairy_team_projects(scene->team))->len, ==, 0);
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static void is_dropped(TestTeam *scene)
{
    test_expect_task(scene, "t1", "deleted", "fairy-2");
    test_expect_waits(scene, 0);
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

/* It looks at the task's place, and stands in the middle of that. */
static void is_begun(TestTeam *scene)
{
    const FairyAgent *second = test_team_fairy(scene, "fairy-2");
    test_expect_task(scene, "t1", "in-progress", "fairy-2");
    expect_box(fairy_agent_view(second), 0, 0, 240, 300);
    g_assert_cmpfloat(fairy_agent_place(second).x, ==, 120);
    g_assert_cmpfloat(fairy_agent_place(second).y, ==, 150);
}

static void is_sent_on(TestTeam *scene)
{
    test_expect_task(scene, "t1", "ready", "fairy-2");
    test_expect_task(scene, "t2", "in-progress", "fairy-2");
}

static void has_two_waits(TestTeam *scene)
{
    test_expect_waits(scene, 2);
    g_assert_false(fairy_agent_is_running(test_team_fairy(scene, "fairy")));
}

static void has_no_wait(TestTeam *scene)
{
    test_expect_waits(scene, 0);
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static void rests_and_waits(TestTeam *scene)
{
    test_expect_waits(scene, 1);
    g_assert_false(fairy_agent_is_running(test_team_fairy(scene, "fairy")));
    g_assert_cmpuint(fairy_agent_n_inputs(test_team_fairy(scene, "fairy")), ==, 0);
    g_assert_true(fairy_agent_is_running(test_team_fairy(scene, "fairy-2")));
}

static void is_done(TestTeam *scene)
{
    test_expect_task(scene, "t1", "done", "fairy-2");
    test_expect_waits(scene, 0);
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    g_assert_true(test_team_went(scene, "fairy-2:mark-task-done:ok fairy:end-project:ok "));
}

static void is_given_up(TestTeam *scene)
{
    test_expect_project(scene, FAIRY_PROJECT_ABORTED);
    g_assert_cmpuint(fairy_team_n_open(scene->team), ==, 0);
}

static void is_cancelled(TestTeam *scene)
{
    test_expect_project(scene, FAIRY_PROJECT_CANCELLED);
    test_expect_task(scene, "t1", "done", "fairy-2");
    test_expect_task(scene, "t2", "cancelled", "fairy-2");
    test_expect_waits(scene, 0);
}

static void is_stopped(TestTeam *scene)
{
    test_expect_project(scene, FAIRY_PROJECT_CANCELLED);
    g_assert_cmpuint(fairy_projects_tasks(fairy_team_projects(scene->team))->len, ==, 0);
}

static void works_on(TestTeam *scene)
{
    rests_and_waits(scene);
    test_expect_task(scene, "t1", "in-progress", "fairy-2");
    g_assert_cmpuint(test_team_times_told(scene, TEST_SECOND, MORE), ==, 0);
}

/* --- rows ------------------------------------------------------------------------------------- */

const TestTransition test_transitions[] = {
    /* What was said before is kept, out of sight: §10.65. Words go to who leads alone; the others
     * appear when they are asked. */
    {"01-the-persons-words",
     {{.says = {TEST_ANSWER_SILENCE},
       .asked = LEADS,
       .told = {{0, "move both boxes"}, {0, "fairy-2"}},
       .remembers = {"fairy prompt user: said before*", "project prompt user: move both boxes*"}},
      TEST_NOTHING,
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = is_new},
    {"02-start-project",
     {{.says = {TEST_REPLY(TEST_BEGIN), TEST_ANSWER_SILENCE},
       .asked = LEADS LEADS,
       .told = {{1, "No task of the project is open"}, {1, "Boxes"}},
       .remembers = {"project prompt user: *", "project action start-project ok",
                     "project prompt self: No task of the project is open*"}},
      TEST_NOTHING,
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = is_filled_in},
    /* Taken by another project: test_transitions_add_beside(). */
    {"03-start-project-in-white",
     {{.says = {TEST_REPLY(TEST_BEGIN_IN("white")), TEST_REPLY(TEST_BEGIN), TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS LEADS,
       .told = {{1, "\"projectColor\""}, {1, "light-violet"}},
       .remembers = {"project action start-project refused", "project prompt self: *",
                     "project action start-project ok"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = has_no_task},
    {"04-create-project-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT), TEST_ANSWER_SILENCE},
       .asked = LEADS LEADS,
       .told = {{1, "1 task of the project is open, and nobody is at one"}, {1, "task \"t1\""}},
       .remembers = {"project action create-project-task ok", "project prompt self: *"}},
      TEST_NOTHING,
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = is_planned},
    {"05-create-project-task-for-a-stranger",
     {{.says = {TEST_REPLY(TEST_BEGIN "," STRANGER), TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "\"fairy-9\" isn't in the project"}},
       .remembers = {"project action create-project-task refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = has_no_task},
    {"06-delete-project-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT), TEST_REPLY(TEST_DROP("t1")),
                TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS LEADS,
       .told = {{2, "No task of the project is open"}},
       .remembers = {"project action delete-project-task ok"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = is_dropped},
    /* Who is at it is told, and stops: §10.39. */
    {"06-delete-project-task-that-is-being-done",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS,
       .told = {{1, MORE}},
       .remembers = {"project action delete-project-task ok"}},
      {.says = {TEST_ANSWER_SILENCE},
       .modes = WORKS STANDS IDLES,
       .asked = WORKS,
       .remembers = {"task prompt self: You have begun the task*", "project transition *",
                     "project summary *t1*dropped: r*"}},
      TEST_ONLY_IDLES},
     .at_work = {{.n = 1, .now = say_more}},
     .check = is_dropped},
    /* The program says so on the leader's behalf: what passes for another fairy's words is data. */
    {"07-direct-to-start-project-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)},
       .modes = WAITS,
       .asked = LEADS,
       .remembers = {"project action direct-to-start-project-task ok"}},
      {.says = {TEST_ANSWER_SILENCE},
       .modes = WORKS,
       .asked = WORKS,
       .told = {{0, "You have begun the task"},
                {0, "\"Task t1\": \"Do it.\""},
                {0, "your view: 0,0,240,300\n"}},
       .remembers = {"task prompt self: You have begun the task*\"t1\"*"}},
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = is_begun},
    /* The task that it was at is to do again, and it is told: §10.40. */
    {"07-direct-a-busy-fairy",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," LATER "," TEST_DIRECT(
                    "t1", "fairy-2") "," TEST_AWAIT("\"t1\",\"t2\"")),
                TEST_REPLY(TEST_DIRECT("t2", "fairy-2"))},
       .modes = WAITS LEADS WAITS,
       .asked = LEADS LEADS,
       .remembers = {"project action direct-to-start-project-task ok",
                     "project action direct-to-start-project-task adjusted"}},
      {.says = {TEST_ANSWER_SILENCE},
       .modes = WORKS STANDS WORKS,
       .asked = WORKS WORKS,
       .told = {{1, "was taken from you"},
                {1, "You have begun the task"},
                {1, "\"Task t2\": \"Do it.\""}},
       .remembers = {"task prompt self: You have begun the task*\"t1\"*", "task prompt self: *"}},
      TEST_NOTHING},
     .at_work = {{.n = 1, .now = say_more}},
     .goes_on = TRUE,
     .check = is_sent_on},
    {"08-direct-itself",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_DIRECT("t1", "fairy")),
                TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "\"fairy\" is you"}},
       .remembers = {"project action direct-to-start-project-task refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = is_dropped},
    {"08-direct-a-stranger",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_DIRECT("t1", "fairy-9")),
                TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "\"fairy-9\" isn't in the project"}},
       .remembers = {"project action direct-to-start-project-task refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = is_dropped},
    {"08-direct-to-no-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_DIRECT("t9", "fairy-2")), TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "there is no task \"t9\" in the project"}},
       .remembers = {"project action direct-to-start-project-task refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = has_no_task},
    {"09-await-tasks-completion",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," LATER "," TEST_DIRECT(
           "t1", "fairy-2") "," TEST_AWAIT("\"t1\",\"t2\"") "," TEST_AWAIT("\"t2\""))},
       .modes = WAITS,
       .asked = LEADS,
       .remembers = {"project action await-tasks-completion ok",
                     "project action await-tasks-completion ok"}},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS},
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = has_two_waits},
    {"10-await-no-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_AWAIT("\"t1\",\"t9\"")),
                TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "there is no task \"t9\" in the project"}},
       .remembers = {"project action await-tasks-completion refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = has_no_wait},
    /* What has ended meanwhile is no mistake, and it is said that it has. */
    {"10-await-what-is-done",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_AWAIT("\"t1\"")), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS LEADS,
       .told = {{2, "that is what you wanted to wait for"}},
       .remembers = {"project action await-tasks-completion adjusted"}},
      {.says = {TEST_ANSWER_SILENCE, MARKED}, .modes = WORKS STANDS IDLES, .asked = WORKS WORKS},
      TEST_ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .check = has_no_wait},
    {"11-waiting-while-another-works",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)}, .modes = WAITS, .asked = LEADS},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS},
      TEST_NOTHING},
     .goes_on = TRUE,
     .check = rests_and_waits},
    {"12-waiting-while-nobody-works",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_AWAIT("\"t1\"")),
                TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "nobody is at one"}, {1, "task \"t1\""}},
       .remembers = {"project action await-tasks-completion ok",
                     "project prompt self: *nobody is at one*"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = is_dropped},
    /* First the task is done and its fairy stands by, then who leads hears of it: §10.20. */
    {"13-mark-task-done",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS},
      {.says = {TEST_ANSWER_SILENCE, MARKED},
       .modes = WORKS STANDS IDLES,
       .asked = WORKS WORKS,
       .remembers = {"task prompt self: *", "task action offset ok", "project transition *",
                     "project summary *t1*is done*", "task action mark-task-done ok"}},
      TEST_ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .check = is_done},
    {"14-an-awaited-task-is-done",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "What became of what you waited for"}, {1, "\"t1\""}, {1, "Task t1"}},
       .remembers = {"project prompt self: What became of what you waited for*t1*"}},
      {.says = {TEST_ANSWER_SILENCE, MARKED}, .modes = WORKS STANDS IDLES, .asked = WORKS WORKS},
      TEST_ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .check = is_done},
    /* It is read with the next request, and no interruption loses it: §10.19. */
    {"14-while-who-leads-is-asked",
     {{.says = {TEST_PART TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_AWAIT(
                    "\"t1\"") "," TEST_DIRECT("t1", "fairy-2") "," TEST_THINK("so it waits")),
                TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "What became of what you waited for"}, {1, MORE}},
       .remembers = {"project action await-tasks-completion ok",
                     "project prompt self: What became of what you waited for*t1*",
                     "project prompt user: " MORE "*"}},
      {.says = {MARKED}, .modes = WORKS STANDS IDLES, .asked = WORKS},
      TEST_ONLY_IDLES},
     .when = FAIRY_EVENT_REST,
     .whose = "fairy-2",
     .then = say_more,
     .check = is_done},
    {"15-end-project",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS,
       .remembers = {"fairy prompt user: said before*", "fairy transition *",
                     "fairy summary *\"Boxes\", that you led together with fairy-2*is completed*",
                     "project action end-project ok"}},
      {.says = {TEST_ANSWER_SILENCE, MARKED},
       .modes = WORKS STANDS IDLES,
       .asked = WORKS WORKS,
       .remembers = {"fairy transition *", "fairy summary *\"Boxes\", that you worked on*completed "
                                           "1 task of it*| I worked on a project*Boxes"}},
      TEST_ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .check = is_done},
    /* Not while a task is open. */
    {"15-end-project-too-early",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_END),
                TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "not while tasks are open"}},
       .remembers = {"project action end-project refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = is_dropped},
    {"16-abort-project",
     {{.says = {TEST_REPLY(TEST_ABORT)},
       .modes = IDLES,
       .asked = LEADS,
       .remembers = {"fairy prompt user: said before*", "fairy transition *",
                     "fairy summary *given up before it began: r.*| I gave the project up: r",
                     "project action abort-project ok"}},
      TEST_HEARS(": r.*| The project was given up: r"),
      TEST_HEARS(": r.*| The project was given up: r")},
     .check = is_given_up},
    {"17-abort-project-that-has-begun",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_ABORT), TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "has begun, so it can't be given up any more"}},
       .remembers = {"project action abort-project refused"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .check = has_no_task},
    {"18-the-person-stops-who-leads",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," LATER
                                      "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")),
                TEST_REPLY(TEST_DIRECT("t2", "fairy-2") "," TEST_AWAIT("\"t2\""))},
       .modes = WAITS LEADS WAITS IDLES,
       .asked = LEADS LEADS,
       .remembers = {"fairy prompt user: said before*", "fairy transition *",
                     "fairy summary *that you led*was cancelled*| The project that I led was "
                     "cancelled*"}},
      {.says = {TEST_ANSWER_SILENCE, MARKED, TEST_ANSWER_SILENCE},
       .modes = WORKS STANDS WORKS STANDS IDLES,
       .asked = WORKS WORKS WORKS,
       .remembers = {"fairy transition *", "fairy summary *that you worked on*was cancelled*"
                                           "completed 1 task of it*| The project was cancelled*"}},
      TEST_HEARS("was cancelled*")},
     .at_work = {{.n = 1, .now = test_have_second_asked}, {.n = 3, .now = stop_leader}},
     .check = is_cancelled},
    {"18-the-person-stops-who-leads-while-it-is-asked",
     {{.says = {TEST_PART TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT)},
       .modes = WAITS IDLES,
       .asked = LEADS,
       .remembers = {"fairy prompt user: said before*", "project action start-project ok",
                     "fairy transition *", "fairy summary *that you led*was cancelled*"}},
      TEST_HEARS("was cancelled*"),
      TEST_HEARS("was cancelled*")},
     .when = FAIRY_EVENT_ACTION,
     .whose = "fairy",
     .then = stop_leader,
     .check = is_stopped},
    {"19-the-person-says-more",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_MESSAGE)},
       .modes = WAITS LEADS WAITS,
       .asked = LEADS LEADS,
       .told = {{1, MORE}},
       .remembers = {"project prompt user: " MORE "*", "project action message ok"}},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS},
      TEST_NOTHING},
     .at_work = {{.n = 1, .now = say_more}},
     .goes_on = TRUE,
     .check = works_on},
    /* What it is writing is dropped, what was finished stays. */
    {"19-the-person-says-more-while-it-is-asked",
     {{.says = {TEST_PART TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT), TEST_REPLY(TEST_END)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, MORE}, {1, "Boxes"}},
       .remembers = {"project action start-project ok", "project prompt user: " MORE "*",
                     "project action end-project ok"}},
      TEST_ONLY_IDLES,
      TEST_ONLY_IDLES},
     .when = FAIRY_EVENT_ACTION,
     .whose = "fairy",
     .then = say_more,
     .check = has_no_task},
};
const guint test_n_transitions = G_N_ELEMENTS(test_transitions);
