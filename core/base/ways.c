/* Ways to go, by their names. */
#include "base/ways.h"

const char *const fairy_way_names[] = {
    "right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right", NULL,
};
