/* Several fairies at one drawing: what was seen to be missing where a leader and others ran side by
 * side without anybody who looks after them. */
#include "host/team.h"

#include "common/scene.h"

#include <fairy/limits.h>

#include <string.h>

#define LEADER "you: fairy \\\""
#define SECOND "you: fairy-2 "
#define THIRD  "you: fairy-3 "

#define BEGIN                                                                              \
    "{\"_type\":\"start-project\",\"projectName\":\"Boxes\",\"projectDescription\":\"d\"," \
    "\"projectColor\":\"red\",\"projectPlan\":\"p\"}"
#define TASK(id, fairy, x, y, w, h)                                                           \
    "{\"_type\":\"create-project-task\",\"taskId\":\"" id "\",\"title\":\"Task " id           \
    "\",\"text\":\"Do it.\",\"assignedTo\":\"" fairy "\",\"x\":" #x ",\"y\":" #y ",\"w\":" #w \
    ",\"h\":" #h "}"
#define AFTER(id, fairy, after)                                                                  \
    "{\"_type\":\"create-project-task\",\"taskId\":\"" id "\",\"title\":\"Task " id              \
    "\",\"text\":\"Do it.\",\"assignedTo\":\"" fairy "\",\"x\":160,\"y\":0,\"w\":240,\"h\":300," \
    "\"after\":[" after "]}"
#define JOIN(id, fairy, after)                                                                 \
    "{\"_type\":\"create-project-task\",\"taskId\":\"" id "\",\"title\":\"Task " id            \
    "\",\"text\":\"Do it.\",\"assignedTo\":\"" fairy "\",\"x\":0,\"y\":0,\"w\":400,\"h\":300," \
    "\"after\":[" after "]}"
#define BOX(id, at)                                                                             \
    "{\"_type\":\"create\",\"shape\":{\"shapeId\":\"" id "\",\"type\":\"rectangle\",\"x\":" #at \
    ",\"y\":200,\"w\":80,\"h\":40,\"text\":\"" id "\"}}"
#define DIRECT(id, fairy)                                                                         \
    "{\"_type\":\"direct-to-start-project-task\",\"otherFairyId\":\"" fairy "\",\"taskId\":\"" id \
    "\"}"
#define AWAIT(ids) "{\"_type\":\"await-tasks-completion\",\"taskIds\":[" ids "]}"
#define ALL(ids)   "{\"_type\":\"await-tasks-completion\",\"until\":\"all\",\"taskIds\":[" ids "]}"
#define END        "{\"_type\":\"end-project\"}"
#define DROP(id)   "{\"_type\":\"delete-project-task\",\"taskId\":\"" id "\",\"reason\":\"r\"}"
#define OFFSET(id, dx) \
    "{\"_type\":\"offset\",\"shapeIds\":[\"" id "\"],\"offsetX\":" #dx ",\"offsetY\":0}"
#define PLAN_ONE \
    BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," DIRECT("t1", "fairy-2") "," AWAIT("\"t1\"")
#define PLAN_TWO                                              \
    BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," TASK( \
        "t2", "fairy-3", 160, 0, 240,                         \
        300) "," DIRECT("t1", "fairy-2") "," DIRECT("t2", "fairy-3") "," AWAIT("\"t1\",\"t2\"")

typedef struct {
    GString *script;
    TestServer *server;
    FairySettings *settings;
    SvgDocument *doc;
    FairyTeam *team;
    FairyBudget *budget;
    GString *way; /* "fairy:start-project:ok fairy-2:offset:ok@t1 " */
    guint n_rests;
    GError *error;
    FairyEventKind when; /* the first such event of `whose`: then */
    const char *whose;
    void (*then)(gpointer scene);
} Scene;

static void add(Scene *scene, const char *who, const char *reply)
{
    g_autofree char *asked = g_strdup_printf("asked %s\n", who);
    scene->script = scene->script ? scene->script : g_string_new(NULL);
    if (g_str_has_prefix(reply, "answer ")) {
        const char *rest = strchr(reply, '\n') + 1;
        g_string_append_printf(scene->script, "%.*s%s%s", (int)(rest - reply), reply, asked, rest);
    } else {
        test_answer_add(scene->script, reply, asked);
    }
}

/* The reply's beginning, and nothing more. */
static void add_part(Scene *scene, const char *who, const char *reply)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add_part(script, reply, (guint)strlen(reply) / 6, "hang\n");
    add(scene, who, script->str);
}

static void on_event(const FairyEvent *event, gpointer data)
{
    Scene *scene = data;
    if (event->kind == FAIRY_EVENT_ACTION) {
        g_string_append_printf(scene->way, "%s:%s:%s%s%s ", event->fairy, event->outcome->type,
                               fairy_status_name(event->outcome->status), event->task ? "@" : "",
                               event->task ? event->task : "");
    }
    if (scene->then && event->kind == scene->when && g_str_equal(event->fairy, scene->whose)) {
        void (*then)(gpointer) = g_steal_pointer(&scene->then);
        then(scene);
    }
}

static void on_rest(const GError *error, gpointer data)
{
    Scene *scene = data;
    scene->n_rests++;
    g_clear_error(&scene->error);
    scene->error = error ? g_error_copy(error) : NULL;
}

static void begin(Scene *scene, guint n)
{
    g_autoptr(GError) error = NULL;
    scene->server = test_server_new(scene->script->str, 0, &error);
    g_assert_no_error(error);
    scene->settings = test_settings_for(scene->server);
    scene->doc = svg_document_parse(test_boxes, strlen(test_boxes), "test.svg", NULL);
    scene->way = g_string_new(NULL);
    FairyTeamOptions options = {.agent = {.model = "anthropic/claude-sonnet-5-5",
                                          .context = {.settings = scene->settings},
                                          .budget = scene->budget,
                                          .first_retry_ms = 1,
                                          .view = SVG_BOX_EMPTY},
                                .n = n,
                                .on_event = on_event,
                                .on_rest = on_rest,
                                .data = scene};
    scene->team = fairy_team_new(scene->doc, &options, &error);
    g_assert_no_error(error);
}

static void rest(Scene *scene)
{
    guint before = scene->n_rests;
    gint64 end = g_get_monotonic_time() + 120 * G_TIME_SPAN_SECOND;
    while (scene->n_rests == before && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_test_message("%s", scene->way->str);
    g_assert_cmpuint(scene->n_rests, ==, before + 1);
}

static void ask(Scene *scene, guint n)
{
    begin(scene, n);
    g_assert_true(fairy_team_ask(scene->team, "move both boxes"));
    rest(scene);
}

static void scene_clear(Scene *scene)
{
    fairy_team_free(scene->team);
    svg_document_free(scene->doc);
    fairy_settings_free(scene->settings);
    fairy_budget_free(scene->budget);
    g_clear_pointer(&scene->server, test_server_free);
    g_string_free(scene->way, TRUE);
    g_string_free(scene->script, TRUE);
    g_clear_error(&scene->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Scene, scene_clear)

static FairyProjectState project_state(const Scene *scene)
{
    const FairyProjects *projects = fairy_team_projects(scene->team);
    return ((const FairyProject *)fairy_projects_list(projects)->pdata[0])->state;
}

static const char *task_state(const Scene *scene, const char *id)
{
    const FairyTask *task = fairy_projects_task(fairy_team_projects(scene->team), id);
    return task ? fairy_task_state_names[task->state] : "none";
}

static const char *mode_of(const Scene *scene, guint i)
{
    return fairy_mode(fairy_agent_mode(fairy_team_agents(scene->team)->pdata[i]))->name;
}

static void assert_all_idle(const Scene *scene)
{
    for (guint i = 0; i < fairy_team_agents(scene->team)->len; i++) {
        g_assert_cmpstr(mode_of(scene, i), ==, "idling");
    }
}

static gboolean went(const Scene *scene, const char *words)
{
    return strstr(scene->way->str, words) != NULL;
}

/* How often a request of that fairy had these words. */
static guint times_told(const Scene *scene, const char *who, const char *words)
{
    guint n = 0;
    for (guint i = 0; i < test_server_requests(scene->server); i++) {
        const TestRequest *request = test_server_request(scene->server, i);
        const char *body = g_bytes_get_data(request->body, NULL);
        gssize len = (gssize)g_bytes_get_size(request->body);
        n += g_strstr_len(body, len, who) && g_strstr_len(body, len, words);
    }
    return n;
}

/* How often the first request of `who` at a task has those words. */
static guint times_in_first(const Scene *scene, const char *who, const char *words)
{
    for (guint i = 0; i < test_server_requests(scene->server); i++) {
        const TestRequest *request = test_server_request(scene->server, i);
        gsize len;
        const char *data = g_bytes_get_data(request->body, &len);
        g_autofree char *body = g_strndup(data, len);
        if (strstr(body, who) && strstr(body, "your task: ")) {
            g_auto(GStrv) pieces = g_strsplit(body, words, -1);
            return g_strv_length(pieces) - 1;
        }
    }
    return 0;
}

static void until(Scene *scene, const char *words)
{
    while (!went(scene, words)) {
        g_main_context_iteration(NULL, TRUE);
    }
}

/* --- to the end ------------------------------------------------------------------------------- */

static void test_team(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_TWO));
    add(&scene, LEADER, TEST_REPLY(AWAIT("\"t1\",\"t2\"")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," TEST_DONE));
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_true(went(&scene, "fairy-2:offset:ok@t1 "));
    g_assert_true(went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpuint(times_in_first(&scene, SECOND, "Do it."), ==, 1);
    g_assert_cmpuint(fairy_team_n_open(scene.team), ==, 0);
    assert_all_idle(&scene);
}

/* Who asks a team with nothing to do is told so, and isn't called as well. */
static void test_nothing_left(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY("{\"_type\":\"abort-project\",\"reason\":\"r\"}"));
    ask(&scene, 3);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ABORTED);
    g_assert_false(fairy_team_ask(scene.team, NULL));
    while (g_main_context_iteration(NULL, FALSE)) {
    }
    g_assert_cmpuint(scene.n_rests, ==, 1);
}

static void test_duo(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," TASK(
            "t2", "fairy", 160, 0, 240, 300) "," DIRECT("t1", "fairy-2") "," TEST_START("t2")));
    add(&scene, LEADER, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    add(&scene, LEADER, TEST_REPLY(AWAIT("\"t1\"")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," TEST_DONE));
    ask(&scene, 2);
    g_assert_no_error(scene.error);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_true(went(&scene, "fairy:offset:ok@t2 "));
    g_assert_cmpuint(times_in_first(&scene, LEADER, "Do it."), ==, 1);
    assert_all_idle(&scene);
}

/* What comes after another begins when that is done, of which the leader is told though it waits
 * for all of them. */
static void test_after(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," AFTER(
            "t2", "fairy-3",
            "\"t1\"") "," DIRECT("t2",
                                 "fairy-3") "," DIRECT("t1",
                                                       "fairy-2") "," AWAIT("\"t1\",\"t2\"")));
    add(&scene, LEADER, TEST_REPLY("{\"_type\":\"think\",\"text\":\"so it waits\"}"));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t2", "fairy-3")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," TEST_DONE));
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_true(went(&scene, "fairy:direct-to-start-project-task:refused "));
    g_assert_cmpuint(times_told(&scene, LEADER, "A task waits no more"), >=, 1);
    g_assert_cmpstr(task_state(&scene, "t2"), ==, "done");
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* What comes after a task that failed can't begin: the leader is told once. */
static void test_stuck(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," AFTER(
            "t2", "fairy-3", "\"t1\"") "," DIRECT("t1", "fairy-2") "," AWAIT("\"t1\",\"t2\"")));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t1", "fairy-2")));
    add(&scene, LEADER,
        TEST_REPLY(
            "{\"_type\":\"update-project-task\",\"taskId\":\"t2\"}," DIRECT("t2", "fairy-3")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_ANSWER_401);
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    ask(&scene, 3);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "failed");
    g_assert_cmpstr(task_state(&scene, "t2"), ==, "done");
    const TestRequest *last =
        test_server_request(scene.server, test_server_requests(scene.server) - 1);
    g_autofree char *said =
        g_strndup(g_bytes_get_data(last->body, NULL), g_bytes_get_size(last->body));
    g_auto(GStrv) parts = g_strsplit(said, "can't begin: \\\"t2", -1);
    g_assert_cmpuint(g_strv_length(parts), ==, 2);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* Where another is at work nobody else changes anything; whose it is is said. What is near is seen
 * all the same, and no more than that. */
static void test_area(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_TWO));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(OFFSET("b", 5)));
    add(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," TEST_DONE));
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    ask(&scene, 3);
    g_assert_true(went(&scene, "fairy-2:offset:refused@t1 "));
    g_assert_true(went(&scene, "fairy-2:offset:ok@t1 "));
    g_assert_true(went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpuint(times_told(&scene, SECOND, "lies beyond your area") +
                         times_told(&scene, SECOND, "is another's"), /* if that was first */
                     >=, 1);
    g_assert_cmpuint(times_told(&scene, SECOND, "your view: 0,0,240,300\\n"), >=, 1);
    g_assert_cmpuint(times_told(&scene, SECOND, "\\nb 200,30,100,40"), >=, 1);
    g_assert_cmpuint(times_told(&scene, THIRD, "your view: 40,0,360,300\\n"), >=, 1);
    g_assert_true(g_str_has_suffix(scene.way->str, "fairy:end-project:ok ")); /* not asked again */
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* Areas that overlap: what was made for a task in progress is that one's. */
static void test_claims(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(BEGIN "," TASK("t1", "fairy-2", 0, 0, 300, 300) "," TASK(
            "t2", "fairy-3", 100, 0, 300, 300) "," DIRECT("t1", "fairy-2") "," AWAIT("\"t1\"")));
    add(&scene, LEADER, TEST_REPLY(END));
    add_part(&scene, SECOND, TEST_REPLY(OFFSET("b", -5) "," OFFSET("b", 1)));
    add(&scene, THIRD, TEST_REPLY("{\"_type\":\"delete\",\"shapeId\":\"b\"}"));
    add(&scene, THIRD, TEST_REPLY(TEST_DONE));
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    until(&scene, "fairy-2:offset:ok@t1 ");
    g_assert_true(fairy_projects_start_task_of(fairy_team_projects(scene.team), "fairy", "fairy-3",
                                               "t2", NULL, NULL));
    until(&scene, "fairy-3:delete:");
    g_assert_true(went(&scene, "fairy-3:delete:refused@t2 "));
    g_assert_true(svg_document_has_id(scene.doc, "b"));
}

/* Two neighbours, and a third task that joins what they made, over both: not beside them, and with
 * arrows from one's shapes to the other's, drawn and connected. */
static void test_joining(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(
            BEGIN
            "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," TASK("t2", "fairy-3", 160, 0, 240, 300) "," JOIN(
                "t3", "fairy-2",
                "\"t1\",\"t2\"") "," DIRECT("t1",
                                            "fairy-2") "," DIRECT("t2",
                                                                  "fairy-3") "," ALL("\"t1\",\"t2\"")));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t3", "fairy-2") "," AWAIT("\"t3\"")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(BOX("left", 20) "," TEST_DONE));
    add(&scene, THIRD, TEST_REPLY(BOX("right", 280) "," TEST_DONE));
    add(&scene, SECOND,
        TEST_REPLY("{\"_type\":\"connect\",\"fromId\":\"left\",\"toId\":\"right\"},"
                   "{\"_type\":\"connect\",\"fromId\":\"b\",\"toId\":\"a\"}," TEST_DONE));
    ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_true(
        went(&scene, "fairy-2:connect:ok@t3 fairy-2:connect:ok@t3 fairy-2:mark-task-done:ok"));
    g_assert_cmpstr(task_state(&scene, "t3"), ==, "done");
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_autoptr(GPtrArray) shapes = svg_document_shapes(scene.doc);
    guint n = 0;
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        n += g_strcmp0(shape->from_id, "left") == 0 && g_strcmp0(shape->to_id, "right") == 0;
        n += g_strcmp0(shape->from_id, "b") == 0 && g_strcmp0(shape->to_id, "a") == 0;
    }
    g_assert_cmpuint(n, ==, 2);
}

/* Sent to another task, a fairy stops at once, is told that the one it was at was taken from it,
 * and does the other; somebody else does the first. */
static void test_redirected(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," TASK(
            "t2", "fairy-3", 160, 0, 240, 300) "," DIRECT("t1", "fairy-2") "," AWAIT("\"t1\"")));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t1", "fairy-3") "," AWAIT("\"t1\"")));
    add(&scene, LEADER, TEST_REPLY(END));
    add_part(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," OFFSET("a", 1)));
    add(&scene, SECOND, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    add(&scene, THIRD, TEST_REPLY(OFFSET("a", 3) "," TEST_DONE));
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    until(&scene, "fairy-2:offset:ok@t1 ");
    g_assert_true(fairy_projects_start_task_of(fairy_team_projects(scene.team), "fairy", "fairy-2",
                                               "t2", NULL, NULL));
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "ready");
    rest(&scene);
    g_assert_true(went(&scene, "fairy-2:offset:ok@t2 "));
    g_assert_true(went(&scene, "fairy-3:offset:ok@t1 "));
    g_assert_cmpuint(times_told(&scene, SECOND, "was taken from you"), ==, 1);
    g_assert_cmpuint(times_told(&scene, LEADER, "go as it was meant to"), ==, 0);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

/* What is planned for a fairy that is at a task, and is dropped again, leaves it at that. */
static void test_undisturbed(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add_part(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," OFFSET("a", 1)));
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    until(&scene, "fairy-2:offset:ok@t1 ");
    FairyProjects *projects = fairy_team_projects(scene.team);
    FairyTaskPlan plan = {.id = "more", .title = "More", .box = {160, 0, 90, 90}};
    g_assert_true(fairy_projects_add_task(projects, "fairy", "fairy-2", &plan, NULL));
    g_assert_cmpstr(mode_of(&scene, 1), ==, "working-drone");
    g_assert_true(fairy_projects_delete_task(projects, "fairy", "more", NULL, NULL));
    g_assert_cmpstr(mode_of(&scene, 1), ==, "working-drone");
    g_assert_true(fairy_agent_is_running(fairy_team_find(scene.team, "fairy-2")));
}

/* One that asks while another has all of the budget set aside waits for it. */
static void test_shared_budget(void)
{
    g_auto(Scene) scene = {0};
    const FairyBudgetLimits limits = {.requests = -1, .tokens = 60000, .usd = -1, .time_ms = -1};
    scene.budget = fairy_budget_new(&limits, NULL, NULL);
    add(&scene, LEADER, TEST_REPLY(PLAN_TWO));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," TEST_DONE));
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(fairy_budget_under_way(scene.budget), ==, 0);
}

/* One that never ends uses up what its task has, and nothing of the other's: that is done, the
 * leader is told, and has something left to end the project. */
static void test_parts_of_budget(void)
{
    g_auto(Scene) scene = {0};
    const FairyBudgetLimits limits = {.requests = 16, .tokens = -1, .usd = -1, .time_ms = -1};
    scene.budget = fairy_budget_new(&limits, NULL, NULL);
    add(&scene, LEADER, TEST_REPLY(PLAN_TWO));
    add(&scene, LEADER, TEST_REPLY("{\"_type\":\"think\",\"text\":\"hm\"}"));
    add(&scene, LEADER, TEST_REPLY(DROP("t1") "," END));
    for (guint i = 0; i < 16; i++) {
        add(&scene, SECOND, i % 2 ? TEST_REPLY(OFFSET("a", -5)) : TEST_REPLY(OFFSET("a", 5)));
    }
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7)));
    add(&scene, THIRD, TEST_REPLY(TEST_DONE));
    ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_cmpstr(task_state(&scene, "t2"), ==, "done");
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "deleted");
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(times_told(&scene, LEADER, "that this task has is used up"), >=, 1);
    g_assert_cmpuint(fairy_budget_requests(scene.budget), <, 16);
}

static void stop_second(gpointer data)
{
    Scene *scene = data;
    fairy_team_stop(scene->team, fairy_team_find(scene->team, "fairy-2"));
}

/* --- what a leader gets wrong (runtime reference, §2.2) --------------------------------- */

typedef struct {
    const char *name, *reply, *refused;
} Mistake;

#define MISTAKE_TASK TASK("t1", "fairy-2", 0, 0, 160, 300)
static const Mistake mistakes[] = {
    {"task-for-a-stranger", TASK("t1", "fairy-9", 0, 0, 160, 300), "create-project-task"},
    {"sends-itself", MISTAKE_TASK "," DIRECT("t1", "fairy"), "direct-to-start-project-task"},
    {"sends-a-stranger", MISTAKE_TASK "," DIRECT("t1", "fairy-9"), "direct-to-start-project-task"},
    {"sends-to-no-task", DIRECT("t9", "fairy-2"), "direct-to-start-project-task"},
    {"waits-for-no-task", AWAIT("\"t9\""), "await-tasks-completion"},
    {"gives-up-what-is-begun", "{\"_type\":\"abort-project\",\"reason\":\"r\"}", "abort-project"},
};

/* It is told, nobody else is asked, nothing is awaited, and it leads on. */
static void test_mistake(gconstpointer data)
{
    const Mistake *row = data;
    g_auto(Scene) scene = {0};
    g_autofree char *first = g_strdup_printf("{\"actions\":[" BEGIN ",%s]}", row->reply);
    g_autofree char *refused = g_strdup_printf("fairy:%s:refused ", row->refused);
    gboolean planned = g_str_has_prefix(row->reply, MISTAKE_TASK);
    add(&scene, LEADER, first);
    add(&scene, LEADER, planned ? TEST_REPLY(DROP("t1") "," END) : TEST_REPLY(END));
    ask(&scene, 3);
    g_assert_no_error(scene.error);
    g_assert_true(went(&scene, refused));
    g_assert_cmpuint(test_server_requests(scene.server), ==, 2);
    g_assert_cmpuint(fairy_projects_waits(fairy_team_projects(scene.team))->len, ==, 0);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

/* --- members that come and go ----------------------------------------------------------------- */

/* One that joins is given a task; one that leaves loses none. */
static void test_joined(void)
{
    g_auto(Scene) scene = {0};
    g_autoptr(GError) error = NULL;
    FairyAgent *joined = NULL;
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, LEADER,
        TEST_REPLY(TASK("t2", "fairy-4", 160, 0, 240,
                        300) "," DIRECT("t2", "fairy-4") "," AWAIT("\"t2\"")));
    add(&scene, LEADER, TEST_REPLY(AWAIT("\"t1\"")));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t1", "fairy-4")));
    add(&scene, LEADER, TEST_REPLY(END));
    add_part(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," OFFSET("a", 1)));
    add(&scene, "you: fairy-4 ", TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    add(&scene, "you: fairy-4 ", TEST_REPLY(OFFSET("a", 3) "," TEST_DONE));
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    until(&scene, "fairy-2:offset:ok@t1 ");
    g_assert_false(fairy_team_join(scene.team, "Fairy-2", &joined, &error));
    g_assert_cmpstr(error->message, ==,
                    "a fairy called \"Fairy-2\" is here already; choose another name");
    g_clear_error(&error);
    g_assert_false(fairy_team_join(scene.team, "a\nb", &joined, NULL));
    g_assert_true(fairy_team_join(scene.team, "Ivy", &joined, NULL));
    g_assert_cmpstr(fairy_agent_name(joined), ==, "fairy-4");
    g_assert_true(fairy_team_find(scene.team, "Ivy") == joined);
    until(&scene, "fairy:await-tasks-completion:adjusted ");
    g_assert_true(fairy_team_leave(scene.team, fairy_team_find(scene.team, "fairy-2"), NULL));
    g_assert_null(fairy_team_find(scene.team, "fairy-2"));
    rest(&scene);
    g_assert_true(went(&scene, "fairy-4:offset:ok@t2 "));
    g_assert_true(went(&scene, "fairy-4:offset:ok@t1 "));
    g_assert_cmpuint(times_told(&scene, LEADER, "another fairy join your project"), >=, 1);
    g_assert_cmpuint(times_told(&scene, LEADER, "has a fairy leave your project"), >=, 1);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

/* Another leads, is told what the person said and wasn't read, and goes on; who led can leave then.
 * A snapshot of that is gone on with by those who are there. */
static void test_handed_over(void)
{
    g_auto(Scene) scene = {0};
    g_autoptr(GError) error = NULL;
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, THIRD, TEST_REPLY(AWAIT("\"t1\"")));
    add(&scene, THIRD, TEST_REPLY(END));
    add_part(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," OFFSET("a", 1)));
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    until(&scene, "fairy-2:offset:ok@t1 ");
    FairyAgent *leader = fairy_team_find(scene.team, NULL);
    g_assert_false(fairy_team_leave(scene.team, leader, &error));
    g_assert_cmpstr(error->message, ==, "\"fairy\" leads the project; have another one lead first");
    fairy_agent_post(
        leader,
        &(FairyInput){.words = "and be quick", .source = FAIRY_SOURCE_USER, .view = SVG_BOX_EMPTY});
    g_assert_true(fairy_team_lead(scene.team, fairy_team_find(scene.team, "fairy-3"), NULL));
    g_assert_cmpstr(mode_of(&scene, 0), ==, "standing-by");
    g_assert_cmpstr(mode_of(&scene, 2), ==, "orchestrating-active");
    g_assert_true(fairy_team_find(scene.team, NULL) == fairy_team_find(scene.team, "fairy-3"));
    g_assert_true(fairy_team_leave(scene.team, leader, NULL));
    until(&scene, "fairy-3:await-tasks-completion:ok ");
    cJSON *kept = fairy_team_snapshot(scene.team);
    FairyTeamOptions options = {.agent = {.view = SVG_BOX_EMPTY, .kept = kept},
                                .n = fairy_team_size(scene.team)};
    g_autoptr(FairyTeam) again = fairy_team_new(scene.doc, &options, NULL);
    g_assert_cmpuint(fairy_team_agents(again)->len, ==, 2);
    g_assert_cmpstr(fairy_agent_name(fairy_team_find(again, NULL)), ==, "fairy-3");
    cJSON_Delete(kept);
    stop_second(&scene);
    rest(&scene);
    g_assert_cmpuint(times_told(&scene, THIRD, "has you lead the project"), >=, 1);
    g_assert_cmpuint(times_told(&scene, THIRD, "move both boxes"), >=, 1);
    g_assert_cmpuint(times_told(&scene, THIRD, "\\\"projectPlan\\\":\\\"p\\\""), >=, 1);
    g_assert_cmpuint(times_told(&scene, THIRD, "and be quick"), >=, 1);
    g_assert_cmpuint(times_told(&scene, LEADER, "and be quick"), ==, 0);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

/* A fairy by itself is no team. */
static void test_alone(void)
{
    g_auto(Scene) scene = {0};
    g_autoptr(GError) error = NULL;
    FairyAgent *joined = NULL;
    add(&scene, LEADER, TEST_REPLY(TEST_MESSAGE));
    begin(&scene, 1);
    FairyAgent *agent = fairy_team_find(scene.team, NULL);
    g_assert_false(fairy_team_join(scene.team, NULL, &joined, &error));
    g_assert_nonnull(strstr(error->message, "works here by itself"));
    g_assert_false(fairy_team_leave(scene.team, agent, NULL));
    g_assert_false(fairy_team_lead(scene.team, agent, NULL));
    g_assert_cmpuint(fairy_team_agents(scene.team)->len, ==, 1);
}

/* --- what goes wrong -------------------------------------------------------------------------- */

/* A fairy whose model fails: its task is to do again, then has failed; the leader is told each
 * time, and can end the project. */
static void test_failing(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t1", "fairy-2") "," AWAIT("\"t1\"")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_ANSWER_401);
    ask(&scene, 3);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "failed");
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(times_told(&scene, LEADER, "fairy-2\\\": to do again: "), >=, 1);
    g_assert_cmpuint(times_told(&scene, LEADER, "ANTHROPIC_API_KEY"), >=, 1);
    g_assert_cmpuint(fairy_team_n_open(scene.team), ==, 1);
    assert_all_idle(&scene);
}

/* A leader that gives up: it is told that nobody is at work, and then the project is cancelled. */
static void test_giving_up(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(BEGIN));
    add(&scene, LEADER, TEST_REPLY("{\"_type\":\"think\",\"text\":\"hm\"}"));
    ask(&scene, 3);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_CANCELLED);
    g_assert_cmpuint(times_told(&scene, LEADER, "Nobody is at work"), >=, 1);
    assert_all_idle(&scene);
}

/* A leader that rests, waiting for a task that nobody is at, when the other comes to rest: it is
 * asked again, though what it waits for hasn't ended. */
static void test_looked_after(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER,
        TEST_REPLY(BEGIN "," TASK("t1", "fairy-2", 0, 0, 160, 300) "," TASK(
            "t2", "fairy-3", 160, 0, 240, 300) "," DIRECT("t1", "fairy-2") "," AWAIT("\"t2\"")));
    add(&scene, LEADER, TEST_REPLY(DIRECT("t2", "fairy-3")));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, "answer POST /v1/messages\nsilence\n");
    add(&scene, THIRD, TEST_REPLY(OFFSET("b", 7) "," TEST_DONE));
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    while (!fairy_agent_is_running(fairy_team_find(scene.team, "fairy-2")) ||
           fairy_agent_is_running(fairy_team_find(scene.team, NULL))) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_true(fairy_projects_is_waiting(fairy_team_projects(scene.team), "fairy"));
    g_assert_false(went(&scene, "@t2"));
    stop_second(&scene);
    rest(&scene);
    g_assert_no_error(scene.error);
    g_assert_true(went(&scene, "fairy-3:offset:ok@t2 "));
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

/* What the person says while others work goes to who leads, which is asked at once; they work on,
 * and what was waited for is still waited for (runtime reference §3.10). */
static void test_follow_up(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, LEADER, TEST_REPLY(TEST_MESSAGE));
    add(&scene, SECOND, "answer POST /v1/messages\nsilence\n");
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    FairyAgent *leader = fairy_team_find(scene.team, NULL);
    FairyAgent *second = fairy_team_find(scene.team, "fairy-2");
    while (!fairy_agent_is_running(second) || fairy_agent_is_running(leader)) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_cmpstr(mode_of(&scene, 0), ==, "orchestrating-waiting");
    fairy_team_tell(scene.team, leader, "and make them red");
    until(&scene, "fairy:message:ok ");
    g_assert_cmpuint(times_told(&scene, LEADER, "and make them red"), ==, 1);
    g_assert_cmpuint(times_told(&scene, SECOND, "and make them red"), ==, 0);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "in-progress");
    g_assert_true(fairy_agent_is_running(second));
    g_assert_true(fairy_projects_is_waiting(fairy_team_projects(scene.team), "fairy"));
}

/* A leader whose own model fails: the project stays open, to be gone on with. */
static void test_failing_leader(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(BEGIN));
    add(&scene, LEADER, TEST_ANSWER_401);
    ask(&scene, 3);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_MODEL);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_OPEN);
}

/* A budget that is used up ends all; what is missing is told, and nothing is lost. */
static void test_spent(void)
{
    g_auto(Scene) scene = {0};
    const FairyBudgetLimits limits = {.requests = 1, .tokens = -1, .usd = -1, .time_ms = -1};
    scene.budget = fairy_budget_new(&limits, NULL, NULL);
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    ask(&scene, 3);
    g_assert_error(scene.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "ready");
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_OPEN);
}

static void test_stopped(void)
{
    g_auto(Scene) scene = {.when = FAIRY_EVENT_ACTION, .whose = "fairy-2", .then = stop_second};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," OFFSET("a", 5) "," TEST_DONE));
    ask(&scene, 3);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "cancelled");
    g_assert_false(went(&scene, "fairy-2:offset:ok@t1 fairy-2:offset"));
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

static void stop_leader(gpointer data)
{
    Scene *scene = data;
    fairy_team_stop(scene->team, fairy_team_find(scene->team, NULL));
}

static void test_stopped_leader(void)
{
    g_auto(Scene) scene = {.when = FAIRY_EVENT_ACTION, .whose = "fairy-2", .then = stop_leader};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add_part(&scene, SECOND, TEST_REPLY(OFFSET("a", 5) "," OFFSET("a", 5)));
    ask(&scene, 3);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_CANCELLED);
    g_assert_cmpuint(times_told(&scene, LEADER, "move both boxes"), ==,
                     1); /* it isn't asked again */
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "cancelled");
    assert_all_idle(&scene);
}

/* The leader drops the task that another is at: that one stops at once, and stands by. */
static void test_dropped(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, "answer POST /v1/messages\nsilence\n");
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    FairyAgent *second = fairy_team_find(scene.team, "fairy-2");
    while (!fairy_agent_is_running(second) ||
           fairy_agent_is_running(fairy_team_find(scene.team, NULL))) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_true(fairy_projects_delete_task(fairy_team_projects(scene.team), "fairy", "t1",
                                             "not needed", NULL));
    g_assert_false(fairy_agent_is_running(second));
    rest(&scene);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "deleted");
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    assert_all_idle(&scene);
}

/* A fairy that is gone takes its task with it, which is told. */
static void test_gone(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, LEADER, TEST_REPLY(END));
    add(&scene, SECOND, "answer POST /v1/messages\nsilence\n");
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    while (!g_str_equal(task_state(&scene, "t1"), "in-progress") ||
           fairy_agent_is_running(fairy_team_find(scene.team, NULL))) {
        g_main_context_iteration(NULL, TRUE);
    }
    fairy_team_remove(scene.team, fairy_team_find(scene.team, "fairy-2"));
    rest(&scene);
    g_assert_cmpstr(task_state(&scene, "t1"), ==, "lost");
    g_assert_cmpuint(times_told(&scene, LEADER, "is lost"), >=, 1);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
}

/* What the leader plans stays in its sight: its memory is at the project's level from the start. */
static void test_remembering(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(BEGIN ",{\"_type\":\"think\",\"text\":\"left box first\"}"));
    add(&scene, LEADER, TEST_REPLY(END));
    ask(&scene, 3);
    g_assert_cmpint(project_state(&scene), ==, FAIRY_PROJECT_ENDED);
    g_assert_cmpuint(times_told(&scene, LEADER, "left box first"), >=, 1);
    g_assert_cmpuint(times_told(&scene, LEADER, "move both boxes"), ==, 2);
}

/* Waits end by themselves; what can be done then is told. */
static void test_waits_have_ends(void)
{
    g_auto(Scene) scene = {0};
    add(&scene, LEADER, TEST_REPLY(PLAN_ONE));
    add(&scene, SECOND, "answer POST /v1/messages\nsilence\n");
    begin(&scene, 3);
    g_assert_true(fairy_team_ask(scene.team, "move both boxes"));
    const GPtrArray *waits = fairy_projects_waits(fairy_team_projects(scene.team));
    while (waits->len == 0) {
        g_main_context_iteration(NULL, TRUE);
    }
    gint64 left =
        fairy_supervise_next_deadline(fairy_team_projects(scene.team)) - g_get_real_time();
    g_assert_cmpint(left, >, 0);
    g_assert_cmpint(left, <=, (gint64)FAIRY_MAX_TASK_WAIT_MS * G_TIME_SPAN_MILLISECOND);
    add(&scene, LEADER, "answer POST /v1/messages\nsilence\n");
    fairy_projects_expire((FairyProjects *)fairy_team_projects(scene.team), G_MAXINT64);
    while (times_told(&scene, LEADER, "wait again by await-tasks-completion") == 0) {
        g_main_context_iteration(NULL, TRUE);
    }
}

int main(int argc, char **argv)
{
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE); /* nobody's settings */
    g_setenv("FAIRIES_RENDER", "/nonexistent", TRUE);  /* pictures are for others to look at */
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/team/team", test_team);
    g_test_add_func("/team/nothing-left", test_nothing_left);
    g_test_add_func("/team/duo", test_duo);
    g_test_add_func("/team/after", test_after);
    g_test_add_func("/team/stuck", test_stuck);
    g_test_add_func("/team/joining", test_joining);
    g_test_add_func("/team/redirected", test_redirected);
    g_test_add_func("/team/undisturbed", test_undisturbed);
    g_test_add_func("/team/area", test_area);
    g_test_add_func("/runtime/73-what-is-claimed-is-kept", test_claims);
    g_test_add_func("/runtime/17-looked-after-at-every-rest", test_looked_after);
    g_test_add_func("/team/follow-up", test_follow_up);
    g_test_add_func("/team/shared-budget", test_shared_budget);
    g_test_add_func("/team/parts-of-budget", test_parts_of_budget);
    g_test_add_func("/team/joined", test_joined);
    g_test_add_func("/team/handed-over", test_handed_over);
    g_test_add_func("/team/alone", test_alone);
    g_test_add_func("/team/failing", test_failing);
    g_test_add_func("/team/giving-up", test_giving_up);
    g_test_add_func("/team/failing-leader", test_failing_leader);
    g_test_add_func("/team/spent", test_spent);
    g_test_add_func("/team/stopped", test_stopped);
    g_test_add_func("/team/stopped-leader", test_stopped_leader);
    g_test_add_func("/team/dropped", test_dropped);
    g_test_add_func("/team/gone", test_gone);
    g_test_add_func("/team/remembering", test_remembering);
    g_test_add_func("/team/waits-have-ends", test_waits_have_ends);
    for (guint i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        g_autofree char *path = g_strconcat("/team-transitions/", mistakes[i].name, NULL);
        g_test_add_data_func(path, &mistakes[i], test_mistake);
    }
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
