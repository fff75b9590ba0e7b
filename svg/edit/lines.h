/* Labels of several texts, as programs write them that place each line themselves. Private to
 * svg/edit. */
#pragma once

#include "edit/line_rows.h"

/* Whether the words of the shape, in these texts, are to be changed to `text` by line: they are
 * several texts, or one in what has compartments, or is one of them, and `text` has lines. */
gboolean svg_has_lines(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts, const char *text);
/* Makes the words of several texts those of spec->text, line by line, as they are listed: what is
 * the same stays as it is, a line that is new is written like the one before it, and what is below
 * it moves down; the shape becomes as much larger as that takes, unless spec->fit is none. A line
 * that is gone leaves no gap. */
gboolean svg_change_lines(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                          const SvgSpec *spec, GError **error);
