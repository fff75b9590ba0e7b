/* What a recording is told. Private to core/. */
#pragma once

#include "wire/profile.h"

#include <fairy/recording.h>

/* From now on nothing that is written has this in it, whoever says it: "*" stand there. */
void fairy_recording_hide(FairyRecording *recording, const char *secret);

typedef struct {
    const char *model;           /* "anthropic/claude-sonnet-5-5" */
    const FairyProfile *profile; /* how the answer is read; NULL = its bytes are the reply */
    const char *method, *url;    /* may be NULL */
    const char *const *headers;  /* "name: value"; may be NULL */
    const char *body;            /* JSON; may be NULL */
    GDateTime *time;             /* that it tells; NULL = none */
    const char *mark;            /* of its fences; NULL = none */
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
/* `fault` is what the transport saw, FAIRY_API_ERROR_NONE when it saw nothing wrong; NULL when we
 * ended it. */
void fairy_recording_end(FairyRecording *recording, guint number, const FairyApiError *api_error);
