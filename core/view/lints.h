/* What may look wrong, as a model sees it. Private to core/. */
#pragma once

#include <svg/lint.h>

/* [{"type":"friendless-arrow","shapeIds":["e7"]}], of what touches `view`. The caller's. */
char *fairy_lints_json(SvgDocument *doc, SvgBox view);
