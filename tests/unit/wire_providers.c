/* The rows of providers, their addresses, and the lists of models they give. */
#include "provider/base_url.h"

#include <fairy/error.h>

#include <string.h>

static void test_rows(void)
{
    g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; fairy_provider_info(i); i++) {
        const FairyProvider *provider = fairy_provider_info(i);
        g_assert_true(g_hash_table_add(names, (gpointer)provider->name));
        g_assert_true(fairy_provider_find(provider->name) == provider);
        g_assert_null(strchr(provider->name, '/'));
        g_assert_nonnull(provider->title);
        g_assert_cmpuint(provider->dialect, <, FAIRY_DIALECT_COUNT);
        g_assert_true(provider->keyless || provider->key_envs[0]);
        g_assert_true(!provider->local || g_str_has_prefix(provider->base, "http://127.0.0.1:"));
        g_assert_true(provider->local || !provider->base ||
                      g_str_has_prefix(provider->base, "https://"));
    }
    g_assert_null(fairy_provider_find("nobody"));
}

static char *address(const char *provider, const char *set)
{
    g_autoptr(GError) error = NULL;
    char *clean = fairy_base_url(fairy_provider_find(provider), set, &error);
    g_assert_true((clean == NULL) == (error != NULL));
    return clean ? clean : g_strdup(error->message);
}

static void test_addresses(void)
{
    static const struct {
        const char *provider, *set, *clean;
    } cases[] = {
        {"anthropic", NULL, "https://api.anthropic.com"},
        {"anthropic", "https://proxy.example/anthropic/", "https://proxy.example/anthropic"},
        {"openai", "https://proxy.example", "https://proxy.example/v1"},
        {"ollama", NULL, "http://127.0.0.1:11434"},
        {"ollama", "https://ollama.example", "https://ollama.example"},
        {"llamacpp", "http://[::1]:8080/v1//", "http://[::1]:8080/v1"},
        {"ollama-openai", "http://192.168.1.5:11434", "http://192.168.1.5:11434/v1"},
        {"openrouter", "http://127.0.0.1:4010/", "http://127.0.0.1:4010/api/v1"},
        {"custom", "https://a.example", "https://a.example"},
        {"azure", "https://a.openai.azure.com/", "https://a.openai.azure.com/openai/v1"},
        {"azure", "https://a.openai.azure.com/openai/deployments/d",
         "https://a.openai.azure.com/openai/deployments/d?api-version=2024-10-21"},
        {"azure", "https://a.openai.azure.com/openai/deployments/d?api-version=2",
         "https://a.openai.azure.com/openai/deployments/d?api-version=2"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *clean = address(cases[i].provider, cases[i].set);
        g_assert_cmpstr(clean, ==, cases[i].clean);
    }
}

static void test_refused_addresses(void)
{
    static const char *const bad[] = {
        "ftp://a/v1",  "https://me:secret@a/v1", "https:///v1",  "host/v1",
        "http://a b/", "https://a/\r\nx: y",     "https://a/#b", ""};
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *message = address("openai", bad[i]);
        g_assert_nonnull(strstr(message, "openai.base-url"));
        g_assert_null(strstr(message, "secret"));
    }
    g_autofree char *message = address("custom", NULL);
    g_assert_nonnull(strstr(message, "fairy config set custom.base-url"));
}

static void test_joining(void)
{
    static const struct {
        const char *address, *path, *url;
    } cases[] = {
        {"https://a", "/v1/messages", "https://a/v1/messages"},
        {"https://a/v1", "/v1/messages", "https://a/v1/messages"},
        {"https://a/v1beta", "/v1beta/models/m:x?alt=sse", "https://a/v1beta/models/m:x?alt=sse"},
        {"https://a/v1", "/chat/completions", "https://a/v1/chat/completions"},
        {"https://a/chat", "/chat/completions", "https://a/chat/completions"},
        {"https://a/d?api-version=2", "/chat/completions",
         "https://a/d/chat/completions?api-version=2"},
        {"https://a?k=1", "/v1beta/models/m:x?alt=sse", "https://a/v1beta/models/m:x?alt=sse&k=1"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *url = fairy_base_url_join(cases[i].address, cases[i].path);
        g_assert_cmpstr(url, ==, cases[i].url);
    }
}

static void test_models_url(void)
{
    g_autoptr(GError) error = NULL;
    const FairyProvider *gemini = fairy_provider_find("gemini");
    g_autofree char *url = fairy_provider_models_url(gemini, "http://127.0.0.1:4010", &error);
    g_assert_no_error(error);
    g_assert_cmpstr(url, ==, "http://127.0.0.1:4010/v1beta/models?pageSize=1000");
    g_assert_null(fairy_provider_models_url(fairy_provider_find("azure"), NULL, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
}

static void assert_models(const char *json, const char *names)
{
    g_auto(GStrv) list = fairy_provider_models_read(json, strlen(json));
    g_autofree char *joined = list ? g_strjoinv(" ", list) : NULL;
    g_assert_cmpstr(joined, ==, names);
}

static void test_models(void)
{
    assert_models("{\"object\":\"list\",\"data\":[{\"id\":\"b\"},{\"id\":\"a/c:free\"}]}",
                  "a/c:free b");
    assert_models("{\"data\":[{\"type\":\"model\",\"id\":\"claude-sonnet-5-5\"}],"
                  "\"has_more\":false}",
                  "claude-sonnet-5-5");
    assert_models("{\"models\":[{\"name\":\"models/gemini-2.5-pro\","
                  "\"supportedGenerationMethods\":[\"generateContent\"]},"
                  "{\"name\":\"models/embedding\","
                  "\"supportedGenerationMethods\":[\"embedContent\"]}]}",
                  "gemini-2.5-pro");
    assert_models("{\"models\":[{\"name\":\"qwen3:8b\",\"model\":\"qwen3:8b\"}]}", "qwen3:8b");
    assert_models("{\"data\":[{\"id\":\"\"},{\"id\":3},null,{\"id\":\"a\\u001b[2J\"},7]}", "");
    assert_models("{\"data\":[]}", "");
    assert_models("{\"error\":{\"message\":\"no\"}}", NULL);
    assert_models("<html>", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wire/providers/rows", test_rows);
    g_test_add_func("/wire/providers/addresses", test_addresses);
    g_test_add_func("/wire/providers/refused-addresses", test_refused_addresses);
    g_test_add_func("/wire/providers/joining", test_joining);
    g_test_add_func("/wire/providers/models-url", test_models_url);
    g_test_add_func("/wire/providers/models", test_models);
    return g_test_run();
}
