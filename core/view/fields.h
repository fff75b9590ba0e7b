/* What an expression can ask of a shape. Private to core/view. */
#pragma once

#include <fairy/coords.h>
#include <svg/shape.h>

typedef enum {
    FAIRY_ASK_KIND,
    FAIRY_ASK_COLOR, /* what a person calls it */
    FAIRY_ASK_PAINT, /* "none" or a colour */
    FAIRY_ASK_TEXT,
    FAIRY_ASK_NUMBER,
} FairyAskType;

typedef struct {
    const char *name;
    gsize offset; /* FAIRY_ASK_{COLOR,PAINT,TEXT}: of a string in SvgShape */
    FairyAskType type;
    gboolean groups; /* groups and layers can be meant by it */
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

/* By name or another word for it ("width", "label"); NULL if there is none. */
const FairyAsk *fairy_ask_find(const char *word);
/* Whether the sign makes sense with such a value. */
gboolean fairy_ask_takes(const FairyAsk *ask, FairySign sign);

/* What a shape is compared with. */
typedef struct {
    const FairyAsk *ask;
    FairySign sign;
    const char *text; /* folded, as fairy_fold() does; of colours a palette name or CSS */
    double number;    /* in model space */
} FairyCondition;

/* Whether it holds. Not for FAIRY_ASK_KIND. */
gboolean fairy_condition_holds(const FairyCondition *condition, const SvgShape *shape,
                               const FairyCoords *coords);
