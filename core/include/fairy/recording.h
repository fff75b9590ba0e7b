/* Recordings: the requests to models and their responses, byte for byte and with their times, as
 * JSON lines (core/model/README.md describes the format). They are written as it happens, and the
 * model "replay:FILE" answers from one. Keys never get into a recording. */
#pragma once

#include <fairy/clock.h>
#include <fairy/model.h>

/* A fairy that takes part. */
typedef struct {
    const char *id, *name;
} FairyRecordingFairy;

typedef struct {
    guint64 seed;                       /* of the fairies' characters (fairy_character()) */
    const FairyRecordingFairy *fairies; /* who takes part; borrowed for the call. NULL = untold */
    guint n_fairies;
    gboolean pictures;    /* record pictures as they were sent; else their size and digest */
    gboolean no_bodies;   /* record digests of request bodies instead of the bodies */
    FairyClockFunc clock; /* monotonic; NULL = fairy_clock_monotonic() */
    gpointer clock_data;
    gint64 time; /* of the start, in µs since 1970; 0 = now */
    /* Called once if a line can't be written any more, with a message for the person. The run goes
     * on, as its responses are paid for. May be NULL. */
    void (*failed)(const char *message, gpointer data);
    gpointer data;
} FairyRecordingOptions;

/* Creates the file with mode 0600. A regular file that isn't empty is never overwritten; a pipe may
 * be given. `options` may be NULL. Free with fairy_recording_close(). Returns NULL with
 * FAIRY_ERROR_RECORDING. */
FairyRecording *fairy_recording_new(const char *path, const FairyRecordingOptions *options,
                                    GError **error);
/* Says why the run ended early, in a word ("interrupted"); fairy_recording_total() writes it.
 * Accepts NULL as the recording. */
void fairy_recording_ended(FairyRecording *recording, const char *why);
/* Stores in *seed that of the recording which the model of this name replays. Returns FALSE if it
 * is no replay, or if the recording can't be read. */
gboolean fairy_replay_seed(const char *model, guint64 *seed);
/* Returns the seed that the recording was made with. */
guint64 fairy_recording_seed(const FairyRecording *recording);
/* Writes the last line: the run's total usage and cost. Accepts NULL as the recording. */
void fairy_recording_total(FairyRecording *recording, const FairyUsage *usage, FairyCost cost);
/* Closes the file and frees the recording. Returns FALSE with FAIRY_ERROR_RECORDING if the file
 * isn't complete. Accepts NULL. */
gboolean fairy_recording_close(FairyRecording *recording, GError **error);
