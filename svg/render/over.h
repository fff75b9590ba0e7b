/* Markup that is laid over a drawing, for its picture alone. Private to svg/render. */
#pragma once

#include <svg/render.h>

/* Markup in document space; `unit` is the width of a thin line, in document units. */
typedef struct {
    GString *markup;
    SvgBox view;
    double unit;
} SvgOver;

/* Begins what is laid over a view, which isn't empty. Ends with svg_over_start(). */
SvgOver svg_over_new(SvgBox view);
/* Appends ` name="value"`. */
void svg_over_number(const SvgOver *over, const char *name, double value);
/* Appends a style attribute and the end of the element: a line in that colour, `width` units wide;
 * `more` are further declarations. */
void svg_over_style(const SvgOver *over, const char *color, double width, const char *more);
/* Appends a frame, its line `width` units wide; `more` are further declarations. */
void svg_over_frame(const SvgOver *over, SvgBox box, const char *color, double width,
                    const char *more);
/* Appends words in one line, with a white edge; they begin at that point, or end there when
 * `ends`. What is too long is cut, and what XML can't hold is replaced. */
void svg_over_words(const SvgOver *over, SvgPoint at, const char *color, gboolean ends,
                    const char *words);
/* Starts a picture of the view with all that over it, as svg_render_start() does; frees the markup.
 * The options' own view doesn't matter. */
SvgRender *svg_over_start(SvgDocument *doc, SvgOver *over, const SvgRenderOptions *options,
                          GError **error);
