/* Bounds of elements that were asked for since the last write. Private to svg/geometry. */
#pragma once

#include "geometry/bounds.h"

/* Of all that the element draws; known until something in the document is written to. */
void svg_bounds_note(SvgDocument *doc, SvgNode *node, const SvgBounds *bounds);
/* NULL when nobody asked. */
const SvgBounds *svg_bounds_noted(SvgDocument *doc, const SvgNode *node);
