/* Actions by their names, in sentences. Private to core/action. */
#pragma once

#include <fairy/action.h>

/* "align, move or pen"; free with g_free(). NULL where `actions` is empty. */
char *fairy_action_names(const FairyAction *const *actions);
/* The one of that name, or alias; static. NULL with FAIRY_ERROR_ACTION, which says what may have
 * been meant. */
const FairyAction *fairy_action_find_known(const FairyAction *const *actions, const char *type,
                                           GError **error);
