/* What the root says to those who can't see the drawing. */
#include "document/document_priv.h"
#include "shape/content.h"

#include <svg/shape.h>

static char *unless_blank(char *text)
{
    if (text && !*g_strstrip(text)) {
        g_clear_pointer(&text, g_free);
    }
    return text;
}

static char *attr_of(SvgDocument *doc, const char *name, const char *other)
{
    const char *value = svg_node_attr(doc->root, name);
    return unless_blank(g_strdup(value ? value : svg_node_attr(doc->root, other)));
}

static gboolean is_named(char **ids, const SvgNode *node)
{
    const char *id = node ? svg_node_attr(node, "id") : NULL;
    return !node || (id && g_strv_contains((const char *const *)ids, id));
}

static gboolean can_be_followed(const SvgNode *node)
{
    return (svg_node_tag(node) == SVG_TAG_A &&
            (svg_node_attr(node, "href") || svg_node_attr(node, "xlink:href"))) ||
           svg_node_attr(node, "tabindex");
}

static gboolean has_links(SvgDocument *doc)
{
    SvgNode *node = svg_node_walk(doc->root, NULL, FALSE);
    while (node && !can_be_followed(node)) {
        node = svg_node_walk(doc->root, node, FALSE);
    }
    return node != NULL;
}

void svg_document_description(SvgDocument *doc, SvgDescription *out)
{
    SvgNode *title = svg_content_child(doc->root, SVG_TAG_TITLE);
    SvgNode *desc = svg_content_child(doc->root, SVG_TAG_DESC);
    const char *named = svg_node_attr(doc->root, "aria-labelledby");
    g_auto(GStrv) ids = g_strsplit_set(named ? named : "", " \t\r\n", -1);
    *out = (SvgDescription){
        .title = title ? unless_blank(svg_node_text(title)) : NULL,
        .desc = desc ? unless_blank(svg_node_text(desc)) : NULL,
        .role = attr_of(doc, "role", "role"),
        .language = attr_of(doc, "lang", "xml:lang"),
        .first = title && title == svg_node_first_element(doc->root),
        .labelled = title && is_named(ids, title) && is_named(ids, desc),
        .links = has_links(doc),
    };
}

void svg_description_clear(SvgDescription *description)
{
    g_free(description->title);
    g_free(description->desc);
    g_free(description->role);
    g_free(description->language);
    *description = (SvgDescription){0};
}
