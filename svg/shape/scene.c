/* Collects what is drawn, in one pass and in document order. */
#include "shape/scene.h"

#include "document/document_priv.h"
#include "index/index.h"
#include "shape/lane.h"
#include "shape/unit.h"

#include <math.h>
#include <string.h>

/* --- what is kept ------------------------------------------------------------------------------
 */

typedef struct {
    SvgScene *scene; /* NULL until asked for */
    SvgScene *seen;  /* what svg_scene_look() kept for whoever is first to ask */
    guint n_parts;   /* of it that were read instead */
} Scenes;

static void scenes_free(gpointer kept)
{
    Scenes *scenes = kept;

    g_clear_pointer(&scenes->scene, svg_scene_free);
    g_clear_pointer(&scenes->seen, svg_scene_free);
    g_free(scenes);
}

static const SvgKeeper keeper = {.free = scenes_free, .forget = SVG_FORGET_TOUCHED};

static Scenes *scenes_of(SvgDocument *doc)
{
    Scenes *scenes = svg_kept(doc, &keeper);

    return scenes ? scenes : svg_keep(doc, &keeper, g_new0(Scenes, 1));
}

SvgScene *svg_scene_known(SvgDocument *doc)
{
    const Scenes *scenes = svg_kept(doc, &keeper);

    return scenes ? scenes->scene : NULL;
}

guint svg_scene_count_part(SvgDocument *doc)
{
    return scenes_of(doc)->n_parts++;
}

/* --- collecting ------------------------------------------------------------------------------- */

typedef struct {
    SvgScene *scene;
    SvgWantedFunc wanted;
    gpointer asked;
    GArray *open;    /* guint: the containers around what was found last, from the outside in */
    gboolean locked; /* everything is */
} Collector;

static SvgEntry new_entry(SvgNode *node)
{
    return (SvgEntry){
        .node = node,
        .tag = svg_node_tag(node),
        .box = SVG_BOX_EMPTY,
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

static SvgPaint seen_paint(const SvgPaint *paint, double opacity)
{
    SvgPaint seen = *paint;

    if (opacity <= 0 || (paint->kind == SVG_PAINT_COLOR && paint->alpha <= 0)) {
        seen.kind = SVG_PAINT_NONE;
    }
    return seen;
}

/* "none" and dashes of no length are none. */
static gboolean has_dashes(const SvgStyle *style)
{
    return style->dashes && strpbrk(style->dashes, "123456789") != NULL;
}

static void see(SvgEntry *entry, SvgBox box, const SvgStyle *style)
{
    entry->box = box;
    entry->fill = seen_paint(&style->fill, style->fill_opacity);
    entry->stroke = seen_paint(&style->stroke, style->stroke_width > 0 ? style->stroke_opacity : 0);
    entry->stroke_width = (float)style->stroke_width;
    entry->dashed = has_dashes(style);
    entry->opacity = style->opacity;
    entry->clear = style->opacity <= 0;
    entry->visible = style->visible && !entry->clear;
    entry->head_start = style->has_markers[0];
    entry->head_end = style->has_markers[2];
}

static guint add_entry(const Collector *collector, SvgNode *node, guint parent)
{
    SvgScene *scene = collector->scene;
    SvgEntry entry = new_entry(node);

    entry.locked = collector->locked || svg_node_has_lock(node);
    if (parent != SVG_NO_ENTRY) {
        entry.parent = parent;
        entry.locked |= svg_scene_entry(scene, parent)->locked;
    }
    g_array_append_val(scene->entries, entry);
    return scene->entries->len - 1;
}

static guint innermost(const Collector *collector)
{
    guint n = collector->open->len;

    return n ? g_array_index(collector->open, guint, n - 1) : SVG_NO_ENTRY;
}

/* The entry of a container, made before those of what is in it. Depth: that of the document,
 * SVG_MAX_DEPTH. */
static guint open_container(Collector *collector, SvgNode *node)
{
    guint last = innermost(collector);

    if (node == svg_document_root(collector->scene->doc) ||
        (last != SVG_NO_ENTRY && svg_scene_entry(collector->scene, last)->node == node)) {
        return last;
    }
    last = add_entry(collector, node, open_container(collector, node->parent));
    g_array_append_val(collector->open, last);
    return last;
}

static gboolean is_same(const SvgMatrix *a, const SvgMatrix *b)
{
    return a->a == b->a && a->b == b->b && a->c == b->c && a->d == b->d && a->e == b->e &&
           a->f == b->f;
}

/* What follows in the drawing mostly has the same one. */
static guint add_matrix(GArray *matrices, SvgMatrix matrix)
{
    guint n = matrices->len;

    if (n > 0 && is_same(&g_array_index(matrices, SvgMatrix, n - 1), &matrix)) {
        return n - 1;
    }
    g_array_append_val(matrices, matrix);
    return n;
}

/* Containers are found after what is in them, which is when they are complete. */
static void collect(SvgNode *node, const SvgBounds *bounds, const SvgStyle *style, SvgMatrix matrix,
                    const SvgTrail *trail, gpointer data)
{
    Collector *collector = data;
    SvgScene *scene = collector->scene;
    guint index = innermost(collector);
    SvgEntry *entry;

    if (node == svg_document_root(scene->doc)) {
        return;
    }
    if (index != SVG_NO_ENTRY && svg_scene_entry(scene, index)->node == node) {
        g_array_set_size(collector->open, collector->open->len - 1);
    } else {
        index = add_entry(collector, node, open_container(collector, node->parent));
    }
    entry = svg_scene_entry(scene, index);
    see(entry, bounds->geometric, style);
    entry->upright = matrix.b == 0 && matrix.c == 0;
    entry->rotation = entry->upright ? 0 : atan2(matrix.b, matrix.a) * (180 / G_PI);
    entry->beyond = scene->entries->len;
    entry->last_link = index;
    entry->matrix = add_matrix(scene->matrices, matrix);
    if (!svg_entry_read_quick(scene->doc, entry, matrix, trail)) {
        g_array_append_val(scene->unread, index);
    }
    entry->may_be_unit = entry->kind == SVG_KIND_GROUP && entry->beyond > index + 1 &&
                         svg_unit_may_be(node); /* while what is in it is at hand */
    scene->box = svg_box_union(scene->box, bounds->geometric);
}

/* What is in something transparent isn't seen. Containers are known after what is in them. */
static void hide_clear(SvgScene *scene)
{
    for (guint i = 0; i < scene->entries->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->parent != SVG_NO_ENTRY && svg_scene_entry(scene, entry->parent)->clear) {
            entry->clear = TRUE;
            entry->visible = entry->closed = FALSE;
        }
    }
}

/* What takes time is left until somebody asks for shapes: a picture, which needs only boxes,
 * needn't wait for it. */
static void read_kinds(SvgScene *scene)
{
    for (guint i = 0; i < scene->unread->len; i++) {
        SvgEntry *entry = svg_scene_entry(scene, g_array_index(scene->unread, guint, i));

        svg_entry_read_kind(scene->doc, entry, svg_scene_matrix(scene, entry));
    }
    g_clear_pointer(&scene->unread, g_array_unref);
}

SvgEntry svg_entry_read(SvgDocument *doc, SvgNode *node, SvgBox box)
{
    SvgStyle style;
    SvgEntry entry = new_entry(node);

    svg_style_of(doc, node, &style);
    see(&entry, box, &style);
    svg_entry_read_kind(doc, &entry, svg_node_matrix(doc, node));
    return entry;
}

static SvgWanted ask(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    Collector *collector = data;

    return collector->wanted(node, parent, collector->asked);
}

/* With room for `n` entries. */
static Collector collector_new(SvgDocument *doc, guint n)
{
    SvgScene *scene = g_new0(SvgScene, 1);

    scene->doc = doc;
    scene->entries = svg_memory_array_new(sizeof(SvgEntry), n);
    scene->matrices = g_array_new(FALSE, FALSE, sizeof(SvgMatrix));
    scene->unread = g_array_new(FALSE, FALSE, sizeof(guint));
    scene->box = scene->page = SVG_BOX_EMPTY;
    scene->about = SVG_NO_ENTRY;
    return (Collector){.scene = scene,
                       .open = g_array_new(FALSE, FALSE, sizeof(guint)),
                       .locked = svg_node_has_lock(svg_document_root(doc))};
}

static SvgScene *collected(Collector *collector)
{
    g_array_unref(collector->open);
    return collector->scene;
}

SvgScene *svg_scene_collect(SvgDocument *doc, SvgNode *top, SvgWantedFunc wanted, gpointer asked)
{
    SvgScene *scene = wanted ? NULL : g_steal_pointer(&scenes_of(doc)->seen);

    if (!scene) {
        Collector collector = collector_new(doc, wanted ? 0 : doc->n_rendered);

        collector.wanted = wanted;
        collector.asked = asked;
        svg_document_wanted_bounds(doc, top, wanted ? ask : NULL,
                                   svg_index_is_made(doc) ? svg_index_bounds : NULL, collect,
                                   &collector);
        scene = collected(&collector);
    }
    read_kinds(scene);
    hide_clear(scene);
    return scene;
}

gboolean svg_scene_look(SvgDocument *doc, const SvgBox *area)
{
    Collector collector;

    if (scenes_of(doc)->seen || svg_scene_known(doc) || svg_index_is_made(doc)) {
        return FALSE;
    }
    collector = collector_new(doc, doc->n_rendered);
    svg_index_make_for(doc, area, collect, &collector);
    scenes_of(doc)->seen = collected(&collector);
    return TRUE;
}

gboolean svg_entry_is_seen(const SvgEntry *entry)
{
    return !entry->closed || entry->label != SVG_NO_ENTRY || svg_entry_is_painted(entry);
}

gboolean svg_entry_decorates(const SvgScene *scene, const SvgEntry *entry)
{
    guint of = entry->part_of;

    return of != SVG_NO_ENTRY && entry->visible && !svg_entry_is_stroke(svg_scene_entry(scene, of));
}

/* --- what is listed --------------------------------------------------------------------------- */

/* Children come after their parents, so going backwards every group knows its children when it is
 * its turn. A group of which nothing is left isn't listed, nor one that holds a single shape. */
static void decide_what_is_listed(SvgScene *scene)
{
    for (guint i = scene->entries->len; i-- > 0;) {
        SvgEntry *entry = svg_scene_entry(scene, i);
        gboolean group = entry->kind == SVG_KIND_GROUP;

        entry->merged = entry->may_be_unit && entry->n_children == 1;
        entry->listed = group ? entry->n_children > 0 && !entry->merged
                              : entry->visible && svg_entry_owner(entry) == SVG_NO_ENTRY;
        entry->listed &= entry->box.w > 0 || entry->box.h > 0;
        if (svg_entry_decorates(scene, entry)) {
            svg_scene_entry(scene, entry->part_of)->n_parts++;
        }
        if ((entry->listed || entry->merged) && entry->parent != SVG_NO_ENTRY) {
            svg_scene_entry(scene, entry->parent)->n_children++;
        }
    }
}

static void recognise_before_lines(SvgScene *scene)
{
    svg_scene_find_units(scene);
    svg_scene_find_shadows(scene);
    svg_scene_find_lanes(scene);
    svg_scene_find_decoration(scene);
    svg_scene_find_labels(scene);
    svg_scene_find_blocks(scene);
    svg_scene_find_chains(scene);
    svg_scene_find_heads(scene);
    svg_scene_find_halves(scene);
    svg_scene_find_figures(scene);
}

void svg_scene_recognise(SvgScene *scene)
{
    recognise_before_lines(scene);
    svg_scene_bind_arrows(scene);
    svg_scene_find_captions(scene);
}

void svg_scene_recognise_some(SvgScene *scene)
{
    SvgBox area;

    recognise_before_lines(scene);
    area = svg_scene_caption_area(scene);
    svg_scene_bind_in(scene, area);
    if (!svg_box_is_empty(area)) {
        svg_scene_find_captions(scene);
    }
}

static SvgScene *read_scene(SvgDocument *doc, void (*recognise)(SvgScene *scene))
{
    SvgScene *scene = svg_scene_collect(doc, NULL, NULL, NULL);

    recognise(scene);
    decide_what_is_listed(scene);
    return scene;
}

static SvgScene *known_or_read(SvgDocument *doc, void (*recognise)(SvgScene *scene))
{
    SvgScene *scene = svg_scene_known(doc);

    if (!scene) {
        scene = read_scene(doc, recognise);
        scenes_of(doc)->scene = scene;
    }
    return scene;
}

SvgScene *svg_scene_of(SvgDocument *doc)
{
    SvgScene *scene = known_or_read(doc, svg_scene_recognise);

    svg_scene_bind_arrows(scene);
    return scene;
}

SvgScene *svg_scene_in(SvgDocument *doc, SvgBox view)
{
    SvgScene *scene = known_or_read(doc, svg_scene_recognise_some);

    svg_scene_bind_in(scene, view);
    return scene;
}

void svg_scene_free(SvgScene *scene)
{
    g_array_unref(scene->entries);
    g_array_unref(scene->matrices);
    g_clear_pointer(&scene->unread, g_array_unref);
    g_clear_pointer(&scene->index, g_hash_table_unref);
    g_clear_pointer(&scene->outlines, svg_grid_free);
    g_clear_pointer(&scene->tracks, g_hash_table_unref);
    g_clear_pointer(&scene->quick_track, g_array_unref);
    g_clear_pointer(&scene->binder, svg_binder_free);
    g_free(scene);
}
