/* What there is to know about a property by its number. Private to style/. */
#pragma once

#include "style/style.h"

/* The most longhands a shorthand has. */
#define SVG_MAX_LONGHANDS 6

gboolean svg_property_is_inherited(SvgProperty property);
/* Whether an attribute of that name is a presentation attribute: not for shorthands (SVG 1.1 §6.3)
 * nor for transform, which is its own language there. */
gboolean svg_property_is_attribute(SvgProperty property);
/* Whether it only stands for others: `marker` and `font`. */
gboolean svg_property_is_shorthand(int property);
/* The shorthand that sets it too; -1 if none. */
int svg_property_shorthand(int property);

/* A longhand's part of a shorthand. */
typedef struct {
    SvgProperty property;
    SvgSlice value;
} SvgLonghand;

/* What a shorthand says about each of its longhands; their number, 0 when the value isn't valid.
 * What isn't a shorthand is its own longhand. Values are slices of `value`, or static. */
guint svg_shorthand_expand(int property, SvgSlice value, SvgLonghand out[SVG_MAX_LONGHANDS]);
