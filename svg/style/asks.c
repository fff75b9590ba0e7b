/* What selectors look at. */
#include "style/asks.h"

static void add_name(SvgCssAsks *asks, const char *name)
{
    g_hash_table_add(asks->names, (gpointer)name);
}

static void read_test(SvgCssAsks *asks, const SvgCssTest *test)
{
    switch (test->kind) {
    case SVG_CSS_ID:
        add_name(asks, "id");
        break;
    case SVG_CSS_CLASS:
        add_name(asks, "class");
        break;
    case SVG_CSS_LINK:
        add_name(asks, "href");
        add_name(asks, "xlink:href");
        break;
    case SVG_CSS_LANG:
        add_name(asks, "lang");
        add_name(asks, "xml:lang");
        asks->around = TRUE;
        break;
    case SVG_CSS_NTH:
    case SVG_CSS_EMPTY:
    case SVG_CSS_HAS:
        asks->beside = TRUE;
        break;
    case SVG_CSS_TYPE:
    case SVG_CSS_ROOT:
    case SVG_CSS_NEVER:
    case SVG_CSS_ANY: /* their tests are among the others */
    case SVG_CSS_NOT:
        break;
    default:
        add_name(asks, test->name);
    }
}

SvgCssAsks svg_css_asks(const SvgSheets *sheets)
{
    SvgCssAsks asks = {.names = g_hash_table_new(g_str_hash, g_str_equal)};
    for (guint i = 0; i < sheets->tests->len; i++) {
        read_test(&asks, &g_array_index(sheets->tests, SvgCssTest, i));
    }
    for (guint i = 0; i < sheets->compounds->len; i++) {
        char combinator = g_array_index(sheets->compounds, SvgCssCompound, i).combinator;
        asks.beside = asks.beside || combinator == '+' || combinator == '~';
        asks.around = asks.around || combinator == ' ' || combinator == '>';
    }
    return asks;
}

void svg_css_asks_clear(SvgCssAsks *asks)
{
    g_clear_pointer(&asks->names, g_hash_table_unref);
}
