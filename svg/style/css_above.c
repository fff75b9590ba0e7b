/* Which classes and ids the ancestors of an element have: a bit for each, so that rules which ask
 * for others there are passed over before their selectors are walked. */
#include "document/hash.h"
#include "style/css.h"
#include "style/css_scan.h"

#include <string.h>

/* One bit tells that an element's others are known. */
#define KNOWN ((gsize)1)
#define BITS  (8 * sizeof(gsize) - 1)

static gsize bit_of(const char *name, gsize len)
{
    return KNOWN << (1 + svg_hash(name, len, 0) % BITS);
}

static gsize bits_of_words(const char *text)
{
    gsize bits = 0;
    while (*text) {
        const char *start = text;
        while (*text && !svg_css_is_space(*text)) {
            text++;
        }
        bits |= text > start ? bit_of(start, (gsize)(text - start)) : 0;
        text += *text != '\0';
    }
    return bits;
}

static gsize bits_of_node(const SvgNode *node)
{
    const char *id = svg_node_value(node, SVG_ATTR_ID);
    const char *classes = svg_node_value(node, SVG_ATTR_CLASS);
    return (id ? bit_of(id, strlen(id)) : 0) | (classes ? bits_of_words(classes) : 0);
}

gsize svg_sheets_above(SvgSheets *sheets, const SvgNode *node)
{
    const SvgNode *parent = node->parent;
    gsize bits = KNOWN;
    gsize known = parent ? GPOINTER_TO_SIZE(g_hash_table_lookup(sheets->above, parent)) : KNOWN;
    if (known) {
        return known;
    }
    for (const SvgNode *at = parent; at && !known; at = at->parent) {
        known = GPOINTER_TO_SIZE(g_hash_table_lookup(sheets->above, at));
        bits |= known ? known : bits_of_node(at);
    }
    g_hash_table_insert(sheets->above, (gpointer)parent, GSIZE_TO_POINTER(bits));
    return bits;
}

static gsize bits_of_compound(const SvgSheets *sheets, guint number)
{
    const SvgCssCompound *compound = &g_array_index(sheets->compounds, SvgCssCompound, number);
    gsize bits = 0;
    for (guint i = 0; i < compound->n_tests; i++) {
        const SvgCssTest *test = &g_array_index(sheets->tests, SvgCssTest, compound->tests + i);
        if (test->kind == SVG_CSS_ID || test->kind == SVG_CSS_CLASS) {
            bits |= bit_of(test->name, strlen(test->name));
        }
    }
    return bits;
}

gsize svg_sheets_asked_above(const SvgSheets *sheets, const SvgCssRule *rule)
{
    gsize bits = 0;
    for (guint i = rule->compounds + 1; i < rule->compounds + rule->n_compounds; i++) {
        char combinator = g_array_index(sheets->compounds, SvgCssCompound, i).combinator;
        bits |= combinator == ' ' || combinator == '>' ? bits_of_compound(sheets, i - 1) : 0;
    }
    return bits;
}
