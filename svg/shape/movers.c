/* What puts an element elsewhere than its attributes say. */
#include "shape/movers.h"

#include "shape/quick_bounds.h"
#include "style/style.h"

#include <string.h>

/* Properties that put an element elsewhere than its attributes say. */
static const SvgProperty movers[] = {SVG_PROPERTY_BASELINE_SHIFT, SVG_PROPERTY_INLINE_SIZE,
                                     SVG_PROPERTY_SHAPE_INSIDE,   SVG_PROPERTY_TRANSFORM,
                                     SVG_PROPERTY_TRANSFORM_BOX,  SVG_PROPERTY_TRANSFORM_ORIGIN};

gboolean svg_quick_bounds_are_unknown(SvgDocument *doc)
{
    for (guint i = 0; i < G_N_ELEMENTS(movers); i++) {
        if (svg_style_in_sheets(doc, movers[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether a declaration, or a comment, begins as one of them does. */
static gboolean may_begin_mover(const char *style)
{
    static const char *const begins[] = {"ba", "in", "sh", "tr", "/*"};

    for (const char *at = style; at; at = strchr(at, ';')) {
        at += *at == ';';
        while (g_ascii_isspace(*at)) {
            at++;
        }
        for (guint i = 0; i < G_N_ELEMENTS(begins); i++) {
            if ((*at | 0x20) == begins[i][0] && (at[1] | 0x20) == begins[i][1]) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* `except` is taken for none of them. An escape could hide one. */
static gboolean style_moves(const char *style, SvgProperty except)
{
    if (!may_begin_mover(style)) {
        return strchr(style, '\\') != NULL;
    }
    for (guint i = 0; i < G_N_ELEMENTS(movers); i++) {
        if (movers[i] != except && strstr(style, svg_property_name(movers[i]))) {
            return TRUE;
        }
    }
    return strchr(style, '\\') != NULL;
}

static gboolean moves(gint16 property)
{
    for (guint i = 0; i < G_N_ELEMENTS(movers); i++) {
        if (property == (gint16)movers[i]) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Of an attribute that style is read from. */
static gboolean is_moving_style(const SvgNode *node, const SvgAttr *attr)
{
    SvgProperty except =
        svg_node_tag(node) == SVG_TAG_TEXT ? SVG_PROPERTY_SHAPE_INSIDE : SVG_PROPERTY_COUNT;

    if (attr->name->property < 0) {
        return attr->name->str[0] == 's' && strcmp(attr->name->str, "style") == 0 &&
               style_moves(attr->value, except);
    }
    return attr->name->property != (gint16)except && moves(attr->name->property);
}

gboolean svg_is_mover(const SvgNode *node, const SvgAttr *attr)
{
    return attr->name->is_style && is_moving_style(node, attr);
}
