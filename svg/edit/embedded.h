/* Fonts that a drawing brings along. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* The families, as CSS has them, without those in front whose fonts in the drawing lack some letter
 * of the words: often only the letters are embedded that were there. What is left is the fallback
 * that the list has itself, and sans-serif at its end where it names no generic family; this is
 * told. NULL when nothing is lacking. The caller's. */
char *svg_embedded_fallback(SvgEdit *edit, const char *families, const char *words);
/* Makes `font` what these words are set in then. */
void svg_embedded_font(SvgEdit *edit, SvgStyle *font, const char *words);
/* The same of a text that is there, and is set in the fallback as a whole then. */
void svg_embedded_check(SvgEdit *edit, SvgNode *text);
