/* Moves, turns and scales one element: by its geometry attributes where they say it exactly, by a
 * composed transform everywhere else. */
#include "edit/attributes.h"
#include "edit/build.h"
#include "edit/paint.h"
#include "shape/scene.h"

#include <math.h>

/* A factor this near to 1, or to the other one, is meant to be that. */
#define NOISE 1e-12
/* px: a turn that takes no point of an element further than this is none that can be seen. */
#define UNSEEN 1e-3
#define LEAST  1e-6 /* px: what of a shift is left then that is more than rounding */

/* --- the transform ---------------------------------------------------------------------------- */

static gboolean fail_matrix(SvgEdit *edit, SvgNode *node, GError **error)
{
    g_set_error(
        error, SVG_ERROR, SVG_ERROR_INVALID,
        "\"%s\" can't be moved: the transform of a group it is in flattens it to nothing or isn't finite",
        svg_node_id(edit->doc, node));
    return FALSE;
}

gboolean svg_place_find(SvgEdit *edit, SvgNode *node, SvgPlace *out, GError **error)
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

static gboolean has_origin(const SvgStyle *style)
{
    return style->transform_origin || style->transform_box != SVG_TRANSFORM_VIEW_BOX;
}

SvgMatrix svg_place_own(SvgEdit *edit, const SvgNode *node, const SvgPlace *place)
{
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    const char *text = svg_node_attr(node, "transform");
    if (place->style.transform || (text && has_origin(&place->style))) {
        return svg_matrix_multiply(place->inverse, svg_node_matrix(edit->doc, node));
    }
    if (text) {
        svg_transform_parse(text, &m);
    }
    return m;
}

/* Not every renderer knows an origin. */
static void drop_origin(SvgEdit *edit, SvgNode *node, const SvgStyle *style)
{
    if (style->transform_origin) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_TRANSFORM_ORIGIN, "0 0");
    }
    if (style->transform_box != SVG_TRANSFORM_VIEW_BOX) {
        svg_set_property(edit->doc, node, SVG_PROPERTY_TRANSFORM_BOX, "view-box");
    }
}

/* The property wins over the attribute, and an important one of a sheet over the element's own. */
static void write_property(SvgEdit *edit, SvgNode *node, SvgMatrix m)
{
    char n[6][SVG_NUMBER_SIZE];
    g_autofree char *text = g_strdup_printf(
        "matrix(%s,%s,%s,%s,%s,%s)", svg_number_print(m.a, n[0]), svg_number_print(m.b, n[1]),
        svg_number_print(m.c, n[2]), svg_number_print(m.d, n[3]), svg_number_print(m.e, n[4]),
        svg_number_print(m.f, n[5]));
    g_autofree char *important = g_strconcat(text, " !important", NULL);
    const char *values[] = {text, important};
    for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
        const char *old = svg_node_attr(node, "style");
        g_autofree char *style = svg_declarations_set(old ? old : "", "transform", values[i]);
        svg_splice_attr(edit->doc, node, "style", style);
        const char *rules = svg_style_declared(edit->doc, node, SVG_PROPERTY_TRANSFORM);
        if (g_strcmp0(rules, text) == 0) {
            return;
        }
    }
}

gboolean svg_place_write(SvgEdit *edit, SvgNode *node, const SvgPlace *place, SvgMatrix m,
                         GError **error)
{
    if (!svg_matrix_is_finite(m)) {
        return fail_matrix(edit, node, error);
    }
    g_autofree char *text = svg_transform_print(m);
    svg_splice_attr(edit->doc, node, "transform", *text ? text : NULL);
    if (place->style.transform) {
        write_property(edit, node, m);
    }
    if (has_origin(&place->style)) {
        drop_origin(edit, node, &place->style);
    }
    return TRUE;
}

static SvgMatrix in_parent(const SvgPlace *place, SvgMatrix m)
{
    return svg_matrix_multiply(place->inverse, svg_matrix_multiply(m, place->parent));
}

/* --- nested <svg> ----------------------------------------------------------------------------- */

static gboolean is_plain_group(const SvgNode *node)
{
    const SvgNode *only = svg_node_first_element(node);
    return svg_node_tag(node) == SVG_TAG_G && only && !svg_node_next_element(only) &&
           node->n_attrs == 1 && svg_node_attr(node, "transform");
}

/* The transform of a nested <svg> came with SVG 2, and Inkscape passes over it: that of a group
 * around it is seen by all. */
static SvgNode *group_around(SvgEdit *edit, SvgNode *node, GError **error)
{
    SvgNode *parent = node->parent;
    if (is_plain_group(parent)) {
        return parent;
    }
    if (!svg_locks_allow_children(edit->doc, parent, error)) {
        return NULL;
    }
    SvgNode *group = svg_splice_new(edit->doc, "g");
    svg_splice_insert(edit->doc, parent, group, node);
    svg_splice_move(edit->doc, node, group, NULL);
    return group;
}

/* --- the rotation centre of Inkscape ---------------------------------------------------------- */

/* It is an offset from the middle of the box, y upwards. */
static void turn_center(SvgEdit *edit, SvgNode *node, SvgMatrix m)
{
    static const char *const names[] = {"inkscape:transform-center-x",
                                        "inkscape:transform-center-y"};
    double at[2] = {0, 0};
    gboolean any = FALSE;
    for (guint i = 0; i < 2; i++) {
        const char *text = svg_node_attr(node, names[i]);
        any = (text && svg_number_parse(text, &at[i])) || any;
    }
    if (any && !svg_matrix_is_translation(m)) {
        svg_splice_number(edit->doc, node, names[0], m.a * at[0] - m.c * at[1]);
        svg_splice_number(edit->doc, node, names[1], m.d * at[1] - m.b * at[0]);
    }
}

/* --- one element ------------------------------------------------------------------------------ */

static gboolean has_whole_factors(SvgMatrix m)
{
    return m.a == round(m.a) && m.b == round(m.b) && m.c == round(m.c) && m.d == round(m.d);
}

/* What can't be seen of a turn or a scaling is left out, so that it isn't written about a point far
 * away: the matrix that takes `at`, the middle of the element, to the same point, with factors that
 * are -1, 0 or 1 where these take nothing of the element's `size` further than UNSEEN. */
static SvgMatrix as_seen(SvgEdit *edit, SvgMatrix m, SvgUserPoint at, double size)
{
    SvgMatrix plain = {round(m.a), round(m.b), round(m.c), round(m.d), 0, 0};
    double off =
        fabs(m.a - plain.a) + fabs(m.b - plain.b) + fabs(m.c - plain.c) + fabs(m.d - plain.d);
    if (!(size > 0) || !(off * size / 2 <= UNSEEN * svg_px(edit->doc)) ||
        fabs(plain.a * plain.d - plain.b * plain.c) != 1) {
        return m;
    }
    SvgPoint to = svg_matrix_to_document(m, at), was = svg_matrix_to_document(plain, at);
    double least = LEAST * svg_px(edit->doc), dx = to.x - was.x, dy = to.y - was.y;
    plain.e = fabs(dx) > least ? dx : 0;
    plain.f = fabs(dy) > least ? dy : 0;
    return plain;
}

static gboolean compose(SvgEdit *edit, SvgNode *node, const SvgPlace *place, SvgMatrix m,
                        GError **error)
{
    if (svg_node_tag(node) == SVG_TAG_TEXT) {
        svg_text_place_lines(edit, node, &place->style);
    }
    SvgMatrix own = svg_place_own(edit, node, place), inverse;
    SvgMatrix all = svg_matrix_multiply(in_parent(place, m), own);
    if (!has_whole_factors(all) &&
        svg_matrix_invert(svg_matrix_multiply(place->parent, own), &inverse)) {
        SvgBox box = svg_node_box(edit->doc, node);
        SvgUserPoint middle = svg_matrix_to_user(inverse, svg_box_center(box));
        all = as_seen(edit, all, middle, MAX(box.w, box.h));
    }
    return svg_place_write(edit, node, place, all, error);
}

/* Before anything is written: what follows a shape needn't follow it there. */
static gboolean check_reach(SvgEdit *edit, SvgNode *node, SvgMatrix m, GError **error)
{
    SvgBox now = svg_node_box(edit->doc, node);
    SvgBox then = svg_matrix_box_to_document(m, (SvgUserBox){now.x, now.y, now.w, now.h});
    return svg_box_is_empty(now) || svg_reach_check(edit->doc, node, now, then, error);
}

static gboolean shift(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error);

/* What check_reach() allows. */
static gboolean transform(SvgEdit *edit, SvgNode *node, SvgMatrix exact, GError **error)
{
    SvgPlace place;
    SvgMatrix m = exact;
    if (!has_whole_factors(exact)) {
        SvgBox box = svg_node_box(edit->doc, node);
        SvgPoint at = svg_box_center(box);
        m = as_seen(edit, exact, (SvgUserPoint){at.x, at.y}, MAX(box.w, box.h));
    }
    if (svg_matrix_is_translation(m) && !svg_matrix_is_translation(exact)) {
        return shift(edit, node, m.e, m.f, error);
    }
    if (svg_node_tag(node) == SVG_TAG_SVG) {
        node = group_around(edit, node, error);
    }
    if (!node || !svg_place_find(edit, node, &place, error) ||
        !compose(edit, node, &place, m, error)) {
        return FALSE;
    }
    turn_center(edit, node, m);
    return TRUE;
}

/* By attributes where they say it. */
static gboolean shift(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error)
{
    SvgPlace place;
    if (!svg_place_find(edit, node, &place, error)) {
        return FALSE;
    }
    SvgUserPoint by = svg_matrix_delta_to_user(place.inverse, dx, dy);
    if (svg_node_tag(node) == SVG_TAG_TEXT) {
        svg_text_place_lines(edit, node, &place.style);
    }
    return svg_attributes_scale(edit, node, &place, (SvgScaling){1, 1, by.x, by.y}, FALSE) ||
           transform(edit, node, svg_matrix_translation(dx, dy), error);
}

/* One choice of a <switch> is what we see; other programs and languages show another, which stands
 * for the same: it goes along. */
static gboolean choices_follow(SvgEdit *edit, SvgNode *node, SvgMatrix m, GError **error)
{
    SvgNode *choice = svg_node_tag(node->parent) == SVG_TAG_SWITCH ? node->parent : NULL;
    for (SvgNode *at = choice ? svg_node_first_element(choice) : NULL; at;
         at = svg_node_next_element(at)) {
        if (at == node || !svg_node_is(at, SVG_TAG_IS_RENDERED) ||
            !svg_locks_allow_change(edit->doc, at, NULL)) {
            continue;
        }
        if (svg_matrix_is_translation(m) ? !shift(edit, at, m.e, m.f, error)
                                         : !transform(edit, at, m, error)) {
            return FALSE;
        }
        svg_edit_touched(edit, at);
    }
    return TRUE;
}

gboolean svg_node_apply(SvgEdit *edit, SvgNode *node, SvgMatrix m, GError **error)
{
    return check_reach(edit, node, m, error) && transform(edit, node, m, error) &&
           choices_follow(edit, node, m, error);
}

gboolean svg_node_move_by(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error)
{
    SvgMatrix m = svg_matrix_translation(dx, dy);
    if (dx == 0 && dy == 0) {
        return TRUE;
    }
    return check_reach(edit, node, m, error) && shift(edit, node, dx, dy, error) &&
           choices_follow(edit, node, m, error) && svg_clones_follow(edit, node, m, NULL, error);
}

static double snapped(double value, double to)
{
    return fabs(value - to) <= NOISE * fabs(to) ? to : value;
}

/* Whether `m` only scales and moves, what rounding left of a rotation aside. */
static gboolean is_scaling(SvgMatrix m, SvgScaling *out)
{
    double noise = NOISE * MAX(fabs(m.a), fabs(m.d));
    if (!svg_matrix_is_finite(m) || fabs(m.b) > noise || fabs(m.c) > noise) {
        return FALSE;
    }
    double sx = snapped(m.a, 1);
    *out = (SvgScaling){sx, snapped(snapped(m.d, 1), sx), m.e, m.f};
    return TRUE;
}

gboolean svg_node_scale(SvgEdit *edit, SvgNode *node, SvgMatrix m, gboolean pen, GError **error)
{
    SvgPlace place;
    SvgScaling by;
    if (!check_reach(edit, node, m, error) || !svg_place_find(edit, node, &place, error)) {
        return FALSE;
    }
    if (!is_scaling(in_parent(&place, m), &by) ||
        !svg_attributes_scale(edit, node, &place, by, pen)) {
        return transform(edit, node, m, error) && choices_follow(edit, node, m, error);
    }
    turn_center(edit, node, m);
    return choices_follow(edit, node, m, error);
}

gboolean svg_node_fit(SvgEdit *edit, SvgNode *node, SvgBox to, GError **error)
{
    SvgBox from = svg_node_box(edit->doc, node);
    SvgMatrix m =
        svg_matrix_multiply(svg_matrix_translation(to.x, to.y),
                            svg_matrix_multiply(svg_matrix_scaling(from.w > 0 ? to.w / from.w : 1,
                                                                   from.h > 0 ? to.h / from.h : 1),
                                                svg_matrix_translation(-from.x, -from.y)));
    SvgCorner corner = svg_corner_of(edit, node);
    if (!svg_outline_refit(edit, node, to) && !svg_node_scale(edit, node, m, FALSE, error)) {
        return FALSE;
    }
    svg_corner_keep(edit, node, corner);
    return svg_clones_follow(edit, node, m, NULL, error);
}
