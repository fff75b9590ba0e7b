/* What kind of shape one element is, and where its ends are. */
#include "geometry/parts.h"
#include "shape/content.h"
#include "shape/outline.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define FULLY_ROUND 0.99 /* of half the side: corners that meet */

/* Whether a length of the element needs more than a number: a unit that depends on the font or the
 * viewport. */
static gboolean has_relative_length(const SvgNode *node)
{
    static const char *const lengths[] = {"x1", "y1", "x2", "y2", "width", "height", "rx", "ry"};
    SvgTag tag = svg_node_tag(node);

    if (tag == SVG_TAG_PATH || tag == SVG_TAG_POLYLINE || tag == SVG_TAG_POLYGON) {
        return FALSE;
    }
    for (guint i = 0; i < node->n_attrs; i++) {
        const char *name = node->attrs[i].name->str;

        for (guint k = 0; k < G_N_ELEMENTS(lengths); k++) {
            if (name[0] == lengths[k][0] && name[1] == lengths[k][1] &&
                strcmp(name, lengths[k]) == 0 && strpbrk(node->attrs[i].value, "%ehvcEHVC")) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* The context of the element's attributes. Only relative lengths need its place in the document. */
SvgLengthContext svg_element_viewport(SvgDocument *doc, const SvgNode *node)
{
    SvgLengthContext viewport = {100, 100, 16, 0};
    SvgContext parent;

    if (has_relative_length(node) && node->parent &&
        svg_context_of_children(doc, node->parent, &parent)) {
        SvgContext self;

        svg_context_self(doc, node, &parent, &self);
        viewport = self.viewport;
    }
    return viewport;
}

/* Corners that don't meet, as nearly all: told by the radii alone. */
static gboolean has_small_corners(const SvgNode *node, SvgBox box, SvgMatrix matrix)
{
    const char *const radii[] = {svg_node_value(node, SVG_ATTR_RX),
                                 svg_node_value(node, SVG_ATTR_RY)};
    double limit = svg_matrix_is_translation(matrix) ? FULLY_ROUND * MIN(box.w, box.h) / 2 : 0;
    double radius;

    for (guint i = 0; i < G_N_ELEMENTS(radii); i++) {
        if (radii[i] && (!svg_number_parse(radii[i], &radius) || !(radius < limit))) {
            return FALSE;
        }
    }
    return TRUE;
}

static SvgKind rect_kind(SvgDocument *doc, const SvgNode *node, SvgBox box, SvgMatrix matrix)
{
    SvgLengthContext viewport;
    SvgRoundedBox r;
    gboolean wide, high;

    if (has_small_corners(node, box, matrix)) {
        return SVG_KIND_RECTANGLE;
    }
    viewport = svg_element_viewport(doc, node);
    if (!svg_rect_read(node, &viewport, &r)) {
        return SVG_KIND_RECTANGLE;
    }
    wide = r.rx >= FULLY_ROUND * r.box.w / 2;
    high = r.ry >= FULLY_ROUND * r.box.h / 2;
    return wide && high ? SVG_KIND_ELLIPSE : wide || high ? SVG_KIND_PILL : SVG_KIND_RECTANGLE;
}

/* Inkscape's own shapes say what they are. SVG_KIND_COUNT when not. */
static SvgKind parametric_kind(const SvgNode *node)
{
    const char *type = svg_node_attr(node, "sodipodi:type");
    const char *flat = svg_node_attr(node, "inkscape:flatsided");

    if (!type) {
        return SVG_KIND_COUNT;
    }
    if (strcmp(type, "arc") == 0 && !svg_node_attr(node, "sodipodi:start")) {
        return SVG_KIND_ELLIPSE;
    }
    if (strcmp(type, "star") == 0 && (!flat || strcmp(flat, "true") != 0)) {
        return SVG_KIND_STAR;
    }
    return SVG_KIND_COUNT;
}

gboolean svg_node_is_connector(const SvgNode *node)
{
    return svg_node_attr(node, "inkscape:connection-start") ||
           svg_node_attr(node, "inkscape:connection-end");
}

void svg_entry_turn(SvgEntry *line)
{
    SvgPoint at = line->start, out = line->start_out;

    line->start = line->end;
    line->start_out = line->end_out;
    line->end = at;
    line->end_out = out;
    line->bend = -line->bend;
}

double svg_left_of(SvgPoint start, SvgPoint end, SvgPoint p)
{
    double dx = end.x - start.x, dy = end.y - start.y, length = hypot(dx, dy);

    return length > 0 ? ((p.x - start.x) * dy - (p.y - start.y) * dx) / length : 0;
}

/* The unit vector along `way`, or against it. */
static SvgPoint direction(SvgMatrix m, SvgUserPoint way, double sign)
{
    SvgPoint to = {m.a * way.x + m.c * way.y, m.b * way.x + m.d * way.y};
    double length = hypot(to.x, to.y);

    return length > 0 ? (SvgPoint){sign * to.x / length, sign * to.y / length} : (SvgPoint){0, 0};
}

static SvgOutlinePaint paint_of(const SvgEntry *entry)
{
    if (entry->fill.kind == SVG_PAINT_NONE) {
        return SVG_OUTLINE_STROKED;
    }
    return entry->stroke.kind == SVG_PAINT_NONE ? SVG_OUTLINE_FILLED
                                                : SVG_OUTLINE_FILLED_AND_STROKED;
}

/* The ends of an outline, in its user space. */
typedef struct {
    SvgUserPoint start, end, leaving, arriving;
    const SvgSegment *only; /* the curve that it is; NULL when it is something else */
} Ends;

static double bend_of(const Ends *ends, SvgMatrix matrix)
{
    SvgUserPoint half = svg_segment_at(ends->only, ends->start, 0.5);

    return svg_left_of(svg_matrix_to_document(matrix, ends->start),
                       svg_matrix_to_document(matrix, ends->end),
                       svg_matrix_to_document(matrix, half));
}

/* One curve, and not a straight line. */
static gboolean is_only(const SvgSegment *segment, guint n)
{
    return n == 2 && svg_segment_is_curve(segment);
}

static void set_outline(SvgEntry *entry, SvgOutline outline, SvgMatrix matrix, const Ends *ends)
{
    entry->kind = outline.kind;
    entry->closed = outline.closed;
    entry->traced = TRUE;
    if (!outline.closed) {
        entry->start = svg_matrix_to_document(matrix, ends->start);
        entry->end = svg_matrix_to_document(matrix, ends->end);
        entry->start_out = direction(matrix, ends->leaving, -1);
        entry->end_out = direction(matrix, ends->arriving, 1);
        entry->bend = ends->only ? bend_of(ends, matrix) : 0;
    }
}

static guint count_segments(const SvgTrail *trail)
{
    guint n = 0;

    for (guint i = 0; i < G_N_ELEMENTS(trail->counts); i++) {
        n += trail->counts[i];
    }
    return n;
}

static void follow(SvgEntry *entry, const SvgTrail *trail, SvgMatrix matrix)
{
    SvgOutline outline;
    Ends ends;

    if (svg_outline_told(trail, matrix, entry->box, paint_of(entry), &outline) &&
        (outline.closed ||
         svg_trail_ends(trail, &ends.start, &ends.end, &ends.leaving, &ends.arriving))) {
        ends.only = is_only(&trail->last, count_segments(trail)) ? &trail->last : NULL;
        set_outline(entry, outline, matrix, &ends);
    }
}

static void trace(SvgDocument *doc, SvgEntry *entry, const SvgNode *node, SvgMatrix matrix)
{
    SvgLengthContext viewport = svg_element_viewport(doc, node);
    g_autoptr(GArray) segments = svg_node_segments(node, &viewport);
    SvgOutline outline = svg_outline_read(segments, matrix, entry->box, paint_of(entry));
    Ends ends;

    entry->kind = outline.kind;
    if (svg_segments_ends(segments, &ends.start, &ends.end, &ends.leaving, &ends.arriving)) {
        const SvgSegment *last = &g_array_index(segments, SvgSegment, segments->len - 1);

        ends.only = is_only(last, segments->len) ? last : NULL;
        set_outline(entry, outline, matrix, &ends);
    }
}

/* Of an open outline: markers at its first point alone make that the head. */
static void read_heads(SvgEntry *entry)
{
    if (entry->head_start || entry->head_end || svg_node_is_connector(entry->node)) {
        entry->kind = SVG_KIND_ARROW;
    }
    entry->marked = entry->head_start || entry->head_end;
    if (entry->head_start && !entry->head_end) {
        svg_entry_turn(entry);
    }
}

static void read_outline(SvgDocument *doc, SvgEntry *entry, const SvgNode *node, SvgMatrix matrix)
{
    SvgKind parametric = parametric_kind(node);

    if (!entry->traced) {
        trace(doc, entry, node, matrix);
    }
    if (parametric < SVG_KIND_COUNT) {
        entry->kind = parametric;
        entry->closed = TRUE;
    } else if (entry->traced && !entry->closed) {
        read_heads(entry);
    }
}

/* HTML that says something is a text, and so is what stands in for it. */
static void read_words(SvgEntry *entry, SvgNode *html)
{
    g_autofree char *words = html ? svg_content_read(html) : NULL;

    entry->kind = words ? SVG_KIND_TEXT : entry->kind;
}

static void read_element(SvgDocument *doc, SvgEntry *entry, SvgNode *node, SvgMatrix matrix)
{
    SvgTag tag = svg_node_tag(node);
    guint flags = svg_tag_flags(tag);

    if (tag == SVG_TAG_RECT) {
        entry->kind = rect_kind(doc, node, entry->box, matrix);
        entry->closed = TRUE;
    } else if (flags & SVG_TAG_IS_ROUND) {
        entry->kind = SVG_KIND_ELLIPSE;
        entry->closed = TRUE;
    } else if (flags & SVG_TAG_IS_SHAPE) {
        read_outline(doc, entry, node, matrix);
    } else if (flags & SVG_TAG_IS_TEXT_BLOCK) {
        entry->kind = SVG_KIND_TEXT;
    } else if (tag == SVG_TAG_IMAGE) {
        entry->kind = SVG_KIND_IMAGE;
        read_words(entry, svg_content_original(node));
    } else if (flags & SVG_TAG_IS_CONTAINER) {
        entry->kind = SVG_KIND_GROUP;
    } else if (flags & SVG_TAG_IS_HTML) {
        entry->kind = SVG_KIND_UNKNOWN;
        read_words(entry, node);
    } else {
        entry->kind = SVG_KIND_UNKNOWN;
    }
}

/* A clone of one element is what its original is; a clone of several is its own thing. */
static void read_clone(SvgDocument *doc, SvgEntry *entry, SvgMatrix matrix)
{
    const char *href = svg_node_href(entry->node);
    SvgNode *original = href ? svg_document_ref(doc, href) : NULL;
    SvgTag tag = original ? svg_node_tag(original) : SVG_TAG_UNKNOWN;
    SvgContext self = {.matrix = matrix}, content;
    SvgStyle style;

    entry->kind = SVG_KIND_UNKNOWN;
    if (!original || tag == SVG_TAG_USE || (svg_tag_flags(tag) & SVG_TAG_IS_CONTAINER)) {
        return;
    }
    svg_style_of(doc, original, &style);
    self.viewport = svg_element_viewport(doc, entry->node);
    svg_context_content(doc, entry->node, &self, NULL, &content);
    read_element(doc, entry, original,
                 svg_matrix_multiply(content.matrix, svg_node_transform(original, &style)));
}

void svg_entry_read_kind(SvgDocument *doc, SvgEntry *entry, SvgMatrix matrix)
{
    if (entry->tag == SVG_TAG_USE) {
        read_clone(doc, entry, matrix);
    } else {
        read_element(doc, entry, entry->node, matrix);
    }
    entry->closed &= entry->visible && !svg_box_is_empty(entry->box);
}

/* The tags whose kinds take time, but for outlines that are told by their trails. */
static gboolean is_slow(SvgTag tag)
{
    return tag == SVG_TAG_USE || (svg_tag_flags(tag) & (SVG_TAG_IS_HTML | SVG_TAG_HAS_VERTICES));
}

gboolean svg_entry_read_quick(SvgDocument *doc, SvgEntry *entry, SvgMatrix matrix,
                              const SvgTrail *trail)
{
    if (trail) {
        follow(entry, trail, matrix);
    }
    if (is_slow(entry->tag) && !entry->traced) {
        return FALSE;
    }
    svg_entry_read_kind(doc, entry, matrix);
    return TRUE;
}
