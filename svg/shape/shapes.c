/* The public view of a drawing: lists of shapes, single shapes, bounds. */
#include "document/document_priv.h"
#include "document/nearby.h"
#include "shape/content.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <svg/error.h>
#include <svg/shape.h>

#include <math.h>
#include <string.h>

#define SAME_BOX     0.01 /* of its shorter side: how far sides are from those of one as large */
#define MOST_BETWEEN 4    /* entries, to the fill that an outline is drawn for */
#define MAX_PARTS    8 /* shapes; to be asked about more, it is cheaper to read the whole drawing */

void svg_shape_free(SvgShape *shape)
{
    if (!shape) {
        return;
    }
    g_free(shape->id);
    g_free(shape->text);
    g_free(shape->label_id);
    g_free(shape->name);
    g_free(shape->parent);
    g_free(shape->fill);
    g_free(shape->stroke);
    g_free(shape->ground);
    g_free(shape->ink);
    g_clear_pointer(&shape->letters, g_array_unref);
    g_free(shape->from_id);
    g_free(shape->to_id);
    g_free(shape);
}

/* --- paint ------------------------------------------------------------------------------------ */

/* Filled with the pale tint of its outline. */
static gboolean is_tint(const SvgShape *shape)
{
    const char *name =
        shape->stroke && shape->kind != SVG_KIND_TEXT ? svg_palette_nearest(shape->stroke) : NULL;
    g_autofree char *tint = name ? svg_palette_css(name, TRUE) : NULL;
    g_autofree char *exact = name ? svg_palette_css(shape->stroke, TRUE) : NULL;

    return tint && shape->fill &&
           (strcmp(tint, shape->fill) == 0 || strcmp(exact, shape->fill) == 0);
}

/* A person sees it by its stroke rather than by its fill. */
static gboolean is_seen_by_stroke(const SvgShape *shape)
{
    const char *name = shape->fill ? svg_palette_nearest(shape->fill) : NULL;
    gboolean pale = name && strcmp(name, "white") == 0;

    if (is_tint(shape)) {
        return TRUE;
    }
    return !(name && (!pale || shape->kind == SVG_KIND_TEXT)) && shape->stroke &&
           strcmp(shape->stroke, "none") != 0;
}

static gboolean is_pattern(SvgDocument *doc, const SvgPaint *paint)
{
    const SvgNode *node = paint->kind == SVG_PAINT_SERVER && paint->server
                              ? svg_document_find(doc, paint->server)
                              : NULL;

    return node && svg_node_tag(node) == SVG_TAG_PATTERN;
}

static gboolean is_as_large(SvgBox a, SvgBox b)
{
    double slack = SAME_BOX * MIN(b.w, b.h);

    return fabs(a.x - b.x) <= slack && fabs(a.y - b.y) <= slack && fabs(a.w - b.w) <= slack &&
           fabs(a.h - b.h) <= slack;
}

static const SvgEntry *ground_of(const SvgScene *scene, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);

    for (guint i = index; i > 0 && index - i < MOST_BETWEEN; i--) {
        const SvgEntry *below = svg_scene_entry(scene, i - 1);

        if (below->fill.kind != SVG_PAINT_NONE && below->label == SVG_NO_ENTRY &&
            svg_kind_flags(below->kind) & SVG_KIND_CLOSED && is_as_large(below->box, entry->box)) {
            return below;
        }
    }
    return NULL;
}

static void fill_paint(const SvgScene *scene, SvgShape *shape, guint index)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);
    SvgDocument *doc = scene->doc;
    SvgMatrix m = svg_scene_matrix(scene, entry);

    shape->opacity = entry->opacity;
    if (entry->kind == SVG_KIND_GROUP || entry->kind == SVG_KIND_IMAGE ||
        entry->kind == SVG_KIND_UNKNOWN) {
        return;
    }
    if (entry->kind != SVG_KIND_LINE && entry->kind != SVG_KIND_ARROW) {
        shape->fill = svg_paint_name(&entry->fill);
        shape->pattern = is_pattern(doc, &entry->fill);
        const SvgEntry *ground =
            entry->fill.kind == SVG_PAINT_NONE && svg_kind_flags(entry->kind) & SVG_KIND_CLOSED
                ? ground_of(scene, index)
                : NULL;
        shape->ground = ground ? svg_paint_name(&ground->fill) : NULL;
    }
    if (entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_ARROW) {
        svg_scene_read_line_heads(scene, index, shape->heads);
        shape->route = svg_scene_route(scene, index);
    }
    shape->stroke = svg_paint_name(&entry->stroke);
    if (entry->stroke.kind != SVG_PAINT_NONE) {
        shape->stroke_width = (double)entry->stroke_width * svg_matrix_scale(m);
        shape->dashed = entry->dashed;
    }
    shape->color_by_stroke = is_seen_by_stroke(shape);
    shape->color = svg_palette_nearest(shape->color_by_stroke ? shape->stroke : shape->fill);
    svg_scene_read_letters(scene, entry, shape);
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* Its own name, or that of a group that stands for it; *parent is the group a person sees it in.
 * The caller's. */
static char *read_name(const SvgScene *scene, const SvgEntry *entry, guint *parent)
{
    char *name = svg_content_name(entry->node);

    *parent = entry->parent;
    while (*parent != SVG_NO_ENTRY && svg_scene_entry(scene, *parent)->merged) {
        const SvgEntry *group = svg_scene_entry(scene, *parent);

        name = name ? name : svg_content_name(group->node);
        *parent = group->parent;
    }
    return name;
}

static char *entry_id(const SvgScene *scene, guint index)
{
    return index == SVG_NO_ENTRY
               ? NULL
               : (char *)svg_node_id(scene->doc, svg_scene_entry(scene, index)->node);
}

/* The shape that stands for the entry in the list: of a group of one, that one; of a part, what it
 * belongs to. */
static guint shown(const SvgScene *scene, guint index)
{
    const SvgEntry *entry = index == SVG_NO_ENTRY ? NULL : svg_scene_entry(scene, index);

    if (entry && !entry->listed && svg_entry_owner(entry) != SVG_NO_ENTRY) {
        return svg_entry_owner(entry);
    }
    for (guint i = index; entry && entry->merged && i < entry->beyond; i++) {
        if (svg_scene_entry(scene, i)->listed) {
            return i;
        }
    }
    return index;
}

/* What is known without reading any words. */
static void read_outside(const SvgScene *scene, guint index, SvgShape *shape)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);

    memset(shape, 0, sizeof *shape);
    shape->kind = entry->kind;
    shape->box = entry->box;
    if (entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_ARROW) {
        shape->start = entry->start;
        shape->end = entry->end;
        shape->bend = entry->bend;
        shape->n_heads = (guint)entry->head_start + (guint)entry->head_end;
    } else {
        shape->rotation = entry->rotation;
    }
    shape->n_children = entry->n_children;
    shape->n_parts = entry->n_parts;
    shape->locked = entry->locked;
}

/* Ids are the document's, the other strings the caller's: see drop_words(). */
static void read_inside(const SvgScene *scene, guint index, SvgShape *shape)
{
    const SvgEntry *entry = svg_scene_entry(scene, index);
    const char *mode = svg_node_attr(entry->node, "inkscape:groupmode");
    guint parent;

    shape->id = entry_id(scene, index);
    shape->text = svg_scene_text(scene, entry);
    shape->label_id = entry->kind == SVG_KIND_TEXT ? NULL : entry_id(scene, entry->label);
    shape->name = read_name(scene, entry, &parent);
    shape->parent = entry_id(scene, parent);
    shape->from_id = entry_id(scene, shown(scene, entry->from));
    shape->to_id = entry_id(scene, shown(scene, entry->to));
    shape->layer = entry->kind == SVG_KIND_GROUP && mode && strcmp(mode, "layer") == 0;
}

static void drop_words(SvgShape *shape)
{
    g_free(shape->text);
    g_free(shape->name);
    g_free(shape->fill);
    g_free(shape->stroke);
    g_free(shape->ground);
    g_free(shape->ink);
    g_clear_pointer(&shape->letters, g_array_unref);
}

/* Nobody counted them in a part of the drawing. */
static guint count_parts(const SvgScene *scene, guint index)
{
    guint n = 0;

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        n += entry->part_of == index && svg_entry_decorates(scene, entry);
    }
    return n;
}

static SvgShape *shape_new(const SvgScene *scene, guint index)
{
    SvgShape *shape = g_new(SvgShape, 1);
    char **const ids[] = {&shape->id, &shape->label_id, &shape->parent, &shape->from_id,
                          &shape->to_id};

    read_outside(scene, index, shape);
    read_inside(scene, index, shape);
    fill_paint(scene, shape, index);
    if (scene->about != SVG_NO_ENTRY) {
        shape->n_parts = count_parts(scene, index);
    }
    for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
        *ids[i] = g_strdup(*ids[i]);
    }
    return shape;
}

GPtrArray *svg_document_shapes(SvgDocument *doc)
{
    SvgScene *scene = svg_scene_of(doc);
    GPtrArray *shapes = g_ptr_array_new_with_free_func((GDestroyNotify)svg_shape_free);

    for (guint i = 0; i < scene->entries->len; i++) {
        if (svg_scene_entry(scene, i)->listed) {
            g_ptr_array_add(shapes, shape_new(scene, i));
        }
    }
    return shapes;
}

void svg_document_each_shape(SvgDocument *doc, SvgBox view, gboolean painted, SvgShapeFunc func,
                             gpointer data)
{
    SvgScene *scene = svg_scene_in(doc, view);

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        SvgShape shape;

        if (!entry->listed) {
            continue;
        }
        read_outside(scene, i, &shape);
        if (svg_box_touches(entry->box, view)) {
            read_inside(scene, i, &shape);
            if (painted) {
                fill_paint(scene, &shape, i);
            }
        }
        func(&shape, data);
        drop_words(&shape);
    }
}

static SvgNode *find(SvgDocument *doc, const char *id, GError **error)
{
    SvgNode *node = id ? svg_document_find(doc, id) : NULL;

    if (!node) {
        svg_ids_not_found(doc, id ? id : "", error);
    }
    return node;
}

/* What a part of the drawing tells of the shape; NULL where it takes the whole: how many of the
 * things in a group are listed, whether a group stands for it, what a line connects. */
static SvgShape *shape_by_part(SvgDocument *doc, SvgNode *node)
{
    gboolean container = svg_node_is(node, SVG_TAG_IS_CONTAINER);
    g_autoptr(SvgScene) scene =
        container || svg_unit_around(node) ? NULL : svg_scene_about(doc, node, NULL, NULL);
    const SvgEntry *entry =
        scene && scene->about != SVG_NO_ENTRY ? svg_scene_entry(scene, scene->about) : NULL;
    gboolean may_connect = entry && !entry->closed && svg_node_is(node, SVG_TAG_IS_SHAPE);

    return entry && !may_connect ? shape_new(scene, scene->about) : NULL;
}

SvgShape *svg_document_shape(SvgDocument *doc, const char *id, GError **error)
{
    SvgNode *node = find(doc, id, error);
    gboolean by_part = node && !svg_scene_known(doc) && svg_scene_count_part(doc) < MAX_PARTS;
    SvgShape *shape = by_part ? shape_by_part(doc, node) : NULL;
    guint index = node && !shape ? svg_scene_find(svg_scene_of(doc), node) : SVG_NO_ENTRY;

    if (index != SVG_NO_ENTRY) {
        return shape_new(svg_scene_of(doc), index);
    }
    if (node && !shape) {
        g_autofree char *shown = svg_name_shown(id);

        g_set_error(error, SVG_ERROR, SVG_ERROR_NOT_FOUND,
                    "\"%s\" is a <%s> that isn't drawn; name a shape that can be seen", shown,
                    node->name->str);
    }
    return shape;
}

char **svg_document_parts(SvgDocument *doc, const char *id)
{
    SvgNode *node = find(doc, id, NULL);
    SvgScene *known = svg_scene_known(doc), *scene = known ? known : svg_scene_of(doc);
    guint index = node ? svg_scene_find(scene, node) : SVG_NO_ENTRY;
    GPtrArray *ids = g_ptr_array_new();

    for (guint i = 0; index != SVG_NO_ENTRY && i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        if (entry->part_of == index && svg_entry_decorates(scene, entry)) {
            g_ptr_array_add(ids, g_strdup(entry_id(scene, i)));
        }
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}

char *svg_document_part_of(SvgDocument *doc, const char *id)
{
    SvgScene *scene = svg_scene_of(doc);
    SvgNode *node = svg_document_find(doc, id);
    guint index = svg_scene_find(scene, node);
    guint listed = shown(scene, index);
    SvgNode *known = listed != index         ? svg_scene_entry(scene, listed)->node
                     : index != SVG_NO_ENTRY ? svg_scene_known_as(scene, node)
                                             : node;

    return known != node ? g_strdup(svg_node_id(doc, known)) : NULL;
}

char **svg_document_labels(SvgDocument *doc, const char *id)
{
    SvgNode *node = find(doc, id, NULL);
    SvgScene *scene = svg_scene_of(doc);
    guint index = node ? svg_scene_find(scene, node) : SVG_NO_ENTRY;
    guint at = index == SVG_NO_ENTRY ? SVG_NO_ENTRY : svg_scene_entry(scene, index)->label;
    GPtrArray *ids = g_ptr_array_new();

    while (at != SVG_NO_ENTRY) {
        g_ptr_array_add(ids, g_strdup(entry_id(scene, at)));
        at = svg_scene_entry(scene, at)->next_label;
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}

gboolean svg_document_bounds(SvgDocument *doc, const char *id, SvgBox *box, GError **error)
{
    SvgNode *node = find(doc, id, error);
    SvgBox found;

    if (!node) {
        return FALSE;
    }
    found = svg_node_box(doc, node);
    if (svg_box_is_empty(found)) {
        g_autofree char *shown = svg_name_shown(id);

        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" is a <%s> that draws nothing, so it has no bounds", shown,
                    node->name->str);
        return FALSE;
    }
    *box = found;
    return TRUE;
}
