/* Addresses of servers, as people and other programs write them. */
#include "provider/server_address.h"

#include <string.h>

/* Where a server listens isn't where it is reached: every address of the machine is this one. */
static const char *reached(const char *host)
{
    static const char *const anywhere[] = {"0.0.0.0", "::", "", NULL};
    return g_strv_contains(anywhere, host) ? "127.0.0.1" : host;
}

static int port_of(const char *address)
{
    g_autoptr(GUri) uri = address ? g_uri_parse(address, G_URI_FLAGS_NONE, NULL) : NULL;
    return uri ? g_uri_get_port(uri) : -1;
}

static char *without_strokes(char *address)
{
    for (gsize len = strlen(address); len > 0 && address[len - 1] == '/'; len--) {
        address[len - 1] = '\0';
    }
    return address;
}

char *fairy_server_url(const char *value, const char *like)
{
    gboolean whole = strstr(value, "://") != NULL;
    g_autofree char *text =
        g_strconcat(whole ? "" : "http://", *value == ':' ? reached("") : "", value, NULL);
    g_autoptr(GUri) uri = g_uri_parse(text, G_URI_FLAGS_ENCODED, NULL);
    const char *host = uri ? g_uri_get_host(uri) : NULL;
    if (!host || (whole && g_str_equal(reached(host), host))) {
        return without_strokes(g_steal_pointer(&text));
    }
    int port = g_uri_get_port(uri) < 0 && !whole ? port_of(like) : g_uri_get_port(uri);
    return without_strokes(g_uri_join(
        G_URI_FLAGS_ENCODED, g_uri_get_scheme(uri), g_uri_get_userinfo(uri), reached(host), port,
        g_uri_get_path(uri), g_uri_get_query(uri), g_uri_get_fragment(uri)));
}
