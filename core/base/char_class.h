/* Characters that are invisible, or change how others are displayed. Private to core/. */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_CHAR_VISIBLE,
    /* Invisible, but written on purpose: joiners and variation selectors, which emoji, Persian,
       Mongolian and Indic scripts need, blank braille patterns, and private-use characters, for
       which a font may have a glyph. */
    FAIRY_CHAR_FORMATTING,
    /* Control characters (C0, DEL, C1), line and paragraph separators, bidirectional controls,
       tags, fillers, characters without width, and unassigned code points. */
    FAIRY_CHAR_UNSAFE,
} FairyCharClass;

/* Returns the class of a character. Blanks count as visible. */
FairyCharClass fairy_char_class(gunichar c);
/* Appends a character as JSON escapes it (RFC 8259 §7): "\u202e"; beyond U+FFFF as a surrogate
 * pair. */
void fairy_append_escape(GString *out, gunichar c);
