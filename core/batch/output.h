/* Results are put into their folder. Private to core/batch. */
#pragma once

#include <fairy/error.h>

/* Writes the bytes to `path` in one step, with the folders that it needs: another process finds
 * there what was there before, or all of it. Where it is to be `lasting` it is on the disk then,
 * which takes some milliseconds. Returns FALSE with an error; nothing is left then. */
gboolean fairy_batch_put(const char *path, GBytes *bytes, gboolean lasting, GError **error);
/* Does the same with the bytes of the file `from`. */
gboolean fairy_batch_copy(const char *from, const char *path, gboolean lasting, GError **error);
/* Waits until all that was written to the file system of the folder is on the disk. */
gboolean fairy_batch_sync(const char *folder, GError **error);
