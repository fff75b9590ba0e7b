/* Straight and bent lines, and where their labels go. */
#include "edit/build.h"
#include "edit/way.h"
#include "shape/scene.h"
#include "shape/track.h"

#include <math.h>

static void append_point(GString *d, const char *command, SvgUserPoint p)
{
    char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
    g_string_append_printf(d, "%s%s%s,%s", d->len ? " " : "", command, svg_number_print(p.x, x),
                           svg_number_print(p.y, y));
}

/* A circle through both ends whose middle is `bend` to the left of the way, as seen on screen. */
static void append_arc(GString *d, double length, double bend, SvgUserPoint end)
{
    double s = fabs(bend), r = (length * length / 4 + s * s) / (2 * s);
    char radius[SVG_NUMBER_SIZE];
    svg_number_print(r, radius);
    g_string_append_printf(d, " A %s %s 0 %d %d", radius, radius, s > length / 2, bend > 0);
    append_point(d, "", end);
}

void svg_build_line(SvgEdit *edit, SvgNode *node, SvgPoint start, SvgPoint end, double bend,
                    SvgMatrix to_written)
{
    SvgUserPoint from = svg_matrix_to_user(to_written, start),
                 to = svg_matrix_to_user(to_written, end);
    double length = hypot(end.x - start.x, end.y - start.y);
    GString *d = g_string_new(NULL);
    append_point(d, "M ", from);
    if (length > 0 && fabs(bend) > length * 1e-3) {
        append_arc(d, length, bend, to);
    } else {
        append_point(d, "L ", to);
    }
    svg_splice_attr(edit->doc, node, "d", d->str);
    g_string_free(d, TRUE);
}

static SvgPoint on_arc(const SvgSegment *arc, double t, SvgMatrix m)
{
    SvgUserPoint p = {arc->arc_center.x + arc->arc_u.x * cos(t) + arc->arc_v.x * sin(t),
                      arc->arc_center.y + arc->arc_u.y * cos(t) + arc->arc_v.y * sin(t)};
    return svg_matrix_to_document(m, p);
}

static GArray *segments_of(SvgNode *node)
{
    if (svg_node_tag(node) == SVG_TAG_PATH) {
        const char *d = svg_node_attr(node, "d");
        return d ? svg_path_parse(d, NULL) : NULL;
    }
    const char *points =
        svg_node_tag(node) == SVG_TAG_POLYLINE ? svg_node_attr(node, "points") : NULL;
    return points ? svg_points_parse(points, FALSE) : NULL;
}

static gboolean read_line_element(SvgEdit *edit, SvgNode *node, SvgPoint *start, SvgPoint *end)
{
    static const char *const names[] = {"x1", "y1", "x2", "y2"};
    double v[4] = {0};
    SvgContext context;
    if (!svg_context_of_children(edit->doc, node->parent, &context)) {
        return FALSE;
    }
    for (guint i = 0; i < 4; i++) {
        const char *text = svg_node_attr(node, names[i]);
        if (text) {
            svg_length_parse(text, &context.viewport, i % 2 ? SVG_AXIS_Y : SVG_AXIS_X, &v[i]);
        }
    }
    SvgMatrix m = svg_node_matrix(edit->doc, node);
    *start = svg_matrix_to_document(m, (SvgUserPoint){v[0], v[1]});
    *end = svg_matrix_to_document(m, (SvgUserPoint){v[2], v[3]});
    return TRUE;
}

gboolean svg_read_line(SvgEdit *edit, SvgNode *node, SvgPoint *start, SvgPoint *end, double *bend)
{
    *bend = 0;
    if (svg_node_tag(node) == SVG_TAG_LINE) {
        return read_line_element(edit, node, start, end);
    }
    g_autoptr(GArray) segments = segments_of(node);
    if (!segments || segments->len != 2) {
        return FALSE;
    }
    const SvgSegment *move = &g_array_index(segments, SvgSegment, 0), *draw = move + 1;
    if (move->kind != SVG_SEG_MOVE || (draw->kind != SVG_SEG_LINE && draw->kind != SVG_SEG_ARC)) {
        return FALSE;
    }
    SvgMatrix m = svg_node_matrix(edit->doc, node);
    *start = svg_matrix_to_document(m, move->p[0]);
    *end = svg_matrix_to_document(m, draw->p[0]);
    if (draw->kind == SVG_SEG_ARC) {
        *bend = svg_left_of(*start, *end, on_arc(draw, draw->arc_from + draw->arc_sweep / 2, m));
    }
    return TRUE;
}

/* Of other elements the tag tells it: texts and groups, which take time, needn't be measured. */
SvgKind svg_node_kind(SvgEdit *edit, SvgNode *node)
{
    SvgTag tag = svg_node_tag(node);
    gboolean outlined = (svg_tag_flags(tag) & SVG_TAG_IS_SHAPE) || tag == SVG_TAG_USE;
    SvgBox box = outlined ? svg_node_box(edit->doc, node) : SVG_BOX_EMPTY;
    return svg_entry_read(edit->doc, node, box).kind;
}

gboolean svg_node_is_line(SvgEdit *edit, SvgNode *node)
{
    SvgKind kind = svg_node_kind(edit, node);
    return kind == SVG_KIND_LINE || kind == SVG_KIND_ARROW;
}

gboolean svg_node_is_open(SvgEdit *edit, SvgNode *node)
{
    SvgStyle style;
    g_autoptr(GArray) way = svg_way_of(edit->doc, node);
    svg_style_of(edit->doc, node, &style);
    return way && (style.fill.kind == SVG_PAINT_NONE || svg_node_is_line(edit, node));
}

gboolean svg_node_is_arrow(SvgEdit *edit, const SvgNode *node)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint index = svg_scene_find(scene, node);
    return index != SVG_NO_ENTRY && svg_scene_entry(scene, index)->kind == SVG_KIND_ARROW;
}

gboolean svg_node_is_open_line(SvgEdit *edit, SvgNode *node)
{
    if (!svg_node_is(node, SVG_TAG_IS_SHAPE)) {
        return FALSE;
    }
    g_autoptr(GArray) way = svg_way_of(edit->doc, node);
    return svg_node_is_line(edit, node) || (way && svg_node_is_arrow(edit, node));
}

/* The longest of several straight stretches; FALSE when there are none. */
static gboolean longest_stretch(SvgEdit *edit, SvgNode *node, SvgPoint *start, SvgPoint *end)
{
    g_autoptr(GArray) segments = segments_of(node);
    SvgMatrix m = svg_node_matrix(edit->doc, node);
    SvgUserPoint from = {0, 0};
    double longest = 0;
    for (guint i = 0; segments && i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        SvgPoint a = svg_matrix_to_document(m, from),
                 b = svg_matrix_to_document(m, svg_segment_end(segment));
        double length = hypot(b.x - a.x, b.y - a.y);
        if (segment->kind == SVG_SEG_LINE && length > longest) {
            longest = length;
            *start = a;
            *end = b;
        }
        from = svg_segment_end(segment);
    }
    return longest > 0;
}

/* A piece of a curve, around its middle; FALSE when it has no length. */
static gboolean middle_stretch(SvgEdit *edit, SvgNode *node, SvgPoint *start, SvgPoint *end)
{
    SvgEntry entry = svg_entry_read(edit->doc, node, svg_node_box(edit->doc, node));
    g_autoptr(GArray) track = svg_track_of(edit->doc, &entry);
    double length = svg_track_length(track);
    if (length > 0) {
        *start = svg_track_at(track, 0.45 * length);
        *end = svg_track_at(track, 0.55 * length);
    }
    return length > 0;
}

SvgPoint svg_line_label_point(SvgEdit *edit, SvgNode *node, double w, double h, double gap)
{
    SvgPoint start = {0, 0}, end = {0, 0};
    double bend = 0;
    if (!svg_read_line(edit, node, &start, &end, &bend) &&
        !longest_stretch(edit, node, &start, &end) && !middle_stretch(edit, node, &start, &end)) {
        return svg_box_center(svg_node_box(edit->doc, node));
    }
    SvgPoint middle = {(start.x + end.x) / 2, (start.y + end.y) / 2};
    double dx = end.x - start.x, dy = end.y - start.y, length = hypot(dx, dy);
    if (length == 0) {
        return middle;
    }
    double clear = (fabs(dy) * w + fabs(dx) * h) / length / 2 + gap;
    /* Outside of a bend; else above a level line, to the right of an upright one. */
    double side = fabs(bend) > clear ? (bend > 0 ? 1 : -1) : dx > 0 || (dx == 0 && dy > 0) ? 1 : -1;
    double off = bend + side * clear;
    return (SvgPoint){middle.x + off * dy / length, middle.y - off * dx / length};
}
