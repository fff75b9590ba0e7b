/* Where a shape's outline runs. */
#include "document/document_priv.h"
#include "shape/scene.h"
#include "shape/track.h"

GArray *svg_document_stretches(SvgDocument *doc, const char *id)
{
    GArray *stretches = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    SvgNode *node = svg_document_find(doc, id);
    SvgScene *scene = svg_scene_of(doc);
    guint index = node ? svg_scene_find(scene, node) : SVG_NO_ENTRY;
    g_autoptr(GArray) track = index != SVG_NO_ENTRY ? svg_scene_track(scene, index) : NULL;
    for (guint i = 1; track && i < track->len; i++) {
        const SvgTrackPoint *point = &g_array_index(track, SvgTrackPoint, i);
        if (!point->first) {
            g_array_append_val(stretches, point[-1].at);
            g_array_append_val(stretches, point->at);
        }
    }
    return stretches;
}
