/* Follow-ups as the executor collects them. Private to core/action. */
#pragma once

#include <fairy/effects.h>

#include <glib.h>

/* Makes a follow-up, and takes ownership of `message` and `quoted`, which may be NULL. Free with
 * fairy_follow_up_free(). */
FairyFollowUp *fairy_follow_up_new(FairyFollowUpKind kind, SvgBox bounds, char *message,
                                   char *quoted);
/* Accepts NULL. */
void fairy_follow_up_free(FairyFollowUp *follow_up);

/* Inserts a follow-up by its index, and takes ownership of it. The result of a look-up arrives
 * later than those of the actions after it. */
void fairy_follow_ups_add(GPtrArray *follow_ups, FairyFollowUp *follow_up);
/* Returns what the next request looks at, in document space: the last view that was asked for,
 * joined with the areas to review after it. Empty if none was. */
SvgBox fairy_follow_ups_view(const GPtrArray *follow_ups);
