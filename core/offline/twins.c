/* Some programs draw an outline twice, filled and then stroked. The second one has the words, and
 * is what people mean; the first one goes along. */
#include "offline/twins.h"

#include <math.h>

#define SAME 1e-3 /* of a side: boxes that differ by less are one */

struct _FairyTwins {
    GHashTable *boxes; /* SvgShape → SvgBox, as it was */
};

FairyTwins *fairy_twins_note(const FairyPlan *plan)
{
    FairyTwins *twins = g_new(FairyTwins, 1);
    twins->boxes = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    for (guint i = 0; i < plan->shapes->len; i++) {
        SvgShape *shape = plan->shapes->pdata[i];
        g_hash_table_insert(twins->boxes, shape, g_memdup2(&shape->box, sizeof shape->box));
    }
    return twins;
}

void fairy_twins_free(FairyTwins *twins)
{
    if (twins) {
        g_hash_table_unref(twins->boxes);
        g_free(twins);
    }
}

static gboolean is_same(SvgBox a, SvgBox b)
{
    double off = SAME * MAX(svg_box_side(a), 1);
    return fabs(a.x - b.x) <= off && fabs(a.y - b.y) <= off && fabs(a.w - b.w) <= off &&
           fabs(a.h - b.h) <= off;
}

static char *key_of(SvgBox box)
{
    return g_strdup_printf("%.4g %.4g %.4g %.4g", box.x, box.y, box.w, box.h);
}

static gboolean is_outline(const SvgShape *shape)
{
    gboolean outline = svg_kind_flags(shape->kind) & SVG_KIND_GEO || shape->kind == SVG_KIND_DRAW;
    return outline && !shape->n_children && !shape->locked && !shape->from_id && !shape->to_id;
}

/* What was changed or deleted, and has words: by its box, as it was. */
static GHashTable *changed_by_box(const FairyPlan *plan, const FairyTwins *twins)
{
    GHashTable *changed = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const GPtrArray *all[] = {plan->shapes, plan->gone};
    for (guint k = 0; k < G_N_ELEMENTS(all); k++) {
        for (guint i = 0; i < all[k]->len; i++) {
            SvgShape *shape = all[k]->pdata[i];
            const SvgBox *was = g_hash_table_lookup(twins->boxes, shape);
            if (was && shape->text && is_outline(shape) && (k || !is_same(*was, shape->box))) {
                g_hash_table_insert(changed, key_of(*was), shape);
            }
        }
    }
    return changed;
}

static gboolean is_resized(const FairyPlan *plan, guint from)
{
    gboolean resized = FALSE;
    for (const cJSON *action = cJSON_GetArrayItem(plan->actions, (int)from); action;
         action = action->next) {
        const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(action, "_type"));
        resized = resized || g_strcmp0(type, "resize") == 0;
    }
    return resized;
}

static double fixed_point(double from, double to, double factor)
{
    return factor != 1 ? (to - factor * from) / (1 - factor) : from;
}

static void follow(FairyPlan *plan, SvgShape *twin, SvgBox was, SvgBox is, gboolean resized)
{
    g_autoptr(GPtrArray) one = g_ptr_array_new();
    g_ptr_array_add(one, twin);
    double sx = was.w > 0 ? is.w / was.w : 1, sy = was.h > 0 ? is.h / was.h : 1;
    if (fabs(sx - 1) <= SAME && fabs(sy - 1) <= SAME) {
        fairy_plan_offset(plan, one, is.x - was.x, is.y - was.y);
    } else if (resized) { /* else it was turned */
        SvgPoint origin = {fixed_point(was.x, is.x, sx), fixed_point(was.y, is.y, sy)};
        fairy_plan_resize(plan, one, sx, sy, origin);
    }
}

void fairy_twins_follow(FairyPlan *plan, const FairyTwins *twins, guint from)
{
    g_autoptr(GHashTable) changed = changed_by_box(plan, twins);
    if (!g_hash_table_size(changed)) {
        return;
    }
    gboolean resized = is_resized(plan, from);
    g_autoptr(GPtrArray) shapes = g_ptr_array_new(); /* as the plan's may get fewer */
    g_ptr_array_extend(shapes, plan->shapes, NULL, NULL);
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *twin = shapes->pdata[i];
        const SvgBox *was = g_hash_table_lookup(twins->boxes, twin);
        if (!was || twin->text || !is_outline(twin) || !is_same(*was, twin->box)) {
            continue;
        }
        g_autofree char *key = key_of(*was);
        const SvgShape *like = g_hash_table_lookup(changed, key);
        if (like && g_ptr_array_find(plan->gone, like, NULL)) {
            fairy_plan_delete(plan, twin);
        } else if (like) {
            follow(plan, twin, *was, like->box, resized);
        }
    }
}
