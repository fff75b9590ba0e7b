/* A shape into an arrow, which becomes two. */
#include "edit/connect.h"
#include "edit/in_way.h"
#include "edit/surroundings.h"
#include "index/index.h"
#include "shape/scene.h"
#include "shape/track.h"
#include "shape/unit.h"

#define ARROW_PX 24 /* what is left of the arrow on either side, at least */
#define APART_PX 3  /* from what else is there */

typedef struct {
    SvgEdit *edit;
    SvgNode *line, *shape;
    SvgNode *ends[2];
    const char *ids[2]; /* theirs */
} Insertion;

/* --- may it be -------------------------------------------------------------------------------- */

static gboolean fail(const char *id, const char *why, GError **error)
{
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "\"%s\" %s", id, why);
    return FALSE;
}

static gboolean is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE;
}

static gboolean check_line(const SvgShape *line, GError **error)
{
    if (!is_line(line)) {
        return fail(line->id, "is no arrow or line that a shape could be put into", error);
    }
    const char *at_none = line->from_id && line->to_id     ? NULL
                          : !line->from_id && !line->to_id ? "is at no shape with either end"
                          : !line->from_id                 ? "starts at no shape"
                                                           : "ends at no shape";
    g_autofree char *why =
        at_none ? g_strconcat(at_none, "; update says with fromId and toId which it joins", NULL)
                : NULL;
    return !why || fail(line->id, why, error);
}

/* Also by where it lies: frames needn't be groups. */
static gboolean is_at_end(const Insertion *insertion, guint i)
{
    SvgDocument *doc = insertion->edit->doc;
    SvgBox box = svg_node_box(doc, insertion->shape), end = svg_node_box(doc, insertion->ends[i]);
    return svg_node_contains(insertion->shape, insertion->ends[i]) ||
           svg_node_contains(insertion->ends[i], insertion->shape) || svg_box_contains(box, end);
}

/* Holding an end counts as being it. */
static gboolean check_shape(const Insertion *insertion, const SvgShape *shape, GError **error)
{
    if (is_line(shape)) {
        return fail(shape->id, "is a line itself; a shape that arrows can end at goes in", error);
    }
    for (guint i = 0; i < 2; i++) {
        if (is_at_end(insertion, i)) {
            g_autofree char *why = g_strdup_printf("is at an end of that arrow already, or holds "
                                                   "it (\"%s\"); another shape goes in",
                                                   insertion->ids[i]);
            return fail(shape->id, why, error);
        }
    }
    return svg_node_contains(insertion->shape, insertion->line)
               ? fail(shape->id, "holds that arrow", error)
               : TRUE;
}

/* --- where ------------------------------------------------------------------------------------ */

static SvgBox end_box(const Insertion *insertion, guint i)
{
    return svg_node_box(insertion->edit->doc, insertion->ends[i]);
}

/* The line runs through it, or it has its middle in the box around both ends. */
static gboolean lies_between(const Insertion *insertion, const GArray *track, SvgBox box)
{
    SvgBox from = end_box(insertion, 0), to = end_box(insertion, 1);
    SvgBox both = svg_box_union(from, to);
    return !svg_box_touches(from, box) && !svg_box_touches(to, box) &&
           (svg_track_nearest_to_box(track, box).distance == 0 ||
            svg_box_holds(both, svg_box_center(box)));
}

static gboolean has_room(const Insertion *insertion, const SvgInWay *way, SvgBox box)
{
    SvgDocument *doc = insertion->edit->doc;
    double px = svg_px(doc);
    SvgBox wide = svg_box_grown(box, ARROW_PX * px, ARROW_PX * px);
    SvgBox apart = svg_box_grown(box, APART_PX * px, APART_PX * px);
    if (svg_box_touches(wide, end_box(insertion, 0)) ||
        svg_box_touches(wide, end_box(insertion, 1))) {
        return FALSE;
    }
    g_autoptr(GPtrArray) near = svg_index_touching(doc, apart);
    for (guint i = 0; i < near->len; i++) {
        const SvgBounds *bounds = svg_index_bounds(doc, near->pdata[i]);
        if (bounds && !svg_node_contains(insertion->shape, near->pdata[i]) &&
            svg_is_in_way(way, near->pdata[i], bounds->geometric)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* As near to the middle of the line as there is room. */
static gboolean find_place(const Insertion *insertion, const GArray *track, SvgBox box,
                           SvgPoint *place)
{
    static const double shares[] = {0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7};
    SvgEdit *edit = insertion->edit;
    g_auto(SvgInWay) way = {0};
    const SvgPoint points[2] = {{0, 0}, {0, 0}};
    svg_in_way_init(&way, edit, insertion->line, insertion->ends, points);
    g_autoptr(GPtrArray) own = svg_node_labels(edit, insertion->shape);
    g_ptr_array_extend(way.own, own, NULL, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(shares); i++) {
        SvgPoint at = svg_track_at(track, svg_track_length(track) * shares[i]);
        SvgBox there = {at.x - box.w / 2, at.y - box.h / 2, box.w, box.h};
        if (has_room(insertion, &way, there)) {
            *place = at;
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean put_between(const Insertion *insertion, gboolean place, GError **error)
{
    SvgEdit *edit = insertion->edit;
    const char *id = svg_node_id(edit->doc, insertion->shape);
    SvgBox box = svg_node_box(edit->doc, insertion->shape);
    SvgPoint at;
    g_auto(SvgSurroundings) around = {0};
    svg_surroundings_read_own(edit, insertion->line, &around);
    if (around.own->len < 2 || lies_between(insertion, around.own, box)) {
        return TRUE;
    }
    if (!place) {
        svg_edit_remark(edit, "%s stays where it is, which isn't between %s and %s", id,
                        insertion->ids[0], insertion->ids[1]);
        return TRUE;
    }
    if (!find_place(insertion, around.own, box, &at)) {
        svg_edit_remark(edit,
                        "%s stays where it is, as there is no room for it between %s and %s; move "
                        "these apart, or it to a free place",
                        id, insertion->ids[0], insertion->ids[1]);
        return TRUE;
    }
    return svg_edit_move(edit, id, at, SVG_ANCHOR_CENTER, error);
}

/* --- two in place of one ---------------------------------------------------------------------- */

/* It says the same of what it joins as the other does, where that says it. */
static void bind_copy(const Insertion *insertion, SvgNode *copy)
{
    SvgDocument *doc = insertion->edit->doc;
    for (guint i = 0; i < 2; i++) {
        SvgNode *end = svg_connector_end(doc, insertion->line, i);
        if (end) {
            svg_connector_bind(insertion->edit, copy, i, end);
        }
    }
}

/* Those of the copy are known as such: by their place they may be the other's. */
static gboolean drop_words(SvgEdit *edit, SvgNode *copy, GError **error)
{
    g_autoptr(GPtrArray) labels = svg_node_labels(edit, copy);
    for (guint i = 0; i < labels->len; i++) {
        g_autofree char *id = g_strdup(svg_node_id(edit->doc, labels->pdata[i]));
        if (svg_node_is_words(labels->pdata[i]) && !svg_edit_delete(edit, id, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static char *copy_line(const Insertion *insertion, GError **error)
{
    SvgEdit *edit = insertion->edit;
    const char *ids[] = {svg_node_id(edit->doc, insertion->line), NULL};
    g_auto(GStrv) copies = svg_edit_duplicate(edit, ids, 0, 0, 1, NULL, error);
    SvgNode *copy = copies ? svg_document_find(edit->doc, copies[0]) : NULL;
    if (!copy || !drop_words(edit, copy, error)) {
        return NULL;
    }
    bind_copy(insertion, copy);
    return g_strdup(copies[0]);
}

static char *split(const Insertion *insertion, GError **error)
{
    SvgEdit *edit = insertion->edit;
    const char *shape = svg_node_id(edit->doc, insertion->shape);
    const SvgSpec first = {.given = SVG_SPEC_TO, .to_id = shape};
    const SvgSpec second = {
        .given = SVG_SPEC_FROM | SVG_SPEC_TO, .from_id = shape, .to_id = insertion->ids[1]};
    g_autofree char *copy = copy_line(insertion, error);
    return copy && svg_edit_update(edit, copy, &second, error) &&
                   svg_edit_update(edit, svg_node_id(edit->doc, insertion->line), &first, error)
               ? g_steal_pointer(&copy)
               : NULL;
}

static gboolean find_all(Insertion *insertion, const SvgShape *line, const char *shape,
                         GError **error)
{
    SvgEdit *edit = insertion->edit;
    insertion->shape = svg_edit_find(edit, shape, error);
    insertion->ids[0] = line->from_id;
    insertion->ids[1] = line->to_id;
    for (guint i = 0; insertion->shape && i < 2; i++) {
        insertion->ends[i] = svg_edit_find(edit, insertion->ids[i], error);
        if (!insertion->ends[i]) {
            return FALSE;
        }
    }
    return insertion->shape != NULL;
}

/* What is called by its words, or by the group that is one with it, is meant itself. */
static char *id_of_whole(SvgEdit *edit, const char *id)
{
    char *owner = svg_document_find(edit->doc, id) ? svg_document_part_of(edit->doc, id) : NULL;
    return owner ? owner : g_strdup(id);
}

char *svg_edit_insert_between(SvgEdit *edit, const char *arrow, const char *shape, gboolean place,
                              GError **error)
{
    g_autofree char *arrow_id = id_of_whole(edit, arrow), *shape_id = id_of_whole(edit, shape);
    Insertion insertion = {.edit = edit, .line = svg_edit_find_free(edit, arrow_id, error)};
    g_autoptr(SvgShape) line =
        insertion.line ? svg_document_shape(edit->doc, arrow_id, error) : NULL;
    if (!line || !check_line(line, error) || !find_all(&insertion, line, shape_id, error)) {
        return NULL;
    }
    g_autoptr(SvgShape) told = svg_document_shape(edit->doc, shape_id, error);
    return told && check_shape(&insertion, told, error) && put_between(&insertion, place, error)
               ? split(&insertion, error)
               : NULL;
}
