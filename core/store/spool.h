/* A spool: data that waits to be written into the journal, in an unlinked temporary file, so that
 * memory doesn't grow with it. It is read once, in the order in which it was written. Private to
 * core/store. */
#pragma once

#include <glib.h>

typedef struct _FairySpool FairySpool;

/* Makes a spool. Free with fairy_spool_free(). Returns NULL if there is no room for one. */
FairySpool *fairy_spool_new(void);
/* Accepts NULL. */
void fairy_spool_free(FairySpool *spool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairySpool, fairy_spool_free)
/* Writes `len` bytes. NULL `bytes` are read as NULL again, which isn't the same as 0 bytes. */
void fairy_spool_put(FairySpool *spool, gconstpointer bytes, gsize len);
/* Flushes it. Returns FALSE if something couldn't be written. */
gboolean fairy_spool_flush(FairySpool *spool);
/* Starts reading at the beginning. */
void fairy_spool_rewind(FairySpool *spool);
/* Returns what was written next, with a NUL behind it, and its length in *len. Free with g_free().
 * Returns NULL if that was NULL, or with *failed TRUE if it can't be read. */
char *fairy_spool_take(FairySpool *spool, gsize *len, gboolean *failed);
