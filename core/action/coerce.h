/* Coercing a value to the type of its field. Private to core/action. */
#pragma once

#include <fairy/action.h>

typedef struct {
    const FairyAction *action;
    const char *prefix; /* stands before field names in messages: "" or "shape." */
    GPtrArray *notes;   /* clauses about repairs, char *; may be NULL */
} FairyCheck;

typedef enum {
    FAIRY_VALUE_GOOD,
    FAIRY_VALUE_NONE, /* counts as not given */
    FAIRY_VALUE_BAD,
} FairyValue;

/* Checks `item` against the field, and repairs it in place where that is possible, with a note.
 * Returns FAIRY_VALUE_BAD with FAIRY_ERROR_ACTION if it is invalid. Not for FAIRY_OBJECT. */
FairyValue fairy_coerce(const FairyCheck *check, const FairyField *field, cJSON *item,
                        GError **error);
/* Adds a note, unless the caller wants none. */
void fairy_check_note(const FairyCheck *check, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Returns a value as a message shows it, shortened. Free with g_free(). */
char *fairy_value_show(const cJSON *item);
/* Parses a number with or without a unit, "12" or " -1.5 px". Returns FALSE if it is none. */
gboolean fairy_parse_number(const char *text, double *value);
/* Does the same for FAIRY_POINTS: [x, y] and {"x": …, "y": …} both become the latter; elements that
 * are neither are dropped. */
FairyValue fairy_coerce_points(const FairyCheck *check, const FairyField *field, cJSON *item,
                               GError **error);
