/* Room for arrowheads between lines and shapes. */
#include "edit/gap.h"

#include "document/refs.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/found.h"
#include "edit/style_defaults.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>
#include <stdlib.h>

#define LEAST_PX   0.5  /* what is nearer is at the outline */
#define ASIDE      0.2  /* of the gap: how far off the straight way its end may be */
#define MOST       0.4  /* of the way between the shapes, both together */
#define MOST_ASKED 64   /* arrows that are measured */
#define SLANTS     64   /* places that are tried on the way to an outline */
#define MOST_SLANT 4.0  /* times farther than the outline is */
#define BEYOND     0.75 /* of the stroke's width: a tip that touches what the line touches */

SvgGaps svg_gaps_of(SvgDocument *doc, SvgNode *connector)
{
    const SvgGaps *known = g_hash_table_lookup(svg_follow_of(doc)->gaps, connector);
    return known ? *known : (SvgGaps){{0, 0}};
}

void svg_gaps_set(SvgDocument *doc, SvgNode *connector, SvgGaps gaps)
{
    g_hash_table_insert(svg_follow_of(doc)->gaps, connector, g_memdup2(&gaps, sizeof gaps));
}

/* --- those that are there --------------------------------------------------------------------- */

/* How far `end` is from `border` on the way to `aim`; 0 when it isn't on that way. */
static double gap_between(SvgPoint border, SvgPoint end, SvgPoint aim, double least)
{
    double way = hypot(aim.x - border.x, aim.y - border.y);
    double x = way > 0 ? (aim.x - border.x) / way : 0, y = way > 0 ? (aim.y - border.y) / way : 0;
    double along = (end.x - border.x) * x + (end.y - border.y) * y;
    double aside = fabs((end.x - border.x) * y - (end.y - border.y) * x);
    gboolean on_it = along > least && along <= MOST * way && aside <= ASIDE * along;
    return on_it ? along : 0;
}

static void measure(SvgEdit *edit, SvgNode *connector)
{
    SvgPoint points[2], borders[2];
    SvgGaps gaps = {{0, 0}};
    double bend, least = LEAST_PX * svg_style_defaults_of(edit)->unit;
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, connector, 0),
                          svg_connector_end(edit->doc, connector, 1)};
    if (g_hash_table_contains(svg_follow_of(edit->doc)->gaps, connector) ||
        svg_node_tag(connector) != SVG_TAG_PATH || (!shapes[0] && !shapes[1]) ||
        !svg_read_line(edit, connector, &points[0], &points[1], &bend)) {
        return;
    }
    borders[0] = points[0];
    borders[1] = points[1];
    svg_connector_ends(edit, shapes, svg_sides_of(edit->doc, connector), gaps, bend, borders);
    for (guint i = 0; i < 2; i++) {
        gaps.at[i] = shapes[i] ? gap_between(borders[i], points[i], borders[1 - i], least) : 0;
    }
    svg_gaps_set(edit->doc, connector, gaps);
}

void svg_gaps_note(SvgEdit *edit, SvgNode *shape)
{
    if (!svg_document_has_name(edit->doc, "inkscape:connection-start") &&
        !svg_document_has_name(edit->doc, "inkscape:connection-end")) {
        return;
    }
    measure(edit, shape);
    g_autoptr(GPtrArray) referrers = shape->id ? svg_refs_to_self(edit->doc, shape) : NULL;
    for (guint i = 0; referrers && i < referrers->len; i++) {
        measure(edit, referrers->pdata[i]);
    }
}

/* --- new ones --------------------------------------------------------------------------------- */

static int by_value(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static gboolean has_common_head(SvgEdit *edit, const SvgEntry *arrow, const char *head)
{
    SvgStyle style;
    if (arrow->kind != SVG_KIND_ARROW || arrow->to == SVG_NO_ENTRY || arrow->turned) {
        return FALSE;
    }
    svg_style_of(edit->doc, arrow->node, &style);
    return g_strcmp0(style.marker[2], head) == 0;
}

/* From the end of the arrow on along its way to the outline, which it may meet at a slant. */
static double gap_of(SvgScene *scene, const SvgEntry *arrow)
{
    double away = svg_scene_distance(scene, arrow->to, arrow->end);
    if (svg_scene_encloses(scene, arrow->to, arrow->end)) {
        return 0;
    }
    for (guint i = 0; i <= SLANTS; i++) {
        double gap = away * (1 + (double)i / SLANTS * (MOST_SLANT - 1));
        SvgPoint at = {arrow->end.x + gap * 1.001 * arrow->end_out.x,
                       arrow->end.y + gap * 1.001 * arrow->end_out.y};
        if (svg_scene_encloses(scene, arrow->to, at)) {
            return gap;
        }
    }
    return away;
}

gboolean svg_gaps_common(SvgEdit *edit, double *gap)
{
    const char *head = svg_style_defaults_head(edit);
    SvgScene *scene = head ? svg_scene_of(edit->doc) : NULL;
    double found[MOST_ASKED];
    guint n = 0;
    for (guint i = 0; scene && i < scene->entries->len && n < MOST_ASKED; i++) {
        const SvgEntry *arrow = svg_scene_entry(scene, i);
        if (has_common_head(edit, arrow, head)) {
            found[n++] = gap_of(scene, arrow);
        }
    }
    if (n > 0) {
        qsort(found, n, sizeof *found, by_value);
        *gap = found[n / 2] > LEAST_PX * svg_style_defaults_of(edit)->unit ? found[n / 2] : 0;
    }
    return n > 0;
}

/* Level and to the right, so that what is right of its end is beyond it. */
double svg_gaps_beyond(SvgEdit *edit, SvgNode *line, SvgMatrix to_written)
{
    double unit = svg_style_defaults_of(edit)->unit;
    SvgStyle style;
    SvgMatrix m = svg_node_matrix(edit->doc, line);
    svg_style_of(edit->doc, line, &style);
    double width = style.stroke_width * svg_matrix_scale(m);
    svg_build_line(edit, line, (SvgPoint){-1000 * unit, 0}, (SvgPoint){0, 0}, 0, to_written);
    SvgBox seen = svg_node_bounds(edit->doc, line).visual;
    double beyond = seen.x + seen.w;
    return isfinite(beyond) && beyond > BEYOND * width ? beyond : 0;
}
