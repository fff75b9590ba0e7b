/* Asks a site, and reduces what it answers. */
#include "net/lookup.h"

#include "net/fetch.h"

#include <fairy/limits.h>

struct _FairyLookup {
    const FairySite *site;
    FairyFetch *fetch;
    FairyLookupFunc func;
    gpointer user_data;
};

static cJSON *fence(const FairySite *site, cJSON *data)
{
    cJSON *fenced = cJSON_CreateObject();
    cJSON_AddStringToObject(fenced, "source", site->host);
    cJSON_AddItemToObject(fenced, "data", data);
    return fenced;
}

static void on_fetched(GBytes *body, const GError *error, gpointer user_data)
{
    FairyLookup *lookup = user_data;
    g_autoptr(GError) failed = error ? g_error_copy(error) : NULL;
    cJSON *kept = NULL;
    if (body) {
        gsize len;
        const char *text = g_bytes_get_data(body, &len);
        kept = fairy_site_reduce(lookup->site, text, len, &failed);
    }
    if (failed) {
        g_prefix_error(&failed, "%s ", lookup->site->host);
    }
    lookup->func(kept ? fence(lookup->site, kept) : NULL, failed, lookup->user_data);
}

FairyLookup *fairy_lookup_start(const FairyWeb *web, const FairySite *site, const char *what,
                                FairyLookupFunc func, gpointer user_data, GError **error)
{
    g_autofree char *home = g_strconcat("https://", site->host, NULL);
    g_autofree char *url =
        g_strconcat(web->base ? web->base : home, site->path, what, site->query, NULL);
    FairyLookup *lookup = g_new0(FairyLookup, 1);
    *lookup = (FairyLookup){.site = site, .func = func, .user_data = user_data};
    lookup->fetch = fairy_fetch_start(url, web->timeout_ms ? web->timeout_ms : FAIRY_WEB_TIMEOUT_MS,
                                      FAIRY_MAX_WEB_BYTES, on_fetched, lookup, error);
    if (!lookup->fetch) {
        g_clear_pointer(&lookup, g_free);
    }
    return lookup;
}

void fairy_lookup_free(FairyLookup *lookup)
{
    if (lookup) {
        fairy_fetch_free(lookup->fetch);
        g_free(lookup);
    }
}
