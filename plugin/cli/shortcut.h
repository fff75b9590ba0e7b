/* The key that asks a fairy in Inkscape, in a profile's own list of shortcuts, keys/default.xml:
 * what is there stays as it is. The key's element is <bind gaction="app.ID" keys="…"/>. */
#pragma once

#include <glib.h>

/* How the key is called for a person. */
#define CLI_SHORTCUT "Ctrl+Alt+F"

typedef enum {
    CLI_SHORTCUT_SET,   /* by us, now or before */
    CLI_SHORTCUT_OWN,   /* the person has another key for it */
    CLI_SHORTCUT_TAKEN, /* the key is for something else */
} CliShortcut;

/* Sets it where it is free. FALSE with an error, the file as it was: it can't be read or written,
 * or is no list of shortcuts. */
gboolean cli_shortcut_set(const char *profile, CliShortcut *found, GError **error);
/* Takes all keys for our actions out; a file that has nothing else goes, too. */
gboolean cli_shortcut_unset(const char *profile, GError **error);
