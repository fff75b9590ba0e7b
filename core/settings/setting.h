/* The table of settings. Private to core/settings. */
#pragma once

#include <fairy/settings.h>

/* The full name of a setting, taken apart. All is borrowed. */
typedef struct {
    const FairySettingInfo *info;
    const FairyProvider *provider; /* NULL for a general one */
    const char *group;             /* of the file: "" or the provider's name */
    const char *name;              /* in that group; points into the full name */
    gboolean plain; /* its group in the file permits plain http; FALSE if that wasn't looked up */
} FairySettingPlace;

/* Takes a full name apart. Returns FALSE if there is no such setting. */
gboolean fairy_setting_place(const char *full, FairySettingPlace *place);
/* Does the same for a name in a group of the file. */
gboolean fairy_setting_place_in(const char *group, const char *name, FairySettingPlace *place);
/* Returns whether the value is valid for the setting. */
gboolean fairy_setting_takes(const FairySettingPlace *place, const char *value);
