/* Making and freeing outcomes. Private to core/action. */
#pragma once

#include <fairy/executor.h>

/* Makes an outcome with status ok, no shapes and a copy of `type`. Free with fairy_outcome_free().
 */
FairyOutcome *fairy_outcome_new(guint index, const char *type);
/* Replaces the type with a copy of `type`. */
void fairy_outcome_set_type(FairyOutcome *outcome, const char *type);
void fairy_outcome_free(FairyOutcome *outcome);
/* Joins the notes (char *) behind the first `from`; "" where there are none. Of more than a few
 * dozen the last are only counted. Free with g_free(). */
char *fairy_join_notes(const GPtrArray *notes, guint from);
