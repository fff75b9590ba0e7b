/* What is told of one shape alone. */
#include "layout/plan.h"

#define SLACK 0.02 /* of its shorter side: what may stick out of a frame */
#define PAPER "#ffffff"

SvgItem *svg_plan_item(const SvgPlan *plan, guint i)
{
    return &g_array_index(plan->items, SvgItem, i);
}

SvgTie *svg_plan_tie(const SvgPlan *plan, guint i)
{
    return &g_array_index(plan->ties, SvgTie, i);
}

gboolean svg_item_is_block(const SvgItem *item)
{
    return item->role == SVG_ROLE_NODE || item->role == SVG_ROLE_FRAME;
}

gboolean svg_plan_is_line(const SvgShape *shape)
{
    return shape->kind == SVG_KIND_LINE || shape->kind == SVG_KIND_ARROW;
}

gboolean svg_plan_is_open(const SvgShape *shape)
{
    return svg_plan_is_line(shape) ||
           (shape->kind == SVG_KIND_DRAW && !shape->text && g_strcmp0(shape->fill, "none") == 0);
}

gboolean svg_item_is_closed(const SvgItem *item)
{
    return (svg_kind_flags(item->shape->kind) & SVG_KIND_CLOSED) != 0;
}

SvgBox svg_plan_words(SvgDocument *doc, const char *id)
{
    g_auto(GStrv) labels = svg_document_labels(doc, id);
    SvgBox all = SVG_BOX_EMPTY, box;
    for (char **label = labels; *label; label++) {
        if (svg_document_bounds(doc, *label, &box, NULL)) {
            all = svg_box_union(all, box);
        }
    }
    return all;
}

gboolean svg_plan_lies_in(SvgBox box, SvgBox frame)
{
    double slack = SLACK * MIN(box.w, box.h);
    return svg_box_contains(svg_box_grown(frame, slack, slack), box) &&
           svg_box_area(frame) > svg_box_area(box);
}

/* Also where it only covers what its words lie on. */
static gboolean is_unseen(const SvgShape *shape)
{
    return g_strcmp0(shape->stroke, "none") == 0 &&
           (g_strcmp0(shape->fill, "none") == 0 ||
            (shape->text && g_strcmp0(shape->fill, PAPER) == 0));
}

gboolean svg_item_is_words(const SvgItem *item)
{
    return item->shape->kind == SVG_KIND_TEXT ||
           (svg_item_is_closed(item) && !item->ended && is_unseen(item->shape));
}

gboolean svg_plan_is_within(const SvgPlan *plan, guint item, guint frame)
{
    int in = svg_plan_item(plan, item)->in;
    while (in >= 0 && in != (int)frame) {
        in = svg_plan_item(plan, (guint)in)->in;
    }
    return in >= 0;
}
