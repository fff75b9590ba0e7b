/* Gaps in lines for their words, which a mask leaves. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The words in the line's own user space, in which its gaps are; empty where it has no such mask.
 */
SvgUserBox svg_mask_gap_words(SvgEdit *edit, SvgNode *line, SvgBox words);
/* After the words that were there in that space came to be in box `now` of the drawing: the gap in
 * the line goes with them. Other lines that have words of their own in the same gap keep it, as
 * this one gets a mask of its own then. */
void svg_mask_gap_follow(SvgEdit *edit, SvgNode *line, SvgUserBox was, SvgBox now);
/* After the line came to be elsewhere: its mask shows it there, too. */
void svg_mask_reach(SvgEdit *edit, SvgNode *line);
