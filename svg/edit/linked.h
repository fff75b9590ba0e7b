/* Arrows that are drawn as several straight lines, end to end. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"
#include "shape/ends.h"

/* Whether the end's line meets another one at its far end, at a right angle, so that what is level
 * and upright can stay so; and is where it was left. */
gboolean svg_linked_has(SvgEdit *edit, const SvgLineEnd *end);
/* The end at the other side of the corner; NULL where that is no end. */
SvgLineEnd *svg_linked_twin(SvgEdit *edit, const SvgLineEnd *end);
/* It isn't where its shape has gone since it was read. */
gboolean svg_linked_is_left(const SvgLineEnd *end);
/* Puts the end's tip there, and the corner along; where the next line would turn round, both lines
 * go back to where they were read. Returns by how much what is drawn at the tip goes. */
SvgPoint svg_linked_follow(SvgEdit *edit, SvgLineEnd *end, SvgPoint tip);
