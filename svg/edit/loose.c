/* Ends of lines that came off shapes, told by where they are: no drawing is read as a whole for
 * that.
 */
#include "edit/loose.h"

#include "edit/build.h"
#include "edit/effects.h"
#include "edit/follow.h"
#include "edit/found.h"
#include "geometry/parts.h"
#include "index/index.h"
#include "shape/ends.h"
#include "shape/scene.h"
#include "shape/shapes_near.h"
#include "shape/track.h"
#include "shape/unit.h"

#include <math.h>

#define CAME_OFF   4    /* px: an end that is so much farther from its shape isn't at it any more */
#define CORE       0.25 /* of a box: what is off its middle */
#define PLATE      1.8  /* of the height of words: what is behind them is no higher */
#define MOST       3    /* that are told one by one */
#define MOST_ASKED 8    /* lines, and groups, that are looked at */
#define STEPS      8    /* in which it is looked where a line goes on to */
#define MOST_NEAR  2000 /* elements near a group; where there are more nobody looks */

/* An end of a line that was at a shape. */
typedef struct {
    SvgNode *line, *shape;
    guint which;   /* 0: the start of its outline */
    double before; /* how far it was from the shape's box */
} Loose;

GArray *svg_loose_new(void)
{
    return g_array_new(FALSE, FALSE, sizeof(Loose));
}

/* 0 where that can't be said. */
static double read_gap(SvgDocument *doc, const Loose *loose)
{
    SvgPoint ends[2];
    gboolean there = svg_node_contains(doc->root, loose->line) &&
                     svg_node_contains(doc->root, loose->shape) &&
                     svg_line_ends(doc, loose->line, ends);
    return there ? svg_box_distance(svg_node_box(doc, loose->shape), ends[loose->which]) : 0;
}

/* --- where an end points ---------------------------------------------------------------------- */

/* An end of a line, and where the line would go on to, as far as anything is looked for. */
typedef struct {
    SvgPoint at, ahead;
} Aim;

/* It is there, or the line comes there when it goes on. */
static gboolean is_aimed(SvgDocument *doc, const Aim *aim, SvgBox box)
{
    double tight = SVG_TIGHT_PX * svg_px(doc);
    for (guint i = 0; i <= STEPS; i++) {
        double share = i / (double)STEPS;
        SvgPoint p = {aim->at.x + share * (aim->ahead.x - aim->at.x),
                      aim->at.y + share * (aim->ahead.y - aim->at.y)};
        if (svg_box_distance(box, p) <= tight) {
            return TRUE;
        }
    }
    return FALSE;
}

/* FALSE for what has no outline. */
static gboolean read_aims(SvgDocument *doc, SvgNode *line, Aim aims[2])
{
    SvgLengthContext viewport = svg_element_viewport(doc, line);
    g_autoptr(GArray) segments = svg_node_segments(line, &viewport);
    SvgMatrix m = svg_node_matrix(doc, line);
    SvgUserPoint ends[2], ways[2];
    double reach = svg_touch_reach(svg_touch_of(doc));
    if (!segments || !svg_segments_ends(segments, &ends[0], &ends[1], &ways[0], &ways[1])) {
        return FALSE;
    }
    for (guint i = 0; i < 2; i++) {
        double sign = i == 0 ? -1 : 1;
        SvgUserPoint next = {ends[i].x + sign * ways[i].x, ends[i].y + sign * ways[i].y};
        SvgPoint at = svg_matrix_to_document(m, ends[i]), on = svg_matrix_to_document(m, next);
        double length = hypot(on.x - at.x, on.y - at.y), by = length > 0 ? reach / length : 0;
        aims[i] = (Aim){at, {at.x + by * (on.x - at.x), at.y + by * (on.y - at.y)}};
    }
    return TRUE;
}

/* A head that is drawn by itself reaches on from the line's end. */
static gboolean is_aimed_at(SvgDocument *doc, const Loose *loose)
{
    Aim aims[2];
    return read_aims(doc, loose->line, aims) &&
           is_aimed(doc, &aims[loose->which], svg_node_box(doc, loose->shape));
}

static gboolean is_off(SvgDocument *doc, const Loose *loose)
{
    return read_gap(doc, loose) > loose->before + CAME_OFF * svg_px(doc) &&
           !is_aimed_at(doc, loose);
}

/* Neither this end nor the other is at the shape: where things lay on each other it was perhaps the
 * other all along. */
static gboolean is_gone_from(SvgDocument *doc, const Loose *loose)
{
    Loose other = *loose;
    other.which = 1 - loose->which;
    return is_off(doc, loose) && is_off(doc, &other);
}

/* --- lines at shapes that were changed -------------------------------------------------------- */

static void find_at(SvgDocument *doc, SvgNode *shape, GArray *found)
{
    const SvgEnds *ends = g_hash_table_lookup(svg_follow_of(doc)->ends, shape);
    for (guint i = 0; ends && i < ends->list->len; i++) {
        const SvgLineEnd *end = &g_array_index(ends->list, SvgLineEnd, i);
        Loose loose = {end->line, shape, end->first ? 0 : 1, 0};
        if (is_off(doc, &loose)) {
            g_array_append_val(found, loose);
        }
    }
}

void svg_loose_find(SvgEdit *edit, GArray *loose)
{
    for (guint i = 0; i < edit->changed->len; i++) {
        SvgNode *node = svg_document_find(edit->doc, edit->changed->pdata[i]);
        if (node) {
            find_at(edit->doc, node, loose);
        }
    }
}

/* --- lines and groups that were changed themselves -------------------------------------------- */

/* Lines may end in it, from without. */
static gboolean is_group(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_CONTAINER) && !svg_is_everything(node);
}

static gboolean is_line(SvgEdit *edit, SvgNode *node)
{
    return (svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_SHAPE) && svg_node_is_line(edit, node);
}

gboolean svg_loose_may_be(SvgEdit *edit)
{
    for (guint i = 0; i < MIN(edit->changed->len, MOST_ASKED); i++) {
        SvgNode *node = svg_document_find(edit->doc, edit->changed->pdata[i]);
        if (node && (is_group(node) || is_line(edit, node))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Through its middle, where nothing runs through that isn't a ground for words. */
static gboolean has_line_through(SvgDocument *doc, SvgBox box)
{
    SvgBox core = svg_box_grown(box, -CORE * box.w, -CORE * box.h);
    g_autoptr(GPtrArray) near = svg_index_touching(doc, core);
    for (guint i = 0; i < MIN(near->len, MOST_NEAR); i++) {
        const SvgBounds *bounds = svg_index_bounds(doc, near->pdata[i]);
        SvgEntry entry =
            svg_entry_read(doc, near->pdata[i], bounds ? bounds->geometric : SVG_BOX_EMPTY);
        if (svg_entry_is_stroke(&entry)) {
            g_autoptr(GArray) track = svg_track_of(doc, &entry);
            if (svg_track_nearest_to_box(track, core).distance == 0) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* No more than the ground of the words that come next, on their line. */
static gboolean is_plate(SvgDocument *doc, SvgNode *node, const SvgEntry *entry)
{
    SvgNode *words = svg_node_next_element(node);
    SvgBox in = words && svg_node_is_words(words) ? svg_node_box(doc, words) : SVG_BOX_EMPTY;
    return entry->stroke.kind == SVG_PAINT_NONE && in.h > 0 && entry->box.h <= PLATE * in.h &&
           svg_box_holds(entry->box, svg_box_center(in)) && has_line_through(doc, entry->box);
}

/* It can be what the end is at; a frame around all of the line, and the head of one, can't. */
static gboolean is_target(SvgDocument *doc, SvgNode *node, SvgBox box, SvgBox line)
{
    if (!(svg_tag_flags(svg_node_tag(node)) & SVG_TAG_IS_SHAPE) || svg_box_contains(box, line) ||
        svg_box_side(box) <= svg_unit_longest_head(doc)) {
        return FALSE;
    }
    SvgEntry entry = svg_entry_read(doc, node, box);
    return entry.visible && entry.closed && svg_entry_is_target(&entry) &&
           !is_plate(doc, node, &entry);
}

/* How far a point is from the outline of a box, be it inside or outside. */
static double off_outline(SvgBox box, SvgPoint p)
{
    double across = MIN(p.x - box.x, box.x + box.w - p.x);
    double down = MIN(p.y - box.y, box.y + box.h - p.y);
    return MAX(svg_box_distance(box, p), MIN(across, down));
}

/* The one whose outline is nearest to the end, in the middle of `area`; of several the smallest. */
static SvgNode *shape_at(SvgDocument *doc, SvgNode *line, const GArray *near, SvgBox area,
                         const Aim *aim)
{
    SvgBox own = svg_node_box(doc, line), best = SVG_BOX_EMPTY;
    SvgPoint end = svg_box_center(area);
    double nearest = INFINITY, px = svg_px(doc);
    SvgNode *found = NULL;
    for (guint i = 0; i < MIN(near->len, MOST_NEAR); i++) {
        const SvgItemBounds *item = &g_array_index(near, SvgItemBounds, i);
        SvgBox box = item->bounds.geometric;
        double away = box.w > 0 ? off_outline(box, end) : INFINITY;
        gboolean better =
            away < nearest - px || (away <= nearest + px && svg_box_area(box) < svg_box_area(best));
        if (item->node != line && better && svg_box_touches(box, area) && is_aimed(doc, aim, box) &&
            is_target(doc, item->node, box, own)) {
            found = item->node;
            nearest = away;
            best = box;
        }
    }
    return found;
}

static SvgBox area_of(SvgDocument *doc, SvgPoint end)
{
    double reach = svg_touch_reach(svg_touch_of(doc));
    return svg_box_grown((SvgBox){end.x, end.y, 0, 0}, reach, reach);
}

SvgNode *svg_loose_shape_at(SvgDocument *doc, SvgNode *line, SvgPoint end)
{
    SvgBox area = area_of(doc, end);
    Aim aims[2];
    (void)svg_index_bounds(doc, line); /* it is made by that, for all that ask after this one */
    if (!read_aims(doc, line, aims)) {
        return NULL;
    }
    g_autoptr(GArray) near = svg_shapes_near(doc, &area, 1);
    guint which = hypot(aims[0].at.x - end.x, aims[0].at.y - end.y) <=
                          hypot(aims[1].at.x - end.x, aims[1].at.y - end.y)
                      ? 0
                      : 1;
    return shape_at(doc, line, near, area, &aims[which]);
}

static gboolean is_linked(const SvgLineEnd *end, const SvgNode *line, G_GNUC_UNUSED guint which)
{
    return end->link && (end->line == line || end->link == line);
}

/* That end of it is known to be at a shape, or is where it meets the next of several lines that are
 * one. */
static gboolean is_known(const SvgLineEnd *end, const SvgNode *line, guint which)
{
    guint own = end->first ? 0 : 1;
    return (end->line == line && (which == own || end->link)) ||
           (end->link && end->link == line && which == end->link_end);
}

/* `within`: only ends at something in there; NULL: all. */
static void add_ends(SvgEdit *edit, SvgNode *line, const SvgNode *within, GArray *loose)
{
    Aim aims[2];
    if (!read_aims(edit->doc, line, aims)) {
        return;
    }
    SvgBox areas[2] = {area_of(edit->doc, aims[0].at), area_of(edit->doc, aims[1].at)};
    g_autoptr(GArray) near = svg_shapes_near(edit->doc, areas, 2);
    for (guint i = 0; i < 2; i++) {
        Loose end = {line, shape_at(edit->doc, line, near, areas[i], &aims[i]), i, 0};
        if (end.shape && (!within || svg_node_contains(within, end.shape)) &&
            !svg_follow_find_end(edit->doc, is_known, line, i)) {
            g_array_append_val(loose, end);
        }
    }
}

/* The lines that end at something in the group, from without. */
static void add_ends_at_group(SvgEdit *edit, SvgNode *group, GArray *loose)
{
    double reach = svg_touch_reach(svg_touch_of(edit->doc));
    SvgBox box = svg_node_box(edit->doc, group);
    if (svg_box_is_empty(box)) {
        return;
    }
    g_autoptr(GPtrArray) near = svg_index_touching(edit->doc, svg_box_grown(box, reach, reach));
    for (guint i = 0; near->len <= MOST_NEAR && i < near->len; i++) {
        SvgNode *node = near->pdata[i];
        if (!svg_node_contains(group, node) && is_line(edit, node)) {
            add_ends(edit, node, group, loose);
        }
    }
}

void svg_loose_read_before(SvgEdit *edit, GArray *loose)
{
    for (guint i = 0; i < MIN(edit->changed->len, MOST_ASKED); i++) {
        SvgNode *node = svg_document_find(edit->doc, edit->changed->pdata[i]);
        if (node && is_group(node)) {
            add_ends_at_group(edit, node, loose);
        } else if (node && !svg_expects_other_ends(edit, node) && is_line(edit, node)) {
            add_ends(edit, node, NULL, loose);
        }
    }
    for (guint i = 0; i < loose->len; i++) {
        Loose *end = &g_array_index(loose, Loose, i);
        end->before = read_gap(edit->doc, end);
    }
}

/* --- telling ---------------------------------------------------------------------------------- */

/* What a reader of the drawing knows it by, where that was read: for this it isn't. */
static SvgNode *known_as(SvgEdit *edit, SvgNode *node)
{
    SvgScene *scene = svg_scene_known(edit->doc);
    return scene && svg_node_contains(edit->doc->root, node) ? svg_scene_known_as(scene, node)
                                                             : node;
}

/* The same end may have been found in two ways, or at two parts of one shape. */
static gboolean is_told(const GArray *told, const Loose *end)
{
    for (guint i = 0; i < told->len; i++) {
        const Loose *other = &g_array_index(told, Loose, i);
        if (other->line == end->line && other->shape == end->shape) {
            return TRUE;
        }
    }
    return FALSE;
}

static void tell(SvgEdit *edit, const Loose *end)
{
    SvgPoint ends[2];
    const SvgLineEnd *linked = svg_follow_find_end(edit->doc, is_linked, end->line, 0);
    SvgNode *now = svg_line_ends(edit->doc, end->line, ends)
                       ? svg_loose_shape_at(edit->doc, end->line, ends[end->which])
                       : NULL;
    Loose there = {end->line, now ? known_as(edit, now) : end->shape, end->which, 0};
    gboolean other = there.shape != end->shape && !is_off(edit->doc, &there);
    svg_edit_remark(edit, "%s no longer ends at %s%s%s",
                    svg_node_id(edit->doc, linked ? linked->whole : end->line),
                    svg_node_id(edit->doc, end->shape), other ? ", but at " : "",
                    other ? svg_node_id(edit->doc, there.shape) : "");
}

void svg_loose_tell(SvgEdit *edit, const GArray *loose)
{
    g_autoptr(GArray) told = svg_loose_new();
    for (guint i = 0; i < loose->len; i++) {
        const Loose *end = &g_array_index(loose, Loose, i);
        if (is_gone_from(edit->doc, end)) {
            Loose known = {end->line, known_as(edit, end->shape), end->which, 0};
            if (!is_line(edit, known.shape) && !is_told(told, &known)) {
                g_array_append_val(told, known);
            }
        }
    }
    for (guint i = 0; i < MIN(told->len, MOST); i++) {
        tell(edit, &g_array_index(told, Loose, i));
    }
    if (told->len > MOST) {
        guint n = told->len - MOST;
        svg_edit_remark(edit,
                        n == 1 ? "nor does %u more line end where it did"
                               : "nor do %u more lines end where they did",
                        n);
    }
}
