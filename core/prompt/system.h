/* The standing instructions. Private to core/. */
#pragma once

#include <fairy/model.h>

/* The sections of text/ that apply, in order, and what the actions are. `actions` ends with NULL.
 */
void fairy_system_write(FairyPrompt *prompt, const FairyAction *const *actions, gboolean picture);
