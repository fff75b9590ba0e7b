/* Outlines of lines written anew: by as few bytes as can be. */
#include "edit/rewrite.h"

#include "edit/connect.h"
#include "geometry/parts.h"
#include "shape/scene.h"

#include <math.h>

#define STAYS 1e-9 /* of the coordinates: a move that is none */

GArray *svg_line_corners(const GArray *segments)
{
    GArray *corners = g_array_new(FALSE, FALSE, sizeof(SvgUserPoint));
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        SvgUserPoint end = svg_segment_end(segment);
        if (segment->kind != SVG_SEG_CLOSE) {
            g_array_append_val(corners, end);
        }
    }
    return corners;
}

/* Where an H or V would have to become an L. */
static void write_corners(SvgEdit *edit, SvgNode *line, GArray *corners, const SvgUserPoint *deltas)
{
    for (guint i = 0; i < corners->len; i++) {
        SvgUserPoint *at = &g_array_index(corners, SvgUserPoint, i);
        *at = (SvgUserPoint){at->x + deltas[i].x, at->y + deltas[i].y};
    }
    svg_write_corners(edit, line, &g_array_index(corners, SvgUserPoint, 0), corners->len);
}

static gboolean has_curves(const SvgNode *path)
{
    const char *d = svg_node_attr(path, "d");
    g_autoptr(GArray) segments = svg_path_parse(d ? d : "", NULL);
    for (guint i = 0; i < segments->len; i++) {
        if (svg_segment_is_curve(&g_array_index(segments, SvgSegment, i))) {
            return TRUE;
        }
    }
    return FALSE;
}

void svg_line_put_end(SvgEdit *edit, SvgNode *line, gboolean first, SvgUserPoint end)
{
    svg_splice_number(edit->doc, line, first ? "x1" : "x2", end.x);
    svg_splice_number(edit->doc, line, first ? "y1" : "y2", end.y);
}

gboolean svg_line_shift_corners(SvgEdit *edit, SvgNode *line, GArray *corners,
                                const SvgUserPoint *deltas)
{
    guint n = corners->len;
    gboolean path = svg_node_tag(line) == SVG_TAG_PATH;
    const char *name = path ? "d" : "points", *old = svg_node_attr(line, name);
    g_autofree char *text = (path ? svg_path_shift : svg_points_shift)(old ? old : "", deltas, n);
    if (text) {
        svg_splice_attr(edit->doc, line, name, text);
        return TRUE;
    }
    if (!path || has_curves(line)) {
        return FALSE;
    }
    write_corners(edit, line, corners, deltas);
    return TRUE;
}

/* --- a way in place of another ---------------------------------------------------------------- */

static SvgPoint from_to(SvgPoint a, SvgPoint b)
{
    return (SvgPoint){b.x - a.x, b.y - a.y};
}

/* A curve's control points go with the ends they are next to. */
static gboolean goes_with_ends(const SvgWayPart *was, const SvgWayPart *now)
{
    guint end = was->n > 0 ? was->n - 1 : 0;
    SvgPoint before = from_to(was[-1].p[MAX(was[-1].n, 1) - 1], now[-1].p[MAX(was[-1].n, 1) - 1]);
    SvgPoint behind = from_to(was->p[end], now->p[end]);
    return was->n != 3 || (svg_way_is_same(from_to(was->p[0], now->p[0]), before) &&
                           svg_way_is_same(from_to(was->p[1], now->p[1]), behind));
}

/* By how much each corner goes (SvgUserPoint); NULL where that isn't all. */
static GArray *deltas_between(SvgMatrix inverse, const GArray *was, const GArray *now)
{
    GArray *deltas = g_array_new(FALSE, FALSE, sizeof(SvgUserPoint));
    for (guint i = 0; i < was->len && was->len == now->len; i++) {
        const SvgWayPart *a = &g_array_index(was, SvgWayPart, i),
                         *b = &g_array_index(now, SvgWayPart, i);
        guint end = MAX(a->n, 1) - 1;
        SvgPoint delta = from_to(a->p[end], b->p[end]);
        SvgUserPoint by = svg_matrix_delta_to_user(inverse, delta.x, delta.y);
        if (b->n != a->n || (a->n == 0) != (i == 0) || (i > 0 && !goes_with_ends(a, b))) {
            break;
        }
        g_array_append_val(deltas, by);
    }
    if (deltas->len == was->len) {
        return deltas;
    }
    g_array_unref(deltas);
    return NULL;
}

/* All of it goes by *by. */
static gboolean is_moved(const GArray *was, const GArray *now, SvgPoint *by)
{
    SvgPoint a = svg_way_end(was, 0), b = svg_way_end(now, 0);
    *by = (SvgPoint){b.x - a.x, b.y - a.y};
    gboolean moved = was->len == now->len;
    for (guint i = 0; moved && i < was->len; i++) {
        const SvgWayPart *p = &g_array_index(was, SvgWayPart, i),
                         *q = &g_array_index(now, SvgWayPart, i);
        moved = p->n == q->n;
        for (guint k = 0; moved && k < MAX(p->n, 1); k++) {
            moved = svg_way_is_same((SvgPoint){p->p[k].x + by->x, p->p[k].y + by->y}, q->p[k]);
        }
    }
    return moved;
}

const char *svg_line_attr(const SvgNode *line)
{
    SvgTag tag = svg_node_tag(line);
    return tag == SVG_TAG_PATH ? "d" : tag == SVG_TAG_POLYLINE ? "points" : NULL;
}

/* `text` moved so that it begins at `first`. */
static char *moved_to(const SvgNode *line, const char *text, SvgUserPoint first)
{
    gboolean path = svg_node_tag(line) == SVG_TAG_PATH;
    g_autoptr(GArray) segments = path ? svg_path_parse(text, NULL) : svg_points_parse(text, FALSE);
    if (segments->len == 0) {
        return NULL;
    }
    SvgUserPoint was = g_array_index(segments, SvgSegment, 0).p[0];
    double dx = first.x - was.x, dy = first.y - was.y, size = fabs(was.x) + fabs(was.y);
    gboolean stays = hypot(dx, dy) <= STAYS * size;
    return stays ? g_strdup(text)
                 : (path ? svg_path_translate : svg_points_translate)(text, dx, dy);
}

gboolean svg_line_restore(SvgEdit *edit, SvgNode *line, const char *text, const GArray *was,
                          const GArray *now)
{
    SvgMatrix inverse;
    SvgPoint by;
    if (!text || !is_moved(was, now, &by) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return FALSE;
    }
    g_autofree char *moved = moved_to(line, text, svg_matrix_to_user(inverse, svg_way_end(now, 0)));
    if (moved) {
        svg_splice_attr(edit->doc, line, svg_line_attr(line), moved);
    }
    return moved != NULL;
}

gboolean svg_line_shift(SvgEdit *edit, SvgNode *line, const GArray *was, const GArray *now)
{
    SvgMatrix inverse;
    const char *name = svg_line_attr(line);
    SvgLengthContext viewport = svg_element_viewport(edit->doc, line);
    g_autoptr(GArray) segments = svg_node_segments(line, &viewport);
    g_autoptr(GArray) corners = segments ? svg_line_corners(segments) : NULL;
    if (!corners || !svg_matrix_invert(svg_node_matrix(edit->doc, line), &inverse)) {
        return FALSE;
    }
    if (name && svg_line_restore(edit, line, svg_node_attr(line, name), was, now)) {
        return TRUE;
    }
    g_autoptr(GArray) deltas = deltas_between(inverse, was, now);
    if (!deltas || deltas->len != corners->len) {
        return FALSE;
    }
    const SvgUserPoint *at = (const SvgUserPoint *)(gconstpointer)corners->data,
                       *delta = (const SvgUserPoint *)(gconstpointer)deltas->data;
    for (guint i = 0; svg_node_tag(line) == SVG_TAG_LINE && i < 2; i++) {
        svg_line_put_end(edit, line, i == 0,
                         (SvgUserPoint){at[i].x + delta[i].x, at[i].y + delta[i].y});
    }
    return svg_node_tag(line) == SVG_TAG_LINE || svg_line_shift_corners(edit, line, corners, delta);
}
