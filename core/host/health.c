/* Looks at libraries, settings, keys and the journal. */
#include "net/curl.h"
#include "provider/base_url.h"
#include "store/db.h"
#include "store/sqlite.h"
#include "wire/key.h"

#include <fairy/health.h>
#include <fairy/settings.h>

#include <glib/gstdio.h>
#include <sys/stat.h>

#include <string.h>
#include <unistd.h>

typedef struct {
    SvgHealthFunc func;
    gpointer data;
} Report;

/* Frees `found`. */
static void say(const Report *report, SvgHealth health, const char *what, char *found,
                const char *fix)
{
    SvgHealthItem item = {health, what, found, fix};
    report->func(&item, report->data);
    g_free(found);
}

/* --- libraries -------------------------------------------------------------------------------- */

static void check_curl(const Report *report)
{
    const FairyCurl *curl = fairy_curl_load(NULL);
    const curl_version_info_data *info = curl ? curl->curl_version_info(CURLVERSION_NOW) : NULL;
    if (!info) {
        say(report, SVG_HEALTH_BAD, "libcurl",
            g_strdup("can't be loaded; no model but offline can be asked"),
            "install libcurl (Debian: libcurl4)");
        return;
    }
    gboolean secure = info->ssl_version && *info->ssl_version;
    say(report, secure ? SVG_HEALTH_GOOD : SVG_HEALTH_BAD, "libcurl",
        g_strdup_printf("%s, %s%s", info->version, secure ? info->ssl_version : "without TLS",
                        info->features & CURL_VERSION_HTTP2 ? ", HTTP/2" : ""),
        secure ? NULL : "install a libcurl with TLS (Debian: libcurl4)");
}

static void check_libraries(const Report *report)
{
    const FairySqlite *sqlite = fairy_sqlite_load(NULL);
    say(report, SVG_HEALTH_GOOD, "fairies", g_strdup(FAIRIES_VERSION), NULL);
    say(report, SVG_HEALTH_GOOD, "GLib",
        g_strdup_printf("%u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version),
        NULL);
    check_curl(report);
    say(report, sqlite ? SVG_HEALTH_GOOD : SVG_HEALTH_BAD, "SQLite",
        g_strdup(sqlite ? sqlite->sqlite3_libversion()
                        : "can't be loaded; nothing can be undone later"),
        sqlite ? NULL : "install SQLite (Debian: libsqlite3-0)");
}

/* --- settings --------------------------------------------------------------------------------- */

static void check_setting(const Report *report, const FairySetting *setting)
{
    g_autofree char *place =
        setting->variable ? g_strdup(setting->variable) : g_strdup_printf("line %u", setting->line);
    if (!setting->info) {
        say(report, SVG_HEALTH_WARNING, "settings",
            g_strdup_printf("%s (%s) is unknown, so it has no effect", setting->name, place),
            "look for another spelling in \"man fairy\", or take it out with \"fairy config unset\"");
    } else if (setting->wrong) {
        g_autofree char *fix = g_strconcat("set it to ", setting->info->takes, NULL);
        say(report, SVG_HEALTH_WARNING, "settings",
            g_strdup_printf("%s (%s) can't be used", setting->name, place), fix);
    } else if (g_str_has_suffix(setting->name, ".ca-file") && g_access(setting->value, R_OK) != 0) {
        say(report, SVG_HEALTH_WARNING, "settings",
            g_strdup_printf("the file that %s names can't be read", setting->name),
            "name another one, or take it out with \"fairy config unset\"");
    }
}

/* What a key is had by: itself, or its command. */
static gboolean is_source(const FairySetting *setting)
{
    return setting->info && !setting->wrong && setting->origin > FAIRY_SETTING_DEFAULT &&
           (setting->info->secret || g_str_equal(setting->info->name, "key-command"));
}

static void check_keys(const Report *report, const GPtrArray *list)
{
    GString *keys = g_string_new(NULL);
    for (guint i = 0; i < list->len; i++) {
        const FairySetting *setting = list->pdata[i];
        if (is_source(setting)) {
            g_string_append_printf(keys, "%s%s (%s)", keys->len ? ", " : "", setting->name,
                                   setting->variable ? setting->variable : "file");
        }
    }
    if (!keys->len) {
        g_string_append(keys, "none; the model offline and servers of your own need none");
    }
    say(report, SVG_HEALTH_GOOD, "keys", g_string_free(keys, FALSE), NULL);
}

/* A command is looked for, not run. */
static void check_command(const Report *report, const FairySettings *settings,
                          const FairyProvider *provider)
{
    g_autofree char *command = fairy_settings_of(settings, provider, "key-command");
    g_auto(GStrv) words = NULL;
    if (!command || !g_shell_parse_argv(command, NULL, &words, NULL)) {
        return;
    }
    g_autofree char *path = g_find_program_in_path(words[0]);
    if (!path) {
        say(report, SVG_HEALTH_WARNING, "keys",
            g_strdup_printf("the program that %s.key-command names isn't there", provider->name),
            "install it, or name another one");
    } else if (fairy_settings_key(settings, provider)) {
        say(report, SVG_HEALTH_WARNING, "keys",
            g_strdup_printf("%s.key-command isn't run, as %s.key is set", provider->name,
                            provider->name),
            "take one of them out");
    }
}

static void check_way(const Report *report, const FairySettings *settings,
                      const FairyProvider *provider)
{
    g_autofree char *base = fairy_settings_of(settings, provider, "base-url");
    g_autofree char *address = fairy_base_url(provider, base, NULL);
    if (!address || !fairy_settings_has_key(settings, provider)) {
        return;
    }
    FairyKeyWay way = fairy_key_way(provider, settings, address);
    char *told = fairy_key_way_told(provider, way, address);
    if (told) {
        say(report, SVG_HEALTH_WARNING, "keys", told,
            way == FAIRY_WAY_PLAIN ? "use an https address where there is one" : NULL);
    }
}

static void check_providers(const Report *report, const FairySettings *settings)
{
    const FairyProvider *provider;
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        check_command(report, settings, provider);
        check_way(report, settings, provider);
    }
}

/* Whether the model that is asked by default could answer, as far as that can be known here. */
static void check_model(const Report *report, const FairySettings *settings)
{
    g_autofree char *model = fairy_settings_get(settings, "model");
    g_auto(GStrv) parts = g_strsplit(model, "/", 2);
    const FairyProvider *provider = fairy_provider_find(parts[0]);
    gboolean needs = provider && !provider->keyless && !fairy_settings_has_key(settings, provider);
    g_autofree char *fix = needs ? g_strdup_printf("set %s, or run \"fairy config set %s.key\"",
                                                   provider->key_envs[0], provider->name)
                                 : NULL;
    say(report, needs ? SVG_HEALTH_WARNING : SVG_HEALTH_GOOD, "model",
        needs ? g_strdup_printf("%s, but there is no key to %s", model, provider->title)
              : g_strdup(model),
        fix);
}

static void check_settings(const Report *report)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairySettings) settings = fairy_settings_load(&error);
    if (!settings) {
        say(report, SVG_HEALTH_BAD, "settings", g_strdup(error->message),
            "put it right; until then only commands that need no settings work");
        return;
    }
    struct stat st;
    gboolean there = g_stat(fairy_settings_path(), &st) == 0;
    g_autofree char *path = g_filename_display_name(fairy_settings_path());
    say(report, SVG_HEALTH_GOOD, "settings",
        there ? g_strdup_printf("%s, mode %04o", path, (guint)st.st_mode & 07777)
              : g_strdup_printf("no file yet; it would be %s", path),
        NULL);
    g_autoptr(GPtrArray) list = fairy_settings_list(settings);
    for (guint i = 0; i < list->len; i++) {
        check_setting(report, list->pdata[i]);
    }
    check_keys(report, list);
    check_providers(report, settings);
    check_model(report, settings);
}

/* --- the journal ------------------------------------------------------------------------------ */

/* The nearest folder that is there tells whether one could be made. */
static gboolean could_be_made(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    while (g_access(folder, F_OK) != 0 && strlen(folder) > 1) {
        char *up = g_path_get_dirname(folder);
        g_free(folder);
        folder = up;
    }
    return g_access(folder, W_OK | X_OK) == 0;
}

static void check_journal(const Report *report)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(FairyDb) db = NULL;
    g_autofree char *path = g_filename_display_name(fairy_db_path());
    struct stat st = {0};
    gboolean there = g_stat(fairy_db_path(), &st) == 0;
    if (!there && !could_be_made(fairy_db_path())) {
        say(report, SVG_HEALTH_BAD, "journal", g_strdup_printf("%s can't be made", path),
            "make its folder writable, or set XDG_STATE_HOME");
    } else if (!fairy_db_open(FALSE, &db, &error)) {
        say(report, SVG_HEALTH_BAD, "journal", g_strdup(error->message),
            "nothing is undone or kept until this is put right");
    } else if (there && g_access(fairy_db_path(), W_OK) != 0) {
        say(report, SVG_HEALTH_BAD, "journal", g_strdup_printf("%s can't be written", path),
            "make it writable");
    } else {
        say(report, SVG_HEALTH_GOOD, "journal",
            there ? g_strdup_printf("%s, %.1f MB", path, (double)st.st_size / 1e6)
                  : g_strdup_printf("none yet; it would be %s", path),
            NULL);
    }
}

void fairy_health(SvgHealthFunc func, gpointer data)
{
    const Report report = {func, data};
    check_libraries(&report);
    check_settings(&report);
    check_journal(&report);
}
