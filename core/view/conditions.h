/* An expression that is being read: the state that its grammar (expression.c) and its conditions
 * (conditions.c) share. Private to core/view. */
#pragma once

#include "language/language.h"

#include <fairy/coords.h>
#include <fairy/error.h>

typedef struct {
    const FairyCoords *coords;
    GPtrArray *shapes; /* all shapes of the drawing, borrowed */
    FairyCursor at;
    guint depth, n_conditions;
    const char *const *these; /* what the person has selected; NULL = nobody knows */
    gboolean groups, layers;  /* the expression names them */
    GError **error;
} FairyReading;

/* A set of shapes: one byte for each, 1 = it belongs. Free with g_free(). NULL after an error. */
typedef guint8 *FairySet;

/* Makes an empty set. */
FairySet fairy_set_new(const FairyReading *r);
/* Inverts the set in place. Accepts NULL. */
void fairy_set_invert(const FairyReading *r, FairySet set);

/* Steps over the id of a shape, with or without "#" or quotes, if it comes next, and returns the
 * shape, borrowed; else NULL. */
const SvgShape *fairy_reading_shape(FairyReading *r);
/* Sets of one shape, and of all. */
FairySet fairy_find_one(FairyReading *r, const SvgShape *shape);
FairySet fairy_find_all(FairyReading *r);
/* Read what follows "in" (`whole`) or "touching", "touches", and nothing: what these mean. Return
 * NULL with the error set. */
FairySet fairy_find_in(FairyReading *r, gboolean whole);
FairySet fairy_find_touching(FairyReading *r);
FairySet fairy_find_these(FairyReading *r);

/* Reads one condition: an area, a comparison, or words. Free with g_free(). Returns NULL with the
 * error set. */
FairySet fairy_reading_condition(FairyReading *r);

/* Sets the error, if none is set, and returns NULL. */
FairySet fairy_reading_fail(FairyReading *r, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Steps over the sign if it comes next, and returns whether it did. */
gboolean fairy_reading_accept(FairyReading *r, char sign);
/* Steps over a comma if it comes next, and returns whether it did. */
gboolean fairy_reading_accept_comma(FairyReading *r);
/* Returns whether a part of the expression ends here: at what joins it with another, or the end. */
gboolean fairy_reading_ends(const FairyReading *r);
/* Returns what comes next, for a message. Free with g_free(). */
char *fairy_reading_shown(const FairyReading *r);
/* Returns a cursor over all of the tokens, which it borrows. */
FairyCursor fairy_cursor_over(const char *text, const GArray *tokens);
