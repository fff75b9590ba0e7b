/* Arrowheads drawn as shapes of their own. */
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

#define HEAD_SHARE    0.6 /* of its line's diagonal: the longest head, */
#define SHORT_PX      24 /* but up to this it may be longer: the line ends where the head begins. */
#define SHORT_SHARE   1.5 /* Of the diagonal: the longest such head */
#define LONGEST_PX    40  /* The longest head at all, */
#define LONGEST_WIDE  16  /* or of a wide line, by its width */
#define ON_HEAD       0.25 /* of the head's longer side: nearer to it, both ends of a line lie on it */
#define TIP_SLACK     0.1 /* of the head's longer side: how level its foremost edge is */
#define DIAMOND_PX    24  /* the longest diamond: a larger one is a decision */
#define HEAD_NEARNESS 0.6 /* of the head's longer side: from the line's end to the head */

/* --- heads ------------------------------------------------------------------------------------ */

/* A straight line isn't filled, whatever its fill. */
gboolean svg_entry_is_stroke(const SvgEntry *entry)
{
    return !entry->closed && entry->visible && entry->stroke.kind != SVG_PAINT_NONE &&
           (entry->fill.kind == SVG_PAINT_NONE || entry->kind == SVG_KIND_LINE);
}

gboolean svg_entry_may_have_head(const SvgEntry *line)
{
    return svg_entry_is_stroke(line) && !line->head_start && !line->head_end &&
           line->part_of == SVG_NO_ENTRY && (svg_tag_flags(line->tag) & SVG_TAG_IS_SHAPE) &&
           (line->start.x != line->end.x || line->start.y != line->end.y);
}

static gboolean has_form_of_head(const SvgEntry *tip)
{
    static const SvgKind forms[] = {SVG_KIND_TRIANGLE, SVG_KIND_DRAW, SVG_KIND_DIAMOND,
                                    /* turned diamonds, with an edge that happens to be level */
                                    SVG_KIND_PARALLELOGRAM_LEFT, SVG_KIND_PARALLELOGRAM_RIGHT};
    SvgTag tag = tip->tag;
    gboolean fits = FALSE;

    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++) {
        fits |= tip->kind == forms[i];
    }
    return fits && (tag == SVG_TAG_POLYGON || tag == SVG_TAG_PATH || tag == SVG_TAG_POLYLINE);
}

static double longest_of(SvgDocument *doc, SvgKind kind)
{
    gboolean pointed = kind == SVG_KIND_TRIANGLE || kind == SVG_KIND_DRAW;

    return pointed ? INFINITY : DIAMOND_PX * svg_px(doc);
}

/* What is left of a line that ends where a longer head begins: it doesn't lie on the head. */
static gboolean goes_beyond(const SvgEntry *line, const SvgEntry *tip)
{
    double by = ON_HEAD * svg_box_side(tip->box);
    SvgBox around = svg_box_grown(tip->box, by, by);

    return !svg_box_holds(around, line->start) || !svg_box_holds(around, line->end);
}

/* In document units. */
static double width_of(SvgDocument *doc, const SvgEntry *line)
{
    SvgMatrix m = svg_node_matrix(doc, line->node);

    return (double)line->stroke_width * svg_matrix_scale(m);
}

static gboolean is_short_enough(SvgDocument *doc, const SvgEntry *tip, const SvgEntry *line)
{
    double side = svg_box_side(tip->box), diagonal = hypot(line->box.w, line->box.h);

    if (side > LONGEST_PX * svg_px(doc) && side > LONGEST_WIDE * width_of(doc, line)) {
        return FALSE;
    }
    return side <= HEAD_SHARE * diagonal ||
           (side <= MIN(SHORT_PX * svg_px(doc), SHORT_SHARE * diagonal) && goes_beyond(line, tip));
}

/* The line says that it goes from or to that. */
static gboolean is_joined(SvgDocument *doc, const SvgNode *line, const SvgNode *shape)
{
    static const char *const names[] = {"inkscape:connection-start", "inkscape:connection-end"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *reference = svg_node_attr(line, names[i]);

        if (reference && svg_document_ref(doc, reference) == shape) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_entry_may_be_head(SvgDocument *doc, const SvgEntry *tip, const SvgEntry *line,
                               gboolean alone)
{
    return tip->closed && has_form_of_head(tip) &&
           svg_box_side(tip->box) <= longest_of(doc, tip->kind) &&
           (svg_paint_is_same(&tip->fill, &line->stroke) ||
            svg_paint_is_same(&tip->stroke, &line->stroke)) &&
           tip->head_of == SVG_NO_ENTRY && tip->part_of == SVG_NO_ENTRY &&
           tip->label == SVG_NO_ENTRY && (!alone || is_short_enough(doc, tip, line)) &&
           !is_joined(doc, line->node, tip->node);
}

gboolean svg_entry_is_head_at(const SvgEntry *tip, SvgBox at)
{
    double near = HEAD_NEARNESS * svg_box_side(tip->box);

    return svg_box_touches(svg_box_grown(tip->box, near, near), at);
}

static double along(const GArray *track, guint i, SvgPoint way)
{
    SvgPoint p = g_array_index(track, SvgTrackPoint, i).at;

    return p.x * way.x + p.y * way.y;
}

/* Where the head points: the middle of what lies farthest along the line's way. */
static SvgPoint tip_of(SvgDocument *doc, const SvgEntry *head, SvgPoint end, SvgPoint out)
{
    g_autoptr(GArray) track = svg_track_of(doc, head);
    double farthest = end.x * out.x + end.y * out.y, slack = TIP_SLACK * svg_box_side(head->box);
    SvgBox tip = SVG_BOX_EMPTY;

    for (guint i = 0; i < track->len; i++) {
        farthest = MAX(farthest, along(track, i, out));
    }
    for (guint i = 0; i < track->len; i++) {
        SvgPoint p = g_array_index(track, SvgTrackPoint, i).at;

        if (along(track, i, out) >= farthest - slack) {
            tip = svg_box_union(tip, (SvgBox){p.x, p.y, 0, 0});
        }
    }
    return svg_box_is_empty(tip) ? end : svg_box_center(tip);
}

gboolean svg_scene_take_head(SvgScene *scene, guint index, guint head)
{
    SvgEntry *line = svg_scene_entry(scene, index), *tip = svg_scene_entry(scene, head);
    double near = HEAD_NEARNESS * svg_box_side(tip->box);
    double to_start = svg_box_distance(tip->box, line->start);
    double to_end = svg_box_distance(tip->box, line->end);

    if (MIN(to_start, to_end) > near) {
        return FALSE;
    }
    tip->at_start = to_start < to_end;
    if (tip->at_start) {
        line->start = tip_of(scene->doc, tip, line->start, line->start_out);
        line->head_start = TRUE;
    } else {
        line->end = tip_of(scene->doc, tip, line->end, line->end_out);
        line->head_end = TRUE;
    }
    tip->head_of = index;
    return TRUE;
}

void svg_scene_point(SvgScene *scene, guint index)
{
    SvgEntry *line = svg_scene_entry(scene, index);

    if (line->marked || line->turned || !(line->head_start || line->head_end)) {
        return;
    }
    line->kind = SVG_KIND_ARROW;
    if (line->head_start && !line->head_end) {
        svg_entry_turn(line);
        line->turned = TRUE;
    }
}

/* Something like a head that lies on the line's way instead: it says where the line goes, too. */
static void take_on_way(SvgScene *scene, guint index, guint tip)
{
    const SvgEntry *line = svg_scene_entry(scene, index);
    SvgEntry *entry = svg_scene_entry(scene, tip);

    if (line->last_link > index && svg_box_touches(line->box, entry->box)) {
        entry->part_of = index;
    }
}

/* Takes those of the elements on one side that can be heads, up to one that can't. */
static void take_heads(SvgScene *scene, guint index, guint from, int step)
{
    const SvgEntry *line = svg_scene_entry(scene, index);
    guint parent = svg_scene_unwrapped_parent(scene, index), n = 0;

    for (guint i = from; i < scene->entries->len && n < SVG_MAX_HEADS; i += (guint)step) {
        const SvgEntry *tip = svg_scene_entry(scene, i);

        n += tip->kind != SVG_KIND_GROUP && (i < index || i > line->last_link);
        if (tip->part_of == index || (tip->kind == SVG_KIND_GROUP && tip->may_be_unit)) {
            continue;
        }
        if (!svg_entry_may_be_head(scene->doc, tip, line, TRUE) ||
            svg_scene_unwrapped_parent(scene, i) != parent) {
            return;
        }
        if (!svg_scene_take_head(scene, index, i)) {
            take_on_way(scene, index, i);
        }
    }
}

void svg_scene_find_heads_of(SvgScene *scene, guint index)
{
    if (svg_entry_may_have_head(svg_scene_entry(scene, index))) {
        take_heads(scene, index, index + 1, 1);
        take_heads(scene, index, index - 1, -1);
        svg_scene_point(scene, index);
    }
}

void svg_scene_find_heads(SvgScene *scene)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        svg_scene_find_heads_of(scene, i);
    }
}
