/* Settings: the file, the environment over it, and that keys stay where they are. */
#include "provider/server_address.h"
#include "settings/ini.h"

#include <fairy/limits.h>

#include <glib/gstdio.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <string.h>
#include <unistd.h>

#define KEY "sk-test-4f1d2c3b5a697887"

static char *folder; /* $XDG_CONFIG_HOME */

static void forget(void)
{
    g_autofree char *own = g_path_get_dirname(fairy_settings_path());
    g_unlink(fairy_settings_path());
    g_rmdir(own);
}

static void put(const char *text, int mode)
{
    g_autofree char *own = g_path_get_dirname(fairy_settings_path());
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(g_mkdir_with_parents(own, 0700), ==, 0);
    g_file_set_contents_full(fairy_settings_path(), text, -1, G_FILE_SET_CONTENTS_CONSISTENT, mode,
                             &error);
    g_assert_no_error(error);
    g_assert_cmpint(chmod(fairy_settings_path(), (mode_t)mode), ==, 0);
}

static char *whole_file(void)
{
    char *text = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(fairy_settings_path(), &text, NULL, &error);
    g_assert_no_error(error);
    return text;
}

static FairySettings *load(void)
{
    g_autoptr(GError) error = NULL;
    FairySettings *settings = fairy_settings_load(&error);
    g_assert_no_error(error);
    return settings;
}

static void assert_value(const FairySettings *settings, const char *name, const char *expected)
{
    g_autofree char *value = fairy_settings_get(settings, name);
    g_assert_cmpstr(value, ==, expected);
}

/* Loading fails, and says `words`, but nothing of a key. */
static void assert_refused(const char *words)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    g_assert_null(settings);
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_SETTINGS);
    g_assert_nonnull(strstr(error->message, words));
    g_assert_null(strstr(error->message, KEY));
    g_assert_null(strchr(error->message, '\n'));
}

static void change(const char *name, const char *value)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(fairy_settings_change(name, value, &error));
    g_assert_no_error(error);
}

static void assert_change_refused(const char *name, const char *value, int code)
{
    g_autoptr(GError) error = NULL;
    g_assert_false(fairy_settings_change(name, value, &error));
    g_assert_error(error, FAIRY_ERROR, code);
    g_assert_null(strstr(error->message, KEY));
}

/* --- the order -------------------------------------------------------------------------------- */

static void test_defaults(void)
{
    forget();
    g_autoptr(FairySettings) settings = load();
    double number = 0;
    assert_value(settings, "model", "offline");
    assert_value(settings, "max-cost", "1");
    g_assert_true(fairy_settings_number(settings, "max-requests", &number));
    g_assert_cmpfloat(number, ==, 25);
    assert_value(settings, "anthropic.effort", NULL);
    assert_value(settings, "anthropic.base-url", "https://api.anthropic.com");
    assert_value(settings, "custom.base-url", NULL);
    assert_value(settings, "nonsense", NULL);
    assert_value(settings, "nobody.key", NULL);
    g_assert_null(fairy_settings_key(settings, fairy_provider_find("anthropic")));
}

static void test_order(void)
{
    double number = 7;
    put("model = openai/gpt-6-luna\nmax-cost = 0\nmax-tokens = none\n[ollama]\neffort = low\n",
        0644);
    g_setenv("FAIRIES_MODEL", "anthropic/claude-sonnet-5-5", TRUE);
    g_setenv("FAIRIES_TIMEOUT", "", TRUE); /* as if it weren't there */
    g_autoptr(FairySettings) settings = load();
    assert_value(settings, "model", "anthropic/claude-sonnet-5-5");
    assert_value(settings, "timeout", "900");
    assert_value(settings, "ollama.effort", "low");
    assert_value(settings, "ollama-openai.effort", NULL);
    g_assert_true(fairy_settings_number(settings, "max-cost", &number));
    g_assert_cmpfloat(number, ==, 0);
    g_assert_false(fairy_settings_number(settings, "max-tokens", &number));
    g_unsetenv("FAIRIES_MODEL");
    g_unsetenv("FAIRIES_TIMEOUT");
    g_autoptr(FairySettings) again = load();
    assert_value(again, "model", "openai/gpt-6-luna");
}

static void test_keys(void)
{
    const FairyProvider *gemini = fairy_provider_find("gemini");
    put("[gemini]\nkey = file-key\n", 0600);
    g_autoptr(FairySettings) settings = load();
    g_assert_cmpstr(fairy_settings_key(settings, gemini), ==, "file-key");
    assert_value(settings, "gemini.key", NULL);
    g_setenv("GOOGLE_API_KEY", "second", TRUE);
    g_assert_cmpstr(fairy_settings_key(settings, gemini), ==, "second");
    g_setenv("GEMINI_API_KEY", "first", TRUE);
    g_assert_cmpstr(fairy_settings_key(settings, gemini), ==, "first");
    g_setenv("GEMINI_API_KEY", "in\njected: header", TRUE);
    g_assert_null(fairy_settings_key(settings, gemini));
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySetting) shown = fairy_settings_look(settings, "gemini.key", &error);
    g_assert_true(shown->wrong);
    g_assert_null(shown->value);
    g_assert_cmpstr(shown->variable, ==, "GEMINI_API_KEY");
    g_unsetenv("GEMINI_API_KEY");
    g_unsetenv("GOOGLE_API_KEY");
    struct rlimit limit;
    g_assert_cmpint(getrlimit(RLIMIT_CORE, &limit), ==, 0);
    g_assert_cmpuint(limit.rlim_cur, ==, 0);
}

/* --- what is refused -------------------------------------------------------------------------- */

static void test_private(void)
{
    put("[anthropic]\nkey = " KEY "\n", 0644);
    assert_refused("chmod 600 ");
    put("[anthropic]\nkey = " KEY "\n", 0640);
    assert_refused("chmod 600 ");
    put("[anthropic]\nproxy = http://me:" KEY "@proxy.example:3128\n", 0604);
    assert_refused("chmod 600 ");
    assert_change_refused("model", "offline", FAIRY_ERROR_SETTINGS);
    put("[anthropic]\nkey = " KEY "\n", 0400);
    g_autoptr(FairySettings) settings = load();
    g_assert_cmpstr(fairy_settings_key(settings, fairy_provider_find("anthropic")), ==, KEY);
    put("[anthropic]\nkey =\n", 0644);
    g_autoptr(FairySettings) empty = load();
    g_assert_null(fairy_settings_key(empty, fairy_provider_find("anthropic")));
}

static void test_broken(void)
{
    static const struct {
        const char *text, *words;
    } files[] = {
        {"model = offline\n" KEY "\n", "config.ini:2: "},
        {"# fine\n\n[anthropic\nkey = " KEY "\n", "config.ini:3: "},
        {"[]\n", "config.ini:1: "},
        {"= " KEY "\n", "config.ini:1: "},
        {"model = off\033line\n", "config.ini:1: "},
        {"model = \xff\n", "config.ini:1: "},
        {"max-cost = " KEY "\n", "config.ini:1: max-cost takes dollars"},
        {"\n[openai]\nbase-url = http://example.org\n", "config.ini:3: base-url takes an https"},
        {"[openai]\nbase-url = https://me:pw@example.org\n", "config.ini:2: base-url takes"},
        {"[openai]\nkey = two words\n", "config.ini:2: key takes"},
        {"[openai]\nprice.gpt-6-luna = cheap\n", "config.ini:2: price.gpt-6-luna takes dollars"},
        {"timeout = 0\n", "config.ini:1: timeout takes seconds"},
        {"max-requests = 1.5\n", "config.ini:1: max-requests takes a whole"},
        {"max-cost = 0x10\n", "config.ini:1: max-cost takes"},
        {"max-cost = -1\n", "config.ini:1: max-cost takes"},
        {"max-cost = nan\n", "config.ini:1: max-cost takes"},
        {"model = nobody/nothing\n", "config.ini:1: model takes"},
        {"model = anthropic/\n", "config.ini:1: model takes"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
        put(files[i].text, 0600);
        assert_refused(files[i].words);
    }
    g_autofree char *large = g_strnfill(FAIRY_MAX_SETTINGS_BYTES + 1, '#');
    put(large, 0600);
    assert_refused("more than 1048576 bytes");
    g_unlink(fairy_settings_path());
    g_assert_cmpint(mkfifo(fairy_settings_path(), 0600), ==, 0);
    assert_refused("regular file");
    forget();
    g_setenv("FAIRIES_MAX_COST", KEY, TRUE);
    assert_refused("FAIRIES_MAX_COST, for max-cost, takes dollars");
    g_unsetenv("FAIRIES_MAX_COST");
}

static void test_unknown(void)
{
    put("modle = x\n[anthropic]\nkye = " KEY "\n[Anthropic]\nkey = " KEY "\n", 0600);
    g_autoptr(FairySettings) settings = load();
    g_autoptr(GPtrArray) list = fairy_settings_list(settings);
    static const char *const names[] = {"modle", "anthropic.kye", "Anthropic.key"};
    static const guint lines[] = {1, 3, 5};
    g_assert_cmpuint(list->len, >, G_N_ELEMENTS(names));
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const FairySetting *setting = list->pdata[list->len - G_N_ELEMENTS(names) + i];
        g_assert_cmpstr(setting->name, ==, names[i]);
        g_assert_null(setting->info);
        g_assert_null(setting->value);
        g_assert_cmpuint(setting->line, ==, lines[i]);
    }
}

/* --- the table -------------------------------------------------------------------------------- */

static void test_table(void)
{
    const FairySettingInfo *info;
    for (guint i = 0; (info = fairy_setting_info(i)); i++) {
        g_assert_true(*info->name && *info->takes && *info->help);
        g_assert_true(info->of_provider || fairy_setting_find(info->name) == info);
        if (info->fallback) {
            change(info->name, info->fallback); /* it takes its own default */
        }
    }
    g_assert_nonnull(fairy_setting_find("openrouter.price.vendor/name:free"));
    g_assert_null(fairy_setting_find("openai.price."));
    g_assert_null(fairy_setting_find("openai.price.a=b"));
    g_assert_null(fairy_setting_find("openai.model"));
    g_assert_null(fairy_setting_find("key"));
    g_assert_null(fairy_setting_find("openai."));
    g_assert_null(fairy_setting_find(".key"));
    forget();
}

/* --- changing --------------------------------------------------------------------------------- */

static void test_change(void)
{
    struct stat st;
    g_autofree char *own = g_path_get_dirname(fairy_settings_path());
    forget();
    change("openai.key", KEY);
    g_assert_cmpint(stat(fairy_settings_path(), &st), ==, 0);
    g_assert_cmpuint(st.st_mode & 0777, ==, 0600);
    g_assert_cmpint(stat(own, &st), ==, 0);
    g_assert_cmpuint(st.st_mode & 0777, ==, 0700);
    g_autofree char *first = whole_file();
    g_assert_cmpstr(first, ==, "[openai]\nkey = " KEY "\n");
    change("model", "openai/gpt-6-luna");
    change("openai.effort", "low");
    change("ollama.max-output", "4000");
    g_autofree char *second = whole_file();
    g_assert_cmpstr(second, ==,
                    "model = openai/gpt-6-luna\n\n[openai]\nkey = " KEY "\neffort = low\n"
                    "\n[ollama]\nmax-output = 4000\n");
    change("ollama.max-output", NULL);
    change("model", NULL);
    change("openai.effort", NULL);
    g_autofree char *third = whole_file();
    g_assert_cmpstr(third, ==, "\n[openai]\nkey = " KEY "\n");
}

static void test_change_refused(void)
{
    put("model = offline\n", 0600);
    assert_change_refused("max-cost", "lots", FAIRY_ERROR_USAGE);
    assert_change_refused("nothing", "1", FAIRY_ERROR_USAGE);
    assert_change_refused("anthropic.key", "two words " KEY, FAIRY_ERROR_USAGE);
    assert_change_refused("anthropic.key", "", FAIRY_ERROR_USAGE);
    assert_change_refused("model", "replay:a\n[openai]\nbase-url = https://x", FAIRY_ERROR_USAGE);
    assert_change_refused("model", "replay:a ", FAIRY_ERROR_USAGE);
    assert_change_refused("anthropic.key", NULL, FAIRY_ERROR_SETTINGS);
    assert_change_refused("nothing", NULL, FAIRY_ERROR_SETTINGS);
    g_autofree char *text = whole_file();
    g_assert_cmpstr(text, ==, "model = offline\n");
}

/* A file as people write them: what isn't changed stays, to the byte. */
static void test_kept(void)
{
    static const char before[] = "\xef\xbb\xbf# mine\r\n\r\n  model=\"offline\"\r\n; old\r\n"
                                 "[ openai ]\r\n\tkey =   " KEY "  \r\nkye = x\r\n# end\r\n\r\n"
                                 "[other]\r\nthing = 1";
    put(before, 0600);
    change("model", "replay:a");
    change("openai.key", "new");
    change("openai.effort", "max");
    g_autofree char *text = whole_file();
    g_assert_cmpstr(text, ==,
                    "\xef\xbb\xbf# mine\r\n\r\n  model=replay:a\r\n; old\r\n"
                    "[ openai ]\r\n\tkey =   new  \r\nkye = x\r\neffort = max\r\n# end\r\n\r\n"
                    "[other]\r\nthing = 1");
    change("other.thing", NULL);
    change("openai.kye", NULL);
    change("anthropic.effort", "low");
    g_autofree char *next = whole_file();
    g_assert_cmpstr(next, ==,
                    "\xef\xbb\xbf# mine\r\n\r\n  model=replay:a\r\n; old\r\n"
                    "[ openai ]\r\n\tkey =   new  \r\neffort = max\r\n# end\r\n"
                    "\r\n[anthropic]\r\neffort = low\r\n");
}

/* Set and taken out again, a hundred times: the file doesn't grow. */
static void test_again(void)
{
    put("# mine\nmodel = offline\nmodel = replay:b\n", 0600);
    for (int i = 0; i < 100; i++) {
        change("vllm.effort", "low");
        change("max-cost", "2");
        change("vllm.effort", NULL);
        change("max-cost", NULL);
    }
    g_autofree char *text = whole_file();
    g_assert_cmpstr(text, ==, "# mine\nmodel = offline\nmodel = replay:b\n");
    g_autoptr(FairySettings) settings = load();
    assert_value(settings, "model", "replay:b"); /* the last one counts */
    change("model", NULL);
    g_autofree char *rest = whole_file();
    g_assert_cmpstr(rest, ==, "# mine\n");
}

static void test_link(void)
{
    g_autofree char *target = g_build_filename(folder, "dotfiles.ini", NULL);
    g_autoptr(GError) error = NULL;
    forget();
    put("", 0600);
    g_unlink(fairy_settings_path());
    g_file_set_contents(target, "# mine\n", -1, &error);
    g_assert_cmpint(chmod(target, 0644), ==, 0);
    g_assert_cmpint(symlink(target, fairy_settings_path()), ==, 0);
    change("anthropic.key", KEY);
    struct stat st;
    g_assert_cmpint(lstat(fairy_settings_path(), &st), ==, 0);
    g_assert_true(S_ISLNK(st.st_mode));
    g_assert_cmpint(stat(target, &st), ==, 0);
    g_assert_cmpuint(st.st_mode & 0777, ==, 0600);
    g_unlink(target);
    forget();
}

static char *twice(const char *text, gpointer data, GError **error)
{
    if (data) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_USAGE, "no");
        return NULL;
    }
    return g_strconcat(text, text, NULL);
}

static void test_edit(void)
{
    g_autoptr(GError) error = NULL;
    put("web = off\n", 0600);
    g_assert_true(fairy_settings_edit(twice, NULL, &error));
    g_assert_no_error(error);
    g_assert_false(fairy_settings_edit(twice, folder, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE);
    g_autofree char *text = whole_file();
    g_assert_cmpstr(text, ==, "web = off\nweb = off\n");
    put("web = off\nweb = maybe", 0600); /* twice of it has a line that can't be */
    g_clear_error(&error);
    g_assert_false(fairy_settings_edit(twice, NULL, &error));
    g_assert_error(error, FAIRY_ERROR, FAIRY_ERROR_SETTINGS);
    change("web", "on"); /* what is wrong can be put right */
    g_autofree char *right = whole_file();
    g_assert_cmpstr(right, ==, "web = off\nweb = on");
}

/* --- addresses -------------------------------------------------------------------------------- */

static void test_whole_address(void)
{
    static const char usual[] = "http://127.0.0.1:11434";
    static const struct {
        const char *value, *address;
    } cases[] = {
        {"box", "http://box:11434"},           {"box:99", "http://box:99"},
        {"0.0.0.0", "http://127.0.0.1:11434"}, {"0.0.0.0:99", "http://127.0.0.1:99"},
        {":99", "http://127.0.0.1:99"},        {"http://0.0.0.0:99/", "http://127.0.0.1:99"},
        {"http://box", "http://box"},          {"https://box/v1/", "https://box/v1"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *address = fairy_server_url(cases[i].value, usual);
        g_assert_cmpstr(address, ==, cases[i].address);
    }
    forget();
    g_setenv("OLLAMA_HOST", "0.0.0.0", TRUE);
    g_autoptr(FairySettings) settings = load();
    assert_value(settings, "ollama.base-url", usual);
    g_unsetenv("OLLAMA_HOST");
}

static void test_address(void)
{
    static const struct {
        const char *name, *value;
        gboolean good;
    } cases[] = {
        {"openai.base-url", "https://gateway.example/v1/", TRUE},
        {"openai.base-url", "http://127.0.0.1:4010/v1", TRUE},
        {"openai.base-url", "http://[::1]:4010", TRUE},
        {"openai.base-url", "http://gateway.example/v1", FALSE}, /* the key would be seen */
        {"openai.base-url", "http://127.0.0.1@gateway.example", FALSE},
        {"openai.base-url", "http://localhost.example", FALSE},
        {"openai.base-url", "https://me:pw@gateway.example", FALSE},
        {"openai.base-url", "file:///etc/passwd", FALSE},
        {"openai.base-url", KEY, FALSE},
        {"ollama.base-url", "192.168.1.9", TRUE}, /* wants no key */
        {"custom.base-url", "http://box:8000/v1", TRUE},
        {"openai.proxy", "socks5h://127.0.0.1:1080", TRUE},
        {"openai.proxy", "proxy.example", FALSE},
        {"openai.ca-file", "/etc/ssl/own.pem", TRUE},
        {"openai.ca-file", "own.pem", FALSE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        gboolean good = fairy_settings_change(cases[i].name, cases[i].value, &error);
        g_assert_cmpint(good, ==, cases[i].good);
    }
    forget();
    g_setenv("OPENAI_BASE_URL", KEY, TRUE);
    g_autoptr(FairySettings) settings = load(); /* others made that variable up */
    g_autoptr(FairySetting) shown = fairy_settings_look(settings, "openai.base-url", NULL);
    g_assert_true(shown->wrong);
    g_assert_null(shown->value);
    g_unsetenv("OPENAI_BASE_URL");
}

static void clean_environment(void)
{
    const FairyProvider *provider;
    const FairySettingInfo *info;
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(provider->key_envs) && provider->key_envs[j]; j++) {
            g_unsetenv(provider->key_envs[j]);
        }
        if (provider->base_env) {
            g_unsetenv(provider->base_env);
        }
    }
    for (guint i = 0; (info = fairy_setting_info(i)); i++) {
        if (info->variable) {
            g_unsetenv(info->variable);
        }
    }
}

int main(int argc, char **argv)
{
    folder = g_dir_make_tmp("fairies-XXXXXX", NULL);
    g_setenv("XDG_CONFIG_HOME", folder, TRUE);
    clean_environment();
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/settings/defaults", test_defaults);
    g_test_add_func("/settings/order", test_order);
    g_test_add_func("/settings/keys", test_keys);
    g_test_add_func("/settings/private", test_private);
    g_test_add_func("/settings/broken", test_broken);
    g_test_add_func("/settings/unknown", test_unknown);
    g_test_add_func("/settings/table", test_table);
    g_test_add_func("/settings/change", test_change);
    g_test_add_func("/settings/change-refused", test_change_refused);
    g_test_add_func("/settings/kept", test_kept);
    g_test_add_func("/settings/again", test_again);
    g_test_add_func("/settings/link", test_link);
    g_test_add_func("/settings/edit", test_edit);
    g_test_add_func("/settings/whole-address", test_whole_address);
    g_test_add_func("/settings/address", test_address);
    int code = g_test_run();
    forget();
    g_rmdir(folder);
    g_free(folder);
    return code;
}
