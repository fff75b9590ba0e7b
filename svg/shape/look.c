/* How one shape looks, in the words of svg_edit_set_style(). */
#include "document/document_priv.h"
#include "geometry/parts.h"
#include "shape/content.h"
#include "shape/gradient.h"
#include "shape/head.h"
#include "shape/scene.h"
#include "shape/survey_priv.h"
#include "shape/track.h"

#include <math.h>

#define DOT_WIDTHS 1.5  /* of the stroke: a shorter dash is a dot */
#define LEVEL      0.02 /* of its length: how far a level line rises at most */

/* --- strokes ---------------------------------------------------------------------------------- */

static SvgDash dash_of(const SvgStyle *style)
{
    double first = g_ascii_strtod(style->dashes, NULL);
    return first <= DOT_WIDTHS * style->stroke_width ? SVG_DASH_DOTTED : SVG_DASH_DASHED;
}

static SvgHead head_at(SvgDocument *doc, const SvgStyle *style, guint which)
{
    SvgNode *marker = style->marker[which] ? svg_document_find(doc, style->marker[which]) : NULL;
    const char *orient = marker ? svg_node_attr(marker, "orient") : NULL;
    gboolean forward = which > 0 || g_strcmp0(orient, "auto-start-reverse") == 0;
    return !style->has_markers[which] ? SVG_HEAD_NONE
           : marker                   ? svg_head_of_marker(doc, marker, forward)
                                      : SVG_HEAD_OTHER;
}

/* Those that are shapes of their own. */
static void read_drawn_heads(const SvgScene *scene, guint line, SvgHead heads[2])
{
    const SvgEntry *arrow = svg_scene_entry(scene, line);
    guint first = line > SVG_MAX_HEADS ? line - SVG_MAX_HEADS : 0;
    guint last = MIN(arrow->last_link + SVG_MAX_HEADS, scene->entries->len - 1);
    for (guint i = first; i <= last; i++) {
        const SvgEntry *head = svg_scene_entry(scene, i);
        if (head->head_of == line) {
            guint which = head->at_start != arrow->turned ? 0 : 1;
            heads[which] = svg_head_of_form(head->kind, head->box,
                                            svg_head_is_hollow(&head->fill, &head->stroke));
        }
    }
}

static gboolean is_line(SvgKind kind)
{
    return kind == SVG_KIND_LINE || kind == SVG_KIND_ARROW;
}

/* The head of an arrow that has no marker is drawn beside it, unless it is an arrow by what it
 * connects. */
void svg_scene_read_line_heads(const SvgScene *scene, guint line, SvgHead heads[2])
{
    const SvgEntry *entry = svg_scene_entry(scene, line);
    gboolean arrow = entry->kind == SVG_KIND_ARROW;
    heads[0] = heads[1] = SVG_HEAD_NONE;
    if (is_line(entry->kind) && entry->marked) {
        SvgStyle style;
        svg_style_of(scene->doc, entry->node, &style);
        gboolean turned = svg_style_is_turned(&style);
        heads[0] = head_at(scene->doc, &style, turned ? 2 : 0);
        heads[1] = head_at(scene->doc, &style, turned ? 0 : 2);
    }
    if (arrow && heads[0] == SVG_HEAD_NONE && heads[1] == SVG_HEAD_NONE) {
        read_drawn_heads(scene, line, heads);
    }
    if (arrow && heads[1] == SVG_HEAD_NONE && !svg_node_is_connector(entry->node)) {
        heads[1] = SVG_HEAD_ARROW;
    }
}

static void read_stroke(SvgDocument *doc, const SvgShape *shape, SvgNode *node, SvgLook *out)
{
    SvgStyle style;
    svg_style_of(doc, node, &style);
    out->opacity = CLAMP(style.opacity, 0, 1);
    out->fill_alpha = style.fill.alpha * style.fill_opacity;
    out->stroke_alpha = style.stroke.alpha * style.stroke_opacity;
    svg_gradient_look(doc, &style.fill, shape->box, &out->gradient);
    out->dash = shape->dashed && style.dashes ? dash_of(&style) : SVG_DASH_SOLID;
}

/* One radius, though both directions may have their own. */
static double read_corner(SvgDocument *doc, const SvgNode *node)
{
    SvgLengthContext viewport = svg_element_viewport(doc, node);
    SvgMatrix m = svg_node_matrix(doc, node);
    SvgRoundedBox rect;
    gboolean is_rect = svg_node_tag(node) == SVG_TAG_RECT && svg_rect_read(node, &viewport, &rect);
    return is_rect ? rect.rx * svg_matrix_scale(m) : 0;
}

/* --- words ------------------------------------------------------------------------------------ */

/* Words on a shape stand where they are, however they are written; several texts at several sides.
 */
static SvgAlong place_of(SvgDocument *doc, const SvgShape *on, SvgBox words)
{
    g_auto(GStrv) texts = svg_document_labels(doc, on->id);
    if (g_strv_length(texts) > 1) {
        return SVG_ALONG_CENTER;
    }
    SvgBox shape = on->box;
    double room = MAX(shape.w - words.w, 0) / 2;
    double off = svg_box_center(words).x - svg_box_center(shape).x;
    return fabs(off) <= room / 2 ? SVG_ALONG_CENTER : off < 0 ? SVG_ALONG_START : SVG_ALONG_END;
}

static void read_words(SvgDocument *doc, const SvgShape *shape, SvgNode *words, SvgLook *out)
{
    static const SvgAlong alongs[] = {
        [SVG_TEXT_START] = SVG_ALONG_START,
        [SVG_TEXT_MIDDLE] = SVG_ALONG_CENTER,
        [SVG_TEXT_END] = SVG_ALONG_END,
    };
    SvgStyle style;
    svg_style_of(doc, svg_content_first(words), &style);
    out->has_words = TRUE;
    out->font_family = svg_family_first(style.font_family ? style.font_family : "sans-serif");
    out->bold = style.font_weight >= SVG_BOLD;
    out->italic = style.font_italic;
    out->align = shape->kind == SVG_KIND_TEXT || shape->kind == SVG_KIND_LINE ||
                         shape->kind == SVG_KIND_ARROW
                     ? alongs[style.text_anchor]
                     : place_of(doc, shape, svg_node_box(doc, words));
    if (style.fill.kind == SVG_PAINT_COLOR) {
        g_snprintf(out->ink, sizeof out->ink, "#%06x", style.fill.rgb & 0xffffff);
    }
}

/* --- the way of a line ------------------------------------------------------------------------ */

/* What stretches a line is made of, as seen on the page. */
typedef struct {
    guint lines, curves;
    gboolean level; /* every line is level or upright */
} Stretches;

static gboolean is_level(SvgPoint a, SvgPoint b)
{
    double w = fabs(b.x - a.x), h = fabs(b.y - a.y);
    return MIN(w, h) <= LEVEL * MAX(w, h);
}

/* Programs write straight lines as curves, too. */
static gboolean is_curved(const SvgSegment *segment, SvgUserPoint from)
{
    SvgUserPoint end = svg_segment_end(segment);
    double w = end.x - from.x, h = end.y - from.y, off = 0;
    for (guint i = 1; i < 4; i++) {
        SvgUserPoint p = svg_segment_at(segment, from, i / 4.0);
        off = MAX(off, fabs((p.x - from.x) * h - (p.y - from.y) * w));
    }
    return svg_segment_is_curve(segment) && off > LEVEL * (w * w + h * h);
}

static Stretches stretches_of(SvgDocument *doc, const SvgNode *node)
{
    SvgLengthContext viewport = svg_element_viewport(doc, node);
    SvgMatrix m = svg_node_matrix(doc, node);
    g_autoptr(GArray) segments = svg_node_segments(node, &viewport);
    Stretches out = {0, 0, TRUE};
    SvgUserPoint at = {0, 0};
    for (guint i = 0; segments && i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        SvgUserPoint end = svg_segment_end(segment);
        gboolean curve = is_curved(segment, at);
        if (segment->kind != SVG_SEG_MOVE) {
            out.lines += !curve;
            out.curves += curve;
            out.level &=
                curve || is_level(svg_matrix_to_document(m, at), svg_matrix_to_document(m, end));
        }
        at = end;
    }
    return out;
}

SvgRoute svg_scene_route(const SvgScene *scene, guint line)
{
    const SvgEntry *entry = svg_scene_entry(scene, line);
    Stretches of = is_line(entry->kind) && entry->last_link == line
                       ? stretches_of(scene->doc, entry->node)
                       : (Stretches){0, 0, TRUE};
    return of.lines + of.curves <= 1 && !of.curves ? SVG_ROUTE_STRAIGHT
           : of.lines > 1 && of.level              ? SVG_ROUTE_ORTHOGONAL
           : of.curves                             ? SVG_ROUTE_CURVED
                                                   : SVG_ROUTE_POLYLINE;
}

/* Where on the way, as it is drawn, the words are; NAN of several lines that are one. */
static double label_at(SvgScene *scene, const SvgShape *shape, guint index, SvgBox words)
{
    if (svg_scene_entry(scene, index)->last_link != index) {
        return NAN;
    }
    g_autoptr(GArray) track = svg_scene_track(scene, index);
    double length = svg_track_length(track);
    double along = svg_track_nearest(track, svg_box_center(words)).along;
    SvgPoint first = svg_track_at(track, 0), last = svg_track_at(track, length);
    gboolean turned = hypot(shape->start.x - last.x, shape->start.y - last.y) <
                      hypot(shape->start.x - first.x, shape->start.y - first.y);
    return !(length > 0) ? NAN : turned ? 1 - along : along;
}

static void read_line(SvgDocument *doc, const SvgShape *shape, const SvgNode *node, SvgNode *words,
                      SvgLook *out)
{
    SvgScene *scene = svg_scene_of(doc);
    guint index = svg_scene_find(scene, node);
    if (index != SVG_NO_ENTRY) {
        svg_scene_read_line_heads(scene, index, out->heads);
        out->route = svg_scene_route(scene, index);
        out->label_at = words ? label_at(scene, shape, index, svg_node_box(doc, words)) : NAN;
    }
}

/* --- what isn't seen -------------------------------------------------------------------------- */

static gboolean is_clipped(SvgDocument *doc, const SvgNode *node)
{
    const char *value = svg_style_declared(doc, node, SVG_PROPERTY_CLIP_PATH);
    return value && g_ascii_strcasecmp(value, "none") != 0;
}

static void read_around(SvgDocument *doc, const SvgNode *node, SvgLook *out)
{
    for (const SvgNode *at = node; at; at = at->parent) {
        const char *href = svg_node_tag(at) == SVG_TAG_A ? svg_node_href(at) : NULL;
        out->clipped |= is_clipped(doc, at);
        if (href && !out->link) {
            out->link = g_strdup(href);
        }
    }
}

void svg_document_look(SvgDocument *doc, const SvgShape *shape, SvgLook *out)
{
    *out = (SvgLook){.opacity = 1, .fill_alpha = 1, .stroke_alpha = 1, .label_at = NAN};
    SvgNode *node = svg_document_find(doc, shape->id);
    const char *id = shape->kind == SVG_KIND_TEXT ? shape->id : shape->label_id;
    SvgNode *words = id ? svg_document_find(doc, id) : NULL;
    if (node) {
        read_stroke(doc, shape, node, out);
        out->corner_radius = read_corner(doc, node);
        SvgNode *desc = svg_content_child(node, SVG_TAG_DESC);
        out->description = desc ? svg_content_read(desc) : NULL;
        read_around(doc, node, out);
        if (is_line(shape->kind)) {
            read_line(doc, shape, node, words, out);
        }
    }
    if (words && svg_node_tag(words) == SVG_TAG_TEXT) {
        read_words(doc, shape, words, out);
    }
}

void svg_look_clear(SvgLook *look)
{
    g_clear_pointer(&look->font_family, g_free);
    g_clear_pointer(&look->description, g_free);
    g_clear_pointer(&look->link, g_free);
}

SvgNode *svg_group_only_labelled(SvgDocument *doc, const SvgNode *group)
{
    SvgScene *scene = svg_scene_of(doc);
    guint index = svg_scene_find(scene, group);
    SvgNode *found = NULL;
    if (index == SVG_NO_ENTRY || svg_scene_entry(scene, index)->kind != SVG_KIND_GROUP) {
        return NULL;
    }
    for (guint i = index + 1; i < svg_scene_entry(scene, index)->beyond; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        if (entry->label != SVG_NO_ENTRY && entry->kind != SVG_KIND_TEXT) {
            if (found) {
                return NULL;
            }
            found = entry->node;
        }
    }
    return found;
}
