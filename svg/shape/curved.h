/* Closed outlines with curves. Private to svg/shape. */
#pragma once

#include "values/values.h"

#include <svg/shape.h>

/* Of one closed part of an outline (n segments) in its geometric box, however it is turned;
 * SVG_KIND_DRAW for no kind. */
SvgKind svg_curved_kind(const SvgSegment *part, guint n, SvgMatrix m, SvgBox box);
