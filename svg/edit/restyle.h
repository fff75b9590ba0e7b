/* Strokes, fills and fonts of shapes that are there. Private to svg/edit. */
#pragma once

#include "edit/property.h"

/* Gives all words of a shape that colour, those beside it as well. */
void svg_recolor_words(SvgEdit *edit, SvgNode *shape, const char *css);

/* --- typeset.c: words ------------------------------------------------------------------------- */

/* FALSE with SVG_ERROR_INVALID when the font family is none. */
gboolean svg_styling_check_font(SvgEdit *edit, const SvgStyling *styling, GError **error);
/* Families as CSS writes them; the caller's. */
char *svg_family_css(const char *families);
gboolean svg_styling_has_font(const SvgStyling *styling);
/* Sets what `styling` says of fonts on a text and on the parts of it that say otherwise. A label
 * keeps its middle, unless it is aligned, and `holder` isn't NULL: then it goes to that side of the
 * room in there. Other texts keep their first baseline; their lines stay where they begin or end.
 */
gboolean svg_text_restyle(SvgEdit *edit, SvgNode *text, const SvgStyling *styling, gboolean label,
                          SvgNode *holder, GError **error);

/* --- heads.c: the ends of lines --------------------------------------------------------------- */

gboolean svg_styling_has_heads(const SvgStyling *styling);
/* Puts heads on a line in the colour of its stroke, or takes them off. */
void svg_line_set_heads(SvgEdit *edit, SvgNode *line, const SvgStyling *styling);
/* Gives the markers it has, or copies of those that others drew, the colour `css` ("#rrggbb"). */
void svg_line_recolor_heads(SvgEdit *edit, SvgNode *line, const char *css);
