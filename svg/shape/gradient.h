/* Gradients as a person sees them. Private to svg/. */
#pragma once

#include "style/style.h"

#include <svg/shape.h>

/* What `paint` is on something with that box; `out->stops` is 0 where it is no gradient, or its
 * colours can't be told. */
void svg_gradient_look(SvgDocument *doc, const SvgPaint *paint, SvgBox box, SvgGradientLook *out);
