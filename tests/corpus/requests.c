/* Prints the request that each kind of model gets, a JSON value a line: {"model":…, "wire":…,
 * "body":…}. requests.sh gives them to those who wrote the APIs. */
#include "common/prompts.h"
#include "wire/dialect.h"

#include <stdio.h>

static const char *const models[] = {
    "anthropic/claude-of-tomorrow",
    "anthropic/claude-sonnet-5-5",
    "anthropic/claude-opus-5-5",
    "anthropic/claude-opus-5",
    "anthropic/claude-opus-4-6",
    "anthropic/claude-haiku-4-5",
    "anthropic/claude-sonnet-4-20250514",
    "anthropic/claude-3-haiku-20240307",
    "openai/gpt-of-tomorrow",
    "openai/gpt-4o",
    "openai/gpt-4-turbo",
    "openai/gpt-3.5-turbo",
    "azure/deployment",
    "gemini-openai/gemini-3-pro",
    "openrouter/openai/gpt-6-luna",
    "mistral/mistral-medium-latest",
    "deepseek/deepseek-chat",
    "groq/openai/gpt-oss-120b",
    "ollama-openai/qwen3",
    "llamacpp/default",
    "vllm/x",
    "lmstudio/x",
    "custom/x",
    "gemini/gemini-of-tomorrow",
    "gemini/gemini-2.5-pro",
    "gemini/gemini-2.5-flash",
    "gemini/gemini-2.0-flash",
    "ollama/qwen3",
    "ollama/gpt-oss",
};

static void print(const FairyProfile *profile, const char *model, const char *note)
{
    static const char *const dialects[] = {"anthropic", "openai", "gemini", "ollama"};
    g_autoptr(FairyPrompt) prompt = test_prompt_new();
    g_autoptr(FairyDialectRequest) request = fairy_dialect_request(profile, prompt, 0);
    printf("{\"model\":\"%s%s\",\"wire\":\"%s\",\"body\":%s}\n", model, note,
           dialects[profile->provider->dialect], request->body);
}

int main(void)
{
    static const char *const words[] = {"disabled", "minimal", "low", "medium", "high", "adaptive"};
    g_setenv("AZURE_OPENAI_ENDPOINT", "https://a.openai.azure.com", TRUE);
    g_setenv("FAIRIES_CUSTOM_BASE_URL", "https://custom.example/v1", TRUE);
    g_setenv("XDG_CONFIG_HOME", "/nonexistent", TRUE);
    g_autoptr(FairySettings) settings = fairy_settings_load(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(models); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(FairyProfile) profile = fairy_profile_new(models[i], settings, &error);
        g_assert_no_error(error);
        print(profile, models[i], "");
        for (guint j = 0; profile->thinking && j < G_N_ELEMENTS(words); j++) {
            g_autofree char *note = g_strconcat(", thinking ", words[j], NULL);
            g_free(profile->thinking);
            profile->thinking = g_strdup(words[j]);
            print(profile, models[i], note);
        }
        fairy_profile_drop(profile, ~0u);
        print(profile, models[i], ", all dropped");
    }
    return 0;
}
