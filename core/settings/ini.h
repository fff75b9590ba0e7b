/* Settings files: lines NAME = VALUE under [GROUP]. A change leaves all other bytes as they are. A
 * line that can't be read is reported by its number, never by its words, which may be a key.
 * Private to core/settings. */
#pragma once

#include <fairy/settings.h>

typedef struct _FairyIni FairyIni;

typedef struct {
    const char *group; /* "" before the first one */
    const char *name;
    const char *value; /* without blanks or a pair of quotes around it */
    guint line;        /* from 1 */
} FairyIniEntry;

/* Parses `text` and takes ownership of it (NUL-terminated, from g_malloc()); it is wiped when the
 * ini is freed. Free with fairy_ini_free(). Returns NULL if line *bad_line is no setting, group or
 * comment, or holds a control character. */
FairyIni *fairy_ini_parse(char *text, guint *bad_line);
/* Wipes and frees. Accepts NULL. */
void fairy_ini_free(FairyIni *ini);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyIni, fairy_ini_free)

/* Iterates over the settings; *at is 0 before the first. Returns FALSE after the last. What `entry`
 * points to is borrowed from the ini. */
gboolean fairy_ini_next(const FairyIni *ini, guint *at, FairyIniEntry *entry);
/* Finds a setting; if it stands there more than once, the last one. Returns FALSE if there is none.
 * Borrowed likewise. */
gboolean fairy_ini_find(const FairyIni *ini, const char *group, const char *name,
                        FairyIniEntry *entry);
/* Returns whether the setting has this value. */
gboolean fairy_ini_says(const FairyIni *ini, const char *group, const char *name,
                        const char *value);
/* Returns the whole text with another value of the setting, in its place or at the end of its
 * group; with a NULL value, without it. The caller wipes and frees it (fairy_wipe()). */
char *fairy_ini_edit(const FairyIni *ini, const char *group, const char *name, const char *value);
