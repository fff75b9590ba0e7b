/* Strokes, fills and fonts of shapes that are there. Private to svg/edit. */
#pragma once

#include "edit/property.h"

/* Gives all words of a shape that colour, those beside it as well. */
void svg_recolor_words(SvgEdit *edit, SvgNode *shape, const char *css);

/* --- stroke.c --------------------------------------------------------------------------------- */

/* In document units. */
void svg_stroke_set_width(SvgDocument *doc, SvgNode *node, double width);
/* As long as the stroke's width has it. */
void svg_stroke_set_dash(SvgDocument *doc, SvgNode *node, SvgDash dash);
#define SVG_INK_SIZE 8 /* of "#rrggbb" or "none" */
/* A width or dashes without a colour, for shapes none of which has a stroke: `styling` gets the
 * colour of most outlines, written to `css` (SVG_INK_SIZE), and their width if none is given; it is
 * told. FALSE, doing nothing, where it isn't so. */
gboolean svg_stroke_complete(SvgEdit *edit, const GPtrArray *shapes, SvgStyling *styling,
                             char *css);

/* --- typeset.c: words ------------------------------------------------------------------------- */

/* FALSE with SVG_ERROR_INVALID when the font family is none. */
gboolean svg_styling_check_font(SvgEdit *edit, const SvgStyling *styling, GError **error);
/* Families as CSS writes them; the caller's. */
char *svg_family_css(const char *families);
gboolean svg_styling_has_font(const SvgStyling *styling);
/* What the texts of a shape are to it. */
typedef enum {
    SVG_WORDS_ALONE,  /* texts by themselves: each keeps its first baseline */
    SVG_WORDS_BLOCK,  /* lines of one text: their first one stays */
    SVG_WORDS_LABEL,  /* they keep their middle */
    SVG_WORDS_INSIDE, /* the same, in the shape: those that are aligned go to that side of it, and
                         it is told when they become too large for it */
} SvgWordsOf;

/* Sets what `styling` says of fonts on the texts, and on the parts of them that say otherwise. What
 * is a line each of one block keeps the side that is in line, and the distances between lines go
 * with the letters; what was broken at a width is broken at it anew. */
gboolean svg_texts_restyle(SvgEdit *edit, SvgNode *shape, const GPtrArray *texts,
                           const SvgStyling *styling, SvgWordsOf words, GError **error);

/* --- heads.c: the ends of lines --------------------------------------------------------------- */

gboolean svg_styling_has_heads(const SvgStyling *styling);
/* Puts heads on a line in the colour of its stroke, or takes them off. */
void svg_line_set_heads(SvgEdit *edit, SvgNode *line, const SvgStyling *styling);
/* What is behind the head at the start or the end of the line's way: `css` (SVG_INK_SIZE) gets the
 * colour, that of the page where nothing is filled. */
void svg_head_ground(SvgEdit *edit, SvgNode *line, gboolean start, char *css);
/* Gives the markers it has, or copies of those that others drew, the colour `css` ("#rrggbb"). */
void svg_line_recolor_heads(SvgEdit *edit, SvgNode *line, const char *css);
