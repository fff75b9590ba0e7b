/* Gaps in lines for their words, which a mask leaves. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* After the words in box `was` came to be in box `now`: the gap in the line there goes with them.
 */
void svg_mask_gap_follow(SvgEdit *edit, SvgNode *line, SvgBox was, SvgBox now);
/* After the line came to be elsewhere: its mask shows it there, too. */
void svg_mask_reach(SvgEdit *edit, SvgNode *line);
