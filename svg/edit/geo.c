/* The outlines of geo kinds, and straight or bent lines. */
#include "edit/build.h"
#include "shape/scene.h"

#include <math.h>

#define MAX_CORNERS 10
#define LABEL_CLEAR 0.8 /* from a line to the middle of its label, in font sizes */

/* Corners in a box of 1 × 1. The regular ones are stretched to fill it. */
static const struct {
    SvgKind kind;
    guint n;
    double at[MAX_CORNERS][2];
} polygons[] = {
    {SVG_KIND_TRIANGLE, 3, {{.5, 0}, {1, 1}, {0, 1}}},
    {SVG_KIND_DIAMOND, 4, {{.5, 0}, {1, .5}, {.5, 1}, {0, .5}}},
    {SVG_KIND_PENTAGON, 5, {{.5, 0}, {1, .381966}, {.809017, 1}, {.190983, 1}, {0, .381966}}},
    {SVG_KIND_HEXAGON, 6, {{.25, 0}, {.75, 0}, {1, .5}, {.75, 1}, {.25, 1}, {0, .5}}},
    {SVG_KIND_OCTAGON,
     8,
     {{.292893, 0},
      {.707107, 0},
      {1, .292893},
      {1, .707107},
      {.707107, 1},
      {.292893, 1},
      {0, .707107},
      {0, .292893}}},
    {SVG_KIND_STAR,
     10,
     {{.5, 0},
      {.618034, .381966},
      {1, .381966},
      {.690983, .618034},
      {.809017, 1},
      {.5, .763932},
      {.190983, 1},
      {.309017, .618034},
      {0, .381966},
      {.381966, .381966}}},
    {SVG_KIND_PARALLELOGRAM_RIGHT, 4, {{.25, 0}, {1, 0}, {.75, 1}, {0, 1}}},
    {SVG_KIND_PARALLELOGRAM_LEFT, 4, {{0, 0}, {.75, 0}, {1, 1}, {.25, 1}}},
    {SVG_KIND_TRAPEZOID, 4, {{.25, 0}, {.75, 0}, {1, 1}, {0, 1}}},
};

const char *svg_outline_tag(SvgKind kind)
{
    for (gsize i = 0; i < G_N_ELEMENTS(polygons); i++) {
        if (polygons[i].kind == kind) {
            return "path";
        }
    }
    return kind == SVG_KIND_ELLIPSE ? "ellipse" : "rect";
}

static void append_point(GString *d, const char *command, SvgUserPoint p)
{
    char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
    g_string_append_printf(d, "%s%s%s,%s", d->len ? " " : "", command, svg_number_print(p.x, x),
                           svg_number_print(p.y, y));
}

static void build_polygon(SvgEdit *edit, SvgNode *node, SvgKind kind, SvgBox box,
                          SvgMatrix to_written)
{
    gsize row = 0;
    while (polygons[row].kind != kind) {
        row++;
    }
    GString *d = g_string_new(NULL);
    for (guint i = 0; i < polygons[row].n; i++) {
        const double *at = polygons[row].at[i];
        SvgPoint p = {box.x + box.w * at[0], box.y + box.h * at[1]};
        append_point(d, i == 0 ? "M " : i == 1 ? "L " : "", svg_matrix_to_user(to_written, p));
    }
    g_string_append(d, " Z");
    svg_splice_attr(edit->doc, node, "d", d->str);
    g_string_free(d, TRUE);
}

typedef struct {
    const char *name;
    double value;
} Number;

static void set_numbers(SvgEdit *edit, SvgNode *node, const Number *numbers, guint n)
{
    for (guint i = 0; i < n; i++) {
        svg_splice_number(edit->doc, node, numbers[i].name, numbers[i].value);
    }
}

void svg_build_outline(SvgEdit *edit, SvgNode *node, SvgKind kind, SvgBox box, SvgMatrix to_written)
{
    const char *tag = svg_outline_tag(kind);
    SvgUserPoint at = svg_matrix_to_user(to_written, (SvgPoint){box.x, box.y});
    if (g_str_equal(tag, "path")) {
        build_polygon(edit, node, kind, box, to_written);
    } else if (g_str_equal(tag, "ellipse")) {
        Number numbers[] = {{"cx", at.x + box.w / 2},
                            {"cy", at.y + box.h / 2},
                            {"rx", box.w / 2},
                            {"ry", box.h / 2}};
        set_numbers(edit, node, numbers, G_N_ELEMENTS(numbers));
    } else {
        Number numbers[] = {{"x", at.x},
                            {"y", at.y},
                            {"width", box.w},
                            {"height", box.h},
                            {"rx", MIN(box.w, box.h) / 2}};
        set_numbers(edit, node, numbers, kind == SVG_KIND_PILL ? 5 : 4);
    }
}

/* --- lines ------------------------------------------------------------------------------------ */

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

/* How far `p` is to the left of the way from start to end. */
static double left_of(SvgPoint start, SvgPoint end, SvgPoint p)
{
    double dx = end.x - start.x, dy = end.y - start.y, length = hypot(dx, dy);
    return length > 0 ? ((p.x - start.x) * dy - (p.y - start.y) * dx) / length : 0;
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
        *bend = left_of(*start, *end, on_arc(draw, draw->arc_from + draw->arc_sweep / 2, m));
    }
    return TRUE;
}

SvgKind svg_node_kind(SvgEdit *edit, SvgNode *node)
{
    return svg_entry_read(edit->doc, node, svg_node_box(edit->doc, node)).kind;
}

gboolean svg_node_is_line(SvgEdit *edit, SvgNode *node)
{
    SvgKind kind = svg_node_kind(edit, node);
    return kind == SVG_KIND_LINE || kind == SVG_KIND_ARROW;
}

SvgPoint svg_line_label_point(SvgEdit *edit, SvgNode *node, double font_size)
{
    SvgPoint start, end;
    double bend;
    if (!svg_read_line(edit, node, &start, &end, &bend)) {
        return svg_box_center(svg_node_box(edit->doc, node));
    }
    SvgPoint middle = {(start.x + end.x) / 2, (start.y + end.y) / 2};
    double dx = end.x - start.x, dy = end.y - start.y, length = hypot(dx, dy);
    if (length == 0) {
        return middle;
    }
    /* Above a level line, to the right of an upright one. */
    double side = dx >= 0 ? 1 : -1;
    double off = side * bend + font_size * LABEL_CLEAR;
    return (SvgPoint){middle.x + off * side * dy / length, middle.y - off * side * dx / length};
}
