/* Where a text may be, told without measuring any of its letters. Private to svg/shape. */
#pragma once

#include "shape/quick_bounds.h"

/* svg_node_quick_bounds() of a text whose own matrix to document space is `matrix`. */
SvgQuickBounds svg_text_quick_bounds(SvgDocument *doc, const SvgNode *node,
                                     const SvgContext *parent, SvgMatrix matrix, SvgBox *box);
/* Where the middle of a text is that begins in `begins` (SVG_QUICK_BOUNDS_TEXT), if most of it lies
 * in `outline`: so it is no larger than that and a bit, and no font draws a line whose middle is
 * farther than an em and a half from where it begins. Empty when its letters are too far apart. */
SvgBox svg_text_middle(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                       SvgBox begins, SvgBox outline);
/* Where all of a text is that begins in `begins` (SVG_QUICK_BOUNDS_TEXT), and how high its box may
 * be: far more than that, as no font is asked. FALSE when that can't be told. */
gboolean svg_text_extent(SvgDocument *doc, const SvgNode *text, const SvgContext *parent,
                         SvgBox begins, SvgBox *out, double *height);
