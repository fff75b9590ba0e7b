/* What of a former state of a node can be used again. */
#include "document/document_priv.h"
#include "document/splice.h"
#include "document/start_tag.h"

/* Nobody keeps pointers to these: where an element is, and its outline. */
static gboolean is_place(const SvgName *name)
{
    gboolean known = (name->attr >= SVG_ATTR_X && name->attr <= SVG_ATTR_ROTATE) ||
                     name->attr == SVG_ATTR_TRANSFORM;
    return known && !name->is_style && !name->is_reference;
}

static gboolean has_value(const SvgNode *node, const SvgAttr *attr)
{
    for (guint i = 0; i < node->n_attrs; i++) {
        if (node->attrs[i].name == attr->name) {
            return node->attrs[i].value == attr->value;
        }
    }
    return FALSE;
}

void svg_splice_drop(SvgDocument *doc, const SvgNode *old, const SvgNode *next,
                     const SvgNode *first)
{
    if (old->open.at != next->open.at && old->open.at != first->open.at) {
        svg_arena_reuse(doc->arena, (char *)old->open.at, svg_tag_room(old->open.len));
    }
    if (old->attrs == next->attrs || old->attrs == first->attrs) {
        return;
    }
    for (guint i = 0; i < old->n_attrs; i++) {
        const SvgAttr *attr = &old->attrs[i];
        if (is_place(attr->name) && !has_value(next, attr) && !has_value(first, attr)) {
            svg_arena_reuse(doc->arena, (char *)attr->value, strlen(attr->value) + 1);
        }
    }
    if (old->n_attrs) {
        svg_arena_reuse(doc->arena, (SvgAttr *)old->attrs, sizeof *old->attrs * old->n_attrs);
    }
}
