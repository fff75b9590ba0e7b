/* An expression being read: what its grammar (expression.c) and its conditions (conditions.c)
 * share. Private to core/view. */
#pragma once

#include "language/language.h"

#include <fairy/coords.h>
#include <fairy/error.h>

typedef struct {
    const FairyCoords *coords;
    GPtrArray *shapes; /* all of the drawing's */
    FairyCursor at;
    guint depth, n_conditions;
    gboolean groups, layers; /* it speaks of them */
    GError **error;
} FairyReading;

/* A byte per shape: whether it belongs. NULL with an error. */
typedef guint8 *FairySet;

FairySet fairy_set_new(const FairyReading *r);
/* Those that don't belong, and no others. Takes NULL. */
void fairy_set_invert(const FairyReading *r, FairySet set);

/* One condition: an area, a comparison, or words. The caller's. */
FairySet fairy_reading_condition(FairyReading *r);

/* NULL, with an error. */
FairySet fairy_reading_fail(FairyReading *r, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Steps over the sign if it is next. */
gboolean fairy_reading_accept(FairyReading *r, char sign);
/* What is next, for a message; the caller's. */
char *fairy_reading_shown(const FairyReading *r);
FairyCursor fairy_cursor_over(const char *text, const GArray *tokens);
