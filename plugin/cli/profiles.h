/* The folders in which every Inkscape of the person's keeps what is theirs: extensions, shortcuts.
 * Inkscape calls such a folder a profile. */
#pragma once

#include <glib.h>

typedef struct {
    const char *of; /* "package", "flatpak", "snap", "INKSCAPE_PROFILE_DIR" */
    char *folder;   /* absolute; it needn't be there yet */
} CliProfile;

/* Of CliProfile *, each folder once: that of the Inkscape in PATH, which knows of
 * $INKSCAPE_PROFILE_DIR, and those of Flatpak and Snap where these have one. The caller's. */
GPtrArray *cli_profiles(void);
/* The last line that PROGRAM OPTION prints within ten seconds, without any of our keys in its
 * environment. The caller's; NULL when it fails. */
char *cli_ask_program(const char *program, const char *option);
