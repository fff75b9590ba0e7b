/* Path data and points as absolute segments. */
#include "values/path_read.h"

#include <svg/limits.h>

#include <math.h>

typedef struct {
    SvgSegmentFunc func;
    gpointer data;
    guint n_segments;
    SvgUserPoint current, begin; /* begin: of the subpath */
    SvgUserPoint control;        /* the last control point of the segment before, */
    SvgSegKind before;           /* which this names */
    gboolean failed;             /* not finite, or too many */
} Path;

/* Elliptical arc arguments, SVG 1.1 §8.3.8. */
typedef struct {
    double rx, ry, angle;
    gboolean large, sweep;
    SvgUserPoint end;
} Arc;

/* The index in p[] of where a segment of a kind ends. */
static const guint8 LAST_POINT[] = {
    [SVG_SEG_MOVE] = 0,  [SVG_SEG_LINE] = 0, [SVG_SEG_QUAD] = 1,
    [SVG_SEG_CUBIC] = 2, [SVG_SEG_ARC] = 0,  [SVG_SEG_CLOSE] = 0,
};

SvgUserPoint svg_segment_end(const SvgSegment *segment)
{
    return segment->p[LAST_POINT[segment->kind]];
}

static gboolean is_finite(SvgUserPoint p)
{
    return isfinite(p.x) && isfinite(p.y);
}

static gboolean segment_is_finite(const SvgSegment *s)
{
    for (guint i = 0; i <= LAST_POINT[s->kind]; i++) {
        if (!is_finite(s->p[i])) {
            return FALSE;
        }
    }
    return s->kind != SVG_SEG_ARC ||
           (is_finite(s->arc_center) && is_finite(s->arc_u) && is_finite(s->arc_v) &&
            isfinite(s->arc_from) && isfinite(s->arc_sweep));
}

static void append(Path *path, const SvgSegment *segment)
{
    if (!segment_is_finite(segment) || path->n_segments >= SVG_MAX_SEGMENTS) {
        path->failed = TRUE;
        return;
    }
    path->func(segment, path->current, path->data);
    path->n_segments++;
    guint last = LAST_POINT[segment->kind];
    path->control = segment->p[last > 0 ? last - 1 : 0];
    path->current = segment->p[last];
    path->before = segment->kind;
}

static void add_point(Path *path, SvgSegKind kind, SvgUserPoint to)
{
    SvgSegment s;
    s.kind = kind;
    s.p[0] = to;
    append(path, &s);
}

static void add_quad(Path *path, SvgUserPoint control, SvgUserPoint to)
{
    SvgSegment s;
    s.kind = SVG_SEG_QUAD;
    s.p[0] = control;
    s.p[1] = to;
    append(path, &s);
}

static void add_cubic(Path *path, SvgUserPoint first, SvgUserPoint second, SvgUserPoint to)
{
    SvgSegment s;
    s.kind = SVG_SEG_CUBIC;
    s.p[0] = first;
    s.p[1] = second;
    s.p[2] = to;
    append(path, &s);
}

/* The control point that S and T leave out. */
static SvgUserPoint reflected(const Path *path, SvgSegKind kind)
{
    if (path->before != kind) {
        return path->current;
    }
    return (SvgUserPoint){2 * path->current.x - path->control.x,
                          2 * path->current.y - path->control.y};
}

/* SVG 1.1 §F.6.5–6, in the space where the ellipse is the unit circle: there `half` is the half
 * chord, and the sweep follows from its length alone, which holds for the tiniest chords too. Radii
 * that are nothing beside the chord leave the sweep 0. */
static void fill_arc(SvgSegment *s, SvgUserPoint from, const Arc *arc)
{
    SvgMatrix turn = svg_matrix_rotation(arc->angle, 0, 0);
    double hx = from.x / 2 - arc->end.x / 2, hy = from.y / 2 - arc->end.y / 2;
    SvgUserPoint half = {(turn.a * hx + turn.b * hy) / arc->rx,
                         (turn.c * hx + turn.d * hy) / arc->ry};
    double length = hypot(half.x, half.y), grow = MAX(length, 1);
    if (!isfinite(length)) {
        return;
    }
    if (length > 0) {
        half.x /= length;
        half.y /= length;
    }
    length = MIN(length, 1);
    double height = sqrt((1 - length) * (1 + length));
    double side = arc->large != arc->sweep ? 1 : -1;
    SvgUserPoint center = {side * height * half.y, -side * height * half.x};
    double rx = arc->rx * grow, ry = arc->ry * grow;
    s->arc_u = (SvgUserPoint){turn.a * rx, turn.b * rx};
    s->arc_v = (SvgUserPoint){turn.c * ry, turn.d * ry};
    s->arc_center = (SvgUserPoint){
        from.x / 2 + arc->end.x / 2 + s->arc_u.x * center.x + s->arc_v.x * center.y,
        from.y / 2 + arc->end.y / 2 + s->arc_u.y * center.x + s->arc_v.y * center.y,
    };
    s->arc_from = atan2(length * half.y - center.y, length * half.x - center.x);
    double small = 2 * atan2(length, height), size = arc->large ? 2 * G_PI - small : small;
    s->arc_sweep = arc->sweep ? size : -size;
}

static void add_arc(Path *path, const Arc *arc)
{
    SvgUserPoint from = path->current;
    path->before = SVG_SEG_ARC;
    if (from.x == arc->end.x && from.y == arc->end.y) {
        return;
    }
    SvgSegment s = {.kind = SVG_SEG_ARC, .p = {arc->end}};
    if (arc->rx > 0 && arc->ry > 0) {
        fill_arc(&s, from, arc);
    }
    if (s.arc_sweep == 0) {
        add_point(path, SVG_SEG_LINE, arc->end);
    } else {
        append(path, &s);
    }
}

static void draw_move(Path *path, const double *v)
{
    path->begin = (SvgUserPoint){v[0], v[1]};
    add_point(path, SVG_SEG_MOVE, path->begin);
}

static void draw_line(Path *path, const double *v)
{
    add_point(path, SVG_SEG_LINE, (SvgUserPoint){v[0], v[1]});
}

static void draw_horizontal(Path *path, const double *v)
{
    add_point(path, SVG_SEG_LINE, (SvgUserPoint){v[0], path->current.y});
}

static void draw_vertical(Path *path, const double *v)
{
    add_point(path, SVG_SEG_LINE, (SvgUserPoint){path->current.x, v[0]});
}

static void draw_cubic(Path *path, const double *v)
{
    add_cubic(path, (SvgUserPoint){v[0], v[1]}, (SvgUserPoint){v[2], v[3]},
              (SvgUserPoint){v[4], v[5]});
}

static void draw_smooth_cubic(Path *path, const double *v)
{
    add_cubic(path, reflected(path, SVG_SEG_CUBIC), (SvgUserPoint){v[0], v[1]},
              (SvgUserPoint){v[2], v[3]});
}

static void draw_quad(Path *path, const double *v)
{
    add_quad(path, (SvgUserPoint){v[0], v[1]}, (SvgUserPoint){v[2], v[3]});
}

static void draw_smooth_quad(Path *path, const double *v)
{
    add_quad(path, reflected(path, SVG_SEG_QUAD), (SvgUserPoint){v[0], v[1]});
}

static void draw_arc(Path *path, const double *v)
{
    add_arc(path, &(Arc){fabs(v[0]), fabs(v[1]), v[2], v[3] != 0, v[4] != 0, {v[5], v[6]}});
}

static void draw_close(Path *path, const double *v)
{
    (void)v;
    add_point(path, SVG_SEG_CLOSE, path->begin);
}

static void (*const DRAW[])(Path *path, const double *values) = {
    ['M' - 'A'] = draw_move,  ['L' - 'A'] = draw_line,         ['H' - 'A'] = draw_horizontal,
    ['C' - 'A'] = draw_cubic, ['S' - 'A'] = draw_smooth_cubic, ['V' - 'A'] = draw_vertical,
    ['Q' - 'A'] = draw_quad,  ['T' - 'A'] = draw_smooth_quad,  ['A' - 'A'] = draw_arc,
    ['Z' - 'A'] = draw_close,
};

static void make_absolute(const Path *path, const SvgPathReader *reader, double *values)
{
    for (guint i = 0; i < reader->n_args; i++) {
        const SvgPathArg *arg = &reader->args[i];
        double base = arg->kind == SVG_ARG_X   ? path->current.x
                      : arg->kind == SVG_ARG_Y ? path->current.y
                                               : 0;
        values[i] = arg->value + (reader->relative ? base : 0);
    }
}

gssize svg_path_each(const char *d, SvgSegmentFunc func, gpointer data)
{
    Path path = {.func = func, .data = data};
    SvgPathReader reader;
    svg_path_reader_init(&reader, d);
    while (svg_path_reader_next(&reader)) {
        double values[SVG_PATH_MAX_ARGS];
        make_absolute(&path, &reader, values);
        DRAW[reader.command - 'A'](&path, values);
        if (path.failed) {
            return reader.start - d;
        }
    }
    return reader.failed ? reader.at - d : -1;
}

void svg_points_each(const char *points, gboolean close, SvgSegmentFunc func, gpointer data)
{
    Path path = {.func = func, .data = data};
    const char *at = points ? points : "";
    double v[2];
    svg_skip_space(&at);
    while (!path.failed && svg_number_read(&at, &v[0])) {
        svg_skip_comma(&at);
        if (!svg_number_read(&at, &v[1])) {
            break;
        }
        svg_skip_comma(&at);
        if (path.n_segments == 0) {
            draw_move(&path, v);
        } else {
            draw_line(&path, v);
        }
    }
    if (close && path.n_segments > 0) {
        draw_close(&path, v);
    }
}

void svg_segments_append(const SvgSegment *segment, SvgUserPoint from, gpointer segments)
{
    (void)from;
    g_array_append_vals(segments, segment, 1);
}

GArray *svg_path_parse(const char *d, gssize *error_at)
{
    GArray *segments = g_array_new(FALSE, FALSE, sizeof(SvgSegment));
    gssize error = svg_path_each(d, svg_segments_append, segments);
    if (error_at) {
        *error_at = error;
    }
    return segments;
}

GArray *svg_points_parse(const char *points, gboolean close)
{
    GArray *segments = g_array_new(FALSE, FALSE, sizeof(SvgSegment));
    svg_points_each(points, close, svg_segments_append, segments);
    return segments;
}
