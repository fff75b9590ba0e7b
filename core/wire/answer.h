/* What a dialect reports about a response while it reads its events. Private to core/wire. */
#pragma once

#include "wire/dialect.h"

/* Report more text of the reply, or of thinking. Anything but a string that isn't empty is ignored.
 */
void fairy_answer_text(FairyAnswer *answer, const cJSON *text);
void fairy_answer_thinking(FairyAnswer *answer, const cJSON *text);
/* Reports why the model stopped; FAIRY_API_ERROR_NONE = it was done. `words` are the provider's
 * about it, and may be NULL. */
void fairy_answer_stop(FairyAnswer *answer, FairyApiErrorKind kind, const char *words);
/* Does the same for a reason in the provider's words, which is looked up in a table that ends with
 * NULL. An empty one is ignored; one that isn't in the table is FAIRY_API_ERROR_NONE. */
typedef struct {
    const char *reason;
    FairyApiErrorKind kind;
} FairyStop;
void fairy_answer_stop_reason(FairyAnswer *answer, const FairyStop *table, const char *reason,
                              const char *words);
/* Counts what else the model wrote: all texts in `object` at any depth, except the members that are
 * named in `read` (NULL-terminated), because they are read already or cost nothing. Anything but an
 * object is ignored. */
void fairy_answer_other(FairyAnswer *answer, const cJSON *object, const char *const *read);
/* Reports more of the text in which the model refuses. */
void fairy_answer_refuse(FairyAnswer *answer, const cJSON *text);
/* Reports the dialect's own terminator: the response is complete. */
void fairy_answer_finish(FairyAnswer *answer);
/* Reports an error inside the response: an object or a string. */
void fairy_answer_fail(FairyAnswer *answer, const cJSON *error);
/* Returns the usage that the provider says, for the dialect to set; it is checked after the event.
 */
FairyUsage *fairy_answer_counts(FairyAnswer *answer);
/* Sets *count to the number in a member if that is larger: providers say the usage so far. Returns
 * FALSE if there is none. */
gboolean fairy_count(guint64 *count, const cJSON *object, const char *name);
