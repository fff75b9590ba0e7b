/* How large a new shape is to be, and where there is room for it. */
#include "offline/wish.h"

#include <math.h>

#define LEAST_GAP   0.25 /* of the usual one, to what isn't asked about */
#define MARGIN      0.25 /* of a shape's size: what a frame leaves around it at most */
#define LEAST_FRAME 4    /* times the area of what may be put into it */

static int by_value(gconstpointer a, gconstpointer b)
{
    double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

static double median(GArray *values)
{
    g_array_sort(values, by_value);
    return g_array_index(values, double, values->len / 2);
}

/* The middle size of the shapes like `kind`, of all outlines when there is none; FALSE if none at
 * all. */
static gboolean typical_size(const FairyPlan *plan, SvgKind kind, double *w, double *h)
{
    for (int effort = 0; effort < 2; effort++) {
        g_autoptr(GArray) ws = g_array_new(FALSE, FALSE, sizeof(double));
        g_autoptr(GArray) hs = g_array_new(FALSE, FALSE, sizeof(double));
        for (guint i = 0; i < plan->shapes->len; i++) {
            const SvgShape *shape = plan->shapes->pdata[i];
            gboolean like =
                effort ? (svg_kind_flags(shape->kind) & SVG_KIND_GEO) != 0 : shape->kind == kind;
            if (like && shape != plan->background && shape->box.w > 0 && shape->box.h > 0) {
                g_array_append_val(ws, shape->box.w);
                g_array_append_val(hs, shape->box.h);
            }
        }
        if (ws->len) {
            *w = median(ws);
            *h = median(hs);
            return TRUE;
        }
    }
    return FALSE;
}

double fairy_wish_letters(const FairyPlan *plan)
{
    g_autoptr(GArray) sizes = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        if (shape->kind == SVG_KIND_TEXT && shape->text && shape->box.h > 0) {
            guint lines = 1;
            for (const char *p = shape->text; *p; p++) {
                lines += *p == '\n';
            }
            double size = shape->box.h / lines / 1.2;
            g_array_append_val(sizes, size);
        }
    }
    double w = 0, h = 0;
    if (sizes->len) {
        return median(sizes);
    }
    return typical_size(plan, SVG_KIND_RECTANGLE, &w, &h) ? MIN(h / 3, 26 * plan->step)
                                                          : MAX(plan->page.h, 1) / 20;
}

/* A round outline leaves its corners out. */
static SvgBox size_around(const FairyPlan *plan, const FairyWish *wish)
{
    SvgBox one = ((const SvgShape *)wish->references->pdata[0])->box;
    double near = MIN(fairy_wish_letters(plan), MARGIN * MIN(one.w, one.h));
    double off = isnan(wish->gap) ? near : wish->gap;
    double by = wish->kind == SVG_KIND_RECTANGLE ? 1 : G_SQRT2;
    SvgBox box = svg_box_grown(fairy_shapes_bounds(wish->references), off, off);
    double w = box.w * by, h = box.h * by;
    return wish->even ? (SvgBox){0, 0, MAX(w, h), MAX(w, h)} : (SvgBox){0, 0, w, h};
}

SvgBox fairy_wish_size(const FairyPlan *plan, const FairyWish *wish, const char *label)
{
    const SvgShape *like =
        wish->references && wish->references->len == 1 ? wish->references->pdata[0] : NULL;
    double w = plan->page.w > 0 ? plan->page.w / 6 : 120 * plan->step, h = w / 2;
    if (wish->kind == SVG_KIND_TEXT) {
        double font = fairy_wish_letters(plan);
        return (SvgBox){0, 0, 0.55 * font * (double)g_utf8_strlen(label, -1), 1.2 * font};
    }
    if (wish->relation.around && wish->references) {
        return size_around(plan, wish);
    }
    if (like && !wish->relation.inside && svg_kind_flags(like->kind) & SVG_KIND_GEO &&
        like->box.w > 0 && like->box.h > 0) {
        w = like->box.w;
        h = like->box.h;
    } else {
        typical_size(plan, wish->kind, &w, &h);
    }
    if (wish->even) {
        w = h = like && like->kind == wish->kind ? MIN(w, h) : sqrt(w * h);
    }
    if (wish->relation.inside && like) {
        double fit = MIN(1, MIN(0.8 * like->box.w / w, 0.8 * like->box.h / h));
        w *= fit;
        h *= fit;
    }
    double scale = wish->scale > 0 ? wish->scale : 1;
    return (SvgBox){0, 0, isnan(wish->w) ? w * scale : wish->w,
                    isnan(wish->h) ? h * scale : wish->h};
}

/* A frame that the place is in; one of about its size would be covered. */
static gboolean is_around(const SvgShape *shape, SvgBox box)
{
    return svg_box_contains(shape->box, box) &&
           svg_box_area(shape->box) >= LEAST_FRAME * svg_box_area(box);
}

/* A leaf shape that a new one mustn't cover. Frames around the place don't count. */
static const SvgShape *obstacle(const FairyPlan *plan, SvgBox box, double margin,
                                const GPtrArray *own)
{
    SvgBox wide = {box.x - margin, box.y - margin, box.w + 2 * margin, box.h + 2 * margin};
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        gboolean skip = shape->layer || shape->kind == SVG_KIND_GROUP ||
                        shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE ||
                        shape == plan->background || is_around(shape, box) ||
                        (own && g_ptr_array_find((GPtrArray *)own, shape, NULL));
        if (!skip && svg_box_touches(shape->box, wide)) {
            return shape;
        }
    }
    return NULL;
}

/* Goes on in the direction of the side until nothing is in the way. */
static SvgBox clear_of_others(const FairyPlan *plan, SvgBox box, SvgSide side, double gap)
{
    const SvgShape *other = NULL;
    double margin = MIN(gap, 1e9) * LEAST_GAP;
    for (guint i = 0; i <= plan->shapes->len && (other = obstacle(plan, box, margin, NULL)); i++) {
        double steps[] = {other->box.y - gap - box.h, other->box.y + other->box.h + gap,
                          other->box.x - gap - box.w, other->box.x + other->box.w + gap};
        if (fairy_side_direction(side) == SVG_DIRECTION_VERTICAL) {
            box.y = steps[side];
        } else {
            box.x = steps[side];
        }
    }
    return box;
}

static GPtrArray *what_is_drawn(const FairyPlan *plan)
{
    GPtrArray *drawn = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        if (plan->shapes->pdata[i] != plan->background) {
            g_ptr_array_add(drawn, plan->shapes->pdata[i]);
        }
    }
    return drawn;
}

/* Shifted as little as needed to lie on the page, where it fits on it. */
static SvgBox kept_on_page(const FairyPlan *plan, SvgBox box)
{
    SvgBox page = plan->page;
    if (box.w <= page.w && box.h <= page.h) {
        box.x = CLAMP(box.x, page.x, page.x + page.w - box.w);
        box.y = CLAMP(box.y, page.y, page.y + page.h - box.h);
    }
    return box;
}

/* With no place given: right of everything if the page has room there, else below. */
static SvgBox free_place(const FairyPlan *plan, SvgBox box, double gap)
{
    g_autoptr(GPtrArray) drawn = what_is_drawn(plan);
    SvgBox all = fairy_shapes_bounds(drawn);
    if (svg_box_is_empty(all)) {
        SvgPoint middle = svg_box_center(plan->page);
        return (SvgBox){middle.x - box.w / 2, middle.y - box.h / 2, box.w, box.h};
    }
    SvgBox right = {all.x + all.w + gap, all.y, box.w, box.h};
    if (svg_box_contains(plan->page, right)) {
        return right;
    }
    return (SvgBox){all.x, all.y + all.h + gap, box.w, box.h};
}

/* From `r` to what lies at that side of it. */
static double distance_at(SvgBox r, SvgBox other, SvgSide side)
{
    return side == SVG_SIDE_TOP      ? r.y - other.y - other.h
           : side == SVG_SIDE_BOTTOM ? other.y - r.y - r.h
           : side == SVG_SIDE_LEFT   ? r.x - other.x - other.w
                                     : other.x - r.x - r.w;
}

/* `box` is in the middle of `r`. */
static SvgBox at_side(SvgBox box, SvgBox r, SvgSide side, double gap)
{
    double xs[] = {box.x, box.x, r.x - gap - box.w, r.x + r.w + gap};
    double ys[] = {r.y - gap - box.h, r.y + r.h + gap, box.y, box.y};
    return (SvgBox){xs[side], ys[side], box.w, box.h};
}

/* At that side, as far off as neighbours are; where that would be behind something, and there is
 * room for it before that, in the middle of the room. */
static SvgBox beside(const FairyPlan *plan, SvgBox box, SvgBox r, SvgSide side)
{
    double gap = fairy_plan_gap(plan, box, fairy_side_direction(side));
    SvgBox wish = at_side(box, r, side, gap);
    const SvgShape *other = obstacle(plan, wish, gap * LEAST_GAP, NULL);
    double room = other ? distance_at(r, other->box, side) : 0;
    double length = fairy_side_direction(side) == SVG_DIRECTION_VERTICAL ? box.h : box.w;
    SvgBox between = at_side(box, r, side, (room - length) / 2);
    gboolean fits =
        room - length > 2 * gap * LEAST_GAP && !obstacle(plan, between, gap * LEAST_GAP, NULL);
    return fits ? between : clear_of_others(plan, wish, side, gap);
}

/* Beside it where there is room; right, before below, above, left. */
static SvgBox nearest_side(const FairyPlan *plan, SvgBox box, SvgBox r)
{
    static const SvgSide sides[] = {SVG_SIDE_RIGHT, SVG_SIDE_BOTTOM, SVG_SIDE_TOP, SVG_SIDE_LEFT};
    SvgBox best = box;
    double least = HUGE_VAL;
    for (gsize i = 0; i < G_N_ELEMENTS(sides); i++) {
        double gap = fairy_plan_gap(plan, box, fairy_side_direction(sides[i]));
        SvgBox wish = at_side(box, r, sides[i], gap);
        SvgBox at = beside(plan, box, r, sides[i]);
        double off = fabs(at.x - wish.x) + fabs(at.y - wish.y);
        if (off < least) {
            least = off;
            best = at;
        }
    }
    return best;
}

static double gap_of(const FairyPlan *plan, const FairyWish *wish, SvgBox box)
{
    SvgSide side = wish->related ? wish->relation.side : SVG_SIDE_RIGHT;
    return isnan(wish->gap) ? fairy_plan_gap(plan, box, fairy_side_direction(side)) : wish->gap;
}

/* A letter's height off the edges. */
static SvgBox at_corner(const FairyPlan *plan, const FairyWish *wish, SvgBox box)
{
    double off = fairy_wish_letters(plan);
    SvgBox room = svg_box_grown(plan->page, -off - box.w / 2, -off - box.h / 2);
    SvgPoint m = svg_box_center(plan->page);
    box.x = m.x + wish->across * MAX(room.w, 0) / 2 - box.w / 2;
    box.y = m.y + wish->down * MAX(room.h, 0) / 2 - box.h / 2;
    return box;
}

SvgBox fairy_wish_place(const FairyPlan *plan, const FairyWish *wish, SvgBox box)
{
    double gap = gap_of(plan, wish, box);
    if (wish->at) {
        return (SvgBox){wish->place.x, wish->place.y, box.w, box.h};
    }
    if (wish->on_page) {
        SvgBox at = at_corner(plan, wish, box);
        SvgSide inwards = wish->down > 0 ? SVG_SIDE_TOP : SVG_SIDE_BOTTOM;
        return plan->way > 0 ? clear_of_others(plan, at, inwards, gap) : at;
    }
    if (!wish->related) {
        return free_place(plan, box, gap);
    }
    g_autoptr(GPtrArray) drawn = what_is_drawn(plan);
    SvgBox r = fairy_shapes_bounds(wish->references ? wish->references : drawn);
    if (svg_box_is_empty(r)) {
        return free_place(plan, box, gap);
    }
    SvgPoint m = wish->relation.between ? fairy_between(wish->references) : svg_box_center(r);
    box.x = m.x - box.w / 2;
    box.y = m.y - box.h / 2;
    if (wish->relation.inside || wish->relation.between || wish->relation.around) {
        return box;
    }
    if (!wish->references) {
        return kept_on_page(plan, at_side(box, r, wish->relation.side, gap));
    }
    if (!isnan(wish->gap)) {
        return at_side(box, r, wish->relation.side, gap);
    }
    return wish->relation.any ? nearest_side(plan, box, r)
                              : beside(plan, box, r, wish->relation.side);
}

void fairy_wish_clear(FairyWish *wish)
{
    g_free(wish->color);
    g_clear_pointer(&wish->labels, g_ptr_array_unref);
    g_clear_pointer(&wish->references, g_ptr_array_unref);
}
