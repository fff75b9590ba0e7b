/* Wrapping: text that finds its own lines, in shapes or to a width. Private to svg/geometry. */
#pragma once

#include "geometry/text_runs.h"

/* Cuts a text with inline-size or shape-inside (SVG 2 §11.7), or a <flowRoot>, into lines; what
 * doesn't fit its shapes is dropped. Shapes count as their boxes. Nothing happens to other texts,
 * nor, by the standard's rules, where wrapping is done already: where lines say where they are. */
void svg_text_wrap_runs(SvgTextRuns *runs, SvgDocument *doc, SvgNode *text,
                        const SvgContext *context);
