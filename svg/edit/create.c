/* New shapes. */
#include "edit/build.h"
#include "edit/caption.h"
#include "edit/connect.h"
#include "edit/follow.h"
#include "edit/paint.h"
#include "edit/reend.h"
#include "edit/restyle.h"
#include "edit/style_defaults.h"
#include "edit/text_fit.h"
#include "geometry/text.h"

#include <math.h>
#include <string.h>

#define DEFAULT_PX 100.0 /* a side of a geo shape where there are no others */
#define NOTE_PX    200.0 /* of a note without words */
#define MOST_NOTE  16    /* em: a line on a note, if nothing else is said */
#define MOST_ROUND 0.25  /* of the shorter side: the largest radius of corners */
#define MOST_NAME  40    /* letters */
#define UNUSED_PX  5     /* so far off, numbers that are given for an end weren't meant so */

static gboolean fail_missing(const SvgSpec *spec, const char *what, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a new %s needs %s", svg_kind_name(spec->kind),
                what);
    return FALSE;
}

gboolean svg_check_along(const SvgSpec *spec, GError **error)
{
    gboolean good = !(spec->given & SVG_SPEC_ALONG) || (spec->along >= 0 && spec->along <= 1);
    if (!good) {
        g_set_error(
            error, SVG_ERROR, SVG_ERROR_INVALID,
            "the place along a line is %g; it must lie between 0, its start, and 1, its end",
            spec->along);
    }
    return good;
}

/* Every number that is given lies in range, and sizes are above 0. */
gboolean svg_check_spec(SvgEdit *edit, const SvgSpec *spec, GError **error)
{
    const struct {
        const char *name;
        double value;
        guint given;
        gboolean positive;
    } numbers[] = {
        {"x", spec->x, SVG_SPEC_X, FALSE},
        {"y", spec->y, SVG_SPEC_Y, FALSE},
        {"w", spec->w, SVG_SPEC_W, TRUE},
        {"h", spec->h, SVG_SPEC_H, TRUE},
        {"x1", spec->x1, SVG_SPEC_ENDS | SVG_SPEC_X1, FALSE},
        {"y1", spec->y1, SVG_SPEC_ENDS | SVG_SPEC_Y1, FALSE},
        {"x2", spec->x2, SVG_SPEC_ENDS | SVG_SPEC_X2, FALSE},
        {"y2", spec->y2, SVG_SPEC_ENDS | SVG_SPEC_Y2, FALSE},
        {"bend", spec->bend, SVG_SPEC_BEND, FALSE},
        {"font size", spec->font_size, SVG_SPEC_FONT_SIZE, TRUE},
        {"maximum width", spec->max_width, SVG_SPEC_MAX_WIDTH, TRUE},
        {"corner radius", spec->corner_radius, SVG_SPEC_CORNER, FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        gboolean endless = numbers[i].given == SVG_SPEC_MAX_WIDTH && numbers[i].value == INFINITY;
        if (!(spec->given & numbers[i].given) || endless) {
            continue;
        }
        if (!svg_edit_check_place(edit, numbers[i].name, numbers[i].value, error)) {
            return FALSE;
        }
        if (numbers[i].positive && numbers[i].value <= 0) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s is %g; it must be above 0",
                        numbers[i].name, numbers[i].value);
            return FALSE;
        }
    }
    return svg_check_along(spec, error) && (!spec->text || svg_check_text(spec->text, error));
}

/* The name by which Inkscape lists it; of what has no words the id says as much. */
static void name_it(SvgEdit *edit, SvgNode *node, const char *words)
{
    g_autofree char *line = words ? g_strndup(words, strcspn(words, "\n")) : NULL;
    if (line && *g_strstrip(line) && svg_document_has_name(edit->doc, "sodipodi:namedview")) {
        gboolean whole = g_utf8_strlen(line, -1) <= MOST_NAME;
        g_autofree char *name = whole ? g_strdup(line) : g_utf8_substring(line, 0, MOST_NAME);
        svg_splice_attr(edit->doc, node, "inkscape:label", name);
    }
}

static const char *insert(SvgEdit *edit, SvgPlacement *spot, SvgNode *node, const SvgSpec *spec)
{
    svg_placement_insert(edit, spot, node, spec->id ? spec->id : svg_kind_name(spec->kind));
    name_it(edit, node, spec->text);
    svg_edit_added(edit, node);
    return svg_node_id(edit->doc, node);
}

/* --- geo shapes and notes --------------------------------------------------------------------- */

/* A note is as large as what stands on it, with a margin. */
static SvgBox note_box(SvgEdit *edit, const SvgSpec *spec)
{
    SvgStyle font;
    svg_words_font(edit, spec, &font);
    double em = font.font_size;
    double most = spec->given & SVG_SPEC_W ? spec->w - 2 * em : MOST_NOTE * em;
    g_auto(GStrv) lines = svg_text_wrap(spec->text, &font, MAX(most, em));
    double width = svg_lines_width(lines, &font), n = g_strv_length(lines);
    return (SvgBox){spec->x, spec->y, width + 2 * em, (n * SVG_LINE_HEIGHT + 2) * em};
}

/* The size given, else that of its neighbours. */
static SvgBox geo_box(SvgEdit *edit, const SvgSpec *spec)
{
    gboolean note = spec->kind == SVG_KIND_NOTE;
    double side = (note ? NOTE_PX : DEFAULT_PX) * svg_unit(edit->doc);
    SvgBox box = {spec->x, spec->y, side, side};
    guint size = spec->given & (SVG_SPEC_W | SVG_SPEC_H);
    if (note && spec->text && *spec->text) {
        box = note_box(edit, spec);
    }
    if (size != (SVG_SPEC_W | SVG_SPEC_H) && spec->kind != SVG_KIND_NOTE) {
        svg_style_defaults_size(edit, spec->kind, (SvgPoint){spec->x, spec->y}, &box.w, &box.h);
    }
    box.w = size & SVG_SPEC_W ? spec->w : box.w;
    box.h = size & SVG_SPEC_H ? spec->h : box.h;
    return box;
}

/* A size that wasn't given is one that the words have room in; that isn't worth a remark. */
static gboolean label_geo(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    gboolean sized = (spec->given & (SVG_SPEC_W | SVG_SPEC_H)) != 0;
    gsize told = edit->note->len;
    SvgSpec label = *spec;
    if (!sized) {
        label.given |= SVG_SPEC_FIT;
        label.fit = SVG_FIT_GROW;
    }
    if (!svg_add_label(edit, node, &label, error)) {
        return FALSE;
    }
    if (!sized) {
        g_string_truncate(edit->note, told);
    }
    return TRUE;
}

/* As asked; else as much as those of other rectangles; of a small one less. */
static void round_corners(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, SvgBox box)
{
    double usual = MIN(svg_style_defaults_of(edit)->corner, MOST_ROUND * MIN(box.w, box.h));
    double radius = spec->given & SVG_SPEC_CORNER ? spec->corner_radius : usual;
    if (!svg_build_corners(edit, node, radius)) {
        svg_edit_remark(edit, "its corners are rounded as far as its shorter side allows");
    }
}

static const char *create_geo(SvgEdit *edit, const SvgSpec *spec, SvgPlacement *spot,
                              GError **error)
{
    if ((spec->given & (SVG_SPEC_X | SVG_SPEC_Y)) != (SVG_SPEC_X | SVG_SPEC_Y)) {
        fail_missing(spec, "x and y", error);
        return NULL;
    }
    SvgNode *node = svg_splice_new(edit->doc, svg_outline_tag(spec->kind));
    SvgBox box = geo_box(edit, spec);
    svg_build_outline(edit, node, spec->kind, box, spot->to_written);
    if (spec->kind == SVG_KIND_RECTANGLE) {
        round_corners(edit, node, spec, box);
    } else if (spec->given & SVG_SPEC_CORNER) {
        svg_edit_remark(edit, "only corners of \"rectangle\" can be rounded, not of \"%s\"",
                        svg_kind_name(spec->kind));
    }
    if (!svg_paint_new(edit, node, spec, error)) {
        return NULL;
    }
    const char *id = insert(edit, spot, node, spec);
    if (spec->text && *spec->text && !label_geo(edit, node, spec, error)) {
        return NULL;
    }
    return id;
}

/* --- text ------------------------------------------------------------------------------------- */

static const char *create_text(SvgEdit *edit, const SvgSpec *spec, SvgPlacement *spot,
                               GError **error)
{
    if ((spec->given & (SVG_SPEC_X | SVG_SPEC_Y)) != (SVG_SPEC_X | SVG_SPEC_Y)) {
        fail_missing(spec, "x and y", error);
        return NULL;
    }
    if (!spec->text || !*spec->text) {
        fail_missing(spec, "words in \"text\"", error);
        return NULL;
    }
    SvgStyle font;
    svg_spec_font(edit, spec, &font);
    gboolean wraps = spec->given & SVG_SPEC_MAX_WIDTH && isfinite(spec->max_width);
    g_auto(GStrv) lines = wraps ? svg_text_wrap(spec->text, &font, spec->max_width)
                                : g_strsplit(spec->text, "\n", -1);
    SvgAnchor anchor = spec->given & SVG_SPEC_ANCHOR ? spec->anchor : SVG_ANCHOR_TOP_LEFT;
    SvgPaint bare = {.kind = SVG_PAINT_NONE};
    g_autofree char *ink = svg_ink_on(edit, &bare);
    SvgNode *node = svg_build_text(edit, lines, (SvgPoint){spec->x, spec->y}, anchor, &font, ink,
                                   spot->to_written);
    if (wraps) {
        svg_text_was_wrapped(edit, node, spec->max_width);
    }
    if (spec->color && !svg_paint_new(edit, node, spec, error)) {
        return NULL;
    }
    return insert(edit, spot, node, spec);
}

/* --- lines and arrows ------------------------------------------------------------------------- */

static gboolean find_ends(SvgEdit *edit, const SvgSpec *spec, SvgNode *shapes[2], GError **error)
{
    const char *ids[2] = {spec->given & SVG_SPEC_FROM ? spec->from_id : NULL,
                          spec->given & SVG_SPEC_TO ? spec->to_id : NULL};
    for (guint i = 0; i < 2; i++) {
        shapes[i] = ids[i] ? svg_edit_find(edit, ids[i], error) : NULL;
        if (ids[i] && !shapes[i]) {
            return FALSE;
        }
    }
    if (shapes[0] && shapes[0] == shapes[1]) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "an arrow from \"%s\" to itself can't be drawn", ids[0]);
        return FALSE;
    }
    return TRUE;
}

/* An unbound shape without an id would have to be changed to be referred to, and a locked one
 * can't. */
static gboolean can_bind(SvgEdit *edit, SvgNode *shape, GError **error)
{
    return svg_node_attr(shape, "id") || svg_locks_allow_change(edit->doc, shape, error);
}

/* What is missing, or doesn't go together. */
static gboolean check_line(const SvgSpec *spec, SvgNode *const shapes[2], GError **error)
{
    gboolean arrow = spec->kind == SVG_KIND_ARROW;
    guint missing = (SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2) & ~spec->given;
    missing = spec->given & SVG_SPEC_ENDS ? 0 : missing;
    missing &= shapes[0] ? ~(guint)(SVG_SPEC_X1 | SVG_SPEC_Y1) : ~0u;
    missing &= shapes[1] ? ~(guint)(SVG_SPEC_X2 | SVG_SPEC_Y2) : ~0u;
    if (missing) {
        return fail_missing(spec, arrow ? "x1, y1, x2, y2, or fromId and toId" : "x1, y1, x2, y2",
                            error);
    }
    if (!svg_sides_check(spec, NULL, shapes, error)) {
        return FALSE;
    }
    if (!(spec->given & SVG_SPEC_SQUARE)) {
        return TRUE;
    }
    if (!shapes[0] || !shapes[1]) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "right angles are for an arrow from one shape to another; give both");
        return FALSE;
    }
    if (spec->given & SVG_SPEC_BEND && spec->bend != 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "an arrow is bent or has right angles; leave one of them out");
        return FALSE;
    }
    return TRUE;
}

/* Before its heads are drawn: a small shape that it goes to isn't one of them. */
static gboolean bind_ends(SvgEdit *edit, SvgNode *node, SvgNode *const shapes[2], GError **error)
{
    for (guint i = 0; i < 2; i++) {
        if (shapes[i] && !can_bind(edit, shapes[i], error)) {
            return FALSE;
        }
        if (shapes[i]) {
            svg_connector_bind(edit, node, i, shapes[i]);
        }
    }
    return TRUE;
}

static gboolean set_manner(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, GError **error)
{
    svg_sides_write(edit, node, svg_sides_asked(spec));
    svg_connector_set_bend(edit, node, spec->given & SVG_SPEC_BEND && spec->bend != 0);
    return !(spec->given & SVG_SPEC_SQUARE) || svg_connector_make_square(edit, node, error);
}

/* That of the drawing's arrows, where it looks like them: then TRUE. */
static gboolean add_head(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, SvgMatrix to_written)
{
    const char *common = svg_paint_is_common(spec) ? svg_style_defaults_head(edit) : NULL;
    g_autofree char *css = svg_declarations_get(svg_node_attr(node, "style"), "stroke");
    double area = fabs(to_written.a * to_written.d - to_written.b * to_written.c);
    if (!svg_style_defaults_head(edit) && css && *css == '#' && area > 0) {
        common = svg_drawn_head(edit, css, 1 / sqrt(area), FALSE);
    }
    g_autofree char *head = g_strdup_printf("url(#%s)", common ? common : svg_arrowhead(edit, css));
    svg_set_property(edit->doc, node, SVG_PROPERTY_MARKER_END, head);
    return common != NULL;
}

static gboolean is_unused(SvgEdit *edit, guint given, SvgNode *shape, SvgPoint asked, SvgPoint is)
{
    return shape && given &&
           hypot(asked.x - is.x, asked.y - is.y) > UNUSED_PX * svg_style_defaults_of(edit)->unit;
}

/* An end at a shape is where it meets that, on the way to the other end. */
static void tell_unused(SvgEdit *edit, const SvgSpec *spec, SvgNode *const shapes[2],
                        const SvgPoint points[2])
{
    static const char *const told[] = {
        NULL, "x1 and y1 aren't used, as fromId says where it starts",
        "x2 and y2 aren't used, as toId says where it ends",
        "x1, y1, x2 and y2 aren't used, as fromId and toId say where "
        "it goes"};
    guint from = spec->given & (SVG_SPEC_ENDS | SVG_SPEC_X1 | SVG_SPEC_Y1);
    guint to = spec->given & (SVG_SPEC_ENDS | SVG_SPEC_X2 | SVG_SPEC_Y2);
    guint which =
        (is_unused(edit, from, shapes[0], (SvgPoint){spec->x1, spec->y1}, points[0]) ? 1 : 0) +
        (is_unused(edit, to, shapes[1], (SvgPoint){spec->x2, spec->y2}, points[1]) ? 2 : 0);
    if (which) {
        svg_edit_remark(edit, "%s%s", told[which],
                        spec->given & SVG_SPEC_SQUARE
                            ? ""
                            : "; for a point of an outline, give that instead of the id: it is "
                              "bound to what is there");
    }
}

static double bend_of(const SvgSpec *spec)
{
    return spec->given & SVG_SPEC_BEND ? spec->bend : 0;
}

static void build_line(SvgEdit *edit, SvgNode *node, const SvgSpec *spec, SvgNode *const shapes[2],
                       SvgGaps gaps, SvgMatrix to_written)
{
    SvgPoint points[2] = {{spec->x1, spec->y1}, {spec->x2, spec->y2}};
    svg_connector_ends(edit, shapes, svg_sides_asked(spec), gaps, bend_of(spec), points);
    svg_build_line(edit, node, points[0], points[1], bend_of(spec), to_written);
}

/* The words of others that it would come near to. */
static GArray *words_near(SvgEdit *edit, const SvgSpec *spec, SvgNode *const shapes[2])
{
    SvgPoint points[2] = {{spec->x1, spec->y1}, {spec->x2, spec->y2}};
    double bend = bend_of(spec);
    svg_connector_ends(edit, shapes, svg_sides_asked(spec), (SvgGaps){{0, 0}}, bend, points);
    double dx = points[1].x - points[0].x, dy = points[1].y - points[0].y, way = hypot(dx, dy);
    double off = way > 0 ? bend / way : 0;
    SvgPoint middle = {(points[0].x + points[1].x) / 2 + off * dy,
                       (points[0].y + points[1].y) / 2 - off * dx};
    return svg_captions_near(edit, points[0], middle, points[1]);
}

/* Where there is no place for the words, the line stays without. */
static void label_line(SvgEdit *edit, SvgNode *node, const SvgSpec *spec)
{
    g_autoptr(GError) why = NULL;
    if (spec->text && *spec->text && !svg_add_label(edit, node, spec, &why)) {
        svg_edit_remark(edit, "it was drawn without its words: %s", why->message);
    }
}

static void set_heads(SvgEdit *edit, SvgNode *node, const SvgSpec *spec)
{
    const SvgStyling styling = {
        .given = (spec->given & SVG_SPEC_START_HEAD ? SVG_STYLING_START : 0) |
                 (spec->given & SVG_SPEC_END_HEAD ? SVG_STYLING_END : 0),
        .heads = {spec->heads[0], spec->heads[1]},
    };
    if (styling.given) {
        svg_line_set_heads(edit, node, &styling);
    }
}

static const char *create_line(SvgEdit *edit, const SvgSpec *spec, SvgPlacement *spot,
                               GError **error)
{
    SvgNode *shapes[2] = {NULL, NULL};
    gboolean arrow = spec->kind == SVG_KIND_ARROW;
    if (arrow && !find_ends(edit, spec, shapes, error)) {
        return NULL;
    }
    if (!check_line(spec, shapes, error) ||
        !svg_placement_of_line(edit, spec, shapes, spot, error)) {
        return NULL;
    }
    if (spec->text && *spec->text) {
        svg_caption_look(edit);
    }
    g_autoptr(GArray) near = words_near(edit, spec, shapes);
    SvgGaps gaps = {{0, 0}};
    gboolean measured =
        arrow && shapes[1] && svg_paint_is_common(spec) && svg_gaps_common(edit, &gaps.at[1]);
    SvgNode *node = svg_splice_new(edit->doc, "path");
    build_line(edit, node, spec, shapes, gaps, spot->to_written);
    if (!svg_paint_new(edit, node, spec, error)) {
        return NULL;
    }
    gboolean theirs =
        arrow && !(spec->given & SVG_SPEC_END_HEAD) && add_head(edit, node, spec, spot->to_written);
    const char *id = insert(edit, spot, node, spec);
    svg_follow_new(edit, node);
    if (!bind_ends(edit, node, shapes, error)) {
        return NULL;
    }
    set_heads(edit, node, spec);
    if (theirs && shapes[1] && !measured) {
        gaps.at[1] = svg_gaps_beyond(edit, node, spot->to_written);
        build_line(edit, node, spec, shapes, gaps, spot->to_written);
    }
    svg_gaps_set(edit->doc, node, gaps);
    if (!set_manner(edit, node, spec, error)) {
        return NULL;
    }
    if (near) {
        svg_captions_put_aside(edit, near);
    }
    SvgPoint points[2] = {{spec->x1, spec->y1}, {spec->x2, spec->y2}};
    svg_connector_ends(edit, shapes, svg_sides_asked(spec), gaps, bend_of(spec), points);
    tell_unused(edit, spec, shapes, points);
    if (spec->given & SVG_SPEC_SQUARE) {
        svg_reend_tell_square(edit, node);
    }
    label_line(edit, node, spec);
    return id;
}

/* --- all of them ------------------------------------------------------------------------------ */

static gboolean check_new(SvgEdit *edit, const SvgSpec *spec, GError **error)
{
    if (spec->id && svg_document_find(edit->doc, spec->id)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "the id \"%s\" is taken", spec->id);
        return FALSE;
    }
    return svg_check_spec(edit, spec, error);
}

const char *svg_edit_create(SvgEdit *edit, const SvgSpec *spec, GError **error)
{
    g_auto(SvgPlacement) spot = {0};
    SvgSpec fitting = *spec; /* without what its kind hasn't */
    guint flags = spec->kind < SVG_KIND_COUNT ? svg_kind_flags(spec->kind) : 0;
    if (!(flags & SVG_KIND_CREATABLE)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a shape of kind \"%s\" can't be created",
                    spec->kind < SVG_KIND_COUNT ? svg_kind_name(spec->kind) : "?");
        return NULL;
    }
    gboolean line = spec->kind == SVG_KIND_LINE || spec->kind == SVG_KIND_ARROW;
    svg_spec_leave_out(edit, &fitting);
    if (!check_new(edit, &fitting, error) ||
        (!line && !svg_placement_asked(edit, &fitting, &spot, error))) {
        return NULL;
    }
    if (flags & SVG_KIND_GEO || spec->kind == SVG_KIND_NOTE) {
        return create_geo(edit, &fitting, &spot, error);
    }
    return line ? create_line(edit, &fitting, &spot, error)
                : create_text(edit, &fitting, &spot, error);
}

const char *svg_edit_pen(SvgEdit *edit, const SvgSpec *spec, const SvgPen *pen, GError **error)
{
    g_auto(SvgPlacement) spot = {0};
    SvgSpec drawing = *spec;
    drawing.kind = SVG_KIND_DRAW;
    if (pen->n < 2 || pen->n > SVG_MAX_PEN_POINTS) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a drawing needs 2 to %d points, got %u",
                    SVG_MAX_PEN_POINTS, pen->n);
        return NULL;
    }
    for (guint i = 0; i < pen->n; i++) {
        if (!svg_edit_check_place(edit, "x", pen->points[i].x, error) ||
            !svg_edit_check_place(edit, "y", pen->points[i].y, error)) {
            return NULL;
        }
    }
    if (!check_new(edit, &drawing, error) || !svg_placement_asked(edit, &drawing, &spot, error)) {
        return NULL;
    }
    SvgNode *node = svg_splice_new(edit->doc, "path");
    svg_build_stroke(edit, node, pen, spot.to_written);
    return svg_paint_new(edit, node, &drawing, error) ? insert(edit, &spot, node, &drawing) : NULL;
}
