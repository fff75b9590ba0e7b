/* A job: a drawing is read, a fairy is asked about it or a reply is carried out, and what was done
 * is written, and kept in the journal and in the session of the drawing. Every door (the command
 * line, Inkscape, an editor) stands on this, so that all of them keep the same promises.
 *
 * A job never prints, never ends the process and never asks anybody: lines for the person come by
 * callbacks, and the end is data. It lives in the main context that is the thread's default when it
 * is made. It is started, and calls back when it is over; several can run in one context.
 *
 * What is written when:
 * - The drawing is written once, at the end: when the job is done, when some actions were refused,
 *   when its budget ran out, and when a fairy was interrupted after it had finished something.
 * - With FAIRY_JOB_BESIDE and FAIRY_JOB_IN_PLACE nothing is written when nothing was changed. A
 *   file that is named (FAIRY_JOB_NAMED), and whoever is handed the drawing, always get all of it.
 * - FAIRY_JOB_BESIDE replaces only what the journal itself wrote there last, unless it is forced.
 * - Whether the file can be written is tried before anything is asked.
 *
 * An editor that has the drawing open (`bytes` and `path`, FAIRY_JOB_HANDED) is given the result
 * and writes the file itself, later, in its own form, or never. So the journal can't announce what
 * will be on the disk. It keeps the actions as done, and the digest of what was handed over; who
 * comes next sees by the digest that the file is another. Then the bytes of each action are looked
 * for by what stands around them: `fairy undo` takes the action back where the editor has written
 * them as they were, and refuses, naming what is in the way, where the file was never saved or is
 * written differently. Nothing but the drawing at `path` is ever changed by it. A drawing that was
 * never saved has no path, and nothing is kept of it. */
#pragma once

#include <fairy/agent.h>
#include <fairy/settings.h>

typedef struct _FairyJob FairyJob;

/* How a job ends. */
typedef enum {
    FAIRY_JOB_DONE,
    FAIRY_JOB_REFUSED, /* it is over, but actions were refused, or the fairy gave up with something
                          left to do */
    FAIRY_JOB_BAD_INPUT, /* the drawing, or something beside it, can't be read or written */
    FAIRY_JOB_USAGE,     /* something was asked for that doesn't exist */
    FAIRY_JOB_MODEL,     /* the model or the network failed */
    FAIRY_JOB_BUDGET,    /* a budget ran out */
    FAIRY_JOB_INTERRUPTED,
} FairyJobEnd;

/* Where the drawing goes. */
typedef enum {
    FAIRY_JOB_BESIDE,   /* fairy_job_beside() of the path that is read */
    FAIRY_JOB_IN_PLACE, /* the path that is read */
    FAIRY_JOB_NAMED,    /* `output` */
    FAIRY_JOB_HANDED,   /* to the door: `deliver` */
} FairyJobOutput;

/* Limits: what is said here, or FAIRY_JOB_AS_SET. */
enum { FAIRY_JOB_AS_SET = -2 };

/* Each may be NULL but `deliver`, where the drawing is handed over. None may free the job. */
typedef struct {
    /* What happens, also while a reply is carried out (FAIRY_EVENT_ACTION alone). */
    FairyEventFunc event;
    /* A line for the person about something that isn't as it should be, and goes on. */
    void (*warn)(const char *line, gpointer data);
    /* A line about how to get what the person may have meant, for who wants to know. */
    void (*hint)(const char *line, gpointer data);
    /* A line about what was read or written, for who wants to know more. */
    void (*note)(const char *line, gpointer data);
    /* All is said: called once, before the drawing is handed over or takes its place on the disk,
     * and also where nothing is written. FALSE with an error when what was said can't be told: then
     * nothing is written. */
    gboolean (*report)(gpointer data, GError **error);
    /* Takes the drawing. It is changed no more. */
    gboolean (*deliver)(SvgDocument *doc, gpointer data, GError **error);
    /* From the first call (TRUE) to the second the process shouldn't be ended. */
    void (*hold)(gboolean writing, gpointer data);
} FairyJobFuncs;

/* What is to be done. All of it is borrowed until the job is freed; what is 0 or NULL isn't given.
 */
typedef struct {
    const char *command; /* its name in the journal, "ask" */

    const char *path; /* of the drawing; "-" is standard input, as svg_document_load() reads it.
                         NULL: `bytes` are of no file */
    GBytes *bytes;    /* its text, read instead of the file */
    const char *name; /* of the drawing in messages; NULL = `path` */
    FairyJobOutput to;
    const char *output;  /* FAIRY_JOB_NAMED */
    gboolean force;      /* FAIRY_JOB_BESIDE replaces whatever is there */
    gboolean forgets;    /* neither journal nor session is kept or read */
    const char *session; /* its name; NULL = FAIRY_SESSION_DEFAULT */

    /* What is asked; NULL = nothing, where a reply is carried out or a run is gone on with. */
    const char *words;
    /* Goes on with the run about `path` that didn't end by itself. It says where the drawing goes
     * and, where nothing else is said here, how it was asked. */
    gboolean resume;
    /* Carries out the actions that are read from `reply` (a descriptor, which stays the caller's),
     * and asks nobody. `reply_name` stands in messages. */
    gboolean has_reply;
    int reply;
    const char *reply_name;

    const FairySettings *settings; /* NULL = none */
    FairyNetwork *network;         /* NULL = the one that all in this main context share */
    const char *model;             /* NULL = as the settings say */
    gint64 max_requests;           /* negative: no limit; FAIRY_JOB_AS_SET */
    gint64 max_tokens;             /* likewise */
    double max_cost;               /* likewise; US dollars */
    guint timeout_ms;              /* 0 = as the settings say */
    const char *record;            /* path of a recording to make */
    gboolean record_pictures;
    gboolean no_web; /* nothing is looked up outside */

    FairyModeId mode;
    const char *const *select; /* ids, NULL-terminated */
    gboolean select_known; /* ids that the drawing hasn't are left out; else they are an error */
    const char *const *context; /* what the person points at, NULL-terminated: each "ID[,ID...]",
                                   "X,Y" or "X,Y,W,H" in document space */
    SvgBox view;                /* what the person looks at, document space; empty = the page */
    SvgPoint origin;            /* of model space */
    gboolean has_origin;        /* it was given, and goes before that of the session */
    int lint_rounds;            /* as in FairyAgentOptions */
    volatile int *interrupted;  /* looked at now and then; non-zero ends the job */
    int interrupt_fd;           /* as in FairyAgentOptions */

    FairyJobFuncs funcs;
    gpointer data; /* of `funcs` */
} FairyJobOptions;

/* How a job ended. All of it is the job's. */
typedef struct {
    FairyJobEnd end;
    const GError *error; /* why; NULL when it is done, or actions were refused */
    gboolean written;    /* the drawing was, or was handed over */
    const char *path;    /* where it was written to; NULL = nowhere */
    gboolean changed;    /* something was done to it */
    /* The path by which FairyJobOptions.resume goes on with it; NULL when nothing is left of it. */
    const char *resume;
    const FairyBudget *budget; /* what it came to; NULL = no model was asked */
} FairyJobEnding;

/* NULL with an error, e.g. FAIRY_ERROR_USAGE, when it can't begin: options that don't go together,
 * a session's name that is none, no run to go on with. Nothing of the drawing was read then. */
FairyJob *fairy_job_new(const FairyJobOptions *options, GError **error);
/* Only when it isn't started, or is over. Takes NULL. */
void fairy_job_free(FairyJob *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyJob, fairy_job_free)

/* Called from the main context, once, last; it may free the job. */
typedef void (*FairyJobFunc)(FairyJob *job, const FairyJobEnding *ending, gpointer data);
/* Starts it; nothing is done before this returns. */
void fairy_job_start(FairyJob *job, FairyJobFunc finished, gpointer data);
/* For a door that waits: starts it, and runs its main context until it is over. */
const FairyJobEnding *fairy_job_wait(FairyJob *job);

/* The path that is read; NULL for bytes of no file. */
const char *fairy_job_reads(const FairyJob *job);
/* The path that will be written; NULL where the drawing is handed over. */
const char *fairy_job_writes(const FairyJob *job);
/* What is asked of whom, in the journal; NULL where nobody is asked. */
const char *fairy_job_model(const FairyJob *job);
/* How a job ends that has this error; FAIRY_JOB_DONE for NULL. */
FairyJobEnd fairy_job_end_of(const GError *error);

/* "flow.svg" → "flow.fairy.svg", "flow" → "flow.fairy.svg". The caller's. */
char *fairy_job_beside(const char *path);

/* What a fairy would be sent if the job were started now, with what was said of the drawing before:
 * the drawing is `doc`, read already, which stays the caller's. `mode` NONE = one-shotting. With
 * `projects` (borrowed; may be NULL) it is a fairy that is in that mode, and what it shares with
 * others is told. The caller's. NULL with an error, FAIRY_ERROR_USAGE when nobody is in that mode.
 */
FairyPrompt *fairy_job_prompt(const FairyJobOptions *options, SvgDocument *doc,
                              FairyProjects *projects, guint max_tokens, GError **error);
