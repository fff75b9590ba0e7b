/* Contrast of words to what is behind them, for whoever wants another one than the lint does.
 * Private to svg/. */
#pragma once

#include "document/node.h"

/* `behind` is the colour behind the text where it can be read best, `ratio` their contrast, and
 * `least` what it should be. It mustn't change the document. */
typedef void (*SvgContrastFunc)(SvgNode *text, guint32 behind, double ratio, double least,
                                gpointer data);
/* Calls `func` for each text that isn't locked and whose contrast is below `least` to one, or two
 * thirds of that where it is large, as far as it is known what is behind it. */
void svg_lint_each_contrast(SvgDocument *doc, double least, SvgContrastFunc func, gpointer data);
