/* What shapes of one colour share, in <defs>. */
#include "edit/defs.h"

SvgNode *svg_find_defs(SvgEdit *edit)
{
    for (SvgNode *node = svg_node_first_element(edit->doc->root); node;
         node = svg_node_next_element(node)) {
        if (svg_node_tag(node) == SVG_TAG_DEFS && svg_locks_allow_children(edit->doc, node, NULL)) {
            return node;
        }
    }
    SvgNode *defs = svg_splice_new(edit->doc, "defs");
    svg_splice_insert(edit->doc, edit->doc->root, defs, svg_node_first_element(edit->doc->root));
    return defs;
}

const char *svg_shared_def(SvgEdit *edit, const char *tag, const char *prefix, const char *css,
                           const SvgNewAttr *attrs, const char *d, const char *style)
{
    g_autofree char *id = g_strconcat(prefix, css + 1, NULL);
    SvgNode *there = svg_document_find(edit->doc, id);
    if (there && g_str_equal(there->name->str, tag)) {
        return there->id;
    }
    g_autofree char *free_id = svg_document_unique_id(edit->doc, id);
    SvgNode *node = svg_splice_new(edit->doc, tag), *path = svg_splice_new(edit->doc, "path");
    svg_splice_attr(edit->doc, node, "id", free_id);
    for (; attrs->name; attrs++) {
        svg_splice_attr(edit->doc, node, attrs->name, attrs->value);
    }
    svg_splice_insert(edit->doc, svg_find_defs(edit), node, NULL);
    svg_splice_attr(edit->doc, path, "d", d);
    svg_splice_attr(edit->doc, path, "style", style);
    svg_splice_insert(edit->doc, node, path, NULL);
    return node->id;
}
