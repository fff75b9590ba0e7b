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

/* What is the same for every instance of a marker. */
typedef struct {
    SvgLengthContext outside; /* it is read in */
    gboolean drawn;
    SvgMatrix fit;        /* content → the marker's own space, with the reference point at 0,0 */
    SvgBox content, tile; /* in the spaces `fit` maps from and to; `tile` empty: overflow shows */
    SvgLengthContext viewport; /* of the content */
    double angle;              /* degrees */
    gboolean is_auto, reverses, scales;
    SvgNode *only;   /* the content, when that is one plain shape, */
    SvgContext self; /* and its own context then, in the content's space */
} Prepared;

typedef struct {
    SvgDocument *doc;
    const SvgContext *self;
    const SvgBox *area;
    SvgBounds *bounds;
    SvgReference *reference;
    Prepared *prepared;
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

    if (!has_direction(in) && !has_direction(out)) {
        return 0;
    }
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

static gboolean read_fit(Prepared *prepared, const SvgReference *reference)
{
    const SvgNode *node = reference->node;
    const SvgLengthContext *outside = &prepared->outside;
    SvgUserBox place = {0, 0, svg_node_length(node, "markerWidth", SVG_AXIS_X, outside, 3),
                        svg_node_length(node, "markerHeight", SVG_AXIS_Y, outside, 3)};
    SvgUserBox view = place;
    const char *text = svg_node_attr(node, "viewBox");

    if (!(place.w > 0) || !(place.h > 0)) {
        return FALSE;
    }
    prepared->fit = SVG_MATRIX_IDENTITY;
    if (text && svg_view_box_parse(text, &view)) {
        prepared->fit = svg_view_box_fit(view, place, svg_node_attr(node, "preserveAspectRatio"));
    }
    prepared->viewport =
        (SvgLengthContext){view.w, view.h, reference->style.font_size, outside->root_font_size};
    SvgUserPoint point = {reference_point(node, "refX", SVG_AXIS_X, &prepared->viewport),
                          reference_point(node, "refY", SVG_AXIS_Y, &prepared->viewport)};
    SvgPoint shift = svg_matrix_to_document(prepared->fit, point);

    prepared->fit = svg_matrix_multiply(svg_matrix_translation(-shift.x, -shift.y), prepared->fit);
    prepared->tile = reference->style.overflow_visible
                         ? SVG_BOX_EMPTY
                         : (SvgBox){-shift.x, -shift.y, place.w, place.h};
    return TRUE;
}

static void read_orient(Prepared *prepared, const SvgNode *node)
{
    const char *text = svg_node_attr(node, "orient");
    SvgMatrix turn;

    prepared->is_auto = text && g_str_has_prefix(text, "auto");
    prepared->reverses = text && g_str_equal(text, "auto-start-reverse");
    if (text && !prepared->is_auto) {
        g_autofree char *rotation = g_strdup_printf("rotate(%s)", text);

        if (svg_transform_parse(rotation, &turn)) {
            prepared->angle = atan2(turn.b, turn.a) * (180 / G_PI);
        }
    }
}

/* Most markers are one shape, whose style needn't be computed for each instance. */
static void find_only(Marker *marker, const SvgContext *content)
{
    Prepared *prepared = marker->prepared;
    SvgNode *node = svg_node_first_element(marker->reference->node);
    const SvgStyle *style = &prepared->self.style;
    SvgContext parent = *content;

    if (!node || svg_node_next_element(node) || !svg_node_is(node, SVG_TAG_IS_SHAPE)) {
        return;
    }
    parent.style = marker->reference->style;
    svg_context_self(marker->doc, node, &parent, &prepared->self);
    if (!style->filter && !style->clip_path && !style->mask &&
        !(style->marker[0] || style->marker[1] || style->marker[2])) {
        prepared->only = node;
    }
}

static void prepare(Marker *marker)
{
    Prepared *prepared = marker->prepared;
    const SvgNode *node = marker->reference->node;
    const char *units = svg_node_attr(node, "markerUnits");
    SvgContext content = *marker->self;
    SvgBounds bounds;

    if (!read_fit(prepared, marker->reference)) {
        return;
    }
    prepared->scales = !units || !g_str_equal(units, "userSpaceOnUse");
    read_orient(prepared, node);
    content.matrix = SVG_MATRIX_IDENTITY;
    content.viewport = prepared->viewport;
    if (svg_reference_bounds(marker->doc, marker->reference, &content, &bounds) &&
        !svg_box_is_empty(bounds.visual)) {
        prepared->content = bounds.visual;
        prepared->drawn = TRUE;
        find_only(marker, &content);
    }
}

/* FALSE when nothing of it is drawn. */
static gboolean read_marker(Marker *marker, const char *id)
{
    const SvgLengthContext *outside = &marker->self->viewport;
    Prepared *prepared;

    marker->reference = svg_reference_of(marker->doc, marker->self, id, SVG_TAG_MARKER);
    if (!marker->reference) {
        return FALSE;
    }
    prepared = marker->prepared = marker->reference->prepared;
    if (!prepared || prepared->outside.width != outside->width ||
        prepared->outside.height != outside->height) {
        g_free(prepared);
        marker->prepared = marker->reference->prepared = g_new0(Prepared, 1);
        marker->prepared->outside = *outside;
        prepare(marker);
    }
    return marker->prepared->drawn &&
           (!marker->prepared->scales || marker->self->style.stroke_width > 0);
}

static SvgBox mapped(SvgMatrix m, SvgBox box)
{
    return svg_matrix_box_to_document(m, (SvgUserBox){box.x, box.y, box.w, box.h});
}

/* The box of the content shown by `m`: exact as long as there are few. */
static SvgBox content_box(Marker *marker, SvgMatrix m, SvgBox rough)
{
    const Prepared *prepared = marker->prepared;
    SvgContext content;
    SvgBounds bounds;

    if (marker->n_exact >= MAX_EXACT || (m.b == 0 && m.c == 0)) {
        return rough;
    }
    marker->n_exact++;
    if (prepared->only) {
        content = prepared->self;
        content.matrix = svg_matrix_multiply(m, content.matrix);
        return svg_leaf_bounds(marker->doc, prepared->only, &content, NULL).visual;
    }
    content = *marker->self;
    content.matrix = m;
    content.viewport = prepared->viewport;
    return svg_reference_bounds(marker->doc, marker->reference, &content, &bounds) ? bounds.visual
                                                                                   : rough;
}

static void place(Marker *marker, const Vertex *vertex, gboolean at_start)
{
    const Prepared *prepared = marker->prepared;
    double angle = prepared->is_auto ? angle_at(vertex) : prepared->angle;
    double scale = prepared->scales ? marker->self->style.stroke_width : 1;
    SvgMatrix m = svg_matrix_multiply(marker->self->matrix,
                                      svg_matrix_translation(vertex->at.x, vertex->at.y));

    angle += at_start && prepared->reverses ? 180 : 0;
    m = svg_matrix_multiply(m, svg_matrix_rotation(angle, 0, 0));
    m = svg_matrix_multiply(m, svg_matrix_scaling(scale, scale));
    SvgMatrix inner = svg_matrix_multiply(m, prepared->fit);
    SvgBox *sum = &marker->bounds->visual, box = mapped(inner, prepared->content), tile, shown;

    if (!svg_matrix_is_finite(inner)) {
        return;
    }
    tile = svg_box_is_empty(prepared->tile) ? box : mapped(m, prepared->tile);
    shown = svg_box_intersection(box, tile);
    if (marker->area && !svg_box_touches(shown, *marker->area)) {
        return;
    }
    if (!svg_box_contains(*sum, shown)) {
        box = content_box(marker, inner, box);
        *sum = svg_box_union(*sum, svg_box_intersection(box, tile));
    }
}

/* --- all of them ------------------------------------------------------------------------------ */

static gboolean takes_markers(SvgTag tag)
{
    return (svg_tag_flags(tag) & SVG_TAG_HAS_VERTICES) != 0;
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
                     const SvgBox *area, SvgBounds *bounds)
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
        Marker marker = {.doc = doc, .self = self, .area = area, .bounds = bounds};

        if (style->marker[kind] && reader.vertices->len > 0 &&
            read_marker(&marker, style->marker[kind])) {
            place_all(&marker, reader.vertices, kind);
        }
    }
    g_array_unref(reader.vertices);
}
