/* Closed outlines of straight edges. Private to svg/shape. */
#pragma once

#include "values/values.h"

#include <svg/shape.h>

#define SVG_MAX_CORNERS 64
#define SVG_ON_SPOT     0.03  /* of the box: a corner that is where it should be */
#define SVG_SAME_POINT  0.002 /* of the box's longer side: two corners that are one */

typedef struct {
    SvgPoint at[SVG_MAX_CORNERS]; /* document space */
    guint n;
    SvgBox box;
} SvgPolygon;

/* One part of an outline: a MOVE, and what goes on from it. FALSE when it has curves or too many
 * corners. Corners that repeat the one before, or lie on a straight edge, are left out. */
gboolean svg_polygon_read(const SvgSegment *part, guint n, SvgMatrix m, SvgBox box, gboolean closed,
                          SvgPolygon *out);
/* Of a closed one with 3 or more corners, however it is turned; SVG_KIND_DRAW for no kind. */
SvgKind svg_polygon_kind(const SvgPolygon *p);
/* What a rectangle or note is with a line inside it, or two (`b`; else NULL); SVG_KIND_DRAW when
 * that is nothing we know. `kind` is its own. */
SvgKind svg_polygon_with(const SvgPolygon *p, SvgKind kind, const SvgPolygon *a,
                         const SvgPolygon *b);
