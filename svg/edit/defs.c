/* What shapes of one colour share, in <defs>. */
#include "edit/defs.h"

#include "document/ids.h"

/* A derived id says how many there are before it: what is put in front of such a shape would change
 * it when the file is read again. Of those that are drawn: nobody is told of others. */
static gboolean are_ids_derived_after(SvgDocument *doc, SvgNode *node)
{
    gboolean skip = node != doc->root;
    for (SvgNode *at = svg_node_walk(doc->root, node, skip); at;
         at = svg_node_walk(doc->root, at, skip)) {
        skip = svg_node_is(at, SVG_TAG_IS_DEFINITION);
        if (svg_node_is(at, SVG_TAG_IS_SHAPE) && !svg_node_owns_id(at)) {
            return TRUE;
        }
    }
    return FALSE;
}

SvgNode *svg_find_defs(SvgEdit *edit)
{
    SvgDocument *doc = edit->doc;
    for (SvgNode *node = svg_node_first_element(doc->root); node;
         node = svg_node_next_element(node)) {
        if (svg_node_tag(node) == SVG_TAG_DEFS && svg_locks_allow_children(doc, node, NULL) &&
            !are_ids_derived_after(doc, node)) {
            return node;
        }
    }
    SvgNode *defs = svg_splice_new(doc, "defs");
    gboolean last = are_ids_derived_after(doc, doc->root);
    svg_splice_insert(doc, doc->root, defs, last ? NULL : svg_node_first_element(doc->root));
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
