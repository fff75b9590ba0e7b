/* Labels, arrowheads and connectors go where their shape goes. */
#include "edit/follow.h"

#include "shape/scene.h"

/* Shapes that are moved keep their labels with them, so what was read once stays true. */
void svg_follow_prepare(SvgDocument *doc)
{
    if (!doc->companions) {
        doc->companions = svg_companions_all(doc);
    }
}

static GHashTable *companions(SvgDocument *doc)
{
    svg_follow_prepare(doc);
    return doc->companions;
}

void svg_follow_tie(SvgEdit *edit, SvgNode *shape, SvgNode *label)
{
    GHashTable *all = companions(edit->doc);
    GPtrArray *list = g_hash_table_lookup(all, shape);
    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(all, shape, list);
    }
    if (!g_ptr_array_find(list, label, NULL)) {
        g_ptr_array_add(list, label);
    }
}

static SvgNode *named_label(SvgEdit *edit, SvgNode *node)
{
    g_autofree char *id = g_strconcat(svg_node_id(edit->doc, node), SVG_LABEL_SUFFIX, NULL);
    SvgNode *label = svg_document_find(edit->doc, id);
    return label && svg_node_tag(label) == SVG_TAG_TEXT ? label : NULL;
}

static gboolean counts(SvgEdit *edit, SvgNode *node, SvgNode *companion)
{
    return companion != node && svg_node_contains(edit->doc->root, companion) &&
           !svg_node_contains(node, companion) && !svg_text_is_led_by(edit, companion, node);
}

GPtrArray *svg_node_labels(SvgEdit *edit, SvgNode *node)
{
    GPtrArray *out = g_ptr_array_new();
    GPtrArray *known = g_hash_table_lookup(companions(edit->doc), node);
    for (guint i = 0; known && i < known->len; i++) {
        if (counts(edit, node, known->pdata[i])) {
            g_ptr_array_add(out, known->pdata[i]);
        }
    }
    SvgNode *named = named_label(edit, node);
    if (named && counts(edit, node, named) && !g_ptr_array_find(out, named, NULL)) {
        g_ptr_array_add(out, named);
    }
    return out;
}

gboolean svg_shape_move_by(SvgEdit *edit, SvgNode *node, double dx, double dy, GError **error)
{
    if (dx == 0 && dy == 0) {
        return TRUE;
    }
    g_autoptr(GPtrArray) parts = svg_node_labels(edit, node);
    g_ptr_array_insert(parts, 0, node);
    for (guint i = 0; i < parts->len; i++) {
        SvgNode *part = parts->pdata[i];
        gboolean is_free = svg_locks_allow_change(edit->doc, part, i == 0 ? error : NULL);
        if (!is_free && i > 0) {
            continue;
        }
        if (!is_free || !svg_node_move_by(edit, part, dx, dy, error)) {
            return FALSE;
        }
        svg_edit_changed(edit, part);
    }
    return svg_connectors_follow(edit, node, error);
}
