/* What runs across what. */
#include "lint/crossing.h"

#include "values/values.h"

#include <math.h>

#define STEP_SHARE 0.05 /* of the outline's shorter side: how finely a way is followed in it */
#define MOST_STEPS 64   /* of one stretch */
#define FAINT      0.35 /* opacity of a line */
#define LEAST      1.5  /* contrast to the page of a line: a fainter one is paper, ruled */

/* The share of the stretch from `a` to `b` that lies in the box; FALSE where none does. */
static gboolean clip(SvgPoint a, SvgPoint b, SvgBox box, double *from, double *to)
{
    const double way[] = {b.x - a.x, b.y - a.y}, start[] = {a.x, a.y}, low[] = {box.x, box.y},
                 high[] = {box.x + box.w, box.y + box.h};

    *from = 0;
    *to = 1;
    for (guint i = 0; i < 2; i++) {
        if (way[i] != 0) {
            double enter = (low[i] - start[i]) / way[i], leave = (high[i] - start[i]) / way[i];

            *from = MAX(*from, MIN(enter, leave));
            *to = MIN(*to, MAX(enter, leave));
        } else if (start[i] < low[i] || start[i] > high[i]) {
            return FALSE;
        }
    }
    return *from < *to;
}

static SvgPoint between(SvgPoint a, SvgPoint b, double share)
{
    return (SvgPoint){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

SvgCrossing svg_crossing_of_box(const GArray *track, SvgBox box)
{
    SvgCrossing crossing = {0, svg_box_center(box)};
    double longest = 0;

    for (guint i = 1; i < track->len; i++) {
        SvgTrackPoint b = g_array_index(track, SvgTrackPoint, i);
        SvgPoint a = g_array_index(track, SvgTrackPoint, i - 1).at;
        double from, to;

        if (!b.first && clip(a, b.at, box, &from, &to)) {
            double length = hypot(b.at.x - a.x, b.at.y - a.y) * (to - from);

            crossing.length += length;
            if (length > longest) {
                longest = length;
                crossing.middle = between(a, b.at, (from + to) / 2);
            }
        }
    }
    return crossing;
}

double svg_crossing_of_outline(const GArray *track, const GArray *outline, SvgBox box, double deep)
{
    double step = STEP_SHARE * MIN(box.w, box.h), inside = 0;

    for (guint i = 1; i < track->len; i++) {
        SvgTrackPoint b = g_array_index(track, SvgTrackPoint, i);
        SvgPoint a = g_array_index(track, SvgTrackPoint, i - 1).at;
        double from, to, length;
        guint n;

        if (b.first || !clip(a, b.at, box, &from, &to)) {
            continue;
        }
        length = hypot(b.at.x - a.x, b.at.y - a.y) * (to - from);
        n = (guint)CLAMP(ceil(length / step), 1, MOST_STEPS);
        for (guint k = 0; k < n; k++) {
            SvgPoint at = between(a, b.at, from + (to - from) * (k + 0.5) / n);

            inside += svg_track_encloses(outline, at) && svg_track_distance(outline, at) > deep
                          ? length / n
                          : 0;
        }
    }
    return inside;
}

/* --- what hides what -------------------------------------------------------------------------- */

/* Of what can't be told, as of pictures, it is assumed. */
static gboolean hides_at(const SvgLinter *linter, guint cover, SvgPoint p, double least)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, cover);
    SvgStyle style;

    if (!(svg_tag_flags(entry->tag) & SVG_TAG_IS_SHAPE)) {
        return TRUE;
    }
    if (!svg_scene_encloses(linter->scene, cover, p)) {
        return FALSE;
    }
    svg_style_of(linter->doc, entry->node, &style);
    return style.fill.alpha * style.fill_opacity * linter->facts[cover].opacity >= least;
}

guint svg_linter_cover_at(SvgLinter *linter, guint thing, SvgPoint p, double least)
{
    guint found[2 * SVG_LINT_NEAR], first = SVG_NO_ENTRY;
    guint n = svg_grid_at(svg_linter_painted(linter), p, found, G_N_ELEMENTS(found));

    for (guint i = 0; i < n; i++) {
        if (found[i] > thing && found[i] < first && hides_at(linter, found[i], p, least)) {
            first = found[i];
        }
    }
    return first;
}

gboolean svg_linter_is_strong(const SvgLinter *linter, guint line)
{
    const SvgEntry *entry = svg_scene_entry(linter->scene, line);
    guint32 rgb = entry->stroke.rgb;
    SvgStyle style;

    if (entry->stroke.kind == SVG_PAINT_NONE) {
        return FALSE;
    }
    svg_style_of(linter->doc, entry->node, &style);
    return style.stroke.alpha * style.stroke_opacity * linter->facts[line].opacity > FAINT &&
           svg_contrast(svg_luminance(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255),
                        svg_luminance(255, 255, 255)) >= LEAST;
}
