/* Where the glyphs of a text go. Private to svg/geometry. */
#pragma once

#include "geometry/text_engine.h"
#include "geometry/text_runs.h"

/* A glyph, or several that need no telling apart, where the pen has come to. */
typedef struct {
    guint run;
    SvgUserPoint pen;
    double advance, rotate;
    SvgUserBox em, ink; /* w < 0: none */
} SvgTextPlaced;

/* Lays out what was read, and wrapped: bounds of each run (SvgBounds) in document space, without
 * stroke. `placed` (SvgTextPlaced) is memory to work in. Whether the other rules would anchor or
 * align something elsewhere. */
gboolean svg_text_lay_out(const SvgTextRuns *runs, SvgDocument *doc, const SvgNode *text,
                          const SvgContext *context, GArray *placed, GArray *bounds);
/* How far below the baseline that is asked for the alphabetic one is, per unit of font size. */
double svg_baseline_drop(const SvgStyle *style, const SvgFontMetrics *metrics, SvgTextRules rules);
