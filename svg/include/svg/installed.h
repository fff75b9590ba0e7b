/* Where the files are that belong to the program: helper programs, modules, the extension for
 * Inkscape. */
#pragma once

#include <glib.h>

/* The folders they may be in: relative to the program's own (beside it, in a build tree, in an
 * install prefix), then where they were meant to be installed. Of char *, which it owns; the
 * caller's. */
GPtrArray *svg_installed_folders(void);
/* The first of them that has a regular file `name`. The caller's; NULL if none. */
char *svg_installed_file(const char *name);
