/* Figures that lines end at as a whole. */
#include "edit/end_box.h"

#include "edit/found.h"
#include "shape/lane.h"
#include "shape/scene.h"
#include "shape/unit.h"

#define NEAR_PX   3   /* from the border: lines there end at it */
#define TOUCH_PX  1   /* what reaches less beyond an outline doesn't */
#define MOST_NODE 256 /* of a group that is looked through */

/* --- which are --------------------------------------------------------------------------------
 */

static SvgNode *element_beside(SvgNode *node, gboolean next)
{
    do {
        node = next ? node->next : node->prev;
    } while (node && !node->name);
    return node;
}

static gboolean sticks_out(SvgDocument *doc, SvgBox box, SvgNode *part)
{
    double touch = TOUCH_PX * svg_px(doc);
    if (!part || !svg_node_is(part, SVG_TAG_IS_SHAPE)) {
        return FALSE;
    }
    SvgBox beside = svg_node_box(doc, part), grown = svg_box_grown(box, touch, touch);
    return !svg_box_is_empty(beside) && svg_box_touches(grown, beside) &&
           !svg_box_contains(grown, beside);
}

/* Without reading the drawing: its parts are drawn one after the other. */
static gboolean may_be_figure(SvgDocument *doc, SvgNode *shape)
{
    if (!svg_node_is(shape, SVG_TAG_IS_SHAPE)) {
        return FALSE;
    }
    if (svg_lane_may_have(doc, shape)) {
        return TRUE;
    }
    SvgBox box = svg_node_box(doc, shape);
    return !svg_box_is_empty(box) && svg_box_side(box) <= SVG_UNIT_FIGURE_PX * svg_px(doc) &&
           (sticks_out(doc, box, element_beside(shape, TRUE)) ||
            sticks_out(doc, box, element_beside(shape, FALSE)));
}

static gboolean is_figure(const SvgEntry *entry)
{
    return entry->joined && (entry->lane || entry->label != SVG_NO_ENTRY) &&
           !svg_entry_is_stroke(entry);
}

static gboolean ends_beside_words(const SvgScene *scene, guint shape, SvgPoint end)
{
    if (shape == SVG_NO_ENTRY || !is_figure(svg_scene_entry(scene, shape))) {
        return FALSE;
    }
    const SvgEntry *figure = svg_scene_entry(scene, shape);
    double off = svg_figure_distance(scene, figure, end);
    return off <= NEAR_PX * svg_px(scene->doc) && 2 * off < svg_box_distance(figure->box, end);
}

/* Programs that lay lines to the box around figure and words do so with all of them. */
static gboolean lines_spare_words(const SvgScene *scene)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *line = svg_scene_entry(scene, i);
        if (ends_beside_words(scene, line->from, line->start) ||
            ends_beside_words(scene, line->to, line->end)) {
            return TRUE;
        }
    }
    return FALSE;
}

static GPtrArray *read_parts(SvgDocument *doc, SvgNode *shape)
{
    SvgScene *scene = svg_scene_of(doc);
    guint index = svg_scene_find(scene, shape);
    if (index == SVG_NO_ENTRY || !is_figure(svg_scene_entry(scene, index))) {
        return NULL;
    }
    GPtrArray *parts = g_ptr_array_new();
    gboolean words = lines_spare_words(scene);
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        if (entry->part_of == index || (words && entry->labels == index)) {
            g_ptr_array_add(parts, entry->node);
        }
    }
    return parts;
}

static void parts_free(gpointer parts)
{
    if (parts) {
        g_ptr_array_unref(parts);
    }
}

/* NULL where it is none. */
static GPtrArray *parts_of(SvgDocument *doc, SvgNode *shape)
{
    SvgFollow *follow = svg_follow_of(doc);
    gpointer parts = NULL;
    if (!follow->figures) {
        follow->figures = g_hash_table_new_full(NULL, NULL, NULL, parts_free);
    }
    if (!g_hash_table_lookup_extended(follow->figures, shape, NULL, &parts)) {
        parts = may_be_figure(doc, shape) ? read_parts(doc, shape) : NULL;
        g_hash_table_insert(follow->figures, shape, parts);
    }
    return parts;
}

void svg_figures_note(SvgDocument *doc, SvgNode *shape)
{
    guint n = 0;
    for (SvgNode *at = shape; at && n < MOST_NODE; at = svg_node_walk(shape, at, FALSE), n++) {
        if (at->name) {
            parts_of(doc, at);
        }
    }
}

gboolean svg_is_figure(SvgDocument *doc, SvgNode *shape)
{
    return shape && parts_of(doc, shape) != NULL;
}

SvgBox svg_end_box(SvgDocument *doc, SvgNode *shape)
{
    const GPtrArray *parts = parts_of(doc, shape);
    SvgBox box = svg_node_box(doc, shape);
    for (guint i = 0; parts && i < parts->len; i++) {
        gboolean there = svg_node_contains(doc->root, parts->pdata[i]);
        box = there ? svg_box_union(box, svg_node_box(doc, parts->pdata[i])) : box;
    }
    return box;
}
