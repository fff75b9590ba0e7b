/* What runs across what. Private to svg/lint. */
#pragma once

#include "lint/linter.h"

typedef struct {
    double length; /* of what lies there */
    SvgPoint middle;
} SvgCrossing;

/* The part of the track (see track.h) that lies in the box. */
SvgCrossing svg_crossing_of_box(const GArray *track, SvgBox box);
/* How long it runs in the outline, farther than `deep` from its border; `box` is the outline's. */
double svg_crossing_of_outline(const GArray *track, const GArray *outline, SvgBox box, double deep);
/* The first thing painted over `thing` at `p` that hides it, by at least so much (0–1: how thickly
 * it is painted); or SVG_NO_ENTRY. Pictures count, wherever they are clear. */
guint svg_linter_cover_at(SvgLinter *linter, guint thing, SvgPoint p, double least);
/* How thickly something must be painted to hide what is below it. */
#define SVG_LINT_OPAQUE 0.95
/* The line is drawn so that it is seen: not faint, not nearly of the page's colour. */
gboolean svg_linter_is_strong(const SvgLinter *linter, guint line);
/* A way with turns through several shapes with words: it shows how to come by them. `line`: the
 * first of the lines that it is made of, if there are several. */
gboolean svg_linter_is_tour(const SvgLinter *linter, guint line);
