/* The lints of a view. Private to core/view. */
#pragma once

#include "view/form.h"

/* Returns the lints (SvgLint), [{"type":"unconnected-arrow","shapeIds":["e7"]}] or as `form` has
 * it. Free with g_free(). */
char *fairy_lints_print(const GPtrArray *lints, const FairyViewForm *form);
