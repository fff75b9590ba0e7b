/* Brings everything to its place, by the verbs. */
#include "edit/beside.h"
#include "edit/caption.h"
#include "edit/connect.h"
#include "edit/joint.h"
#include "edit/laying.h"
#include "layout/plan.h"
#include "shape/unit.h"

#include <svg/survey.h>

#include <math.h>

#define BEND   0.5   /* of nodes' size: how far apart lines are that join the same two shapes, */
#define BESIDE 0.25  /* when they are straight; */
#define ROOM   0.125 /* and the words in them */

/* --- moving ----------------------------------------------------------------------------------- */

static gboolean is_to_move(const SvgItem *item)
{
    return !item->pinned && item->role != SVG_ROLE_NONE && item->role != SVG_ROLE_BACKDROP &&
           !svg_box_equal(item->box, item->to);
}

/* All at once to where nothing is: lines would take shapes for theirs that others lie on. */
static gboolean move_away(const SvgPlan *plan, GError **error)
{
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    for (guint i = 0; i < plan->items->len; i++) {
        if (is_to_move(svg_plan_item(plan, i))) {
            g_ptr_array_add(ids, svg_plan_item(plan, i)->shape->id);
        }
    }
    SvgBox now = svg_box_union(svg_plan_bounds_now(plan), plan->bounds);
    guint n = ids->len;
    g_ptr_array_add(ids, NULL);
    return n == 0 || svg_edit_offset(plan->edit, (const char *const *)ids->pdata,
                                     ceil(2 * svg_box_side(now)), 0, error);
}

/* What went with another is there already. */
static gboolean bring(const SvgPlan *plan, const SvgItem *item, GError **error)
{
    SvgBox box;
    const char *const ids[] = {item->shape->id, NULL};
    SvgPoint by = svg_item_moved_by(item);
    if (!svg_document_bounds(plan->edit->doc, ids[0], &box, NULL)) {
        return TRUE;
    }
    double dx = item->shape->box.x + by.x - box.x, dy = item->shape->box.y + by.y - box.y;
    double least = 1e-6 * (1 + svg_box_side(box));
    return (fabs(dx) < least && fabs(dy) < least) ||
           svg_edit_offset(plan->edit, ids, dx, dy, error);
}

static gboolean bring_frame(const SvgPlan *plan, const SvgItem *item, GError **error)
{
    SvgSpec spec = {.given = SVG_SPEC_X | SVG_SPEC_Y | SVG_SPEC_W | SVG_SPEC_H,
                    .x = item->to.x,
                    .y = item->to.y,
                    .w = item->to.w,
                    .h = item->to.h};
    return svg_edit_update(plan->edit, item->shape->id, &spec, error);
}

static gboolean bring_all(const SvgPlan *plan, SvgRole role, GError **error)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (item->role == role && is_to_move(item) &&
            !(role == SVG_ROLE_FRAME || svg_plan_is_twin_of_frame(plan, item)
                  ? bring_frame(plan, item, error)
                  : bring(plan, item, error))) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- lines ------------------------------------------------------------------------------------ */

static SvgNode *line_of(const SvgPlan *plan, const SvgTie *tie)
{
    return svg_document_find(plan->edit->doc, tie->shape->id);
}

static GArray *square_way_of(const SvgPlan *plan, const SvgTie *tie)
{
    const GArray *was = tie->joint->way;
    SvgRounding rounding;
    g_autoptr(GArray) corners = svg_way_corners(was, &rounding);
    rounding = corners ? rounding : svg_laying_rounding(plan->edit, line_of(plan, tie), was);
    return svg_way_of_corners((const SvgPoint *)(gconstpointer)tie->corners->data,
                              tie->corners->len, rounding);
}

static GArray *curved_way_of(const SvgTie *tie)
{
    const SvgPoint *at = (const SvgPoint *)(gconstpointer)tie->way->data;
    GArray *way = g_array_new(FALSE, TRUE, sizeof(SvgWayPart));
    SvgWayPart begin = {0, {at[0]}};
    g_array_append_val(way, begin);
    for (guint i = 1; i + 2 < tie->way->len; i += 3) {
        SvgWayPart curve = {3, {at[i], at[i + 1], at[i + 2]}};
        g_array_append_val(way, curve);
    }
    return way;
}

/* From the joint's end 0 to its end 1; NULL where a straight one does. */
static GArray *way_of(const SvgPlan *plan, const SvgTie *tie)
{
    gboolean known = tie->way && tie->way->len >= 4;
    GArray *way = tie->corners ? square_way_of(plan, tie) : known ? curved_way_of(tie) : NULL;
    if (way && tie->turned != (tie->joint->from == 1)) {
        svg_way_reverse(way);
    }
    return way;
}

static gboolean lay_joint(const SvgPlan *plan, const SvgTie *tie, SvgNode *line, SvgManner manner,
                          double bend, GError **error)
{
    SvgJoint *joint = tie->joint;
    if (!joint) {
        return TRUE; /* it has followed its shapes as far as it can */
    }
    guint from = joint->from;
    g_autoptr(GArray) way = manner == SVG_MANNER_ALONG ? way_of(plan, tie) : NULL;
    guint n;
    (void)svg_plan_count_beside(plan, tie, &n);
    SvgLaying laying = {
        .manner = manner, .bend = from == 0 ? bend : -bend, .way = way, .alone = n == 1};
    laying.shapes[from] = svg_plan_item(plan, tie->ends[0])->node;
    laying.shapes[1 - from] = svg_plan_item(plan, tie->ends[1])->node;
    return (manner != SVG_MANNER_ALONG || way) &&
           svg_joint_lay(plan->edit, joint, line, &laying, error);
}

static gboolean lay(const SvgPlan *plan, const SvgTie *tie, SvgManner manner, double bend,
                    GError **error)
{
    SvgEdit *edit = plan->edit;
    SvgNode *line = line_of(plan, tie);
    if (!svg_connector_end(edit->doc, line, 0) || !svg_connector_end(edit->doc, line, 1)) {
        return lay_joint(plan, tie, line, manner, bend, error);
    }
    if (manner == SVG_MANNER_BENT) {
        SvgSpec spec = {.given = SVG_SPEC_BEND | SVG_SPEC_STRAIGHT, .bend = bend};
        return svg_edit_update(edit, svg_node_id(edit->doc, line), &spec, error);
    }
    return manner == SVG_MANNER_SQUARE ? svg_connector_make_square(edit, line, error)
                                       : svg_connector_make_straight(edit, line, error);
}

/* Which part of the way from a to b lies in the box: by the sides across one axis. */
static void cut(double a, double b, double low, double high, double *first, double *last)
{
    double d = b - a;
    if (d == 0) {
        *last = a > low && a < high ? *last : -1;
        return;
    }
    double x = (low - a) / d, y = (high - a) / d;
    *first = MAX(*first, MIN(x, y));
    *last = MIN(*last, MAX(x, y));
}

static gboolean meets(SvgPoint a, SvgPoint b, SvgBox box)
{
    double first = 0, last = 1;
    cut(a.x, b.x, box.x, box.x + box.w, &first, &last);
    cut(a.y, b.y, box.y, box.y + box.h, &first, &last);
    return first < last;
}

static gboolean is_at_end(const SvgPlan *plan, const SvgTie *tie, guint item)
{
    return item == tie->from || item == tie->to || svg_plan_is_within(plan, item, tie->from) ||
           svg_plan_is_within(plan, item, tie->to);
}

/* Whether the straight way would run through a shape. */
static gboolean runs_through(const SvgPlan *plan, const SvgTie *tie)
{
    SvgPoint a = svg_item_middle(svg_plan_item(plan, tie->from));
    SvgPoint b = svg_item_middle(svg_plan_item(plan, tie->to));
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_NODE && !is_at_end(plan, tie, i) &&
            !svg_box_holds(item->to, a) && !svg_box_holds(item->to, b) && meets(a, b, item->to)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* How far the best way is off the straight one. */
static double farthest_off(const SvgTie *tie)
{
    const SvgPoint *at = (const SvgPoint *)(gconstpointer)tie->way->data;
    SvgPoint a = at[0], b = at[tie->way->len - 1];
    double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy), off = 0;
    for (guint i = 1; length > 0 && i + 1 < tie->way->len; i++) {
        off = MAX(off, fabs(dx * (at[i].y - a.y) - dy * (at[i].x - a.x)) / length);
    }
    return off;
}

/* How far apart lines are that join the same two, with their words. */
static double apart_of(const SvgPlan *plan, const SvgTie *tie, double least)
{
    double words = svg_plan_words_between(plan, tie);
    return MAX(plan->size * least, words > 0 ? words + plan->size * ROOM : 0);
}

/* The manners that are tried for it, one after the other. */
static guint find_manners(const SvgPlan *plan, guint index, gboolean orthogonal, double *bend,
                          SvgManner manners[3])
{
    const SvgTie *tie = svg_plan_tie(plan, index);
    guint n, before = svg_plan_count_beside(plan, tie, &n), found = 0;
    gboolean around = orthogonal || runs_through(plan, tie);
    gboolean joined = svg_node_attr(line_of(plan, tie), "inkscape:connection-start") != NULL;
    gboolean curved = svg_node_tag(line_of(plan, tie)) == SVG_TAG_PATH;
    double least = plan->size / 40;
    gboolean nodes = svg_plan_item(plan, tie->from)->role == SVG_ROLE_NODE &&
                     svg_plan_item(plan, tie->to)->role == SVG_ROLE_NODE;
    double words = n > 1 && !orthogonal ? svg_plan_words_between(plan, tie) : 0;
    gboolean off =
        !orthogonal && tie->way && nodes && (around || (words <= 0 && farthest_off(tie) > least));
    if (!joined && curved && (tie->corners || off)) {
        manners[found++] = SVG_MANNER_ALONG;
    }
    if (around) {
        manners[found++] = SVG_MANNER_SQUARE;
    }
    *bend = n > 1 && curved ? apart_of(plan, tie, BEND) * (before - (n - 1) / 2.0) : 0;
    *bend *= tie->from > tie->to ? -1 : 1;
    manners[found++] = *bend != 0 ? SVG_MANNER_BENT : SVG_MANNER_STRAIGHT;
    return found;
}

/* Straight, where both shapes face each other enough. */
static void lay_straight_beside(SvgPlan *plan)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        SvgTie *tie = svg_plan_tie(plan, i);
        if (!runs_through(plan, tie)) {
            tie->corners = svg_plan_way_beside(plan, tie, apart_of(plan, tie, BESIDE));
        }
    }
}

static gboolean lay_tie(const SvgPlan *plan, guint index, gboolean orthogonal, GError **error)
{
    const SvgTie *tie = svg_plan_tie(plan, index);
    SvgManner manners[3];
    double bend;
    guint n = find_manners(plan, index, orthogonal, &bend, manners);
    for (guint i = 0; i + 1 < n; i++) {
        if (lay(plan, tie, manners[i], bend, NULL)) {
            return TRUE;
        }
    }
    return lay(plan, tie, manners[n - 1], bend, error);
}

static gboolean are_orthogonal(const SvgPlan *plan)
{
    guint n = 0;
    for (guint i = 0; i < plan->ties->len; i++) {
        g_auto(SvgLook) look = {0};
        svg_document_look(plan->edit->doc, svg_plan_tie(plan, i)->shape, &look);
        n += look.route == SVG_ROUTE_ORTHOGONAL;
    }
    return 2 * n > plan->ties->len;
}

/* Before anything moves: whose words they are is told by what the lines join. */
static void note_words(const SvgPlan *plan)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        if (!svg_box_is_empty(tie->words)) {
            svg_beside_note_line(plan->edit, line_of(plan, tie));
        }
    }
}

static gboolean has_moved(const SvgPlan *plan, const SvgTie *tie)
{
    return is_to_move(svg_plan_item(plan, tie->ends[0])) ||
           is_to_move(svg_plan_item(plan, tie->ends[1]));
}

/* Between parts of one thing that goes as a whole, or from a frame to what is in it. */
static gboolean is_inner(const SvgPlan *plan, const SvgTie *tie)
{
    return tie->from == tie->to || svg_plan_is_within(plan, tie->from, tie->to) ||
           svg_plan_is_within(plan, tie->to, tie->from);
}

static gboolean is_to_lay(const SvgPlan *plan, const SvgTie *tie, const SvgLayout *layout)
{
    gboolean follows = layout->arrangement == SVG_ARRANGE_TIDY || !has_moved(plan, tie);
    return (layout->route_given || !follows) && !is_inner(plan, tie) &&
           svg_edit_allows(plan->edit, line_of(plan, tie), NULL);
}

/* All are read before one of them is changed: reading is slow after that. */
static gboolean lay_all(const SvgPlan *plan, const SvgLayout *layout, gboolean orthogonal,
                        GError **error)
{
    SvgEdit *edit = plan->edit;
    gboolean ok = TRUE;
    for (guint i = 0; i < plan->ties->len; i++) {
        SvgTie *tie = svg_plan_tie(plan, i);
        tie->joint = svg_joint_of(edit, line_of(plan, tie));
    }
    for (guint i = 0; i < plan->ties->len && ok; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        ok = !is_to_lay(plan, tie, layout) || lay_tie(plan, i, orthogonal, error);
    }
    for (guint i = 0; i < plan->ties->len; i++) {
        svg_joint_forget(edit, line_of(plan, svg_plan_tie(plan, i)));
    }
    return ok;
}

/* --- their words ------------------------------------------------------------------------------ */

/* A box behind them goes where they go, with the line. */
static gboolean stand_on_box(const SvgPlan *plan, SvgNode *line, SvgNode *words)
{
    g_autoptr(GPtrArray) parts = svg_node_labels(plan->edit, line);
    SvgPoint middle = svg_box_center(svg_node_box(plan->edit->doc, words));
    for (guint i = 0; i < parts->len; i++) {
        if (!svg_node_is_words(parts->pdata[i]) &&
            svg_box_holds(svg_node_box(plan->edit->doc, parts->pdata[i]), middle)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Clear of what is elsewhere now, when there is such a place near its middle. */
static gboolean put_words(const SvgPlan *plan, const SvgTie *tie, GError **error)
{
    SvgDocument *doc = plan->edit->doc;
    SvgNode *line = line_of(plan, tie);
    g_auto(GStrv) labels = svg_document_labels(doc, tie->shape->id);
    SvgNode *words = g_strv_length(labels) == 1 ? svg_document_find(doc, labels[0]) : NULL;
    const SvgSpec wish = {.given = SVG_SPEC_ALONG, .along = 0.5};
    if (!words || svg_node_attr(line, "mask") || svg_node_tag(words) != SVG_TAG_TEXT ||
        !svg_tie_words_are_beside(tie) || stand_on_box(plan, line, words) ||
        !svg_edit_allows(plan->edit, words, NULL) || !svg_edit_allows(plan->edit, line, NULL)) {
        return TRUE;
    }
    svg_edit_changed(plan->edit, words);
    return svg_caption_settle(plan->edit, line, words, &wish, FALSE, error);
}

static gboolean put_all_words(const SvgPlan *plan, GError **error)
{
    for (guint i = 0; i < plan->ties->len; i++) {
        const SvgTie *tie = svg_plan_tie(plan, i);
        if (!svg_box_is_empty(tie->words) && has_moved(plan, tie) && !put_words(plan, tie, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* --- around it -------------------------------------------------------------------------------- */

static gboolean is_backdrop(const SvgPlan *plan, const char *id)
{
    for (guint i = 0; i < plan->items->len; i++) {
        const SvgItem *item = svg_plan_item(plan, i);
        if (item->role == SVG_ROLE_BACKDROP && g_str_equal(item->shape->id, id)) {
            return TRUE;
        }
    }
    return FALSE;
}

/* Of all shapes but what lies behind all, and what frames take beside their outlines. */
static SvgBox bounds_of(const SvgPlan *plan, const GPtrArray *shapes, gboolean now)
{
    SvgBox all = SVG_BOX_EMPTY;
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem item = *svg_plan_item(plan, i);
        item.to = now ? item.to : item.box;
        all = item.role == SVG_ROLE_FRAME ? svg_box_union(all, svg_item_room(&item)) : all;
    }
    for (guint i = 0; i < shapes->len; i++) {
        const SvgShape *shape = shapes->pdata[i];
        if (shape->kind != SVG_KIND_GROUP && !is_backdrop(plan, shape->id)) {
            all = svg_box_union(all, shape->box);
        }
    }
    return all;
}

/* Never smaller, and with as much room around as there was; not for what was outside of it. */
static SvgBox grown(SvgBox page, SvgBox was, SvgBox now)
{
    double end[2] = {page.x + page.w, page.y + page.h};
    double last[2] = {was.x + was.w, was.y + was.h}, after[2] = {now.x + now.w, now.y + now.h};
    double x = now.x < was.x ? MIN(page.x, now.x) : page.x;
    double y = now.y < was.y ? MIN(page.y, now.y) : page.y;
    for (guint i = 0; i < 2; i++) {
        double room = CLAMP(end[i] - last[i], 0, i ? page.h : page.w);
        end[i] = after[i] > last[i] ? MAX(end[i], after[i] + room) : end[i];
    }
    return (SvgBox){x, y, end[0] - x, end[1] - y};
}

/* Those that aren't as large as the page, and went with it. */
static gboolean grow_backdrops(const SvgPlan *plan, SvgBox was, SvgBox now, GError **error)
{
    for (guint i = 0; i < plan->items->len; i++) {
        SvgItem item = *svg_plan_item(plan, i);
        SvgBox box;
        if (item.role != SVG_ROLE_BACKDROP ||
            !svg_document_bounds(plan->edit->doc, item.shape->id, &box, NULL)) {
            continue;
        }
        item.to = grown(item.box, was, now);
        if (item.pinned && !svg_box_contains(box, svg_plan_bounds_now(plan))) {
            svg_edit_remark(plan->edit, "it reaches beyond %s, which is locked", item.shape->id);
        } else if (!item.pinned && !svg_box_contains(box, item.to) &&
                   !bring_frame(plan, &item, error)) {
            return FALSE;
        }
    }
    return TRUE;
}

static gboolean grow_page(const SvgPlan *plan, SvgBox was, SvgBox now, GError **error)
{
    SvgEdit *edit = plan->edit;
    g_autoptr(GPtrArray) pages = svg_document_pages(edit->doc);
    const SvgPage *page = pages->pdata[0];
    gboolean grows = !svg_box_contains(svg_box_union(page->box, was), now);
    return pages->len > 1 || edit->scoping || !grows ||
           svg_edit_resize_page(edit, page, grown(page->box, was, now), error);
}

static gboolean make_room(const SvgPlan *plan, GError **error)
{
    g_autoptr(GPtrArray) shapes = svg_document_shapes(plan->edit->doc);
    SvgBox was = bounds_of(plan, plan->shapes, FALSE), now = bounds_of(plan, shapes, TRUE);
    return grow_page(plan, was, now, error) && grow_backdrops(plan, was, now, error);
}

/* --- the verb --------------------------------------------------------------------------------- */

gboolean svg_edit_layout(SvgEdit *edit, const char *const *ids, const SvgLayout *layout,
                         GError **error)
{
    g_auto(SvgPlan) plan = {0};
    if (layout->gap < 0) {
        g_set_error(error, SVG_ERROR, SVG_ERROR_INVALID, "a gap is 0 or more");
        return FALSE;
    }
    if (!svg_plan_init(&plan, edit, ids, error) || !svg_plan_place(&plan, layout, error)) {
        return FALSE;
    }
    gboolean orthogonal = layout->route_given ? layout->orthogonal : are_orthogonal(&plan);
    svg_plan_sort_beside(&plan);
    (orthogonal ? svg_plan_square : lay_straight_beside)(&plan);
    svg_plan_place_companions(&plan);
    note_words(&plan);
    return move_away(&plan, error) && bring_all(&plan, SVG_ROLE_FRAME, error) &&
           bring_all(&plan, SVG_ROLE_NODE, error) && bring_all(&plan, SVG_ROLE_RIDER, error) &&
           bring_all(&plan, SVG_ROLE_BYSTANDER, error) &&
           lay_all(&plan, layout, orthogonal, error) && put_all_words(&plan, error) &&
           make_room(&plan, error);
}
