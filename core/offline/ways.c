/* Trying out what a clause would do, and what comes of that: another way, or none. */
#include "offline/ways.h"

#include <svg/compare.h>
#include <svg/survey.h>

#include <string.h>

#define MOST_TOLD 3 /* of what a clause makes worse */
#define MARGIN_PX 8 /* of a page that grows, around what made it grow */

struct _FairyPlanMark {
    guint pos, n_claims, n_done, n_refused;
    int n_actions;
    gboolean selected, lost, listed;
    const FairyNoun *noun;
    GPtrArray *last, *made; /* char *: ids */
};

/* --- going back ------------------------------------------------------------------------------- */

static GPtrArray *ids_of(const GPtrArray *shapes)
{
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < shapes->len; i++) {
        g_ptr_array_add(ids, g_strdup(((const SvgShape *)shapes->pdata[i])->id));
    }
    return ids;
}

static void find_ids(const FairyPlan *plan, GPtrArray *shapes, const GPtrArray *ids)
{
    g_ptr_array_set_size(shapes, 0);
    for (guint i = 0; i < ids->len; i++) {
        SvgShape *shape = g_hash_table_lookup(plan->ids, ids->pdata[i]);
        if (shape) {
            g_ptr_array_add(shapes, shape);
        }
    }
}

FairyPlanMark *fairy_plan_mark(const FairyPlan *plan)
{
    const FairyPlanMark mark = {.pos = plan->pos,
                                .n_claims = plan->claims->len,
                                .n_done = plan->done->len,
                                .n_refused = plan->refused->len,
                                .n_actions = cJSON_GetArraySize(plan->actions),
                                .selected = plan->selected,
                                .lost = plan->lost,
                                .listed = plan->listed,
                                .noun = plan->noun,
                                .last = ids_of(plan->last),
                                .made = ids_of(plan->made)};
    return g_memdup2(&mark, sizeof mark);
}

void fairy_plan_mark_free(FairyPlanMark *mark)
{
    if (mark) {
        g_ptr_array_unref(mark->last);
        g_ptr_array_unref(mark->made);
        g_free(mark);
    }
}

void fairy_plan_return(FairyPlan *plan, const FairyPlanMark *mark, GPtrArray *shapes)
{
    plan->pos = mark->pos;
    plan->selected = mark->selected;
    plan->lost = mark->lost;
    plan->listed = mark->listed;
    plan->noun = mark->noun;
    g_array_set_size(plan->claims, mark->n_claims);
    g_ptr_array_set_size(plan->done, (gint)mark->n_done);
    g_ptr_array_set_size(plan->refused, (gint)mark->n_refused);
    while (cJSON_GetArraySize(plan->actions) > mark->n_actions) {
        cJSON_DeleteItemFromArray(plan->actions, cJSON_GetArraySize(plan->actions) - 1);
    }
    fairy_plan_renew(plan, shapes);
    find_ids(plan, plan->last, mark->last);
    find_ids(plan, plan->made, mark->made);
}

void fairy_plan_leave_out(FairyPlan *plan, guint pos, const char *harm)
{
    const FairyCursor clause = {plan->prompt, (const FairyToken *)(gpointer)plan->tokens->data,
                                plan->pos, pos};
    g_autofree char *raw = fairy_cursor_raw(&clause, pos);
    plan->left_out = TRUE;
    g_ptr_array_add(plan->refused, g_strdup_printf("I left \"%s\" out, as then %s.", raw, harm));
    plan->pos = pos;
}

/* --- what is to be tried out ------------------------------------------------------------------ */

static gboolean is_one_of(const char *name, const char *const *names)
{
    return name && g_strv_contains(names, name);
}

static gboolean changes_looks_only(const cJSON *action)
{
    static const char *const harmless[] = {"set-style", "group", "ungroup", "message", NULL};
    static const char *const looks[] = {"shapeId", "color", "fill", NULL};
    const cJSON *update = cJSON_GetObjectItemCaseSensitive(action, "update");
    for (const cJSON *field = update ? update->child : NULL; field; field = field->next) {
        if (!is_one_of(field->string, looks)) {
            return FALSE;
        }
    }
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(action, "_type"));
    return update || is_one_of(type, harmless);
}

static const cJSON *first_unwritten(const FairyPlan *plan)
{
    return cJSON_GetArrayItem(plan->actions, (int)plan->n_written);
}

/* Where everything is moved by as much, nothing is nearer to anything. */
static gboolean moves_everything(const FairyPlan *plan, const cJSON *action)
{
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(action, "_type"));
    const cJSON *ids = cJSON_GetObjectItemCaseSensitive(action, "shapeIds");
    return plan->whole && g_strcmp0(type, "offset") == 0 &&
           cJSON_GetArraySize(ids) >= (int)plan->last->len;
}

gboolean fairy_plan_may_harm(const FairyPlan *plan)
{
    for (const cJSON *action = first_unwritten(plan); action; action = action->next) {
        if (!changes_looks_only(action) && !moves_everything(plan, action)) {
            return TRUE;
        }
    }
    return FALSE;
}

char *fairy_plan_unwritten(const FairyPlan *plan)
{
    GString *out = g_string_new("{\"actions\":[");
    const cJSON *first = first_unwritten(plan);
    for (const cJSON *action = first; action; action = action->next) {
        char *text = cJSON_PrintUnformatted(action);
        g_string_append_printf(out, "%s%s", action == first ? "" : ",", text);
        cJSON_free(text);
    }
    g_string_append(out, "]}");
    return g_string_free(out, FALSE);
}

/* --- what came of it -------------------------------------------------------------------------- */

static void add_title(const FairyPlan *plan, const char *id, GString *out)
{
    const SvgShape *shape = g_hash_table_lookup(plan->ids, id);
    g_autofree char *title = shape ? fairy_shape_title(shape) : g_strdup_printf("#%s", id);
    g_string_append(out, title);
}

gboolean fairy_plan_is_damaged(const FairyPlan *plan, const GPtrArray *worse)
{
    for (guint i = 0; i < worse->len; i++) {
        SvgWorseKind kind = ((const SvgWorse *)worse->pdata[i])->kind;
        if (svg_worse_is_grave(kind) && !(plan->meant & 1u << kind)) {
            return TRUE;
        }
    }
    return FALSE;
}

void fairy_plan_admit(FairyPlan *plan, const FairyPlanMark *mark, const char *harm)
{
    if (plan->claims->len > mark->n_claims) {
        FairyStatement *claim = &g_array_index(plan->claims, FairyStatement, plan->claims->len - 1);
        g_autofree char *text = claim->text;
        claim->text = g_strdup_printf("%s Now %s.", text, harm);
    }
}

char *fairy_plan_tell_worse(const FairyPlan *plan, const GPtrArray *worse)
{
    GString *out = g_string_new(NULL);
    guint n = 0;
    for (guint i = 0; i < worse->len; i++) {
        const SvgWorse *one = worse->pdata[i];
        if (plan->meant & 1u << one->kind || n++ >= MOST_TOLD) {
            continue;
        }
        g_string_append(out, n > 1 ? ", " : "");
        add_title(plan, one->first, out);
        g_string_append_printf(out, " %s", svg_worse_says(one->kind));
        if (one->second) {
            g_string_append_c(out, ' ');
            add_title(plan, one->second, out);
        }
    }
    if (n > MOST_TOLD) {
        g_string_append(out, " and more");
    }
    return g_string_free(out, n == 0);
}

/* What the page has to hold besides what it does. */
static SvgBox strays_of(const GPtrArray *worse)
{
    SvgBox strays = SVG_BOX_EMPTY;
    for (guint i = 0; i < worse->len; i++) {
        const SvgWorse *one = worse->pdata[i];
        if (one->kind == SVG_WORSE_OFF_PAGE) {
            strays = svg_box_union(strays, one->box);
        }
    }
    return strays;
}

static gboolean has_one_page(const FairyPlan *plan)
{
    g_autoptr(GPtrArray) pages = plan->doc ? svg_document_pages(plan->doc) : NULL;
    return pages && pages->len == 1;
}

gboolean fairy_plan_grow_page(FairyPlan *plan, const GPtrArray *worse)
{
    SvgBox strays = strays_of(worse), page = plan->page;
    if (svg_box_is_empty(strays) || !has_one_page(plan)) {
        return FALSE;
    }
    strays = svg_box_grown(strays, MARGIN_PX, MARGIN_PX);
    const struct {
        const char *name;
        double by;
    } sides[] = {{"left", page.x - strays.x},
                 {"top", page.y - strays.y},
                 {"right", strays.x + strays.w - page.x - page.w},
                 {"bottom", strays.y + strays.h - page.y - page.h}};
    cJSON *action = cJSON_CreateObject();
    cJSON_AddStringToObject(action, "_type", "resize-page");
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
        if (sides[i].by > MARGIN_PX) {
            cJSON_AddNumberToObject(action, sides[i].name, sides[i].by / plan->step);
        }
    }
    cJSON_AddItemToArray(plan->actions, action);
    FairyStatement *claim = &g_array_index(plan->claims, FairyStatement, plan->claims->len - 1);
    g_autofree char *text = claim->text;
    claim->text = g_strdup_printf("%s The page is larger now, so that it holds that.", text);
    claim->end = (guint)cJSON_GetArraySize(plan->actions);
    plan->page = svg_box_union(page, strays);
    return TRUE;
}
