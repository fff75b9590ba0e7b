/* The JSON of an event. Private to core/. */
#pragma once

#include <cjson/cJSON.h>

#include <glib.h>

/* Parses the JSON of an event. What cJSON doesn't accept, or loses, is read all the same: half of a
 * surrogate pair becomes the three bytes that UTF-8 would have for it, U+0000 becomes U+FFFD. Free
 * with cJSON_Delete(). Returns NULL if it isn't JSON. */
cJSON *fairy_event_parse(const char *data, gsize len);
