/* Claims with a limit of their own. Private to core/. */
#pragma once

#include <fairy/claim.h>

FairyClaim *fairy_claim_within(const char *path, guint wait_ms, GError **error);
/* The path that a drawing is known by: no links in it; the file needn't exist, its folder must.
 * NULL for what isn't a file. The caller's. */
char *fairy_canonical_path(const char *path);
