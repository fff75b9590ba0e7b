/* API errors: what went wrong, and the message for the person. Pure: no I/O. Private to core/. */
#pragma once

#include "wire/profile.h"

#include <fairy/api_error.h>

#include <cjson/cJSON.h>

/* Sets `api_error` to this kind, with a message; what it holds is freed first. `words` are the
 * provider's own, of any length and content; may be NULL. FAIRY_API_ERROR_KEY without words means
 * that there is no key. */
void fairy_api_error_set(FairyApiError *api_error, const FairyProfile *profile,
                         FairyApiErrorKind kind, const char *words);
/* Writes the message again, by the other members of `api_error`. */
void fairy_api_error_describe(FairyApiError *api_error, const FairyProfile *profile,
                              const char *words);
/* Sets `api_error` from a response whose HTTP status is an error. */
void fairy_api_error_parse(FairyApiError *api_error, const FairyProfile *profile, int status,
                           const char *const *headers, const char *body, gsize len);
/* Sets `api_error` from an error inside a response: an object or a string. */
void fairy_api_error_of_error(FairyApiError *api_error, const FairyProfile *profile,
                              const char *const *headers, const cJSON *error);
/* Replaces the key, and its beginning, in the message. A key of less than FAIRY_MIN_SECRET_BYTES is
 * a word, and stays. */
void fairy_api_error_hide(FairyApiError *api_error, const char *key);

/* Returns whether a response that begins so may turn out to be a fairy_api_error_is_wait(). */
gboolean fairy_api_error_may_be_wait(int status, const char *const *headers);

/* Returns the value of a header, borrowed; NULL if it isn't there. */
const char *fairy_header(const char *const *headers, const char *name);
