/* The ends of lines and arrows that are at a shape, and go where it goes: those of Inkscape's
 * connectors are connect.h's. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"
#include "shape/ends.h"

/* After the shape, or what holds it, changed: puts the ends of lines at it, and at what is in it,
 * where they were there, or where that faces what is at their other ends (joint.h); heads and
 * labels go along. What is locked stays, and so does an end that isn't any more where it was. */
gboolean svg_lines_follow(SvgEdit *edit, SvgNode *shape, GError **error);
/* Puts one end of a line there, with its head; the rest of it stays. */
gboolean svg_line_end_put(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip, GError **error);
