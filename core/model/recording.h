/* What is written into a recording. Private to core/. */
#pragma once

#include "model/moment.h"
#include "wire/profile.h"

#include <fairy/recording.h>

/* Replaces this secret by "*" in all that is written from now on, whoever says it. */
void fairy_recording_hide(FairyRecording *recording, const char *secret);

typedef struct {
    const char *model;           /* "anthropic/claude-sonnet-5-5" */
    const char *fairy;           /* id of the fairy that asks; NULL = untold */
    guint number;                /* of its requests in its run, from 1; 0 = untold */
    const FairyProfile *profile; /* how the response is read; NULL = its bytes are the reply */
    const char *method, *url;    /* may be NULL */
    const char *const *headers;  /* "name: value"; may be NULL */
    const char *body;            /* JSON; may be NULL */
    GDateTime *time;             /* the time in the request; NULL = none */
    const char *mark;            /* the mark of its fences; NULL = none */
} FairyRecordingRequest;

/* Writes a moment of the course. Accepts NULL as the recording. */
void fairy_recording_moment(FairyRecording *recording, const FairyMoment *moment);

/* Returns the request to a model that reads no prompt, as a JSON body. Free with g_free(). */
char *fairy_recording_words(const FairyRequest *request);

/* The functions below accept NULL as the recording, and then do nothing. Requests may run at the
 * same time; of each one the order is request, head, bytes…, end. */

/* Writes the request, and returns its number, from 1. */
guint fairy_recording_request(FairyRecording *recording, const FairyRecordingRequest *request);
void fairy_recording_head(FairyRecording *recording, guint number, int status,
                          const char *const *headers);
/* Returns how many more bytes of this response, counted from the first that wasn't returned yet,
 * are recorded now: all but what may be the beginning of a secret. Who reads them only then has the
 * same pieces as the recording. Without a recording, or when it can't be written any more, all of
 * them: G_MAXSIZE. */
gsize fairy_recording_bytes(FairyRecording *recording, guint number, const char *bytes, gsize len);
/* Writes the rest of the response's bytes and its end, once. `api_error` is what the transport saw,
 * FAIRY_API_ERROR_NONE if nothing was wrong; NULL = we ended it. */
void fairy_recording_end(FairyRecording *recording, guint number, const FairyApiError *api_error);
