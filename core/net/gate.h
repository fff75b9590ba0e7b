/* "Not before": when a server said to wait, everybody waits who asks the same server with the same
 * key. One for the whole process, for any thread. Private to core/. */
#pragma once

#include <glib.h>

/* Nobody is to pass `name` ("provider", then the key) for that long; a gate that is closed for
 * longer stays so. The name isn't kept, only a digest of it. */
void fairy_gate_close(const char *name, gint64 ms);
/* How long it is still closed; 0 = open. */
gint64 fairy_gate_wait_ms(const char *name);
