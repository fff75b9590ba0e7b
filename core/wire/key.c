/* The one place that decides whether a key may be sent. */
#include "wire/key.h"

#include "provider/base_url.h"
#include "wire/api_error.h"
#include "wire/dialect.h"

#include <fairy/error.h>

/* --- the way ---------------------------------------------------------------------------------- */

FairyKeyWay fairy_key_way(const FairyProvider *provider, const FairySettings *settings,
                          const char *address)
{
    if (g_str_has_prefix(address, "https:")) {
        return FAIRY_WAY_SAFE;
    }
    if (fairy_url_is_loopback(address)) {
        return FAIRY_WAY_HERE;
    }
    g_autofree char *allowed = fairy_settings_of(settings, provider, "allow-plain");
    return g_strcmp0(allowed, "yes") == 0 ? FAIRY_WAY_PLAIN : FAIRY_WAY_REFUSED;
}

char *fairy_key_way_told(const FairyProvider *provider, FairyKeyWay way, const char *address)
{
    g_autoptr(GUri) uri = g_uri_parse(address, G_URI_FLAGS_ENCODED, NULL);
    const char *host = uri ? g_uri_get_host(uri) : NULL;
    if (way == FAIRY_WAY_PLAIN) {
        return g_strdup_printf("the key to %s goes to %s over plain http, where others can read "
                               "it, as %s.allow-plain says",
                               provider->title, host, provider->name);
    }
    if (way == FAIRY_WAY_REFUSED) {
        return g_strdup_printf("the key to %s doesn't go to %s over plain http, where others could "
                               "read it: use an https address, or, if nobody is on the way, run "
                               "\"fairy config set %s.allow-plain yes\"",
                               provider->title, host, provider->name);
    }
    return NULL;
}

/* --- the key ---------------------------------------------------------------------------------- */

void fairy_key_clear(FairyKey *key)
{
    fairy_wipe(key->text);
    fairy_wipe(key->header);
    g_free(key->warning);
    *key = (FairyKey){0};
}

static gboolean refuse(const FairyProfile *profile, GError **error)
{
    FairyApiError api_error = {.wait_ms = -1};
    fairy_api_error_set(&api_error, profile, FAIRY_API_ERROR_KEY, NULL);
    g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL, api_error.message);
    fairy_api_error_clear(&api_error);
    return FALSE;
}

static gboolean find_way(FairyKey *key, const FairyProfile *profile, const FairySettings *settings,
                         GError **error)
{
    FairyKeyWay way = fairy_key_way(profile->provider, settings, profile->base);
    key->only_here = way == FAIRY_WAY_HERE;
    key->warning = fairy_key_way_told(profile->provider, way, profile->base);
    if (way == FAIRY_WAY_REFUSED) {
        g_set_error_literal(error, FAIRY_ERROR, FAIRY_ERROR_MODEL, key->warning);
        return FALSE;
    }
    return TRUE;
}

gboolean fairy_key_find(FairyKey *key, FairyProfile *profile, const FairySettings *settings,
                        volatile const int *interrupted, GError **error)
{
    const FairyProvider *provider = profile->provider;
    g_autoptr(GError) local = NULL;
    const char *text = fairy_settings_fetch_key(settings, provider, interrupted, &local);
    *key = (FairyKey){0};
    if (local) {
        g_propagate_error(error, g_steal_pointer(&local));
        return FALSE;
    }
    if (!text) {
        return provider->auth == FAIRY_AUTH_NONE || provider->keyless || refuse(profile, error);
    }
    key->text = g_strdup(text);
    key->header = fairy_dialect_key_header(provider, text);
    profile->secrets = profile->secrets ? profile->secrets : fairy_secrets_new();
    fairy_secrets_add(profile->secrets, text);
    return (key->header || refuse(profile, error)) && find_way(key, profile, settings, error);
}
