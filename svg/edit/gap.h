/* How far the ends of connectors stay off the shapes that they are bound to: an arrowhead that
 * reaches beyond its line's end needs that room. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Of the start and of the end of a line; 0 where it ends at the outline. */
typedef struct {
    double at[2];
} SvgGaps;

/* What is known of a connector; nothing off for one that isn't. */
SvgGaps svg_gaps_of(SvgDocument *doc, SvgNode *connector);
void svg_gaps_set(SvgDocument *doc, SvgNode *connector, SvgGaps gaps);
/* Measures the connectors that are bound to the shape, and the shape if it is one, unless they are
 * known: before anything moves, as it can't be told afterwards. */
void svg_gaps_note(SvgEdit *edit, SvgNode *shape);
/* That of the drawing's arrows that look like the common one and end at a shape: the middle one.
 * FALSE when there are none. */
gboolean svg_gaps_common(SvgEdit *edit, double *gap);
/* How far the marker at the end of a line by itself reaches beyond that end; 0 when that is next to
 * nothing. Its outline is written anew for that. */
double svg_gaps_beyond(SvgEdit *edit, SvgNode *line, SvgMatrix to_written);
