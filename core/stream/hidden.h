/* Characters that aren't seen where they stand, or change how others are shown. Private to core/.
 */
#pragma once

#include <glib.h>

typedef enum {
    FAIRY_SEEN,
    /* Not seen, but written on purpose: joiners and selectors, which emoji, Persian, Mongolian and
     * the scripts of India need, blanks of braille, private characters, for which a font may have
     * something. */
    FAIRY_WRITTEN,
    /* Control characters (C0, DEL, C1), ends of lines and paragraphs, what turns the way of
     * writing, tags, fillers, what has no width, what no character is assigned to. */
    FAIRY_HIDDEN,
} FairySight;

/* Blanks are seen. */
FairySight fairy_sight(gunichar c);
/* Appends it as JSON escapes it: "\u202e"; beyond U+FFFF as its two surrogates. */
void fairy_append_escape(GString *out, gunichar c);
