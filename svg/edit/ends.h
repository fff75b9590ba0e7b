/* The ends of lines and arrows that are at a shape, and go where it goes: those of Inkscape's
 * connectors are connect.h's. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"
#include "edit/found.h"

/* `list` (SvgLineEnd; shape/ends.h), as they are now: for the table of ends. */
SvgEnds *svg_ends_new(SvgDocument *doc, SvgNode *shape, GArray *list);
/* After `top` was changed, which is the shape or holds it: puts the ends where they were in the
 * shape, or where that faces what is at their other ends (joint.h); heads and labels go along. What
 * is locked stays, and so does an end that isn't any more where it was. */
gboolean svg_ends_follow(SvgEdit *edit, SvgEnds *ends, SvgNode *top, SvgNode *shape,
                         GError **error);
/* Writes one way of a line (way.h) in place of another by its corners, or as a whole: other bytes
 * stay. FALSE where that can't be. */
gboolean svg_line_shift(SvgEdit *edit, SvgNode *line, const GArray *was, const GArray *now);
/* When `now` is `was` moved as a whole: writes the `text` that the line had then, moved likewise.
 * FALSE when it isn't, or where that can't be. */
gboolean svg_line_restore(SvgEdit *edit, SvgNode *line, const char *text, const GArray *was,
                          const GArray *now);
/* The attribute that its outline is written in; NULL for a <line>. */
const char *svg_line_attr(const SvgNode *line);
