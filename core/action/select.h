/* Expressions in lists of ids. Private to core/action. */
#pragma once

#include "action/executor_priv.h"

/* Puts, in each list of ids of `args`, the ids of the shapes that an expression (<fairy/select.h>)
 * stands for in its place, in paint order, and tells how many. An id that exists is no expression.
 * Returns FALSE with an error that says what can't be read, or that there is no such shape. */
gboolean fairy_select_resolve(FairyExecutor *executor, const FairyField *fields, cJSON *args,
                              GError **error);
