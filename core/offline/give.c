/* "give …": a look, a label, or something new. */
#include "offline/offline.h"

#include <math.h>
#include <string.h>

/* "give X a red border", "give X a green fill", "give X the label \"Y\"" */
gboolean fairy_command_give(FairyPlan *plan, FairyCursor *c, int variant)
{
    g_auto(FairyLook) look;
    fairy_look_init(&look);
    if (fairy_cursor_accept_any(c, (const char *const[]){"me", "us", NULL}) >= 0) {
        gboolean added = fairy_command_add(plan, c, 0);
        plan->lost = plan->lost || !added;
        return added;
    }
    g_autoptr(GPtrArray) shapes =
        fairy_select(plan, c, FAIRY_SELECT_OPTIONAL | FAIRY_SELECT_COLOR | FAIRY_SELECT_NO_WITH);
    if (!shapes || variant < 0) {
        return FALSE;
    }
    FairyCursor words = *c;
    fairy_cursor_accept_any(&words, (const char *const[]){"the", "a", "an", NULL});
    if (fairy_cursor_accept_any(&words, (const char *const[]){"label", "name", "text", "title",
                                                              "caption", NULL}) >= 0) {
        *c = words;
        fairy_plan_remember(plan, shapes);
        return fairy_command_label(plan, c, 0);
    }
    fairy_cursor_accept_any(c, (const char *const[]){"a", "an", "the", "some", "more", NULL});
    if (!fairy_words_look(c, &look)) {
        return fairy_look_fail(plan);
    }
    return fairy_look_give(plan, c, shapes, &look);
}
