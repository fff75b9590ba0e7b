/* A model that answers from a recording, for its files. Private to core/model. */
#pragma once

#include "model/course.h"
#include "model/recording.h"
#include "model/replay_name.h"
#include "wire/dialect.h"

typedef struct {
    FairyRecordingReader *recorded, *own; /* that of the course, or its own */
    FairyReplayName name;
    FairyPlayer player; /* runs: a request is under way */
    FairyCapabilities capabilities;
    FairyModelContext context;
    gboolean warned;
    guint number;    /* of the request that is answered, or was, from 1 */
    guint recording; /* the same in the recording that is made of this */
    gint64 at;       /* of what was told last */
    GSource *source; /* what comes next, where it goes on by itself */
    gboolean asked;  /* the request was looked at */
    gboolean waited; /* for the server's time, before it */
    gboolean enough; /* no more of its answer is wanted */
    gboolean spent;  /* its answer would cost more than is wanted */
    const FairyRequest *request;
    FairyModelFuncs funcs;
    gpointer data;
    FairyAnswer *answer; /* NULL: bytes are the reply. Kept until the next: its usage is lent */
    FairyRecordingEvent event; /* to be told next */
} Replay;

/* --- replay.c */

/* Ends the answer with a fault that asking again wouldn't change. */
void fairy_replay_fail(Replay *self, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* --- replay_request.c */

/* Returns the number of the first request of this fairy after that one; 0 = there is none. */
guint fairy_replay_next(const Replay *self, guint number);
/* Returns the request of this number; NULL for 0. */
const FairyRecordingReaderRequest *fairy_replay_request(const Replay *self, guint number);
/* Compares what is asked with the recorded request of this number, and records it. Returns FALSE if
 * the answer is over with that, and the model may be gone. */
gboolean fairy_replay_take_request(Replay *self, guint number);
