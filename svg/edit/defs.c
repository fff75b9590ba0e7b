/* What shapes of one colour share, in <defs>. */
#include "edit/defs.h"

#include "document/copy.h"
#include "document/ids.h"
#include "edit/property.h"

/* Of what is drawn: nobody is told of the ids in definitions. */
static gboolean has_derived_ids(SvgNode *top)
{
    gboolean skip = FALSE;
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, skip)) {
        skip = svg_node_is(at, SVG_TAG_IS_DEFINITION);
        if (svg_node_is(at, SVG_TAG_IS_SHAPE) && !svg_node_owns_id(at)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A derived id says how many there are before it: what is put in front of such a shape would change
 * it when the file is read again. */
SvgNode *svg_find_defs(SvgEdit *edit)
{
    SvgDocument *doc = edit->doc;
    SvgNode *found = NULL, *at = doc->root->last;
    for (; at && !has_derived_ids(at); at = at->prev) {
        if (svg_node_tag(at) == SVG_TAG_DEFS && svg_locks_allow_children(doc, at, NULL)) {
            found = at;
        }
    }
    if (!found) {
        found = svg_splice_new(doc, "defs");
        svg_splice_insert(doc, doc->root, found, at ? NULL : svg_node_first_element(doc->root));
    }
    return found;
}

/* Nothing in it looks otherwise in another one. */
static gboolean is_plain_defs(const SvgEdit *edit, const SvgNode *node)
{
    return svg_node_tag(node) == SVG_TAG_DEFS && node->parent == edit->doc->root &&
           node->n_attrs == (svg_node_attr(node, "id") ? 1u : 0u);
}

void svg_defs_add_beside(SvgEdit *edit, SvgNode *original, SvgNode *copy)
{
    if (is_plain_defs(edit, original->parent)) {
        svg_splice_insert(edit->doc, svg_find_defs(edit), copy, NULL);
    } else {
        svg_splice_insert(edit->doc, original->parent, copy, original->next);
    }
}

/* Nobody has locked the copy. */
static char *copied(const SvgAttr *attr, gpointer data)
{
    (void)data;
    gboolean own =
        g_str_equal(attr->name->str, "id") || g_str_equal(attr->name->str, SVG_LOCK_ATTRIBUTE);
    return own ? NULL : g_strdup(attr->value);
}

static SvgNode *next_element(SvgNode *top, SvgNode *at)
{
    do {
        at = svg_node_walk(top, at, FALSE);
    } while (at && !at->name);
    return at;
}

/* Rules for ids don't hold for a copy. */
static void keep_looks(SvgDocument *doc, SvgNode *from, SvgNode *to)
{
    SvgNode *node = from, *copy = to;
    do {
        svg_keep_declared(doc, node, copy, NULL);
        node = next_element(from, node);
        copy = next_element(to, copy);
    } while (node && copy);
}

SvgNode *svg_defs_copy(SvgEdit *edit, SvgNode *from, const char *wish)
{
    SvgDocument *doc = edit->doc;
    SvgNode *copy = svg_locks_allow_children(doc, from->parent, NULL)
                        ? svg_copy_element(doc, from, copied, NULL)
                        : NULL;
    if (copy) {
        g_autofree char *id = svg_document_unique_id(doc, wish);
        svg_splice_attr(doc, copy, "id", id);
        svg_defs_add_beside(edit, from, copy);
        svg_copy_content(doc, copy, from, copied, NULL);
        keep_looks(doc, from, copy);
    }
    return copy;
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
