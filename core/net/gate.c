/* Gates that are closed, by digest. */
#include "net/gate.h"

static GMutex lock;
static GHashTable *gates; /* char * → gint64 *: until when, µs, monotonic */

static char *digest(const char *name)
{
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, name, -1);
}

static gboolean is_open(gpointer name, gpointer until, gpointer now)
{
    (void)name;
    return *(gint64 *)until <= *(gint64 *)now;
}

/* What is left of those that are still closed: no more than were closed lately. */
static GHashTable *closed_gates(gint64 now)
{
    if (!gates) {
        gates = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    }
    g_hash_table_foreach_remove(gates, is_open, &now);
    return gates;
}

void fairy_gate_close(const char *name, gint64 ms)
{
    g_autofree char *id = digest(name);
    gint64 now = g_get_monotonic_time(), until = now + ms * 1000;
    g_mutex_lock(&lock);
    const gint64 *before = g_hash_table_lookup(closed_gates(now), id);
    if (!before || *before < until) {
        g_hash_table_insert(gates, g_steal_pointer(&id), g_memdup2(&until, sizeof until));
    }
    g_mutex_unlock(&lock);
}

gint64 fairy_gate_wait_ms(const char *name)
{
    g_autofree char *id = digest(name);
    gint64 now = g_get_monotonic_time();
    g_mutex_lock(&lock);
    const gint64 *until = g_hash_table_lookup(closed_gates(now), id);
    gint64 left = until ? (*until - now + 999) / 1000 : 0;
    g_mutex_unlock(&lock);
    return left;
}
