/* What may look wrong, as a model sees it. Private to core/. */
#pragma once

#include "view/form.h"

/* SvgLint: [{"type":"friendless-arrow","shapeIds":["e7"]}], or as `form` has it. The caller's. */
char *fairy_lints_print(const GPtrArray *lints, const FairyViewForm *form);
