/* Outlines that are drawn twice. Private to core/. */
#pragma once

#include "offline/offline.h"

/* Where everything was before a command. */
typedef struct _FairyTwins FairyTwins;

FairyTwins *fairy_twins_note(const FairyPlan *plan);
void fairy_twins_free(FairyTwins *twins);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyTwins, fairy_twins_free)
/* Plans the same for the outlines without words below those that were changed or deleted since, by
 * the actions from number `from` on. */
void fairy_twins_follow(FairyPlan *plan, const FairyTwins *twins, guint from);
