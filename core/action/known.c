/* Actions by their names, in sentences. */
#include "action/known.h"

#include "action/names.h"
#include "base/quote.h"

#include <fairy/error.h>

/* Those of `actions` for which `fits` holds as a list for a sentence; NULL = all. The caller's. */
static char *list_of(const FairyAction *const *actions,
                     gboolean (*fits)(const char *name, const char *type), const char *type)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (guint i = 0; actions[i]; i++) {
        if (!fits || fits(actions[i]->name, type)) {
            g_ptr_array_add(names, (gpointer)actions[i]->name);
        }
    }
    gboolean any = names->len > 0;
    g_ptr_array_add(names, NULL);
    return any ? fairy_names_list((const char *const *)names->pdata, "or") : NULL;
}

char *fairy_action_names(const FairyAction *const *actions)
{
    return list_of(actions, NULL, NULL);
}

const FairyAction *fairy_action_find_known(const FairyAction *const *actions, const char *type,
                                           GError **error)
{
    const FairyAction *action = fairy_action_find_in(actions, type);
    if (action) {
        return action;
    }
    g_autofree char *near = list_of(actions, fairy_name_is_near, type);
    g_autofree char *all = near ? NULL : list_of(actions, NULL, NULL);
    g_autofree char *quoted = fairy_quote(type);
    g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_ACTION, "there is no action %s; did you mean %s?",
                quoted, near ? near : all);
    return NULL;
}
