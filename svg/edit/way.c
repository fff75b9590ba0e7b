/* The way of a line: read, mapped, and written. */
#include "edit/way.h"

#include "edit/style_defaults.h"
#include "geometry/parts.h"
#include "shape/scene.h"

#include <math.h>

#define PIECES  16   /* of a curve, where points on it are looked at */
#define AXIS    0.01 /* of a stretch's length: how far a level or upright one is off its axis */
#define QUARTER 1.6  /* radians: what one cubic curve draws of an arc */
#define STAYS   1e-9 /* of the coordinates: what isn't a way */
#define HOOK    2e-3 /* of a way's length: what doesn't say where its end points */
#define DIGITS  1e3  /* of a px: the grid on which new numbers are */

static SvgWayPart *part_at(const GArray *way, guint i)
{
    return &g_array_index(way, SvgWayPart, i);
}

static SvgPoint end_of(const SvgWayPart *part)
{
    return part->p[part->n > 0 ? part->n - 1 : 0];
}

static gboolean is_same(SvgPoint a, SvgPoint b)
{
    return a.x == b.x && a.y == b.y;
}

gboolean svg_way_is_same(SvgPoint a, SvgPoint b)
{
    double size = fabs(a.x) + fabs(a.y) + fabs(b.x) + fabs(b.y);
    return hypot(a.x - b.x, a.y - b.y) <= STAYS * size;
}

static SvgPoint between(SvgPoint a, SvgPoint b, double share)
{
    return (SvgPoint){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/* --- reading ---------------------------------------------------------------------------------- */

typedef struct {
    GArray *way;
    SvgMatrix matrix;
    gboolean closed;
} Reader;

static void add(GArray *way, guint n, SvgPoint a, SvgPoint b, SvgPoint c)
{
    SvgWayPart part = {n, {a, b, c}};
    g_array_append_val(way, part);
}

static void add_quad(Reader *reader, SvgPoint from, SvgPoint control, SvgPoint to)
{
    add(reader->way, 3, between(from, control, 2.0 / 3), between(to, control, 2.0 / 3), to);
}

static SvgPoint on_arc(const Reader *reader, const SvgSegment *arc, double t, double slope)
{
    double c = cos(t) - slope * sin(t), s = sin(t) + slope * cos(t);
    SvgUserPoint p = {arc->arc_center.x + arc->arc_u.x * c + arc->arc_v.x * s,
                      arc->arc_center.y + arc->arc_u.y * c + arc->arc_v.y * s};
    return svg_matrix_to_document(reader->matrix, p);
}

static void add_arc(Reader *reader, const SvgSegment *arc)
{
    guint n = (guint)ceil(fabs(arc->arc_sweep) / QUARTER);
    double step = n > 0 ? arc->arc_sweep / n : 0, handle = 4.0 / 3 * tan(step / 4);
    for (guint i = 0; i < n; i++) {
        double from = arc->arc_from + i * step, to = from + step;
        SvgPoint end = i + 1 < n ? on_arc(reader, arc, to, 0)
                                 : svg_matrix_to_document(reader->matrix, arc->p[0]);
        add(reader->way, 3, on_arc(reader, arc, from, handle), on_arc(reader, arc, to, -handle),
            end);
    }
}

static void read_segment(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    Reader *reader = data;
    SvgPoint p[3] = {{0, 0}, {0, 0}, {0, 0}};
    guint n = segment->kind == SVG_SEG_CUBIC ? 3 : segment->kind == SVG_SEG_QUAD ? 2 : 1;
    for (guint i = 0; i < n; i++) {
        p[i] = svg_matrix_to_document(reader->matrix, segment->p[i]);
    }
    if (segment->kind == SVG_SEG_CLOSE) {
        reader->closed = TRUE;
    } else if (segment->kind == SVG_SEG_QUAD) {
        add_quad(reader, svg_matrix_to_document(reader->matrix, from), p[0], p[1]);
    } else if (segment->kind == SVG_SEG_ARC) {
        add_arc(reader, segment);
    } else {
        add(reader->way, segment->kind == SVG_SEG_MOVE ? 0 : n, p[0], p[1], p[2]);
    }
}

/* A polygon closes itself. */
static gboolean is_open(const SvgNode *node)
{
    SvgTag tag = svg_node_tag(node);
    return tag == SVG_TAG_LINE || tag == SVG_TAG_POLYLINE || tag == SVG_TAG_PATH;
}

GArray *svg_way_of(SvgDocument *doc, const SvgNode *node)
{
    SvgLengthContext viewport = svg_element_viewport(doc, node);
    g_autoptr(GArray) way = g_array_new(FALSE, FALSE, sizeof(SvgWayPart));
    Reader reader = {way, svg_node_matrix(doc, node), FALSE};
    gboolean read = is_open(node) &&
                    svg_node_each_segment(node, &viewport, read_segment, &reader) &&
                    !reader.closed && way->len > 1 && part_at(way, 0)->n == 0;
    return read && !is_same(svg_way_end(way, 0), svg_way_end(way, 1)) ? g_steal_pointer(&way)
                                                                      : NULL;
}

GArray *svg_way_between(SvgPoint a, SvgPoint b)
{
    GArray *way = g_array_new(FALSE, FALSE, sizeof(SvgWayPart));
    add(way, 0, a, a, a);
    add(way, 1, b, b, b);
    return way;
}

/* --- asking ----------------------------------------------------------------------------------- */

gboolean svg_way_is_straight(const GArray *way)
{
    return way->len == 2 && part_at(way, 1)->n == 1;
}

SvgPoint svg_way_end(const GArray *way, guint which)
{
    return which == 0 ? part_at(way, 0)->p[0] : end_of(part_at(way, way->len - 1));
}

SvgPoint svg_way_unit(SvgPoint a, SvgPoint b)
{
    double length = hypot(b.x - a.x, b.y - a.y);
    return length > 0 ? (SvgPoint){(b.x - a.x) / length, (b.y - a.y) / length} : (SvgPoint){0, 0};
}

/* How far the farthest of its points is from there. */
static double farthest(const GArray *way, SvgPoint from)
{
    double most = 0;
    for (guint i = 0; i < way->len; i++) {
        const SvgWayPart *part = part_at(way, i);
        for (guint k = 0; k < MAX(part->n, 1); k++) {
            most = MAX(most, hypot(part->p[k].x - from.x, part->p[k].y - from.y));
        }
    }
    return most;
}

/* The first of all its points, from that end on, that isn't there: a step back at the end, as
 * rounding leaves one, is no way. */
static SvgPoint next_to(const GArray *way, guint which)
{
    SvgPoint end = svg_way_end(way, which);
    double least = HOOK * farthest(way, end);
    for (guint i = 0; i < way->len; i++) {
        const SvgWayPart *part = part_at(way, which == 0 ? i : way->len - 1 - i);
        guint n = MAX(part->n, 1);
        for (guint k = 0; k < n; k++) {
            SvgPoint p = part->p[which == 0 ? k : n - 1 - k];
            if (hypot(p.x - end.x, p.y - end.y) > least) {
                return p;
            }
        }
    }
    return end;
}

SvgPoint svg_way_out(const GArray *way, guint which)
{
    return svg_way_unit(next_to(way, which), svg_way_end(way, which));
}

static SvgPoint on_curve(SvgPoint from, const SvgWayPart *part, double t)
{
    double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return (SvgPoint){a * from.x + b * part->p[0].x + c * part->p[1].x + d * part->p[2].x,
                      a * from.y + b * part->p[0].y + c * part->p[1].y + d * part->p[2].y};
}

gboolean svg_way_each(const GArray *way, SvgWayFunc func, gpointer data)
{
    SvgPoint from = svg_way_end(way, 0);
    for (guint i = 0; i < way->len; i++) {
        const SvgWayPart *part = part_at(way, i);
        for (guint k = 1; part->n > 0 && k <= PIECES; k++) {
            double t = (double)k / PIECES;
            if (!func(part->n == 3 ? on_curve(from, part, t) : between(from, part->p[0], t),
                      data)) {
                return FALSE;
            }
        }
        from = end_of(part);
    }
    return TRUE;
}

/* --- changing --------------------------------------------------------------------------------- */

SvgPoint svg_way_mapped(SvgMatrix m, SvgPoint p)
{
    return svg_matrix_to_document(m, (SvgUserPoint){p.x, p.y});
}

void svg_way_map(GArray *way, SvgMatrix m)
{
    for (guint i = 0; i < way->len; i++) {
        for (guint k = 0; k < 3; k++) {
            part_at(way, i)->p[k] = svg_way_mapped(m, part_at(way, i)->p[k]);
        }
    }
}

gboolean svg_way_reverse(GArray *way)
{
    g_autoptr(GArray) back = g_array_new(FALSE, FALSE, sizeof(SvgWayPart));
    SvgPoint end = svg_way_end(way, 1);
    add(back, 0, end, end, end);
    for (guint i = way->len - 1; i > 0; i--) {
        const SvgWayPart *part = part_at(way, i);
        SvgPoint from = end_of(part - 1);
        if (part->n == 0) {
            return FALSE;
        }
        add(back, part->n, part->n == 3 ? part->p[1] : from, part->p[0], from);
    }
    for (guint i = 0; i < way->len; i++) {
        *part_at(way, i) = *part_at(back, i);
    }
    return TRUE;
}

/* --- right angles ----------------------------------------------------------------------------- */

static gboolean is_level(SvgPoint a, SvgPoint b)
{
    return fabs(b.y - a.y) <= AXIS * fabs(b.x - a.x);
}

static gboolean is_upright(SvgPoint a, SvgPoint b)
{
    return fabs(b.x - a.x) <= AXIS * fabs(b.y - a.y);
}

typedef struct {
    GArray *corners;
    SvgRounding rounding;   /* that of the largest one */
    double straight, round; /* lengths of stretches and of corners */
} Corners;

/* Puts a corner, or goes on with the stretch that leads to the last one. */
static void put_corner(Corners *c, SvgPoint at)
{
    SvgPoint *last = &g_array_index(c->corners, SvgPoint, c->corners->len - 1);
    gboolean on = c->corners->len > 1 && ((is_level(last[-1], *last) && is_level(*last, at)) ||
                                          (is_upright(last[-1], *last) && is_upright(*last, at)));
    if (on) {
        *last = at;
    } else if (!is_same(*last, at)) {
        g_array_append_val(c->corners, at);
    }
}

static gboolean read_stretch(Corners *c, SvgPoint from, SvgPoint to)
{
    if (!is_level(from, to) && !is_upright(from, to)) {
        return FALSE;
    }
    c->straight += hypot(to.x - from.x, to.y - from.y);
    put_corner(c, to);
    return TRUE;
}

/* A quarter turn. */
static gboolean read_round(Corners *c, SvgPoint from, const SvgWayPart *part)
{
    SvgPoint first = is_same(part->p[0], from) ? part->p[1] : part->p[0];
    SvgPoint last = is_same(part->p[1], part->p[2]) ? part->p[0] : part->p[1], to = part->p[2];
    gboolean level = is_level(from, first) && is_upright(last, to);
    gboolean upright = is_upright(from, first) && is_level(last, to);
    if (level == upright) {
        return FALSE;
    }
    put_corner(c, level ? (SvgPoint){to.x, from.y} : (SvgPoint){from.x, to.y});
    put_corner(c, to);
    double radius = MAX(fabs(to.x - from.x), fabs(to.y - from.y));
    if (radius > c->rounding.radius) {
        double pull = MAX(hypot(part->p[0].x - from.x, part->p[0].y - from.y),
                          hypot(part->p[1].x - to.x, part->p[1].y - to.y));
        c->rounding = (SvgRounding){radius, MIN(pull / radius, 1)};
    }
    c->round += 2 * radius;
    return TRUE;
}

static gboolean read_corners(const GArray *way, Corners *c)
{
    SvgPoint from = svg_way_end(way, 0);
    g_array_append_val(c->corners, from);
    for (guint i = 1; i < way->len; i++) {
        const SvgWayPart *part = part_at(way, i);
        gboolean read = part->n == 3   ? read_round(c, from, part)
                        : part->n == 1 ? read_stretch(c, from, part->p[0])
                                       : FALSE;
        if (!read) {
            return FALSE;
        }
        from = end_of(part);
    }
    return c->corners->len > 2 && c->straight > c->round;
}

GArray *svg_way_corners(const GArray *way, SvgRounding *rounding)
{
    g_autoptr(GArray) corners = g_array_new(FALSE, FALSE, sizeof(SvgPoint));
    Corners c = {.corners = corners};
    gboolean square = read_corners(way, &c);
    *rounding = c.rounding;
    return square ? g_steal_pointer(&corners) : NULL;
}

/* As far before (or behind) a corner as its rounding begins. */
static SvgPoint off_corner(SvgPoint corner, SvgPoint other, double radius)
{
    double length = hypot(other.x - corner.x, other.y - corner.y);
    return length > 0 ? between(corner, other, radius / length) : corner;
}

/* Half of a stretch between two corners is for each; one at an end is for its corner. */
static double room_at(const SvgPoint *corners, guint n, guint i)
{
    double before = hypot(corners[i].x - corners[i - 1].x, corners[i].y - corners[i - 1].y);
    double behind = hypot(corners[i + 1].x - corners[i].x, corners[i + 1].y - corners[i].y);
    return MIN(before / (i > 1 ? 2 : 1), behind / (i + 2 < n ? 2 : 1));
}

GArray *svg_way_of_corners(const SvgPoint *corners, guint n, SvgRounding rounding)
{
    GArray *way = g_array_new(FALSE, FALSE, sizeof(SvgWayPart));
    add(way, 0, corners[0], corners[0], corners[0]);
    for (guint i = 1; i + 1 < n; i++) {
        double r = MIN(rounding.radius, room_at(corners, n, i));
        SvgPoint at = corners[i], a = off_corner(at, corners[i - 1], r),
                 b = off_corner(at, corners[i + 1], r);
        add(way, 1, a, a, a);
        if (r > 0) {
            add(way, 3, between(a, at, rounding.pull), between(b, at, rounding.pull), b);
        }
    }
    add(way, 1, corners[n - 1], corners[n - 1], corners[n - 1]);
    return way;
}

/* --- writing ---------------------------------------------------------------------------------- */

typedef struct {
    SvgMatrix inverse;
    double grid;
} Printer;

static SvgUserPoint printed(const Printer *printer, SvgPoint p)
{
    SvgUserPoint at = svg_matrix_to_user(printer->inverse, p);
    double grid = printer->grid;
    return (SvgUserPoint){rint(at.x * grid) / grid, rint(at.y * grid) / grid};
}

static void print_point(const Printer *printer, GString *out, SvgPoint p)
{
    char x[SVG_NUMBER_SIZE], y[SVG_NUMBER_SIZE];
    SvgUserPoint at = printed(printer, p);
    g_string_append_printf(out, "%s%s,%s", out->len ? " " : "", svg_number_print(at.x, x),
                           svg_number_print(at.y, y));
}

static char *print_path(const Printer *printer, const GArray *way)
{
    static const char *const commands[] = {"M", "L", NULL, "C"};
    GString *d = g_string_new(NULL);
    for (guint i = 0; i < way->len; i++) {
        const SvgWayPart *part = part_at(way, i);
        g_string_append_printf(d, "%s%s", i > 0 ? " " : "", commands[part->n]);
        for (guint k = 0; k < MAX(part->n, 1); k++) {
            print_point(printer, d, part->p[k]);
        }
    }
    return g_string_free(d, FALSE);
}

static char *print_points(const Printer *printer, const GArray *way)
{
    GString *points = g_string_new(NULL);
    for (guint i = 0; i < way->len; i++) {
        if (part_at(way, i)->n != (i > 0)) {
            g_string_free(points, TRUE);
            return NULL;
        }
        print_point(printer, points, part_at(way, i)->p[0]);
    }
    return g_string_free(points, FALSE);
}

static gboolean write_line(SvgEdit *edit, SvgNode *node, const Printer *printer, const GArray *way)
{
    static const char *const names[][2] = {{"x1", "y1"}, {"x2", "y2"}};
    for (guint i = 0; svg_way_is_straight(way) && i < 2; i++) {
        SvgUserPoint at = printed(printer, svg_way_end(way, i));
        svg_splice_number(edit->doc, node, names[i][0], at.x);
        svg_splice_number(edit->doc, node, names[i][1], at.y);
    }
    return svg_way_is_straight(way);
}

/* Inkscape's own notes about the nodes of a path are of the old ones. */
static void write_text(SvgEdit *edit, SvgNode *node, const char *name, const char *text)
{
    svg_splice_attr(edit->doc, node, name, text);
    if (svg_node_attr(node, "sodipodi:nodetypes")) {
        svg_splice_attr(edit->doc, node, "sodipodi:nodetypes", NULL);
    }
}

gboolean svg_way_write(SvgEdit *edit, SvgNode *node, const GArray *way)
{
    Printer printer = {.grid = 1};
    SvgMatrix m = svg_node_matrix(edit->doc, node);
    if (!svg_matrix_invert(m, &printer.inverse)) {
        return FALSE;
    }
    double px = svg_unit(edit->doc) / svg_matrix_scale(m);
    printer.grid = pow(10, ceil(log10(DIGITS / px)));
    if (svg_node_tag(node) == SVG_TAG_LINE) {
        return write_line(edit, node, &printer, way);
    }
    gboolean path = svg_node_tag(node) == SVG_TAG_PATH;
    g_autofree char *text = (path ? print_path : print_points)(&printer, way);
    if (text) {
        write_text(edit, node, path ? "d" : "points", text);
    }
    return text != NULL;
}

char *svg_way_text(const SvgNode *node)
{
    static const char *const names[] = {"d", "points", "x1", "y1", "x2", "y2"};
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = svg_node_attr(node, names[i]);
        g_string_append_printf(text, "%s;", value ? value : "");
    }
    const char *transform = svg_node_attr(node, "transform");
    g_string_append(text, transform ? transform : "");
    return g_string_free(text, FALSE);
}

static gboolean is_aligned(SvgPoint out)
{
    return MIN(fabs(out.x), fabs(out.y)) < SVG_WAY_ALIGNED;
}

/* Both ends are level, or both upright: they stay so when it is stretched along the axes. */
gboolean svg_way_is_upright(const GArray *way)
{
    return is_aligned(svg_way_out(way, 0)) && is_aligned(svg_way_out(way, 1));
}

gboolean svg_way_is_curve(const GArray *way)
{
    return way->len == 2 && g_array_index(way, SvgWayPart, 1).n == 3;
}

void svg_way_move_end(GArray *way, guint which, SvgPoint to)
{
    SvgPoint is = svg_way_end(way, which), by = {to.x - is.x, to.y - is.y};
    SvgWayPart *parts = (SvgWayPart *)(gpointer)way->data;
    SvgWayPart *end = which == 0 ? &parts[0] : &parts[way->len - 1];
    SvgWayPart *curve = which == 0 ? &parts[1] : end;
    SvgPoint *at = &end->p[MAX(end->n, 1) - 1], *control = &curve->p[which == 0 ? 0 : 1];
    *at = (SvgPoint){at->x + by.x, at->y + by.y};
    if (curve->n == 3) {
        *control = (SvgPoint){control->x + by.x, control->y + by.y};
    }
}
