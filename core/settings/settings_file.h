/* The file of settings: read, judged, replaced. Private to core/settings. */
#pragma once

#include "settings/ini.h"
#include "settings/setting.h"

/* The whole file, "" when there is none; the caller's, to be wiped. NULL with FAIRY_ERROR_SETTINGS
 * when it can't be read, holds a key and others could read it, or a command that they could write.
 */
char *fairy_settings_read(GError **error);
/* Takes `text`. NULL with FAIRY_ERROR_SETTINGS for a line that can't be read, or, with `values`,
 * for a value that a setting doesn't take. */
FairyIni *fairy_settings_parse(char *text, gboolean values, GError **error);
/* fairy_setting_place_in(), with what the group says of it. */
gboolean fairy_settings_place(const FairyIni *ini, const char *group, const char *name,
                              FairySettingPlace *place);
/* Sets FAIRY_ERROR_USAGE: there is no such setting. Always FALSE. */
gboolean fairy_settings_refuse_name(const char *name, GError **error);
