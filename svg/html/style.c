/* The style of one element: what SVG's cascade says of its letters, then of its box what browsers
 * do by themselves, then what is declared. */
#include "html/style.h"

#include "html/declared.h"
#include "html/elements.h"
#include "style/cascade.h"
#include "values/properties.h"
#include "values/values.h"

#include <math.h>
#include <string.h>

#define MEDIUM     16 /* px: what letters are for browsers, when nothing is said */
#define INDENT     40 /* px */
#define CELL_EDGE  1  /* px */
#define SPACING    2  /* px, between cells */
#define LINK_COLOR 0x0000ee

const char *svg_html_name(const SvgNode *node)
{
    const char *colon = strrchr(node->name->str, ':');
    return colon ? colon + 1 : node->name->str;
}

/* --- letters ---------------------------------------------------------------------------------- */

typedef struct {
    guint64 properties; /* a bit each */
    SvgHtmlStyle *style;
    SvgHtmlRoom room;
} Declared;

G_STATIC_ASSERT(SVG_PROPERTY_COUNT <= 64);

static guint64 bit_of(SvgProperty property)
{
    return G_GUINT64_CONSTANT(1) << property;
}

static void note(SvgSlice name, const char *value, gpointer data)
{
    Declared *declared = data;
    int property = svg_property_from_name(name.at, name.len);
    if (property >= 0 && !g_str_equal(value, "inherit")) {
        declared->properties |= bit_of((SvgProperty)property);
    }
}

static gboolean is_free(const Declared *declared, SvgProperty property)
{
    guint64 bits = bit_of(property) | bit_of(SVG_PROPERTY_FONT);
    return !(declared->properties & bits);
}

static void set_size(SvgStyle *font, double size)
{
    font->font_size = size;
    if (font->line_height_factor > 0) {
        font->line_height = font->line_height_factor * size;
    }
}

/* <font size="5">; "+1" and "-1" are from the usual 3. */
static double size_of_font(const SvgNode *node)
{
    static const double sizes[] = {10, 13, 16, 18, 24, 32, 48};
    const char *text = svg_node_attr(node, "size");
    double number;
    if (!text || !g_str_equal(svg_html_name(node), "font") || !svg_number_parse(text, &number)) {
        return 0;
    }
    gboolean relative = *text == '+' || *text == '-';
    return sizes[(int)CLAMP(number + (relative ? 3 : 0), 1, G_N_ELEMENTS(sizes)) - 1];
}

static gboolean leads_somewhere(const SvgHtmlElement *element, const SvgNode *node)
{
    return element->look & SVG_HTML_LINKED && svg_node_href(node);
}

/* What an element says by its name and attributes, where nothing is declared. */
static void set_letters(SvgStyle *font, const SvgStyle *around, const SvgHtmlElement *element,
                        const SvgNode *node, const Declared *declared)
{
    const char *face = svg_node_attr(node, "face");
    double size = size_of_font(node);
    if (is_free(declared, SVG_PROPERTY_FONT_SIZE) && (size > 0 || element->size != 1)) {
        set_size(font, size > 0 ? size : around->font_size * element->size);
    }
    if (is_free(declared, SVG_PROPERTY_FONT_WEIGHT) && element->look & SVG_HTML_BOLD) {
        font->font_weight = 700;
    }
    if (is_free(declared, SVG_PROPERTY_FONT_STYLE) && element->look & SVG_HTML_ITALIC) {
        font->font_italic = TRUE;
    }
    if (is_free(declared, SVG_PROPERTY_FONT_FAMILY)) {
        font->font_family = element->look & SVG_HTML_MONO ? "monospace"
                            : face                        ? face
                                                          : font->font_family;
    }
    if (is_free(declared, SVG_PROPERTY_COLOR) && leads_somewhere(element, node)) {
        font->color = LINK_COLOR;
    }
}

static void set_align(SvgStyle *font, const SvgHtmlElement *element, const SvgNode *node,
                      const Declared *declared)
{
    const char *align = svg_node_attr(node, "align");
    if (!is_free(declared, SVG_PROPERTY_TEXT_ALIGN)) {
        return;
    }
    if (element->look & SVG_HTML_CENTERED || (align && g_str_equal(align, "center"))) {
        font->text_align = SVG_ALIGN_CENTER;
    } else if (align && g_str_equal(align, "right")) {
        font->text_align = SVG_ALIGN_END;
    }
}

/* It says nothing of letters by itself. */
static gboolean is_plain(const SvgHtmlElement *element, const SvgNode *node)
{
    return !element->look && element->size == 1 && !svg_node_attr(node, "align") &&
           !g_str_equal(svg_html_name(node), "font");
}

/* --- boxes ------------------------------------------------------------------------------------ */

static void set_all(double *sides, double value)
{
    for (guint i = 0; i < SVG_HTML_SIDES; i++) {
        sides[i] = value;
    }
}

/* What isn't inherited. */
static void set_initial(SvgHtmlStyle *style)
{
    style->display = SVG_HTML_INLINE;
    style->in_line = style->whole = style->marked = style->with_border = style->column = FALSE;
    set_all(style->margin, 0);
    set_all(style->padding, 0);
    set_all(style->border, 0);
    style->fill = (SvgHtmlInk){0, 0};
    style->border_ink = (SvgHtmlInk){style->font.color, 1};
    style->width = style->height = NAN;
    style->min_width = style->max_width = style->min_height = NAN;
    style->justify = SVG_HTML_START;
    style->align = SVG_HTML_STRETCH;
    style->vertical = SVG_HTML_BASELINE;
    style->grow = style->gap = 0;
    style->spacing = SPACING;
}

static void set_element(SvgHtmlStyle *style, const SvgHtmlElement *element, const SvgNode *node,
                        double around)
{
    guint look = element->look;
    double size = style->font.font_size;
    style->display = element->display;
    style->margin[SVG_HTML_ABOVE] = style->margin[SVG_HTML_BELOW] = element->margin * size;
    style->rise += element->rise * around;
    style->underlined |= look & SVG_HTML_UNDERLINED || leads_somewhere(element, node);
    style->struck |= (look & SVG_HTML_STRUCK) != 0;
    style->marked = (look & SVG_HTML_LISTED) != 0;
    if (look & SVG_HTML_INDENTED) {
        style->padding[SVG_HTML_LEFT] = INDENT;
    }
    if (look & SVG_HTML_PRESERVED) {
        style->collapse = style->breaks = FALSE;
        style->feeds = TRUE;
    }
    if (element->display == SVG_HTML_CELL) {
        set_all(style->padding, CELL_EDGE);
        style->vertical = SVG_HTML_MIDDLE;
    }
    if (g_str_equal(element->name, "hr")) {
        style->border[SVG_HTML_ABOVE] = 1;
        style->border_ink = (SvgHtmlInk){0x808080, 1};
    }
}

static void declare(SvgSlice name, const char *value, gpointer data)
{
    Declared *declared = data;
    svg_html_declare(declared->style, declared->room, name, value);
}

/* width="5" of a table and the like, which style sheets are stronger than. */
static void set_attributes(SvgHtmlStyle *style, SvgHtmlRoom room, const SvgNode *node)
{
    static const char *const names[] = {"width", "height"};
    static const char *const sized[] = {"table", "td", "th", "img", "svg", "hr", NULL};
    for (guint i = 0; g_strv_contains(sized, svg_html_name(node)) && i < G_N_ELEMENTS(names); i++) {
        const char *value = svg_node_attr(node, names[i]);
        if (value) {
            svg_html_declare(style, room, (SvgSlice){names[i], strlen(names[i])}, value);
        }
    }
}

/* A background of what stands in a line is behind its words alone. */
static void set_behind(SvgHtmlStyle *style, const SvgHtmlStyle *parent)
{
    gboolean in_line = style->display == SVG_HTML_INLINE;
    style->behind = in_line && style->fill.alpha > 0 ? style->fill
                    : in_line                        ? parent->behind
                                                     : (SvgHtmlInk){0, 0};
}

void svg_html_style(SvgDocument *doc, SvgSheets *sheets, const SvgNode *node,
                    const SvgHtmlStyle *parent, SvgHtmlRoom room, SvgHtmlStyle *style)
{
    const SvgHtmlElement *element = svg_html_element(svg_html_name(node));
    Declared declared = {.style = style, .room = room};
    *style = *parent;
    svg_style_compute_by(sheets, doc, node, &parent->font, &style->font);
    svg_cascade_each(sheets, node, note, &declared);
    if (!is_plain(element, node)) {
        set_letters(&style->font, &parent->font, element, node, &declared);
        set_align(&style->font, element, node, &declared);
        style->font.serial = 0;
    }
    set_initial(style);
    set_element(style, element, node, parent->font.font_size);
    set_attributes(style, room, node);
    svg_cascade_each(sheets, node, declare, &declared);
    set_behind(style, parent);
}

/* Whether letters of a size are asked for, there or by what it is in. */
static gboolean has_size(SvgDocument *doc, const SvgNode *node)
{
    while (node && !svg_style_declared(doc, node, SVG_PROPERTY_FONT_SIZE)) {
        node = node->parent;
    }
    return node != NULL;
}

void svg_html_style_root(SvgDocument *doc, const SvgNode *node, const SvgStyle *font,
                         SvgHtmlStyle *style)
{
    *style = (SvgHtmlStyle){.font = *font, .collapse = TRUE, .breaks = TRUE, .alpha = 1};
    style->font.serial = 0;
    if (!has_size(doc, node)) {
        set_size(&style->font, MEDIUM);
    }
    set_initial(style);
    style->display = SVG_HTML_BLOCK;
    style->whole = TRUE;
}

/* --- sizes ------------------------------------------------------------------------------------ */

double svg_html_edges(const SvgHtmlStyle *style, gboolean vertical)
{
    guint low = vertical ? SVG_HTML_ABOVE : SVG_HTML_LEFT;
    guint high = vertical ? SVG_HTML_BELOW : SVG_HTML_RIGHT;
    return style->padding[low] + style->padding[high] + style->border[low] + style->border[high];
}

static double whole_size(const SvgHtmlStyle *style, double size, gboolean vertical)
{
    double edges = svg_html_edges(style, vertical);
    return isnan(size) ? NAN : style->with_border ? MAX(size, edges) : MAX(size, 0) + edges;
}

double svg_html_asked(const SvgHtmlStyle *style, gboolean vertical)
{
    return whole_size(style, vertical ? style->height : style->width, vertical);
}

double svg_html_kept(const SvgHtmlStyle *style, double width)
{
    double most = whole_size(style, style->max_width, FALSE);
    double least = whole_size(style, style->min_width, FALSE);
    width = isnan(most) ? width : MIN(width, most);
    return isnan(least) ? width : MAX(width, least);
}
