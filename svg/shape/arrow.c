/* Arrowheads drawn as shapes of their own, and what arrows connect. */
#include "shape/grid.h"
#include "shape/scene.h"

#include <math.h>

#define CANDIDATES    32
#define TOUCH_SHARE   0.005 /* of the page's longer side: how near is touching */
#define TOUCH_PX      6     /* at least */
#define TOUCH_PX_MOST 20
#define HEAD_SHARE    0.5 /* of its arrow's diagonal: the longest head */
#define HEAD_NEARNESS 0.6 /* of the head's longer side: from the line's end to the head */

static double distance(SvgPoint a, SvgPoint b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

static double longer_side(SvgBox box)
{
    return MAX(box.w, box.h);
}

static double distance_to_box(SvgPoint p, SvgBox box)
{
    double dx = MAX(MAX(box.x - p.x, p.x - box.x - box.w), 0);
    double dy = MAX(MAX(box.y - p.y, p.y - box.y - box.h), 0);

    return hypot(dx, dy);
}

/* --- heads ------------------------------------------------------------------------------------ */

static gboolean may_have_head(const SvgEntry *line)
{
    return !line->closed && !line->head_start && !line->head_end && line->visible &&
           line->stroke.kind != SVG_PAINT_NONE && line->fill.kind == SVG_PAINT_NONE &&
           (svg_tag_flags(svg_node_tag(line->node)) & SVG_TAG_IS_SHAPE) &&
           (line->start.x != line->end.x || line->start.y != line->end.y);
}

static gboolean may_be_head(const SvgEntry *tip, const SvgEntry *line)
{
    double diagonal = hypot(line->box.w, line->box.h);
    SvgTag tag = svg_node_tag(tip->node);

    return tip->closed && tip->fill.kind != SVG_PAINT_NONE && tip->head_of == SVG_NO_ENTRY &&
           (tag == SVG_TAG_POLYGON || tag == SVG_TAG_PATH || tag == SVG_TAG_POLYLINE) &&
           (tip->kind == SVG_KIND_TRIANGLE || tip->kind == SVG_KIND_DRAW) &&
           longer_side(tip->box) <= HEAD_SHARE * diagonal;
}

/* Where the head points: through its middle, as far as its box goes. The line's own end when the
 * head doesn't lie ahead of it. */
static SvgPoint tip_of(SvgBox head, SvgPoint back, SvgPoint end)
{
    SvgPoint center = svg_box_center(head);
    double length = distance(end, center);
    double reach = longer_side(head) / 2;

    if (length <= 0 || distance(back, center) <= distance(back, end)) {
        return end;
    }
    return (SvgPoint){
        CLAMP(center.x + (center.x - end.x) / length * reach, head.x, head.x + head.w),
        CLAMP(center.y + (center.y - end.y) / length * reach, head.y, head.y + head.h)};
}

static gboolean take_head(SvgEntry *line, SvgEntry *tip)
{
    double near = HEAD_NEARNESS * longer_side(tip->box);
    double to_start = distance_to_box(line->start, tip->box);
    double to_end = distance_to_box(line->end, tip->box);

    if (MIN(to_start, to_end) > near) {
        return FALSE;
    }
    if (to_start < to_end) {
        line->start = tip_of(tip->box, line->end, line->start);
        line->head_start = TRUE;
    } else {
        line->end = tip_of(tip->box, line->start, line->end);
        line->head_end = TRUE;
    }
    return TRUE;
}

void svg_scene_find_heads_of(SvgScene *scene, guint index)
{
    SvgEntry *line = svg_scene_entry(scene, index);
    gboolean found = FALSE;
    guint last = MIN(index + SVG_MAX_HEADS, scene->entries->len - 1);

    if (!may_have_head(line)) {
        return;
    }
    for (guint i = index + 1; i <= last; i++) {
        SvgEntry *tip = svg_scene_entry(scene, i);

        if (tip->parent != line->parent || !may_be_head(tip, line)) {
            break;
        }
        if (take_head(line, tip)) {
            tip->head_of = index;
            found = TRUE;
        }
    }
    if (found) {
        line->kind = SVG_KIND_ARROW;
    }
    if (found && line->head_start && !line->head_end) {
        SvgPoint swap = line->start;

        line->start = line->end;
        line->end = swap;
    }
}

void svg_scene_find_heads(SvgScene *scene)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        svg_scene_find_heads_of(scene, i);
    }
}

/* --- what an arrow connects ------------------------------------------------------------------- */

static double touch_distance(SvgDocument *doc)
{
    double scale = svg_document_px_per_unit(doc);
    double px = scale > 0 ? 1 / scale : 1;

    return CLAMP(TOUCH_SHARE * longer_side(svg_document_page(doc)), TOUCH_PX * px,
                 TOUCH_PX_MOST * px);
}

static gboolean can_be_touched(const SvgEntry *entry, double near)
{
    gboolean target = entry->closed || (entry->kind == SVG_KIND_IMAGE && entry->visible);

    return target && entry->head_of == SVG_NO_ENTRY && longer_side(entry->box) > near;
}

static gboolean is_bound(const SvgEntry *entry, const SvgBox *view)
{
    return entry->kind == SVG_KIND_ARROW && (!view || svg_box_touches(entry->box, *view));
}

/* The smallest box that holds the ends of all arrows that are bound. */
static SvgBox box_of_ends(const SvgScene *scene, const SvgBox *view)
{
    SvgBox box = SVG_BOX_EMPTY;

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (is_bound(entry, view)) {
            box = svg_box_union(box, (SvgBox){entry->start.x, entry->start.y, 0, 0});
            box = svg_box_union(box, (SvgBox){entry->end.x, entry->end.y, 0, 0});
        }
    }
    return box;
}

/* Of what lies near `ends`. */
static SvgGrid *target_grid(const SvgScene *scene, SvgBox ends, double near)
{
    guint n = scene->entries->len;
    SvgBox *boxes = g_new(SvgBox, MAX(n, 1));
    SvgGrid *grid;
    SvgBox around = {ends.x - 2 * near, ends.y - 2 * near, ends.w + 4 * near, ends.h + 4 * near};

    for (guint i = 0; i < n; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        gboolean is_target = can_be_touched(entry, near) && svg_box_touches(entry->box, around);

        boxes[i] = is_target ? entry->box : SVG_BOX_EMPTY;
    }
    grid = svg_grid_new(boxes, n, near);
    g_free(boxes);
    return grid;
}

/* The whole arrow runs within the box: it is about something in there. */
static gboolean is_around(SvgBox box, const SvgEntry *arrow, double near)
{
    SvgBox inner = {box.x + near, box.y + near, MAX(box.w - 2 * near, 0), MAX(box.h - 2 * near, 0)};

    return distance_to_box(arrow->start, inner) <= 0 && distance_to_box(arrow->end, inner) <= 0;
}

/* The smallest outline at `end`. */
static guint touched(const SvgScene *scene, const SvgGrid *grid, guint arrow, SvgPoint end,
                     double near)
{
    guint found[CANDIDATES], best = SVG_NO_ENTRY;
    guint n = svg_grid_at(grid, end, found, CANDIDATES);
    double best_area = INFINITY;

    for (guint i = 0; i < n; i++) {
        SvgBox box = svg_scene_entry(scene, found[i])->box;

        if (found[i] != arrow && box.w * box.h < best_area &&
            !is_around(box, svg_scene_entry(scene, arrow), near)) {
            best = found[i];
            best_area = box.w * box.h;
        }
    }
    return best;
}

/* What the attribute names; SVG_NO_ENTRY when it names nothing that is drawn. */
static guint connected(SvgScene *scene, const SvgEntry *arrow, const char *attr)
{
    const char *reference = svg_node_attr(arrow->node, attr);

    return reference ? svg_scene_find(scene, svg_document_ref(scene->doc, reference))
                     : SVG_NO_ENTRY;
}

static void bind_arrow(SvgScene *scene, const SvgGrid *grid, guint index, double near)
{
    SvgEntry *arrow = svg_scene_entry(scene, index);
    gboolean backwards = arrow->head_start && !arrow->head_end;
    guint start = connected(scene, arrow, "inkscape:connection-start");
    guint end = connected(scene, arrow, "inkscape:connection-end");

    arrow->from = backwards ? end : start;
    arrow->to = backwards ? start : end;
    if (arrow->from == SVG_NO_ENTRY) {
        arrow->from = touched(scene, grid, index, arrow->start, near);
    }
    if (arrow->to == SVG_NO_ENTRY) {
        arrow->to = touched(scene, grid, index, arrow->end, near);
    }
}

void svg_scene_bind_arrows(SvgScene *scene, const SvgBox *view)
{
    SvgBox ends = box_of_ends(scene, view);
    g_autoptr(SvgGrid) grid = NULL;
    double near;

    if (svg_box_is_empty(ends)) {
        return;
    }
    near = touch_distance(scene->doc);
    grid = target_grid(scene, ends, near);
    for (guint i = 0; i < scene->entries->len; i++) {
        if (is_bound(svg_scene_entry(scene, i), view)) {
            bind_arrow(scene, grid, i, near);
        }
    }
}
