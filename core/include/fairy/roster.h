/* The roster: fairies that the person knows by name. Those that are awake come to a run, in their
 * order; further ones come with drawn names, which are none of the roster's. A fairy can have
 * standing words: what the person always wants of it, which go into its prompts.
 *
 * It is the file fairies/fairies.json under g_get_user_config_dir() (~/.config), the person's own:
 * {"fairies":[{"name":"Hazel","awake":true,"words":"prefers rounded corners"}]}, "awake" and
 * "words" may be left out; members that aren't known stay. It is replaced in one step, with mode
 * 0600. */
#pragma once

#include <fairy/character.h>
#include <fairy/error.h>

typedef struct _FairyRoster FairyRoster;

typedef struct {
    const char *name;
    gboolean awake;
    const char *words; /* NULL = none */
} FairyRosterEntry;

/* Reads the roster; a missing file is an empty one. Free with fairy_roster_free(). Returns NULL
 * with FAIRY_ERROR_SETTINGS, whose message names the file, and the line or the entry, if it is no
 * such file. */
FairyRoster *fairy_roster_load(GError **error);
/* Accepts NULL. */
void fairy_roster_free(FairyRoster *roster);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyRoster, fairy_roster_free)

/* Stores entry `index`, from 0, which is borrowed from the roster. Returns FALSE behind the last,
 * and if `roster` is NULL. */
gboolean fairy_roster_entry(const FairyRoster *roster, guint index, FairyRosterEntry *entry);

/* Returns the character of the fairy `id` of a run ("fairy" is the first, "fairy-2" the second):
 * the name of the roster's entry that is awake in this place, else one that is drawn as
 * fairy_character() does, with `seed` and `taken`. Borrowed from the roster, which may be NULL. */
FairyCharacter fairy_roster_character(const FairyRoster *roster, guint64 seed, const char *id,
                                      const char *const *taken);
/* Returns the standing words of that fairy, borrowed likewise; NULL = none. */
const char *fairy_roster_words(const FairyRoster *roster, const char *id);

/* Changes of the file, waiting for others that change it. What it holds besides stays. Each returns
 * FALSE with FAIRY_ERROR_USAGE if the name can't be one, is another's, or isn't known, or with
 * FAIRY_ERROR_SETTINGS or the errors of a claim. A name is compared without regard to case; one
 * that isn't there is added, unless it has to be known: to be renamed, or put to sleep and given
 * words if it isn't a name that is drawn. */
gboolean fairy_roster_rename(const char *name, const char *other, GError **error);
gboolean fairy_roster_set_awake(const char *name, gboolean awake, GError **error);
/* `words` "" = none. */
gboolean fairy_roster_set_words(const char *name, const char *words, GError **error);
