/* Collects what is drawn in one pass and puts it in document order. */
#include "shape/scene.h"

#include "document/document_priv.h"
#include "index/index.h"
#include "shape/unit.h"

double svg_scene_px(const SvgScene *scene)
{
    double scale = svg_document_px_per_unit(scene->doc);

    return scale > 0 ? 1 / scale : 1;
}

SvgEntry *svg_scene_entry(const SvgScene *scene, guint index)
{
    return &g_array_index(scene->entries, SvgEntry, index);
}

guint svg_entry_owner(const SvgEntry *entry)
{
    return entry->labels != SVG_NO_ENTRY    ? entry->labels
           : entry->head_of != SVG_NO_ENTRY ? entry->head_of
                                            : entry->part_of;
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

/* --- collecting ------------------------------------------------------------------------------- */

typedef struct {
    SvgScene *scene;
    SvgWantedFunc wanted;
    gpointer asked;
} Collector;

static SvgPaint seen_paint(const SvgPaint *paint, double opacity)
{
    SvgPaint seen = *paint;

    if (opacity <= 0 || (paint->kind == SVG_PAINT_COLOR && paint->alpha <= 0)) {
        seen.kind = SVG_PAINT_NONE;
    }
    return seen;
}

static SvgEntry entry_of(SvgNode *node, SvgBox box, const SvgStyle *style)
{
    return (SvgEntry){
        .node = node,
        .box = box,
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
        .part_of = SVG_NO_ENTRY,
    };
}

static void collect(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style, SvgMatrix matrix,
                    gpointer data)
{
    SvgScene *scene = ((Collector *)data)->scene;
    SvgEntry entry = entry_of(node, bounds->geometric, style);

    if (node != svg_document_root(scene->doc)) {
        scene->box = svg_box_union(scene->box, entry.box);
    }
    g_array_append_val(scene->entries, entry);
    g_array_append_val(scene->matrices, matrix);
}

/* Left until somebody asks for shapes: a picture, which needs only boxes, needn't wait for it. */
static void read_kinds(SvgScene *scene)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        svg_entry_read_kind(scene->doc, svg_scene_entry(scene, i),
                            g_array_index(scene->matrices, SvgMatrix, i));
    }
    g_clear_pointer(&scene->matrices, g_array_unref);
}

SvgEntry svg_entry_read(SvgDocument *doc, SvgNode *node, SvgBox box)
{
    SvgStyle style;
    SvgEntry entry;

    svg_style_of(doc, node, &style);
    entry = entry_of(node, box, &style);
    svg_entry_read_kind(doc, &entry, svg_node_matrix(doc, node));
    return entry;
}

static gboolean ask(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    Collector *collector = data;

    return collector->wanted(node, parent, collector->asked);
}

/* --- order ------------------------------------------------------------------------------------ */

/* Where an entry goes: from the order in which containers come after their children to the one in
 * which they come before. */
typedef struct {
    guint parent; /* in the order as found */
    guint size;   /* of the subtree */
    guint at;     /* the new place; the root's own is before the first */
    guint end;    /* behind those of its children that have no place yet */
} Place;

/* The subtrees that wait for their parent are the last ones found. */
static void find_subtrees(const SvgScene *scene, Place *places)
{
    guint *waiting = g_new(guint, scene->entries->len);
    guint n = 0;

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgNode *node = svg_scene_entry(scene, i)->node;

        places[i].size = 1;
        for (; n && svg_scene_entry(scene, waiting[n - 1])->node->parent == node; n--) {
            places[waiting[n - 1]].parent = i;
            places[i].size += places[waiting[n - 1]].size;
        }
        waiting[n++] = i;
    }
    g_free(waiting);
}

/* The root is the last one found. */
static void find_places(SvgScene *scene, Place *places)
{
    guint last = scene->entries->len - 1;

    find_subtrees(scene, places);
    places[last].end = last;
    for (guint i = last; i-- > 0;) {
        Place *parent = &places[places[i].parent];

        places[i].end = parent->end;
        places[i].at = parent->end -= places[i].size;
    }
    for (guint i = 0; i < last; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);
        guint parent = places[i].parent;

        entry->parent = parent == last ? SVG_NO_ENTRY : places[parent].at;
        entry->beyond = places[i].at + places[i].size;
        entry->last_link = places[i].at;
    }
}

/* Every swap brings one entry to its place. */
static void put_in_order(SvgScene *scene)
{
    Place *places;

    if (scene->entries->len == 0) {
        return;
    }
    places = g_new0(Place, scene->entries->len);
    find_places(scene, places);
    g_array_set_size(scene->entries, scene->entries->len - 1);
    for (guint i = 0; i < scene->entries->len; i++) {
        while (places[i].at != i) {
            guint at = places[i].at;
            SvgEntry swap = *svg_scene_entry(scene, at);

            *svg_scene_entry(scene, at) = *svg_scene_entry(scene, i);
            *svg_scene_entry(scene, i) = swap;
            places[i].at = places[at].at;
            places[at].at = at;
        }
    }
    g_free(places);
}

/* Parents come before their children. */
static void read_ancestors(SvgScene *scene)
{
    gboolean root_locked = svg_node_has_lock(svg_document_root(scene->doc));

    for (guint i = 0; i < scene->entries->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);

        entry->locked =
            root_locked || svg_node_has_lock(entry->node) ||
            (entry->parent != SVG_NO_ENTRY && svg_scene_entry(scene, entry->parent)->locked);
    }
}

/* With room for `n` entries. */
static SvgScene *new_scene(SvgDocument *doc, guint n)
{
    SvgScene *scene = g_new0(SvgScene, 1);

    scene->doc = doc;
    scene->entries = svg_memory_array_new(sizeof(SvgEntry), n);
    scene->matrices = svg_memory_array_new(sizeof(SvgMatrix), n);
    scene->box = SVG_BOX_EMPTY;
    scene->about = SVG_NO_ENTRY;
    return scene;
}

SvgScene *svg_scene_collect(SvgDocument *doc, SvgWantedFunc wanted, gpointer asked)
{
    SvgScene *scene = wanted ? NULL : g_steal_pointer(&doc->seen);

    if (!scene) {
        Collector collector = {scene = new_scene(doc, wanted ? 0 : doc->n_elements), wanted, asked};

        svg_document_wanted_bounds(doc, wanted ? ask : NULL, collect, &collector);
    }
    read_kinds(scene);
    put_in_order(scene);
    read_ancestors(scene);
    return scene;
}

void svg_scene_look(SvgDocument *doc)
{
    Collector collector = {.scene = NULL};

    if (!doc->seen && !svg_index_is_made(doc)) {
        collector.scene = doc->seen = new_scene(doc, doc->n_elements);
        svg_index_make(doc, collect, &collector);
    }
}

/* --- what is listed --------------------------------------------------------------------------- */

/* Children come after their parents, so going backwards every group knows its children when it is
 * its turn. A group of which nothing is left isn't listed, nor one that holds a single shape. */
static void decide_what_is_listed(SvgScene *scene)
{
    for (guint i = scene->entries->len; i-- > 0;) {
        SvgEntry *entry = svg_scene_entry(scene, i);
        gboolean group = entry->kind == SVG_KIND_GROUP;

        entry->merged = group && entry->n_children == 1 && svg_unit_may_be(entry->node);
        entry->listed = group ? entry->n_children > 0 && !entry->merged
                              : entry->visible && svg_entry_owner(entry) == SVG_NO_ENTRY;
        entry->listed &= entry->box.w > 0 || entry->box.h > 0;
        if ((entry->listed || entry->merged) && entry->parent != SVG_NO_ENTRY) {
            svg_scene_entry(scene, entry->parent)->n_children++;
        }
    }
}

void svg_scene_recognise(SvgScene *scene, const SvgBox *view)
{
    svg_scene_find_units(scene);
    svg_scene_find_decoration(scene);
    svg_scene_find_labels(scene);
    svg_scene_find_blocks(scene);
    svg_scene_find_chains(scene);
    svg_scene_find_heads(scene);
    svg_scene_find_figures(scene);
    svg_scene_bind_arrows(scene, view);
    svg_scene_find_captions(scene);
}

SvgScene *svg_scene_new(SvgDocument *doc, const SvgBox *view)
{
    SvgScene *scene = svg_scene_collect(doc, NULL, NULL);

    svg_scene_recognise(scene, view);
    decide_what_is_listed(scene);
    return scene;
}

SvgScene *svg_scene_of(SvgDocument *doc)
{
    if (!doc->scene) {
        doc->scene = svg_scene_new(doc, NULL);
    }
    return doc->scene;
}

void svg_scene_forget(SvgDocument *doc)
{
    g_clear_pointer(&doc->scene, svg_scene_free);
    g_clear_pointer(&doc->seen, svg_scene_free);
    doc->n_parts = 0;
}

void svg_scene_free(SvgScene *scene)
{
    g_array_unref(scene->entries);
    g_clear_pointer(&scene->matrices, g_array_unref);
    g_clear_pointer(&scene->index, g_hash_table_unref);
    g_free(scene);
}
