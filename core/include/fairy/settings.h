/* What a person has set: a file, over it the environment; flags of a command line are the caller's
 * to put over both. Keys to providers are never printed, logged, or kept anywhere else. */
#pragma once

#include <fairy/error.h>
#include <fairy/provider.h>

typedef struct _FairySettings FairySettings;

/* $XDG_CONFIG_HOME/fairies/config.ini (default ~/.config); a missing file is an empty one. NULL
 * with FAIRY_ERROR_SETTINGS (file and line) when it can't be read, or when it holds a key and
 * others could read it (mode 0600 is asked for). */
FairySettings *fairy_settings_load(GError **error);
void fairy_settings_free(FairySettings *settings);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySettings, fairy_settings_free)

/* "model", or "anthropic.base-url": the value that counts, NULL when none was set; the caller's.
 * Never a key. */
char *fairy_settings_get(const FairySettings *settings, const char *name);
/* A key to `provider`, from its environment variables, else the file; NULL when there is none. For
 * the one who sends it: nothing else may see it. The settings'. */
const char *fairy_settings_key(const FairySettings *settings, const FairyProvider *provider);
