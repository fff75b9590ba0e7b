/* New shapes. */
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/follow.h"
#include "edit/paint.h"
#include "geometry/text.h"

#include <math.h>

#define DEFAULT_PX 100.0 /* a side of a geo shape without a label */
#define NOTE_PX    200.0
#define PADDING    2.0 /* around a label that sizes its shape, in font sizes, both sides together */
#define MIN_ASPECT 0.5 /* of such a shape's height to its width */

static gboolean fail_missing(const SvgSpec *spec, const char *what, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a new %s needs %s", svg_kind_name(spec->kind),
                what);
    return FALSE;
}

/* Every number that is given lies in range, and sizes are above 0. */
gboolean svg_check_spec(const SvgSpec *spec, GError **error)
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
    };
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (!(spec->given & numbers[i].given)) {
            continue;
        }
        if (!svg_edit_check_number(numbers[i].name, numbers[i].value, error)) {
            return FALSE;
        }
        if (numbers[i].positive && numbers[i].value <= 0) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s is %g; it must be above 0",
                        numbers[i].name, numbers[i].value);
            return FALSE;
        }
    }
    return !spec->text || svg_check_text(spec->text, error);
}

static const char *insert(SvgEdit *edit, SvgSpot *spot, SvgNode *node, const SvgSpec *spec)
{
    svg_spot_insert(edit, spot, node, spec->id ? spec->id : svg_kind_name(spec->kind));
    svg_edit_added(edit, node);
    return svg_node_id(edit->doc, node);
}

/* --- geo shapes and notes --------------------------------------------------------------------- */

static double longest_line(char **lines, const SvgStyle *font)
{
    double width = 0;
    for (; *lines; lines++) {
        SvgTextExtents extents;
        svg_text_measure(*lines, font, &extents);
        width = MAX(width, extents.width);
    }
    return width;
}

/* The size given, or one that holds the label. */
static SvgBox geo_box(SvgEdit *edit, const SvgSpec *spec)
{
    double side = (spec->kind == SVG_KIND_NOTE ? NOTE_PX : DEFAULT_PX) * svg_unit(edit->doc);
    SvgBox box = {spec->x, spec->y, side, side};
    if (spec->text && *spec->text && spec->kind != SVG_KIND_NOTE) {
        SvgStyle font;
        svg_default_font(edit, &font);
        g_auto(GStrv) lines = g_strsplit(spec->text, "\n", -1);
        box.w = MAX(side, longest_line(lines, &font) + PADDING * font.font_size);
        box.h =
            MAX(side * MIN_ASPECT, (g_strv_length(lines) * 1.25 + PADDING / 2) * font.font_size);
    }
    box.w = spec->given & SVG_SPEC_W ? spec->w : box.w;
    box.h = spec->given & SVG_SPEC_H ? spec->h : box.h;
    return box;
}

static const char *create_geo(SvgEdit *edit, const SvgSpec *spec, SvgSpot *spot, GError **error)
{
    if ((spec->given & (SVG_SPEC_X | SVG_SPEC_Y)) != (SVG_SPEC_X | SVG_SPEC_Y)) {
        fail_missing(spec, "x and y", error);
        return NULL;
    }
    SvgNode *node = svg_splice_new(edit->doc, svg_outline_tag(spec->kind));
    svg_build_outline(edit, node, spec->kind, geo_box(edit, spec), spot->to_written);
    if (!svg_paint_new(edit, node, spec, error)) {
        return NULL;
    }
    const char *id = insert(edit, spot, node, spec);
    if (spec->text && *spec->text && !svg_add_label(edit, node, spec->text, error)) {
        return NULL;
    }
    return id;
}

/* --- text ------------------------------------------------------------------------------------- */

static const char *create_text(SvgEdit *edit, const SvgSpec *spec, SvgSpot *spot, GError **error)
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
    svg_default_font(edit, &font);
    font.font_size = spec->given & SVG_SPEC_FONT_SIZE ? spec->font_size : font.font_size;
    g_auto(GStrv) lines = spec->given & SVG_SPEC_MAX_WIDTH
                              ? svg_text_wrap(spec->text, &font, spec->max_width)
                              : g_strsplit(spec->text, "\n", -1);
    SvgAnchor anchor = spec->given & SVG_SPEC_ANCHOR ? spec->anchor : SVG_ANCHOR_TOP_LEFT;
    SvgNode *node = svg_build_text(edit, lines, (SvgPoint){spec->x, spec->y}, anchor, &font,
                                   "#1d1d1d", spot->to_written);
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

static const char *create_line(SvgEdit *edit, const SvgSpec *spec, SvgSpot *spot, GError **error)
{
    SvgNode *shapes[2] = {NULL, NULL};
    gboolean arrow = spec->kind == SVG_KIND_ARROW;
    if (arrow && !find_ends(edit, spec, shapes, error)) {
        return NULL;
    }
    guint missing = (SVG_SPEC_X1 | SVG_SPEC_Y1 | SVG_SPEC_X2 | SVG_SPEC_Y2) & ~spec->given;
    missing = spec->given & SVG_SPEC_ENDS ? 0 : missing;
    missing &= shapes[0] ? ~(guint)(SVG_SPEC_X1 | SVG_SPEC_Y1) : ~0u;
    missing &= shapes[1] ? ~(guint)(SVG_SPEC_X2 | SVG_SPEC_Y2) : ~0u;
    if (missing) {
        fail_missing(spec, arrow ? "x1, y1, x2, y2, or fromId and toId" : "x1, y1, x2, y2", error);
        return NULL;
    }
    SvgPoint points[2] = {{spec->x1, spec->y1}, {spec->x2, spec->y2}};
    svg_connector_ends(edit, shapes, points);
    SvgNode *node = svg_splice_new(edit->doc, "path");
    svg_build_line(edit, node, points[0], points[1], spec->given & SVG_SPEC_BEND ? spec->bend : 0,
                   spot->to_written);
    if (!svg_paint_new(edit, node, spec, error)) {
        return NULL;
    }
    if (arrow) {
        g_autofree char *css = svg_declarations_get(svg_node_attr(node, "style"), "stroke");
        g_autofree char *head = g_strdup_printf("url(#%s)", svg_arrowhead(edit, css));
        svg_set_property(edit->doc, node, SVG_PROPERTY_MARKER_END, head);
    }
    const char *id = insert(edit, spot, node, spec);
    for (guint i = 0; i < 2; i++) {
        if (shapes[i] && !can_bind(edit, shapes[i], error)) {
            return NULL;
        }
        if (shapes[i]) {
            svg_connector_bind(edit, node, i, shapes[i]);
        }
    }
    svg_connector_set_bend(edit, node, spec->given & SVG_SPEC_BEND && spec->bend != 0);
    if (spec->text && *spec->text && !svg_add_label(edit, node, spec->text, error)) {
        return NULL;
    }
    return id;
}

const char *svg_edit_create(SvgEdit *edit, const SvgSpec *spec, GError **error)
{
    g_auto(SvgSpot) spot = {0};
    guint flags = spec->kind < SVG_KIND_COUNT ? svg_kind_flags(spec->kind) : 0;
    if (!(flags & SVG_KIND_CREATABLE)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a shape of kind \"%s\" can't be created",
                    spec->kind < SVG_KIND_COUNT ? svg_kind_name(spec->kind) : "?");
        return NULL;
    }
    if (!svg_check_spec(spec, error)) {
        return NULL;
    }
    if (spec->id && svg_document_find(edit->doc, spec->id)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "the id \"%s\" is taken", spec->id);
        return NULL;
    }
    if (!svg_spot_current(edit, &spot, error)) {
        return NULL;
    }
    if (flags & SVG_KIND_GEO || spec->kind == SVG_KIND_NOTE) {
        return create_geo(edit, spec, &spot, error);
    }
    return spec->kind == SVG_KIND_TEXT ? create_text(edit, spec, &spot, error)
                                       : create_line(edit, spec, &spot, error);
}
