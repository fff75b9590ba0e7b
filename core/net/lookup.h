/* One thing looked up outside, and what is kept of the answer. */
#pragma once

#include "net/sites.h"

#include <fairy/web.h>

typedef struct _FairyLookup FairyLookup;

/* Called once. `data` is {"source":"HOST","data":{…}}, the callee's; NULL with `error`
 * (FAIRY_ERROR_MODEL, a clause that begins with the host). */
typedef void (*FairyLookupFunc)(cJSON *data, const GError *error, gpointer user_data);

/* `what` stands at the end of the site's path; it must need no escaping. Never blocks; `func` is
 * called from the thread-default main context, never from inside this call. NULL with
 * FAIRY_ERROR_MODEL when the network library isn't there. `web` is used now only. */
FairyLookup *fairy_lookup_start(const FairyWeb *web, const FairySite *site, const char *what,
                                FairyLookupFunc func, gpointer user_data, GError **error);
/* Ends it, finished or not; no call comes after this. Takes NULL. */
void fairy_lookup_free(FairyLookup *lookup);
