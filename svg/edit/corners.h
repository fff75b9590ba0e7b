/* Corners of rectangles. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Whether a <polygon> or <path> is a closed rectangle along the axes of its user space; *box is
 * where it lies there. */
gboolean svg_is_rectangle_outline(SvgEdit *edit, const SvgNode *node, SvgBox *box);
/* Draws the rectangles among `shapes` (SvgNode *), and in them, as <rect>s that are polygons or
 * paths now: those have no radius. Each looks as before and keeps its id; `shapes` has what stands
 * in its place. What is locked stays. */
void svg_corners_prepare(SvgEdit *edit, GPtrArray *shapes);
/* Rounds the corners of a <rect> by a radius in document units, or as far as that fits, which is
 * told. 0: sharp ones, which those of polygons and paths are. FALSE where there are none. */
gboolean svg_round_corners(SvgEdit *edit, SvgNode *node, double radius);
