/* What is asked of a scene and its entries, whatever is known of them yet. */
#include "shape/scene.h"

double svg_px(SvgDocument *doc)
{
    double scale = svg_document_px_per_unit(doc);

    return scale > 0 ? 1 / scale : 1;
}

SvgBox svg_scene_page(SvgScene *scene)
{
    if (svg_box_is_empty(scene->page)) {
        scene->page = svg_document_page(scene->doc);
    }
    return scene->page;
}

guint svg_entry_owner(const SvgEntry *entry)
{
    return entry->labels != SVG_NO_ENTRY    ? entry->labels
           : entry->head_of != SVG_NO_ENTRY ? entry->head_of
                                            : entry->part_of;
}

/* The same as svg_unit_unwrapped() tells of nodes. */
static gboolean holds_only(const SvgScene *scene, guint group, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, group);

    if (!entry->may_be_unit || entry->beyond != svg_scene_entry(scene, index)->beyond) {
        return FALSE;
    }
    for (guint i = group + 1; i < index; i++) {
        if (svg_scene_entry(scene, i)->beyond != entry->beyond) {
            return FALSE;
        }
    }
    return TRUE;
}

guint svg_scene_unwrapped_parent(const SvgScene *scene, guint index)
{
    guint parent = svg_scene_entry(scene, index)->parent;

    while (parent != SVG_NO_ENTRY && holds_only(scene, parent, index)) {
        parent = svg_scene_entry(scene, parent)->parent;
    }
    return parent;
}

guint svg_scene_find(SvgScene *scene, const SvgNode *node)
{
    guint known;

    if (!scene->index) {
        scene->index = g_hash_table_new(NULL, NULL);
        for (guint i = 0; i < scene->entries->len; i++) {
            g_hash_table_insert(scene->index, svg_scene_entry(scene, i)->node,
                                GUINT_TO_POINTER(i + 1));
        }
    }
    known = node ? GPOINTER_TO_UINT(g_hash_table_lookup(scene->index, node)) : 0;
    return known ? known - 1 : SVG_NO_ENTRY;
}

gboolean svg_entry_is_painted(const SvgEntry *entry)
{
    return entry->tag == SVG_TAG_USE || entry->kind == SVG_KIND_IMAGE ||
           entry->fill.kind != SVG_PAINT_NONE || entry->stroke.kind != SVG_PAINT_NONE;
}

SvgNode *svg_scene_known_as(SvgScene *scene, SvgNode *node)
{
    guint at = svg_scene_find(scene, node);
    while (at != SVG_NO_ENTRY && !svg_scene_entry(scene, at)->listed) {
        const SvgEntry *entry = svg_scene_entry(scene, at);
        guint owner = svg_entry_owner(entry);
        at = owner != SVG_NO_ENTRY ? owner : entry->parent;
    }
    return at != SVG_NO_ENTRY ? svg_scene_entry(scene, at)->node : node;
}
