/* Runs with a model at the end of a wire: a server on this machine that answers byte for byte what
 * a script says. */
#include "common/scene.h"

#include <fairy/ask.h>
#include <fairy/limits.h>

#include <string.h>

/* A move, something that shows when it is done twice, a text with signs of two and four bytes. */
static const char *const actions[] = {
    "{\"_type\":\"move\",\"shapeId\":\"a\",\"x\":10,\"y\":12}",
    "{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"dx\":5,\"dy\":0}",
    ("{\"_type\":\"create\",\"shape\":{\"_type\":\"rectangle\",\"shapeId\":\"new\",\"x\":20,"
     "\"y\":150,\"w\":80,\"h\":40,\"text\":\"Gr\\u00fc\xc3\x9f\x65 \xf0\x9f\xa6\x99\"}}"),
    "{\"_type\":\"offset\",\"shapeIds\":[\"b\"],\"dx\":5,\"dy\":0}",
    "{\"_type\":\"message\",\"text\":\"Done.\"}",
};

static char *reply_of(guint n)
{
    GString *reply = g_string_new("{\"actions\":[");
    for (guint i = 0; i < n; i++) {
        g_string_append_printf(reply, "%s%s", i ? "," : "", actions[i]);
    }
    g_string_append(reply, "]}");
    return g_string_free(reply, FALSE);
}

/* --- one run ---------------------------------------------------------------------------------- */

typedef struct {
    TestServer *server;
    SvgDocument *doc;
    GError *error;
    guint outcomes, waits, answers, warnings;
    FairyUsage usage;
} Asked;

static void on_event(const FairyEvent *event, gpointer data)
{
    Asked *asked = data;
    if (event->kind == FAIRY_EVENT_ACTION) {
        g_assert_cmpuint(event->outcome->index, ==, asked->outcomes);
        asked->outcomes++;
    }
    asked->waits += event->kind == FAIRY_EVENT_WAIT;
    asked->warnings += event->kind == FAIRY_EVENT_WARNING;
    if (event->kind == FAIRY_EVENT_ANSWERED) {
        asked->answers++;
        fairy_usage_add(&asked->usage, event->usage);
    }
}

typedef struct {
    FairyBudget *budget;
    int retries;
    guint first_retry_ms, timeout_ms;
} Ways;

/* Takes `server`. */
static void ask_server(Asked *asked, TestServer *server, const Ways *ways)
{
    *asked = (Asked){.server = server};
    g_autoptr(FairySettings) settings = test_settings_for(server);
    asked->doc = svg_document_parse(test_boxes, strlen(test_boxes), "test.svg", NULL);
    FairyAgentOptions options = {.model = "anthropic/claude-sonnet-5-5",
                                 .context = {.settings = settings},
                                 .budget = ways->budget,
                                 .retries = ways->retries,
                                 .first_retry_ms = ways->first_retry_ms,
                                 .view = SVG_BOX_EMPTY,
                                 .timeout_ms = ways->timeout_ms,
                                 .on_event = on_event,
                                 .data = asked};
    g_autoptr(FairyExecutor) executor = fairy_ask(asked->doc, "do it", &options, &asked->error);
    g_assert_true(!executor == !!asked->error);
}

static void ask(Asked *asked, const char *script, const Ways *ways)
{
    g_autoptr(GError) error = NULL;
    TestServer *server = test_server_new(script, 0, &error);
    g_assert_no_error(error);
    ask_server(asked, server, ways);
}

static void clear(Asked *asked)
{
    g_clear_pointer(&asked->server, test_server_free);
    svg_document_free(asked->doc);
    g_clear_error(&asked->error);
}

/* The drawing after the first `n` actions, without any model. */
static char *expected(guint n)
{
    g_autoptr(SvgDocument) doc =
        svg_document_parse(test_boxes, strlen(test_boxes), "test.svg", NULL);
    FairyExecutorOptions options = {.step = 1};
    g_autoptr(FairyExecutor) executor = fairy_executor_new(doc, fairy_actions(), &options);
    g_autofree char *reply = reply_of(n);
    g_assert_true(fairy_executor_feed(executor, reply, strlen(reply), NULL));
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    return g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
}

static void assert_drawing(SvgDocument *doc, guint n)
{
    g_autoptr(GBytes) bytes = svg_document_print(doc, NULL);
    g_autofree char *is = g_strndup(g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    g_autofree char *should = expected(n);
    g_assert_cmpstr(is, ==, should);
}

static void test_whole(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    g_autofree char *reply = reply_of(G_N_ELEMENTS(actions));
    test_answer_add(script, reply, "");
    Asked asked;
    ask(&asked, script->str, &(Ways){0});
    g_assert_no_error(asked.error);
    g_assert_cmpuint(asked.outcomes, ==, G_N_ELEMENTS(actions));
    assert_drawing(asked.doc, G_N_ELEMENTS(actions));
    g_assert_cmpuint(asked.usage.input, ==, 100);
    g_assert_cmpuint(asked.usage.output, ==, 50);
    g_assert_false(asked.usage.estimated);
    const TestRequest *request = test_server_request(asked.server, 0);
    g_assert_cmpstr(test_request_header(request, "x-api-key"), ==, "sk-ant-secret");
    clear(&asked);
}

#define BODY_BYTES 7000 /* a little more than that of a whole answer */

/* --- servers that break off ------------------------------------------------------------------- */

/* The server goes away at a random point, and stays away: the drawing has exactly the actions that
 * were finished. */
static void test_killed_for_good(void)
{
    g_autofree char *reply = reply_of(G_N_ELEMENTS(actions));
    guint seen = 0;
    for (guint i = 0; i < 50; i++) {
        g_autofree char *steps =
            g_strdup_printf("cut-after %d\n", g_test_rand_int_range(0, BODY_BYTES));
        g_autoptr(GString) script = g_string_new(NULL);
        test_answer_add(script, reply, steps);
        Asked asked;
        ask(&asked, script->str, &(Ways){.retries = -1});
        if (asked.error ||
            asked.outcomes < G_N_ELEMENTS(actions)) { /* else it came after the end */
            g_assert_error(asked.error, FAIRY_ERROR, FAIRY_ERROR_MODEL);
        }
        g_assert_cmpuint(asked.answers, ==, 1);
        assert_drawing(asked.doc, asked.outcomes);
        seen |= 1u << asked.outcomes;
        clear(&asked);
    }
    g_assert_cmpuint(seen, >, 3); /* not all before the first action */
}

/* It comes back and says everything again, as servers do that don't know what was heard: nothing is
 * done twice. */
static void test_killed_and_repeated(void)
{
    g_autofree char *reply = reply_of(G_N_ELEMENTS(actions));
    for (guint i = 0; i < 50; i++) {
        g_autofree char *steps =
            g_strdup_printf("cut-after %d\n", g_test_rand_int_range(0, BODY_BYTES));
        g_autoptr(GString) script = g_string_new(NULL);
        test_answer_add(script, reply, steps);
        test_answer_add(script, reply, "");
        Asked asked;
        ask(&asked, script->str, &(Ways){.first_retry_ms = 1});
        g_assert_no_error(asked.error);
        g_assert_cmpuint(asked.outcomes, ==, G_N_ELEMENTS(actions));
        g_assert_cmpuint(asked.waits, <=, 1);
        assert_drawing(asked.doc, G_N_ELEMENTS(actions));
        clear(&asked);
    }
}

/* It comes back and goes on where it was. */
static void test_killed_and_continued(void)
{
    g_autofree char *reply = reply_of(G_N_ELEMENTS(actions));
    g_autoptr(GString) first = g_string_new(NULL);
    test_answer_add(first, reply, "cut-after 2000\n");
    Asked asked;
    ask(&asked, first->str, &(Ways){.retries = -1});
    guint n = asked.outcomes;
    g_assert_cmpuint(n, >, 0);
    g_assert_cmpuint(n, <, G_N_ELEMENTS(actions));
    clear(&asked);

    g_autoptr(GString) rest = g_string_new("{\"actions\":[");
    for (guint i = n; i < G_N_ELEMENTS(actions); i++) {
        g_string_append_printf(rest, "%s%s", i > n ? "," : "", actions[i]);
    }
    g_string_append(rest, "]}");
    test_answer_add(first, rest->str, "");
    ask(&asked, first->str, &(Ways){.first_retry_ms = 1});
    g_assert_no_error(asked.error);
    assert_drawing(asked.doc, G_N_ELEMENTS(actions));
    const TestRequest *second = test_server_request(asked.server, 1);
    g_autofree char *body =
        g_strndup(g_bytes_get_data(second->body, NULL), g_bytes_get_size(second->body));
    g_assert_nonnull(strstr(body, "cut off after action"));
    g_assert_nonnull(strstr(body, "\"role\":\"assistant\""));
    clear(&asked);
}

/* --- what else goes wrong --------------------------------------------------------------------- */

typedef struct {
    const char *name, *script;
    int code; /* FAIRY_ERROR_*; -1 = none */
    const char *says;
    guint answers;
} Fault;

#define HEAD(status) \
    "answer POST /v1/messages\nstatus " status "\nheader content-type: application/json\n"
#define ERROR(status, type, message) \
    HEAD(status)                     \
    "body {\"type\":\"error\",\"error\":{\"type\":\"" type "\",\"message\":\"" message "\"}}\n"

static const Fault faults[] = {
    {"401", ERROR("401 Unauthorized", "authentication_error", "invalid x-api-key"),
     FAIRY_ERROR_MODEL, "ANTHROPIC_API_KEY", 1},
    {"404", ERROR("404 Not Found", "not_found_error", "model: claude-sonnet-5-5"),
     FAIRY_ERROR_MODEL, "fairy models", 1},
    {"500", ERROR("500 Internal Server Error", "api_error", "nope"), FAIRY_ERROR_MODEL, "nope", 4},
    {"529", ERROR("529 Overloaded", "overloaded_error", "Overloaded"), FAIRY_ERROR_MODEL,
     "too much to do", 4},
    {"html",
     "answer POST /v1/messages\nheader content-type: text/html\nbody <html><h1>Hi</h1></html>\n",
     FAIRY_ERROR_MODEL, "", 1},
};

static void test_fault(gconstpointer data)
{
    const Fault *fault = data;
    Asked asked;
    ask(&asked, fault->script, &(Ways){.first_retry_ms = 1});
    g_assert_error(asked.error, FAIRY_ERROR, fault->code);
    g_test_message("%s", asked.error->message);
    g_assert_nonnull(strstr(asked.error->message, fault->says));
    g_assert_null(strstr(asked.error->message, "secret"));
    g_assert_null(strchr(asked.error->message, '\n'));
    g_assert_cmpuint(asked.answers, ==, fault->answers);
    assert_drawing(asked.doc, 0);
    clear(&asked);
}

/* A model that chats is told once what was wrong. */
static void test_prose(void)
{
    g_autofree char *reply = reply_of(2);
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, "Sure! I'd move the boxes.", "");
    test_answer_add(script, reply, "");
    Asked asked;
    ask(&asked, script->str, &(Ways){0});
    g_assert_no_error(asked.error);
    assert_drawing(asked.doc, 2);
    clear(&asked);
    g_string_truncate(script, 0);
    test_answer_add(script, "Sure! I'd move the boxes.", "");
    ask(&asked, script->str, &(Ways){0});
    g_assert_error(asked.error, FAIRY_ERROR, FAIRY_ERROR_REPLY);
    g_assert_cmpuint(asked.answers, ==, FAIRY_MAX_BAD_REPLIES);
    clear(&asked);
}

/* What a reply asks to see comes with the next request. */
static void test_follow_up(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script,
                    "{\"actions\":[{\"_type\":\"look-closer\",\"shapeIds\":[\"a\"]},{\"_type\":"
                    "\"delete\",\"shapeId\":\"zzz\"}]}",
                    "");
    test_answer_add(script, "{\"actions\":[{\"_type\":\"message\",\"text\":\"ok\"}]}", "");
    Asked asked;
    ask(&asked, script->str, &(Ways){0});
    g_assert_no_error(asked.error);
    g_assert_cmpuint(test_server_requests(asked.server), ==, 2);
    const TestRequest *second = test_server_request(asked.server, 1);
    g_autofree char *body =
        g_strndup(g_bytes_get_data(second->body, NULL), g_bytes_get_size(second->body));
    g_assert_nonnull(strstr(body, "in full:\\n{\\\"shapeId\\\":\\\"a\\\""));
    g_assert_nonnull(strstr(body, "action 2 (delete) refused"));
    clear(&asked);
}

/* A list that is never worked off doesn't ask for ever. */
static void test_idle(void)
{
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(
        script, "{\"actions\":[{\"_type\":\"update-todo\",\"id\":\"t\",\"text\":\"later\"}]}", "");
    test_answer_add(script, "{\"actions\":[{\"_type\":\"message\",\"text\":\"soon\"}]}", "");
    Asked asked;
    ask(&asked, script->str, &(Ways){0});
    g_assert_no_error(asked.error);
    g_assert_cmpuint(asked.answers, ==, FAIRY_MAX_IDLE_ANSWERS + 1);
    g_assert_cmpuint(asked.warnings, ==, 1);
    clear(&asked);
}

static void test_budget(void)
{
    g_autofree char *reply = reply_of(2);
    g_autoptr(GString) script = g_string_new(NULL);
    test_answer_add(script, reply, "cut-after 1500\n");
    FairyBudgetLimits limits = {.requests = 1, .tokens = -1, .usd = -1, .time_ms = -1};
    g_autoptr(FairyBudget) budget = fairy_budget_new(&limits, NULL, NULL);
    Asked asked;
    ask(&asked, script->str, &(Ways){.first_retry_ms = 1, .budget = budget});
    g_assert_error(asked.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpuint(fairy_budget_requests(budget), ==, 1);
    g_assert_cmpuint(fairy_budget_usage(budget)->input, >=, 100);
    clear(&asked);
}

/* A server's wait is no failure, not even for who bears none, and takes its time. */
static void test_wait(void)
{
    g_autofree char *reply = reply_of(2);
    g_autoptr(GString) script =
        g_string_new(HEAD("429 Too Many Requests") "header retry-after-ms: 600\nbody {}\n");
    g_string_append(script, HEAD("503 Busy") "header retry-after-ms: 1\nbody {}\n");
    test_answer_add(script, reply, "");
    Asked asked;
    gint64 begun = g_get_monotonic_time();
    const FairyBudgetLimits limits = {.requests = 1, .tokens = -1, .usd = -1, .time_ms = -1};
    g_autoptr(FairyBudget) budget = fairy_budget_new(&limits, NULL, NULL);
    ask(&asked, script->str, &(Ways){.retries = -1, .budget = budget});
    g_assert_no_error(asked.error);
    g_assert_cmpint(g_get_monotonic_time() - begun, >, 600 * 1000);
    g_assert_cmpuint(test_server_requests(asked.server), ==, 3);
    g_assert_cmpuint(asked.waits, ==, 2);
    assert_drawing(asked.doc, 2);
    clear(&asked);
}

/* But a run's own time ends it: as much as this machine, as busy as it is, needs to ask at all. */
static void test_long_wait(void)
{
    guint requests = 0;
    for (guint timeout_ms = 300; !requests; timeout_ms *= 2) {
        Asked asked;
        ask(&asked, HEAD("429 Too Many Requests") "header retry-after: 86400\nbody {}\n",
            &(Ways){.timeout_ms = timeout_ms});
        g_assert_error(asked.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
        requests = test_server_requests(asked.server);
        clear(&asked);
    }
    g_assert_cmpuint(requests, ==, 1);
}

static void test_timeout(void)
{
    Asked asked;
    gint64 begun = g_get_monotonic_time();
    ask(&asked, "answer POST /v1/messages\nsilence\n", &(Ways){.timeout_ms = 200});
    g_assert_error(asked.error, FAIRY_ERROR, FAIRY_ERROR_BUDGET);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, 30 * G_USEC_PER_SEC);
    clear(&asked);
}

int main(int argc, char **argv)
{
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE); /* nobody's settings */
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ask-models/whole", test_whole);
    g_test_add_func("/ask-models/killed-for-good", test_killed_for_good);
    g_test_add_func("/ask-models/killed-and-repeated", test_killed_and_repeated);
    g_test_add_func("/ask-models/killed-and-continued", test_killed_and_continued);
    for (gsize i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autofree char *path = g_strconcat("/ask-models/fault-", faults[i].name, NULL);
        g_test_add_data_func(path, &faults[i], test_fault);
    }
    g_test_add_func("/ask-models/prose", test_prose);
    g_test_add_func("/ask-models/follow-up", test_follow_up);
    g_test_add_func("/ask-models/idle", test_idle);
    g_test_add_func("/ask-models/budget", test_budget);
    g_test_add_func("/ask-models/wait", test_wait);
    g_test_add_func("/ask-models/long-wait", test_long_wait);
    g_test_add_func("/ask-models/timeout", test_timeout);
    int failed = g_test_run();
    svg_cleanup();
    return failed;
}
