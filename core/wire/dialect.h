/* Dialects: writing a request to a provider's API, and reading the bytes of its response. Pure: no
 * I/O, no clock. One row for each FairyDialectKind. Private to core/. */
#pragma once

#include "wire/profile.h"

#include <fairy/api_error.h>
#include <fairy/prompt.h>
#include <fairy/usage.h>

#include <cjson/cJSON.h>

/* --- the request */

typedef struct {
    char *url;
    char **headers; /* "name: value", NULL-terminated, without the key */
    char *body;     /* JSON */
} FairyDialectRequest;

/* Writes a request for at most `max_output` output tokens (0 = as the profile says). Free with
 * fairy_dialect_request_free(). */
FairyDialectRequest *fairy_dialect_request(const FairyProfile *profile, const FairyPrompt *prompt,
                                           guint max_output);
void fairy_dialect_request_free(FairyDialectRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyDialectRequest, fairy_dialect_request_free)
/* Returns the header that carries the key; the caller wipes and frees it (fairy_wipe()). Returns
 * NULL if the provider wants none, or if the key can't stand in a header. */
char *fairy_dialect_key_header(const FairyProvider *provider, const char *key);

/* --- the response */

typedef struct _FairyAnswer FairyAnswer;

typedef struct {
    void (*text)(const char *text, gsize len,
                 gpointer data);     /* more text of the reply: valid UTF-8 */
    void (*thinking)(gpointer data); /* the model thinks; may be NULL */
    /* The usage so far (fairy_answer_usage()), each time it has grown by some tokens. If it returns
     * FALSE no more text is passed on, but the rest of what has arrived is counted. May be NULL. */
    gboolean (*spent)(const FairyUsage *so_far, gpointer data);
} FairyAnswerFuncs;

FairyAnswer *fairy_answer_new(const FairyProfile *profile, const FairyAnswerFuncs *funcs,
                              gpointer data);
void fairy_answer_free(FairyAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyAnswer, fairy_answer_free)
/* Reads the status and the headers ("name: value", NULL-terminated). */
void fairy_answer_head(FairyAnswer *answer, int status, const char *const *headers);
/* Reads more of the body. Returns FALSE if no more is wanted: the response is over, or broken. */
gboolean fairy_answer_feed(FairyAnswer *answer, const char *bytes, gsize len);
/* Says that the body is over, and stores the result in `api_error`, which the caller clears:
 * FAIRY_API_ERROR_NONE only if the dialect's own terminator was seen, whether the transport saw a
 * clean end or not; FAIRY_API_ERROR_TRUNCATED also if nothing arrived at all, for which the caller
 * may put the transport's own error. */
void fairy_answer_end(FairyAnswer *answer, FairyApiError *api_error);
/* Does the same, and puts `seen`, the transport's error, where the response only shows that
 * something is missing. */
void fairy_answer_end_seen(FairyAnswer *answer, const FairyApiError *seen,
                           FairyApiError *api_error);
/* Returns the usage so far, at any time; borrowed. While the response arrives, and if it has no
 * end, the output is what the provider says or what was seen, whichever is more; at the end it is
 * what the provider says, unless that is impossibly little. What was seen is text, thinking, tool
 * calls and whatever else a model writes, by fairy_tokens(), and a token for each piece at least.
 * If the provider doesn't say the input it is 0, and `estimated` is set. */
const FairyUsage *fairy_answer_usage(FairyAnswer *answer);
