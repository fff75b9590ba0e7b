/* The character of a fairy: a name and three signs of the zodiac, derived from a number. The same
 * number always gives the same character, so that a later run in a session meets the same fairy,
 * and a replay the recorded one. */
#pragma once

#include <glib.h>

/* The names of three signs, from which the model takes the fairy's character: the sun sign is what
 * the fairy is, the moon sign how it feels, the rising sign how it appears. */
typedef struct {
    const char *sun, *moon, *rising;
} FairySign;

typedef struct {
    const char *name; /* "Hazel" */
    FairySign sign;
    const char *color; /* "#rrggbb", readable on white; see fairy_character_color() */
} FairyCharacter;

/* Returns the character of the fairy `id` for this seed; all strings in it are static. The name is
 * none of `taken` (NULL-terminated; may be NULL) unless all names are taken. */
FairyCharacter fairy_character(guint64 seed, const char *id, const char *const *taken);
/* Returns the colour of the fairy `id`, static. It hangs on the id alone ("fairy", "fairy-2", …),
 * so that it is the same in every run; no two of the first twelve have the same. */
const char *fairy_character_color(const char *id);
/* Returns the number of a fairy in its run, by its id: 1 for "fairy", 2 for "fairy-2"; 1 for any
 * other. */
guint fairy_character_number(const char *id);
/* Returns whether this is a name that fairy_character() can draw. */
gboolean fairy_character_is_name(const char *name);
/* Returns the seed with which a session begins. `path` is the canonical path of the drawing, or
 * NULL if it isn't a file; `session` is the session's name. */
guint64 fairy_character_seed(const char *path, const char *session);
