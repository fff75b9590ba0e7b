/* Patches: what isn't given stays as it is, to the byte. */
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/caption.h"
#include "edit/connect.h"
#include "edit/effects.h"
#include "edit/end_box.h"
#include "edit/ends.h"
#include "edit/follow.h"
#include "edit/joint.h"
#include "edit/paint.h"
#include "edit/reend.h"
#include "edit/replace.h"
#include "edit/style_defaults.h"
#include "edit/text_fit.h"
#include "geometry/text.h"
#include "shape/scene.h"

#include <math.h>

#define ENDS (SVG_SPEC_ENDS | SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2)
#define LINE_PARTS                                                                              \
    (SVG_SPEC_SQUARE | SVG_SPEC_STRAIGHT | ENDS | SVG_SPEC_BEND | SVG_SPEC_FROM | SVG_SPEC_TO | \
     SVG_SPEC_SIDES)

#define MANNER (SVG_SPEC_SQUARE | SVG_SPEC_STRAIGHT | SVG_SPEC_SIDES)

static gboolean fail(SvgEdit *edit, SvgNode *node, const char *why, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" %s", svg_node_id(edit->doc, node),
                why);
    return FALSE;
}

/* --- position and size ------------------------------------------------------------------------ */

static gboolean is_text(const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_TEXT;
}

/* As it is listed: of a figure of several elements, that of all of them. */
static SvgBox whole_box(SvgEdit *edit, SvgNode *node)
{
    SvgScene *scene = svg_is_figure(edit->doc, node) ? svg_scene_of(edit->doc) : NULL;
    guint index = scene ? svg_scene_find(scene, node) : SVG_NO_ENTRY;
    return index != SVG_NO_ENTRY ? svg_scene_entry(scene, index)->box
                                 : svg_node_box(edit->doc, node);
}

/* A text's x, y is its anchor point: the corner, middle or end of its box that spec->anchor names.
 */
static gboolean place(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    SvgBox box = whole_box(edit, node);
    guint anchor =
        is_text(node) && spec->given & SVG_SPEC_ANCHOR ? spec->anchor : SVG_ANCHOR_TOP_LEFT;
    SvgPoint at = svg_anchor_point(box, anchor);
    double dx = spec->given & SVG_SPEC_X ? spec->x - at.x : 0,
           dy = spec->given & SVG_SPEC_Y ? spec->y - at.y : 0;
    return svg_shape_move_by(edit, node, dx, dy, error);
}

static gboolean fit(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    SvgBox box = svg_node_box(edit->doc, node), whole = whole_box(edit, node), to = box;
    to.w = spec->given & SVG_SPEC_W && whole.w > 0 ? spec->w * (box.w / whole.w) : box.w;
    to.h = spec->given & SVG_SPEC_H && whole.h > 0 ? spec->h * (box.h / whole.h) : box.h;
    if (to.w == box.w && to.h == box.h) {
        return TRUE;
    }
    if (is_text(node)) {
        return fail(edit, node,
                    "is a text: its size follows from its words; give fontSize instead of w and h",
                    error);
    }
    if ((box.w == 0 && to.w != 0) || (box.h == 0 && to.h != 0)) {
        return fail(edit, node, "has no extent in that direction, so it can't be scaled to one",
                    error);
    }
    svg_beside_note(edit, node);
    if (!svg_node_fit(edit, node, to, error) || !svg_carry_labels(edit, node, box, error)) {
        return FALSE;
    }
    svg_expect_box(edit, node, to, spec->given & (SVG_SPEC_W | SVG_SPEC_H));
    svg_edit_changed(edit, node);
    return svg_connectors_follow(edit, node, error);
}

static gboolean update_box(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    if (!(spec->given & (SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H))) {
        return TRUE;
    }
    if (svg_box_is_empty(svg_node_box(edit->doc, node))) {
        return fail(edit, node, "draws nothing, so it has no place or size to change", error);
    }
    return svg_connector_check_free(edit, node, error) && fit(edit, node, spec, error) &&
           place(edit, node, spec, error);
}

/* New words are fitted into the size that is asked for with them. */
static gboolean make_room(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    gboolean sized = spec->text && !is_text(node) && spec->given & (SVG_SPEC_W | SVG_SPEC_H) &&
                     !svg_box_is_empty(svg_node_box(edit->doc, node));
    edit->rewording = node;
    gboolean good =
        !sized || (svg_connector_check_free(edit, node, error) && fit(edit, node, spec, error));
    edit->rewording = NULL;
    return good;
}

/* --- ends ------------------------------------------------------------------------------------- */

static void patch_points(const SvgSpec *spec, SvgPoint points[2])
{
    const struct {
        guint given;
        double value, *to;
    } rows[] = {
        {SVG_SPEC_ENDS | SVG_SPEC_X1, spec->x1, &points[0].x},
        {SVG_SPEC_ENDS | SVG_SPEC_Y1, spec->y1, &points[0].y},
        {SVG_SPEC_ENDS | SVG_SPEC_X2, spec->x2, &points[1].x},
        {SVG_SPEC_ENDS | SVG_SPEC_Y2, spec->y2, &points[1].y},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (spec->given & rows[i].given) {
            *rows[i].to = rows[i].value;
        }
    }
}

static gboolean bind(SvgEdit *edit, SvgNode *node, guint which, const char *id, GError **error)
{
    SvgNode *shape = id ? svg_edit_find(edit, id, error) : NULL;
    if (id && (!shape ||
               (!svg_node_attr(shape, "id") && !svg_locks_allow_change(edit->doc, shape, error)))) {
        return FALSE;
    }
    if (shape && svg_connector_end(edit->doc, node, 1 - which) == shape) {
        return fail(edit, node, "would go from a shape to itself", error);
    }
    svg_connector_bind(edit, node, which, shape);
    return TRUE;
}

static void write_line_element(SvgEdit *edit, SvgNode *node, const SvgPoint points[2],
                               SvgMatrix inverse)
{
    SvgUserPoint from = svg_matrix_to_user(inverse, points[0]),
                 to = svg_matrix_to_user(inverse, points[1]);
    svg_splice_number(edit->doc, node, "x1", from.x);
    svg_splice_number(edit->doc, node, "y1", from.y);
    svg_splice_number(edit->doc, node, "x2", to.x);
    svg_splice_number(edit->doc, node, "y2", to.y);
}

/* Numbers don't move an end that is bound to a shape. */
static void tell_bound(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, SvgNode *const shapes[2],
                       const SvgPoint points[2])
{
    static const struct {
        const char *member;
        guint id, numbers;
    } rows[] = {{"fromId", SVG_SPEC_FROM, SVG_SPEC_ENDS | SVG_SPEC_X1 | SVG_SPEC_Y1},
                {"toId", SVG_SPEC_TO, SVG_SPEC_ENDS | SVG_SPEC_X2 | SVG_SPEC_Y2}};
    SvgPoint asked[2] = {points[0], points[1]};
    patch_points(spec, asked);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        double off = hypot(asked[i].x - points[i].x, asked[i].y - points[i].y);
        if (shapes[i] && spec->given & rows[i].numbers && !(spec->given & rows[i].id) &&
            off > 0.5 * svg_style_defaults_of(edit)->unit) {
            svg_edit_remark(edit,
                            "%s has its %s where it meets %s, to which it is bound, not there; "
                            "\"%s\":null sets it free",
                            svg_node_id(edit->doc, node), i ? "end" : "start",
                            svg_node_id(edit->doc, shapes[i]), rows[i].member);
        }
    }
}

static gboolean make_square(SvgEdit *edit, SvgNode *node, SvgNode *const shapes[2], double bend,
                            GError **error)
{
    return svg_reend_check_square(edit, node, shapes, bend, error) &&
           svg_connector_make_square(edit, node, error);
}

/* The side that was said was one of the shape that it was at. */
static void forget_sides(SvgEdit *edit, SvgNode *node, SvgNode *const were[2], SvgSides sides)
{
    for (guint i = 0; i < 2; i++) {
        sides.said[i] &= svg_connector_end(edit->doc, node, i) == were[i];
    }
    svg_sides_write(edit, node, sides);
}

static gboolean bind_both(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    SvgSides sides = svg_sides_of(edit->doc, node);
    SvgNode *were[2] = {svg_connector_end(edit->doc, node, 0),
                        svg_connector_end(edit->doc, node, 1)};
    if (spec->given & SVG_SPEC_FROM && spec->given & SVG_SPEC_TO) {
        /* Both are given: what they were doesn't stand in the way. */
        svg_connector_bind(edit, node, 0, NULL);
        svg_connector_bind(edit, node, 1, NULL);
    }
    if ((spec->given & SVG_SPEC_FROM && !bind(edit, node, 0, spec->from_id, error)) ||
        (spec->given & SVG_SPEC_TO && !bind(edit, node, 1, spec->to_id, error))) {
        return FALSE;
    }
    forget_sides(edit, node, were, sides);
    return svg_sides_update(edit, node, spec, error);
}

/* Of an arrow with right angles, which keeps them. */
static gboolean update_square(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    svg_beside_note(edit, node);
    if (!bind_both(edit, node, spec, error)) {
        return FALSE;
    }
    SvgNode *shapes[2] = {svg_connector_end(edit->doc, node, 0),
                          svg_connector_end(edit->doc, node, 1)};
    return make_square(edit, node, shapes, 0, error);
}

/* Of several lines that are one: where it starts and ends is at different ones of them. */
static gboolean update_links(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, SvgLineEnd links[2],
                             GError **error)
{
    if (!(spec->given & ENDS) || spec->given & (LINE_PARTS & ~ENDS)) {
        return fail(edit, node,
                    "is one of several lines that are one, which can't be bound elsewhere or bent; "
                    "delete it and create an arrow in its place",
                    error);
    }
    SvgPoint tips[2] = {links[0].tip, links[1].tip};
    patch_points(spec, tips);
    for (guint i = 0; i < 2; i++) {
        gboolean same = tips[i].x == links[i].tip.x && tips[i].y == links[i].tip.y;
        if (!same && !svg_line_end_put(edit, &links[i], tips[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Those of a line that gets another way; where they go may be said, too. */
static void note_words(SvgEdit *edit, SvgNode *line, const SvgSpec *spec)
{
    if (spec->given & MANNER && !(spec->given & SVG_SPEC_ALONG) && svg_words_beside(edit, line)) {
        svg_caption_anew(edit, line);
    }
}

static gboolean update_ends(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    SvgPoint points[2];
    SvgMatrix inverse;
    double bend;
    gboolean element = svg_node_tag(node) == SVG_TAG_LINE;
    gboolean square = svg_connector_is_square(node),
             straight = (spec->given & SVG_SPEC_STRAIGHT) != 0;
    if (!(spec->given & LINE_PARTS)) {
        return TRUE;
    }
    SvgLineEnd links[2];
    note_words(edit, node, spec);
    svg_expect_other_ends(edit, node);
    gboolean alone = svg_connector_end(edit->doc, node, 0) ||
                     svg_connector_end(edit->doc, node, 1) || svg_joint_of(edit, node);
    if (!alone && svg_line_link_ends(edit->doc, node, links)) {
        return update_links(edit, node, spec, links, error);
    }
    if (svg_reend_is_meant(edit, node, spec)) {
        return svg_reend(edit, node, spec, error);
    }
    if (square && straight && !svg_connector_make_straight(edit, node, error)) {
        return FALSE;
    }
    if (square && !straight && !(spec->given & (ENDS | SVG_SPEC_BEND))) {
        return update_square(edit, node, spec, error);
    }
    if ((svg_node_tag(node) != SVG_TAG_PATH && !element) ||
        !svg_read_line(edit, node, &points[0], &points[1], &bend) ||
        !svg_matrix_invert(svg_node_matrix(edit->doc, node), &inverse)) {
        return fail(edit, node, "isn't a single line or arc, so it has no two ends to set", error);
    }
    if (element && spec->given & (LINE_PARTS & ~(ENDS | SVG_SPEC_STRAIGHT))) {
        return fail(edit, node,
                    "is a <line>: it can't be bent or bound; create an arrow in its place", error);
    }
    svg_beside_note(edit, node);
    if (!bind_both(edit, node, spec, error)) {
        return FALSE;
    }
    patch_points(spec, points);
    if (element) {
        write_line_element(edit, node, points, inverse);
    } else {
        SvgNode *shapes[2] = {svg_connector_end(edit->doc, node, 0),
                              svg_connector_end(edit->doc, node, 1)};
        bend = spec->given & SVG_SPEC_BEND ? spec->bend : bend;
        svg_connector_ends(edit, shapes, svg_sides_of(edit->doc, node),
                           svg_gaps_of(edit->doc, node), bend, points);
        tell_bound(edit, node, spec, shapes, points);
        svg_build_line(edit, node, points[0], points[1], bend, inverse);
        svg_connector_set_bend(edit, node, bend != 0);
        if (spec->given & SVG_SPEC_SQUARE && !make_square(edit, node, shapes, bend, error)) {
            return FALSE;
        }
    }
    svg_edit_changed(edit, node);
    return svg_beside_settle(edit, node, error);
}

/* --- kind ------------------------------------------------------------------------------------- */

/* Another outline filling the same box, in the same place, under the same id. */
static gboolean replace_outline(SvgEdit *edit, SvgNode **node, SvgKind kind, GError **error)
{
    SvgNode *old = *node;
    g_auto(SvgPlacement) spot = {0};
    if (!svg_placement_above(edit, old, &spot, error)) {
        return FALSE;
    }
    SvgNode *new = svg_splice_new(edit->doc, svg_outline_tag(kind));
    svg_build_outline(edit, new, kind, svg_node_box(edit->doc, old), spot.to_written);
    if (spot.transform) {
        svg_splice_attr(edit->doc, new, "transform", spot.transform);
    }
    svg_replace(edit, old, new);
    svg_edit_changed(edit, new);
    *node = new;
    return TRUE;
}

static gboolean update_kind(SvgEdit *edit, SvgNode **node, const SvgSpec *spec, GError **error)
{
    if (!(spec->given & SVG_SPEC_KIND)) {
        return TRUE;
    }
    SvgKind kind = svg_node_kind(edit, *node);
    guint both = svg_kind_flags(kind) & svg_kind_flags(spec->kind);
    if (kind == spec->kind) {
        return TRUE;
    }
    if (!(both & SVG_KIND_GEO) || svg_node_first_element(*node)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is of kind %s and can't become %s %s", svg_node_id(edit->doc, *node),
                    svg_kind_name(kind), svg_kind_article(spec->kind), svg_kind_name(spec->kind));
        return FALSE;
    }
    return replace_outline(edit, node, spec->kind, error);
}

/* --- all together ----------------------------------------------------------------------------- */

/* By how much lengths grow on the way to document space; 1 where that can't be said. */
static double scale_of(SvgMatrix m)
{
    double area = fabs(m.a * m.d - m.b * m.c);
    return area > 0 ? sqrt(area) : 1;
}

/* Of a text, or the words on a shape. */
static gboolean update_letters(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    const char *ids[] = {svg_node_id(edit->doc, node), NULL};
    const SvgStyling styling = {.given =
                                    (spec->given & SVG_SPEC_FONT_SIZE ? SVG_STYLING_FONT_SIZE : 0) |
                                    (spec->given & SVG_SPEC_BOLD ? SVG_STYLING_BOLD : 0),
                                .font_size = spec->font_size,
                                .bold = spec->bold};
    return !styling.given || svg_edit_set_style(edit, ids, &styling, error);
}

/* A polygon or a path has none until it is a <rect> instead. */
static gboolean update_corner(SvgEdit *edit, SvgNode **node, const SvgSpec *spec, GError **error)
{
    g_autofree char *id = g_strdup(svg_node_id(edit->doc, *node));
    const char *ids[] = {id, NULL};
    const SvgStyling styling = {.given = SVG_STYLING_CORNER, .corner_radius = spec->corner_radius};
    if (!(spec->given & SVG_SPEC_CORNER)) {
        return TRUE;
    }
    gboolean done = svg_edit_set_style(edit, ids, &styling, error);
    *node = svg_document_find(edit->doc, id);
    return done;
}

/* The words that a line has go elsewhere along it. */
static gboolean update_place(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    const char *id = svg_node_id(edit->doc, node);
    if (!svg_words_beside(edit, node)) {
        return fail(edit, node, "is no line or arrow, so its words have one place", error);
    }
    g_autoptr(SvgShape) now = svg_document_shape(edit->doc, id, error);
    if (!now || !now->text || !*now->text) {
        return now && fail(edit, node, "has no words; give text, too", error);
    }
    SvgSpec placed = *spec;
    placed.text = now->text;
    return svg_label(edit, id, &placed, error);
}

/* New words are fitted in their size. */
static gboolean update_words(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    const char *id = svg_node_id(edit->doc, node);
    if (!spec->text) {
        return update_letters(edit, node, spec, error) &&
               (!(spec->given & SVG_SPEC_ALONG) || update_place(edit, node, spec, error));
    }
    gboolean letters = (spec->given & (SVG_SPEC_FONT_SIZE | SVG_SPEC_BOLD)) != 0;
    g_autoptr(SvgShape) now = letters ? svg_document_shape(edit->doc, id, NULL) : NULL;
    gboolean has_words = now && now->text;
    return (!has_words || update_letters(edit, node, spec, error)) &&
           svg_label(edit, id, spec, error);
}

/* Breaks the words of a text anew; without a width, where they break by themselves. */
static gboolean update_width(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    if (!(spec->given & SVG_SPEC_MAX_WIDTH)) {
        return TRUE;
    }
    if (!is_text(node)) {
        return fail(edit, node, "is no text; maxWidth is for texts", error);
    }
    g_autoptr(SvgShape) shape =
        spec->text ? NULL : svg_document_shape(edit->doc, svg_node_id(edit->doc, node), error);
    if (!spec->text && !shape) {
        return FALSE;
    }
    const char *words = spec->text ? spec->text : shape->text ? shape->text : "";
    svg_text_wrap_lines(edit, node, words,
                        spec->max_width / scale_of(svg_node_matrix(edit->doc, node)));
    svg_edit_changed(edit, node);
    return TRUE;
}

/* Other ends of the lines stand in line; the block stays where it is, unless it is moved. */
static gboolean update_anchor(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    static const SvgTextAnchor values[] = {SVG_TEXT_START, SVG_TEXT_MIDDLE, SVG_TEXT_END};
    SvgStyle style;
    svg_style_of(edit->doc, node, &style);
    if (!(spec->given & SVG_SPEC_ANCHOR) || !is_text(node) ||
        style.text_anchor == values[spec->anchor % 3]) {
        return TRUE;
    }
    SvgBox before = svg_node_box(edit->doc, node);
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        if (at->name &&
            (at == node || svg_style_declared(edit->doc, at, SVG_PROPERTY_TEXT_ANCHOR))) {
            svg_set_property(edit->doc, at, SVG_PROPERTY_TEXT_ANCHOR, anchors[spec->anchor % 3]);
        }
    }
    svg_edit_changed(edit, node);
    SvgBox after = svg_node_box(edit->doc, node);
    return svg_box_is_empty(before) || svg_box_is_empty(after) ||
           svg_node_move_by(edit, node, before.x - after.x, 0, error);
}

gboolean svg_edit_update(SvgEdit *edit, const char *id, const SvgSpec *spec, GError **error)
{
    SvgNode *node = svg_edit_find_free(edit, id, error);
    if (!node || !svg_check_spec(edit, spec, error)) {
        return FALSE;
    }
    if (!update_kind(edit, &node, spec, error) || !update_ends(edit, node, spec, error) ||
        !make_room(edit, node, spec, error) || !update_words(edit, node, spec, error) ||
        !update_width(edit, node, spec, error) || !update_anchor(edit, node, spec, error) ||
        !update_box(edit, node, spec, error) || !update_corner(edit, &node, spec, error) ||
        !svg_paint_existing(edit, node, spec, error)) {
        return FALSE;
    }
    if (spec->given & SVG_SPEC_SQUARE) {
        svg_reend_tell_square(edit, node);
    }
    return TRUE;
}
