/* Asks providers for their models, all at once. */
#include "net/http.h"
#include "provider/base_url.h"
#include "wire/api_error.h"
#include "wire/dialect_row.h"
#include "wire/key.h"

#include <fairy/discovery.h>
#include <fairy/limits.h>

#include <string.h>

typedef struct {
    FairyHttp *http;
    gboolean check, named;
    guint n_asked;
} Search;

typedef struct {
    Search *search;
    FairyDiscovery *found; /* borrowed */
    FairyProfile *profile;
    char *url;
    gboolean expected; /* somebody said that it is there */
    FairyKey key;      /* that is sent; without --check none is */
    FairyHttpStream *stream;
    int status;
    char **headers;
    GString *body;
} Asking;

static void found_free(gpointer data)
{
    FairyDiscovery *found = data;
    g_free(found->base);
    g_free(found->problem);
    g_free(found->warning);
    g_strfreev(found->models);
    g_free(found);
}

static void asking_free(gpointer data)
{
    Asking *asking = data;
    fairy_http_stream_free(asking->stream);
    fairy_profile_free(asking->profile);
    fairy_key_clear(&asking->key);
    g_free(asking->url);
    g_strfreev(asking->headers);
    g_string_free(asking->body, TRUE);
    g_free(asking);
}

/* --- the answer ------------------------------------------------------------------------------- */

/* Takes `problem`. */
static void fail(FairyDiscovery *found, char *problem)
{
    g_free(found->problem);
    found->problem = problem;
    found->state = FAIRY_DISCOVERY_FAILED;
    found->ready = FALSE;
}

static void fail_with(Asking *asking, FairyApiError *api_error)
{
    if (asking->key.text) {
        fairy_api_error_hide(api_error, asking->key.text);
    }
    fail(asking->found, g_strdup(api_error->message));
    fairy_api_error_clear(api_error);
}

/* Some other program may have the port: it isn't one of ours as long as nobody says that it is. */
static void settle_local(Asking *asking, gboolean wants_key)
{
    FairyDiscovery *found = asking->found;
    found->state = FAIRY_DISCOVERY_NOTHING;
    found->ready = FALSE;
    if (wants_key) {
        const char *name = found->provider->name;
        fail(found, found->key
                        ? g_strdup_printf("runs, and wants a key: \"fairy models --check %s\" asks "
                                          "with yours",
                                          name)
                        : g_strdup_printf("runs, and wants a key: set %s, or run \"fairy config "
                                          "set %s.key\"",
                                          found->provider->key_envs[0], name));
    }
}

static void settle_fault(Asking *asking, const FairyApiError *transport)
{
    FairyApiError api_error = {.wait_ms = -1};
    gboolean wants_key = asking->status == 401 || asking->status == 403;
    if (!asking->expected && !(wants_key && asking->search->check)) {
        settle_local(asking, wants_key);
        return;
    }
    if (transport->kind != FAIRY_API_ERROR_NONE) {
        fairy_api_error_set(&api_error, asking->profile, transport->kind, NULL);
    } else if (asking->status == 404 || asking->status == 200) {
        fail(asking->found,
             g_strdup_printf("answers, but has no list of models there; look at %s.base-url (%s)",
                             asking->found->provider->name, asking->found->base));
        return;
    } else {
        fairy_api_error_parse(&api_error, asking->profile, asking->status,
                              (const char *const *)asking->headers, asking->body->str,
                              asking->body->len);
    }
    fail_with(asking, &api_error);
}

static void on_head(int status, const char *const *headers, gpointer data)
{
    Asking *asking = data;
    asking->status = status;
    g_strfreev(asking->headers);
    asking->headers = g_strdupv((char **)headers);
}

static gboolean on_bytes(const char *bytes, gsize len, gpointer data)
{
    Asking *asking = data;
    g_string_append_len(asking->body, bytes, (gssize)len);
    return TRUE;
}

static void on_end(const FairyApiError *api_error, gpointer data)
{
    Asking *asking = data;
    FairyDiscovery *found = asking->found;
    fairy_secrets_cover(asking->profile->secrets, asking->body->str, asking->body->len);
    gboolean good = api_error->kind == FAIRY_API_ERROR_NONE && asking->status == 200;
    found->models = good ? fairy_provider_models_read(asking->body->str, asking->body->len) : NULL;
    if (found->models) {
        found->state = FAIRY_DISCOVERY_ANSWERED;
        found->ready = TRUE;
    } else {
        settle_fault(asking, api_error);
    }
    asking->search->n_asked--;
}

/* --- the question ----------------------------------------------------------------------------- */

/* "name: value" of all of them, the key's last, which is `key_header`, NULL for none. */
static GPtrArray *headers_of(const FairyProvider *provider, char *key_header)
{
    GPtrArray *headers = g_ptr_array_new();
    const char *const *more = fairy_dialect(provider->dialect)->headers;
    g_ptr_array_add(headers, (gpointer) "accept: application/json");
    for (; more && *more; more++) {
        g_ptr_array_add(headers, (gpointer)*more);
    }
    if (key_header) {
        g_ptr_array_add(headers, key_header);
    }
    g_ptr_array_add(headers, NULL);
    return headers;
}

static void send(Asking *asking, const FairySettings *settings)
{
    static const FairyHttpFuncs funcs = {on_head, on_bytes, on_end};
    const FairyProvider *provider = asking->found->provider;
    gboolean check = asking->search->check;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) headers = headers_of(provider, asking->key.header);
    char *proxy = fairy_settings_of(settings, provider, "proxy");
    g_autofree char *ca_file = fairy_settings_of(settings, provider, "ca-file");
    const FairyHttpRequest request = {
        .url = asking->url,
        .headers = (const char *const *)headers->pdata,
        .plain = TRUE,
        .only_here = asking->key.only_here,
        .proxy = proxy,
        .ca_file = ca_file,
        .connect_ms = check ? 0 : FAIRY_LOCAL_MS,
        .total_ms = check ? FAIRY_WEB_TIMEOUT_MS : FAIRY_LOCAL_MS,
        .max_bytes = FAIRY_MAX_MODELS_BYTES,
    };
    asking->stream = fairy_http_start(asking->search->http, &request, &funcs, asking, &error);
    fairy_wipe(proxy);
    if (asking->stream) {
        asking->search->n_asked++;
    } else {
        fail(asking->found, g_strdup(error->message));
    }
}

/* Whether nobody said anything of a server on this machine. */
static gboolean is_usual(const FairySettings *settings, const FairyProvider *provider)
{
    g_autofree char *name = g_strconcat(provider->name, ".base-url", NULL);
    g_autoptr(FairySetting) base = fairy_settings_look(settings, name, NULL);
    return provider->local && base->origin <= FAIRY_SETTING_DEFAULT;
}

/* What is needed to ask; it may take the key's command. NULL when that can't be: `found` says why.
 */
static Asking *prepare(Search *search, const FairySettings *settings, FairyDiscovery *found)
{
    const FairyProvider *provider = found->provider;
    g_autoptr(GError) error = NULL;
    g_autofree char *name = g_strconcat(provider->name, "/models", NULL);
    g_autofree char *url = fairy_provider_models_url(provider, found->base, &error);
    g_autoptr(FairyProfile) profile = url ? fairy_profile_new(name, settings, &error) : NULL;
    FairyKey key = {0};
    if (!profile || (search->check && !fairy_key_find(&key, profile, settings, NULL, &error))) {
        fairy_key_clear(&key);
        fail(found, g_strdup(error->message));
        return NULL;
    }
    Asking *asking = g_new0(Asking, 1);
    *asking = (Asking){.search = search,
                       .found = found,
                       .profile = g_steal_pointer(&profile),
                       .url = g_steal_pointer(&url),
                       .key = key,
                       .body = g_string_new(NULL)};
    asking->expected = search->check && (search->named || !is_usual(settings, provider));
    return asking;
}

/* --- who is asked ----------------------------------------------------------------------------- */

static gboolean is_here(const FairyDiscovery *found)
{
    g_autofree char *address = fairy_base_url(found->provider, found->base, NULL);
    return found->provider->local && address && fairy_url_is_loopback(address);
}

/* What is wrong with it, or isn't there; NULL = nothing. */
static char *problem_of(const FairyDiscovery *found, const FairySetting *key, const char *address,
                        const GError *error)
{
    const FairyProvider *provider = found->provider;
    if (key->wrong) {
        return g_strdup_printf("%s holds no key; a key is %s", key->variable, key->info->takes);
    }
    if (!found->key && !provider->keyless) {
        return g_strdup_printf("no key: set %s, or run \"fairy config set %s.key\"",
                               provider->key_envs[0], provider->name);
    }
    return address ? NULL : g_strdup(error->message);
}

static void look_at_way(FairyDiscovery *found, const FairySettings *settings, const char *address)
{
    FairyKeyWay way = fairy_key_way(found->provider, settings, address);
    char *told = fairy_key_way_told(found->provider, way, address);
    if (way == FAIRY_WAY_REFUSED) {
        found->problem = told;
        found->ready = FALSE;
    } else {
        found->warning = told;
    }
}

static FairyDiscovery *look(const FairySettings *settings, const FairyProvider *provider)
{
    FairyDiscovery *found = g_new0(FairyDiscovery, 1);
    g_autofree char *name = g_strconcat(provider->name, ".key", NULL);
    g_autoptr(FairySetting) key = fairy_settings_look(settings, name, NULL);
    gboolean at_hand = fairy_settings_key(settings, provider) != NULL;
    found->provider = provider;
    found->base = fairy_settings_of(settings, provider, "base-url");
    found->command = !at_hand && fairy_settings_has_key(settings, provider);
    found->key = at_hand || found->command;
    found->variable = key->variable;
    g_autoptr(GError) error = NULL;
    g_autofree char *address = fairy_base_url(provider, found->base, &error);
    found->ready = address && (found->key || provider->keyless);
    found->problem = problem_of(found, key, address, error);
    if (found->key && address && !found->problem) {
        look_at_way(found, settings, address);
    }
    return found;
}

static gboolean check_names(const char *const *names, GError **error)
{
    for (; names && *names; names++) {
        if (!fairy_provider_find(*names)) {
            g_autofree char *valid = g_utf8_make_valid(*names, -1);
            g_set_error(error, FAIRY_ERROR, FAIRY_ERROR_USAGE,
                        "there is no provider \"%s\"; \"fairy models\" lists them", valid);
            return FALSE;
        }
    }
    return TRUE;
}

static GPtrArray *look_at_all(const FairySettings *settings, const char *const *names,
                              gboolean check)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(found_free);
    const FairyProvider *provider;
    gboolean named = names && *names;
    for (guint i = 0; (provider = fairy_provider_info(i)); i++) {
        FairyDiscovery *found = look(settings, provider);
        if (named ? g_strv_contains(names, provider->name) : !check || found->ready) {
            g_ptr_array_add(all, found);
        } else {
            found_free(found);
        }
    }
    return all;
}

/* With the loop of its own, so that nothing else of the caller's goes on meanwhile. */
static gboolean ask_all(Search *search, const FairySettings *settings, GPtrArray *all,
                        GError **error)
{
    g_autoptr(GMainContext) context = g_main_context_new();
    g_autoptr(GPtrArray) askings = g_ptr_array_new_with_free_func(asking_free);
    g_main_context_push_thread_default(context);
    search->http = fairy_http_new(error);
    for (guint i = 0; search->http && i < all->len; i++) {
        FairyDiscovery *found = all->pdata[i];
        Asking *asking = search->check || is_here(found) ? prepare(search, settings, found) : NULL;
        if (asking) {
            g_ptr_array_add(askings, asking);
        }
    }
    for (guint i = 0; i < askings->len; i++) { /* once nobody types a password any more */
        send(askings->pdata[i], settings);
    }
    while (search->n_asked > 0) {
        g_main_context_iteration(context, TRUE);
    }
    g_ptr_array_set_size(askings, 0);
    gboolean good = search->http != NULL;
    fairy_http_free(search->http);
    g_main_context_pop_thread_default(context);
    return good;
}

/* Servers on this machine that nobody named and that don't run are no fault. */
static void drop_absent(GPtrArray *all)
{
    for (guint i = all->len; i-- > 0;) {
        const FairyDiscovery *found = all->pdata[i];
        if (found->state == FAIRY_DISCOVERY_NOTHING) {
            g_ptr_array_remove_index(all, i);
        }
    }
}

GPtrArray *fairy_discover(const FairySettings *settings, const char *const *providers,
                          gboolean check, GError **error)
{
    if (!check_names(providers, error)) {
        return NULL;
    }
    Search search = {.check = check, .named = providers && *providers};
    g_autoptr(GPtrArray) all = look_at_all(settings, providers, check);
    if (!ask_all(&search, settings, all, error)) {
        return NULL;
    }
    if (check) {
        drop_absent(all);
    }
    return g_steal_pointer(&all);
}
