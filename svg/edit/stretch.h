/* Maps that bring a way from a to b between to_a and to_b, all in document space. Private to
 * svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* A turn, and a stretch along the way between both. A way that gets longer doesn't bulge more. */
SvgMatrix svg_stretch_turned(SvgPoint a, SvgPoint b, SvgPoint to_a, SvgPoint to_b);
/* A stretch along the axes: what is level or upright stays so. FALSE where that can't be. */
gboolean svg_stretch_scaled(SvgPoint a, SvgPoint b, SvgPoint to_a, SvgPoint to_b, SvgMatrix *m);
