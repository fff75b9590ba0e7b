/* Reads metrics and ink from a font, as fractions of its size. */
#include "geometry/fonts/glyph.h"

/* The font's own em box: OS/2 sTypoAscender and sTypoDescender, whatever its flags say. */
static double read_em_ascent(hb_font_t *font)
{
    enum { ASCENDER = 68, DESCENDER = 70, END = 72 };
    hb_blob_t *table = hb_face_reference_table(hb_font_get_face(font), HB_TAG('O', 'S', '/', '2'));
    unsigned int len = 0;
    const guint8 *data = (const guint8 *)hb_blob_get_data(table, &len);
    double em = 0.8;

    if (data && len >= END) {
        int up = (gint16)(data[ASCENDER] << 8 | data[ASCENDER + 1]);
        int down = (gint16)(data[DESCENDER] << 8 | data[DESCENDER + 1]);

        em = ABS(up) + ABS(down) > 0 ? ABS(up) / (double)(ABS(up) + ABS(down)) : em;
    }
    hb_blob_destroy(table);
    return em;
}

/* Top and bottom of a letter's ink above the baseline; 0 when the font doesn't have it. */
static void read_letter(hb_font_t *font, hb_codepoint_t letter, double *top, double *bottom)
{
    hb_codepoint_t glyph;
    hb_glyph_extents_t extents;

    *top = *bottom = 0;
    if (hb_font_get_nominal_glyph(font, letter, &glyph) &&
        hb_font_get_glyph_extents(font, glyph, &extents)) {
        *top = extents.y_bearing / UNIT;
        *bottom = (extents.y_bearing + extents.height) / UNIT;
    }
}

void glyph_metrics(hb_font_t *font, SvgFontMetrics *metrics)
{
    hb_font_extents_t extents = {0};
    double top, bottom;

    *metrics = (SvgFontMetrics){0};
    if (font) {
        metrics->em_ascent = read_em_ascent(font);
        read_letter(font, '+', &top, &bottom);
        metrics->math = (top + bottom) / 2;
        read_letter(font, 'x', &metrics->x_height, &bottom);
    }
    if (font && hb_font_get_h_extents(font, &extents)) {
        metrics->ascent = MAX(extents.ascender, 0) / UNIT;
        metrics->descent = MAX(-extents.descender, 0) / UNIT;
    }
}

SvgInk glyph_ink(hb_font_t *font, hb_codepoint_t id, double x, double y)
{
    hb_glyph_extents_t extents;

    if (!hb_font_get_glyph_extents(font, id, &extents)) {
        return (SvgInk){0, 0, -1, -1};
    }
    if (extents.width == 0 || extents.height == 0) {
        extents = (hb_glyph_extents_t){0};
    }
    x += extents.x_bearing;
    y -= extents.y_bearing;
    return (SvgInk){(float)(x / UNIT), (float)(y / UNIT), (float)((x + extents.width) / UNIT),
                    (float)((y - extents.height) / UNIT)};
}
