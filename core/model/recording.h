/* What is written into a recording. Private to core/. */
#pragma once

#include "wire/profile.h"

#include <fairy/recording.h>

/* Replaces this secret by "*" in all that is written from now on, whoever says it. */
void fairy_recording_hide(FairyRecording *recording, const char *secret);

typedef struct {
    const char *model;           /* "anthropic/claude-sonnet-5-5" */
    const FairyProfile *profile; /* how the response is read; NULL = its bytes are the reply */
    const char *method, *url;    /* may be NULL */
    const char *const *headers;  /* "name: value"; may be NULL */
    const char *body;            /* JSON; may be NULL */
    GDateTime *time;             /* the time in the request; NULL = none */
    const char *mark;            /* the mark of its fences; NULL = none */
} FairyRecordingRequest;

/* Returns the request to a model that reads no prompt, as a JSON body. Free with g_free(). */
char *fairy_recording_words(const FairyRequest *request);

/* The functions below accept NULL as the recording, and then do nothing. Requests may run at the
 * same time; of each one the order is request, head, bytes…, end. */

/* Writes the request, and returns its number, from 1. */
guint fairy_recording_request(FairyRecording *recording, const FairyRecordingRequest *request);
void fairy_recording_head(FairyRecording *recording, guint number, int status,
                          const char *const *headers);
void fairy_recording_bytes(FairyRecording *recording, guint number, const char *bytes, gsize len);
/* Writes the end of a response. `api_error` is what the transport saw, FAIRY_API_ERROR_NONE if
 * nothing was wrong; NULL = we ended it. */
void fairy_recording_end(FairyRecording *recording, guint number, const FairyApiError *api_error);
