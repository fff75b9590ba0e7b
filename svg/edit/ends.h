/* The ends of lines and arrows that are at a shape, and go where it goes: those of Inkscape's
 * connectors are connect.h's. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* After the shape's box changed: puts the ends of lines at it where they were in it. A straight
 * line turns, one with right angles keeps them, other lines are stretched; heads and labels go
 * along. What is locked stays, and so does an end that isn't any more where it was. */
gboolean svg_lines_follow(SvgEdit *edit, SvgNode *shape, GError **error);
