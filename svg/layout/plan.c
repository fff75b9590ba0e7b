/* Which shapes are nodes, frames, and what only goes along, told by how they lie and by what ends
 * at them. */
#include "layout/plan.h"

#include <math.h>
#include <string.h>

#define STUCK 0.3 /* of its area: how much of a badge lies on what it belongs to, at least */

/* --- what is there ---------------------------------------------------------------------------- */

static void add_item(SvgPlan *plan, GHashTable *by_id, const SvgShape *shape)
{
    SvgNode *node = svg_document_find(plan->edit->doc, shape->id);
    SvgItem item = {.shape = shape, .node = node, .in = -1, .index = -1};
    item.box = item.to = item.body = shape->box;
    item.pinned = !svg_edit_allows(plan->edit, node, NULL);
    g_hash_table_insert(by_id, shape->id, GUINT_TO_POINTER(plan->items->len));
    g_array_append_val(plan->items, item);
}

static GHashTable *read_items(SvgPlan *plan)
{
    GHashTable *by_id = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        gboolean ends = svg_plan_is_line(shape) && (shape->from_id || shape->to_id);
        if (!ends && !svg_box_is_empty(shape->box)) {
            add_item(plan, by_id, shape);
        }
    }
    return by_id;
}

/* In the tree; a layer holds nothing together. */
static gboolean is_in_group(const SvgItem *item, const SvgItem *group)
{
    return group->shape->kind == SVG_KIND_GROUP && !group->shape->layer &&
           item->node != group->node && svg_node_contains(group->node, item->node);
}

/* --- what is chosen --------------------------------------------------------------------------- */

static void choose(SvgPlan *plan, const SvgItem *given)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        item->chosen |= item == given || is_in_group(item, given) ||
                        (svg_item_is_closed(given) && svg_plan_lies_in(item->box, given->box));
    }
}

static gboolean choose_all(SvgPlan *plan, GHashTable *by_id, const char *const *ids, GError **error)
{
    for (guint i = 0; !ids && i < plan->items->len; i++) {
        svg_plan_item(plan, i)->chosen = TRUE;
    }
    for (; ids && *ids; ids++) {
        gpointer found;
        if (!svg_edit_find(plan->edit, *ids, error)) {
            return FALSE;
        }
        if (g_hash_table_lookup_extended(by_id, *ids, NULL, &found)) {
            choose(plan, svg_plan_item(plan, GPOINTER_TO_UINT(found)));
        }
    }
    return TRUE;
}

/* --- lines between shapes --------------------------------------------------------------------- */

static int find_end(const SvgPlan *plan, GHashTable *by_id, const char *id)
{
    gpointer found;
    gboolean known = id && g_hash_table_lookup_extended(by_id, id, NULL, &found) &&
                     svg_plan_item(plan, GPOINTER_TO_UINT(found))->chosen;
    return known ? GPOINTER_TO_INT(found) : -1;
}

static void read_ties(SvgPlan *plan, GHashTable *by_id)
{
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        int from = find_end(plan, by_id, shape->from_id), to = find_end(plan, by_id, shape->to_id);
        if (!svg_plan_is_line(shape) || from < 0 || to < 0 || from == to) {
            continue;
        }
        SvgBox words = shape->text ? svg_plan_words(plan->edit->doc, shape->id) : SVG_BOX_EMPTY;
        SvgTie tie = {shape,         {(guint)from, (guint)to}, (guint)from, (guint)to, .edge = -1,
                      .words = words};
        g_array_append_val(plan->ties, tie);
        svg_plan_item(plan, tie.from)->ended = TRUE;
        svg_plan_item(plan, tie.to)->ended = TRUE;
    }
}

/* --- roles ------------------------------------------------------------------------------------ */

/* A group at which lines end is one thing; any other only holds things together. */
static void find_carried(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *group = svg_plan_item(plan, i);
        for (guint k = i + 1;
             group->ended && group->shape->kind == SVG_KIND_GROUP && k < plan->items->len; k++) {
            SvgItem *item = svg_plan_item(plan, k);
            item->carried |= is_in_group(item, group);
        }
    }
}

/* What is drawn before a frame lies in it where that is only an outline. */
static gboolean shows(const SvgItem *frame, const SvgItem *item)
{
    return item > frame || g_strcmp0(frame->shape->fill, "none") == 0;
}

static gboolean holds(const SvgPlan *plan, const SvgItem *frame, gboolean ended)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        gboolean counts = ended ? item->ended : item->role == SVG_ROLE_NODE;
        if (item != frame && counts && !item->carried && shows(frame, item) &&
            svg_plan_lies_in(item->box, frame->box)) {
            return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_on_ended(const SvgPlan *plan, const SvgItem *item)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        if (other->ended && other < item && svg_plan_lies_in(item->box, other->box) &&
            !holds(plan, other, TRUE)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* What lines end at; and what has words, but for what only stands on that. */
static gboolean is_node(const SvgPlan *plan, const SvgItem *item)
{
    if (!item->chosen || item->carried || item->shape->layer) {
        return FALSE;
    }
    gboolean says = svg_item_is_closed(item) && item->shape->text && !svg_item_is_words(item);
    gboolean given =
        !plan->all && (item->shape->kind != SVG_KIND_GROUP && svg_item_is_closed(item));
    return item->ended || ((says || given) && !is_on_ended(plan, item));
}

static gboolean is_around_all(const SvgPlan *plan, const SvgItem *item)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        if (other != item && other->role == SVG_ROLE_NODE &&
            !svg_plan_lies_in(other->box, item->box)) {
            return FALSE;
        }
    }
    return !item->ended && !item->shape->text;
}

static void find_roles(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        item->role = is_node(plan, item) ? SVG_ROLE_NODE : SVG_ROLE_NONE;
    }
    for (guint i = plan->items->len; i-- > 0;) {
        SvgItem *item = svg_plan_item(plan, i);
        if (item->chosen && !item->carried && svg_item_is_closed(item) &&
            holds(plan, item, FALSE)) {
            item->role = is_around_all(plan, item) ? SVG_ROLE_BACKDROP : SVG_ROLE_FRAME;
        }
    }
}

/* --- what is in what -------------------------------------------------------------------------- */

/* The smallest of those drawn before it, in which it lies, or with `loosely` only its middle. */
static int find_holder(const SvgPlan *plan, const SvgItem *item, gboolean nodes, gboolean loosely)
{
    int best = -1;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        gboolean fits = other->role == SVG_ROLE_FRAME || (nodes && other->role == SVG_ROLE_NODE);
        gboolean in = loosely ? svg_box_holds(other->box, svg_box_center(item->box)) &&
                                    (svg_box_area(other->box) > svg_box_area(item->box) ||
                                     svg_plan_is_twin(other->box, item->box))
                              : svg_plan_lies_in(item->box, other->box);
        if (fits && in && other != item &&
            (best < 0 ||
             svg_box_area(other->box) < svg_box_area(svg_plan_item(plan, (guint)best)->box))) {
            best = (int)i;
        }
    }
    return best;
}

/* Among the nodes the nearest one is meant; beside all, the one that it is a caption of. */
static gboolean is_beside(const SvgPlan *plan, const SvgItem *item, const SvgItem *node)
{
    SvgBox near = svg_box_grown(node->box, plan->size / 2, plan->size / 2);
    return svg_box_holds(plan->bounds, svg_box_center(item->box)) ||
           (svg_box_touches(near, item->box) && item->box.w <= 1.5 * node->box.w);
}

static int find_nearest(const SvgPlan *plan, const SvgItem *to)
{
    int best = -1;
    double least = INFINITY;
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        gboolean may = item->role == SVG_ROLE_NODE && is_beside(plan, to, item);
        double far = may ? svg_box_distance(item->box, svg_box_center(to->box)) : INFINITY;
        if (far < least) {
            least = far;
            best = (int)i;
        }
    }
    return best;
}

/* The node that it sticks out of, as badges do at corners; -1 for none. */
static int find_stuck_in(const SvgPlan *plan, const SvgItem *item)
{
    int best = -1;
    double most = STUCK * svg_box_area(item->box);
    for (guint i = 0; most > 0 && i < plan->items->len; i++) {
        const SvgItem *node = svg_plan_item(plan, i);
        SvgBox common = svg_box_intersection(node->body, item->box);
        double area = svg_box_is_empty(common) ? 0 : svg_box_area(common);
        if (node->role == SVG_ROLE_NODE && area >= most &&
            svg_box_area(node->body) > svg_box_area(item->box)) {
            most = area;
            best = (int)i;
        }
    }
    return best;
}

/* A group of which a part is arranged isn't moved itself. */
static gboolean has_block(const SvgPlan *plan, const SvgItem *group)
{
    for (guint i = 0; group->shape->kind == SVG_KIND_GROUP && i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if ((svg_item_is_block(item) || item->role == SVG_ROLE_BACKDROP) &&
            is_in_group(item, group)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Lines follow what they join. */
static gboolean has_tie(const SvgPlan *plan, const SvgItem *group)
{
    for (guint i = 0; group->shape->kind == SVG_KIND_GROUP && i < plan->ties->len; i++) {
        const SvgShape *line = svg_plan_tie(plan, i)->shape;
        if (svg_node_contains(group->node, svg_document_find(plan->edit->doc, line->id))) {
            return TRUE;
        }
    }
    return FALSE;
}

/* The box of the words, where it goes along as well. */
static const SvgItem *find_box_of_words(const SvgPlan *plan, const SvgItem *item)
{
    const SvgItem *found = NULL;
    for (guint i = 0; item->shape->kind == SVG_KIND_TEXT && i < plan->items->len; i++) {
        const SvgItem *other = svg_plan_item(plan, i);
        gboolean goes = other->role == SVG_ROLE_RIDER || other->role == SVG_ROLE_BYSTANDER;
        if (other < item && goes && svg_item_is_closed(other) && svg_item_is_words(other) &&
            svg_plan_lies_in(item->box, other->box)) {
            found = other;
        }
    }
    return found;
}

static void find_companions(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        if (item->role != SVG_ROLE_NONE || item->carried || item->shape->layer ||
            has_block(plan, item) || has_tie(plan, item)) {
            continue;
        }
        const SvgItem *box = find_box_of_words(plan, item);
        if (box) {
            item->in = box->in;
            item->role = box->role;
            continue;
        }
        int holder = find_holder(plan, item, TRUE, TRUE);
        gboolean in_node = holder >= 0 && svg_plan_item(plan, (guint)holder)->role == SVG_ROLE_NODE;
        int captioned = in_node || !item->chosen ? -1 : svg_plan_find_captioned(plan, item, holder);
        int stuck = in_node || !item->chosen ? -1 : find_stuck_in(plan, item);
        holder = stuck >= 0 ? stuck : captioned >= 0 ? captioned : holder;
        if (holder < 0 && item->chosen) {
            holder = find_nearest(plan, item);
        }
        item->in = holder;
        item->role = holder >= 0 ? SVG_ROLE_RIDER : SVG_ROLE_BYSTANDER;
    }
}

/* In the groups of those that go along nothing is looked at by itself. */
static void find_ridden_groups(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *group = svg_plan_item(plan, i);
        gboolean goes = group->role == SVG_ROLE_RIDER || group->role == SVG_ROLE_BYSTANDER;
        for (guint k = 0; goes && group->shape->kind == SVG_KIND_GROUP && k < plan->items->len;
             k++) {
            SvgItem *item = svg_plan_item(plan, k);
            if (is_in_group(item, group)) {
                item->role = SVG_ROLE_NONE;
            }
        }
    }
}

/* What rides on what stays, stays. */
static void pin_riders(SvgPlan *plan)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        item->pinned |=
            item->role == SVG_ROLE_RIDER && svg_plan_item(plan, (guint)item->in)->pinned;
    }
}

static void measure(SvgPlan *plan)
{
    plan->bounds = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_NODE) {
            svg_plan_measure_node(plan, item);
            plan->n_nodes++;
        }
        if (svg_item_is_block(item)) {
            item->in = find_holder(plan, item, FALSE, FALSE);
            plan->bounds = svg_box_union(plan->bounds, item->box);
        }
    }
    plan->size = svg_plan_median(plan, FALSE);
}

/* --- all -------------------------------------------------------------------------------------- */

gboolean svg_plan_init(SvgPlan *plan, SvgEdit *edit, const char *const *ids, GError **error)
{
    *plan = (SvgPlan){.edit = edit,
                      .all = ids == NULL,
                      .shapes = svg_document_shapes(edit->doc),
                      .items = g_array_new(FALSE, FALSE, sizeof(SvgItem)),
                      .ties = g_array_new(FALSE, FALSE, sizeof(SvgTie))};
    g_autoptr(GHashTable) by_id = read_items(plan);
    if (!choose_all(plan, by_id, ids, error)) {
        return FALSE;
    }
    read_ties(plan, by_id);
    find_carried(plan);
    find_roles(plan);
    svg_plan_find_peers(plan);
    svg_plan_find_stacks(plan);
    measure(plan);
    find_companions(plan);
    find_ridden_groups(plan);
    svg_plan_make_room(plan);
    pin_riders(plan);
    svg_plan_measure_frames(plan);
    return svg_plan_check(plan, error);
}

void svg_plan_clear(SvgPlan *plan)
{
    for (guint i = 0; plan->ties && i < plan->ties->len; i++) {
        g_clear_pointer(&svg_plan_tie(plan, i)->way, g_array_unref);
        g_clear_pointer(&svg_plan_tie(plan, i)->corners, g_array_unref);
    }
    g_clear_pointer(&plan->items, g_array_unref);
    g_clear_pointer(&plan->ties, g_array_unref);
    g_clear_pointer(&plan->shapes, g_ptr_array_unref);
}
