/* Several fairies at a drawing. */
#include "common/team_scene.h"

#include <string.h>

/* Until when something that must come is waited for. */
static gint64 patience(void)
{
    return g_get_monotonic_time() + 120 * G_TIME_SPAN_SECOND;
}

void test_team_look_on(void)
{
    if (!g_main_context_iteration(NULL, FALSE)) {
        g_usleep(G_TIME_SPAN_MILLISECOND / 2);
    }
}

int test_team_run(int argc, char **argv, void (*add)(void))
{
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE);
    g_setenv("FAIRIES_RENDER", "/nonexistent", TRUE);
    g_test_init(&argc, &argv, NULL);
    add();
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}

/* --- the script ------------------------------------------------------------------------------- */

void test_team_add(TestTeam *scene, const char *who, const char *reply)
{
    g_autofree char *asked = who ? g_strdup_printf("asked %s\n", who) : g_strdup("");
    scene->script = scene->script ? scene->script : g_string_new(NULL);
    if (g_str_has_prefix(reply, "answer ")) {
        const char *rest = strchr(reply, '\n') + 1;
        g_string_append_printf(scene->script, "%.*s%s%s", (int)(rest - reply), reply, asked, rest);
    } else {
        test_answer_add(scene->script, reply, asked);
    }
}

void test_team_add_part(TestTeam *scene, const char *who, const char *reply)
{
    const guint piece = 6, end = (guint)strlen("}]}");
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add_part(script, reply, ((guint)strlen(reply) - end) / piece, "hang\n");
    test_team_add(scene, who, script->str);
}

/* --- what happens ----------------------------------------------------------------------------- */

static void note_action(TestTeam *scene, const FairyEvent *event)
{
    g_string_append_printf(scene->way, "%s:%s:%s%s%s ", event->fairy, event->outcome->type,
                           fairy_status_name(event->outcome->status), event->task ? "@" : "",
                           event->task ? event->task : "");
}

static void on_event(const FairyEvent *event, gpointer data)
{
    TestTeam *scene = data;
    if (event->kind == FAIRY_EVENT_ACTION) {
        note_action(scene, event);
    } else if (event->kind == FAIRY_EVENT_MODE || event->kind == FAIRY_EVENT_REQUEST) {
        GString *list = event->kind == FAIRY_EVENT_MODE ? scene->modes : scene->asked;
        g_string_append_printf(list, "%s:%s ", event->fairy, fairy_mode(event->mode)->name);
    }
    if (scene->then && event->kind == scene->when && g_str_equal(event->fairy, scene->whose)) {
        void (*then)(TestTeam *) = scene->then;
        scene->then = NULL;
        then(scene);
    }
}

static void on_rest(const GError *error, gpointer data)
{
    TestTeam *scene = data;
    scene->n_rests++;
    g_clear_error(&scene->error);
    scene->error = error ? g_error_copy(error) : NULL;
}

/* --- a scene ---------------------------------------------------------------------------------- */

void test_team_begin(TestTeam *scene, guint n)
{
    g_autoptr(GError) error = NULL;
    scene->server = test_server_new(scene->script->str, 0, &error);
    g_assert_no_error(error);
    scene->settings = test_settings_for(scene->server);
    scene->doc = svg_document_parse(test_boxes, strlen(test_boxes), "test.svg", NULL);
    scene->way = g_string_new(NULL);
    scene->modes = g_string_new(NULL);
    scene->asked = g_string_new(NULL);
    FairyTeamOptions options = {.agent = {.model = "anthropic/claude-sonnet-5-5",
                                          .context = {.settings = scene->settings},
                                          .budget = scene->budget,
                                          .first_retry_ms = 1,
                                          .view = SVG_BOX_EMPTY,
                                          .memory = scene->memory,
                                          .kept = scene->kept},
                                .n = n,
                                .on_event = on_event,
                                .on_rest = on_rest,
                                .data = scene};
    scene->team = fairy_team_new(scene->doc, &options, &error);
    g_assert_no_error(error);
}

void test_team_say(TestTeam *scene, const char *words)
{
    g_assert_true(fairy_team_ask(scene->team, words));
}

void test_team_rest(TestTeam *scene)
{
    guint before = scene->n_rests;
    gint64 end = patience();
    while (scene->n_rests == before && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_test_message("%s", scene->way->str);
    g_assert_cmpuint(scene->n_rests, ==, before + 1);
}

void test_team_ask(TestTeam *scene, guint n)
{
    test_team_begin(scene, n);
    test_team_say(scene, "move both boxes");
    test_team_rest(scene);
}

static void free_string(GString *string)
{
    if (string) {
        g_string_free(string, TRUE);
    }
}

void test_team_clear(TestTeam *scene)
{
    fairy_team_free(scene->team);
    svg_document_free(scene->doc);
    fairy_settings_free(scene->settings);
    fairy_budget_free(scene->budget);
    g_clear_pointer(&scene->server, test_server_free);
    free_string(scene->script);
    free_string(scene->way);
    free_string(scene->modes);
    free_string(scene->asked);
    g_clear_error(&scene->error);
}

void test_team_until(TestTeam *scene, const char *words)
{
    gint64 end = patience();
    while (!test_team_went(scene, words) && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_true(test_team_went(scene, words));
}

/* Of this fairy, the nth from 0; NULL = it hasn't come yet. */
static const TestRequest *find_request(const TestTeam *scene, const char *who, guint nth)
{
    for (guint i = 0; i < test_server_requests(scene->server); i++) {
        const TestRequest *request = test_server_request(scene->server, i);
        if (test_request_has(request, who) && nth-- == 0) {
            return request;
        }
    }
    return NULL;
}

void test_team_until_at_work_again(TestTeam *scene, guint n)
{
    const FairyAgent *leader = fairy_team_find(scene->team, NULL);
    gint64 end = patience();
    while ((!find_request(scene, TEST_SECOND, n - 1) || fairy_agent_is_running(leader)) &&
           g_get_monotonic_time() < end) {
        test_team_look_on();
    }
    g_assert_true(fairy_agent_is_running(test_team_fairy(scene, "fairy-2")));
    g_assert_false(fairy_agent_is_running(leader));
}

void test_team_until_at_work(TestTeam *scene)
{
    test_team_until_at_work_again(scene, 1);
}

/* --- how it is then --------------------------------------------------------------------------- */

FairyAgent *test_team_fairy(const TestTeam *scene, const char *id)
{
    FairyAgent *agent = fairy_team_find(scene->team, id);
    g_assert_nonnull(agent);
    return agent;
}

void test_team_stop_second(TestTeam *scene)
{
    fairy_team_stop(scene->team, test_team_fairy(scene, "fairy-2"));
}

const FairyProject *test_team_project(const TestTeam *scene)
{
    return fairy_projects_list(fairy_team_projects(scene->team))->pdata[0];
}

FairyProjectState test_team_project_state(const TestTeam *scene)
{
    return test_team_project(scene)->state;
}

const char *test_team_task_state(const TestTeam *scene, const char *id)
{
    const FairyTask *task = fairy_projects_task(fairy_team_projects(scene->team), id);
    return task ? fairy_task_state_names[task->state] : "none";
}

const char *test_team_mode(const TestTeam *scene, guint i)
{
    return fairy_mode(fairy_agent_mode(fairy_team_agents(scene->team)->pdata[i]))->name;
}

void test_team_assert_idle(const TestTeam *scene)
{
    for (guint i = 0; i < fairy_team_agents(scene->team)->len; i++) {
        g_assert_cmpstr(test_team_mode(scene, i), ==, "idling");
    }
}

/* "fairy-2:" when all of the steps are that fairy's; NULL otherwise. */
static char *only_one_of(const char *words)
{
    g_auto(GStrv) steps = g_strsplit(words, " ", -1);
    char *whose = g_strndup(words, strcspn(words, ":") + 1);
    for (char **step = steps; *step; step++) {
        if (**step && !g_str_has_prefix(*step, whose)) {
            g_clear_pointer(&whose, g_free);
            break;
        }
    }
    return whose;
}

gboolean test_team_went(const TestTeam *scene, const char *words)
{
    g_autofree char *whose = only_one_of(words);
    g_auto(GStrv) steps = g_strsplit(scene->way->str, " ", -1);
    g_autoptr(GString) way = g_string_new(NULL);
    for (char **step = steps; *step; step++) {
        if (**step && (!whose || g_str_has_prefix(*step, whose))) {
            g_string_append_printf(way, "%s ", *step);
        }
    }
    return strstr(way->str, words) != NULL;
}

char *test_team_only(const GString *list, const char *fairy)
{
    g_autofree char *head = g_strconcat(fairy, ":", NULL);
    g_auto(GStrv) all = g_strsplit(list->str, " ", -1);
    GString *out = g_string_new(NULL);
    for (guint i = 0; all[i]; i++) {
        if (g_str_has_prefix(all[i], head)) {
            g_string_append_printf(out, "%s ", all[i] + strlen(head));
        }
    }
    return g_string_free(out, FALSE);
}

char *test_team_words(TestTeam *scene, const char *who, guint nth)
{
    const TestRequest *request;
    gint64 end = patience();
    while (!(request = find_request(scene, who, nth)) && g_get_monotonic_time() < end) {
        test_team_look_on();
    }
    g_assert_nonnull(request);
    return test_request_words(request);
}

guint test_team_times_told(const TestTeam *scene, const char *who, const char *words)
{
    guint n = 0;
    for (guint i = 0; i < test_server_requests(scene->server); i++) {
        const TestRequest *request = test_server_request(scene->server, i);
        n += test_request_has(request, who) && test_request_has(request, words);
    }
    return n;
}

guint test_team_times_in_first(const TestTeam *scene, const char *who, const char *words)
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
