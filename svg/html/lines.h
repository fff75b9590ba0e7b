/* What stands in lines: words, and boxes as large letters. Private to svg/html. */
#pragma once

#include "html/layout.h"

typedef struct {
    GString *text;  /* U+FFFC for a box, "\n" where a line ends for sure */
    GArray *runs;   /* of one style */
    GArray *styles; /* SvgHtmlStyle */
    GArray *boxes;  /* SvgHtmlItem */
    gboolean space; /* white space now would add nothing */
} SvgHtmlLines;

void svg_html_lines_init(SvgHtmlLines *lines);
void svg_html_lines_clear(SvgHtmlLines *lines);
void svg_html_lines_add_text(SvgHtmlLines *lines, const char *text, const SvgHtmlStyle *style);
void svg_html_lines_add_break(SvgHtmlLines *lines, const SvgHtmlStyle *style);
/* A box that was laid out at 0,0. */
void svg_html_lines_add_box(SvgHtmlLines *lines, const SvgHtmlItem *box);
gboolean svg_html_lines_are_empty(const SvgHtmlLines *lines);
/* Breaks what was added to that width, puts it there, and empties it. `style` is that of the block
 * around. */
SvgHtmlSize svg_html_lines_place(SvgHtmlLines *lines, SvgHtmlLayout *layout,
                                 const SvgHtmlStyle *style, double x, double y, double width);
