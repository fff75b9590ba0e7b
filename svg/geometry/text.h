/* The sizes of text. Private to svg/. Nothing here loads pango until it is called. */
#pragma once

#include "geometry/bounds.h"

/* Of a <text> or <flowRoot>; `context` is the one of its children. Geometric: the em boxes of its
 * glyphs (ascent to descent, advance width), as Chromium's getBBox. Visual: the ink of its glyphs,
 * each a box, and the point where a space begins; grown by half the stroke: as Inkscape's visual
 * box, where Inkscape lays text out in its own way, too (SvgTextRules). Empty when there is no
 * visible text.
 *
 * x, y, dx, dy and rotate lists, nested tspans, tref, text-anchor, direction, letter and word
 * spacing, xml:space and white-space, baseline-shift, dominant-baseline, writing-mode (letters on
 * their side), textLength of the whole text, textPath, sodipodi:role="line", inline-size,
 * shape-inside and flowRegion (shapes count as their boxes).
 *
 * `func`, when not NULL, gets each tspan, a and tref within, in document order. */
SvgBounds svg_text_bounds(SvgDocument *doc, SvgNode *text, const SvgContext *context,
                          SvgBoundsFunc func, gpointer data);

typedef struct {
    double width;           /* advance */
    double ascent, descent; /* both >= 0 */
} SvgTextExtents;

/* One line of text in the font of `style`, in user units. */
void svg_text_measure(const char *text, const SvgStyle *style, SvgTextExtents *out);
/* Those letters of `text` that the font in these bytes (OpenType, WOFF, WOFF 2) doesn't have; NULL
 * when it can't be read. The caller's. */
char *svg_text_lacking(const void *font, gsize size, const char *text);
/* Breaks `text` at spaces so that no line is wider than `max_width` where that can be; "\n" breaks
 * too. Lines, NULL-terminated; the caller's. */
char **svg_text_wrap(const char *text, const SvgStyle *style, double max_width);
/* Whether a line may be broken before each character of valid UTF-8, for one more than there are
 * (UAX #14). */
void svg_text_breaks(const char *text, gsize len, gboolean *before);
typedef enum {
    SVG_FONT_NONE,  /* nothing in the list is there: any font may be shown */
    SVG_FONT_LATER, /* the first isn't, but another one, or a generic family */
    SVG_FONT_FIRST, /* it is; also when nobody can tell */
} SvgFontFound;
/* Which family of a `font-family` is installed. */
SvgFontFound svg_text_find_font(const char *families);
/* Whether it is a name for a kind of fonts ("serif"). */
gboolean svg_text_is_generic(const char *family);
/* Forgets what was measured, and gives pango's and fontconfig's memory back. */
void svg_text_cleanup(void);
