/* Addresses of APIs: what is usual completes what is set, and paths are put behind them. */
#include "provider/base_url.h"

#include "net/http.h"
#include "provider/provider_row.h"

#include <fairy/error.h>

#include <string.h>

static GUri *default_of(const FairyProvider *provider)
{
    return provider->base ? g_uri_parse(provider->base, G_URI_FLAGS_ENCODED, NULL) : NULL;
}

static gboolean is_usable(GUri *uri)
{
    return uri && g_uri_get_host(uri) && *g_uri_get_host(uri) && !g_uri_get_userinfo(uri) &&
           !g_uri_get_fragment(uri) &&
           (g_str_equal(g_uri_get_scheme(uri), "https") ||
            g_str_equal(g_uri_get_scheme(uri), "http"));
}

/* NULL for what is none. */
static GUri *parse(const char *address)
{
    for (const char *c = address; *c; c++) {
        if (g_ascii_isspace(*c) || g_ascii_iscntrl(*c)) {
            return NULL;
        }
    }
    return g_uri_parse(address, G_URI_FLAGS_ENCODED, NULL);
}

/* With what the provider's row has where this has nothing. */
static char *complete(const FairyProvider *provider, GUri *uri)
{
    const FairyProviderRow *row = fairy_provider_row(provider);
    g_autoptr(GUri) known = default_of(provider);
    g_autofree char *path = g_strdup(g_uri_get_path(uri));
    for (gsize len = strlen(path); len > 0 && path[len - 1] == '/'; len--) {
        path[len - 1] = '\0';
    }
    const char *usual = known ? g_uri_get_path(known) : row->path ? row->path : "";
    const char *query = g_uri_get_query(uri);
    if (!query && *path && !g_str_equal(path, usual)) {
        query = row->query;
    }
    return g_uri_join(G_URI_FLAGS_ENCODED, g_uri_get_scheme(uri), NULL, g_uri_get_host(uri),
                      g_uri_get_port(uri), *path ? path : usual, query, NULL);
}

char *fairy_base_url(const FairyProvider *provider, const char *set, GError **error)
{
    const char *address = set ? set : provider->base;
    if (!address) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "%s needs its address: run \"fairy config set %s.base-url https://…\"",
                    provider->title, provider->name);
        return NULL;
    }
    g_autoptr(GUri) uri = parse(address);
    if (!is_usable(uri)) {
        g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                    "the address of %s (%s.base-url) should be like \"https://host/v1\"%s",
                    provider->title, provider->name,
                    uri && g_uri_get_userinfo(uri) ? ", without a password" : "");
        return NULL;
    }
    return complete(provider, uri);
}

char *fairy_base_url_join(const char *address, const char *path)
{
    gsize len = strcspn(address, "?");
    gsize first = strcspn(path + 1, "/") + 1;
    if (len >= first && path[first] == '/' && strncmp(address + len - first, path, first) == 0) {
        len -= first;
    }
    const char *query = address[strcspn(address, "?")] ? address + strcspn(address, "?") + 1 : NULL;
    const char *joint = strchr(path, '?') ? "&" : "?";
    return g_strdup_printf("%.*s%s%s%s", (int)len, address, path, query ? joint : "",
                           query ? query : "");
}

gboolean fairy_url_is_loopback(const char *address)
{
    g_autoptr(GUri) uri = g_uri_parse(address, G_URI_FLAGS_NONE, NULL);
    const char *host = uri ? g_uri_get_host(uri) : NULL;
    return host && fairy_http_is_here(host);
}
