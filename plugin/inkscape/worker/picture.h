/* Small pictures of a drawing for the window: how it was before a turn, and how it is after it. */
#pragma once

#include "turn.h"

/* Draws the drawing as it is now, beside all else, and shows windows where the picture is; `when`
 * is static, "before" or "after". Does nothing where there is no window. */
void turn_picture(Turn *turn, const char *when);
/* Takes the pictures of a drawing away. */
void drawing_remove_pictures(const Drawing *drawing);
