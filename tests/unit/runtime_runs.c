/* Runs: by number, what was wrong in the system whose runtime this is (runtime reference §10).
 * tests/remedies.txt says where the other numbers are. */
#include "common/scene.h"

#include <fairy/limits.h>

#include <string.h>

#define THINK "{\"_type\":\"think\",\"text\":\"Hm.\"}"
#define CREATE(id)                                                                              \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"" id "\",\"x\":20," \
    "\"y\":200,\"w\":100,\"h\":40}}"
#define ANSWER_500                                                                       \
    "answer POST /v1/messages\nstatus 500 Oops\nheader content-type: application/json\n" \
    "body {}\n"

static const FairyAgentOptions plain = {.first_retry_ms = 1};

static void stop(TestScene *scene)
{
    fairy_agent_stop(scene->agent);
}

static gboolean each_active(FairyModeId *mode)
{
    do {
        ++*mode;
    } while (*mode < FAIRY_MODE_COUNT && !fairy_mode(*mode)->active);
    return *mode < FAIRY_MODE_COUNT;
}

/* In whatever mode it asks its model, the person can stop it, and it rests where its mode says. */
static void test_stop(void)
{
    for (FairyModeId mode = FAIRY_MODE_NONE; each_active(&mode);) {
        g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = stop};
        test_scene_begin(&scene, (FairyAgentOptions){.mode = mode},
                         TEST_REPLY(THINK "," THINK "," THINK), NULL);
        test_ask(&scene, "go");
        FairyModeId stopped = fairy_mode(mode)->stopped;
        g_autofree char *way =
            g_strdup_printf("request think:ok %s rest ", fairy_mode(stopped)->name);
        g_assert_true(g_str_has_suffix(scene.way->str, way));
        g_assert_cmpint(fairy_agent_mode(scene.agent), ==, stopped);
        g_assert_cmpuint(test_server_requests(scene.server), ==, 1);
    }
}

/* --- what isn't finished ---------------------------------------------------------------------- */

static guint n_partial;

static void is_untouched(TestScene *scene)
{
    g_autofree char *drawing = test_print(scene);
    g_assert_cmpstr(drawing, ==, test_boxes);
    n_partial++;
    scene->nth = 1;
}

/* As long as an action is being written, however far, nothing of it is in the drawing. */
static void test_before_its_brace(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_PARTIAL, .nth = 1, .then = is_untouched};
    test_scene_begin(&scene, plain, TEST_REPLY(CREATE("e")), NULL);
    n_partial = 0;
    test_ask(&scene, "go");
    g_assert_cmpuint(n_partial, >, 0);
    g_assert_true(svg_document_has_id(scene.doc, "e"));
}

static void take_over(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_IDLING, NULL);
}

/* Stopped, interrupted, failed: of the action that was being written nothing is left. */
static void test_no_orphans(void)
{
    static void (*const ways[])(TestScene *) = {stop, take_over, NULL};
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_auto(TestScene)
            scene = {.when = FAIRY_EVENT_PARTIAL, .nth = ways[i] ? 2 : 0, .then = ways[i]};
        g_autoptr(GString) script = g_string_new(NULL);
        test_answer_add_part(script, TEST_REPLY(TEST_MOVE("a", 50) "," CREATE("e")), 20,
                             ways[i] ? "hang\n" : "cut\n");
        test_scene_open(&scene, script->str, (FairyAgentOptions){.retries = -1});
        test_ask(&scene, "go");
        g_assert_false(svg_document_has_id(scene.doc, "e"));
        g_assert_cmpfloat(test_x(&scene, "a"), ==, 50);
        g_assert_cmpuint(fairy_memory_items(fairy_agent_memory(scene.agent))->len, ==, 2);
        fairy_executor_undo(fairy_agent_executor(scene.agent));
        g_autofree char *drawing = test_print(&scene);
        g_assert_cmpstr(drawing, ==, test_boxes);
    }
}

/* An action doesn't meet what it was while it was written: its id is free. One that is refused
 * leaves nothing, either. */
static void test_own_partial(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain,
                     TEST_REPLY(CREATE("e") ",{\"_type\":\"create\",\"shape\":{\"_type\":"
                                            "\"rectangle\",\"shapeId\":\"f\",\"x\":\"far\"}}"),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_true(
        g_str_has_prefix(scene.way->str, "one-shotting request create:ok create:refused request"));
    g_assert_false(svg_document_has_id(scene.doc, "f"));
}

/* Cut off in the middle: what has its brace is done, the rest is told to have been cut off. */
static void test_cut(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add_part(script, TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("b", 70)), 13,
                         "cut\n");
    test_answer_add(script, TEST_REPLY(TEST_MESSAGE), "");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, plain);
    test_ask(&scene, "go");
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok request message:ok idling rest ");
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 200);
    g_assert_true(test_was_told(&scene, 1, "cut off after action 1"));
}

/* --- what comes in an answer ------------------------------------------------------------------ */

/* However many actions arrive at once, all are done, the last ones, too. */
static void test_all_at_once(void)
{
    static const char reply[] =
        "{\\\"actions\\\":[{\\\"_type\\\":\\\"offset\\\",\\\"shapeIds\\\":[\\\"a\\\"],\\\"dx\\\":1,"
        "\\\"dy\\\":0},{\\\"_type\\\":\\\"offset\\\",\\\"shapeIds\\\":[\\\"a\\\"],\\\"dx\\\":2,"
        "\\\"dy\\\":0},{\\\"_type\\\":\\\"offset\\\",\\\"shapeIds\\\":[\\\"a\\\"],\\\"dx\\\":4,"
        "\\\"dy\\\":0}]}";
    g_autofree char *script = g_strdup_printf(
        "answer POST /v1/messages\n"
        "event content_block_delta {\"type\":\"content_block_delta\",\"index\":0,\"delta\":"
        "{\"type\":\"text_delta\",\"text\":\"%s\"}}\n"
        "event message_delta {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n"
        "event message_stop {\"type\":\"message_stop\"}\n",
        reply);
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script, plain);
    test_ask(&scene, "go");
    g_assert_cmpfloat(test_x(&scene, "a"), ==, 27);
}

/* A text that ends with a backslash ends there. */
static void test_backslash(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(
        script,
        TEST_REPLY(
            "{\"_type\":\"label\",\"shapeId\":\"a\",\"text\":\"C:\\\\\"}," TEST_MOVE("b", 70)),
        "pieces 1\n");
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, script->str, (FairyAgentOptions){.lint_rounds = -1});
    test_ask(&scene, "go");
    g_autofree char *drawing = test_print(&scene);
    g_assert_nonnull(strstr(drawing, "C:\\<"));
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 70);
}

/* What was refused is told with its reason, what comes after it is done. */
static void test_told_why(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain,
                     TEST_REPLY(TEST_START("t") "," TEST_MOVE("nix", 5) "," TEST_MOVE("b", 70)),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request start-task:refused move:refused move:ok request "
                    "message:ok idling rest ");
    g_assert_true(test_was_told(&scene, 1,
                                "- action 1 (start-task) refused: start-task can't be "
                                "used while you are one-shotting"));
    g_assert_true(test_was_told(&scene, 1, "- action 2 (move) refused: no element has the id"));
    g_assert_false(test_was_told(&scene, 1, "action 3"));
}

static void say_more(TestScene *scene)
{
    test_say(scene, "and that");
}

/* So many times in a row, and as often again for what the person says then. */
static void test_told_again(void)
{
    g_auto(TestScene)
        scene = {.when = FAIRY_EVENT_ACTION, .nth = 1 + FAIRY_MAX_CORRECTIONS, .then = say_more};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_MOVE("nix", 5)), NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2 * (1 + FAIRY_MAX_CORRECTIONS));
}

/* A run of several answers is taken back whole, and each of its actions by itself. */
static void test_undo(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain,
                     TEST_REPLY(TEST_MOVE("a", 50) "," TEST_TODO("x", "todo") "," CREATE("e")),
                     TEST_REPLY(TEST_TODO("x", "done") "," TEST_MOVE("b", 70)), NULL);
    test_ask(&scene, "go");
    g_assert_true(svg_document_undo(scene.doc));
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 200);
    g_assert_true(svg_document_has_id(scene.doc, "e"));
    g_assert_true(svg_document_redo(scene.doc));
    fairy_executor_undo(fairy_agent_executor(scene.agent));
    g_autofree char *drawing = test_print(&scene);
    g_assert_cmpstr(drawing, ==, test_boxes);
}

static void test_checked(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain,
                     TEST_REPLY("{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":\"far\",\"y\":1},"
                                "{\"_type\":\"align\",\"shapeIds\":[\"a\",\"b\"]}"),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_autofree char *drawing = test_print(&scene);
    g_assert_cmpstr(drawing, ==, test_boxes);
    g_assert_true(test_was_told(&scene, 1, "- action 1 (move) refused: "));
    g_assert_true(test_was_told(&scene, 1, "\\\"x\\\"") || test_was_told(&scene, 1, "\"x\""));
    g_assert_true(test_was_told(&scene, 1, "- action 2 (align) refused: "));
}

/* --- beginning -------------------------------------------------------------------------------- */

/* Asked where it can't be: nothing is stuck, and it is read when it can. */
static void test_asleep(void)
{
    static const FairyModeId modes[] = {FAIRY_MODE_SLEEPING, FAIRY_MODE_STANDING_BY};
    for (guint i = 0; i < G_N_ELEMENTS(modes); i++) {
        g_auto(TestScene) scene = {0};
        test_scene_begin(&scene, (FairyAgentOptions){.mode = modes[i]},
                         TEST_REPLY(TEST_MOVE("a", 50)), NULL);
        test_say(&scene, "go");
        fairy_agent_stop(scene.agent);
        fairy_agent_interrupt(scene.agent, FAIRY_MODE_NONE, NULL);
        g_assert_false(fairy_agent_is_running(scene.agent));
        g_assert_cmpint(fairy_agent_mode(scene.agent), ==, modes[i]);
        fairy_agent_interrupt(scene.agent, FAIRY_MODE_IDLING, NULL);
        test_rest(&scene);
        g_assert_cmpstr(scene.way->str, ==, "idling one-shotting request move:ok idling rest ");
        g_assert_true(test_was_told(&scene, 0, "go"));
    }
}

/* A run that can't even begin ends with an error that is told, each time. */
static void test_cannot_begin(void)
{
    FairyBudgetLimits limits = {.requests = 0, .tokens = -1, .usd = -1, .time_ms = -1};
    g_autoptr(FairyBudget) budget = fairy_budget_new(&limits, NULL, NULL);
    g_auto(TestScene) scene = {0};
    test_scene_open(&scene, "", (FairyAgentOptions){.budget = budget});
    test_ask(&scene, "go");
    test_ask(&scene, "go");
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting one-shotting-pausing rest:error one-shotting "
                    "one-shotting-pausing rest:error ");
}

/* --- failures --------------------------------------------------------------------------------- */

/* In every mode a failure leaves one that isn't active, with nothing under way; asked again it goes
 * on, or waits. */
static void test_failure(void)
{
    for (FairyModeId mode = FAIRY_MODE_NONE; each_active(&mode);) {
        g_auto(TestScene) scene = {0};
        test_scene_begin(&scene, (FairyAgentOptions){.mode = mode}, TEST_ANSWER_401,
                         TEST_REPLY(THINK), NULL);
        test_ask(&scene, "first");
        g_assert_true(g_str_has_suffix(scene.way->str, "rest:error "));
        const FairyMode *now = fairy_mode(fairy_agent_mode(scene.agent));
        g_assert_false(now->active);
        test_say(&scene, "second");
        g_assert_cmpint(fairy_agent_is_running(scene.agent), ==, now->asked != FAIRY_MODE_NONE);
        g_assert_cmpuint(fairy_agent_n_inputs(scene.agent), ==, 1);
        fairy_agent_interrupt(scene.agent, mode, NULL);
        while (test_server_requests(scene.server) < 2) {
            g_main_context_iteration(NULL, TRUE);
        }
        g_assert_true(test_was_asked(&scene, 1, "first"));
        g_assert_true(test_was_told(&scene, 1, "second"));
    }
}

/* Something open, and a server that fails for good: asked so many times and no more. */
static void test_failing_for_good(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_TODO("x", "todo")), ANSWER_500, NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2 + FAIRY_MAX_RETRIES);
    g_assert_true(g_str_has_suffix(scene.way->str, "one-shotting-pausing rest:error "));
}

/* --- limits ----------------------------------------------------------------------------------- */

/* A mode that goes on for ever ends with what it may cost. */
static void test_limits(void)
{
    FairyBudgetLimits limits = {.requests = 5, .tokens = -1, .usd = -1, .time_ms = -1};
    g_autoptr(FairyBudget) budget = fairy_budget_new(&limits, NULL, NULL);
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, (FairyAgentOptions){.budget = budget, .plans = TRUE},
                     TEST_REPLY(TEST_PLAN("t") "," TEST_START("t")),
                     TEST_REPLY("{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"dx\":1,\"dy\":0}"),
                     NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 5);
    g_assert_nonnull(strstr(scene.faults->str, "max-requests"));
    g_assert_cmpfloat(test_x(&scene, "b"), ==, 204);
    g_assert_cmpint(fairy_agent_mode(scene.agent), ==, FAIRY_MODE_IDLING);
}

/* What was asked for and seen of an answer is paid for, also when nobody waits for its end. */
static void test_paid(void)
{
    FairyBudgetLimits limits = {.requests = -1, .tokens = -1, .usd = -1, .time_ms = -1};
    g_autoptr(FairyBudget) budget = fairy_budget_new(&limits, NULL, NULL);
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = stop};
    test_scene_begin(&scene, (FairyAgentOptions){.budget = budget},
                     TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("a", 60)), NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(fairy_budget_requests(budget), ==, 1);
    g_assert_cmpuint(fairy_budget_under_way(budget), ==, 0);
    g_assert_cmpuint(fairy_budget_usage(budget)->input, ==, 100); /* as the server said */
    g_assert_cmpuint(fairy_budget_usage(budget)->output, >=, 10); /* of the text that came */
}

static gsize deepest, shallowest;

static void measure(TestScene *scene)
{
    gsize here = (gsize)__builtin_frame_address(0);
    deepest = MIN(deepest, here);
    shallowest = MAX(shallowest, here);
    scene->nth = 1;
}

/* Many requests in a run stand on no more stack than one. */
static void test_loop(void)
{
    FairyBudgetLimits limits = {.requests = 60, .tokens = -1, .usd = -1, .time_ms = -1};
    g_autoptr(FairyBudget) budget = fairy_budget_new(&limits, NULL, NULL);
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_REQUEST, .nth = 1, .then = measure};
    deepest = G_MAXSIZE;
    shallowest = 0;
    test_scene_begin(
        &scene, (FairyAgentOptions){.budget = budget},
        TEST_REPLY("{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"dx\":1,\"dy\":0}," TEST_TODO(
            "x", "todo")),
        NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 60);
    g_assert_cmpuint(shallowest - deepest, <, 4096);
}

/* --- at any moment ---------------------------------------------------------------------------- */

/* Stopped from within whatever is told: that is the end, and nothing more is sent or done. */
static void test_token(void)
{
    static const struct {
        FairyEventKind when;
        guint nth, requests;
        double a;
    } moments[] = {
        {FAIRY_EVENT_MODE, 1, 0, 20},    {FAIRY_EVENT_REQUEST, 1, 0, 20},
        {FAIRY_EVENT_PARTIAL, 1, 1, 20}, {FAIRY_EVENT_ACTION, 1, 1, 50},
        {FAIRY_EVENT_TODOS, 1, 1, 50},   {FAIRY_EVENT_ANSWERED, 1, 1, 60},
        {FAIRY_EVENT_REQUEST, 2, 1, 60}, {FAIRY_EVENT_WAIT, 1, 2, 60},
    };
    for (guint i = 0; i < G_N_ELEMENTS(moments); i++) {
        g_auto(TestScene) scene = {.when = moments[i].when, .nth = moments[i].nth, .then = stop};
        test_scene_begin(
            &scene, plain,
            TEST_REPLY(TEST_MOVE("a", 50) "," TEST_TODO("x", "todo") "," TEST_MOVE("a", 60)),
            ANSWER_500, TEST_REPLY(TEST_MOVE("a", 70)), NULL);
        test_ask(&scene, "go");
        while (g_main_context_iteration(NULL, FALSE)) {
        }
        g_test_message("%s %u: %s", fairy_event_name(moments[i].when), moments[i].nth,
                       scene.way->str);
        g_assert_cmpuint(test_server_requests(scene.server), ==, moments[i].requests);
        g_assert_cmpfloat(test_x(&scene, "a"), ==, moments[i].a);
        g_assert_false(fairy_mode(fairy_agent_mode(scene.agent))->active);
        g_assert_true(g_str_has_suffix(scene.way->str, "rest "));
    }
}

/* Let go at any moment, in any mode. */
static void test_let_go(void)
{
    for (guint steps = 0; steps < 24; steps++) {
        for (guint mode = FAIRY_MODE_NONE + 1; mode < FAIRY_MODE_COUNT; mode++) {
            g_auto(TestScene) scene = {0};
            test_scene_begin(&scene, (FairyAgentOptions){.mode = (FairyModeId)mode},
                             TEST_REPLY(THINK "," CREATE("e") "," TEST_TODO("x", "todo")), NULL);
            test_say(&scene, "go");
            for (guint i = 0; i < steps; i++) {
                g_main_context_iteration(NULL, FALSE);
            }
        }
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"2-stopped-in-any-mode", test_stop},
        {"12-nothing-before-its-brace", test_before_its_brace},
        {"22-no-orphans", test_no_orphans},
        {"23-free-of-its-own-partial", test_own_partial},
        {"27-all-at-once", test_all_at_once},
        {"28-cut-is-not-complete", test_cut},
        {"29-backslash-ends", test_backslash},
        {"30-told-why", test_told_why},
        {"30-told-again", test_told_again},
        {"32-undone-by-action-and-run", test_undo},
        {"33-checked", test_checked},
        {"34-asked-while-asleep", test_asleep},
        {"35-cannot-begin", test_cannot_begin},
        {"36-failed-in-any-mode", test_failure},
        {"37-failing-for-good", test_failing_for_good},
        {"38-limits", test_limits},
        {"43-stopped-at-any-moment", test_token},
        {"44-let-go-at-any-moment", test_let_go},
        {"49-a-loop", test_loop},
        {"70-paid-though-unread", test_paid},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/runtime/", tests[i].path, NULL);
        g_test_add_func(path, tests[i].test);
    }
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
