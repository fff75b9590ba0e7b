/* What nodes and frames take with all that belongs to them: words beside or below, badges. */
#include "layout/plan.h"

#include <math.h>

#define NEAR  0.5 /* of nodes' height: how far off what belongs to one lies at most, */
#define LARGE 4   /* and how much larger it is; */
#define SMALL 0.5 /* of their shorter side: how long what is drawn as a line is at most */

SvgPoint svg_item_middle(const SvgItem *item)
{
    SvgPoint was = svg_box_center(item->body);
    return (SvgPoint){was.x + item->to.x - item->box.x, was.y + item->to.y - item->box.y};
}

SvgBox svg_item_body(const SvgItem *item)
{
    if (item->role == SVG_ROLE_FRAME) {
        return item->to;
    }
    return svg_box_offset(item->body, item->to.x - item->box.x, item->to.y - item->box.y);
}

SvgBox svg_item_room(const SvgItem *item)
{
    const double *b = item->beyond;
    return (SvgBox){item->to.x - b[0], item->to.y - b[1], item->to.w + b[0] + b[2],
                    item->to.h + b[1] + b[3]};
}

/* With all that goes along when it is moved: words beside or below it, icons at its corners. */
void svg_plan_measure_node(const SvgPlan *plan, SvgItem *item)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(plan->edit, item->node);
    item->body = item->box;
    item->box = svg_box_union(item->box, svg_plan_words(plan->edit->doc, item->shape->id));
    for (guint i = 0; i < parts->len; i++) {
        SvgBox part = svg_node_box(plan->edit->doc, parts->pdata[i]);
        item->box = svg_box_is_empty(part) ? item->box : svg_box_union(item->box, part);
    }
    item->to = item->box;
}

/* --- captions --------------------------------------------------------------------------------- */

/* Right below or above it, or level with it; of a frame outside of it. */
static gboolean is_caption(const SvgPlan *plan, const SvgItem *item, const SvgItem *node)
{
    double near = plan->size * NEAR;
    SvgPoint middle = svg_box_center(item->box);
    SvgBox box = node->box;
    gboolean along = (middle.x > box.x && middle.x < box.x + box.w) ||
                     (middle.y > box.y && middle.y < box.y + box.h);
    gboolean may = node->role == SVG_ROLE_NODE ||
                   (node->role == SVG_ROLE_FRAME && !svg_box_holds(box, middle));
    return may && along && item->box.h <= box.h &&
           svg_box_touches(svg_box_grown(box, near, near), item->box);
}

/* From the top or the bottom of the frame, where titles are. */
static double from_border(SvgBox box, SvgBox frame)
{
    return MIN(box.y - frame.y, frame.y + frame.h - box.y - box.h);
}

static double gap_between(SvgBox a, SvgBox b)
{
    double across = MAX(MAX(a.x - b.x - b.w, b.x - a.x - a.w), 0);
    double down = MAX(MAX(a.y - b.y - b.h, b.y - a.y - a.h), 0);
    return hypot(across, down);
}

/* What is in a frame and nearer to the border of that is the frame's title. */
int svg_plan_find_captioned(const SvgPlan *plan, const SvgItem *item, int frame)
{
    int best = -1;
    double least = INFINITY;
    if (frame >= 0) {
        least = from_border(item->box, svg_plan_item(plan, (guint)frame)->box);
    }
    for (guint i = 0; svg_item_is_words(item) && i < plan->items->len; i++) {
        const SvgItem *node = svg_plan_item(plan, i);
        double gap = is_caption(plan, item, node) ? gap_between(item->box, node->body) : INFINITY;
        if (gap < least) {
            least = gap;
            best = (int)i;
        }
    }
    return best;
}

/* --- room ------------------------------------------------------------------------------------- */

/* Whether it lies on another node that the holder doesn't lie on. */
static gboolean takes_room(const SvgPlan *plan, const SvgItem *holder, SvgBox with)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        if (other != holder && other->role == SVG_ROLE_NODE && svg_box_touches(other->box, with) &&
            !svg_box_touches(other->box, holder->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* That isn't a badge: it leads away from what it is at, though to nothing that is known. */
static gboolean leads_away(const SvgItem *item, const SvgItem *holder)
{
    double least = SMALL * MIN(holder->body.w, holder->body.h);
    return svg_plan_is_line(item->shape) ||
           (svg_plan_is_open(item->shape) && svg_box_side(item->box) > least);
}

/* A caption, or a badge: right beside it, and no larger than such are. */
static gboolean is_part_of(const SvgPlan *plan, const SvgItem *item, const SvgItem *holder)
{
    double near = plan->size * NEAR;
    return item->role == SVG_ROLE_RIDER && holder->role == SVG_ROLE_NODE &&
           !leads_away(item, holder) &&
           svg_box_touches(svg_box_grown(holder->box, near, near), item->box) &&
           svg_box_area(item->box) <= LARGE * svg_box_area(holder->body) &&
           !takes_room(plan, holder, svg_box_union(holder->box, item->box));
}

/* What rides beside a node takes room there. */
void svg_plan_make_room(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        SvgItem *holder = item->in >= 0 ? svg_plan_item(plan, (guint)item->in) : NULL;
        if (holder && is_part_of(plan, item, holder)) {
            holder->box = holder->to = svg_box_union(holder->box, item->box);
            plan->bounds = svg_box_union(plan->bounds, holder->box);
        }
    }
}
