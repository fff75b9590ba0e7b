/* What lies beyond the page: for effects.c, at the commit. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* What was added or changed, and lies beyond all `pages` (SvgPage), in the order it was found. The
 * caller's (g_array_unref). */
GArray *svg_beyond_find(SvgEdit *edit, const GPtrArray *pages);
/* While the document is as it was before: how far beyond it was then. */
void svg_beyond_read_before(SvgEdit *edit, const GPtrArray *pages, GArray *strays);
/* When it is as it is after: a remark on each that wasn't, or not so far. */
void svg_beyond_tell(SvgEdit *edit, const GArray *strays);
