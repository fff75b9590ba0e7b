/* A network from inside. Private to core/. */
#pragma once

#include "net/gate.h"
#include "net/http.h"

#include <fairy/network.h>

/* Another user of `network`; NULL is the one of the thread-default main context, which is made for
 * the first user, and goes with the last. NULL with FAIRY_ERROR_MODEL when libcurl can't be loaded.
 * For fairy_network_leave(). */
FairyNetwork *fairy_network_join(FairyNetwork *network, GError **error);
/* From within any call, too. The user's streams and tickets must be gone. Takes NULL. */
void fairy_network_leave(FairyNetwork *network);

/* Both the network's. */
FairyHttp *fairy_network_http(FairyNetwork *network);
FairyGates *fairy_network_gates(FairyNetwork *network);
