/* The fields of a shape that an expression can compare. Private to core/view. */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

typedef enum {
    FAIRY_ASK_KIND,
    FAIRY_ASK_COLOR, /* the name that a person gives the colour */
    FAIRY_ASK_PAINT, /* "none" or a colour */
    FAIRY_ASK_TEXT,
    FAIRY_ASK_NUMBER,
} FairyAskType;

typedef struct {
    const char *name;
    gsize offset; /* FAIRY_ASK_{COLOR,PAINT,TEXT}: offset of a string in SvgShape */
    FairyAskType type;
    gboolean groups; /* groups and layers have it, too */
} FairyAsk;

typedef enum {
    FAIRY_IS,
    FAIRY_IS_NOT,
    FAIRY_BELOW,
    FAIRY_AT_MOST,
    FAIRY_ABOVE,
    FAIRY_AT_LEAST,
    FAIRY_CONTAINS,
    FAIRY_STARTS,
    FAIRY_ENDS,
} FairySign;

/* Returns the static row of a field, by its name or another word for it ("width", "label"); NULL if
 * there is none. */
const FairyAsk *fairy_ask_find(const char *word);
/* Returns whether the comparison makes sense for this field. */
gboolean fairy_ask_takes(const FairyAsk *ask, FairySign sign);

/* A comparison of a field with a value. */
typedef struct {
    const FairyAsk *ask;
    FairySign sign;
    const char *text; /* folded by fairy_fold(); of a colour, a palette name or CSS */
    double number;    /* in model space */
} FairyCondition;

/* Returns whether the comparison holds for a shape. Not for FAIRY_ASK_KIND. */
gboolean fairy_condition_holds(const FairyCondition *condition, const SvgShape *shape,
                               const FairyCoords *coords);
