/* What servers say is wrong, and what is told of it. The bodies are as the providers' documentation
 * and SDKs have them. */
#include "base/foreign.h"
#include "wire/api_error.h"
#include "wire/dialect.h"

#include <string.h>

typedef struct {
    const char *model;
    gint64 status;
    const char *headers; /* lines */
    const char *body;
    const char *api_error; /* its name */
    gint64 wait_ms;
    gint64 passes;
    const char *words; /* in the message; NULL = any */
} Case;

#define ANTHROPIC_ERROR(type, words) \
    "{\"type\":\"error\",\"error\":{\"type\":\"" type "\",\"message\":\"" words "\"}}"
#define OPENAI_ERROR(words, type, param, code)                                     \
    "{\"error\":{\"message\":\"" words "\",\"type\":\"" type "\",\"param\":" param \
    ",\"code\":" code "}}"
#define GOOGLE_ERROR(code, status, words, details)                                 \
    "{\"error\":{\"code\":" code ",\"message\":\"" words "\",\"status\":\"" status \
    "\",\"details\":[" details "]}}"
#define HTML "<html><head><title>502 Bad Gateway</title></head></html>"

static const char claude[] = "anthropic/claude-sonnet-5-5", gpt[] = "openai/gpt-6-luna",
                  gemini[] = "gemini/gemini-3-pro";

static const Case cases[] = {
    /* the key */
    {claude, 401, "", ANTHROPIC_ERROR("authentication_error", "invalid x-api-key"), "key", -1,
     FALSE,
     "Anthropic doesn't take the key: set ANTHROPIC_API_KEY or run \"fairy config set "
     "anthropic.key\" (it says: invalid x-api-key)"},
    {gpt, 401, "",
     OPENAI_ERROR("Incorrect API key provided: sk-proj-abcd1234*****wxyz. You can find it.",
                  "invalid_request_error", "null", "\"invalid_api_key\""),
     "key", -1, FALSE, "provided: [key]. You"},
    {gpt, 401, "", "", "key", -1, FALSE, "OPENAI_API_KEY"},
    {gemini, 400, "",
     GOOGLE_ERROR("400", "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.",
                  "{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":"
                  "\"API_KEY_INVALID\"}"),
     "key", -1, FALSE, "GEMINI_API_KEY"},
    {"gemini-openai/x", 400, "",
     "[" GOOGLE_ERROR("400", "INVALID_ARGUMENT", "API key not valid.", "") "]", "key", -1, FALSE,
     NULL},
    {"azure/d", 401, "",
     "{\"error\":{\"code\":\"401\",\"message\":\"Access denied due to invalid subscription key\"}}",
     "key", -1, FALSE, "AZURE_OPENAI_API_KEY"},
    /* not allowed */
    {claude, 403, "", ANTHROPIC_ERROR("permission_error", "no access"), "denied", -1, FALSE, NULL},
    {gpt, 403, "",
     OPENAI_ERROR("Country, region, or territory not supported", "request_forbidden", "null",
                  "\"unsupported_country_region_territory\""),
     "denied", -1, FALSE, NULL},
    {gemini, 400, "",
     GOOGLE_ERROR("400", "FAILED_PRECONDITION", "User location is not supported", ""), "denied", -1,
     FALSE, NULL},
    {gpt, 403, "content-type: text/html", HTML, "denied", -1, FALSE, "(status 403)"},
    /* no such model */
    {claude, 404, "", ANTHROPIC_ERROR("not_found_error", "model: claude-sonnet-5-5"), "model", -1,
     FALSE,
     "Anthropic has no model \"claude-sonnet-5-5\": \"fairy models --check\" lists what it has"},
    {gpt, 404, "",
     OPENAI_ERROR("The model `gpt-6-luna` does not exist or you do not have access to it.",
                  "invalid_request_error", "null", "\"model_not_found\""),
     "model", -1, FALSE, NULL},
    {gemini, 404, "",
     GOOGLE_ERROR("404", "NOT_FOUND", "models/x is not found for API version v1beta", ""), "model",
     -1, FALSE, NULL},
    {"openrouter/a/b", 400, "",
     "{\"error\":{\"message\":\"a/b is not a valid model ID\",\"code\":400}}", "model", -1, FALSE,
     NULL},
    {"mistral/x", 400, "",
     "{\"object\":\"error\",\"message\":\"Invalid model: x\",\"type\":\"invalid_model\",\"code\":\"1500\"}",
     "model", -1, FALSE, NULL},
    {"deepseek/x", 400, "",
     OPENAI_ERROR("Model Not Exist", "invalid_request_error", "null", "\"invalid_request_error\""),
     "model", -1, FALSE, NULL},
    {"azure/d", 404, "",
     "{\"error\":{\"code\":\"DeploymentNotFound\",\"message\":\"The API deployment does not exist.\"}}",
     "model", -1, FALSE, NULL},
    {"vllm/x", 404, "",
     "{\"object\":\"error\",\"message\":\"The model `x` does not exist.\",\"type\":\"NotFoundError\","
     "\"param\":null,\"code\":404}",
     "model", -1, FALSE, NULL},
    {"ollama/qwen3", 404, "", "{\"error\":\"model 'qwen3' not found\"}", "model", -1, FALSE,
     "\"ollama pull qwen3\" gets it"},
    /* no credit: waiting doesn't help */
    {claude, 402, "", ANTHROPIC_ERROR("billing_error", "payment"), "quota", -1, FALSE, NULL},
    {claude, 400, "",
     ANTHROPIC_ERROR("invalid_request_error", "Your credit balance is too low to access the API"),
     "quota", -1, FALSE, "credit at Anthropic"},
    {gpt, 429, "",
     OPENAI_ERROR("You exceeded your current quota", "insufficient_quota", "null",
                  "\"insufficient_quota\""),
     "quota", -1, FALSE, "--model"},
    {"openrouter/a/b", 402, "", "{\"error\":{\"message\":\"Insufficient credits\",\"code\":402}}",
     "quota", -1, FALSE, NULL},
    {gemini, 429, "",
     GOOGLE_ERROR("429", "RESOURCE_EXHAUSTED", "quota",
                  "{\"violations\":[{\"quotaId\":\"GenerateRequestsPerDayPerProject\"}]},"
                  "{\"retryDelay\":\"23s\"}"),
     "quota", 23000, FALSE, NULL},
    /* too often */
    {claude, 429, "retry-after: 7", ANTHROPIC_ERROR("rate_limit_error", "slow"), "rate", 7000, TRUE,
     "try again in 7 s"},
    {claude, 429, "", ANTHROPIC_ERROR("rate_limit_error", "slow"), "rate", -1, TRUE,
     "try again later"},
    {gpt, 429, "Retry-After-Ms: 1500\nretry-after: 9",
     OPENAI_ERROR("Rate limit reached", "requests", "null", "\"rate_limit_exceeded\""), "rate",
     1500, TRUE, "try again in 2 s"},
    {gpt, 429, "retry-after: 0.25", "", "rate", 250, TRUE, NULL},
    {gpt, 429, "date: Wed, 21 Oct 2026 07:28:00 GMT\nretry-after: Wed, 21 Oct 2026 07:28:30 GMT",
     "", "rate", 30000, TRUE, NULL},
    {gpt, 429, "date: Wed, 21 Oct 2026 07:28:00 GMT\nretry-after: Wed, 21 Oct 2026 07:27:30 GMT",
     "", "rate", 0, TRUE, NULL},
    {gpt, 429, "date: Thu, 31 Dec 2026 23:59:59 GMT\nretry-after: Fri, 01 Jan 2027 00:00:01 GMT",
     "", "rate", 2000, TRUE, NULL},
    {gpt, 429, "retry-after: Wed, 21 Oct 2026 07:28:30 GMT", "", "rate", -1, TRUE, NULL},
    {gpt, 429, "retry-after: soon", "", "rate", -1, TRUE, NULL},
    {gpt, 429, "retry-after: Wed, 99 Foo 2026 07:28:30 GMT\ndate: x", "", "rate", -1, TRUE, NULL},
    {gpt, 429, "retry-after: 1e300", "", "rate", 86400000, TRUE, NULL},
    {gpt, 429, "retry-after: -5", "", "rate", 0, TRUE, NULL},
    {gpt, 429, "retry-after: nan", "", "rate", -1, TRUE, NULL},
    {gemini, 429, "",
     GOOGLE_ERROR(
         "429", "RESOURCE_EXHAUSTED", "quota",
         "{\"violations\":[{\"quotaId\":\"GenerateRequestsPerMinute\"}]},"
         "{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"23.5s\"}"),
     "rate", 23500, TRUE, NULL},
    /* what the server says of asking again counts */
    {claude, 429, "x-should-retry: false", ANTHROPIC_ERROR("rate_limit_error", "cap"), "rate", -1,
     FALSE, NULL},
    {claude, 400, "X-Should-Retry: true", ANTHROPIC_ERROR("invalid_request_error", "odd"),
     "request", -1, TRUE, NULL},
    /* too much to do, and broken */
    {claude, 529, "", ANTHROPIC_ERROR("overloaded_error", "Overloaded"), "overloaded", -1, TRUE,
     "(it says: Overloaded)"},
    {gpt, 503, "", OPENAI_ERROR("overloaded", "server_error", "null", "\"slow_down\""),
     "overloaded", -1, TRUE, NULL},
    {"llamacpp/x", 503, "",
     "{\"error\":{\"code\":503,\"message\":\"Loading model\",\"type\":\"unavailable_error\"}}",
     "overloaded", -1, TRUE, "Loading model"},
    {gemini, 503, "", GOOGLE_ERROR("503", "UNAVAILABLE", "overloaded", ""), "overloaded", -1, TRUE,
     NULL},
    {claude, 500, "", ANTHROPIC_ERROR("api_error", "Internal"), "server", -1, TRUE, NULL},
    {gpt, 502, "content-type: text/html", HTML, "server", -1, TRUE, "(status 502)"},
    {gpt, 504, "", "", "server", -1, TRUE, NULL},
    {claude, 408, "", "", "server", -1, TRUE, NULL},
    {claude, 409, "", ANTHROPIC_ERROR("conflict_error", "x"), "server", -1, TRUE, NULL},
    /* too large */
    {claude, 413, "content-type: text/html", "<html>413 Request Entity Too Large</html>",
     "too-large", -1, FALSE, "--view"},
    {claude, 413, "", ANTHROPIC_ERROR("request_too_large", "x"), "too-large", -1, FALSE, NULL},
    {claude, 400, "",
     ANTHROPIC_ERROR("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
     "too-large", -1, FALSE, NULL},
    {gpt, 400, "",
     OPENAI_ERROR("This model's maximum context length is 8192 tokens", "invalid_request_error",
                  "\"messages\"", "\"context_length_exceeded\""),
     "too-large", -1, FALSE, NULL},
    {"llamacpp/x", 400, "",
     "{\"error\":{\"code\":400,\"message\":\"the request exceeds the available context size\","
     "\"type\":\"exceed_context_size_error\"}}",
     "too-large", -1, FALSE, NULL},
    {claude, 400, "",
     "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":\"image\","
     "\"details\":{\"error_code\":\"image_dimensions_too_large\"}}}",
     "too-large", -1, FALSE, NULL},
    /* the filter, before anything was written */
    {"azure/d", 400, "",
     OPENAI_ERROR("The response was filtered", "null", "\"prompt\"", "\"content_filter\""),
     "filtered", -1, FALSE, NULL},
    /* another request is wrong in a way we can't mend */
    {claude, 400, "", ANTHROPIC_ERROR("invalid_request_error", "messages: at least one"), "request",
     -1, FALSE, "messages: at least one"},
    {claude, 400, "",
     ANTHROPIC_ERROR(
         "invalid_request_error",
         "max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens"),
     "request", -1, FALSE, NULL},
    {"vllm/x", 422, "",
     "{\"detail\":[{\"loc\":[\"body\",\"messages\",0],\"msg\":\"field required\"}]}", "request", -1,
     FALSE, "field required"},
    /* no API */
    {gpt, 404, "content-type: text/html", "<html>404</html>", "not-api", -1, FALSE,
     "openai.base-url"},
    {"vllm/x", 404, "", "{\"detail\":\"Not Found\"}", "not-api", -1, FALSE,
     "http://127.0.0.1:8000/v1"},
    {gpt, 405, "", "", "not-api", -1, FALSE, NULL},
    {gpt, 301, "location: https://x", "", "not-api", -1, FALSE, NULL},
    {gpt, 400, "content-type: text/html", "<html>plain HTTP to an HTTPS port</html>", "not-api", -1,
     FALSE, NULL},
};

static FairyProfile *profile_of(const char *model)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    FairyProfile *profile = fairy_profile_new(model, settings, &error);
    g_assert_no_error(error);
    return profile;
}

static void test_cases(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        const Case *c = &cases[i];
        g_auto(GStrv) headers = g_strsplit(c->headers, "\n", -1);
        g_autoptr(FairyProfile) profile = profile_of(c->model);
        FairyApiError api_error = {.wait_ms = -1};
        fairy_api_error_parse(&api_error, profile, (int)c->status, (const char *const *)headers,
                              c->body, strlen(c->body));
        g_test_message("%d %s: %s", (int)c->status, c->body, api_error.message);
        g_assert_cmpstr(fairy_api_error_name(api_error.kind), ==, c->api_error);
        g_assert_cmpint(api_error.status, ==, c->status);
        g_assert_cmpint(api_error.wait_ms, ==, c->wait_ms);
        g_assert_cmpint(fairy_api_error_may_pass(&api_error), ==, c->passes);
        g_assert_true(!c->words || strstr(api_error.message, c->words));
        g_assert_null(strchr(api_error.message, '\n'));
        fairy_api_error_clear(&api_error);
        g_assert_null(api_error.message);
    }
}

/* --- what can be left out --------------------------------------------------------------------- */

static void test_parameters(void)
{
    static const struct {
        const char *model, *body;
        int status;
        guint drop;
    } bodies[] = {
        {gpt,
         OPENAI_ERROR("Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                      "'max_completion_tokens' instead.",
                      "invalid_request_error", "\"max_tokens\"", "\"unsupported_parameter\""),
         400, FAIRY_DROP_MAX_TOKENS_NAME},
        {gpt,
         OPENAI_ERROR("Unsupported value: 'reasoning_effort' does not support 'low'.",
                      "invalid_request_error", "\"reasoning_effort\"", "\"unsupported_value\""),
         400, FAIRY_DROP_EFFORT},
        {gpt,
         OPENAI_ERROR("Invalid schema for response_format 'actions'", "invalid_request_error",
                      "\"response_format\"", "null"),
         400, FAIRY_DROP_FORMAT},
        {"lmstudio/x", "{\"error\":\"'response_format.type' must be 'json_schema' or 'text'\"}",
         400, FAIRY_DROP_FORMAT},
        {"custom/x",
         "{\"detail\":[{\"type\":\"extra_forbidden\",\"loc\":[\"body\",\"stream_options\"],\"msg\":"
         "\"Extra inputs are not permitted\"}]}",
         422, FAIRY_DROP_STREAM_OPTIONS},
        {claude,
         ANTHROPIC_ERROR("invalid_request_error",
                         "\\\"thinking.type.disabled\\\" is not supported for this model. Use "
                         "\\\"thinking.type.adaptive\\\" and \\\"output_config.effort\\\"."),
         400, FAIRY_DROP_THINKING},
        {claude, ANTHROPIC_ERROR("invalid_request_error", "Schema is too complex for compilation."),
         400, FAIRY_DROP_FORMAT},
        {claude, ANTHROPIC_ERROR("invalid_request_error", "output_config.effort: not supported"),
         400, FAIRY_DROP_EFFORT},
        {gemini,
         GOOGLE_ERROR("400", "INVALID_ARGUMENT", "Thinking level is not supported for this model.",
                      ""),
         400, FAIRY_DROP_THINKING},
        {gemini,
         GOOGLE_ERROR("400", "INVALID_ARGUMENT",
                      "The specified schema produces a constraint that has too many states", ""),
         400, FAIRY_DROP_FORMAT},
        {"ollama/x", "{\"error\":\"\\\"x\\\" does not support thinking\"}", 400,
         FAIRY_DROP_THINKING},
        {"llamacpp/x",
         "{\"error\":{\"code\":500,\"message\":\"image input is not supported - hint: if this is "
         "unexpected, you may need to provide the mmproj\",\"type\":\"server_error\"}}",
         500, FAIRY_DROP_IMAGES},
        {"openrouter/a/b",
         "{\"error\":{\"message\":\"No endpoints found that support image input\",\"code\":404}}",
         404, FAIRY_DROP_IMAGES},
        {"vllm/x",
         "{\"object\":\"error\",\"message\":\"x is not a multimodal model\",\"type\":"
         "\"BadRequestError\",\"param\":null,\"code\":400}",
         400, FAIRY_DROP_IMAGES},
    };
    for (guint i = 0; i < G_N_ELEMENTS(bodies); i++) {
        g_autoptr(FairyProfile) profile = profile_of(bodies[i].model);
        profile->json = FAIRY_JSON_SCHEMA; /* as the person may have set it */
        FairyApiError api_error = {.wait_ms = -1};
        fairy_api_error_parse(&api_error, profile, bodies[i].status, NULL, bodies[i].body,
                              strlen(bodies[i].body));
        g_test_message("%s: %s", bodies[i].body, api_error.message);
        g_assert_cmpstr(fairy_api_error_name(api_error.kind), ==, "parameter");
        g_assert_cmpuint(api_error.drop, ==, bodies[i].drop);
        g_assert_false(fairy_api_error_may_pass(&api_error));
        guint rounds = 0;
        while (api_error.kind == FAIRY_API_ERROR_PARAMETER) {
            g_assert_true(fairy_profile_drop(profile, api_error.drop));
            fairy_api_error_parse(&api_error, profile, bodies[i].status, NULL, bodies[i].body,
                                  strlen(bodies[i].body));
            g_assert_cmpuint(++rounds, <=, 3);
        }
        fairy_api_error_clear(&api_error);
    }
}

/* --- words ------------------------------------------------------------------------------------ */

static void test_words(void)
{
    static const struct {
        const char *words, *told;
    } lines[] = {
        {"plain words", "plain words"},
        {" two\r\n\tlines ", "two lines"},
        {"a\x1B[31mred\x07", "a [31mred"},
        {"turned \xE2\x80\xAEround", "turned round"},
        {"bad \xFF byte", "bad \xEF\xBF\xBD byte"},
        {"key sk-ant-api03-abcDEF is wrong", "key [key] is wrong"},
        {"key=AIzaSyD-abc_123", "key=[key]"},
        {"Bearer gsk_abcdefgh", "Bearer [key]"},
        {"token 0123456789abcdef0123 end", "token [key] end"},
        {"ends in ****wxyz", "ends in [key]"},
        {"model claude-haiku-4-5-20251001 and gpt-4o-mini-2024-07-18",
         "model claude-haiku-4-5-20251001 and gpt-4o-mini-2024-07-18"},
        {"max_side_length_pixels image_dimensions_too_large",
         "max_side_length_pixels image_dimensions_too_large"},
        {"", NULL},
        {" \n ", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autofree char *told = fairy_foreign_line(lines[i].words);
        g_assert_cmpstr(told, ==, lines[i].told);
    }
    g_assert_null(fairy_foreign_line(NULL));
}

static void test_long_words(void)
{
    GString *words = g_string_new(NULL);
    for (guint i = 0; i < 100000; i++) {
        g_string_append(words, "\xC3\xA4 ");
    }
    g_autofree char *told = fairy_foreign_line(words->str);
    g_assert_true(g_utf8_validate(told, -1, NULL));
    g_assert_cmpuint(strlen(told), <, 300);
    g_assert_true(g_str_has_suffix(told, "…"));
    g_string_free(words, TRUE);
}

/* A key that looks like any word is known to the one who sent it. */
static void test_hiding(void)
{
    static const struct {
        const char *said, *key, *told;
    } lines[] = {
        {"wrong key open-sesame!", "open-sesame", "wrong key [key]!"},
        {"wrong key open-ses…", "open-sesame", "wrong key [key]…"},
        {"open-sesameopen-sesame", "open-sesame", "[key][key]"},
        {"open the door", "open-sesame", "open the door"},
        {"a b c", "b", "a b c"}, /* a word */
        {"ollama wants ollama", "ollama", "ollama wants ollama"},
        {"a b c", "", "a b c"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        FairyApiError api_error = {.message = g_strdup(lines[i].said)};
        fairy_api_error_hide(&api_error, lines[i].key);
        g_assert_cmpstr(api_error.message, ==, lines[i].told);
        fairy_api_error_clear(&api_error);
    }
}

/* Every kind has a name and a line of its own, whole, with nothing left to fill in. */
static void test_all_kinds(void)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(FairyProfile) profile = profile_of(gpt);
    for (guint kind = 0; kind < FAIRY_API_ERROR_COUNT; kind++) {
        FairyApiError api_error = {.wait_ms = -1};
        fairy_api_error_set(&api_error, profile, kind, NULL);
        g_assert_true(g_hash_table_add(names, (gpointer)fairy_api_error_name(kind)));
        g_assert_true((kind == FAIRY_API_ERROR_NONE) == (api_error.message == NULL));
        g_assert_true(!api_error.message || !strpbrk(api_error.message, "{}\n"));
        g_assert_true(!api_error.message || strlen(api_error.message) > 20);
        fairy_api_error_clear(&api_error);
    }
    g_assert_null(fairy_api_error_name(FAIRY_API_ERROR_COUNT));
}

static void test_no_key(void)
{
    FairyApiError api_error = {.wait_ms = -1};
    g_autoptr(FairyProfile) profile = profile_of(claude);
    fairy_api_error_set(&api_error, profile, FAIRY_API_ERROR_KEY, NULL);
    g_assert_cmpstr(api_error.message, ==,
                    "Anthropic needs a key: set ANTHROPIC_API_KEY or run \"fairy config set "
                    "anthropic.key\"");
    fairy_api_error_clear(&api_error);
}

/* What may stand in an address, or in a model's name, isn't told whole. */
static void test_address_told(void)
{
    FairyApiError api_error = {.wait_ms = -1};
    g_setenv("OPENAI_BASE_URL", "https://a.example/v1?token=hush", TRUE);
    g_autoptr(FairyProfile) profile = profile_of("openai/m\x1B[2J");
    g_unsetenv("OPENAI_BASE_URL");
    fairy_api_error_set(&api_error, profile, FAIRY_API_ERROR_NOT_API, NULL);
    g_assert_nonnull(strstr(api_error.message, "https://a.example/v1 "));
    g_assert_null(strstr(api_error.message, "hush"));
    fairy_api_error_set(&api_error, profile, FAIRY_API_ERROR_MODEL, NULL);
    g_assert_null(strchr(api_error.message, '\x1B'));
    fairy_api_error_clear(&api_error);
}

/* --- through an answer ------------------------------------------------------------------------ */

static void no_text(const char *text, gsize len, gpointer data)
{
    g_assert_not_reached();
    (void)text;
    (void)len;
    (void)data;
}

/* The body of an error may come in pieces, and be long; no more than its beginning is wanted. */
static void test_error_answer(void)
{
    static const FairyAnswerFuncs funcs = {.text = no_text};
    static const char *const headers[] = {"content-type: application/json", "retry-after: 3", NULL};
    static const char body[] = ANTHROPIC_ERROR("overloaded_error", "Overloaded");
    g_autoptr(FairyProfile) profile = profile_of(claude);
    g_autoptr(FairyAnswer) answer = fairy_answer_new(profile, &funcs, NULL);
    fairy_answer_head(answer, 529, headers);
    for (gsize i = 0; i < strlen(body); i++) {
        g_assert_true(fairy_answer_feed(answer, body + i, 1));
    }
    g_autofree char *blanks = g_strnfill(100000, ' ');
    g_assert_false(fairy_answer_feed(answer, blanks, 100000));
    FairyApiError api_error;
    fairy_answer_end(answer, &api_error);
    g_assert_cmpint(api_error.kind, ==, FAIRY_API_ERROR_OVERLOADED);
    g_assert_cmpint(api_error.status, ==, 529);
    g_assert_cmpint(api_error.wait_ms, ==, 3000);
    g_assert_cmpuint(fairy_usage_tokens(fairy_answer_usage(answer)), ==, 0);
    fairy_api_error_clear(&api_error);
}

/* Nothing came at all: what the transport saw is to be told. */
static void test_no_answer(void)
{
    static const FairyAnswerFuncs funcs = {.text = no_text};
    g_autoptr(FairyProfile) profile = profile_of(claude);
    g_autoptr(FairyAnswer) answer = fairy_answer_new(profile, &funcs, NULL);
    FairyApiError api_error;
    fairy_answer_end(answer, &api_error);
    g_assert_cmpint(api_error.kind, ==, FAIRY_API_ERROR_TRUNCATED);
    fairy_api_error_clear(&api_error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    /* these have no address of their own */
    g_setenv("AZURE_OPENAI_ENDPOINT", "https://a.openai.azure.com", TRUE);
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE);
    g_setenv("FAIRIES_CUSTOM_BASE_URL", "https://custom.example/v1", TRUE);
    g_test_add_func("/wire/faults/cases", test_cases);
    g_test_add_func("/wire/faults/parameters", test_parameters);
    g_test_add_func("/wire/faults/words", test_words);
    g_test_add_func("/wire/faults/long-words", test_long_words);
    g_test_add_func("/wire/faults/hiding", test_hiding);
    g_test_add_func("/wire/faults/all-kinds", test_all_kinds);
    g_test_add_func("/wire/faults/no-key", test_no_key);
    g_test_add_func("/wire/faults/address", test_address_told);
    g_test_add_func("/wire/faults/error-answer", test_error_answer);
    g_test_add_func("/wire/faults/no-answer", test_no_answer);
    return g_test_run();
}
