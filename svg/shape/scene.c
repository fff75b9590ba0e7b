/* Collects what is drawn in one pass and puts it in document order. */
#include "shape/scene.h"

#include "shape/content.h"

#include <string.h>

SvgEntry *svg_scene_entry(const SvgScene *scene, guint index)
{
    return &g_array_index(scene->entries, SvgEntry, index);
}

guint svg_scene_find(const SvgScene *scene, const SvgNode *node)
{
    guint known = node ? GPOINTER_TO_UINT(g_hash_table_lookup(scene->index, node)) : 0;

    return known ? known - 1 : SVG_NO_ENTRY;
}

/* --- collecting ------------------------------------------------------------------------------- */

static SvgPaint seen_paint(const SvgPaint *paint, double opacity)
{
    SvgPaint seen = *paint;

    if (opacity <= 0 || (paint->kind == SVG_PAINT_COLOR && paint->alpha <= 0)) {
        seen.kind = SVG_PAINT_NONE;
    }
    return seen;
}

static void collect(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style, SvgMatrix matrix,
                    gpointer data)
{
    GArray *entries = data;
    SvgEntry entry = {
        .node = node,
        .box = bounds->geometric,
        .matrix = matrix,
        .fill = seen_paint(&style->fill, style->fill_opacity),
        .stroke = seen_paint(&style->stroke, style->stroke_width > 0 ? style->stroke_opacity : 0),
        .visible = style->visible,
        .head_start = style->has_markers[0],
        .head_end = style->has_markers[2],
        .parent = SVG_NO_ENTRY,
        .label = SVG_NO_ENTRY,
        .next_label = SVG_NO_ENTRY,
        .labels = SVG_NO_ENTRY,
        .head_of = SVG_NO_ENTRY,
        .from = SVG_NO_ENTRY,
        .to = SVG_NO_ENTRY,
    };

    g_array_append_val(entries, entry);
}

/* Containers come after their children; here they come before. */
static void put_in_order(SvgScene *scene, const GArray *found)
{
    SvgNode *root = svg_document_root(scene->doc);
    g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);

    for (guint i = 0; i < found->len; i++) {
        g_hash_table_insert(places, g_array_index(found, SvgEntry, i).node,
                            GUINT_TO_POINTER(i + 1));
    }
    for (SvgNode *at = root; at; at = svg_node_walk(root, at, FALSE)) {
        guint place = GPOINTER_TO_UINT(g_hash_table_lookup(places, at));

        if (!place || at == root) {
            continue;
        }
        g_array_append_val(scene->entries, g_array_index(found, SvgEntry, place - 1));
        g_hash_table_insert(scene->index, at, GUINT_TO_POINTER(scene->entries->len));
    }
}

static void find_parents(SvgScene *scene)
{
    gboolean root_locked = svg_node_has_lock(svg_document_root(scene->doc));

    for (guint i = 0; i < scene->entries->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);
        const SvgEntry *parent;

        entry->locked = root_locked || svg_node_has_lock(entry->node);
        entry->parent = svg_scene_find(scene, entry->node->parent);
        if (entry->parent != SVG_NO_ENTRY) {
            parent = svg_scene_entry(scene, entry->parent);
            entry->depth = parent->depth + 1;
            entry->locked |= parent->locked;
        }
    }
}

/* --- what is listed --------------------------------------------------------------------------- */

/* Children come after their parents, so going backwards every group knows its children when it is
 * its turn. A group of which nothing is left isn't listed. */
static void decide_what_is_listed(SvgScene *scene)
{
    for (guint i = scene->entries->len; i-- > 0;) {
        SvgEntry *entry = svg_scene_entry(scene, i);

        entry->listed =
            entry->kind == SVG_KIND_GROUP
                ? entry->n_children > 0
                : entry->visible && entry->labels == SVG_NO_ENTRY && entry->head_of == SVG_NO_ENTRY;
        entry->listed &= !svg_box_is_empty(entry->box);
        if (entry->listed && entry->parent != SVG_NO_ENTRY) {
            svg_scene_entry(scene, entry->parent)->n_children++;
        }
    }
}

SvgScene *svg_scene_new(SvgDocument *doc)
{
    SvgScene *scene = g_new0(SvgScene, 1);
    g_autoptr(GArray) found = g_array_new(FALSE, FALSE, sizeof(SvgEntry));

    scene->doc = doc;
    scene->entries = g_array_new(FALSE, FALSE, sizeof(SvgEntry));
    scene->index = g_hash_table_new(NULL, NULL);
    scene->box = SVG_BOX_EMPTY;
    svg_document_each_bounds(doc, collect, found);
    put_in_order(scene, found);
    find_parents(scene);
    for (guint i = 0; i < scene->entries->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);

        svg_entry_read_kind(doc, entry);
        scene->box = svg_box_union(scene->box, entry->box);
    }
    svg_scene_find_labels(scene);
    svg_scene_find_heads(scene);
    svg_scene_bind_arrows(scene);
    decide_what_is_listed(scene);
    return scene;
}

void svg_scene_free(SvgScene *scene)
{
    g_array_unref(scene->entries);
    g_hash_table_unref(scene->index);
    g_free(scene);
}
