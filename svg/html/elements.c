/* HTML Standard §15.3, as a table. */
#include "html/elements.h"

#include <string.h>

#define BLOCK   SVG_HTML_BLOCK
#define INLINE  SVG_HTML_INLINE
#define SMALLER (5.0 / 6)

static const SvgHtmlElement elements[] = {
    {"a", INLINE, SVG_HTML_LINKED, 1, 0, 0},
    {"address", BLOCK, SVG_HTML_ITALIC, 1, 0, 0},
    {"article", BLOCK, 0, 1, 0, 0},
    {"aside", BLOCK, 0, 1, 0, 0},
    {"b", INLINE, SVG_HTML_BOLD, 1, 0, 0},
    {"big", INLINE, 0, 1.2, 0, 0},
    {"blockquote", BLOCK, SVG_HTML_INDENTED, 1, 1, 0},
    {"body", BLOCK, 0, 1, 0, 0},
    {"br", SVG_HTML_BREAK, 0, 1, 0, 0},
    {"caption", BLOCK, SVG_HTML_CENTERED, 1, 0, 0},
    {"center", BLOCK, SVG_HTML_CENTERED, 1, 0, 0},
    {"cite", INLINE, SVG_HTML_ITALIC, 1, 0, 0},
    {"code", INLINE, SVG_HTML_MONO, 1, 0, 0},
    {"dd", BLOCK, SVG_HTML_INDENTED, 1, 0, 0},
    {"del", INLINE, SVG_HTML_STRUCK, 1, 0, 0},
    {"dfn", INLINE, SVG_HTML_ITALIC, 1, 0, 0},
    {"div", BLOCK, 0, 1, 0, 0},
    {"dl", BLOCK, 0, 1, 1, 0},
    {"dt", BLOCK, 0, 1, 0, 0},
    {"em", INLINE, SVG_HTML_ITALIC, 1, 0, 0},
    {"figcaption", BLOCK, 0, 1, 0, 0},
    {"figure", BLOCK, SVG_HTML_INDENTED, 1, 1, 0},
    {"footer", BLOCK, 0, 1, 0, 0},
    {"form", BLOCK, 0, 1, 0, 0},
    {"h1", BLOCK, SVG_HTML_BOLD, 2, 0.67, 0},
    {"h2", BLOCK, SVG_HTML_BOLD, 1.5, 0.83, 0},
    {"h3", BLOCK, SVG_HTML_BOLD, 1.17, 1, 0},
    {"h4", BLOCK, SVG_HTML_BOLD, 1, 1.33, 0},
    {"h5", BLOCK, SVG_HTML_BOLD, 0.83, 1.67, 0},
    {"h6", BLOCK, SVG_HTML_BOLD, 0.67, 2.33, 0},
    {"head", SVG_HTML_NONE, 0, 1, 0, 0},
    {"header", BLOCK, 0, 1, 0, 0},
    {"hr", BLOCK, 0, 1, 0.5, 0},
    {"html", BLOCK, 0, 1, 0, 0},
    {"i", INLINE, SVG_HTML_ITALIC, 1, 0, 0},
    {"ins", INLINE, SVG_HTML_UNDERLINED, 1, 0, 0},
    {"kbd", INLINE, SVG_HTML_MONO, 1, 0, 0},
    {"li", BLOCK, SVG_HTML_LISTED, 1, 0, 0},
    {"main", BLOCK, 0, 1, 0, 0},
    {"nav", BLOCK, 0, 1, 0, 0},
    {"ol", BLOCK, SVG_HTML_INDENTED, 1, 1, 0},
    {"p", BLOCK, 0, 1, 1, 0},
    {"pre", BLOCK, SVG_HTML_MONO | SVG_HTML_PRESERVED, 1, 1, 0},
    {"s", INLINE, SVG_HTML_STRUCK, 1, 0, 0},
    {"samp", INLINE, SVG_HTML_MONO, 1, 0, 0},
    {"script", SVG_HTML_NONE, 0, 1, 0, 0},
    {"section", BLOCK, 0, 1, 0, 0},
    {"small", INLINE, 0, SMALLER, 0, 0},
    {"strike", INLINE, SVG_HTML_STRUCK, 1, 0, 0},
    {"strong", INLINE, SVG_HTML_BOLD, 1, 0, 0},
    {"style", SVG_HTML_NONE, 0, 1, 0, 0},
    {"sub", INLINE, 0, SMALLER, 0, -0.2},
    {"sup", INLINE, 0, SMALLER, 0, 0.33},
    {"table", SVG_HTML_TABLE, 0, 1, 0, 0},
    {"tbody", SVG_HTML_ROWS, 0, 1, 0, 0},
    {"td", SVG_HTML_CELL, 0, 1, 0, 0},
    {"template", SVG_HTML_NONE, 0, 1, 0, 0},
    {"tfoot", SVG_HTML_ROWS, 0, 1, 0, 0},
    {"th", SVG_HTML_CELL, SVG_HTML_BOLD | SVG_HTML_CENTERED, 1, 0, 0},
    {"thead", SVG_HTML_ROWS, 0, 1, 0, 0},
    {"title", SVG_HTML_NONE, 0, 1, 0, 0},
    {"tr", SVG_HTML_ROW, 0, 1, 0, 0},
    {"tt", INLINE, SVG_HTML_MONO, 1, 0, 0},
    {"u", INLINE, SVG_HTML_UNDERLINED, 1, 0, 0},
    {"ul", BLOCK, SVG_HTML_INDENTED, 1, 1, 0},
    {"var", INLINE, SVG_HTML_ITALIC, 1, 0, 0},
};

static int compare(const void *name, const void *element)
{
    return strcmp(name, ((const SvgHtmlElement *)element)->name);
}

const SvgHtmlElement *svg_html_element(const char *name)
{
    static const SvgHtmlElement span = {"span", INLINE, 0, 1, 0, 0};
    const SvgHtmlElement *found =
        bsearch(name, elements, G_N_ELEMENTS(elements), sizeof *elements, compare);
    return found ? found : &span;
}
