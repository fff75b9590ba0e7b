/* One GET in the GLib loop. Private to core/net. */
#pragma once

#include <fairy/error.h>

typedef struct _FairyFetch FairyFetch;

/* Called once: `body` is what was answered with status 200, borrowed; NULL with `error`
 * (FAIRY_ERROR_MODEL, a clause without subject: "took longer than 10 s"). May free the fetch. */
typedef void (*FairyFetchFunc)(GBytes *body, const GError *error, gpointer data);

/* `url` is https; http only on this machine. Never blocks; `func` is called from the thread-default
 * main context, never from inside this call. Redirects are followed to the same host only. NULL
 * with FAIRY_ERROR_MODEL when the network library isn't there, with FAIRY_ERROR_USAGE for another
 * kind of URL. */
FairyFetch *fairy_fetch_start(const char *url, guint timeout_ms, gsize max_bytes,
                              FairyFetchFunc func, gpointer data, GError **error);
/* Ends it at once, finished or not; no call comes after this. Takes NULL. */
void fairy_fetch_free(FairyFetch *fetch);
