/* Files of settings: lines of NAME = VALUE under [GROUP], as they stand. What isn't changed keeps
 * its bytes, and a line that can't be read is known by its number, never by its words: they may be
 * a key. Private to core/settings. */
#pragma once

#include <fairy/settings.h>

typedef struct _FairyIni FairyIni;

typedef struct {
    const char *group; /* "" before the first one */
    const char *name;
    const char *value; /* without blanks or a pair of quotes around it */
    guint line;        /* from 1 */
} FairyIniEntry;

/* Takes `text` (NUL-terminated, from g_malloc()) and wipes it when freed. NULL when line *bad_line
 * is no setting, no group and no comment, or holds a control character. */
FairyIni *fairy_ini_parse(char *text, guint *bad_line);
/* Takes NULL. */
void fairy_ini_free(FairyIni *ini);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyIni, fairy_ini_free)

/* The settings one after the other: *at is 0 before the first. FALSE after the last. What `entry`
 * points to is the ini's. */
gboolean fairy_ini_next(const FairyIni *ini, guint *at, FairyIniEntry *entry);
/* Where a name stands more than once, the last one. FALSE when there is none. */
gboolean fairy_ini_find(const FairyIni *ini, const char *group, const char *name,
                        FairyIniEntry *entry);
/* Whether that is its value. */
gboolean fairy_ini_says(const FairyIni *ini, const char *group, const char *name,
                        const char *value);
/* The whole text with another value for a setting, where it stands or at the end of its group; or,
 * for a NULL value, without it. The caller's, to be wiped. */
char *fairy_ini_edit(const FairyIni *ini, const char *group, const char *name, const char *value);
