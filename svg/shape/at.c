/* What is drawn at a place. */
#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <svg/shape.h>

#include <math.h>

/* A hairline is at least a pixel wide in a picture. */
static double half_stroke(SvgScene *scene, const SvgEntry *entry)
{
    SvgMatrix m = svg_scene_matrix(scene, entry);
    double scale = svg_matrix_scale(m);
    return MAX(entry->stroke_width * scale, svg_px(scene->doc)) / 2;
}

static gboolean is_path(const SvgEntry *entry)
{
    return (svg_tag_flags(entry->tag) & SVG_TAG_IS_SHAPE) != 0;
}

/* Narrows the part of a stretch that is between low and high on one axis. */
static gboolean clip(double from, double by, double low, double high, double *t0, double *t1)
{
    if (by == 0) {
        return from >= low && from <= high;
    }
    double a = (low - from) / by, b = (high - from) / by;
    *t0 = MAX(*t0, MIN(a, b));
    *t1 = MIN(*t1, MAX(a, b));
    return *t0 <= *t1;
}

/* Whether a stretch of it is in the box, which may be a point. */
static gboolean crosses(const GArray *track, SvgBox box)
{
    for (guint i = 1; i < track->len; i++) {
        const SvgTrackPoint *b = &g_array_index(track, SvgTrackPoint, i);
        SvgPoint a = g_array_index(track, SvgTrackPoint, i - 1).at;
        double t0 = 0, t1 = 1;
        if (!b->first && clip(a.x, b->at.x - a.x, box.x, box.x + box.w, &t0, &t1) &&
            clip(a.y, b->at.y - a.y, box.y, box.y + box.h, &t0, &t1)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Words, pictures and copies are all of their boxes. */
static gboolean paints(SvgScene *scene, guint index, SvgBox area)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);
    if (!is_path(entry)) {
        return svg_box_touches(entry->box, area);
    }
    g_autoptr(GArray) track = svg_scene_track(scene, index);
    double half = half_stroke(scene, entry);
    gboolean stroked = entry->stroke.kind != SVG_PAINT_NONE;
    gboolean filled = entry->fill.kind != SVG_PAINT_NONE;
    return (stroked && crosses(track, svg_box_grown(area, half, half))) ||
           (filled &&
            (crosses(track, area) || svg_track_encloses(track, (SvgPoint){area.x, area.y})));
}

static gboolean has(const GPtrArray *ids, const char *id)
{
    return g_ptr_array_find_with_equal_func((GPtrArray *)ids, id, g_str_equal, NULL);
}

char **svg_document_at(SvgDocument *doc, SvgBox area)
{
    SvgScene *scene = svg_scene_of(doc);
    double reach = svg_px(doc) / 2;
    g_autoptr(GPtrArray) near = svg_index_touching(doc, svg_box_grown(area, reach, reach));
    GPtrArray *ids = g_ptr_array_new();
    for (guint i = near->len; i-- > 0;) {
        guint index = svg_scene_find(scene, near->pdata[i]);
        if (index == SVG_NO_ENTRY || !svg_scene_entry(scene, index)->visible ||
            !paints(scene, index, area)) {
            continue;
        }
        const char *id = svg_node_id(doc, svg_scene_known_as(scene, near->pdata[i]));
        if (!has(ids, id)) {
            g_ptr_array_add(ids, g_strdup(id));
        }
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}
