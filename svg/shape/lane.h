/* Boxes that are drawn as two open halves, as draw.io draws lanes. Private to svg/shape. */
#pragma once

#include "shape/scene.h"

/* Makes each two such halves, the second of which is drawn right after the first, one rectangle:
 * the first stands for it, and the line between them, drawn next, is part of it, too. */
void svg_scene_find_lanes(SvgScene *scene);
/* Whether the element may be a part of one, as far as what is drawn beside it tells. */
gboolean svg_lane_may_have(SvgDocument *doc, SvgNode *shape);
