/* Whether two CSS values are one, spelt twice. Private to svg/merge. */
#pragma once

#include <glib.h>

/* What besides white space and quotes may differ. */
typedef enum {
    SVG_SPELT_NUMBERS = 1 << 0, /* the digits of a number */
    SVG_SPELT_COLORS = 1 << 1,  /* the form of a colour; no function that chooses one is one */
    SVG_SPELT_COMMAS = 1 << 2,  /* a comma is white space */
    SVG_SPELT_NAMES = 1 << 3,   /* white space in strings is as much as one space */
} SvgSpelt;

/* By tokens, as CSS Syntax 3 §4 reads them. `may` are bits of SvgSpelt. */
gboolean svg_spelt_same(const char *a, const char *b, guint may);
/* Whether numbers differ by rounding alone. */
gboolean svg_spelt_near(double a, double b);
