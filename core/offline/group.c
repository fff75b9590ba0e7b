/* Commands about groups. */
#include "offline/offline.h"

/* "group A and B [as \"pair\"]"; `variant` 1: take a group apart. */
gboolean fairy_command_group(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_NO_WITH);
    if (!shapes) {
        return FALSE;
    }
    fairy_cursor_accept_any(c,
                            (const char *const[]){"in one group", "into one group", "into a group",
                                                  "as a group", "together", NULL});
    g_autofree char *name = NULL;
    if (fairy_cursor_accept_any(c, (const char *const[]){"as", "called", "named", "into", NULL}) >=
        0) {
        name = fairy_cursor_raw(c, c->end);
        c->pos = c->end;
    }
    if (!fairy_plan_ends(plan, c)) {
        return FALSE;
    }
    g_autofree char *titles = fairy_plan_titles(shapes);
    for (guint i = 0; variant == 1 && i < shapes->len; i++) {
        SvgShape *group = shapes->pdata[i];
        if (group->kind != SVG_KIND_GROUP || group->layer) {
            return fairy_plan_fail(plan, "%s is no group.", titles);
        }
        fairy_plan_ungroup(plan, group);
    }
    if (variant == 0 && shapes->len < 2) {
        return fairy_plan_fail(plan, "A group needs two shapes or more: group Login and Database.");
    }
    if (variant == 0) {
        fairy_plan_group(plan, shapes, name);
    }
    fairy_plan_say(plan, "%s %s.", variant ? "Took apart" : "Grouped", titles);
    fairy_plan_remember(plan, shapes);
    return TRUE;
}
