/* A job: a drawing is read, a fairy is asked about it or a reply is carried out, and what was done
 * is written, and stored in the journal and in the session of the drawing. All front ends (the
 * command line, Inkscape, an editor) are built on jobs, so that all of them keep the same promises.
 *
 * A job never prints, never ends the process and never asks the person: lines for the person come
 * by callbacks, and the end is data. It works in the main context that is the thread default when
 * it is made. It is started, and calls back when it is over; several jobs can run in one context.
 *
 * What is written when:
 * - The drawing is written once, at the end: when the job is done, when some actions were refused,
 *   when its budget is used up, and when a fairy was interrupted after it had finished something.
 * - With FAIRY_JOB_BESIDE and FAIRY_JOB_IN_PLACE nothing is written if nothing was changed. A named
 *   file (FAIRY_JOB_NAMED), and a caller that is handed the drawing, always get all of it.
 * - FAIRY_JOB_BESIDE replaces only a file that a run wrote there last, unless it is forced.
 * - When another program has saved the file that was read meanwhile, what was done is merged into
 *   what is there (<svg/merge.h>), wherever it is written; what is lost by that makes the job
 *   FAIRY_JOB_REFUSED. The journal has the merge as one entry. Where what is there is no drawing
 *   any more and would be replaced, what was done is written beside it (fairy_job_beside()).
 * - Whether the file can be written is tried before the model is asked.
 *
 * An editor that has the drawing open (`bytes` and `path`, FAIRY_JOB_HANDED) is handed the result,
 * and writes the file itself, later, in its own form, or never. So the journal can't announce what
 * will be on the disk. It stores the actions as done, and the digest of what was handed over; the
 * next process sees by the digest that the file is another, and searches the bytes of each action
 * by the bytes around them. So `fairy undo` undoes the action if the editor has written these bytes
 * as they were, and refuses, naming what is in the way, if the file was never saved or is written
 * differently. It never changes anything but the drawing at `path`. A drawing that was never saved
 * has no path, and nothing is stored about it. */
#pragma once

#include <fairy/agent.h>
#include <fairy/settings.h>
#include <svg/merge.h>

typedef struct _FairyJob FairyJob;

/* How a job ended. */
typedef enum {
    FAIRY_JOB_DONE,
    FAIRY_JOB_REFUSED,   /* it is over, but actions were refused, or the fairy gave up with tasks or
                            items open */
    FAIRY_JOB_BAD_INPUT, /* the drawing, or another file, can't be read or written */
    FAIRY_JOB_USAGE,     /* an option names something that doesn't exist */
    FAIRY_JOB_MODEL,     /* the model or the network failed */
    FAIRY_JOB_BUDGET,    /* a budget is used up */
    FAIRY_JOB_INTERRUPTED,
} FairyJobEnd;

/* Where the drawing is written. */
typedef enum {
    FAIRY_JOB_BESIDE,   /* fairy_job_beside() of the path that is read */
    FAIRY_JOB_IN_PLACE, /* the path that was read */
    FAIRY_JOB_NAMED,    /* `output` */
    FAIRY_JOB_HANDED,   /* to the caller, by `deliver` */
} FairyJobOutput;

/* The value of a limit that the settings decide. */
enum { FAIRY_JOB_AS_SET = -2 };

typedef struct _FairyJobEnding FairyJobEnding;

/* Callbacks, in the job's main context. Each may be NULL, except `deliver` with FAIRY_JOB_HANDED.
 * None may free the job. */
typedef struct {
    /* Called when the drawing is read and the work begins. Until then nothing is lost if the
     * process ends. */
    void (*begin)(gpointer data);
    /* An event of the fairy; while a reply is carried out, FAIRY_EVENT_ACTION only. */
    FairyEventFunc event;
    /* Called when the drawing is read, which may only be read: returns a reply, which is carried
     * out in place of that of FairyJobOptions.reply, or without asking a fairy; free with
     * g_bytes_unref(). NULL: it goes on as the options say, or fails with *error. */
    GBytes *(*reply)(SvgDocument *doc, gpointer data, GError **error);
    /* Called with FALSE before an event of something that a kill would lose, and with TRUE when it
     * is kept, or can't be: who tells what was done should hold back until then what comes
     * meanwhile. */
    void (*kept)(gboolean kept, gpointer data);
    /* One line for the person: something is wrong, but the job goes on. */
    void (*warn)(const char *line, gpointer data);
    /* One line for the person: how to get what they may have meant. */
    void (*hint)(const char *line, gpointer data);
    /* One line about what was read or written, for a verbose mode. */
    void (*note)(const char *line, gpointer data);
    /* Called once when all else was said, before the drawing is handed over or written, and also if
     * nothing is written. If it returns FALSE with an error, as the caller couldn't pass on what
     * was said, nothing is written. */
    gboolean (*report)(gpointer data, GError **error);
    /* Gets the finished drawing, borrowed for the call. Returns FALSE with an error. */
    gboolean (*deliver)(SvgDocument *doc, gpointer data, GError **error);
    /* Called once when another program had saved the drawing since it was read, and what was done
     * was merged and written. What became of it was said by `warn`, too. */
    void (*merged)(const SvgMerge *merge, gpointer data);
    /* Called before the drawing takes the place of a file, with how the job ends if it does, and
     * the SHA-256 of that file's bytes: whoever is killed in between can tell by it later. If it
     * returns FALSE with an error, nothing is written. Again where it has to be tried again. */
    gboolean (*intend)(const FairyJobEnding *ending, const char *digest, gpointer data,
                       GError **error);
    /* Called with TRUE before and FALSE after a time in which the process should not be ended. */
    void (*hold)(gboolean writing, gpointer data);
} FairyJobFuncs;

/* What a job is to do. All of it is borrowed until the job is freed. Members that are 0 or NULL
 * aren't given. */
typedef struct {
    const char *command; /* the name of the command in the journal: "ask" */

    const char *path; /* path of the drawing; "-" = standard input (svg_document_load()); NULL =
                         `bytes` belong to no file */
    GBytes *bytes;    /* the drawing's text, read instead of the file */
    const char *name; /* name of the drawing in messages; NULL = `path` */
    FairyJobOutput to;
    const char *output;  /* FAIRY_JOB_NAMED: path to write */
    gboolean force;      /* FAIRY_JOB_BESIDE may replace any file */
    gboolean forgets;    /* neither journal nor session is read or written */
    gboolean no_session; /* no session is; the journal is written */
    const char *session; /* name of the session; NULL = FAIRY_SESSION_DEFAULT */

    /* The person's words; NULL with a reply, or to resume a run without new words. */
    const char *words;
    /* Resumes the run about `path` that didn't end by itself. Its checkpoint says where the drawing
     * is written and, unless other members here say it, how it was asked. Of several runs that
     * write different files `to` and `output` (IN_PLACE, NAMED) say which. An editor's drawing is
     * taken as it is given, and handed over: what a run that was killed had done in it isn't
     * known, and its words are asked anew. */
    gboolean resume;
    /* Carries out the actions that are read from the file descriptor `reply`, which stays the
     * caller's, without a model. `reply_name` is its name in messages. */
    gboolean has_reply;
    int reply; /* -1 = FairyJobFuncs.reply gives it */
    const char *reply_name;

    const FairySettings *settings; /* NULL = defaults */
    const FairyRoster *roster;     /* who comes; NULL = names are drawn */
    FairyNetwork *network;         /* servers are asked through it; NULL = the network that all in
                                      this main context share */
    const char *model;             /* name of the model; NULL = as the settings say */
    gint64 max_requests;           /* negative = no limit, or FAIRY_JOB_AS_SET; a default that
                                      nobody changed is for each fairy */
    gint64 max_tokens;             /* likewise */
    double max_cost;               /* US dollars of all; negative = no limit, or as set */
    FairyPurse *purse;             /* what this job and others may spend together; NULL = none */
    const FairyAction *const *actions; /* that a fairy may use; NULL = those of its mode */
    const FairyGuard *guard;           /* of a fairy's actions; NULL = none */
    gboolean no_picture;               /* the model is sent the shapes as text alone */
    guint timeout_ms;                  /* ms of a run; 0 = as the settings say */
    gboolean patient;                  /* without the time in which a server has it wait */
    const char *record;                /* path of a recording to make */
    gboolean record_pictures;
    const char *frames; /* path of a folder that gets numbered pictures ("0001.png") of
                           the drawing: one after each action that changed it, and one at
                           the end. It is made; one that has such files is an error */
    guint frames_side;  /* px of their longer side; 0 = FAIRY_FRAME_SIDE */
    gboolean no_web;    /* actions that look something up are refused */

    FairyModeId mode;           /* of a fairy by itself */
    guint fairies;              /* how many are at it, with the one that leads; 0 = 1 */
    const char *const *areas;   /* tasks that the person gives them, NULL-terminated: each
                                   "X,Y,W,H=WORDS" in document space; needs 2 fairies */
    const char *const *select;  /* ids of selected shapes, NULL-terminated */
    gboolean select_known;      /* unknown ids are skipped; else they are an error */
    const char *const *context; /* what the person points at, NULL-terminated: each "ID[,ID...]",
                                   "X,Y" or "X,Y,W,H" in document space */
    SvgBox view;                /* what the person looks at, in document space; empty = the page */
    SvgPoint origin;            /* of model space, in document space */
    gboolean has_origin;        /* `origin` is given, and overrides the session's */
    int lint_rounds;            /* as in FairyAgentOptions */
    volatile int *interrupted;  /* as in FairyAgentOptions; may be NULL */
    int interrupt_fd;           /* as in FairyAgentOptions; without one, a wait for a claim or for
                                   an answer isn't cut short */
    /* Other processes can tell the fairy something while it is at work, stop it (which is an
     * interruption) and watch it (<fairy/reach.h>). When a run is at work on the same drawing and
     * output in the same session, the words are told there, and this job ends without a work of its
     * own; a job with `select`, `context`, `record`, `frames` or `resume`, which can't be told,
     * doesn't. */
    gboolean control;

    FairyJobFuncs funcs;
    gpointer data; /* for `funcs` */
} FairyJobOptions;

/* The result of a job. All of it is borrowed from the job. */
struct _FairyJobEnding {
    FairyJobEnd end;
    const GError *error; /* why it ended early; NULL if it is done, or if actions were refused */
    gboolean written;    /* the drawing was written, or handed over */
    const char *path;    /* where it was written; NULL = nowhere */
    gboolean changed;    /* something was done to the drawing */
    guint n_open;        /* things that the fairies had to do, and gave up */
    /* The path for FairyJobOptions.path by which FairyJobOptions.resume goes on with it; NULL =
     * there is nothing to resume. */
    const char *resume;
    /* Name of the fairy that was told the words, as it is at work already: nothing else was done.
     * NULL = none was. */
    const char *told;
    /* It ended as the purse had too little for another request. */
    gboolean short_of_purse;
    const FairyBudget *budget; /* what the job cost; NULL = no model was asked */
};

/* Makes a job in the thread-default main context. Nothing of the drawing is read yet. Free with
 * fairy_job_free(). Returns NULL with FAIRY_ERROR_USAGE or another error if the job can't begin:
 * options that exclude each other, an invalid name of a session, no run to resume. */
FairyJob *fairy_job_new(const FairyJobOptions *options, GError **error);
/* Frees a job that isn't started, or is over. Accepts NULL. */
void fairy_job_free(FairyJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJob, fairy_job_free)

/* Called once, from the main context, when the job is over; it may free the job. */
typedef void (*FairyJobFunc)(FairyJob *job, const FairyJobEnding *ending, gpointer data);
/* Starts the job; nothing is done before this returns. */
void fairy_job_start(FairyJob *job, FairyJobFunc finished, gpointer data);
/* Starts the job, and runs its main context until it is over. The result is borrowed from the job.
 */
const FairyJobEnding *fairy_job_wait(FairyJob *job);

/* Tells a fairy (NULL = who leads), by its id or name, something while the job is at work, as
 * `fairy tell` does from another process. *note (may be NULL) becomes what there is to say of that,
 * a clause, or stays as it is; free with g_free(). Returns FALSE with FAIRY_ERROR_CONTROL if nobody
 * can be told. */
gboolean fairy_job_say(FairyJob *job, const char *fairy, const char *words, char **note,
                       GError **error);

/* Returns the drawing as it is at this moment, borrowed; NULL before it is read. It may only be
 * read. */
SvgDocument *fairy_job_document(const FairyJob *job);
/* For a drawing that is open in an editor, into which what was done is pushed while the fairies
 * work. The editor was given `pushed`, the text of fairy_job_document() at some moment, and has
 * `now`, with what the person did there. That is taken into the drawing, as a commit by "user";
 * it counts where a fairy has changed the same meanwhile, and locks are as the person sets them.
 * The fairies are told of it as of anything that others change, and of `lost` (sentences,
 * NULL-terminated; may be NULL) what gave way when it was pushed. Returns `pushed` with what was
 * taken, which the next push begins from; free with g_bytes_unref(). Returns NULL with an error,
 * taking nothing, if one of them is no drawing. */
GBytes *fairy_job_take(FairyJob *job, GBytes *pushed, GBytes *now, const char *const *lost,
                       GError **error);

/* Returns the path that is read, borrowed; NULL for bytes of no file. */
const char *fairy_job_reads(const FairyJob *job);
/* Returns the path that will be written, borrowed; NULL if the drawing is handed over. */
const char *fairy_job_writes(const FairyJob *job);
/* Returns the name of the model, borrowed; NULL if none is asked. */
const char *fairy_job_model(const FairyJob *job);
/* Returns "done", "refused", "bad-input", "usage", "model", "budget" or "interrupted"; static. */
const char *fairy_job_end_name(FairyJobEnd end);
/* Returns how a job with this error ends; FAIRY_JOB_DONE for NULL. */
FairyJobEnd fairy_job_end_of(const GError *error);

/* Returns a merge as JSON: {"kept":3,"lost":1,"conflicts":[{"shapeId":"a","fate":"theirs","what":
 * "fill","detail":"a: its fill stays …"}]}. Free with cJSON_Delete(). */
cJSON *fairy_job_merge_json(const SvgMerge *merge);

/* Returns the path beside a drawing: "flow.fairy.svg" for "flow.svg" and for "flow". Free with
 * g_free(). */
char *fairy_job_beside(const char *path);

/* Composes the prompt that a fairy would be sent if the job were started now, with the history of
 * the session. `doc` is the drawing, already read, which stays the caller's. `mode` NONE =
 * one-shotting. With `projects` (borrowed; may be NULL) the fairy is the one that is in that mode,
 * and the prompt shows what it shares with others. `max_tokens` is that of FairyComposeOptions.
 * Free with fairy_prompt_free(). Returns NULL with an error; FAIRY_ERROR_USAGE if no fairy is in
 * that mode. */
FairyPrompt *fairy_job_prompt(const FairyJobOptions *options, SvgDocument *doc,
                              FairyProjects *projects, guint max_tokens, GError **error);
