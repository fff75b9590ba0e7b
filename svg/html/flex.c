/* Boxes beside or below each other, with the room that is left shared out: CSS Flexbox 1, in one
 * line, without an order of their own. */
#include "html/layout.h"

#include <math.h>

typedef struct {
    SvgHtmlLayout *layout;
    const SvgHtmlStyle *style;
    double x, y;
    SvgHtmlRoom room;
    GArray *items; /* SvgHtmlItem */
} Flex;

static double side(double value)
{
    return isnan(value) ? 0 : value;
}

static double margins(const SvgHtmlStyle *style, gboolean vertical)
{
    return side(style->margin[vertical ? SVG_HTML_ABOVE : SVG_HTML_LEFT]) +
           side(style->margin[vertical ? SVG_HTML_BELOW : SVG_HTML_RIGHT]);
}

static SvgHtmlItem *item_at(const Flex *flex, guint i)
{
    return &g_array_index(flex->items, SvgHtmlItem, i);
}

/* Words of its own: with all that is beside them they are one item. */
static gboolean has_words(const SvgNode *node)
{
    for (const SvgNode *at = node->first; at; at = at->next) {
        if (!at->name && !svg_html_is_blank(at)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The box that stands for the content where that is words. */
static SvgHtmlStyle wordy(const SvgHtmlStyle *around)
{
    SvgHtmlStyle style = *around;
    for (guint i = 0; i < SVG_HTML_SIDES; i++) {
        style.margin[i] = style.padding[i] = style.border[i] = 0;
    }
    style.display = SVG_HTML_BLOCK;
    style.whole = TRUE;
    style.fill = (SvgHtmlInk){0, 0};
    style.width = style.height = NAN;
    style.min_width = style.max_width = style.min_height = NAN;
    style.grow = 0;
    return style;
}

static void find_items(Flex *flex, SvgNode *node)
{
    if (has_words(node)) {
        SvgHtmlItem item = {.style = wordy(flex->style), .node = node};
        g_array_append_val(flex->items, item);
        return;
    }
    for (SvgNode *at = svg_node_first_element(node); at; at = svg_node_next_element(at)) {
        SvgHtmlItem item = {.node = at};
        if (svg_html_child(flex->layout, at, flex->style, flex->room, &item.style)) {
            gboolean inside =
                item.style.display == SVG_HTML_INLINE || item.style.display == SVG_HTML_BREAK;
            item.style.display = inside ? SVG_HTML_BLOCK : item.style.display;
            item.style.whole = TRUE;
            g_array_append_val(flex->items, item);
        }
    }
}

/* Where what is `used` of the room begins, and the gap between one and the next. */
static double justified(SvgHtmlPlace place, double free, guint n, double *gap)
{
    gboolean spread = place >= SVG_HTML_BETWEEN && place <= SVG_HTML_EVENLY;
    *gap = 0;
    if (!isfinite(free) || (spread && free < 0)) {
        return 0;
    }
    switch (place) {
    case SVG_HTML_CENTER:
        return free / 2;
    case SVG_HTML_END:
        return free;
    case SVG_HTML_BETWEEN:
        *gap = n > 1 ? free / (n - 1) : 0;
        return 0;
    case SVG_HTML_AROUND:
        *gap = free / n;
        return *gap / 2;
    case SVG_HTML_EVENLY:
        *gap = free / (n + 1);
        return *gap;
    default:
        return 0;
    }
}

static double placed(SvgHtmlPlace place, double free)
{
    return !isfinite(free)            ? 0
           : place == SVG_HTML_CENTER ? free / 2
           : place == SVG_HTML_END    ? free
                                      : 0;
}

/* How much an item is wider than it asks to be, or, below 0, narrower. */
static double share_of(const Flex *flex, const SvgHtmlItem *item, double free, double grows,
                       double widths)
{
    if (!isfinite(free) || flex->items->len < 2) {
        return free > 0 && isfinite(free) && grows > 0 ? free : 0;
    }
    return free >= 0 ? (grows > 0 ? free * item->style.grow / grows : 0)
                     : free * item->size.w / MAX(widths, 1);
}

static double widths_of(Flex *flex, double *grows)
{
    double sum = 0;
    for (guint i = 0; i < flex->items->len; i++) {
        SvgHtmlItem *item = item_at(flex, i);
        double outer = margins(&item->style, FALSE);
        SvgHtmlRoom room = {MAX(flex->room.width - outer, 0), flex->room.height};
        item->size.w = svg_html_fit(flex->layout, item->node, &item->style, room);
        *grows += item->style.grow;
        sum += isfinite(item->size.w) ? item->size.w : 0;
    }
    return sum;
}

static double outer_sum(const Flex *flex, gboolean vertical)
{
    double sum = side(flex->style->gap) * (flex->items->len - 1.0);
    for (guint i = 0; i < flex->items->len; i++) {
        const SvgHtmlItem *item = item_at(flex, i);
        sum += margins(&item->style, vertical) + (vertical ? item->size.h : item->size.w);
    }
    return sum;
}

static void lay_out(Flex *flex, SvgHtmlItem *item, double width)
{
    item->from = flex->layout->pieces->len;
    item->size = svg_html_box(flex->layout, item->node, &item->style, 0, 0, width, NAN);
    item->to = flex->layout->pieces->len;
}

static void put(const Flex *flex, const SvgHtmlItem *item, double x, double y)
{
    svg_html_shift(flex->layout, item->from, item->to,
                   flex->x + x + side(item->style.margin[SVG_HTML_LEFT]),
                   flex->y + y + side(item->style.margin[SVG_HTML_ABOVE]));
}

static double base_of(const SvgHtmlItem *item, double y)
{
    return y + side(item->style.margin[SVG_HTML_ABOVE]) + item->size.baseline;
}

static SvgHtmlSize lay_out_row(Flex *flex)
{
    double grows = 0, widths = widths_of(flex, &grows), highest = 0, gap;
    double free = flex->room.width - outer_sum(flex, FALSE);
    for (guint i = 0; i < flex->items->len; i++) {
        SvgHtmlItem *item = item_at(flex, i);
        lay_out(flex, item, MAX(item->size.w + share_of(flex, item, free, grows, widths), 0));
        highest = MAX(highest, item->size.h + margins(&item->style, TRUE));
    }
    SvgHtmlSize size = {outer_sum(flex, FALSE), highest, NAN};
    double room = isfinite(flex->room.height) ? flex->room.height : highest;
    double x = justified(flex->style->justify, flex->room.width - size.w, flex->items->len, &gap);
    for (guint i = 0; i < flex->items->len; i++) {
        SvgHtmlItem *item = item_at(flex, i);
        double outer = item->size.h + margins(&item->style, TRUE);
        double y = placed(flex->style->align, room - outer);
        put(flex, item, x, y);
        size.baseline = isnan(size.baseline) ? base_of(item, y) : size.baseline;
        x += item->size.w + margins(&item->style, FALSE) + side(flex->style->gap) + gap;
    }
    return size;
}

static SvgHtmlSize lay_out_column(Flex *flex)
{
    SvgHtmlSize size = {0, 0, NAN};
    gboolean final = flex->layout->mode == SVG_HTML_FINAL;
    double gap;
    for (guint i = 0; i < flex->items->len; i++) {
        SvgHtmlItem *item = item_at(flex, i);
        double outer = margins(&item->style, FALSE), asked = svg_html_asked(&item->style, FALSE);
        SvgHtmlRoom room = {MAX(flex->room.width - outer, 0), NAN};
        gboolean stretched = flex->style->align == SVG_HTML_STRETCH && isnan(asked) && final;
        lay_out(flex, item,
                stretched ? svg_html_kept(&item->style, room.width)
                          : svg_html_fit(flex->layout, item->node, &item->style, room));
        size.w = MAX(size.w, item->size.w + outer);
    }
    size.h = outer_sum(flex, TRUE);
    double y = justified(flex->style->justify, flex->room.height - size.h, flex->items->len, &gap);
    for (guint i = 0; i < flex->items->len; i++) {
        SvgHtmlItem *item = item_at(flex, i);
        double outer = item->size.w + margins(&item->style, FALSE);
        put(flex, item, placed(flex->style->align, flex->room.width - outer), y);
        size.baseline = isnan(size.baseline) ? base_of(item, y) : size.baseline;
        y += item->size.h + margins(&item->style, TRUE) + side(flex->style->gap) + gap;
    }
    return size;
}

SvgHtmlSize svg_html_flex(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style, double x,
                          double y, SvgHtmlRoom room)
{
    Flex flex = {layout, style, x, y, room, g_array_new(FALSE, FALSE, sizeof(SvgHtmlItem))};
    SvgHtmlSize size = {0, 0, NAN};
    find_items(&flex, node);
    if (flex.items->len > 0) {
        size = style->column ? lay_out_column(&flex) : lay_out_row(&flex);
    }
    g_array_unref(flex.items);
    return size;
}
