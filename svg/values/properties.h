/* The properties of SVG and CSS that are read, and what there is to know about each by its number.
 * Private to svg/. */
#pragma once

#include "values/slice.h"

/* The properties we read, in the order of properties.def. */
typedef enum {
#define SVG_PROPERTY(id, name, inherited) SVG_PROPERTY_##id,
#include "values/properties.def"
#undef SVG_PROPERTY
    SVG_PROPERTY_COUNT,
} SvgProperty;

/* The property of a presentation attribute or CSS declaration name, -1 if it isn't one we read.
 * `len` bytes of `name`. */
int svg_property_from_name(const char *name, gsize len);
const char *svg_property_name(SvgProperty property);

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
