/* The list of actions. */
#include "action/action_list.h"
#include "action/names.h"

static const FairyAction *const actions[] = {
#define FAIRY_ACTION(id) &fairy_action_##id,
#include "action/actions.def"
#undef FAIRY_ACTION
    NULL,
};

const FairyAction *const *fairy_actions(void)
{
    return actions;
}

const FairyAction *const *fairy_actions_offered(void)
{
    static const FairyAction *offered[G_N_ELEMENTS(actions)];
    static gsize once;
    if (g_once_init_enter(&once)) {
        guint n = 0;
        for (guint i = 0; actions[i]; i++) {
            if (fairy_action_is_offered(actions[i])) {
                offered[n++] = actions[i];
            }
        }
        g_once_init_leave(&once, 1);
    }
    return offered;
}

gboolean fairy_actions_have(const FairyAction *const *list, const FairyAction *action)
{
    while (*list && *list != action) {
        list++;
    }
    return *list != NULL;
}

const FairyAction *fairy_action_find(const char *name)
{
    return fairy_action_find_in(actions, name);
}
