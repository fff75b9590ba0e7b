/* What comes between a project and its end, by the rows of the runtime reference, §3.10, for a team
 * and for a pair:
 *
 *   01 the person says more      02 the person stops one       03 a model fails
 *   04 sent somewhere else       05 asleep                     06 gone
 *   07 read anew                 08 a limit                    09 ended early
 *
 * Where who leads is told more while it waits, is asked, or does a task of its own: rows 19 of
 * transition_rows.c and of pair_transitions.c. Who goes on after a crash: team_resumed.c. */
#include "common/transitions.h"

#define LEADS  "orchestrating-active "
#define WAITS  "orchestrating-waiting "
#define DOES   "working-orchestrator "
#define WORKS  "working-drone "
#define STANDS "standing-by "
#define IDLES  "idling "
#define SLEEPS "sleeping "
#define OWN    TEST_TASK("t2", "fairy", 160, 0, 240, 300)
#define AT_OWN TEST_BEGIN "," OWN "," TEST_START("t2")
#define MARKED TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_DONE)
#define BEGUN  TEST_PART TEST_REPLY(TEST_OFFSET("a", 5) "," TEST_OFFSET("a", 1))
#define MORE   "and make them red"
#define FAR                                                                                               \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"e\",\"x\":20,\"y\":80,\"w\":" \
    "2000000000,\"h\":20}}"
/* To the end, and what it remembers isn't looked at. */
#define ONLY_IDLES     \
    {                  \
        .modes = IDLES \
    }

/* --- what happens ----------------------------------------------------------------------------- */

static FairyAgent *second(TestTeam *scene)
{
    return test_team_fairy(scene, "fairy-2");
}

static void say_more(TestTeam *scene)
{
    fairy_team_tell(scene->team, test_team_fairy(scene, "fairy"), MORE);
}

static void tell_second(TestTeam *scene)
{
    fairy_team_tell(scene->team, second(scene), MORE);
}

static void tell_third(TestTeam *scene)
{
    fairy_team_tell(scene->team, test_team_fairy(scene, "fairy-3"), MORE);
}

static void stop_leader(TestTeam *scene)
{
    fairy_team_stop(scene->team, test_team_fairy(scene, "fairy"));
}

static void stop_third(TestTeam *scene)
{
    fairy_team_stop(scene->team, test_team_fairy(scene, "fairy-3"));
}

static void put_to_sleep(TestTeam *scene)
{
    fairy_agent_interrupt(second(scene), FAIRY_MODE_SLEEPING, NULL);
}

static void remove_leader(TestTeam *scene)
{
    fairy_team_remove(scene->team, test_team_fairy(scene, "fairy"));
}

static void remove_second(TestTeam *scene)
{
    fairy_team_remove(scene->team, second(scene));
}

static void remove_third(TestTeam *scene)
{
    fairy_team_remove(scene->team, test_team_fairy(scene, "fairy-3"));
}

/* The next thing waits for who leads to rest. */
static void go_on(TestTeam *scene)
{
    (void)scene;
}

/* --- what is so then -------------------------------------------------------------------------- */

static void is_done(TestTeam *scene)
{
    test_expect_task(scene, "t1", "done", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    test_expect_waits(scene, 0);
    test_team_assert_idle(scene);
}

static void only_second_was_told(TestTeam *scene)
{
    is_done(scene);
    g_assert_cmpuint(test_team_times_told(scene, TEST_LEADER, MORE), ==, 0);
    g_assert_cmpuint(test_team_times_told(scene, TEST_SECOND, MORE), ==, 1);
}

static void only_third_was_told(TestTeam *scene)
{
    is_done(scene);
    g_assert_cmpuint(test_team_times_told(scene, TEST_LEADER, MORE), ==, 0);
    g_assert_cmpuint(test_team_times_told(scene, TEST_THIRD, MORE), ==, 1);
}

static void is_about_both(TestTeam *scene)
{
    g_assert_cmpstr(test_team_project(scene)->asked, ==, "move both boxes\n" MORE);
    test_expect_project(scene, FAIRY_PROJECT_ABORTED);
}

static void is_cancelled(TestTeam *scene)
{
    test_expect_task(scene, "t1", "cancelled", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_CANCELLED);
    test_expect_waits(scene, 0);
    test_team_assert_idle(scene);
}

static void is_off(TestTeam *scene)
{
    g_assert_cmpuint(fairy_projects_tasks(fairy_team_projects(scene->team))->len, ==, 0);
    test_expect_project(scene, FAIRY_PROJECT_CANCELLED);
    test_team_assert_idle(scene);
}

static void own_is_cancelled(TestTeam *scene)
{
    test_expect_task(scene, "t2", "cancelled", "fairy");
    test_expect_project(scene, FAIRY_PROJECT_CANCELLED);
    test_team_assert_idle(scene);
}

static void is_called_off(TestTeam *scene)
{
    test_expect_task(scene, "t1", "cancelled", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(scene);
}

static void works_on(TestTeam *scene)
{
    test_expect_task(scene, "t1", "in-progress", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_OPEN);
    test_expect_waits(scene, 1);
    g_assert_true(fairy_agent_is_running(second(scene)));
}

static void works_on_without_third(TestTeam *scene)
{
    works_on(scene);
    g_assert_cmpuint(test_team_project(scene)->members->len, ==, 2);
}

static void has_failed(TestTeam *scene)
{
    test_expect_task(scene, "t1", "failed", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(scene);
}

static void own_is_dropped(TestTeam *scene)
{
    test_expect_task(scene, "t2", "deleted", "fairy");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

/* What was said to be done is what it was sent to last. */
static void latter_is_done(TestTeam *scene)
{
    test_expect_task(scene, "t1", "deleted", "fairy-2");
    test_expect_task(scene, "t2", "done", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
}

static void slept_on(TestTeam *scene)
{
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    g_assert_cmpstr(test_team_mode(scene, 1), ==, "sleeping");
}

static void is_lost(TestTeam *scene)
{
    test_expect_task(scene, "t1", "lost", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(test_team_project(scene)->members->len, ==, 2);
}

/* What there is of it stays in the drawing. */
static void is_dropped_halfway(TestTeam *scene)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_assert_true(svg_document_bounds(scene->doc, "a", &box, NULL));
    g_assert_cmpfloat(box.x, ==, 25);
    test_expect_task(scene, "t1", "deleted", "fairy-2");
    test_expect_project(scene, FAIRY_PROJECT_ENDED);
    test_team_assert_idle(scene);
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Of a team, and of a pair. */
static const TestTransition rows[] = {
    /* The others work on, what was waited for is waited for, and ends as it does else. */
    {"01-more-for-who-leads-to-the-end",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_MESSAGE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS WAITS LEADS IDLES,
       .asked = LEADS LEADS LEADS,
       .told = {{1, MORE}, {2, "What became of what you waited for"}}},
      {.says = {TEST_ANSWER_SILENCE, MARKED}, .modes = WORKS STANDS IDLES, .asked = WORKS WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = say_more}, {.n = 1, .now = test_have_second_asked}},
     .check = is_done},
    {"01-more-before-it-has-begun",
     {{.says = {TEST_PART TEST_REPLY(TEST_THINK("hm") "," TEST_BEGIN), TEST_REPLY(TEST_ABORT)},
       .modes = IDLES,
       .asked = LEADS LEADS,
       .told = {{1, MORE}}},
      ONLY_IDLES,
      ONLY_IDLES},
     .when = FAIRY_EVENT_ACTION,
     .whose = "fairy",
     .then = say_more,
     .check = is_about_both},
    {"01-a-word-to-one-at-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS},
      {.says = {TEST_ANSWER_SILENCE, MARKED},
       .modes = WORKS STANDS IDLES,
       .asked = WORKS WORKS,
       .told = {{1, MORE}},
       .remembers = {"task prompt user: " MORE "*"}},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = tell_second}},
     .check = only_second_was_told},
    /* All of it is off. */
    {"02-who-leads-while-it-waits",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)}, .modes = WAITS IDLES, .asked = LEADS},
      {.says = {BEGUN}, .modes = WORKS STANDS IDLES, .asked = WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = stop_leader}},
     .check = is_cancelled},
    {"02-who-leads-while-it-is-asked",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)}, .modes = WAITS IDLES, .asked = LEADS},
      ONLY_IDLES,
      ONLY_IDLES},
     .when = FAIRY_EVENT_ACTION,
     .whose = "fairy",
     .then = stop_leader,
     .check = is_off},
    /* Its task is called off, and who leads is told. */
    {"02-one-at-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "the person stopped its fairy"}}},
      {.says = {BEGUN}, .modes = WORKS STANDS IDLES, .asked = WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_team_stop_second}},
     .check = is_called_off},
    /* Once more, and then it has failed; who leads is told each time. */
    {"03-of-one-at-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE),
                TEST_REPLY(TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\"")),
                TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS WAITS LEADS IDLES,
       .asked = LEADS LEADS LEADS,
       .told = {{1, "go as it was meant to"}, {1, "to do again"}, {2, "failed"}}},
      {.says = {TEST_ANSWER_SILENCE, TEST_ANSWER_401, TEST_ANSWER_SILENCE, TEST_ANSWER_401},
       .modes = WORKS STANDS WORKS STANDS IDLES,
       .asked = WORKS WORKS WORKS WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}, {.n = 3, .now = test_have_second_asked}},
     .check = has_failed},
    /* It is asked again when what it waits for is done. */
    {"03-of-who-leads-while-another-works",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_ANSWER_401, TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS WAITS LEADS IDLES,
       .asked = LEADS LEADS LEADS,
       .told = {{1, MORE}, {2, "What became of what you waited for"}}},
      {.says = {TEST_ANSWER_SILENCE, MARKED}, .modes = WORKS STANDS IDLES, .asked = WORKS WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = say_more}, {.n = 1, .now = test_have_second_asked}},
     .check = is_done},
    {"04-to-another-task",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_TASK_LEFT "," TEST_TASK(
                    "t2", "fairy-2", 160, 0, 240,
                    300) "," TEST_DIRECT("t1", "fairy-2") "," TEST_AWAIT("\"t1\",\"t2\"")),
                TEST_REPLY(TEST_DIRECT("t2", "fairy-2")), TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = WAITS LEADS WAITS LEADS IDLES,
       .asked = LEADS LEADS LEADS},
      {.says = {TEST_ANSWER_SILENCE, TEST_ANSWER_SILENCE,
                TEST_REPLY(TEST_OFFSET("b", 5) "," TEST_DONE)},
       .modes = WORKS STANDS WORKS STANDS IDLES,
       .asked = WORKS WORKS WORKS,
       .told = {{1, "was taken from you"}, {1, "\"Task t2\": \"Do it.\""}}},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = say_more}, {.n = 2, .now = test_have_second_asked}},
     .check = latter_is_done},
    /* It is at it: refused, and it isn't disturbed. */
    {"04-to-the-task-that-it-is-at",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_DIRECT("t1", "fairy-2")),
                TEST_REPLY(TEST_MESSAGE)},
       .modes = WAITS LEADS WAITS LEADS WAITS,
       .asked = LEADS LEADS LEADS,
       .told = {{2, "direct-to-start"}, {2, "refused"}}},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS},
      TEST_NOTHING},
     .at_work = {{.n = 1, .now = say_more}},
     .goes_on = TRUE,
     .check = works_on},
    /* Its task wakes it. */
    {"05-sent-to-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS},
      {.says = {TEST_ANSWER_SILENCE, MARKED},
       .modes = SLEEPS WORKS STANDS IDLES,
       .asked = WORKS WORKS,
       .told = {{0, "You have begun the task"}}},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .when = FAIRY_EVENT_ACTION,
     .whose = "fairy",
     .then = put_to_sleep,
     .check = is_done},
    {"05-to-the-end",
     {{.says = {TEST_REPLY(TEST_BEGIN "," TEST_MESSAGE "," TEST_END)},
       .modes = IDLES,
       .asked = LEADS},
      {.modes = SLEEPS},
      ONLY_IDLES},
     .when = FAIRY_EVENT_ACTION,
     .whose = "fairy",
     .then = put_to_sleep,
     .check = slept_on},
    {"06-who-leads",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)}},
      {.says = {BEGUN}, .modes = WORKS STANDS IDLES, .asked = WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = remove_leader}},
     .check = is_cancelled},
    /* No limit ends a run: what goes beyond one is refused, which is told; it can still be done. */
    {"08-at-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS},
      {.says = {TEST_ANSWER_SILENCE, TEST_REPLY(FAR), MARKED},
       .modes = WORKS STANDS IDLES,
       .asked = WORKS WORKS WORKS,
       .told = {{2, "(create) refused"}},
       .remembers = {"task action create refused", "task action offset ok"}},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = test_have_second_asked}},
     .check = is_done},
    /* Not while a task is open … */
    {"09-while-one-is-at-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END), TEST_REPLY(TEST_MESSAGE)},
       .modes = WAITS LEADS WAITS LEADS WAITS,
       .asked = LEADS LEADS LEADS,
       .told = {{2, "end-project"}, {2, "refused"}}},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS},
      TEST_NOTHING},
     .at_work = {{.n = 1, .now = say_more}},
     .goes_on = TRUE,
     .check = works_on},
    /* … which can be dropped. */
    {"09-after-it-was-dropped",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_DROP("t1") "," TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS},
      {.says = {BEGUN}, .modes = WORKS STANDS IDLES, .asked = WORKS},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = go_on, .went = "fairy-2:offset:ok@t1 "},
                 {.n = 1, .now = say_more}},
     .check = is_dropped_halfway},
};

/* Of a team alone. */
static const TestTransition of_team[] = {
    /* It begins nothing, and is read when the project is over. */
    {"01-a-word-to-one-that-stands-by",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS},
      {.says = {TEST_ANSWER_SILENCE, MARKED}, .modes = WORKS STANDS IDLES, .asked = WORKS WORKS},
      {.says = {TEST_REPLY(TEST_MESSAGE)},
       .modes = IDLES "one-shotting " IDLES,
       .asked = "one-shotting ",
       .told = {{0, MORE}}}},
     .at_work = {{.n = 1, .now = tell_third}, {.n = 1, .now = test_have_second_asked}},
     .check = only_third_was_told},
    {"02-one-that-stands-by",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)}, .modes = WAITS, .asked = LEADS},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS},
      TEST_NOTHING},
     .at_work = {{.n = 1, .now = stop_third}},
     .goes_on = TRUE,
     .check = works_on},
    {"06-one-at-a-task",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE), TEST_REPLY(TEST_END)},
       .modes = WAITS LEADS IDLES,
       .asked = LEADS LEADS,
       .told = {{1, "is lost"}}},
      {.says = {BEGUN}},
      ONLY_IDLES},
     .at_work = {{.n = 1, .now = remove_second}},
     .check = is_lost},
    {"06-one-that-stands-by",
     {{.says = {TEST_REPLY(TEST_PLAN_ONE)}, .modes = WAITS, .asked = LEADS},
      {.says = {TEST_ANSWER_SILENCE}, .modes = WORKS, .asked = WORKS}},
     .at_work = {{.n = 1, .now = remove_third}},
     .goes_on = TRUE,
     .check = works_on_without_third},
};

/* Of a pair alone: who leads is at a task of its own. */
static const TestTransition of_pair[] = {
    {"02-who-leads-at-a-task",
     {{.says = {TEST_REPLY(AT_OWN), TEST_PART TEST_REPLY(TEST_OFFSET("b", 5) "," TEST_MESSAGE)},
       .modes = DOES "duo-" WAITS IDLES,
       .asked = "duo-" LEADS DOES},
      ONLY_IDLES},
     .at_work = {{.n = 0, .now = stop_leader, .went = "fairy:offset:ok@t2 "}},
     .check = own_is_cancelled},
    {"03-of-who-leads-at-a-task",
     {{.says = {TEST_REPLY(AT_OWN), TEST_ANSWER_401, TEST_REPLY(TEST_DROP("t2") "," TEST_END)},
       .modes = DOES "duo-" WAITS "duo-" LEADS IDLES,
       .asked = "duo-" LEADS DOES "duo-" LEADS,
       .told = {{2, "t2"}}},
      ONLY_IDLES},
     .check = own_is_dropped},
};

/* --- read anew -------------------------------------------------------------------------------- */

/* Nothing is disbanded: what was under way goes on where it was. */
static void test_read_anew(gconstpointer data)
{
    guint n = GPOINTER_TO_UINT(data);
    g_auto(TestTeam) before = {0};
    test_team_add(&before, TEST_LEADER, TEST_REPLY(TEST_PLAN_ONE));
    test_team_add(&before, TEST_SECOND, TEST_ANSWER_SILENCE);
    test_team_begin(&before, n);
    test_team_say(&before, "move both boxes");
    test_team_until_at_work(&before);
    cJSON *kept = fairy_team_snapshot(before.team);
    g_auto(TestTeam) scene = {.kept = kept};
    test_team_add(&scene, TEST_LEADER, TEST_REPLY(TEST_END));
    test_team_add(&scene, TEST_SECOND, MARKED);
    test_team_begin(&scene, n);
    test_team_say(&scene, NULL);
    test_team_rest(&scene);
    is_done(&scene);
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
    cJSON_Delete(kept);
}

static void add_tests(void)
{
    static const char team[] = "team-interference", pair[] = "team-interference/of-a-pair";
    test_transitions_add(team, 3, rows, G_N_ELEMENTS(rows));
    test_transitions_add(team, 3, of_team, G_N_ELEMENTS(of_team));
    g_test_add_data_func("/team-interference/07-goes-on", GUINT_TO_POINTER(3), test_read_anew);
    test_transitions_add(pair, 2, rows, G_N_ELEMENTS(rows));
    test_transitions_add(pair, 2, of_pair, G_N_ELEMENTS(of_pair));
    g_test_add_data_func("/team-interference/of-a-pair/07-goes-on", GUINT_TO_POINTER(2),
                         test_read_anew);
}

int main(int argc, char **argv)
{
    return test_team_run(argc, argv, add_tests);
}
