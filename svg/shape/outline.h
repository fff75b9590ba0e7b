/* What a person would call an outline: triangle, diamond, star… Private to svg/shape. */
#pragma once

#include "values/values.h"

#include <svg/shape.h>

typedef struct {
    SvgKind kind;    /* a closed kind, SVG_KIND_LINE for one straight stretch, else SVG_KIND_DRAW */
    gboolean closed; /* one outline that comes back to where it began */
} SvgOutline;

/* How an outline is painted: an open one that is only filled is an area, too. */
typedef enum {
    SVG_OUTLINE_STROKED,
    SVG_OUTLINE_FILLED_AND_STROKED,
    SVG_OUTLINE_FILLED
} SvgOutlinePaint;

/* `segments` (SvgSegment) as they look after `m`, in their geometric box. */
SvgOutline svg_outline_read(const GArray *segments, SvgMatrix m, SvgBox box, SvgOutlinePaint paint);
/* The same from its trail, where that tells. FALSE when it takes the segments. */
gboolean svg_outline_told(const SvgTrail *trail, SvgMatrix m, SvgBox box, SvgOutlinePaint paint,
                          SvgOutline *out);
