/* Unfinished runs in transactions of others. Private to core/store. */
#pragma once

#include "store/db.h"

#include <fairy/checkpoint.h>

/* Keeps it with these canonical paths. */
gboolean fairy_checkpoint_put(FairyDb *db, const FairyCheckpoint *run, const char *asked,
                              const char *reads, const char *writes, GError **error);
/* Takes out those of that session that were asked about the drawing at that path, or write there;
 * `*n` (may be NULL) is how many there were. */
gboolean fairy_checkpoint_drop(FairyDb *db, const char *path, const char *session, guint *n,
                               GError **error);
