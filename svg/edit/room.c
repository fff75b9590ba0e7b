/* Where there is room for something new. The index tells what is near, so that a place costs what
 * is there. */
#include "edit/room.h"

#include "edit/scope.h"
#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"
#include "shape/unit.h"

#include <svg/survey.h>

#define MOST_OF 0.5 /* of the page: what is as large as that is a ground */

typedef enum { THING_UNSEEN, THING_BOX, THING_WAY, THING_OUTLINE } ThingKind;

typedef struct {
    ThingKind kind;
    gboolean closed; /* something may lie in it */
    SvgBox box;
    GArray *track; /* SvgTrackPoint, of ways and outlines */
} Thing;

static void thing_free(gpointer data)
{
    Thing *thing = data;
    g_clear_pointer(&thing->track, g_array_unref);
    g_free(thing);
}

/* --- the page --------------------------------------------------------------------------------- */

static SvgBox page_at(SvgDocument *doc, SvgBox about)
{
    g_autoptr(GPtrArray) pages = svg_document_pages(doc);
    for (guint i = 0; i < pages->len; i++) {
        const SvgPage *page = pages->pdata[i];
        if (!svg_box_is_empty(about) && svg_box_holds(page->box, svg_box_center(about))) {
            return page->box;
        }
    }
    return ((const SvgPage *)pages->pdata[0])->box;
}

static SvgBox intersect(SvgBox a, SvgBox b)
{
    double x = MAX(a.x, b.x), y = MAX(a.y, b.y);
    return (SvgBox){x, y, MIN(a.x + a.w, b.x + b.w) - x, MIN(a.y + a.h, b.y + b.h) - y};
}

void svg_room_init(SvgRoom *room, SvgEdit *edit, SvgBox about, double apart)
{
    *room = (SvgRoom){.edit = edit, .about = about, .apart = apart};
    room->within = page_at(edit->doc, about);
    if (edit->scoping) {
        room->within = intersect(room->within, edit->scoping->scope->area);
    }
    room->things = g_hash_table_new_full(NULL, NULL, NULL, thing_free);
}

void svg_room_clear(SvgRoom *room)
{
    g_clear_pointer(&room->things, g_hash_table_unref);
}

/* --- what lies there -------------------------------------------------------------------------- */

static gboolean is_painted(const SvgEntry *entry, gboolean words)
{
    return entry->visible && entry->opacity > 0 &&
           (words || entry->kind == SVG_KIND_IMAGE || entry->fill.kind != SVG_PAINT_NONE ||
            entry->stroke.kind != SVG_PAINT_NONE);
}

static Thing *thing_read(SvgDocument *doc, SvgNode *node, SvgBox box)
{
    Thing *thing = g_new0(Thing, 1);
    gboolean words = svg_node_is_words(node);
    SvgEntry entry = svg_entry_read(doc, node, box);
    thing->box = box;
    if (box.w < 0 || !is_painted(&entry, words)) {
        return thing;
    }
    gboolean way =
        entry.kind == SVG_KIND_LINE || entry.kind == SVG_KIND_ARROW || svg_entry_is_stroke(&entry);
    gboolean plain = words || entry.kind == SVG_KIND_IMAGE || !svg_node_is(node, SVG_TAG_IS_SHAPE);
    thing->kind = plain ? THING_BOX : way ? THING_WAY : THING_OUTLINE;
    thing->closed = !words && !way;
    thing->track = plain ? NULL : svg_track_of(doc, &entry);
    return thing;
}

static const Thing *thing_of(const SvgRoom *room, SvgNode *node)
{
    Thing *thing = g_hash_table_lookup(room->things, node);
    const SvgBounds *bounds = thing ? NULL : svg_index_bounds(room->edit->doc, node);
    if (bounds) {
        thing = thing_read(room->edit->doc, node, bounds->geometric);
        g_hash_table_insert(room->things, node, thing);
    }
    return thing;
}

/* It is around what is asked about, or around all. */
static gboolean is_ground(const SvgRoom *room, const Thing *thing)
{
    return thing->closed && (svg_box_is_empty(room->about)
                                 ? svg_box_area(thing->box) > MOST_OF * svg_box_area(room->within)
                                 : svg_box_contains(thing->box, room->about) &&
                                       svg_box_area(thing->box) > svg_box_area(room->about));
}

static gboolean is_met(const SvgRoom *room, const Thing *thing, SvgBox box)
{
    if (thing->kind == THING_UNSEEN || !svg_box_touches(thing->box, box) ||
        (svg_box_contains(thing->box, box) && is_ground(room, thing))) {
        return FALSE;
    }
    return thing->kind == THING_BOX || svg_track_nearest_to_box(thing->track, box).distance == 0 ||
           (thing->kind == THING_OUTLINE && svg_track_encloses(thing->track, svg_box_center(box)));
}

gboolean svg_room_is_free(const SvgRoom *room, SvgBox box)
{
    SvgBox apart = svg_box_grown(box, room->apart, room->apart);
    if (!svg_box_contains(room->within, apart)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) near = svg_index_touching(room->edit->doc, apart);
    for (guint i = 0; i < near->len; i++) {
        const Thing *thing = thing_of(room, near->pdata[i]);
        if (thing && is_met(room, thing, apart)) {
            return FALSE;
        }
    }
    return TRUE;
}

gboolean svg_room_is_clear(const SvgRoom *room, SvgPoint from, SvgPoint to)
{
    const SvgTrackPoint points[2] = {{from, TRUE}, {to, FALSE}};
    SvgBox around = {MIN(from.x, to.x), MIN(from.y, to.y), ABS(from.x - to.x), ABS(from.y - to.y)};
    g_autoptr(GPtrArray) near = svg_index_touching(room->edit->doc, around);
    g_autoptr(GArray) line = g_array_new(FALSE, FALSE, sizeof(SvgTrackPoint));
    g_array_append_vals(line, points, 2);
    for (guint i = 0; i < near->len; i++) {
        const Thing *thing = thing_of(room, near->pdata[i]);
        gboolean counts = thing && (thing->kind == THING_BOX || thing->kind == THING_OUTLINE) &&
                          !svg_box_contains(room->about, thing->box) &&
                          !(thing->closed && svg_box_contains(thing->box, room->about));
        if (counts && svg_track_nearest_to_box(line, thing->box).distance == 0) {
            return FALSE;
        }
    }
    return TRUE;
}
