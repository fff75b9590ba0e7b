/* A fairy over several runs: its modes, what is said to it at any time, interruptions. The model is
 * at the end of a wire. */
#include "common/scene.h"

#include <fairy/limits.h>

#include <string.h>

/* --- runs ------------------------------------------------------------------------------------- */

static void test_one_shot(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 50)), "");
    test_answer_add(script, TEST_REPLY(TEST_MOVE("b", 70)), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_say(&scene, "first");
    test_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==, "one-shotting request move:ok idling rest ");
    test_say(&scene, "second");
    test_rest(&scene);
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 70);
    /* what was said and done before is still known */
    g_assert_true(test_was_asked(&scene, 1, "first"));
    g_assert_true(test_was_asked(&scene, 1, "\\\"x\\\":50"));
}

/* Said while it works: read with the next request, also when the answer wanted none. */
static void say_more(TestScene *scene)
{
    test_say(scene, "and the other");
}

static void test_mailbox(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 50)), "");
    test_answer_add(script, TEST_REPLY(TEST_MOVE("b", 70)), "");
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = say_more};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_say(&scene, "one");
    test_ask(&scene, "two");
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok request move:ok idling rest ");
    g_assert_true(test_was_asked(&scene, 0, "one\\n\\ntwo"));
    g_assert_true(test_was_asked(&scene, 1, "and the other"));
    g_assert_cmpuint(fairy_agent_n_inputs(scene.agent), ==, 0);
}

static void move_more(TestScene *scene)
{
    test_say(scene, "move #b to 70, 30");
}

/* The same of a model that reads no prompt; and of what is said when it was about to rest. */
static void test_late_words(gconstpointer when)
{
    g_auto(TestScene) scene = {.when = *(const FairyEventKind *)when, .nth = 2, .then = move_more};
    test_scene_open(&scene, "", (FairyAgentOptions){.model = "offline"});
    test_say(&scene, "move #a to 50, 20");
    test_rest(&scene);
    g_assert_cmpfloat(test_x(&scene, "a"), ==, 50);
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 70);
    g_assert_cmpuint(fairy_agent_n_inputs(scene.agent), ==, 0);
}

/* --- interruptions ---------------------------------------------------------------------------- */

static void take_over(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_NONE,
                          &(FairyInput){.text = "no, the other one", .view = SVG_BOX_EMPTY});
}

/* In the middle of an answer, from within an event: what comes behind in the same bytes isn't done
 * any more, the action that was being written leaves nothing. */
static void test_take_over(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(
        script, TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("a", 60) "," TEST_MOVE("a", 70)), "");
    test_answer_add(script, TEST_REPLY(TEST_MOVE("b", 70)), "");
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 2, .then = take_over};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_say(&scene, "one");
    gint64 begun = g_get_monotonic_time();
    test_rest(&scene);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 10 * G_TIME_SPAN_SECOND);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok move:ok request move:ok idling rest ");
    g_assert_cmpfloat(test_x(&scene, "a"), ==, 60);
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 70);
    g_assert_true(test_was_asked(&scene, 1, "no, the other one"));
    g_assert_true(test_was_asked(&scene, 1, "\\\"x\\\":60"));
    g_assert_false(test_was_asked(&scene, 1, "\\\"x\\\":70"));
}

static void stop(TestScene *scene)
{
    fairy_agent_stop(scene->agent);
    fairy_agent_stop(scene->agent);
}

/* The list is kept, and what is said then goes on with it. */
static void test_stop(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(
        script, TEST_REPLY(TEST_TODO("x", "todo") "," TEST_MOVE("a", 60) "," TEST_MOVE("a", 70)),
        "");
    test_answer_add(script, TEST_REPLY(TEST_TODO("x", "done") "," TEST_MOVE("b", 70)), "");
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 2, .then = stop};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request update-todo:ok move:ok one-shotting-pausing rest ");
    g_assert_cmpuint(fairy_todos_left(fairy_agent_todos(scene.agent)), ==, 1);
    g_string_truncate(scene.way, 0);
    test_say(&scene, "go on");
    test_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==, "one-shotting request update-todo:ok move:ok idling rest ");
    g_assert_cmpfloat(test_x(&scene, "a"), ==, 60);
    g_assert_cmpuint(fairy_todos_items(fairy_agent_todos(scene.agent))->len, ==, 0);
}

static void to_standing_by(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_STANDING_BY,
                          &(FairyInput){.text = "later", .view = SVG_BOX_EMPTY});
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_STANDING_BY, NULL);
}

/* What is said to who can't be asked waits, and isn't lost by further interruptions. */
static void test_standing_by(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 60) "," TEST_MOVE("a", 70)), "");
    test_answer_add(script, TEST_REPLY(TEST_MOVE("b", 70)), "");
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = to_standing_by};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    test_say(&scene, "and this");
    g_assert_false(fairy_agent_is_running(scene.agent));
    g_assert_cmpuint(fairy_agent_n_inputs(scene.agent), ==, 2);
    fairy_agent_interrupt(scene.agent, FAIRY_MODE_IDLING, NULL);
    test_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok standing-by rest idling one-shotting request "
                    "move:ok idling rest ");
    g_assert_true(test_was_asked(&scene, 1, "later\\n\\nand this"));
}

/* --- errors ----------------------------------------------------------------------------------- */

/* A run that failed leaves a fairy that can be asked again. */
static void test_error(void)
{
    g_autoptr(GString) script = g_string_new(TEST_ANSWER_401);
    test_answer_add(script, TEST_REPLY(TEST_MOVE("b", 70)), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    g_assert_cmpstr(scene.way->str, ==, "one-shotting request one-shotting-pausing rest:error ");
    test_ask(&scene, "two");
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 70);
    g_assert_true(test_was_asked(&scene, 1, "one"));
}

/* --- modes ------------------------------------------------------------------------------------ */

static void test_not_allowed(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(TEST_PLAN("t") "," TEST_MOVE("a", 60)), "");
    test_answer_add(script, TEST_REPLY(TEST_MOVE("a", 70)), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request create-task:refused move:ok request move:ok idling "
                    "rest ");
    g_assert_true(test_was_asked(&scene, 1, "1 of your actions was refused"));
    g_assert_nonnull(strstr(scene.faults->str, "create-task can't be used while you are "
                                               "one-shotting; use "));
}

/* Plans a task, does it with what that needs, and has nothing left to plan. */
static void test_solo(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(TEST_PLAN("t") "," TEST_START("t")), "");
    test_answer_add(script, TEST_REPLY(TEST_MOVE("b", 70)), "");
    test_answer_add(script, TEST_REPLY(TEST_DONE "," TEST_MOVE("b", 80)), "");
    test_answer_add(script, TEST_REPLY(TEST_MESSAGE), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){.plans = TRUE});
    test_ask(&scene, "one");
    g_assert_cmpstr(scene.way->str, ==,
                    "soloing request create-task:ok start-task:ok working-solo "
                    "request move:ok request mark-task-done:ok move:ok soloing "
                    "request message:ok idling rest ");
    g_assert_true(test_was_asked(&scene, 1, "Move b."));
}

/* A task that isn't worked at has failed, instead of being asked for ever. */
static void test_solo_idle(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(TEST_PLAN("t") "," TEST_START("t")), "");
    test_answer_add(script, TEST_REPLY("{\"_type\":\"think\",\"text\":\"Hm.\"}"), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){.plans = TRUE});
    test_ask(&scene, "one");
    g_assert_cmpuint(test_server_requests(scene.server), ==, FAIRY_MAX_IDLE_ANSWERS + 2);
    g_assert_cmpint(fairy_agent_mode(scene.agent), ==, FAIRY_MODE_IDLING);
    g_assert_nonnull(strstr(scene.faults->str, "isn't asked again"));
}

/* --- faults of what was made ------------------------------------------------------------------ */

/* Beyond the edge of the page. */
#define OUTSIDE                                                                        \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"text\",\"shapeId\":\"e\",\"x\":380," \
    "\"y\":200,\"text\":\"Hello there\"}}"

/* Told of what is wrong; told what still is after it tried; then it may stay. */
static void test_faults(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(OUTSIDE), "");
    test_answer_add(
        script, TEST_REPLY("{\"_type\":\"offset\",\"shapeIds\":[\"e\"],\"dx\":5,\"dy\":0}"), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 1 + FAIRY_MAX_LINT_ROUNDS);
    g_assert_true(test_was_asked(&scene, 1, "may have a fault"));
    g_assert_true(test_was_asked(&scene, 2, "still: "));
}

/* Who finds nothing to mend isn't asked again. */
static void test_faults_left(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(OUTSIDE), "");
    test_answer_add(script, TEST_REPLY(""), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
}

static void test_no_rounds(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(OUTSIDE), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){.lint_rounds = -1});
    test_ask(&scene, "one");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 1);
}

/* The work is done: that nobody can look it over is no failure. */
static void test_faults_error(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, TEST_REPLY(OUTSIDE), "");
    g_string_append(script, TEST_ANSWER_401);
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){0});
    test_ask(&scene, "one");
    g_assert_true(g_str_has_suffix(scene.way->str, "rest "));
    g_assert_nonnull(strstr(scene.faults->str, "wasn't looked over again"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/agent/one-shot", test_one_shot);
    g_test_add_func("/agent/mailbox", test_mailbox);
    static const FairyEventKind moments[] = {FAIRY_EVENT_ACTION, FAIRY_EVENT_MODE};
    g_test_add_data_func("/agent/late-words/answering", &moments[0], test_late_words);
    g_test_add_data_func("/agent/late-words/resting", &moments[1], test_late_words);
    g_test_add_func("/agent/take-over", test_take_over);
    g_test_add_func("/agent/stop", test_stop);
    g_test_add_func("/agent/standing-by", test_standing_by);
    g_test_add_func("/agent/error", test_error);
    g_test_add_func("/agent/not-allowed", test_not_allowed);
    g_test_add_func("/agent/solo", test_solo);
    g_test_add_func("/agent/solo-idle", test_solo_idle);
    g_test_add_func("/agent/faults", test_faults);
    g_test_add_func("/agent/faults-left", test_faults_left);
    g_test_add_func("/agent/no-rounds", test_no_rounds);
    g_test_add_func("/agent/faults-error", test_faults_error);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
