/* The outline of a line, polyline or path written anew where it is another. Private to svg/edit. */
#pragma once

#include "edit/way.h"

/* The ends of its segments (SvgUserPoint). */
GArray *svg_line_corners(const GArray *segments);
/* Each of them by its own delta, with the control points next to it. FALSE where that can't be. */
gboolean svg_line_shift_corners(SvgEdit *edit, SvgNode *line, GArray *corners,
                                const SvgUserPoint *deltas);
/* An end of a <line>. */
void svg_line_put_end(SvgEdit *edit, SvgNode *line, gboolean first, SvgUserPoint end);
/* Writes one way of a line (way.h) in place of another by its corners, or as a whole: other bytes
 * stay. FALSE where that can't be. */
gboolean svg_line_shift(SvgEdit *edit, SvgNode *line, const GArray *was, const GArray *now);
/* When `now` is `was` moved as a whole: writes the `text` that the line had then, moved likewise.
 * FALSE when it isn't, or where that can't be. */
gboolean svg_line_restore(SvgEdit *edit, SvgNode *line, const char *text, const GArray *was,
                          const GArray *now);
/* The attribute that its outline is written in; NULL for a <line>. */
const char *svg_line_attr(const SvgNode *line);
