/* Questions: what can be done, what is there, what connects to what. */
#include "offline/offline.h"

#define MAX_LISTED 60 /* labels told at once */

const char fairy_examples[] =
    "align the red boxes left; connect Login to Database; move Login 20 right; stack these with gap 20; "
    "add a box labelled \"Cache\" below Login; make the circles blue; rename Login to \"Sign in\"; "
    "number the steps; number the boxes in each column; resize Login to 120x60; delete the arrows";

gboolean fairy_command_help(FairyPlan *plan, FairyCursor *c, int variant)
{
    fairy_plan_say(plan, "I read plain commands, one or several. For example: %s.", fairy_examples);
    c->pos = c->end;
    return variant == 0;
}

/* How many there are of each kind, and all labels: "5 boxes and 3 arrows: \"Login\" …". */
static void describe(FairyPlan *plan, const GPtrArray *shapes)
{
    g_autoptr(GHashTable) kinds =
        g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GPtrArray) order = g_ptr_array_new(), labelled = g_ptr_array_new();
    for (guint i = 0; i < shapes->len; i++) {
        SvgShape *shape = shapes->pdata[i];
        gpointer kind = GINT_TO_POINTER((int)shape->kind + 1);
        if (shape->kind == SVG_KIND_GROUP || shape == plan->background) {
            continue;
        }
        GPtrArray *same = g_hash_table_lookup(kinds, kind);
        if (!same) {
            same = g_ptr_array_new();
            g_hash_table_insert(kinds, kind, same);
            g_ptr_array_add(order, same);
        }
        g_ptr_array_add(same, shape);
        if (shape->text && *shape->text) {
            g_ptr_array_add(labelled, shape);
        }
    }
    GString *counts = g_string_new(NULL);
    for (guint i = 0; i < order->len; i++) {
        g_autofree char *count = fairy_plan_count(order->pdata[i]);
        g_string_append_printf(counts, "%s%s",
                               i == 0                ? ""
                               : i + 1 == order->len ? " and "
                                                     : ", ",
                               count);
    }
    g_autofree char *all = g_string_free(counts, FALSE);
    g_autofree char *titles = fairy_plan_some_titles(labelled, MAX_LISTED);
    fairy_plan_say(plan, "There %s %s%s%s.", shapes->len == 1 ? "is" : "are",
                   *all ? all : "nothing yet", labelled->len ? ". The words are: " : "", titles);
}

/* "how many red boxes are there", "list the labels"; `variant` 1: what they are, 2: of everything.
 */
gboolean fairy_command_count(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const tail[] = {
        "are there", "are in the drawing", "do you see", "are here", "is there",
        "exist",     "there are",          NULL};
    static const char *const everything[] = {"in this drawing",
                                             "in this picture",
                                             "in this diagram",
                                             "in this file",
                                             "in the drawing",
                                             "in the picture",
                                             "in the diagram",
                                             "this drawing",
                                             "this picture",
                                             "this diagram",
                                             "this file",
                                             "this figure",
                                             "this image",
                                             "the drawing",
                                             "the picture",
                                             "the diagram",
                                             "the file",
                                             "the figure",
                                             "the image",
                                             "this chart",
                                             "the chart",
                                             "everything",
                                             "there",
                                             "it",
                                             "this",
                                             "here",
                                             NULL};
    FairyCursor all = *c;
    gboolean whole =
        variant > 0 && (fairy_cursor_accept_any(&all, everything) >= 0 || variant == 2);
    fairy_cursor_accept_any(&all, (const char *const[]){"about", "all about", "show", NULL});
    if (whole && fairy_plan_ends(plan, &all)) {
        *c = all;
        describe(plan, plan->shapes);
        return TRUE;
    }
    g_clear_pointer(&plan->problem, g_free);
    plan->lost = FALSE;
    g_autoptr(GPtrArray) shapes = fairy_select(plan, c, FAIRY_SELECT_LOCKED);
    fairy_cursor_accept_any(c, tail);
    if (!shapes || !fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *count = fairy_plan_count(shapes);
    if (variant == 0) {
        fairy_plan_say(plan, "There %s %s.", shapes->len == 1 ? "is" : "are", count);
    } else {
        g_autofree char *titles = fairy_plan_some_titles(shapes, MAX_LISTED);
        fairy_plan_say(plan, "There %s %s: %s.", shapes->len == 1 ? "is" : "are", count, titles);
    }
    fairy_plan_remember(plan, shapes);
    return TRUE;
}

/* --- links ------------------------------------------------------------------------------------ */

static void add_end(const FairyPlan *plan, GPtrArray *ends, const char *id)
{
    SvgShape *shape = id ? g_hash_table_lookup(plan->ids, id) : NULL;
    if (shape && !g_ptr_array_find(ends, shape, NULL)) {
        g_ptr_array_add(ends, shape);
    }
}

/* "what does A connect to", "what is connected to A" */
gboolean fairy_command_links(FairyPlan *plan, FairyCursor *c, int variant)
{
    static const char *const tail[] = {
        "connect to", "connects to", "point to", "point at", "points to",    "lead to", "leads to",
        "link to",    "go to",       "go",       "lead",     "connect with", NULL};
    SvgShape *shape = fairy_select_one(plan, c, FAIRY_SELECT_LOCKED);
    if (!shape) {
        return FALSE;
    }
    if ((variant == 0 && fairy_cursor_accept_any(c, tail) < 0) || !fairy_plan_ends(plan, c)) {
        plan->lost = TRUE;
        return FALSE;
    }
    g_autoptr(GPtrArray) from = g_ptr_array_new(), to = g_ptr_array_new();
    for (guint i = 0; i < plan->shapes->len; i++) {
        const SvgShape *link = plan->shapes->pdata[i];
        if (g_strcmp0(link->from_id, shape->id) == 0) {
            add_end(plan, to, link->to_id);
        } else if (g_strcmp0(link->to_id, shape->id) == 0) {
            add_end(plan, from, link->from_id);
        }
    }
    g_autofree char *title = fairy_shape_title(shape);
    g_autofree char *sources = fairy_plan_some_titles(from, MAX_LISTED);
    g_autofree char *targets = fairy_plan_some_titles(to, MAX_LISTED);
    if (!from->len && !to->len) {
        fairy_plan_say(plan, "Nothing is connected to %s.", title);
    } else if (to->len) {
        fairy_plan_say(plan, "%s goes to %s.", title, targets);
    }
    if (from->len) {
        fairy_plan_say(plan, "To %s go%s %s.", title, from->len == 1 ? "es" : "", sources);
    }
    return TRUE;
}

gboolean fairy_command_undo(FairyPlan *plan, FairyCursor *c, int variant)
{
    (void)c, (void)variant;
    return fairy_plan_fail(
        plan, "I can't take anything back. \"fairy undo FILE --turn\" takes back all that was done "
              "last, \"fairy undo FILE\" one action of it; an editor has an undo of its own.");
}
