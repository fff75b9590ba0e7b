/* What is painted behind words. Private to svg/lint. */
#pragma once

#include "lint/linter.h"

#define SVG_LINT_SOLID 0.999 /* paint that nothing is seen through */

typedef struct {
    double r, g, b; /* 0–255 */
} SvgLintColor;

typedef struct {
    SvgLinter *linter;
    SvgGrid *wide; /* lines as broad as a background; NULL until asked for */
    gboolean page_known;
    guint32 page;
} SvgBehind;

void svg_behind_init(SvgBehind *behind, SvgLinter *linter);
void svg_behind_clear(SvgBehind *behind);
/* The colour behind the text at `p`: of all that is painted there before it, one over the other.
 * FALSE when it can't be told. */
gboolean svg_behind_at(SvgBehind *all, guint text, SvgPoint p, SvgLintColor *behind);
/* A wide stroke may be what the text stands on. */
gboolean svg_behind_is_stroke(SvgBehind *behind, guint text, SvgPoint p);

SvgLintColor svg_lint_color(guint32 rgb);
SvgLintColor svg_lint_mix(SvgLintColor below, SvgLintColor above, double alpha);
