/* Reads a model's reply while it arrives: {"actions":[{…},…]}, a bare array, or one action, with
 * prose or code fences around it tolerated. A push parser: every byte is looked at once, any split
 * of the bytes gives the same result, and an action is complete only at its closing brace.
 * The exact rules are those of RFC 8259 with the tolerances named in stream/README.md. */
#pragma once

#include <fairy/error.h>
#include <fairy/limits.h>

#include <cjson/cJSON.h>

typedef struct _FairyReader FairyReader;

/* A finished action: `action` is an object with all its members, the callee's to keep
 * (cJSON_Delete). `index` counts the elements of the array from 0. */
typedef void (*FairyActionFunc)(guint index, cJSON *action, gpointer data);
/* An array element that is no action: not an object, without a "_type" string, or with a number
 * that is too large to be told. */
typedef void (*FairyInvalidFunc)(guint index, const char *why, gpointer data);

typedef struct {
    FairyActionFunc action;   /* required */
    FairyInvalidFunc invalid; /* optional */
} FairyReaderFuncs;

FairyReader *fairy_reader_new(const FairyReaderFuncs *funcs, gpointer data);
void fairy_reader_free(FairyReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyReader, fairy_reader_free)

/* FALSE with FAIRY_ERROR_REPLY at the first byte that can't be part of a reply (message: byte
 * offset and what was expected), or beyond a limit. What was complete before has been delivered;
 * all later input is refused. */
gboolean fairy_reader_feed(FairyReader *reader, const char *bytes, gsize len, GError **error);
/* FALSE with FAIRY_ERROR_REPLY when the reply ended early ("cut off inside action 3") or held no
 * list of actions at all. An empty list is a whole reply. */
gboolean fairy_reader_end(FairyReader *reader, GError **error);

/* The action being written, as far as it has come; NULL between actions and before its "_type" is
 * complete. Strings grow by whole characters; unfinished numbers, literals and keys are absent.
 * Borrowed until the next feed. *index (may be NULL) is its place. */
const cJSON *fairy_reader_partial(const FairyReader *reader, guint *index);
