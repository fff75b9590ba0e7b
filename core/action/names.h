/* Names as models write them. */
#pragma once

#include <fairy/action.h>

/* Lower case with "-" for "_", " " and the humps of camelCase. The caller's. */
char *fairy_name_kebab(const char *name);
/* Whether they differ in case, "-", "_" and " " at most. */
gboolean fairy_name_same(const char *a, const char *b);
/* Whether one is probably a misspelling of the other. */
gboolean fairy_name_is_near(const char *a, const char *b);
/* "a", "b" and "c", for a message; `names` is NULL-terminated. The caller's. */
char *fairy_names_list(const char *const *names, const char *last_word);
/* That of `actions`, ended by NULL, which a model means by `name`; see fairy_action_find(). */
const FairyAction *fairy_action_find_in(const FairyAction *const *actions, const char *name);
