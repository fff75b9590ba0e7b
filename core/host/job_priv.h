/* The state of a job, shared by its files. Private to core/host. */
#pragma once

#include "host/control.h"
#include "host/frames.h"
#include "host/team.h"

#include <fairy/course.h>
#include <fairy/job.h>
#include <fairy/journal.h>
#include <fairy/reach.h>
#include <fairy/recording.h>
#include <fairy/session.h>
#include <svg/merge.h>

/* What was done to the drawing as it was read. */
typedef struct {
    SvgDocument *doc; /* NULL = nothing was merged */
    FairyJournalWriter *record;
} FairyJobOwn;

struct _FairyJob {
    FairyJobOptions options;
    GMainContext *context;
    GSource *next;     /* the next step; NULL = it waits for something else */
    gboolean looks;    /* it only composes a prompt, and is never started */
    const char *file;  /* the path that is read; NULL = `bytes` of no file */
    char *output;      /* the path that is written; NULL = the drawing is handed over */
    const char *keeps; /* path of the drawing in the journal; NULL = nothing is stored */
    gboolean goes_on;  /* the output is the file that was read */

    SvgDocument *doc;
    SvgFileState read; /* state of the file when it was read */
    GBytes *base;      /* its text; NULL = as job->doc was read */
    SvgMerge *merge;   /* with what another program saved meanwhile; NULL = none */
    FairyJobOwn own;   /* what was done before that; `doc` and `record` are of the merge */
    guint n_again;     /* how often it was written again */
    gboolean reported; /* `report` was called */
    FairyClaim *claim; /* on the output; NULL = not yet */
    SvgFileState was;  /* state of the file beside, when it was checked */
    FairyClaiming *claiming;
    void (*claimed)(FairyJob *job);
    GError *unclaimed;  /* why it can't be */
    GSource *interrupt; /* watches options.interrupt_fd; NULL = it needn't */
    void (*on_interrupt)(FairyJob *job);
    FairyJournalWriter *record;   /* NULL = nothing is stored */
    gboolean counts;              /* it ended normally, and its session is saved */
    gboolean warned;              /* the person was warned that nothing can be stored */
    FairyJournalAttempt *attempt; /* to store something */
    void (*stored)(FairyJob *job, const GError *error);
    void (*next_step)(FairyJob *job); /* after what is stored before the end */
    SvgSaving *saving; /* the drawing, on its way to the disk; then the lock on what is there */
    gint64 writing;    /* since when it is written, in µs, monotonic */
    void (*written)(FairyJob *job, GError *error);

    FairyCheckpoint *resumed; /* the run that it resumes; NULL = none */
    char **select, **areas;   /* the selection of that run, and its areas */
    char **contexts;          /* what was pointed at in it */
    char *words;              /* all of the person's words, for the journal */
    gboolean redone;          /* the drawing has what that run had done */
    gboolean settled;         /* that run was done, and the output has all of it */
    gboolean as_left;         /* nothing else has changed the drawing since */
    gboolean anew;            /* something else has: the words are asked again */
    FairyCheckpoint *left;    /* the checkpoint; NULL = it can't be resumed */
    gboolean kept;            /* it was stored */
    gboolean unfinished;      /* it stays when the session is saved */
    gint64 keep_next;         /* when it is stored again at the earliest, in µs, monotonic */
    GSource *keeping;         /* stores it then; NULL = nothing is new */
    gint64 unkept;  /* since when something done isn't stored, in µs, monotonic; 0 = all is */
    GQueue unshown; /* cJSON: what those who watch are told when it is */
    FairySession *session; /* NULL = none is saved */
    FairyRunCost spent;

    char *model; /* NULL = a reply is carried out */
    FairyBudget *budget;
    FairyRecording *recording;
    FairyFrames *frames; /* NULL = no pictures are made */
    FairyCourse *course; /* NULL = it goes as it goes */
    guint timeout_ms;
    gboolean web;
    GPtrArray *chosen;     /* selected ids, NULL-terminated */
    GArray *pointed;       /* FairyContextItem */
    guint n_open;          /* fairy_team_n_open() when the last response was over */
    FairyTeam *team;       /* the fairies at it; NULL = none yet, or not any more */
    FairyControl *control; /* others reach the fairy by it; NULL = they can't */
    void (*opened)(FairyJob *job);
    guint counts_of[3];            /* outcomes, by FairyStatus */
    GHashTable *makers;            /* ids of shapes → of the fairies that made or changed them */
    volatile int stopped;          /* options.interrupted, where the caller has none */
    FairyReach *reach;             /* a run that may be at work on the same */
    GSource *looking;              /* looks for one again, while the claim is waited for */
    void (*untold)(FairyJob *job); /* goes on without it */
    char *told;                    /* ending.told */
    FairyExecutor *executor;       /* carries out the reply */
    GSource *reading;              /* reads the reply */
    char *chunk;
    guint64 n_read;

    GError *error;
    FairyJobEnding ending;
    FairyJobFunc finished;
    gpointer finished_data;
};

/* Calls `step` next, from the main context. */
void fairy_job_next(FairyJob *job, void (*step)(FairyJob *job));
/* Does the same after `ms`. */
void fairy_job_next_in(FairyJob *job, guint ms, void (*step)(FairyJob *job));
/* Warns the person with one line. */
void fairy_job_warn(const FairyJob *job, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Says that the work is over, and takes ownership of `error`. What was done is written where it
 * belongs, and the job ends. */
void fairy_job_over(FairyJob *job, FairyJobEnd way, GError *error);
/* Says that the words were told to a fairy that is at work already, whose name this is. */
void fairy_job_told(FairyJob *job, const char *fairy);
/* Says that the job can't begin or go on, and takes ownership of `error`. Nothing is written. */
void fairy_job_fail(FairyJob *job, GError *error);
/* Calls `store`, which writes to the journal's file, until no other process is at it, and then
 * `stored`, whose `error` is borrowed (NULL = none). */
void fairy_job_store(FairyJob *job, FairyJournalAttemptFunc store,
                     void (*stored)(FairyJob *job, const GError *error));
gboolean fairy_job_is_interrupted(const FairyJob *job);
/* Calls `step` once when the job is interrupted; NULL ends the watching. */
void fairy_job_watch_interrupt(FairyJob *job, void (*step)(FairyJob *job));
/* Returns the error of an interrupted job. Free with g_error_free(). */
GError *fairy_job_interruption(void);
/* Returns whether the drawing isn't, or won't be when it is written, as it was read. */
gboolean fairy_job_is_changed(const FairyJob *job);
/* Returns why a job with this end isn't done: "failed", "budget", "interrupted"; static. NULL = it
 * is done. */
const char *fairy_job_word(FairyJobEnd end);
/* Returns whether the drawing is written at such an end, whatever was done to it. */
gboolean fairy_job_writes_at(FairyJobEnd end);
/* Whether an editor has the drawing open, which is handed the result. */
gboolean fairy_job_is_edited(const FairyJobOptions *options);

/* --- job_files.c */

void fairy_job_find_places(FairyJob *job);
/* Returns whether the result can be written, and may be. */
gboolean fairy_job_check_output(FairyJob *job, GError **error);
/* Claims the output, waiting for other processes, and then calls `claimed`; or ends the job. */
void fairy_job_claim(FairyJob *job, void (*claimed)(FairyJob *job));
/* Stops waiting for it. */
void fairy_job_stop_claiming(FairyJob *job);
gboolean fairy_job_load(FairyJob *job, GError **error);
/* Returns whether the file beside may be replaced: it is as the journal wrote it there last, or the
 * person said so. *n_done becomes how many entries that was. */
gboolean fairy_job_check_result(FairyJob *job, guint *n_done, GError **error);
/* Tells what was done with the drawing, and how long it took since `since`, in µs, monotonic. */
void fairy_job_note(const FairyJob *job, const char *what, const char *path, gint64 since);

/* --- job_write.c */

/* Returns whether the drawing is going to be written or handed over. */
gboolean fairy_job_will_write(const FairyJob *job);
/* Writes the drawing, or hands it over, and then calls `written`, which takes ownership of `error`
 * (NULL = it is done). */
/* Stores in job->ending what is known of how it ends. */
void fairy_job_note_ending(FairyJob *job);
void fairy_job_write(FairyJob *job, void (*written)(FairyJob *job, GError *error));

/* --- job_merge.c */

/* Returns whether another program has saved the drawing since it was read, so that what was done
 * has to be merged. The claim is held where that file is the output. */
gboolean fairy_job_is_outdated(const FairyJob *job);
/* Merges what was done into what the file is now, which becomes job->doc. FALSE with an error when
 * that is no drawing. */
gboolean fairy_job_merge(FairyJob *job, GError **error);
/* Returns whether writing, which failed with this error (NULL = merging failed), is worth another
 * try, and counts it. *ms becomes when. */
gboolean fairy_job_may_merge_again(FairyJob *job, const GError *error, guint *ms);
/* Writes what was done beside the drawing, as it can't be merged because of `error`, which it
 * takes. Returns the error that tells so. */
GError *fairy_job_save_aside(FairyJob *job, GError *error);
/* Tells the person what became of what was done. */
void fairy_job_tell_merge(const FairyJob *job);
/* Returns the drawing with what was done, and without what another program saved meanwhile. */
SvgDocument *fairy_job_own_doc(const FairyJob *job);
/* Frees what was done before a merge, and the merge. */
void fairy_job_forget_merge(FairyJob *job);

/* --- job_ask.c, job_reply.c */

void fairy_job_ask(FairyJob *job);
void fairy_job_reply(FairyJob *job);
/* Carries out a reply that is there. */
void fairy_job_carry_out(FairyJob *job, GBytes *reply);
void fairy_job_stop_reading(FairyJob *job);
/* Finds out the model and its limits. */
void fairy_job_find_means(FairyJob *job);
/* Reads what the person selected and points at. */
gboolean fairy_job_find_pointed(FairyJob *job, GError **error);

/* --- job_frames.c: each does nothing where no pictures are made. */

gboolean fairy_job_begin_frames(FairyJob *job, GError **error);
/* Adds a picture of what an action changed. */
void fairy_job_show_frame(FairyJob *job, const FairyEvent *event);
/* Adds the last picture, and waits until all are written. */
void fairy_job_end_frames(FairyJob *job);

/* --- job_course.c */

/* Finds the recording that the model replays, and as many fairies. */
gboolean fairy_job_find_course(FairyJob *job, GError **error);

/* --- job_recording.c */

/* Begins the recording that was asked for, if any. */
gboolean fairy_job_begin_recording(FairyJob *job, guint64 seed, GError **error);
void fairy_job_end_recording(FairyJob *job);

/* --- job_control.c */

/* Tells the fairy something on the person's behalf, and who watches that it was told. */
void fairy_job_tell(FairyJob *job, FairyAgent *agent, const char *words);

/* Others can reach the job's fairy from now on, and `step` follows; unless a run that began in this
 * moment was told the words. */
void fairy_job_open_control(FairyJob *job, void (*step)(FairyJob *job));
/* Returns how things are, as events for who comes to watch: all fairies, tasks that are open, and
 * who made what; an array. Free with cJSON_Delete(). */
cJSON *fairy_job_state(const FairyJob *job);
/* Remembers who made or changed the shapes of this event, if others can reach the job. */
void fairy_job_note_made(FairyJob *job, const FairyEvent *event);
/* Tells who watches, when what was done is kept. */
void fairy_job_show_event(FairyJob *job, const FairyEvent *event);
/* Nobody finds the job any more, and its fairy is told nothing more. */
void fairy_job_hide_control(FairyJob *job);
/* Tells who watches how the job ended. */
void fairy_job_close_control(FairyJob *job);

/* --- job_told.c */

/* Tells the words to a run that is at work on the same, and ends the job; or calls `untold`. */
void fairy_job_tell_other(FairyJob *job, void (*untold)(FairyJob *job));
/* Does that again and again while the claim is waited for. */
void fairy_job_look_for_other(FairyJob *job);
/* Stops looking. Calls `step`, unless the words are being told: then when they weren't. */
void fairy_job_stop_looking(FairyJob *job, void (*step)(FairyJob *job));

/* --- job_session.c */

/* Returns whether a model reads what was said before, and what is said meanwhile. */
gboolean fairy_job_listens(const char *model);
/* Returns the name of the job's session; NULL if it keeps none. */
const char *fairy_job_session_name(const FairyJob *job);

/* Opens job->session, unless the job stores nothing, and puts its state into `options`. Only a
 * fairy whose model reads the history (not offline or a recording) gets its memory. */
void fairy_job_begin_session(FairyJob *job, const char *model, FairyAgentOptions *options);
/* Stores the checkpoint at the first event, and then now and then. */
void fairy_job_keep_event(FairyJob *job, const FairyEvent *event);
/* Nothing is stored any more as time goes by. */
void fairy_job_stop_keeping(FairyJob *job);
/* Tells who watches, when what was done so far is kept. Takes `json`. */
void fairy_job_show_kept(FairyJob *job, cJSON *json);
/* What was done is kept now, or the run is over: what is held back is told. */
void fairy_job_release_told(FairyJob *job);
/* Stores it with what the fairy was told just now, or soon. */
void fairy_job_keep_told(FairyJob *job);
/* Notes what the run cost, for saving it. */
void fairy_job_note_spent(FairyJob *job);
/* Stores the checkpoint before the drawing is written by a run that ends so, and goes on with
 * `next`. */
void fairy_job_keep_before(FairyJob *job, FairyJobEnd end, void (*next)(FairyJob *job));
/* Saves the session, all of it if the run counts, else only what it cost, and the checkpoint, if
 * the run can be resumed; then goes on with `next`. */
void fairy_job_keep_after(FairyJob *job, FairyJobEnd end, void (*next)(FairyJob *job));

/* --- job_others.c */

/* Tells the fairy what others have done to the drawing since the session's last run. */
void fairy_job_tell_others(FairyJob *job);
/* Tells it, in its next run, what wasn't merged as it was done. */
void fairy_job_remember_merge(FairyJob *job);
/* Notes in the session how the fairy leaves the drawing: all else will be others' doing. */
void fairy_job_keep_former(FairyJob *job);

/* --- job_resume.c */

/* Finds the run to resume, and how it was asked. */
gboolean fairy_job_find_run(FairyJob *job, GError **error);
/* Returns how the job is asked, for its checkpoint. Free with cJSON_Delete(). */
cJSON *fairy_job_options_json(const FairyJob *job);
/* Applies what the resumed run had finished to the drawing, which is as it was read. If something
 * else has changed the drawing, all is asked again; if all of it is written already, nothing is
 * written again. */
void fairy_job_take_up(FairyJob *job);
/* Returns the words to send: those of this job, those of the resumed run, or both. Free with
 * g_free(). NULL = none. */
char *fairy_job_words(const FairyJob *job);
