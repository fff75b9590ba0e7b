/* Copies of shapes, with what belongs to them. */
#include "document/copy.h"
#include "document/refs.h"
#include "edit/appearance.h"
#include "edit/build.h"
#include "edit/follow.h"
#include "edit/property.h"
#include "edit/room.h"
#include "shape/scene.h"

#include <math.h>
#include <string.h>

#define GAP       0.5 /* of the lesser side: between a shape and a copy beside it, */
#define LEAST_GAP 10  /* px, as far as that is within these */
#define MOST_GAP  40
#define APART     0.5 /* of the gap: how far copies stay off what else is there */

typedef struct {
    SvgEdit *edit;
    GHashTable *ids;    /* char * of what is copied → char * of its copy */
    GHashTable *shapes; /* SvgNode of the shapes, and of what belongs to them */
} Copying;

/* --- ids -------------------------------------------------------------------------------------- */

/* Free in the drawing and among the new ones. */
static char *free_id(const Copying *copying, GHashTable *made, const char *wish)
{
    g_autofree char *id = svg_document_unique_id(copying->edit->doc, wish);
    for (guint n = 1; !g_hash_table_add(made, g_strdup(id)); n++) {
        g_autofree char *next = g_strdup_printf("%s-%u", wish, n);
        g_free(id);
        id = svg_document_unique_id(copying->edit->doc, next);
    }
    return g_steal_pointer(&id);
}

/* The id of the shape's copy is known; a label of ours is named after its shape. */
static char *wish_of(const Copying *copying, SvgNode *shape, const char *id)
{
    const char *of = svg_node_id(copying->edit->doc, shape);
    g_autofree char *label = g_strconcat(of, SVG_LABEL_SUFFIX, NULL);
    return g_str_equal(id, label)
               ? g_strconcat(g_hash_table_lookup(copying->ids, of), SVG_LABEL_SUFFIX, NULL)
               : g_strdup(id);
}

static void name(Copying *copying, GHashTable *made, SvgNode *node, const char *wish)
{
    g_hash_table_add(copying->shapes, node);
    g_hash_table_insert(copying->ids, g_strdup(svg_node_id(copying->edit->doc, node)),
                        free_id(copying, made, wish));
}

/* The ids that are said in it, but for those that are known. */
static void name_content(Copying *copying, GHashTable *made, SvgNode *top)
{
    for (SvgNode *node = top; node; node = svg_node_walk(top, node, FALSE)) {
        if (node->name && svg_node_owns_id(node) &&
            !g_hash_table_contains(copying->ids, node->id)) {
            g_hash_table_insert(copying->ids, g_strdup(node->id), free_id(copying, made, node->id));
        }
    }
}

/* --- a copy ----------------------------------------------------------------------------------- */

/* A connector isn't bound to what isn't copied: it would be drawn back there. */
static gboolean is_bound_elsewhere(const Copying *copying, const SvgAttr *attr)
{
    const char *name = attr->name->str;
    return (g_str_equal(name, "inkscape:connection-start") ||
            g_str_equal(name, "inkscape:connection-end")) &&
           *attr->value == '#' && !g_hash_table_contains(copying->ids, attr->value + 1);
}

/* Nobody has locked the copy. */
static char *value_of(const SvgAttr *attr, gpointer data)
{
    const Copying *copying = data;
    if (g_str_equal(attr->name->str, SVG_LOCK_ATTRIBUTE)) {
        return NULL;
    }
    if (g_str_equal(attr->name->str, "id")) {
        return g_strdup(g_hash_table_lookup(copying->ids, attr->value));
    }
    return is_bound_elsewhere(copying, attr)
               ? NULL
               : svg_refs_renamed(attr->name, attr->value, copying->ids);
}

static SvgNode *next_element(SvgNode *top, SvgNode *at)
{
    do {
        at = svg_node_walk(top, at, FALSE);
    } while (at && !at->name);
    return at;
}

/* A shape, and what belongs to it, can be said by an id even where the original has none. */
static void keep_name(Copying *copying, SvgNode *from, SvgNode *to)
{
    SvgDocument *doc = copying->edit->doc;
    if (g_hash_table_contains(copying->shapes, from)) {
        svg_splice_attr(doc, to, "id", g_hash_table_lookup(copying->ids, svg_node_id(doc, from)));
        svg_edit_added(copying->edit, to);
    }
}

static void keep_all(Copying *copying, SvgNode *from, SvgNode *to)
{
    SvgNode *node = from, *copy = to;
    do {
        keep_name(copying, node, copy);
        svg_keep_declared(copying->edit->doc, node, copy, copying->ids);
        node = next_element(from, node);
        copy = next_element(to, copy);
    } while (node && copy);
}

static SvgNode *copy_one(Copying *copying, SvgNode *node, SvgNode *after)
{
    SvgDocument *doc = copying->edit->doc;
    SvgNode *copy = svg_copy_element(doc, node, value_of, copying);
    svg_splice_insert(doc, after->parent, copy, after->next);
    svg_copy_content(doc, copy, node, value_of, copying);
    keep_all(copying, node, copy);
    return copy;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* A shape, and what belongs to it. */
typedef struct {
    SvgNode *shape;
    GPtrArray *parts;    /* SvgNode, in document order, without the shape */
    GPtrArray *elements; /* SvgNode: those that are copied, in document order; a group where all
                            that is in it is the shape */
    SvgNode *last;       /* behind which the next copy goes */
} Original;

static void clear_original(gpointer data)
{
    Original *original = data;
    g_ptr_array_unref(original->parts);
    g_ptr_array_unref(original->elements);
}

/* The outermost group that is listed as the shape, as all in it belongs to it; else the node. A
 * part that was named is copied alone, as it is moved and deleted alone. */
static SvgNode *whole_of(SvgEdit *edit, SvgNode *node)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint at = svg_scene_find(scene, node);
    const SvgEntry *entry = at != SVG_NO_ENTRY ? svg_scene_entry(scene, at) : NULL;
    gboolean whole = entry && svg_entry_owner(entry) == SVG_NO_ENTRY;
    guint parent = whole ? entry->parent : SVG_NO_ENTRY;
    while (parent != SVG_NO_ENTRY && svg_scene_entry(scene, parent)->merged) {
        node = svg_scene_entry(scene, parent)->node;
        parent = svg_scene_entry(scene, parent)->parent;
    }
    return node;
}

/* Words that are written in several ways, of which one is shown: all of them. */
static SvgNode *with_alternatives(SvgNode *part)
{
    SvgNode *around = part->parent;
    return around && svg_node_tag(around) == SVG_TAG_SWITCH ? around : part;
}

static void add_element(GPtrArray *elements, SvgNode *node)
{
    for (guint i = 0; i < elements->len; i++) {
        if (svg_node_contains(elements->pdata[i], node)) {
            return;
        }
    }
    g_ptr_array_add(elements, node);
}

static GPtrArray *elements_of(SvgEdit *edit, const Original *original)
{
    GPtrArray *elements = g_ptr_array_new();
    add_element(elements, whole_of(edit, original->shape));
    for (guint i = 0; i < original->parts->len; i++) {
        add_element(elements, with_alternatives(original->parts->pdata[i]));
    }
    svg_nodes_sort(edit->doc, elements);
    return elements;
}

static GArray *originals_of(SvgEdit *edit, const GPtrArray *nodes)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Original));
    g_array_set_clear_func(out, clear_original);
    for (guint i = 0; i < nodes->len; i++) {
        Original original = {nodes->pdata[i], svg_node_labels(edit, nodes->pdata[i]), NULL, NULL};
        original.elements = elements_of(edit, &original);
        original.last = original.elements->pdata[original.elements->len - 1];
        g_array_append_val(out, original);
    }
    return out;
}

static gboolean copy_element(Copying *copying, Original *original, SvgNode *element, SvgPoint by,
                             GError **error)
{
    if (!svg_locks_allow_children(copying->edit->doc, element->parent, error)) {
        return FALSE;
    }
    SvgNode *after = element->parent == original->last->parent ? original->last : element;
    SvgNode *copy = copy_one(copying, element, after);
    original->last = after == original->last ? copy : original->last;
    return svg_node_move_by(copying->edit, copy, by.x, by.y, error);
}

static SvgNode *copy_of(const Copying *copying, SvgNode *node)
{
    SvgDocument *doc = copying->edit->doc;
    return svg_document_find(doc, g_hash_table_lookup(copying->ids, svg_node_id(doc, node)));
}

/* FALSE where something can't be moved. */
static gboolean copy_shape(Copying *copying, Original *original, SvgPoint by, GError **error)
{
    for (guint i = 0; i < original->elements->len; i++) {
        if (!copy_element(copying, original, original->elements->pdata[i], by, error)) {
            return FALSE;
        }
    }
    SvgNode *shape = copy_of(copying, original->shape);
    for (guint i = 0; i < original->parts->len; i++) {
        SvgNode *part = copy_of(copying, original->parts->pdata[i]);
        if (part && !svg_node_contains(shape, part)) {
            svg_follow_tie(copying->edit, shape, part);
        }
    }
    return TRUE;
}

/* `id`: that of the first copy; NULL: like the others. */
static void name_originals(Copying *copying, const GArray *originals, const char *id)
{
    g_autoptr(GHashTable) made = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    SvgDocument *doc = copying->edit->doc;
    for (guint i = 0; i < originals->len; i++) {
        const Original *original = &g_array_index(originals, Original, i);
        SvgNode *shape = original->shape;
        name(copying, made, shape, i == 0 && id ? id : svg_node_id(doc, shape));
        for (guint k = 0; k < original->parts->len; k++) {
            SvgNode *part = original->parts->pdata[k];
            g_autofree char *wish = wish_of(copying, shape, svg_node_id(doc, part));
            name(copying, made, part, wish);
        }
        for (guint k = 0; k < original->elements->len; k++) {
            name_content(copying, made, original->elements->pdata[k]);
        }
    }
}

/* All of them once; adds the ids of the copies. */
static gboolean copy_all(SvgEdit *edit, GArray *originals, const char *id, SvgPoint by,
                         GPtrArray *ids, GError **error)
{
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_autoptr(GHashTable) shapes = g_hash_table_new(NULL, NULL);
    Copying copying = {edit, names, shapes};
    name_originals(&copying, originals, id);
    for (guint i = 0; i < originals->len; i++) {
        Original *original = &g_array_index(originals, Original, i);
        if (!copy_shape(&copying, original, by, error)) {
            return FALSE;
        }
        const char *of = svg_node_id(edit->doc, original->shape);
        g_ptr_array_add(ids, g_strdup(g_hash_table_lookup(names, of)));
    }
    return TRUE;
}

/* --- where ------------------------------------------------------------------------------------ */

static SvgBox box_of(SvgEdit *edit, const GArray *originals)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < originals->len; i++) {
        const GPtrArray *elements = g_array_index(originals, Original, i).elements;
        for (guint k = 0; k < elements->len; k++) {
            all = svg_box_union(all, svg_node_box(edit->doc, elements->pdata[k]));
        }
    }
    return all;
}

/* The first side where nothing is; else where there is still page; else the right one. */
static SvgPoint beside(SvgEdit *edit, const GArray *originals, guint count)
{
    SvgBox box = box_of(edit, originals);
    double px = svg_px(edit->doc);
    double gap = CLAMP(GAP * MIN(box.w, box.h), LEAST_GAP * px, MOST_GAP * px);
    double w = MAX(box.w, 0) + gap, h = MAX(box.h, 0) + gap;
    const SvgPoint ways[] = {{w, 0}, {0, h}, {-w, 0}, {0, -h}};
    const SvgPoint *on_page = NULL;
    g_auto(SvgRoom) room = {0};
    svg_room_init(&room, edit, box, APART * gap);
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        SvgBox first = {box.x + ways[i].x, box.y + ways[i].y, box.w, box.h};
        SvgBox last = {box.x + count * ways[i].x, box.y + count * ways[i].y, box.w, box.h};
        SvgBox copies = svg_box_union(first, last);
        if (svg_room_is_free(&room, copies)) {
            return ways[i];
        }
        on_page = !on_page && svg_box_contains(room.within, copies) ? &ways[i] : on_page;
    }
    svg_edit_remark(edit, "there is no free room on the page beside the original");
    return on_page ? *on_page : ways[0];
}

static gboolean may_copy(const GPtrArray *nodes, guint count, GError **error)
{
    if (count < 1 || count * nodes->len > SVG_MAX_COPIES) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "%u times %u shapes can't be copied at once; from 1 to %u copies can", count,
                    nodes->len, SVG_MAX_COPIES);
        return FALSE;
    }
    return TRUE;
}

/* Rules may look at what an element stands beside. */
static gboolean check_looks(SvgEdit *edit, SvgAppearance *before, GError **error)
{
    SvgNode *changed = svg_appearance_find_changed(edit->doc, before);
    if (changed) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" would look different with a copy beside it, as a style sheet has rules "
                    "for neighbours; create another shape instead",
                    svg_node_id(edit->doc, changed));
    }
    return !changed;
}

char **svg_edit_duplicate(SvgEdit *edit, const char *const *ids, double dx, double dy, guint count,
                          const char *id, GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_edit_find_all(edit, ids, error);
    gboolean anywhere = isnan(dx) && isnan(dy);
    if (!nodes || !may_copy(nodes, count, error) ||
        (!anywhere && (!svg_edit_check_number("offset x", dx, error) ||
                       !svg_edit_check_number("offset y", dy, error)))) {
        return NULL;
    }
    g_autoptr(SvgAppearance) before = svg_appearance_new(edit->doc, nodes);
    g_autoptr(GArray) originals = originals_of(edit, nodes);
    g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func(g_free);
    SvgPoint step = anywhere ? beside(edit, originals, count) : (SvgPoint){dx, dy};
    for (guint n = 1; n <= count; n++) {
        SvgPoint by = {n * step.x, n * step.y};
        if (!copy_all(edit, originals, n == 1 ? id : NULL, by, copies, error)) {
            return NULL;
        }
    }
    if (!check_looks(edit, before, error)) {
        return NULL;
    }
    g_ptr_array_add(copies, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&copies), FALSE);
}
