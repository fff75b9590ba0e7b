/* Which drawings git says have changed. Private to core/batch. */
#pragma once

#include <fairy/error.h>

/* Takes out of `found` (FairyWalked) what has the same bytes as in the revision `rev` of the
 * repository that it is in; what is new there, tracked or not, stays, but for what is ignored. What
 * isn't a file stays. Blocks. Returns FALSE with FAIRY_ERROR_USAGE if a file is in no repository,
 * that has no such revision, or git isn't there or fails. */
gboolean fairy_batch_keep_changed(GPtrArray *found, const char *rev, GError **error);
