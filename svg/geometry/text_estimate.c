/* Sizes of text without any font: what an average sans-serif face would give, within a fifth or so.
 */
#include "geometry/text_engine.h"

#define ASCENT       0.93F
#define DESCENT      0.24F
#define EM_ASCENT    0.8
#define X_HEIGHT     0.52
#define MATH         0.33
#define ADVANCE      0.55F
#define NARROW       0.3F
#define WIDE         1.0F
#define BEARING      0.05F
#define INK_TOP      (-0.73F)
#define INK_BOTTOM   0.0F
#define NARROW_CHARS " !'(),.:;I[]fijlt|"

static SvgFace *face_new(const SvgFontQuery *query, SvgFontMetrics *metrics)
{
    (void)query;
    *metrics = (SvgFontMetrics){ASCENT, DESCENT, EM_ASCENT, X_HEIGHT, MATH};
    return NULL;
}

static void face_free(SvgFace *face)
{
    (void)face;
}

static float advance_of(gunichar c)
{
    if (g_unichar_iszerowidth(c)) {
        return 0;
    }
    if (g_unichar_iswide(c)) {
        return WIDE;
    }
    for (const char *narrow = NARROW_CHARS; *narrow; narrow++) {
        if (c == (gunichar)*narrow) {
            return NARROW;
        }
    }
    return ADVANCE;
}

static gboolean shape(SvgFace *face, const char *text, gsize len, GArray *glyphs)
{
    (void)face;
    for (const char *at = text, *end = text + len; at < end; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);
        SvgGlyph glyph = {(guint)(at - text), advance_of(c), {0, 0, 0, 0}, TRUE};

        if (!g_unichar_isspace(c) && glyph.advance > 0) {
            glyph.ink = (SvgInk){BEARING, INK_TOP, glyph.advance - BEARING, INK_BOTTOM};
        }
        g_array_append_val(glyphs, glyph);
    }
    return TRUE;
}

static void breaks(const char *text, gsize len, gboolean *before)
{
    *before++ = FALSE;
    for (const char *at = text, *end = text + len; at < end; at = g_utf8_next_char(at)) {
        *before++ = *at == ' ' || *at == '-' || g_unichar_iswide(g_utf8_get_char(at));
    }
}

static gboolean cleanup(void)
{
    return TRUE;
}

const SvgTextEngine svg_text_estimate = {
    SVG_TEXT_ENGINE_VERSION, face_new, face_free, shape, breaks, cleanup, NULL, NULL, NULL, NULL};
