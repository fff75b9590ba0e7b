/* Whole runs, recorded against a server that makes trouble, and replayed without one: the same
 * drawing, byte for byte, and the same way to it. */
#include "common/recordings.h"
#include "common/scene.h"

#include <fairy/ask.h>

#include <string.h>

#define KEY "sk-ant-very-secret-0123456789"

#define BEGIN                                                                  \
    "event message_start {\"type\":\"message_start\",\"message\":{\"usage\":"  \
    "{\"input_tokens\":100,\"output_tokens\":1}}}\n"                           \
    "event content_block_start {\"type\":\"content_block_start\",\"index\":0," \
    "\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n"
#define SAY(text)                                                              \
    "event content_block_delta {\"type\":\"content_block_delta\",\"index\":0," \
    "\"delta\":{\"type\":\"text_delta\",\"text\":\"" text "\"}}\n"
#define END                                                                                     \
    "event message_delta {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}," \
    "\"usage\":{\"output_tokens\":50}}\n"                                                       \
    "event message_stop {\"type\":\"message_stop\"}\n"
#define OFFSET(id, dx)                                                               \
    "{\\\"_type\\\":\\\"offset\\\",\\\"shapeIds\\\":[\\\"" id "\\\"],\\\"dx\\\":" dx \
    ",\\\"dy\\\":0}"

/* Asked too often; a parameter that isn't taken; cut off behind an action; the rest. */
static const char script[] =
    "answer POST /v1/messages\n"
    "status 429 Too Many Requests\n"
    "header content-type: application/json\n"
    "header retry-after-ms: 5\n"
    "header set-cookie: session=" KEY "\n"
    "body {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow\"}}\n"
    "answer POST /v1/messages\n"
    "status 400 Bad Request\n"
    "header content-type: application/json\n"
    "body {\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\","
    "\"message\":\"output_config.effort: unknown\"}}\n"
    "answer POST /v1/messages\n"
    "pieces 3\n" BEGIN SAY("{\\\"actions\\\":[" OFFSET("a", "7") ",") SAY(
        "{\\\"_type\\\":\\\"off") "wait 30\ncut\n"
                                  "answer POST /v1/messages\n"
                                  "pieces 50\n" BEGIN SAY("{\\\"actions\\\":[" OFFSET("b", "9") ",")
                                      SAY("{\\\"_type\\\":\\\"message\\\",\\\"text\\\":\\\"\\u00e9\xf0\x9f\xa6\x99 " KEY
                                          "\\\"}]}") END;

typedef struct {
    char *drawing, *error;
    GString *way; /* a line for each thing that was told */
    gint64 waited_ms;
} Result;

/* What doesn't hang on time. */
static void on_event(const FairyEvent *event, gpointer data)
{
    GString *way = ((Result *)data)->way;
    ((Result *)data)->waited_ms += event->wait_ms;
    if (event->kind == FAIRY_EVENT_PARTIAL || event->kind == FAIRY_EVENT_REST) {
        return;
    }
    if (event->kind == FAIRY_EVENT_WARNING) {
        g_error("%s", event->message);
    }
    g_string_append_printf(way, "request %u: %s", event->request, fairy_event_name(event->kind));
    if (event->outcome) {
        g_string_append_printf(way, " %u %s %s", event->outcome->index, event->outcome->type,
                               fairy_status_name(event->outcome->status));
    }
    if (event->api_error) {
        g_string_append_printf(way, " %s: %s", fairy_api_error_name(event->api_error->kind),
                               event->api_error->message);
    }
    if (event->kind == FAIRY_EVENT_ANSWERED) {
        g_autofree char *usage = fairy_usage_text(event->usage, event->cost);
        g_string_append_printf(way, " %s", usage);
    }
    g_string_append_c(way, '\n');
}

static Result ask(const char *model, FairyRecording *recording, volatile int *interrupted)
{
    Result result = {.way = g_string_new(NULL)};
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    g_autoptr(SvgDocument) doc =
        svg_document_parse(test_boxes, strlen(test_boxes), "test.svg", NULL);
    FairyAgentOptions options = {.model = model,
                                 .context = {.settings = settings, .recording = recording},
                                 .first_retry_ms = 40,
                                 .view = SVG_BOX_EMPTY,
                                 .on_event = on_event,
                                 .data = &result,
                                 .interrupted = interrupted};
    g_autoptr(FairyExecutor) executor = fairy_ask(doc, "make room", &options, &error);
    g_assert_true(!executor == !!error);
    result.error = error ? g_strdup(error->message) : NULL;
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    result.drawing = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    return result;
}

static void result_clear(Result *result)
{
    g_free(result->drawing);
    g_free(result->error);
    g_string_free(result->way, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Result, result_clear)

static TestServer *serve(const char *text)
{
    g_autoptr(GError) error = NULL;
    TestServer *server = test_server_new(text, 0, &error);
    g_assert_no_error(error);
    g_setenv("ANTHROPIC_BASE_URL", test_server_base(server), TRUE);
    return server;
}

static Result replay(const char *path)
{
    g_autofree char *name = g_strconcat("replay+strict:", path, NULL);
    return ask(name, NULL, NULL);
}

static void test_run(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(TestServer) server = serve(script);
    FairyRecording *recording = test_record(path, NULL);
    g_auto(Result) asked = ask("anthropic/claude-sonnet-5-5", recording, NULL);
    test_recording_close(recording);
    g_test_message("%s", asked.way->str);
    g_assert_null(asked.error);
    g_assert_cmpuint(test_server_requests(server), ==, 4);
    g_assert_nonnull(strstr(asked.drawing, "x='27'"));
    g_assert_nonnull(strstr(asked.drawing, "x='209'"));
    /* No server, no key, no time. */
    g_clear_pointer(&server, test_server_free);
    g_unsetenv("ANTHROPIC_API_KEY");
    g_auto(Result) replayed = replay(path);
    g_setenv("ANTHROPIC_API_KEY", KEY, TRUE);
    g_assert_null(replayed.error);
    g_assert_cmpstr(replayed.drawing, ==, asked.drawing);
    g_assert_cmpstr(replayed.way->str, ==, asked.way->str);
    g_assert_cmpint(asked.waited_ms, >=, 20);
    g_assert_cmpint(replayed.waited_ms, ==, 0);
}

/* Sent to the server, said by the server, and nowhere in the recording. */
static void test_key(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(TestServer) server = serve(script);
    FairyRecording *recording = test_record(path, NULL);
    g_auto(Result) asked = ask("anthropic/claude-sonnet-5-5", recording, NULL);
    test_recording_close(recording);
    g_assert_null(asked.error);
    g_assert_cmpstr(test_request_header(test_server_request(server, 3), "x-api-key"), ==, KEY);
    g_autofree char *text = test_contents(path);
    g_assert_nonnull(strstr(text, "\"type\":\"answer\""));
    g_assert_null(strstr(text, KEY));
    g_assert_null(strstr(text, "secret"));
    g_assert_null(strstr(text, "cookie"));
}

static volatile int stop;

static gpointer stop_soon(gpointer data)
{
    TestServer *server = data;
    while (test_server_requests(server) == 0) {
        g_usleep(1000);
    }
    g_usleep(300000);
    stop = 1;
    return NULL;
}

/* Ctrl-C in the middle: what was done until then is done again, and then it is said. */
static void test_interrupted(void)
{
    g_autofree char *path = test_recording_path();
    g_autoptr(TestServer) server = serve(
        "answer POST /v1/messages\n" BEGIN SAY("{\\\"actions\\\":[" OFFSET("a", "7") ",") "hang\n");
    FairyRecording *recording = test_record(path, NULL);
    GThread *thread = g_thread_new("stop", stop_soon, server);
    g_auto(Result) asked = ask("anthropic/claude-sonnet-5-5", recording, &stop);
    g_thread_join(thread);
    test_recording_close(recording);
    g_assert_cmpstr(asked.error, ==, "interrupted");
    g_autofree char *text = test_contents(path);
    g_assert_nonnull(strstr(text, "\"cancelled\":true"));
    g_auto(Result) replayed = replay(path);
    g_assert_nonnull(replayed.error);
    g_assert_nonnull(strstr(replayed.error, "here the recorded run was stopped"));
    g_assert_cmpstr(replayed.drawing, ==, asked.drawing);
    g_assert_nonnull(strstr(replayed.drawing, "x='27'"));
}

/* Nobody there: no head, no bytes, and the same sentence again. */
static void test_unreached(void)
{
    g_autofree char *path = test_recording_path();
    g_setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9", TRUE);
    FairyRecording *recording = test_record(path, NULL);
    g_auto(Result) asked = ask("anthropic/claude-sonnet-5-5", recording, NULL);
    test_recording_close(recording);
    g_assert_nonnull(asked.error);
    g_assert_nonnull(strstr(asked.way->str, "unreached"));
    g_auto(Result) replayed = replay(path);
    g_assert_cmpstr(replayed.way->str, ==, asked.way->str);
}

int main(int argc, char **argv)
{
    g_autofree char *nowhere = NULL;
    g_test_init(&argc, &argv, NULL);
    test_recordings_begin();
    nowhere = test_recording_path();
    g_setenv("XDG_CONFIG_HOME", nowhere, TRUE);
    g_setenv("ANTHROPIC_API_KEY", KEY, TRUE);
    g_test_add_func("/ask-replay/run", test_run);
    g_test_add_func("/ask-replay/key", test_key);
    g_test_add_func("/ask-replay/interrupted", test_interrupted);
    g_test_add_func("/ask-replay/unreached", test_unreached);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
