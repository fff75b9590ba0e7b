/* What a transaction changed: the elements it wrote to, and what shows them. */
#include "edit/touched.h"

#include "document/refs.h"

void svg_touched_init(SvgTouched *touched, SvgDocument *doc)
{
    *touched = (SvgTouched){doc, g_ptr_array_new(), g_hash_table_new(NULL, NULL)};
}

void svg_touched_clear(SvgTouched *touched)
{
    g_ptr_array_unref(touched->nodes);
    g_hash_table_unref(touched->known);
}

/* A text is one, whatever part of it changed. */
void svg_touched_add(SvgTouched *touched, SvgNode *node)
{
    while (node->parent &&
           (!node->name || svg_tag_flags(svg_node_tag(node->parent)) & SVG_TAG_IS_TEXT)) {
        node = node->parent;
    }
    if (svg_node_contains(touched->doc->root, node) && g_hash_table_add(touched->known, node)) {
        g_ptr_array_add(touched->nodes, node);
    }
}

/* The clones of it, and of what it is in. */
static void add_clones(SvgTouched *touched, SvgNode *node)
{
    for (SvgNode *at = node; at; at = at->parent) {
        g_autoptr(GPtrArray) referrers = at->id ? svg_refs_to_self(touched->doc, at) : NULL;
        for (guint i = 0; referrers && i < referrers->len; i++) {
            if (svg_node_tag(referrers->pdata[i]) == SVG_TAG_USE) {
                svg_touched_add(touched, referrers->pdata[i]);
            }
        }
    }
}

void svg_touched_add_clones(SvgTouched *touched)
{
    for (guint i = 0; i < touched->nodes->len; i++) {
        add_clones(touched, touched->nodes->pdata[i]);
    }
}
