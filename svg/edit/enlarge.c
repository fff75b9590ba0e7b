/* More room in a shape that has parts. What spans it grows; what lies in it keeps its size. */
#include "edit/enlarge.h"

#include "edit/follow.h"
#include "edit/text_fit.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>

#define SPANS    0.05 /* of a shape's size: how far off its edges that may end which spans it */
#define DIVIDES  0.7  /* of its width: what divides it is no shorter, */
#define FLAT     0.2  /* nor higher than this share of its own width */
#define MIDDLE   0.05 /* of its width: how far off its middle words still are about it */
#define AT_EDGE  0.7  /* of its width: what lies beyond is at its right edge */
#define BULLET   1.3  /* of a line's height: what stands beside it is no larger */
#define ABUTS    1.5  /* px: between boxes that stand on each other, and their sides */
#define LEAST_PX 3    /* px: what divides is no further off another, or off an edge */
#define MOST     32   /* boxes of a stack */

struct _SvgEnlarge {
    SvgEdit *edit;
    SvgNode *shape;
    GPtrArray *items;         /* what it is drawn with (SvgNode *), itself among them */
    GPtrArray *above, *below; /* boxes as wide in its stack, the nearest first */
    double left, right;       /* of the column that is shifted in; what stands beside it stays */
};

static SvgBox box_of(const SvgEnlarge *enlarge, SvgNode *node)
{
    return svg_node_box(enlarge->edit->doc, node);
}

static gboolean is_words(const SvgNode *node)
{
    return svg_node_is_words(node);
}

static gboolean is_container(const SvgNode *node)
{
    return svg_node_is(node, SVG_TAG_IS_CONTAINER);
}

/* --- what there is ---------------------------------------------------------------------------- */

/* Of a group what it is made of. */
static void add_leaves(SvgEnlarge *enlarge, SvgNode *top)
{
    gboolean skip = FALSE;
    for (SvgNode *at = top; at; at = svg_node_walk(top, at, skip)) {
        gboolean leaf = svg_node_is(at, SVG_TAG_IS_RENDERED) && !is_container(at);
        skip = leaf || !at->name || svg_node_is(at, SVG_TAG_IS_DEFINITION);
        if (leaf && box_of(enlarge, at).w >= 0) {
            svg_enlarge_add(enlarge, at);
        }
    }
}

static gboolean abuts(double a, double b, double px)
{
    return fabs(a - b) <= ABUTS * px;
}

/* The box among the siblings that stands right below, or above. */
static SvgNode *next_in_stack(SvgEnlarge *enlarge, SvgNode *node, gboolean below)
{
    SvgDocument *doc = enlarge->edit->doc;
    double px = svg_px(doc);
    SvgBox box = svg_node_box(doc, node);
    for (SvgNode *at = svg_node_first_element(node->parent); at; at = svg_node_next_element(at)) {
        SvgBox other =
            at != node && svg_node_is(at, SVG_TAG_IS_SHAPE) ? svg_node_box(doc, at) : SVG_BOX_EMPTY;
        gboolean same =
            other.h > 0 && abuts(other.x, box.x, px) && abuts(other.x + other.w, box.x + box.w, px);
        if (same &&
            (below ? abuts(other.y, box.y + box.h, px) : abuts(other.y + other.h, box.y, px))) {
            return at;
        }
    }
    return NULL;
}

static GPtrArray *stack_of(SvgEnlarge *enlarge, gboolean below)
{
    GPtrArray *out = g_ptr_array_new();
    SvgNode *at = enlarge->shape;
    gboolean box = svg_node_is(at, SVG_TAG_IS_SHAPE) && !svg_words_beside(enlarge->edit, at);
    while (box && out->len < MOST && (at = next_in_stack(enlarge, at, below))) {
        g_ptr_array_add(out, at);
        svg_follow_prepare(enlarge->edit->doc, at);
    }
    return out;
}

static SvgEnlarge *new_of(SvgEdit *edit, SvgNode *shape, const GPtrArray *parts)
{
    SvgEnlarge *enlarge = g_new(SvgEnlarge, 1);
    *enlarge = (SvgEnlarge){.edit = edit,
                            .shape = shape,
                            .items = g_ptr_array_new(),
                            .left = -INFINITY,
                            .right = INFINITY};
    add_leaves(enlarge, shape);
    for (guint i = 0; i < parts->len; i++) {
        add_leaves(enlarge, parts->pdata[i]);
    }
    return enlarge;
}

/* Without finding out for good what belongs to it. */
SvgEnlarge *svg_enlarge_read(SvgEdit *edit, SvgNode *shape)
{
    SvgScene *scene = svg_scene_of(edit->doc);
    guint index = svg_scene_find(scene, shape);
    g_autoptr(GPtrArray) parts = g_ptr_array_new();
    for (guint i = 0; index != SVG_NO_ENTRY && i < scene->entries->len; i++) {
        const SvgEntry *entry = svg_scene_entry(scene, i);
        if (svg_entry_owner(entry) == index) {
            g_ptr_array_add(parts, entry->node);
        }
    }
    SvgEnlarge *enlarge = new_of(edit, shape, parts);
    enlarge->above = g_ptr_array_new();
    enlarge->below = g_ptr_array_new();
    return enlarge;
}

SvgEnlarge *svg_enlarge_new(SvgEdit *edit, SvgNode *shape)
{
    g_autoptr(GPtrArray) parts = svg_node_free_labels(edit, shape);
    SvgEnlarge *enlarge = new_of(edit, shape, parts);
    enlarge->above = stack_of(enlarge, FALSE);
    enlarge->below = stack_of(enlarge, TRUE);
    return enlarge;
}

void svg_enlarge_free(SvgEnlarge *enlarge)
{
    g_ptr_array_unref(enlarge->items);
    g_ptr_array_unref(enlarge->above);
    g_ptr_array_unref(enlarge->below);
    g_free(enlarge);
}

void svg_enlarge_add(SvgEnlarge *enlarge, SvgNode *node)
{
    if (!g_ptr_array_find(enlarge->items, node, NULL)) {
        g_ptr_array_add(enlarge->items, node);
    }
}

void svg_enlarge_drop(SvgEnlarge *enlarge, SvgNode *node)
{
    g_ptr_array_remove(enlarge->items, node);
}

/* --- where ------------------------------------------------------------------------------------ */

static gboolean spans(double at, double size, double from, double whole)
{
    double slack = SPANS * whole;
    return size > 0 && at <= from + slack && at + size >= from + whole - slack;
}

static gboolean divides(const SvgEnlarge *enlarge, SvgNode *item, SvgBox shape)
{
    SvgBox box = box_of(enlarge, item);
    return !is_words(item) && box.w >= DIVIDES * shape.w && box.h <= FLAT * box.w &&
           !spans(box.y, box.h, shape.y, shape.h);
}

gboolean svg_enlarge_has_room(const SvgEnlarge *enlarge)
{
    return !is_words(enlarge->shape) && !svg_words_beside(enlarge->edit, enlarge->shape);
}

SvgBox svg_enlarge_compartment(const SvgEnlarge *enlarge, double y)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    double top = shape.y, bottom = shape.y + shape.h;
    if (!svg_enlarge_has_room(enlarge)) {
        return SVG_BOX_EMPTY;
    }
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgBox box = box_of(enlarge, enlarge->items->pdata[i]);
        double at = svg_box_center(box).y;
        if (divides(enlarge, enlarge->items->pdata[i], shape)) {
            top = at <= y ? MAX(top, box.y + box.h) : top;
            bottom = at > y ? MIN(bottom, box.y) : bottom;
        }
    }
    double left = MAX(shape.x, enlarge->left), right = MIN(shape.x + shape.w, enlarge->right);
    return (SvgBox){left, top, right - left, MAX(bottom - top, 0)};
}

static gint compare_doubles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Off the edges of the shape, and each once: what divides it there, upper and lower edge. */
static GArray *borders_of(const SvgEnlarge *enlarge)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    double least = LEAST_PX * svg_px(enlarge->edit->doc);
    GArray *borders = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; svg_enlarge_has_room(enlarge) && i < enlarge->items->len; i++) {
        SvgBox box = box_of(enlarge, enlarge->items->pdata[i]);
        double edges[] = {box.y, box.y + box.h};
        if (divides(enlarge, enlarge->items->pdata[i], shape)) {
            g_array_append_vals(borders, edges, 2);
        }
    }
    g_array_sort(borders, compare_doubles);
    for (guint i = borders->len; i-- > 0;) {
        double at = g_array_index(borders, double, i);
        double before = i > 0 ? g_array_index(borders, double, i - 1) : shape.y;
        if (at - MAX(before, shape.y) < least || shape.y + shape.h - at < least) {
            g_array_remove_index(borders, i);
        }
    }
    return borders;
}

guint svg_enlarge_compartment_at(const SvgEnlarge *enlarge, double y)
{
    g_autoptr(GArray) borders = borders_of(enlarge);
    guint n = 1;
    for (guint i = 0; i < borders->len; i++) {
        n += g_array_index(borders, double, i) <= y;
    }
    return n;
}

guint svg_enlarge_compartments(const SvgEnlarge *enlarge)
{
    return svg_enlarge_compartment_at(enlarge, INFINITY);
}

SvgBox svg_enlarge_nth_compartment(const SvgEnlarge *enlarge, guint n)
{
    g_autoptr(GArray) borders = borders_of(enlarge);
    SvgBox shape = box_of(enlarge, enlarge->shape);
    double top = n > 1 && n - 2 < borders->len ? g_array_index(borders, double, n - 2) : shape.y;
    double end = n - 1 < borders->len ? g_array_index(borders, double, n - 1) : shape.y + shape.h;
    return (SvgBox){shape.x, top, shape.w, end - top};
}

SvgNode *svg_enlarge_divider(const SvgEnlarge *enlarge, double y, gboolean below)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    double nearest = INFINITY;
    SvgNode *found = NULL;
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        SvgBox box = box_of(enlarge, item);
        double away = below ? box.y - y : y - box.y - box.h;
        if (divides(enlarge, item, shape) && away >= -svg_px(enlarge->edit->doc) / 2 &&
            away < nearest) {
            nearest = away;
            found = item;
        }
    }
    return found;
}

static gboolean is_beside(SvgBox box, SvgBox line)
{
    double middle = svg_box_center(box).y, gap = line.x - box.x - box.w;
    return MAX(box.w, box.h) <= BULLET * line.h && middle > line.y && middle < line.y + line.h &&
           gap > -line.h / 4 && gap <= 2 * line.h;
}

/* It lies in another part that is no outline of the whole: a letter in an icon. */
static gboolean is_in_other(const SvgEnlarge *enlarge, SvgNode *node, SvgBox shape)
{
    SvgBox box = box_of(enlarge, node);
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        SvgBox other = box_of(enlarge, item);
        if (item != node && !is_words(item) && svg_box_contains(other, box) &&
            !spans(other.y, other.h, shape.y, shape.h)) {
            return TRUE;
        }
    }
    return FALSE;
}

SvgNode *svg_enlarge_bullet(const SvgEnlarge *enlarge, SvgBox line)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        if (item != enlarge->shape && !is_words(item) && is_beside(box_of(enlarge, item), line) &&
            !is_in_other(enlarge, item, shape)) {
            return item;
        }
    }
    return NULL;
}

SvgNode *svg_enlarge_part_at(const SvgEnlarge *enlarge, SvgBox box)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        SvgBox part = box_of(enlarge, item);
        gboolean whole =
            spans(part.x, part.w, shape.x, shape.w) || spans(part.y, part.h, shape.y, shape.h);
        if (item != enlarge->shape && !is_words(item) && !whole && svg_box_touches(part, box)) {
            return item;
        }
    }
    return NULL;
}

gboolean svg_enlarge_is_divided(const SvgEnlarge *enlarge)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    gboolean any = enlarge->above->len + enlarge->below->len > 0;
    for (guint i = 0; i < enlarge->items->len; i++) {
        any |= divides(enlarge, enlarge->items->pdata[i], shape);
    }
    return any && svg_enlarge_has_room(enlarge);
}

/* --- higher ----------------------------------------------------------------------------------- */

/* Something locked may be drawn with the item. */
static gboolean shift(SvgEnlarge *enlarge, SvgNode *item, double dx, double dy, GError **error)
{
    if (dx == 0 && dy == 0) {
        return TRUE;
    }
    svg_edit_changed(enlarge->edit, item);
    return svg_locks_allow_change(enlarge->edit->doc, item, error) &&
           svg_node_move_by(enlarge->edit, item, dx, dy, error);
}

static gboolean fit(SvgEnlarge *enlarge, SvgNode *item, double dw, double dh, GError **error)
{
    SvgBox box = box_of(enlarge, item);
    box.w += dw;
    box.h += dh;
    svg_edit_changed(enlarge->edit, item);
    return svg_locks_allow_change(enlarge->edit->doc, item, error) &&
           svg_node_fit(enlarge->edit, item, box, error);
}

/* It goes where the shape goes: the shape itself, and an outline that is drawn beside its fill. */
static gboolean is_whole(const SvgEnlarge *enlarge, SvgNode *item, SvgBox shape)
{
    SvgBox box = box_of(enlarge, item);
    return !is_words(item) && (item == enlarge->shape || (spans(box.x, box.w, shape.x, shape.w) &&
                                                          spans(box.y, box.h, shape.y, shape.h)));
}

void svg_enlarge_keep_to_column(SvgEnlarge *enlarge, SvgBox row)
{
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgBox box = box_of(enlarge, enlarge->items->pdata[i]);
        double at = svg_box_center(box).x;
        gboolean upright = !is_words(enlarge->items->pdata[i]) && box.w <= FLAT * box.h &&
                           box.y <= row.y && box.y + box.h >= row.y + row.h;
        if (upright && at <= row.x) {
            enlarge->left = MAX(enlarge->left, at);
        } else if (upright && at >= row.x + row.w) {
            enlarge->right = MIN(enlarge->right, at);
        }
    }
}

/* An ear or a tab, which sticks out of the shape: it keeps its place at the border of that, however
 * many lines there are. */
static gboolean sticks_out(const SvgEnlarge *enlarge, SvgNode *item, SvgBox shape)
{
    SvgBox box = box_of(enlarge, item);
    double slack = SPANS * MIN(shape.w, shape.h);
    return !is_words(item) && svg_enlarge_has_room(enlarge) &&
           !svg_box_contains(svg_box_grown(shape, slack, slack), box);
}

gboolean svg_enlarge_shift(SvgEnlarge *enlarge, double from, double to, double by, GError **error)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    for (guint i = 0; by != 0 && i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        SvgPoint middle = svg_box_center(box_of(enlarge, item));
        gboolean beside = middle.x <= enlarge->left || middle.x >= enlarge->right;
        gboolean stays =
            beside || is_whole(enlarge, item, shape) || sticks_out(enlarge, item, shape);
        if (!stays && middle.y >= from && middle.y < to && !shift(enlarge, item, 0, by, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* "HOW: a, b", of the boxes of a stack that are changed with one of them. */
static void tell_stack(SvgEnlarge *enlarge, const GPtrArray *stack, const char *how)
{
    g_autoptr(GString) ids = g_string_new(NULL);
    for (guint i = 0; i < stack->len; i++) {
        g_string_append_printf(ids, "%s%s", ids->len ? ", " : "",
                               svg_node_id(enlarge->edit->doc, stack->pdata[i]));
    }
    if (ids->len) {
        svg_edit_remark(enlarge->edit, "%s: %s", how, ids->str);
    }
}

gboolean svg_enlarge_down(SvgEnlarge *enlarge, double y, double by, GError **error)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    gboolean room = svg_enlarge_has_room(enlarge);
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        SvgBox box = box_of(enlarge, item);
        gboolean spanning = room && !is_words(item) && spans(box.y, box.h, shape.y, shape.h);
        double dy = svg_box_center(box).y > y ? by : 0;
        if (spanning ? !fit(enlarge, item, 0, by, error) : !shift(enlarge, item, 0, dy, error)) {
            return FALSE;
        }
    }
    for (guint i = enlarge->below->len; i-- > 0;) {
        if (!svg_shape_move_by(enlarge->edit, enlarge->below->pdata[i], 0, by, error)) {
            return FALSE;
        }
        svg_edit_changed(enlarge->edit, enlarge->below->pdata[i]);
    }
    tell_stack(enlarge, enlarge->below, "moved down below it");
    return !room || svg_connectors_follow(enlarge->edit, enlarge->shape, error);
}

/* --- wider ------------------------------------------------------------------------------------ */

static double share_right(const SvgEnlarge *enlarge, SvgNode *item, SvgBox shape, GHashTable *sides)
{
    gpointer side;
    if (sides && g_hash_table_lookup_extended(sides, item, NULL, &side)) {
        return GPOINTER_TO_UINT(side) / 2.0;
    }
    SvgBox box = box_of(enlarge, item);
    double off = svg_box_center(box).x - svg_box_center(shape).x;
    if (is_words(item)) {
        SvgStyle style;
        svg_style_of(enlarge->edit->doc, item, &style);
        return style.text_anchor == SVG_TEXT_END      ? 1
               : style.text_anchor == SVG_TEXT_MIDDLE ? 0.5
               : fabs(off) <= MIDDLE * shape.w / 4    ? 0.5
                                                      : 0;
    }
    return box.x >= shape.x + AT_EDGE * shape.w ? 1 : fabs(off) <= MIDDLE * shape.w ? 0.5 : 0;
}

static gboolean widen(SvgEnlarge *enlarge, double by, GHashTable *sides, GError **error)
{
    SvgBox shape = box_of(enlarge, enlarge->shape);
    for (guint i = 0; i < enlarge->items->len; i++) {
        SvgNode *item = enlarge->items->pdata[i];
        SvgBox box = box_of(enlarge, item);
        gboolean spanning = !is_words(item) && spans(box.x, box.w, shape.x, shape.w);
        double dx = by * share_right(enlarge, item, shape, sides);
        if (spanning ? !fit(enlarge, item, by, 0, error) : !shift(enlarge, item, dx, 0, error)) {
            return FALSE;
        }
    }
    return svg_connectors_follow(enlarge->edit, enlarge->shape, error);
}

gboolean svg_enlarge_is_stacked(const SvgEnlarge *enlarge)
{
    return enlarge->above->len + enlarge->below->len > 0;
}

gboolean svg_enlarge_right(SvgEnlarge *enlarge, double by, GHashTable *sides, GError **error)
{
    const GPtrArray *const stacks[] = {enlarge->above, enlarge->below};
    for (guint k = 0; k < G_N_ELEMENTS(stacks); k++) {
        for (guint i = 0; i < stacks[k]->len; i++) {
            SvgEnlarge *other = svg_enlarge_new(enlarge->edit, stacks[k]->pdata[i]);
            gboolean good = svg_edit_allows(enlarge->edit, other->shape, error) &&
                            widen(other, by, NULL, error);
            svg_enlarge_free(other);
            if (!good) {
                return FALSE;
            }
        }
    }
    tell_stack(enlarge, enlarge->above, "made as wide above it");
    tell_stack(enlarge, enlarge->below, "made as wide below it");
    return widen(enlarge, by, sides, error);
}
