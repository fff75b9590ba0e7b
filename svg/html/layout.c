/* Boxes: their edges, and how wide they are; pieces. */
#include "html/layout.h"

#include "geometry/text.h"

#include <math.h>
#include <string.h>

/* --- pieces ----------------------------------------------------------------------------------- */

void svg_html_fill(SvgHtmlLayout *layout, double x, double y, double w, double h, SvgHtmlInk ink)
{
    SvgHtmlPiece piece = {.x = x, .y = y, .w = w, .h = h, .ink = ink};
    g_array_append_val(layout->pieces, piece);
}

void svg_html_text(SvgHtmlLayout *layout, double x, double y, const SvgHtmlStyle *style, char *text)
{
    SvgTextExtents extents;
    svg_text_measure(text, &style->font, &extents);
    SvgHtmlPiece piece = {
        .text = text,
        .x = x,
        .y = y,
        .w = extents.width,
        .h = extents.ascent,
        .font = style->font,
        .underlined = style->underlined,
        .struck = style->struck,
        .ink = {style->font.color, style->font.visible ? style->alpha : 0},
    };
    g_array_append_val(layout->pieces, piece);
}

void svg_html_shift(SvgHtmlLayout *layout, guint from, guint to, double dx, double dy)
{
    for (guint i = from; i < to; i++) {
        SvgHtmlPiece *piece = &g_array_index(layout->pieces, SvgHtmlPiece, i);
        piece->x += dx;
        piece->y += dy;
    }
}

/* --- children --------------------------------------------------------------------------------- */

gboolean svg_html_is_blank(const SvgNode *node)
{
    return !node->name && (!node->text || !node->text[strspn(node->text, " \t\r\n\f")]);
}

gboolean svg_html_child(SvgHtmlLayout *layout, const SvgNode *node, const SvgHtmlStyle *parent,
                        SvgHtmlRoom room, SvgHtmlStyle *style)
{
    if (layout->depth >= SVG_HTML_MAX_DEPTH || ++layout->steps > SVG_HTML_MAX_STEPS) {
        return FALSE;
    }
    /* What is a part of a width that is being looked for asks for none. */
    room.width = layout->mode == SVG_HTML_FINAL ? room.width : NAN;
    svg_html_style(layout->doc, layout->sheets, node, parent, room, style);
    return style->display != SVG_HTML_NONE;
}

gboolean svg_html_has_rows(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style)
{
    const SvgHtmlRoom unknown = {NAN, NAN};
    SvgHtmlStyle child;
    for (SvgNode *at = svg_node_first_element(node); at; at = svg_node_next_element(at)) {
        if (svg_html_child(layout, at, style, unknown, &child) &&
            (child.display == SVG_HTML_ROWS || child.display == SVG_HTML_ROW)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* --- boxes ------------------------------------------------------------------------------------ */

/* How much of it is seen through what is around. */
static SvgHtmlInk seen(const SvgHtmlStyle *style, SvgHtmlInk ink)
{
    ink.alpha *= style->font.visible ? style->alpha : 0;
    return ink;
}

/* Room among the pieces for what is painted below the content, whose height isn't known yet. */
static guint begin_edges(SvgHtmlLayout *layout, const SvgHtmlStyle *style)
{
    guint at = layout->pieces->len;
    if (style->fill.alpha > 0) {
        svg_html_fill(layout, 0, 0, 0, 0, seen(style, style->fill));
    }
    for (guint i = 0; i < SVG_HTML_SIDES; i++) {
        if (style->border[i] > 0) {
            svg_html_fill(layout, 0, 0, 0, 0, seen(style, style->border_ink));
        }
    }
    return at;
}

static void end_edges(SvgHtmlLayout *layout, guint at, const SvgHtmlStyle *style, SvgUserBox box)
{
    const double *edge = style->border;
    const SvgUserBox sides[SVG_HTML_SIDES] = {
        {box.x, box.y, box.w, edge[SVG_HTML_ABOVE]},
        {box.x + box.w - edge[SVG_HTML_RIGHT], box.y, edge[SVG_HTML_RIGHT], box.h},
        {box.x, box.y + box.h - edge[SVG_HTML_BELOW], box.w, edge[SVG_HTML_BELOW]},
        {box.x, box.y, edge[SVG_HTML_LEFT], box.h},
    };
    SvgHtmlPiece *piece = (SvgHtmlPiece *)(gpointer)layout->pieces->data + at;
    if (style->fill.alpha > 0) {
        piece->x = box.x, piece->y = box.y, piece->w = box.w, piece->h = box.h;
        piece++;
    }
    for (guint i = 0; i < SVG_HTML_SIDES; i++) {
        if (edge[i] > 0) {
            piece->x = sides[i].x, piece->y = sides[i].y;
            piece->w = sides[i].w, piece->h = sides[i].h;
            piece++;
        }
    }
}

static SvgHtmlSize content(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style,
                           double x, double y, SvgHtmlRoom room)
{
    if (style->display == SVG_HTML_FLEX) {
        return svg_html_flex(layout, node, style, x, y, room);
    }
    if (style->display == SVG_HTML_TABLE && svg_html_has_rows(layout, node, style)) {
        return svg_html_table(layout, node, style, x, y, room);
    }
    return svg_html_flow(layout, node, style, x, y, room);
}

/* How far down content of that height begins in a cell that is higher. */
static double sunk(const SvgHtmlStyle *style, double room)
{
    gboolean cell = style->display == SVG_HTML_CELL;
    return !cell || room <= 0                   ? 0
           : style->vertical == SVG_HTML_MIDDLE ? room / 2
           : style->vertical == SVG_HTML_BOTTOM ? room
                                                : 0;
}

static double height_of(const SvgHtmlStyle *style, double needed)
{
    double asked = svg_html_asked(style, TRUE);
    double height = isnan(asked)                      ? needed
                    : style->display == SVG_HTML_CELL ? MAX(asked, needed)
                                                      : asked;
    return isnan(style->min_height) ? height : MAX(height, style->min_height);
}

/* Its width is told, not found. */
static gboolean has_width(const SvgHtmlLayout *layout, const SvgHtmlStyle *style)
{
    return layout->mode == SVG_HTML_FINAL || !isnan(svg_html_asked(style, FALSE));
}

SvgHtmlSize svg_html_box(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style, double x,
                         double y, double width, double height)
{
    double left = style->border[SVG_HTML_LEFT] + style->padding[SVG_HTML_LEFT];
    double above = style->border[SVG_HTML_ABOVE] + style->padding[SVG_HTML_ABOVE];
    double edges = svg_html_edges(style, TRUE), sides = svg_html_edges(style, FALSE);
    double asked = svg_html_asked(style, TRUE);
    asked = isnan(asked) ? height : asked;
    SvgHtmlRoom room = {MAX(width - sides, 0), asked - edges};
    guint at = begin_edges(layout, style), from = layout->pieces->len;
    layout->depth++;
    SvgHtmlSize size = content(layout, node, style, x + left, y + above, room);
    layout->depth--;
    double needed = size.h + edges;
    size.h = isnan(height) ? height_of(style, needed) : MAX(height, 0);
    double down = sunk(style, size.h - needed);
    svg_html_shift(layout, from, layout->pieces->len, 0, down);
    size.baseline += above + down;
    size.w = has_width(layout, style) ? width : svg_html_kept(style, size.w + sides);
    end_edges(layout, at, style, (SvgUserBox){x, y, size.w, size.h});
    return size;
}

/* --- as wide as what is in it ----------------------------------------------------------------- */

static double measure(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style,
                      SvgHtmlMode mode)
{
    SvgHtmlMode before = layout->mode;
    guint n = layout->pieces->len;
    layout->mode = mode;
    SvgHtmlSize size =
        svg_html_box(layout, node, style, 0, 0, mode == SVG_HTML_WIDEST ? INFINITY : 0, NAN);
    layout->mode = before;
    g_array_set_size(layout->pieces, n);
    return size.w;
}

double svg_html_fit(SvgHtmlLayout *layout, SvgNode *node, const SvgHtmlStyle *style,
                    SvgHtmlRoom available)
{
    double asked = svg_html_asked(style, FALSE);
    if (!isnan(asked)) {
        return svg_html_kept(style, asked);
    }
    if (layout->mode != SVG_HTML_FINAL) {
        return svg_html_kept(style, layout->mode == SVG_HTML_WIDEST ? INFINITY : 0);
    }
    double widest = measure(layout, node, style, SVG_HTML_WIDEST);
    if (widest > available.width) {
        double narrowest = measure(layout, node, style, SVG_HTML_NARROWEST);
        widest = CLAMP(available.width, MIN(narrowest, widest), widest);
    }
    return svg_html_kept(style, widest);
}
