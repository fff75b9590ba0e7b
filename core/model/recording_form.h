/* What the writer and the reader of recordings have to agree on. Private to core/model. */
#pragma once

#include "wire/profile.h"

#include <fairy/api_error.h>

#include <cjson/cJSON.h>

#define FAIRY_RECORDING_VERSION 1

/* The "type" of a line. */
typedef enum {
    FAIRY_LINE_RECORDING, /* the first */
    FAIRY_LINE_REQUEST,
    FAIRY_LINE_ANSWER,
    FAIRY_LINE_BYTES,
    FAIRY_LINE_END,
    FAIRY_LINE_RUN, /* the last */
    FAIRY_LINE_COUNT,
} FairyLineType;

extern const char *const fairy_line_names[FAIRY_LINE_COUNT];

/* "anthropic", …; "text" for FAIRY_DIALECT_COUNT: the bytes are the reply. */
extern const char *const fairy_wire_names[FAIRY_DIALECT_COUNT + 1];

/* What of a profile says how requests are written and answers read; the caller's. */
cJSON *fairy_profile_json(const FairyProfile *profile);
/* The profile of "provider/name" with that; NULL when the provider isn't known, or a value can't
 * be. */
FairyProfile *fairy_profile_from_json(const char *name, const cJSON *json);
/* The members of an end: none without a fault. */
void fairy_api_error_to_json(const FairyApiError *api_error, cJSON *json);
/* FALSE when it names a fault that isn't known. The caller's to clear. */
gboolean fairy_api_error_from_json(const cJSON *json, FairyApiError *api_error);
