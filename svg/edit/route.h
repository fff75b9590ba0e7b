/* Right angles from shape to shape, around what is in the way. Private to svg/edit. */
#pragma once

#include "edit/in_way.h"
#include "edit/sides.h"

#define SVG_ROUTE_POINTS 32

/* Whether nothing is in the way of straight stretches from point to point, or right beside it. */
gboolean svg_route_is_free(const SvgInWay *way, const SvgPoint *points, guint n);
/* The shortest way with few corners that keeps off everything, cut at the outlines of the shapes;
 * how many points it has. 0 when none was found, which may be though there is one: it is looked for
 * among what is near, and not for long. Where `sides` are said it leaves and arrives there, through
 * what is in the way if it must. */
guint svg_route_around(const SvgInWay *way, SvgNode *const shapes[2], SvgSides sides,
                       SvgPoint points[SVG_ROUTE_POINTS]);
