/* Making outcomes. */
#pragma once

#include <fairy/executor.h>

FairyOutcome *fairy_outcome_new(guint index, const char *type);
void fairy_outcome_set_type(FairyOutcome *outcome, const char *type);
void fairy_outcome_free(FairyOutcome *outcome);
