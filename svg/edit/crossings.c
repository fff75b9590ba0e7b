/* What a line does run through. */
#include "edit/connect.h"
#include "edit/in_way.h"
#include "edit/surroundings.h"
#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"
#include "shape/unit.h"

#define TOUCH_PX   1    /* so far inside, nothing is run through */
#define STEPS      512  /* in which a line is followed */
#define WORDS_TRIM 0.15 /* of their height: what is above and below the letters */

static gboolean runs_through_words(const SvgInWay *way, const GArray *track, SvgBox box)
{
    double trim = WORDS_TRIM * box.h, touch = TOUCH_PX * svg_px(way->edit->doc);
    SvgBox letters = svg_box_grown(box, -MIN(touch, box.w / 4), -trim);
    return svg_track_nearest_to_box(track, letters).distance == 0;
}

static gboolean runs_through_outline(const SvgInWay *way, const GArray *track,
                                     const SvgEntry *entry)
{
    SvgDocument *doc = way->edit->doc;
    double length = svg_track_length(track), touch = TOUCH_PX * svg_px(doc);
    g_autoptr(GArray) outline = svg_track_of(doc, entry);
    for (guint i = 0; i <= STEPS; i++) {
        SvgPoint at = svg_track_at(track, length * i / STEPS);
        if (svg_box_holds(entry->box, at) && svg_track_encloses(outline, at) &&
            svg_track_distance(outline, at) > touch) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean runs_through(const SvgInWay *way, const GArray *track, SvgNode *node, SvgBox box)
{
    if (svg_track_nearest_to_box(track, box).distance > 0) {
        return FALSE;
    }
    if (svg_node_is_words(node)) {
        return runs_through_words(way, track, box);
    }
    SvgEntry entry = svg_entry_read(way->edit->doc, node, box);
    return runs_through_outline(way, track, &entry);
}

/* The shape that a reader of the drawing knows it by; SVG_NO_ENTRY for a head of another line. */
static guint known_as(SvgScene *scene, const SvgNode *node, gboolean *words)
{
    guint at = svg_scene_find(scene, node);
    while (at != SVG_NO_ENTRY && !svg_scene_entry(scene, at)->listed) {
        const SvgEntry *entry = svg_scene_entry(scene, at);
        guint owner = svg_entry_owner(entry);
        if (entry->head_of != SVG_NO_ENTRY) {
            return SVG_NO_ENTRY;
        }
        *words &= owner == SVG_NO_ENTRY || owner == entry->labels;
        at = owner != SVG_NO_ENTRY ? owner : entry->parent;
    }
    return at;
}

static gboolean is_told(const GArray *found, const char *id)
{
    for (guint i = 0; i < found->len; i++) {
        if (g_array_index(found, SvgCrossing, i).id == id) {
            return TRUE;
        }
    }
    return FALSE;
}

static void tell(const SvgInWay *way, SvgNode *node, GArray *found)
{
    SvgScene *scene = svg_scene_of(way->edit->doc);
    SvgCrossing crossing = {.words = svg_node_is_words(node)};
    guint at = known_as(scene, node, &crossing.words);
    SvgNode *shape = at != SVG_NO_ENTRY ? svg_scene_entry(scene, at)->node : NULL;
    if (!shape) {
        return;
    }
    shape =
        shape == way->line ? node : shape; /* words that it was drawn over are read as its own */
    crossing.id = svg_node_id(way->edit->doc, shape);
    if (!is_told(found, crossing.id)) {
        g_array_append_val(found, crossing);
    }
}

GArray *svg_edit_crossings(SvgEdit *edit, const char *id)
{
    GArray *found = g_array_new(FALSE, FALSE, sizeof(SvgCrossing));
    SvgNode *line = svg_edit_find(edit, id, NULL);
    g_auto(SvgSurroundings) around = {0};
    g_auto(SvgInWay) way = {0};
    if (!line) {
        return found;
    }
    svg_surroundings_read_own(edit, line, &around);
    if (around.own->len < 2) {
        return found;
    }
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, line, 0),
                          svg_connector_end(edit->doc, line, 1)};
    SvgPoint points[2] = {g_array_index(around.own, SvgTrackPoint, 0).at,
                          g_array_index(around.own, SvgTrackPoint, around.own->len - 1).at};
    svg_in_way_init(&way, edit, line, shapes, points);
    g_autoptr(GPtrArray) near = svg_index_touching(edit->doc, around.own_box);
    for (guint i = 0; i < near->len; i++) {
        const SvgBounds *bounds = svg_index_bounds(edit->doc, near->pdata[i]);
        SvgBox box = bounds ? bounds->geometric : SVG_BOX_EMPTY;
        if (svg_is_in_way(&way, near->pdata[i], box) &&
            runs_through(&way, around.own, near->pdata[i], box)) {
            tell(&way, near->pdata[i], found);
        }
    }
    return found;
}
