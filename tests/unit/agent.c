/* A fairy over several runs: its modes, what is said to it at any time, interruptions. The model is
 * at the end of a wire. */
#include "common/answers.h"
#include "common/server.h"

#include <fairy/agent.h>
#include <fairy/limits.h>

#include <string.h>

static const char drawing[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='100' height='40' fill='none' stroke='black'/>\n"
    "<rect id='b' x='200' y='30' width='100' height='40' fill='none' stroke='black'/>\n"
    "</svg>\n";

#define MOVE(id, x) "{\"_type\":\"move\",\"shapeId\":\"" id "\",\"x\":" #x ",\"y\":100}"
#define ITEM(id, status) \
    "{\"_type\":\"update-todo\",\"id\":\"" id "\",\"text\":\"t\",\"status\":\"" status "\"}"
#define REPLY(actions) "{\"actions\":[" actions "]}"

typedef struct {
    TestServer *server;
    FairySettings *settings;
    SvgDocument *doc;
    FairyAgent *agent;
    FairyBudget *budget;
    GString *way;    /* "one-shotting move:ok idling rest " */
    GString *faults; /* messages of warnings and errors */
    /* When this event comes for the nth time, `then` is done; FAIRY_EVENT_REST at 0: never. */
    FairyEventKind when;
    guint nth;
    void (*then)(FairyAgent *agent);
} Scene;

static void on_event(const FairyEvent *event, gpointer data)
{
    Scene *scene = data;
    if (event->kind == FAIRY_EVENT_MODE) {
        g_string_append_printf(scene->way, "%s ", fairy_mode(event->mode)->name);
    } else if (event->kind == FAIRY_EVENT_ACTION) {
        g_string_append_printf(scene->way, "%s:%s ", event->outcome->type,
                               fairy_status_name(event->outcome->status));
        g_string_append_printf(scene->faults, "%s\n",
                               event->outcome->detail ? event->outcome->detail : "");
    } else if (event->kind == FAIRY_EVENT_REQUEST || event->kind == FAIRY_EVENT_REST) {
        g_string_append_printf(scene->way, "%s%s ", fairy_event_name(event->kind),
                               event->error ? ":error" : "");
    }
    if (event->message || event->error) {
        g_string_append_printf(scene->faults, "%s\n",
                               event->message ? event->message : event->error->message);
    }
    if (scene->then && event->kind == scene->when && --scene->nth == 0) {
        scene->then(scene->agent);
    }
}

static void scene_open(Scene *scene, const char *script, FairyAgentOptions options)
{
    g_autoptr(GError) error = NULL;
    scene->server = test_server_new(script, 0, &error);
    g_assert_no_error(error);
    g_setenv("ANTHROPIC_BASE_URL", test_server_base(scene->server), TRUE);
    g_setenv("ANTHROPIC_API_KEY", "sk-ant-secret", TRUE);
    scene->settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    scene->doc = svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
    scene->way = g_string_new(NULL);
    scene->faults = g_string_new(NULL);
    options.model = options.model ? options.model : "anthropic/claude-sonnet-5-5";
    options.context.settings = scene->settings;
    options.view = SVG_BOX_EMPTY;
    options.on_event = on_event;
    options.data = scene;
    scene->agent = fairy_agent_new(scene->doc, &options, &error);
    g_assert_no_error(error);
}

static void scene_close(Scene *scene)
{
    fairy_agent_free(scene->agent);
    svg_document_free(scene->doc);
    fairy_settings_free(scene->settings);
    test_server_free(scene->server);
    g_string_free(scene->way, TRUE);
    g_string_free(scene->faults, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Scene, scene_close)

static void say(FairyAgent *agent, const char *words)
{
    fairy_agent_say(agent, &(FairyInput){.text = words, .view = SVG_BOX_EMPTY});
}

static void wait_for_rest(Scene *scene)
{
    gint64 end = g_get_monotonic_time() + 20 * G_TIME_SPAN_SECOND;
    while (fairy_agent_is_running(scene->agent) && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_false(fairy_agent_is_running(scene->agent));
}

static double x_of(Scene *scene, const char *id)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_assert_true(svg_document_bounds(scene->doc, id, &box, NULL));
    return box.x;
}

static gboolean was_asked(Scene *scene, guint n, const char *words)
{
    gsize len;
    const char *bytes = g_bytes_get_data(test_server_request(scene->server, n)->body, &len);
    return g_strstr_len(bytes, (gssize)len, words) != NULL;
}

/* --- runs ------------------------------------------------------------------------------------- */

static void test_one_shot(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(MOVE("a", 50)), "");
    test_answer_add(script, REPLY(MOVE("b", 70)), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "first");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==, "one-shotting request move:ok idling rest ");
    say(scene.agent, "second");
    wait_for_rest(&scene);
    g_assert_cmpfloat(x_of(&scene, "b"), ==, 70);
    /* what was said and done before is still known */
    g_assert_true(was_asked(&scene, 1, "first"));
    g_assert_true(was_asked(&scene, 1, "\\\"x\\\":50"));
}

/* Said while it works: read with the next request, also when the answer wanted none. */
static void say_more(FairyAgent *agent)
{
    say(agent, "and the other");
}

static void test_mailbox(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(MOVE("a", 50)), "");
    test_answer_add(script, REPLY(MOVE("b", 70)), "");
    g_auto(Scene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = say_more};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    say(scene.agent, "two");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok request move:ok idling rest ");
    g_assert_true(was_asked(&scene, 0, "one\\n\\ntwo"));
    g_assert_true(was_asked(&scene, 1, "and the other"));
    g_assert_cmpuint(fairy_agent_waiting(scene.agent), ==, 0);
}

static void move_more(FairyAgent *agent)
{
    say(agent, "move #b to 70, 30");
}

/* The same of a model that reads no prompt; and of what is said when it was about to rest. */
static void test_late_words(gconstpointer when)
{
    g_auto(Scene) scene = {.when = *(const FairyEventKind *)when, .nth = 2, .then = move_more};
    scene_open(&scene, "", (FairyAgentOptions){.model = "offline"});
    say(scene.agent, "move #a to 50, 20");
    wait_for_rest(&scene);
    g_assert_cmpfloat(x_of(&scene, "a"), ==, 50);
    g_assert_cmpfloat(x_of(&scene, "b"), ==, 70);
    g_assert_cmpuint(fairy_agent_waiting(scene.agent), ==, 0);
}

/* --- interruptions ---------------------------------------------------------------------------- */

static void take_over(FairyAgent *agent)
{
    fairy_agent_interrupt(agent, FAIRY_MODE_NONE,
                          &(FairyInput){.text = "no, the other one", .view = SVG_BOX_EMPTY});
}

/* In the middle of an answer, from within an event: what comes behind in the same bytes isn't done
 * any more, the action that was being written leaves nothing. */
static void test_take_over(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(MOVE("a", 50) "," MOVE("a", 60) "," MOVE("a", 70)), "");
    test_answer_add(script, REPLY(MOVE("b", 70)), "");
    g_auto(Scene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 2, .then = take_over};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    gint64 begun = g_get_monotonic_time();
    wait_for_rest(&scene);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 10 * G_TIME_SPAN_SECOND);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok move:ok request move:ok idling rest ");
    g_assert_cmpfloat(x_of(&scene, "a"), ==, 60);
    g_assert_cmpfloat(x_of(&scene, "b"), ==, 70);
    g_assert_true(was_asked(&scene, 1, "no, the other one"));
    g_assert_true(was_asked(&scene, 1, "\\\"x\\\":60"));
    g_assert_false(was_asked(&scene, 1, "\\\"x\\\":70"));
}

static void stop(FairyAgent *agent)
{
    fairy_agent_stop(agent);
    fairy_agent_stop(agent);
}

/* The list is kept, and what is said then goes on with it. */
static void test_stop(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(ITEM("x", "todo") "," MOVE("a", 60) "," MOVE("a", 70)), "");
    test_answer_add(script, REPLY(ITEM("x", "done") "," MOVE("b", 70)), "");
    g_auto(Scene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 2, .then = stop};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request update-todo:ok move:ok one-shotting-pausing rest ");
    g_assert_cmpuint(fairy_todos_left(fairy_agent_todos(scene.agent)), ==, 1);
    g_string_truncate(scene.way, 0);
    say(scene.agent, "go on");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==, "one-shotting request update-todo:ok move:ok idling rest ");
    g_assert_cmpfloat(x_of(&scene, "a"), ==, 60);
    g_assert_cmpuint(fairy_todos_items(fairy_agent_todos(scene.agent))->len, ==, 0);
}

static void to_standing_by(FairyAgent *agent)
{
    fairy_agent_interrupt(agent, FAIRY_MODE_STANDING_BY,
                          &(FairyInput){.text = "later", .view = SVG_BOX_EMPTY});
    fairy_agent_interrupt(agent, FAIRY_MODE_STANDING_BY, NULL);
}

/* What is said to who can't be asked waits, and isn't lost by further interruptions. */
static void test_standing_by(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(MOVE("a", 60) "," MOVE("a", 70)), "");
    test_answer_add(script, REPLY(MOVE("b", 70)), "");
    g_auto(Scene) scene = {.when = FAIRY_EVENT_ACTION, .nth = 1, .then = to_standing_by};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    say(scene.agent, "and this");
    g_assert_false(fairy_agent_is_running(scene.agent));
    g_assert_cmpuint(fairy_agent_waiting(scene.agent), ==, 2);
    fairy_agent_interrupt(scene.agent, FAIRY_MODE_IDLING, NULL);
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request move:ok standing-by rest idling one-shotting request "
                    "move:ok idling rest ");
    g_assert_true(was_asked(&scene, 1, "later\\n\\nand this"));
}

/* --- errors ----------------------------------------------------------------------------------- */

/* A run that failed leaves a fairy that can be asked again. */
static void test_error(void)
{
    g_autoptr(GString) script = g_string_new(
        "answer POST /v1/messages\nstatus 401 Unauthorized\nheader content-type: application/json\n"
        "body {\"type\":\"error\",\"error\":{\"type\":\"authentication_error\",\"message\":\"no\"}}"
        "\n");
    test_answer_add(script, REPLY(MOVE("b", 70)), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==, "one-shotting request one-shotting-pausing rest:error ");
    say(scene.agent, "two");
    wait_for_rest(&scene);
    g_assert_cmpfloat(x_of(&scene, "b"), ==, 70);
    g_assert_true(was_asked(&scene, 1, "one"));
}

/* --- modes ------------------------------------------------------------------------------------ */

#define CREATE_TASK                                                                        \
    "{\"_type\":\"create-task\",\"taskId\":\"t\",\"title\":\"Move\",\"text\":\"Move b.\"," \
    "\"x\":0,\"y\":0,\"w\":400,\"h\":300}"

static void test_not_allowed(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(CREATE_TASK "," MOVE("a", 60)), "");
    test_answer_add(script, REPLY(MOVE("a", 70)), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==,
                    "one-shotting request create-task:refused move:ok request move:ok idling "
                    "rest ");
    g_assert_true(was_asked(&scene, 1, "1 of your actions was refused"));
    g_assert_nonnull(strstr(scene.faults->str, "create-task can't be used while you are "
                                               "one-shotting; use "));
}

/* Plans a task, does it with what that needs, and has nothing left to plan. */
static void test_solo(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(CREATE_TASK ",{\"_type\":\"start-task\",\"taskId\":\"t\"}"), "");
    test_answer_add(script, REPLY(MOVE("b", 70)), "");
    test_answer_add(script, REPLY("{\"_type\":\"mark-task-done\"}," MOVE("b", 80)), "");
    test_answer_add(script, REPLY("{\"_type\":\"message\",\"text\":\"Done.\"}"), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){.plans = TRUE});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpstr(scene.way->str, ==,
                    "soloing request create-task:ok start-task:ok working-solo "
                    "request move:ok request mark-task-done:ok move:ok soloing "
                    "request message:ok idling rest ");
    g_assert_true(was_asked(&scene, 1, "Move b."));
}

/* A task that isn't worked at has failed, instead of being asked for ever. */
static void test_solo_idle(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(CREATE_TASK ",{\"_type\":\"start-task\",\"taskId\":\"t\"}"), "");
    test_answer_add(script, REPLY("{\"_type\":\"think\",\"text\":\"Hm.\"}"), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){.plans = TRUE});
    say(scene.agent, "one");
    wait_for_rest(&scene);
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
    test_answer_add(script, REPLY(OUTSIDE), "");
    test_answer_add(script, REPLY("{\"_type\":\"offset\",\"shapeIds\":[\"e\"],\"dx\":5,\"dy\":0}"),
                    "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpuint(test_server_requests(scene.server), ==, 1 + FAIRY_MAX_LINT_ROUNDS);
    g_assert_true(was_asked(&scene, 1, "may have a fault"));
    g_assert_true(was_asked(&scene, 2, "still: "));
}

/* Who finds nothing to mend isn't asked again. */
static void test_faults_left(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(OUTSIDE), "");
    test_answer_add(script, REPLY(""), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
}

static void test_no_rounds(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(OUTSIDE), "");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){.lint_rounds = -1});
    say(scene.agent, "one");
    wait_for_rest(&scene);
    g_assert_cmpuint(test_server_requests(scene.server), ==, 1);
}

/* The work is done: that nobody can look it over is no failure. */
static void test_faults_error(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, REPLY(OUTSIDE), "");
    g_string_append(script, "answer POST /v1/messages\nstatus 401 Unauthorized\n"
                            "header content-type: application/json\nbody {}\n");
    g_auto(Scene) scene = {0};
    scene_open(&scene, script->str, (FairyAgentOptions){0});
    say(scene.agent, "one");
    wait_for_rest(&scene);
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
