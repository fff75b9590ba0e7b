/* Keeping what a reply asks for besides editing. */
#pragma once

#include <fairy/effects.h>

#include <glib.h>

/* Takes `message` and `quoted`, which may be NULL. */
FairyFollowUp *fairy_follow_up_new(FairyFollowUpKind kind, SvgBox bounds, char *message,
                                   char *quoted);
/* Takes NULL. */
void fairy_follow_up_free(FairyFollowUp *follow_up);

/* Puts it among the others by its index; takes it. An answer from outside comes later than those of
 * actions after its own. */
void fairy_follow_ups_add(GPtrArray *follow_ups, FairyFollowUp *follow_up);
/* What the next request looks at: the last view asked for, and all reviews after it. Empty when
 * none was. */
SvgBox fairy_follow_ups_view(const GPtrArray *follow_ups);
