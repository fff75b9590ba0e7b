/* How much room a shape has for words. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

/* A line, or something that has next to no area: its words stand beside it. */
gboolean svg_words_beside(SvgEdit *edit, SvgNode *shape);

/* The outline of a shape, and where in it words stand. */
typedef struct {
    GArray *edges; /* SvgPoint, two for each stretch */
    SvgBox box;
    SvgPoint center; /* of the words */
    double used;     /* how much of the width they may have */
} SvgTextFit;

void svg_text_fit_read(SvgEdit *edit, SvgNode *shape, SvgTextFit *out);
/* Where the middle of words on it is, across. */
double svg_text_fit_middle(SvgEdit *edit, SvgNode *shape);
void svg_text_fit_clear(SvgTextFit *room);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SvgTextFit, svg_text_fit_clear)
/* Makes it sx and sy times as wide and as high, its top left corner staying. */
void svg_text_fit_stretch(SvgTextFit *room, double sx, double sy);
/* How wide a block of that height may be around the center; 0 when it is too high. */
double svg_text_fit_width(const SvgTextFit *room, double height);

/* Words in lines, and what became of them. */
typedef struct {
    char **lines; /* NULL-terminated; owned */
    double share; /* of the font's size that they are set in */
    gboolean fits;
} SvgFitted;

/* Breaks the text to the room. `font` is the style at its full size; `least` the smallest share of
 * it. Free the lines with g_strfreev(). */
SvgFitted svg_text_fit_fit(const SvgTextFit *room, const char *text, const SvgStyle *font,
                           double least);
/* The width of the widest line. */
double svg_lines_width(char **lines, const SvgStyle *font);
/* Stretches the room until the text fits at the font's size. FALSE when it would have to be more
 * than 100 times as large. */
gboolean svg_text_fit_grow(SvgTextFit *room, const char *text, const SvgStyle *font,
                           SvgFitted *out);
/* Remarks that words, which were within the shape when that had the box `frame`, reach beyond it
 * now. */
void svg_text_fit_tell(SvgEdit *edit, SvgNode *shape, SvgBox frame, SvgBox before, SvgBox after);
