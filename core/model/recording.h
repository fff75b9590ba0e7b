/* Recordings: what models were asked and how they answered, byte for byte and with its times, as
 * JSON lines; README.md tells the format. Made here while it happens, read by recorded.h. Keys
 * never get into one. Private to core/. */
#pragma once

#include "model/profile.h"

#include <fairy/clock.h>
#include <fairy/model.h>

typedef struct {
    guint64 seed;         /* of what is random in the run */
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
/* From now on nothing that is written has this in it, whoever says it: "*" stand there. */
void fairy_recording_hide(FairyRecording *recording, const char *secret);

typedef struct {
    const char *model;           /* "anthropic/claude-sonnet-5-5" */
    const FairyProfile *profile; /* how the answer is read; NULL = its bytes are the reply */
    const char *method, *url;    /* may be NULL */
    const char *const *headers;  /* "name: value"; may be NULL */
    const char *body;            /* JSON; may be NULL */
} FairyRecordingRequest;

/* What is asked of a model that reads no prompt, as a body; the caller's. */
char *fairy_recording_words(const FairyRequest *request);

/* The tap. All of these take NULL, and do nothing then. Requests may run at the same time; of one,
 * the order is request, head, bytes…, end. */

/* The number of the request, from 1. */
guint fairy_recording_request(FairyRecording *recording, const FairyRecordingRequest *request);
void fairy_recording_head(FairyRecording *recording, guint number, int status,
                          const char *const *headers);
void fairy_recording_bytes(FairyRecording *recording, guint number, const char *bytes, gsize len);
/* `fault` is what the transport saw, FAIRY_FAULT_NONE when it saw nothing wrong; NULL when we ended
 * it. */
void fairy_recording_end(FairyRecording *recording, guint number, const FairyFault *fault);
/* The run is over: what it came to. */
void fairy_recording_total(FairyRecording *recording, const FairyUsage *usage, FairyCost cost);
/* Ends the file, and frees. FALSE with FAIRY_ERROR_RECORDING when it isn't whole. */
gboolean fairy_recording_close(FairyRecording *recording, GError **error);
