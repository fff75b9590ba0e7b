/* The way to the servers: one HTTP client for all who ask in a main context, and a limiter. */
#pragma once

#include <fairy/error.h>
#include <fairy/limiter.h>

/* Connections are shared by all who use it, and there are never more of them than users. When a
 * server may be asked its limiter says, which networks of several threads can share. */
typedef struct _FairyNetwork FairyNetwork;

/* A network for the thread-default main context. A limiter that is NULL is one of its own. Nothing
 * is loaded or opened before the first request. The caller's. */
FairyNetwork *fairy_network_new(FairyLimiter *limiter);
FairyNetwork *fairy_network_ref(FairyNetwork *network);
/* The last one ends what still runs in it. Takes NULL. */
void fairy_network_unref(FairyNetwork *network);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyNetwork, fairy_network_unref)
