/* A JSON number, in pieces: the grammar of RFC 8259 §6. */
#pragma once

#include <glib.h>

#define FAIRY_NUMBER_DIGITS 64

typedef struct {
    guint state;
    guint len;                            /* of the whole number */
    char digits[FAIRY_NUMBER_DIGITS + 1]; /* its first bytes */
} FairyNumber;

void fairy_number_start(FairyNumber *number);
/* Reads the bytes that continue it, and returns how many. */
gsize fairy_number_push(FairyNumber *number, const char *bytes, gsize len);
/* Whether it may end here. */
gboolean fairy_number_is_whole(const FairyNumber *number);
/* FALSE when it is too long or too large to be told. */
gboolean fairy_number_value(FairyNumber *number, double *value);
