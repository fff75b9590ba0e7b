/* Checkpoints: runs that haven't ended by themselves, stored so that a later run can resume them.
 *
 * A run is stored from its beginning on, again and again; when it has ended by itself its
 * checkpoint is removed in the transaction that saves its session. So the checkpoint of a run that
 * was killed is still there. A checkpoint goes with one of two states of the drawing, told apart by
 * digests: as it was read, with what was done since as patches; or as it was written. Only the
 * latest run of each drawing, session and output is stored; limits are in <fairy/limits.h>. */
#pragma once

#include <fairy/journal.h>
#include <svg/geometry.h>

typedef struct {
    char *asked;         /* path of the drawing that the person named */
    char *reads;         /* path of the drawing to resume from: the same, or where it was written */
    char *writes;        /* path of the drawing to write */
    char *session;       /* name of the session */
    gint64 time;         /* when it was stored, in µs since 1970 */
    gint64 alive;        /* pid of the process that is still running it; 0 = none */
    char *why;           /* why it ended early: "interrupted", "budget", "failed"; NULL = it was
                            killed, or still runs */
    char *words, *model; /* the person's words, and the name of the model */
    cJSON *options;      /* the caller's own: how it was asked */
    char *before;        /* digest of the drawing at `reads` that all this goes with */
    SvgPoint origin;     /* of model space, in document space */
    double step;         /* of model space: document units per unit */
    cJSON *done;         /* what was done but not written: fairy_journal_writer_json(); NULL =
                            nothing */
    cJSON *chat;   /* what isn't in the session yet: fairy_session_new_items(); NULL = nothing */
    cJSON *life;   /* fairy_agent_snapshot(); NULL = the words have to be asked again */
    gboolean over; /* the run is done, and the drawing only has to be written */
} FairyCheckpoint;

/* Makes an empty checkpoint, which owns what is put into it. Free with fairy_checkpoint_free(). */
FairyCheckpoint *fairy_checkpoint_new(void);
/* Frees the checkpoint and all in it. Accepts NULL. */
void fairy_checkpoint_free(FairyCheckpoint *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyCheckpoint, fairy_checkpoint_free)

/* Stores the checkpoint in place of the one before, with the time and, without a `why`, the pid of
 * this process. If one of its paths isn't a regular file or a new name, nothing is stored, which is
 * no error. Returns FALSE with FAIRY_ERROR_JOURNAL if the journal can't be written. */
gboolean fairy_checkpoint_save(const FairyCheckpoint *run, GError **error);
/* Finds the latest checkpoint of that drawing (the one that was named, or the one to write) and
 * session, and of the output, if that is given: two runs about one drawing that write different
 * files can both be resumed. Free with fairy_checkpoint_free(). Returns NULL with
 * FAIRY_ERROR_JOURNAL if there is nothing to resume, or with FAIRY_ERROR_USAGE, which lists them,
 * if runs write several outputs and `output` is NULL. */
FairyCheckpoint *fairy_checkpoint_find(const char *path, const char *output, const char *session,
                                       GError **error);
/* Returns all checkpoints (FairyCheckpoint), the latest first: of a drawing as above, and of a
 * session; NULL = of any. Free with g_ptr_array_unref(). Returns NULL with FAIRY_ERROR_JOURNAL. */
GPtrArray *fairy_checkpoints_list(const char *path, const char *session, GError **error);
/* Returns how and when the run ended: "interrupted, 2026-11-25 18:30", "killed, …", "at work, …".
 * Free with g_free(). */
char *fairy_checkpoint_how(const FairyCheckpoint *run);
/* Returns how many actions were done that aren't written. */
guint fairy_checkpoint_n_done(const FairyCheckpoint *run);
/* Returns {"asked":…,"reads":…,"writes":…,"session":…,"time":…,"why":…,"pid":…,"words":…,"model":…,
 * "unwritten":2,"fairies":[{"id":…,"name":…,"mode":…}],"tasks":[{"id":…,"title":…,"fairy":…,
 * "state":…}]}, without members that have no value: "pid" is of a process that is at it, and a
 * fairy by itself has no "name". Free with cJSON_Delete(). */
cJSON *fairy_checkpoint_json(const FairyCheckpoint *run);
