/* Ends of lines that came off shapes: for effects.c, at the commit. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Of ends, in the order they were found. The caller's (g_array_unref). */
GArray *svg_loose_new(void);
/* Those of lines at shapes that were changed, where a verb asked which these are. */
void svg_loose_find(SvgEdit *edit, GArray *loose);
/* Whether others may have come off: a line was changed itself, or a group. */
gboolean svg_loose_may_be(SvgEdit *edit);
/* While the document is as it was before: how far they were off then; adds those of lines and
 * groups that were changed. */
void svg_loose_read_before(SvgEdit *edit, GArray *loose);
/* When it is as it is after: a remark on each that was at its shape and isn't. */
void svg_loose_tell(SvgEdit *edit, const GArray *loose);
/* What the end of the line is at: the smallest of the closed shapes near it, told by where they
 * are; NULL if there is none. For many lines: makes the index. */
SvgNode *svg_loose_shape_at(SvgDocument *doc, SvgNode *line, SvgPoint end);
