/* Lines and heads that programs wrap in groups of one. */
#include "shape/scene.h"
#include "shape/unit.h"

/* One of them may be a line, and the other its head. */
static gboolean may_be_pair(SvgDocument *doc, SvgNode *node, SvgNode *other)
{
    SvgEntry a = svg_entry_read(doc, node, svg_node_box(doc, node)),
             b = svg_entry_read(doc, other, svg_node_box(doc, other));

    return (svg_entry_may_have_head(&a) && svg_entry_may_be_head(doc, &b, &a, TRUE)) ||
           (svg_entry_may_have_head(&b) && svg_entry_may_be_head(doc, &a, &b, TRUE));
}

static gboolean has_wrapped_beside(SvgDocument *doc, SvgNode *node, gboolean after, guint most)
{
    SvgNode *at = after ? node->next : node->prev;

    for (guint n = 0; at && n < most; at = after ? at->next : at->prev) {
        SvgNode *in = svg_node_is_rendered(doc, at) ? svg_unit_wrapped(doc, at) : NULL;

        if (in && in != at && svg_node_is(in, SVG_TAG_HAS_VERTICES) && may_be_pair(doc, node, in)) {
            return TRUE;
        }
        n += in != NULL;
    }
    return FALSE;
}

gboolean svg_unit_may_be_wrapped(SvgDocument *doc, SvgNode *node, guint most)
{
    return svg_node_is(node, SVG_TAG_HAS_VERTICES) &&
           (svg_unit_unwrapped(doc, node) != node || has_wrapped_beside(doc, node, FALSE, most) ||
            has_wrapped_beside(doc, node, TRUE, most));
}
