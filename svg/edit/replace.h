/* One element in place of another. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Puts `new`, which is in no drawing and has its geometry and its transform, in the place of `old`,
 * which has no elements in it but a title and a description: these, the id that it is
 * known by and all attributes that aren't geometry are the new one's, and words that belong to it
 * stay with it. */
void svg_replace(SvgEdit *edit, SvgNode *old, SvgNode *new);
