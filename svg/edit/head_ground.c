/* What hollow heads are filled with: what is behind them, so that their line doesn't show. */
#include "edit/build.h"
#include "edit/restyle.h"
#include "geometry/bounds.h"
#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define PAPER 0xffffff
#define BACK  4.0 /* widths of the line: from its end to the middle of a head */

/* In the middle of where the head will be; FALSE for a line without any length. */
static gboolean middle_of_head(SvgEdit *edit, SvgNode *line, gboolean start, SvgPoint *at)
{
    SvgStyle style;
    SvgEntry entry = svg_entry_read(edit->doc, line, svg_node_box(edit->doc, line));
    g_autoptr(GArray) track = svg_track_of(edit->doc, &entry);
    double length = svg_track_length(track);
    svg_style_of(edit->doc, line, &style);
    double back = BACK * style.stroke_width * svg_node_scale_factor(edit->doc, line);
    if (length > 0) {
        back = MIN(back, length / 2);
        *at = svg_track_at(track, start ? back : length - back);
    }
    return length > 0;
}

static guint32 mixed(guint32 below, guint32 above, double alpha)
{
    guint32 out = 0;
    for (guint shift = 0; shift <= 16; shift += 8) {
        double a = below >> shift & 255, b = above >> shift & 255;
        out |= (guint32)lround(a + (b - a) * alpha) << shift;
    }
    return out;
}

/* What the element covers `at` with, over what is below it. */
static guint32 covered(SvgEdit *edit, SvgNode *node, SvgPoint at, guint32 below)
{
    SvgEntry entry = svg_entry_read(edit->doc, node, svg_node_box(edit->doc, node));
    if (!entry.visible || entry.fill.kind != SVG_PAINT_COLOR || !svg_box_holds(entry.box, at)) {
        return below;
    }
    g_autoptr(GArray) track = svg_track_of(edit->doc, &entry);
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    double alpha = CLAMP(entry.fill.alpha * style.fill_opacity * style.opacity, 0, 1);
    return svg_track_encloses(track, at) ? mixed(below, entry.fill.rgb, alpha) : below;
}

void svg_head_ground(SvgEdit *edit, SvgNode *line, gboolean start, char *css)
{
    guint32 rgb = PAPER;
    SvgPoint at = {0, 0};
    if (middle_of_head(edit, line, start, &at)) {
        g_autoptr(GPtrArray) near = svg_index_touching(edit->doc, (SvgBox){at.x, at.y, 0, 0});
        for (guint i = 0; i < near->len && near->pdata[i] != line; i++) {
            if (svg_node_is(near->pdata[i], SVG_TAG_IS_SHAPE)) {
                rgb = covered(edit, near->pdata[i], at, rgb);
            }
        }
    }
    g_snprintf(css, SVG_INK_SIZE, "#%06x", rgb);
}
