/* Names of actions, fields and values in the spellings that models use. Private to core/. */
#pragma once

#include <fairy/action.h>

/* Returns the name in kebab-case: lower case, with "-" for "_", " " and the humps of camelCase.
 * Free with g_free(). */
char *fairy_name_kebab(const char *name);
/* Returns whether two names differ in case, "-", "_" and " " at most. */
gboolean fairy_name_same(const char *a, const char *b);
/* Returns whether one name is probably a misspelling of the other. */
gboolean fairy_name_is_near(const char *a, const char *b);
/* Returns a list for a message: "a", "b" and "c", with `last_word` for "and". `names` is
 * NULL-terminated. Free with g_free(). */
char *fairy_names_list(const char *const *names, const char *last_word);
/* Returns the one of `actions` (NULL-terminated) that a model means by `name`, as
 * fairy_action_find() does; NULL if there is none. */
const FairyAction *fairy_action_find_in(const FairyAction *const *actions, const char *name);
