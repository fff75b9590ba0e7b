/* Writes one shape as JSON. What is left out says nothing: a name that is the id, a stroke that
 * isn't there. */
#include "view/shape_json.h"

#include "base/json.h"
#include "base/ways.h"
#include "view/ids.h"

#include <fairy/limits.h>
#include <svg/lines.h>

#include <math.h>
#include <string.h>

#define MOST_PARTS 8    /* that are named */
#define MOST_LINES 40   /* that are told one by one */
#define AT_SIDE    1    /* px: from its middle, */
#define OFF_SIDE   10   /* and off it, where a head has its room */
#define OFF_MIDDLE 0.05 /* of a line: words that are nearer are in its middle */

static void add_box(GString *out, FairyBox box)
{
    fairy_json_add_number(out, "x", box.x);
    fairy_json_add_number(out, "y", box.y);
    fairy_json_add_number(out, "w", box.w);
    fairy_json_add_number(out, "h", box.h);
}

void fairy_json_add_plain_box(GString *out, const FairyCoords *coords, SvgBox box)
{
    add_box(out, fairy_coords_round_box(coords, box));
}

/* --- paint ------------------------------------------------------------------------------------ */

static gboolean is_color(const char *css, const char *name, gboolean tint)
{
    g_autofree char *wanted = svg_palette_css(name, tint);
    return wanted && g_str_equal(css, wanted);
}

static const char *seen_paint(const SvgShape *shape)
{
    return shape->color_by_stroke ? shape->stroke : shape->fill;
}

char *fairy_shown_color(SvgDocument *doc, const SvgShape *shape)
{
    if (!shape->color) {
        return NULL;
    }
    if (!doc) {
        return g_strdup(shape->color);
    }
    const char *name = svg_document_color_name(doc, seen_paint(shape));
    return g_strdup(name ? name : seen_paint(shape));
}

const char *fairy_fill_word(const SvgShape *shape, const char *shown)
{
    if (!shape->fill || shape->kind == SVG_KIND_TEXT) {
        return NULL;
    }
    if (g_str_equal(shape->fill, "none")) {
        return "none";
    }
    if (shape->pattern) {
        return "pattern";
    }
    if (is_color(shape->fill, "white", FALSE)) {
        return "background";
    }
    if (shown && is_color(shape->fill, shown, TRUE)) {
        return "tint";
    }
    return shown && g_strcmp0(shape->fill, seen_paint(shape)) == 0 ? "solid" : NULL;
}

static const char *paint(const char *css)
{
    return css && !g_str_equal(css, "none") ? css : NULL;
}

double fairy_shown_length(const FairyCoords *coords, double length)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(digits, sizeof digits, "%.3g", fairy_coords_length_to_model(coords, length));
    return g_ascii_strtod(digits, NULL);
}

static void add_length(GString *out, const FairyCoords *coords, const char *name, double length)
{
    if (length > 0) {
        fairy_json_add_number(out, name, fairy_shown_length(coords, length));
    }
}

/* "#rrggbb", with its share where it is translucent. */
static void add_css(GString *out, const char *name, const char *css, double alpha, gsize max_name)
{
    g_autofree char *seen = css && alpha < 1 && css[0] == '#'
                                ? g_strdup_printf("%s%02x", css, (guint)lround(alpha * 255))
                                : NULL;
    fairy_json_add_text(out, name, seen ? seen : css, max_name);
}

static void add_true(GString *out, const char *name, gboolean value)
{
    if (value) {
        fairy_json_name(out, name);
        g_string_append(out, "true");
    }
}

const char *fairy_shown_side(const SvgShape *shape)
{
    static const char *const sides[] = {NULL, "above", "below", "left", "right"};
    return sides[shape->side];
}

/* Where the lines of a text begin, and words in a shape are in the middle. */
static void add_words(GString *out, const SvgShape *shape, const SvgLook *look, gsize max_name)
{
    static const char *const alongs[] = {"start", "center", "end"};
    gboolean text = shape->kind == SVG_KIND_TEXT;
    if (!look->has_words) {
        return;
    }
    fairy_json_add_text(out, "fontFamily", look->font_family, max_name);
    add_true(out, "bold", look->bold);
    add_true(out, "italic", look->italic);
    if (look->align != (text ? SVG_ALONG_START : SVG_ALONG_CENTER)) {
        fairy_json_add_string(out, "textAlign", alongs[look->align]);
    }
    fairy_json_add_string(out, "textColor", !text && look->ink[0] ? look->ink : NULL);
    fairy_json_add_string(out, "label", fairy_shown_side(shape));
}

const char *fairy_shown_head(SvgHead head)
{
    static const char *const heads[] = {
#define SVG_HEAD(id, name) [SVG_HEAD_##id] = (name),
#include <svg/heads.def>
#undef SVG_HEAD
        [SVG_HEAD_OTHER] = "other",
    };
    return heads[head];
}

const char *fairy_shown_route(SvgRoute route)
{
    static const char *const routes[] = {"straight", "orthogonal", "polyline", "curved"};
    return routes[route];
}

static gboolean has_ends(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

/* Both, so that it is told as well where there is none. */
static void add_heads(GString *out, const SvgShape *shape, const SvgLook *look)
{
    if (has_ends(shape)) {
        fairy_json_add_string(out, "startHead", fairy_shown_head(look->heads[0]));
        fairy_json_add_string(out, "endHead", fairy_shown_head(look->heads[1]));
    }
}

/* As set-style takes it; of several colours the first and the last, and how many there are. */
static void add_gradient(GString *out, const SvgGradientLook *look)
{
    if (look->stops == 0) {
        return;
    }
    double step = look->angle / FAIRY_WAY_STEP;
    fairy_json_name(out, "gradient");
    g_string_append_c(out, '{');
    fairy_json_add_string(out, "from", look->from);
    fairy_json_add_string(out, "to", look->to);
    if (look->radial) {
        add_true(out, "radial", TRUE);
    } else if (step == floor(step)) {
        fairy_json_add_string(out, "direction", fairy_way_names[(guint)step]);
    } else {
        fairy_json_add_number(out, "angle", look->angle);
    }
    if (look->stops > 2) {
        fairy_json_add_number(out, "colors", look->stops);
    }
    g_string_append_c(out, '}');
}

double fairy_shown_label_place(const SvgLook *look)
{
    double place = round(look->label_at * 100) / 100;
    return fabs(place - 0.5) > OFF_MIDDLE ? place : NAN;
}

const char *fairy_shown_arrow_side(SvgDocument *doc, const FairyCoords *coords,
                                   const SvgShape *arrow, guint which)
{
    const char *id = which == 0 ? arrow->from_id : arrow->to_id;
    SvgPoint at = which == 0 ? arrow->start : arrow->end;
    SvgBox box;
    if (arrow->kind != SVG_KIND_ARROW || !doc || !id || !svg_document_bounds(doc, id, &box, NULL)) {
        return NULL;
    }
    double x = box.x + box.w / 2, y = box.y + box.h / 2;
    const struct {
        const char *name;
        double across, out;
    } sides[] = {{"top", at.x - x, box.y - at.y},
                 {"right", at.y - y, at.x - box.x - box.w},
                 {"bottom", at.x - x, at.y - box.y - box.h},
                 {"left", at.y - y, box.x - at.x}};
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
        double out = fairy_coords_length_to_model(coords, sides[i].out);
        if (fairy_coords_length_to_model(coords, fabs(sides[i].across)) <= AT_SIDE &&
            out >= -AT_SIDE && out <= OFF_SIDE) {
            return sides[i].name;
        }
    }
    return NULL;
}

static void add_more(GString *out, const SvgLook *look, gsize max_name)
{
    const char *route = look->route == SVG_ROUTE_STRAIGHT ? NULL : fairy_shown_route(look->route);
    double place = fairy_shown_label_place(look);
    fairy_json_add_string(out, "route", route);
    if (isfinite(place)) {
        fairy_json_add_number(out, "labelPosition", place);
    }
    add_true(out, "clipped", look->clipped);
    fairy_json_add_text(out, "link", look->link, max_name);
    fairy_json_add_text(out, "description", look->description, max_name);
}

/* Words, and beside them what set-style takes, so that a look can be copied. */
static void add_paint(GString *out, SvgDocument *doc, const FairyCoords *coords,
                      const SvgShape *shape, gsize max_name)
{
    static const char *const dashes[] = {NULL, "dashed", "dotted"};
    g_auto(SvgLook) look = {.opacity = 1, .fill_alpha = 1, .stroke_alpha = 1, .label_at = NAN};
    if (doc) {
        svg_document_look(doc, shape, &look);
    }

    g_autofree char *color = fairy_shown_color(doc, shape);
    fairy_json_add_string(out, "color", color);
    fairy_json_add_string(out, "fill", fairy_fill_word(shape, color));
    add_css(out, "fillColor", shape->pattern ? NULL : paint(shape->fill), look.fill_alpha,
            max_name);
    add_gradient(out, &look.gradient);
    add_css(out, "stroke", paint(shape->stroke), look.stroke_alpha, max_name);
    add_length(out, coords, "strokeWidth", shape->stroke_width);
    fairy_json_add_string(out, "dash", dashes[look.dash]);
    add_length(out, coords, "cornerRadius", look.corner_radius);
    if (look.opacity < 1) {
        fairy_json_add_number(out, "opacity", round(look.opacity * 100) / 100);
    }
    if (doc) {
        add_heads(out, shape, &look);
    }
    add_length(out, coords, "fontSize", shape->font_size);
    add_words(out, shape, &look, max_name);
    add_more(out, &look, max_name);
}

/* --- shapes ----------------------------------------------------------------------------------- */

static void add_ends(GString *out, FairyCoords *coords, const SvgShape *shape)
{
    const struct {
        const char *name;
        double value;
    } ends[] = {
        {"x1", shape->start.x}, {"y1", shape->start.y}, {"x2", shape->end.x}, {"y2", shape->end.y}};
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        double shown = fairy_coords_show(coords, shape->id, ends[i].name, ends[i].value);
        fairy_json_add_number(out, ends[i].name, shown);
    }
    double bend = fairy_coords_show(coords, shape->id, "bend", shape->bend);
    if (bend != 0) {
        fairy_json_add_number(out, "bend", bend);
    }
}

static void add_sides(GString *out, SvgDocument *doc, const FairyCoords *coords,
                      const SvgShape *shape)
{
    fairy_json_add_string(out, "fromSide", fairy_shown_arrow_side(doc, coords, shape, 0));
    fairy_json_add_string(out, "toSide", fairy_shown_arrow_side(doc, coords, shape, 1));
}

static FairyLabelPlace add_text(GString *out, const char *text, gsize max_text)
{
    FairyLabelPlace place = {0};
    if (text) {
        fairy_json_name(out, "text");
        place.at = out->len;
        fairy_json_text(out, text, max_text);
        place.len = out->len - place.at;
    }
    return place;
}

gboolean fairy_shape_has_more_name(const SvgShape *shape, FairyDetail detail)
{
    gboolean told = shape->text || shape->from_id || shape->to_id;
    return shape->name && (detail == FAIRY_DETAIL_SIMPLE || !told) &&
           !g_str_equal(shape->name, shape->id) && g_strcmp0(shape->name, shape->text) != 0;
}

/* To a tenth of a degree: a model writes no more. */
static void add_rotation(GString *out, double degrees)
{
    double shown = round(degrees * 10) / 10;
    if (shown != 0) {
        fairy_json_add_number(out, "rotation", shown);
    }
}

/* Where all is told they are named, as far as they aren't many. */
static void add_parts(GString *out, SvgDocument *doc, const SvgShape *shape, FairyDetail detail)
{
    if (shape->n_parts == 0) {
        return;
    }
    if (!doc || detail != FAIRY_DETAIL_SIMPLE || shape->n_parts > MOST_PARTS) {
        fairy_json_add_number(out, "parts", shape->n_parts);
        return;
    }
    g_auto(GStrv) ids = svg_document_parts(doc, shape->id);
    fairy_json_name(out, "parts");
    g_string_append_c(out, '[');
    for (guint i = 0; ids[i]; i++) {
        g_string_append(out, i > 0 ? "," : "");
        fairy_json_id(out, ids[i]);
    }
    g_string_append_c(out, ']');
}

static gboolean is_parted(const GPtrArray *lines, guint n_compartments)
{
    gboolean parted = n_compartments > 1;
    for (guint i = 0; i < lines->len; i++) {
        const SvgLine *line = lines->pdata[i], *first = lines->pdata[0];
        parted |= line->spans[0] || !g_str_equal(line->id, first->id);
    }
    return parted && lines->len > 0;
}

static void add_line(GString *out, const SvgLine *line, guint n_compartments, gsize max_text)
{
    g_string_append_c(out, '{');
    (max_text ? fairy_json_add_id : fairy_json_add_string)(out, "id", line->id);
    if (n_compartments > 1) {
        fairy_json_add_number(out, "compartment", line->compartment);
    }
    fairy_json_add_text(out, "text", line->text, max_text);
    for (guint i = 0; line->spans[i]; i++) {
        if (i == 0) {
            fairy_json_name(out, "spans");
        }
        g_string_append_c(out, i ? ',' : '[');
        fairy_json_text(out, line->spans[i], max_text);
    }
    g_string_append(out, line->spans[0] ? "]}" : "}");
}

/* One by one where they are more than the lines of one text: set-text takes them so. */
static void add_lines(GString *out, SvgDocument *doc, const SvgShape *shape, gsize max_text)
{
    guint n_compartments = 1;
    gboolean group = shape->kind == SVG_KIND_GROUP;
    g_autoptr(GPtrArray) lines = doc && (shape->text || group)
                                     ? svg_document_lines(doc, shape->id, &n_compartments)
                                     : g_ptr_array_new();
    if (!is_parted(lines, n_compartments)) {
        return;
    }
    fairy_json_name(out, "lines");
    for (guint i = 0; i < MIN(lines->len, MOST_LINES); i++) {
        g_string_append_c(out, i ? ',' : '[');
        add_line(out, lines->pdata[i], n_compartments, max_text);
    }
    g_string_append_c(out, ']');
    if (lines->len > MOST_LINES) {
        fairy_json_add_number(out, "moreLines", lines->len - MOST_LINES);
    }
    if (n_compartments > 1) {
        fairy_json_add_number(out, "compartments", n_compartments);
    }
}

FairyLabelPlace fairy_shape_json(GString *out, SvgDocument *doc, FairyCoords *coords,
                                 const SvgShape *shape, FairyDetail detail, gsize max_text)
{
    gboolean says_more = fairy_shape_has_more_name(shape, detail);
    g_string_append_c(out, '{');
    gsize max_name = max_text ? FAIRY_SHOWN_NAME_BYTES : 0;
    void (*add_id)(GString *, const char *, const char *) =
        max_text ? fairy_json_add_id : fairy_json_add_string;
    add_id(out, "shapeId", shape->id);
    fairy_json_add_string(out, "type", svg_kind_name(shape->kind));
    fairy_json_add_text(out, "name", says_more ? shape->name : NULL, max_name);
    add_box(out, fairy_coords_show_box(coords, shape->id, shape->box));
    FairyLabelPlace label = add_text(out, shape->text, max_text);
    add_id(out, "fromId", shape->from_id);
    add_id(out, "toId", shape->to_id);
    if (shape->n_children > 0) {
        fairy_json_add_number(out, "children", shape->n_children);
    }
    add_parts(out, doc, shape, detail);
    if (shape->locked) {
        fairy_json_name(out, "locked");
        g_string_append(out, "true");
    }
    if (detail == FAIRY_DETAIL_SIMPLE) {
        add_lines(out, doc, shape, max_text);
        add_rotation(out, shape->rotation);
        add_paint(out, doc, coords, shape, max_name);
        if (has_ends(shape)) {
            add_sides(out, doc, coords, shape);
            add_ends(out, coords, shape);
        }
    }
    return label;
}
