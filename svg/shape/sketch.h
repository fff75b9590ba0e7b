/* Outlines that are drawn by hand: stroke by stroke, each mostly twice. Private to svg/shape. */
#pragma once

#include "shape/outline.h"

/* Whether several strokes, one after the other in `segments` (SvgSegment), go around something as
 * they look after `m` in their geometric box: the ends of each are where others go, and none goes
 * through the middle. *kind is then what they look like. */
gboolean svg_sketch_read(const GArray *segments, SvgMatrix m, SvgBox box, SvgKind *kind);
