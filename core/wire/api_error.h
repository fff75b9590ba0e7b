/* Telling what went wrong with a provider, and what the user can do. Pure. Private to core/. */
#pragma once

#include "wire/profile.h"

#include <fairy/api_error.h>

#include <cjson/cJSON.h>

/* Sets what stands in `fault` free first. `words` are the provider's own, of any length and kind;
 * may be NULL. FAIRY_API_ERROR_KEY without words: there is no key. */
void fairy_api_error_set(FairyApiError *api_error, const FairyProfile *profile,
                         FairyApiErrorKind kind, const char *words);
/* Writes the message anew, by all that stands in `fault`. */
void fairy_api_error_describe(FairyApiError *api_error, const FairyProfile *profile,
                              const char *words);
/* Of an answer with a status that is no success. */
void fairy_api_error_parse(FairyApiError *api_error, const FairyProfile *profile, int status,
                           const char *const *headers, const char *body, gsize len);
/* Of an error within an answer: the object, or a text. */
void fairy_api_error_of_error(FairyApiError *api_error, const FairyProfile *profile,
                              const char *const *headers, const cJSON *error);
/* Takes the key, and the beginning of it, out of the message. For the one who has it. One of less
 * than FAIRY_MIN_SECRET_BYTES is a word, and stays. */
void fairy_api_error_hide(FairyApiError *api_error, const char *key);

/* Whether an answer that begins so can be such an error; how it ends tells. */
gboolean fairy_api_error_may_be_wait(int status, const char *const *headers);

/* The value of a header; NULL when it isn't there. Borrowed. */
const char *fairy_header(const char *const *headers, const char *name);
