/* A fairy at a drawing. */
#include "common/scene.h"

#include <cjson/cJSON.h>

#include <string.h>

const char test_boxes[] =
    "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='300' viewBox='0 0 400 300'>\n"
    "<rect id='a' x='20' y='20' width='100' height='40' fill='none' stroke='black'/>\n"
    "<rect id='b' x='200' y='30' width='100' height='40' fill='none' stroke='black'/>\n"
    "</svg>\n";

/* --- what happens ----------------------------------------------------------------------------- */

static void note_way(TestScene *scene, const FairyEvent *event)
{
    if (event->kind == FAIRY_EVENT_MODE) {
        g_string_append_printf(scene->way, "%s ", fairy_mode(event->mode)->name);
    } else if (event->kind == FAIRY_EVENT_ACTION) {
        g_string_append_printf(scene->way, "%s:%s ", event->outcome->type,
                               fairy_status_name(event->outcome->status));
    } else if (event->kind == FAIRY_EVENT_REQUEST || event->kind == FAIRY_EVENT_REST) {
        g_string_append_printf(scene->way, "%s%s ", fairy_event_name(event->kind),
                               event->error ? ":error" : "");
    }
}

static void note_faults(TestScene *scene, const FairyEvent *event)
{
    const char *detail = event->outcome ? event->outcome->detail : NULL;
    const char *words = event->error ? event->error->message : event->message;
    words = words ? words : detail;
    if (words) {
        g_string_append_printf(scene->faults, "%s\n", words);
    }
}

static void on_event(const FairyEvent *event, gpointer data)
{
    TestScene *scene = data;
    note_way(scene, event);
    note_faults(scene, event);
    if (scene->then && event->kind == scene->when && scene->nth > 0 && --scene->nth == 0) {
        scene->then(scene);
    }
}

/* --- a scene ---------------------------------------------------------------------------------- */

FairySettings *test_settings_for(TestServer *server)
{
    g_autoptr(GError) error = NULL;
    g_setenv("ANTHROPIC_BASE_URL", server ? test_server_base(server) : "http://127.0.0.1:9", TRUE);
    g_setenv("ANTHROPIC_API_KEY", "sk-ant-secret", TRUE);
    FairySettings *settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    return settings;
}

void test_scene_open(TestScene *scene, const char *script, FairyAgentOptions options)
{
    g_autoptr(GError) error = NULL;
    const char *drawing = scene->drawing ? scene->drawing : test_boxes;
    scene->server = script ? test_server_new(script, 0, &error) : NULL;
    g_assert_no_error(error);
    scene->settings = test_settings_for(scene->server);
    scene->doc = svg_document_parse(drawing, strlen(drawing), "test.svg", NULL);
    scene->way = g_string_new(NULL);
    scene->faults = g_string_new(NULL);
    options.model = options.model ? options.model : "anthropic/claude-sonnet-5-5";
    options.view = options.view.w > 0 ? options.view : SVG_BOX_EMPTY;
    options.context.settings = scene->settings;
    options.on_event = on_event;
    options.data = scene;
    scene->agent = fairy_agent_new(scene->doc, &options, &error);
    g_assert_no_error(error);
}

void test_scene_begin(TestScene *scene, FairyAgentOptions options, ...)
{
    g_autoptr(GString) script = g_string_new(NULL);
    va_list replies;
    va_start(replies, options);
    for (const char *reply; (reply = va_arg(replies, const char *));) {
        if (g_str_has_prefix(reply, "answer ")) {
            g_string_append(script, reply);
        } else {
            test_answer_add(script, reply, "");
        }
    }
    va_end(replies);
    test_scene_open(scene, script->str, options);
}

void test_scene_close(TestScene *scene)
{
    fairy_agent_free(scene->agent);
    svg_document_free(scene->doc);
    fairy_settings_free(scene->settings);
    g_clear_pointer(&scene->server, test_server_free);
    g_string_free(scene->way, TRUE);
    g_string_free(scene->faults, TRUE);
}

void test_say(TestScene *scene, const char *words)
{
    fairy_agent_post(scene->agent, &(FairyInput){.text = words, .view = SVG_BOX_EMPTY});
}

void test_rest(TestScene *scene)
{
    gint64 end = g_get_monotonic_time() + 60 * G_TIME_SPAN_SECOND;
    while (fairy_agent_is_running(scene->agent) && g_get_monotonic_time() < end) {
        g_main_context_iteration(NULL, TRUE);
    }
    g_assert_false(fairy_agent_is_running(scene->agent));
}

void test_ask(TestScene *scene, const char *words)
{
    test_say(scene, words);
    test_rest(scene);
}

double test_x(TestScene *scene, const char *id)
{
    SvgBox box = SVG_BOX_EMPTY;
    g_assert_true(svg_document_bounds(scene->doc, id, &box, NULL));
    return box.x;
}

char *test_print(TestScene *scene)
{
    g_autoptr(GBytes) bytes = svg_document_print(scene->doc, NULL);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

/* --- what its model was asked ----------------------------------------------------------------- */

static char *body_of(TestScene *scene, guint n)
{
    GBytes *body = test_server_request(scene->server, n)->body;
    return g_strndup(g_bytes_get_data(body, NULL), g_bytes_get_size(body));
}

gboolean test_was_asked(TestScene *scene, guint n, const char *words)
{
    g_autofree char *body = body_of(scene, n);
    return strstr(body, words) != NULL;
}

char *test_request_words(const TestRequest *request)
{
    cJSON *json = cJSON_ParseWithLength(g_bytes_get_data(request->body, NULL),
                                        g_bytes_get_size(request->body));
    const cJSON *messages = cJSON_GetObjectItem(json, "messages"), *part;
    const cJSON *last = cJSON_GetArrayItem(messages, cJSON_GetArraySize(messages) - 1);
    GString *words = g_string_new(NULL);
    cJSON_ArrayForEach(part, cJSON_GetObjectItem(last, "content"))
    {
        const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(part, "text"));
        g_string_append_printf(words, "%s\n", text ? text : "");
    }
    cJSON_Delete(json);
    return g_string_free(words, FALSE);
}

gboolean test_was_told(TestScene *scene, guint n, const char *words)
{
    g_autofree char *told = test_request_words(test_server_request(scene->server, n));
    return strstr(told, words) != NULL;
}
