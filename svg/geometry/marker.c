/* Markers on the vertices of an outline. */
#include "geometry/walk.h"

#include <math.h>
#include <string.h>

/* Per outline: so many instances are walked; of others their box is mapped, which may be larger. */
#define MAX_EXACT 1000

typedef struct {
    SvgUserPoint at, in, out; /* in and out: directions, unit vectors; 0,0 when there is none */
} Vertex;

/* Reads vertices off an outline. */
typedef struct {
    GArray *vertices; /* Vertex */
    guint begin;      /* of the subpath */
} Reader;

typedef struct {
    SvgDocument *doc;
    const SvgContext *self;
    SvgBounds *bounds;
    SvgReference *reference;
    SvgMatrix fit;        /* content → the marker's own space, with the reference point at 0,0 */
    SvgBox content, tile; /* in the spaces `fit` maps from and to; `tile` empty: overflow shows */
    SvgLengthContext viewport;
    double scale;
    double angle; /* degrees */
    gboolean is_auto, reverses;
    guint n_exact;
} Marker;

/* --- vertices: SVG 2 §13.7.4 ------------------------------------------------------------------ */

static Vertex *vertex_at(const GArray *vertices, guint i)
{
    return &g_array_index(vertices, Vertex, i);
}

static gboolean has_direction(SvgUserPoint d)
{
    return d.x != 0 || d.y != 0;
}

static void add_vertex(const SvgSegment *segment, SvgUserPoint from, gpointer data)
{
    Reader *reader = data;
    Vertex vertex = {.at = svg_segment_end(segment)};

    if (segment->kind == SVG_SEG_MOVE) {
        reader->begin = reader->vertices->len;
    } else if (reader->vertices->len > 0) {
        Vertex *before = vertex_at(reader->vertices, reader->vertices->len - 1);

        if (svg_segment_leaving(segment, from, &before->out) &&
            !svg_segment_arriving(segment, from, &vertex.in)) {
            vertex.in = before->out;
        }
    }
    g_array_append_val(reader->vertices, vertex);
    if (segment->kind == SVG_SEG_CLOSE) {
        Vertex *first = vertex_at(reader->vertices, reader->begin);
        Vertex *last = vertex_at(reader->vertices, reader->vertices->len - 1);

        first->in = has_direction(last->in) ? last->in : (last - 1)->in;
        last->out = first->out;
    }
}

/* SVG 2 §9.5.5: where the two differ, half way between. */
static double angle_at(const Vertex *vertex)
{
    SvgUserPoint in = vertex->in, out = vertex->out;
    double x = in.x + out.x, y = in.y + out.y;

    if (fabs(x) < 1e-9 && fabs(y) < 1e-9) {
        x = -in.y;
        y = in.x;
    }
    return atan2(y, x) * (180 / G_PI);
}

/* --- one marker ------------------------------------------------------------------------------- */

/* refX and refY: SVG 2 §13.7.2. */
static double reference_point(const SvgNode *node, const char *name, SvgAxis axis,
                              const SvgLengthContext *viewport)
{
    static const char *const WORDS[][2] = {
        {"left", "top"}, {"center", "center"}, {"right", "bottom"}};
    const char *text = svg_node_attr(node, name);
    double size = axis == SVG_AXIS_X ? viewport->width : viewport->height;

    for (guint i = 0; text && i < G_N_ELEMENTS(WORDS); i++) {
        if (g_str_equal(text, WORDS[i][axis == SVG_AXIS_X ? 0 : 1])) {
            return size * i / 2;
        }
    }
    return svg_node_length(node, name, axis, viewport, 0);
}

static gboolean read_fit(Marker *marker, const SvgNode *node)
{
    const SvgLengthContext *outside = &marker->self->viewport;
    SvgUserBox place = {0, 0, svg_node_length(node, "markerWidth", SVG_AXIS_X, outside, 3),
                        svg_node_length(node, "markerHeight", SVG_AXIS_Y, outside, 3)};
    SvgUserBox view = place;
    const char *text = svg_node_attr(node, "viewBox");

    if (!(place.w > 0) || !(place.h > 0)) {
        return FALSE;
    }
    marker->fit = SVG_MATRIX_IDENTITY;
    if (text && svg_view_box_parse(text, &view)) {
        marker->fit = svg_view_box_fit(view, place, svg_node_attr(node, "preserveAspectRatio"));
    }
    marker->viewport = (SvgLengthContext){view.w, view.h, marker->reference->style.font_size};
    SvgUserPoint point = {reference_point(node, "refX", SVG_AXIS_X, &marker->viewport),
                          reference_point(node, "refY", SVG_AXIS_Y, &marker->viewport)};
    SvgPoint shift = svg_matrix_to_document(marker->fit, point);

    marker->fit = svg_matrix_multiply(svg_matrix_translation(-shift.x, -shift.y), marker->fit);
    marker->tile = marker->reference->style.overflow_visible
                       ? SVG_BOX_EMPTY
                       : (SvgBox){-shift.x, -shift.y, place.w, place.h};
    return TRUE;
}

static void read_orient(Marker *marker, const SvgNode *node)
{
    const char *text = svg_node_attr(node, "orient");
    SvgMatrix turn;

    marker->is_auto = text && g_str_has_prefix(text, "auto");
    marker->reverses = text && g_str_equal(text, "auto-start-reverse");
    if (text && !marker->is_auto) {
        g_autofree char *rotation = g_strdup_printf("rotate(%s)", text);

        if (svg_transform_parse(rotation, &turn)) {
            marker->angle = atan2(turn.b, turn.a) * (180 / G_PI);
        }
    }
}

/* FALSE when nothing of it is drawn. */
static gboolean read_marker(Marker *marker, const char *id)
{
    const SvgContext *self = marker->self;
    const char *units;
    SvgContext content = *self;
    SvgBounds bounds;

    marker->reference = svg_reference_of(marker->doc, self, id, SVG_TAG_MARKER);
    if (!marker->reference || !read_fit(marker, marker->reference->node)) {
        return FALSE;
    }
    units = svg_node_attr(marker->reference->node, "markerUnits");
    marker->scale = units && g_str_equal(units, "userSpaceOnUse") ? 1 : self->style.stroke_width;
    read_orient(marker, marker->reference->node);
    content.matrix = SVG_MATRIX_IDENTITY;
    content.viewport = marker->viewport;
    if (!svg_reference_bounds(marker->doc, marker->reference, &content, &bounds)) {
        return FALSE;
    }
    marker->content = bounds.visual;
    return marker->scale > 0 && !svg_box_is_empty(marker->content);
}

static SvgBox mapped(SvgMatrix m, SvgBox box)
{
    return svg_matrix_box_to_document(m, (SvgUserBox){box.x, box.y, box.w, box.h});
}

/* The box of the content shown by `m`: exact as long as there are few. */
static SvgBox content_box(Marker *marker, SvgMatrix m, SvgBox rough)
{
    SvgContext content = *marker->self;
    SvgBounds bounds;

    if (marker->n_exact >= MAX_EXACT || (m.b == 0 && m.c == 0)) {
        return rough;
    }
    marker->n_exact++;
    content.matrix = m;
    content.viewport = marker->viewport;
    return svg_reference_bounds(marker->doc, marker->reference, &content, &bounds) ? bounds.visual
                                                                                   : rough;
}

static void place(Marker *marker, const Vertex *vertex, gboolean at_start)
{
    double angle = marker->is_auto ? angle_at(vertex) : marker->angle;
    SvgMatrix m = svg_matrix_multiply(marker->self->matrix,
                                      svg_matrix_translation(vertex->at.x, vertex->at.y));

    angle += at_start && marker->reverses ? 180 : 0;
    m = svg_matrix_multiply(m, svg_matrix_rotation(angle, 0, 0));
    m = svg_matrix_multiply(m, svg_matrix_scaling(marker->scale, marker->scale));
    SvgMatrix inner = svg_matrix_multiply(m, marker->fit);
    SvgBox *sum = &marker->bounds->visual, box = mapped(inner, marker->content), tile;

    if (!svg_matrix_is_finite(inner)) {
        return;
    }
    tile = svg_box_is_empty(marker->tile) ? box : mapped(m, marker->tile);
    if (!svg_box_contains(*sum, svg_box_intersection(box, tile))) {
        box = content_box(marker, inner, box);
        *sum = svg_box_union(*sum, svg_box_intersection(box, tile));
    }
}

/* --- all of them ------------------------------------------------------------------------------ */

static gboolean takes_markers(SvgTag tag)
{
    return tag == SVG_TAG_PATH || tag == SVG_TAG_LINE || tag == SVG_TAG_POLYLINE ||
           tag == SVG_TAG_POLYGON;
}

static void place_all(Marker *marker, const GArray *vertices, guint kind)
{
    guint n = vertices->len;
    guint from = kind == 0 ? 0 : kind == 1 ? 1 : n - 1;
    guint to = kind == 0 ? 1 : kind == 1 ? n - 1 : n;

    for (guint i = from; i < to; i++) {
        place(marker, vertex_at(vertices, i), kind == 0);
    }
}

void svg_markers_add(SvgDocument *doc, const SvgNode *node, const SvgContext *self,
                     SvgBounds *bounds)
{
    const SvgStyle *style = &self->style;
    Reader reader = {0};

    if (!(style->marker[0] || style->marker[1] || style->marker[2]) || self->clipping ||
        !takes_markers(svg_node_tag(node)) || svg_box_is_empty(bounds->geometric)) {
        return;
    }
    reader.vertices = g_array_new(FALSE, FALSE, sizeof(Vertex));
    svg_node_each_segment(node, &self->viewport, add_vertex, &reader);
    for (guint kind = 0; kind < G_N_ELEMENTS(style->marker); kind++) {
        Marker marker = {.doc = doc, .self = self, .bounds = bounds};

        if (style->marker[kind] && reader.vertices->len > 0 &&
            read_marker(&marker, style->marker[kind])) {
            place_all(&marker, reader.vertices, kind);
        }
    }
    g_array_unref(reader.vertices);
}
