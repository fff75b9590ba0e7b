/* The settings file: reading, checking and replacing it. Private to core/settings. */
#pragma once

#include "settings/ini.h"
#include "settings/setting.h"

/* Returns the text of the file, "" if there is none; the caller wipes and frees it (fairy_wipe()).
 * Disables core dumps. Returns NULL with FAIRY_ERROR_SETTINGS if it can't be read, holds a key that
 * others could read, or a command that others could change. */
char *fairy_settings_read(GError **error);
/* Parses `text` and takes ownership of it. Free with fairy_ini_free(). Returns NULL with
 * FAIRY_ERROR_SETTINGS for a line that can't be read or, with `values`, for an invalid value. */
FairyIni *fairy_settings_parse(char *text, gboolean values, GError **error);
/* Does what fairy_setting_place_in() does, and looks up allow-plain of the group. */
gboolean fairy_settings_place(const FairyIni *ini, const char *group, const char *name,
                              FairySettingPlace *place);
/* Sets FAIRY_ERROR_USAGE, as there is no such setting. Always returns FALSE. */
gboolean fairy_settings_refuse_name(const char *name, GError **error);
