/* Which boxes a point is in. Boxes are sorted into squares about their own size, so that building
 * is linear and a question is cheap whatever the mix of sizes. Private to svg/shape. */
#pragma once

#include <svg/geometry.h>

typedef struct _SvgGrid SvgGrid;

/* Holds boxes[0 … n-1], each grown by `margin` on all sides; empty ones are left out. `boxes` isn't
 * kept. */
SvgGrid *svg_grid_new(const SvgBox *boxes, guint n, double margin);
void svg_grid_free(SvgGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgGrid, svg_grid_free)
/* Indices of boxes that hold `p`, edges included: about the `max` smallest, in no order. Returns
 * how many. */
guint svg_grid_at(const SvgGrid *grid, SvgPoint p, guint *out, guint max);
