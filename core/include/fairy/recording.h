/* Recordings: what models were asked and how they answered, byte for byte and with its times, as
 * JSON lines; core/model/README.md tells the format. Written while it happens; the model
 * "replay:FILE" answers from it. Keys never get into one. */
#pragma once

#include <fairy/clock.h>
#include <fairy/model.h>

typedef struct {
    guint64 seed;         /* of the fairy: fairy_character() */
    gboolean pictures;    /* kept as they were sent; else their size and digest */
    gboolean no_bodies;   /* of requests: only their digests are kept */
    FairyClockFunc clock; /* NULL = the machine's */
    gpointer clock_data;
    gint64 time; /* µs since 1970; 0 = now */
    /* Told once, when it can't be written any more; may be NULL. The run goes on: its answers are
     * paid for. */
    void (*failed)(const char *message, gpointer data);
    gpointer data;
} FairyRecordingOptions;

/* Makes the file, for its owner alone (0600). One that is there isn't written over unless it is
 * empty; it may be a pipe. `options` may be NULL. NULL with FAIRY_ERROR_RECORDING. */
FairyRecording *fairy_recording_new(const char *path, const FairyRecordingOptions *options,
                                    GError **error);
/* The run ends before it is done: why, in a word ("interrupted"); for the next. Takes NULL. */
void fairy_recording_ended(FairyRecording *recording, const char *why);
/* That of the recording which the model of this name answers from; FALSE where it is another model,
 * or the recording can't be read. */
gboolean fairy_replay_seed(const char *model, guint64 *seed);
/* As it was made with. */
guint64 fairy_recording_seed(const FairyRecording *recording);
/* The run is over: what it came to. Takes NULL. */
void fairy_recording_total(FairyRecording *recording, const FairyUsage *usage, FairyCost cost);
/* Ends the file, and frees. FALSE with FAIRY_ERROR_RECORDING when it isn't whole. Takes NULL. */
gboolean fairy_recording_close(FairyRecording *recording, GError **error);
