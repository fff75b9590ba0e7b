/* Colours of the heads of a line. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* A head, or a part of one, gets the colour `css` ("#rrggbb"): all of it, but the inside of a
 * hollow one. */
void svg_head_repaint(SvgEdit *edit, SvgNode *head, const char *css);
/* Gives the heads of a line that are shapes of their own that colour; other shapes have none, and
 * areas behind words are none. */
void svg_recolor_heads(SvgEdit *edit, SvgNode *line, const char *css);
/* A copy of the marker for lines of that colour, which is made on first use; its id. NULL when it
 * has the colour of its line by itself, or none can be put there. */
const char *svg_marker_recolored(SvgEdit *edit, const char *id, const char *css);
