/* Requests as they are sent: the whole of each, for every provider and the models that differ. */
#include "common/prompts.h"
#include "model/recording_form.h"
#include "wire/dialect.h"

#include <string.h>

typedef struct {
    const char *model;
    const char *url;
    const char *body; /* JSON with ' for "; the schema of a reply stands as "SCHEMA" in it */
} Case;

#define MARK "'cache_control':{'type':'ephemeral'}"
#define CLAUDE_START                                                                                \
    "'max_tokens':32000,'stream':true,"                                                             \
    "'system':[{'type':'text','text':'Rules.'," MARK "},{'type':'text','text':'Mode.'," MARK "}],"  \
    "'messages':[{'role':'user','content':[{'type':'text','text':'First.'}]},"                      \
    "{'role':'assistant','content':[{'type':'text','text':'{\\'actions\\':[]}'," MARK "}]},"        \
    "{'role':'user','content':[{'type':'image','source':{'type':'base64','media_type':'image/png'," \
    "'data':'YWJj'}},{'type':'text','text':'Shapes.'},{'type':'text','text':'Do it.'}]}"

#define CHAT(detail)                                                                                       \
    "'messages':[{'role':'system','content':'Rules.\\n\\nMode.'},"                                         \
    "{'role':'user','content':'First.'},{'role':'assistant','content':'{\\'actions\\':[]}'},"              \
    "{'role':'user','content':[{'type':'image_url','image_url':{'url':'data:image/png;base64,YWJj'" detail \
    "}},{'type':'text','text':'Shapes.'},{'type':'text','text':'Do it.'}]}]"
#define CHAT_TEXT                                                                             \
    "'messages':[{'role':'system','content':'Rules.\\n\\nMode.'},"                            \
    "{'role':'user','content':'First.'},{'role':'assistant','content':'{\\'actions\\':[]}'}," \
    "{'role':'user','content':'Shapes.\\n\\nDo it.'}]"
#define HIGH ",'detail':'high'"
#define LOOSE                                                                  \
    "'response_format':{'type':'json_schema','json_schema':{'name':'actions'," \
    "'schema':'SCHEMA'}}"
#define OBJECT "'response_format':{'type':'json_object'}"
#define USAGE  "'stream':true,'stream_options':{'include_usage':true}"

#define GEMINI_START                                                                 \
    "'systemInstruction':{'parts':[{'text':'Rules.'},{'text':'Mode.'}]},"            \
    "'contents':[{'role':'user','parts':[{'text':'First.'}]},"                       \
    "{'role':'model','parts':[{'text':'{\\'actions\\':[]}'}]},"                      \
    "{'role':'user','parts':[{'inlineData':{'mimeType':'image/png','data':'YWJj'}}," \
    "{'text':'Shapes.'},{'text':'Do it.'}]}]"
#define GEMINI_JSON "'responseMimeType':'application/json','responseJsonSchema':'SCHEMA'"

#define OLLAMA_MESSAGES                                                                       \
    "'messages':[{'role':'system','content':'Rules.\\n\\nMode.'},"                            \
    "{'role':'user','content':'First.'},{'role':'assistant','content':'{\\'actions\\':[]}'}," \
    "{'role':'user','content':'Shapes.\\n\\nDo it.'"

static const Case cases[] = {
    {"anthropic/claude-sonnet-5-5", "https://api.anthropic.com/v1/messages",
     "{'model':'claude-sonnet-5-5'," CLAUDE_START "],'thinking':{'type':'between_tools'},"
     "'output_config':{'effort':'medium'}}"},
    {"anthropic/claude-opus-5", "https://api.anthropic.com/v1/messages",
     "{'model':'claude-opus-5'," CLAUDE_START "],'thinking':{'type':'disabled'},"
     "'output_config':{'effort':'medium'}}"},
    {"anthropic/claude-of-tomorrow", "https://api.anthropic.com/v1/messages",
     "{'model':'claude-of-tomorrow'," CLAUDE_START "],'output_config':{'effort':'medium'}}"},
    {"anthropic/claude-haiku-4-5", "https://api.anthropic.com/v1/messages",
     "{'model':'claude-haiku-4-5'," CLAUDE_START
     ",{'role':'assistant','content':[{'type':'text','text':'{\\'actions\\':['}]}]}"},
    {"anthropic/claude-sonnet-4-20250514", "https://api.anthropic.com/v1/messages",
     "{'model':'claude-sonnet-4-20250514'," CLAUDE_START
     ",{'role':'assistant','content':[{'type':'text','text':'{\\'actions\\':['}]}]}"},

    {"openai/gpt-6-luna", "https://api.openai.com/v1/chat/completions",
     "{'model':'gpt-6-luna','stream':true,'stream_options':{'include_usage':true,"
     "'include_obfuscation':false}," CHAT(HIGH) ",'max_completion_tokens':32000,"
                                                "'reasoning_effort':'low'," OBJECT "}"},
    {"openai/gpt-4o", "https://api.openai.com/v1/chat/completions",
     "{'model':'gpt-4o','stream':true,'stream_options':{'include_usage':true,"
     "'include_obfuscation':false}," CHAT(HIGH) ",'max_completion_tokens':16384," OBJECT "}"},
    {"gemini-openai/gemini-3-pro",
     "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
     "{'model':'gemini-3-pro'," USAGE "," CHAT("") ",'max_tokens':32000,"
                                                   "'reasoning_effort':'low'," OBJECT "}"},
    {"openrouter/meta/llama-5", "https://openrouter.ai/api/v1/chat/completions",
     "{'model':'meta/llama-5'," USAGE "," CHAT("") ",'max_tokens':16000," OBJECT "}"},
    /* Claude has to be told there what to keep in its cache */
    {"openrouter/anthropic/claude-sonnet-5.5", "https://openrouter.ai/api/v1/chat/completions",
     "{'model':'anthropic/claude-sonnet-5.5'," USAGE ",'messages':[{'role':'system','content':["
     "{'type':'text','text':'Rules.'},{'type':'text','text':'Mode.'," MARK "}]},"
     "{'role':'user','content':'First.'},{'role':'assistant','content':[{'type':'text',"
     "'text':'{\\'actions\\':[]}'," MARK "}]},{'role':'user','content':[{'type':'image_url',"
     "'image_url':{'url':'data:image/png;base64,YWJj'}},{'type':'text','text':'Shapes.'},"
     "{'type':'text','text':'Do it.'}]}],'max_tokens':16000," OBJECT "}"},
    {"mistral/mistral-medium-latest", "https://api.mistral.ai/v1/chat/completions",
     "{'model':'mistral-medium-latest','stream':true," CHAT("") ",'max_tokens':16000," OBJECT "}"},
    {"deepseek/deepseek-chat", "https://api.deepseek.com/v1/chat/completions",
     "{'model':'deepseek-chat'," USAGE "," CHAT_TEXT ",'max_tokens':8000," OBJECT "}"},
    {"groq/openai/gpt-oss-120b", "https://api.groq.com/openai/v1/chat/completions",
     "{'model':'openai/gpt-oss-120b','stream':true," CHAT_TEXT ",'max_tokens':16000}"},
    {"ollama-openai/qwen3", "http://127.0.0.1:11434/v1/chat/completions",
     "{'model':'qwen3'," USAGE "," CHAT("") ",'max_tokens':16000," LOOSE "}"},
    {"llamacpp/default", "http://127.0.0.1:8080/v1/chat/completions",
     "{'model':'default'," USAGE "," CHAT("") ",'max_tokens':16000," LOOSE "}"},
    {"vllm/Qwen/Qwen3-VL", "http://127.0.0.1:8000/v1/chat/completions",
     "{'model':'Qwen/Qwen3-VL'," USAGE "," CHAT("") "," LOOSE "}"},
    {"lmstudio/qwen3", "http://127.0.0.1:1234/v1/chat/completions",
     "{'model':'qwen3'," USAGE "," CHAT("") ",'max_tokens':16000," LOOSE "}"},

    {"gemini/gemini-flash-latest",
     "https://generativelanguage.googleapis.com/v1beta/models/"
     "gemini-flash-latest:streamGenerateContent?alt=sse",
     "{" GEMINI_START ",'generationConfig':{'maxOutputTokens':32000," GEMINI_JSON
     ",'thinkingConfig':{'thinkingLevel':'LOW','includeThoughts':false}}}"},
    {"gemini/models/gemini-2.5-flash",
     "https://generativelanguage.googleapis.com/v1beta/models/"
     "gemini-2.5-flash:streamGenerateContent?alt=sse",
     "{" GEMINI_START ",'generationConfig':{'maxOutputTokens':32000," GEMINI_JSON
     ",'thinkingConfig':{'thinkingBudget':0,'includeThoughts':false}}}"},
    {"gemini/gemini-2.0-flash",
     "https://generativelanguage.googleapis.com/v1beta/models/"
     "gemini-2.0-flash:streamGenerateContent?alt=sse",
     "{" GEMINI_START ",'generationConfig':{'maxOutputTokens':8192," GEMINI_JSON "}}"},

    {"ollama/qwen3:8b", "http://127.0.0.1:11434/api/chat",
     "{'model':'qwen3:8b','stream':true," OLLAMA_MESSAGES ",'images':['YWJj']}],"
     "'options':{'num_ctx':16384,'num_predict':16000},'think':false,'format':'SCHEMA'}"},
    {"ollama/gpt-oss:20b", "http://127.0.0.1:11434/api/chat",
     "{'model':'gpt-oss:20b','stream':true," OLLAMA_MESSAGES "}],"
     "'options':{'num_ctx':16384,'num_predict':16000},'think':'low','format':'SCHEMA'}"},
};

/* --- comparing -------------------------------------------------------------------------------- */

static cJSON *parse(const char *text)
{
    cJSON *json = cJSON_Parse(text);
    g_assert_nonnull(json);
    return json;
}

static cJSON *parse_golden(const char *body)
{
    g_autofree char *text = g_strdelimit(g_strdup(body), "'", '"');
    return parse(text);
}

/* Where a schema stands, wherever that is in the body. */
static cJSON *schema_parent(cJSON *body, const char **name)
{
    static const char *const places[][4] = {
        {"output_config", "format", "schema", NULL},
        {"response_format", "json_schema", "schema", NULL},
        {"generationConfig", "responseJsonSchema", NULL},
        {"format", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
        cJSON *parent = body;
        guint j = 0;
        for (; places[i][j + 1]; j++) {
            parent = cJSON_GetObjectItemCaseSensitive(parent, places[i][j]);
        }
        *name = places[i][j];
        if (cJSON_IsObject(cJSON_GetObjectItemCaseSensitive(parent, *name))) {
            return parent;
        }
    }
    return NULL;
}

/* What stands there is the schema of a reply; "SCHEMA" takes its place. */
static void check_schema(cJSON *body)
{
    const char *name;
    cJSON *parent = schema_parent(body, &name);
    if (parent) {
        cJSON *expected = fairy_reply_schema_compact(fairy_actions_offered());
        g_assert_true(
            cJSON_Compare(cJSON_GetObjectItemCaseSensitive(parent, name), expected, TRUE));
        cJSON_Delete(expected);
        cJSON_ReplaceItemInObjectCaseSensitive(parent, name, cJSON_CreateString("SCHEMA"));
    }
}

static FairyProfile *profile_of(const char *name)
{
    g_autoptr(GError) error = NULL;
    FairyProfile *profile = fairy_profile_new(name, NULL, &error);
    g_assert_no_error(error);
    return profile;
}

static void test_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(FairyProfile) profile = profile_of(c->model);
    g_autoptr(FairyPrompt) prompt = test_prompt_new();
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    cJSON *body = parse(request->body), *golden = parse_golden(c->body);
    g_assert_cmpstr(request->url, ==, c->url);
    check_schema(body);
    if (!cJSON_Compare(body, golden, TRUE)) {
        g_autofree char *got = cJSON_Print(body), *wanted = cJSON_Print(golden);
        g_error("%s is asked\n%s\ninstead of\n%s", c->model, got, wanted);
    }
    cJSON_Delete(body);
    cJSON_Delete(golden);
}

/* --- what holds for all ----------------------------------------------------------------------- */

static const char sampling[][20] = {"\"temperature\"", "\"top_p\"", "\"top_k\"",
                                    "\"topP\"",        "\"seed\"",  "\"n\":"};

/* Every request fits its cap, has no parameter of sampling, and at most four marks. */
static void test_all(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(FairyProfile) profile = profile_of(cases[i].model);
        g_autoptr(FairyPrompt) prompt = test_prompt_new();
        for (guint j = 0; j < 20; j++) {
            fairy_prompt_add_system(prompt, "more", g_strdup("More."))->stable = TRUE;
        }
        g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 500);
        for (guint j = 0; j < G_N_ELEMENTS(sampling); j++) {
            g_assert_null(strstr(request->body, sampling[j]));
        }
        g_auto(GStrv) marks = g_strsplit(request->body, "\"cache_control\"", -1);
        g_assert_cmpuint(g_strv_length(marks), <=, 5);
        g_assert_nonnull(strstr(request->body, ":500"));
        g_assert_true(g_strv_contains((const char *const *)request->headers,
                                      "content-type: application/json"));
    }
}

static void assert_has(const FairyProfile *profile, const char *part, gboolean has)
{
    g_autoptr(FairyPrompt) prompt = test_prompt_new();
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    if ((strstr(request->body, part) != NULL) != has) {
        g_error("%s %s in %s", part, has ? "isn't" : "is", request->body);
    }
}

/* What a server has refused isn't sent again. */
static void test_dropped(void)
{
    g_autoptr(FairyProfile) chat = profile_of("openai/gpt-6-luna");
    fairy_profile_drop(chat, FAIRY_DROP_EFFORT | FAIRY_DROP_FORMAT | FAIRY_DROP_STREAM_OPTIONS |
                                 FAIRY_DROP_MAX_TOKENS_NAME | FAIRY_DROP_IMAGES);
    assert_has(chat, "reasoning_effort", FALSE);
    assert_has(chat, "stream_options", FALSE);
    assert_has(chat, "max_completion_tokens", FALSE);
    assert_has(chat, "\"max_tokens\":32000", TRUE);
    assert_has(chat, "response_format", FALSE);
    assert_has(chat, "image", FALSE);
    g_autoptr(FairyProfile) local = profile_of("llamacpp/x");
    fairy_profile_drop(local, FAIRY_DROP_MAX_TOKENS_NAME);
    assert_has(local, "\"max_completion_tokens\":16000", TRUE);
    assert_has(local, "json_schema", TRUE);
    fairy_profile_drop(local, FAIRY_DROP_FORMAT);
    assert_has(local, "json_schema", FALSE);
    assert_has(local, "json_object", TRUE);
    g_autoptr(FairyProfile) claude = profile_of("anthropic/claude-sonnet-5-5");
    fairy_profile_drop(claude, FAIRY_DROP_CACHE | FAIRY_DROP_THINKING | FAIRY_DROP_EFFORT);
    assert_has(claude, "cache_control", FALSE);
    assert_has(claude, "\"thinking\"", FALSE);
    assert_has(claude, "\"effort\"", FALSE);
    assert_has(claude, "output_config", FALSE);
}

static void set_thinking(FairyProfile *profile, const char *word)
{
    g_free(profile->thinking);
    profile->thinking = g_strdup(word);
}

/* One word for thinking, said as each wire says it. */
static void test_thinking(void)
{
    static const struct {
        const char *model, *word, *part;
    } says[] = {
        {"anthropic/claude-opus-5", "adaptive",
         "\"thinking\":{\"type\":\"adaptive\",\"display\":\"omitted\"}"},
        {"anthropic/claude-opus-5", "high",
         "\"thinking\":{\"type\":\"adaptive\",\"display\":\"omitted\"}"},
        {"anthropic/claude-haiku-4-5", "medium",
         "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":8192}"},
        {"anthropic/claude-haiku-4-5", "minimal",
         "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":1024}"},
        {"anthropic/claude-haiku-4-5", "adaptive",
         "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\":16000}"},
        {"anthropic/claude-haiku-4-5", "disabled", "\"thinking\":{\"type\":\"disabled\"}"},
        {"gemini/gemini-3-pro", "high", "\"thinkingLevel\":\"HIGH\""},
        {"gemini/gemini-3-pro", "disabled", "\"thinkingLevel\":\"MINIMAL\""},
        {"gemini/gemini-2.5-pro", "high", "\"thinkingBudget\":24576"},
        {"gemini/gemini-2.5-pro", "adaptive", "\"thinkingBudget\":-1"},
        {"ollama/qwen3", "adaptive", "\"think\":true"},
        {"ollama/qwen3", "high", "\"think\":\"high\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(says); i++) {
        g_autoptr(FairyProfile) profile = profile_of(says[i].model);
        set_thinking(profile, says[i].word);
        assert_has(profile, says[i].part, TRUE);
    }
}

/* A beginning can't be given while it thinks. */
static void test_no_prefill(void)
{
    g_autoptr(FairyProfile) profile = profile_of("anthropic/claude-sonnet-4-20250514");
    assert_has(profile, "\"{\\\"actions\\\":[\"", TRUE);
    set_thinking(profile, "adaptive");
    assert_has(profile, "\"{\\\"actions\\\":[\"", FALSE);
}

/* Neighbours of one role are one message; what stays the same stays in front; nothing is empty. */
static void test_speeches(void)
{
    g_autoptr(FairyProfile) profile = profile_of("ollama/qwen3");
    g_autoptr(FairyPrompt) prompt = fairy_prompt_new();
    g_autoptr(GBytes) picture = g_bytes_new_static("abc", 3);
    prompt->actions = fairy_actions_offered();
    FairyMessage *one = fairy_prompt_add_message(prompt, FAIRY_ROLE_USER);
    fairy_message_add_text(one, "a", g_strdup("a"))->stable = TRUE;
    fairy_message_add_text(one, "b", g_strdup("b"));
    fairy_message_add_image(one, "c", picture, "image/png", 1, 1);
    fairy_prompt_add_message(prompt, FAIRY_ROLE_ASSISTANT);
    fairy_message_add_text(fairy_prompt_add_message(prompt, FAIRY_ROLE_USER), "d", g_strdup("d"));
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    cJSON *body = parse(request->body);
    cJSON *golden = parse_golden("[{'role':'user','content':'a\\n\\nb\\n\\nd','images':['YWJj']}]");
    g_assert_true(cJSON_Compare(cJSON_GetObjectItem(body, "messages"), golden, TRUE));
    cJSON_Delete(body);
    cJSON_Delete(golden);
}

/* A picture before a text that stays the same would change what is cached. */
static void test_stable_first(void)
{
    g_autoptr(FairyProfile) profile = profile_of("anthropic/claude-sonnet-5-5");
    g_autoptr(FairyPrompt) prompt = fairy_prompt_new();
    g_autoptr(GBytes) picture = g_bytes_new_static("abc", 3);
    prompt->actions = fairy_actions_offered();
    FairyMessage *message = fairy_prompt_add_message(prompt, FAIRY_ROLE_USER);
    fairy_message_add_text(message, "history", g_strdup("history"))->stable = TRUE;
    fairy_message_add_text(message, "state", g_strdup("state"));
    fairy_message_add_image(message, "screenshot", picture, "image/png", 1, 1);
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    const char *history = strstr(request->body, "\"history\"");
    const char *image = strstr(request->body, "\"image\"");
    const char *state = strstr(request->body, "\"state\"");
    g_assert_true(history && image && state && history < image && image < state);
    g_assert_nonnull(strstr(history, "\"history\",\"cache_control\""));
}

/* Ollama is given room for all of the prompt. */
static void test_room(void)
{
    g_autoptr(FairyProfile) profile = profile_of("ollama/qwen3");
    g_autoptr(FairyPrompt) prompt = test_prompt_new();
    GString *long_text = g_string_new(NULL);
    for (guint i = 0; i < 30000; i++) {
        g_string_append(long_text, "word ");
    }
    fairy_prompt_add_system(prompt, "long", g_string_free(long_text, FALSE));
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    g_assert_nonnull(strstr(request->body, "\"num_ctx\":65536"));
}

static void test_model_in_address(void)
{
    g_autoptr(FairyProfile) profile = profile_of("gemini/a b/../c?d");
    g_autoptr(FairyPrompt) prompt = test_prompt_new();
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    g_assert_nonnull(
        strstr(request->url, "/models/a%20b%2F..%2Fc%3Fd:streamGenerateContent?alt=sse"));
}

/* A recording's profile asks for the same, thinking told in tokens, too. */
static void test_recorded(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(FairyProfile) profile = profile_of(cases[i].model);
        if (profile->thinking) {
            set_thinking(profile, "high");
        }
        cJSON *json = fairy_profile_json(profile);
        g_autoptr(FairyProfile) read = fairy_profile_from_json(cases[i].model, json);
        g_autoptr(FairyPrompt) prompt = test_prompt_new();
        g_autoptr(FairyDialectRequest) live = fairy_dialect_request(profile, prompt, 0);
        g_autoptr(FairyDialectRequest) replayed = fairy_dialect_request(read, prompt, 0);
        g_assert_cmpstr(replayed->body, ==, live->body);
        cJSON_Delete(json);
    }
}

/* --- keys ------------------------------------------------------------------------------------- */

static void test_keys(void)
{
    static const struct {
        const char *provider, *key, *header;
    } keys[] = {
        {"anthropic", "sk-ant-x", "x-api-key: sk-ant-x"},
        {"openai", "sk-x", "authorization: Bearer sk-x"},
        {"azure", "x", "api-key: x"},
        {"gemini", "AIzax", "x-goog-api-key: AIzax"},
        {"openai", "", NULL},
        {"openai", "a b", NULL},
        {"openai", "a\r\nx: y", NULL},
        {"openai", "a\n", NULL},
        {"openai", "schl\xC3\xBCssel", NULL},
        {"openai", "a\x7F", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *header =
            fairy_dialect_key_header(fairy_provider_find(keys[i].provider), keys[i].key);
        g_assert_cmpstr(header, ==, keys[i].header);
    }
}

static void test_version(void)
{
    g_autoptr(FairyProfile) profile = profile_of("anthropic/x");
    g_autoptr(FairyPrompt) prompt = test_prompt_new();
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    g_assert_true(
        g_strv_contains((const char *const *)request->headers, "anthropic-version: 2023-06-01"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strconcat("/wire/requests/", cases[i].model, NULL);
        g_test_add_data_func(path, &cases[i], test_case);
    }
    g_test_add_func("/wire/requests/all", test_all);
    g_test_add_func("/wire/requests/dropped", test_dropped);
    g_test_add_func("/wire/requests/thinking", test_thinking);
    g_test_add_func("/wire/requests/no-prefill", test_no_prefill);
    g_test_add_func("/wire/requests/speeches", test_speeches);
    g_test_add_func("/wire/requests/stable-first", test_stable_first);
    g_test_add_func("/wire/requests/room", test_room);
    g_test_add_func("/wire/requests/model-in-address", test_model_in_address);
    g_test_add_func("/wire/requests/recorded", test_recorded);
    g_test_add_func("/wire/requests/keys", test_keys);
    g_test_add_func("/wire/requests/version", test_version);
    return g_test_run();
}
