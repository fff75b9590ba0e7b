/* Heads by what they show: forms, and the bars, circles and feet of crow's foot notation. */
#include "shape/head.h"

#include "document/document_priv.h"
#include "geometry/parts.h"
#include "shape/outline.h"
#include "shape/scene.h"

#include <math.h>

#define BAR_SHARE  0.35 /* of its length: a wider rectangle is no bar */
#define AT_TIP     0.25 /* of its length: a bar that is farther off the line's end stands off */
#define WIDER      1.5  /* times: a foot at its toes than at its heel, an open head the other way */
#define NEAR       0.1  /* of the length of strokes: what is at one of their ends */
#define SAMPLES    4    /* of a curve */
#define MOST_PARTS 64   /* of a marker */

static const struct {
    SvgKind kind;
    SvgHead full, hollow;
} forms[] = {
    {SVG_KIND_ELLIPSE, SVG_HEAD_DOT, SVG_HEAD_DOT_HOLLOW},
    {SVG_KIND_DIAMOND, SVG_HEAD_DIAMOND, SVG_HEAD_DIAMOND_HOLLOW},
    {SVG_KIND_LINE, SVG_HEAD_BAR, SVG_HEAD_BAR},
    {SVG_KIND_TRIANGLE, SVG_HEAD_ARROW, SVG_HEAD_TRIANGLE_HOLLOW},
    {SVG_KIND_DRAW, SVG_HEAD_ARROW, SVG_HEAD_TRIANGLE_HOLLOW},
};

SvgHead svg_head_of_form(SvgKind kind, SvgBox box, gboolean hollow)
{
    for (gsize i = 0; i < G_N_ELEMENTS(forms); i++) {
        if (forms[i].kind == kind) {
            return hollow ? forms[i].hollow : forms[i].full;
        }
    }
    gboolean bar = kind == SVG_KIND_RECTANGLE && box.w <= BAR_SHARE * box.h;
    return bar ? SVG_HEAD_BAR : SVG_HEAD_OTHER;
}

static gboolean is_painted(const SvgPaint *paint)
{
    return paint->kind != SVG_PAINT_NONE && !(paint->kind == SVG_PAINT_COLOR && paint->alpha <= 0);
}

gboolean svg_head_is_hollow(const SvgPaint *fill, const SvgPaint *stroke)
{
    return is_painted(stroke) && (!is_painted(fill) || !svg_paint_is_same(fill, stroke));
}

/* --- what a marker is made of ----------------------------------------------------------------- */

/* Places are seen from the end of the line: x is how far out, y how far aside. */
typedef struct {
    SvgDocument *doc;
    const SvgNode *marker;
    SvgMatrix out;   /* the marker's content → those places */
    GArray *strokes; /* SvgPoint: of all strokes that are neither bars nor along the line */
    guint bars, rounds;
    double bar_at, bar_length; /* of the one that is farthest out */
    gboolean round_hollow;
    gboolean foot; /* one whose toes are curves */
    SvgHead form;  /* the first one that is closed; OTHER before there is any */
} Seen;

static double number(const SvgNode *node, const char *name)
{
    const char *text = svg_node_attr(node, name);
    return text ? g_ascii_strtod(text, NULL) : 0;
}

static void add_bar(Seen *seen, double at, double length)
{
    if (seen->bars++ == 0 || at > seen->bar_at) {
        seen->bar_at = at;
        seen->bar_length = length;
    }
}

static void add_form(Seen *seen, SvgHead head, SvgBox box)
{
    if (head == SVG_HEAD_DOT || head == SVG_HEAD_DOT_HOLLOW) {
        seen->rounds++;
        seen->round_hollow |= head == SVG_HEAD_DOT_HOLLOW;
    } else if (head == SVG_HEAD_BAR) {
        add_bar(seen, box.x + box.w / 2, box.h);
    } else if (seen->form == SVG_HEAD_OTHER) {
        seen->form = head;
    }
}

/* Points of it, where curves are, too. */
static void add_strokes(Seen *seen, const GArray *segments, SvgMatrix m)
{
    SvgUserPoint at = {0, 0};
    for (guint i = 0; i < segments->len; i++) {
        const SvgSegment *segment = &g_array_index(segments, SvgSegment, i);
        guint n = svg_segment_is_curve(segment) ? SAMPLES : 1;
        for (guint k = 1; k <= n; k++) {
            SvgPoint p = svg_matrix_to_document(
                m, n > 1 ? svg_segment_at(segment, at, (double)k / n) : svg_segment_end(segment));
            g_array_append_val(seen->strokes, p);
        }
        at = svg_segment_end(segment);
    }
}

static void add_straight(Seen *seen, const GArray *segments, SvgMatrix m)
{
    SvgPoint a = svg_matrix_to_document(m, g_array_index(segments, SvgSegment, 0).p[0]);
    SvgPoint b = svg_matrix_to_document(m, g_array_index(segments, SvgSegment, 1).p[0]);
    double out = fabs(b.x - a.x), aside = fabs(b.y - a.y);
    if (out <= BAR_SHARE * aside) {
        add_bar(seen, (a.x + b.x) / 2, aside);
    } else if (aside > NEAR * out) {
        add_strokes(seen, segments, m);
    }
}

/* Two curves that meet at both ends: a foot whose other half is behind the shape. */
static gboolean is_lens(const GArray *segments)
{
    guint curves = 0;
    for (guint i = 1; i < segments->len; i++) {
        SvgSegKind kind = g_array_index(segments, SvgSegment, i).kind;
        curves += kind == SVG_SEG_QUAD || kind == SVG_SEG_CUBIC;
    }
    return curves == 2 && segments->len <= 4;
}

/* One outline of a path. */
static void add_part(Seen *seen, const GArray *segments, SvgMatrix m, const SvgStyle *style)
{
    gboolean hollow = svg_head_is_hollow(&style->fill, &style->stroke);
    SvgBox box = svg_segments_box(segments, m);
    const SvgSegment *first = &g_array_index(segments, SvgSegment, 0);
    const SvgSegment *last = &g_array_index(segments, SvgSegment, segments->len - 1);
    SvgUserPoint end = svg_segment_end(last);
    gboolean stroked = is_painted(&style->stroke);
    gboolean closed = end.x == first->p[0].x && end.y == first->p[0].y;
    gboolean straight = segments->len == 2 && last->kind == SVG_SEG_LINE;
    if (stroked && straight) {
        add_straight(seen, segments, m);
        return;
    }
    SvgOutlinePaint paint = hollow ? SVG_OUTLINE_STROKED : SVG_OUTLINE_FILLED_AND_STROKED;
    SvgKind kind = svg_outline_read(segments, m, box, paint).kind;
    if (hollow && is_lens(segments)) {
        seen->foot = TRUE;
    } else if (hollow && !closed) {
        add_strokes(seen, segments, m);
    } else {
        add_form(seen, svg_head_of_form(kind, box, hollow), box);
    }
}

static void add_path(Seen *seen, const GArray *segments, SvgMatrix m, const SvgStyle *style)
{
    g_autoptr(GArray) part = g_array_new(FALSE, FALSE, sizeof(SvgSegment));
    for (guint i = 0; i <= segments->len; i++) {
        const SvgSegment *segment =
            i < segments->len ? &g_array_index(segments, SvgSegment, i) : NULL;
        if (part->len > 1 && (!segment || segment->kind == SVG_SEG_MOVE)) {
            add_part(seen, part, m, style);
        }
        if (segment && segment->kind == SVG_SEG_MOVE) {
            g_array_set_size(part, 0);
        }
        if (segment) {
            g_array_append_val(part, *segment);
        }
    }
}

/* Of the element and of what it is in, up to the marker. */
static SvgMatrix matrix_of(const Seen *seen, const SvgNode *node)
{
    SvgMatrix m = SVG_MATRIX_IDENTITY;
    for (; node && node != seen->marker; node = node->parent) {
        SvgStyle style;
        svg_style_of(seen->doc, node, &style);
        m = svg_matrix_multiply(svg_node_transform(node, &style), m);
    }
    return svg_matrix_multiply(seen->out, m);
}

static void add_rect(Seen *seen, const SvgNode *node, SvgMatrix m, gboolean hollow)
{
    SvgLengthContext viewport = svg_element_viewport(seen->doc, node);
    SvgRoundedBox rect;
    if (svg_rect_read(node, &viewport, &rect)) {
        SvgBox box = svg_matrix_box_to_document(m, rect.box);
        add_form(seen, svg_head_of_form(SVG_KIND_RECTANGLE, box, hollow), box);
    }
}

static void add_element(Seen *seen, SvgNode *node)
{
    SvgStyle style;
    SvgLengthContext viewport = svg_element_viewport(seen->doc, node);
    SvgMatrix m = matrix_of(seen, node);
    svg_style_of(seen->doc, node, &style);
    gboolean hollow = svg_head_is_hollow(&style.fill, &style.stroke);
    g_autoptr(GArray) segments = svg_node_segments(node, &viewport);
    if (svg_node_is(node, SVG_TAG_IS_ROUND)) {
        add_form(seen, hollow ? SVG_HEAD_DOT_HOLLOW : SVG_HEAD_DOT, SVG_BOX_EMPTY);
    } else if (segments) {
        add_path(seen, segments, m, &style);
    } else if (svg_node_tag(node) == SVG_TAG_RECT) {
        add_rect(seen, node, m, hollow);
    }
}

/* --- what that is called ---------------------------------------------------------------------- */

/* How far aside the strokes are between two places along the line. */
static double width_at(const GArray *strokes, double from, double to)
{
    double width = 0;
    for (guint i = 0; i < strokes->len; i++) {
        SvgPoint p = g_array_index(strokes, SvgPoint, i);
        width = p.x >= from && p.x <= to ? MAX(width, fabs(p.y)) : width;
    }
    return width;
}

/* 1: they widen on the way out, as toes do; -1: they meet there; 0: neither. */
static int widening(const GArray *strokes)
{
    double least = INFINITY, most = -INFINITY;
    for (guint i = 0; i < strokes->len; i++) {
        SvgPoint p = g_array_index(strokes, SvgPoint, i);
        least = MIN(least, p.x);
        most = MAX(most, p.x);
    }
    double near = NEAR * (most - least);
    double outside = width_at(strokes, most - near, most);
    double inside = width_at(strokes, least, least + near);
    gboolean beyond = most > -least; /* an open head that looks back at where it stands */
    return outside > WIDER * inside ? (beyond ? -1 : 1) : inside > WIDER * outside ? -1 : 0;
}

static SvgHead name_of(const Seen *seen)
{
    int way = seen->foot ? 1 : seen->strokes->len ? widening(seen->strokes) : 0;
    gboolean round = seen->rounds > 0 && seen->round_hollow;
    if (way > 0) {
        return round ? SVG_HEAD_ZERO_OR_MANY : seen->bars ? SVG_HEAD_ONE_OR_MANY : SVG_HEAD_MANY;
    }
    if (seen->form != SVG_HEAD_OTHER || way < 0) {
        return seen->form != SVG_HEAD_OTHER ? seen->form : SVG_HEAD_OPEN;
    }
    if (seen->bars) {
        gboolean off = fabs(seen->bar_at) > AT_TIP * seen->bar_length;
        return round            ? SVG_HEAD_ZERO_OR_ONE
               : seen->bars > 1 ? SVG_HEAD_EXACTLY_ONE
               : off            ? SVG_HEAD_ONE
                                : SVG_HEAD_BAR;
    }
    return !seen->rounds ? SVG_HEAD_OTHER : round ? SVG_HEAD_DOT_HOLLOW : SVG_HEAD_DOT;
}

SvgHead svg_head_of_marker(SvgDocument *doc, SvgNode *marker, gboolean forward)
{
    double way = forward ? 1 : -1;
    Seen seen = {
        .doc = doc,
        .marker = marker,
        .out = {way, 0, 0, way, -way * number(marker, "refX"), -way * number(marker, "refY")},
        .strokes = g_array_new(FALSE, FALSE, sizeof(SvgPoint)),
        .form = SVG_HEAD_OTHER,
    };
    guint n = 0;
    for (SvgNode *at = marker; at && n <= MOST_PARTS; at = svg_node_walk(marker, at, FALSE)) {
        if (svg_node_is(at, SVG_TAG_IS_SHAPE) && n++ < MOST_PARTS) {
            add_element(&seen, at);
        }
    }
    SvgHead head = name_of(&seen);
    g_array_unref(seen.strokes);
    return head;
}
