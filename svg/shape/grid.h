/* Which boxes a point is in. Boxes are sorted into squares about their own size, so that building
 * is linear and a question is cheap whatever the mix of sizes. Private to svg/shape. */
#pragma once

#include <svg/geometry.h>

typedef struct _SvgGrid SvgGrid;

typedef SvgBox (*SvgGridBoxFunc)(gconstpointer data, guint index);
/* Holds the boxes of 0 … n-1, which are asked for once each, grown by `margin` on all sides; empty
 * ones are left out. */
SvgGrid *svg_grid_new(guint n, SvgGridBoxFunc box_of, gconstpointer data, double margin);
/* The same of the indices (guint) in `some`, each once. */
SvgGrid *svg_grid_new_of(const GArray *some, SvgGridBoxFunc box_of, gconstpointer data,
                         double margin);
void svg_grid_free(SvgGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgGrid, svg_grid_free)
/* Indices of boxes that hold `p`, edges included: about the `max` smallest, in no order. Returns
 * how many. */
guint svg_grid_at(const SvgGrid *grid, SvgPoint p, guint *out, guint max);
typedef gboolean (*SvgGridKeepFunc)(gconstpointer data, guint index);
/* The same of those that `keep` keeps, as if the grid held no others. */
guint svg_grid_find(const SvgGrid *grid, SvgPoint p, SvgGridKeepFunc keep, gconstpointer data,
                    guint *out, guint max);
