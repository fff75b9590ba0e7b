/* Moves, scales and rotates one element: by its geometry attributes where they say it exactly, by a
 * composed transform everywhere else. Which element takes which way is Inkscape's own choice, so
 * that a drawing edited by both stays tidy. */
#include "edit/edit_priv.h"

#include <string.h>

#define MAX_ATTRS 3

/* Attributes that hold positions, and sizes that scale with them. */
typedef struct {
    SvgTag tag;
    const char *x[MAX_ATTRS], *y[MAX_ATTRS];
    const char *w[MAX_ATTRS], *h[MAX_ATTRS];
} Geometry;

static const Geometry geometries[] = {
    {SVG_TAG_RECT, {"x"}, {"y"}, {"width", "rx"}, {"height", "ry"}},
    {SVG_TAG_IMAGE, {"x"}, {"y"}, {"width"}, {"height"}},
    {SVG_TAG_FOREIGN_OBJECT, {"x"}, {"y"}, {"width"}, {"height"}},
    {SVG_TAG_SVG, {"x"}, {"y"}, {NULL}, {NULL}},
    {SVG_TAG_CIRCLE, {"cx"}, {"cy"}, {"r"}, {NULL}},
    {SVG_TAG_ELLIPSE, {"cx"}, {"cy"}, {"rx"}, {"ry"}},
    {SVG_TAG_LINE, {"x1", "x2"}, {"y1", "y2"}, {NULL}, {NULL}},
};

static const Geometry *geometry_of(const SvgNode *node)
{
    for (gsize i = 0; i < G_N_ELEMENTS(geometries); i++) {
        if (geometries[i].tag == svg_node_tag(node)) {
            return &geometries[i];
        }
    }
    return NULL;
}

/* --- may the attributes say it? --------------------------------------------------------------- */

static gboolean is_in_user_space(SvgDocument *doc, const SvgPaint *paint)
{
    if (paint->kind != SVG_PAINT_SERVER || !paint->server) {
        return FALSE;
    }
    g_autofree char *reference = g_strconcat("#", paint->server, NULL);
    SvgNode *server = svg_document_ref(doc, reference);
    guint32 mark = svg_document_next_mark(doc);
    for (; server && server->seen != mark; server = svg_document_ref(doc, svg_node_href(server))) {
        server->seen = mark;
        const char *units = svg_node_attr(server, "gradientUnits");
        if (svg_node_tag(server) == SVG_TAG_PATTERN || g_strcmp0(units, "userSpaceOnUse") == 0) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Nothing else that lives in the element's user space would stay behind. */
static gboolean is_plain(SvgDocument *doc, const SvgNode *node, const SvgStyle *style)
{
    return !svg_node_attr(node, "transform") && !style->transform && !style->clip_path &&
           !style->mask && !style->filter && !svg_node_attr(node, "inkscape:path-effect") &&
           !is_in_user_space(doc, &style->fill) && !is_in_user_space(doc, &style->stroke);
}

/* --- moving by attributes --------------------------------------------------------------------- */

static void shift_lengths(SvgEdit *edit, SvgNode *node, const char *const *names, double by,
                          SvgAxis axis, const SvgLengthContext *lengths)
{
    for (guint i = 0; i < MAX_ATTRS && names[i] && by != 0; i++) {
        const char *text = svg_node_attr(node, names[i]);
        double value = 0;
        if (text) {
            svg_length_parse(text, lengths, axis, &value);
        }
        svg_splice_number(edit->doc, node, names[i], value + by);
    }
}

/* A list of plain numbers, each moved; NULL when one is anything else. */
static char *shifted_list(const char *text, double by)
{
    GString *out = g_string_new(NULL);
    const char *at = text;
    svg_skip_comma(&at);
    for (double value; *at; svg_skip_comma(&at)) {
        char number[SVG_NUMBER_SIZE];
        if (!svg_number_read(&at, &value) || (*at && !strchr(", \t\r\n", *at))) {
            g_string_free(out, TRUE);
            return NULL;
        }
        g_string_append_printf(out, "%s%s", out->len ? " " : "",
                               svg_number_print(value + by, number));
    }
    return g_string_free(out, FALSE);
}

static gboolean can_shift_lists(SvgNode *text)
{
    for (SvgNode *node = text; node; node = svg_node_walk(text, node, FALSE)) {
        const char *lists[] = {node->name ? svg_node_attr(node, "x") : NULL,
                               node->name ? svg_node_attr(node, "y") : NULL};
        for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) {
            g_autofree char *moved = lists[i] ? shifted_list(lists[i], 0) : NULL;
            if ((lists[i] && !moved) || node->foreign) {
                return FALSE;
            }
        }
        if (svg_node_tag(node) == SVG_TAG_TEXT_PATH) {
            return FALSE;
        }
    }
    return TRUE;
}

static void shift_list(SvgEdit *edit, SvgNode *node, const char *name, double by,
                       gboolean even_if_absent)
{
    const char *text = svg_node_attr(node, name);
    if (by != 0 && (text || even_if_absent)) {
        g_autofree char *moved = shifted_list(text ? text : "0", by);
        svg_splice_attr(edit->doc, node, name, moved);
    }
}

/* Inkscape ignores the x, y of a role="line" tspan, everything else ignores the <text>'s: both
 * move. */
static gboolean move_text(SvgEdit *edit, SvgNode *text, const SvgStyle *style, SvgUserPoint by)
{
    if (style->inline_size || style->shape_inside || !can_shift_lists(text)) {
        return FALSE;
    }
    for (SvgNode *node = text; node; node = svg_node_walk(text, node, FALSE)) {
        if (node->name) {
            shift_list(edit, node, "x", by.x, node == text);
            shift_list(edit, node, "y", by.y, node == text);
        }
    }
    return TRUE;
}

/* Inkscape redraws an arc from its parameters, everything else from d: both move. */
static gboolean move_path(SvgEdit *edit, SvgNode *node, SvgUserPoint by,
                          const SvgLengthContext *lengths)
{
    static const char *const cx[MAX_ATTRS] = {"sodipodi:cx"}, *const cy[MAX_ATTRS] = {
                                                                  "sodipodi:cy"};
    const char *type = svg_node_attr(node, "sodipodi:type");
    const char *d = svg_node_attr(node, "d");
    if (!d || (type && !g_str_equal(type, "arc"))) {
        return FALSE;
    }
    g_autofree char *moved = svg_path_translate(d, by.x, by.y);
    if (!moved) {
        return FALSE;
    }
    svg_splice_attr(edit->doc, node, "d", moved);
    if (type) {
        shift_lengths(edit, node, cx, by.x, SVG_AXIS_X, lengths);
        shift_lengths(edit, node, cy, by.y, SVG_AXIS_Y, lengths);
    }
    return TRUE;
}

static gboolean move_attributes(SvgEdit *edit, SvgNode *node, const SvgStyle *style,
                                const SvgLengthContext *lengths, SvgUserPoint by)
{
    if (!is_plain(edit->doc, node, style)) {
        return FALSE;
    }
    if (svg_node_tag(node) == SVG_TAG_TEXT) {
        return move_text(edit, node, style, by);
    }
    if (svg_node_tag(node) == SVG_TAG_PATH) {
        return move_path(edit, node, by, lengths);
    }
    const Geometry *geometry = geometry_of(node);
    if (!geometry) {
        return FALSE;
    }
    shift_lengths(edit, node, geometry->x, by.x, SVG_AXIS_X, lengths);
    shift_lengths(edit, node, geometry->y, by.y, SVG_AXIS_Y, lengths);
    return TRUE;
}

/* --- composing a transform -------------------------------------------------------------------- */

static SvgMatrix own_matrix(const SvgNode *node, const SvgStyle *style)
{
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    const char *text = style->transform ? style->transform : svg_node_attr(node, "transform");
    if (text) {
        svg_transform_parse(text, &m);
    }
    return m;
}

/* The CSS property wins over the attribute, so it is changed where it is in force. */
static void write_matrix(SvgEdit *edit, SvgNode *node, const SvgStyle *style, SvgMatrix m)
{
    if (!style->transform) {
        g_autofree char *text = svg_transform_print(m);
        svg_splice_attr(edit->doc, node, "transform", *text ? text : NULL);
        return;
    }
    char n[6][SVG_NUMBER_SIZE];
    g_autofree char *text = g_strdup_printf(
        "matrix(%s,%s,%s,%s,%s,%s)", svg_number_print(m.a, n[0]), svg_number_print(m.b, n[1]),
        svg_number_print(m.c, n[2]), svg_number_print(m.d, n[3]), svg_number_print(m.e, n[4]),
        svg_number_print(m.f, n[5]));
    const char *old = svg_node_attr(node, "style");
    g_autofree char *declarations = svg_declarations_set(old ? old : "", "transform", text);
    svg_splice_attr(edit->doc, node, "style", declarations);
}

static gboolean fail_matrix(SvgEdit *edit, SvgNode *node, GError **error)
{
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_INVALID,
        "\"%s\" can't be moved: the transform of a group it is in flattens it to nothing or isn't finite",
        svg_node_id(edit->doc, node));
    return FALSE;
}

/* What an element's own space is to its surroundings. */
typedef struct {
    SvgMatrix parent, inverse;
    SvgStyle style;
    SvgLengthContext lengths;
} Place;

static gboolean find_place(SvgEdit *edit, SvgNode *node, Place *out, GError **error)
{
    SvgContext context;
    if (!svg_context_of_children(edit->doc, node->parent, &context) ||
        !svg_matrix_invert(context.matrix, &out->inverse)) {
        return fail_matrix(edit, node, error);
    }
    out->parent = context.matrix;
    out->lengths = context.viewport;
    svg_style_compute(edit->doc, node, &context.style, &out->style);
    out->lengths.font_size = out->style.font_size;
    return TRUE;
}

gboolean svg_node_apply(SvgEdit *edit, SvgNode *node, SvgMatrix m, GError **error)
{
    Place place;
    if (!find_place(edit, node, &place, error)) {
        return FALSE;
    }
    SvgMatrix in_parent = svg_matrix_multiply(place.inverse, svg_matrix_multiply(m, place.parent));
    SvgMatrix result = svg_matrix_multiply(in_parent, own_matrix(node, &place.style));
    if (!svg_matrix_is_finite(result)) {
        return fail_matrix(edit, node, error);
    }
    write_matrix(edit, node, &place.style, result);
    return TRUE;
}

gboolean svg_node_move_by(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error)
{
    if (dx == 0 && dy == 0) {
        return TRUE;
    }
    Place place;
    if (!find_place(edit, node, &place, error)) {
        return FALSE;
    }
    SvgUserPoint by = svg_matrix_delta_to_user(place.inverse, dx, dy);
    if (move_attributes(edit, node, &place.style, &place.lengths, by)) {
        return TRUE;
    }
    SvgMatrix moved =
        svg_matrix_multiply(svg_matrix_translation(by.x, by.y), own_matrix(node, &place.style));
    if (!svg_matrix_is_finite(moved)) {
        return fail_matrix(edit, node, error);
    }
    write_matrix(edit, node, &place.style, moved);
    return TRUE;
}

/* --- fitting into a box ----------------------------------------------------------------------- */

static void scale_lengths(SvgEdit *edit, SvgNode *node, const char *const *names, double by,
                          SvgAxis axis, const SvgLengthContext *lengths)
{
    for (guint i = 0; i < MAX_ATTRS && names[i] && by != 1; i++) {
        const char *text = svg_node_attr(node, names[i]);
        double value;
        if (text && svg_length_parse(text, lengths, axis, &value)) {
            svg_splice_number(edit->doc, node, names[i], value * by);
        }
    }
}

/* Sizes first, then the corner is brought to its place. */
static gboolean fit_attributes(SvgEdit *edit, SvgNode *node, const Place *place, SvgBox from,
                               SvgBox to)
{
    const Geometry *geometry = geometry_of(node);
    double sx = from.w > 0 ? to.w / from.w : 1, sy = from.h > 0 ? to.h / from.h : 1;
    gboolean upright = place->parent.b == 0 && place->parent.c == 0;
    gboolean round = svg_node_tag(node) == SVG_TAG_CIRCLE;
    if (!geometry || !geometry->w[0] || !upright || !is_plain(edit->doc, node, &place->style) ||
        (round && sx != sy)) {
        return FALSE;
    }
    scale_lengths(edit, node, geometry->w, sx, round ? SVG_AXIS_OTHER : SVG_AXIS_X,
                  &place->lengths);
    scale_lengths(edit, node, geometry->h, sy, SVG_AXIS_Y, &place->lengths);
    return TRUE;
}

gboolean svg_node_fit(SvgEdit *edit, SvgNode *node, SvgBox to, GError **error)
{
    SvgBox from = svg_node_box(edit->doc, node);
    Place place;
    if (!find_place(edit, node, &place, error)) {
        return FALSE;
    }
    if (fit_attributes(edit, node, &place, from, to)) {
        SvgBox now = svg_node_box(edit->doc, node);
        return svg_node_move_by(edit, node, to.x - now.x, to.y - now.y, error);
    }
    SvgMatrix m =
        svg_matrix_multiply(svg_matrix_translation(to.x, to.y),
                            svg_matrix_multiply(svg_matrix_scaling(from.w > 0 ? to.w / from.w : 1,
                                                                   from.h > 0 ? to.h / from.h : 1),
                                                svg_matrix_translation(-from.x, -from.y)));
    return svg_node_apply(edit, node, m, error);
}
