/* Which shapes a phrase means: lists, exceptions, and what is locked. */
#include "offline/wanted.h"

/* The item's shapes; NULL with a problem, or without one when there are no words for it. */
static GPtrArray *select_item(FairyPlan *plan, FairyCursor *c, guint flags, gboolean *plural)
{
    g_auto(FairyWanted) w = {0};
    FairyCursor try = *c;
    GPtrArray *shapes =
        fairy_wanted_read(plan, &try, flags, &w) ? fairy_wanted_find(plan, &w) : NULL;
    if (shapes) {
        *plural = *plural || w.plural || w.all || w.everything;
        plan->whole =
            w.everything && !w.color && !w.named && !plan->within && svg_box_is_empty(plan->area);
        *c = try;
    }
    return shapes;
}

/* ", X", "and X", ", and X": steps over the joint when another item follows it. */
static gboolean next_item(FairyPlan *plan, FairyCursor *c, guint flags, GPtrArray **item,
                          gboolean *plural)
{
    FairyCursor try = *c;
    const FairyToken *token = fairy_cursor_peek(&try, 0);
    gboolean comma = token && token->type == FAIRY_TOKEN_COMMA;
    try.pos += comma;
    gboolean joint = fairy_cursor_accept(&try, "and") || fairy_cursor_accept(&try, "or") ||
                     fairy_cursor_accept(&try, "plus") || comma;
    if (!joint || fairy_cursor_at_end(&try) || plan->problem) {
        return FALSE;
    }
    *item = select_item(plan, &try, flags | FAIRY_SELECT_COLOR, plural);
    g_clear_pointer(&plan->problem, g_free); /* not an item, then: what follows goes on otherwise */
    if (*item) {
        *c = try;
    }
    return *item != NULL;
}

static void add_new(GPtrArray *all, const GPtrArray *more)
{
    for (guint i = 0; i < more->len; i++) {
        if (!g_ptr_array_find(all, more->pdata[i], NULL)) {
            g_ptr_array_add(all, more->pdata[i]);
        }
    }
}

static GPtrArray *select_list(FairyPlan *plan, FairyCursor *c, guint flags, gboolean *plural)
{
    GPtrArray *all = select_item(plan, c, flags, plural);
    GPtrArray *item = NULL;
    while (all && !(flags & FAIRY_SELECT_NO_AND) && next_item(plan, c, flags, &item, plural)) {
        if (item->len > 32) {
            g_autoptr(GHashTable) set = g_hash_table_new(NULL, NULL);
            for (guint i = 0; i < all->len; i++) {
                g_hash_table_add(set, all->pdata[i]);
            }
            for (guint i = 0; i < item->len; i++) {
                if (g_hash_table_add(set, item->pdata[i])) {
                    g_ptr_array_add(all, item->pdata[i]);
                }
            }
        } else {
            add_new(all, item);
        }
        g_ptr_array_unref(item);
    }
    return all;
}

static gboolean drop_excepted(FairyPlan *plan, FairyCursor *c, guint flags, GPtrArray *all,
                              gboolean *plural)
{
    static const char *const except[] = {"except for", "except",    "but not", "other than",
                                         "apart from", "excluding", "besides", NULL};
    FairyCursor try = *c;
    const FairyToken *comma = fairy_cursor_peek(&try, 0);
    try.pos += comma && comma->type == FAIRY_TOKEN_COMMA;
    if (fairy_cursor_accept_any(&try, except) < 0) {
        return TRUE;
    }
    GHashTable *within = g_steal_pointer(&plan->within); /* an exception may lie anywhere */
    SvgBox area = plan->area;
    plan->area = SVG_BOX_EMPTY;
    g_autoptr(GPtrArray) but = select_list(plan, &try, flags, plural);
    plan->within = within;
    plan->area = area;
    if (!but) {
        return fairy_plan_fail(plan, "I can't tell what to leave out.");
    }
    for (guint i = 0; i < but->len; i++) {
        if (!g_ptr_array_remove(all, but->pdata[i])) {
            fairy_shapes_open_around(plan, all, but->pdata[i]);
            g_ptr_array_remove(all, but->pdata[i]);
        }
    }
    *c = try;
    return all->len || fairy_plan_fail(plan, "Nothing is left after the exception.");
}

static gboolean is_connector(const SvgShape *shape)
{
    return (shape->kind == SVG_KIND_ARROW || shape->kind == SVG_KIND_LINE);
}

/* Connectors follow what they connect; lining them up with boxes makes no sense. */
static void drop_connectors(GPtrArray *all)
{
    guint others = 0;
    for (guint i = 0; i < all->len; i++) {
        others += !is_connector(all->pdata[i]);
    }
    for (guint i = all->len; others && i-- > 0;) {
        if (is_connector(all->pdata[i])) {
            g_ptr_array_remove_index(all, i);
        }
    }
}

static gboolean drop_locked(FairyPlan *plan, GPtrArray *all)
{
    g_autoptr(GPtrArray) locked = g_ptr_array_new();
    for (guint i = all->len; i-- > 0;) {
        SvgShape *shape = all->pdata[i];
        if (shape->locked) {
            g_ptr_array_add(locked, shape);
            g_ptr_array_remove_index(all, i);
        }
    }
    g_autofree char *titles = fairy_plan_titles(locked);
    if (!all->len) {
        return fairy_plan_fail(plan, "%s %s locked, so I leave %s as %s.", titles,
                               locked->len == 1 ? "is" : "are", locked->len == 1 ? "it" : "them",
                               locked->len == 1 ? "it is" : "they are");
    }
    if (locked->len) {
        fairy_plan_say(plan, "Left %s alone: locked.", titles);
    }
    return TRUE;
}

static GPtrArray *last_shapes(FairyPlan *plan)
{
    if (!plan->last->len) {
        fairy_plan_fail(plan,
                        "Nothing is selected; select shapes, or name them (\"the red boxes\").");
        return NULL;
    }
    GPtrArray *all = g_ptr_array_new();
    g_ptr_array_extend(all, plan->last, NULL, NULL);
    fairy_shapes_keep_changeable(plan, all, FALSE);
    if (!all->len) {
        g_ptr_array_unref(all);
        fairy_plan_fail(plan, "What is meant isn't to be changed here.");
        return NULL;
    }
    return all;
}

GPtrArray *fairy_select(FairyPlan *plan, FairyCursor *c, guint flags)
{
    FairyCursor try = *c;
    gboolean plural = FALSE;
    g_autoptr(GPtrArray) all = NULL;
    if (flags & FAIRY_SELECT_OPTIONAL &&
        (fairy_cursor_at_end(c) || fairy_words_is_stop(fairy_cursor_word(c, 0)))) {
        all = last_shapes(plan);
    } else {
        all = select_list(plan, &try, flags, &plural);
    }
    if (!all || !drop_excepted(plan, &try, flags, all, &plural)) {
        if (!plan->problem) {
            fairy_plan_fail(
                plan,
                "I can't tell which shapes are meant; name them, like \"the red boxes\" or \"Login\".");
        }
        return NULL;
    }
    if (flags & FAIRY_SELECT_ARRANGE) {
        drop_connectors(all);
    }
    if (!(flags & FAIRY_SELECT_LOCKED) && !drop_locked(plan, all)) {
        return NULL;
    }
    plan->listed = !plural;
    *c = try;
    return g_steal_pointer(&all);
}

SvgShape *fairy_select_one(FairyPlan *plan, FairyCursor *c, guint flags)
{
    FairyCursor try = *c;
    g_autoptr(GPtrArray) shapes = fairy_select(plan, &try, flags | FAIRY_SELECT_NO_AND);
    if (!shapes) {
        return NULL;
    }
    if (shapes->len > 1) {
        g_autofree char *titles = fairy_plan_titles(shapes);
        fairy_plan_fail(plan, "One shape is needed here, but %u fit: %s.", shapes->len, titles);
        return NULL;
    }
    *c = try;
    return shapes->pdata[0];
}

gboolean fairy_select_but(FairyPlan *plan, FairyCursor *c, GPtrArray *shapes)
{
    gboolean plural = FALSE;
    guint before = shapes->len;
    gboolean any = drop_excepted(plan, c, 0, shapes, &plural);
    plan->whole = plan->whole && shapes->len == before;
    return any;
}
