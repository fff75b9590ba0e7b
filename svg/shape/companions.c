/* Shapes and what belongs to them, as one table. */
#include "shape/companions.h"

#include "shape/scene.h"

static void add(GHashTable *all, const SvgScene *scene, guint owner, SvgNode *node)
{
    if (owner == SVG_NO_ENTRY) {
        return;
    }
    SvgNode *shape = svg_scene_entry(scene, owner)->node;
    GPtrArray *list = g_hash_table_lookup(all, shape);
    if (!list) {
        list = g_ptr_array_new();
        g_hash_table_insert(all, shape, list);
    }
    g_ptr_array_add(list, node);
}

GHashTable *svg_companions_all(SvgDocument *doc)
{
    g_autoptr(SvgScene) scene = svg_scene_new(doc);
    GHashTable *all = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        add(all, scene, entry->labels, entry->node);
        add(all, scene, entry->head_of, entry->node);
    }
    return all;
}

SvgKind svg_kind_of_outline(SvgDocument *doc, SvgNode *node)
{
    SvgEntry entry = {.node = node, .matrix = svg_node_matrix(doc, node)};
    SvgStyle style;
    svg_style_of(doc, node, &style);
    entry.fill = style.fill;
    entry.stroke = style.stroke;
    svg_entry_read_kind(doc, &entry);
    return entry.kind;
}
