/* States of shapes as they are kept. Private to core/view. */
#pragma once

#include <svg/shape.h>

typedef struct {
    SvgShape shape; /* its strings are borrowed */
    gboolean own;   /* its id is in the file */
    gboolean taken; /* it is known which shape of now it is */
} FairyFormerShape;

typedef enum {
    FAIRY_FORMER_TEXT,
    FAIRY_FORMER_PLACE, /* a length or place, to a hundredth of what can be shown */
    FAIRY_FORMER_FINE,  /* a length of which three digits are shown */
    FAIRY_FORMER_ANGLE,
    FAIRY_FORMER_COUNT, /* a number of gint's size */
} FairyFormerType;

/* A member of SvgShape that is kept. */
typedef struct {
    guint offset;
    FairyFormerType type;
} FairyFormerField;

/* All of them; static, *n becomes how many. */
const FairyFormerField *fairy_former_fields(guint *n);
/* Returns the number of a field that isn't a text as it is kept, in steps of the field; `unit` is
 * what can be shown, in document units. */
gint64 fairy_former_number(const FairyFormerField *field, const SvgShape *shape, double unit);
/* Sets the field to such a number. */
void fairy_former_set(const FairyFormerField *field, SvgShape *shape, gint64 steps, double unit);
/* Returns the field, which is a text. */
char **fairy_former_text(const FairyFormerField *field, SvgShape *shape);

/* Reads what was kept. Returns FairyFormerShape, whose strings are borrowed from `unpacked`; NULL
 * where it is damaged. Free with g_array_unref(). */
GArray *fairy_former_read(GBytes *unpacked, double *unit);
