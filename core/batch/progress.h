/* The file of a run: what it is of, and what became of each drawing. Each change is a transaction
 * of its own, so that whoever is killed loses what was under way, and nothing else. Private to
 * core/batch. */
#pragma once

#include "batch/item.h"

typedef struct _FairyProgress FairyProgress;

/* Opens the file; only one process at a time can. *progress is NULL, without an error, if there is
 * none and `create` is FALSE. Free with fairy_progress_free(). Returns FALSE with FAIRY_ERROR_BUSY
 * if another process has it, or with FAIRY_ERROR_JOURNAL. */
gboolean fairy_progress_open(const char *path, gboolean create, FairyProgress **progress,
                             GError **error);
/* Accepts NULL. */
void fairy_progress_free(FairyProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyProgress, fairy_progress_free)

/* Returns the paths of the runs' files in a folder, sorted; free with g_ptr_array_unref(). */
GPtrArray *fairy_progress_files(const char *folder);

/* What the run is of. A member that is NULL is kept as "". */
typedef struct {
    const char *identity; /* digest of all that decides what is done, the shard too */
    const char *whole;    /* the same of what the shard is a part of */
    const char *words, *model;
    const char *to;    /* "out", "in-place" */
    const char *parts; /* shards that are in it, with a space between: "2/8" */
} FairyRunFacts;

gboolean fairy_progress_describe(FairyProgress *progress, const FairyRunFacts *facts,
                                 GError **error);
/* One of them, by the member's name. Free with g_free(); NULL = it isn't said. */
char *fairy_progress_get(FairyProgress *progress, const char *name);

/* Keeps what a drawing, of which only that is looked at, will be when its result is in its place,
 * in any thread: whoever is killed in between can tell by its digest. Storing it takes that back.
 */
gboolean fairy_progress_intend(FairyProgress *progress, const FairyBatchItem *item, GError **error);
/* Reads all drawings, sorted by path. Free with g_ptr_array_unref(). NULL with an error. */
GPtrArray *fairy_progress_read(FairyProgress *progress, GError **error);
/* Stores drawings (FairyBatchItem), new ones or again, in one transaction. */
gboolean fairy_progress_store_all(FairyProgress *progress, GPtrArray *items, GError **error);
gboolean fairy_progress_store(FairyProgress *progress, FairyBatchItem *item, GError **error);
