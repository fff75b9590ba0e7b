/* Reads a model's reply while it arrives: {"actions":[{…},…]}, a bare array, or a single action, in
 * prose or code fences. It is a push parser: it takes linear time, gives the same result however
 * the bytes are split, and an action is complete only at its closing brace. The grammar is RFC 8259
 * with the tolerances that core/stream/README.md lists. */
#pragma once

#include <fairy/error.h>
#include <fairy/limits.h>

#include <cjson/cJSON.h>

typedef struct _FairyReader FairyReader;

/* Called for each finished action. `index` counts the elements of the array, from 0. `action` is
 * the whole object; the callee owns it and frees it with cJSON_Delete().
 * Names may be constants (cJSON_StringIsConst in `type`), so that `type` is asked by cJSON_Is…().
 */
typedef void (*FairyActionFunc)(guint index, cJSON *action, gpointer data);
/* Called for each element that isn't an action: it is no object, has no string "_type", or holds a
 * number that a double can't represent. `why` is a clause for the model, borrowed for the call. */
typedef void (*FairyInvalidFunc)(guint index, const char *why, gpointer data);

typedef struct {
    FairyActionFunc action;
    FairyInvalidFunc invalid; /* may be NULL */
} FairyReaderFuncs;

/* Makes a reader of one reply. `funcs` is copied. Free with fairy_reader_free(). */
FairyReader *fairy_reader_new(const FairyReaderFuncs *funcs, gpointer data);
/* Frees the reader. Accepts NULL. */
void fairy_reader_free(FairyReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyReader, fairy_reader_free)

/* Reads more of the reply, and calls the functions for what it completes. Returns FALSE with
 * FAIRY_ERROR_REPLY at the first byte that can't be part of a reply (the message has its offset and
 * what was expected there), or beyond a limit of <fairy/limits.h>; actions that were complete have
 * been delivered, and all later input is refused. */
gboolean fairy_reader_feed(FairyReader *reader, const char *bytes, gsize len, GError **error);
/* Says that the reply is over. Returns FALSE with FAIRY_ERROR_REPLY if it ended early ("cut off
 * inside action 3") or holds no list of actions at all. An empty list is a complete reply. */
gboolean fairy_reader_end(FairyReader *reader, GError **error);

/* Returns the action that is being written, as far as it has arrived, borrowed until the next feed;
 * NULL between actions and before its "_type" is complete. Strings in it grow by whole characters;
 * unfinished numbers, literals and keys are absent. *index (may be NULL) becomes its index. */
const cJSON *fairy_reader_partial(const FairyReader *reader, guint *index);
