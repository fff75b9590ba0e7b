/* A libcurl multi in the GLib loop. Private to core/net. */
#pragma once

#include "net/curl.h"

typedef struct _FairyMulti FairyMulti;

/* Called from the main context when sockets or the clock moved something; never inside libcurl, so
 * that it may do all with transfers, also free the multi. */
typedef void (*FairyMultiFunc)(gpointer data);

/* For the thread-default main context; keeps up to `max_idle` connections that nobody uses. NULL
 * when the system won't give what it needs. */
FairyMulti *fairy_multi_new(const FairyCurl *curl, guint max_idle, FairyMultiFunc func,
                            gpointer data);
/* At most so many connections, used or not; who comes when all are used waits for one. */
void fairy_multi_limit(FairyMulti *multi, guint connections);
/* Its transfers must have been removed. */
void fairy_multi_free(FairyMulti *multi);
gboolean fairy_multi_add(FairyMulti *multi, CURL *easy);
void fairy_multi_remove(FairyMulti *multi, CURL *easy);
/* A transfer that is over, which is removed; NULL when there is none (any more). */
CURL *fairy_multi_next_over(FairyMulti *multi, CURLcode *code);
/* When to call at the latest, whatever the sockets do: µs, monotonic; -1 = never. */
void fairy_multi_wake_at(FairyMulti *multi, gint64 due);
