/* What goes with each shape of a drawing. */
#include "shape/attachments.h"
#include "shape/scene.h"

void svg_scene_leave_out(SvgScene *scene, GHashTable *settled)
{
    for (guint i = 0; settled && i < scene->entries->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);

        if (i != scene->about && g_hash_table_contains(settled, entry->node)) {
            entry->closed = entry->visible = FALSE;
            scene->apart = TRUE;
        }
    }
}

GHashTable *svg_attachments_all(SvgDocument *doc, GHashTable *settled)
{
    gboolean apart = settled && g_hash_table_size(settled) > 0;
    g_autoptr(SvgScene) own = apart ? svg_scene_collect(doc, NULL, NULL, NULL) : NULL;
    SvgScene *scene = apart ? own : svg_scene_of(doc);
    GHashTable *all = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);

    if (apart) {
        svg_scene_leave_out(scene, settled);
        svg_scene_recognise(scene);
    }
    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        guint of = svg_entry_owner(entry);
        SvgNode *shape = of != SVG_NO_ENTRY ? svg_scene_entry(scene, of)->node : NULL;
        GPtrArray *list = shape ? g_hash_table_lookup(all, shape) : NULL;

        if (shape && !list) {
            list = g_ptr_array_new();
            g_hash_table_insert(all, shape, list);
        }
        if (shape) {
            g_ptr_array_add(list, entry->node);
        }
    }
    return all;
}
