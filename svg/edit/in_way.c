/* What lies in a line's way. */
#include "edit/in_way.h"

#include "edit/end_box.h"
#include "index/index.h"
#include "shape/scene.h"
#include "shape/unit.h"

#define TOUCH_PX    1   /* so far inside, nothing is run through */
#define HEAD_ROOM   0.5 /* of its size: how far from the shape that it is at a head may be */
#define LANE_PX     2   /* from the sides of lanes that are one beside the other */
#define FRAME       1.2 /* of a shape's area: what is around it is no smaller */
#define MOST_FRAMES 64  /* that are looked at around an end */

/* --- who is in the way ------------------------------------------------------------------------ */

static void add_own(SvgInWay *way, SvgNode *node)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(way->edit, node);
    g_ptr_array_add(way->own, node);
    g_ptr_array_extend(way->own, parts, NULL, NULL);
}

static gboolean is_own(const SvgInWay *way, const SvgNode *node)
{
    for (guint i = 0; i < way->own->len; i++) {
        if (svg_node_contains(way->own->pdata[i], node)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void add_frames(SvgInWay *way, SvgBox end)
{
    g_autoptr(GPtrArray) at = svg_index_at(way->edit->doc, svg_box_center(end));
    for (guint i = 0; i < MIN(at->len, MOST_FRAMES); i++) {
        const SvgBounds *bounds = svg_index_bounds(way->edit->doc, at->pdata[i]);
        if (bounds && !is_own(way, at->pdata[i]) && svg_box_contains(bounds->geometric, end) &&
            svg_box_area(bounds->geometric) > FRAME * svg_box_area(end)) {
            g_array_append_val(way->frames, bounds->geometric);
        }
    }
}

void svg_in_way_init(SvgInWay *way, SvgEdit *edit, SvgNode *line, SvgNode *const shapes[2],
                     const SvgPoint points[2])
{
    *way = (SvgInWay){.edit = edit, .line = line, .own = g_ptr_array_new()};
    way->frames = g_array_new(FALSE, FALSE, sizeof(SvgBox));
    way->longest = svg_unit_longest_head(edit->doc);
    add_own(way, line);
    for (guint i = 0; i < 2; i++) {
        way->ends[i] = shapes[i] ? svg_end_box(edit->doc, shapes[i])
                                 : (SvgBox){points[i].x, points[i].y, 0, 0};
        if (shapes[i]) {
            add_own(way, shapes[i]);
            add_frames(way, way->ends[i]);
        }
    }
}

void svg_in_way_clear(SvgInWay *way)
{
    g_clear_pointer(&way->own, g_ptr_array_unref);
    g_clear_pointer(&way->frames, g_array_unref);
}

/* It holds the end, lies on the shape there, or may be the head of another line that ends there. */
static gboolean is_about_end(const SvgInWay *way, SvgBox end, SvgBox box, gboolean words)
{
    double touch = TOUCH_PX * svg_px(way->edit->doc), room = HEAD_ROOM * way->longest;
    gboolean holds = svg_box_holds(svg_box_grown(box, touch, touch), svg_box_center(end));
    gboolean head =
        svg_box_side(box) <= way->longest && svg_box_touches(svg_box_grown(end, room, room), box);
    return svg_box_contains(end, box) || (!words && (holds || head));
}

/* Lanes, columns and cells are crossed on the way from one to the other. */
static gboolean is_lane(const SvgInWay *way, SvgBox box)
{
    double px = LANE_PX * svg_px(way->edit->doc);
    for (guint i = 0; i < way->frames->len; i++) {
        SvgBox frame = g_array_index(way->frames, SvgBox, i);
        if (svg_box_lines_up(box, frame, px)) {
            return TRUE;
        }
    }
    return FALSE;
}

gboolean svg_is_in_way(const SvgInWay *way, SvgNode *node, SvgBox box)
{
    gboolean words = svg_node_is_words(node);
    if (svg_box_is_empty(box) || is_own(way, node) || is_about_end(way, way->ends[0], box, words) ||
        is_about_end(way, way->ends[1], box, words) || (!words && is_lane(way, box))) {
        return FALSE;
    }
    SvgEntry entry = svg_entry_read(way->edit->doc, node, box);
    gboolean painted = entry.kind == SVG_KIND_IMAGE || words || entry.fill.kind != SVG_PAINT_NONE ||
                       entry.stroke.kind != SVG_PAINT_NONE;
    gboolean line =
        entry.kind == SVG_KIND_LINE || entry.kind == SVG_KIND_ARROW || svg_entry_is_stroke(&entry);
    return entry.visible && entry.opacity > 0 && painted && (words || !line);
}
