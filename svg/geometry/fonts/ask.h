/* What fontconfig is asked, as pango asks it. Private to libfairies-latin. */
#pragma once

#include "geometry/fonts/found.h"

#include <fontconfig/fontconfig.h>

/* What fontconfig chooses for the query; free with FcPatternDestroy(). NULL: there are no fonts. */
FcPattern *ask_match(const SvgFontQuery *query);
/* Its face; `file` is NULL when that isn't one that only has to be opened. The file's name is the
 * caller's. */
FaceSource ask_best(const SvgFontQuery *query);
/* All fonts, those that suit the query best first; free with FcFontSetSortDestroy(). May be NULL.
 */
FcFontSet *ask_order(const SvgFontQuery *query);
/* The first face of an order, but for the best, that has the character; as ask_best(). */
FaceSource ask_other(const SvgFontQuery *query, const FcFontSet *order, gunichar c);
/* Whether a family of this name is installed, or one of the same widths. */
FamilyState ask_family(const char *family);
