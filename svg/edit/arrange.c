/* Where shapes are: move, offset, place, align, distribute, stack. */
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/connect.h"
#include "edit/effects.h"
#include "edit/follow.h"
#include "edit/joint.h"
#include "shape/unit.h"

#include <math.h>

typedef struct {
    SvgNode *node;
    SvgBox box;
    gboolean locked; /* or not in scope */
} Item;

gboolean svg_edit_box_of(SvgEdit *edit, SvgNode *node, SvgBox *box, GError **error)
{
    *box = svg_node_box(edit->doc, node);
    if (!svg_box_is_empty(*box)) {
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "\"%s\" draws nothing, so it has no place to move from",
                svg_node_id(edit->doc, node));
    return FALSE;
}

/* --- what may be moved ------------------------------------------------------------------------ */

/* A connector follows the shapes it joins; lining it up with them would tear it off. */
static gboolean is_bound_connector(const SvgNode *node)
{
    return svg_node_attr(node, "inkscape:connection-start") ||
           svg_node_attr(node, "inkscape:connection-end");
}

static SvgNode *find_movable(SvgEdit *edit, const char *id, GError **error)
{
    SvgNode *node = svg_edit_find_free(edit, id, error);
    return node && svg_connector_check_free(edit, node, error) ? node : NULL;
}

/* Lines go first: where they are is theirs then, and the shapes at their ends don't stretch them.
 */
static GPtrArray *lines_first(SvgEdit *edit, const GPtrArray *nodes)
{
    GPtrArray *sorted = g_ptr_array_new();
    g_autoptr(GPtrArray) others = g_ptr_array_new();
    for (guint i = 0; i < nodes->len; i++) {
        SvgNode *node = nodes->pdata[i];
        gboolean is_line = svg_node_is_line(edit, node) || svg_joint_has(edit, node);
        g_ptr_array_add(is_line ? sorted : others, node);
    }
    g_ptr_array_extend(sorted, others, NULL, NULL);
    return sorted;
}

/* Both its ends are at what is moved. */
static gboolean goes_along(SvgEdit *edit, SvgNode *connector, GHashTable *moved)
{
    SvgNode *from = svg_connector_end(edit->doc, connector, 0);
    SvgNode *to = svg_connector_end(edit->doc, connector, 1);
    return from && to && g_hash_table_contains(moved, from) && g_hash_table_contains(moved, to);
}

GPtrArray *svg_edit_find_movable(SvgEdit *edit, const char *const *ids, GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_edit_find_all(edit, ids, error);
    if (!nodes) {
        return NULL;
    }
    g_autoptr(GHashTable) set = svg_nodes_set(nodes);
    SvgNode *held = NULL;
    for (guint i = nodes->len; i-- > 0;) {
        SvgNode *node = nodes->pdata[i], *leader = svg_text_leader(edit, node);
        gboolean is_held = !svg_connector_check_free(edit, node, NULL);
        if (is_held || (leader && g_hash_table_contains(set, leader))) {
            g_ptr_array_remove_index(nodes, i);
        }
        held = is_held ? node : held;
        if (is_held && nodes->len && !goes_along(edit, node, set)) {
            svg_edit_remark(edit, "left %s to follow its ends", svg_node_id(edit->doc, node));
        }
    }
    gboolean some = nodes->len || !held || svg_connector_check_free(edit, held, error);
    return some ? g_steal_pointer(&nodes) : NULL;
}

/* --- move ------------------------------------------------------------------------------------- */

SvgPoint svg_anchor_point(SvgBox box, SvgAnchor anchor)
{
    /* The anchors run row by row, left to right. */
    guint column = anchor % 3, row = anchor / 3;
    return (SvgPoint){box.x + box.w * column / 2, box.y + box.h * row / 2};
}

static gboolean move_to(SvgEdit *edit, SvgNode *node, SvgBox box, double x, double y,
                        GError **error)
{
    return svg_shape_move_by(edit, node, x - box.x, y - box.y, error) &&
           svg_connector_settle(edit, node, error);
}

gboolean svg_edit_move(SvgEdit *edit, const char *id, SvgPoint to, SvgAnchor anchor, GError **error)
{
    SvgBox box;
    SvgNode *node = find_movable(edit, id, error);
    if (!node || !svg_edit_box_of(edit, node, &box, error) ||
        !svg_edit_check_place(edit, "x", to.x, error) ||
        !svg_edit_check_place(edit, "y", to.y, error)) {
        return FALSE;
    }
    SvgPoint at = svg_anchor_point(box, anchor);
    SvgBox there = {box.x + to.x - at.x, box.y + to.y - at.y, box.w, box.h};
    if (!is_bound_connector(node)) {
        svg_expect_box(edit, node, there, SVG_SPEC_X | SVG_SPEC_Y);
    }
    return move_to(edit, node, box, there.x, there.y, error);
}

/* Lines that are one, from one of the shapes to another, go along as a whole. */
static gboolean add_links(SvgEdit *edit, GPtrArray *nodes, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (guint i = 0, n = nodes->len; i < n; i++) {
        const GArray *ends = svg_follow_lines(edit->doc, nodes->pdata[i]);
        for (guint k = 0; ends && k < ends->len; k++) {
            const SvgLineEnd *end = &g_array_index(ends, SvgLineEnd, k);
            gboolean again = end->link && !g_hash_table_add(seen, end->whole);
            if (!again || g_ptr_array_find(nodes, end->whole, NULL) ||
                !svg_edit_allows(edit, end->whole, NULL)) {
                continue;
            }
            if (!svg_edit_find_free(edit, svg_node_id(edit->doc, end->whole), error)) {
                return FALSE;
            }
            g_ptr_array_add(nodes, end->whole);
        }
    }
    return TRUE;
}

gboolean svg_edit_offset(SvgEdit *edit, const char *const *ids, double dx, double dy,
                         GError **error)
{
    g_autoptr(GPtrArray) nodes = svg_edit_find_movable(edit, ids, error);
    if (!nodes || !svg_edit_check_number("offset x", dx, error) ||
        !svg_edit_check_number("offset y", dy, error) || !add_links(edit, nodes, error)) {
        return FALSE;
    }
    g_autoptr(GPtrArray) sorted = lines_first(edit, nodes);
    for (guint i = 0; i < sorted->len; i++) {
        if (!svg_shape_move_by(edit, sorted->pdata[i], dx, dy, error) ||
            !svg_connector_settle(edit, sorted->pdata[i], error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- place ------------------------------------------------------------------------------------ */

/* The start of an interval of length `size` beside [min, min + length]. */
static double along_axis(SvgAlong along, double min, double length, double size, double offset)
{
    switch (along) {
    case SVG_ALONG_CENTER:
        return min + (length - size) / 2 + offset;
    case SVG_ALONG_END:
        return min + length - size - offset;
    case SVG_ALONG_START:
        break;
    }
    return min + offset;
}

gboolean svg_edit_place(SvgEdit *edit, const char *id, const char *reference, SvgSide side,
                        SvgAlong along, double side_offset, double align_offset, GError **error)
{
    SvgBox a, r;
    SvgNode *node = find_movable(edit, id, error);
    SvgNode *other = node ? svg_edit_find(edit, reference, error) : NULL;
    if (!other || !svg_edit_box_of(edit, node, &a, error) ||
        !svg_edit_box_of(edit, other, &r, error)) {
        return FALSE;
    }
    if (svg_node_contains(node, other) || svg_node_contains(other, node)) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "\"%s\" can't be placed beside \"%s\": one is in the other", id, reference);
        return FALSE;
    }
    double x = along_axis(along, r.x, r.w, a.w, align_offset);
    double y = along_axis(along, r.y, r.h, a.h, align_offset);
    switch (side) {
    case SVG_SIDE_TOP:
        y = r.y - a.h - side_offset;
        break;
    case SVG_SIDE_BOTTOM:
        y = r.y + r.h + side_offset;
        break;
    case SVG_SIDE_LEFT:
        x = r.x - a.w - side_offset;
        break;
    case SVG_SIDE_RIGHT:
        x = r.x + r.w + side_offset;
        break;
    }
    return move_to(edit, node, a, x, y, error);
}

/* --- lists ------------------------------------------------------------------------------------ */

static gboolean add_item(SvgEdit *edit, GArray *items, SvgNode *node, GError **error)
{
    Item item = {node, SVG_BOX_EMPTY, !svg_edit_allows(edit, node, NULL)};
    if (is_bound_connector(node)) {
        svg_edit_remark(edit, "left %s to follow its ends", svg_node_id(edit->doc, node));
        return TRUE;
    }
    if (!svg_edit_box_of(edit, node, &item.box, error)) {
        return FALSE;
    }
    g_array_append_val(items, item);
    return TRUE;
}

/* The shapes in the order given, locked ones too; at least `least`, one of them free. */
static GArray *items_of(SvgEdit *edit, const char *const *ids, guint least, const char *verb,
                        GError **error)
{
    g_autoptr(GPtrArray) movable = svg_edit_find_all(edit, ids, error);
    if (!movable) {
        return NULL;
    }
    g_autoptr(GArray) items = g_array_new(FALSE, FALSE, sizeof(Item));
    g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
    for (; *ids; ids++) {
        SvgNode *node = svg_document_find(edit->doc, *ids);
        gboolean counts =
            g_ptr_array_find(movable, node, NULL) || !svg_edit_allows(edit, node, NULL);
        if (counts && g_hash_table_add(seen, node) && !add_item(edit, items, node, error)) {
            return NULL;
        }
    }
    if (items->len < least) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "%s needs %u or more shapes, got %u", verb,
                    least, items->len);
        return NULL;
    }
    return g_steal_pointer(&items);
}

static Item *item_at(GArray *items, guint i)
{
    return &g_array_index(items, Item, i);
}

/* What the others line up with: the locked ones, if there are any, else all. */
static SvgBox frame_of(GArray *items)
{
    SvgBox all = SVG_BOX_EMPTY, locked = SVG_BOX_EMPTY;
    for (guint i = 0; i < items->len; i++) {
        all = svg_box_union(all, item_at(items, i)->box);
        if (item_at(items, i)->locked) {
            locked = svg_box_union(locked, item_at(items, i)->box);
        }
    }
    return svg_box_is_empty(locked) ? all : locked;
}

static SvgPoint aligned(SvgAlignment alignment, SvgBox box, SvgBox frame)
{
    SvgPoint to = {box.x, box.y};
    switch (alignment) {
    case SVG_ALIGN_TOP:
        to.y = frame.y;
        break;
    case SVG_ALIGN_BOTTOM:
        to.y = frame.y + frame.h - box.h;
        break;
    case SVG_ALIGN_LEFT:
        to.x = frame.x;
        break;
    case SVG_ALIGN_RIGHT:
        to.x = frame.x + frame.w - box.w;
        break;
    case SVG_ALIGN_CENTER_HORIZONTAL:
        to.x = frame.x + (frame.w - box.w) / 2;
        break;
    case SVG_ALIGN_CENTER_VERTICAL:
        to.y = frame.y + (frame.h - box.h) / 2;
        break;
    }
    return to;
}

gboolean svg_edit_align(SvgEdit *edit, const char *const *ids, SvgAlignment alignment,
                        GError **error)
{
    g_autoptr(GArray) items = items_of(edit, ids, 2, "align", error);
    if (!items) {
        return FALSE;
    }
    SvgBox frame = frame_of(items);
    for (guint i = 0; i < items->len; i++) {
        Item *item = item_at(items, i);
        SvgPoint to = aligned(alignment, item->box, frame);
        if (!item->locked && !move_to(edit, item->node, item->box, to.x, to.y, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- along one axis --------------------------------------------------------------------------- */

static double start_of(const Item *item, SvgDirection direction)
{
    return direction == SVG_DIRECTION_HORIZONTAL ? item->box.x : item->box.y;
}

static double size_of(const Item *item, SvgDirection direction)
{
    return direction == SVG_DIRECTION_HORIZONTAL ? item->box.w : item->box.h;
}

static gboolean set_start(SvgEdit *edit, Item *item, SvgDirection direction, double start,
                          GError **error)
{
    gboolean horizontal = direction == SVG_DIRECTION_HORIZONTAL;
    return item->locked || move_to(edit, item->node, item->box, horizontal ? start : item->box.x,
                                   horizontal ? item->box.y : start, error);
}

static gint by_start(gconstpointer a, gconstpointer b, gpointer direction)
{
    double left = start_of(a, GPOINTER_TO_INT(direction)),
           right = start_of(b, GPOINTER_TO_INT(direction));
    return left < right ? -1 : left > right;
}

/* The one that reaches furthest is last; of several, the one that starts first. */
static void put_last_at_end(GArray *items, SvgDirection direction)
{
    guint last = 0;
    double furthest = -G_MAXDOUBLE;
    for (guint i = 0; i < items->len; i++) {
        double end = start_of(item_at(items, i), direction) + size_of(item_at(items, i), direction);
        if (end > furthest) {
            furthest = end;
            last = i;
        }
    }
    Item item = *item_at(items, last);
    g_array_remove_index(items, last);
    g_array_append_val(items, item);
}

gboolean svg_edit_distribute(SvgEdit *edit, const char *const *ids, SvgDirection direction,
                             GError **error)
{
    g_autoptr(GArray) items = items_of(edit, ids, 3, "distribute", error);
    if (!items) {
        return FALSE;
    }
    g_array_sort_with_data(items, by_start, GINT_TO_POINTER(direction));
    Item first = *item_at(items, 0);
    g_array_remove_index(items, 0);
    put_last_at_end(items, direction);
    guint between = items->len - 1;
    double at = start_of(&first, direction) + size_of(&first, direction);
    double room = start_of(item_at(items, between), direction) - at;
    for (guint i = 0; i < between; i++) {
        room -= size_of(item_at(items, i), direction);
    }
    double gap = room / (double)(between + 1);
    for (guint i = 0; i < between; i++) {
        Item *item = item_at(items, i);
        if (!set_start(edit, item, direction, at + gap, error)) {
            return FALSE;
        }
        at += gap + size_of(item, direction);
    }
    return TRUE;
}

gboolean svg_edit_stack(SvgEdit *edit, const char *const *ids, SvgDirection direction, double gap,
                        GError **error)
{
    g_autoptr(GArray) items =
        svg_edit_check_number("gap", gap, error) ? items_of(edit, ids, 2, "stack", error) : NULL;
    if (!items) {
        return FALSE;
    }
    double at = start_of(item_at(items, 0), direction);
    for (guint i = 0; i < items->len; i++) {
        Item *item = item_at(items, i);
        double start = item->locked ? start_of(item, direction) : at;
        if (i > 0 && !set_start(edit, item, direction, start, error)) {
            return FALSE;
        }
        at = start + size_of(item, direction) + gap;
    }
    return TRUE;
}
