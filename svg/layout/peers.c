/* Which shapes without words are nodes as those with some are. */
#include "layout/plan.h"

#define PEER 0.25 /* of the median of nodes: how large something without words is that is one */
#define NEAR 0.5  /* of a picture's height: how far below it its words begin at most */

static gint compare_doubles(gconstpointer a, gconstpointer b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double svg_plan_median(const SvgPlan *plan, gboolean area)
{
    g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        double size = area ? svg_box_area(item->box) : item->box.h;
        if (item->role == SVG_ROLE_NODE) {
            g_array_append_val(sizes, size);
        }
    }
    g_array_sort(sizes, compare_doubles);
    return sizes->len ? g_array_index(sizes, double, sizes->len / 2) : 0;
}

static gboolean touches_node(const SvgPlan *plan, const SvgItem *item)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        if (other != item && other->role == SVG_ROLE_NODE &&
            svg_box_touches(other->box, item->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* A block of words among the nodes, and no caption. */
static gboolean stands_alone(const SvgPlan *plan, const SvgItem *item)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        all = svg_item_is_block(other) ? svg_box_union(all, other->box) : all;
    }
    return svg_box_holds(all, svg_box_center(item->box)) &&
           svg_plan_find_captioned(plan, item, -1) < 0;
}

/* Right below the picture. */
static gboolean has_caption(const SvgPlan *plan, const SvgItem *item)
{
    SvgBox below = {item->box.x, item->box.y + item->box.h, item->box.w, item->box.h * NEAR};
    for (guint i = 0; item->shape->kind == SVG_KIND_IMAGE && i < plan->items->len; i++) {
        const SvgItem *words = svg_plan_item(plan, i);
        SvgPoint top = {svg_box_center(words->box).x, words->box.y};
        if (words->chosen && svg_item_is_words(words) && svg_box_holds(below, top)) {
            return TRUE;
        }
    }
    return item->shape->kind == SVG_KIND_IMAGE && item->shape->text &&
           item->shape->side != SVG_LABEL_WITHIN;
}

/* Boxes without words stand beside those that have some, as large, and on none; and so do pictures
 * with words below them. */
void svg_plan_find_peers(SvgPlan *plan)
{
    double least = svg_plan_median(plan, TRUE) * PEER;
    plan->size = svg_plan_median(plan, FALSE);
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        gboolean may = item->role == SVG_ROLE_NONE && item->chosen && !item->carried && least > 0;
        gboolean closed = may && svg_item_is_closed(item) && svg_box_area(item->box) >= least &&
                          (!svg_item_is_words(item) || stands_alone(plan, item));
        if ((closed || (may && has_caption(plan, item))) && !touches_node(plan, item)) {
            item->role = SVG_ROLE_NODE;
        }
    }
}
