/* The state of a batch, shared by its files. Private to core/batch. */
#pragma once

#include "batch/item.h"
#include "batch/progress.h"
#include "batch/table.h"

typedef struct _FairyBatchWorker FairyBatchWorker;
typedef struct _FairyBatchResult FairyBatchResult;

struct _FairyBatch {
    FairyBatchOptions options;
    GMainContext *context;
    char *model;   /* NULL = a reply is carried out */
    char *run;     /* by which it is undone; NULL = nowhere */
    char *file;    /* the run's; NULL = nowhere */
    char *results; /* path of the list of results; NULL = none */
    FairyProgress *progress;
    gboolean fresh;    /* the run's file was made now */
    gboolean made_out; /* the folder of results was */
    GPtrArray *items;  /* FairyBatchItem, of this run or shard, sorted by path */
    FairyTable *rows;  /* NULL = a reply is the same for all */
    FairyPurse *purse;
    FairyLimiter *limiter; /* of all threads */
    gint64 waits_until;    /* µs, monotonic: a server's wait that was told is over */
    FairyBatchTotals totals;

    GMutex lock;      /* of what follows, which the workers use, too */
    GQueue todo;      /* FairyBatchItem */
    guint under_way;  /* that were taken from there, and aren't recorded yet */
    guint at_work;    /* of these, those that a worker is at */
    guint most;       /* that may be */
    gboolean stopped; /* nothing more is taken */

    GThreadPool *writers; /* who write results, and wait for the disk */
    FairyBatchWorker **workers;
    guint n_workers;
    void (*record)(FairyBatchResult *result); /* called in `context`; takes it */
    volatile int no_interrupt; /* options.job.interrupted, where the caller has none */
    gboolean spent;            /* the purse is empty */
    GSource *watch;            /* of the interruption; NULL = it isn't at work */
    GMainLoop *loop;
    GError *error;
    FairyBatchEnding ending;
};

/* What came of one attempt. */
struct _FairyBatchResult {
    FairyBatch *batch;
    FairyBatchItem *item;
    FairyBatchState state;
    char *reason;
    guint actions, refused;
    guint64 tokens, prompt_tokens;
    double usd;
    char *after;
    char *boxes;             /* see fairy_batch_boxes() */
    GPtrArray *findings;     /* FairyFinding; NULL = none was looked for */
    gboolean short_of_purse; /* nothing was written, as others had the money */
    GError *fatal;           /* it would be so for all; NULL = it isn't */
    GPtrArray *warnings;     /* lines for the person; NULL = none */
};

/* Returns whether the person interrupted it. */
gboolean fairy_batch_is_interrupted(const FairyBatch *batch);
/* FAIRY_ERROR_USAGE; FALSE. */
gboolean fairy_batch_fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
void fairy_batch_warn(const FairyBatch *batch, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Tells once that a server says to wait. In the batch's context. */
void fairy_batch_note_wait(FairyBatch *batch, const char *why, gint64 ms);

/* As it is told; borrowed from the item. */
FairyBatchFile fairy_batch_item_file(const FairyBatchItem *item);

/* --- plan.c */

/* Finds the drawings, opens the run's file, and decides what is to do: batch->items, whose state is
 * WAITING where there is something to do. */
gboolean fairy_batch_plan(FairyBatch *batch, GError **error);

/* --- run_file.c */

/* Names and opens the run's file, which is new, or of the same words, model and options. Stores in
 * *former what it has (FairyBatchItem). */
gboolean fairy_batch_open_run(FairyBatch *batch, GPtrArray **former, GError **error);

/* Makes the folder of results, if one is written to and isn't there. */
gboolean fairy_batch_make_out(FairyBatch *batch, GError **error);

/* Closes the run's file, and takes away what was made for it: nothing is done of this run. */
void fairy_batch_forget_run(FairyBatch *batch);

/* --- answer.c */

/* What is done, for people: the words, or the job's name; "" = neither. Borrowed. */
const char *fairy_batch_words(const FairyBatch *batch);
/* Takes what the job says: words, actions, whether a model is asked. Nothing without a job. */
gboolean fairy_batch_take_annotation(FairyBatch *batch, GError **error);
/* Reads the table of rows, if there is one. */
gboolean fairy_batch_read_rows(FairyBatch *batch, GError **error);
/* Warns of rows that are for no drawing of the batch. */
void fairy_batch_tell_rows(const FairyBatch *batch);
/* Returns the reply that is carried out in place of asking a model; free with g_bytes_unref().
 * NULL: a model is asked, or there is *error. Stores in *before what fairy_batch_judge() needs of
 * the drawing as it was, or leaves it. */
GBytes *fairy_batch_answer(const FairyBatch *batch, const FairyBatchItem *item, SvgDocument *doc,
                           GHashTable **before, GError **error);
/* Makes what is well done partly done where the job's checks fail. `doc` and `before` may be NULL.
 */
void fairy_batch_judge(FairyBatchResult *result, SvgDocument *doc, GHashTable *before);

/* --- work.c */

/* Begins to work at a drawing, in the thread-default main context, which is that of the network.
 * `done` is called from there, once, not from within this call, and gets the result, which is its
 * own to free. */
typedef void (*FairyBatchDoneFunc)(FairyBatchResult *result, gpointer data);
void fairy_batch_work(FairyBatch *batch, FairyBatchItem *item, FairyNetwork *network,
                      FairyBatchDoneFunc done, gpointer data);
void fairy_batch_result_free(gpointer data);

/* --- writer.c */

/* Starts and ends the threads that write. */
void fairy_batch_start_writers(FairyBatch *batch);
void fairy_batch_end_writers(FairyBatch *batch);
/* Called in the thread-default main context of who asked for it, not from within that call, with
 * the digest of what was written, or an error; both borrowed. */
typedef void (*FairyBatchWrittenFunc)(const char *digest, const GError *error, gpointer data);
/* What is to be written, and where; all of it is borrowed until `done` is called. */
typedef struct {
    const char *path;
    GBytes *bytes; /* or those of the file */
    const char *from;
    const char *digest; /* of the bytes, where it is known; NULL: it is worked out */
    FairyBatchWrittenFunc done;
    gpointer data;
} FairyBatchWrite;
/* Has it written, so that it is on the disk. */
void fairy_batch_write(FairyBatch *batch, const FairyBatchWrite *write);

/* --- worker.c */

/* Calls `func` in a main context, which may be another thread's, and then frees `data` by
 * `free_data`, which may be NULL. The caller sees to it that the context outlives this call. */
void fairy_batch_call(GMainContext *context, GSourceFunc func, gpointer data,
                      GDestroyNotify free_data);
/* Starts `n` threads, which take from batch->todo as long as something is there, up to `slots` in
 * all at a time, and have batch->record() called for each result. */
void fairy_batch_start_workers(FairyBatch *batch, guint n, guint slots);
/* Has them look again whether something is to do. */
void fairy_batch_wake_workers(FairyBatch *batch);
/* Ends them. Nothing may be under way. */
void fairy_batch_end_workers(FairyBatch *batch);

/* --- boxes.c */

/* Returns "[[x,y,w,h,is],…]": the boxes of shapes that were changed, where they were (`is` 0) and
 * where they are (1), in 1/10000 of the page's width and height; not of all where they are very
 * many. Free with g_free(). NULL if nothing was changed, or there is no page. */
char *fairy_batch_boxes(SvgDocument *doc);

/* --- estimate.c */

/* Estimates what a drawing would cost. Blocks. */
void fairy_batch_estimate(FairyBatchResult *result);
