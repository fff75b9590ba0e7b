/* Results are put into their folder. Private to core/batch. */
#pragma once

#include <fairy/error.h>

/* Writes the bytes to `path` in one step, with the folders that it needs: another process finds
 * there what was there before, or all of it. It isn't waited for the disk: whoever resumes a run
 * after a crash of the machine does empty results again. Returns FALSE with an error; nothing is
 * left then. */
gboolean fairy_batch_put(const char *path, GBytes *bytes, GError **error);
/* Does the same with the bytes of the file `from`. */
gboolean fairy_batch_copy(const char *from, const char *path, GError **error);
