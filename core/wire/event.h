/* The JSON of an event. Private to core/model. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* NULL when it is none. What cJSON doesn't take, or loses, is read all the same: half of a
 * surrogate pair comes as the three bytes that UTF-8 would have for it, U+0000 as U+FFFD. The
 * caller's (cJSON_Delete). */
cJSON *fairy_event_parse(const char *data, gsize len);
