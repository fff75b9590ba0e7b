/* A batch: the same words, or the same reply, for many drawings. Each is a job (<fairy/job.h>);
 * what became of each is kept in the run's file, so that a run can be stopped or killed at any
 * moment and resumed.
 *
 * What is read: regular files. Nothing else is ever opened, links to folders aren't followed, and
 * what can't be read is FAIRY_BATCH_FAILED with the reason, while the rest goes on.
 *
 * What is written:
 * - FAIRY_BATCH_OUT: each drawing into a folder, where it keeps its place below the folder that was
 *   given, or below the present one; changed or not, so that the result is complete. An output is
 *   replaced whole. No input is an output, no two inputs have the same one, and what is there
 *   already and isn't of this run is an error. Drawings with the same bytes are asked about once,
 *   and get the same result. Neither journal nor session is written.
 * - FAIRY_BATCH_IN_PLACE: each drawing is written back, if it changed, by way of the journal, so
 *   that it can be undone; no session is read or written.
 * - FAIRY_BATCH_NOWHERE: nothing at all. What would change is told, and what lint finds in the
 *   drawings as they are.
 *
 * A batch that writes to a folder also writes results.jsonl there when it is over, a line of
 * fairy_batch_file_json() for each drawing, and report.html, the page to judge them by.
 *
 * The run's file is fairy-batch.db in the output's folder ("fairy-batch-2-of-8.db" of a shard), or
 * NAME.db in fairies/batches under g_get_user_state_dir(). It is of one prompt, model and set of
 * options; other ones are another run. A batch works in the main context that is the thread default
 * when it is made, and in threads of its own. */
#pragma once

#include <fairy/annotation.h>
#include <fairy/finding.h>
#include <fairy/job.h>

typedef struct _FairyBatch FairyBatch;

/* What became of a drawing. */
typedef enum {
    FAIRY_BATCH_WAITING, /* nothing yet */
    FAIRY_BATCH_DONE,
    FAIRY_BATCH_PARTLY, /* it was changed, or not, but some actions were refused, or a limit hit */
    FAIRY_BATCH_UNCHANGED, /* also where offline words mean what isn't in it */
    FAIRY_BATCH_FAILED,
    FAIRY_BATCH_SKIPPED,
    FAIRY_BATCH_STATES
} FairyBatchState;

/* Why it was skipped. */
typedef enum {
    FAIRY_SKIP_NONE,
    FAIRY_SKIP_BUDGET,     /* the money was spent before; it is resumed */
    FAIRY_SKIP_DUPLICATE,  /* it has the bytes of another one, and got its result */
    FAIRY_SKIP_NOT_CHOSEN, /* it isn't of the sample; it is resumed */
    FAIRY_SKIP_UNDONE,     /* its result was taken back */
    FAIRY_SKIP_KINDS
} FairyBatchSkip;

typedef enum { FAIRY_BATCH_OUT, FAIRY_BATCH_IN_PLACE, FAIRY_BATCH_NOWHERE } FairyBatchTo;

/* A drawing of a run. All of it is borrowed from the batch. */
typedef struct {
    const char *path;   /* as it was given or found */
    const char *output; /* NULL = nothing was written */
    FairyBatchState state;
    FairyBatchSkip skip;
    const char *reason;        /* a sentence; for PARTLY, FAILED and SKIPPED always */
    guint actions;             /* that were carried out */
    guint refused;             /* that weren't */
    guint attempts;            /* how often it was tried to the end */
    guint64 tokens;            /* of all attempts */
    double usd;                /* likewise */
    const char *before;        /* SHA-256 of the file that was read; NULL = it wasn't */
    const char *after;         /* of the output; NULL = there is none */
    gboolean former;           /* it was so before this run was resumed */
    guint64 prompt_tokens;     /* of a dry run: what the first request would read */
    const GPtrArray *findings; /* FairyFinding, of FAIRY_BATCH_NOWHERE: where it would be changed,
                                  and lints; NULL = none was looked for */
} FairyBatchFile;

typedef struct {
    guint n; /* drawings of this run, or shard */
    guint states[FAIRY_BATCH_STATES];
    guint skips[FAIRY_SKIP_KINDS];
    guint n_findings;
    guint n_former; /* of these, how many were so before it was resumed */
    guint64 tokens;
    double usd;     /* spent now */
    gint64 begun;   /* when it was started, in µs, monotonic */
    gint64 used_us; /* until the latest result */
} FairyBatchTotals;

/* Callbacks, in the batch's main context. Each may be NULL. None may free the batch. */
typedef struct {
    /* A drawing has come to its state, also one that was in it before. */
    void (*ended)(const FairyBatchFile *file, const FairyBatchTotals *totals, gpointer data);
    /* One line for the person: something is wrong, but the batch goes on. */
    void (*warn)(const char *line, gpointer data);
    /* A server says to wait so many ms, and why; all jobs that ask it do, and none fails for that.
     * Called once for all of them until the time is over. */
    void (*waits)(const char *why, gint64 ms, gpointer data);
} FairyBatchFuncs;

/* All of it is borrowed until the batch is freed. Members that are 0 or NULL aren't given. */
typedef struct {
    /* NULL-terminated: a file, a folder, a pattern of a shell ("figures/[a-f]*.svg"), "@LIST" for a
     * file with a file or folder on each line (or ended by a NUL each), "-" for such a list on
     * standard input. Of folders and patterns those that end in .svg or .svgz are taken. */
    const char *const *inputs;
    const char *changed_since; /* only those that git says changed since this revision, in commits
                                  or not, and new ones */
    FairyBatchTo to;
    const char *out;    /* FAIRY_BATCH_OUT: path of the folder, which is made */
    const char *suffix; /* likewise: goes before the ending of each name: ".de" for NAME.de.svg */
    /* How each is asked: words, settings, model, limits of one drawing, mode, web and the like.
     * Paths, output, session, network, callbacks, reply and purse are the batch's to set. */
    FairyJobOptions job;
    GBytes *reply;          /* carried out in place of asking a model */
    const char *reply_name; /* its name in messages */
    /* A table (CSV, RFC 4180) with a row for each drawing, named in its column "file" by its path
     * from the present folder on: the reply is a template, in whose strings "${COLUMN}" stands for
     * the row's field ("$${" for "${"). A drawing without a row is FAIRY_BATCH_FAILED; a row
     * without a drawing is warned of. Drawings with the same bytes are then worked at one by one.
     */
    GBytes *rows;
    const char *rows_name; /* its name in messages */
    /* In place of words and a reply: its offline half where the model is "offline" or it has no
     * prompt, else its prompt. It can't be changed while the batch is there. */
    FairyAnnotation *annotation;
    double max_cost;       /* US dollars for all; negative = no limit */
    FairyLimiter *limiter; /* when servers may be asked; NULL = whenever they don't say to wait */
    guint jobs;            /* drawings that are worked at at a time; 0 = as fits the threads */
    guint threads;         /* 0 = as many as processors, and as jobs */
    guint sample;          /* so many are chosen, by their content; 0 = all */
    guint shard, shards;   /* the part `shard` (from 1) of `shards`; 0 = all */
    gboolean resume;       /* a run that is there is gone on with */
    gboolean retry_failed; /* also those that failed; needs `resume` */
    gboolean dry;          /* FAIRY_BATCH_NOWHERE: nothing is asked or done, only estimated */
    FairyBatchFuncs funcs;
    gpointer data;
} FairyBatchOptions;

/* Looks for the drawings, reads each once, and opens the run's file: this blocks. Free with
 * fairy_batch_free(). Returns NULL with FAIRY_ERROR_USAGE if the options don't go together, an
 * output would be an input or that of another input, or there is such a run already (or another
 * one, to resume); with FAIRY_ERROR_BUSY if another process is at the run, and with other errors.
 */
FairyBatch *fairy_batch_new(const FairyBatchOptions *options, GError **error);
/* Frees a batch that isn't started, or is over. Accepts NULL. */
void fairy_batch_free(FairyBatch *batch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyBatch, fairy_batch_free)

typedef struct {
    /* FAIRY_JOB_DONE; REFUSED: some are partly done or failed, or, of FAIRY_BATCH_NOWHERE, would
     * change or have findings; BUDGET; INTERRUPTED; USAGE, BAD_INPUT: it couldn't go on. */
    FairyJobEnd end;
    const GError *error;            /* NULL = it came to its end; borrowed from the batch */
    const FairyBatchTotals *totals; /* borrowed from the batch */
    const char *results;            /* path of the list of results; NULL = none was written */
} FairyBatchEnding;

/* Does it, and runs its main context until it is over. The result is borrowed from the batch. */
const FairyBatchEnding *fairy_batch_wait(FairyBatch *batch);

/* Returns the name by which fairy_batch_undo() finds the run: the output's folder, or a name;
 * borrowed. NULL of FAIRY_BATCH_NOWHERE. */
const char *fairy_batch_run(const FairyBatch *batch);
/* Returns the name of the model, borrowed; NULL if none is asked. */
const char *fairy_batch_model(const FairyBatch *batch);
/* Returns how many drawings there are. */
guint fairy_batch_n_files(const FairyBatch *batch);
/* Stores drawing `i`, in the order of their paths, in *file. */
void fairy_batch_file(const FairyBatch *batch, guint i, FairyBatchFile *file);
/* Returns "waiting", "done", "partly", "unchanged", "failed" or "skipped"; static. */
const char *fairy_batch_state_name(FairyBatchState state);
/* Returns "budget", "duplicate", "not-chosen", "undone"; static. NULL for FAIRY_SKIP_NONE. */
const char *fairy_batch_skip_name(FairyBatchSkip skip);
/* Returns {"file":…,"output":…,"state":…,"skipped":…,"reason":…,"actions":N,"refused":N,
 * "attempts":N,"tokens":N,"usd":N,"before":…,"after":…,"findings":[…]} (fairy_finding_json())
 * without members that have no value. Free
 * with cJSON_Delete(). */
cJSON *fairy_batch_file_json(const FairyBatchFile *file);

/* Joins runs into one: of shards that were written to one folder, or of any parts that were written
 * to folders of their own. `folders` (NULL-terminated) are those, `out` is the folder of the whole,
 * which is made, and may be one of them. The results of other folders are copied to their places
 * in it; a file that is there, and isn't what an earlier merge put there, stays. The folder gets
 * results.jsonl and report.html of all, and a run's file by which the whole can be resumed (without
 * `shards`), taken back, and merged again, with the same or more folders. Of a drawing that has
 * several rows the one with a result counts. `line` is called for each thing that isn't as it
 * should be: two results of one drawing, one that is gone, shards that are missing. Stores what
 * there is in *totals. Returns FALSE with an error, before anything is written, if a folder has no
 * run, if they are of different words, models or options, or if two drawings have one place; with
 * FAIRY_ERROR_BUSY if a process is at one of them. */
typedef void (*FairyBatchLineFunc)(const char *line, gpointer data);
gboolean fairy_batch_merge(const char *const *folders, const char *out, FairyBatchLineFunc line,
                           gpointer data, FairyBatchTotals *totals, GError **error);

/* Takes back what a run did. `run` is what fairy_batch_run() returned; `files` (NULL-terminated;
 * NULL = all) are drawings as they were read, or outputs. What was written to a folder is taken
 * away if it is as it was written; what was changed in place is undone by the journal. `each` is
 * called for each drawing that was meant: `why` is NULL, or why it couldn't be. Returns FALSE with
 * an error if there is no such run, another process is at it, or a file isn't of it. */
typedef void (*FairyBatchUndoFunc)(const char *path, const char *why, gpointer data);
gboolean fairy_batch_undo(const char *run, const char *const *files, FairyBatchUndoFunc each,
                          gpointer data, GError **error);
