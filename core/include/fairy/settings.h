/* Settings of the person: a file, overridden by environment variables. (Options of a command line
 * override both, which is the caller's business.) Keys of providers are never printed, logged, or
 * stored anywhere else.
 *
 * The file is fairies/config.ini under g_get_user_config_dir() (~/.config). It has lines
 * NAME = VALUE, those of a provider under [PROVIDER]; a change leaves all other bytes as they are.
 * A file that holds a key must be readable for its owner alone (mode 0600); one that holds a
 * command, and its folder, must be writable for nobody else. */
#pragma once

#include <fairy/error.h>
#include <fairy/provider.h>

/* --- what can be set -------------------------------------------------------------------------- */

typedef struct {
    const char *name;     /* "max-cost"; for each provider: "base-url", as "anthropic.base-url" */
    gboolean of_provider; /* each provider has one */
    gboolean secret;      /* it is a key, and never shown */
    const char *variable; /* environment variable; NULL = none, or those of the provider's row */
    const char *fallback; /* default value; NULL = none */
    const char *takes;    /* what a value is: "a whole number, or none for no limit" */
    const char *help;     /* what it is for, a clause */
} FairySettingInfo;

/* Returns the setting at this index, from 0; static. NULL after the last. */
const FairySettingInfo *fairy_setting_info(guint index);
/* Returns the setting of that full name ("max-cost", "anthropic.base-url",
 * "openai.price.gpt-6-luna"); static. NULL if there is none. */
const FairySettingInfo *fairy_setting_find(const char *name);

/* Returns whether this value must not be shown: it is a key, or a URL with a password in it. */
gboolean fairy_setting_hides(const FairySettingInfo *info, const char *value);

/* --- what is set ------------------------------------------------------------------------------ */

typedef struct _FairySettings FairySettings;

/* Loads the settings; a missing file counts as an empty one. Disables core dumps of the process,
 * which may hold a key from now on. Free with fairy_settings_free(). Returns NULL with
 * FAIRY_ERROR_SETTINGS, whose message names file and line but no value, if the file can't be read,
 * if a value in it or in one of our own environment variables is invalid, if the file holds a key
 * and others can read it, or if it holds a command and others can write it. An unknown setting is
 * no error. */
FairySettings *fairy_settings_load(GError **error);
/* Wipes and frees the settings. Accepts NULL. */
void fairy_settings_free(FairySettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySettings, fairy_settings_free)

/* Returns the effective value of a setting, e.g. "model" or "anthropic.base-url", which is the
 * default if none is set. Free with g_free(). Returns NULL if there is no value, if there is no
 * such setting, and for a key. */
char *fairy_settings_get(const FairySettings *settings, const char *name);
/* Does the same for "PROVIDER.NAME". Returns NULL if `settings` is NULL, too. Free with g_free().
 */
char *fairy_settings_of(const FairySettings *settings, const FairyProvider *provider,
                        const char *name);
/* Stores the effective value as a number in *number. Returns FALSE if there is none, or if it is
 * "none". */
gboolean fairy_settings_number(const FairySettings *settings, const char *name, double *number);
/* Returns the provider's key from its environment variables, else from the file, without running a
 * command. Borrowed from the settings; only the code that sends it may see it. Returns NULL if
 * there is none, or if the value can't be a key (it has a blank or a control character). */
const char *fairy_settings_key(const FairySettings *settings, const FairyProvider *provider);
/* Returns whether there is such a key, or a command that gets one (PROVIDER.key-command). */
gboolean fairy_settings_has_key(const FairySettings *settings, const FairyProvider *provider);
/* Returns the provider's key; if none is set, that which its command prints, which is run once and
 * remembered. The person may have to type something, so the call blocks for up to
 * FAIRY_KEY_COMMAND_MS, or until *interrupted (may be NULL) becomes non-zero. Borrowed from the
 * settings. Returns NULL without an error if there is neither a key nor a command, or if `settings`
 * is NULL; NULL with FAIRY_ERROR_MODEL if the command fails, or with FAIRY_ERROR_CANCELLED. */
const char *fairy_settings_fetch_key(const FairySettings *settings, const FairyProvider *provider,
                                     volatile const int *interrupted, GError **error);

typedef enum {
    FAIRY_SETTING_UNSET, /* there is no value, not even a default */
    FAIRY_SETTING_DEFAULT,
    FAIRY_SETTING_FILE,
    FAIRY_SETTING_ENVIRONMENT,
} FairySettingOrigin;

typedef struct {
    char *name;
    char *value; /* as it may be shown; NULL for a key, and for an invalid or unknown one */
    FairySettingOrigin origin;
    const char *variable;         /* the environment variable that it comes from; else NULL */
    guint line;                   /* the line of the file that it comes from; else 0 */
    const FairySettingInfo *info; /* NULL = there is no such setting */
    gboolean wrong; /* the value is invalid, see info->takes; only possible for keys and for
                       environment variables that other programs share */
} FairySetting;

/* Returns every general setting, each provider's key and what else is set for it, and then what is
 * unknown in the file (FairySetting). Free with g_ptr_array_unref(). */
GPtrArray *fairy_settings_list(const FairySettings *settings);
/* Returns one setting by its full name. Free with fairy_setting_free(). Returns NULL with
 * FAIRY_ERROR_USAGE if there is none. */
FairySetting *fairy_settings_look(const FairySettings *settings, const char *name, GError **error);
/* Wipes and frees. Accepts NULL. */
void fairy_setting_free(FairySetting *setting);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySetting, fairy_setting_free)

/* --- the file --------------------------------------------------------------------------------- */

/* Returns the path of the file, whether it exists or not; static. */
const char *fairy_settings_path(void);
/* Sets `name` in the file, or with a NULL `value` removes it. Other processes that change the file
 * are waited for. Returns FALSE with FAIRY_ERROR_USAGE (no such setting, or an invalid value),
 * FAIRY_ERROR_SETTINGS, or FAIRY_ERROR_BUSY. */
gboolean fairy_settings_change(const char *name, const char *value, GError **error);

/* Gets the whole text of the file ("" if there is none), and returns its new text, allocated with
 * g_malloc(), which the caller wipes and frees; or NULL with an error. */
typedef char *(*FairySettingsEditFunc)(const char *text, gpointer data, GError **error);
/* Replaces the file's text with what `func` makes of it, in one step, if it passes
 * fairy_settings_check(). Returns FALSE, leaving the file as it was, with the error of `func`,
 * FAIRY_ERROR_SETTINGS or FAIRY_ERROR_BUSY. */
gboolean fairy_settings_edit(FairySettingsEditFunc func, gpointer data, GError **error);
/* Returns whether `text` is valid as the whole file; if not, FALSE with FAIRY_ERROR_SETTINGS, whose
 * message names the line and the setting but no value. */
gboolean fairy_settings_check(const char *text, GError **error);
/* Overwrites a text that may hold a key, and frees it with g_free(). Accepts NULL. */
void fairy_wipe(char *text);
