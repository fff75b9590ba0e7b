/* Finds the shapes that fit what an item of a phrase asks for. */
#include "offline/wanted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINES (FAIRY_KIND_BIT(SVG_KIND_LINE) | FAIRY_KIND_BIT(SVG_KIND_ARROW))

/* --- choosing --------------------------------------------------------------------------------- */

/* The steps of a flow chart have names; what has none is decoration, unless nothing has. */
static void keep_labelled(GPtrArray *shapes, const FairyNoun *noun)
{
    guint texts = 0;
    for (guint i = 0; i < shapes->len; i++) {
        texts += ((const SvgShape *)shapes->pdata[i])->text != NULL;
    }
    for (guint i = shapes->len; noun->flags & FAIRY_NOUN_TEXT && texts && i-- > 0;) {
        if (!((const SvgShape *)shapes->pdata[i])->text) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static gboolean fits_state(const SvgShape *shape, const FairyWanted *w)
{
    gboolean text = shape->text && *shape->text;
    if ((w->labelled > 0 && !text) || (w->labelled < 0 && text) ||
        (w->labelled && shape->kind == SVG_KIND_GROUP)) {
        return FALSE;
    }
    if (w->dashed && (shape->stroke_width <= 0 || (w->dashed > 0) != (shape->dashed != FALSE))) {
        return FALSE;
    }
    return !w->locked || (w->locked > 0) == (shape->locked != FALSE);
}

static gboolean fits_ends(const SvgShape *shape, const FairyWanted *w)
{
    const char *from = w->from ? w->from->id : NULL, *to = w->to ? w->to->id : NULL;
    gboolean forward = (!from || g_strcmp0(shape->from_id, from) == 0) &&
                       (!to || g_strcmp0(shape->to_id, to) == 0);
    gboolean back = (!from || g_strcmp0(shape->to_id, from) == 0) &&
                    (!to || g_strcmp0(shape->from_id, to) == 0);
    return forward || (w->either_end && back);
}

static void keep_if(GPtrArray *shapes, gboolean (*fits)(const SvgShape *, const FairyWanted *),
                    const FairyWanted *w)
{
    for (guint i = shapes->len; i-- > 0;) {
        if (!fits(shapes->pdata[i], w)) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static double pick_value(const SvgShape *shape, FairyPickBy by, SvgPoint middle)
{
    SvgPoint p = svg_box_center(shape->box);
    switch (by) {
    case PICK_X:
        return p.x;
    case PICK_Y:
        return p.y;
    case PICK_AREA:
        return shape->box.w * shape->box.h;
    case PICK_WIDTH:
        return shape->box.w;
    case PICK_HEIGHT:
        return shape->box.h;
    default:
        return hypot(p.x - middle.x, p.y - middle.y);
    }
}

/* The `count` first by the pick, the drawing's order kept among equals. */
static void keep_extreme(GPtrArray *shapes, const FairyPick *pick, guint count)
{
    SvgPoint middle = svg_box_center(fairy_shapes_bounds(shapes));
    g_autoptr(GPtrArray) best = g_ptr_array_new();
    while (best->len < count && shapes->len) {
        guint at = 0;
        for (guint i = 1; i < shapes->len; i++) {
            double a = pick_value(shapes->pdata[i], pick->by, middle);
            double b = pick_value(shapes->pdata[at], pick->by, middle);
            at = (pick->most ? a > b : a < b) ? i : at;
        }
        g_ptr_array_add(best, g_ptr_array_remove_index(shapes, at));
    }
    g_ptr_array_set_size(shapes, 0);
    g_ptr_array_extend(shapes, best, NULL, NULL);
}

/* "the boxes on the left": those with the centre in that half of what is drawn. */
static void keep_half(const FairyPlan *plan, GPtrArray *shapes, const FairyPick *pick)
{
    SvgBox bounds = fairy_shapes_bounds(plan->shapes);
    SvgPoint middle = svg_box_center(bounds);
    for (guint i = shapes->len; i-- > 0;) {
        SvgPoint p = svg_box_center(((SvgShape *)shapes->pdata[i])->box);
        gboolean in = FALSE;
        if (pick->by == PICK_MIDDLE) {
            in = fabs(p.x - middle.x) <= bounds.w / 6 || fabs(p.y - middle.y) <= bounds.h / 6;
        } else {
            double d = pick->by == PICK_X ? p.x - middle.x : p.y - middle.y;
            in = pick->most ? d > 0 : d < 0;
        }
        if (!in) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

static void keep_ordinal(GPtrArray *shapes, int ordinal, guint count)
{
    g_autoptr(GPtrArray) order = fairy_shapes_reading_order(shapes);
    g_ptr_array_set_size(shapes, 0);
    guint n = MAX(count, 1);
    if (ordinal > 1) {
        n = 1; /* "the second box" */
    }
    guint first = ordinal < 0 ? order->len - MIN(n, order->len) : (guint)ordinal - 1;
    for (guint i = first; i < order->len && i < first + n; i++) {
        g_ptr_array_add(shapes, order->pdata[i]);
    }
}

/* What the adjectives choose from. */
static GPtrArray *base_of(const FairyPlan *plan, const FairyWanted *w)
{
    GPtrArray *base = g_ptr_array_new();
    const GPtrArray *from = w->named                    ? w->named
                            : w->pronoun || w->selected ? plan->last
                                                        : plan->shapes;
    gboolean layers = w->noun && w->noun->flags & FAIRY_NOUN_LAYER;
    for (guint i = 0; i < from->len; i++) {
        SvgShape *shape = from->pdata[i];
        gboolean skip =
            from == plan->shapes && ((shape->layer && !layers) || shape == plan->background);
        skip = skip || (w->others && g_ptr_array_find(plan->last, shape, NULL));
        if (!skip) {
            g_ptr_array_add(base, shape);
        }
    }
    /* A label outdoes a group's or layer's name that reads the same. */
    if (w->named && base->len > 1 && !w->noun) {
        g_autoptr(GPtrArray) solid = g_ptr_array_new();
        for (guint i = 0; i < base->len; i++) {
            const SvgShape *shape = base->pdata[i];
            if (!shape->layer && shape->kind != SVG_KIND_GROUP) {
                g_ptr_array_add(solid, base->pdata[i]);
            }
        }
        if (solid->len) {
            g_ptr_array_set_size(base, 0);
            g_ptr_array_extend(base, solid, NULL, NULL);
        }
    }
    return base;
}

static GPtrArray *filter(const FairyPlan *plan, const FairyWanted *w)
{
    GPtrArray *shapes = base_of(plan, w);
    gboolean given = w->named || w->pronoun || w->selected;
    gboolean any_noun = w->noun && w->noun->flags & FAIRY_NOUN_ANY;
    gboolean by_noun = w->noun && shapes->len && (given || !any_noun);
    gboolean all = (any_noun && shapes->len) || w->everything || (!w->noun && !given);
    if (by_noun) {
        /* "the arrows" after a sentence that made some: those */
        gboolean fresh = plan->made->len && !w->all && !w->named && !w->pronoun && !w->selected;
        if (fresh && w->noun->kinds == FAIRY_KIND_BIT(SVG_KIND_ARROW)) {
            g_autoptr(GPtrArray) made = g_ptr_array_new();
            g_ptr_array_extend(made, plan->made, NULL, NULL);
            made = fairy_shapes_keep_noun(g_steal_pointer(&made), w->noun);
            if (made->len) {
                g_ptr_array_unref(shapes);
                return g_steal_pointer(&made);
            }
        }
        FairyNoun noun = *w->noun;
        if (w->dashed && noun.kinds & FAIRY_KIND_BIT(SVG_KIND_LINE)) { /* arrows are, too */
            noun.kinds |= LINES | FAIRY_KIND_BIT(SVG_KIND_DRAW);
            keep_if(shapes, fits_state, w);
        }
        if (noun.kinds == FAIRY_KIND_BIT(SVG_KIND_TEXT) && w->named) {
            fairy_shapes_use_labels(plan, w, shapes);
        }
        shapes = fairy_shapes_keep_noun(shapes, &noun);
        keep_labelled(shapes, w->noun);
    } else if (all) {
        fairy_shapes_keep_outermost(plan, shapes);
        fairy_shapes_open_wrappers(plan, shapes);
    }
    if (w->color) {
        shapes = fairy_shapes_keep_color(shapes, w->color);
    }
    keep_if(shapes, fits_state, w);
    if (w->from || w->to) {
        keep_if(shapes, fits_ends, w);
    }
    return shapes;
}

static void choose(const FairyPlan *plan, const FairyWanted *w, GPtrArray *shapes)
{
    if (w->pick && (w->pick->strict || w->count > 0 || !w->plural)) {
        guint count = w->count > 0                   ? (guint)MIN(w->count, 1e6)
                      : w->plural && w->pick->strict ? MAX(1, shapes->len / 2)
                                                     : 1;
        keep_extreme(shapes, w->pick, count);
    } else if (w->pick) {
        keep_half(plan, shapes, w->pick);
    }
    if (w->ordinal) {
        keep_ordinal(shapes, w->ordinal, (guint)MIN(w->count, 1e6));
    }
}

static guint n_changeable(const FairyPlan *plan, const GPtrArray *shapes)
{
    guint n = 0;
    for (guint i = 0; i < shapes->len; i++) {
        n += fairy_plan_has(plan, shapes->pdata[i]);
    }
    return n;
}

/* Words mean the same as in all of the drawing; what isn't to be changed is left out then. What has
 * a name may be what others are connected to or put beside: that is changed by nobody. */
void fairy_shapes_keep_changeable(FairyPlan *plan, GPtrArray *shapes, gboolean named)
{
    guint n = n_changeable(plan, shapes);
    plan->elsewhere = plan->elsewhere || (n == 0 && shapes->len > 0 && !named);
    for (guint i = shapes->len; (n || !named) && i-- > 0;) {
        if (!fairy_plan_has(plan, shapes->pdata[i])) {
            g_ptr_array_remove_index(shapes, i);
        }
    }
}

#define EMPTY   "The drawing is empty."
#define NOTHING "Nothing here fits."

gboolean fairy_offline_means_nothing(const char *why)
{
    return why && (strcmp(why, EMPTY) == 0 || g_str_has_prefix(why, NOTHING));
}

static gboolean fail_nothing(FairyPlan *plan, const FairyWanted *w)
{
    if ((w->pronoun || w->selected) && !plan->last->len) {
        return fairy_plan_fail(
            plan, "Nothing is selected; select shapes, or name them (\"the red boxes\").");
    }
    g_autoptr(GPtrArray) seen = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < plan->shapes->len && seen->len < 8; i++) {
        const SvgShape *shape = plan->shapes->pdata[i];
        const char *color = w->color && shape->color ? shape->color : NULL;
        g_autofree char *what =
            g_strdup_printf("%s%s%s", color ? color : "", color ? " " : "",
                            shape->layer ? "layer" : svg_kind_name(shape->kind));
        if (!g_ptr_array_find_with_equal_func(seen, what, g_str_equal, NULL)) {
            g_ptr_array_add(seen, g_steal_pointer(&what));
        }
    }
    if (!seen->len) {
        return fairy_plan_fail(plan, EMPTY);
    }
    g_ptr_array_add(seen, NULL);
    g_autofree char *list = g_strjoinv(", ", (char **)seen->pdata);
    return fairy_plan_fail(plan, NOTHING " There is: %s.", list);
}

/* One thing was asked for and several fit: the one just talked about, or a question. */
static gboolean settle(FairyPlan *plan, const FairyWanted *w, GPtrArray *shapes)
{
    gboolean many = w->all || w->plural || w->pronoun || w->selected || w->everything ||
                    w->count > 1 || w->others || (w->labelled && !w->noun) ||
                    (w->color && !w->noun);
    if (many || shapes->len <= 1) {
        return TRUE;
    }
    guint recent = 0;
    gpointer only = NULL;
    for (guint i = 0; i < shapes->len; i++) {
        if (g_ptr_array_find(plan->last, shapes->pdata[i], NULL)) {
            recent++;
            only = shapes->pdata[i];
        }
    }
    if (recent == 1) {
        g_ptr_array_set_size(shapes, 0);
        g_ptr_array_add(shapes, only);
        return TRUE;
    }
    g_autofree char *titles = fairy_plan_titles(shapes);
    g_autofree char *ids = NULL;
    if (w->name) {
        GString *list = g_string_new(NULL);
        for (guint i = 0; i < shapes->len && i < 6; i++) {
            g_string_append_printf(list, "%s#%s", i ? ", " : "",
                                   ((SvgShape *)shapes->pdata[i])->id);
        }
        ids = g_string_free(list, FALSE);
        return fairy_plan_fail(plan, "\"%s\" fits %u shapes: %s (%s). Say which one, or \"all\".",
                               w->name, shapes->len, titles, ids);
    }
    return fairy_plan_fail(plan, "%u shapes fit: %s. Say which one, or use the plural for all.",
                           shapes->len, titles);
}

/* "The green boxes" may be paths with words on them, where others are rectangles. */
static void find_drawn(FairyPlan *plan, const FairyWanted *w, GPtrArray *shapes)
{
    const guint drawn = FAIRY_KIND_BIT(SVG_KIND_DRAW);
    if (!w->color || !w->noun || !(w->noun->kinds & FAIRY_KIND_BIT(SVG_KIND_RECTANGLE)) ||
        w->noun->flags) {
        return;
    }
    FairyNoun noun = {.word = w->noun->word, .kinds = drawn};
    FairyWanted again = *w;
    again.noun = &noun;
    again.labelled = 1;
    g_autoptr(GPtrArray) found = filter(plan, &again);
    fairy_shapes_keep_changeable(plan, found, w->named != NULL);
    choose(plan, &again, found);
    g_ptr_array_extend(shapes, found, NULL, NULL);
}

GPtrArray *fairy_wanted_find(FairyPlan *plan, const FairyWanted *w)
{
    g_autoptr(GPtrArray) shapes = filter(plan, w);
    fairy_shapes_keep_changeable(plan, shapes, w->named != NULL);
    choose(plan, w, shapes);
    SvgShape *background = plan->background;
    gboolean around = background && fairy_plan_has(plan, background);
    if (!shapes->len && around && fits_state(background, w) && (w->color || w->noun)) {
        g_ptr_array_add(shapes, background);
        if (w->noun) {
            shapes = fairy_shapes_keep_noun(g_steal_pointer(&shapes), w->noun);
        }
        if (w->color) {
            shapes = fairy_shapes_keep_color(g_steal_pointer(&shapes), w->color);
        }
    }
    if (!shapes->len) {
        find_drawn(plan, w, shapes);
    }
    g_auto(FairyWanted) called = {0};
    if (!shapes->len && w->noun && !w->named && !w->color && !w->plural &&
        fairy_name_take(plan, &called, w->noun->word, FAIRY_MATCH_EXACT)) {
        g_ptr_array_extend(shapes, called.named, NULL, NULL); /* no note, but something called so */
    }
    if (!shapes->len) {
        fail_nothing(plan, w);
        return NULL;
    }
    return settle(plan, w, shapes) ? g_steal_pointer(&shapes) : NULL;
}
