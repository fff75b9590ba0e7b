/* Which shapes are at some place, told without measuring the others. Private to svg/. */
#pragma once

#include "geometry/bounds.h"

/* The shapes (SVG_TAG_IS_SHAPE) whose geometric boxes touch one of the `n` areas, in document
 * order: SvgItemBounds, the caller's (g_array_unref). Asks the index, where there is one. */
GArray *svg_shapes_near(SvgDocument *doc, const SvgBox *areas, guint n);
