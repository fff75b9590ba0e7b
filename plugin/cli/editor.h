/* The person's own editor. */
#pragma once

#include <glib.h>

/* Lets the person edit `text` in $VISUAL or $EDITOR, as a file `name` in a new folder, theirs
 * alone, made in `folder` and removed afterwards with all that is in it. The new text, the caller's
 * to wipe; NULL with FAIRY_ERROR_USAGE when there is no editor or it fails, or G_FILE_ERROR. */
char *cli_editor_run(const char *text, const char *folder, const char *name, GError **error);
