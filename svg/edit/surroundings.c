/* What is near a line. The index tells, so that no drawing is read as a whole for that. */
#include "edit/surroundings.h"

#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"
#include "shape/unit.h"

#include <math.h>

#define MOST_THINGS 4000
#define MEETS       0.01 /* of a line's length: how near the next one begins that goes on from it */

static gboolean is_shape(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_SHAPE);
}

/* --- its own way ------------------------------------------------------------------------------ */

static SvgPoint end_of(const GArray *track, gboolean last)
{
    return g_array_index(track, SvgTrackPoint, last ? track->len - 1 : 0).at;
}

static gboolean meets(const GArray *track, SvgPoint at, SvgPoint to)
{
    return hypot(at.x - to.x, at.y - to.y) <= MEETS * svg_track_length(track);
}

/* Goes on with a line that begins where the way ends, or ends there. */
static void go_on(GArray *way, const GArray *track)
{
    gboolean begins = way->len == 0 || meets(track, end_of(track, FALSE), end_of(way, TRUE));
    if (!begins && !meets(track, end_of(track, TRUE), end_of(way, TRUE))) {
        return;
    }
    for (guint i = 0; i < track->len; i++) {
        SvgTrackPoint point = g_array_index(track, SvgTrackPoint, begins ? i : track->len - 1 - i);
        point.first = way->len == 0;
        g_array_append_val(way, point);
    }
}

static void read_own(SvgEdit *edit, SvgNode *node, SvgSurroundings *out)
{
    SvgBox box = is_shape(node) ? svg_node_box(edit->doc, node) : SVG_BOX_EMPTY;
    if (box.w < 0) {
        return;
    }
    SvgEntry entry = svg_entry_read(edit->doc, node, box);
    if (entry.closed) {
        return;
    }
    g_autoptr(GArray) track = svg_track_of(edit->doc, &entry);
    if (track->len > 1) {
        out->stroke = out->own->len ? out->stroke : entry.stroke;
        go_on(out->own, track);
        out->own_box = svg_box_union(out->own_box, box);
    }
}

static void add_part(SvgSurroundings *out, SvgEdit *edit, SvgNode *top)
{
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, FALSE)) {
        if (at->name && g_hash_table_add(out->parts, at)) {
            read_own(edit, at, out);
        }
    }
}

/* --- what else there is ----------------------------------------------------------------------- */

static void add_things(SvgSurroundings *out, SvgBox area)
{
    g_autoptr(GPtrArray) nodes = svg_index_touching(out->doc, area);
    for (guint i = 0; i < MIN(nodes->len, MOST_THINGS); i++) {
        SvgNode *node = nodes->pdata[i];
        const SvgBounds *bounds = svg_index_bounds(out->doc, node);
        gboolean own = g_hash_table_contains(out->parts, node);
        if (!bounds || (own && !is_shape(node)) || bounds->geometric.w < 0) {
            continue;
        }
        SvgNear thing = {.node = node, .box = bounds->geometric};
        g_array_append_val(out->things, thing);
    }
}

static void clear_thing(gpointer data)
{
    g_clear_pointer(&((SvgNear *)data)->track, g_array_unref);
}

void svg_surroundings_read_own(SvgEdit *edit, SvgNode *line, SvgSurroundings *out)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(edit, line);
    *out = (SvgSurroundings){.doc = edit->doc, .own_box = SVG_BOX_EMPTY};
    out->own = g_array_new(FALSE, FALSE, sizeof(SvgTrackPoint));
    out->parts = g_hash_table_new(NULL, NULL);
    out->things = g_array_new(FALSE, FALSE, sizeof(SvgNear));
    g_array_set_clear_func(out->things, clear_thing);
    add_part(out, edit, line);
    for (guint i = 0; i < parts->len; i++) {
        add_part(out, edit, parts->pdata[i]);
    }
}

void svg_surroundings_read(SvgEdit *edit, SvgNode *line, double reach, SvgSurroundings *out)
{
    svg_surroundings_read_own(edit, line, out);
    if (out->own->len > 1) {
        add_things(out, svg_box_grown(out->own_box, reach, reach));
    }
}

void svg_surroundings_clear(SvgSurroundings *surroundings)
{
    g_clear_pointer(&surroundings->own, g_array_unref);
    g_clear_pointer(&surroundings->parts, g_hash_table_unref);
    g_clear_pointer(&surroundings->things, g_array_unref);
}

static SvgNearKind kind_of(const SvgEntry *entry, gboolean own)
{
    gboolean way =
        entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_ARROW || svg_entry_is_stroke(entry);
    if (!entry->visible || (own && !entry->closed)) {
        return SVG_NEAR_UNSEEN;
    }
    return own ? SVG_NEAR_HEAD : way ? SVG_NEAR_WAY : SVG_NEAR_OUTLINE;
}

void svg_near_read(const SvgSurroundings *surroundings, SvgNear *thing)
{
    if (thing->kind != SVG_NEAR_UNREAD) {
        return;
    }
    SvgEntry entry = svg_entry_read(surroundings->doc, thing->node, thing->box);
    gboolean own = g_hash_table_contains(surroundings->parts, thing->node);
    if (svg_node_is_words(thing->node)) {
        thing->kind = entry.visible ? SVG_NEAR_WORDS : SVG_NEAR_UNSEEN;
        return;
    }
    thing->kind = kind_of(&entry, own);
    thing->stroke = entry.stroke;
    thing->track = svg_track_of(surroundings->doc, &entry);
}
