/* Looks of what nobody named, where the style sheets tell elements by what stands beside them: for
 * effects.c, at the commit. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* How elements look after a transaction that is over, around all that it wrote to, but for what it
 * says it changed. NULL where no rule asks what an element stands beside. The caller's
 * (g_array_unref). */
GArray *svg_watch_find(SvgEdit *edit, const SvgLog *log);
/* While the document is as it was before: leaves those that looked otherwise then. */
void svg_watch_read_before(SvgEdit *edit, GArray *watched);
/* When it is as it is after: a remark on each of these. */
void svg_watch_tell(SvgEdit *edit, const GArray *watched);
