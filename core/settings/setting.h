/* The table of settings. Private to core/settings. */
#pragma once

#include <fairy/settings.h>

/* A setting by its full name, taken apart. */
typedef struct {
    const FairySettingInfo *info;
    const FairyProvider *provider; /* NULL for a general one */
    const char *group;             /* of the file: "" or the provider's name */
    const char *name;              /* in that group; points into the full name */
    gboolean plain;                /* its group says allow-plain; nobody has looked: FALSE */
} FairySettingPlace;

/* FALSE when there is no such setting. */
gboolean fairy_setting_place(const char *full, FairySettingPlace *place);
/* The same for a name in a group of the file. */
gboolean fairy_setting_place_in(const char *group, const char *name, FairySettingPlace *place);
/* Whether it is what the setting takes. */
gboolean fairy_setting_takes(const FairySettingPlace *place, const char *value);
