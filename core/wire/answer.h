/* What the wires tell of an answer as they read it. Private to core/model. */
#pragma once

#include "wire/dialect.h"

/* More of the reply; of thinking. Takes what is no string, or empty. */
void fairy_answer_text(FairyAnswer *answer, const cJSON *text);
void fairy_answer_thinking(FairyAnswer *answer, const cJSON *text);
/* Why the model stopped: FAIRY_API_ERROR_NONE = it was done. `words` of the provider about it; may
 * be NULL. */
void fairy_answer_stop(FairyAnswer *answer, FairyApiErrorKind kind, const char *words);
/* The reason it gives, looked up in a table that ends with NULL; empty ones are none, and one that
 * isn't there is FAIRY_API_ERROR_NONE. */
typedef struct {
    const char *reason;
    FairyApiErrorKind kind;
} FairyStop;
void fairy_answer_stop_reason(FairyAnswer *answer, const FairyStop *table, const char *reason,
                              const char *words);
/* What else the model wrote, and nobody reads: all texts in `object`, at any depth, but for its
 * members that are named in `read` (NULL-terminated) because they are taken already, or nobody
 * pays for them. They are counted. Takes what is no object. */
void fairy_answer_other(FairyAnswer *answer, const cJSON *object, const char *const *read);
/* More of why it won't. */
void fairy_answer_refuse(FairyAnswer *answer, const cJSON *text);
/* The wire's own terminator: the answer is whole. */
void fairy_answer_finish(FairyAnswer *answer);
/* An error in it: an object, or a text. */
void fairy_answer_fail(FairyAnswer *answer, const cJSON *error);
/* Its counts, to be set, which will be looked at when the event is read. */
FairyUsage *fairy_answer_counts(FairyAnswer *answer);
/* Sets a count to a member that is a number and more: what is told is what there is so far. FALSE
 * when it isn't there. */
gboolean fairy_count(guint64 *count, const cJSON *object, const char *name);
