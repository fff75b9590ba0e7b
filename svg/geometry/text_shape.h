/* Words in a font, as they come out of the engine. Private to svg/geometry. */
#pragma once

#include "geometry/text_engine.h"
#include "style/style.h"

/* One line of text in one font; immutable, shared. Numbers per unit of font size, y down from the
 * baseline. */
typedef struct {
    const char *text;
    gsize len;
    SvgFontMetrics metrics; /* of the font that was asked for */
    double advance;         /* sum of the glyphs' */
    SvgInk ink;             /* of all of them, from the pen's place before the first */
    guint n_glyphs;
    SvgGlyph glyphs[];
} SvgTextShape;

/* `len` bytes of valid UTF-8 without line breaks in the font of `style`, whatever its size and
 * spacing. A reference, the caller's. Safe in any thread. */
SvgTextShape *svg_text_shape(const char *text, gsize len, const SvgStyle *style);
/* That of `len` bytes from `from` on, as svg_text_shape() gives it for them alone in the same
 * style. */
SvgTextShape *svg_text_shape_part(const SvgTextShape *whole, gsize from, gsize len,
                                  const SvgStyle *style);
void svg_text_shape_unref(gpointer shape);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(SvgTextShape, svg_text_shape_unref)
/* svg_text_breaks() for text that is easy, without an engine; FALSE for other text, *before is
 * undefined. */
gboolean svg_text_breaks_simply(const char *text, gsize len, gboolean *before);
/* Gives back what this thread keeps for laying texts out. */
void svg_text_layout_cleanup(void);
/* Forgets all that was shaped, and lets the engines go. */
void svg_text_shapes_cleanup(void);
void svg_text_font_metrics(const SvgStyle *style, SvgFontMetrics *out);
SvgInk svg_ink_union(SvgInk a, SvgInk b);
