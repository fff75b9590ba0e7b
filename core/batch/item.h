/* A drawing of a batch, as it is kept. Private to core/batch. */
#pragma once

#include <fairy/batch.h>

typedef struct _FairyBatchItem FairyBatchItem;
struct _FairyBatchItem {
    gint64 id;      /* in the run's file; 0 = it isn't in there */
    char *path;     /* as it was given or found */
    char *absolute; /* by which it is known in the run's file */
    char *place;    /* below the folder of results */
    char *output;   /* path that is written; NULL = none */
    FairyBatchState state;
    FairyBatchSkip skip;
    char *reason;
    guint actions, refused, attempts;
    guint64 tokens, prompt_tokens;
    double usd;
    char *before, *after; /* digests */
    /* Of one that is waiting: the state it has once the drawing is what `after` tells; until then
     * that, and what is told of it, is only meant to be. WAITING = nothing is. */
    FairyBatchState intended;
    char *boxes; /* see fairy_batch_boxes() */
    gboolean former;
    GPtrArray *findings; /* FairyFinding; NULL = none was looked for */
    FairyBatchItem
        *leader;      /* one with the same bytes, whose result it gets; NULL = it has its own */
    GPtrArray *twins; /* FairyBatchItem whose leader it is, borrowed; NULL = none */
};

/* Free with fairy_batch_item_free(). */
FairyBatchItem *fairy_batch_item_new(const char *path, const char *absolute, const char *place);
void fairy_batch_item_free(gpointer data);
/* Puts it into a state; `reason` is copied. */
void fairy_batch_item_set(FairyBatchItem *item, FairyBatchState state, FairyBatchSkip skip,
                          const char *reason);
/* Returns whether there is a result of it. */
gboolean fairy_batch_item_has_result(const FairyBatchItem *item);
/* Returns the SHA-256 of a file, as hex; free with g_free(). NULL with an error if it can't be
 * read, or is no regular file. */
char *fairy_batch_digest(const char *path, GError **error);
