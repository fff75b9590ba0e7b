/* Words that have to be read on a fill that changes. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The words on a shape that can be read, with what they stand on. */
typedef struct _SvgInks SvgInks;

/* Before the fill of `shape`, or of what is in it, changes. Words that are locked, or beside it,
 * or painted otherwise than in one colour, aren't looked at. */
SvgInks *svg_inks_note(SvgEdit *edit, SvgNode *shape);
/* After it: words that can't be read any more get a colour that can, unless theirs was `chosen`,
 * and that is told. Frees `inks`. */
void svg_inks_settle(SvgEdit *edit, SvgNode *shape, SvgInks *inks, gboolean chosen);
