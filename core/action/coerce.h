/* Making a value what its field wants. */
#pragma once

#include <fairy/action.h>

typedef struct {
    const FairyAction *action;
    const char *prefix; /* before field names in messages: "" or "shape." */
    GPtrArray *notes;   /* of char *; may be NULL */
} FairyCheck;

typedef enum {
    FAIRY_VALUE_GOOD,
    FAIRY_VALUE_NONE, /* as if it hadn't been given */
    FAIRY_VALUE_BAD,
} FairyValue;

/* Changes `item` in place where it can be repaired, with a note. Not for FAIRY_OBJECT. */
FairyValue fairy_coerce(const FairyCheck *check, const FairyField *field, cJSON *item,
                        GError **error);
void fairy_check_note(const FairyCheck *check, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* A value as a message shows it. The caller's. */
char *fairy_value_show(const cJSON *item);
/* "12", " -1.5 px": FALSE for what isn't a number with, or without, a unit. */
gboolean fairy_parse_number(const char *text, double *value);
/* FAIRY_POINTS: [x, y] and {"x": …, "y": …} both become the latter; what is neither is left out. */
FairyValue fairy_coerce_points(const FairyCheck *check, const FairyField *field, cJSON *item,
                               GError **error);
