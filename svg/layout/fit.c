/* Frames around what is in them, and nothing on another. */
#include "layout/plan.h"

#include <math.h>

#define HAIR 1e-3 /* of the gap */

/* --- how they are --------------------------------------------------------------------------------
 */

/* Words of the frame, and such that only lie in it, beside all the rest. */
static SvgBox title_of(const SvgPlan *plan, guint index, SvgBox inner)
{
    SvgBox words = svg_plan_words(plan->edit->doc, svg_plan_item(plan, index)->shape->id);
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_RIDER && item->in == (int)index &&
            item->shape->kind == SVG_KIND_TEXT && !svg_box_touches(item->box, inner)) {
            words = svg_box_union(words, item->box);
        }
    }
    return words;
}

/* With what else is drawn for it, as its depth, or one behind it. */
static SvgBox whole_of(const SvgPlan *plan, const SvgItem *frame, SvgBox words)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(plan->edit, frame->node);
    SvgBox near = svg_box_grown(frame->box, plan->size, plan->size), all = frame->box;
    all = svg_box_touches(near, words) ? svg_box_union(all, words) : all;
    for (guint i = 0; i < parts->len; i++) {
        SvgBox part = svg_node_box(plan->edit->doc, parts->pdata[i]);
        all = svg_box_touches(near, part) ? svg_box_union(all, part) : all;
    }
    return all;
}

/* Left, top, right, bottom: as far as they were from what is in it. */
static void measure_frame(SvgPlan *plan, guint index)
{
    SvgItem *frame = svg_plan_item(plan, index);
    SvgBox inner = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (svg_item_is_block(item) && item->in == (int)index) {
            inner = svg_box_union(inner, item->box);
        }
    }
    SvgBox words = title_of(plan, index, inner), box = frame->box;
    frame->sides[0] = MAX(inner.x - box.x, 0);
    frame->sides[1] = MAX(inner.y - box.y, 0);
    frame->sides[2] = MAX(box.x + box.w - inner.x - inner.w, 0);
    frame->sides[3] = MAX(box.y + box.h - inner.y - inner.h, 0);
    SvgBox all = whole_of(plan, frame, words);
    frame->beyond[0] = box.x - all.x;
    frame->beyond[1] = box.y - all.y;
    frame->beyond[2] = all.x + all.w - box.x - box.w;
    frame->beyond[3] = all.y + all.h - box.y - box.h;
    if (!svg_box_is_empty(words) && svg_box_contains(box, words)) {
        frame->title = words.w;
        frame->below = words.y > inner.y + inner.h / 2;
        frame->room = frame->below ? box.y + box.h - words.y : words.y + words.h - box.y;
    }
}

void svg_plan_measure_frames(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        if (svg_plan_item(plan, i)->role == SVG_ROLE_FRAME) {
            measure_frame(plan, i);
        }
    }
}

/* Within reason, and with room for their words. */
void svg_plan_close_frames(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *frame = svg_plan_item(plan, i);
        double *title = &frame->sides[frame->below ? 3 : 1];
        for (guint k = 0; frame->role == SVG_ROLE_FRAME && !frame->pinned && k < 4; k++) {
            frame->sides[k] = CLAMP(frame->sides[k], plan->size / 4, plan->size * 3 / 4);
        }
        *title = frame->room > 0 ? MAX(*title, frame->room + plan->size / 8) : *title;
    }
}

/* --- what is in what
 * ------------------------------------------------------------------------------ */

static gboolean is_at(const SvgPlan *plan, guint i, int frame)
{
    const SvgItem *item = svg_plan_item(plan, i);
    return svg_item_is_block(item) && item->in == frame;
}

static gboolean is_fixed(const SvgPlan *plan, guint block)
{
    const SvgItem *item = svg_plan_item(plan, block);
    if (item->pinned) {
        return TRUE;
    }
    for (guint i = 0; item->role == SVG_ROLE_FRAME && i < plan->items->len; i++) {
        if (is_at(plan, i, (int)block) && is_fixed(plan, i)) {
            return TRUE;
        }
    }
    return FALSE;
}

static void move(SvgPlan *plan, guint block, double dx, double dy)
{
    SvgItem *item = svg_plan_item(plan, block);
    item->to = svg_box_offset(item->to, dx, dy);
    for (guint i = 0; item->role == SVG_ROLE_FRAME && i < plan->items->len; i++) {
        if (is_at(plan, i, (int)block)) {
            move(plan, i, dx, dy);
        }
    }
}

/* --- frames ----------------------------------------------------------------------------------- */

static SvgBox bounds_in(const SvgPlan *plan, guint frame)
{
    SvgBox inner = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        if (is_at(plan, i, (int)frame)) {
            inner = svg_box_union(inner, svg_item_room(svg_plan_item(plan, i)));
        }
    }
    return inner;
}

/* What is in one that stays comes into it; where something in it stays, that is where all is. */
static void move_into(SvgPlan *plan, guint index, SvgBox inner)
{
    const SvgItem *frame = svg_plan_item(plan, index);
    for (guint i = 0; i < plan->items->len; i++) {
        if (is_at(plan, i, (int)index) && is_fixed(plan, i)) {
            return;
        }
    }
    for (guint i = 0; i < plan->items->len; i++) {
        if (is_at(plan, i, (int)index)) {
            move(plan, i, frame->box.x + frame->sides[0] - inner.x,
                 frame->box.y + frame->sides[1] - inner.y);
        }
    }
}

static void fit_frame(SvgPlan *plan, guint index)
{
    SvgItem *frame = svg_plan_item(plan, index);
    SvgBox inner = bounds_in(plan, index);
    const double *s = frame->sides;
    double wider = MAX(frame->title + s[0] - (inner.w + s[0] + s[2]), 0);
    if (frame->pinned) {
        move_into(plan, index, inner);
        return;
    }
    frame->to = (SvgBox){inner.x - s[0] - wider / 2, inner.y - s[1], inner.w + s[0] + s[2] + wider,
                         inner.h + s[1] + s[3]};
}

gboolean svg_plan_check_frames(const SvgPlan *plan, GError **error)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *frame = svg_plan_item(plan, i);
        SvgBox inner = frame->role == SVG_ROLE_FRAME ? bounds_in(plan, i) : SVG_BOX_EMPTY;
        if (frame->pinned && !svg_box_is_empty(inner) && !svg_box_contains(frame->box, inner)) {
            g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                        "what is in \"%s\" finds no room in it so, and it can't be made larger, as "
                        "it is locked; choose a smaller gap, or another direction",
                        frame->shape->id);
            return FALSE;
        }
    }
    return TRUE;
}

/* --- apart ------------------------------------------------------------------------------------ */

/* The way right or down, the shorter one, that brings `box` off the other; FALSE when it is. */
static gboolean way_off(SvgBox box, SvgBox other, double gap, SvgPoint *by)
{
    SvgBox kept = svg_box_grown(other, gap * (1 - HAIR), gap * (1 - HAIR));
    SvgBox common = svg_box_intersection(box, kept);
    if (svg_box_is_empty(common) || common.w <= 0 || common.h <= 0) {
        return FALSE;
    }
    double dx = other.x + other.w + gap - box.x, dy = other.y + other.h + gap - box.y;
    *by = dx < dy ? (SvgPoint){dx, 0} : (SvgPoint){0, dy};
    return TRUE;
}

static gint by_place(gconstpointer a, gconstpointer b, gpointer data)
{
    const SvgPlan *plan = data;
    guint i = *(const guint *)a, k = *(const guint *)b;
    gboolean fixed[2] = {is_fixed(plan, i), is_fixed(plan, k)};
    SvgBox x = svg_plan_item(plan, i)->to, y = svg_plan_item(plan, k)->to;
    double left = x.x + x.y, right = y.x + y.y;
    return fixed[0] != fixed[1] ? fixed[1] - fixed[0] : (left > right) - (left < right);
}

static void push(SvgPlan *plan, const GArray *blocks, guint k, double gap)
{
    guint block = g_array_index(blocks, guint, k);
    for (guint i = 0; i < k; i++) {
        SvgPoint by;
        SvgBox other = svg_item_room(svg_plan_item(plan, g_array_index(blocks, guint, i)));
        if (way_off(svg_item_room(svg_plan_item(plan, block)), other, gap, &by)) {
            move(plan, block, by.x, by.y);
            i = (guint)-1; /* it may be on another now */
        }
    }
}

/* Those that stay first, then from the top left. */
static void separate(SvgPlan *plan, int frame, double gap)
{
    g_autoptr(GArray) blocks = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < plan->items->len; i++) {
        if (is_at(plan, i, frame)) {
            g_array_append_val(blocks, i);
        }
    }
    g_array_sort_with_data(blocks, by_place, plan);
    for (guint k = 0; k < blocks->len; k++) {
        if (!is_fixed(plan, g_array_index(blocks, guint, k))) {
            push(plan, blocks, k, gap);
        }
    }
}

static void fit_within(SvgPlan *plan, int frame, double gap)
{
    for (guint i = 0; i < plan->items->len; i++) {
        if (is_at(plan, i, frame) && svg_plan_item(plan, i)->role == SVG_ROLE_FRAME) {
            fit_within(plan, (int)i, gap);
            fit_frame(plan, i);
        }
    }
    separate(plan, frame, gap);
}

void svg_plan_fit(SvgPlan *plan, double gap)
{
    fit_within(plan, -1, gap / 2);
}
