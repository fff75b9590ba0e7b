/* Measuring text with pango. Private to svg/. Nothing here touches fontconfig until it is called.
 */
#pragma once

#include "geometry/bounds.h"

/* Of a <text> or <flowRoot>. Geometric: the union of its lines' em boxes (ascent to descent,
 * advance width) in user space, as Chromium's getBBox, then mapped; visual: the ink of its glyphs
 * and their stroke, each mapped. `context` is the one of its children. x, y, dx, dy lists, nested
 * tspans, text-anchor, letter spacing and sodipodi:role="line" are honoured; a text on a path gets
 * the path's box. Empty when there is no visible text. */
SvgBounds svg_text_bounds(SvgDocument *doc, SvgNode *text, const SvgContext *context);

typedef struct {
    double width;           /* advance */
    double ascent, descent; /* both >= 0 */
} SvgTextExtents;

/* One line of text in the font of `style`, in user units. */
void svg_text_measure(const char *text, const SvgStyle *style, SvgTextExtents *out);
/* Breaks `text` at spaces so that no line is wider than `max_width` where that can be; "\n" breaks
 * too. Lines, NULL-terminated; the caller's. */
char **svg_text_wrap(const char *text, const SvgStyle *style, double max_width);
/* Forgets what was measured, and gives pango's and fontconfig's memory back. */
void svg_text_cleanup(void);
