/* Who a fairy is: a name and three signs of the zodiac, drawn from a number. The same number gives
 * the same fairy, so that a conversation goes on with the one it began with, and a recorded run has
 * the one that was recorded. */
#pragma once

#include <glib.h>

/* Signs of the zodiac, which say what character a fairy has: what it is, what it feels, how it
 * appears. */
typedef struct {
    const char *sun, *moon, *rising;
} FairySign;

typedef struct {
    const char *name; /* "Hazel" */
    FairySign sign;
} FairyCharacter;

/* That of the fairy `id` where the number is `seed`; all texts are static. It has none of the names
 * `taken` (ended by NULL; may be NULL) as long as there is another. */
FairyCharacter fairy_character(guint64 seed, const char *id, const char *const *taken);
/* The number that a conversation about a drawing begins with: `path` is canonical, or NULL for what
 * is no file; `session` is the conversation's name. */
guint64 fairy_character_seed(const char *path, const char *session);
