/* The geometry of a shape whose action is being written. Private to core/agent. */
#pragma once

#include <fairy/action.h>
#include <fairy/event.h>

/* Reads what of it is certain in `args`, which are as the model wrote them so far: any member may
 * be missing or of another type. Clear with fairy_ghost_clear(). */
void fairy_ghost_read(const FairyAction *action, const cJSON *args, const FairyCoords *coords,
                      FairyGhost *ghost);
/* Frees what it holds; the struct itself is the caller's. */
void fairy_ghost_clear(FairyGhost *ghost);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(FairyGhost, fairy_ghost_clear)
/* Returns whether both are the same. */
gboolean fairy_ghost_equal(const FairyGhost *a, const FairyGhost *b);
