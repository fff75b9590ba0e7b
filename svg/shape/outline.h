/* What a person would call an outline: triangle, diamond, star… Private to svg/shape. */
#pragma once

#include "geometry/values.h"

#include <svg/shape.h>

typedef struct {
    SvgKind kind;    /* a closed kind, SVG_KIND_LINE for one straight stretch, else SVG_KIND_DRAW */
    gboolean closed; /* one outline that comes back to where it began */
} SvgOutline;

/* `segments` (SvgSegment) as they look after `m`, in their geometric box. `filled` closes an open
 * outline: it is drawn as an area. */
SvgOutline svg_outline_read(const GArray *segments, SvgMatrix m, SvgBox box, gboolean filled);
