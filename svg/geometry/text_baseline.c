/* Where the alphabetic baseline is when another one is asked for. */
#include "geometry/text_layout.h"

/* By the standard's rules from the font's lines, as Chromium has them; for Inkscape, which doesn't
 * know alignment-baseline, from its em box. */
double svg_baseline_drop(const SvgStyle *style, const SvgFontMetrics *metrics, SvgTextRules rules)
{
    gboolean standard = rules == SVG_TEXT_STANDARD;
    gboolean aligned = standard && style->alignment_baseline != SVG_BASELINE_ALPHABETIC;
    double ascent = standard ? metrics->ascent : metrics->em_ascent;
    double descent = standard ? metrics->descent : 1 - metrics->em_ascent;
    const double hanging = 0.8;

    switch (aligned ? style->alignment_baseline : style->dominant_baseline) {
    case SVG_BASELINE_MIDDLE:
        return metrics->x_height / 2;
    case SVG_BASELINE_CENTRAL:
        return (ascent - descent) / 2;
    case SVG_BASELINE_HANGING:
        return hanging * ascent;
    case SVG_BASELINE_MATHEMATICAL:
        return standard ? ascent / 2 : metrics->math;
    case SVG_BASELINE_BEFORE_EDGE:
        return ascent;
    case SVG_BASELINE_AFTER_EDGE:
        return -descent;
    case SVG_BASELINE_ALPHABETIC:
        break;
    }
    return 0;
}
