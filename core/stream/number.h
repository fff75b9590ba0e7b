/* A JSON number that arrives in pieces (RFC 8259 §6). Private to core/stream. */
#pragma once

#include <glib.h>

#define FAIRY_NUMBER_DIGITS 64

typedef struct {
    guint state;
    guint len;                            /* bytes of the whole number */
    char digits[FAIRY_NUMBER_DIGITS + 1]; /* its first bytes */
} FairyNumber;

void fairy_number_start(FairyNumber *number);
/* Reads the bytes that continue the number, and returns how many. */
gsize fairy_number_push(FairyNumber *number, const char *bytes, gsize len);
/* Returns whether the number may end here. */
gboolean fairy_number_is_whole(const FairyNumber *number);
/* Stores the value. Returns FALSE if the number is too long, or too large for a double. */
gboolean fairy_number_value(FairyNumber *number, double *value);
