/* What the attributes of an element can say: which of them hold places and sizes, and when. Which
 * element is written which way is Inkscape's own choice, so that a drawing edited by both stays
 * tidy. */
#include "edit/attributes.h"

#include "edit/build.h"
#include "edit/paint.h"

#include <math.h>
#include <string.h>

#define MAX_ATTRS 3
#define NOISE     1e-12 /* what rounding leaves of a sum */

/* Attributes that hold positions, and sizes that scale with them. */
typedef struct {
    SvgTag tag;
    const char *x[MAX_ATTRS], *y[MAX_ATTRS];
    const char *w[MAX_ATTRS], *h[MAX_ATTRS];
    gboolean (*scales)(const SvgNode *node, SvgScaling by); /* NULL: always */
} Geometry;

static gboolean is_move(SvgScaling by)
{
    return by.sx == 1 && by.sy == 1;
}

static gboolean never(const SvgNode *node, SvgScaling by)
{
    (void)node;
    (void)by;
    return FALSE;
}

static gboolean when_even(const SvgNode *node, SvgScaling by)
{
    (void)node;
    return by.sx == by.sy;
}

/* A picture keeps its shape inside its box, unless told not to; without a size it has its own. */
static gboolean as_picture(const SvgNode *node, SvgScaling by)
{
    const char *aspect = svg_node_attr(node, "preserveAspectRatio");
    return svg_node_attr(node, "width") && svg_node_attr(node, "height") &&
           (by.sx == by.sy || (aspect && strstr(aspect, "none")));
}

static const Geometry geometries[] = {
    {SVG_TAG_RECT, {"x"}, {"y"}, {"width", "rx"}, {"height", "ry"}, NULL},
    {SVG_TAG_IMAGE, {"x"}, {"y"}, {"width"}, {"height"}, as_picture},
    {SVG_TAG_FOREIGN_OBJECT, {"x"}, {"y"}, {"width"}, {"height"}, NULL},
    {SVG_TAG_SVG, {"x"}, {"y"}, {NULL}, {NULL}, never},
    {SVG_TAG_CIRCLE, {"cx"}, {"cy"}, {"r"}, {NULL}, when_even},
    {SVG_TAG_ELLIPSE, {"cx"}, {"cy"}, {"rx"}, {"ry"}, NULL},
    {SVG_TAG_LINE, {"x1", "x2"}, {"y1", "y2"}, {NULL}, {NULL}, NULL},
};

static const Geometry arc = {SVG_TAG_PATH,    {"sodipodi:cx"}, {"sodipodi:cy"},
                             {"sodipodi:rx"}, {"sodipodi:ry"}, NULL};

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
    SvgNode *server = svg_document_owner(doc, paint->server);
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

static gboolean is_painted_in_user_space(SvgDocument *doc, const SvgStyle *style)
{
    return is_in_user_space(doc, &style->fill) || is_in_user_space(doc, &style->stroke);
}

/* A word of a text may have a paint of its own. */
static gboolean has_part_in_user_space(SvgDocument *doc, SvgNode *text)
{
    for (SvgNode *node = text; node; node = svg_node_walk(text, node, FALSE)) {
        SvgStyle style;
        if (node != text && node->name) {
            svg_style_of(doc, node, &style);
            if (is_painted_in_user_space(doc, &style)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* In SVG 2 geometry may be declared in CSS, which wins over the attributes. */
static gboolean is_declared_in_css(const SvgNode *node)
{
    static const char *const names[] = {"x",  "y", "width", "height", "cx",
                                        "cy", "r", "rx",    "ry",     "d"};
    const char *style = svg_node_attr(node, "style");
    for (gsize i = 0; style && i < G_N_ELEMENTS(names); i++) {
        g_autofree char *value = svg_declarations_get(style, names[i]);
        if (value) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Parts of the filter have places in the element's user space, and the pattern of turbulence. */
static gboolean is_filter_placed(SvgDocument *doc, const char *id)
{
    static const char *const places[] = {"x", "y", "width", "height"};
    SvgNode *filter = id ? svg_document_find(doc, id) : NULL;
    if (!filter) {
        return FALSE;
    }
    if (g_strcmp0(svg_node_attr(filter, "filterUnits"), "userSpaceOnUse") == 0 ||
        svg_node_href(filter)) {
        return TRUE;
    }
    for (SvgNode *at = svg_node_walk(filter, filter, FALSE); at;
         at = svg_node_walk(filter, at, FALSE)) {
        gboolean placed = at->name && g_str_equal(at->name->str, "feTurbulence");
        for (guint i = 0; at->name && i < G_N_ELEMENTS(places); i++) {
            placed |= svg_node_attr(at, places[i]) != NULL;
        }
        if (placed) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Nothing else that lives in the element's user space would stay behind. */
static gboolean is_plain(SvgDocument *doc, SvgNode *node, const SvgStyle *style)
{
    return !svg_node_attr(node, "transform") && !style->transform && !style->clip_path &&
           !style->mask && !is_filter_placed(doc, style->filter) &&
           !svg_node_attr(node, "inkscape:path-effect") && !is_painted_in_user_space(doc, style) &&
           !is_declared_in_css(node) &&
           (svg_node_tag(node) != SVG_TAG_TEXT || !has_part_in_user_space(doc, node));
}

/* --- lengths ---------------------------------------------------------------------------------- */

/* `scale` × value + `delta`; what isn't there is 0 when it is a position (`missing`). */
static void map_lengths(SvgEdit *edit, SvgNode *node, const char *const *names, double scale,
                        double delta, gboolean missing, SvgAxis axis,
                        const SvgLengthContext *lengths)
{
    for (guint i = 0; i < MAX_ATTRS && names[i]; i++) {
        const char *text = svg_node_attr(node, names[i]);
        double value = 0;
        gboolean known = text && svg_length_parse(text, lengths, axis, &value);
        double result = value * scale + delta;
        double noise = NOISE * (fabs(value) + fabs(delta));
        if ((known || missing) && fabs(result - value) > noise) {
            svg_splice_number(edit->doc, node, names[i], result);
        }
    }
}

static void map_geometry(SvgEdit *edit, SvgNode *node, const Geometry *geometry,
                         const SvgLengthContext *lengths, SvgScaling by)
{
    gboolean round = geometry->w[0] && !geometry->h[0];
    map_lengths(edit, node, geometry->x, by.sx, by.dx, TRUE, SVG_AXIS_X, lengths);
    map_lengths(edit, node, geometry->y, by.sy, by.dy, TRUE, SVG_AXIS_Y, lengths);
    map_lengths(edit, node, geometry->w, by.sx, 0, FALSE, round ? SVG_AXIS_OTHER : SVG_AXIS_X,
                lengths);
    map_lengths(edit, node, geometry->h, by.sy, 0, FALSE, SVG_AXIS_Y, lengths);
}

/* One radius stands for both until they differ. */
static void split_radius(SvgEdit *edit, SvgNode *node, const SvgLengthContext *lengths)
{
    static const char *const names[] = {"rx", "ry"};
    for (guint i = 0; i < 2; i++) {
        const char *text = svg_node_attr(node, names[i]),
                   *other = svg_node_attr(node, names[1 - i]);
        double value;
        if (text && svg_length_parse(text, lengths, i == 0 ? SVG_AXIS_X : SVG_AXIS_Y, &value) &&
            (!other || g_str_equal(other, "auto"))) {
            svg_splice_number(edit->doc, node, names[1 - i], value);
        }
    }
}

/* --- text ------------------------------------------------------------------------------------- */

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
 * move. What flows in a frame has no place of its own. */
gboolean svg_text_shift(SvgEdit *edit, SvgNode *text, SvgUserPoint by)
{
    SvgStyle style;
    svg_style_of(edit->doc, text, &style);
    if (!can_shift_lists(text)) {
        return FALSE;
    }
    for (SvgNode *node = text; node; node = svg_node_walk(text, node, FALSE)) {
        if (node->name) {
            gboolean first = node == text && !style.shape_inside;
            shift_list(edit, node, "x", by.x, first);
            shift_list(edit, node, "y", by.y, first);
        }
    }
    return TRUE;
}

static gboolean is_line(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_TSPAN &&
           g_strcmp0(svg_node_attr(node, "sodipodi:role"), "line") == 0;
}

/* Some of the lines have no place, and all are of one size, so that they can be counted off. */
static gboolean are_unplaced(SvgEdit *edit, SvgNode *text, const SvgStyle *style)
{
    SvgNode *first = svg_node_first_element(text), *missing = NULL;
    for (SvgNode *node = first; node; node = svg_node_next_element(node)) {
        if (!is_line(node) || node->foreign) {
            return FALSE;
        }
        missing = svg_node_attr(node, "x") && svg_node_attr(node, "y") ? missing : node;
    }
    for (SvgNode *node = missing ? first : NULL; node; node = svg_node_next_element(node)) {
        SvgStyle line;
        svg_style_of(edit->doc, node, &line);
        if (line.font_size != style->font_size || line.line_height != style->line_height) {
            return FALSE;
        }
    }
    return missing != NULL;
}

void svg_text_place_lines(SvgEdit *edit, SvgNode *text, const SvgStyle *style)
{
    const char *x = svg_node_attr(text, "x"), *y = svg_node_attr(text, "y");
    double at[2] = {0, 0};
    gboolean known = (!x || svg_number_parse(x, &at[0])) && (!y || svg_number_parse(y, &at[1]));
    if (!known || style->vertical || style->inline_size || style->shape_inside ||
        !are_unplaced(edit, text, style)) {
        return;
    }
    double step = style->line_height > 0 ? style->line_height : SVG_LINE_HEIGHT * style->font_size;
    for (SvgNode *node = svg_node_first_element(text); node; node = svg_node_next_element(node)) {
        if (!svg_node_attr(node, "x")) {
            svg_splice_number(edit->doc, node, "x", at[0]);
        }
        if (!svg_node_attr(node, "y")) {
            svg_splice_number(edit->doc, node, "y", at[1]);
        }
        at[1] += step;
    }
}

static gboolean map_text(SvgEdit *edit, SvgNode *text, const SvgStyle *style, SvgScaling by)
{
    return is_move(by) && !style->inline_size && !style->shape_inside &&
           svg_text_shift(edit, text, (SvgUserPoint){by.dx, by.dy});
}

/* --- paths ------------------------------------------------------------------------------------ */

/* Inkscape redraws an arc from its parameters, everything else from d: both change. */
static gboolean map_path(SvgEdit *edit, SvgNode *node, const SvgLengthContext *lengths,
                         SvgScaling by)
{
    const char *type = svg_node_attr(node, "sodipodi:type"), *d = svg_node_attr(node, "d");
    if (!d || (type && !g_str_equal(type, "arc"))) {
        return FALSE;
    }
    g_autofree char *mapped = svg_path_scale(d, by);
    if (!mapped) {
        return FALSE;
    }
    svg_splice_attr(edit->doc, node, "d", mapped);
    if (type) {
        map_geometry(edit, node, &arc, lengths, by);
    }
    return TRUE;
}

/* A polygon that is stretched by its transform has a stroke of two widths; one that is moved keeps
 * its points, as Inkscape has it. */
static gboolean map_points(SvgEdit *edit, SvgNode *node, SvgScaling by)
{
    const char *text = svg_node_attr(node, "points");
    if (!text || is_move(by)) {
        return FALSE;
    }
    g_autoptr(GArray) segments = svg_points_parse(text, FALSE);
    g_autoptr(GArray) deltas = g_array_new(FALSE, FALSE, sizeof(SvgUserPoint));
    for (guint i = 0; i < segments->len; i++) {
        SvgUserPoint at = svg_segment_end(&g_array_index(segments, SvgSegment, i));
        SvgUserPoint delta = {(by.sx - 1) * at.x + by.dx, (by.sy - 1) * at.y + by.dy};
        g_array_append_val(deltas, delta);
    }
    g_autofree char *mapped =
        svg_points_shift(text, (const SvgUserPoint *)(gconstpointer)deltas->data, deltas->len);
    if (mapped) {
        svg_splice_attr(edit->doc, node, "points", mapped);
    }
    return mapped != NULL;
}

/* --- strokes ---------------------------------------------------------------------------------- */

/* A list of lengths, each scaled. NULL when one is anything else. The caller's. */
static char *scaled_list(const char *text, const SvgLengthContext *lengths, double by)
{
    g_auto(GStrv) parts = g_strsplit_set(text, ", \t\r\n", -1);
    GString *out = g_string_new(NULL);
    for (char **part = parts; *part; part++) {
        char number[SVG_NUMBER_SIZE];
        double value;
        if (**part && !svg_length_parse(*part, lengths, SVG_AXIS_OTHER, &value)) {
            g_string_free(out, TRUE);
            return NULL;
        }
        if (**part) {
            g_string_append_printf(out, "%s%s", out->len ? "," : "",
                                   svg_number_print(value * by, number));
        }
    }
    return g_string_free(out, FALSE);
}

static void scale_pen(SvgEdit *edit, SvgNode *node, const SvgPlace *place, double by)
{
    const SvgStyle *style = &place->style;
    if (by == 1 || style->stroke.kind == SVG_PAINT_NONE || style->non_scaling_stroke) {
        return;
    }
    char width[SVG_NUMBER_SIZE];
    svg_set_property(edit->doc, node, SVG_PROPERTY_STROKE_WIDTH,
                     svg_number_print(style->stroke_width * by, width));
    g_autofree char *dashes =
        style->dashes ? scaled_list(style->dashes, &place->lengths, by) : NULL;
    g_autofree char *offset =
        style->dash_offset ? scaled_list(style->dash_offset, &place->lengths, by) : NULL;
    if (dashes) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_STROKE_DASHARRAY, dashes);
    }
    if (dashes && offset) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_STROKE_DASHOFFSET, offset);
    }
}

/* --- all together ----------------------------------------------------------------------------- */

static gboolean map_attributes(SvgEdit *edit, SvgNode *node, const SvgPlace *place, SvgScaling by)
{
    if (svg_node_tag(node) == SVG_TAG_TEXT) {
        return map_text(edit, node, &place->style, by);
    }
    if (svg_node_tag(node) == SVG_TAG_PATH) {
        return map_path(edit, node, &place->lengths, by);
    }
    if (svg_node_tag(node) == SVG_TAG_POLYGON || svg_node_tag(node) == SVG_TAG_POLYLINE) {
        return map_points(edit, node, by);
    }
    const Geometry *geometry = geometry_of(node);
    if (!geometry || (!is_move(by) && geometry->scales && !geometry->scales(node, by))) {
        return FALSE;
    }
    if (geometry->tag == SVG_TAG_RECT && by.sx != by.sy) {
        split_radius(edit, node, &place->lengths);
    }
    map_geometry(edit, node, geometry, &place->lengths, by);
    return TRUE;
}

gboolean svg_attributes_scale(SvgEdit *edit, SvgNode *node, const SvgPlace *place, SvgScaling by,
                              gboolean pen)
{
    if (pen && place->style.filter && !is_move(by)) {
        return FALSE; /* its blur and its offsets grow, too */
    }
    if (by.sx <= 0 || by.sy <= 0 || !is_plain(edit->doc, node, &place->style) ||
        !map_attributes(edit, node, place, by)) {
        return FALSE;
    }
    if (pen) {
        scale_pen(edit, node, place, sqrt(by.sx * by.sy));
    }
    return TRUE;
}
