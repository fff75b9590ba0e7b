/* Gaps in lines for their words, which a mask leaves. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* Before a line or its words change: remembers, for the rest of the edit, where the words are for
 * which its mask leaves a gap. */
void svg_mask_gap_note(SvgEdit *edit, SvgNode *line);
/* The same of the lines in a shape, and of those whose words are in it. */
void svg_mask_gaps_note(SvgEdit *edit, SvgNode *shape);
/* When all has changed: the gaps go with their words, are as large as these need, and close where
 * there are none any more; and masks reach as far as lines do that came to be longer. Other lines
 * that have words of their own in the same gap keep it, as this one gets a mask of its own then. */
void svg_mask_gaps_settle(SvgEdit *edit);
/* After the line came to be elsewhere: its mask shows it there, too. */
void svg_mask_reach(SvgEdit *edit, SvgNode *line);
