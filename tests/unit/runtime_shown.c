/* What a fairy is shown and remembers: by number, what was wrong in the system whose runtime this
 * is (runtime reference §10). tests/remedies.txt says where the other numbers are. */
#include "common/scene.h"

#include <fairy/limits.h>
#include <fairy/usage.h>

#include <string.h>

static const FairyAgentOptions plain = {.first_retry_ms = 1};

/* Another author's offset of a shape. */
static void change(TestScene *scene, const char *author, const char *id, int dx)
{
    g_autoptr(FairyExecutor) executor =
        fairy_executor_new(scene->doc, fairy_actions(), &(FairyExecutorOptions){.author = author});
    g_autofree char *reply = g_strdup_printf(
        TEST_REPLY("{\"_type\":\"offset\",\"shapeIds\":[\"%s\"],\"offsetX\":%d,\"offsetY\":0}"), id,
        dx);
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_assert_false(fairy_executor_has_refusals(executor));
}

static void person_moves_b(TestScene *scene)
{
    change(scene, "user", "b", 5);
}

/* --- requests --------------------------------------------------------------------------------- */

/* Nothing is left at the provider: another process that knows what was said asks the same. */
static void test_stateless(void)
{
    g_autoptr(FairyMemory) memory = fairy_memory_new(NULL, NULL);
    for (guint i = 0; i < 2; i++) {
        g_auto(TestScene) scene = {0};
        test_scene_begin(&scene, (FairyAgentOptions){.memory = memory},
                         TEST_REPLY(TEST_MOVE("a", 50)), NULL);
        test_ask(&scene, i ? "second" : "first");
        g_assert_true(test_was_asked(&scene, 0, "first"));
        g_assert_cmpint(test_was_asked(&scene, 0, "\\\"x\\\":50"), ==, i == 1);
    }
}

/* An id that is taken is refused with one that is free, and told. */
static void test_ids(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(
        &scene, (FairyAgentOptions){.plans = TRUE}, TEST_REPLY(TEST_PLAN("t") "," TEST_PLAN("t")),
        TEST_REPLY(TEST_PLAN("t-2") "," TEST_START("t-2")), TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_true(g_str_has_prefix(scene.way->str, "soloing request create-task:ok "
                                                   "create-task:refused request create-task:ok "
                                                   "start-task:ok working-solo "));
    g_assert_true(test_was_told(&scene, 1, "\"t-2\" is free"));
    g_assert_true(test_was_told(&scene, 2, "your task: t-2 "));
}

/* What reaches into the view is shown, also when most of it lies outside. */
static void test_overlap(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, (FairyAgentOptions){.view = {290, 60, 50, 50}},
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_true(test_was_told(&scene, 0, "\nb 200,30,100,40"));
    g_assert_false(test_was_told(&scene, 0, "\na 20,20"));
}

/* Boxes are whole and rounded, also where they have a 0. */
static void test_whole_boxes(void)
{
    g_auto(TestScene)
        scene = {.drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>"
                            "<rect id='z' x='0' y='0' width='10.6' height='9.4'/></svg>"};
    test_scene_begin(&scene, (FairyAgentOptions){.plans = TRUE, .view = {0, 0, 100.4, 50}},
                     TEST_REPLY(TEST_PLAN("t") "," TEST_START("t")), TEST_REPLY(TEST_DONE),
                     TEST_REPLY(TEST_DONE), TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_true(test_was_told(&scene, 0, "your view: 0,0,100,50\n"));
    g_assert_true(test_was_told(&scene, 0, "\nz 0,0,11,9\n"));
    g_assert_true(test_was_told(&scene, 1, "your task: t 0,0,400,300 "));
}

/* --- what others changed ---------------------------------------------------------------------- */

/* Changed by itself: told to nobody as somebody's change. */
static void test_own_changes(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("nix", 1)),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    test_ask(&scene, "more");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 3);
    g_assert_false(test_was_told(&scene, 1, "changed by others since"));
    g_assert_false(test_was_told(&scene, 2, "changed by others since"));
}

/* Nothing that fails stops the telling of what others do. */
static void test_after_failure(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 2, .then = person_moves_b};
    test_scene_begin(
        &scene, plain,
        TEST_REPLY("{\"_type\":\"nonsense\"}," TEST_MOVE("nix", 5) "," TEST_MOVE("a", 50)),
        TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_true(test_was_told(&scene, 1,
                                "changed by others since you last looked:\nthe person "
                                "updated {\"shapeId\":\"b\""));
}

/* Done while the fairy acts, in the very callback: the person's is told, the fairy's isn't. */
static void test_same_moment(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = person_moves_b};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_MOVE("a", 50) "," TEST_TODO("x", "todo")),
                     TEST_REPLY(TEST_TODO("x", "done")), NULL);
    test_ask(&scene, "go");
    g_assert_true(test_was_told(&scene, 1, "the person updated {\"shapeId\":\"b\""));
    g_assert_false(test_was_told(&scene, 1, "updated {\"shapeId\":\"a\""));
}

/* In model space with all their coordinates: what is changed only in x has no other y. */
static void test_shifted(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, (FairyAgentOptions){.origin = {100, 10}}, TEST_REPLY(TEST_MESSAGE),
                     NULL);
    person_moves_b(&scene);
    test_ask(&scene, "go");
    g_assert_true(test_was_told(&scene, 0,
                                "{\"shapeId\":\"b\",\"type\":\"rectangle\",\"before\":"
                                "{\"x\":100},\"after\":{\"x\":105}}"));
    g_assert_true(test_was_told(&scene, 0, "\nb 105,20,100,40"));
}

/* What was changed is told until an answer to it came, in every mode that asks a person's wishes.
 */
static void test_until_answered(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain, TEST_ANSWER_401, TEST_REPLY(TEST_MESSAGE), NULL);
    person_moves_b(&scene);
    test_ask(&scene, "go");
    test_ask(&scene, "again");
    test_ask(&scene, "and again");
    g_assert_true(test_was_told(&scene, 0, "the person updated {\"shapeId\":\"b\""));
    g_assert_true(test_was_told(&scene, 1, "the person updated {\"shapeId\":\"b\""));
    g_assert_false(test_was_asked(&scene, 2, "the person updated"));
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* A number that is sent back as it was shown is the exact one. */
static void test_exact(void)
{
    g_auto(TestScene)
        scene = {.drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>"
                            "<rect id='r' x='20.4' y='20.6' width='10' height='10'/></svg>"};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_MOVE("r", 20)), NULL);
    test_ask(&scene, "go");
    g_autofree char *drawing = test_print(&scene);
    g_assert_nonnull(strstr(drawing, "x='20.4' y='100'"));
}

#define LOOK "{\"_type\":\"set-view\",\"x\":40,\"y\":10,\"w\":60,\"h\":50}"

/* Where it looks is said in the numbers that it counts in. */
static void test_view_in_model_space(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, (FairyAgentOptions){.origin = {100, 10}}, TEST_REPLY(LOOK),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_true(test_was_told(&scene, 1, "your view: 40,10,60,50\n"));
    g_assert_true(test_was_told(&scene, 1, "x 40, y 10, w 60, h 50"));
    g_assert_cmpfloat(fairy_agent_view(scene.agent).x, ==, 140);
    g_assert_cmpfloat(fairy_agent_view(scene.agent).y, ==, 20);
}

/* What it looks at stays, through corrections, new words and interruptions. */
static void test_view_stays(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(&scene, plain, TEST_REPLY(LOOK "," TEST_MOVE("nix", 1)),
                     TEST_REPLY(TEST_MOVE("nix", 2)), TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    fairy_agent_interrupt(scene.agent, FAIRY_MODE_IDLING, NULL);
    test_ask(&scene, "more");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 4);
    for (guint i = 1; i < 4; i++) {
        g_assert_true(test_was_told(&scene, i, "your view: 40,10,60,50\n"));
    }
}

/* Acting elsewhere, on another page, say, takes nobody's view there. */
static void test_view_is_its_own(void)
{
    g_auto(TestScene)
        scene = {.drawing = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 300'>"
                            "<rect id='a' x='20' y='20' width='10' height='10'/>"
                            "<rect id='far' x='1020' y='20' width='10' height='10'/></svg>"};
    test_scene_begin(&scene, (FairyAgentOptions){.view = {0, 0, 100, 100}},
                     TEST_REPLY(TEST_MOVE("far", 2000) "," TEST_TODO("x", "todo")),
                     TEST_REPLY(TEST_TODO("x", "done")), NULL);
    test_ask(&scene, "go");
    g_assert_cmpfloat(test_x(&scene, "far"), ==, 2000);
    g_assert_true(test_was_told(&scene, 1, "your view: 0,0,100,100\n"));
}

/* --- what is told once ------------------------------------------------------------------------ */

static void take_over(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_NONE,
                          &(FairyInput){.text = "wait", .view = SVG_BOX_EMPTY});
}

#define OUTSIDE                                                                        \
    "{\"_type\":\"create\",\"shape\":{\"_type\":\"text\",\"shapeId\":\"e\",\"x\":380," \
    "\"y\":200,\"text\":\"Hello there\"}}"

/* A fault that was told in a request nobody waited for is told with the next. */
static void test_faults_again(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_REQUEST, .nth = 2, .then = take_over};
    test_scene_begin(&scene, plain, TEST_REPLY(OUTSIDE), TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
    g_assert_true(test_was_told(&scene, 1, "may have a fault"));
    g_assert_true(test_was_told(&scene, 1, "wait"));
}

static void say_and_interrupt(TestScene *scene)
{
    test_say(scene, "one more");
    take_over(scene);
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_NONE, NULL);
}

/* What was said is read, whatever is interrupted after it. */
static void test_mailbox(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = say_and_interrupt};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_MOVE("a", 50) "," TEST_MOVE("a", 60)),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
    g_assert_true(test_was_told(&scene, 1, "one more\n\nwait"));
    g_assert_cmpuint(fairy_agent_n_inputs(scene.agent), ==, 0);
}

/* --- modes ------------------------------------------------------------------------------------ */

static void mode_is_new(TestScene *scene)
{
    g_assert_cmpint(fairy_agent_mode(scene->agent), ==, FAIRY_MODE_ONE_SHOTTING);
}

static void same_mode(TestScene *scene)
{
    fairy_agent_interrupt(scene->agent, FAIRY_MODE_ONE_SHOTTING,
                          &(FairyInput){.text = "go on", .view = SVG_BOX_EMPTY});
}

/* Who hears of a mode finds the fairy in it; to the one it is in is no change, and does nothing. */
static void test_modes(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_MODE, .nth = 1, .then = mode_is_new};
    test_scene_begin(&scene, plain, TEST_REPLY(TEST_TODO("x", "todo") "," TEST_MOVE("a", 50)),
                     TEST_REPLY(TEST_TODO("x", "done")), NULL);
    test_say(&scene, "go");
    while (!fairy_todos_left(fairy_agent_todos(scene.agent))) {
        g_main_context_iteration(NULL, TRUE);
    }
    same_mode(&scene);
    g_assert_cmpuint(fairy_todos_left(fairy_agent_todos(scene.agent)), ==, 1);
    test_rest(&scene);
    g_assert_true(g_str_has_prefix(scene.way->str, "one-shotting request update-todo:ok "));
    g_assert_true(g_str_has_suffix(scene.way->str, "request update-todo:ok idling rest "));
}

/* --- tasks ------------------------------------------------------------------------------------ */

/* At a task it can't talk: what the person says is answered where it can, and the task kept. */
static void test_person_at_task(void)
{
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 3, .then = take_over};
    test_scene_begin(&scene, (FairyAgentOptions){.plans = TRUE},
                     TEST_REPLY(TEST_PLAN("t") "," TEST_START("t")),
                     TEST_REPLY(TEST_MOVE("b", 70) "," TEST_MOVE("b", 90)),
                     TEST_REPLY(TEST_MESSAGE "," TEST_START("t")),
                     TEST_REPLY(TEST_MOVE("b", 80) "," TEST_DONE), TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_cmpstr(scene.way->str, ==,
                    "soloing request create-task:ok start-task:ok working-solo request move:ok "
                    "soloing request message:ok start-task:ok working-solo request move:ok "
                    "mark-task-done:ok soloing request message:ok idling rest ");
    g_assert_true(test_was_told(&scene, 2, "wait"));
    g_assert_true(test_was_told(&scene, 2, "your tasks:\nt ready "));
}

static void stop(TestScene *scene)
{
    fairy_agent_stop(scene->agent);
}

/* Stopped at a task, or as it begins: it can be begun again. */
static void test_stopped_at_task(void)
{
    for (guint nth = 2; nth <= 3; nth++) {
        g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = nth, .then = stop};
        test_scene_begin(&scene, (FairyAgentOptions){.plans = TRUE},
                         TEST_REPLY(TEST_PLAN("t") "," TEST_START("t") "," TEST_PLAN("u")),
                         TEST_REPLY(TEST_START("t")), TEST_REPLY(TEST_MOVE("b", 80) "," TEST_DONE),
                         TEST_REPLY(TEST_MESSAGE), NULL);
        test_ask(&scene, "go");
        g_assert_cmpint(fairy_agent_mode(scene.agent), ==, FAIRY_MODE_IDLING);
        g_string_truncate(scene.way, 0);
        test_ask(&scene, "go on");
        g_assert_true(g_str_has_prefix(scene.way->str,
                                       "soloing request start-task:ok working-solo request "
                                       "move:ok mark-task-done:ok soloing "));
        g_assert_true(test_was_told(&scene, 1, "t ready "));
    }
}

static void on_told(const FairyProjectEvent *told, gpointer data)
{
    TestScene *scene = data;
    if (scene->agent) {
        fairy_agent_project_event(scene->agent, told);
    }
}

/* The same of who leads a pair, at a task of the project. */
static void test_person_at_project(void)
{
    static const char *const pair[] = {"lead", "partner", NULL};
    g_auto(TestScene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 2, .then = take_over};
    FairyProjects *projects = fairy_projects_new(on_told, &scene);
    g_assert_true(fairy_projects_add(projects, "p", pair, NULL));
    FairyProjectPlan plan = {"P", "D", "red", "First"};
    FairyTaskPlan task = {"t", "T", "Do.", {0, 0, 400, 300}, NULL, NULL};
    g_assert_true(fairy_projects_begin(projects, "lead", &plan, NULL));
    g_assert_true(fairy_projects_add_task(projects, "lead", "lead", &task, NULL));
    test_scene_begin(&scene,
                     (FairyAgentOptions){.mode = FAIRY_MODE_DUO_ORCHESTRATING_ACTIVE,
                                         .name = "lead",
                                         .projects = projects},
                     TEST_REPLY(TEST_START("t")), TEST_REPLY(TEST_MOVE("a", 50)),
                     TEST_REPLY(TEST_MESSAGE), NULL);
    test_say(&scene, "go");
    while (test_server_requests(scene.server) < 3) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_true(g_str_has_prefix(scene.way->str, "request start-task:ok working-orchestrator "
                                                   "request move:ok duo-orchestrating-active "));
    g_assert_true(test_was_told(&scene, 2, "wait"));
    g_assert_cmpint(fairy_projects_task(projects, "t")->state, ==, FAIRY_TASK_READY);
    g_clear_pointer(&scene.agent, fairy_agent_free);
    fairy_projects_free(projects);
}

/* Its area is more than the page. */
#define WIDE_PLAN                                                                          \
    "{\"_type\":\"create-task\",\"taskId\":\"u\",\"title\":\"Draw\",\"text\":\"Draw e.\"," \
    "\"x\":-1000,\"y\":-1000,\"w\":3000,\"h\":3000}"

/* A task is done when something was made, and nothing of it is wrong; or when it is said again. */
static void test_completion(void)
{
    g_auto(TestScene) scene = {0};
    test_scene_begin(
        &scene, (FairyAgentOptions){.plans = TRUE}, TEST_REPLY(TEST_PLAN("t") "," TEST_START("t")),
        TEST_REPLY(TEST_DONE), TEST_REPLY(TEST_DONE), TEST_REPLY(WIDE_PLAN "," TEST_START("u")),
        TEST_REPLY(OUTSIDE "," TEST_DONE),
        TEST_REPLY("{\"_type\":\"move\",\"shapeId\":\"e\",\"x\":100,\"y\":200}," TEST_DONE),
        TEST_REPLY(TEST_MESSAGE), NULL);
    test_ask(&scene, "go");
    g_assert_cmpstr(
        scene.way->str, ==,
        "soloing request create-task:ok start-task:ok working-solo request mark-task-done:refused "
        "request mark-task-done:ok soloing request create-task:ok start-task:ok working-solo "
        "request create:ok mark-task-done:refused request move:ok mark-task-done:ok soloing "
        "request message:ok idling rest ");
    g_assert_true(test_was_told(&scene, 2, "nothing was changed since the task began"));
    g_assert_true(test_was_told(&scene, 5, "To mend it: "));
}

/* --- what it costs ---------------------------------------------------------------------------- */

/* What a cache takes in counts for the size that a request is dearer from. */
static void test_price_of_size(void)
{
    FairyPrice price = {0};
    FairyUsage usage = {.input = 100, .cache_write = 250000, .output = 1000};
    g_assert_true(fairy_price_find("anthropic", "claude-sonnet-4-5", NULL, &price, NULL));
    FairyCost cost = fairy_price_cost(&price, &usage);
    g_assert_cmpfloat_with_epsilon(cost.usd, (100 * 6 + 250000 * 7.5 + 1000 * 22.5) / 1e6, 1e-9);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*test)(void);
    } tests[] = {
        {"1-nothing-at-the-provider", test_stateless},
        {"5-ids-are-told", test_ids},
        {"13-overlap-is-seen", test_overlap},
        {"19-words-are-read", test_mailbox},
        {"21-mode-before-word-of-it", test_modes},
        {"24-own-changes", test_own_changes},
        {"25-after-failure", test_after_failure},
        {"26-same-moment", test_same_moment},
        {"46-view-stays", test_view_stays},
        {"47-person-at-task", test_person_at_task},
        {"47-stopped-at-task", test_stopped_at_task},
        {"47-person-at-project", test_person_at_project},
        {"55-whole-boxes", test_whole_boxes},
        {"56-shifted-in-both", test_shifted},
        {"57-exact-again", test_exact},
        {"58-view-in-model-space", test_view_in_model_space},
        {"59-faults-again", test_faults_again},
        {"60-until-answered", test_until_answered},
        {"61-view-is-its-own", test_view_is_its_own},
        {"71-price-of-size", test_price_of_size},
        {"72-completion-is-checked", test_completion},
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
