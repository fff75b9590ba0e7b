/* Which ways run through a shape. */
#include "edit/outlined.h"

#include "edit/end_box.h"
#include "shape/scene.h"
#include "shape/track.h"

#define DEPTH 1.5 /* px: how far into a shape a way may reach, as one along its border does */

/* The L that is the side of a cube has its front beside it: the box is what a person sees. */
static gboolean is_beside_itself(const SvgEntry *entry, const GArray *track)
{
    return !svg_entry_is_stroke(entry) && !svg_track_encloses(track, svg_box_center(entry->box));
}

SvgOutlined svg_outlined(SvgEdit *edit, SvgNode *shape)
{
    SvgOutlined outlined = {.box = svg_end_box(edit->doc, shape)};
    if (!svg_is_figure(edit->doc, shape) && svg_tag_flags(svg_node_tag(shape)) & SVG_TAG_IS_SHAPE) {
        SvgEntry entry = svg_entry_read(edit->doc, shape, outlined.box);
        outlined.track = svg_track_of(edit->doc, &entry);
        if (is_beside_itself(&entry, outlined.track)) {
            svg_outlined_clear(&outlined);
        }
    }
    return outlined;
}

void svg_outlined_clear(SvgOutlined *outlined)
{
    g_clear_pointer(&outlined->track, g_array_unref);
}

static double depth_in_box(SvgBox box, SvgPoint p)
{
    return MIN(MIN(p.x - box.x, box.x + box.w - p.x), MIN(p.y - box.y, box.y + box.h - p.y));
}

double svg_outlined_distance(const SvgOutlined *outlined, SvgPoint p)
{
    if (!outlined->track) {
        double depth = depth_in_box(outlined->box, p);
        return depth > 0 ? -depth : svg_box_distance(outlined->box, p);
    }
    double away = svg_track_distance(outlined->track, p);
    return svg_track_encloses(outlined->track, p) ? -away : away;
}

typedef struct {
    const SvgOutlined *outlined;
    double depth;
} Sparing;

static gboolean is_spared(SvgPoint at, gpointer data)
{
    const Sparing *sparing = data;
    return depth_in_box(sparing->outlined->box, at) <= sparing->depth ||
           svg_outlined_distance(sparing->outlined, at) >= -sparing->depth;
}

gboolean svg_outlined_spares(const SvgOutlined *outlined, const GArray *way, double unit)
{
    Sparing sparing = {outlined, DEPTH * unit};
    return svg_way_each(way, is_spared, &sparing);
}
