/* The colour of a gradient at a place. Private to svg/lint. */
#pragma once

#include "lint/linter.h"

/* The colour (0xRRGGBB) and how thickly it is painted, where `thing` has the gradient with this id
 * as its fill. FALSE where that can't be told: of a pattern, of stops that a style sheet colours,
 * of something turned. */
gboolean svg_shade_at(SvgLinter *linter, guint thing, const char *server, SvgPoint p, guint32 *rgb,
                      double *alpha);
