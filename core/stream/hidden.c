/* Characters that aren't seen: by Unicode's general category, and by a list of those that have a
 * visible one and are shown as nothing all the same (Unicode 15, Default_Ignorable_Code_Point). */
#include "stream/hidden.h"

#define FIRST_RARE 0x300 /* below it controls and the soft hyphen are all there is */

static const struct {
    gunichar first, last;
} ignorable[] = {
    {0x034F, 0x034F},   /* combining grapheme joiner */
    {0x115F, 0x1160},   /* Hangul fillers */
    {0x17B4, 0x17B5},   /* Khmer inherent vowels */
    {0x180B, 0x180F},   /* Mongolian selectors */
    {0x2800, 0x2800},   /* braille without dots */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xFE00, 0xFE0F},   /* variation selectors */
    {0xFFA0, 0xFFA0},   /* halfwidth Hangul filler */
    {0xFFFC, 0xFFFC},   /* stands for an object */
    {0xE0000, 0xE0FFF}, /* tags, and more selectors */
};

static gboolean has_hidden_type(gunichar c)
{
    switch (g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_UNASSIGNED:
        return TRUE;
    default:
        return FALSE;
    }
}

gboolean fairy_is_hidden(gunichar c)
{
    if (c < FIRST_RARE) {
        return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ignorable); i++) {
        if (c >= ignorable[i].first && c <= ignorable[i].last) {
            return TRUE;
        }
    }
    return has_hidden_type(c);
}

void fairy_append_escape(GString *out, gunichar c)
{
    if (c >= 0x10000) {
        g_string_append_printf(out, "\\u%04x", 0xD800 + ((c - 0x10000) >> 10));
        c = 0xDC00 + ((c - 0x10000) & 0x3FF);
    }
    g_string_append_printf(out, "\\u%04x", c);
}
