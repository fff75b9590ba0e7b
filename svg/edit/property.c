/* Single declarations of an element. */
#include "edit/property.h"

#include "document/refs.h"

#include <math.h>

void svg_set_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value)
{
    const char *name = svg_property_name(property), *style = svg_node_attr(node, "style");
    g_autofree char *inline_value = style ? svg_declarations_get(style, name) : NULL;
    const char *attribute = svg_node_attr(node, name),
               *declared = svg_style_declared(doc, node, property);
    gboolean attribute_rules = attribute && g_strcmp0(attribute, declared) == 0;
    if (!value && attribute) {
        svg_splice_attr(doc, node, name, NULL);
    }
    if (!inline_value && attribute_rules && value) {
        svg_splice_attr(doc, node, name, value);
        if (g_strcmp0(svg_style_declared(doc, node, property), value) == 0) {
            return;
        }
    }
    /* A rule that says the same as the attribute did is stronger. */
    if (inline_value || value) {
        g_autofree char *text = svg_declarations_set(style ? style : "", name, value);
        svg_splice_attr(doc, node, "style", *text ? text : NULL);
    }
}

void svg_force_property(SvgDocument *doc, SvgNode *node, SvgProperty property, const char *value)
{
    svg_set_property(doc, node, property, value);
    if (g_strcmp0(svg_style_declared(doc, node, property), value) == 0) {
        return;
    }
    const char *old = svg_node_attr(node, "style");
    g_autofree char *important = g_strconcat(value, " !important", NULL);
    g_autofree char *style =
        svg_declarations_set(old ? old : "", svg_property_name(property), important);
    svg_splice_attr(doc, node, "style", style);
}

void svg_keep_declared(SvgDocument *doc, const SvgNode *from, SvgNode *to, GHashTable *ids)
{
    const SvgName *name = svg_document_name_of(doc, "style");
    for (guint i = 0; i < SVG_PROPERTY_COUNT; i++) {
        SvgProperty property = (SvgProperty)i;
        const char *was =
            svg_style_in_sheets(doc, property) ? svg_style_declared(doc, from, property) : NULL;
        g_autofree char *value = was && ids ? svg_refs_renamed(name, was, ids) : g_strdup(was);
        if (value && g_strcmp0(value, svg_style_declared(doc, to, property)) != 0) {
            svg_set_property(doc, to, property, value);
        }
    }
}

double svg_node_scale_factor(SvgDocument *doc, const SvgNode *node)
{
    SvgMatrix m = svg_node_matrix(doc, node);
    double area = fabs(m.a * m.d - m.b * m.c);
    return area > 0 && isfinite(area) ? sqrt(area) : 1;
}
