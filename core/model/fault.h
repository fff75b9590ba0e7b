/* Telling what went wrong with a provider, and what the user can do. Pure. Private to core/. */
#pragma once

#include "model/profile.h"

#include <fairy/fault.h>

#include <cjson/cJSON.h>

/* Sets what stands in `fault` free first. `words` are the provider's own, of any length and kind;
 * may be NULL. FAIRY_FAULT_KEY without words: there is no key. */
void fairy_fault_set(FairyFault *fault, const FairyProfile *profile, FairyFaultKind kind,
                     const char *words);
/* Writes the message anew, by all that stands in `fault`. */
void fairy_fault_tell(FairyFault *fault, const FairyProfile *profile, const char *words);
/* Of an answer with a status that is no success. */
void fairy_fault_read(FairyFault *fault, const FairyProfile *profile, int status,
                      const char *const *headers, const char *body, gsize len);
/* Of an error within an answer: the object, or a text. */
void fairy_fault_of_error(FairyFault *fault, const FairyProfile *profile,
                          const char *const *headers, const cJSON *error);
/* Takes the key, and the beginning of it, out of the message. For the one who has it. One of less
 * than FAIRY_MIN_SECRET_BYTES is a word, and stays. */
void fairy_fault_hide(FairyFault *fault, const char *key);

/* The value of a header; NULL when it isn't there. Borrowed. */
const char *fairy_header(const char *const *headers, const char *name);

/* What a stranger says, fit for one line: valid, without control characters, of a sane length, and
 * with what looks like a key replaced. NULL when nothing is left. The caller's. */
char *fairy_fault_words(const char *words);
