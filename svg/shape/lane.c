/* Boxes that are drawn as two open halves and the line between them, as draw.io draws lanes: what
 * is above the line is the title's. */
#include "shape/lane.h"

#include "shape/track.h"

#include <math.h>

#define NEAR_PX    0.5 /* from one place to the same */
#define LANE_PARTS 3   /* its halves, and the line between them */
#define ROUND      0.5 /* of a half's shorter side, at most: its corners' radius */
#define CUT        1.2 /* radii: so much shorter than with two corners is a line around them */

typedef struct {
    SvgPoint from, to; /* a side of its box, from end to end */
} Side;

static gboolean are_same(SvgPoint a, SvgPoint b, double by)
{
    return fabs(a.x - b.x) <= by && fabs(a.y - b.y) <= by;
}

/* Whichever way it goes. */
static gboolean is_side(const Side *side, SvgPoint from, SvgPoint to, double by)
{
    return (are_same(side->from, from, by) && are_same(side->to, to, by)) ||
           (are_same(side->from, to, by) && are_same(side->to, from, by));
}

/* On the box's border, or in a corner of it. */
static gboolean is_along(SvgBox box, SvgPoint p, double by)
{
    double x = MIN(fabs(p.x - box.x), fabs(p.x - box.x - box.w));
    double y = MIN(fabs(p.y - box.y), fabs(p.y - box.y - box.h));
    double round = ROUND * MIN(box.w, box.h) + by;

    return MIN(x, y) <= by || MAX(x, y) <= round;
}

/* Along its box, with sharp corners or round ones: what is open is the side between its ends. */
static gboolean is_half(SvgDocument *doc, const SvgEntry *entry, Side *open, double px)
{
    g_autoptr(GArray) track = NULL;
    SvgBox box = entry->box;
    double by = NEAR_PX * px;

    *open = (Side){entry->start, entry->end};
    if (entry->closed || !entry->visible || !(svg_tag_flags(entry->tag) & SVG_TAG_HAS_VERTICES) ||
        entry->stroke.kind == SVG_PAINT_NONE || entry->head_start || entry->head_end ||
        svg_entry_owner(entry) != SVG_NO_ENTRY || MIN(box.w, box.h) <= by ||
        (fabs(open->from.x - open->to.x) > by) == (fabs(open->from.y - open->to.y) > by)) {
        return FALSE;
    }
    track = svg_track_of(doc, entry);
    for (guint i = 0; i < track->len; i++) {
        if (!is_along(box, g_array_index(track, SvgTrackPoint, i).at, by)) {
            return FALSE;
        }
    }
    double sides =
        2 * (box.w + box.h) - hypot(open->to.x - open->from.x, open->to.y - open->from.y);
    double length = svg_track_length(track);
    return length <= sides + by && length >= sides - CUT * ROUND * MIN(box.w, box.h) - by;
}

/* The other half is on the far side of what is open. */
static gboolean are_halves(SvgBox a, SvgBox b, const Side *open, const Side *other, double px)
{
    SvgBox both = svg_box_union(a, b);
    double by = NEAR_PX * px;

    return is_side(open, other->from, other->to, by) &&
           fabs(both.w * both.h - a.w * a.h - b.w * b.h) <= by * (both.w + both.h);
}

static gboolean is_lane(SvgDocument *doc, const SvgEntry *title, const SvgEntry *body, Side *open)
{
    double px = svg_px(doc);
    Side other;

    return is_half(doc, title, open, px) && is_half(doc, body, &other, px) &&
           svg_paint_is_same(&title->stroke, &body->stroke) &&
           are_halves(title->box, body->box, open, &other, px);
}

static void join(SvgScene *scene, guint title, guint body, const Side *open)
{
    SvgEntry *lane = svg_scene_entry(scene, title);
    double by = NEAR_PX * svg_px(scene->doc);
    guint line = body + 1;

    lane->box = svg_box_union(lane->box, svg_scene_entry(scene, body)->box);
    lane->kind = SVG_KIND_RECTANGLE;
    lane->closed = lane->joined = lane->lane = TRUE;
    svg_scene_entry(scene, body)->part_of = title;
    if (line < scene->entries->len) {
        SvgEntry *between = svg_scene_entry(scene, line);

        if (between->kind == SVG_KIND_LINE && is_side(open, between->start, between->end, by)) {
            between->part_of = title;
        }
    }
}

void svg_scene_find_lanes(SvgScene *scene)
{
    for (guint i = 0; i + 1 < scene->entries->len; i++) {
        const SvgEntry *title = svg_scene_entry(scene, i), *body = svg_scene_entry(scene, i + 1);
        Side open;

        if (title->parent == body->parent && is_lane(scene->doc, title, body, &open)) {
            join(scene, i, i + 1, &open);
        }
    }
}

static SvgNode *drawn_beside(SvgDocument *doc, SvgNode *node, gboolean after)
{
    SvgNode *at = node;

    do {
        at = after ? at->next : at->prev;
    } while (at && !svg_node_is_rendered(doc, at));
    return at;
}

static gboolean are_lane(SvgDocument *doc, SvgNode *title, SvgNode *body)
{
    SvgEntry first, second;
    Side open;

    if (!svg_node_is(title, SVG_TAG_HAS_VERTICES) || !svg_node_is(body, SVG_TAG_HAS_VERTICES)) {
        return FALSE;
    }
    first = svg_entry_read(doc, title, svg_node_box(doc, title));
    second = svg_entry_read(doc, body, svg_node_box(doc, body));
    return is_lane(doc, &first, &second, &open);
}

gboolean svg_lane_may_have(SvgDocument *doc, SvgNode *shape)
{
    gboolean may = svg_node_is(shape, SVG_TAG_HAS_VERTICES);
    SvgNode *next = may ? drawn_beside(doc, shape, TRUE) : NULL, *last = next ? next : shape;

    for (guint i = 0; may && last && i < LANE_PARTS; i++) {
        SvgNode *at = drawn_beside(doc, last, FALSE);

        if (at && are_lane(doc, at, last)) {
            return TRUE;
        }
        last = at;
    }
    return FALSE;
}
