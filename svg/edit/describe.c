/* Words about shapes that aren't drawn: what is read to those who can't see them. */
#include "edit/edit_priv.h"
#include "edit/follow.h"

#include <string.h>

static SvgNode *find_child(const SvgNode *node, SvgTag tag)
{
    SvgNode *child = svg_node_first_element(node);
    while (child && svg_node_tag(child) != tag) {
        child = svg_node_next_element(child);
    }
    return child;
}

static void remove_all(SvgEdit *edit, const SvgNode *node, SvgTag tag)
{
    SvgNode *child;
    while ((child = find_child(node, tag))) {
        svg_splice_remove(edit->doc, child);
    }
}

/* librsvg draws the first child of a <switch> that may be drawn, and nothing when that is words. */
static SvgNode *place_in(const SvgNode *node, SvgNode *after)
{
    if (svg_node_tag(node) == SVG_TAG_SWITCH) {
        return NULL;
    }
    return after ? svg_node_next_element(after) : svg_node_first_element(node);
}

/* NULL changes nothing; what is there keeps its place, and its other languages. */
static void set_child(SvgEdit *edit, SvgNode *node, SvgTag tag, const char *text, SvgNode *after)
{
    SvgNode *child = find_child(node, tag);
    if (!text) {
        return;
    }
    if (!text[strspn(text, " \t\r\n")]) {
        remove_all(edit, node, tag);
        return;
    }
    if (!child) {
        child = svg_splice_new(edit->doc, svg_tag_name(tag));
        svg_splice_insert(edit->doc, node, child, place_in(node, after));
    }
    svg_splice_text(edit->doc, child, text);
}

static gboolean may_describe(SvgEdit *edit, SvgNode *node, GError **error)
{
    for (SvgNode *child = svg_node_first_element(node); child;
         child = svg_node_next_element(child)) {
        SvgTag tag = svg_node_tag(child);
        if ((tag == SVG_TAG_TITLE || tag == SVG_TAG_DESC) &&
            !svg_locks_allow_delete(edit->doc, child, error)) {
            return FALSE;
        }
    }
    return svg_locks_allow_children(edit->doc, node, error);
}

static gboolean is_in_scope(SvgEdit *edit, const char *id, SvgNode *node, GError **error)
{
    return id ? svg_scope_allows(edit, node, error)
              : svg_scope_allows_all(edit, "these words are about the whole drawing", error);
}

gboolean svg_edit_describe(SvgEdit *edit, const char *id, const char *title, const char *desc,
                           GError **error)
{
    if ((title && !svg_check_text(title, error)) || (desc && !svg_check_text(desc, error))) {
        return FALSE;
    }
    SvgNode *node = id ? svg_edit_find(edit, id, error) : edit->doc->root;
    if (!node || !may_describe(edit, node, error) || !is_in_scope(edit, id, node, error)) {
        return FALSE;
    }
    set_child(edit, node, SVG_TAG_TITLE, title, NULL);
    set_child(edit, node, SVG_TAG_DESC, desc, find_child(node, SVG_TAG_TITLE));
    if (id) {
        svg_edit_changed(edit, node);
    }
    return TRUE;
}
