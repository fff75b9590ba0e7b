/* Checkpoints as a part of a caller's transaction. Private to core/store. */
#pragma once

#include "store/db.h"

#include <fairy/checkpoint.h>

/* Stores a checkpoint under these canonical paths. */
gboolean fairy_checkpoint_put(FairyDb *db, const FairyCheckpoint *run, const char *asked,
                              const char *reads, const char *writes, GError **error);
/* Removes the checkpoint of that session that writes the drawing at this path. */
gboolean fairy_checkpoint_drop_output(FairyDb *db, const char *path, const char *session,
                                      GError **error);
/* Removes the checkpoints of that session that were asked about, or write, the drawing at this
 * path. *n (may be NULL) becomes how many there were. */
gboolean fairy_checkpoint_drop(FairyDb *db, const char *path, const char *session, guint *n,
                               GError **error);
