/* Looks for what could end at a shape, and rather finds too much: each line by itself with its own
 * ends, whatever chain it is a link of, and each thing that could be the head of a line beside it.
 */
#include "shape/ends_near.h"

#include "document/document_priv.h"
#include "geometry/parts.h"
#include "shape/quick_bounds.h"
#include "shape/unit.h"

#include <string.h>

#define MAX_NEAR   4096 /* elements; where more are near, reading all isn't much dearer, */
#define READ_SHARE 4    /* nor where more of them than this part of the drawing are read in full */
#define MIN_READ   256  /* or these, if it is small */

#define FRAME_SHARE 1.5 /* of the longest head: points so far apart make none */

#define TESTED 8 /* elements that are known not to need another test */
#define BESIDE (2 * SVG_MAX_HEADS)

/* Properties without which an element that isn't grouped is no line. */
static const SvgProperty makers[] = {SVG_PROPERTY_STROKE, SVG_PROPERTY_MARKER,
                                     SVG_PROPERTY_MARKER_START, SVG_PROPERTY_MARKER_END};

struct _SvgEndsNear {
    SvgDocument *doc;
    const SvgNode *shape;
    SvgTouch touch;
    SvgBox zone;             /* no end farther off is at the shape, nor the tip of a head */
    gboolean styled, hiding; /* style sheets make lines; they may hide elements */
    const SvgNode *parent;   /* of what was looked at last, */
    SvgNode *group;          /* and the small group around what is in it; NULL if none */
    const SvgNode *open;     /* the last group that has what may be open by its form */
    double head;             /* how long a head may be that is grouped with its line */
    const SvgNode *tested[TESTED];
    guint n_tested;
    const SvgNode *family; /* the parent of what was asked about last, */
    SvgStyle inherited;    /* and its style */
    GPtrArray *near;       /* SvgNode *: what may be a line or a head */
    GHashTable *lines;  /* SvgNode * of an element or small group → whether it is a line, by its
                           style, or has one: 1, or 2 for no */
    GHashTable *words;  /* SvgNode * of a small group → whether it has any: 1, or 2 for no */
    GHashTable *drawn;  /* SvgNode * whose style tells whether it is drawn → 1, or 2 for no */
    GHashTable *frames; /* SvgNode * of a parent → what is in it and surely no head of a line */
    gboolean alone;     /* elements of small groups are read by themselves */
    guint n_read, max_read; /* entries */
    GHashTable *entries;    /* SvgNode * → SvgEntry, or NULL for what isn't drawn */
    GHashTable *groups;     /* SvgNode * → SvgScene of a small group, without its words */
    SvgScene *about;        /* has the group around the shape */
};

SvgEndsNear *svg_ends_near_new(SvgDocument *doc, const SvgNode *shape, SvgBox box)
{
    SvgEndsNear *search = g_new0(SvgEndsNear, 1);
    SvgTouch touch = svg_touch_of(doc);
    double by = svg_touch_reach(touch) + touch.px;
    SvgBox zone = svg_box_grown(svg_unit_reach(box), by, by);
    *search = (SvgEndsNear){.doc = doc, .touch = touch, .shape = shape, .zone = zone};
    search->hiding = svg_style_in_sheets(doc, SVG_PROPERTY_DISPLAY);
    for (guint i = 0; i < G_N_ELEMENTS(makers); i++) {
        search->styled |= svg_style_in_sheets(doc, makers[i]);
    }
    search->max_read = MAX(MIN_READ, doc->n_elements / READ_SHARE);
    search->near = g_ptr_array_new();
    search->lines = g_hash_table_new(NULL, NULL);
    search->words = g_hash_table_new(NULL, NULL);
    search->drawn = g_hash_table_new(NULL, NULL);
    search->frames = g_hash_table_new(NULL, NULL);
    search->head = svg_unit_longest_head(doc);
    search->entries = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    search->groups = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)svg_scene_free);
    return search;
}

void svg_ends_near_free(SvgEndsNear *search)
{
    g_ptr_array_unref(search->near);
    g_hash_table_unref(search->lines);
    g_hash_table_unref(search->words);
    g_hash_table_unref(search->drawn);
    g_hash_table_unref(search->frames);
    g_hash_table_unref(search->entries);
    g_hash_table_unref(search->groups);
    g_free(search);
}

static SvgNode *group_of(SvgEndsNear *search, const SvgNode *node)
{
    if (node->parent != search->parent) {
        search->parent = node->parent;
        search->group = svg_unit_around(node);
    }
    return search->group;
}

/* Asks once of each node. */
static gboolean recall(SvgEndsNear *search, GHashTable *known, SvgNode *node,
                       gboolean (*tell)(SvgEndsNear *search, SvgNode *node))
{
    guint is = GPOINTER_TO_UINT(g_hash_table_lookup(known, node));

    if (!is) {
        is = tell(search, node) ? 1 : 2;
        g_hash_table_insert(known, node, GUINT_TO_POINTER(is));
    }
    return is == 1;
}

/* --- what is near ----------------------------------------------------------------------------- */

/* A clone of a line may be a link of a chain. */
static gboolean shows_path(SvgDocument *doc, const SvgNode *use)
{
    const char *href = svg_node_href(use);
    const SvgNode *original = href ? svg_document_ref(doc, href) : NULL;

    return original && svg_node_is(original, SVG_TAG_HAS_VERTICES);
}

/* What isn't may be stroked or have markers, as far as its attributes tell. */
static gboolean is_plain(const SvgEndsNear *search, const SvgNode *node, const SvgStyle *parent)
{
    gboolean plain = !search->styled && parent->stroke.kind == SVG_PAINT_NONE &&
                     !parent->has_markers[0] && !parent->has_markers[2];

    for (guint i = 0; plain && i < node->n_attrs; i++) {
        const SvgAttr *attr = &node->attrs[i];

        for (guint k = 0; k < G_N_ELEMENTS(makers); k++) {
            plain = plain && attr->name->property != (gint16)makers[k];
        }
        if (attr->name->attr == SVG_ATTR_STYLE) {
            plain = plain && !strstr(attr->value, "stroke") && !strstr(attr->value, "marker") &&
                    !strchr(attr->value, '\\');
        }
    }
    return plain;
}

static gboolean is_tested(const SvgEndsNear *search, const SvgNode *node)
{
    for (guint i = 0; i < TESTED; i++) {
        if (search->tested[i] == node) {
            return TRUE;
        }
    }
    return FALSE;
}

/* For each group around it that may be one thing. */
static void note_frame(SvgEndsNear *search, const SvgNode *node, SvgBox hull)
{
    if (svg_box_side(hull) <= FRAME_SHARE * search->head) {
        return;
    }
    for (SvgNode *at = node->parent; at != search->group->parent; at = at->parent) {
        if (g_hash_table_contains(search->frames, at)) {
            return;
        }
        g_hash_table_insert(search->frames, at, (SvgNode *)node);
    }
}

static void test(SvgEndsNear *search, const SvgNode *node, const SvgContext *parent)
{
    SvgBox box;
    SvgPathPlace place;
    SvgQuickBounds reach;
    gboolean open;

    if (node == search->shape || is_tested(search, node)) {
        return;
    }
    search->tested[search->n_tested++ % TESTED] = node;
    place = search->group ? SVG_PATH_UNCLEAR : svg_path_place(node, parent, search->zone);
    if (place == SVG_PATH_IN) {
        g_ptr_array_add(search->near, (SvgNode *)node);
    }
    if (place != SVG_PATH_UNCLEAR) {
        return;
    }
    reach = svg_node_quick_bounds(search->doc, node, parent, &box, &open);
    if (reach == SVG_QUICK_BOUNDS_BOX && search->group && !open) {
        note_frame(search, node, box);
    }
    if (open && search->group && svg_node_is(node, SVG_TAG_HAS_VERTICES) &&
        search->open != search->group) {
        search->open = search->group;
        g_hash_table_insert(search->lines, search->group, GUINT_TO_POINTER(1));
    }
    if (reach == SVG_QUICK_BOUNDS_UNKNOWN ||
        (reach == SVG_QUICK_BOUNDS_BOX && svg_box_touches(box, search->zone))) {
        g_ptr_array_add(search->near, (SvgNode *)node);
    }
}

/* Most that are asked about are siblings. */
static void style_of(SvgEndsNear *search, const SvgNode *node, SvgStyle *style)
{
    if (search->family != node->parent) {
        search->family = node->parent;
        svg_style_of(search->doc, node->parent, &search->inherited);
    }
    svg_style_compute(search->doc, node, &search->inherited, style);
}

static gboolean is_displayed(SvgEndsNear *search, SvgNode *node)
{
    SvgStyle style;

    style_of(search, node, &style);
    return style.displayed;
}

/* Whether it counts among the elements beside a line, if anything in its parent does. */
static gboolean is_drawn(SvgEndsNear *search, SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_RENDERED) && svg_node_passes_conditions(node) &&
           ((!search->hiding && !svg_style_may_hide(node)) ||
            recall(search, search->drawn, node, is_displayed));
}

/* The next thing that is drawn on one side, in a group of its own or not. */
static SvgNode *drawn_beside(SvgEndsNear *search, const SvgNode *node, gboolean after)
{
    SvgNode *in = NULL;
    for (SvgNode *at = after ? node->next : node->prev; at && !in;
         at = after ? at->next : at->prev) {
        in = is_drawn(search, at) ? svg_unit_wrapped(search->doc, at) : NULL;
    }
    const SvgNode *outer = in ? node : svg_unit_unwrapped(search->doc, (SvgNode *)node);
    return outer == node ? in : drawn_beside(search, outer, after);
}

/* What may be a head of the line. */
static void test_beside(SvgEndsNear *search, const SvgNode *line, gboolean after,
                        const SvgContext *parent)
{
    const SvgNode *at = line;

    for (guint n = 0; n < SVG_MAX_HEADS && (at = drawn_beside(search, at, after)); n++) {
        if (at->parent == line->parent && svg_node_is(at, SVG_TAG_HAS_VERTICES)) {
            test(search, at, parent);
        }
    }
}

void svg_ends_near_look(SvgEndsNear *search, const SvgNode *node, const SvgContext *parent)
{
    SvgTag tag = svg_node_tag(node);

    if (search->near->len > MAX_NEAR || svg_node_is_words(node)) {
        return;
    }
    if (group_of(search, node) || (tag == SVG_TAG_USE && shows_path(search->doc, node))) {
        test(search, node, parent);
    } else if (svg_node_is(node, SVG_TAG_HAS_VERTICES) && !is_plain(search, node, &parent->style) &&
               is_drawn(search, (SvgNode *)node)) {
        test(search, node, parent);
        test_beside(search, node, FALSE, parent);
        test_beside(search, node, TRUE, parent);
    }
}

/* --- which can be lines, by their style ------------------------------------------------------- */

/* In a small group a line is whatever is open; what is so by its form was told before, but not of
 * clones. These count by their own style. */
static gboolean read_line(SvgEndsNear *search, const SvgNode *node, gboolean in_group)
{
    gboolean clone = svg_node_tag(node) == SVG_TAG_USE && shows_path(search->doc, node);
    SvgStyle style;

    if (!svg_node_is(node, SVG_TAG_HAS_VERTICES) && !clone) {
        return FALSE;
    }
    style_of(search, node, &style);
    return style.stroke.kind != SVG_PAINT_NONE || style.has_markers[0] || style.has_markers[2] ||
           (in_group && (clone || style.fill.kind == SVG_PAINT_NONE || style.fill_opacity <= 0 ||
                         (style.fill.kind == SVG_PAINT_COLOR && style.fill.alpha <= 0)));
}

static gboolean looks_like_line(SvgEndsNear *search, SvgNode *node)
{
    return read_line(search, node, FALSE);
}

static gboolean has_line(SvgEndsNear *search, SvgNode *group)
{
    for (SvgNode *at = group; at; at = svg_node_walk(group, at, FALSE)) {
        if (read_line(search, at, TRUE)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A head has its line's colour. */
static gboolean has_color_of(SvgEndsNear *search, const SvgNode *head, const SvgNode *line)
{
    SvgStyle style, of;

    style_of(search, head, &style);
    style_of(search, line, &of);
    return svg_paint_is_same(&style.fill, &of.stroke) ||
           svg_paint_is_same(&style.stroke, &of.stroke);
}

/* By its own style, or that of what is beside it. */
static gboolean looks_about_line(SvgEndsNear *search, SvgNode *node)
{
    if (recall(search, search->lines, node, looks_like_line)) {
        return TRUE;
    }
    for (guint side = 0; side < 2; side++) {
        SvgNode *at = node;

        for (guint n = 0; n < SVG_MAX_HEADS && (at = drawn_beside(search, at, side > 0)); n++) {
            if (svg_node_is(at, SVG_TAG_HAS_VERTICES) &&
                recall(search, search->lines, at, looks_like_line) &&
                has_color_of(search, node, at)) {
                return TRUE;
            }
        }
    }
    return FALSE;
}

/* A line, or beside one. */
static gboolean is_about_line(SvgEndsNear *search, SvgNode *node)
{
    SvgNode *group = group_of(search, node);
    gboolean has = group && recall(search, search->lines, group, has_line);

    return has || ((!group || svg_unit_unwrapped(search->doc, node) != node) &&
                   looks_about_line(search, node));
}

/* --- elements near it ------------------------------------------------------------------------- */

static SvgWanted is_wanted(const SvgNode *node, const SvgContext *parent, gpointer data)
{
    (void)parent, (void)data;
    return svg_node_is_words(node) ? SVG_UNWANTED : SVG_WANTED;
}

static SvgScene *scene_of_group(SvgEndsNear *search, SvgNode *group)
{
    SvgScene *scene = group == search->about->group && !search->about->apart
                          ? search->about
                          : g_hash_table_lookup(search->groups, group);

    if (!scene) {
        scene = svg_scene_collect(search->doc, group, is_wanted, NULL);
        svg_scene_find_units(scene);
        search->n_read += scene->entries->len;
        g_hash_table_insert(search->groups, group, scene);
    }
    return scene;
}

static SvgEntry *read_entry(SvgEndsNear *search, SvgNode *node)
{
    SvgEntry *entry;

    if (!svg_node_is_rendered(search->doc, node)) {
        return NULL;
    }
    search->n_read++;
    entry = g_new(SvgEntry, 1);
    *entry = svg_entry_read(search->doc, node, svg_node_box(search->doc, node));
    return entry;
}

static const SvgEntry *own_entry(SvgEndsNear *search, SvgNode *node)
{
    gpointer known;

    if (!g_hash_table_lookup_extended(search->entries, node, NULL, &known)) {
        known = read_entry(search, node);
        g_hash_table_insert(search->entries, node, known);
    }
    return known;
}

/* NULL for what isn't drawn, or words in a small group. */
static const SvgEntry *entry_of(SvgEndsNear *search, SvgNode *node)
{
    SvgNode *group = search->alone ? NULL : group_of(search, node);

    if (group) {
        SvgScene *scene = scene_of_group(search, group);
        guint index = svg_scene_find(scene, node);

        return index != SVG_NO_ENTRY ? svg_scene_entry(scene, index) : NULL;
    }
    return own_entry(search, node);
}

/* Adds the elements that heads of a line may be, on one side. */
static guint add_beside(SvgEndsNear *search, SvgNode *line, gboolean after, const SvgEntry **out)
{
    SvgNode *at = line;
    guint count = 0;

    for (guint n = 0; n < SVG_MAX_HEADS && (at = drawn_beside(search, at, after));) {
        const SvgEntry *entry = svg_node_is(at, SVG_TAG_HAS_VERTICES) ? entry_of(search, at) : NULL;

        if (entry) {
            out[count++] = entry;
        }
        n += entry || !svg_node_is(at, SVG_TAG_HAS_VERTICES);
    }
    return count;
}

static guint beside(SvgEndsNear *search, const SvgEntry *entry, const SvgEntry **out)
{
    guint n = add_beside(search, entry->node, FALSE, out);

    return n + add_beside(search, entry->node, TRUE, out + n);
}

/* --- what they are to the shape --------------------------------------------------------------- */

static gboolean is_in_chain(SvgEndsNear *search, const SvgEntry *line)
{
    const SvgEntry *list[BESIDE];
    guint n = beside(search, line, list);

    for (guint i = 0; i < n; i++) {
        if (svg_entries_may_link(search->doc, line, list[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean lies_at_end(const SvgEntry *tip, const SvgEntry *line)
{
    return svg_entry_is_head_at(tip, (SvgBox){line->start.x, line->start.y, 0, 0}) ||
           svg_entry_is_head_at(tip, (SvgBox){line->end.x, line->end.y, 0, 0});
}

/* At both ends, by name. */
static gboolean is_bound(const SvgNode *line)
{
    return svg_node_attr(line, "inkscape:connection-start") &&
           svg_node_attr(line, "inkscape:connection-end");
}

/* A head lies at an end of its line, or at another head. */
static gboolean may_be_head_of(SvgEndsNear *search, const SvgEntry *tip, const SvgEntry *line)
{
    gboolean alone = svg_entry_may_have_head(line) && !is_in_chain(search, line);
    const SvgEntry *list[BESIDE];
    guint n;

    if (!svg_entry_may_have_head(line) || is_bound(line->node) ||
        !svg_entry_may_be_head(search->doc, tip, line, alone)) {
        return FALSE;
    }
    if (!alone || lies_at_end(tip, line)) {
        return TRUE;
    }
    n = beside(search, line, list);
    for (guint i = 0; i < n; i++) {
        if (list[i] != tip && svg_entry_may_be_head(search->doc, list[i], line, TRUE) &&
            svg_entry_is_head_at(tip, list[i]->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Whether it is a head of any line, or any is one of it. */
static gboolean may_have_to_do_with_head(SvgEndsNear *search, const SvgEntry *entry)
{
    const SvgEntry *list[BESIDE];
    guint n = beside(search, entry, list);

    for (guint i = 0; i < n; i++) {
        if (entry->closed ? may_be_head_of(search, entry, list[i])
                          : may_be_head_of(search, list[i], entry)) {
            return TRUE;
        }
    }
    return FALSE;
}

typedef struct {
    SvgEntry shape;
    const SvgBox *boxes; /* its own, and those of what belongs to it */
    guint n_boxes;
} Target;

static gboolean reaches(const SvgEndsNear *search, const SvgEntry *line, gboolean arrow,
                        const Target *target)
{
    for (guint i = 0; i < target->n_boxes; i++) {
        if (svg_entry_may_end_at(search->touch, line, arrow, &target->shape, target->boxes[i])) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean may_line_end(SvgEndsNear *search, const SvgEntry *line, const Target *target)
{
    gboolean arrow = line->kind == SVG_KIND_ARROW;

    if ((!arrow && !svg_entry_is_stroke(line)) || is_bound(line->node)) {
        return FALSE;
    }
    if (reaches(search, line, arrow, target)) {
        return TRUE;
    }
    return !arrow && reaches(search, line, TRUE, target) &&
           (is_in_chain(search, line) || may_have_to_do_with_head(search, line));
}

static gboolean is_line(const SvgEntry *entry)
{
    return !entry->closed && (entry->kind == SVG_KIND_LINE || entry->kind == SVG_KIND_DRAW ||
                              entry->kind == SVG_KIND_ARROW);
}

static gboolean has_words(SvgEndsNear *search, SvgNode *group)
{
    (void)search;
    for (SvgNode *at = group; at; at = svg_node_walk(group, at, FALSE)) {
        if (svg_node_is_words(at)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A small group with words looks like one thing without them. */
static gboolean is_doubtful(SvgEndsNear *search, SvgNode *group)
{
    SvgScene *scene = scene_of_group(search, group);
    gboolean line = FALSE, unit = FALSE;

    for (guint i = 0; i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);

        line |= is_line(entry);
        unit |= entry->in_unit;
    }
    return line && unit && recall(search, search->words, group, has_words);
}

/* Whether the parent may be a line with its heads, for which other rules hold than for what merely
 * is beside a line, or words tell what it is. */
static gboolean may_be_thing(SvgEndsNear *search, SvgNode *parent, SvgNode *group)
{
    SvgNode *frame = g_hash_table_lookup(search->frames, parent);
    gboolean wordless = frame && !recall(search, search->words, group, has_words);
    const SvgEntry *entry = wordless ? own_entry(search, frame) : NULL;

    return !entry || !entry->closed || !entry->visible || svg_box_side(entry->box) <= search->head;
}

/* The whole group would only add what belongs to something, and ends nowhere for itself. */
static gboolean may_end_alone(SvgEndsNear *search, SvgNode *node, const Target *target)
{
    const SvgEntry *entry = looks_about_line(search, node) ? own_entry(search, node) : NULL;
    gboolean may = FALSE;

    search->alone = TRUE;
    if (entry && is_line(entry)) {
        may = reaches(search, entry, FALSE, target) || reaches(search, entry, TRUE, target);
    } else if (entry && entry->closed) {
        may = may_have_to_do_with_head(search, entry);
    }
    search->alone = FALSE;
    return may;
}

/* A group that is read already isn't dear. */
static gboolean needs_group(SvgEndsNear *search, SvgNode *node, SvgNode *group,
                            const Target *target)
{
    return group == search->about->group || g_hash_table_contains(search->groups, group) ||
           may_be_thing(search, node->parent, group) || may_end_alone(search, node, target);
}

static gboolean may_end(SvgEndsNear *search, SvgNode *node, const Target *target)
{
    SvgNode *group = group_of(search, node);
    const SvgEntry *entry;

    if (!is_about_line(search, node) || (group && !needs_group(search, node, group, target))) {
        return FALSE;
    }
    entry = entry_of(search, node);
    if (!entry || search->n_read > search->max_read) {
        return entry != NULL;
    }
    if (group && is_doubtful(search, group)) {
        return TRUE;
    }
    if (group && entry->head_of != SVG_NO_ENTRY) {
        entry = svg_scene_entry(scene_of_group(search, group), entry->head_of);
    }
    if (svg_entry_owner(entry) != SVG_NO_ENTRY) {
        return FALSE;
    }
    return is_line(entry) ? may_line_end(search, entry, target)
                          : entry->closed && may_have_to_do_with_head(search, entry);
}

/* Of the shape, of what belongs to it, and of what might if it weren't left out. */
static GArray *boxes_of(const SvgScene *about)
{
    GArray *boxes = g_array_new(FALSE, FALSE, sizeof(SvgBox));

    for (guint i = 0; i < about->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(about, i);

        if (i == about->about || svg_entry_owner(entry) == about->about || about->apart) {
            g_array_append_val(boxes, entry->box);
        }
    }
    return boxes;
}

gboolean svg_ends_near_any(SvgEndsNear *search, SvgScene *about)
{
    const SvgEntry *shape =
        about->about != SVG_NO_ENTRY ? svg_scene_entry(about, about->about) : NULL;
    g_autoptr(GArray) boxes = NULL;

    if (!shape || !svg_entry_is_target(shape)) {
        return FALSE;
    }
    if (svg_entry_owner(shape) != SVG_NO_ENTRY && !about->apart) {
        return FALSE;
    }
    search->about = about;
    boxes = boxes_of(about);
    Target target = {*shape, &g_array_index(boxes, SvgBox, 0), boxes->len};
    if (about->apart && target.shape.kind == SVG_KIND_DRAW) {
        target.shape.kind = SVG_KIND_RECTANGLE; /* as with a label */
    }
    for (guint i = 0; i < search->near->len && i <= MAX_NEAR; i++) {
        if (may_end(search, search->near->pdata[i], &target)) {
            return TRUE;
        }
    }
    return search->near->len > MAX_NEAR;
}
