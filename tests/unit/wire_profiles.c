/* What is known of models: rows, what the user has set over them, and what is left out after a
 * refusal. */
#include "wire/profile.h"

#include <fairy/error.h>

#include <glib/gstdio.h>

#include <string.h>

static const char *or_none(const char *text)
{
    return text ? text : "-";
}

/* All that differs, in one line. */
static char *line_of(const FairyProfile *profile)
{
    static const char *const forms[] = {"schema", "object", "prompt"};
    return g_strdup_printf("%u %s %s %s%s%s%s%s", profile->max_output, forms[profile->json],
                           or_none(profile->thinking), or_none(profile->effort),
                           profile->images ? " images" : "", profile->prefill ? " prefill" : "",
                           profile->cache ? " cache" : "", profile->budget ? " budget" : "");
}

static void test_models(void)
{
    static const struct {
        const char *name, *line;
    } cases[] = {
        /* what each takes: the reference's table of models, longest name first */
        {"anthropic/claude-sonnet-5-5", "32000 prompt between_tools medium images cache"},
        {"anthropic/claude-sonnet-5", "32000 prompt disabled medium images cache"},
        {"anthropic/claude-haiku-5-5", "32000 prompt disabled medium images cache"},
        {"anthropic/claude-opus-5-5", "32000 prompt - medium images cache"},
        {"anthropic/claude-opus-5", "32000 prompt disabled medium images cache"},
        {"anthropic/claude-fable-5-2", "32000 prompt - medium images cache"},
        {"anthropic/claude-opus-4-8", "32000 prompt - medium images cache"},
        {"anthropic/claude-opus-4-6", "32000 prompt - medium images cache"},
        {"anthropic/claude-haiku-4-5-20251001", "32000 prompt - - images prefill cache budget"},
        {"anthropic/claude-opus-4-1-20250805", "32000 prompt - - images prefill cache budget"},
        {"anthropic/claude-sonnet-4-20250514", "32000 prompt - - images prefill cache budget"},
        {"anthropic/claude-3-5-sonnet-20241022", "8192 prompt - - images prefill cache"},
        {"anthropic/claude-3-haiku-20240307", "4096 prompt - - images prefill cache"},
        /* a further version and an unknown name are the newest, not the nearest */
        {"anthropic/claude-sonnet-5-6", "32000 prompt - medium images cache"},
        {"anthropic/claude-haiku-6", "32000 prompt - medium images cache"},
        {"anthropic/claude-opus-4-9", "32000 prompt - medium images cache"},
        {"anthropic/something-new", "32000 prompt - medium images cache"},

        {"openai/gpt-6-luna", "32000 object - low images"},
        {"openai/gpt-5.1", "32000 object - low images"},
        {"openai/o4-mini", "32000 object - low images"},
        {"openai/something-new", "32000 object - low images"},
        {"openai/gpt-4.1-mini", "32000 object - - images"},
        {"openai/gpt-4o-2024-08-06", "16384 object - - images"},
        {"openai/gpt-4-turbo", "4096 object - - images"},
        {"openai/gpt-4-0613", "4096 prompt - -"},
        {"azure/my-deployment", NULL},

        {"gemini/gemini-flash-latest", "32000 schema low - images"},
        {"gemini/gemini-3-pro", "32000 schema low - images"},
        {"gemini/gemini-2.5-flash", "32000 schema disabled - images budget"},
        {"gemini/gemini-2.5-pro", "32000 schema minimal - images budget"},
        {"gemini/gemini-2.0-flash", "8192 schema - - images"},
        {"gemini-openai/gemini-3-pro", "32000 object - low images"},
        {"gemini-openai/gemini-2.0-flash", "8192 object - - images"},

        {"openrouter/anthropic/claude-sonnet-4.5", "16000 object - - images cache"},
        {"openrouter/openai/gpt-6-luna", "16000 object - - images"},
        {"openrouter/google/gemini-2.5-pro", "16000 object - - images"},
        {"mistral/mistral-medium-latest", "16000 object - - images"},
        {"deepseek/deepseek-chat", "8000 object - -"},
        {"groq/openai/gpt-oss-120b", "16000 prompt - -"},
        {"ollama/qwen3:8b", "16000 schema disabled - images"},
        {"ollama/gpt-oss:20b", "16000 schema low -"},
        {"ollama-openai/qwen3", "16000 schema - - images"},
        {"llamacpp/default", "16000 schema - - images"},
        {"vllm/Qwen/Qwen3-VL-8B", "0 schema - - images"},
        {"lmstudio/qwen3", "16000 schema - - images"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(FairyProfile) profile = fairy_profile_new(cases[i].name, NULL, &error);
        g_autofree char *line = profile ? line_of(profile) : NULL;
        if (g_strcmp0(line, cases[i].line) != 0) {
            g_error("%s: %s, not %s", cases[i].name, or_none(line), or_none(cases[i].line));
        }
        g_assert_true(!profile || g_str_has_suffix(cases[i].name, profile->model));
    }
}

static void test_pictures(void)
{
    g_autoptr(FairyProfile) high = fairy_profile_new("anthropic/claude-opus-4-7", NULL, NULL);
    g_autoptr(FairyProfile) standard = fairy_profile_new("anthropic/claude-opus-4-6", NULL, NULL);
    g_assert_cmpuint(high->image_edge, ==, 2576);
    g_assert_cmpuint(high->image_tokens, ==, 4784);
    g_assert_cmpuint(standard->image_edge, ==, 1568);
    g_assert_cmpuint(standard->image_tokens, ==, 1568);
}

static void test_refused_names(void)
{
    static const struct {
        const char *name, *words;
    } cases[] = {
        {"nobody/x", "anthropic, openai, gemini"}, {"anthropic", "anthropic/claude-sonnet-5-5"},
        {"anthropic/", "fairy models --check"},    {"ollama/", "ollama/NAME"},
        {"custom/x", "custom.base-url"},           {"azure/x", "azure.base-url"},
        {"openai/\xFF", "openai/gpt-6-luna"},      {"", "no provider \"\""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(fairy_profile_new(cases[i].name, NULL, &error));
        g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
        g_assert_nonnull(strstr(error->message, cases[i].words));
        g_assert_null(strchr(error->message, '\n'));
    }
}

static void test_dropping(void)
{
    g_autoptr(FairyProfile) profile = fairy_profile_new("openai/gpt-6-luna", NULL, NULL);
    guint all = FAIRY_DROP_EFFORT | FAIRY_DROP_FORMAT | FAIRY_DROP_STREAM_OPTIONS |
                FAIRY_DROP_MAX_TOKENS_NAME | FAIRY_DROP_IMAGES;
    g_assert_cmpuint(fairy_profile_droppable(profile), ==, all);
    g_assert_false(fairy_profile_drop(profile, FAIRY_DROP_THINKING | FAIRY_DROP_CACHE));
    profile->json = FAIRY_JSON_SCHEMA; /* as the person may have set it */
    g_assert_true(fairy_profile_drop(profile, FAIRY_DROP_FORMAT));
    g_assert_cmpint(profile->json, ==, FAIRY_JSON_OBJECT);
    g_assert_true(fairy_profile_drop(profile, FAIRY_DROP_FORMAT));
    g_assert_cmpint(profile->json, ==, FAIRY_JSON_PROMPT);
    g_assert_false(fairy_profile_drop(profile, FAIRY_DROP_FORMAT));
    g_assert_true(fairy_profile_drop(profile, all));
    g_assert_cmpuint(profile->dropped, ==, all);
    g_assert_cmpuint(fairy_profile_droppable(profile), ==, 0);
    g_assert_false(fairy_profile_drop(profile, all));
}

/* Where JSON of any form isn't asked for, what comes after a schema is the prompt. */
static void test_dropping_format(void)
{
    static const char *const names[] = {"anthropic/x", "lmstudio/x"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autoptr(FairyProfile) profile = fairy_profile_new(names[i], NULL, NULL);
        profile->json = FAIRY_JSON_SCHEMA;
        g_assert_true(fairy_profile_drop(profile, FAIRY_DROP_FORMAT));
        g_assert_cmpint(profile->json, ==, FAIRY_JSON_PROMPT);
        g_assert_false(fairy_profile_drop(profile, FAIRY_DROP_FORMAT));
    }
}

static void test_settings(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("fairies-XXXXXX", NULL);
    g_autofree char *own = g_build_filename(folder, "fairies", NULL);
    g_autofree char *file = g_build_filename(own, "config.ini", NULL);
    g_mkdir(own, 0700);
    g_file_set_contents(file,
                        "[anthropic]\nbase-url = https://proxy.example/a/\neffort = max\n"
                        "thinking = adaptive\njson = prompt\nmax-output = 777\n"
                        "[custom]\nbase-url = http://192.168.1.5:9000/v1\n"
                        "[azure]\nbase-url = https://a.openai.azure.com\n",
                        -1, NULL);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE);
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    g_autoptr(FairyProfile) profile =
        fairy_profile_new("anthropic/claude-sonnet-5-5", settings, &error);
    g_assert_no_error(error);
    g_autofree char *line = line_of(profile);
    g_assert_cmpstr(line, ==, "777 prompt adaptive max images cache");
    g_assert_cmpstr(profile->base, ==, "https://proxy.example/a");
    g_autoptr(FairyProfile) other = fairy_profile_new("openai/gpt-6-luna", settings, &error);
    g_assert_cmpstr(other->base, ==, "https://api.openai.com/v1");
    g_assert_cmpstr(other->effort, ==, "low");
    g_autoptr(FairyProfile) custom = fairy_profile_new("custom/m", settings, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(custom->base, ==, "http://192.168.1.5:9000/v1");
    g_autoptr(FairyProfile) azure = fairy_profile_new("azure/my-deployment", settings, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(azure->base, ==, "https://a.openai.azure.com/openai/v1");
    g_remove(file);
    g_rmdir(own);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/wire/profiles/models", test_models);
    g_test_add_func("/wire/profiles/pictures", test_pictures);
    g_test_add_func("/wire/profiles/refused-names", test_refused_names);
    g_test_add_func("/wire/profiles/dropping", test_dropping);
    g_test_add_func("/wire/profiles/dropping-format", test_dropping_format);
    g_test_add_func("/wire/profiles/settings", test_settings);
    return g_test_run();
}
