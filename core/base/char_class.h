/* Characters that aren't seen where they stand, or change how others are shown. Private to core/.
 */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_CHAR_VISIBLE,
    /* Not seen, but written on purpose: joiners and selectors, which emoji, Persian, Mongolian and
     * the scripts of India need, blanks of braille, private characters, for which a font may have
     * something. */
    FAIRY_CHAR_FORMATTING,
    /* Control characters (C0, DEL, C1), ends of lines and paragraphs, what turns the way of
     * writing, tags, fillers, what has no width, what no character is assigned to. */
    FAIRY_CHAR_UNSAFE,
} FairyCharClass;

/* Blanks are seen. */
FairyCharClass fairy_char_class(gunichar c);
/* Appends it as JSON escapes it: "\u202e"; beyond U+FFFF as its two surrogates. */
void fairy_append_escape(GString *out, gunichar c);
