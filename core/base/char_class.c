/* Characters that aren't seen: by Unicode's general category, and by a list of those whose category
 * says otherwise (Unicode 15: Default_Ignorable_Code_Point, Prepended_Concatenation_Mark). */
#include "base/char_class.h"

#define FIRST_RARE 0x300 /* below it controls and the soft hyphen are all there is */

static const struct {
    gunichar first, last;
    FairyCharClass sight;
} listed[] = {
    {0x034F, 0x034F, FAIRY_CHAR_UNSAFE},     /* combining grapheme joiner */
    {0x0600, 0x0605, FAIRY_CHAR_VISIBLE},    /* Arabic signs under or around numbers */
    {0x06DD, 0x06DD, FAIRY_CHAR_VISIBLE},    /* the same */
    {0x070F, 0x070F, FAIRY_CHAR_VISIBLE},    /* Syriac sign of abbreviation */
    {0x0890, 0x0891, FAIRY_CHAR_VISIBLE},    /* Arabic signs of currency */
    {0x08E2, 0x08E2, FAIRY_CHAR_VISIBLE},    /* an Arabic sign over numbers */
    {0x115F, 0x1160, FAIRY_CHAR_UNSAFE},     /* Hangul fillers */
    {0x17B4, 0x17B5, FAIRY_CHAR_UNSAFE},     /* Khmer inherent vowels */
    {0x180B, 0x180D, FAIRY_CHAR_FORMATTING}, /* Mongolian selectors */
    {0x180F, 0x180F, FAIRY_CHAR_FORMATTING}, /* the same */
    {0x200C, 0x200D, FAIRY_CHAR_FORMATTING}, /* joiners */
    {0x2800, 0x2800, FAIRY_CHAR_FORMATTING}, /* braille without dots */
    {0x3164, 0x3164, FAIRY_CHAR_UNSAFE},     /* Hangul filler */
    {0xFE00, 0xFE0F, FAIRY_CHAR_FORMATTING}, /* variation selectors */
    {0xFFA0, 0xFFA0, FAIRY_CHAR_UNSAFE},     /* halfwidth Hangul filler */
    {0xFFFC, 0xFFFC, FAIRY_CHAR_FORMATTING}, /* stands for an object */
    {0x110BD, 0x110BD, FAIRY_CHAR_VISIBLE},  /* a Kaithi sign under numbers */
    {0x110CD, 0x110CD, FAIRY_CHAR_VISIBLE},  /* one over numbers */
    {0x13430, 0x1343F, FAIRY_CHAR_VISIBLE},  /* how Egyptian signs stand */
    {0xE0000, 0xE0FFF, FAIRY_CHAR_UNSAFE},   /* tags, and more selectors */
};

static FairyCharClass sight_by_type(gunichar c)
{
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_UNASSIGNED:
        return FAIRY_CHAR_UNSAFE;
    case G_UNICODE_PRIVATE_USE:
        return FAIRY_CHAR_FORMATTING;
    default:
        return FAIRY_CHAR_VISIBLE;
    }
}

FairyCharClass fairy_char_class(gunichar c)
{
    if (c < FIRST_RARE) {
        return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD ? FAIRY_CHAR_UNSAFE
                                                                : FAIRY_CHAR_VISIBLE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(listed) && c >= listed[i].first; i++) {
        if (c <= listed[i].last) {
            return listed[i].sight;
        }
    }
    return sight_by_type(c);
}

void fairy_append_escape(GString *out, gunichar c)
{
    if (c >= 0x10000) {
        g_string_append_printf(out, "\\u%04x", 0xD800 + ((c - 0x10000) >> 10));
        c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    g_string_append_printf(out, "\\u%04x", c);
}
