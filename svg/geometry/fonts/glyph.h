/* What a HarfBuzz font says of itself and its glyphs, for the engines of this folder: one set of
 * numbers. Private to them. */
#pragma once

#include "geometry/text_engine.h"

#include <hb.h>

/* px: the size everything is measured at, without hinting, so that results scale. */
#define REFERENCE_SIZE 256
/* The scale of every font: a pixel is 1024. */
#define UNIT     (1024.0 * REFERENCE_SIZE)
#define LANGUAGE "en"

/* Zeros for a NULL font. */
void glyph_metrics(hb_font_t *font, SvgFontMetrics *metrics);
/* Of a glyph that is drawn at (x, y), in the font's scale; y goes down. */
SvgInk glyph_ink(hb_font_t *font, hb_codepoint_t id, double x, double y);
