/* A way drawn as two lines from its middle, one to each end, as animated two-way edges are. */
#include "shape/scene.h"

#include <math.h>

#define MEET_PX  1   /* how far apart their starts are */
#define STRAIGHT 0.9 /* cosine between the one's way and the other's, turned */

typedef struct {
    SvgScene *scene;
    guint a, b; /* the second may be drawn later than what heads the first */
    double near;
} Pair;

static gboolean may_be_half(const SvgEntry *entry)
{
    return !entry->closed && entry->visible && entry->kind != SVG_KIND_TEXT &&
           (svg_tag_flags(entry->tag) & SVG_TAG_IS_SHAPE) &&
           entry->stroke.kind == SVG_PAINT_COLOR && entry->fill.kind == SVG_PAINT_NONE &&
           entry->last_link == entry->beyond - 1 && svg_entry_owner(entry) == SVG_NO_ENTRY &&
           entry->label == SVG_NO_ENTRY && !svg_node_is_connector(entry->node);
}

/* The next element of the same group but for heads; SVG_NO_ENTRY if that is no half. */
static guint other_of(const SvgScene *scene, guint index)
{
    const SvgEntry *half = svg_scene_entry(scene, index);

    for (guint i = index + 1; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->parent != half->parent) {
            return SVG_NO_ENTRY;
        }
        if (entry->head_of == SVG_NO_ENTRY) {
            return may_be_half(entry) && svg_paint_is_same(&entry->stroke, &half->stroke)
                       ? i
                       : SVG_NO_ENTRY;
        }
    }
    return SVG_NO_ENTRY;
}

/* Nothing else is in their group but their heads. */
static gboolean are_alone(const Pair *pair)
{
    guint group = svg_scene_entry(pair->scene, pair->a)->parent;
    const SvgEntry *outer = group != SVG_NO_ENTRY ? svg_scene_entry(pair->scene, group) : NULL;

    for (guint i = group + 1; outer && i < outer->beyond; i++) {
        const SvgEntry *entry = svg_scene_entry(pair->scene, i);

        if (i != pair->a && i != pair->b && entry->head_of != pair->a &&
            entry->head_of != pair->b && entry->kind != SVG_KIND_TEXT) {
            return FALSE;
        }
    }
    return outer && outer->may_be_unit;
}

static gboolean goes_straight(SvgPoint a, SvgPoint b)
{
    return a.x * b.x + a.y * b.y <= -STRAIGHT;
}

/* Turns copies of both so that their starts meet. A head in the middle isn't at the end of both. */
static gboolean meet(const Pair *pair, SvgEntry *a, SvgEntry *b)
{
    for (guint turn = 0; turn < 4; turn++) {
        if (hypot(a->start.x - b->start.x, a->start.y - b->start.y) <= pair->near &&
            goes_straight(a->start_out, b->start_out)) {
            return TRUE;
        }
        svg_entry_turn(turn % 2 ? a : b);
    }
    return FALSE;
}

static gboolean heads_outside(const SvgEntry *drawn, const SvgEntry *turned)
{
    gboolean same = drawn->end.x == turned->end.x && drawn->end.y == turned->end.y;

    return !(drawn->head_start && drawn->head_end) &&
           (drawn->kind != SVG_KIND_ARROW || same); /* its head is at `end` */
}

/* Those of the second become the first's. */
static void take_heads(const Pair *pair)
{
    guint last = MIN(pair->b + SVG_MAX_HEADS, pair->scene->entries->len - 1);

    for (guint i = pair->a; i <= last; i++) {
        SvgEntry *entry = svg_scene_entry(pair->scene, i);

        if (entry->head_of == pair->b) {
            entry->head_of = pair->a;
            entry->at_start = svg_scene_entry(pair->scene, pair->a)->head_start;
        }
    }
}

static void join(const Pair *pair, const SvgEntry *a, const SvgEntry *b)
{
    SvgEntry *first = svg_scene_entry(pair->scene, pair->a);
    SvgEntry *second = svg_scene_entry(pair->scene, pair->b);
    gboolean at_a = first->kind == SVG_KIND_ARROW, at_b = second->kind == SVG_KIND_ARROW;
    const SvgEntry *from = at_a && !at_b ? b : a, *to = from == a ? b : a;

    first->start = from->end;
    first->start_out = from->end_out;
    first->end = to->end;
    first->end_out = to->end_out;
    first->box = svg_box_union(first->box, second->box);
    first->head_start = at_a && at_b;
    first->head_end = at_a || at_b;
    first->kind = at_a || at_b ? SVG_KIND_ARROW : SVG_KIND_DRAW;
    first->bend = 0;
    first->last_link = pair->b;
    second->part_of = pair->a;
    take_heads(pair);
}

static void try(const Pair *pair)
{
    const SvgEntry *first = svg_scene_entry(pair->scene, pair->a);
    const SvgEntry *second = svg_scene_entry(pair->scene, pair->b);
    gboolean both = first->kind == SVG_KIND_ARROW && second->kind == SVG_KIND_ARROW;
    SvgEntry a = *first, b = *second;

    if ((both || are_alone(pair)) && meet(pair, &a, &b) && heads_outside(first, &a) &&
        heads_outside(second, &b)) {
        join(pair, &a, &b);
    }
}

void svg_scene_find_halves(SvgScene *scene)
{
    Pair pair = {.scene = scene, .near = MEET_PX * svg_px(scene->doc)};

    for (pair.a = 0; pair.a < scene->entries->len; pair.a++) {
        if (may_be_half(svg_scene_entry(scene, pair.a))) {
            pair.b = other_of(scene, pair.a);
            if (pair.b != SVG_NO_ENTRY) {
                try(&pair);
            }
        }
    }
}
