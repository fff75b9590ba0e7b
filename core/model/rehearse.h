/* What a reply would do, before anything is sent of it. Private to core/model. */
#pragma once

#include <fairy/model.h>

/* Carries the actions of `reply` out on the request's drawing, takes all of it back, and returns
 * what was worse then (SvgWorse), `most` at most. Empty also where actions were refused. Free with
 * g_ptr_array_unref(). */
GPtrArray *fairy_rehearse(const FairyRequest *request, const char *reply, guint most);
