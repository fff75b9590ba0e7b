/* Files as they are found. */
#pragma once

#include <glib.h>

/* By which it shows whether something else has been at a file: whoever writes to it changes the
 * time, whoever replaces it, the inode. */
typedef struct {
    gboolean exists, regular;
    guint64 device, inode;
    gint64 size;
    gint64 mtime; /* ns since 1970, UTC */
} SvgFileState;

/* What is at `path` now, following links; all zero when there is nothing. */
SvgFileState svg_file_state(const char *path);
/* Whether both are of the same file, unchanged. */
gboolean svg_file_state_equal(const SvgFileState *a, const SvgFileState *b);
/* FALSE with SVG_ERROR_CHANGED when what is at `path` now isn't what `was` there. What is no
 * regular file is as it was as long as it is there. */
gboolean svg_file_check(const char *path, const SvgFileState *was, GError **error);
