/* What waits to be written into the journal, in a file without a name: memory doesn't grow with it.
 * It is read once, in the order in which it was written. Private to core/store. */
#pragma once

#include <glib.h>

typedef struct _FairySpool FairySpool;

/* NULL when there is no room for one. */
FairySpool *fairy_spool_new(void);
/* Takes NULL. */
void fairy_spool_free(FairySpool *spool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySpool, fairy_spool_free)
/* `bytes` NULL = nothing, which is told from no bytes. */
void fairy_spool_put(FairySpool *spool, gconstpointer bytes, gsize len);
/* FALSE when something that was put isn't in it. */
gboolean fairy_spool_flush(FairySpool *spool);
/* From here on it is read. */
void fairy_spool_rewind(FairySpool *spool);
/* What comes next, with a NUL behind it; NULL when that is nothing, or can't be read: then *failed
 * is TRUE. The caller's. */
char *fairy_spool_take(FairySpool *spool, gsize *len, gboolean *failed);
