/* What the files of a job share. Private to core/host. */
#pragma once

#include <fairy/job.h>
#include <fairy/recording.h>
#include <fairy/session.h>

struct _FairyJob {
    FairyJobOptions options;
    GMainContext *context;
    GSource *next;     /* what it does next; NULL: it waits for something else */
    gboolean looks;    /* at what would be asked: it is never started */
    const char *file;  /* that is read; NULL: `bytes` of no file */
    char *output;      /* that is written; NULL: the drawing is handed over */
    const char *keeps; /* path of the drawing in the journal; NULL: nothing is kept */
    gboolean goes_on;  /* the output is the file that was read */

    SvgDocument *doc;
    FairyClaim *claim;  /* on the output; NULL = not yet */
    SvgFileState was;   /* the file beside, when it was looked at */
    gint64 claim_until; /* until when it is waited for: µs, monotonic */
    void (*claimed)(FairyJob *job);
    FairyJournalWriter *record; /* NULL: none is kept */
    gboolean counts;            /* it ended as it should, and what was said of it is kept */
    gboolean warned;            /* that nothing can be kept */

    FairyCheckpoint *resumed; /* the run that it goes on with; NULL = none */
    char **select;            /* that this was asked with */
    char *words;              /* all that was asked, for the journal */
    gboolean redone;          /* the drawing has what that had done */
    gboolean settled;         /* it was done, and the output has all of it */
    gboolean as_left;         /* nothing else has changed the drawing since */
    gboolean anew;            /* it can't have: all is asked again */
    FairyCheckpoint *left;    /* what another would go on with; NULL: that can't be */
    gint64 kept;              /* when that was: µs, monotonic; 0 = never */
    FairySession *session;    /* what is said; NULL: it isn't kept */
    FairyRunCost spent;

    char *model; /* NULL: a reply is carried out */
    FairyBudget *budget;
    FairyRecording *recording;
    guint timeout_ms;
    gboolean web;
    GPtrArray *chosen; /* ids that were selected, ended by NULL */
    GArray *pointed;   /* FairyContextItem */
    guint n_open;      /* what the fairy had left to do when its last answer was over */
    FairyAgent *agent;
    FairyExecutor *executor; /* of a reply */
    GSource *reading;        /* of it */
    char *chunk;
    guint64 n_read;

    GError *error;
    FairyJobEnding ending;
    FairyJobFunc finished;
    gpointer finished_data;
};

/* Has this done next, from the main context. */
void fairy_job_next(FairyJob *job, void (*step)(FairyJob *job), guint after_ms);
/* A line for the person. */
void fairy_job_warn(const FairyJob *job, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* The work is over; takes `error`. What was done is written, where it is, and the job ends. */
void fairy_job_over(FairyJob *job, FairyJobEnd end, GError *error);
/* It can't begin, or go on; takes `error`. Nothing is written. */
void fairy_job_fail(FairyJob *job, GError *error);
gboolean fairy_job_is_interrupted(const FairyJob *job);
/* What a job that was ends with; the caller's. */
GError *fairy_job_interruption(void);
/* The drawing is another than it was read, or will be when it is written. */
gboolean fairy_job_is_changed(const FairyJob *job);
/* Why a job that ends so isn't done: "failed", "budget", "interrupted"; NULL: it is. */
const char *fairy_job_word(FairyJobEnd end);

/* --- job_files.c */

void fairy_job_find_places(FairyJob *job);
/* Whether the result can be written, and may be. */
gboolean fairy_job_check_output(FairyJob *job, GError **error);
/* Claims the output, waiting for others, and goes on with `claimed`; or ends the job. */
void fairy_job_claim(FairyJob *job, void (*claimed)(FairyJob *job));
gboolean fairy_job_load(FairyJob *job, GError **error);
/* The drawing is to be written or handed over. */
gboolean fairy_job_will_write(const FairyJob *job);
/* Writes the drawing or hands it over, where it is to be; FALSE: it couldn't be. */
gboolean fairy_job_write(FairyJob *job, GError **error);

/* --- job_ask.c, job_reply.c */

void fairy_job_ask(FairyJob *job);
void fairy_job_reply(FairyJob *job);
void fairy_job_stop_reading(FairyJob *job);
/* The model, its limits. */
void fairy_job_find_means(FairyJob *job);
/* What the person selected and points at. */
gboolean fairy_job_find_pointed(FairyJob *job, GError **error);

/* --- job_session.c */

/* Opens it, unless the job keeps nothing, and has the fairy go on with it: job->session. Only who
 * reads what was said before is told of it: `model` is asked, and isn't offline or a recording. */
void fairy_job_begin_session(FairyJob *job, const char *model, FairyAgentOptions *options);
/* Something happened. At first, and then now and then, what another run needs to go on with this
 * one is kept. */
void fairy_job_keep_event(FairyJob *job, const FairyEvent *event);
/* What the run came to, for when it is kept. */
void fairy_job_note_spent(FairyJob *job);
/* The drawing is about to be written, by a run that ends so. */
void fairy_job_keep_before(FairyJob *job, FairyJobEnd end);
/* Keeps the session: all of it when the run counts, else what was spent; and what another may go on
 * with. */
void fairy_job_keep_after(FairyJob *job, FairyJobEnd end);

/* --- job_resume.c */

/* The run that is gone on with, and how it was asked. */
gboolean fairy_job_find_run(FairyJob *job, GError **error);
/* How it is asked, to be kept; the caller's. */
cJSON *fairy_job_options_json(const FairyJob *job);
/* What the run had finished is done to the drawing, as it was read. Where something else has
 * changed that, it is asked anew; where all of it is written, nothing is written again. */
void fairy_job_take_up(FairyJob *job);
/* What is to be said: the words of this job, those of the run, or both; NULL: nothing. The
 * caller's. */
char *fairy_job_words(const FairyJob *job);
