/* Runs that haven't ended by themselves, kept so that another can go on where they were.
 *
 * A run is kept from its beginning on, again and again, and taken out when it has ended by
 * itself, in the transaction that keeps its session. So one that was killed is still there. What is
 * kept belongs to the drawing in one of two states, told by digests: as it was read, with what was
 * done to it since as patches; or as it was written. Of a drawing's session the latest is kept. */
#pragma once

#include <fairy/journal.h>
#include <svg/geometry.h>

typedef struct {
    char *asked;         /* path of the drawing that the person named */
    char *reads;         /* of the one to go on from: the same, or where it was written to */
    char *writes;        /* of the one to write */
    char *session;       /* its name */
    gint64 time;         /* when it was kept: µs since 1970 */
    gint64 alive;        /* the process that is still at it; 0 = none */
    char *why;           /* it ended: "interrupted", "budget", "failed"; NULL: it didn't */
    char *words, *model; /* that were asked */
    cJSON *options;      /* the door's own: how it was asked */
    char *before;        /* digest of the drawing at `reads` that all this goes with */
    SvgPoint origin;     /* of model space */
    double step;         /* of it */
    cJSON *done;   /* fairy_journal_writer_json(): done since and not written; NULL = nothing */
    cJSON *chat;   /* fairy_session_news(): what isn't in the session; NULL = nothing */
    cJSON *life;   /* fairy_agent_snapshot(); NULL: it has to be asked anew */
    gboolean over; /* it is done, and only has to be written */
} FairyCheckpoint;

FairyCheckpoint *fairy_checkpoint_new(void);
/* Takes NULL. */
void fairy_checkpoint_free(FairyCheckpoint *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyCheckpoint, fairy_checkpoint_free)

/* Keeps it, in place of the one before; while it hasn't ended, as this process's. Paths may be any;
 * what isn't a file isn't kept, and that is no error. */
gboolean fairy_checkpoint_save(const FairyCheckpoint *run, GError **error);
/* The latest of that drawing (the one asked about, or the one that it writes) and session. NULL
 * with FAIRY_ERROR_JOURNAL when there is nothing to go on with. */
FairyCheckpoint *fairy_checkpoint_find(const char *path, const char *session, GError **error);
