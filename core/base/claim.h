/* Claims with another time limit, and canonical paths. Private to core/. */
#pragma once

#include <fairy/claim.h>

/* Claims a file as fairy_claim_new() does, but waits up to `wait_ms`. */
FairyClaim *fairy_claim_within(const char *path, guint wait_ms, GError **error);
/* Returns the path that a drawing is known by, without links in it; the file needn't exist, but its
 * folder must. Free with g_free(). Returns NULL if something else than a regular file is there. */
char *fairy_canonical_path(const char *path);
