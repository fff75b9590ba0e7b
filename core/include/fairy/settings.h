/* What a person has set: a file, over it the environment; flags of a command line are the caller's
 * to put over both. Keys to providers are never printed, logged, or kept anywhere else.
 *
 * The file is fairies/config.ini under g_get_user_config_dir() (~/.config): lines of NAME = VALUE,
 * with those of a provider under [PROVIDER]. What isn't changed in it stays as it is. One that
 * holds a key must be its owner's alone (mode 0600); one with a command, and its folder, nobody
 * else may write. */
#pragma once

#include <fairy/error.h>
#include <fairy/provider.h>

/* --- what can be set -------------------------------------------------------------------------- */

typedef struct {
    const char *name;     /* "max-cost"; for each provider: "base-url", as "anthropic.base-url" */
    gboolean of_provider; /* one for each provider */
    gboolean secret;      /* a key: never shown */
    const char *variable; /* of the environment; NULL = none, or those of the provider's row */
    const char *fallback; /* the value when none is set; NULL = none */
    const char *takes;    /* what is a value: "a whole number, or none for no limit" */
    const char *help;     /* what it is for, a clause */
} FairySettingInfo;

/* By index from 0; NULL after the last. Static. */
const FairySettingInfo *fairy_setting_info(guint index);
/* For "max-cost", "anthropic.base-url", "openai.price.gpt-6-luna"; NULL if there is none. */
const FairySettingInfo *fairy_setting_find(const char *name);

/* Whether a value of it must not be seen: a key, or an address with a password in it. */
gboolean fairy_setting_hides(const FairySettingInfo *info, const char *value);

/* --- what is set ------------------------------------------------------------------------------ */

typedef struct _FairySettings FairySettings;

/* A missing file is an empty one. NULL with FAIRY_ERROR_SETTINGS (file and line, and no value)
 * when it can't be read, when a value in it or in one of our variables isn't what the setting
 * takes, when it holds a key and others could read it, or a command that others could write.
 * Settings that aren't known are no error. After this the process leaves no core file. */
FairySettings *fairy_settings_load(GError **error);
/* Takes NULL. */
void fairy_settings_free(FairySettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySettings, fairy_settings_free)

/* "model", or "anthropic.base-url": the value that counts, which is the default where none was set;
 * NULL when there is none; the caller's. Never a key. */
char *fairy_settings_get(const FairySettings *settings, const char *name);
/* "anthropic.NAME"; also NULL where `settings` is. The caller's. */
char *fairy_settings_of(const FairySettings *settings, const FairyProvider *provider,
                        const char *name);
/* The first as a number: FALSE when there is no value, or it is "none". */
gboolean fairy_settings_number(const FairySettings *settings, const char *name, double *number);
/* A key to `provider`, from its environment variables, else the file; NULL when there is none, or
 * it holds what no key does (a blank, a control character). For the one who sends it: nothing else
 * may see it. The settings'. */
const char *fairy_settings_key(const FairySettings *settings, const FairyProvider *provider);
/* Whether there is one, or a command that gets it: PROVIDER.key-command. */
gboolean fairy_settings_has_key(const FairySettings *settings, const FairyProvider *provider);
/* The key; where there is none, what the command prints, which runs once. Blocks for at most
 * FAIRY_KEY_COMMAND_MS, and until *interrupted (may be NULL): a person may have to type something.
 * NULL when there is none; with FAIRY_ERROR_MODEL when the command gives none, and
 * FAIRY_ERROR_CANCELLED. NULL also where `settings` is. The settings'. */
const char *fairy_settings_fetch_key(const FairySettings *settings, const FairyProvider *provider,
                                     volatile const int *interrupted, GError **error);

typedef enum {
    FAIRY_SETTING_UNSET, /* and there is no default */
    FAIRY_SETTING_DEFAULT,
    FAIRY_SETTING_FILE,
    FAIRY_SETTING_ENVIRONMENT,
} FairySettingOrigin;

typedef struct {
    char *name;
    char *value; /* as it may be shown; NULL for a key, and where nobody knows what it is */
    FairySettingOrigin origin;
    const char *variable;         /* of the environment, that it comes from; else NULL */
    guint line;                   /* of the file, that it comes from; else 0 */
    const FairySettingInfo *info; /* NULL: there is no such setting */
    gboolean wrong; /* the value can't be used: info->takes says what can. Only those of variables
                       that others made up, and keys */
} FairySetting;

/* Every general setting; of providers each key, and what else is set; then what the file holds that
 * isn't known (FairySetting). The caller's. */
GPtrArray *fairy_settings_list(const FairySettings *settings);
/* One of them; NULL with FAIRY_ERROR_USAGE when there is no such setting. */
FairySetting *fairy_settings_look(const FairySettings *settings, const char *name, GError **error);
void fairy_setting_free(FairySetting *setting);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySetting, fairy_setting_free)

/* --- the file --------------------------------------------------------------------------------- */

/* Where it is, or would be. Static. */
const char *fairy_settings_path(void);
/* Sets `name` in the file, or takes it out (`value` NULL). One at a time: waits for others. FALSE
 * with FAIRY_ERROR_USAGE (no such setting, or not what it takes) or FAIRY_ERROR_SETTINGS. */
gboolean fairy_settings_change(const char *name, const char *value, GError **error);

/* Gets the whole file, "" when there is none, and gives another one back (the callee's to make, the
 * caller's to wipe and free), or NULL with an error. */
typedef char *(*FairySettingsEditFunc)(const char *text, gpointer data, GError **error);
/* Replaces the file by what `func` makes of it, if that passes fairy_settings_check(). FALSE with
 * its error, or FAIRY_ERROR_SETTINGS; then the file is as it was. */
gboolean fairy_settings_edit(FairySettingsEditFunc func, gpointer data, GError **error);
/* Whether `text` could be the file: FALSE with FAIRY_ERROR_SETTINGS, which names line and setting,
 * and no value. */
gboolean fairy_settings_check(const char *text, GError **error);
/* Overwrites a text that may hold a key, and frees it. Takes NULL. */
void fairy_wipe(char *text);
