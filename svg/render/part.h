/* The part of a drawing that shows in a view. Private to svg/render. */
#pragma once

#include "document/node.h"

/* A drawing, UTF-8, that looks like the document's within `area`: the elements that can paint
 * there, the tags they are in, and what they refer to. Opacities that needn't be layers are folded
 * into their paints. HTML in a <foreignObject> is there as SVG. Outlines narrower than `hairline`,
 * in document units, are that wide; 0 = as they are. The caller's. */
GBytes *svg_part_print(SvgDocument *doc, SvgBox area, double hairline);
/* Whether svg_part_print() gives more than is in the area, and the same for any: nothing can be
 * left out. */
gboolean svg_part_is_whole(SvgDocument *doc);
