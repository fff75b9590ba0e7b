/* Looking at nodes. */
#include "document/node.h"

#include <string.h>

SvgTag svg_node_tag(const SvgNode *node)
{
    return node->name ? (SvgTag)node->name->tag : SVG_TAG_UNKNOWN;
}

const char *svg_node_attr_len(const SvgNode *node, const char *name, gsize len)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        const SvgName *here = node->attrs[i].name;
        if (here->len == len && memcmp(here->str, name, len) == 0) {
            return node->attrs[i].value;
        }
    }
    return NULL;
}

const char *svg_node_value(const SvgNode *node, SvgAttrId attr)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        if (node->attrs[i].name->attr == attr) {
            return node->attrs[i].value;
        }
    }
    return NULL;
}

const char *svg_node_href(const SvgNode *node)
{
    const char *href = svg_node_attr(node, "href");
    return href ? href : svg_node_attr(node, "xlink:href");
}

SvgSlice svg_node_as_read(const SvgNode *node, gboolean with_before)
{
    const SvgSlice *first = with_before && node->before.len ? &node->before : &node->open;
    const SvgSlice *last = node->close.len ? &node->close : &node->open;
    return (SvgSlice){first->at, last->len ? (gsize)(last->at + last->len - first->at) : 0};
}

SvgNode *svg_node_walk(SvgNode *top, SvgNode *at, gboolean skip)
{
    if (!at) {
        return top;
    }
    if (at->first && !skip) {
        return at->first;
    }
    while (at != top && !at->next) {
        at = at->parent;
    }
    return at == top ? NULL : at->next;
}

static SvgNode *skip_text(SvgNode *node)
{
    while (node && !node->name) {
        node = node->next;
    }
    return node;
}

SvgNode *svg_node_first_element(const SvgNode *parent)
{
    return skip_text(parent->first);
}

SvgNode *svg_node_next_element(const SvgNode *node)
{
    return skip_text(node->next);
}

gboolean svg_node_contains(const SvgNode *node, const SvgNode *other)
{
    while (other && other != node) {
        other = other->parent;
    }
    return other != NULL;
}

char *svg_node_text(SvgNode *node)
{
    GString *out = g_string_new(NULL);
    for (SvgNode *at = node; at; at = svg_node_walk(node, at, FALSE)) {
        if (at->text) {
            g_string_append(out, at->text);
        }
    }
    return g_string_free(out, FALSE);
}

gboolean svg_node_has_lock(const SvgNode *node)
{
    return svg_node_value(node, SVG_ATTR_LOCK) != NULL;
}

gboolean svg_node_is_locked(const SvgNode *node)
{
    while (node && !svg_node_has_lock(node)) {
        node = node->parent;
    }
    return node != NULL;
}
