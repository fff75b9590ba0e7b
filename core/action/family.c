/* What actions are about, and finding one by what a model calls it. */
#include "action/names.h"

const FairyFamilyInfo *fairy_family_info(FairyFamily family)
{
    static const FairyFamilyInfo families[] = {
        [FAIRY_FAMILY_TALK] = {"talk", "Talking and planning", NULL},
        [FAIRY_FAMILY_SEE] = {"see", "Seeing", NULL},
        [FAIRY_FAMILY_SHAPE] = {"shape", "One shape", NULL},
        [FAIRY_FAMILY_MANY] = {"many", "Several shapes", NULL},
        [FAIRY_FAMILY_DATA] = {"data", "Looking things up", NULL},
        [FAIRY_FAMILY_PAGE] = {"page", "Pages", NULL},
        [FAIRY_FAMILY_TASK] = {"task", "Tasks of one's own (while a fairy works through tasks)",
                               "is for a fairy that plans its work in tasks; here there are "
                               "none, so do the work itself"},
        [FAIRY_FAMILY_PROJECT] = {"project", "Projects (while several fairies work together)",
                                  "is for several fairies in a project; here one works alone, "
                                  "so do the work itself"},
        [FAIRY_FAMILY_ANNOTATION] = {"annotation", "Annotating (in the jobs of fairy batch)",
                                     "is for annotation jobs"},
        [FAIRY_FAMILY_INTERNAL] = {"internal", "Without use", NULL},
    };
    return family > FAIRY_FAMILY_NONE && family < FAIRY_FAMILY_COUNT ? &families[family] : NULL;
}

gboolean fairy_action_is_offered(const FairyAction *action)
{
    return action->family != FAIRY_FAMILY_INTERNAL && !fairy_family_info(action->family)->needs;
}

static gboolean has_name(const FairyAction *action, const char *name)
{
    return g_str_equal(action->name, name) ||
           (action->aliases && g_strv_contains(action->aliases, name));
}

const FairyAction *fairy_action_find_in(const FairyAction *const *actions, const char *name)
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
