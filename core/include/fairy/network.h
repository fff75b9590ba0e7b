/* The way to the servers: one HTTP client and one limiter for all who ask in a main context. */
#pragma once

#include <fairy/clock.h>
#include <fairy/error.h>

/* Connections are shared by all who use it, and there are never more of them than users. Where a
 * server says how long to wait, nobody who uses the same key asks it before that time, and then
 * they ask one after the other. */
typedef struct _FairyNetwork FairyNetwork;

/* A network for the thread-default main context. `clock` says the time by which waiting is counted;
 * NULL is fairy_clock_monotonic(). Nothing is loaded or opened before the first request. The
 * caller's. */
FairyNetwork *fairy_network_new(FairyClockFunc clock, gpointer clock_data);
FairyNetwork *fairy_network_ref(FairyNetwork *network);
/* The last one ends what still runs in it. Takes NULL. */
void fairy_network_unref(FairyNetwork *network);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FairyNetwork, fairy_network_unref)
