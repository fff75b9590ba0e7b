/* How models are spoken to: a request is written, and the bytes of its answer are read. Pure: no
 * I/O, no clock. One row per FairyDialectKind. Private to core/. */
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

/* `max_output` tokens at most (0 = as the profile says). The caller's. */
FairyDialectRequest *fairy_dialect_request(const FairyProfile *profile, const FairyPrompt *prompt,
                                           guint max_output);
void fairy_dialect_request_free(FairyDialectRequest *request);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyDialectRequest, fairy_dialect_request_free)
/* The header that carries `key`; NULL when the provider wants none, or the key can't stand in a
 * header. The caller's, to be wiped. */
char *fairy_dialect_key_header(const FairyProvider *provider, const char *key);

/* --- the answer */

typedef struct _FairyAnswer FairyAnswer;

typedef struct {
    void (*text)(const char *text, gsize len, gpointer data); /* more of the reply: valid UTF-8 */
    void (*thinking)(gpointer data);                          /* it thinks; may be NULL */
    /* What it has cost so far (fairy_answer_usage()), each time that is some tokens more. FALSE: no
     * more is wanted, and the rest of what has come is counted, but not told. May be NULL. */
    gboolean (*spent)(const FairyUsage *so_far, gpointer data);
} FairyAnswerFuncs;

FairyAnswer *fairy_answer_new(const FairyProfile *profile, const FairyAnswerFuncs *funcs,
                              gpointer data);
void fairy_answer_free(FairyAnswer *answer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyAnswer, fairy_answer_free)
/* The status line and the headers have come ("name: value", NULL-terminated). */
void fairy_answer_head(FairyAnswer *answer, int status, const char *const *headers);
/* More of the body, as it came. FALSE when no more is wanted: the answer is over, or broken. */
gboolean fairy_answer_feed(FairyAnswer *answer, const char *bytes, gsize len);
/* The body is over. How it went: FAIRY_API_ERROR_NONE only where the wire's own terminator was
 * seen. Whether the transport saw a clean end makes no difference; a fault of its own is the
 * caller's to put in the place of FAIRY_API_ERROR_TRUNCATED, which this is when nothing came at
 * all. `fault` is the caller's to clear. */
void fairy_answer_end(FairyAnswer *answer, FairyApiError *api_error);
/* The same where the transport saw `seen`, which counts where the answer only knows that something
 * is missing. */
void fairy_answer_end_seen(FairyAnswer *answer, const FairyApiError *seen,
                           FairyApiError *api_error);
/* As far as is known, at any time. What the provider doesn't say of the output is estimated: while
 * the answer comes, and where it has no end, it is what is told or what was seen, whichever is
 * more; at the end what is told counts, unless that is so little that it can't be. What was seen is
 * text, thinking, calls of tools and whatever else a model writes, by fairy_tokens(), and a token
 * for each piece at least. Where the provider doesn't say what it read, `input` is 0, and
 * `estimated` set. The answer's. */
const FairyUsage *fairy_answer_usage(FairyAnswer *answer);
