/* The list of actions, and finding one by what a model calls it. */
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

static gboolean has_name(const FairyAction *action, const char *name)
{
    return g_str_equal(action->name, name) ||
           (action->aliases && g_strv_contains(action->aliases, name));
}

const FairyAction *fairy_action_find(const char *name)
{
    if (!name) {
        return NULL;
    }
    g_autofree char *kebab = fairy_name_kebab(name);
    for (guint i = 0; actions[i]; i++) {
        if (has_name(actions[i], kebab)) {
            return actions[i];
        }
    }
    return NULL;
}
