/* Networks, and which is that of a main context. */
#include "net/network.h"

struct _FairyNetwork {
    gatomicrefcount refs;
    GMainContext *context; /* whose it is without being named; NULL = nobody's */
    FairyHttp *http;       /* NULL until the first user */
    FairyGates *gates;
    guint n_users;
};

static GMutex lock;
static GHashTable *usual; /* GMainContext → FairyNetwork, not held: of those that are in use */

FairyNetwork *fairy_network_new(FairyLimiter *limiter)
{
    g_autoptr(FairyLimiter) own =
        limiter ? fairy_limiter_ref(limiter) : fairy_limiter_new(NULL, NULL);
    FairyNetwork *network = g_new0(FairyNetwork, 1);
    g_atomic_ref_count_init(&network->refs);
    network->gates = fairy_gates_new(own);
    return network;
}

FairyNetwork *fairy_network_ref(FairyNetwork *network)
{
    g_atomic_ref_count_inc(&network->refs);
    return network;
}

static void forget(FairyNetwork *network)
{
    g_mutex_lock(&lock);
    g_hash_table_remove(usual, network->context);
    if (g_hash_table_size(usual) == 0) {
        g_clear_pointer(&usual, g_hash_table_unref);
    }
    g_mutex_unlock(&lock);
    g_main_context_unref(network->context);
}

void fairy_network_unref(FairyNetwork *network)
{
    if (!network || !g_atomic_ref_count_dec(&network->refs)) {
        return;
    }
    if (network->context) {
        forget(network);
    }
    fairy_http_free(network->http);
    fairy_gates_free(network->gates);
    g_free(network);
}

/* A network is used in the thread that runs its context, so none is freed while it is looked up. */
static FairyNetwork *usual_ref(void)
{
    g_autoptr(GMainContext) context = g_main_context_ref_thread_default();
    g_mutex_lock(&lock);
    FairyNetwork *network = usual ? g_hash_table_lookup(usual, context) : NULL;
    if (network) {
        fairy_network_ref(network);
    } else {
        usual = usual ? usual : g_hash_table_new(NULL, NULL);
        network = fairy_network_new(NULL);
        network->context = g_steal_pointer(&context);
        g_hash_table_insert(usual, network->context, network);
    }
    g_mutex_unlock(&lock);
    return network;
}

FairyNetwork *fairy_network_join(FairyNetwork *network, GError **error)
{
    network = network ? fairy_network_ref(network) : usual_ref();
    if (!network->http && !(network->http = fairy_http_new(error))) {
        fairy_network_unref(network);
        return NULL;
    }
    fairy_http_limit(network->http, ++network->n_users);
    return network;
}

void fairy_network_leave(FairyNetwork *network)
{
    if (network) {
        network->n_users--;
        fairy_http_limit(network->http, MAX(network->n_users, 1));
        fairy_network_unref(network);
    }
}

FairyHttp *fairy_network_http(FairyNetwork *network)
{
    return network->http;
}

FairyGates *fairy_network_gates(FairyNetwork *network)
{
    return network->gates;
}
