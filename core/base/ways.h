/* Ways to go, by their names. Private to core/. */
#pragma once

#include <glib.h>

#define FAIRY_WAY_STEP 45.0 /* degrees from one to the next */

/* "right", then clockwise as seen on screen, NULL-terminated. */
extern const char *const fairy_way_names[];
