/* What lies on a shape, or beside it, goes along when its box changes. */
#include "edit/beside.h"
#include "edit/build.h"
#include "edit/html.h"
#include "edit/style_defaults.h"
#include "edit/text_fit.h"
#include "shape/scene.h"
#include "shape/unit.h"

#include <math.h>

#define SPANS 0.6  /* of a shape's side: what is as long spans it */
#define SAME  1e-6 /* of a side: it is as long as before */
#define EVEN  0.1  /* by how much the sides of what grows as a whole may differ */
#define LAP   2    /* px: words that lie on each other by less touch */
#define THIN  0.05 /* of a shape's height: a divider is no thicker */
#define EDGE  0.3  /* of a shape's size: words whose middle is nearer to an edge stand at it */

#define MOST_TEXTS 16 /* of a shape, that are compared with each other */

static gboolean is_text(const SvgNode *node)
{
    return svg_node_is_words(node);
}

/* Where a box lies in another that has become `after`. */
static SvgBox carried(SvgBox box, SvgBox before, SvgBox after)
{
    double sx = before.w > 0 ? after.w / before.w : 1, sy = before.h > 0 ? after.h / before.h : 1;
    return (SvgBox){after.x + (box.x - before.x) * sx, after.y + (box.y - before.y) * sy,
                    box.w * sx, box.h * sy};
}

/* By how far words go along one axis, when what they stand in goes from [from, from + size] to
 * [to, to + other]: a heading stays at its edge, what is about the middle stays there. */
static double carry_along(double middle, double from, double size, double to, double other)
{
    double share = size > 0 ? (middle - from) / size : 0.5;
    double start = to - from, end = to + other - from - size;
    return share < EDGE ? start : share > 1 - EDGE ? end : (start + end) / 2;
}

/* All lines of a label, where these are one text and the only things in the shape; else empty. */
static SvgBox block_of(SvgEdit *edit, const GPtrArray *all)
{
    SvgBox block = SVG_BOX_EMPTY, last = SVG_BOX_EMPTY;
    for (guint i = 0; i < all->len; i++) {
        SvgBox box = svg_node_box(edit->doc, all->pdata[i]);
        if (!is_text(all->pdata[i]) || (i > 0 && !svg_text_continues(last, box))) {
            return SVG_BOX_EMPTY;
        }
        block = svg_box_union(block, box);
        last = box;
    }
    return block;
}

/* What a shape and all that is in it are carried between. */
typedef struct {
    SvgBox before, after;
    GArray *dividers; /* double: where it is parted, from its top on, before */
    gboolean hangs;   /* each compartment keeps its height but for the last */
} Carriage;

/* A level stretch from side to side, off the upper and the lower one. */
static gboolean is_divider(SvgBox box, SvgBox of)
{
    return box.w >= SPANS * of.w && box.h <= THIN * of.h && box.y > of.y && box.y < of.y + of.h;
}

static GArray *dividers_of(SvgEdit *edit, const GPtrArray *all, SvgBox before)
{
    GArray *dividers = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < all->len; i++) {
        SvgBox box = svg_node_box(edit->doc, all->pdata[i]);
        double middle = svg_box_center(box).y;
        if (!is_text(all->pdata[i]) && is_divider(box, before)) {
            g_array_append_val(dividers, middle);
        }
    }
    return dividers;
}

/* There is room for all compartments but the last as they are. */
static gboolean has_room(SvgEdit *edit, const GPtrArray *all, SvgBox before, SvgBox after)
{
    double bottom = before.y;
    for (guint i = 0; i < all->len; i++) {
        SvgBox box = svg_node_box(edit->doc, all->pdata[i]);
        gboolean spans = box.h >= SPANS * before.h;
        bottom = spans ? bottom : MAX(bottom, box.y + box.h);
    }
    return bottom - before.y <= after.h;
}

/* By how far what is at that height goes when all of it is scaled. */
static double scaled_by(const Carriage *carriage, double y)
{
    SvgBox before = carriage->before, after = carriage->after;
    return after.y + (before.h > 0 ? (y - before.y) * after.h / before.h : 0) - y;
}

/* The middle of the compartment there. */
static double middle_of_compartment(const Carriage *carriage, double y)
{
    double top = carriage->before.y, bottom = top + carriage->before.h;
    for (guint i = 0; i < carriage->dividers->len; i++) {
        double at = g_array_index(carriage->dividers, double, i);
        top = at <= y ? MAX(top, at) : top;
        bottom = at > y ? MIN(bottom, at) : bottom;
    }
    return (top + bottom) / 2;
}

/* What is in a compartment stays in it. */
static double carry_down(const Carriage *carriage, double middle)
{
    SvgBox before = carriage->before, after = carriage->after;
    return carriage->hangs           ? after.y - before.y
           : carriage->dividers->len ? scaled_by(carriage, middle_of_compartment(carriage, middle))
                                     : carry_along(middle, before.y, before.h, after.y, after.h);
}

/* A label keeps its letters, and its place in the shape, by all of its block if it is in one. */
static gboolean carry_text(SvgEdit *edit, SvgNode *text, SvgBox block, const Carriage *carriage,
                           GError **error)
{
    SvgBox before = carriage->before, after = carriage->after;
    SvgPoint middle =
        svg_box_center(svg_box_is_empty(block) ? svg_node_box(edit->doc, text) : block);
    svg_edit_changed(edit, text);
    return svg_node_move_by(edit, text, carry_along(middle.x, before.x, before.w, after.x, after.w),
                            carry_down(carriage, middle.y), error);
}

/* Along one axis a part that spans the shape grows with it; an icon or a bullet keeps its size. */
static void carry_span(double *at, double *size, double from, double old, double to, double new)
{
    if (*size >= SPANS * old && old > 0) {
        *at = to + (*at - from) * new / old;
        *size *= new / old;
    } else {
        *at += carry_along(*at + *size / 2, from, old, to, new);
    }
}

/* It grows as a whole, and not along one side only. */
static gboolean is_even(SvgBox before, SvgBox after)
{
    double sx = before.w > 0 ? after.w / before.w : 1, sy = before.h > 0 ? after.h / before.h : 1;
    gboolean one_side = (fabs(sx - 1) <= SAME) != (fabs(sy - 1) <= SAME);
    return !one_side && fabs(sx - sy) <= EVEN * MAX(sx, sy);
}

/* How far down a part goes of what is divided. */
static double part_down(const Carriage *carriage, SvgBox box)
{
    double middle = svg_box_center(box).y;
    return !carriage->hangs && is_divider(box, carriage->before) ? scaled_by(carriage, middle)
                                                                 : carry_down(carriage, middle);
}

/* A figure that grows as a whole takes its parts along; of one that is stretched they aren't. */
static SvgBox place_of_part(SvgBox box, const Carriage *carriage)
{
    SvgBox to = box, before = carriage->before, after = carriage->after;
    if (is_even(before, after)) {
        return carried(box, before, after);
    }
    carry_span(&to.x, &to.w, before.x, before.w, after.x, after.w);
    if (carriage->dividers->len && box.h < SPANS * before.h) {
        to.y += part_down(carriage, box);
    } else {
        carry_span(&to.y, &to.h, before.y, before.h, after.y, after.h);
    }
    return to;
}

/* The head of a line keeps its size. */
static gboolean carry_part(SvgEdit *edit, SvgNode *node, SvgNode *part, const Carriage *carriage,
                           GError **error)
{
    SvgBox before = carriage->before, after = carriage->after;
    SvgBox box = svg_node_box(edit->doc, part);
    svg_edit_changed(edit, part);
    if (svg_node_is_line(edit, node)) {
        SvgPoint from = svg_box_center(box), at = svg_box_center(carried(box, before, after));
        return svg_node_move_by(edit, part, at.x - from.x, at.y - from.y, error);
    }
    SvgBox to = place_of_part(box, carriage);
    return to.w == box.w && to.h == box.h
               ? svg_node_move_by(edit, part, to.x - box.x, to.y - box.y, error)
               : svg_node_fit(edit, part, to, error);
}

static SvgBox box_of_words(SvgEdit *edit, const GPtrArray *all)
{
    SvgBox words = SVG_BOX_EMPTY;
    for (guint i = 0; i < all->len; i++) {
        if (is_text(all->pdata[i])) {
            words = svg_box_union(words, svg_node_box(edit->doc, all->pdata[i]));
        }
    }
    return words;
}

typedef struct {
    SvgNode *a, *b;
} Pair;

static gboolean lie_apart(SvgEdit *edit, SvgNode *a, SvgNode *b)
{
    SvgBox common = svg_box_intersection(svg_node_box(edit->doc, a), svg_node_box(edit->doc, b));
    double least = LAP * svg_unit(edit->doc);
    return svg_box_is_empty(common) || MIN(common.w, common.h) <= least;
}

/* The texts (Pair) that don't lie on each other. */
static GArray *words_apart(SvgEdit *edit, const GPtrArray *all)
{
    GArray *apart = g_array_new(FALSE, FALSE, sizeof(Pair));
    for (guint i = 0; i < MIN(all->len, MOST_TEXTS); i++) {
        for (guint k = 0; k < i; k++) {
            Pair pair = {all->pdata[k], all->pdata[i]};
            if (is_text(pair.a) && is_text(pair.b) && lie_apart(edit, pair.a, pair.b)) {
                g_array_append_val(apart, pair);
            }
        }
    }
    return apart;
}

static void tell_crowded(SvgEdit *edit, SvgNode *node, const GArray *apart)
{
    for (guint i = 0; i < apart->len; i++) {
        const Pair *pair = &g_array_index(apart, Pair, i);
        if (!lie_apart(edit, pair->a, pair->b)) {
            svg_edit_remark(edit, "the words of %s, %s and %s, lie on each other now",
                            svg_node_id(edit->doc, node), svg_node_id(edit->doc, pair->a),
                            svg_node_id(edit->doc, pair->b));
            return;
        }
    }
}

/* Dividers went elsewhere, and not because all grew. */
static void tell_dividers(SvgEdit *edit, SvgNode *node, const Carriage *carriage)
{
    SvgBox before = carriage->before, after = carriage->after;
    if (carriage->dividers->len && !carriage->hangs && before.h != after.h &&
        !is_even(before, after)) {
        svg_edit_remark(edit,
                        "the compartments of %s have no room at their heights, so its dividers "
                        "were moved, each compartment with its words to %.0f%% of its height",
                        svg_node_id(edit->doc, node), 100 * after.h / before.h);
    }
}

static gboolean carry_all(SvgEdit *edit, SvgNode *node, const GPtrArray *all, gboolean parts,
                          const Carriage *carriage, GError **error)
{
    SvgBox block = block_of(edit, all);
    for (guint i = 0; i < all->len; i++) {
        SvgNode *part = all->pdata[i];
        gboolean text = is_text(part), carried = svg_beside_carries(edit, node, part);
        if (!carried && ((text && !carry_text(edit, part, block, carriage, error)) ||
                         (!text && parts && !carry_part(edit, node, part, carriage, error)))) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean carry(SvgEdit *edit, SvgNode *node, SvgBox before, gboolean parts, GError **error)
{
    g_autoptr(GPtrArray) all = svg_node_free_labels(edit, node), none = g_ptr_array_new();
    SvgBox after = svg_node_box(edit->doc, node), words = box_of_words(edit, all);
    g_autoptr(GArray) apart = words_apart(edit, all);
    gboolean line = svg_node_is_line(edit, node);
    g_autoptr(GArray) dividers = dividers_of(edit, parts && !line ? all : none, before);
    Carriage carriage = {before, after, dividers,
                         dividers->len && !is_even(before, after) &&
                             has_room(edit, all, before, after)};
    if (!carry_all(edit, node, all, parts, &carriage, error)) {
        return FALSE;
    }
    SvgNode *html = line || after.w == before.w ? NULL : svg_html_words(edit, node);
    if (html) {
        svg_html_widen(edit, html, after.w - before.w);
    }
    tell_dividers(edit, node, &carriage);
    if (!svg_box_is_empty(words) && !line) {
        svg_text_fit_tell(edit, node, before, words, box_of_words(edit, all));
        tell_crowded(edit, node, apart);
    }
    return svg_beside_settle(edit, node, error);
}

gboolean svg_carry_labels(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error)
{
    return carry(edit, node, before, TRUE, error);
}

gboolean svg_carry_words(SvgEdit *edit, SvgNode *node, SvgBox before, GError **error)
{
    return carry(edit, node, before, FALSE, error);
}
