/* Blocks below each other, and lines: CSS 2.1 §8.3.1, §9.4, §10.3. */
#include "html/lines.h"

#include <math.h>
#include <string.h>

#define BULLET_GAP 8 /* px, between a list item and what marks it */

typedef struct {
    SvgHtmlLayout *layout;
    const SvgHtmlStyle *style; /* of the block whose content it is */
    SvgHtmlLines *lines;
    double x, y;
    SvgHtmlRoom room;
    double margin;   /* that waits for what it keeps away from */
    double top;      /* of what was placed first; NAN: nothing was */
    double widest;   /* from x on */
    double baseline; /* NAN: no line yet */
    SvgNode *marked; /* the list item whose first line comes next; or NULL */
} Flow;

static void add_children(Flow *flow, SvgNode *node, const SvgHtmlStyle *style);

/* CSS 2.1 §8.3.1. */
static double collapsed(double a, double b)
{
    return MAX(MAX(a, b), 0) + MIN(MIN(a, b), 0);
}

static double side(double value)
{
    return isnan(value) ? 0 : value;
}

/* Something is placed now. */
static void arrive(Flow *flow)
{
    flow->y += flow->margin;
    flow->margin = 0;
    flow->top = isnan(flow->top) ? flow->y : flow->top;
}

static void note_size(Flow *flow, double w, double h)
{
    flow->widest = MAX(flow->widest, w);
    flow->y += h;
}

/* --- lists ------------------------------------------------------------------------------------ */

static guint number_of(const SvgNode *item)
{
    guint n = 1;
    for (const SvgNode *at = item->prev; at; at = at->prev) {
        n += at->name && g_str_equal(svg_html_name(at), "li");
    }
    return n;
}

/* At the first line of a list item, left of it. */
static void add_mark(Flow *flow, double baseline)
{
    SvgNode *item = g_steal_pointer(&flow->marked);
    if (!item || flow->layout->mode != SVG_HTML_FINAL) {
        return;
    }
    gboolean ordered = g_str_equal(svg_html_name(item->parent), "ol");
    char *text = ordered ? g_strdup_printf("%u.", number_of(item)) : g_strdup("•");
    guint at = flow->layout->pieces->len;
    svg_html_text(flow->layout, flow->x, baseline, flow->style, text);
    const SvgHtmlPiece *piece = &g_array_index(flow->layout->pieces, SvgHtmlPiece, at);
    svg_html_shift(flow->layout, at, at + 1, -piece->w - BULLET_GAP, 0);
}

/* --- lines ------------------------------------------------------------------------------------ */

static void end_lines(Flow *flow)
{
    if (svg_html_lines_are_empty(flow->lines)) {
        return;
    }
    arrive(flow);
    SvgHtmlSize size = svg_html_lines_place(flow->lines, flow->layout, flow->style, flow->x,
                                            flow->y, flow->room.width);
    add_mark(flow, flow->y + size.baseline);
    flow->baseline = isnan(flow->baseline) ? flow->y + size.baseline : flow->baseline;
    note_size(flow, size.w, size.h);
}

static void add_box(Flow *flow, SvgNode *node, const SvgHtmlStyle *style)
{
    double margins = side(style->margin[SVG_HTML_LEFT]) + side(style->margin[SVG_HTML_RIGHT]);
    SvgHtmlRoom room = {MAX(flow->room.width - margins, 0), flow->room.height};
    SvgHtmlItem box = {.style = *style, .node = node, .from = flow->layout->pieces->len};
    double width = svg_html_fit(flow->layout, node, style, room);
    box.size = svg_html_box(flow->layout, node, style, 0, 0, width, NAN);
    box.to = flow->layout->pieces->len;
    svg_html_lines_add_box(flow->lines, &box);
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Its margins are one with those of what is in it. */
static gboolean is_open(const SvgHtmlStyle *style)
{
    return style->display == SVG_HTML_BLOCK && !style->whole && isnan(style->height) &&
           svg_html_edges(style, TRUE) == 0;
}

/* How wide a block is, and how far right of its place it begins. */
static double width_of_block(Flow *flow, SvgNode *node, const SvgHtmlStyle *style, double *right)
{
    double left = side(style->margin[SVG_HTML_LEFT]), end = side(style->margin[SVG_HTML_RIGHT]);
    double room = MAX(flow->room.width - left - end, 0), asked = svg_html_asked(style, FALSE);
    gboolean fits = style->display == SVG_HTML_TABLE || style->display == SVG_HTML_CELL;
    double width = svg_html_kept(style, isnan(asked) ? room : asked);
    if (fits && isnan(asked)) {
        width = svg_html_fit(flow->layout, node, style, (SvgHtmlRoom){room, NAN});
    }
    gboolean centered = isnan(style->margin[SVG_HTML_LEFT]) && isfinite(room);
    double share = isnan(style->margin[SVG_HTML_RIGHT]) ? 0.5 : 1;
    *right = left + (centered ? MAX(room - width, 0) * share : 0);
    return width;
}

/* A block whose margins go on into it. */
static void add_open(Flow *flow, SvgNode *node, const SvgHtmlStyle *style, double right,
                     double width)
{
    SvgHtmlLayout *layout = flow->layout;
    double left = style->padding[SVG_HTML_LEFT] + style->border[SVG_HTML_LEFT];
    Flow inner = *flow;
    guint at = layout->pieces->len;
    if (style->fill.alpha > 0) {
        svg_html_fill(layout, 0, 0, 0, 0, style->fill);
    }
    inner.style = style;
    inner.x += right + left;
    inner.room.width = MAX(width - svg_html_edges(style, FALSE), 0);
    inner.room.height = NAN;
    inner.widest = 0;
    inner.top = NAN;
    inner.marked = style->marked ? node : flow->marked;
    layout->depth++;
    add_children(&inner, node, style);
    end_lines(&inner);
    layout->depth--;
    if (style->fill.alpha > 0 && !isnan(inner.top)) {
        SvgHtmlPiece *piece = &g_array_index(layout->pieces, SvgHtmlPiece, at);
        piece->x = flow->x + right, piece->y = inner.top;
        piece->w = width, piece->h = inner.y - inner.top;
        piece->ink.alpha *= style->font.visible ? style->alpha : 0;
    }
    flow->margin = inner.margin;
    flow->y = inner.y;
    flow->top = isnan(flow->top) ? inner.top : flow->top;
    flow->baseline = inner.baseline;
    flow->marked = NULL;
    double needed = inner.widest + svg_html_edges(style, FALSE);
    gboolean asked = !isnan(svg_html_asked(style, FALSE));
    flow->widest = MAX(flow->widest, right + (asked ? width : svg_html_kept(style, needed)));
}

static void add_block(Flow *flow, SvgNode *node, const SvgHtmlStyle *style)
{
    double right;
    end_lines(flow);
    flow->margin = collapsed(flow->margin, side(style->margin[SVG_HTML_ABOVE]));
    double width = width_of_block(flow, node, style, &right);
    if (is_open(style)) {
        add_open(flow, node, style, right, width);
    } else {
        arrive(flow);
        SvgHtmlSize size =
            svg_html_box(flow->layout, node, style, flow->x + right, flow->y, width, NAN);
        if (isnan(flow->baseline) && !isnan(size.baseline)) {
            flow->baseline = flow->y + size.baseline;
        }
        note_size(flow, right + size.w, size.h);
    }
    flow->margin = collapsed(flow->margin, side(style->margin[SVG_HTML_BELOW]));
}

/* --- content ---------------------------------------------------------------------------------- */

static gboolean is_replaced(const SvgNode *node)
{
    static const char *const names[] = {"img", "svg", "video", "canvas", "iframe", "object", NULL};
    return g_strv_contains(names, svg_html_name(node));
}

/* A picture in a line: the room it takes. */
static void add_replaced(Flow *flow, SvgNode *node, const SvgHtmlStyle *style)
{
    double width = svg_html_asked(style, FALSE), height = svg_html_asked(style, TRUE);
    SvgHtmlItem box = {.style = *style, .node = node};
    box.from = box.to = flow->layout->pieces->len;
    box.size = (SvgHtmlSize){side(width), side(height), NAN};
    svg_html_lines_add_box(flow->lines, &box);
}

static void add_element(Flow *flow, SvgNode *node, const SvgHtmlStyle *parent)
{
    SvgHtmlStyle style;
    if (!svg_html_child(flow->layout, node, parent, flow->room, &style)) {
        return;
    }
    if (style.display == SVG_HTML_BREAK) {
        svg_html_lines_add_break(flow->lines, parent);
    } else if (is_replaced(node)) {
        add_replaced(flow, node, &style);
    } else if (style.in_line) {
        add_box(flow, node, &style);
    } else if (style.display == SVG_HTML_INLINE) {
        flow->layout->depth++;
        add_children(flow, node, &style);
        flow->layout->depth--;
    } else {
        add_block(flow, node, &style);
    }
}

/* White space beside elements has no node: it is read from the bytes, without comments. */
static void add_gap(Flow *flow, SvgSlice bytes, const SvgHtmlStyle *style)
{
    g_autoptr(GString) white = g_string_new(NULL);
    const char *at = bytes.at, *end = at + bytes.len;
    while (at < end) {
        const char *behind = *at == '<' ? memmem(at, (gsize)(end - at), ">", 1) : NULL;
        if (behind && end - at > 4 && memcmp(at, "<!--", 4) == 0) {
            const char *close = memmem(at, (gsize)(end - at), "-->", 3);
            behind = close ? close + 2 : end - 1;
        }
        if (!behind && g_ascii_isspace(*at)) {
            g_string_append_c(white, *at);
        }
        at = behind ? behind + 1 : at + 1;
    }
    svg_html_lines_add_text(flow->lines, white->str, style);
}

/* Also of what isn't a block of its own. */
static void add_children(Flow *flow, SvgNode *node, const SvgHtmlStyle *style)
{
    for (SvgNode *at = node->first; at; at = at->next) {
        if (at->name && (!at->prev || at->prev->name)) {
            add_gap(flow, at->before, style);
        }
        if (at->name) {
            add_element(flow, at, style);
        } else if (at->text) {
            svg_html_lines_add_text(flow->lines, at->text, style);
        }
    }
    if (node->last && node->last->name) {
        add_gap(flow, node->tail, style);
    }
}

SvgHtmlSize svg_html_flow(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style, double x,
                          double y, SvgHtmlRoom room)
{
    SvgHtmlLines lines;
    svg_html_lines_init(&lines);
    Flow flow = {.layout = layout,
                 .style = style,
                 .lines = &lines,
                 .x = x,
                 .y = y,
                 .room = room,
                 .top = NAN,
                 .baseline = NAN,
                 .marked = style->marked ? node : NULL};
    add_children(&flow, node, style);
    end_lines(&flow);
    svg_html_lines_clear(&lines);
    return (SvgHtmlSize){flow.widest, flow.y + flow.margin - y, flow.baseline - y};
}
