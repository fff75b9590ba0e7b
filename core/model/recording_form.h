/* The parts of a line that the writer and the reader of recordings share. Private to core/model. */
#pragma once

#include "wire/profile.h"

#include <fairy/api_error.h>

#include <cjson/cJSON.h>

#define FAIRY_RECORDING_VERSION 2 /* that is written; 1 is read, too: it has no moments */

/* The "type" of a line. */
typedef enum {
    FAIRY_LINE_RECORDING, /* the first */
    FAIRY_LINE_REQUEST,
    FAIRY_LINE_ANSWER,
    FAIRY_LINE_BYTES,
    FAIRY_LINE_END,
    FAIRY_LINE_MOMENT, /* of the course */
    FAIRY_LINE_RUN,    /* the last */
    FAIRY_LINE_COUNT,
} FairyLineType;

extern const char *const fairy_line_names[FAIRY_LINE_COUNT];

/* Names of dialects in a recording: "anthropic", …; "text" at FAIRY_DIALECT_COUNT, where the bytes
 * are the reply. */
extern const char *const fairy_wire_names[FAIRY_DIALECT_COUNT + 1];

/* Returns the string of that name, borrowed; NULL for anything else. */
const char *fairy_line_text(const cJSON *json, const char *name);
/* Returns the number of that name; -1 for what is no whole number from 0 to `most`. */
gint64 fairy_line_number(const cJSON *json, const char *name, double most);

/* Returns the values of a profile that say how requests are written and responses read. Free with
 * cJSON_Delete(). */
cJSON *fairy_profile_json(const FairyProfile *profile);
/* Makes the profile of "PROVIDER/NAME" with these values. Free with fairy_profile_free(). Returns
 * NULL if the provider is unknown or a value is invalid. */
FairyProfile *fairy_profile_from_json(const char *name, const cJSON *json);
/* Adds the members of an `end` line: none if there was no error. */
void fairy_api_error_to_json(const FairyApiError *api_error, cJSON *json);
/* Reads these members into `api_error`; clear it with fairy_api_error_clear(). Returns FALSE if
 * they name an unknown kind. */
gboolean fairy_api_error_from_json(const cJSON *json, FairyApiError *api_error);
