/* The ends of lines and arrows that are at a shape, and go where it goes: those of Inkscape's
 * connectors are connect.h's. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"
#include "edit/found.h"

/* `list` (SvgLineEnd; shape/ends.h), as they are now: for the table of ends. */
SvgEnds *svg_ends_new(SvgDocument *doc, SvgNode *shape, GArray *list);
/* After the shape's box changed: puts the ends where they were in it. A straight line turns, one
 * with right angles keeps them, other lines are stretched; heads and labels go along. What is
 * locked stays, and so does an end that isn't any more where it was. */
gboolean svg_ends_follow(SvgEdit *edit, SvgEnds *ends, SvgNode *shape, GError **error);
