/* Colours and gradients that are given exactly. Private to svg/edit. */
#pragma once

#include "edit/edit_priv.h"

#define SVG_EXACT_PAINT_SIZE 96 /* bytes of a colour, or of a reference to a gradient */

/* What is painted with: "#rrggbb", "none", or a reference to a gradient of ours. */
typedef struct {
    char css[SVG_EXACT_PAINT_SIZE];
    double alpha;
} SvgExactPaint;

/* A colour as it is written: no references, nothing but a colour or "none"; else FALSE with
 * SVG_ERROR_INVALID. */
gboolean svg_exact_paint_read(SvgEdit *edit, const char *name, SvgExactPaint *out, GError **error);
/* Gives the element that fill or stroke, whatever style sheets say. */
void svg_exact_paint_set(SvgEdit *edit, SvgNode *node, SvgProperty property,
                         const SvgExactPaint *ink);
/* Whether an element that has `paint` is painted so. */
gboolean svg_exact_paint_is_so(const char *css, const SvgPaint *paint);

/* --- gradient.c ------------------------------------------------------------------------------- */

/* FALSE with SVG_ERROR_INVALID when a gradient is given that isn't one, or a fill besides. */
gboolean svg_styling_check_gradient(SvgEdit *edit, const SvgStyling *styling, GError **error);
/* One that shapes share, as long as it says the same; made on first use. */
void svg_exact_paint_of_gradient(SvgEdit *edit, const SvgGradient *gradient, SvgExactPaint *out);
