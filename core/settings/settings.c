/* What is set, and where: the file, over it the environment. No message has a value in it, as it
 * may be a key in the wrong place. */
#include "provider/server_address.h"
#include "settings/ini.h"
#include "settings/key_command.h"
#include "settings/setting.h"
#include "settings/settings_file.h"

#include <fairy/limits.h>

#include <string.h>

struct _FairySettings {
    FairyIni *ini;
    GHashTable *fetched; /* name of a provider → the key that its command printed */
};

typedef struct {
    char *value; /* NULL = none; to be wiped */
    FairySettingOrigin origin;
    const char *variable;
    guint line;
} Found;

/* --- one of them ------------------------------------------------------------------------------ */

static gboolean is_base(const FairySettingPlace *place)
{
    return place->provider && g_str_equal(place->name, "base-url");
}

/* The first of its variables that is set; NULL when none is. */
static const char *set_variable(const FairySettingPlace *place)
{
    const FairyProvider *provider = place->provider;
    const char *const one[G_N_ELEMENTS(provider->key_envs)] = {
        provider && is_base(place) ? provider->base_env : place->info->variable};
    const char *const *names = provider && place->info->secret ? provider->key_envs : one;
    for (gsize i = 0; i < G_N_ELEMENTS(one) && names[i]; i++) {
        const char *value = g_getenv(names[i]);
        if (value && *value) {
            return names[i];
        }
    }
    return NULL;
}

static Found find(const FairySettings *settings, const FairySettingPlace *place)
{
    Found found = {.variable = set_variable(place)};
    FairyIniEntry entry;
    const char *value = place->info->fallback;
    if (found.variable) {
        found.origin = FAIRY_SETTING_ENVIRONMENT;
        value = g_getenv(found.variable);
    } else if (fairy_ini_find(settings->ini, place->group, place->name, &entry) && *entry.value) {
        found.origin = FAIRY_SETTING_FILE;
        found.line = entry.line;
        value = entry.value;
    } else {
        value = is_base(place) ? place->provider->base : value;
        found.origin = value ? FAIRY_SETTING_DEFAULT : FAIRY_SETTING_UNSET;
    }
    gboolean whole = value && is_base(place) && place->provider->local;
    found.value = whole ? fairy_server_url(value, place->provider->base) : g_strdup(value);
    return found;
}

char *fairy_settings_get(const FairySettings *settings, const char *name)
{
    FairySettingPlace place;
    gboolean known = fairy_setting_place(name, &place) && !place.info->secret;
    return known ? find(settings, &place).value : NULL;
}

char *fairy_settings_of(const FairySettings *settings, const FairyProvider *provider,
                        const char *name)
{
    g_autofree char *full = g_strconcat(provider->name, ".", name, NULL);
    return settings ? fairy_settings_get(settings, full) : NULL;
}

gboolean fairy_settings_number(const FairySettings *settings, const char *name, double *number)
{
    g_autofree char *value = fairy_settings_get(settings, name);
    char *end = value;
    double read = value ? g_ascii_strtod(value, &end) : 0;
    if (end == value || *end) {
        return FALSE;
    }
    *number = read;
    return TRUE;
}

/* What is set as one, though it may be none; NULL when nothing is. */
static const char *key_set(const FairySettings *settings, const FairySettingPlace *place)
{
    FairyIniEntry entry;
    const char *variable = set_variable(place);
    if (variable) {
        return g_getenv(variable);
    }
    gboolean there = fairy_ini_find(settings->ini, place->group, place->name, &entry);
    return there && *entry.value ? entry.value : NULL;
}

const char *fairy_settings_key(const FairySettings *settings, const FairyProvider *provider)
{
    FairySettingPlace place;
    fairy_setting_place_in(provider->name, "key", &place);
    const char *key = key_set(settings, &place);
    return key && fairy_setting_takes(&place, key) ? key : NULL;
}

/* The command that gets the key; NULL where there is none. The caller's. */
static char *command_of(const FairySettings *settings, const FairyProvider *provider)
{
    return fairy_settings_of(settings, provider, "key-command");
}

gboolean fairy_settings_has_key(const FairySettings *settings, const FairyProvider *provider)
{
    g_autofree char *command = command_of(settings, provider);
    return command || fairy_settings_key(settings, provider);
}

/* Into settings->fetched; not where something is set, which can't be used then. */
static void run_command(const FairySettings *settings, const FairyProvider *provider,
                        volatile const int *interrupted, GError **error)
{
    FairySettingPlace place;
    g_autofree char *command = command_of(settings, provider);
    g_autoptr(GError) local = NULL;
    fairy_setting_place_in(provider->name, "key", &place);
    if (!command || key_set(settings, &place)) {
        return;
    }
    char *key = fairy_key_command(command, FAIRY_KEY_COMMAND_MS, interrupted, &local);
    if (key && fairy_setting_takes(&place, key)) {
        g_hash_table_insert(settings->fetched, (gpointer)provider->name, key);
        return;
    }
    if (key) {
        g_set_error(&local, FAIRY_ERROR, FAIRY_ERROR_MODEL,
                    "the first line that the command prints is no key; a key is %s",
                    place.info->takes);
        fairy_wipe(key);
    }
    g_prefix_error(&local, "%s.key-command: ", provider->name);
    g_propagate_error(error, g_steal_pointer(&local));
}

const char *fairy_settings_fetch_key(const FairySettings *settings, const FairyProvider *provider,
                                     volatile const int *interrupted, GError **error)
{
    const char *key = settings ? fairy_settings_key(settings, provider) : NULL;
    if (key || !settings) {
        return key;
    }
    if (!g_hash_table_contains(settings->fetched, provider->name)) {
        run_command(settings, provider, interrupted, error);
    }
    return g_hash_table_lookup(settings->fetched, provider->name);
}

/* --- all of them ------------------------------------------------------------------------------ */

void fairy_setting_free(FairySetting *setting)
{
    if (setting) {
        g_free(setting->name);
        fairy_wipe(setting->value);
        g_free(setting);
    }
}

static FairySetting *setting_at(const FairySettings *settings, const FairySettingPlace *at)
{
    FairySettingPlace place_in_file = *at, *place = &place_in_file;
    place->plain = fairy_ini_says(settings->ini, at->group, "allow-plain", "yes");
    Found found = find(settings, place);
    FairySetting *setting = g_new0(FairySetting, 1);
    setting->name = g_strconcat(place->group, *place->group ? "." : "", place->name, NULL);
    setting->origin = found.origin;
    setting->variable = found.variable;
    setting->line = found.line;
    setting->info = place->info;
    setting->wrong = found.value && !fairy_setting_takes(place, found.value);
    if (found.value && (setting->wrong || fairy_setting_hides(place->info, found.value))) {
        fairy_wipe(found.value);
    } else {
        setting->value = found.value;
    }
    return setting;
}

static void add_general(const FairySettings *settings, GPtrArray *out)
{
    const FairySettingInfo *info;
    for (guint i = 0; (info = fairy_setting_info(i)); i++) {
        FairySettingPlace place = {.info = info, .group = "", .name = info->name};
        if (!info->of_provider) {
            g_ptr_array_add(out, setting_at(settings, &place));
        }
    }
}

static void add_provider(const FairySettings *settings, const FairyProvider *provider,
                         GPtrArray *out)
{
    const FairySettingInfo *info;
    for (guint i = 0; (info = fairy_setting_info(i)); i++) {
        FairySettingPlace place = {info, provider, provider->name, info->name, FALSE};
        FairySetting *setting = info->of_provider ? setting_at(settings, &place) : NULL;
        if (setting && (info->secret || setting->origin > FAIRY_SETTING_DEFAULT)) {
            g_ptr_array_add(out, setting);
        } else {
            fairy_setting_free(setting);
        }
    }
}

static FairySetting *unknown(const FairyIniEntry *entry)
{
    FairySetting *setting = g_new0(FairySetting, 1);
    setting->name = g_strconcat(entry->group, *entry->group ? "." : "", entry->name, NULL);
    setting->origin = FAIRY_SETTING_FILE;
    setting->line = entry->line;
    return setting;
}

/* What only the file can tell of: a price for each model, and what nobody knows. */
static void add_rest(const FairySettings *settings, GPtrArray *out)
{
    FairyIniEntry entry;
    g_autoptr(GPtrArray) strange = g_ptr_array_new();
    for (guint at = 0; fairy_ini_next(settings->ini, &at, &entry);) {
        FairySettingPlace place;
        if (!fairy_setting_place_in(entry.group, entry.name, &place)) {
            g_ptr_array_add(strange, unknown(&entry));
        } else if (!g_str_equal(place.info->name, entry.name)) {
            g_ptr_array_add(out, setting_at(settings, &place));
        }
    }
    g_ptr_array_extend(out, strange, NULL, NULL);
}

GPtrArray *fairy_settings_list(const FairySettings *settings)
{
    GPtrArray *out = g_ptr_array_new_with_free_func((GDestroyNotify)fairy_setting_free);
    const FairyProvider *provider;
    add_general(settings, out);
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        add_provider(settings, provider, out);
    }
    add_rest(settings, out);
    return out;
}

FairySetting *fairy_settings_look(const FairySettings *settings, const char *name, GError **error)
{
    FairySettingPlace place;
    if (!fairy_setting_place(name, &place)) {
        fairy_settings_refuse_name(name, error);
        return NULL;
    }
    return setting_at(settings, &place);
}

/* --- loading ---------------------------------------------------------------------------------- */

/* Variables of ours are like the file. Those that others made up are looked at when they are used.
 */
static gboolean check_environment(GError **error)
{
    const FairySettingInfo *info;
    for (guint i = 0; (info = fairy_setting_info(i)); i++) {
        FairySettingPlace place = {.info = info, .group = "", .name = info->name};
        const char *value = info->variable ? g_getenv(info->variable) : NULL;
        if (value && *value && !fairy_setting_takes(&place, value)) {
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_SETTINGS,
                        "the environment variable %s, for %s, takes %s", info->variable, info->name,
                        info->takes);
            return FALSE;
        }
    }
    return TRUE;
}

static void wipe_key(gpointer key)
{
    fairy_wipe(key);
}

FairySettings *fairy_settings_load(GError **error)
{
    char *text = check_environment(error) ? fairy_settings_read(error) : NULL;
    FairyIni *ini = text ? fairy_settings_parse(text, TRUE, error) : NULL;
    if (!ini) {
        return NULL;
    }
    FairySettings *settings = g_new0(FairySettings, 1);
    settings->ini = ini;
    settings->fetched = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, wipe_key);
    return settings;
}

void fairy_settings_free(FairySettings *settings)
{
    if (settings) {
        fairy_ini_free(settings->ini);
        g_hash_table_unref(settings->fetched);
        g_free(settings);
    }
}
