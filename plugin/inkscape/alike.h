/* Whether two texts that Inkscape wrote are of one document, or of one state of it. */
#pragma once

#include <glib.h>

/* Whether `live` may be a later state of `base`: by how many of its ids are there. */
gboolean alike_is_same(const char *base, const char *live);
/* Whether they are equal byte for byte, but for what the namedview's start tag notes of the window.
 */
gboolean alike_is_equal(const char *a, const char *b);
/* Whether they say the same, as elements and attributes in any order. */
gboolean alike_agree(GBytes *a, GBytes *b);
