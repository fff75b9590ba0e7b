/* What can be arranged, and what is refused. */
#include "layout/plan.h"

#define LOOSE 4 /* lines that join shapes for each that doesn't: else they are left out */

/* A line that joins no two shapes, and is no part of one, nor of the border of a frame: it would be
 * left behind. */
static gboolean is_loose(const SvgPlan *plan, const SvgShape *shape)
{
    if (!svg_plan_is_open(shape) || (shape->from_id && shape->to_id) ||
        (!plan->all && !svg_box_touches(plan->bounds, shape->box))) {
        return FALSE;
    }
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        double border = item->role == SVG_ROLE_FRAME ? plan->size / 8 : 0;
        if (svg_item_is_block(item) && svg_plan_lies_in(shape->box, item->box) &&
            (!border ||
             !svg_plan_lies_in(shape->box, svg_box_grown(item->box, -border, -border)))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Then what joins what isn't known well enough. */
static gboolean joins_enough(const SvgPlan *plan, GError **error)
{
    guint n = 0;
    const char *first = NULL;
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        if (is_loose(plan, shape)) {
            first = n++ ? first : shape->id;
        }
    }
    if (n <= 1 || LOOSE * n <= plan->ties->len) {
        if (n > 0) {
            svg_edit_remark(
                plan->edit, "%u line%s there, such as \"%s\", %s no two shapes: left as %s", n,
                n > 1 ? "s" : "", first, n > 1 ? "join" : "joins", n > 1 ? "they are" : "it is");
        }
        return TRUE;
    }
    g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                "%u lines there, such as \"%s\", join no two shapes, and would be left behind: "
                "connect them first, or choose shapes that have none",
                n, first);
    return FALSE;
}

static gboolean has_enough(const SvgPlan *plan, GError **error)
{
    gboolean all_pinned = TRUE;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        all_pinned &= item->role != SVG_ROLE_NODE || item->pinned;
    }
    if (plan->n_nodes < 2) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID,
                    "there %s to arrange: shapes count that lines end at, or that have words",
                    plan->n_nodes ? "is only one shape" : "are no shapes");
        return FALSE;
    }
    if (all_pinned) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_LOCKED,
                    "all that would be arranged is locked, or not yours to move");
        return FALSE;
    }
    return TRUE;
}

gboolean svg_plan_check(const SvgPlan *plan, GError **error)
{
    return has_enough(plan, error) && joins_enough(plan, error);
}
