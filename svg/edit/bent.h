/* Ends of arrows that are one arc. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Where the arc through both `aims` that bends by `bend` between its ends leaves shapes[0] and
 * comes to shapes[1]; an end without a shape is its aim. `bend` is how far the arc's middle lies to
 * the left of the straight way between these ends, as seen on screen; document units. after[i] is a
 * point of the arc a little further on from that end. FALSE when there is no such arc, as where the
 * shapes overlap. */
gboolean svg_bent_ends(SvgEdit *edit, SvgNode *const shapes[2], const SvgPoint aims[2], double bend,
                       SvgPoint points[2], SvgPoint after[2]);
